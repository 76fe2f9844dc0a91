"""The sheet that people fill in, and the key that says what stands behind each of its lines.

History of the format of the key:
    sightbench/review-sample/1: first version.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.errors import BadInput, shown
from benchmark.core.task import Text
from benchmark.core.verdict import Status
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.csv_table import write_csv
from benchmark.files.edge import Record, validate_record
from benchmark.review.draw import DrawnSamples, SamplingPlan
from benchmark.review.population import Asked, PopulationMember

#: What a person writes into the column ``label``, in words for the head of a sheet.
LABELS: dict[Asked, str] = {
    "verdicts": "right or wrong",
    "points": "a whole number from 1 to 10",
    "errors": "the kind of error, in a word or two",
}


class KeyStratum(Record):
    """A stratum."""

    name: str
    population: Annotated[int, Field(ge=1)]
    drawn: Annotated[int, Field(ge=1)]


class KeySample(Record):
    """What stands behind one line of the sheet."""

    sample: str = Field(description="as in the sheet")
    model: str
    task_id: str
    draw: Annotated[int, Field(ge=0)]
    stem: str = Field(description="family of the task; the task itself where the tasks were not named")
    stratum: str
    status: Annotated[Status, Field(strict=False)]
    points: float | None = Field(description="of the judge, where it graded")


class ReviewKey(Record):
    """How a sample was drawn, and what it holds; not for those who label it."""

    schema_: Literal["sightbench/review-sample/1"] = Field(
        default="sightbench/review-sample/1", alias="schema"
    )
    asked: Asked
    kinds: list[str] = Field(description="kinds of error to choose from; empty for any")
    by: list[str]
    seed: int
    strata: list[KeyStratum]
    samples: list[KeySample]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetQuestion:
    """What people are asked."""

    asked: Asked
    kinds: tuple[str, ...] = ()  #: of errors to choose from; any when empty


def write_sample(
    sheet: Path, key: Path, drawn: DrawnSamples, plan: SamplingPlan, question: SheetQuestion
) -> None:
    """Write the sheet and its key.

    The sheet hides the model; and what the judge said, unless people are asked for kinds of errors.

    Raises:
        BadInput: when one of them exists: a sheet may hold labels already.
    """
    for path in (sheet, key):
        if path.exists():
            raise BadInput(path, "", "exists, and may hold labels", "name another file, or move it away")
    found = make_key(drawn, plan, question)
    rows = [
        {
            "sample": one.sample,
            "task": one.task_id,
            "draw": one.draw,
            "prompt": _prompt(member),
            "status": one.status.value,
            "detail": member.verdict.detail,
            "answer": member.answer or "",
        }
        for one, (member, _) in zip(found.samples, drawn.members, strict=True)
    ]
    told = [name for name in ("prompt", "answer") if any(row[name] for row in rows)]
    judged = ["status", "detail"] if question.asked == "errors" else []
    write_atomic(key, (found.model_dump_json(by_alias=True, indent=1) + "\n").encode())
    write_csv(sheet, ["sample", "task", "draw", *judged, *told, "label", "comment"], rows)


def make_key(drawn: DrawnSamples, plan: SamplingPlan, question: SheetQuestion) -> ReviewKey:
    """The key of a sample; its lines are numbered in the order of the sheet."""
    width = len(str(len(drawn.members)))
    return ReviewKey(
        asked=question.asked,
        kinds=list(question.kinds),
        by=list(plan.by),
        seed=plan.seed,
        strata=[
            KeyStratum(name=one.name, population=one.population, drawn=one.drawn) for one in drawn.strata
        ],
        samples=[
            KeySample(
                sample=f"s{number:0{width}d}",
                model=member.model,
                task_id=member.verdict.task_id,
                draw=member.verdict.draw,
                stem=member.verdict.task_id if member.task is None else member.task.family,
                stratum=stratum,
                status=member.verdict.status,
                points=member.verdict.points,
            )
            for number, (member, stratum) in enumerate(drawn.members, 1)
        ],
    )


def read_key(path: Path) -> ReviewKey:
    """Read a key.

    Raises:
        BadInput: for anything that is none, and a sample that comes twice.
    """
    key = validate_record(ReviewKey, strict_json.loads(bounded.read_bytes(path), path), path)
    names = [one.sample for one in key.samples]
    if len(set(names)) != len(names):
        raise BadInput(path, "samples", "a sample comes twice", "take the key as it was written")
    if unknown := {one.stratum for one in key.samples} - {one.name for one in key.strata}:
        problem = f"unknown stratum {shown(min(unknown))}"
        raise BadInput(path, "samples", problem, "take the key as it was written")
    return key


def _prompt(member: PopulationMember) -> str:
    """The text of the task, with marks where its pictures stand."""
    parts = () if member.task is None else member.task.parts
    return "".join(part.text if isinstance(part, Text) else f"![image]({part.number}.png)" for part in parts)
