"""The values that the template of the compare page shows."""

from dataclasses import dataclass

from benchmark.analysis.conditions import Conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonBar:
    """The difference over all tasks or one category, as text and as a bar around a zero line."""

    title: str
    tasks: str
    a: str  #: tasks that the first model solved, its average in percent with several draws, or its points
    b: str  #: the same number of the second model
    difference: str
    range: str
    dot: str
    bar_from: str
    bar_width: str
    alone_from: str  #: start of the line of the pair alone; empty for none
    alone_width: str
    real: bool
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOutcome:
    """What a model's answer to a task did."""

    model: str
    title: str  #: ``Passed``, or how it failed
    passed: bool
    check: str  #: the first failed check, on one line; empty if it passed or nothing is recorded
    long: bool  #: whether the check may not fit on two lines


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingTaskView:
    """A task that only one of two models solved."""

    task: str
    page: str
    side: str  #: ``a`` or ``b``, the model that solved it
    outcomes: tuple[AnswerOutcome, ...]  #: of the first and of the second model


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoByTwo:
    """How many tasks both, one or neither of two models solved, with one draw per task."""

    both: str
    only_a: str
    only_b: str
    neither: str
    differ: str  #: tasks that exactly one of them solved
    listed: str  #: how many of these are listed; empty if all are
    tasks: tuple[DifferingTaskView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedModels:
    """Two models of a table, compared."""

    table: str  #: id of the table
    title: str
    conditions: Conditions
    size: str  #: ``438 tasks``
    a: str
    b: str
    page_a: str
    page_b: str
    sentence: str
    points: bool  #: whether scores are points from 1 to 10, so that no task counts as solved or missed
    lead: str
    ticks: tuple[str, ...]
    bars: tuple[ComparisonBar, ...]
    kinds: str  #: numbers of categories of one kind, for which bars are wider; empty without categories
    too_few: str  #: sentence on the categories with too few families; empty if there are none
    alone: str  #: sentence on the interval of the pair alone; empty for the only pair of a table
    at_once: str  #: how many pairs the verdicts hold for at once; empty for a single pair
    agreement: TwoByTwo | None
    settle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """A model and the one below it in a table."""

    a: str
    b: str
    page_a: str
    page_b: str
    address: str  #: query of the address at which the script compares them
    difference: str
    real: bool
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparableTable:
    """A table whose models can be compared."""

    id: str
    title: str
    models: str  #: number of models, such as ``10 models``
    neighbours: tuple[Neighbours, ...]  #: empty if they are not listed


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    """The compare page."""

    data: str  #: path of the first file that the script reads
    shown: ComparedModels | None  #: the models shown at first; None if no table has two models
    within_table: str  #: what verdicts depend on
    tables: tuple[ComparableTable, ...]
    unlisted: str  #: number of tables whose neighbours are not listed; empty if all are
