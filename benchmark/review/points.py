"""Points from 1 to 10: where judges' points are read, which levels they have, and means with intervals."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from benchmark.core.errors import BadInput
from benchmark.core.sample import SampleKey
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import bare_name
from benchmark.files.bounded import read_bytes
from benchmark.files.strict_json import loads, read_records
from benchmark.files.verdicts import read_verdicts
from benchmark.results.branch_record import parse_record
from benchmark.results.ledger import read_row
from benchmark.results.row import Row
from benchmark.results.rubric import ReplyLine, RubricScores
from benchmark.scoring.metrics import clustered_wilson

Value = TypeVar("Value")

DECIMALS = 6
GRADES = (1, 10)  #: the lowest and the highest points
#: The five levels of points, as in the MathOPEval paper.
BANDS = ("1-2", "3-4", "5-6", "7-8", "9-10")
#: Number of samples by whether one judge passed them, and by the level of another judge's points.
Outcomes = Mapping[tuple[bool, str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A share, or a mean of points, with its 95 % interval, clustered by stem."""

    value: float
    low: float
    high: float
    samples: int


def interval_of(values: Sequence[float], stems: Sequence[str], span: tuple[int, int] = (0, 1)) -> Interval:
    """Return the mean of at least one value with its interval; ``span`` is the lowest and highest value."""
    lowest, size = span[0], span[1] - span[0]
    low, high = clustered_wilson(
        [(value - lowest) / size for value in values], stems, len(values) if span == (0, 1) else math.inf
    )
    return Interval(
        # `fsum` gives the same sum for any order of the samples.
        value=round(math.fsum(values) / len(values), DECIMALS),
        low=round(lowest + size * low, DECIMALS),
        high=round(lowest + size * high, DECIMALS),
        samples=len(values),
    )


def whole_points(points: float) -> int:
    """Return points as a whole number, as people give them; halves are rounded up."""
    lowest, highest = GRADES
    # `round` would turn 2.5 into 2 and 3.5 into 4.
    return min(max(math.floor(points + 0.5), lowest), highest)


@dataclass(frozen=True, slots=True)
class JudgePoints:
    """The points of one judge, by sample."""

    name: str
    points: Mapping[SampleKey, float]
    #: Whether each sample passed; empty for a judge that only gives points.
    passed: Mapping[SampleKey, bool] = field(default_factory=dict)
    stems: Mapping[str, str] = field(default_factory=dict)  #: stem by task id, if known


def outcome_counts(first: JudgePoints, second: JudgePoints) -> Outcomes:
    """Count samples by the first judge's outcome and the second's level; none if the first has none."""
    return Counter(
        (first.passed[key], band_of(whole_points(points)))
        for key, points in second.points.items()
        if key in first.passed
    )


def band_of(points: int) -> str:
    """Return the level of whole points."""
    return BANDS[(points - 1) // 2]


def read_points(path: Path) -> JudgePoints:
    """Read the points of a row, a verdict file or rubric scores; samples without points are left out.

    Raises:
        BadInput: if the file is none of these, or has no points.
    """
    if path.suffix != ".json":
        found = verdict_points(path)
    else:
        data = read_bytes(path)
        record = loads(data, path)
        if isinstance(record, dict) and record.get("schema") == "sightbench/row/1":
            found = row_points(read_row(path), bare_name(path))
        else:
            found = rubric_points(parse_record(RubricScores, data, path).result.scores, bare_name(path))
    if not found.points:
        fix = "give a row or a verdict file with points, or a file of rubric scores"
        raise BadInput(path, "", "has no points", fix)
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
    """Return a model's scores by sample. Samples without a score are left out."""
    # Scores begin at 1, so only None is left out.
    return JudgePoints(name, {(task, draw): float(score) for task, draw, score in _samples(scores) if score})


def read_replies(path: Path) -> dict[SampleKey, str]:
    """Read the replies of a judge, and return for each sample the last reply about its score."""
    found: dict[SampleKey, str] = {}
    for number, record in read_records(path):
        try:
            reply = ReplyLine.model_validate(record)
        except ValidationError:
            fix = "give the file of replies next to the file of rubric scores"
            raise BadInput(path, f"line {number}", "is not a judge's reply", fix) from None
        # The judge first lists what a figure shows; that reply has no score.
        if not reply.step.startswith("elements"):
            found[reply.task_id, reply.draw] = reply.completion
    return found


def _samples(by_task: Mapping[str, Sequence[Value]]) -> Iterator[tuple[str, int, Value]]:
    return ((task, draw, value) for task, drawn in by_task.items() for draw, value in enumerate(drawn))


def verdict_points(path: Path) -> JudgePoints:
    """Return the points of a verdict file, and which samples passed."""
    verdicts = [outcome for outcome in read_verdicts(path) if isinstance(outcome, Verdict)]
    return JudgePoints(
        bare_name(path),
        {verdict.key: verdict.points for verdict in verdicts if verdict.points is not None},
        {verdict.key: verdict.status is Status.PASSED for verdict in verdicts},
    )
