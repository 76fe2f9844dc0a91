"""A task: one problem, its limits, and the check that judges answers."""

import math
import re
import unicodedata
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

CompareRule = Literal["lines", "tokens", "exact", "floats"]
#: The same, and a far more tolerant one of a published judge, which an extraction rule chooses; no file may
#: name it.
JudgedCompareRule = CompareRule | Literal["tolerant"]
#: Kind of standard input; ``auto`` means a pipe if the program polls for events on it, else a file.
StdinKind = Literal["auto", "file", "pipe"]
DEFAULT_OPTIONS = 4  #: options of a multiple-choice question that does not say how many it has
FigureType = Literal["geometric", "function", "bar", "line", "pie"]
#: What an answer that draws is to do: draw a figure, or an edit of one.
Operation = Literal["generate", "delete", "modify", "annotate"]
#: The rubrics by which a model scores an answer: for a new figure by its type, for edits of any type.
RubricName = Literal[
    "generate-geometric",
    "generate-function",
    "generate-bar",
    "generate-line",
    "generate-pie",
    "delete",
    "modify",
    "annotate",
]
#: Difference between two positions in a figure that counts as none, as a share of the axis range: two pixels.
FIGURE_TOLERANCE = 0.004


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A part of the prompt that is text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A part of the prompt that is a picture."""

    number: int  #: number in the mark ``![image](n.png)``, from 1
    source: str  #: a path relative to ``folder``, or a ``data:image/...`` URL
    folder: Path | None = None  #: None means the task file's folder; never written to a file
    categories: tuple[str, ...] = ()  #: what the picture shows, such as ``graph``; empty if it is unknown


Part = Text | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time and memory that one test or case may use inside the sandbox."""

    seconds: float = 3.0  #: CPU seconds, > 0
    memory_mb: int = 1024  #: MiB on top of what the interpreter uses before the answer runs
    wall_factor: float = 4.0  #: wall-clock limit as a multiple of ``seconds``; tasks cannot change it
    #: CPU seconds for all tests or cases of a sample together, if there is such a limit, and times
    #: ``wall_factor`` the wall-clock seconds; never in a file.
    together: float | None = None

    @property
    def wall_seconds(self) -> float:
        """The limit of wall-clock time, in seconds."""
        return self.wall_factor * self.seconds

    @property
    def seconds_together(self) -> float:
        """CPU seconds for all tests or cases of a sample together; infinite if there is no such limit."""
        return math.inf if self.together is None else self.together

    @property
    def wall_seconds_together(self) -> float:
        """The same for wall-clock seconds."""
        return self.wall_factor * self.seconds_together

    def scaled(self, time_factor: float, patience: float) -> "Limits":
        """Return the limits for the same work on a slower or a busier machine.

        Args:
            time_factor: multiplies the CPU seconds, and with them the limit of wall-clock time.
            patience: multiplies the wall-clock limit only.
        """
        together = None if self.together is None else time_factor * self.together
        return replace(
            self,
            seconds=time_factor * self.seconds,
            wall_factor=patience * self.wall_factor,
            together=together,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCheck:
    """Asserts about a function or a class; test source runs on the host, never in the sandbox."""

    tests: tuple[str, ...]  #: Python sources; each runs against a fresh copy of the answer
    preamble: str = ""  #: imports that the answer may rely on; runs in the sandbox only
    #: Kind of each test, such as ``typical`` or ``large``: a slug per test; empty if the kinds are unknown.
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StdioCase:
    """Input and expected output of one run of a program."""

    input: str
    output: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StdioCheck:
    """Runs of a whole program, whose outputs are compared on the host."""

    cases: tuple[StdioCase, ...]
    compare: JudgedCompareRule = "lines"
    tolerance: float = 1e-6  #: allowed absolute or relative error, for ``floats`` only
    stdin: StdinKind = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceCheck:
    """A multiple-choice question, whose options have the letters from A."""

    answer: str  #: letter of the right option, such as ``B``
    options: int = DEFAULT_OPTIONS  #: number of options, 2 to 8


#: A line of TeX that starts with a command, as no line of Python does.
_TIKZ_START = re.compile(r"(?>(?:\s|%[^\n]*+\n)*)\\[A-Za-z]")


def is_tikz(code: str) -> bool:
    """Whether code is in TikZ: its first line, without comments of TeX, starts with a command."""
    return _TIKZ_START.match(code) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureCheck:
    """A program that draws, whose figure is compared with that of a reference program.

    Reference and original are Python or TikZ, see :func:`is_tikz`.
    """

    reference: str  #: program that draws the right figure
    operation: Operation
    type: FigureType
    original: str = ""  #: program that draws the figure before the edit; empty for ``generate``
    tolerance: float = FIGURE_TOLERANCE  #: as a share of the axis range; see benchmark/judging/scenes/
    colours: bool = False  #: whether colours count for ``generate``, too; for edits they always do
    guess: float | None = None  #: share of such tasks that a guess without the picture passes at most


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricCheck:
    """A program that draws, which only a model compares with a reference program; it is never run."""

    rubric: RubricName
    reference: str  #: program that draws the right figure
    original: str = ""  #: program that draws the figure before the edit; empty for a new figure


def rubric_of_figure(operation: Operation, figure: FigureType) -> RubricName:
    """Return the rubric of a figure: for a new one it depends on the type, for an edit it does not."""
    return cast("RubricName", f"generate-{figure}" if operation == "generate" else operation)


Check = FunctionCheck | StdioCheck | ChoiceCheck | FigureCheck | RubricCheck

#: Suites whose failed answers have an error type even if tests call them; whole programs have one everywhere.
#: Of a suite, a judge knows the id.
TYPED_SUITES = frozenset({"mmcode"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One problem of a suite. ``id`` is unique within its data set."""

    id: str
    check: Check
    suite: str = "custom"
    dataset: str = "custom"
    subset: str = ""
    version: int = 1
    stem: str = ""  #: problem family, the cluster of statistics; empty if the task is its own family
    parts: tuple[Part, ...] = ()
    starter_code: str = ""
    entry_point: str = ""  #: function or class name, or ``Solution().method``
    categories: tuple[str, ...] = ()
    level: str = ""
    unique_among: int = 0  #: rules that were tried; each that fits the picture's examples passes the tests
    description: str = ""  #: a person's description of the picture
    chart: str = ""  #: the flowchart that the pictures show, as Mermaid text
    reference: str = ""  #: a right answer, as a whole program
    licence: str = ""  #: under which pages may show the task; own tasks only
    limits: Limits = field(default_factory=Limits)

    @property
    def family(self) -> str:
        """The stem, or the id if the stem is empty: the cluster of statistics."""
        return self.stem or self.id

    @property
    def has_error_types(self) -> bool:
        """Whether failed answers get an error type: whole programs, and all tasks of some suites."""
        return isinstance(self.check, StdioCheck) or self.suite in TYPED_SUITES

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of tests, each once, in order of first occurrence; empty if they are unknown."""
        return tuple(dict.fromkeys(self.check.kinds)) if isinstance(self.check, FunctionCheck) else ()

    @property
    def entry_name(self) -> str:
        """The module-level name that tests use: ``Solution`` for ``Solution().method``.

        It has the form NFKC, like every name in Python code that was compiled.
        """
        return unicodedata.normalize("NFKC", self.entry_point.split("(", 1)[0].strip())
