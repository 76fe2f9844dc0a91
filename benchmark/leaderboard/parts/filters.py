"""The selects of a board's filter bar and their options."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import SHOWN_TRUST
from benchmark.analysis.conditions import Condition, distinct_words
from benchmark.leaderboard.inputs.exposure import SEEN_WORDS
from benchmark.leaderboard.inputs.facts import SIZE_LIMITS

_WEIGHTS = {"open": "Open weights", "closed": "Closed weights"}
_SEEN = {
    seen: "Dates unknown" if seen == "unknown" else words.capitalize() for seen, words in SEEN_WORDS.items()
}
_REASONING = {"yes": "Reasoning", "no": "No reasoning"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterSelect:
    """A select of the filter bar."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]  #: value and label; the first option selects everything


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterBar:
    """The values to filter by; the first five have one value per line of the tables."""

    weights: Sequence[str]
    trust: Sequence[str]
    size: Sequence[str]  #: values of ``facts.size_class``
    reasoning: Sequence[str]  #: ``yes``, ``no`` or empty
    seen: Sequence[str]  #: values of ``exposure.Seen``
    settings: Sequence[Condition]  #: settings of the tables
    protocols: Sequence[Condition]  #: protocols of the tables


def filter_selects(of: FilterBar) -> tuple[FilterSelect, ...]:
    """Return the selects that have something to filter: those whose values differ."""
    selects = (
        _fixed_select("weights", "All weights", _WEIGHTS.items(), of.weights),
        _fixed_select("trust", "Any trust", ((level, level) for level in SHOWN_TRUST), of.trust),
        _fixed_select("size", "All sizes", _size_options(unknown="" in of.size), of.size),
        _fixed_select("reasoning", "Any reasoning", _REASONING.items(), of.reasoning),
        _fixed_select("seen", "Seen or not", _SEEN.items(), of.seen),
        _condition_select("setting", "All settings", of.settings),
        _condition_select("protocol", "All protocols", of.protocols),
    )
    return tuple(select for select in selects if select is not None)


def _fixed_select(
    name: str, everything: str, options: Iterable[tuple[str, str]], lines: Sequence[str]
) -> FilterSelect | None:
    """Return a select with the options that occur in ``lines``; None if all lines have the same value."""
    present = tuple((value, words) for value, words in options if value in lines)
    return _select(name, everything, present) if len(set(lines)) > 1 else None


def _condition_select(name: str, everything: str, values: Iterable[Condition]) -> FilterSelect | None:
    """Return a select of ids, each with its words; a protocol that tables use differently keeps its id."""
    options = tuple(distinct_words(values).items())
    return _select(name, everything, options) if len(options) > 1 else None


def _select(name: str, everything: str, options: Iterable[tuple[str, str]]) -> FilterSelect:
    return FilterSelect(name=name, label=name.capitalize(), options=(("", everything), *options))


def _size_options(*, unknown: bool) -> Iterator[tuple[str, str]]:
    """Yield cumulative sizes: the script shows all models whose class is not above the chosen one."""
    left_out = ", unknown left out" if unknown else ""
    for limit in SIZE_LIMITS:
        yield str(limit), f"Up to {limit} B{left_out}"
    yield "more", f"Over {SIZE_LIMITS[-1]} B{left_out}"
