"""The selects of a board's filter bar and their options."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import SHOWN_TRUST
from benchmark.analysis.conditions import Condition, distinct_words
from benchmark.analysis.wording import clean
from benchmark.leaderboard.inputs.exposure import SEEN_WORDS
from benchmark.leaderboard.inputs.facts import SIZE_LIMITS, release_date, row_submission, size_class
from benchmark.results.row import Row
from benchmark.submissions.schema import Submission

UNKNOWN = "unknown"  #: value of the filter for models without a known size
_NAME_CHARACTERS = 40

_WEIGHTS = {"open": "Open weights", "closed": "Closed weights"}
_SEEN = {seen: words.capitalize() for seen, words in SEEN_WORDS.items()}
_REASONING = {"yes": "Reasoning", "no": "No reasoning"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterSelect:
    """A select of the filter bar."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]  #: value and label; the first option selects everything


@dataclass(frozen=True, slots=True, kw_only=True)
class Filterable:
    """What the lines of a table are filtered by; a field that is not known is empty."""

    weights: str = ""  #: ``open`` or ``closed``
    trust: str = ""
    size: str = ""  #: a value of ``facts.size_class``
    organisation: str = ""
    released: str = ""  #: year, month or day of release
    reasoning: str = ""  #: ``yes`` or ``no``
    seen: str = ""  #: a value of ``exposure.Seen``


def filterable(row: Row, submission: Submission | None, trust: str = "", seen: str = "") -> Filterable:
    """Return what a row is filtered by."""
    facts = row_submission(row, submission)
    return Filterable(
        weights=facts.weights,
        trust=trust,
        size=size_class(None if submission is None else submission.parameters_b),
        organisation=clean(facts.organisation, _NAME_CHARACTERS),
        released=release_date(submission),
        reasoning="" if facts.reasoning is None else "yes" if facts.reasoning else "no",
        seen=seen,
    )


def filter_selects(
    lines: Sequence[Filterable], settings: Sequence[Condition] = (), protocols: Sequence[Condition] = ()
) -> tuple[FilterSelect, ...]:
    """Return the selects that have something to filter: those whose values differ."""
    values = {name: [getattr(line, name) for line in lines] for name in Filterable.__slots__}
    makers = [(name, name) for name in sorted({*values["organisation"]} - {""}, key=str.casefold)]
    released = [date[:4] for date in values["released"]]
    years = ((year, f"Since {year}") for year in sorted({*released} - {""}, reverse=True))
    sizes = [size or UNKNOWN for size in values["size"]]
    # The script shows all models whose class is not above the chosen one.
    classes = [(str(limit), f"Up to {limit} B") for limit in SIZE_LIMITS]
    classes += [("more", f"Over {SIZE_LIMITS[-1]} B"), (UNKNOWN, "Size not public")]
    selects = (
        _select("weights", "All weights", _WEIGHTS.items(), values["weights"]),
        _select("trust", "Any trust", ((level, level) for level in SHOWN_TRUST), values["trust"]),
        _select("size", "All sizes", classes, sizes),
        _select("organisation", "All organisations", makers, values["organisation"]),
        _select("released", "Released any time", years, released),
        _select("reasoning", "Any reasoning", _REASONING.items(), values["reasoning"]),
        _select("seen", "Seen or not", _SEEN.items(), values["seen"]),
        _select("setting", "All settings", distinct_words(settings).items()),
        _select("protocol", "All protocols", distinct_words(protocols).items()),
    )
    return tuple(select for select in selects if select is not None)


def _select(
    name: str, everything: str, options: Iterable[tuple[str, str]], lines: Sequence[str] | None = None
) -> FilterSelect | None:
    """Return a select with the options that occur in ``lines``; None if there is nothing to choose from."""
    present = [option for option in options if lines is None or option[0] in lines]
    values = present if lines is None else {*lines}
    if len(values) < 2:  # noqa: PLR2004 - nothing to choose
        return None
    return FilterSelect(name=name, label=name.capitalize(), options=(("", everything), *present))
