"""What one line of a task file may hold."""

import ast
import keyword
import re
import warnings
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from benchmark.core.errors import printable
from benchmark.core.task import CompareRule, StdinKind
from benchmark.files.edge import Name, Record, Slug
from benchmark.files.pictures import picture_source, split_prompt
from benchmark.files.wording import refusal

_ENTRY = re.compile(r"([A-Za-z_]\w*+)(?:\(\)\.([A-Za-z_]\w*+))?", re.ASCII)
_SHOWN = 100  #: characters of what Python says about a source
#: Kinds of check that this version does not judge yet.
_LATER = ("choice", "figure", "rubric")


def _entry_point(value: str) -> str:
    match = _ENTRY.fullmatch(value)
    if value and (match is None or any(name and keyword.iskeyword(name) for name in match.groups())):
        raise refusal("must name a function or a class", "such as solve, Stack or Solution().solve")
    return value


def _python(source: str) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd but legal source is the author's business
            compile(source, "tests", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise refusal(
            f"line {error.lineno or 1} is not valid Python ({printable(error.msg[:_SHOWN])})",
            "correct the source",
        ) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise refusal(f"is not valid Python ({type(error).__name__})", "correct the source") from None
    return source


def _test(source: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        empty = not ast.parse(source).body
    if empty:
        raise refusal("holds no statement, so every answer would pass", "write an assert, or remove it")
    return source


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _judged(value: object) -> object:
    if isinstance(value, dict) and value.get("kind") in _LATER:
        raise refusal(
            f"checks of kind {value['kind']} cannot be judged by this version",
            "function or stdio",
            show=False,
        )
    return value


Source = Annotated[str, AfterValidator(_python)]
Test = Annotated[Source, AfterValidator(_test)]


class FunctionCheckLine(Record):
    """Asserts over a function or a class."""

    kind: Literal["function"]
    tests: Annotated[
        list[Test], Field(min_length=1), BeforeValidator(_as_list, json_schema_input_type=str | list[str])
    ] = Field(description="Python source, or a list of such: each runs against a fresh copy of the answer")
    preamble: Source = Field(default="", description="imports that the answer may rely on")


class StdioCaseLine(Record):
    """One run of a whole program."""

    input: str
    output: str


class StdioCheckLine(Record):
    """Input and output of a whole program."""

    kind: Literal["stdio"]
    cases: Annotated[list[StdioCaseLine], Field(min_length=1)]
    compare: CompareRule = "lines"
    tolerance: Annotated[float, Field(ge=0, le=1, description="absolute or relative, for floats only")] = 1e-6
    stdin: Annotated[
        StdinKind, Field(description="auto is a file, or a pipe for a program that waits for events on it")
    ] = "auto"

    @model_validator(mode="after")
    def _tolerance_is_used(self) -> "StdioCheckLine":
        if "tolerance" in self.model_fields_set and self.compare != "floats":
            raise refusal(
                "tolerance is for floats only", 'remove it, or write "compare": "floats"', show=False
            )
        return self


class LimitsLine(Record):
    """What one test or case may use."""

    seconds: Annotated[
        float, Field(gt=0, le=600, description="CPU seconds; wall time is four times that")
    ] = 3.0
    memory_mb: Annotated[int, Field(ge=32, le=65_536, description="MiB beyond the interpreter's own")] = 1024


class TaskLine(Record):
    """One line of a task file: one problem."""

    id: Name
    check: Annotated[
        Annotated[FunctionCheckLine | StdioCheckLine, Field(discriminator="kind")], BeforeValidator(_judged)
    ]
    suite: Slug = "custom"
    dataset: Slug = "custom"
    subset: Annotated[str, Field(max_length=200)] = ""
    version: Annotated[int, Field(ge=1)] = 1
    stem: Annotated[str, Field(max_length=200, description="problem family; the id when empty")] = ""
    prompt: str = Field(default="", description="text with ![image](1.png) marks")
    images: list[Annotated[str, AfterValidator(picture_source)]] = Field(
        default_factory=list, description="paths beside the file or data URLs; the n-th is n.png, from 1"
    )
    starter_code: str = ""
    entry_point: Annotated[
        str, AfterValidator(_entry_point), Field(description="function, class or Solution().method")
    ] = ""
    categories: list[Name] = Field(default_factory=list)
    level: Annotated[str, Field(max_length=200)] = ""
    description: str = Field(default="", description="a person's description of the picture")
    reference: str = Field(default="", description="a right answer, as a whole program")
    limits: LimitsLine = Field(default_factory=LimitsLine)

    @model_validator(mode="after")
    def _parts_fit(self) -> "TaskLine":
        split_prompt(self.prompt, self.images)
        if isinstance(self.check, FunctionCheckLine) and not self.entry_point:
            raise refusal(
                "entry_point is required for a function check",
                "name the function or class to call",
                show=False,
            )
        return self
