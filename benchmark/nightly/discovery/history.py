"""The earlier lists and events of one provider, as one night sees them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from benchmark.results.nightly.event import EventKind, NightlyEvent
from benchmark.results.nightly.models_seen import ModelsSeen

#: Night and moment of a record, for comparisons.
Age = tuple[str, str]


def age(record: ModelsSeen | NightlyEvent) -> Age:
    """Return when a record was made; later records compare as larger."""
    return record.date, record.when


@dataclass(frozen=True)
class ListHistory:
    """The lists and events of one provider up to a night, oldest first.

    Lists and events of later nights, such as those of a machine whose clock was wrong, count only for
    :meth:`reported`.
    """

    lists: tuple[ModelsSeen, ...]
    events: tuple[NightlyEvent, ...]
    later_events: tuple[NightlyEvent, ...] = ()
    later_lists: int = 0  #: number of lists of later nights, which are ignored

    @cached_property
    def complete(self) -> tuple[ModelsSeen, ...]:
        """The complete lists."""
        return tuple(seen for seen in self.lists if seen.state == "complete")

    @cached_property
    def nights(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """Nights with a complete list, and the models that any complete list of the night has."""
        found: dict[str, frozenset[str]] = {}
        for seen in self.complete:
            ids = frozenset(model.id for model in seen.models)
            found[seen.date] = found.get(seen.date, frozenset()) | ids
        return tuple(found.items())

    @cached_property
    def known(self) -> frozenset[str]:
        """All models that were ever in a complete list."""
        return frozenset(model for _, models in self.nights for model in models)

    def last_seen(self, model: str) -> Age:
        """Return when a model was last in a complete list; before everything if it never was."""
        ages = [age(seen) for seen in self.complete if any(found.id == model for found in seen.models)]
        return max(ages, default=("", ""))

    def reported(self, kind: EventKind, **fields: str) -> Iterator[NightlyEvent]:
        """Yield the events of a kind with these fields, of any night."""
        for event in (*self.events, *self.later_events):
            if event.kind == kind and all(getattr(event, name) == value for name, value in fields.items()):
                yield event

    def with_list(self, seen: ModelsSeen) -> "ListHistory":
        """Return the history with one more list."""
        lists = tuple(sorted((*self.lists, seen), key=age))
        return ListHistory(lists, self.events, self.later_events, self.later_lists)


def history_of(
    provider: str, date: str, lists: Iterable[ModelsSeen], events: Iterable[NightlyEvent]
) -> ListHistory:
    """Return the history of a provider up to a night, which may have lists and events already."""
    own = sorted((seen for seen in lists if seen.provider == provider), key=age)
    said = sorted((event for event in events if event.provider == provider), key=age)
    return ListHistory(
        lists=tuple(seen for seen in own if seen.date <= date),
        events=tuple(event for event in said if event.date <= date),
        later_events=tuple(event for event in said if event.date > date),
        later_lists=sum(seen.date > date for seen in own),
    )
