"""What `sightbench doctor` says about the nights: watch list, money, keys, and the schedule."""

import datetime
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

from benchmark.chain.doctor.clone import Requirement
from benchmark.chain.doctor.hosted import repository_requirements
from benchmark.chain.doctor.nights import NIGHTLY, SCHEDULE, nights_planned, schedule_of_clone
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import Policy
from benchmark.files.edge import validate_record

GitIn = Callable[..., str]
NOW = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)
WATCH = {"provider": "openai", "models": "acme-*", "suites": ["code-vision"], "budget_usd": 1.0}
KEYS = {"OPENAI_API_KEY": "openai.com"}


def policy(**fields: Any) -> Policy:
    whole = {"schema": "sightbench/policy/1", "maintainers": ["octo"], **fields}
    return validate_record(Policy, whole, "policy.yml")


@pytest.fixture
def clone(tmp_path: Path, git_in: GitIn) -> Path:
    git_in(tmp_path, "init", "--quiet", "--initial-branch=main")
    for path in NIGHTLY:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("on: schedule\n")
    return tmp_path


@pytest.mark.parametrize(
    ("fields", "state", "said"),
    [
        ({}, "ok", "the watch list in policy.yml is empty"),
        ({}, "ok", "budgets.nightly_usd in policy.yml is 0"),
        ({"watch": [WATCH], "keys": KEYS}, "ok", "budgets.nightly_usd in policy.yml is 0"),
        ({"budgets": {"nightly_usd": 2.0}}, "ok", "the watch list in policy.yml is empty"),
        ({"watch": [WATCH], "budgets": {"nightly_usd": 2.0}}, "missing", "lists no key for it"),
        (
            {"watch": [WATCH], "budgets": {"nightly_usd": 2.0}, "keys": KEYS},
            "ok",
            "policy.yml watches 1 group of models, for at most 2 US dollars a night",
        ),
    ],
)
def test_the_policy_and_the_workflow_go_together(
    clone: Path, fields: dict[str, Any], state: str, said: str
) -> None:
    found = nights_planned(clone, policy(**fields))
    assert (found.state, said in found.said) == (state, True), found
    assert bool(found.fix) == (state == "missing" or "empty" in said or "is 0" in said)


def test_a_watch_list_needs_the_workflow(clone: Path) -> None:
    (clone / NIGHTLY[1]).unlink()
    assert nights_planned(clone, policy()).state == "ok"
    assert nights_planned(clone, policy(watch=[WATCH])).state == "missing"
    assert nights_planned(clone, None).state == "unknown"
    assert schedule_of_clone(clone, NOW) is None


@pytest.mark.parametrize(("days", "state"), [(0, "ok"), (44, "ok"), (46, "unknown"), (400, "unknown")])
def test_the_newest_commit_of_a_clone_tells_how_long_it_was_idle(clone: Path, days: int, state: str) -> None:
    found = schedule_of_clone(clone, NOW)
    assert found is not None
    assert found.state == "unknown"
    when = (NOW - datetime.timedelta(days=days, hours=1)).isoformat()
    command = ["git", "commit", "--quiet", "--allow-empty", "-m", "x"]
    environment = {"PATH": os.environ["PATH"], "GIT_COMMITTER_DATE": when, "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{role}_NAME": "somebody", f"GIT_{role}_EMAIL": "somebody@example.org"}
    subprocess.run(command, cwd=clone, env=environment, check=True)
    found = schedule_of_clone(clone, NOW)
    assert found is not None
    assert (found.state, found.said.startswith(f"the newest commit of this clone is {days} day")) == (
        state,
        True,
    )
    assert "stops schedules of public repositories after 60 days" in found.said


def on_github(hub: FakeGitHub) -> Requirement | None:
    hub.branches.append("results")
    with RestApi(TOKEN, hub.url, seconds=0) as rest:
        found = repository_requirements(Repository("octo/bench", rest), policy())
        return next((each for each in found if each.name == SCHEDULE), None)


def listed(*states: str) -> list[dict[str, Any]]:
    paths = (path.as_posix() for path in NIGHTLY)
    return [{"id": 1, "path": path, "state": state} for path, state in zip(paths, states, strict=True)]


def days_ago(days: int) -> str:
    when = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=days, hours=1)
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    ("workflow", "facts", "state", "said"),
    [
        ("active", {"pushed_at": days_ago(3)}, "ok", "active; the last push was 3 days ago; GitHub stops"),
        ("active", {"pushed_at": days_ago(50)}, "missing", "the last push was 50 days ago; GitHub stops"),
        ("active", {"pushed_at": days_ago(50), "private": True}, "ok", "active"),
        ("active", {}, "ok", "active; GitHub stops schedules"),
        ("active", {"pushed_at": "soon"}, "ok", "active; GitHub stops schedules"),
        ("disabled_inactivity", {}, "missing", "GitHub has stopped it after 60 days without activity"),
        ("disabled_manually", {}, "missing", "run.yml is disabled manually"),
    ],
)
def test_github_tells_whether_the_schedule_runs(
    hub: FakeGitHub, workflow: str, facts: dict[str, Any], state: str, said: str
) -> None:
    hub.facts.update(facts)
    hub.workflows = listed("active", workflow)
    found = on_github(hub)
    assert found is not None
    assert (found.state, said in found.said) == (state, True), found
    assert bool(found.fix) == (state == "missing")


def test_a_repository_without_nights_has_no_schedule(hub: FakeGitHub) -> None:
    assert on_github(hub) is None
    hub.workflows = listed("active", "active")
    hub.faults.append(Fault("GET", "/workflows$", 403, times=9))
    assert on_github(hub) is None


def test_the_command_notes_what_the_clone_tells(clone: Path, in_process: Callable[..., Any]) -> None:
    (clone / "policy.yml").write_text("schema: sightbench/policy/1\nmaintainers: [octo]\n")
    done = in_process("doctor", "--folder", clone, "--offline", "--json")
    assert '"name": "nights"' in done.stdout
    assert f'"name": "{SCHEDULE}"' in done.stdout
