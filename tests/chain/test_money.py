"""No dollar is spent twice: reservations and settlements on the branch, one evaluation per reservation."""

import datetime
import json
import re
from pathlib import Path
from typing import Any, Self

import pytest
from actions_world import (
    LOCAL,
    PAID,
    POLICY,
    ActionsWorld,
    Evaluation,
    checkpoint,
    forged,
    name_run,
    names,
    spending,
    this_month,
)
from ci_world import PREDICTED, run_command, score_all, submit
from fake_github import FakeGitHub, Fault
from rubric_world import ANSWERS, DRAWING, DRAWN, rubric_policy, score_by_hand

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError
from benchmark.chain.jobs.planning import BranchPlan
from benchmark.chain.jobs.settling import unbegun
from benchmark.chain.plan.job import Plan, read_plan
from benchmark.cli.ci import jobs
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.generation.record.manifest import ManifestPrice
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import begin, fetch_history
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import (
    Reservation,
    Settlement,
    add_next_to,
    find_reservation,
    read_money,
)
from benchmark.results.soundness import check_branch
from benchmark.results.status import ATTEMPTS, read_heads, read_statuses
from tests.case_files import table
from tests.put_suite import put_suite
from tests.sampling import gate_of

pytestmark = [pytest.mark.usefixtures("tiny"), gate_of("chain")]
MUCH = {**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 100.0}}


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


def record(
    world: ActionsWorld, evaluation: Evaluation, plan: Plan, artifacts: Path, generated: str = "success"
) -> None:
    """Run the job that records an evaluation."""
    world.hub.play("run.yml", "record")
    plan_file = world.folder / "accepted" / str(evaluation.id) / "plan.json"
    assert read_plan(plan_file) == plan
    world.patch.setenv("GITHUB_RUN_ID", str(evaluation.id))
    run_command(
        jobs.record,
        plan_file=plan_file,
        digest=sha256_hex(plan_file.read_bytes()),
        artifacts=artifacts,
        submissions=world.submissions,
        policy=world.folder / "policy.yml",
        out=None,
        remote=str(world.remote),
        branch="results",
        deadline=60.0,
        checkout=world.folder / f"record-{evaluation.id}-{len(list(world.folder.iterdir()))}",
        repository="",
        bundles=None,
        trusted_root=None,
        generated=generated,
        graded="skipped",
        rechecked=None,
        sealed=None,
    )


def reason(world: ActionsWorld, slug: str) -> str:
    """Return the reason of the newest status of a submission."""
    *_, last = read_statuses(world.checkout() / "status", [slug])
    return last.reason


@pytest.fixture
def evaluation(world: ActionsWorld) -> Evaluation:
    """The evaluation of one submission that asks a paid model; it has not begun."""
    submit(world.submissions, "a", PAID)
    (found,) = world.plan()
    return found


def test_a_reservation_names_the_keys_that_a_bill_is_about(
    world: ActionsWorld, evaluation: Evaluation
) -> None:
    (run,) = world.entry(evaluation).reservation.runs
    assert run.keys == ["OPENAI_API_KEY"]


def test_a_reservation_names_no_key_for_weights_on_our_own_gpu(world: ActionsWorld) -> None:
    submit(world.submissions, "b", LOCAL)
    (evaluation,) = world.plan()
    assert b'"keys"' not in world.entry(evaluation).reservation.to_bytes()


def test_a_rejected_push_reads_the_budget_anew(world: ActionsWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another plan reserves the money between the reading of this one and its push."""
    submit(world.submissions, "a", PAID)
    run = {"run": 0, "suite": "tiny", "dataset": "small", "setting": "text", "protocol": "greedy"}
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    more = {"prompt": "sightbench", "request": "0" * 64, "config": "1" * 64, "cents": 1000}
    other = Reservation.new(part="plan-z", when=now, policy="2" * 64, runs=[{**run, **more}])
    from benchmark.chain.jobs import planning

    add = planning.add_reservations
    raced: list[int] = []

    def race(checkout: Path, reservations: Any) -> str | None:
        if not raced:
            raced.append(1)
            world.add(lambda folder: add_record(folder / MONEY, other))
        return add(checkout, reservations)

    monkeypatch.setattr(planning, "add_reservations", race)
    monkeypatch.setattr("benchmark.results.branch._LONGEST_PAUSE", 0.01)
    assert names(world.plan()) == []
    assert [entry.reservation.part for entry in world.money().entries] == ["plan-z"]


def test_the_money_of_evaluations_that_github_refuses_to_start_is_given_back(world, monkeypatch) -> None:
    submit(world.submissions, "a", PAID)
    monkeypatch.setattr("time.sleep", lambda _: None)
    world.hub.faults.append(Fault("POST", "/dispatches$", 422, times=1))
    with pytest.raises(ApiError, match="HTTP 422"):
        world.plan()
    (entry,) = world.money().entries
    assert (entry.cents, entry.settlement is not None) == (0, True)
    assert names(world.plan()) == ["plan-a"]
    world.end(Evaluation(0, {}, world.hub.runs["run.yml"][0]), "success")


def test_what_a_lost_run_spent_replaces_its_reservation(world: ActionsWorld, evaluation: Evaluation) -> None:
    lose(world, evaluation, 4.5, "unfinished")
    assert names(world.plan()) == [], "only care settles it"
    world.reconcile()
    assert (world.entry(evaluation).cents, world.money().spent_usd(this_month())) == (450, 4.5)
    (again,) = world.plan()
    plan = world.accept(again)
    assert plan.jobs[0].resume == str(evaluation.id)
    assert world.entry(again).reservation.runs[0].before_cents == 450
    world.end(again, "failure", jobs={"Generate a": "success"}, artifacts=checkpoint(plan.jobs[0], 6.0))
    world.reconcile()
    assert world.entry(again).cents == 150, "the completions had cost 4.50 before"


def test_answers_that_are_complete_are_judged_in_a_month_that_is_spent(world: ActionsWorld) -> None:
    world.write_policy({**POLICY, "budgets": {"run_usd": 10.0, "month_usd": 12.0}})
    submit(world.submissions, "a", PAID)
    submit(world.submissions, "b", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, 9.0)
    world.reconcile()
    begun = {found.name: found for found in world.plan()}
    assert list(begun) == ["plan-a"], "a alone needs no money"
    (job,) = world.accept(begun["plan-a"]).of("generate")
    assert (job.keys, job.resume, world.entry(begun["plan-a"]).cents) == ([], str(evaluation.id), 0)


def test_a_run_whose_checkpoint_was_lost_pays_for_everything_anew(world: ActionsWorld) -> None:
    world.write_policy(MUCH)
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    lose(world, evaluation, 4.5, "unfinished")
    world.reconcile()
    (again,) = world.plan()
    (job,) = world.accept(again).of("generate")
    anew = checkpoint(job, 6.0, started="2999-01-01T00:00:00Z")
    world.end(again, "failure", jobs={"Generate a": "success"}, artifacts=anew)
    world.reconcile()
    assert world.entry(again).cents == 600


def test_a_damaged_checkpoint_counts_in_full_and_is_not_continued(world: ActionsWorld) -> None:
    world.write_policy(MUCH)
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    plan = lose(world, evaluation, 4.5)
    kept = world.hub.artifacts[evaluation.id][plan.of("generate")[0].id]
    kept["completions.generation.json"] = b"{"
    world.reconcile()
    assert world.entry(evaluation).cents == 1000
    (again,) = world.plan()
    assert world.accept(again).of("generate")[0].resume == ""


@pytest.mark.parametrize("lost", ["no checkpoint", "killed after its checkpoint"])
def test_where_calls_may_be_missing_all_that_was_reserved_counts(world, evaluation, lost) -> None:
    if lost == "no checkpoint":
        lose(world, evaluation, None)
    else:
        lose(world, evaluation, 2.0, "unfinished" if lost.startswith("killed") else "done")
    if lost.startswith("killed"):
        world.hub.run_jobs[evaluation.id][1]["conclusion"] = "cancelled"
    world.reconcile()
    entry = world.entry(evaluation)
    assert (entry.cents, entry.settlement.runs[0].how) == (1000, "unknown")


def test_an_evaluation_that_began_nothing_spent_nothing_and_is_no_attempt(world: ActionsWorld) -> None:
    """Also if GitHub calls a job that never left the queue cancelled."""
    submit(world.submissions, "a", PAID)
    for result in ("skipped", "cancelled"):
        (evaluation,) = world.plan()
        world.end(evaluation, "cancelled", jobs={"Generate a": result})
        for job in world.hub.run_jobs[evaluation.id]:
            job["steps"] = []
        world.reconcile()
        assert world.entry(evaluation).cents == 0
    assert read_statuses(world.checkout() / "status") == ()


class _Clock(datetime.datetime):
    """A clock that a test sets forward."""

    minutes = 0

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Self:
        return super().now(tz) + datetime.timedelta(minutes=cls.minutes)


def later(world: ActionsWorld, hours: int) -> None:
    """Let hours pass since all that was reserved and listed until now, and let another run be listed."""
    clock = type("Later", (_Clock,), {"minutes": 60 * hours})
    world.patch.setattr(datetime, "datetime", clock)


def test_the_workflow_run_that_the_branch_names_is_looked_up(world, evaluation) -> None:
    """Whatever GitHub lists; one that was deleted may have spent all that was reserved."""
    assert world.entry(evaluation).started.run == evaluation.id
    lose(world, evaluation, 3.2, "unfinished")
    world.hub.outdated = lambda of, now: [] if of == "run.yml" else now
    world.reconcile()
    assert world.entry(evaluation).cents == 320, "it is found although it is not listed"
    world.write_policy(MUCH)
    (second,) = world.plan()
    lose(world, second, None)
    world.hub.runs["run.yml"].remove(second.found)
    world.reconcile()
    assert world.entry(second).settlement is None, "GitHub may not know it yet"
    later(world, 2)
    world.reconcile()
    assert world.entry(second).cents == 1000
    deleted = f"workflow run {second.id} was deleted, and may have spent what was reserved"
    assert reason(world, "a") == deleted


def test_a_part_whose_evaluations_never_begin_makes_one_issue_and_costs_no_attempt(world) -> None:
    """The job that accepts its plan fails each time, and each plan tries again."""
    submit(world.submissions, "a", PAID)
    for number in range(ATTEMPTS + 1):
        (evaluation,) = world.plan()
        world.end(evaluation, "failure", jobs={"Check the plan": "failure", "Generate a": "skipped"})
        world.reconcile()
        opened = ["No evaluation begins: plan-a"] if number + 1 >= ATTEMPTS else []
        assert [issue["title"] for issue in world.hub.issues] == opened
    assert [run.how for run in world.entry(evaluation).settlement.runs] == ["not begun"]
    assert read_statuses(world.checkout() / "status") == ()
    (issue,) = world.hub.issues
    assert f"[CI run](https://github.com/{world.hub.repository}/actions/runs/" in issue["body"]
    (evaluation,) = world.plan()
    world.reconcile()
    assert issue["state"] == "open", "the next one has not ended"
    lose(world, evaluation, 1.0)
    world.reconcile()
    assert issue["state"] == "closed"


def test_care_closes_a_month_that_is_over_and_the_next_plan_goes_on(world, evaluation) -> None:
    lose(world, evaluation, 4.5)
    world.reconcile()
    month = world.entry(evaluation).month
    later(world, 70 * 24)
    for _ in range(2):
        world.reconcile()
        (found,) = world.money().sums
        assert (found.month, found.entries, found.cents) == (month, 1, 450)
    assert world.money().entries == ()
    (again,) = world.plan()
    assert world.entry(again).reservation.runs[0].resume == str(evaluation.id)
    git = fetch_history(str(world.remote), folder=world.folder / "history")
    assert check_branch(git, "results", (), "", AttestationChecker(None)).findings == []


def test_an_outage_of_github_costs_neither_money_nor_an_attempt(world: ActionsWorld) -> None:
    """Whether GitHub loses the starts, or the job ends after the push of its reservations."""
    world.write_policy(MUCH)
    world.patch.setattr("time.sleep", lambda _: None)
    for number in range(12):
        submit(world.submissions, f"s-{number}", PAID)
    world.hub.faults = [Fault("POST", "/dispatches$", 502, times=10_000)]
    with pytest.raises(ApiError, match="HTTP 502"):
        world.plan()
    assert (len(world.started), world.money().spent_usd(this_month())) == (0, 100.0)
    assert len([each for each in world.hub.requests if each.method == "POST"]) == 10 + 5, "few are repeated"
    world.hub.faults.clear()
    world.reconcile()
    assert len(world.money().open) == 10, "the job of the plan may still start them"
    later(world, 3)
    world.reconcile()
    assert world.money().open == ()
    assert sum(entry.cents for entry in world.money().entries) == 0
    assert not [each for each in read_statuses(world.checkout() / "status") if each.state == "failed"]
    assert len(world.plan()) == 10


def test_a_start_whose_reply_was_lost_is_found_or_repeated(world: ActionsWorld) -> None:
    world.patch.setattr("time.sleep", lambda _: None)
    for status, done in ((502, True), (502, False), (408, True), (408, False), (0, True)):
        slug = f"s-{status}-{int(done)}"
        submit(world.submissions, slug, {**PREDICTED})
        world.hub.faults = [Fault("POST", "/dispatches$", status, done=done)]
        (found,) = world.plan()
        assert found.name == f"plan-{slug}", "one run, and no more"
        assert world.entry(found).started.run == found.id
    dispatch = Repository.dispatch
    world.patch.setattr(Repository, "dispatch", lambda *a, **more: dispatch(*a, **more) and None)
    submit(world.submissions, "untold", {**PREDICTED})
    (found,) = world.plan()
    assert world.entry(found).started.run == found.id, "GitHub does not tell it, but lists it"


def test_what_was_settled_is_not_named_any_more(world, evaluation) -> None:
    """A plan whose machine was slow: nobody evaluates what counts as never begun."""
    copy = world.entry(evaluation).reservation.model_copy(update={"links": {}}).with_its_id()
    world.add(lambda folder: add_record(folder / MONEY, copy))
    world.add(lambda folder: add_next_to(folder, copy, unbegun(copy, {})))
    policy = world.folder / "policy.yml"
    plan = BranchPlan(submissions=world.submissions, policy=policy, ci=CiRun(), repository=None)
    plan.keep_starts([(copy, 1)], [], folder := world.checkout())
    assert find_reservation(folder, copy.id).started is None


def test_expired_artifacts_and_deleted_plans_do_not_matter(world, evaluation) -> None:
    world.hub.runs["run.yml"] = [run for run in world.hub.runs["run.yml"] if run["id"] == evaluation.id]
    lose(world, evaluation, 3.0)
    world.hub.expired |= {(evaluation.id, name) for name in world.hub.artifacts[evaluation.id]}
    world.reconcile()
    assert world.entry(evaluation).cents == 1000


def test_a_job_that_had_a_machine_may_have_spent_even_if_no_step_is_listed(world, evaluation) -> None:
    lose(world, evaluation, 3.0)
    for job in world.hub.run_jobs[evaluation.id]:
        job |= {"steps": [], "runner_name": "GitHub Actions 12"}
    world.reconcile()
    assert world.entry(evaluation).cents == 300


def test_a_list_of_jobs_that_github_does_not_give_settles_nothing(world, evaluation) -> None:
    lose(world, evaluation, 3.0)
    world.hub.faults.append(Fault("GET", f"/runs/{evaluation.id}/jobs$", 404))
    world.reconcile()
    assert world.entry(evaluation).settlement is None
    world.reconcile()
    assert world.entry(evaluation).cents == 300


@pytest.mark.gate
def test_a_record_that_is_lost_three_times_is_not_paid_for_again(world, monkeypatch) -> None:
    clock = type("Clock", (_Clock,), {})
    monkeypatch.setattr(datetime, "datetime", clock)
    world.write_policy(MUCH)
    submit(world.submissions, "a", PAID)
    earlier, cost = "", 4.0
    for attempt in range(ATTEMPTS):
        (evaluation,) = world.plan()
        plan = lose(world, evaluation, cost + attempt, "unfinished")
        assert plan.of("generate")[0].resume == earlier, "each attempt continues the one before"
        earlier = str(evaluation.id)
        assert world.hub.issues == []
        world.reconcile()
        clock.minutes += 1  # statuses are ordered by their second
    assert names(world.plan()) == []
    assert world.whole_plan().runs == []
    world.reconcile()
    (issue,) = world.hub.issues
    assert issue["title"].startswith("No result after 3 attempts: a: ")
    assert f"/actions/runs/{earlier}" in issue["body"]
    assert "the workflow run ended (failure) without recording a result" in issue["body"]
    assert world.money().spent_usd(this_month()) == cost + ATTEMPTS - 1, "each attempt counts what it added"


def test_nothing_is_settled_or_planned_if_github_does_not_answer(world, evaluation, monkeypatch) -> None:
    lose(world, evaluation, 1.0)
    monkeypatch.setattr("time.sleep", lambda _: None)
    for path in (f"/runs/{evaluation.id}$", "/artifacts$", "/jobs$", "/zip$"):
        world.hub.faults = [Fault("GET", path, 403, times=1000)]
        with pytest.raises(ApiError, match="HTTP 403"):
            world.reconcile()
    submit(world.submissions, "b", PREDICTED)
    world.hub.faults = [Fault("GET", "/commits$", 403, times=1000)]
    with pytest.raises(ApiError, match="HTTP 403") as caught:
        world.plan()
    assert caught.value.exit_code == 3
    assert [entry.settlement for entry in world.money().entries] == [None]


def test_an_evaluation_accepts_its_plan_for_its_own_commit(world: ActionsWorld) -> None:
    submit(world.submissions, "a", PAID, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    (evaluation,) = world.plan()
    world.patch.setenv("GITHUB_SHA", "d" * 40)
    plan = world.accept(evaluation)
    assert (plan.commit, plan.part, len(plan.runs)) == ("d" * 40, "plan-a", 2)
    assert [job.keys for job in plan.of("generate")] == [["OPENAI_API_KEY"]]
    assert world.outputs()["any_generate"] == "true"
    written = world.folder / "accepted" / str(evaluation.id) / "plan.json"
    assert world.outputs()["digest"] == sha256_hex(written.read_bytes()), "later jobs refuse another plan"


@pytest.mark.gate
def test_a_reservation_that_the_policy_does_not_give_is_refused(world, evaluation) -> None:
    """Whoever could push one could otherwise have keys sent to any runner, or spend any amount."""
    changed = "was changed after the plan was made"
    cases: list[tuple[dict[str, object], str]] = [
        ({"run": {"cents": 1001}}, r"runs\[0\]\.cents: is 1001, but policy\.yml gives 1000"),
        ({"run": {"cents": 0}}, r"runs\[0\]\.cents: is 0, but policy\.yml gives 1000"),
        ({"run": {"request": "0" * 64}}, changed),
        ({"run": {"config": "0" * 64}}, changed),
        ({"run": {"rubric_cents": 100}}, "reserves money for scoring, which policy.yml does not request"),
        ({"run": {"run": 3}}, changed),
        ({"part": "gpu-a"}, "is gpu-a, not plan-a"),
        ({"policy": "0" * 64}, rf"policy\.yml: {changed}"),
    ]
    for change, problem in cases:
        with pytest.raises(BadInput, match=problem):
            world.accept(evaluation, reservation=forged(world, evaluation, **change))
    assert world.accept(evaluation).runs


def test_a_run_of_another_kind_of_machine_is_refused(world: ActionsWorld) -> None:
    submit(world.submissions, "a", LOCAL, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    begun = {found.name: found for found in world.plan()}
    (job,) = world.accept(begun["gpu-a"]).of("generate")
    assert (job.gpu, job.keys, job.runs_on[0].startswith("sightbench-h200-")) == (True, [], True)
    other = forged(world, begun["gpu-a"], part="plan-a")
    with pytest.raises(BadInput, match="belongs to gpu-a"):
        world.accept(begun["plan-a"], reservation=other)


def test_only_a_reservation_of_the_branch_is_accepted(world: ActionsWorld, evaluation: Evaluation) -> None:
    for identifier in ("0" * 64, "../x", "*", ""):
        with pytest.raises(BadInput, match="the branch has no reservation"):
            world.accept(evaluation, reservation=identifier)
    assert world.accept(evaluation).runs


def test_only_the_branch_main_plans_and_evaluates(world: ActionsWorld, evaluation: Evaluation) -> None:
    """A condition in a workflow file ignores the case of letters."""
    for ref in ("refs/heads/MAIN", "refs/tags/main", "refs/heads/topic"):
        world.patch.setenv("GITHUB_REF", ref)
        for work in (world.plan, world.reconcile, lambda: world.accept(evaluation)):
            with pytest.raises(BadInput, match=r"GITHUB_REF: is .*, not refs/heads/main"):
                work()
    world.patch.setenv("GITHUB_REF", "refs/heads/main")
    assert world.accept(evaluation).runs


def test_a_changed_submission_or_policy_is_refused(world: ActionsWorld, evaluation: Evaluation) -> None:
    submit(world.submissions, "a", {**PAID, "model": {**PAID["model"], "max_cost": 9.0}})  # type: ignore[dict-item]
    with pytest.raises(BadInput, match="was changed after the plan"):
        world.accept(evaluation)
    submit(world.submissions, "a", PAID)
    world.write_policy({**POLICY, "budgets": {"run_usd": 9.0, "month_usd": 15.0}})
    with pytest.raises(BadInput, match=r"policy\.yml: was changed after the plan was made"):
        world.accept(evaluation)
    world.write_policy(POLICY)
    assert world.accept(evaluation).runs


def test_only_the_workflow_run_that_the_branch_names_may_pay(world, evaluation) -> None:
    """Whatever became of it, also if it was deleted; another one is refused at once."""
    pauses: list[float] = []
    world.patch.setattr("time.sleep", pauses.append)
    second = world.repeat(evaluation)
    assert world.accept(evaluation).runs
    for result in ("skipped", "success"):
        world.end(evaluation, "cancelled", jobs={"Generate a": result})
        with pytest.raises(BadInput, match=f"was given to workflow run {evaluation.id}, not to this one"):
            world.accept(second)
    world.hub.runs["run.yml"].remove(evaluation.found)
    with pytest.raises(BadInput, match=f"was given to workflow run {evaluation.id}, not to this one"):
        world.accept(second)
    assert not pauses
    later(world, 2)
    world.reconcile()
    assert world.entry(second).cents == 1000, "the deleted one may have spent it"


def test_a_run_that_begins_early_waits_until_the_plan_has_named_it(world, evaluation) -> None:
    pauses: list[float] = []
    world.patch.setattr("time.sleep", pauses.append)
    copy = world.entry(evaluation).reservation.model_copy(update={"links": {}}).with_its_id()
    world.add(lambda folder: add_record(folder / MONEY, copy))
    with pytest.raises(BadInput, match="was given to no workflow run, not to this one"):
        world.accept(evaluation, reservation=copy.id)
    assert max(pauses) == 60
    pauses.clear()
    read = world.hub.content

    def named_later(path: str, branch: str) -> bytes:
        if len(pauses) == 2:
            name_run(world, copy, evaluation.id)
        return read(path, branch)

    world.hub.content = named_later
    assert world.accept(evaluation, reservation=copy.id).runs
    assert [pause for pause in pauses if pause >= 1] == [2.0]


@pytest.mark.parametrize("work", ["generate", "rubric"])
def test_what_may_ask_a_model_runs_only_in_the_first_attempt(world, evaluation, work, in_process) -> None:
    """A repeated job cannot know what an earlier attempt has spent; a new plan continues its answers."""
    job = world.accept(evaluation).of("generate")[0].id
    world.patch.setenv("GITHUB_RUN_ATTEMPT", "2")
    with pytest.raises(BadInput, match="GITHUB_RUN_ATTEMPT: is '2', but what may ask a model runs only once"):
        world.accept(evaluation, attempt=2)
    plan, out = world.folder / "accepted" / str(evaluation.id) / "plan.json", world.folder / "out"
    done = in_process("ci", work, "--job", job, "--plan", plan, "--out", out, code=2)
    assert "plan again: the new evaluation continues from the answers that are kept" in done.stderr
    assert not out.exists(), "the artifact of the first attempt is not replaced"


@pytest.mark.gate
def test_a_row_and_what_it_cost_are_pushed_together_and_paid_for_once(world, tmp_path) -> None:
    submit(world.submissions, "a", PREDICTED)
    submit(world.submissions, "b", PAID)
    begun = {found.name: found for found in world.plan()}
    plan = world.accept(begun["plan-a"])
    score_all(world.submissions, plan, tmp_path / "artifacts")
    record(world, begun["plan-a"], plan, tmp_path / "artifacts", generated="skipped")
    entry = world.entry(begun["plan-a"])
    assert [run.how for run in entry.settlement.runs] == ["nothing asked"]
    assert [head.run.slug for head in read_heads(world.checkout() / "results")] == ["a"]
    record(world, begun["plan-a"], plan, tmp_path / "artifacts", generated="failure")
    assert world.entry(begun["plan-a"]) == entry, "a repeated job settles nothing a second time"
    with pytest.raises(BadInput, match="is settled already"):
        world.accept(begun["plan-a"])
    other = forged(world, begun["plan-a"], links={"CI run": "https://example.org"})
    with pytest.raises(BadInput, match="a: tiny/small, text, greedy, sightbench already has a row"):
        world.accept(world.repeat(begun["plan-a"]), reservation=other)
    asked = world.accept(begun["plan-b"])
    assert asked.runs, "another submission does not wait"
    record(world, begun["plan-b"], asked, tmp_path / "nothing", generated="failure")
    assert world.entry(begun["plan-b"]).cents == 1000, "its artifact is missing"


@pytest.mark.gate
@table("chain")
def test_the_manifest_of_a_finished_job_says_what_it_cost(world, evaluation, state, result, cents) -> None:
    plan = world.accept(evaluation)
    job = plan.of("generate")[0]
    for identifier, files in checkpoint(job, 3.2, state).items():
        folder = world.folder / "artifacts" / identifier
        folder.mkdir(parents=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
    with pytest.raises(BadInput):  # the completions themselves are missing
        record(world, evaluation, plan, world.folder / "artifacts", result)
    assert world.entry(evaluation).cents == cents


@pytest.mark.parametrize(
    ("source", "usd", "settled"),
    [
        ("genai-prices 0", 0.0, (1000, "no cost")),
        ("config", 0.0, (1000, "no cost")),
        ("policy.yml", 0.0, (0, "counted")),
        ("policy.yml", 1.0, (1000, "no cost")),
    ],
)
def test_tokens_cost_nothing_only_if_the_policy_says_so(world, evaluation, source, usd, settled) -> None:
    """A price of 0 that a stranger or a table gives would let a run spend more than every budget."""
    plan = world.accept(evaluation)
    job = plan.of("generate")[0]
    price = ManifestPrice(input_usd=usd, output_usd=usd, source=source, date="2026-11-01")
    for identifier, files in checkpoint(job, 0.0).items():
        folder = world.folder / "artifacts" / identifier
        folder.mkdir(parents=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        spent = spending(0.0, tokens=900, price=price)
        (folder / "completions.generation.json").write_bytes(spent)
    with pytest.raises(BadInput):  # the completions themselves are missing
        record(world, evaluation, plan, world.folder / "artifacts")
    entry = world.entry(evaluation)
    assert [(run.cents, run.how) for run in entry.settlement.runs] == [settled]


def test_an_absent_gpu_runner_does_not_hold_up_other_runs(world: ActionsWorld) -> None:
    submit(world.submissions, "a", LOCAL, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    submit(world.submissions, "b", PREDICTED)
    assert names(world.plan()) == ["gpu-a", "plan-a", "plan-b"]
    assert reason(world, "a") == "it waits for a GPU runner, and goes on once one takes its job"
    assert names(world.plan()) == [], "all are under way"
    assert len(read_statuses(world.checkout() / "status")) == 1, "a status that is known is not repeated"


def test_statuses_and_owners_are_pushed_by_the_plan(world: ActionsWorld) -> None:
    world.write_policy({**POLICY, "gpus": []})
    submit(world.submissions, "a", LOCAL)
    assert names(world.plan()) == []
    assert "needs a GPU, but policy.yml lists no runner for it now" in reason(world, "a")
    assert world.money().entries == ()


def _other_runs(reservation: Reservation, *requests: str) -> bytes:
    settled = {"schema": "sightbench/settlement/1", "reservation": reservation.id, "when": reservation.when}
    runs = [{"request": request, "cents": 0, "how": "counted"} for request in requests]
    return json.dumps({**settled, "runs": runs}).encode()


@pytest.mark.gate
def test_a_damaged_ledger_stops_every_plan(world, evaluation, in_process) -> None:
    """An unreadable amount never counts as nothing; the check of the branch finds the file, too."""
    folder, reservation = world.checkout(), world.entry(evaluation).reservation
    path, settled = (
        reservation.path(folder / MONEY),
        reservation.path(folder / MONEY).with_suffix(Settlement.ending),
    )
    whole = path.read_bytes()
    assert b'"cents":1000' in whole
    for damaged, data, problem in (
        (path, whole.replace(b'"cents":1000', b'"cents":1'), "id"),
        (settled, _other_runs(reservation), "are not those of"),
        (settled, _other_runs(reservation, "0" * 64), "are not those of"),
        (settled, b"{", "not valid JSON"),
    ):
        path.write_bytes(whole)
        damaged.write_bytes(data)
        with pytest.raises(BadInput, match=problem):
            read_money(folder)
        files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("money/*/*")}
        begin(str(world.remote), files, folder=world.folder / f"damaged-{len(data)}", anew=True)
        checked = in_process("results", "check", "--remote", world.remote, code=1)
        assert re.search(problem, checked.stdout)


def test_a_settlement_needs_its_reservation(world, evaluation, tmp_path) -> None:
    lose(world, evaluation, 1.0)
    world.reconcile()
    entry = world.entry(evaluation)
    assert entry.settlement is not None
    (tmp_path / "empty" / MONEY).mkdir(parents=True)
    with pytest.raises(BadInput, match="does not exist"):
        add_next_to(tmp_path / "empty", entry.reservation, entry.settlement)


@pytest.mark.gate
def test_the_ledger_is_added_up_and_checked_offline(world, in_process) -> None:
    """A stranger needs only the branch."""
    for slug, cost in (("a", 3.0), ("b", 4.0)):
        submit(world.submissions, slug, PAID)
        (evaluation,) = world.plan()
        lose(world, evaluation, cost, "unfinished")
        world.reconcile()
    world.write_policy(MUCH)
    (evaluation, _) = world.plan()
    report = in_process("results", "list", "--money", "--quiet", "--remote", world.remote)
    (line,) = (line for line in report.stdout.splitlines() if line.startswith(this_month()))
    assert line.split() == [this_month(), "4", "27.00", "0.00", "20.00"]
    assert "plan-a: 10.00" in report.stdout
    assert in_process("results", "check", "--remote", world.remote).returncode == 0
    reservation = world.entry(evaluation).reservation
    orphan = _other_runs(reservation).replace(reservation.id.encode(), b"0" * 64)
    world.add(lambda folder: (folder / MONEY / this_month() / f"{'0' * 64}.settled.json").write_bytes(orphan))
    checked = in_process("results", "check", "--remote", world.remote, code=1)
    assert "is the settlement of a reservation that does not exist" in checked.stdout


WANTS = rubric_policy()


@pytest.fixture
def grading(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> ActionsWorld:
    """A repository whose policy names a model that scores drawings."""
    put_suite(monkeypatch, DRAWING)
    made = ActionsWorld(tmp_path, hub, monkeypatch, WANTS)
    submit(made.submissions, "a", DRAWN, text=ANSWERS)
    return made


def test_a_job_is_planned_and_accepted_only_for_drawings_that_the_policy_chooses(grading) -> None:
    (evaluation,) = grading.plan()
    plan = grading.accept(evaluation)
    (run,) = plan.runs
    assert [job.id for job in plan.of("rubric")] == [run.rubric]
    assert (run.rubric_cents, run.reserved_cents, run.no_rubric) == (200, 0, None)
    assert grading.outputs()["any_rubric"] == "true"
    assert run.rubric in grading.outputs()["rubric"]
    assert (grading.entry(evaluation).cents, grading.entry(evaluation).rubric_cents) == (0, 200)
    grading.end(evaluation, "success")
    grading.reconcile()
    for policy in (
        {"schema": "sightbench/policy/1"},
        rubric_policy(datasets=["other/*", "drawing/drawn-2"]),
    ):
        grading.write_policy(policy)
        grading.plan(start=False)
        assert [run.rubric for run in grading.whole_plan().runs] == [None]
        assert grading.whole_plan().of("rubric") == []


def test_a_plan_cannot_give_itself_the_judge_or_its_money(grading) -> None:
    (evaluation,) = grading.plan()
    plan = grading.accept(evaluation)
    grading.write_policy({"schema": "sightbench/policy/1"})
    with pytest.raises(BadInput, match=r"policy\.yml: was changed after the plan was made"):
        grading.accept(evaluation)
    grading.write_policy(WANTS)
    assert plan.of("rubric")
    for cents in (900, 100):
        with pytest.raises(BadInput, match=r"is not rubric\.run_usd of policy\.yml"):
            grading.accept(evaluation, reservation=forged(grading, evaluation, run={"rubric_cents": cents}))
    other = forged(grading, evaluation, run={"rubric_cents": 0})
    assert grading.accept(evaluation, reservation=other).of("rubric") == []


def test_a_run_is_planned_without_scores_when_the_months_budget_is_reserved(grading) -> None:
    for slug in ("b", "c"):
        submit(grading.submissions, slug, DRAWN, text=ANSWERS)
    assert len(grading.plan()) == 3, "of 5 dollars, two runs get 2 each"
    found = {run.slug: (run.rubric_cents, run.no_rubric) for run in grading.whole_plan().runs}
    said = "rubric.month_usd in policy.yml, 5 US dollars, is spent, or set aside for other runs"
    assert found == {"a": (200, None), "b": (200, None), "c": (0, said)}
    assert grading.money().rubric_usd(this_month()) == 4.0


def test_a_row_without_scores_gets_them_in_a_part_of_their_own(grading, tmp_path) -> None:
    """Three times at most; the answers are judged again, and nothing is reserved for generating."""
    grading.write_policy(rubric_policy(month_usd=100.0))
    (evaluation,) = grading.plan()
    plan = grading.accept(evaluation)
    score_by_hand(grading.submissions, plan, tmp_path / "artifacts")
    record(grading, evaluation, plan, tmp_path / "artifacts", generated="skipped")
    rows = read_heads(grading.checkout() / "results")
    assert len(rows) == 1, "its scores are missing"
    for _ in range(ATTEMPTS):
        (more,) = grading.plan()
        assert (more.name, grading.entry(more).cents, grading.entry(more).rubric_cents) == (
            "rubric-a",
            0,
            200,
        )
        assert grading.plan() == [], "it is under way"
        plan = grading.accept(more)
        assert [job.kind for job in plan.jobs] == ["score", "rubric"]
        grading.end(more, "failure", jobs={"Score a": "success", "Grade a": "failure"})
        grading.reconcile()
        assert read_statuses(grading.checkout() / "status") == (), "the run has its row"
    assert grading.plan() == []
    other = forged(grading, more, links={})
    scores = f"results/drawing/drawn/a/{rows[0].id}.rubric.{'0' * 64}.json"
    grading.add(lambda folder: (folder / scores).write_text("{}", encoding="utf-8"))
    with pytest.raises(BadInput, match="has no row without scores"):
        grading.accept(grading.repeat(more), reservation=other)


@table("chain")
def test_scores_count_what_their_job_spent(state, left, result, counted, grading) -> None:
    (evaluation,) = grading.plan()
    (job,) = grading.accept(evaluation).of("rubric")
    listed = [{"name": f"{name}.jsonl", "sha256": "0" * 64, "bytes": 1} for name in left]
    manifest = {"schema": "sightbench/job/1", "job": job.id, "request": job.request, "state": state}
    files = {f"{name}.generation.json": spending(*cost) for name, cost in left.items() if cost is not None}
    files["manifest.json"] = json.dumps({**manifest, "files": listed}).encode()
    kept = {} if state is None else {job.id: files}
    grading.end(evaluation, "failure", jobs={"Score a": "success", "Grade a": result}, artifacts=kept)
    grading.reconcile()
    assert grading.entry(evaluation).rubric_cents == counted
