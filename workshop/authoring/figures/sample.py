"""One sample of drawing tasks: a figure, its three edits, and what a model is told and asked about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from benchmark.core.task import FigureType, Operation
from benchmark.suites.mathopeval.names import STATES, QuestionKind, Reasoning, StateName
from workshop.drawing.captured import Capture

#: How a program is written: ``plt.`` calls, methods of axes, a loop over data, a dictionary of data.
CodeStyle = Literal["pyplot", "axes", "loop", "dictionary"]
#: Minimum number of equally likely results of an edit whose result must be read as a value.
READ = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A figure and the program that draws it."""

    #: What the figure shows, as plain values for JSON: numbers, texts, lists and dictionaries of texts.
    figure: Mapping[str, object]
    code: str  #: a whole program with matplotlib, which ends with the figure open and saves or shows nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One edit of a sample's original figure."""

    operation: Operation
    kind: str  #: what is done, as a slug, such as ``median`` or ``reflect``
    state: State  #: the figure after the edit
    instruction: str  #: all that is needed besides pictures and original code to make exactly this figure
    #: What a reader who sees the pictures needs: that something changed, or the names and values to write.
    hint: str
    ways: int = READ  #: minimum number of equally likely edits of the original that fit the hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One of four options of a question."""

    text: str  #: the excerpt of code, the value or the element, as it is shown
    #: The whole program of which a code option is an excerpt; empty for values and elements.
    program: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A multiple-choice question about one edit, or about the original figure."""

    operation: Operation
    kind: QuestionKind
    pictures: tuple[StateName, ...]  #: which pictures are shown, in order
    text: str  #: about 90 characters; no code and no value that is an option
    right: Option
    wrong: tuple[Option, Option, Option]
    reasoning: Mapping[Reasoning, str]  #: worked reasoning to the right option, without its letter


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSample:
    """A figure with three edits, and questions about all four."""

    type: FigureType
    domain: str  #: what the data are about, such as ``rainfall``; geometry and functions have theirs too
    style: CodeStyle
    original: State
    description: str  #: everything that is needed besides the picture to draw exactly the original
    outline: str  #: the description without the numbers that the picture shows
    part: State | None = None  #: what ``generate`` asks to draw in free form, if not all of the original
    part_words: str = ""  #: what this part is, without what the picture shows
    anchor: str = ""  #: places that no picture shows, because the axes are hidden
    edits: tuple[Edit, ...]  #: ``delete``, ``modify``, ``annotate``; none of a figure that is read by eye
    questions: tuple[Question, ...]  #: at least five: one or more for each operation; one if read by eye
    words: str = ""  #: all that the picture of a figure that is read by eye shows
    sights: tuple[str, ...] = ()  #: what makes it hard to see, such as ``log axis``
    grain: int = 0  #: seed of the grain or capture of its pictures, which changes no answer; 0 for none
    capture: Capture | None = None  #: how its pictures are captured

    @property
    def level(self) -> str:
        """``1`` for a figure that is easy to read, and one more for each difficulty of sight."""
        return str(1 + len(self.sights))

    @property
    def drawn(self) -> tuple[Operation, ...]:
        """What the free form asks for."""
        return ("generate", *(edit.operation for edit in self.edits)) if self.description else ()

    @property
    def references(self) -> dict[Operation, State]:
        """The figures that the free form asks for."""
        asked: dict[Operation, State] = {"generate": self.part or self.original}
        return asked | {edit.operation: edit.state for edit in self.edits}

    @property
    def states(self) -> dict[StateName, State]:
        """The figures, by name."""
        found: dict[StateName, State] = {"original": self.original}
        return found | {STATES[edit.operation]: edit.state for edit in self.edits}
