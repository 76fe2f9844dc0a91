"""The plan of a night on GitHub: who may have made it, what it may ask, and what its money counts for."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest
from actions_world import ActionsWorld, Evaluation, checkpoint, forge
from ci_world import PREDICTED, submit
from fake_github import FakeGitHub
from night_panels import panel_of, write_new_version
from night_world import ASKED, NIGHT_POLICY

from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.panel_plan import WatchedVersion
from benchmark.core.errors import BadInput

pytestmark = pytest.mark.usefixtures("tiny")
TODAY = datetime.datetime.now(datetime.UTC).date()


class NightActions(ActionsWorld):
    """The workflows of nights and evaluations."""

    @property
    def nightly(self) -> Path:
        return self.folder / "rows" / "nightly"


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> NightActions:
    return NightActions(tmp_path, hub, monkeypatch, NIGHT_POLICY)


def names(evaluations: list[Evaluation]) -> list[str]:
    return [evaluation.name for evaluation in evaluations]


def test_a_night_starts_one_evaluation_per_submission_and_is_accepted(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED, {**ASKED, "protocol": "sampled-2"})
    submit(world.submissions, "b", ASKED)
    submit(world.submissions, "c", PREDICTED)
    evaluations = world.night()
    assert names(evaluations) == ["night-a", "night-b"]
    plan = world.accept(evaluations[0])
    assert sorted(run.protocol for run in plan.runs) == ["greedy", "sampled-2"]
    assert {run.panel.date for run in plan.runs if run.panel is not None} == {TODAY.isoformat()}
    assert [job.keys for job in plan.of("generate")] == [["OPENAI_API_KEY"]] * 2
    outputs = world.outputs()
    assert (outputs["any_generate"], outputs["any_record"]) == ("true", "true")
    assert names(world.night()) == [], "both are being evaluated"


@pytest.mark.gate
def test_two_nights_at_once_pay_once(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED)
    (first,) = world.night()
    (second,) = [world.repeat(first)]
    world.accept(first)
    world.hub.run_jobs[first.id] = [{"name": "Generate a", "status": "in_progress", "conclusion": None}]
    with pytest.raises(BadInput, match="does not take into account"):
        world.accept(second)


def change(plan: Plan, **fields: object) -> Plan:
    """Return a plan whose first run has a changed panel."""
    run = plan.runs[0]
    assert run.panel is not None
    panel = run.panel.model_copy(update=fields)
    return plan.model_copy(update={"runs": [run.model_copy(update={"panel": panel}), *plan.runs[1:]]})


def cost(plan: Plan, cents: int) -> Plan:
    run = plan.runs[0].model_copy(update={"reserved_cents": cents})
    return plan.model_copy(update={"runs": [run, *plan.runs[1:]]})


def _days_ago(days: int) -> str:
    return (TODAY - datetime.timedelta(days=days)).isoformat()


FORGED: dict[str, tuple[Callable[[Plan], Plan], str]] = {
    "fewer tasks": (
        lambda plan: change(
            plan,
            sample=plan.runs[0].panel.sample.model_copy(  # type: ignore[union-attr]
                update={"kind": "stratified", "seed": 1, "strata": {"all": ["t-0"]}}
            ),
        ),
        "other tasks or draws",
    ),
    "an old night": (lambda plan: change(plan, date=_days_ago(2)), "neither today nor yesterday"),
    "tomorrow": (lambda plan: change(plan, date=_days_ago(-1)), "neither today nor yesterday"),
    "yesterday's jobs": (lambda plan: change(plan, date=_days_ago(1)), "has other"),
    "another model": (
        lambda plan: change(
            plan, watched=WatchedVersion(provider="openai", model="gpt-4.1-nano", suites=["tiny"])
        ),
        "was changed after the plan was made",
    ),
    "too much money": (lambda plan: cost(plan, 501), "not within the budgets"),
    "no limit": (lambda plan: cost(plan, 0), "not within the budgets"),
    "a row": (
        lambda plan: plan.model_copy(update={"runs": [plan.runs[0].model_copy(update={"panel": None})]}),
        "has panels and rows",
    ),
    "linting": (lambda plan: plan.model_copy(update={"lint": True}), "records more than panels"),
}


def test_a_plan_that_asks_for_anything_else_is_refused(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    found = world.folder / "plans" / evaluation.inputs["run"] / "night-a" / "plan.json"
    plan = Plan.model_validate_json(found.read_bytes())
    kept = world.hub.artifacts[int(evaluation.inputs["run"])]
    for name, (forged, problem) in FORGED.items():
        changed = Plan.model_validate(forged(plan).model_dump(by_alias=True))
        run = changed.runs[0]
        kept[f"reserved.night-a.1-of-1.{run.request[:20]}.{run.config[:10]}.{run.reserved_cents}"] = {}
        with pytest.raises(BadInput) as refused:
            world.accept(evaluation, digest=forge(world, evaluation, changed))
        assert problem in str(refused.value), name
    world.accept(evaluation, digest=forge(world, evaluation, plan))


def test_a_run_of_another_workflow_cannot_plan_a_night_nor_a_night_rows(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    run = world.hub.runs["nightly.yml"][0]
    run["path"] = ".github/workflows/plan.yml"
    with pytest.raises(BadInput, match=r"is not a run of nightly\.yml on the main branch"):
        world.accept(evaluation)
    world.end(evaluation, "failure")
    (rows,) = world.plan()
    world.hub.runs["plan.yml"][0]["path"] = ".github/workflows/nightly.yml"
    with pytest.raises(BadInput, match=r"is not a run of plan\.yml on the main branch"):
        world.accept(rows)


def test_a_panel_that_was_pushed_meanwhile_is_not_drawn_again(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    panel_of(world.whole_plan().runs[0]).write(world.nightly)
    with pytest.raises(BadInput, match="already has a panel of"):
        world.accept(evaluation)


def test_a_series_that_is_no_longer_followed_is_refused(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    world.write_policy({**NIGHT_POLICY, "watch": []})
    with pytest.raises(BadInput, match=r"policy\.yml: was changed after the plan was made"):
        world.accept(evaluation)


def test_a_new_version_is_accepted_as_long_as_its_slug_is_free(world: NightActions) -> None:
    write_new_version(world.folder / "rows", "gpt-4.1-nano", TODAY.isoformat())
    (evaluation,) = world.night()
    assert evaluation.name == "night-gpt-4.1-nano"
    plan = world.accept(evaluation)
    assert [run.slug for run in plan.runs] == ["gpt-4.1-nano"]
    run = plan.runs[0]
    assert run.panel is not None
    assert run.panel.watched is not None
    other = change(plan, watched=run.panel.watched.model_copy(update={"suites": ["tiny", "code-vision"]}))
    with pytest.raises(BadInput, match="has no such entry for the new version"):
        world.accept(evaluation, digest=forge(world, evaluation, other))
    submit(world.submissions, "gpt-4.1-nano", PREDICTED)
    with pytest.raises(BadInput, match="is a submission already"):
        world.accept(evaluation, digest=forge(world, evaluation, plan))


@pytest.mark.gate
def test_a_night_that_was_never_started_is_free_after_two_days(world: NightActions) -> None:
    world.write_policy({**NIGHT_POLICY, "budgets": {"run_usd": 10.0, "month_usd": 10.01, "nightly_usd": 5.0}})
    submit(world.submissions, "a", ASKED)
    assert world.night(start=False) == []
    assert names(world.plan()) == ["note-a"], "two cents are set aside for the night"
    night = world.hub.runs["nightly.yml"][0]
    moment = datetime.datetime.fromisoformat(night["created_at"]) - datetime.timedelta(days=3)
    night["created_at"] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    world.end(world.repeat(Evaluation(0, world.hub.dispatched[-1]["inputs"], {})), "failure")
    assert "plan-a" in names(world.plan())


def budgets(world: NightActions, **usd: float) -> None:
    world.write_policy({**NIGHT_POLICY, "budgets": {"run_usd": 10.0, "month_usd": 100.0, **usd}})


def lose(world: NightActions, evaluation: Evaluation, spent: float | None) -> None:
    """Let an evaluation spend money and lose its panel; without a sum, its machine is lost too."""
    (job,) = world.accept(evaluation).of("generate")
    kept: dict[str, dict[str, bytes]] = {}
    if spent is not None:
        plain = job.model_copy(update={"id": job.id.rpartition(".")[0]})
        kept = {job.id: dict(*checkpoint(plain, spent).values())}
    result = "cancelled" if spent is None else "success"
    world.end(evaluation, "failure", jobs={"Generate a": result, "Record": "failure"}, artifacts=kept)


def test_reservations_of_a_night_count_until_its_panel_or_its_manifest_replaces_them(
    world: NightActions,
) -> None:
    """A panel may cost two cents, and a night three."""
    budgets(world, nightly_usd=0.03)
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    lose(world, evaluation, None)
    assert names(world.night()) == [], "nobody knows what it spent"
    lost = world.hub.run_jobs[evaluation.id]
    lost[1]["conclusion"] = "success"
    job = Plan.model_validate_json(
        (world.folder / "plans" / evaluation.inputs["run"] / "night-a" / "plan.json").read_bytes()
    ).of("generate")[0]
    plain = job.model_copy(update={"id": job.id.rpartition(".")[0]})
    world.hub.artifacts[evaluation.id] = {job.id: dict(*checkpoint(plain, 0.01).values())}
    (again,) = world.night()
    assert again.name == "night-a", "it spent one cent"
    world.accept(again)
    run = world.whole_plan().runs[0]
    panel_of(run, cost_usd=0.005, links={"CI run": again.found["html_url"]}).write(world.nightly)
    world.end(again, "success", jobs={"Generate a": "success"})
    submit(world.submissions, "b", ASKED)
    assert names(world.night()) == [], "1.5 cents are spent"
    budgets(world, nightly_usd=0.04)
    assert names(world.night()) == ["night-b"]


def test_a_series_that_never_gets_a_panel_takes_nobody_elses_turn(world: NightActions) -> None:
    """A night has money for one panel; the oldest panel comes first, and a failing series has none."""
    budgets(world, nightly_usd=0.02)
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    lose(world, evaluation, 0.0)
    for slug in "bcd":
        submit(world.submissions, slug, ASKED)
        (evaluation,) = world.night()
        assert evaluation.name == f"night-{slug}"
        panel_of(
            world.whole_plan().runs[0], links={"CI run": evaluation.found["html_url"]}, cost_usd=0.0
        ).write(world.nightly)
        world.end(evaluation, "success", jobs={f"Generate {slug}": "success"})


@pytest.mark.gate
def test_nights_count_in_the_month_and_are_no_attempts_of_the_run(world: NightActions) -> None:
    submit(world.submissions, "a", ASKED)
    for _ in range(4):
        (evaluation,) = world.night()
        lose(world, evaluation, 0.01)
    world.write_policy(
        {**NIGHT_POLICY, "budgets": {"run_usd": 10.0, "month_usd": 10.039, "nightly_usd": 5.0}}
    )
    assert names(world.plan()) == ["note-a"]
    (waits,) = world.whole_plan().unplanned
    assert "this month's budget of 10.039 US dollars is spent" in waits.reason
    world.write_policy(
        {**NIGHT_POLICY, "budgets": {"run_usd": 10.0, "month_usd": 10.041, "nightly_usd": 5.0}}
    )
    assert "plan-a" in names(world.plan()), "four nights failed, which are no attempts of the run"
