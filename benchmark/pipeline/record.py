"""An evaluation becomes a row, with its completions and verdicts beside it."""

import os
import platform
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from benchmark.core.counts import categories_of
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure, shown
from benchmark.core.sample import Completion, sample_name
from benchmark.core.task import Task
from benchmark.core.verdict import Missing, Outcome, Verdict
from benchmark.files.atomic import gzip_bytes, write_atomic
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.tasks import tasks_digest
from benchmark.files.verdicts import verdict_record
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.evaluate import Evaluation
from benchmark.results.ledger import row_path, write_row
from benchmark.results.row import (
    Result,
    Row,
    RowCompletions,
    RowFile,
    RowMachine,
    RowPrompt,
    RowScore,
    RowSubmission,
    RowTasks,
    RowVersions,
    Run,
    row_id,
)

Amount = TypeVar("Amount", int, float)

#: Above this share of samples without verdict no row is made.
MISSING_LIMIT = 0.01
#: Files up to this size stand beside the row; larger ones become release assets.
BESIDE_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What a row says of where the completions come from."""

    submission: RowSubmission
    suite: str
    suite_version: int
    dataset: str
    setting: str
    protocol: str
    prompt: str = ""


def make_row(evaluation: Evaluation, identity: Identity) -> tuple[Row, dict[str, bytes]]:
    """The row of an evaluation, and the files that belong beside it, by name.

    Raises:
        OurFailure: when more than 1 % of the samples are missing.
    """
    check_missing(evaluation.outcomes)
    result = _result(evaluation, identity)
    identifier = row_id(result)
    files = {
        f"{identifier}.completions.jsonl.gz": _packed(
            map(prediction_record, _in_order(evaluation.completions))
        ),
        f"{identifier}.verdicts.jsonl.gz": _packed(map(verdict_record, evaluation.outcomes)),
    }
    described = [RowFile(name=name, sha256=sha256_hex(data), bytes=len(data)) for name, data in files.items()]
    return Row(id=identifier, result=result, run=_run(evaluation, *described)), files


def is_complete(outcomes: Sequence[Outcome]) -> bool:
    """Whether so few samples are missing that a row may be made."""
    missing = sum(isinstance(outcome, Missing) for outcome in outcomes)
    return missing <= MISSING_LIMIT * len(outcomes)


def check_missing(outcomes: Sequence[Outcome]) -> None:
    """Check that the scores stand for the samples.

    Raises:
        OurFailure: when more than 1 % of the samples are missing.
    """
    if not is_complete(outcomes):
        missing = [outcome for outcome in outcomes if isinstance(outcome, Missing)]
        raise OurFailure(
            f"{len(missing)} of {len(outcomes)} samples have no verdict, so no row is made;"
            f" the first, {shown(sample_name(missing[0].key))}: {missing[0].reason}",
            "mend that, then run the same command again",
        )


def _result(evaluation: Evaluation, identity: Identity) -> Result:
    return Result(
        suite=identity.suite,
        dataset=identity.dataset,
        setting=identity.setting,
        protocol=identity.protocol,
        prompt=RowPrompt(name=identity.prompt),
        extraction=evaluation.extraction,
        submission=identity.submission,
        tasks=_row_tasks(evaluation.tasks),
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


def _run(evaluation: Evaluation, completions_file: RowFile, verdicts_file: RowFile) -> Run:
    return Run(
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        machine=RowMachine(
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
            cpus=len(os.sched_getaffinity(0)),
        ),
        executor=evaluation.executor,
        workers=evaluation.workers,
        cost_usd=_sum(completion.cost_usd for completion in evaluation.completions),
        tokens_in=_sum(completion.tokens_in for completion in evaluation.completions),
        tokens_out=_sum(completion.tokens_out for completion in evaluation.completions),
        missing=missing_reasons(evaluation.outcomes),
        completions_file=completions_file,
        verdicts_file=verdicts_file,
    )


def record(directory: Path, evaluation: Evaluation, identity: Identity) -> Path:
    """Write the row and its files into a ledger; returns the row's path.

    The files come first, so that a row never names what is not there. Files over 1 MB are not kept in
    a ledger; their digests are.
    """
    row, files = make_row(evaluation, identity)
    path = row_path(directory, row)
    if path.exists():
        return write_row(directory, row)
    beside = [path.parent / name for name, data in files.items() if len(data) <= BESIDE_LIMIT]
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


def missing_reasons(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Reason by ``task#draw`` of the samples that have no verdict."""
    return {sample_name(one.key): one.reason for one in outcomes if isinstance(one, Missing)}


def statuses(outcomes: Sequence[Outcome]) -> dict[str, list[str]]:
    """Status of each sample by task id, in order of draws."""
    found: dict[str, list[str]] = defaultdict(list)
    for outcome in sorted(outcomes, key=lambda one: one.key):
        found[outcome.task_id].append(outcome.status.value if isinstance(outcome, Verdict) else "missing")
    return dict(found)


def _row_tasks(tasks: Sequence[Task]) -> RowTasks:
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
