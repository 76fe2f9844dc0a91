"""The plan and the jobs of a night with a real server and the real sandbox."""

import json

import pytest
from loopback import BadKey, ResolvesTo, Rule, Status
from night_world import FIRST, MODEL, SECOND, THIRD, NightWorld, answering

from benchmark.results.nights import NightlyEvent, completions_name, read_completions, read_records
from tests.case_files import table
from tests.sampling import gate_of

pytestmark = gate_of("chain")


def test_a_night_is_planned_drawn_and_judged(world: NightWorld) -> None:
    world.submit("acme")
    plan, planned = world.plan()
    moved = Rule(fault=ResolvesTo(model="gpt-4.1-mini-2025-04-14"), holds="t-1.")
    world.server.script = answering(before=(moved,))
    line = "acme: tiny/small, text, greedy, sightbench: 6 tasks, at most 0.02 US dollars\n"
    assert planned.stdout.startswith(line)
    assert "1 panel in the night of 2026-11-20, at most 0.02 US dollars\n" in planned.stdout
    done = world.run()
    assert done.returncode == 0, done.stderr
    (panel,) = world.panels()
    result, run = panel.result, panel.run
    assert (result.date, result.stage, result.provider, result.model) == (FIRST, 1, "openai", MODEL)
    assert {task for task, drawn in result.statuses.items() if drawn == ["passed"]} == {
        *("t-0", "t-2", "t-3", "t-4", "t-5")
    }
    assert (result.completions.count, result.completions.draws) == (6, 1)
    assert result.resolved_models == {MODEL: 5, "gpt-4.1-mini-2025-04-14": 1}
    assert result.fingerprints == {"fp_changed": 1, "fp_loopback": 5}
    assert (result.request, result.sample.kind) == (plan.runs[0].request, "all")
    assert result.tasks.model_dump() == {
        "count": 6,
        "digest": plan.runs[0].tasks,
        "stems": {f"t-{number}": f"s{number // 2}" for number in range(6)},
    }
    assert 0 < (run.cost_usd or 0) < 0.02
    assert run.generation.parameters["temperature"] == 0.0
    assert run.sampling.sent["temperature"] == 0.0
    assert (run.tokens_in or 0) > 0
    assert run.missing == {}
    folder = panel.path(world.folder / "out" / "nightly").parent
    assert len(read_completions(panel, folder / completions_name(panel))) == 6


@pytest.mark.gate
def test_a_panel_with_missing_draws_is_recorded_with_the_reasons(world: NightWorld) -> None:
    """Three of six is far beyond what a row may lack; the decision about the series will be `unknown`."""
    refused = tuple(Rule(fault=Status(code=400), holds=f"{task}.") for task in ("t-2", "t-3", "t-5"))
    world.server.script = answering("t-1", before=refused)
    world.submit("acme")
    world.plan()
    assert world.run().returncode == 0
    (panel,) = world.panels()
    assert panel.result.statuses["t-2"] == ["missing"]
    assert panel.result.completions.count < 6
    assert set(panel.run.missing) >= {"t-2#0", "t-3#0", "t-5#0"}
    assert all(panel.run.missing.values())


@pytest.mark.parametrize("fault", [Status(code=503), BadKey()], ids=["outage", "bad key"])
def test_a_night_without_any_answer_is_an_event_and_can_be_drawn_again(fault, world) -> None:
    slow = {"limits": {"attempts": 1}}
    world.submit("acme", model={"provider": "openai", "model": MODEL, **slow})
    world.server.script = answering(before=(Rule(fault=fault),))
    world.night(FIRST)
    (event,) = read_records(world.nightly, NightlyEvent)
    assert (event.kind, event.date, event.provider, event.slug) == ("outage", FIRST, "openai", "acme")
    assert event.detail.startswith("acme: tiny/small, text, greedy, sightbench has no panel: 0 of 6")
    assert not (world.nightly / "panels").exists()
    plan, _ = world.plan(FIRST)
    assert len(plan.runs) == 1, "the night has no panel, so it is planned again"


@pytest.mark.gate
def test_a_night_draws_each_task_once(world: NightWorld) -> None:
    """Draws of different nights are independent: a requested seed differs from night to night."""
    world.submit("acme", model={"provider": "openai", "model": MODEL, "parameters": {"seed": 7}})
    seeds = []
    for date in (FIRST, SECOND, THIRD):
        world.night(date)
        (panel,) = world.panels(f"out-{date}")
        assert panel.result.completions.draws == 1
        assert {len(drawn) for drawn in panel.result.statuses.values()} == {1}
        seeds.append(panel.run.generation.parameters["seed"])
    assert (seeds[1] - seeds[0], seeds[2] - seeds[1]) == (1, 1)
    assert (
        len({panel.result.basis for panel in world.panels(f"out-{FIRST}") + world.panels(f"out-{THIRD}")})
        == 1
    )
    again, done = world.plan(THIRD)
    assert again.runs == []
    assert "left out: acme: tiny/small, text, greedy, sightbench: it already has a panel of" in done.stdout


@table("chain")
def test_a_failure_of_ours_is_an_error_and_no_outage(monkeypatch, problem, change, world) -> None:
    world.submit("acme")
    world.plan()
    if change == "key":
        monkeypatch.delenv("OPENAI_API_KEY")
    else:
        document = json.loads((world.folder / "plan.json").read_text(encoding="utf-8"))
        sample = {"kind": "stratified", "seed": 1, "strata": {"all": ["t-0", "t-9"]}}
        document["runs"][0]["panel"]["sample"] = sample
        (world.folder / "plan.json").write_text(json.dumps(document), encoding="utf-8")
    done = world.run()
    assert done.returncode in {2, 3}
    assert problem in done.stderr
    assert not (world.folder / "out" / "nightly").exists()
