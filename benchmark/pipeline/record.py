"""Makes a row from an evaluation, and writes it with its completions and verdicts.

A row names the serial number of the judge and a digest of its code, which ``locks/judged.json`` holds.
"""

import functools
import io
import json
import os
import platform
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar, get_args

from benchmark.core.digest import sha256_hex
from benchmark.core.sample import (
    CUT_AT_LIMIT,
    NO_ANSWERS,
    Answer,
    Completion,
    Sample,
    SampleKey,
    repairs_of,
    sample_name,
)
from benchmark.core.suite import Droppable
from benchmark.core.task import Task
from benchmark.core.verdict import POINTS_DECIMALS, Outcome, Status, Verdict
from benchmark.files.atomic import gzip_pieces, write_atomic
from benchmark.files.edge import validate_record
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.shipped import SHIPPED
from benchmark.files.stored_completions import by_key, draws_per_task
from benchmark.files.strict_json import dump_lines
from benchmark.files.tasks import tasks_digest
from benchmark.files.verdicts import verdict_record
from benchmark.judging import JUDGE_VERSION
from benchmark.judging.checks.error_types import lowest_points, verdict_without_run
from benchmark.judging.scenes.comparison import POINTS
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge.evaluate import Evaluation, check_missing, joined, missing_reasons
from benchmark.results.branch_record import add_record
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.row import (
    Row,
    RowCompletions,
    RowDescriptions,
    RowEndings,
    RowFile,
    RowMachine,
    RowPrompt,
    RowRecovered,
    RowResult,
    RowRun,
    RowSampling,
    RowScore,
    RowTasks,
    RowVersions,
    row_id,
)
from benchmark.suites import categories_of, suite_of

Amount = TypeVar("Amount", int, float)


def make_row(
    evaluation: Evaluation, identity: RowIdentity, descriptions: Sequence[Completion] = ()
) -> tuple[Row, dict[str, bytes]]:
    """Return the row of an evaluation, and its files by name.

    Referenced answers are not ours to publish: their row has no file of completions. Its verdicts have the
    failed check and what it returned only if the licence of the tasks allows to show their tests.

    Args:
        evaluation: the result of judging.
        identity: where the completions come from.
        descriptions: texts from which the completions were written, in a setting of two stages.

    Raises:
        OurFailure: if more than 1 % of the samples have no verdict, or no result of the linter.
    """
    check_missing(evaluation)
    row = bare_row(evaluation, identity, descriptions)
    packed = {}
    outcomes: Sequence[Outcome] = evaluation.outcomes
    licence = suite_of(identity.suite).data.licences.get(identity.dataset)
    if identity.references is None:
        packed["completions"] = pack_completions(evaluation.completions)
    elif licence is None or not licence.shows:
        outcomes = [without_detail(outcome) for outcome in outcomes]
    packed["verdicts"] = _pack(verdict_record(outcome, measured=True) for outcome in outcomes)
    if descriptions:
        packed["descriptions"] = pack_completions(descriptions)
    files = {
        what: RowFile(name=f"{row.id}.{what}.jsonl.gz", sha256=sha256_hex(data), bytes=len(data))
        for what, data in packed.items()
    }
    run = row.run.model_copy(update={f"{what}_file": file for what, file in files.items()})
    return row.model_copy(update={"run": run}), {files[what].name: packed[what] for what in packed}


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
            draws=draws_per_task(evaluation.completions),
            digest=completions_digest(evaluation.completions),
        ),
        statuses=statuses_by_task(evaluation.outcomes),
        points=points_by_task(evaluation.outcomes),
        scores=[
            RowScore.of(score)
            # Sorted, because the row must not depend on the order of the task file.
            for score in sorted(evaluation.scores, key=attrgetter("category", "metric"))
        ],
        versions=RowVersions(suite=identity.suite_version, judge=JUDGE_VERSION, guest=evaluation.guest),
        stems="joined",
    )


def bare_row(evaluation: Evaluation, identity: RowIdentity, descriptions: Sequence[Completion]) -> Row:
    """Return the row of an evaluation without its files, however many samples are missing."""
    generated = (*evaluation.completions, *descriptions)
    cut, endings = endings_of(evaluation, descriptions)
    lost = dict.fromkeys(identity.dropped, len(evaluation.completions))
    said = RowSampling(dropped=lost, said_by="publisher") if lost else None
    result = _result(evaluation, identity)
    run = RowRun(
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        machine=this_machine(evaluation.time_factor),
        executor=evaluation.executor,
        workers=evaluation.workers,
        judge_serial=judge_serial() or None,
        code=code_digest(identity.suite) or None,
        cost_usd=sum_known(completion.cost_usd for completion in generated),
        tokens_in=sum_known(completion.tokens_in for completion in generated),
        tokens_out=sum_known(completion.tokens_out for completion in generated),
        looks=_looks(evaluation, identity),
        judged_again=evaluation.judged_again,
        not_judged_again=evaluation.not_judged_again,
        generation=identity.generation,
        sampling=said if identity.generation is None else applied_sampling(generated),
        cut=cut,
        endings=endings,
        recovered=recovered_counts(evaluation),
        missing=missing_reasons(evaluation.outcomes),
        unlinted=dict(evaluation.unlinted or {}),
        descriptions=_described(descriptions) if descriptions else None,
        references=identity.references,
    )
    return Row(id=row_id(result), result=result, run=run)


def _looks(evaluation: Evaluation, identity: RowIdentity) -> int | None:
    """Return how often models looked closer at pictures; None where they could not, or nothing says it."""
    if identity.generation is None or identity.setting not in suite_of(identity.suite).asked.looking:
        return None
    return sum(len(completion.looks) for completion in evaluation.completions)


def _described(descriptions: Sequence[Completion]) -> RowDescriptions:
    models = Counter(each.resolved_model or each.model or "unknown" for each in descriptions)
    return RowDescriptions(models=dict(sorted(models.items())), digest=completions_digest(descriptions))


#: Parameters that this version and older ones record; a file that somebody brings may have more.
_PARAMETERS = {*get_args(Droppable), "max_tokens", "thinking", "thinking_tokens", "reasoning_effort"}


def applied_sampling(completions: Iterable[Completion]) -> RowSampling:
    """Return how the parameters of sampling were applied, as completions record it.

    Of a value that differs, such as the seed of each draw, the first one is kept.
    """
    sent: dict[str, object] = {}
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("dropped", "ignored", "local")}
    for completion in completions:
        for name in sorted(_PARAMETERS & completion.parameters.keys()):
            if (value := completion.parameters[name]) is not None:
                sent.setdefault(name, value)
        for part, counter in counts.items():
            counter.update(dict.fromkeys(getattr(completion, part)).keys())
    # A file that somebody brings may claim to ignore what it never sent.
    counts["ignored"] = Counter({name: n for name, n in counts["ignored"].items() if name in sent})
    return validate_record(RowSampling, {"sent": sent, **counts}, "predictions", "parameters")


def without_detail(outcome: Outcome) -> Outcome:
    """Return an outcome without the text that describes a failed check; status and exception class stay."""
    return replace(outcome, detail="") if isinstance(outcome, Verdict) else outcome


def this_machine(time_factor: float) -> RowMachine:
    """Return the description of this machine for a row."""
    return RowMachine(
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        cpus=len(os.sched_getaffinity(0)),
        time_factor=time_factor,
    )


def record_evaluation(
    directory: Path, evaluation: Evaluation, identity: RowIdentity, descriptions: Sequence[Completion] = ()
) -> Path:
    """Write the row of an evaluation and its files into a ledger; return the row's path."""
    return add_row(directory, *make_row(evaluation, identity, descriptions))


def add_row(directory: Path, row: Row, files: Mapping[str, bytes]) -> Path:
    """Write a row and its files into a ledger; return the row's path.

    The files are written first, so that a row never names a missing file. Of files over 1 MB, the ledger
    keeps only the digests.
    """
    path = row.path(directory)
    if path.exists():
        return add_record(directory, row)
    kept = [path.parent / name for name, data in files.items() if len(data) <= ROW_FILE_LIMIT]
    try:
        for file in kept:
            write_atomic(file, files[file.name])
        return add_record(directory, row)
    except BaseException:
        for file in kept:  # without the row, nothing refers to them
            file.unlink(missing_ok=True)
        raise


def statuses_by_task(outcomes: Sequence[Outcome]) -> dict[str, list[str]]:
    """Return the status of each sample by task id, in order of draws."""
    by_task: dict[str, list[str]] = defaultdict(list)
    for outcome in sorted(outcomes, key=attrgetter("key")):
        by_task[outcome.task_id].append(outcome.status.value if isinstance(outcome, Verdict) else "missing")
    return dict(by_task)


def points_by_task(outcomes: Sequence[Outcome]) -> dict[str, list[float | None]]:
    """Return the points of each sample by task id, in order of draws; empty if no sample has points."""
    by_task: dict[str, list[float | None]] = defaultdict(list)
    for outcome in sorted(outcomes, key=attrgetter("key")):
        points = outcome.points if isinstance(outcome, Verdict) else None
        by_task[outcome.task_id].append(None if points is None else round(points, POINTS_DECIMALS))
    known = any(points is not None for drawn in by_task.values() for points in drawn)
    return dict(by_task) if known else {}


@functools.lru_cache(maxsize=4)  # one command may make many rows from the same data set
def _row_tasks(tasks: tuple[Task, ...]) -> RowTasks:
    named = sorted(joined(tasks), key=attrgetter("id"))
    stems = {task.id: task.stem for task in named if task.family != task.id}
    in_order = sorted(tasks, key=attrgetter("id"))  # so that the order of the task file does not matter
    return RowTasks(
        count=len(tasks), digest=tasks_digest(tasks), stems=stems, categories=categories_of(in_order)
    )


def pack_completions(completions: Sequence[Completion]) -> bytes:
    """Return the bytes of a gzipped prediction file; the same completions give the same bytes."""
    return _pack(map(prediction_record, by_key(completions)))


def _pack(records: Iterable[dict[str, object]]) -> bytes:
    packed = io.BytesIO()  # b"".join would need twice the memory
    packed.writelines(gzip_pieces(dump_lines(Path("row"), records)))
    return packed.getvalue()


def sum_known(values: Iterable[Amount | None]) -> Amount | None:
    """Return the sum of the values that are known; None if none is."""
    known = [value for value in values if value is not None]
    return sum(known[1:], start=known[0]) if known else None


#: Share of the samples above which a run says that answers were repaired.
TOLD = 0.02


def recovered_counts(evaluation: Evaluation) -> RowRecovered | None:
    """Return the counts; None if no answer has steps, because none has code.

    The scores without repairs count each repaired answer as no answer. Nothing is judged for them.
    """
    verdicts = [outcome for outcome in evaluation.outcomes if isinstance(outcome, Verdict)]
    if not any(verdict.steps for verdict in verdicts):
        return None
    repaired = [verdict for verdict in verdicts if verdict.recovered]
    # By task and not by sample: a row of CI is made from verdicts alone, without the samples.
    tasks = {task.id: task for task in evaluation.tasks}
    without = [_unrepaired(tasks[outcome.task_id], outcome) for outcome in evaluation.outcomes]
    return RowRecovered(
        answers=len(repaired),
        passed=sum(verdict.status is Status.PASSED for verdict in repaired),
        steps=dict(Counter(step for verdict in repaired for step in repairs_of(verdict.steps))),
        without=_whole_scores(evaluation.with_outcomes(without) if repaired else evaluation),
    )


def _unrepaired(task: Task, outcome: Outcome) -> Outcome:
    """Return the outcome, or that of no answer if the answer was repaired."""
    if not (isinstance(outcome, Verdict) and outcome.recovered):
        return outcome
    empty = Sample(task=task, draw=outcome.draw, answer=Answer(code="", program=""))
    nothing = verdict_without_run(empty, Status.NO_ANSWER, "")
    # An answer without code does not parse; without a linter, nothing is known of it.
    return replace(nothing, parses=None if outcome.parses is None else False)


def endings_of(
    evaluation: Evaluation, descriptions: Sequence[Completion] = ()
) -> tuple[list[str] | None, RowEndings | None]:
    """Return the cut samples, and how else completions ended; None and None if no completion says it.

    Tokens of ``descriptions``, the texts of a first stage, count as well.
    """
    cut: list[SampleKey] = []
    counts = Counter[str]()
    for completion in by_key(evaluation.completions):
        counts["known"] += (reason := completion.finish_reason) is not None
        if reason == CUT_AT_LIMIT:
            cut.append(completion.key)
        else:
            counts["refused" if reason in NO_ANSWERS else "empty" if completion.blank else ""] += 1
    if not counts["known"]:
        return None, None
    thinking = (completion.tokens_thinking for completion in chain(evaluation.completions, descriptions))
    tasks, keys = {task.id: task for task in evaluation.tasks}, frozenset(cut)
    outcomes = [_passed(tasks[of.task_id], of) if of.key in keys else of for of in evaluation.outcomes]
    endings = RowEndings(
        refused=counts["refused"],
        empty=counts["empty"],
        tokens_thinking=sum_known(thinking),
        if_cut_passed=_whole_scores(evaluation.with_outcomes(outcomes)) if cut else [],
    )
    return [sample_name(key) for key in cut], endings


def _passed(task: Task, outcome: Outcome) -> Verdict:
    """Return the best verdict that the sample of an outcome could have."""
    return Verdict(
        task_id=outcome.task_id,
        draw=outcome.draw,
        status=Status.PASSED,
        points=None if lowest_points(task) is None else POINTS[1],
        kinds=dict.fromkeys(task.kinds, Status.PASSED),
        parses=None if isinstance(outcome, Verdict) and outcome.parses is None else True,
    )


def _whole_scores(evaluation: Evaluation) -> list[RowScore]:
    """Return the scores over all tasks, sorted by metric."""
    scores = sorted(evaluation.scores, key=attrgetter("metric"))
    return [RowScore.of(score) for score in scores if not score.category]


_DIGITS = 12


def judge_serial() -> str:
    """Return the judge's serial number, 12 hexadecimal digits; empty without a lock.

    Another number means other verdicts. It changes if a frozen answer has another verdict, or if other code
    of it is kept by a rule that is not a suite's own.
    """
    return str(_lock().get("serial", ""))


def code_digest(suite: str) -> str:
    """Return 12 hexadecimal digits for the code that decides verdicts on answers to a suite's tasks.

    This is the code of judge, sandbox and our own rule of extraction, and the suite's rules. Docstrings,
    comments and layout do not count. A suite that is not bundled has no rules of its own.
    """
    code = _lock().get("code", {})
    return sha256_hex(f"{code['judge']} {code.get(suite, '')}".encode())[:_DIGITS] if code else ""


@cache  # a site asks once per row
def _lock() -> dict[str, Any]:
    file = SHIPPED / "locks/judged.json"
    # A copy of the package alone, as a plug-in's tests make it, judges too; its rows name no serial number.
    lock: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return lock
