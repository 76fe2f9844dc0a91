"""The sheet that people fill in, and its key, which records the sample behind each line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.verdict import ErrorType, Status
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.csv_table import write_csv
from benchmark.files.edge import Record, validate_record
from benchmark.review.draw import DrawnSamples, SamplingPlan
from benchmark.review.population import ReviewQuestion
from benchmark.review.task_sheet import picture_files, prompt_text

#: What people write into the column ``label``; used in messages.
LABELS: dict[ReviewQuestion, str] = {
    "verdicts": "right or wrong",
    "points": "a whole number from 1 to 10",
    "errors": "the kind of error, in a word or two",
    "reasoning": "valid or invalid if the answer is right, else the kind of error",
    "scores": "yes or no for each criterion",
}
#: The criteria by which people call a judge's score reasonable or not, as in the MathOPEval paper: the score
#: agrees with its reason; the reason names what is in the answer; the score fits the scale; the judge has
#: understood the task.
CRITERIA = ("consistency", "justification", "alignment", "context")
#: Labels of a right answer's reasoning, and the kinds of errors of wrong answers, as in the MathOPEval paper.
REASONED = ("valid", "invalid")
REASONING_ERRORS = ("perception", "instruction", "format", "reasoning")


class KeyStratum(Record):
    """A stratum, with its size and the number of drawn samples."""

    name: str
    population: Annotated[int, Field(ge=1)]
    drawn: Annotated[int, Field(ge=1)]


class KeySample(Record):
    """The sample behind one line of the sheet."""

    sample: str = Field(description="name of the sample in the sheet")
    model: str
    task_id: str
    draw: Annotated[int, Field(ge=0)]
    stem: str = Field(description="stem of the task; the task's id if the tasks were not given")
    stratum: str
    status: Annotated[Status, Field(strict=False)]
    points: float | None = Field(description="the judge's points; null if it did not grade")
    error_type: ErrorType = Field(default="", description="the judge's error type; absent if there is none")

    @model_serializer(mode="wrap")
    def _leave_out_empty(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        record: dict[str, object] = handler(self)
        if not self.error_type:
            del record["error_type"]
        return record


class ReviewKey(Record):
    """How a sample was drawn, and its content. People who label must not see it."""

    schema_: Literal["sightbench/review-sample/1"] = Field(
        default="sightbench/review-sample/1", alias="schema"
    )
    asked: ReviewQuestion
    kinds: list[str] = Field(description="kinds of errors to choose from; empty if any text is allowed")
    by: list[str]
    seed: int
    strata: list[KeyStratum]
    samples: list[KeySample]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetQuestion:
    """The question for people, and possible answers."""

    asked: ReviewQuestion
    kinds: tuple[str, ...] = ()  #: kinds of errors to choose from; empty if any text is allowed


def write_sample(
    sheet: Path, key: Path, drawn: DrawnSamples, plan: SamplingPlan, question: SheetQuestion
) -> None:
    """Write the sheet and its key.

    The sheet does not show the model. It shows the judge's verdict only if the question is about kinds of
    errors or reasoning, and the judge's points only if it is about scores. A wrong answer in which no answer
    was found already has the label ``format`` if the question is about reasoning.

    Raises:
        BadInput: if one of the files exists, because a sheet may already contain labels.
    """
    for path in (sheet, key):
        if path.exists():
            raise BadInput(
                path, "", "exists, and may contain labels", "choose another name, or move the file"
            )
    found = make_key(drawn, plan, question)
    rows = [
        {
            "sample": sample.sample,
            "task": sample.task_id,
            "draw": sample.draw,
            "pictures": "" if member.task is None else picture_files(member.task),
            "prompt": "" if member.task is None else prompt_text(member.task),
            "status": sample.status.value,
            "points": "" if sample.points is None else f"{sample.points:g}",
            "detail": member.verdict.detail,
            "answer": member.answer or "",
            "label": automatic_label(question.asked, sample),
        }
        for sample, (member, _) in zip(found.samples, drawn.members, strict=True)
    ]
    texts = [name for name in ("pictures", "prompt", "answer") if any(row[name] for row in rows)]
    judged = {
        "errors": ["status", "detail"],
        "reasoning": ["status", "detail"],
        "scores": ["points", "detail"],
    }
    labels = CRITERIA if question.asked == "scores" else ("label",)
    write_atomic(key, (found.model_dump_json(by_alias=True, indent=1) + "\n").encode())
    write_csv(
        sheet, ["sample", "task", "draw", *judged.get(question.asked, []), *texts, *labels, "comment"], rows
    )


def automatic_label(asked: ReviewQuestion, sample: KeySample) -> str:
    """Return the label that a sample has without a person; empty if it has none."""
    return "format" if asked == "reasoning" and sample.status is Status.NO_ANSWER else ""


def make_key(drawn: DrawnSamples, plan: SamplingPlan, question: SheetQuestion) -> ReviewKey:
    """Return the key of a sample, with lines numbered in the order of the sheet."""
    width = len(str(len(drawn.members)))
    return ReviewKey(
        asked=question.asked,
        kinds=list(question.kinds),
        by=list(plan.by),
        seed=plan.seed,
        strata=[
            KeyStratum(name=stratum.name, population=stratum.population, drawn=stratum.drawn)
            for stratum in drawn.strata
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
                error_type=member.verdict.error_type,
            )
            for number, (member, stratum) in enumerate(drawn.members, 1)
        ],
    )


def read_key(path: Path) -> ReviewKey:
    """Read the key of a sample.

    Raises:
        BadInput: if the file is not a key, a sample is repeated, or a stratum is unknown.
    """
    key = validate_record(ReviewKey, strict_json.loads(bounded.read_bytes(path), path), path)
    names = [sample.sample for sample in key.samples]
    if len(set(names)) != len(names):
        raise BadInput(path, "samples", "a sample is repeated", "restore the original key")
    if unknown := {sample.stratum for sample in key.samples} - {stratum.name for stratum in key.strata}:
        problem = f"unknown stratum {quote_value(min(unknown))}"
        raise BadInput(path, "samples", problem, "restore the original key")
    return key
