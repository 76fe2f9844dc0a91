"""What providers, submitters and odd policies cannot do to the money of a night."""

import json
from pathlib import Path

import pytest
from loopback import NoUsage, Rule
from night_panels import panel_of, write_new_version, write_outage
from night_world import FIRST, MODEL, NIGHT_POLICY, SECOND, WATCH, NightWorld, answering

from benchmark.chain.plan.spending import panel_cost
from benchmark.nightly.new_versions import NEW_LIMIT
from benchmark.results.layout import OWNERS
from benchmark.results.owners import OwnersRecord


@pytest.mark.gate
def test_answers_without_token_counts_cost_what_they_may_cost_at_most(world: NightWorld) -> None:
    """Otherwise a provider that counts no tokens would be asked for free every night."""
    world.server.script = answering(before=(Rule(fault=NoUsage()),))
    world.submit("acme")
    plan, _ = world.plan()
    assert world.run().returncode == 0
    (panel,) = world.panels()
    assert panel.run.tokens_out is None
    assert 0.005 < panel_cost(panel) <= plan.runs[0].reserved_cents / 100


def test_no_budget_for_a_run_is_never_no_limit(world: NightWorld) -> None:
    world.submit("acme")
    world.plan()
    plan = json.loads((world.folder / "plan.json").read_text(encoding="utf-8"))
    plan["runs"][0]["reserved_cents"] = 0
    (world.folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    done = world.run()
    assert (done.returncode, world.server.totals.answered) == (2, 0)
    assert "calls a paid model, but may cost nothing" in done.stderr
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


def test_a_list_with_thousands_of_new_versions_leaves_the_series_their_turn(
    world: NightWorld, tmp_path: Path
) -> None:
    world.submit("acme")
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    found = tmp_path / "found"
    for number in range(40):
        write_new_version(found, f"gpt-4.1-flood-{number:02}", FIRST)
    plan, done = world.plan(FIRST, "--found", found)
    assert len(plan.runs) == NEW_LIMIT + 1
    assert "acme" in {run.slug for run in plan.runs}
    assert done.stderr.count("openai has more than 5 new versions tonight") == 40 - NEW_LIMIT


def test_a_new_version_is_drawn_once_also_after_midnight(world: NightWorld, tmp_path: Path) -> None:
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    found = tmp_path / "found"
    write_new_version(found, "gpt-4.1-nova", FIRST)
    plan, _ = world.plan(SECOND, "--found", found)
    (run,) = plan.runs
    panel_of(run).write(world.nightly)
    plan, done = world.plan("2026-11-22", "--found", found)
    assert plan.runs == []
    write_new_version(found, "gpt-4.1-nova", "2026-11-22")
    plan, done = world.plan("2026-11-22", "--found", found)
    assert plan.runs == []
    assert f"it was drawn in the night of {SECOND} already" in done.stdout


def test_a_new_version_does_not_take_the_slug_of_a_removed_submission(
    world: NightWorld, tmp_path: Path
) -> None:
    world.write_policy({**NIGHT_POLICY, "watch": [{**WATCH, "price": {"input": 1.0, "output": 1.0}}]})
    found, slug = tmp_path / "found", "gpt-4.1-nova"
    write_new_version(found, slug, FIRST)
    record = OwnersRecord(
        slug=slug, listed=["ada"], accounts={"ada": 7}, commit="", when=f"{FIRST}T00:00:00Z"
    )
    path = world.folder / "rows" / OWNERS / f"{slug}.json"
    path.parent.mkdir()
    path.write_text(record.model_dump_json(by_alias=True), encoding="utf-8")
    plan, done = world.plan(FIRST, "--found", found)
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
            panel_of(run).write(world.nightly)
        else:
            write_outage(world.nightly.parent, run, date)
    assert sorted(drawn) == ["a", "a", "b", "b"]
