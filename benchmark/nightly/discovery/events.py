"""The rules: what changed between a provider's lists of models, and what was reported already.

A list that is unknown says nothing but that it is unknown. Each event is reported once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.nightly.discovery.history import ListHistory, age
from benchmark.nightly.discovery.watching import ModelsOfInterest
from benchmark.results.nightly.event import EventKind, NightlyEvent
from benchmark.results.nightly.models_seen import ModelsSeen, SeenModel
from benchmark.results.nightly.named import NO_ID
from benchmark.results.status import reason_of

_LOST_MINIMUM = 3  #: a list that lost fewer models than this is believed, however short it is
_NIGHTS_WITHOUT = 2  #: complete lists of this many nights in a row that lack a vanished model


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The night whose lists are compared."""

    date: str  #: the night
    when: str  #: now, UTC
    links: Mapping[str, str]  #: links, such as that of the workflow run


def why_not_believed(seen: ModelsSeen, history: ListHistory) -> str | None:
    """Return why a complete list is not believed; None if it is.

    A list that lost more than half, and at least three, of the models of the last complete list is rather
    cut short than true.
    """
    if seen.state != "complete" or not history.complete:
        return None
    before = {model.id for model in history.complete[-1].models}
    lost = before - {model.id for model in seen.models}
    if len(lost) < _LOST_MINIMUM or 2 * len(lost) <= len(before):
        return None
    return f"{len(lost)} of the {len(before)} models of the last complete list are missing, which is too many"


def find_events(
    seen: ModelsSeen, history: ListHistory, models: ModelsOfInterest, moment: Moment
) -> tuple[NightlyEvent, ...]:
    """Return the events that a list shows and that no earlier night reported.

    Args:
        seen: the list of this night.
        history: the earlier lists and events of the provider.
        models: the models that matter.
        moment: the night.
    """
    if seen.state == "unknown":
        return tuple(_outage(seen, history, moment))
    renamed = tuple(_renamed(seen, history, models, moment))
    return (
        *renamed,
        *_new_versions(seen, history, models, moment, {event.after for event in renamed}),
        *_vanished(seen, history, models, moment),
        *_shutdowns(seen, history, models, moment),
    )


def _outage(seen: ModelsSeen, history: ListHistory, moment: Moment) -> Iterator[NightlyEvent]:
    """Yield an outage, unless one was reported since the last complete list."""
    last = age(history.complete[-1]) if history.complete else ("", "")
    if not any(event.kind == "outage" and age(event) > last for event in history.events):
        detail = f"the list of models of {seen.provider} is unknown: {seen.reason}"
        yield _event("outage", moment, [seen], detail)


def _renamed(
    seen: ModelsSeen, history: ListHistory, models: ModelsOfInterest, moment: Moment
) -> Iterator[NightlyEvent]:
    """Yield renamed models: one model is gone and one is new, and both have the same time of creation.

    That time must belong to no other model of both lists, and the names to show must be the same if both
    lists have them. No SDK says that a model was renamed, and without times of creation none is reported.
    """
    if not history.complete:
        return
    before, now = history.complete[-1].models, seen.models
    gone = [model for model in before if model.id not in {other.id for other in now}]
    for model in (model for model in now if model.id not in history.known):
        earlier = next((other for other in gone if _same_model(other, model)), None)
        if earlier is None or any(
            other.created == model.created and other.id not in (model.id, earlier.id)
            for other in (*before, *now)
        ):
            continue
        matters = models.matters(seen.provider, earlier.id) or models.is_watched(seen.provider, model.id)
        if not matters or any(history.reported("renamed", model=earlier.id, after=model.id)):
            continue
        yield _event(
            "renamed",
            moment,
            [history.complete[-1], seen],
            f"{seen.provider} lists {model.id} instead of {earlier.id}, with the same time of creation",
            model=earlier.id,
            slug=models.slug_of(seen.provider, earlier.id),
            before=earlier.id,
            after=model.id,
        )


def _same_model(one: SeenModel, other: SeenModel) -> bool:
    if one.created is None or one.created != other.created:
        return False
    return one.name == other.name or None in (one.name, other.name)


def _new_versions(
    seen: ModelsSeen,
    history: ListHistory,
    models: ModelsOfInterest,
    moment: Moment,
    renamed: set[str | None],
) -> Iterator[NightlyEvent]:
    """Yield watched models that no complete list had before; none for the first list, which is all new."""
    if not history.complete:
        return
    for model in seen.models:
        if model.id in history.known or model.id in renamed:
            continue
        if not models.is_watched(seen.provider, model.id):
            continue
        if any(history.reported("new-version", model=model.id)):
            continue
        if any(history.reported("renamed", after=model.id)):
            continue
        yield _event(
            "new-version",
            moment,
            [seen],
            f"{seen.provider} lists {model.id} for the first time",
            model=model.id,
            slug=models.slug_of(seen.provider, model.id),
        )


def _vanished(
    seen: ModelsSeen, history: ListHistory, models: ModelsOfInterest, moment: Moment
) -> Iterator[NightlyEvent]:
    """Yield models that complete lists of two nights in a row lack, and that the night before had.

    Nights without a complete list do not count, neither for nor against.
    """
    nights = history.with_list(seen).nights
    if len(nights) <= _NIGHTS_WITHOUT:
        return
    *_, (_, there), (night, absent), (_, now) = nights
    for name in sorted(there - absent - now):
        if not models.matters(seen.provider, name):
            continue
        since = history.last_seen(name)
        if any(age(event) > since for event in history.reported("vanished", model=name)):
            continue
        if any(age(event) > since for event in history.reported("renamed", before=name)):
            continue
        evidence = [[each for each in history.complete if each.date == night][-1], seen]
        yield _event(
            "vanished",
            moment,
            evidence,
            f"{seen.provider} has not listed {name} for two nights",
            model=name,
            slug=models.slug_of(seen.provider, name),
        )


def _shutdowns(
    seen: ModelsSeen, history: ListHistory, models: ModelsOfInterest, moment: Moment
) -> Iterator[NightlyEvent]:
    """Yield announced shutdowns; a new date is a new event."""
    for model in seen.models:
        if model.shutdown is None or not models.matters(seen.provider, model.id):
            continue
        said = [event.after for event in history.reported("shutdown-announced", model=model.id)]
        if said and said[-1] == model.shutdown:
            continue
        instead = f" instead of {said[-1]}" if said else ""
        yield _event(
            "shutdown-announced",
            moment,
            [seen],
            f"{seen.provider} announces the shutdown of {model.id} for {model.shutdown}{instead}",
            model=model.id,
            slug=models.slug_of(seen.provider, model.id),
            before=said[-1] if said else None,
            after=model.shutdown,
        )


def _event(
    kind: EventKind, moment: Moment, evidence: Sequence[ModelsSeen], detail: str, **fields: str | None
) -> NightlyEvent:
    return NightlyEvent.model_validate(
        {
            "id": NO_ID,
            "kind": kind,
            "date": moment.date,
            "when": moment.when,
            "provider": evidence[-1].provider,
            "detail": reason_of(detail),
            "models": list(dict.fromkeys(seen.id for seen in evidence)),
            "links": dict(moment.links),
            **fields,
        }
    ).with_its_id()
