"""A score job in the real sandbox: when it refuses to judge, and how sentinels catch a judge that errs."""

import dataclasses
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from ci_world import (
    PLACE,
    PREDICTED,
    REPLAYED,
    TASKS,
    plan_for,
    run_of_job,
    score_all,
    submit,
)

from benchmark.chain.jobs import scoring
from benchmark.chain.jobs.artifact import JobManifest, read_artifact
from benchmark.chain.jobs.scoring import (
    _OWN_TASK,
    VERDICTS,
    check_no_secrets,
    check_sentinels,
    is_sentinel,
    score_job,
    sentinels,
    with_references,
)
from benchmark.chain.plan.job import Plan
from benchmark.chain.pull_request.validating import TimeIsUpError, at_most
from benchmark.core.errors import BadInput, OurFailure, SandboxFailure
from benchmark.core.executor import Executor, Shard
from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule, extraction_within
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline import evaluate as conductor
from benchmark.pipeline import sources
from benchmark.pipeline.evaluate import Job
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.sandbox.host.probe import ProbeFinding
from benchmark.suites import SUITES, load
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V
from tests.case_files import read_cases, table
from tests.sampling import first_of, gate_of

SECRET = {"ACME_TOKEN": "x"}

pytestmark = pytest.mark.usefixtures("tiny")


@dataclasses.dataclass
class FixedVerdict:
    """An executor that judges nothing: each sample gets ``status``; ``change`` may replace the verdict."""

    status: Status
    change: Callable[[Verdict], Outcome] = lambda verdict: verdict
    name: str = "local"
    workers: int = 1
    time_factor: float = 1.0

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        for shard in shards:
            done(shard, [self.change(self._verdict(sample.task.id, sample.draw)) for sample in shard.samples])

    def _verdict(self, task_id: str, draw: int) -> Verdict:
        return Verdict(task_id=task_id, draw=draw, status=self.status)


def score(
    submissions: Path, plan: Plan, out: Path, *, executor: Executor | None = None, **env: str
) -> JobManifest:
    (job,) = plan.of("score")
    run, planned = run_of_job(submissions, plan, job)
    place = dataclasses.replace(
        PLACE, executor=executor or PLACE.executor, environment={**PLACE.environment, **env}
    )
    return score_job(plan, run, planned, job, out, artifacts=None, place=place)


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    submit(tmp_path / "submissions", "acme", PREDICTED)
    return tmp_path / "submissions"


@gate_of("chain")
def test_a_shard_is_judged_together_with_sentinels(submissions: Path, tmp_path: Path) -> None:
    plan = plan_for(submissions)
    manifest = score(submissions, plan, tmp_path / "out")
    assert (manifest.judged.samples, manifest.judged.gold, manifest.judged.blank) == (6, 7, 7)
    artifact = read_artifact(tmp_path / "out", plan.jobs[0])
    verdicts = read_verdicts(artifact.folder / VERDICTS)
    assert [verdict.status.value for verdict in verdicts if isinstance(verdict, Verdict)] == [
        "passed",
        "wrong_answer",
        "passed",
    ] * 2


def test_a_job_with_a_secret_judges_nothing(submissions: Path, tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"environment: may hold secrets: ACME_TOKEN; answers are never judged"
    ):
        score(
            submissions,
            plan_for(submissions),
            tmp_path / "out",
            executor=FixedVerdict(Status.PASSED),
            **SECRET,
        )
    document = JobManifest.model_validate_json((tmp_path / "out" / "manifest.json").read_bytes())
    assert (document.state, document.files, document.judged) == ("failed", [], None)


def test_a_sandbox_with_network_judges_nothing(submissions, tmp_path, monkeypatch) -> None:
    findings = (
        ProbeFinding("be root outside", kept_out=True),
        ProbeFinding("reach a network", kept_out=False),
    )
    monkeypatch.setattr(scoring, "probe", lambda: (findings, None))
    with pytest.raises(SandboxFailure, match="an answer could reach a network, so nothing is judged"):
        score(submissions, plan_for(submissions), tmp_path / "out", executor=FixedVerdict(Status.PASSED))


@pytest.mark.gate
@pytest.mark.parametrize(
    "status", first_of([Status.PASSED, Status.NO_ANSWER, Status.WRONG_ANSWER], 1, "gate")
)
def test_a_judge_with_one_verdict_for_everything_is_noticed(
    status, submissions, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(scoring, "check_place", lambda *_: None)
    with pytest.raises(
        OurFailure, match=r"must get (passed|no_answer), but got .*; all verdicts of this job are discarded"
    ):
        score(submissions, plan_for(submissions), tmp_path / "out", executor=FixedVerdict(status))


def test_a_missing_sentinel_is_a_failure() -> None:
    control = sentinels(TASKS[:1])
    gone = MissingSample(task_id=control[0].task_id, draw=control[0].draw, reason="the sandbox ended")
    with pytest.raises(OurFailure, match="must get passed, but got missing: the sandbox ended"):
        check_sentinels([gone])


def test_sentinels_are_spread_over_the_tasks_of_a_job() -> None:
    many = tuple(dataclasses.replace(TASKS[0], id=f"t{number:03}") for number in range(80))
    chosen = with_references(many)
    assert [task.id for task in chosen[1:]] == [f"t{number:03}" for number in range(0, 80, 10)]
    without = tuple(dataclasses.replace(task, reference="") for task in many)
    assert len(with_references(without)) == 1
    assert all(is_sentinel(sentinel.key) for sentinel in sentinels(chosen))


RULES = [(suite, name) for suite in SUITES for name in load(suite).judged.extractions]


@pytest.mark.parametrize(("suite", "name"), RULES)
def test_every_rule_of_a_suite_reads_the_sentinels_of_our_own(suite: str, name: str) -> None:
    """Otherwise each job of such a submission would discard its verdicts."""
    rule = ExtractionRule(name, extraction_within(load(suite).judged.extractions[name], ""))
    scoring.judge((), [], rule, PLACE, lint=False)


@pytest.mark.gate
def test_the_linter_of_upstreams_rule_decides_in_ci_as_it_does_for_the_command() -> None:
    """pylint finds a name that nobody defines, in a line that no test reaches."""
    lost = "```python\ndef f(x):\n    if x < 0:\n        return nobody\n    return 2 * x\n```"
    texts = {"t0": lost, "t1": "```python\ndef f(x):\n    return 2 * x\n```"}
    tasks = tuple(dataclasses.replace(_OWN_TASK, id=name) for name in texts)
    completions = [Completion(task_id=name, draw=0, text=text) for name, text in texts.items()]
    rule = ExtractionRule("upstream", HUMANEVAL_V.judged.extractions["upstream"])
    found = scoring.judge(tasks, completions, rule, PLACE, lint=False)
    command = conductor.judge(Job(tasks=tasks, completions=completions, rule=rule), PLACE.executor)
    statuses = [(each.task_id, each.status.value, each.parses) for each in found.outcomes]
    assert statuses == [("t0", "syntax_error", False), ("t1", "passed", True)]
    assert [(each.task_id, each.status.value, each.parses) for each in command.outcomes] == statuses


def test_a_run_without_completions_is_skipped(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", REPLAYED)
    plan = plan_for(tmp_path / "submissions")
    score_all(tmp_path / "submissions", plan, tmp_path / "artifacts")
    manifest = read_artifact(tmp_path / "artifacts" / plan.runs[0].score[0], plan.of("score")[0]).manifest
    assert manifest.state == "skipped"
    why = "it was cancelled, took too long, or lost its machine"
    assert manifest.reason == f"job {plan.runs[0].generate} left no result: {why}"


RUNNER = read_cases("chain/runner_variables.yaml")


def test_variables_of_a_hosted_runner_are_not_secrets() -> None:
    check_no_secrets(RUNNER)


@table("chain")
def test_a_secret_is_named_and_not_shown(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=f": {name}; answers are never judged") as error:
        check_no_secrets({**RUNNER, name: value}, ["ACME_ENTRY"])
    assert value == "x" or value not in error.value.render()


def test_work_over_the_time_limit_is_interrupted() -> None:
    before = signal.getsignal(signal.SIGALRM)
    begun = time.monotonic()
    with pytest.raises(TimeIsUpError), at_most(0.02):
        time.sleep(30)
    assert time.monotonic() - begun < 20
    assert signal.getsignal(signal.SIGALRM) is before


def test_work_within_the_time_limit_leaves_no_alarm() -> None:
    with at_most(60.0):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.gate
def test_a_job_of_multiple_choice_has_no_sentinel_that_is_a_program() -> None:
    """Its own tasks have no reference: the letter of the right option is in their check."""
    source = sources.from_suite("mathopeval", "open-words-choice")
    chosen = scoring.with_references(source.tasks)
    assert len(chosen) == scoring.TASKS_LIMIT
    assert {task.id for task in chosen} <= {task.id for task in source.tasks}
    rule = source.rule("own", setting="choice-blind")
    done = conductor.judge(
        Job(tasks=chosen, completions=sentinels(chosen), rule=rule, absent={}), LocalPool(1)
    )
    check_sentinels(done.outcomes)
    assert len(done.outcomes) == 2 * len(chosen)
    mixed = (*source.tasks, TASKS[0])
    assert scoring.with_references(mixed)[0].id == "sightbench-sentinel"
