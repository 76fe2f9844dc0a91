"""An evaluation becomes a row, with its completions and verdicts beside it."""

import functools
import os
import platform
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from benchmark.core.counts import categories_of
from benchmark.core.digest import sha256_hex
from benchmark.core.sample import Completion
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Verdict
from benchmark.files.atomic import gzip_bytes, write_atomic
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.tasks import tasks_digest
from benchmark.files.verdicts import verdict_record
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.missing import check_missing, missing_reasons
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.ledger import row_path, write_row
from benchmark.results.row import (
    Row,
    RowCompletions,
    RowFile,
    RowGeneration,
    RowMachine,
    RowPrompt,
    RowResult,
    RowRun,
    RowScore,
    RowSubmission,
    RowTasks,
    RowVersions,
    row_id,
)

Amount = TypeVar("Amount", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowIdentity:
    """What a row says of where the completions come from."""

    submission: RowSubmission
    suite: str
    suite_version: int
    dataset: str
    setting: str
    protocol: str
    prompt: str = ""
    prompt_digest: str | None = None  #: of its templates; None where not recorded
    generation: RowGeneration | None = None  #: None for answers handed in


def make_row(
    evaluation: Evaluation, identity: RowIdentity, descriptions: Sequence[Completion] = ()
) -> tuple[Row, dict[str, bytes]]:
    """The row of an evaluation, and the files that belong beside it, by name.

    Args:
        evaluation: see there.
        identity: likewise.
        descriptions: that the completions were written from, in a setting of two stages.

    Raises:
        OurFailure: when more than 1 % of the samples are missing, or were to be linted and are not.
    """
    check_missing(evaluation)
    result = _result(evaluation, identity)
    identifier = row_id(result)
    packed = {
        "completions": _packed(map(prediction_record, _in_order(evaluation.completions))),
        "verdicts": _packed(verdict_record(outcome, measured=True) for outcome in evaluation.outcomes),
    }
    if descriptions:
        packed["descriptions"] = _packed(map(prediction_record, _in_order(descriptions)))
    named = {
        what: RowFile(name=f"{identifier}.{what}.jsonl.gz", sha256=sha256_hex(data), bytes=len(data))
        for what, data in packed.items()
    }
    run = _run(evaluation, identity, descriptions, named)
    return Row(id=identifier, result=result, run=run), {named[what].name: packed[what] for what in packed}


def _result(evaluation: Evaluation, identity: RowIdentity) -> RowResult:
    return RowResult(
        suite=identity.suite,
        dataset=identity.dataset,
        setting=identity.setting,
        protocol=identity.protocol,
        prompt=RowPrompt(name=identity.prompt, digest=identity.prompt_digest),
        extraction=evaluation.extraction,
        submission=identity.submission,
        tasks=_row_tasks(tuple(evaluation.tasks)),
        completions=RowCompletions(
            count=len(evaluation.completions),
            draws=draws(evaluation.completions),
            digest=completions_digest(evaluation.completions),
        ),
        statuses=statuses(evaluation.outcomes),
        scores=[
            RowScore(**asdict(score))
            # Whatever the order of the task file was.
            for score in sorted(evaluation.scores, key=lambda score: (score.category, score.metric))
        ],
        versions=RowVersions(suite=identity.suite_version, judge=JUDGE_VERSION, guest=evaluation.guest),
    )


def _run(
    evaluation: Evaluation,
    identity: RowIdentity,
    descriptions: Sequence[Completion],
    files: Mapping[str, RowFile],
) -> RowRun:
    asked = (*evaluation.completions, *descriptions)
    return RowRun(
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        machine=this_machine(evaluation.time_factor),
        executor=evaluation.executor,
        workers=evaluation.workers,
        cost_usd=_sum(completion.cost_usd for completion in asked),
        tokens_in=_sum(completion.tokens_in for completion in asked),
        tokens_out=_sum(completion.tokens_out for completion in asked),
        judged_again=evaluation.judged_again,
        not_judged_again=evaluation.not_judged_again,
        generation=identity.generation,
        missing=missing_reasons(evaluation.outcomes),
        unlinted=dict(evaluation.unlinted or {}),
        completions_file=files["completions"],
        verdicts_file=files["verdicts"],
        descriptions_file=files.get("descriptions"),
    )


def this_machine(time_factor: float) -> RowMachine:
    """Where this runs, as a row says it."""
    return RowMachine(
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        cpus=len(os.sched_getaffinity(0)),
        time_factor=time_factor,
    )


def record(
    directory: Path, evaluation: Evaluation, identity: RowIdentity, descriptions: Sequence[Completion] = ()
) -> Path:
    """Write the row of an evaluation and its files into a ledger; returns the row's path."""
    return add(directory, *make_row(evaluation, identity, descriptions))


def add(directory: Path, row: Row, files: Mapping[str, bytes]) -> Path:
    """Write a row and its files into a ledger; returns the row's path.

    The files come first, so that a row never names what is not there. Files over 1 MB are not kept in
    a ledger; their digests are.
    """
    path = row_path(directory, row)
    if path.exists():
        return write_row(directory, row)
    beside = [path.parent / name for name, data in files.items() if len(data) <= ROW_FILE_LIMIT]
    try:
        for file in beside:
            write_atomic(file, files[file.name])
        return write_row(directory, row)
    except BaseException:
        for file in beside:  # they belong to no row
            file.unlink(missing_ok=True)
        raise


def draws(completions: Sequence[Completion]) -> int:
    """Samples a task, of completions that are complete."""
    return max(completion.draw for completion in completions) + 1


def statuses(outcomes: Sequence[Outcome]) -> dict[str, list[str]]:
    """Status of each sample by task id, in order of draws."""
    found: dict[str, list[str]] = defaultdict(list)
    for outcome in sorted(outcomes, key=lambda one: one.key):
        found[outcome.task_id].append(outcome.status.value if isinstance(outcome, Verdict) else "missing")
    return dict(found)


@functools.lru_cache(maxsize=4)  # many rows may be made of one data set
def _row_tasks(tasks: tuple[Task, ...]) -> RowTasks:
    stems = {task.id: task.stem for task in sorted(tasks, key=lambda task: task.id) if task.family != task.id}
    in_order = sorted(tasks, key=lambda task: task.id)  # whatever the order of the task file was
    return RowTasks(
        count=len(tasks), digest=tasks_digest(tasks), stems=stems, categories=categories_of(in_order)
    )


def _in_order(completions: Sequence[Completion]) -> list[Completion]:
    return sorted(completions, key=lambda one: one.key)


def _packed(records: Iterable[dict[str, object]]) -> bytes:
    return gzip_bytes(dump_records(Path("row"), records))


def _sum(values: Iterable[Amount | None]) -> Amount | None:
    known = [value for value in values if value is not None]
    return sum(known[1:], start=known[0]) if known else None
