"""Verdict files: one outcome a line.

What was measured (CPU, wall time, memory, whether a limit was near) differs from run to run. Without it,
judging the same completions gives the same bytes.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.errors import BadInput, shown
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files.atomic import packed, write_atomic
from benchmark.files.edge import Amount, Name, RawText, Record, validated
from benchmark.files.jsonl import dump_records, read_records


class VerdictLine(Record):
    """One line of a verdict file: a judged sample."""

    task_id: Name
    draw: Annotated[int, Field(ge=0, description="0-based index of the sample")]
    status: Annotated[Status, Field(strict=False)]
    detail: RawText = Field(default="", description="first failing check, control characters escaped")
    exception: str = Field(default="", description="class name, for runtime_error")
    cpu_seconds: Amount = Field(default=0.0, description="inside the sandbox; queueing excluded")
    wall_seconds: Amount = 0.0
    memory_mb: Amount = Field(default=0.0, description="highest resident size inside the sandbox, MiB")
    near_limit: bool = Field(default=False, description="80 % of a limit of time or more was used")
    judged_again: bool = Field(default=False, description="a second time and alone; this is what came of it")
    parses: bool | None = Field(
        default=None, description="whether pylint finds no error; absent where it was not asked"
    )
    points: Annotated[float, Field(ge=1, le=10)] | None = Field(
        default=None, description="of a graded check; absent where nothing is graded"
    )


class MissingLine(Record):
    """One line of a verdict file: a sample without verdict through a failure of ours."""

    task_id: Name
    draw: Annotated[int, Field(ge=0)]
    missing: str = Field(min_length=1, description="why")


AnyVerdictLine = VerdictLine | MissingLine


def read_verdicts(path: Path) -> tuple[Outcome, ...]:
    """All outcomes of a file, in the order of the file.

    Raises:
        BadInput: for a file or line that is wrong, and a (task, draw) that comes twice.
    """
    found: dict[tuple[str, int], Outcome] = {}
    for number, record in read_records(path):
        line: AnyVerdictLine
        outcome: Outcome
        if "missing" in record:
            line = validated(MissingLine, record, path, f"line {number}")
            outcome = MissingSample(task_id=line.task_id, draw=line.draw, reason=line.missing)
        else:
            line = validated(VerdictLine, record, path, f"line {number}")
            outcome = Verdict(**line.model_dump())
        key = (line.task_id, line.draw)
        if key in found:
            raise BadInput(
                path, f"line {number}", f"task {shown(key[0])}, draw {key[1]} comes twice", "keep one of them"
            )
        found[key] = outcome
    return tuple(found.values())


def write_verdicts(path: Path, outcomes: Iterable[Outcome], *, measured: bool = False) -> None:
    """Write outcomes as JSON lines, gzipped when the name ends in ``.gz``; the same bytes each time."""
    records = (verdict_record(outcome, measured=measured) for outcome in outcomes)
    write_atomic(path, packed(path, dump_records(path, records)))


def verdict_record(outcome: Outcome, *, measured: bool) -> dict[str, object]:
    """The outcome as it stands on its line; ``exception`` and what was not asked only where there is one."""
    if isinstance(outcome, MissingSample):
        return {"task_id": outcome.task_id, "draw": outcome.draw, "missing": outcome.reason}
    record: dict[str, object] = {
        "task_id": outcome.task_id,
        "draw": outcome.draw,
        "status": outcome.status.value,
        "detail": outcome.detail,
    }
    if outcome.exception:
        record["exception"] = outcome.exception
    if outcome.parses is not None:
        record["parses"] = outcome.parses
    if outcome.points is not None:
        record["points"] = outcome.points
    if measured:
        record |= {name: getattr(outcome, name) for name in _MEASURED}
        record |= {name: True for name in _FLAGS if getattr(outcome, name)}
    return record


_MEASURED = ("cpu_seconds", "wall_seconds", "memory_mb")
_FLAGS = ("near_limit", "judged_again")
