"""What a suite's record states about its tasks: licences, dates, its paper, and columns and tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Licence:
    """The source and the licence of a data set; pages always show the ids and the number of its tasks."""

    name: str  #: such as ``CC BY 4.0``, or words such as ``none stated``
    shows: bool  #: whether pages may show the texts and pictures of tasks
    link: str = ""  #: https address of the licence's text
    credit: str = ""  #: sentence that pages print below the tasks that they show
    reason: str = ""  #: sentence that says why tasks are not shown
    kept_back: bool = False  #: failed checks and answers are hidden too: they would reveal the tasks
    source: str = ""  #: where the tasks come from, in a few words
    source_link: str = ""  #: https address of the source
    command: str = ""  #: command that fetches or converts the tasks

    @property
    def is_ours(self) -> bool:
        """Whether the tasks are written by this project."""
        return self.source == _OUR_SOURCE


_OUR_SOURCE = "Sightbench, original"
OUR_LICENCE = Licence(
    name="CC BY 4.0",
    shows=True,
    link="https://creativecommons.org/licenses/by/4.0/",
    credit="Tasks and pictures: Sightbench open tasks, CC BY 4.0.",
    source=_OUR_SOURCE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationDate:
    """When the tasks of a data set were published; dates are YYYY-MM-DD or shorter."""

    tasks: str = ""  #: publication date of the tasks; empty if unknown
    source: str = ""  #: source of that date
    behind: str = ""  #: publication date of the problems that the tasks were made from; empty without any
    origin: str = ""  #: name of these problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The paper that introduced a benchmark."""

    author: str  #: all authors as BibTeX reads them: ``Wang, Hanbin and Zhou, Xiaoxuan``
    year: int
    title: str
    arxiv: str  #: id without a version
    word: str  #: word of its BibTeX key


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryGroup:
    """Categories that answer one question about a task, and that pages list together."""

    kind: str  #: ``Category.kind`` of its categories
    title: str  #: the noun for one of its names, such as ``task type``
    plural: str
    #: Its known names in the order of pages, with their meanings; without any, the largest come first.
    names: Mapping[str, str]
    note: str = ""  #: which tasks count in a category; empty if a task has one name of the group


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table, and the score that its cells show."""

    id: str  #: name of the column in addresses
    title: str
    key: str = ""  #: explanation for the legend below the table
    metric: str = ""  #: empty for the metric that ranks the table
    category: str = ""
    parts: tuple[str, ...] = ()  #: its levels from easy to hard, which the table by category shows
    setting: str = ""  #: another setting whose rows are shown; empty for the table's own setting
    blind: bool = False  #: whether it shows the score of the model's row without the picture


PASS_10 = Column(id="pass10", title="pass@10, %", metric="pass@10", key="share solved with ten tries")
PASSED = Column(
    id="passed", title="Passed, %", metric="pass@1", key="share of answers that are right in every part"
)
RAN = Column(
    id="ran",
    title="Ran, %",
    metric="execution_success",
    key="share of programs that ran and gave a result, right or wrong",
)
ANSWERED = Column(
    id="answered",
    title="Answered, %",
    metric="execution_success",
    key="share of answers in which the letter of an option was found",
)
PARSED = Column(
    id="parsed",
    title="Parsed, %",
    metric="parsing_success",
    key="share of programs in which a linter finds no error",
)
BLIND = Column(id="blind", title="Blind, %", blind=True, key="share solved without seeing the picture")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartNumbers:
    """Numbers of tasks with flowcharts, and means over them; None for a number that is not known."""

    problems: int
    tests: float | None = None  #: test cases per task
    nodes: float | None = None  #: nodes per chart, starts and ends included
    edges: float | None = None  #: edges per chart


@dataclass(frozen=True, slots=True)
class TitledTable:
    """A table to print, such as numbers of a data set next to those of a paper; None is an unknown number."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str | float | None]]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One of two formats of the same samples, each with data sets of its own."""

    ending: str  #: ending of its data sets
    other: Column  #: shows the score of the same model in the other format
