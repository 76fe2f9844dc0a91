"""The schema of one line of a task file."""

import ast
import keyword
import re
import unicodedata
import warnings
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator

from benchmark.core.errors import printable_text
from benchmark.core.task import (
    DEFAULT_OPTIONS,
    FIGURE_TOLERANCE,
    CompareRule,
    FigureType,
    Operation,
    RubricName,
    StdinKind,
    is_tikz,
)
from benchmark.files.edge import Name, Record, Slug
from benchmark.files.exits import find_exit
from benchmark.files.pictures import picture_source, split_prompt
from benchmark.files.wording import entries, refusal

#: The context of lines whose Python sources are known to compile: those of the bundled data sets.
COMPILED = "compiled"
_ENTRY = re.compile(r"([^\s().]++)(?:\(\)\.([^\s().]++))?")
_MESSAGE_CHARACTERS = 100  #: characters of Python's message about a syntax error
_MOST_KINDS = 20  #: kinds of tests of one task


def _is_name(text: str) -> bool:
    """Whether Python accepts a text as a name; like Python, ignore differences that NFKC removes."""
    return text.isidentifier() and not keyword.iskeyword(unicodedata.normalize("NFKC", text))


def _check_entry_point(value: str) -> str:
    match = _ENTRY.fullmatch(value)
    if value and (match is None or not all(map(_is_name, filter(None, match.groups())))):
        raise refusal(
            "must name a function or a class", "write solve, Stack or Solution().solve, for example"
        )
    return value


def _check_python(source: str, info: ValidationInfo) -> str:
    if info.context == COMPILED:
        return source
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about legal source are for the author, not for us
            compile(source, "tests", "exec", dont_inherit=True)
    except SyntaxError as error:
        message = printable_text(error.msg[:_MESSAGE_CHARACTERS])
        raise refusal(
            f"line {error.lineno or 1} is not valid Python ({message})",
            "correct the source",
        ) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise refusal(f"is not valid Python ({type(error).__name__})", "correct the source") from None
    return source


#: Matches the beginning of a source whose first line with code is certainly a statement.
_STATEMENT = re.compile(r"(?>(?:[ \t\f]*+(?:#[^\n]*+)?\n)*)[ \t\f]*+[A-Za-z_]")


def _is_empty(source: str) -> bool:
    """Whether valid Python has no statement; most sources need no parsing for that."""
    if _STATEMENT.match(source):
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return not ast.parse(source).body


def _check_test(source: str) -> str:
    if _is_empty(source):
        raise refusal("has no statement, so every answer would pass", "write an assert, or remove it")
    if found := find_exit(source):
        line, text = found
        problem = f"line {line} exits even if the answer is right ({text[:_MESSAGE_CHARACTERS]})"
        raise refusal(printable_text(problem), "write an assert instead", show=False)
    return source


def _check_drawing(source: str, info: ValidationInfo) -> str:
    if is_tikz(source):
        return source
    if _is_empty(_check_python(source, info)):
        raise refusal("has no statement, so it draws no figure", "write the program that draws the figure")
    return source


def _check_original(source: str, info: ValidationInfo) -> str:
    return source if is_tikz(source) else _check_python(source, info)


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Source = Annotated[str, AfterValidator(_check_python)]
Test = Annotated[Source, AfterValidator(_check_test)]
Drawing = Annotated[str, AfterValidator(_check_drawing)]


class FunctionCheckLine(Record):
    """Asserts about a function or a class."""

    kind: Literal["function"]
    tests: Annotated[
        list[Test], Field(min_length=1), BeforeValidator(_as_list, json_schema_input_type=str | list[str])
    ] = Field(description="one Python source or a list; each runs against a fresh copy of the answer")
    preamble: Source = Field(default="", description="imports that the answer may rely on")
    kinds: Annotated[list[Slug], BeforeValidator(_as_list, json_schema_input_type=str | list[str])] = Field(
        default_factory=list,
        description="kind of each test, such as typical, edge or large; then the task is judged kind by kind",
    )

    @model_validator(mode="after")
    def _kinds_fit(self) -> "FunctionCheckLine":
        if self.kinds and len(self.kinds) != len(self.tests):
            raise refusal(
                f"kinds has {entries(self.kinds)}, but tests has {entries(self.tests)}",
                "write one kind per test, or leave kinds out",
                show=False,
            )
        if len(set(self.kinds)) > _MOST_KINDS:
            problem = f"kinds names {len(set(self.kinds))} kinds, and at most {_MOST_KINDS} are allowed"
            raise refusal(problem, "use fewer kinds", show=False)
        return self


class StdioCaseLine(Record):
    """Input and expected output of one run of a program."""

    input: str
    output: str


class StdioCheckLine(Record):
    """Runs of a whole program, whose outputs are compared."""

    kind: Literal["stdio"]
    cases: Annotated[list[StdioCaseLine], Field(min_length=1)]
    compare: CompareRule = "lines"
    tolerance: Annotated[
        float, Field(ge=0, le=1, description="allowed absolute or relative error, for floats only")
    ] = 1e-6
    stdin: Annotated[
        StdinKind, Field(description="auto means a pipe if the program polls for events on it, else a file")
    ] = "auto"

    @model_validator(mode="after")
    def _tolerance_is_used(self) -> "StdioCheckLine":
        if "tolerance" in self.model_fields_set and self.compare != "floats":
            raise refusal(
                'tolerance is only for "compare": "floats"',
                'remove it, or write "compare": "floats"',
                show=False,
            )
        return self


class ChoiceCheckLine(Record):
    """A multiple-choice question, whose options have the letters from A."""

    kind: Literal["choice"]
    answer: Literal["A", "B", "C", "D", "E", "F", "G", "H"] = Field(description="letter of the right option")
    options: Annotated[int, Field(ge=2, le=8, description="number of options")] = DEFAULT_OPTIONS

    @model_validator(mode="after")
    def _answer_is_an_option(self) -> "ChoiceCheckLine":
        last = chr(ord("A") + self.options - 1)
        if self.answer > last:
            raise refusal(
                f"answer is {self.answer}, but {self.options} options have the letters A to {last}",
                "correct answer, or write the number of options in options",
                show=False,
            )
        return self


class FigureCheckLine(Record):
    """A program that draws, whose figure is compared with that of a reference program."""

    kind: Literal["figure"]
    reference: Drawing = Field(description="the right figure: a program with matplotlib, or TikZ")
    original: Annotated[str, AfterValidator(_check_original)] = Field(
        default="", description="the figure before the edit, in the same form; not for generate"
    )
    operation: Operation
    type: FigureType
    tolerance: Annotated[
        float,
        Field(gt=0, le=0.05, description="difference that counts as none, as a share of the axis range"),
    ] = FIGURE_TOLERANCE
    colours: bool = Field(default=False, description="whether colours count for generate, as for edits")
    guess: float | None = Field(
        default=None, ge=0, le=1, description="maximum share that passes by guessing without the pictures"
    )

    @model_validator(mode="after")
    def _original_fits(self) -> "FigureCheckLine":
        is_new = self.operation == "generate"
        _check_if_edit(self.original, is_new, f'"operation": "{self.operation}"', "the edit")
        return self


class RubricCheckLine(Record):
    """A program that draws, which a model scores by a rubric: see ``sightbench rubric``."""

    kind: Literal["rubric"]
    rubric: RubricName
    reference: Annotated[str, Field(min_length=1, description="program that draws the right figure")]
    original: str = Field(
        default="", description="program that draws the figure before the edit; not for a new figure"
    )

    @model_validator(mode="after")
    def _original_fits(self) -> "RubricCheckLine":
        is_new = self.rubric.startswith("generate-")
        _check_if_edit(self.original, is_new, f'"rubric": "{self.rubric}"', "the rubric of an edit")
        return self


def _check_if_edit(original: str, is_new: bool, field: str, fix: str) -> None:
    """Check that there is an original if, and only if, a figure is edited."""
    if is_new and original.strip():
        problem = f"original is not for {field}, which starts from nothing"
        raise refusal(problem, f"remove it, or name {fix}", show=False)
    if not is_new and not original.strip():
        fix = "write the program that draws the figure before the edit"
        raise refusal(f"original is required for {field}", fix, show=False)


AnyCheckLine = FunctionCheckLine | StdioCheckLine | ChoiceCheckLine | FigureCheckLine | RubricCheckLine


class LimitsLine(Record):
    """Time and memory that one test or case may use."""

    seconds: Annotated[
        float, Field(gt=0, le=600, description="CPU seconds; the limit of wall-clock time is four times that")
    ] = 3.0
    memory_mb: Annotated[
        int, Field(ge=32, le=65_536, description="MiB on top of what the interpreter itself uses")
    ] = 1024


class TaskLine(Record):
    """One line of a task file: one problem."""

    id: Name
    check: Annotated[AnyCheckLine, Field(discriminator="kind")]
    suite: Slug = "custom"
    dataset: Slug = "custom"
    subset: Annotated[str, Field(max_length=200)] = ""
    version: Annotated[int, Field(ge=1)] = 1
    stem: Annotated[str, Field(max_length=200, description="problem family; if empty, the id")] = ""
    prompt: str = Field(default="", description="text with ![image](1.png) marks")
    images: list[Annotated[str, AfterValidator(picture_source)]] = Field(
        default_factory=list,
        description="paths in the file's folder or data URLs; the n-th is n.png in the prompt, from 1",
    )
    image_categories: list[list[Name]] = Field(
        default_factory=list,
        description="categories of each picture, a list per entry of images; empty if they are unknown",
    )
    starter_code: str = ""
    entry_point: Annotated[
        str,
        AfterValidator(_check_entry_point),
        Field(description="name of a function or class, or Solution().method"),
    ] = ""
    categories: list[Name] = Field(default_factory=list)
    level: Annotated[str, Field(max_length=200)] = ""
    unique_among: Annotated[
        int,
        Field(
            ge=0, description="rules that were tried; each that fits the picture's examples passes the tests"
        ),
    ] = 0
    description: str = Field(default="", description="a person's description of the picture")
    chart: str = Field(default="", description="the flowchart that the pictures show, as Mermaid text")
    reference: str = Field(default="", description="a right answer, as a whole program")
    licence: Annotated[
        Name | Literal[""],
        Field(description="pages show tasks of your own only if each states its licence, such as CC BY 4.0"),
    ] = ""
    limits: LimitsLine = Field(default_factory=LimitsLine)

    @model_validator(mode="after")
    def _parts_fit(self) -> "TaskLine":
        split_prompt(self.prompt, self.images, self.image_categories)
        if isinstance(self.check, FunctionCheckLine) and not self.entry_point:
            raise refusal(
                "entry_point is required for a function check",
                "name the function or class to call",
                show=False,
            )
        if isinstance(self.check, ChoiceCheckLine) and self.reference:
            raise refusal(
                "reference is for checks that run a program, and the check is a choice",
                "remove it; check.answer has the right letter",
                show=False,
            )
        return self
