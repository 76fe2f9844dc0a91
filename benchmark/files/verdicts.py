"""Verdict files: one outcome per line.

Measurements (CPU, wall time, memory, whether a limit was near) differ from run to run. A file without them
has the same bytes each time the same completions are judged.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import STEPS
from benchmark.core.verdict import (
    ErrorType,
    MissingSample,
    Outcome,
    Status,
    Verdict,
    compact,
    first_failure,
    shared_steps,
)
from benchmark.files.atomic import compress_pieces_for, write_atomic
from benchmark.files.bounded import MEMORY_LIMIT
from benchmark.files.edge import (
    NAME_LENGTH,
    Amount,
    Name,
    RawText,
    Record,
    Slug,
    check_printable,
    validate_record,
)
from benchmark.files.strict_json import dump_lines, memory_error, read_records, size_of
from benchmark.files.wording import refusal


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
    near_limit: bool = Field(default=False, description="at least 80 % of a time limit was used")
    judged_again: bool = Field(default=False, description="this is the result of a second judging, alone")
    parses: bool | None = Field(
        default=None, description="whether pylint finds no error; absent if pylint did not run"
    )
    points: Annotated[float, Field(ge=1, le=10)] | None = Field(
        default=None, description="points of a graded check; absent for other checks"
    )
    parts: dict[Slug, Annotated[float, Field(ge=0, le=1)]] = Field(
        default_factory=dict, description="parts of the points by name; absent if nothing was compared"
    )
    kinds: dict[Slug, Annotated[Status, Field(strict=False)]] = Field(
        default_factory=dict, description="status by kind of tests; absent if the tests have no kinds"
    )

    error_type: ErrorType = Field(
        default="", description="kind of error of a failed whole program, or of a failed answer of MMCode"
    )
    dead_end: str = Field(
        default="", description="line of the test at which every answer fails, and why; absent otherwise"
    )

    steps: tuple[Slug, ...] = Field(
        default=(), strict=False, description="steps of extraction to the answer; absent if none is recorded"
    )

    @model_validator(mode="after")
    def _first_failing_kind_decides(self) -> "VerdictLine":
        if self.kinds and self.status is not first_failure(self.kinds):
            problem = f"status is {self.status}, but the first failing kind says {first_failure(self.kinds)}"
            raise refusal(problem, "use the verdict file as it was written", show=False)
        return self

    @model_validator(mode="after")
    def _passed_without_error(self) -> "VerdictLine":
        if self.error_type and self.status is Status.PASSED:
            problem = f"status is passed, but error_type is {self.error_type}"
            raise refusal(problem, "use the verdict file as it was written", show=False)
        return self


class MissingLine(Record):
    """One line of a verdict file: a sample without a verdict, because something of ours failed."""

    task_id: Name
    draw: Annotated[int, Field(ge=0)]
    missing: str = Field(min_length=1, description="why the sample has no verdict")


AnyVerdictLine = VerdictLine | MissingLine


def read_verdicts(path: Path) -> tuple[Outcome, ...]:
    """Read all outcomes, in the order of the file.

    Raises:
        BadInput: if the file or a line is not valid, or a (task, draw) is repeated.
    """
    return tuple(stream_verdicts(path, kept=True))


def stream_verdicts(path: Path, *, kept: bool = False) -> Iterator[Outcome]:
    """Yield the outcomes of a file of any length; only their ids and draws stay in memory.

    Args:
        path: path of the file.
        kept: whether the caller keeps all outcomes, so that together they must not take too much.

    Raises:
        BadInput: for the reasons of :func:`read_verdicts`.
    """
    seen: defaultdict[str, set[int]] = defaultdict(set)
    memory = 0
    for number, record in read_records(path, kept=False, short=True):
        outcome: Outcome
        given: Any = record
        try:
            outcome = plain = _plain_verdict(**given)
            size = _PLAIN_SIZE + 4 * len(plain.exception)
            if plain.detail:
                size += sys.getsizeof(plain.detail)
        except (KeyError, TypeError, ValueError):
            outcome, size = compact(_checked_outcome(record, path, number)), size_of(record)
        memory += size
        if kept and memory > MEMORY_LIMIT:
            raise memory_error(path, number)
        draws = seen[outcome.task_id]
        if outcome.draw in draws:
            problem = f"task {quote_value(outcome.task_id)}, draw {outcome.draw} is repeated"
            raise BadInput(path, f"line {number}", problem, "keep one of them")
        draws.add(outcome.draw)
        yield outcome


_PLAIN_SIZE = 512  #: estimated bytes of a plain verdict in memory, without its texts
_STATUSES = {status.value: status for status in Status}
_EMPTY = Verdict(task_id="", draw=0, status=Status.PASSED)
_NO_PARTS, _NO_KINDS = _EMPTY.parts, _EMPTY.kinds  # one object each for all verdicts
_SEQUENCES = (tuple, list)
_new = object.__new__
#: A verdict before it is frozen: setting the fields of a frozen class takes four times as long.
_Unfrozen: Any = type("_Unfrozen", (), {"__slots__": Verdict.__slots__})


@lru_cache(1024)
def _known_id(task_id: str) -> str:
    if not 0 < len(task_id) <= NAME_LENGTH:
        raise ValueError
    return sys.intern(check_printable(task_id))


@lru_cache(1024)
def _known_steps(steps: tuple[str, ...]) -> tuple[str, ...]:
    for step in steps:
        STEPS[step]
    return shared_steps(steps)


def _plain_verdict(
    *,
    task_id: str,
    draw: int,
    status: str,
    detail: str = "",
    exception: str = "",
    cpu_seconds: float = 0.0,
    wall_seconds: float = 0.0,
    memory_mb: float = 0.0,
    near_limit: bool = False,
    judged_again: bool = False,
    parses: bool | None = None,
    steps: Sequence[str] = (),
) -> Verdict:
    """Return the verdict of a record that has these fields only, as nearly all have.

    This takes a seventh of the time of :class:`VerdictLine`, and accepts nothing that it refuses.

    Raises:
        KeyError, TypeError, ValueError: if :class:`VerdictLine` has to check the record.
    """
    if (
        not (type(draw) is int and draw >= 0 and type(detail) is type(exception) is str)
        or not (type(cpu_seconds) is type(wall_seconds) is type(memory_mb) is float)
        or not (cpu_seconds >= 0 and wall_seconds >= 0 and memory_mb >= 0)
        or not (type(near_limit) is type(judged_again) is bool and (parses is None or type(parses) is bool))
        or type(steps) not in _SEQUENCES
    ):
        raise TypeError
    # Set one by one, since calling the constructor takes three times as long.
    verdict = _new(_Unfrozen)
    verdict.task_id, verdict.draw, verdict.status = _known_id(task_id), draw, _STATUSES[status]
    verdict.detail, verdict.exception = sys.intern(detail), exception
    verdict.cpu_seconds, verdict.wall_seconds, verdict.memory_mb = cpu_seconds, wall_seconds, memory_mb
    verdict.near_limit, verdict.judged_again, verdict.parses = near_limit, judged_again, parses
    verdict.steps = _known_steps(tuple(steps)) if steps else ()
    verdict.points, verdict.parts, verdict.kinds = None, _NO_PARTS, _NO_KINDS
    verdict.error_type = verdict.dead_end = ""
    verdict.__class__ = Verdict
    plain: Verdict = verdict
    return plain


def _checked_outcome(record: dict[str, object], path: Path, number: int) -> Outcome:
    if "missing" in record:
        missing = validate_record(MissingLine, record, path, f"line {number}")
        return MissingSample(task_id=missing.task_id, draw=missing.draw, reason=missing.missing)
    if "completion" in record and "status" not in record:
        fix = "judge it first with `sightbench evaluate`, which writes verdicts to its --verdicts FILE"
        raise BadInput(path, f"line {number}", "is a completion, not a verdict", fix)
    return Verdict(**vars(validate_record(VerdictLine, record, path, f"line {number}")))


def write_verdicts(path: Path, outcomes: Iterable[Outcome], *, measured: bool = False) -> None:
    """Write outcomes as JSON Lines, gzipped if the name ends in ``.gz``; ``measured`` adds measurements."""
    records = (verdict_record(outcome, measured=measured) for outcome in outcomes)
    write_atomic(path, compress_pieces_for(path, dump_lines(path, records)))


def verdict_record(outcome: Outcome, *, measured: bool) -> dict[str, object]:
    """Return the outcome as a record of a verdict file; unset optional fields are left out."""
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
    if outcome.parts:
        record["parts"] = dict(outcome.parts)
    if outcome.kinds:
        record["kinds"] = {kind: status.value for kind, status in outcome.kinds.items()}
    if outcome.error_type:
        record["error_type"] = outcome.error_type
    if outcome.dead_end:
        record["dead_end"] = outcome.dead_end
    if outcome.steps:
        record["steps"] = list(outcome.steps)
    if measured:
        record |= {name: getattr(outcome, name) for name in _MEASURED}
        record |= {name: True for name in _FLAGS if getattr(outcome, name)}
    return record


_MEASURED = ("cpu_seconds", "wall_seconds", "memory_mb")
_FLAGS = ("near_limit", "judged_again")
