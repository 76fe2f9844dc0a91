"""The selects by which a model's list of tasks is filtered: subset, level, category, type and aspect."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters, digits

from benchmark.analysis.catalog import bare_category, category_title
from benchmark.analysis.score_cells import Category
from benchmark.analysis.wording import clean
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key, places_in_order
from benchmark.core.suite import suite_of
from benchmark.leaderboard.shared.addresses import address_part

#: One letter per set of values that a task can have. With more sets, a select is left out.
_LETTERS = digits + ascii_letters
_MIN_OPTIONS = 2
_EVERYTHING = {
    "subset": "All subsets",
    "level": "All levels",
    "type": "All types",
    "aspect": "All aspects",
    "category": "All categories",
}


@dataclass(frozen=True, slots=True)
class KindOption:
    """A value to filter by."""

    value: str  #: as it stands in addresses
    words: str
    letters: str  #: letters of the tasks that have it


@dataclass(frozen=True, slots=True)
class KindSelect:
    """A select of a list of tasks."""

    name: str  #: ``subset``, ``level``, ``type``, ``aspect`` or ``category``
    everything: str  #: label of the first option, which selects all tasks
    tasks: str  #: one letter per task, in natural order of ids
    options: tuple[KindOption, ...]


def kind_selects(suite: str, counts: Counts) -> tuple[KindSelect, ...]:
    """Return the selects in whose values the tasks of a row differ."""
    return _selects(suite, counts.tasks, tuple(counts.categories.items()))


@lru_cache(8)  # rows of a table have the same tasks
def _selects(
    suite: str, tasks: tuple[str, ...], categories: tuple[tuple[str, tuple[int, ...]], ...]
) -> tuple[KindSelect, ...]:
    known = [*suite_of(suite).subsets, *suite_of(suite).levels]
    groups = suite_of(suite).category_groups
    known += [name for group in groups for name in group.names if name not in known]
    everything = _EVERYTHING | {group.kind: f"All {group.plural}" for group in groups}
    found = (_select(name, words, tasks, dict(categories), known) for name, words in everything.items())
    return tuple(select for select in found if select is not None)


def _select(
    kind: str,
    everything: str,
    tasks: tuple[str, ...],
    categories: Mapping[str, tuple[int, ...]],
    known: Sequence[str],
) -> KindSelect | None:
    values: list[set[str]] = [set() for _ in tasks]
    for value, places in _values(kind, categories):
        for place in places:
            values[place].add(value)
    letters: dict[frozenset[str], str] = {}
    for each in map(frozenset, values):
        if each not in letters:
            if len(letters) == len(_LETTERS):
                return None
            letters[each] = _LETTERS[len(letters)]
    names = {value: "" for each in letters for value in each}
    if len(names) < _MIN_OPTIONS:
        return None
    for each, letter in letters.items():
        for value in each:
            names[value] += letter
    order = {value: number for number, value in enumerate(known)}
    ordered = sorted(names, key=lambda value: (order.get(value, len(order)), natural_key(value)))
    return KindSelect(
        name=kind,
        everything=everything,
        tasks="".join(letters[frozenset(values[place])] for place in places_in_order(tasks)),
        options=tuple(
            KindOption(address_part(value), clean(category_title(value)), names[value]) for value in ordered
        ),
    )


def _values(kind: str, categories: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the values of a kind with the indices of their tasks; pairs of values are left out."""
    for name, places in categories.items():
        category = Category(name)
        if category.kind == kind:
            yield bare_category(category.parts[-1].partition(":")[2]), places
