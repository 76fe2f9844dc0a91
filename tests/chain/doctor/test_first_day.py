"""The checklist of the doctor, and the page that shows it step by step."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

from benchmark.chain.doctor.clone import WORKFLOWS, clone_requirements
from benchmark.chain.doctor.hosted import CHECKS, STEPS, checklist, diagnose
from benchmark.suites.run_names import known_suites
from tests.conftest import GitIn

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "site" / "pages" / "own" / "first-day.md"
OLD, NEW = "2025-12-31T00:00:00Z", "2026-01-02T00:00:00Z"  #: before and after the fork was made
KEYS = {"OPENAI_API_KEY": "openai.com"}
CLONED = 1  #: the step, from 0, that leaves nothing to do here
Doctor = Callable[[], list[str]]


@pytest.fixture
def clone(tmp_path: Path, git_in: GitIn) -> Path:
    """A clone of a fresh fork, with the policy of the project."""
    folder = tmp_path / "clone"
    git_in(tmp_path, "init", "--quiet", "--initial-branch=main", str(folder))
    git_in(folder, "remote", "add", "origin", "https://github.com/octo/bench.git")
    for name in WORKFLOWS:
        path = folder / ".github" / "workflows" / f"{name}.yml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("on: push\n", encoding="utf-8")
    for name in ("policy.yml", ".github/CODEOWNERS"):
        (folder / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.fixture
def fork(hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> FakeGitHub:
    """A fresh fork on GitHub."""
    for name, value in hub.environment.items():
        monkeypatch.setenv(name, value)
    hub.tokens[TOKEN] = frozenset({"write", "admin"})
    hub.facts["has_issues"] = False
    hub.workflows = [
        {"id": number, "path": f".github/workflows/{name}.yml", "state": "disabled_fork"}
        for number, name in enumerate(WORKFLOWS)
    ]
    return hub


@pytest.fixture
def doctor(clone: Path, fork: FakeGitHub, in_process: Callable[..., Any]) -> Doctor:  # noqa: ARG001 - it is asked
    """A function that runs the doctor in the clone, and returns the lines that it prints."""

    def run() -> list[str]:
        return str(in_process("doctor", "--folder", clone).stdout).splitlines()

    return run


def write_policy(clone: Path, **fields: object) -> None:
    policy = {"schema": "sightbench/policy/1", "maintainers": ["octo"], "keys": KEYS, **fields}
    (clone / "policy.yml").write_text(json.dumps(policy), encoding="utf-8")


def name_maintainers(clone: Path) -> None:
    write_policy(clone)
    (clone / ".github" / "CODEOWNERS").write_text("/.github/ @octo\n/policy.yml @octo\n", encoding="utf-8")


def begin_results(clone: Path, hub: FakeGitHub, git_in: GitIn) -> None:
    git_in(clone, "commit", "--quiet", "--allow-empty", "-m", "Begin")
    git_in(clone, "branch", "results")
    hub.branches.append("results")


def protect_main(hub: FakeGitHub) -> None:
    hub.rules["main"] = ["pull_request", "required_status_checks", "non_fast_forward", "deletion"]
    review = {"require_code_owner_review": True, "dismiss_stale_reviews_on_push": True}
    hub.rule_parameters = {
        "pull_request": {"required_approving_review_count": 1, **review},
        "required_status_checks": {"required_status_checks": [{"context": name} for name in CHECKS]},
    }


def make_environment(hub: FakeGitHub, name: str) -> None:
    branches = {"protected_branches": False, "custom_branch_policies": True}
    hub.environments[name] = {"name": name, "deployment_branch_policy": branches}
    hub.environment_branches[name] = ["main"]


def turn_on_pages(hub: FakeGitHub) -> None:
    hub.pages = {"build_type": "workflow", "html_url": "https://octo.github.io/bench/"}
    make_environment(hub, "github-pages")


def steps_of_the_page(clone: Path, hub: FakeGitHub, git_in: GitIn) -> list[Callable[[], object]]:
    """Return what the page asks for, as one function per step."""
    return [
        lambda: hub.facts.update(has_issues=True),
        lambda: None,  # the clone is there
        lambda: begin_results(clone, hub, git_in),
        lambda: hub.rules.update(results=["non_fast_forward", "deletion"]),
        lambda: [workflow.update(state="active") for workflow in hub.workflows],
        lambda: name_maintainers(clone),
        lambda: write_policy(clone, repository={"name": "octo/bench", "id": 4711}),
        lambda: protect_main(hub),
        lambda: hub.allowed_actions.update(allowed_actions="selected", sha_pinning_required=True),
        lambda: hub.contributor_approval.update(approval_policy="all_external_contributors"),
        lambda: make_environment(hub, "generate"),
        lambda: turn_on_pages(hub),
        lambda: setattr(hub, "rows", {"results-dry": NEW}),
        lambda: hub.secrets.update(generate=["OPENAI_API_KEY"]),
        lambda: setattr(hub, "rows", {"results-dry": NEW, "results": NEW}),
    ]


def by_step(lines: list[str]) -> list[list[str]]:
    """Return the lines below each heading, without what to do."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("   ") and not line.startswith("      "):
            found[-1].append(line.strip())
        elif line[:1].isdigit():
            found.append([])
    return found


def test_after_each_step_the_doctor_prints_the_lines_of_the_page(
    doctor: Doctor, clone: Path, fork: FakeGitHub, git_in: GitIn
) -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## The first ten rows")[0]
    headings = [f"{number}. {title}" for number, (title, _) in enumerate(STEPS, 1)]
    assert re.findall(r"^## (\d+\. .*)$", page, re.MULTILINE) == headings
    blocks = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    fresh = by_step(doctor())
    wanting = [number for number, lines in enumerate(fresh) if any("to do" in line for line in lines)]
    assert wanting == [number for number in range(15) if number != CLONED]
    for number, do in enumerate(steps_of_the_page(clone, fork, git_in)):
        do()
        now = by_step(doctor())
        assert now[number] == blocks[number].splitlines()
        left = [later for later, lines in enumerate(now) if any("to do" in line for line in lines)]
        assert left == [later for later in wanting if later > number]


def test_every_requirement_belongs_to_a_step(clone: Path, fork: FakeGitHub, git_in: GitIn) -> None:
    """Fifteen steps, each with something that can be seen."""
    assert len(STEPS) == 15
    listed = [name for _, names in STEPS for name in names]
    assert len(listed) == len(set(listed))
    begin_results(clone, fork, git_in)
    model = {"provider": "openai", "model": "m"}
    write_policy(clone, rubric={"model": model, "run_usd": 1, "month_usd": 5})
    found = [*diagnose(clone, "", known_suites(), offline=False).findings]
    offline = diagnose(clone, "", known_suites(), offline=True).findings
    assert {finding.name for finding in (*found, *offline)} == set(listed)


def test_what_cannot_be_seen_is_neither_right_nor_wrong(clone: Path) -> None:
    lines = checklist(list(diagnose(clone, "", known_suites(), offline=True).findings))
    assert "   unseen  protection of results" in lines
    assert "   unseen  settings on GitHub: not checked" in lines
    assert "   to do   policy.yml: its maintainers include sightbench-maintainers" in lines


@pytest.mark.parametrize(
    ("repositories", "said"),
    [
        (["acme/bench"], "only acme/bench wrote to it"),
        (["acme/bench", "zeta/bench"], "only acme/bench, zeta/bench wrote to it"),
        (["acme/bench", "octo/bench"], "fetched"),
        (["octo/bench"], "fetched"),
        ([], "fetched"),
    ],
)
def test_a_copied_branch_of_results_is_recognised(
    repositories: list[str], said: str, clone: Path, git_in: GitIn
) -> None:
    """The branch of another repository has its reservations, which name its workflow runs."""
    git_in(clone, "checkout", "--quiet", "--orphan", "results")
    for number, name in enumerate(repositories):
        file = clone / "money" / "2026-11" / f"{number}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        link = f"https://github.com/{name}/actions/runs/{number}"
        file.write_text(json.dumps({"links": {"CI run": link}}), encoding="utf-8")
    git_in(clone, "add", "--all")
    git_in(clone, "commit", "--quiet", "-m", "Rows")
    found = {finding.name: finding for finding in clone_requirements(clone, known_suites())}["branch results"]
    assert (found.state, found.said) == ("ok" if said == "fetched" else "missing", said)
    assert ("git push origin --delete results" in found.fix) == (found.state == "missing")


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ({}, {"dry run", "first row"}),
        ({"results-dry": NEW}, {"first row"}),
        ({"results-dry": OLD, "results": OLD}, {"dry run", "first row"}),  # copied with the fork
        ({"results": NEW}, set()),
    ],
)
def test_a_dry_run_and_the_first_row_are_seen_on_their_branches(
    rows: Mapping[str, str], wrong: set[str], clone: Path, fork: FakeGitHub
) -> None:
    fork.rows = rows
    states = {
        found.name: found.state for found in diagnose(clone, "", known_suites(), offline=False).findings
    }
    assert {name for name in ("dry run", "first row") if states[name] == "missing"} == wrong
    fork.faults.append(Fault("GET", "/commits$", 403, times=9))
    states = {
        found.name: found.state for found in diagnose(clone, "", known_suites(), offline=False).findings
    }
    assert (states["dry run"], states["first row"]) == ("unknown", "unknown")
