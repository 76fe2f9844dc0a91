"""A raw problem, as files have it before the pipeline."""

from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field

from benchmark.files.edge import Name, Record
from benchmark.files.wording import refusal
from benchmark.suites.mmcode.limits import RawLimit

_ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+")


def _check_id(value: str) -> str:
    if not set(value) <= _ALLOWED or value.startswith((".", "-", "+")):
        raise refusal(
            "must be a name of letters, digits, _ . - and +, and begin with one of the first three",
            "such as cf_1092_F",
        )
    return value


#: An id that is safe as the name of a folder.
ProblemId = Annotated[Name, Field(max_length=150), AfterValidator(_check_id)]


class RawExample(Record):
    """Input and output of a sample or a test."""

    model_config = ConfigDict(extra="ignore")

    input: str
    output: str


class RawProblem(Record):
    """One problem of a raw set. Fields that are not listed here are not read; the report counts them."""

    model_config = ConfigDict(extra="ignore")

    problem_id: ProblemId
    url: str | None = Field(default=None, description="address of the problem at its site")
    name: str | None = Field(default=None, description="title; becomes the first line of the statement")
    source: str | None = Field(default=None, description="the site")
    html: str | None = Field(default=None, description="the statement in HTML; counts before question")
    question: str | None = Field(default=None, description="the statement as text with ![image](n.png) marks")
    images: list[str] | dict[str, str] | None = Field(
        default=None,
        description="pictures as paths in the source's folder, base64 or data URLs: a list in the order of"
        " the statement, or an object from the attribute src",
    )
    image_tags: list[str | list[str] | None] | None = Field(
        default=None, description="categories: an entry or a list per picture"
    )
    samples: list[RawExample] | None = Field(default=None, description="the samples of the statement")
    tests: list[RawExample] | None = Field(default=None, description="the hidden tests")
    input_output: str | dict[str, object] | None = Field(
        default=None,
        description="the hidden tests as TACO has them, also as JSON text: inputs, outputs, fn_name",
    )
    starter_code: str | None = None
    time_limit: RawLimit = Field(default=None, description="in seconds, or text such as 2 seconds")
    memory_limit: RawLimit = Field(default=None, description="in MiB, or text such as 256 megabytes")
    output_validator_flags: str | None = Field(
        default=None, description="options of the checker, as Kattis writes them: float_tolerance 1e-6"
    )
    difficulty: str | None = None
    data_split: str | None = None


FIELDS = frozenset(RawProblem.model_fields)
