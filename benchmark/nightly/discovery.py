"""Asks each provider for its models, and finds what changed since the lists on the branch.

An unknown list proves nothing about any model. Each event is reported once.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import cast

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.policy import WatchedModels
from benchmark.core.errors import SightbenchError
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.providers import load
from benchmark.generation.providers.keys import api_key
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.model_list import LIST_PATIENCE, ListingProvider, ModelList, read_models
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.provider import Endpoint
from benchmark.results.nights import EventKind, ModelsSeen, NightlyEvent
from benchmark.results.status import reason_of

_LOST_MINIMUM = 3  #: a list that lost fewer models is believed, however short it is
_NIGHTS_WITHOUT = 2  #: complete lists of this many nights in a row that lack a vanished model


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The night whose events are recorded."""

    date: str  #: the night
    when: str  #: now, UTC
    links: Mapping[str, str]  #: links, such as that of the workflow run

    def event(self, kind: EventKind, provider: str, detail: str, **fields: object) -> NightlyEvent:
        """Return an event of this night."""
        fields |= {"kind": kind, "date": self.date, "when": self.when, "provider": provider}
        fields |= {"detail": reason_of(detail), "links": dict(self.links)}
        return NightlyEvent.new(**fields)


#: The slugs of the submissions that use a model, by provider and model.
UsedModels = Mapping[tuple[str, str], frozenset[str]]


def used_models(runs: Iterable[SubmittedRun]) -> UsedModels:
    """Return the models that runs use, except those at an address of their own, which no vendor lists."""
    used: dict[tuple[str, str], frozenset[str]] = {}
    for run in runs:
        for config in run.models:
            if config.base_url is None:
                # Google's API also takes ids that begin with `models/`; its list is stored without that.
                key = (config.provider, config.model.removeprefix("models/"))
                used[key] = used.get(key, frozenset()) | {run.name.slug}
    return used


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """The list of models of one provider in one night, and the events that it shows."""

    seen: ModelsSeen  #: the list of this night
    added: bool  #: False if the branch has this list of this night already
    events: tuple[NightlyEvent, ...]
    ignored: int  #: lists on the branch that are dated after this night, such as those of a wrong clock


def list_models(
    provider: str,
    environment: Mapping[str, str],
    *,
    base_url: str | None = None,
    seconds: float = 60.0,
    patience: Patience = LIST_PATIENCE,
) -> ModelList:
    """Read the list of models of a provider, each page in at most so many seconds per attempt.

    Never raises for a fault of the server, or for a missing key.

    The vendor's key is sent to the vendor's host only; another address in ``base_url`` gets no key.
    """
    access = ModelAccess(provider=provider, model="", base_url=base_url, file=f"models of {provider}")
    try:
        key = api_key(access, environment)
        endpoint = Endpoint(
            model="",
            base_url=base_url,
            api_key=None if key is None else key.value,
            timeout=seconds,
            concurrency=1,
        )
        return asyncio.run(_read(provider, endpoint, patience))
    except SightbenchError as error:
        return ModelList((), getattr(error, "problem", None) or str(error))


async def _read(provider: str, endpoint: Endpoint, patience: Patience) -> ModelList:
    client = load(provider)(endpoint)
    async with open_provider(client):
        return await read_models(cast(ListingProvider, client), patience)


def discover(
    providers: Iterable[str],
    read: Callable[[str], ModelList],
    lists: Collection[ModelsSeen],
    events: Collection[NightlyEvent],
    *,
    watch: Sequence[WatchedModels],
    used: UsedModels,
    moment: Moment,
    believe: Collection[str] = (),
) -> Iterator[Discovery]:
    """Read the providers' lists of models, and yield what is new. A provider that fails stops no other.

    Lists and events are those on the branch. Lists of providers in ``believe`` may have lost most models.
    """
    for provider in providers:
        own = sorted((seen for seen in lists if seen.provider == provider), key=_age)
        earlier = [seen for seen in own if seen.date <= moment.date]
        complete = tuple(seen for seen in earlier if seen.state == "complete")
        listed = read(provider)
        why = listed.why_incomplete
        if why is None and provider not in believe:
            why = _why_not_believed(listed, complete)
        fields = {
            "date": moment.date,
            "state": "complete" if why is None else "unknown",
            "reason": None if why is None else reason_of(why),
            "models": [asdict(model) for model in listed.models],
        }
        seen = ModelsSeen.new(when=moment.when, provider=provider, **fields)
        # A repeated step reads the same list: it must not be added once more under another time.
        same = next(
            (old for old in earlier if all(getattr(old, name) == getattr(seen, name) for name in fields)),
            None,
        )
        reported = tuple(sorted((event for event in events if event.provider == provider), key=_age))
        yield Discovery(
            seen=same or seen,
            added=same is None,
            events=tuple(_Changes(same or seen, complete, reported, watch, used, moment).events()),
            ignored=len(own) - len(earlier),
        )


def _age(record: ModelsSeen | NightlyEvent) -> tuple[str, str]:
    """Return when a record was made; later records compare as larger."""
    return record.date, record.when


def _why_not_believed(listed: ModelList, complete: tuple[ModelsSeen, ...]) -> str | None:
    """Return why a list that was read to its end is not believed; None if it is.

    A list that lost more than half, and at least three, models of the last complete list was probably cut.
    """
    before = {model.id for seen in complete[-1:] for model in seen.models}
    lost = before - {model.id for model in listed.models}
    if len(lost) < _LOST_MINIMUM or 2 * len(lost) <= len(before):
        return None
    return f"{len(lost)} of the {len(before)} models of the last complete list are missing, which is too many"


@dataclass(frozen=True, slots=True)
class _Changes:
    """The rules: which events a list shows that no earlier night reported."""

    seen: ModelsSeen  #: the list of this night
    complete: tuple[ModelsSeen, ...]  #: complete lists of the provider until this night, oldest first
    reported: tuple[NightlyEvent, ...]  #: events of the provider, oldest first
    watch: Sequence[WatchedModels]
    used: UsedModels
    moment: Moment

    def events(self) -> Iterator[NightlyEvent]:
        if self.seen.state == "unknown":
            yield from self._outage()
            return
        yield from self._new_versions()
        yield from self._vanished()
        yield from self._shutdowns()

    def _event(
        self, kind: EventKind, model: str, said: str, *evidence: ModelsSeen, **fields: str | None
    ) -> NightlyEvent:
        provider, shown = self.seen.provider, dict.fromkeys(seen.id for seen in (*evidence, self.seen))
        detail, slugs = f"{provider} {said}", self.used.get((provider, model), frozenset())
        # An event names one submission; without a name it concerns all that use the model.
        slug = next(iter(slugs)) if len(slugs) == 1 else None
        return self.moment.event(kind, provider, detail, model=model, slug=slug, models=list(shown), **fields)

    def _is_watched(self, model: str) -> bool:
        return any(entry.covers(self.seen.provider, model) for entry in self.watch)

    def _matters(self, model: str) -> bool:
        return (self.seen.provider, model) in self.used or self._is_watched(model)

    def _reported(self, kind: EventKind, model: str | None) -> list[NightlyEvent]:
        return [event for event in self.reported if (event.kind, event.model) == (kind, model)]

    def _outage(self) -> Iterator[NightlyEvent]:
        """Yield an outage of the list, unless one was reported since the last complete list.

        Outages with a model do not count: they are outages of panels, which are recorded elsewhere.
        """
        last = max(map(_age, self.complete), default=("", ""))
        until_now = (event for event in self._reported("outage", None) if event.date <= self.moment.date)
        if not any(_age(event) > last for event in until_now):
            provider = self.seen.provider
            detail = f"the list of models of {provider} is unknown: {self.seen.reason}"
            yield self.moment.event("outage", provider, detail, models=[self.seen.id])

    def _new_versions(self) -> Iterator[NightlyEvent]:
        """Yield watched models that no complete list had before; none for a first list, which is all new."""
        old = {model.id for seen in self.complete for model in seen.models}
        for model in self.seen.models if self.complete else ():
            if model.id in old or not self._is_watched(model.id):
                continue
            if not self._reported("new-version", model.id):
                yield self._event("new-version", model.id, f"lists {model.id} for the first time")

    def _vanished(self) -> Iterator[NightlyEvent]:
        """Yield models that complete lists of two nights in a row lack, and that the night before had.

        Nights without a complete list are skipped. A night with several lists has the models of all.
        """
        nights: dict[str, set[str]] = {}
        for seen in (*self.complete, self.seen):
            nights.setdefault(seen.date, set()).update(model.id for model in seen.models)
        if len(nights) <= _NIGHTS_WITHOUT:
            return
        # In order of time: complete lists are sorted, and the list of this night is the last.
        *_, (_, there), (night, absent), (_, now) = nights.items()
        gone = sorted(there - absent - now)
        for name in (name for name in gone if self._matters(name)):
            since = max(
                _age(seen) for seen in self.complete if any(model.id == name for model in seen.models)
            )
            if not any(_age(event) > since for event in self._reported("vanished", name)):
                evidence = [seen for seen in self.complete if seen.date == night][-1]
                yield self._event("vanished", name, f"has not listed {name} for two nights", evidence)

    def _shutdowns(self) -> Iterator[NightlyEvent]:
        """Yield announced shutdowns; a new date is a new event."""
        for model in self.seen.models:
            if model.shutdown is None or not self._matters(model.id):
                continue
            announced = self._reported("shutdown-announced", model.id)
            before = announced[-1].after if announced else None
            if before != model.shutdown:
                instead = "" if before is None else f" instead of {before}"
                said = f"announces the shutdown of {model.id} for {model.shutdown}{instead}"
                names = {"before": before, "after": model.shutdown}
                yield self._event("shutdown-announced", model.id, said, **names)
