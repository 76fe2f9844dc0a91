"""Asks each provider for its models, and compares its list with the lists on the branch."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from benchmark.generation.wire.model_list import ModelList
from benchmark.nightly.discovery.events import Moment, find_events, why_not_believed
from benchmark.nightly.discovery.history import ListHistory, history_of
from benchmark.nightly.discovery.listing import models_seen
from benchmark.nightly.discovery.watching import ModelsOfInterest
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.models_seen import ModelsSeen


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """What one night found at one provider."""

    seen: ModelsSeen  #: the list of this night
    added: bool  #: False if the branch has this list of this night already
    events: tuple[NightlyEvent, ...]
    ignored: int  #: lists on the branch that are dated after this night


def discover(
    providers: Iterable[str],
    read: Callable[[str], ModelList],
    lists: Collection[ModelsSeen],
    events: Collection[NightlyEvent],
    *,
    models: ModelsOfInterest,
    moment: Moment,
    believe: Collection[str] = (),
) -> tuple[Discovery, ...]:
    """Read the providers' lists of models, and return what is new. One provider stops no other.

    Args:
        providers: the providers to ask.
        read: reads the list of a provider.
        lists: the lists on the branch.
        events: the events on the branch.
        models: the models that matter.
        moment: the night.
        believe: providers whose list is believed even if it lost most models.
    """
    return tuple(
        _discover(
            provider,
            read(provider),
            history_of(provider, moment.date, lists, events),
            models=models,
            moment=moment,
            believe=provider in believe,
        )
        for provider in providers
    )


def _discover(
    provider: str,
    listed: ModelList,
    history: ListHistory,
    *,
    models: ModelsOfInterest,
    moment: Moment,
    believe: bool,
) -> Discovery:
    seen = models_seen(provider, listed, date=moment.date, when=moment.when)
    if not believe and (why := why_not_believed(seen, history)) is not None:
        listed = replace(listed, why_incomplete=why)
        seen = models_seen(provider, listed, date=moment.date, when=moment.when)
    same = next((other for other in history.lists if _same_list(other, seen)), None)
    return Discovery(
        seen=same or seen,
        added=same is None,
        events=find_events(same or seen, history, models, moment),
        ignored=history.later_lists,
    )


def _same_list(one: ModelsSeen, other: ModelsSeen) -> bool:
    """Whether two lists of one night say the same."""
    return all(getattr(one, name) == getattr(other, name) for name in ("date", "state", "reason", "models"))
