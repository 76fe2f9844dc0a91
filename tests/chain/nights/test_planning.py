"""Which series a night draws, in which order, within which budgets, and which tasks a panel has."""

import datetime
import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from ci_world import PREDICTED, RUN, TASKS, submit
from night_panels import write_new_version, write_panel
from night_world import FIRST, NIGHT_POLICY, SECOND, WATCH, NightWorld

from benchmark.chain.plan.due_runs import submitted_runs
from benchmark.chain.plan.job import PanelPlan
from benchmark.chain.plan.panels import TASKS_LIMIT, first_sample, highest_cost, panel_questions
from benchmark.chain.plan.policy import AssumedPrice, read_policy
from benchmark.nightly.series import find_series
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import MoneyEntry, Reservation
from benchmark.results.nights import PanelSample, read_panels
from benchmark.results.status import RunName
from benchmark.scoring.nights.power import HARDEST, panel_size
from benchmark.suites.run_names import known_suites
from tests.sampling import gate_of


def budgets(**changes: float) -> dict[str, object]:
    return {**NIGHT_POLICY, "budgets": {**NIGHT_POLICY["budgets"], **changes}}  # type: ignore[dict-item]


def slugs(plan: object) -> list[str]:
    return [run.slug for run in plan.runs]  # type: ignore[attr-defined]


def test_only_runs_on_the_watch_list_that_ask_an_api_have_a_series(world: NightWorld) -> None:
    world.submit("acme")
    world.submit("other", model={"provider": "openai", "model": "gpt-4o-mini"})
    submit(world.submissions, "file", PREDICTED)
    submit(world.submissions, "weights", {**RUN, "model": {"provider": "local", "model": "acme/vl"}})
    submit(world.submissions, "replayed", {**RUN, "model": {"provider": "replay", "model": "answers.jsonl"}})
    plan, done = world.plan()
    assert slugs(plan) == ["acme"]
    name = "other: tiny/small, text, greedy, sightbench"
    reason = "its model and suite are not on the watch list of policy.yml"
    assert [line for line in done.stdout.splitlines() if line.startswith("left out")] == [
        f"left out: {name}: {reason}"
    ]


def test_sentinels_are_drawn_without_money_and_only_if_no_vendor_answers(world: NightWorld) -> None:
    policy = {**NIGHT_POLICY, "gpus": [{"name": "h200", "models": ["acme/*"]}]}
    world.write_policy({**policy, "sentinels": ["replayed", "weights", "file", "asked"]})
    world.submit("asked")
    submit(world.submissions, "file", PREDICTED)
    submit(world.submissions, "weights", {**RUN, "model": {"provider": "local", "model": "acme/vl"}})
    submit(world.submissions, "replayed", {**RUN, "model": {"provider": "replay", "model": "answers.jsonl"}})
    submit(world.submissions, "other", {**RUN, "model": {"provider": "replay", "model": "answers.jsonl"}})
    plan, done = world.plan()
    assert {(run.slug, run.reserved_cents) for run in plan.runs} == {("replayed", 0), ("weights", 0)}
    assert "a sentinel may ask no model behind an API" in done.stdout


@pytest.mark.gate
def test_stored_answers_are_judged_again_each_night(world: NightWorld) -> None:
    world.write_policy({**NIGHT_POLICY, "sentinels": ["replayed"]})
    submit(world.submissions, "replayed", {**RUN, "model": {"provider": "replay", "model": "answers.jsonl"}})
    for night in (FIRST, SECOND):
        world.night(night)
    panels = read_panels(world.nightly)
    assert [panel.night for panel in panels] == [FIRST, SECOND]
    assert len({panel.basis for panel in panels}) == 1
    (series,) = find_series(panels, datetime.date.fromisoformat(SECOND)).series
    assert series.is_sentinel


def test_without_money_for_nights_nothing_is_drawn(world: NightWorld) -> None:
    world.submit("acme")
    world.write_policy(budgets(nightly_usd=0.0))
    plan, done = world.plan()
    assert plan.runs == []
    assert "left out: acme: tiny/small, text, greedy, sightbench: budgets.nightly_usd in policy.yml is 0" in (
        done.stdout
    )


@pytest.mark.gate
def test_a_small_budget_goes_to_the_series_whose_panel_is_oldest(world: NightWorld) -> None:
    """Each panel may cost two cents; the night has four."""
    world.submit("a", "b", "c")
    world.write_policy(budgets(nightly_usd=0.04))
    drawn: Counter[str] = Counter()
    before: set[str] = set()
    for date in ("2026-11-30", *(f"2026-12-0{day}" for day in range(1, 6))):
        plan, done = world.plan(date)
        assert len(plan.runs) == 2
        assert "it may cost 0.02 US dollars, and this night's budget of 0.04 is spent or set aside" in (
            done.stdout
        )
        drawn.update(slugs(plan))
        assert {"a", "b", "c"} - before <= {*slugs(plan)} or not before, "nobody waits for two nights"
        before = {*slugs(plan)}
        for run in plan.runs:
            write_panel(world.folder / "rows", run)
    assert sorted(drawn) == ["a", "b", "c"]
    assert max(drawn.values()) < 6


def test_what_this_night_and_this_month_have_cost_counts(world: NightWorld) -> None:
    world.submit("a", "b")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    plan, _ = world.plan(today)
    write_panel(world.folder / "rows", plan.runs[0])
    run = {"run": 0, **plan.runs[0].name._asdict(), "request": plan.runs[0].request, "cents": 499}
    run |= {"config": plan.runs[0].config}
    del run["slug"]
    more = {"when": plan.created, "night": today, "policy": "0" * 64}
    add_record(world.folder / "rows" / MONEY, Reservation.new(part="night-z", runs=[run], **more))
    left, done = world.plan(today)
    assert left.runs == []
    assert "this night's budget of 5 is spent or set aside" in done.stdout
    assert sorted(slugs(world.plan("2026-01-31")[0])) == ["a", "b"], "other nights have a budget of their own"
    world.write_policy(budgets(month_usd=5.0, run_usd=5.0))
    left, done = world.plan("2026-01-31")
    assert left.runs == []
    assert "this month's budget of 5 is spent or set aside" in done.stdout


@pytest.mark.parametrize("series", [2, 12])
def test_a_night_adds_up_the_ledger_once_for_all_series(world: NightWorld, monkeypatch, series: int) -> None:
    world.submit(*(f"s-{number}" for number in range(series)))
    run = {"run": 0, **RUN, "request": "1" * 64, "config": "2" * 64, "cents": 1}
    more = {"when": "2026-01-05T00:00:00Z", "policy": "0" * 64, "runs": [run]}
    for number in range(5):
        add_record(world.folder / "rows" / MONEY, Reservation.new(part=f"plan-z{number}", **more))
    added: list[int] = []
    cents = MoneyEntry.cents.fget
    assert cents is not None
    monkeypatch.setattr(MoneyEntry, "cents", property(lambda entry: added.append(1) or cents(entry)))
    assert len(world.plan()[0].runs) == series
    assert len(added) == 5


def test_a_price_that_is_unknown_is_not_paid(world: NightWorld) -> None:
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "models": "gpt-*"}]})
    world.submit("acme", model={"provider": "openai", "model": "gpt-of-nobody"})
    plan, done = world.plan()
    assert plan.runs == []
    assert "the price of 'gpt-of-nobody' at api.openai.com is unknown" in done.stdout


def test_a_price_that_is_unknown_is_that_of_the_watch_list(world: NightWorld) -> None:
    """New versions are rarely in the price table on their first day."""
    costs = []
    for output in (10.0, 20.0):
        entry = {**WATCH, "models": "gpt-*", "price": {"input": 0.0, "output": output}}
        world.write_policy({**NIGHT_POLICY, "watch": [entry]})
        world.submit("acme", model={"provider": "openai", "model": "gpt-of-nobody"})
        (run,) = world.plan()[0].runs
        prices = read_policy(world.folder / "policy.yml").prices_for(
            submitted_runs(world.submissions).runs[0].run
        )
        assert prices == {"model": AssumedPrice(input=0.0, output=output)}
        costs.append(run.reserved_cents)
        (found,) = submitted_runs(world.submissions).runs
        cost = highest_cost(found, run.panel, prices)
        assert cost == pytest.approx(len(TASKS) * 1024 * output / 1e6)
    assert costs[1] == pytest.approx(2 * costs[0], abs=1)
    world.submit("acme", model={"provider": "openai", "model": "gpt-4.1-mini"})
    (run,) = world.plan()[0].runs
    (found,) = submitted_runs(world.submissions).runs
    assert read_policy(world.folder / "policy.yml").prices_for(found.run) == {}, (
        "the price table has this model"
    )


@gate_of("chain")
def test_a_sample_is_as_large_as_any_series_needs() -> None:
    for siblings, anchors in itertools.product((1, 20), (1, 2)):
        needed = panel_size(HARDEST, siblings=siblings, anchors=anchors)
        assert needed is not None
        assert needed <= TASKS_LIMIT


def test_a_large_data_set_gives_a_stratified_sample_that_stays() -> None:
    tasks = [replace(TASKS[0], id=f"t-{number}", subset="ab"[number % 3 == 0]) for number in range(900)]
    name = RunName("acme", "tiny", "small", "text", "greedy", "sightbench")
    sample = first_sample(name, tasks)
    assert (sample.kind, {stratum: len(drawn) for stratum, drawn in sample.strata.items()}) == (
        "stratified",
        {"a": 267, "b": 133},
    )
    assert first_sample(name, tasks[::-1]) == sample
    assert first_sample(name._replace(slug="zeta"), tasks).strata != sample.strata
    assert first_sample(name, tasks[:TASKS_LIMIT]) == PanelSample(kind="all")


def test_the_newest_panel_fixes_the_tasks_of_a_series(world: NightWorld) -> None:
    world.submit("acme")
    plan, _ = world.plan(FIRST)
    sample = PanelSample(kind="stratified", seed=3, strata={"all": ["t-1", "t-4"]})
    write_panel(world.folder / "rows", plan.runs[0], sample=sample)
    plan, done = world.plan(SECOND)
    (run,) = plan.runs
    assert run.panel.sample == sample
    assert "2 tasks, at most 0.01 US dollars" in done.stdout


def test_other_models_of_a_run_get_the_seed_of_the_night_too(world: NightWorld) -> None:
    world.submit("acme", model={"provider": "openai", "model": "gpt-4.1-mini", "parameters": {"seed": 7}})
    whole = _whole(world)
    panel = PanelPlan(date=SECOND, sample=PanelSample(kind="all"))
    asked = panel_questions(replace(whole, coder=whole.access, captioner=whole.access), panel)
    assert asked.coder == asked.captioner == asked.access
    assert asked.access.sampling.seed != whole.access.sampling.seed


def _whole(world: NightWorld):  # type: ignore[no-untyped-def]
    from benchmark.submissions.check import read_submission

    folder = world.submissions / "acme"
    return plan_of_run(folder, read_submission(folder, known_suites()), 0, out=Path("c.jsonl"))


def test_a_new_version_gets_a_panel_within_its_own_budget(world: NightWorld) -> None:
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "budget_usd": 0.01}]})
    write_new_version(world.folder / "rows", "gpt-4.1-nano")
    write_new_version(world.folder / "rows", "gpt-4.1", date=SECOND)
    write_new_version(world.folder / "rows", "o-of-nobody")
    plan, _ = world.plan(FIRST)
    (run,) = plan.runs
    assert (run.slug, run.reserved_cents) == ("gpt-4.1-nano", 1)
    assert run.panel.watched.model_dump() == {
        "provider": "openai",
        "model": "gpt-4.1-nano",
        "suites": ["tiny"],
    }


@pytest.mark.gate
def test_a_new_version_is_drawn_without_a_folder_of_its_own(world: NightWorld) -> None:
    write_new_version(world.folder / "rows", "gpt-4.1-nano")
    world.plan(FIRST)
    drawn = world.run()
    assert drawn.returncode == 0, drawn.stderr
    (panel,) = world.panels()
    assert (panel.result.slug, panel.result.model) == ("gpt-4.1-nano", "gpt-4.1-nano")
    assert not (world.submissions / "gpt-4.1-nano").exists()


@pytest.mark.parametrize("taken", ["submission", "reserved"])
def test_a_new_version_whose_slug_is_taken_waits_for_a_person(world: NightWorld, taken: str) -> None:
    write_new_version(world.folder / "rows", "gpt-4.1-nano")
    if taken == "submission":
        submit(world.submissions, "gpt-4.1-nano", PREDICTED)
        problem = "is a submission already"
    else:
        world.write_policy({**NIGHT_POLICY, "owners": {"gpt-*": ["somebody"]}})
        problem = "reserves the slug gpt-4.1-nano for others"
    plan, done = world.plan(FIRST)
    assert plan.runs == []
    assert problem in done.stderr


@pytest.mark.parametrize("date", ["2026-02-30", "today", "2026-1-5"])
def test_a_wrong_date_is_one_error(date: str, world: NightWorld) -> None:
    done = world.sightbench("ci", "plan", "--night", "--rows", "rows/results", "--date", date, code=2)
    assert "--date" in done.stderr
    assert "is not a date" in done.stderr


def test_a_damaged_panel_is_never_taken_for_an_absent_one(world: NightWorld) -> None:
    world.submit("acme")
    plan, _ = world.plan(FIRST)
    path = write_panel(world.folder / "rows", plan.runs[0])
    path.write_bytes(path.read_bytes()[:-20])
    done = world.sightbench("ci", "plan", "--night", "--rows", "rows/results", "--date", SECOND, code=2)
    assert path.name in done.stderr
