"""What providers, submitters and odd policies cannot do to the money of a night."""

import datetime
from pathlib import Path

import pytest
from loopback import NoUsage, Rule
from night_panels import write_new_version, write_outage, write_panel
from night_world import FIRST, MODEL, NIGHT_POLICY, SECOND, WATCH, NightWorld, answering

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.reservations import reservations_of
from benchmark.nightly.discovery import Moment
from benchmark.nightly.planning import DRAWN_WITHIN, NEW_LIMIT, NO_PRICE, undrawn_versions
from benchmark.nightly.records import write_records
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY, OWNERS
from benchmark.results.money import SettledRun, Settlement, add_next_to
from benchmark.results.nights import NightlyEvent, read_records
from benchmark.results.owners import OwnersRecord
from tests.nightly_records import happened, models_seen


def fail(plan: Plan, branch: Path) -> None:
    """Reserve the money of a plan's runs, and settle it: nothing was asked, and no panel was made."""
    for reservation in reservations_of(plan, (), policy="0" * 64, ci=CiRun(), changes={}):
        add_record(branch / MONEY, reservation)
        runs = [SettledRun(request=run.request, cents=0, how="nothing asked") for run in reservation.runs]
        add_next_to(branch, reservation, Settlement(reservation=reservation.id, when=plan.created, runs=runs))


@pytest.mark.gate
def test_answers_without_token_counts_cost_what_they_may_cost_at_most(world: NightWorld) -> None:
    """Otherwise a provider that counts no tokens would be asked for free every night."""
    world.server.script = answering(before=(Rule(fault=NoUsage()),))
    world.submit("acme")
    plan, _ = world.plan()
    assert world.run().returncode == 0
    (panel,) = world.panels()
    assert panel.run.tokens_out is None
    assert 0.005 < (panel.run.cost_usd or 0.0) <= plan.runs[0].reserved_cents / 100


def test_no_budget_for_a_run_is_never_no_limit(world: NightWorld) -> None:
    world.submit("acme")
    budgets = {"run_usd": 0.0, "month_usd": 100.0, "nightly_usd": 5.0}
    world.write_policy({**NIGHT_POLICY, "budgets": budgets})
    plan, done = world.plan()
    assert plan.runs == []
    assert "budgets.run_usd in policy.yml is 0" in done.stdout


def test_a_server_of_a_submitter_is_no_model_of_a_provider(world: NightWorld) -> None:
    """Its answers would be reported under the name of the provider's model."""
    own = {"provider": "openai", "model": MODEL, "base_url": "https://models.example.org/v1"}
    world.submit("acme", model=own)
    plan, done = world.plan()
    assert plan.runs == []
    assert "it asks another server than the provider's own" in done.stdout


def test_a_list_with_thousands_of_new_versions_leaves_the_series_their_turn(world) -> None:
    world.submit("acme")
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    for number in range(40):
        write_new_version(world.folder / "rows", f"gpt-4.1-flood-{number:02}", FIRST)
    plan, done = world.plan(FIRST)
    assert len(plan.runs) == NEW_LIMIT + 1
    assert "acme" in {run.slug for run in plan.runs}
    assert done.stdout.count("openai has more than 5 new versions tonight") == 40 - NEW_LIMIT


def test_versions_that_cannot_be_drawn_or_always_fail_take_nobody_elses_turn(world: NightWorld) -> None:
    """Five without a price and five whose runs fail come before a good one in the alphabet."""
    priced = {**WATCH, "price": {"input": 1.0, "output": 1.0}}
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "models": "gpt-4.1-a*"}, priced]})
    failing, branch = [f"gpt-4.1-b{number}" for number in range(NEW_LIMIT)], world.folder / "rows"
    for model in (*(f"gpt-4.1-a{number}" for number in range(NEW_LIMIT)), *failing, "gpt-4.1-c"):
        write_new_version(branch, model, FIRST)
    drawn = []
    for date in (FIRST, SECOND):
        plan, _ = world.plan(date)
        assert len(plan.runs) == NEW_LIMIT
        drawn += [run.slug for run in plan.runs]
        fail(plan, branch)
    assert set(drawn) == {*failing, "gpt-4.1-c"}
    assert set(drawn[:NEW_LIMIT]) - set(drawn[NEW_LIMIT:]), "one of those that were tried waits instead"


def test_a_new_version_is_planned_each_night_until_it_has_a_panel(world: NightWorld) -> None:
    """A version without a price in the night of its report is drawn once its price is known."""
    write_new_version(world.folder / "rows", "gpt-4.1-nova", FIRST)
    plan, done = world.plan(FIRST)
    assert plan.runs == []
    unknown = "runs[0].model.model: the price of 'gpt-4.1-nova' at api.openai.com is unknown"
    assert f"left out: gpt-4.1-nova: tiny/small, text, greedy, sightbench: {unknown}" in done.stdout
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    last = (datetime.date.fromisoformat(FIRST) + datetime.timedelta(DRAWN_WITHIN - 1)).isoformat()
    for date in (SECOND, last):
        (run,) = world.plan(date)[0].runs
    write_panel(world.folder / "rows", run)
    assert world.plan(last)[0].runs == []


def test_a_new_version_that_no_night_drew_is_reported_with_what_is_missing(world: NightWorld) -> None:
    write_new_version(world.folder / "rows", "gpt-4.1-nova", FIRST)
    late = (datetime.date.fromisoformat(FIRST) + datetime.timedelta(DRAWN_WITHIN)).isoformat()
    assert world.plan(late)[0].runs == []
    discover = ("ci", "night-discover", "--nightly", "rows/nightly", "--out", "rows", "--date", late)
    told = world.sightbench(*discover, "--base-url", f"openai={world.server.openai_url}")
    detail = f"gpt-4.1-nova was reported on {FIRST}, and {DRAWN_WITHIN} nights did not draw it: {NO_PRICE}"
    assert f"not-drawn: {detail}" in told.stdout, told.stderr
    events = read_records(world.nightly, NightlyEvent)
    assert [event.detail for event in events if event.kind == "not-drawn"] == [detail]
    again = world.sightbench(*discover, "--base-url", f"openai={world.server.openai_url}")
    assert "not-drawn" not in again.stdout


def test_a_new_version_that_only_waited_is_reported_with_the_queue_or_its_last_run(world: NightWorld) -> None:
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    models, branch = [f"gpt-4.1-b{number}" for number in range(NEW_LIMIT + 1)], world.folder / "rows"
    for model in models:
        write_new_version(branch, model, FIRST)
    plan, _ = world.plan(FIRST)
    fail(plan, branch)
    moment = Moment(date="2026-12-20", when="2026-12-20T01:00:00Z", links={})
    policy = read_policy(world.folder / "policy.yml")
    events = undrawn_versions(world.nightly, moment, submissions=world.submissions, policy=policy)
    reported = {event.model: event.detail.partition("did not draw it: ")[2] for event in events}
    tried = {run.slug for run in plan.runs}
    queue = "1 night drew 5 other new versions of openai, which is the limit; in the others, the budgets"
    for model, why in reported.items():
        assert why.startswith(f"its run in the night of {FIRST} gave no panel" if model in tried else queue)
    assert sorted(reported) == models


def test_a_vanished_model_is_not_asked_until_it_is_listed_again(world: NightWorld) -> None:
    world.submit("acme")
    gone = happened("vanished", date=FIRST, model=MODEL)
    write_records(world.folder / "rows", [gone])
    plan, done = world.plan(SECOND)
    assert plan.runs == []
    assert f"openai has not listed {MODEL} since {FIRST}" in done.stdout
    back = models_seen(date=SECOND, models=[{"id": MODEL}])
    write_records(world.folder / "rows", [back])
    assert len(world.plan(SECOND)[0].runs) == 1


def test_a_new_version_does_not_take_the_slug_of_a_removed_submission(world) -> None:
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    slug = "gpt-4.1-nova"
    write_new_version(world.folder / "rows", slug, FIRST)
    record = OwnersRecord(
        slug=slug, listed=["ada"], accounts={"ada": 7}, commit="", when=f"{FIRST}T00:00:00Z"
    )
    path = world.folder / "rows" / OWNERS / f"{slug}.json"
    path.parent.mkdir()
    path.write_text(record.model_dump_json(by_alias=True), encoding="utf-8")
    plan, done = world.plan(FIRST)
    assert plan.runs == []
    assert f"the slug {slug} belongs to a submission that was removed" in done.stderr


def test_a_missing_folder_of_submissions_is_not_a_folder_without_submissions(world: NightWorld) -> None:
    """Every watched model would be new."""
    world.submissions.rmdir()
    for command in (
        ("plan", "--night", "--rows", "rows/results", "--out", "plan.json"),
        ("night-publish", "--remote", "rows"),
    ):
        done = world.sightbench("ci", *command)
        assert (done.returncode, "submissions: is not a folder of submissions" in done.stderr) == (2, True)
    assert not (world.folder / "plan.json").exists()


def test_a_provider_that_never_answers_takes_nobody_elses_turn(world: NightWorld) -> None:
    """Each panel may cost two cents, and the night has two."""
    world.submit("a", "b")
    budgets = {"run_usd": 10.0, "month_usd": 100.0, "nightly_usd": 0.02}
    world.write_policy({**NIGHT_POLICY, "budgets": budgets})
    drawn = []
    for date in ("2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"):
        (run,) = world.plan(date)[0].runs
        drawn.append(run.slug)
        if run.slug == "b":
            write_panel(world.folder / "rows", run)
        else:
            write_outage(world.folder / "rows", run, date)
    assert sorted(drawn) == ["a", "a", "b", "b"]
