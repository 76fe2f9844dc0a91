"""A score job: judge the samples of one shard of a run, without secrets and without network."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.chain.jobs.artifact import (
    JobManifest,
    JobNotDoneError,
    JudgingRecord,
    begin_artifact,
    done_artifact,
    end_artifact,
)
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.plan.due_runs import SubmittedRun, error_line, source_of
from benchmark.chain.plan.job import MatrixJob, Plan, PlannedRun
from benchmark.core.errors import BadInput, OurFailure, SandboxFailure, SightbenchError, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.secret import KEY
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import ChoiceCheck, FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.files.predictions import completions_digest
from benchmark.files.stored_completions import Selected, by_key, keys_of
from benchmark.files.verdicts import write_verdicts
from benchmark.generation.providers.keys import all_vendor_keys
from benchmark.judging import JUDGE_VERSION
from benchmark.pipeline import evaluate as conductor
from benchmark.pipeline.evaluate import Job, Stage
from benchmark.pipeline.judge.baselines import BASELINES
from benchmark.pipeline.judge.evaluate import Evaluation, shard_of
from benchmark.pipeline.record import this_machine
from benchmark.pipeline.rows.submitted_answers import read_answers, read_panel_answers
from benchmark.pipeline.sources import TaskSource
from benchmark.results.status import reason_of
from benchmark.sandbox.host.probe import probe
from benchmark.suites import load

#: Variable names that usually hold secrets.
_NAME = re.compile(
    r"SIGHTBENCH_KEY_.*|(?:.*_)?(?:API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD|PAT|CREDENTIALS)",
    re.IGNORECASE,
)


def check_no_secrets(environment: Mapping[str, str], more: Iterable[str] = ()) -> None:
    """Check that no environment variable holds a secret; ``more`` are names that submissions use for keys.

    Raises:
        BadInput: if a variable may hold a secret; the message has its name and never its value.
    """
    known = all_vendor_keys() | set(more)
    found = sorted(
        name
        for name, value in environment.items()
        if value.strip() and (name in known or _NAME.fullmatch(name) or KEY.search(value))
    )
    if found:
        problem = f"may hold secrets: {', '.join(found[:10])}; answers are never judged where a secret is set"
        fix = "unset these variables, or run this in a job without secrets and without an environment"
        raise BadInput("environment", "", problem, fix)


VERDICTS = "verdicts.jsonl.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingPlace:
    """The executor, environment variables and progress display of a score job."""

    executor: Executor
    environment: Mapping[str, str]
    stage: Stage


def score_job(
    plan: Plan,
    submitted: SubmittedRun,
    planned: PlannedRun,
    job: MatrixJob,
    out: Path,
    *,
    artifacts: Path | None,
    place: JudgingPlace,
) -> JobManifest:
    """Judge the samples of a shard, and write their verdicts and a manifest to ``out``.

    Raises:
        BadInput: if a variable may hold a secret, or completions or tasks are not those of the plan.
        SandboxFailure: if the sandbox lets something through, such as network access.
        OurFailure: if a sentinel was misjudged.
    """
    begin_artifact(out, job)
    try:
        path = completions_of(plan, submitted, planned, artifacts)
        judged = _score(submitted, planned, job, out, path, lint=plan.lint, place=place)
    except JobNotDoneError as ended:
        return end_artifact(out, job, state="skipped", reason=reason_of(str(ended)))
    except SightbenchError as error:
        end_artifact(out, job, state="failed", reason=reason_of(error_line(error)))
        raise
    return end_artifact(out, job, state="done", judged=judged)


def completions_of(plan: Plan, submitted: SubmittedRun, planned: PlannedRun, artifacts: Path | None) -> Path:
    """Return the file with the completions of a run; its manifest is next to it."""
    if planned.generate is None:
        return submitted.folder / str(submitted.run.prediction_file)
    return done_artifact(plan, planned.generate, artifacts).folder / COMPLETIONS


def shard_of_run(
    completions: Sequence[Completion], suite: str, shard: int, shards: int
) -> Sequence[Completion]:
    """Return the completions of one shard, sorted by task and draw."""
    keys = enumerate(keys_of(completions))
    chosen = [place for place, key in keys if shard_of(suite, *key, shards) == shard]
    return by_key(Selected(completions, chosen))


def answers_of(
    path: Path, submitted: SubmittedRun, planned: PlannedRun, source: TaskSource
) -> tuple[Sequence[Completion], Mapping[SampleKey, str]]:
    """Return the completions of a run, or of its panel, and why other samples are absent."""
    read = read_answers if planned.panel is None else read_panel_answers
    return read(path, submitted.run, source)


def check_place(environment: Mapping[str, str], submitted: SubmittedRun) -> None:
    """Check that this machine is safe to judge answers on.

    Raises:
        SandboxFailure: if the sandbox would let an answer do something forbidden; the message names it.
    """
    keys = [config.api_key_env for config in submitted.models if config.api_key_env is not None]
    check_no_secrets(environment, keys)
    findings, _ = probe()
    if leaks := [finding.what for finding in findings if not finding.kept_out]:
        problem = f"on this machine an answer could {', '.join(leaks)}, so nothing is judged"
        raise SandboxFailure(problem, "run `sightbench doctor --sandbox` for details")


def _score(
    submitted: SubmittedRun,
    planned: PlannedRun,
    job: MatrixJob,
    out: Path,
    path: Path,
    *,
    lint: bool,
    place: JudgingPlace,
) -> JudgingRecord:
    check_place(place.environment, submitted)
    source = source_of(submitted, planned)
    completions, _ = answers_of(path, submitted, planned, source)
    shard = shard_of_run(completions, submitted.run.suite, job.shard, job.shards)
    rule = source.rule(submitted.run.extraction, setting=submitted.run.setting)
    evaluation = judge(source.tasks, shard, rule, place, lint=lint)
    if evaluation.outcomes:
        write_verdicts(out / VERDICTS, evaluation.outcomes, measured=True)
    controls = len(_control_tasks(evaluation.tasks, evaluation.completions))
    return JudgingRecord(
        suite=load(submitted.run.suite).version,
        judge=JUDGE_VERSION,
        guest=evaluation.guest,
        extraction=evaluation.extraction,
        tasks=planned.tasks,
        completions=completions_digest(evaluation.completions),
        samples=len(evaluation.completions),
        gold=controls,
        blank=controls,
        machine=this_machine(evaluation.time_factor),
        workers=evaluation.workers,
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        unlinted=None if evaluation.unlinted is None else dict(evaluation.unlinted),
    )


def judge(
    tasks: Sequence[Task],
    shard: Sequence[Completion],
    rule: ExtractionRule,
    place: JudgingPlace,
    *,
    lint: bool,
) -> Evaluation:
    """Judge completions, among references and blank answers as a control, and lint them if asked."""
    control = _control_tasks(tasks, shard)
    among = Job(
        tasks=(*tasks, *control),
        completions=(*shard, *sentinels(control)),
        rule=rule,
        lint=lint,
        part=True,
    )

    def without_sentinels(found: Evaluation) -> Evaluation:
        check_sentinels(found.outcomes)
        own = [place for place, outcome in enumerate(found.outcomes) if not is_sentinel(outcome.key)]
        return replace(
            found,
            tasks=tuple(tasks),
            completions=shard,
            samples=Selected(found.samples, own),
            outcomes=tuple(found.outcomes[place] for place in own),
        )

    return conductor.judge(among, place.executor, stage=place.stage, amend=without_sentinels)


def _control_tasks(tasks: Sequence[Task], shard: Sequence[Completion]) -> tuple[Task, ...]:
    ids = {task_id for task_id, _ in keys_of(shard)}
    return with_references([task for task in tasks if task.id in ids])


#: Maximum tasks of a job that get sentinels, in addition to one task of our own.
TASKS_LIMIT = 8

_OWN_TASK = Task(
    id="sightbench-sentinel",
    check=FunctionCheck(tests=("assert f(2) == 4",)),
    entry_point="f",
    starter_code="def f(x):\n",  # HumanEval-V's own rule puts it in front of every answer
    reference="def f(x):\n    return 2 * x\n",
    limits=Limits(seconds=10.0),
)
_GOLD, _BLANK = 1_000_000, 1_000_001  #: draws that no prediction file can have


def with_references(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Return the tasks that get sentinels: one of our own, and some of the job with a reference answer."""
    known = [task for task in tasks if task.reference or isinstance(task.check, ChoiceCheck)]
    known.sort(key=lambda task: task.id)
    step = max(1, len(known) // TASKS_LIMIT)
    # A rule that reads letters finds none in a program.
    letters = bool(tasks) and all(isinstance(task.check, ChoiceCheck) for task in tasks)
    own = () if letters else (_OWN_TASK,)
    return (*own, *known[::step][:TASKS_LIMIT])


def sentinels(tasks: Iterable[Task]) -> tuple[Completion, ...]:
    """Return the reference answer and a blank answer of each task."""
    gold, blank = BASELINES["gold"], BASELINES["blank"]
    return tuple(
        Completion(task_id=task.id, draw=draw, text=write(task))
        for task in tasks
        for draw, write in ((_GOLD, gold), (_BLANK, blank))
    )


def is_sentinel(key: SampleKey) -> bool:
    """Whether a sample is a sentinel rather than one of the run."""
    return key[1] >= _GOLD


def check_sentinels(outcomes: Iterable[Outcome]) -> None:
    """Check that each reference answer passed, and that each blank answer counted as no answer.

    Raises:
        OurFailure: for the first wrong verdict; then no verdict of the job can be trusted.
    """
    for outcome in outcomes:
        if not is_sentinel(outcome.key):
            continue
        is_gold = outcome.draw == _GOLD
        name, expected = ("reference", Status.PASSED) if is_gold else ("blank", Status.NO_ANSWER)
        actual = f"missing: {outcome.reason}" if isinstance(outcome, MissingSample) else outcome.status.value
        if actual != expected.value:
            task = quote_value(outcome.task_id)
            problem = f"the {name} answer of task {task} must get {expected.value}, but got {actual}"
            raise OurFailure(f"{problem}; all verdicts of this job are discarded", "run the job again")
