"""The filter bar of a board: what its selects offer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import TRUST
from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.facts import SIZES

_WEIGHTS = {"open": "Open weights", "closed": "Closed weights"}
_REASONING = {"yes": "Reasoning", "no": "No reasoning"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterSelect:
    """A select of the filter bar."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]  #: value and words; the first one is everything


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterBar:
    """What the lines of some tables differ in; a value a line, or a table."""

    weights: Sequence[str]
    trust: Sequence[str]
    size: Sequence[str]  #: classes, see ``facts.size_class``
    reasoning: Sequence[str]  #: ``yes``, ``no`` or empty
    settings: Sequence[str]
    protocols: Sequence[str]


def choices(of: FilterBar) -> tuple[FilterSelect, ...]:
    """Selects that would leave some lines out."""
    found = (
        _known("weights", "All weights", _WEIGHTS.items(), of.weights),
        _known("trust", "Any trust", ((one, one) for one in TRUST), of.trust),
        _known("size", "All sizes", _sizes(), of.size),
        _known("reasoning", "Any reasoning", _REASONING.items(), of.reasoning),
        _named("setting", "All settings", of.settings),
        _named("protocol", "All protocols", of.protocols),
    )
    return tuple(one for one in found if one is not None)


def _known(
    name: str, everything: str, options: Iterable[tuple[str, str]], lines: Sequence[str]
) -> FilterSelect | None:
    """Options that some line has; none where all lines are the same."""
    shown = tuple((value, words) for value, words in options if value in lines)
    return _choice(name, everything, shown) if len(set(lines)) > 1 else None


def _named(name: str, everything: str, values: Iterable[str]) -> FilterSelect | None:
    shown = tuple((value, clean(value)) for value in dict.fromkeys(values))
    return _choice(name, everything, shown) if len(shown) > 1 else None


def _choice(name: str, everything: str, options: Iterable[tuple[str, str]]) -> FilterSelect:
    return FilterSelect(name=name, label=name.capitalize(), options=(("", everything), *options))


def _sizes() -> Iterator[tuple[str, str]]:
    low = 0
    for limit in SIZES:
        yield str(limit), f"{low}–{limit} B" if low else f"Up to {limit} B"
        low = limit
    yield "more", f"Over {low} B"
