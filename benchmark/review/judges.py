"""The agreement of two judges that gave points from 1 to 10 to the same answers."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import SampleKey
from benchmark.core.verdict import Status, Verdict
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.files.jsonl import read_records
from benchmark.files.naming import bare_name
from benchmark.files.strict_json import loads
from benchmark.files.verdicts import read_verdicts
from benchmark.results.ledger import read_row
from benchmark.results.row import Row
from benchmark.results.rubric import ReplyLine, Score
from benchmark.review.agree import points_correlation
from benchmark.review.draw import PopulationMember
from benchmark.review.intervals import DECIMALS, GRADES, Interval, interval_of, whole_points
from benchmark.scoring.agreement import Kappa, weighted_cohen
from benchmark.scoring.correlation import Correlation

Value = TypeVar("Value")

#: The five levels of points, as in the MathOPEval paper.
BANDS = ("1-2", "3-4", "5-6", "7-8", "9-10")
#: Number of samples by whether they passed by one judge, and the level of their points by another.
Outcomes = Mapping[tuple[bool, str], int]
_FIX = "give a row or a verdict file with points, or a file of rubric scores"


@dataclass(frozen=True, slots=True)
class JudgePoints:
    """The points of one judge, by sample."""

    name: str
    points: Mapping[SampleKey, float]
    passed: Mapping[SampleKey, bool] = field(
        default_factory=dict
    )  #: empty for a judge that only gives points
    stems: Mapping[str, str] = field(default_factory=dict)  #: by task, if they are known and differ


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgesReport:
    """The agreement of two judges."""

    first: str
    second: str
    samples: int  #: samples with points of both
    only_first: int  #: samples without points of the second
    only_second: int
    mean_first: float  #: mean points on the samples of both
    mean_second: float
    bands: Mapping[tuple[str, str], int]  #: samples by level of both, for pairs of levels that occur
    #: Samples by outcome of the first and level of the second; empty if the first only gives points.
    outcomes: Outcomes
    alike: Interval  #: share of samples with points of the same level
    weighted_kappa: Kappa | None  #: kappa of whole points with quadratic weights
    rank_correlation: Correlation | None  #: None if a judge gave all samples the same


def read_points(path: Path) -> JudgePoints:
    """Read the points of a row, a verdict file or a file of rubric scores, without samples that have none.

    Raises:
        BadInput: if the file is none of these, or has no points.
    """
    found = _json_points(path) if path.suffix == ".json" else _verdict_points(path)
    if not found.points:
        raise BadInput(path, "", "has no points", _FIX)
    return found


def row_points(row: Row, name: str = "") -> JudgePoints:
    """Return the points of a row's verdicts, and which samples passed."""
    result = row.result
    return JudgePoints(
        name,
        {(task, draw): value for task, draw, value in _samples(result.points) if value is not None},
        {
            (task, draw): status == Status.PASSED
            for task, draw, status in _samples(result.statuses)
            if status != "missing"
        },
        result.tasks.stems,
    )


def rubric_points(scores: Mapping[str, Sequence[int | None]], name: str = "") -> JudgePoints:
    """Return the scores that a model gave by task, without samples that have none."""
    return JudgePoints(name, {(task, draw): float(score) for task, draw, score in _samples(scores) if score})


def read_replies(path: Path) -> dict[SampleKey, str]:
    """Read the replies of a judge, and return by sample the last one that is about the score.

    Raises:
        BadInput: if a line is not a reply, or there is none.
    """
    found: dict[SampleKey, str] = {}
    for number, record in read_records(path):
        try:
            reply = ReplyLine.model_validate(record)
        except ValidationError:
            fix = "give the file of replies next to the file of rubric scores"
            raise BadInput(path, f"line {number}", "is not a judge's reply", fix) from None
        if reply.step != "elements":
            found[reply.task_id, reply.draw] = reply.completion
    return found


def with_scores(
    members: Sequence[PopulationMember],
    model: str,
    judge: JudgePoints,
    replies: Mapping[SampleKey, str] | None,
) -> tuple[PopulationMember, ...]:
    """Give a model's samples the points of another judge, and leave out those without points or reason.

    An answer without code has points, but the judge was not asked about it and gave no reason.

    Args:
        members: the samples of all models.
        model: the model whose samples are changed.
        judge: the other judge's points.
        replies: the other judge's reasons; None if they are unknown, and then none is needed.

    Raises:
        BadInput: if the judge gave points to a sample that is not there.
    """
    known = {member.verdict.key for member in members if member.model == model}
    if unknown := judge.points.keys() - known:
        task, draw = min(unknown)
        problem = f"has points for task {quote_value(task)}, draw {draw}, which has no verdict"
        raise BadInput(judge.name, "", problem, "give the scores of the same answers, in the same order")
    changed = []
    for member in members:
        key = member.verdict.key
        if member.model != model:
            changed.append(member)
        elif key in judge.points and (replies is None or key in replies):
            detail = "" if replies is None else replies[key]
            changed.append(
                replace(member, verdict=replace(member.verdict, points=judge.points[key], detail=detail))
            )
    return tuple(changed)


def judges_agreement(first: JudgePoints, second: JudgePoints, stems: Mapping[str, str]) -> JudgesReport:
    """Compare two judges on the samples with points of both.

    Args:
        first: points of one judge.
        second: points of the other.
        stems: stem of each task; a task that is not among them is its own stem.

    Raises:
        BadInput: if no sample has points of both.
    """
    both = sorted(first.points.keys() & second.points.keys())
    if not both:
        fix = "give two judgings of the same answers"
        raise BadInput(second.name, "", f"no sample has points here and in {first.name}", fix)
    of_sample = [stems.get(task, task) for task, _ in both]
    a, b = ([whole_points(judge.points[key]) for key in both] for judge in (first, second))
    pairs = [(_band(x), _band(y)) for x, y in zip(a, b, strict=True)]
    return JudgesReport(
        first=first.name,
        second=second.name,
        samples=len(both),
        only_first=len(first.points) - len(both),
        only_second=len(second.points) - len(both),
        mean_first=_mean([first.points[key] for key in both]),
        mean_second=_mean([second.points[key] for key in both]),
        bands=Counter(pairs),
        outcomes=outcome_counts(first, second),
        alike=interval_of([float(x == y) for x, y in pairs], of_sample),
        weighted_kappa=weighted_cohen(a, b, GRADES, of_sample),
        rank_correlation=judges_correlation(first, second, stems),
    )


def judges_correlation(
    first: JudgePoints, second: JudgePoints, stems: Mapping[str, str]
) -> Correlation | None:
    """Return the rank correlation of points over the samples of both; None if a judge gave all the same."""
    both = sorted(first.points.keys() & second.points.keys())
    return points_correlation(
        [first.points[key] for key in both],
        [second.points[key] for key in both],
        [stems.get(task, task) for task, _ in both],
    )


def outcome_counts(first: JudgePoints, second: JudgePoints) -> Outcomes:
    """Count samples by outcome of the first judge and level of the second; none without outcomes."""
    return Counter(
        (first.passed[key], _band(whole_points(points)))
        for key, points in second.points.items()
        if key in first.passed
    )


def _samples(by_task: Mapping[str, Sequence[Value]]) -> Iterator[tuple[str, int, Value]]:
    return ((task, draw, value) for task, drawn in by_task.items() for draw, value in enumerate(drawn))


def _verdict_points(path: Path) -> JudgePoints:
    verdicts = [outcome for outcome in read_verdicts(path) if isinstance(outcome, Verdict)]
    return JudgePoints(
        bare_name(path),
        {verdict.key: verdict.points for verdict in verdicts if verdict.points is not None},
        {verdict.key: verdict.status is Status.PASSED for verdict in verdicts},
    )


class _RubricFile(Record):
    """The part of a file of rubric scores that has the scores; the rest is not checked."""

    model_config = ConfigDict(extra="ignore")

    class Result(Record):
        """The scores."""

        model_config = ConfigDict(extra="ignore")
        scores: dict[str, list[Score | None]]

    schema_: Literal["sightbench/rubric/1"] = Field(alias="schema")
    result: Result


def _json_points(path: Path) -> JudgePoints:
    """Return the points of a row or of a file of rubric scores."""
    record = loads(read_bytes(path), path)
    if isinstance(record, dict) and record.get("schema") == "sightbench/row/1":
        return row_points(read_row(path), bare_name(path))
    return rubric_points(validate_record(_RubricFile, record, path).result.scores, bare_name(path))


def _band(points: int) -> str:
    return BANDS[(points - 1) // 2]


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), DECIMALS)
