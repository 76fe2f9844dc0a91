"""`doctor --fix` changes settings on GitHub, and only with `--yes`."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

from benchmark.chain.doctor.clone import KEY_FILES, WORKFLOWS, clone_requirements
from benchmark.suites.run_names import known_suites

#: What only a person can do, or what needs a run of a workflow.
BY_HAND = {
    "signed rows",
    "keys in the environment generate",
    "key in the environment rubric",
    "dry run",
    "first row",
    "branch results on GitHub",
    "branch results",
}
POLICY = """schema: sightbench/policy/1
maintainers: [octo]
keys: {OPENAI_API_KEY: openai.com}
rubric: {model: {provider: openai, model: m}, run_usd: 1, month_usd: 5}
"""


@pytest.fixture
def new(hub: FakeGitHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGitHub:
    """A fork on which nobody has changed a setting, and a clone of it in the current folder."""
    hub.tokens[TOKEN] = frozenset({"write", "admin"})
    hub.branches.append("results")
    hub.facts |= {"permissions": {"admin": True}, "has_issues": False}
    hub.immutable["enabled"] = False
    hub.workflow_rights.update(default_workflow_permissions="write", can_approve_pull_request_reviews=True)
    hub.environments = {"github-pages": {"name": "github-pages", "deployment_branch_policy": None}}
    hub.workflows = [
        {"id": number, "path": f".github/workflows/{name}.yml", "state": "disabled_fork"}
        for number, name in enumerate(WORKFLOWS)
    ]
    (tmp_path / "policy.yml").write_text(POLICY)
    monkeypatch.chdir(tmp_path)
    hub.use(monkeypatch)
    return hub


def writes(hub: FakeGitHub) -> list[str]:
    return [f"{request.method} {request.path}" for request in hub.requests if request.method != "GET"]


def to_do(text: str) -> set[str]:
    return {line.split("to do")[1].split(":")[0].strip() for line in text.splitlines() if "   to do" in line}


@pytest.mark.gate
def test_without_yes_each_change_is_printed_and_nothing_is_written(new: FakeGitHub, in_process) -> None:
    done = in_process("doctor", "--fix", code=1)
    assert writes(new) == []
    assert "changes to make with --yes" in done.stderr
    (line, *_) = [line for line in done.stderr.splitlines() if ": gh api --method " in line]
    words = shlex.split(line.split(": ", 1)[1])
    assert words == ["gh", "api", "--method", "PATCH", "repos/octo/bench", "--input", "-", "<<<", words[-1]]
    assert json.loads(words[-1]) == {"has_issues": True}
    assert "environment generate: gh api --method PUT repos/octo/bench/environments/generate" in done.stderr
    assert "protection of main: gh api --method POST repos/octo/bench/rulesets --input - <<< " in done.stderr


@pytest.mark.gate
def test_with_yes_only_what_a_person_must_do_is_left_and_a_second_run_changes_nothing(
    new: FakeGitHub, in_process
) -> None:
    planned = in_process("doctor", "--fix", code=1).stderr.partition(" changes to make with --yes")[0]
    done = in_process("doctor", "--fix", "--yes", code=1)
    assert done.stderr.startswith(f"{planned} changes made\n"), "it made what it had printed"
    left = to_do(done.stdout) - to_do(in_process("doctor", "--offline", code=1).stdout)
    assert left == BY_HAND - {"branch results on GitHub", "branch results"}
    assert {"evaluation-failed", "nightly-alarm", "nightly-new-version"} == set(new.labels)
    (main,) = [each for each in new.rulesets if each["name"] == "Sightbench: main"]
    assert main["bypass_actors"][0]["bypass_mode"] == "pull_request", "a sole maintainer may merge"
    made = writes(new)
    again = in_process("doctor", "--fix", "--yes", code=1)
    assert (writes(new), "nothing to change" in again.stderr) == (made, True)


@pytest.mark.gate
@pytest.mark.parametrize("rules", [["deletion"], ["deletion", "non_fast_forward", "pull_request"]])
def test_a_ruleset_is_completed_and_those_of_others_are_left_alone(
    new: FakeGitHub, in_process, rules
) -> None:
    in_process("doctor", "--fix", "--yes", code=1)
    (ours,) = [each for each in new.rulesets if each["name"] == "Sightbench: results"]
    ours["bypass_actors"] = [{"actor_id": 7, "actor_type": "User"}]
    whole = len(rules) == 3
    ours["rules"] = ours["rules"] if whole else [{"type": rule} for rule in rules]
    new.rules["results"] = rules
    made = len(writes(new))
    in_process("doctor", "--fix", "--yes", code=1)
    assert writes(new)[made:] == ([] if whole else [f"PUT /repos/octo/bench/rulesets/{ours['id']}"])
    assert ours["bypass_actors"][0]["actor_id"] == 7
    assert [rule["type"] for rule in ours["rules"]] == ["deletion", "non_fast_forward"]


@pytest.mark.gate
def test_other_branches_of_an_environment_are_removed_and_its_reviewers_stay(new, in_process) -> None:
    custom = {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}
    new.environments["generate"] = {"name": "generate", **custom}
    new.environment_branches["generate"] = ["main", "topic"]
    new.environments["rubric"] = {"name": "rubric", "protection_rules": [{"type": "required_reviewers"}]}
    in_process("doctor", "--fix", "--yes", code=1)
    changed = [line for line in writes(new) if "/generate" in line or "/rubric" in line]
    assert changed == ["DELETE /repos/octo/bench/environments/generate/deployment-branch-policies/2"]


@pytest.mark.gate
def test_a_change_that_is_refused_stops_and_names_the_request(new: FakeGitHub, in_process) -> None:
    new.faults.append(Fault("POST", "/rulesets$", 403, message="Upgrade to GitHub Pro"))
    done = in_process("doctor", "--fix", "--yes", code=3)
    assert "POST" in done.stderr
    assert "Upgrade to GitHub Pro" in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--yes"], "--yes: needs --fix"),
        (["--fix", "--offline"], "--fix: cannot be used with --offline"),
        (["--fix"], "--fix: settings on GitHub: "),
    ],
)
def test_options_that_do_not_fit_are_refused(options, says, tmp_path, monkeypatch, in_process) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "submissions").mkdir()
    for name in ("GITHUB_TOKEN", "GH_TOKEN", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    assert says in in_process("doctor", *options, code=2).stderr


def test_a_key_in_the_policy_alone_is_reported_with_each_file_that_lacks_it(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    for name in KEY_FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((root / name).read_bytes())
    for key, absent in (("OPENAI_API_KEY: openai.com", ()), ("SIGHTBENCH_KEY_A: a.com", KEY_FILES)):
        (tmp_path / "policy.yml").write_text(f"schema: sightbench/policy/1\nkeys: {{{key}}}\n")
        found = {each.name: each for each in clone_requirements(tmp_path, known_suites())}
        said = "; ".join(f"{name} lacks SIGHTBENCH_KEY_A" for name in absent)
        assert found["keys in the workflows"].said == (said or "each key of policy.yml")
        assert found["keys in the workflows"].state == ("missing" if absent else "ok")
