"""What the compare page shows: the values that its template lays out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonBar:
    """One look: the difference in words and as a bar around a zero line."""

    title: str
    tasks: str
    a: str  #: tasks solved, or percent where samples are averaged
    b: str
    difference: str
    range: str
    dot: str
    bar_from: str
    bar_width: str
    real: bool
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingTaskView:
    """A task that only one of two models solved."""

    task: str
    page: str
    side: str  #: ``a`` or ``b``
    solved_by: str
    other: str  #: what became of it in the other


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoByTwo:
    """How the tasks of two models came out, with one draw of each."""

    both: str
    only_a: str
    only_b: str
    neither: str
    differ: str
    listed: str  #: how many of them, where not all are listed
    tasks: tuple[DifferingTaskView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedModels:
    """Two models of a table."""

    table: str  #: id
    title: str
    conditions: str
    size: str  #: ``438 tasks``
    a: str
    b: str
    page_a: str
    page_b: str
    sentence: str
    lead: str
    ticks: tuple[str, ...]
    bars: tuple[ComparisonBar, ...]
    kinds: str  #: why bars of categories are wider; empty without any
    at_once: str  #: for how many pairs the verdicts hold at once
    agreement: TwoByTwo | None
    settle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """A model and the one below it."""

    a: str
    b: str
    page_a: str
    page_b: str
    address: str  #: of their comparison, for the script
    difference: str
    real: bool
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparableTable:
    """A table that models can be chosen from."""

    id: str
    title: str
    models: str
    neighbours: tuple[Neighbours, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    """The whole page."""

    data: str  #: path of the script's first file
    shown: ComparedModels | None  #: None where no table has two models
    tables: tuple[ComparableTable, ...]
    unlisted: str  #: tables whose neighbours are not listed here
