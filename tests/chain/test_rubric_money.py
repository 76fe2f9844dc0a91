"""The model that scores drawings has a budget of its own, and is asked only if the policy names it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from actions_world import ActionsWorld, forged, spending, this_month
from ci_world import submit
from fake_github import FakeGitHub
from rubric_world import ANSWERS, DRAWING, DRAWN, rubric_policy

from benchmark.chain.jobs.artifact import MANIFEST, end_artifact
from benchmark.chain.jobs.generating import check_repeated
from benchmark.core.errors import BadInput
from benchmark.results.money import SettledRun, Settlement, add_settlement, settlement_path
from benchmark.suites import SUITES

WANTS = rubric_policy()


@pytest.fixture(scope="module", autouse=True)
def drawing() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SUITES, "drawing", DRAWING)
        yield


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> ActionsWorld:
    made = ActionsWorld(tmp_path, hub, monkeypatch, WANTS)
    submit(made.submissions, "a", DRAWN, text=ANSWERS)
    return made


def test_a_job_is_planned_and_accepted_only_for_drawings_that_the_policy_chooses(world: ActionsWorld) -> None:
    (evaluation,) = world.plan()
    plan = world.accept(evaluation)
    (run,) = plan.runs
    assert [job.id for job in plan.of("rubric")] == [run.rubric]
    assert (run.rubric_cents, run.reserved_cents, run.no_rubric) == (200, 0, None)
    assert world.outputs()["any_rubric"] == "true"
    assert run.rubric in world.outputs()["rubric"]
    assert (world.entry(evaluation).cents, world.entry(evaluation).rubric_cents) == (0, 200)
    world.end(evaluation, "success")
    world.reconcile()
    for policy in (
        {"schema": "sightbench/policy/1"},
        rubric_policy(datasets=["other/*", "drawing/drawn-2"]),
    ):
        world.write_policy(policy)
        world.plan(start=False)
        assert [run.rubric for run in world.whole_plan().runs] == [None]
        assert world.whole_plan().of("rubric") == []


def test_a_plan_cannot_give_itself_the_judge_or_its_money(world: ActionsWorld) -> None:
    (evaluation,) = world.plan()
    plan = world.accept(evaluation)
    world.write_policy({"schema": "sightbench/policy/1"})
    with pytest.raises(BadInput, match=r"policy\.yml: was changed after the plan was made"):
        world.accept(evaluation)
    world.write_policy(WANTS)
    assert plan.of("rubric")
    for cents in (900, 100):
        with pytest.raises(BadInput, match=r"is not rubric\.run_usd of policy\.yml"):
            world.accept(evaluation, reservation=forged(world, evaluation, run={"rubric_cents": cents}))
    other = forged(world, evaluation, run={"rubric_cents": 0})
    assert world.accept(evaluation, reservation=other).of("rubric") == []


def test_a_run_is_planned_without_scores_when_the_months_budget_is_reserved(world: ActionsWorld) -> None:
    for slug in ("b", "c"):
        submit(world.submissions, slug, DRAWN, text=ANSWERS)
    assert len(world.plan()) == 3, "of 5 dollars, two runs get 2 each"
    found = {run.slug: (run.rubric_cents, run.no_rubric) for run in world.whole_plan().runs}
    said = "rubric.month_usd in policy.yml, 5 US dollars, is spent, or set aside for other runs"
    assert found == {"a": (200, None), "b": (200, None), "c": (0, said)}
    assert world.money().rubric_usd(this_month()) == 4.0


def test_a_repeated_job_asks_only_while_its_money_counts_in_full(world: ActionsWorld, tmp_path: Path) -> None:
    """*Re-run failed jobs* is offered for 30 days, long after the money was settled."""
    (evaluation,) = world.plan()
    plan = world.accept(evaluation)
    (run,), (job,) = plan.runs, plan.of("rubric")
    kept, rows = tmp_path / MANIFEST, world.checkout() / "results"
    with pytest.raises(BadInput, match="is missing, but an earlier attempt may have paid"):
        check_repeated(plan, run, kept, rows, attempt=2)
    end_artifact(tmp_path, job, state="failed")
    check_repeated(plan, run, kept, rows, attempt=2)
    entry = world.entry(evaluation)
    for cents, attempt, asks in ((200, 2, True), (200, 3, False), (40, 2, False)):
        settled = SettledRun(request=run.request, cents=0, rubric_cents=cents, how="unknown")
        when, identifier = entry.reservation.when, entry.reservation.id
        settlement = Settlement(reservation=identifier, when=when, runs=[settled])
        path = settlement_path(rows.parent, entry.reservation)
        path.unlink(missing_ok=True)
        add_settlement(rows.parent, entry.reservation, settlement)
        if asks:
            check_repeated(plan, run, kept, rows, attempt=attempt)
        else:
            with pytest.raises(BadInput, match="is settled already; no model is called"):
                check_repeated(plan, run, kept, rows, attempt=attempt)


@pytest.mark.parametrize(
    ("state", "left", "result", "counted"),
    [
        ("done", {"elements": (0.3, 0.0), "score": (0.1, 0.2)}, "success", 60),
        ("failed", {"elements": (0.3, 0.0), "score": (0.1, 0.2)}, "failure", 200),  # it may go on
        ("done", {"elements": (0.3, 0.0), "score": (0.1, 0.0)}, "success", 40),
        ("skipped", {}, "success", 0),  # its row could not be made
        ("failed", {"elements": None}, "success", 200),  # the manifest of a step is missing
        ("done", {}, "skipped", 0),
        (None, {}, "failure", 200),
    ],
)
def test_scores_count_what_their_job_spent(state, left, result, counted, world) -> None:
    (evaluation,) = world.plan()
    (job,) = world.accept(evaluation).of("rubric")
    listed = [{"name": f"{name}.jsonl", "sha256": "0" * 64, "bytes": 1} for name in left]
    manifest = {"schema": "sightbench/job/1", "job": job.id, "request": job.request, "state": state}
    files = {f"{name}.generation.json": spending(*cost) for name, cost in left.items() if cost is not None}
    files["manifest.json"] = json.dumps({**manifest, "files": listed}).encode()
    kept = {} if state is None else {job.id: files}
    world.end(evaluation, "failure", jobs={"Score a": "success", "Grade a": result}, artifacts=kept)
    world.reconcile()
    assert world.entry(evaluation).rubric_cents == counted
