"""What people did with the tasks that `sightbench review solve` showed them: one file per person.

``reviews/people/NAME.yaml`` has the attempts of one person at the tasks of one data set. As each person has a
file, two pull requests never conflict.
"""

import datetime
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import Field, field_validator, model_validator

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB
from benchmark.files.edge import Amount, Name, Record, Slug, validate_record
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import refusal

#: Maximum characters of an answer and of a remark.
ANSWER_CHARACTERS, REMARK_CHARACTERS = 16_000, 2_000

#: Maximum minutes of an attempt: those of ten weeks.
MINUTES = 100_000.0

_FILE_LIMIT = 16 * MIB
#: Lines that need no escapes, and words that no reader of YAML takes for another value.
_BLOCK = re.compile(r"[!-~]([ -~]*[!-~])?(\n+([ -~]*[!-~])?)+")
_WORD = re.compile(r"[a-z]{4}[a-z0-9-]*")

_FIX = "let `sightbench review solve` write the file"

Outcome = Literal["solved", "missed", "gave-up"]
#: What a person says about a task that they did not solve.
Reason = Literal["cannot-read", "ambiguous-rule", "wrong-example", "too-hard", "other"]
#: Reason → its words for people.
REASONS: Mapping[Reason, str] = {
    "cannot-read": "I cannot read a part of the picture",
    "ambiguous-rule": "the picture allows more than one rule",
    "wrong-example": "a worked example looks wrong",
    "too-hard": "I can read the picture, but it is too hard for me",
    "other": "another reason",
}
#: The reasons for which the picture is to blame, and not the person.
PICTURE_REASONS: frozenset[str] = frozenset({"cannot-read", "ambiguous-rule", "wrong-example"})

_Answer = Annotated[str, Field(max_length=ANSWER_CHARACTERS)]
_Remark = Annotated[str, Field(max_length=REMARK_CHARACTERS)]
_Version = Annotated[int, Field(ge=1)]
_Minutes = Annotated[Amount, Field(le=MINUTES)]


class Attempt(Record):
    """One person's finished attempt at one task, from its picture and text alone."""

    version: _Version = Field(description="version of the task that was shown")
    date: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    outcome: Outcome
    minutes: _Minutes = Field(description="from showing the task to the answer, without pauses")
    reason: Reason | Literal[""] = Field(default="", description="why it was not solved; empty if not said")
    remarks: _Remark = ""
    answer: _Answer = Field(default="", description="the program; empty if the person gave up without one")

    @field_validator("date")
    @classmethod
    def _check_date(cls, value: str) -> str:
        try:
            datetime.date.fromisoformat(value)
        except ValueError:
            raise refusal("must be a day that exists", "write YYYY-MM-DD") from None
        return value

    @model_validator(mode="after")
    def _check_outcome(self) -> Self:
        if self.outcome == "gave-up" and not self.reason:
            raise refusal("has no reason, but the person gave up", _FIX, show=False)
        if self.outcome != "gave-up" and not self.answer.strip():
            problem = f"has no answer, but the outcome {self.outcome}"
            raise refusal(problem, _FIX, show=False)
        return self

    @property
    def blames_picture(self) -> bool:
        """Whether the person did not solve the task and says that the picture is why."""
        return self.outcome != "solved" and self.reason in PICTURE_REASONS


class OpenAttempt(Record):
    """The task that a person has begun and not finished."""

    task: Name
    version: _Version
    minutes: _Minutes = Field(description="until the last pause, or until the draft was last kept")
    draft: _Answer = ""


class PersonAttempts(Record):
    """A file of attempts: those of one person at the tasks of one data set."""

    canary: str
    by: Slug = Field(description="name of the person; the file has it, too")
    suite: Name
    dataset: Name
    tasks: dict[Name, Attempt] = Field(default_factory=dict)
    begun: OpenAttempt | None = Field(default=None, description="the task that is not finished")

    def without_begun(self, today: str) -> Self:
        """Return the attempts with the task that was begun as given up, because it has changed."""
        begun = self.begun
        assert begun is not None  # noqa: S101 - the caller has read it
        seen = Attempt(
            version=begun.version,
            date=today,
            outcome="gave-up",
            minutes=round(begun.minutes, 2),
            reason="other",
            remarks="The task was changed before it was finished.",
            answer=begun.draft,
        )
        return self.model_copy(update={"begun": None, "tasks": {begun.task: seen, **self.tasks}})


def people_folder(collection: Collection) -> Path:
    """Return the folder with the attempts at the tasks of an open data set."""
    return collection.folder / "reviews" / "people"


def read_attempts(path: Path, suite: str, dataset: str) -> PersonAttempts:
    """Read a person's file; without attempts if it does not exist yet.

    Raises:
        BadInput: if the file is not valid, or is about another person or data set.
    """
    name = path.name.removesuffix(".yaml")
    if not path.exists():
        return validate_record(
            PersonAttempts, {"canary": CANARY, "by": name, "suite": suite, "dataset": dataset}, path
        )
    found = validate_record(PersonAttempts, read_yaml(path, _FILE_LIMIT).value, path)
    expected = {"canary": CANARY, "by": name, "suite": suite, "dataset": dataset}
    for field, value in expected.items():
        if getattr(found, field) != value:
            problem = f"is {quote_value(getattr(found, field))}, expected {quote_value(value)}"
            raise BadInput(path, field, problem, "use one file per person and data set, named NAME.yaml")
    return found


def read_people(collection: Collection) -> tuple[PersonAttempts, ...]:
    """Read the files of all people who solved tasks of an open data set.

    Raises:
        BadInput: if a file is not valid.
    """
    paths = sorted(people_folder(collection).glob("*.yaml"))
    for path in paths:
        if path.is_symlink():  # an error would quote any file of this machine
            raise BadInput(path, "", "is a link", "put the file itself there")
    return tuple(read_attempts(path, collection.suite, collection.dataset) for path in paths)


def write_attempts(path: Path, attempts: PersonAttempts) -> bytes:
    """Write a person's file in one step; return its content.

    Raises:
        BadInput: if it cannot be written.
    """
    fields = attempts.model_dump(exclude_defaults=True)
    data = yaml.dump(fields, Dumper=_Dumper, sort_keys=False, width=110).encode("ascii")
    write_atomic(path, data)
    return data


class _Dumper(yaml.SafeDumper):
    """Writes programs as blocks of lines, and escapes characters beyond ASCII: YAML forbids some of them."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> Any:
    style = "|" if _BLOCK.fullmatch(text) else None if _WORD.fullmatch(text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)
