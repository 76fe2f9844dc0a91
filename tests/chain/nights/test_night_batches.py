"""Nights and large runs in batches: sent in one evaluation, collected in a later one, and settled once."""

import datetime
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from actions_world import Evaluation, names
from batch_world import BATCHED, BatchWorld
from ci_world import submit
from fake_github import FakeGitHub, Fault
from loopback import Batching, LoopbackServer, ResolvesTo, Rule
from night_world import ASKED, NIGHT_POLICY, answering

from benchmark.chain.github.rest import ApiError
from benchmark.chain.plan import runners
from benchmark.core.errors import BadInput
from benchmark.nightly.series import find_events, find_series
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import fetch_history
from benchmark.results.nights import NightlyEvent, read_records
from benchmark.results.soundness import check_branch
from benchmark.results.status import read_statuses
from tests.sampling import gate_of

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch, server: LoopbackServer) -> BatchWorld:
    made = BatchWorld(tmp_path, hub, monkeypatch, server=server)
    submit(made.submissions, "a", ASKED)
    return made


def script(world: BatchWorld, **batching: object) -> None:
    world.server.script = replace(answering("t-1"), batching=Batching(**batching))


def findings(world: BatchWorld) -> list[str]:
    """Check the whole branch, also that every settlement that carried money names who took it over."""
    git = fetch_history(str(world.remote), folder=next(world._folders))
    found = check_branch(git, "results", (), "", AttestationChecker(None)).findings
    return [f"{each.path}: {each.problem}" for each in found]


def collect(world: BatchWorld, hours: int = 23) -> list[Evaluation]:
    """Plan the first night again after some hours, and run what was started; no other night is asked for."""
    date = world.money().entries[0].reservation.night
    world.wait(hours)
    started = world._plan(start=True, night=True, date=date)
    world.run_all(started)
    return started


def how(world: BatchWorld) -> list[str]:
    settled = [each.settlement for each in world.money().entries]
    return sorted("open" if each is None else each.runs[0].how for each in settled)


def cents(usd_cents: float) -> int:
    return math.ceil(round(usd_cents, 6))


@pytest.mark.gate
def test_a_night_sends_and_the_next_collects_and_sends_its_own(world: BatchWorld) -> None:
    (first,) = world.night()
    reserved = world.counted
    world.run(first)
    assert (world.counted, how(world)) == (reserved, ["carried", "open"]), "what may be billed is reserved"
    assert world.panels() == ()
    world.wait(23)
    started = world.night()
    assert names(started) == ["night-a", "night-a"]
    assert world.counted == 2 * reserved
    world.run_all(started)
    assert world.failed == []
    (panel,) = world.panels()
    assert panel.night == world.money().entries[0].reservation.night
    assert panel.result.batch
    assert panel.run.generation.batch
    assert sum(drawn == ["passed"] for drawn in panel.result.statuses.values()) == 5
    assert [len(calls) for calls in world.sent] == [6, 6], "of two nights"
    assert how(world) == ["carried", "carried", "counted", "open"]
    assert world.counted == reserved + cents(world.billed)
    assert read_records(world.checkout() / "nightly", NightlyEvent) == ()
    assert world.hub.issues == []
    assert findings(world) == []


@gate_of("chain")
def test_the_table_has_the_price_of_batches(world: BatchWorld) -> None:
    """By the price table of November 2026, batches of this model cost half."""
    reserved = []
    for batch in (False, True, True):
        world.write_policy({**NIGHT_POLICY, "batch": batch})
        started = world.night()
        reserved.append(max(world.entry(each).cents for each in started))
        world.run_all(started)
        world.wait(23)
    direct, batched = world.panels()
    price, half = direct.run.generation.price, batched.run.generation.price
    assert (price.input_usd, price.output_usd) == (2 * half.input_usd, 2 * half.output_usd)
    assert batched.run.cost_usd == pytest.approx(direct.run.cost_usd / 2)
    assert reserved == [2, 1, 1]


@gate_of("chain")
def test_a_batch_that_has_not_ended_waits_for_a_later_night(world: BatchWorld) -> None:
    script(world, looks=3)
    world.run_all(world.night())
    reserved = world.counted
    for _ in range(2):
        assert names(collect(world, 10)) == ["night-a"]
        assert (world.panels(), world.counted, world.failed) == ((), reserved, [])
        world.reconcile()
    collect(world, 10)
    assert len(world.panels()) == 1
    assert (len(world.sent), world.counted) == (1, cents(world.billed))
    assert findings(world) == []


@pytest.mark.gate
def test_what_expired_costs_nothing_and_is_asked_again_as_a_new_batch(world: BatchWorld) -> None:
    script(world, expired=(0, 3))
    world.run_all(world.night())
    reserved = world.counted
    collect(world)
    assert (world.panels(), world.counted) == ((), reserved), "the rest may still be billed"
    script(world)
    collect(world)
    (panel,) = world.panels()
    assert panel.result.completions.count == 6
    assert [len(calls) for calls in world.sent] == [6, 2]
    assert world.counted == cents(world.billed)


@gate_of("chain")
def test_a_batch_that_never_ends_is_given_up_and_counts_what_it_may_cost(world: BatchWorld) -> None:
    script(world, looks=99)
    world.run_all(world.night())
    reserved = world.counted
    for _ in range(2):
        collect(world, 35)
        assert world.failed == []
    collect(world, 35)
    assert world.failed
    assert (how(world)[-1], world.counted) == ("unknown", reserved)


@gate_of("chain")
def test_batches_that_no_plan_collects_count_in_full_after_three_days(world: BatchWorld) -> None:
    world.run_all(world.night())
    reserved = world.counted
    for hours, found in ((23, ["carried", "open"]), (60, ["carried", "unknown"])):
        world.wait(hours)
        world.reconcile()
        assert (how(world), world.counted) == (found, reserved)


@gate_of("chain")
def test_care_starts_a_plan_for_batches_alone(world: BatchWorld) -> None:
    world.run_all(world.plan())
    world.run_all(world.night())
    listed = world.hub.runs["run.yml"]
    for waits in (True, False):
        world.wait(6)
        before = len(listed)
        world.reconcile()
        assert len(listed) - before == waits
        collect(world, 0)
    assert len(world.panels()) == 1


@gate_of("chain")
@pytest.mark.parametrize("change", ["edited", "not followed"])
def test_money_of_batches_that_nobody_may_collect_is_counted_and_holds_up_nothing(world, change) -> None:
    world.run_all(world.night())
    reserved = world.counted
    if change == "edited":
        model = {**ASKED["model"], "parameters": {"seed": 1}}
        submit(world.submissions, "a", {**ASKED, "model": model})
    else:
        world.write_policy({**BATCHED, "watch": []})
    world.wait(23)
    for evaluation in world.night():
        if world.entry(evaluation).reservation.carried is None:
            assert change == "edited", "the new form has a night of its own"
            continue
        with pytest.raises(BadInput):
            world.accept(evaluation)
        world.end(evaluation, "failure", jobs={"Check the plan": "failure", "Generate a": "skipped"})
    world.wait(2)
    world.reconcile()
    assert how(world).count("carried") == 2, "it may be undone, so the batches are kept for a while"
    world.wait(80)
    world.reconcile()
    (lost,) = [each for each in world.money().entries if each.cents and each.settlement is not None]
    assert (lost.cents, lost.settlement.runs[0].how) == (reserved, "unknown")
    assert findings(world) == []


@gate_of("chain")
def test_a_checkpoint_that_cannot_be_fetched_is_not_asked_anew(world: BatchWorld) -> None:
    (first,) = world.night()
    world.run(first)
    kept = {(first.id, name) for name in world.hub.artifacts[first.id]}
    world.hub.expired |= kept
    reserved = world.counted
    collect(world)
    assert (len(world.sent), world.counted, how(world).count("open")) == (1, reserved, 1)
    world.hub.expired -= kept
    collect(world)
    assert len(world.panels()) == 1
    assert (len(world.sent), world.counted) == (1, cents(world.billed))


@gate_of("chain")
def test_github_may_refuse_to_start_the_collection(world: BatchWorld, monkeypatch) -> None:
    world.run_all(world.night())
    reserved = world.counted
    monkeypatch.setattr("time.sleep", lambda _: None)
    world.hub.faults.append(Fault("POST", "/dispatches$", 422, times=1))
    with pytest.raises(ApiError, match="HTTP 422"):
        collect(world)
    assert (how(world), world.counted) == (["carried", "open"], reserved)
    collect(world, 1)
    assert len(world.panels()) == 1


@gate_of("chain")
def test_another_model_behind_the_name_ends_it(world: BatchWorld) -> None:
    """As a direct night does. The replies that nobody took cost money, so all that was reserved counts."""
    moved = Rule(fault=ResolvesTo(model="o-other"), holds="t-1.")
    world.server.script = answering("t-1", before=(moved,))
    world.run_all(world.night())
    reserved = world.counted
    collect(world)
    assert world.failed
    assert (how(world), world.counted) == (["carried", "unknown"], reserved)


@gate_of("chain")
@pytest.mark.parametrize("begins", [True, False])
def test_a_series_that_changes_the_way_of_asking_begins_a_new_baseline(
    world: BatchWorld, begins: bool
) -> None:
    """What was sent in batches is collected, whatever the policy says today."""
    for batch in (begins, not begins):
        world.write_policy({**BATCHED, "batch": batch})
        world.run_all(world.night())
        world.wait(23)
    world.run_all(world.night())
    panels = world.panels()[:2]
    assert [panel.result.batch for panel in panels] == [begins, not begins]
    day = datetime.date.fromisoformat(panels[1].night)
    (series,) = find_series(panels, day).series
    assert len({night.version for night in series.nights}) == 2, "nothing is compared across"
    (found,) = [
        event for event in find_events(panels, (), "2026-12-09T00:00:00Z") if event.kind == "suite-break"
    ]
    assert ("calls in batches" in found.before, "calls in batches" in found.after) == (begins, not begins)


@pytest.mark.gate
def test_a_large_run_is_asked_in_batches_and_others_say_why_not(
    world: BatchWorld, monkeypatch, capsys
) -> None:
    world.write_policy({**BATCHED, "budgets": {**NIGHT_POLICY["budgets"], "nightly_usd": 0.0}})
    world.plan(start=False)
    assert "call by call: it has fewer than 1,000 samples" in capsys.readouterr().out
    monkeypatch.setattr(runners, "LARGE_RUN", 6)
    gateway = {**ASKED, "model": {**ASKED["model"], "base_url": "https://gateway.openai.com/v1"}}
    submit(world.submissions, "b", gateway)
    submit(world.submissions, "c", {**ASKED, "model": {"provider": "replay", "model": "answers.jsonl"}})
    started = {each.name: each for each in world.plan()}
    lines, name = capsys.readouterr().out.splitlines(), "tiny/small, text, greedy, sightbench: 2 job(s)"
    assert f"a: {name}, in batches" in lines
    assert f"b: {name}, call by call: 'https://gateway.openai.com/v1' may have no batch API" in lines
    assert f"c: {name}, call by call: the provider replay has no batch API" in lines
    world.run(started["plan-a"])
    (status,) = read_statuses(world.checkout() / "status", ["a"])
    assert (status.state, status.stage) == ("waiting", "generate")
    assert "6 calls wait for the answers of a batch" in status.reason
    world.wait(6)
    (again,) = [each for each in world.plan() if each.name == "plan-a"]
    world.run(again)
    assert world.failed == []
    (path,) = (world.checkout() / "results").rglob("a/*.json")
    assert json.loads(path.read_bytes())["run"]["generation"]["batch"] is True
    settled = [world.entry(each).cents for each in world.started if each.name == "plan-a"]
    assert settled == [0, cents(world.billed)]


#: Moments of two evaluations: before and after each step of their jobs.
MOMENTS = range(1, 31)


@gate_of("chain")
@pytest.mark.parametrize("kill", MOMENTS)
@pytest.mark.parametrize("lost", [False, pytest.param(True, marks=pytest.mark.weekly)], ids=["", "machine"])
def test_a_kill_at_any_step_pays_nothing_twice_and_counts_all(
    world: BatchWorld, kill: int, lost: bool
) -> None:
    """Without its machine, the list of batches is lost as well, so the night may be asked anew."""
    world.kill = kill
    started = world.night()
    reserved = world.counted
    for evaluation in started:
        world.run(evaluation, lost=lost)
    for _ in range(3):
        world.wait(3)
        world.reconcile()
        collect(world, 3)
    assert sum("KilledError" in line for line in world.failed) == 1
    assert world.money().open == ()
    assert cents(world.billed) <= world.counted <= cents(world.billed) + reserved
    assert len(world.sent) == 1 or lost
    assert len(world.panels()) == 1
    assert findings(world) == []
