"""The model that scores drawings has a budget of its own, and is asked only if the policy names it."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from actions_world import ActionsWorld, Evaluation, forge, spending
from ci_world import submit
from fake_github import FakeGitHub
from rubric_world import ANSWERS, DRAWING, DRAWN, rubric_policy

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.rubric_spending import KEEP_STEP, ScoredRow, rubric_spent
from benchmark.chain.plan.history import read_history
from benchmark.core.errors import BadInput, SightbenchError
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


def spent(*scored: ScoredRow) -> float:
    now = datetime.datetime.now(datetime.UTC)
    with RestApi.from_environment() as rest:
        runs = WorkflowRuns(Repository("octo/bench", rest))
        return rubric_spent(scored, now.strftime("%Y-%m"), read_history(runs, frozenset(), now), runs)


def test_a_job_is_planned_and_accepted_only_for_drawings_that_the_policy_chooses(world: ActionsWorld) -> None:
    (evaluation,) = world.plan()
    plan = world.accept(evaluation)
    (run,) = plan.runs
    assert [job.id for job in plan.of("rubric")] == [run.rubric]
    assert (run.rubric_cents, run.reserved_cents, run.no_rubric) == (200, 0, None)
    assert world.outputs()["any_rubric"] == "true"
    assert run.rubric in world.outputs()["rubric"]
    assert any(name.endswith(".0.rubric-200") for name in world.hub.artifacts[int(evaluation.inputs["run"])])
    world.end(evaluation, "success")
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
    (run,), jobs = plan.runs, plan.jobs
    forged: list[dict[str, Any]] = [
        {"runs": [run.model_copy(update={"rubric_cents": 900})]},
        {"jobs": [job.model_copy(update={"runs_on": ["self-hosted"]}) for job in jobs]},
        {"jobs": [job for job in jobs if job.kind != "rubric"]},
    ]
    refused = r"has other jobs than those|is not in the plan|rubric-900 was not kept"
    for change in forged:
        with pytest.raises(SightbenchError, match=refused):
            world.accept(evaluation, digest=forge(world, evaluation, plan.model_copy(update=change)))


def test_a_run_is_planned_without_scores_when_the_months_budget_is_reserved(world: ActionsWorld) -> None:
    for slug in ("b", "c"):
        submit(world.submissions, slug, DRAWN, text=ANSWERS)
    assert len(world.plan()) == 3, "of 5 dollars, two runs get 2 each"
    found = {run.slug: (run.rubric_cents, run.no_rubric) for run in world.whole_plan().runs}
    said = "rubric.month_usd in policy.yml, 5 US dollars, is spent, or set aside for other runs"
    assert found == {"a": (200, None), "b": (200, None), "c": (0, said)}
    assert spent() == 4.0


@pytest.mark.parametrize(
    ("jobs", "cost", "counted"),
    [
        (None, None, 2.0),  # it still runs
        ({"Score a": "success", "Grade a": "skipped"}, None, 0.0),
        ({"Score a": "success", "Grade a": "failure"}, None, 2.0),
        ({"Score a": "success", "Grade a": "success"}, 0.5, 0.5),
    ],
)
def test_a_reservation_counts_until_the_recorded_cost_replaces_it(
    jobs: dict[str, str] | None, cost: float | None, counted: float, world: ActionsWorld
) -> None:
    evaluation: Evaluation
    (evaluation,) = world.plan()
    if jobs is not None:
        world.end(evaluation, "success", jobs=jobs)
    (run,) = world.whole_plan().runs
    month = world.whole_plan().created[:7]
    own = {"slug": "a", "request": run.request[:20], "month": month, "cost_usd": cost}
    scored = [] if cost is None else [ScoredRow(ci_run=str(evaluation.id), **own)]  # type: ignore[arg-type]
    assert spent(*scored) == counted
    other = ScoredRow(slug="b", request="", ci_run="", month="2025-01", cost_usd=9.0)
    assert spent(*scored, other) == counted, "another month"


@pytest.mark.parametrize(
    ("state", "left", "step", "counted"),
    [
        ("failed", {"elements": (0.3, 0.0), "score": (0.1, 0.2)}, "success", 0.6),
        ("failed", {"elements": (9.0, 0.0)}, "success", 2.0),  # never more than was reserved
        ("skipped", {}, "success", 0.0),  # its row could not be made
        ("failed", {"elements": None}, "success", 2.0),
        ("failed", {"elements": (0.3, 0.0)}, "skipped", 2.0),  # of an earlier attempt
    ],
)
def test_a_failed_job_counts_what_it_spent(
    state: str,
    left: dict[str, tuple[float, float] | None],
    step: str,
    counted: float,
    world: ActionsWorld,
) -> None:
    (evaluation,) = world.plan()
    (run,) = world.whole_plan().runs
    (job,) = world.whole_plan().of("rubric")
    listed = [{"name": f"{name}.jsonl", "sha256": "0" * 64, "bytes": 1} for name in left]
    manifest = {"schema": "sightbench/job/1", "job": job.id, "request": job.request, "state": state}
    files = {f"{name}.generation.json": spending(*cost) for name, cost in left.items() if cost is not None}
    files["manifest.json"] = json.dumps({**manifest, "files": listed}).encode()
    world.end(evaluation, "success", jobs={"Grade a": "failure"}, artifacts={str(run.rubric): files})
    world.hub.run_jobs[evaluation.id][-1]["steps"] = [{"name": KEEP_STEP, "conclusion": step}]
    assert spent() == pytest.approx(counted)


def test_the_step_that_keeps_the_grades_has_the_name_that_is_looked_for() -> None:
    (evaluate,) = Path(__file__).parents[2].glob(".github/workflows/evaluate.yml")
    steps = yaml.safe_load(evaluate.read_text(encoding="utf-8"))["jobs"]["rubric"]["steps"]
    assert [step["name"] for step in steps if "upload-artifact@" in step.get("uses", "")] == [KEEP_STEP]
