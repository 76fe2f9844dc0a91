"""The plan of a night on GitHub: who may have made it, what it may ask, and what its money counts for."""

import datetime
from pathlib import Path

import pytest
from actions_world import ActionsWorld, Evaluation, checkpoint, forged, names
from ci_world import PREDICTED, submit
from fake_github import FakeGitHub
from night_panels import write_new_version, write_panel
from night_world import ASKED, NIGHT_POLICY

from benchmark.core.errors import BadInput
from benchmark.results.money import WatchedVersion
from tests.sampling import gate_of

pytestmark = [pytest.mark.usefixtures("tiny"), gate_of("chain")]
TODAY = datetime.datetime.now(datetime.UTC).date()


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> ActionsWorld:
    return ActionsWorld(tmp_path, hub, monkeypatch, NIGHT_POLICY)


def test_a_night_starts_one_evaluation_per_submission_and_is_accepted(world: ActionsWorld) -> None:
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


def _days_ago(days: int) -> str:
    return (TODAY - datetime.timedelta(days=days)).isoformat()


NOVA = WatchedVersion(provider="openai", model="gpt-4.1-nano", suites=["tiny"])


@pytest.mark.gate
def test_a_night_that_asks_for_anything_else_is_refused(world: ActionsWorld) -> None:
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    cases: list[tuple[dict[str, object], str]] = [
        ({"night": _days_ago(2)}, "neither today nor yesterday"),
        ({"night": _days_ago(-1)}, "neither today nor yesterday"),
        ({"run": {"watched": NOVA}}, "was changed after the plan was made"),
        ({"run": {"cents": 501}}, "reserves 501 cents, but policy.yml gives 500"),
        ({"run": {"cents": 0}}, r"is 0, but policy\.yml gives"),
        ({"night": None, "part": "plan-a"}, "is plan-a, not night-a"),
    ]
    for change, problem in cases:
        with pytest.raises(BadInput, match=problem):
            world.accept(evaluation, reservation=forged(world, evaluation, **change))
    world.write_policy({**NIGHT_POLICY, "watch": []})  # the series is no longer followed
    with pytest.raises(BadInput, match=r"policy\.yml: was changed after the plan was made"):
        world.accept(evaluation)
    world.write_policy(NIGHT_POLICY)
    world.add(lambda folder: write_panel(folder, world.whole_plan().runs[0]))
    with pytest.raises(BadInput, match="already has a panel of"):
        world.accept(evaluation)
    rows = forged(world, evaluation, part="plan-a")  # a file of the ledger that is not valid
    with pytest.raises(BadInput, match="contradicts the part"):
        world.accept(evaluation, part="plan-a", reservation=rows)


def test_a_new_version_is_accepted_as_long_as_its_slug_is_free(world: ActionsWorld) -> None:
    world.add(lambda folder: write_new_version(folder, "gpt-4.1-nano", TODAY.isoformat()))
    (evaluation,) = world.night()
    assert evaluation.name == "night-gpt-4.1-nano"
    plan = world.accept(evaluation)
    assert [run.slug for run in plan.runs] == ["gpt-4.1-nano"]
    run = plan.runs[0]
    more = run.panel.watched.model_copy(update={"suites": ["tiny", "code-vision"]})
    with pytest.raises(BadInput, match="has no such entry for the new version"):
        world.accept(evaluation, reservation=forged(world, evaluation, run={"watched": more}))
    submit(world.submissions, "gpt-4.1-nano", PREDICTED)
    with pytest.raises(BadInput, match="is a submission already"):
        world.accept(evaluation)


def budgets(world: ActionsWorld, **usd: float) -> None:
    world.write_policy({**NIGHT_POLICY, "budgets": {"run_usd": 10.0, "month_usd": 100.0, **usd}})


def lose(world: ActionsWorld, evaluation: Evaluation, spent: float | None) -> None:
    """Let an evaluation spend money and lose its panel; without a sum, its machine is lost too."""
    (job,) = world.accept(evaluation).of("generate")
    kept = {} if spent is None else checkpoint(job, spent)
    result = "cancelled" if spent is None else "success"
    world.end(evaluation, "failure", jobs={"Generate a": result, "Record": "failure"}, artifacts=kept)
    world.reconcile()


def test_a_night_counts_what_its_panels_cost_or_may_cost(world: ActionsWorld) -> None:
    """A panel may cost two cents, and a night three."""
    budgets(world, nightly_usd=0.03)
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    assert names(world.night()) == [], "its submission is being evaluated"
    lose(world, evaluation, 0.01)
    (again,) = world.night()
    assert again.name == "night-a", "it spent one cent"
    lose(world, again, None)
    assert names(world.night()) == [], "nobody knows what it spent"
    assert sorted(entry.cents for entry in world.money().entries) == [1, 2]
    budgets(world, nightly_usd=0.05)
    assert names(world.night()) == ["night-a"]


@pytest.mark.gate
def test_a_series_that_never_gets_a_panel_takes_nobody_elses_turn(world: ActionsWorld) -> None:
    """A night has money for one panel; the oldest panel comes first, and a failing series has none."""
    budgets(world, nightly_usd=0.02)
    submit(world.submissions, "a", ASKED)
    (evaluation,) = world.night()
    lose(world, evaluation, 0.0)
    for slug in "bcd":
        submit(world.submissions, slug, ASKED)
        (evaluation,) = world.night()
        assert evaluation.name == f"night-{slug}"
        (run,) = world.accept(evaluation).runs
        world.add(lambda folder, run=run: write_panel(folder, run, cost_usd=0.0))
        world.end(evaluation, "success", jobs={f"Generate {slug}": "skipped"})
        world.reconcile()


@pytest.mark.gate
def test_nights_count_in_the_month_and_are_no_attempts_of_the_run(world: ActionsWorld) -> None:
    submit(world.submissions, "a", ASKED)
    for _ in range(4):
        (evaluation,) = world.night()
        lose(world, evaluation, 0.01)
    budgets(world, month_usd=10.03, nightly_usd=5.0)
    assert names(world.plan()) == []
    (waits,) = world.whole_plan().unplanned
    assert "this month's budget of 10.03 US dollars is spent" in waits.reason
    budgets(world, month_usd=10.04, nightly_usd=5.0)
    assert "plan-a" in names(world.plan()), "four nights failed, which are no attempts of the run"
