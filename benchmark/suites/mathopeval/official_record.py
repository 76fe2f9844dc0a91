"""The schema of one line of ``samples.jsonl``: a sample of the official data, with both formats.

``official.md`` describes the folder for people who write it.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from benchmark.core.task import FigureType, Operation
from benchmark.files.edge import Record, Slug
from benchmark.files.pictures import MARK, stays_inside
from benchmark.files.task_line import Drawing
from benchmark.files.wording import refusal
from benchmark.suites.mathopeval.names import QuestionKind, StateName

OPTIONS = 4


def _check_words(value: str) -> str:
    if not value.strip():
        raise refusal("has no text", "write it, or leave the question out")
    # A mark such as `![image](1.png)` in a text would become a picture of the prompt.
    if MARK.search(value) is not None:
        raise refusal(
            "contains the mark of a picture", "name pictures in the field pictures only", show=False
        )
    return value


def _check_path(value: str) -> str:
    if not stays_inside(value):
        raise refusal("must be a path inside the folder", "write a relative path with / and without ..")
    return value


def _check_domain(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise refusal("must be one line without spaces at its ends", "such as rainfall")
    if ":" in value:  # pages take a word with a colon for the next part of a category
        raise refusal("has a colon", "write a name such as rainfall")
    return value


def _check_options(value: list[str]) -> list[str]:
    if len(value) != OPTIONS:
        raise refusal(f"must be {OPTIONS} options", "give those of A to D, without their letters")
    return value


Words = Annotated[str, AfterValidator(_check_words)]


class OfficialState(Record):
    """One figure of a sample."""

    code: Annotated[Drawing, AfterValidator(_check_words)] = Field(
        description="a whole Python program that draws the figure with matplotlib, or a drawing in LaTeX"
    )
    picture: Annotated[str, AfterValidator(_check_path)] = Field(
        description="path in the folder: PNG, JPEG, WebP, GIF or BMP"
    )


class OfficialStates(Record):
    """The four figures of a sample."""

    original: OfficialState
    deleted: OfficialState
    modified: OfficialState
    annotated: OfficialState

    def of(self, name: StateName) -> OfficialState:
        """Return a state by its name."""
        found: OfficialState = getattr(self, name)
        return found


class OfficialInstructions(Record):
    """What the free form says besides pictures and original code."""

    generate: Words = Field(description="description of the original figure")
    delete: Words
    modify: Words
    annotate: Words

    def of(self, operation: Operation) -> str:
        """Return the instruction of an operation."""
        found: str = getattr(self, operation)
        return found


class OfficialQuestion(Record):
    """A multiple-choice question."""

    operation: Operation
    asks: QuestionKind = Field(
        "code", description="code, or for annotate: forward, backward, x, y or extreme"
    )
    pictures: Annotated[list[StateName], Field(min_length=1, max_length=4)] = Field(
        description="states whose pictures are shown, in order"
    )
    text: Words
    options: Annotated[list[Words], AfterValidator(_check_options)] = Field(
        description="the options A to D: excerpts of code, or values and elements, without their letters",
        json_schema_extra={"minItems": OPTIONS, "maxItems": OPTIONS},
    )
    answer: Literal["A", "B", "C", "D"]

    @model_validator(mode="after")
    def _parts_fit(self) -> "OfficialQuestion":
        if self.asks != "code" and self.operation != "annotate":
            problem = f"asks is {self.asks}, but operation is {self.operation}"
            raise refusal(problem, "write code, or the operation annotate", show=False)
        if len({option.strip() for option in self.options}) < OPTIONS:
            raise refusal("two options are the same", "give four different options", show=False)
        if len(set(self.pictures)) < len(self.pictures):
            raise refusal("a picture is named twice", "name each state once", show=False)
        return self


class OfficialSample(Record):
    """One line of the file."""

    id: Slug = Field(description="unique; tasks are named after it, such as bar-12-modify")
    type: FigureType
    domain: Annotated[str, Field(max_length=100), AfterValidator(_check_domain)] = Field(
        "", description="what the figure is about, such as rainfall; empty if it is unknown"
    )
    states: OfficialStates

    instructions: OfficialInstructions
    annotates: Literal["x", "y", "extreme", "points", "lengths", "angles"] | None = Field(
        None,
        description="what the annotation of a function plot or a geometric figure writes, if it is one kind",
    )
    questions: Annotated[list[OfficialQuestion], Field(max_length=100)] = Field(
        description="multiple-choice questions, in order; may be empty"
    )
