"""No dollar is spent twice: reservations, lost results, and one evaluation per submission."""

import datetime
from pathlib import Path

import pytest
from actions_world import LOCAL, PAID, POLICY, ActionsWorld, Evaluation, checkpoint, forge
from ci_world import PREDICTED, score_all, submit
from fake_github import FakeGitHub, Fault

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.adding import add_records, paths_to_check_out
from benchmark.chain.jobs.lost_runs import find_lost_runs
from benchmark.chain.jobs.recording import RecordJob, results_of
from benchmark.chain.plan.history import read_history
from benchmark.chain.plan.job import Plan, plan_bytes
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.branch import publish
from benchmark.results.heads import RowHead
from benchmark.results.layout import ROWS
from benchmark.results.ledger import read_rows
from benchmark.results.status import ATTEMPTS, RunStatus, status_bytes, status_path
from benchmark.suites.run_names import known_suites

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> ActionsWorld:
    return ActionsWorld(tmp_path, hub, monkeypatch)


def names(evaluations: list[Evaluation]) -> list[str]:
    return [evaluation.name for evaluation in evaluations]


def lose(world: ActionsWorld, evaluation: Evaluation, cost: float | None, state: str = "done") -> Plan:
    """Let an evaluation spend money and lose its result; without a cost, its machine is lost too."""
    plan = world.accept(evaluation)
    (job,) = plan.of("generate")
    kept = {} if cost is None else checkpoint(job, cost, state)
    result = "cancelled" if cost is None else "success"
    world.end(
        evaluation, "failure", jobs={f"Generate {job.slug}": result, "Record": "failure"}, artifacts=kept
    )
    return plan


def test_two_paid_plans_spend_the_money_for_one_run_once(world: ActionsWorld) -> None:
    """A run may cost 10 dollars and the month 15: the second plan sees the first one's reservation."""
    submit(world.submissions, "a", PAID)
    assert names(world.plan()) == ["plan-a"]
    submit(world.submissions, "b", PAID)
    (note,) = world.plan()
    assert note.name == "note-b"
    (waits,) = world.accept(note).unplanned
    assert waits.state == "waiting"
    assert "this month's budget of 15 US dollars is spent, or set aside" in waits.reason
    assert names(world.plan()) == [], "one plan-a is in progress, and note-b too"


def test_a_reservation_counts_after_its_files_have_expired(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, None)
    plan = int(evaluation.inputs["run"])
    world.hub.expired |= {(plan, name) for name in world.hub.artifacts[plan]}
    assert names(world.plan()) == ["note-a"]
    assert "is spent, or set aside" in world.whole_plan().unplanned[0].reason


def test_what_a_lost_run_spent_replaces_its_reservation(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, 4.5)
    assert names(world.plan()) == ["plan-a"], "4.50 are spent, so 10 more fit, but not 20"
    assert world.whole_plan().jobs[0].resume == str(evaluation.id)


def test_a_checkpoint_of_a_killed_job_does_not_replace_the_reservation(world: ActionsWorld) -> None:
    """The checkpoint lacks the calls since the last upload, up to an hour before the kill."""
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, 2.0, "unfinished")
    world.hub.run_jobs[evaluation.id][1]["conclusion"] = "cancelled"
    assert names(world.plan()) == ["note-a"]
    world.hub.run_jobs[evaluation.id][1]["conclusion"] = "success"
    world.end(Evaluation(0, {}, world.hub.runs["evaluate.yml"][0]), "success")
    assert names(world.plan()) == ["plan-a"]


def test_a_record_that_is_lost_three_times_is_not_paid_for_again(world: ActionsWorld) -> None:
    world.write_policy({**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 100.0}})
    submit(world.submissions, "a", PAID)
    earlier = ""
    for attempt in range(ATTEMPTS):
        (evaluation,) = world.plan()
        plan = lose(world, evaluation, 4.0 + attempt)
        assert plan.of("generate")[0].resume == earlier, "each attempt continues the one before"
        earlier = str(evaluation.id)
        assert world.hub.issues == []
        world.reconcile()
    assert names(world.plan()) == []
    assert world.whole_plan().runs == []
    world.reconcile()
    (issue,) = world.hub.issues
    assert issue["title"].startswith("No result after 3 attempts: a: ")
    assert f"/actions/runs/{earlier}" in issue["body"]
    assert "the workflow run ended (failure) without recording a result" in issue["body"]
    assert [dispatch["workflow"] for dispatch in world.hub.dispatched].count("plan.yml") == ATTEMPTS - 1
    world.write_policy({**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 15.9}})
    submit(world.submissions, "b", PAID)
    assert names(world.plan()) == ["note-b"], "the month counts the 6 dollars of the last manifest"
    assert names(world.plan("a")) == ["note-a"], "by hand it is planned again, but there is no money"
    world.write_policy({**POLICY, "budgets": {"run_usd": 9.0, "month_usd": 15.0}})
    assert names(world.plan("a")) == ["plan-a"]


def test_an_edited_run_has_new_attempts(world: ActionsWorld) -> None:
    for _ in range(ATTEMPTS):
        submit(world.submissions, "a", PREDICTED)
        (evaluation,) = world.plan()
        world.accept(evaluation)
        world.end(evaluation, "failure", jobs={"Score a": "success", "Record": "failure"})
    assert names(world.plan()) == []
    submit(
        world.submissions, "a", PREDICTED, text=(world.submissions / "a/predictions.jsonl").read_text() + "\n"
    )
    assert names(world.plan()) == ["plan-a"]


def test_a_refused_evaluation_costs_nothing_and_does_not_count_as_an_attempt(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    for _ in range(ATTEMPTS + 1):
        (evaluation,) = world.plan()
        world.end(evaluation, "failure", jobs={"Generate": "skipped", "Score": "skipped"})


def test_a_status_of_the_evaluation_replaces_its_reservation(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    plan = lose(world, evaluation, None)
    (run,) = plan.runs
    fields = {name: getattr(run, name) for name in run.name._fields}
    more = {"state": "waiting", "stage": "generate", "reason": "unfinished", "when": plan.created}
    links = {"CI run": evaluation.found["html_url"]}
    found = RunStatus.model_validate(
        {**fields, **more, "request": run.request, "config": run.config, "links": links, "cost_usd": 1.0}
    )
    for status, started in (
        (found, ["note-a"]),
        (found.model_copy(update={"run_id": str(evaluation.id)}), ["plan-a"]),
    ):
        path = status_path(world.folder / "rows" / "status", status)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(status_bytes(status))
        begun = world.plan()
        assert names(begun) == started, "a status without the completions does not say what they cost"
        for each in begun:
            world.end(each, "success")


def test_a_row_replaces_the_reservation_of_its_own_evaluation_only(world: ActionsWorld) -> None:
    """The row does not record what an earlier evaluation spent that was killed."""
    world.write_policy({**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 100.0}})
    submit(world.submissions, "a", PAID)
    (killed,) = world.plan()
    lose(world, killed, None)
    (asked,) = world.plan()
    plan = world.accept(asked)
    assert held(world, plan, "") == 20.0
    world.end(asked, "success", jobs={"Generate a": "success"})
    assert held(world, plan, str(asked.id)) == 10.0
    lose(world, killed, 3.0)
    assert held(world, plan, str(asked.id)) == 0.0, "its cost is known"


def held(world: ActionsWorld, plan: Plan, made_by: str) -> float:
    """Return what is set aside, in dollars, if an evaluation made the row of the plan's run."""
    (run,) = plan.runs
    row = RowHead(
        id="0" * 64, run=run.name, request=run.request, started=plan.created, cost_usd=6.0, ci_run=made_by
    )
    with RestApi.from_environment(world.hub.environment) as rest:
        runs = WorkflowRuns(Repository("octo/bench", rest))
        history = read_history(runs, frozenset(), datetime.datetime.now(datetime.UTC))
        heads = [row] if made_by else []
        return find_lost_runs(history, runs, due=[], heads=heads, statuses=[]).held_usd


def test_deleted_reservations_stop_paid_plans_and_nothing_else(
    world: ActionsWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, 1.0)
    kept = world.hub.artifacts[int(evaluation.inputs["run"])]
    for name in [name for name in kept if name.startswith("reserved.")]:
        del kept[name]
    submit(world.submissions, "b", PREDICTED)
    world.write_policy({**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 1000.0}})
    assert names(world.plan()) == ["note-a", "plan-b"]
    assert (
        f"the reservations of plan {evaluation.inputs['run']} for a were deleted" in capsys.readouterr().err
    )
    assert "were deleted" in world.whole_plan().unplanned[0].reason


def test_a_deleted_plan_run_does_not_make_money_free(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, None)
    world.hub.runs["plan.yml"].clear()
    world.hub.artifacts.pop(int(evaluation.inputs["run"]))
    world.write_policy({**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 1000.0}})
    assert names(world.plan()) == ["note-a"]
    assert "were deleted" in world.whole_plan().unplanned[0].reason


@pytest.mark.parametrize("path", ["/plan.yml/runs$", "/evaluate.yml/runs$", "/artifacts$", "/jobs$", "/zip$"])
def test_nothing_is_planned_if_github_does_not_answer(
    path: str, world: ActionsWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, 1.0)
    (world.folder / "plan.json").unlink()
    monkeypatch.setattr("time.sleep", lambda _: None)
    world.hub.faults.append(Fault("GET", path, 403, times=1000))
    with pytest.raises(ApiError, match="HTTP 403") as caught:
        world.plan()
    assert caught.value.exit_code == 3
    assert not (world.folder / "plan.json").exists()


def test_a_reservation_that_was_not_kept_starts_nothing(world: ActionsWorld) -> None:
    """The evaluation of another submission of the same plan is started."""
    submit(world.submissions, "a", PAID)
    submit(world.submissions, "b", PREDICTED)
    world.plan(start=False)
    run = world.hub.runs["plan.yml"][0]["id"]
    kept = world.hub.artifacts[run]
    del kept[next(name for name in kept if name.startswith("reserved.plan-a."))]
    with pytest.raises(OurFailure, match=r"artifact reserved\.plan-a\.1-of-1\.\w+\.\w+\.1000 was not kept"):
        world.start(run)
    assert [dispatch["inputs"]["plan"] for dispatch in world.hub.dispatched] == ["plan-b"]


def test_an_evaluation_accepts_its_plan_for_its_own_commit(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    (evaluation,) = world.plan()
    world.patch.setenv("GITHUB_SHA", "d" * 40)
    plan = world.accept(evaluation)
    assert (plan.commit, plan.artifact, len(plan.runs)) == ("d" * 40, "plan-a", 2)
    assert world.outputs()["any_generate"] == "true"
    assert world.outputs()["digest"] == sha256_hex(plan_bytes(plan)), "later jobs refuse another plan"
    assert world.accept(evaluation, attempt=2) == plan, "a repeated attempt is accepted too"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("path", ".github/workflows/ci.yml"),
        ("head_branch", "topic"),
        ("event", "pull_request"),
        ("head_repository", {"full_name": "mallory/bench"}),
        ("head_repository", None),
    ],
)
def test_a_plan_of_another_workflow_branch_or_repository_is_refused(
    field: str, value: object, world: ActionsWorld
) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    world.hub.runs["plan.yml"][0][field] = value
    with pytest.raises(BadInput, match=r"is not a run of plan\.yml on the main branch"):
        world.accept(evaluation)


def test_a_plan_of_a_tag_that_is_called_main_is_refused(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    world.patch.setenv("GITHUB_SHA", "d" * 40)
    assert world.accept(evaluation).runs, "a newer commit of main accepts the plan"
    world.hub.off_main.add(world.hub.runs["plan.yml"][0]["head_sha"])
    with pytest.raises(BadInput, match=r"is not a run of plan\.yml on the main branch"):
        world.accept(evaluation)


def test_a_changed_plan_is_refused(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    submit(world.submissions, "b", PREDICTED)
    evaluation, other = world.plan()
    with pytest.raises(BadInput, match="the plan has the SHA-256"):
        world.accept(evaluation, digest="0" * 64)
    with pytest.raises(BadInput, match="the plan has the SHA-256"):
        world.accept(evaluation, plan="plan-b")
    kept = world.hub.artifacts[int(evaluation.inputs["run"])]
    kept["plan-a"] = kept["plan-b"]
    with pytest.raises(BadInput, match="the plan is for another submission"):
        world.accept(evaluation, digest=other.inputs["digest"])
    for name in ("a", "plan-", "plan-../x", "reserved.plan-a"):
        with pytest.raises(BadInput, match="is not a plan"):
            world.accept(evaluation, plan=name)
    del kept["plan-a"]
    with pytest.raises(BadInput, match="the plan was deleted"):
        world.accept(evaluation)


def test_a_plan_without_its_reservation_is_refused(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    kept = world.hub.artifacts[int(evaluation.inputs["run"])]
    del kept[next(name for name in kept if name.startswith("reserved."))]
    with pytest.raises(OurFailure, match="was not kept, so plan-a is not evaluated"):
        world.accept(evaluation)


def test_a_plan_is_refused_if_the_submission_or_the_policy_changed_since(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    submit(world.submissions, "a", {**PAID, "model": {**PAID["model"], "max_cost": 9.0}})  # type: ignore[dict-item]
    with pytest.raises(BadInput, match="was changed after the plan"):
        world.accept(evaluation)
    submit(world.submissions, "a", PAID)
    world.write_policy({**POLICY, "budgets": {"run_usd": 9.0, "month_usd": 15.0}})
    with pytest.raises(BadInput, match=r"policy\.yml: was changed after the plan was made"):
        world.accept(evaluation)
    world.write_policy(POLICY)
    assert world.accept(evaluation).runs


def test_jobs_that_do_not_follow_from_the_submission_are_refused(world: ActionsWorld) -> None:
    """Whoever could write a plan could otherwise have every key sent to any runner."""
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    plan = world.accept(evaluation)
    (job,) = plan.of("generate")
    for change in ({"runs_on": ["self-hosted"]}, {"keys": ["ANTHROPIC_API_KEY"]}, {"gpu": True}):
        changed = [job.model_copy(update=change), *plan.of("score")]
        forged = plan.model_copy(update={"jobs": changed, "commit": "c" * 40})
        digest = forge(world, evaluation, forged)
        with pytest.raises(BadInput, match=r"has other jobs than those that follow from its submission"):
            world.accept(evaluation, digest=digest)


def test_a_job_on_a_gpu_gets_no_other_kind_of_machine(world: ActionsWorld) -> None:
    submit(world.submissions, "a", LOCAL)
    (evaluation,) = (found for found in world.plan() if found.name == "gpu-a")
    plan = world.accept(evaluation)
    (job,) = plan.of("generate")
    for label in ("ubuntu-24.04", "self-hosted", f"sightbench-other-{'0' * 32}"):
        changed = [job.model_copy(update={"runs_on": [label]}), *plan.of("score")]
        forged = plan.model_copy(update={"jobs": changed})
        digest = forge(world, evaluation, forged)
        with pytest.raises(BadInput, match=r"has other jobs than those that follow from its submission"):
            world.accept(evaluation, digest=digest)


def test_a_second_evaluation_of_a_run_pays_for_nothing(world: ActionsWorld) -> None:
    """Two plans that do not know of each other, or one that is started twice."""
    submit(world.submissions, "a", PAID)
    (first,) = world.plan()
    second = world.repeat(first)
    assert world.accept(first).runs
    with pytest.raises(
        BadInput, match=f"plan-a: the plan does not take into account workflow run {first.id}"
    ):
        world.accept(second)
    with pytest.raises(BadInput, match=f"does not take into account workflow run {second.id}"):
        world.accept(first, attempt=2)
    world.end(second, "failure", jobs={"Generate": "skipped", "Score": "skipped"})
    assert world.accept(first, attempt=2).runs, "the second one began nothing"


def test_an_evaluation_that_was_cancelled_in_the_queue_does_not_block_others(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID)
    (first,) = world.plan()
    second = world.repeat(first)
    world.hub.run_jobs[first.id] = []
    first.found.update(status="completed", conclusion="cancelled")
    assert world.accept(second).runs


def test_a_run_whose_row_was_pushed_meanwhile_is_not_paid_for_again(
    world: ActionsWorld, remote: Path
) -> None:
    submit(world.submissions, "a", PREDICTED)
    (evaluation,) = world.plan()
    record(world, evaluation, remote, "first")
    with pytest.raises(BadInput, match="a: tiny/small, text, greedy, sightbench already has a row"):
        world.accept(evaluation)
    world.end(evaluation, "success")
    assert names(world.plan()) == []


def record(world: ActionsWorld, evaluation: Evaluation, remote: Path, folder: str) -> None:
    """Judge and record an evaluation, and check out the branch of results."""
    plan = world.accept(evaluation)
    artifacts = world.folder / "artifacts" / folder
    score_all(world.submissions, plan, artifacts)
    ci = CiRun(repository="octo/bench", id=str(evaluation.id))
    work = RecordJob(
        plan=plan, artifacts=artifacts, submissions=world.submissions, known=known_suites(), ci=ci
    )
    results = results_of(work)
    publish(
        str(remote),
        lambda checkout: add_records(results, checkout),
        folder=world.folder / folder,
        needed=(*paths_to_check_out(results), ROWS),
        deadline_seconds=60,
    )
    (world.folder / "rows").rename(world.folder / f"before-{folder}")
    (world.folder / folder).rename(world.folder / "rows")


def test_a_prediction_file_is_recorded_while_another_submission_asks_its_model(
    world: ActionsWorld, remote: Path
) -> None:
    submit(world.submissions, "a", PAID)
    (asking,) = world.plan()
    world.accept(asking)
    submit(world.submissions, "b", PREDICTED)
    (judging,) = world.plan()
    assert judging.name == "plan-b"
    record(world, judging, remote, "while")
    assert [row.result.submission.slug for row in read_rows(world.folder / "rows" / ROWS)] == ["b"]
    assert asking.found["status"] == "in_progress"


@pytest.mark.gate
def test_an_absent_gpu_runner_does_not_hold_up_other_runs(world: ActionsWorld, remote: Path) -> None:
    """The run has the status ``waiting``, even after GitHub has ended its job after a day in the queue."""
    submit(world.submissions, "a", LOCAL, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    submit(world.submissions, "b", PREDICTED)
    begun = {evaluation.name: evaluation for evaluation in world.plan()}
    assert set(begun) == {"gpu-a", "note-a", "plan-a", "plan-b"}
    for name in ("plan-a", "plan-b", "note-a"):
        record(world, begun[name], remote, name)
        world.end(begun[name], "success", jobs={"Score": "success"})
    rows = read_rows(world.folder / "rows" / ROWS)
    assert [row.result.submission.slug for row in rows] == ["a", "b"]
    (said,) = (world.folder / "rows" / "status" / "a").iterdir()
    reason = "it waits for a GPU runner, and goes on once one takes its job"
    assert reason in said.read_text(encoding="utf-8")
    assert names(world.plan()) == [], "its job is still in the queue"
    record(world, begun["gpu-a"], remote, "given up")
    world.end(begun["gpu-a"], "failure", jobs={"Generate a on a GPU": "failure"})
    states = {path.read_text(encoding="utf-8").count('"waiting"') for path in said.parent.iterdir()}
    assert states == {1}, "a missing machine is no failure of the run"
    for _ in range(ATTEMPTS):
        (again,) = world.plan()
        assert again.name == "gpu-a"
        world.end(again, "cancelled")
