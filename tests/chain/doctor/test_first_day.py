"""The checklist of the doctor, and the page that shows it step by step."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

from benchmark.chain.doctor.clone import WORKFLOWS, clone_requirements
from benchmark.chain.doctor.diagnose import diagnose
from benchmark.chain.doctor.first_day import STEPS, checklist
from benchmark.chain.doctor.hosted import CHECKS
from benchmark.suites.run_names import known_suites

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "site" / "pages" / "own" / "first-day.md"
OLD, NEW = "2025-12-31T00:00:00Z", "2026-01-02T00:00:00Z"  #: before and after the fork was made
CUSTOM = {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}
POLICY = {
    "schema": "sightbench/policy/1",
    "repository": {"name": "octo/bench", "id": 4711},
    "maintainers": ["octo"],
    "keys": {"OPENAI_API_KEY": "openai.com"},
}
Doctor = Callable[[], list[str]]
GitIn = Callable[..., str]


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


def set_up(clone: Path, hub: FakeGitHub, git_in: GitIn) -> None:
    """Do everything that the page asks for."""
    hub.facts["has_issues"] = True
    for workflow in hub.workflows:
        workflow["state"] = "active"
    (clone / "policy.yml").write_text(json.dumps(POLICY), encoding="utf-8")
    (clone / ".github" / "CODEOWNERS").write_text("/.github/ @octo\n/policy.yml @octo\n", encoding="utf-8")
    git_in(clone, "commit", "--quiet", "--allow-empty", "-m", "Begin")
    git_in(clone, "branch", "results")
    hub.branches.append("results")
    hub.rules = {
        "main": ["pull_request", "required_status_checks", "non_fast_forward", "deletion"],
        "results": ["non_fast_forward", "deletion"],
    }
    hub.rule_parameters = {
        "pull_request": {
            "required_approving_review_count": 1,
            "require_code_owner_review": True,
            "dismiss_stale_reviews_on_push": True,
        },
        "required_status_checks": {"required_status_checks": [{"context": name} for name in CHECKS]},
    }
    hub.allowed_actions.update(allowed_actions="selected", sha_pinning_required=True)
    hub.contributor_approval["approval_policy"] = "all_external_contributors"
    hub.environments = {name: {"name": name, **CUSTOM} for name in ("generate", "github-pages")}
    hub.environment_branches = {name: ["main"] for name in hub.environments}
    hub.secrets = {"generate": ["OPENAI_API_KEY"]}
    hub.pages = {"build_type": "workflow", "html_url": "https://octo.github.io/bench/"}
    hub.rows = {"results-dry": NEW, "results": NEW}


def test_the_page_shows_what_the_doctor_prints(
    doctor: Doctor, clone: Path, fork: FakeGitHub, git_in: GitIn
) -> None:
    """Its headings are the steps; its lines are those of a fresh fork, and those when all is set up."""
    page = PAGE.read_text(encoding="utf-8").partition("## The first ten rows")[0]
    assert re.findall(r"^## (\d+\. .*)$", page, re.MULTILINE) == [
        f"{n}. {title}" for n, (title, _) in enumerate(STEPS, 1)
    ]
    shown = [
        line
        for block in re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]
    fresh = doctor()
    set_up(clone, fork, git_in)
    whole = doctor()
    assert [line for line in whole if line.startswith("   to do")] == []
    told = {line.strip() for line in (*fresh, *whole)}
    assert [line for line in shown if line not in told] == []
    right = [line.strip() for line in whole if line.startswith("   ok ")]
    assert [line for line in shown if line.startswith("ok ")] == right
    wrong = [line for line in shown if line.startswith("to do ")]
    assert wrong == [line.strip() for line in fresh if line.startswith("   to do ")]


def test_every_requirement_belongs_to_a_step(clone: Path, fork: FakeGitHub, git_in: GitIn) -> None:
    """Fifteen steps, each with something that can be seen."""
    assert len(STEPS) == 15
    listed = [name for _, names in STEPS for name in names]
    assert len(listed) == len(set(listed))
    set_up(clone, fork, git_in)
    rubric = {"model": {"provider": "openai", "model": "m"}, "run_usd": 1, "month_usd": 5}
    (clone / "policy.yml").write_text(json.dumps({**POLICY, "rubric": rubric}), encoding="utf-8")
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
