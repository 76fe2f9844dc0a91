import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

from benchmark.chain.doctor.clone import WORKFLOWS, Requirement, clone_requirements, repository_of
from benchmark.chain.doctor.hosted import repository_requirements
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, RestApi, WaitPolicy
from benchmark.chain.plan.policy import Policy
from benchmark.cli.shared.suite_names import known_suites
from benchmark.files.edge import validate_record

POLICY = validate_record(
    Policy,
    {
        "schema": "sightbench/policy/1",
        "maintainers": ["octo"],
        "keys": {"SIGHTBENCH_KEY_ACME": "acme.com"},
        "gpus": [{"name": "l4", "labels": ["self-hosted", "l4"], "models": []}],
    },
    "policy.yml",
)
CUSTOM = {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}
Break = Callable[[FakeGitHub], object]


@pytest.fixture
def whole(hub: FakeGitHub) -> FakeGitHub:
    """A repository that meets every requirement."""
    hub.tokens[TOKEN] = frozenset({"write", "admin"})
    hub.branches.append("results")
    hub.rules = {
        "main": ["pull_request", "non_fast_forward", "deletion"],
        "results": ["non_fast_forward", "deletion"],
    }
    hub.environments = {name: {"name": name, **CUSTOM} for name in ("generate", "rubric", "github-pages")}
    hub.environment_branches = {"generate": ["main"], "rubric": ["main"]}
    hub.secrets = {"generate": ["SIGHTBENCH_KEY_ACME", "OTHER"], "": ["SOMETHING"]}
    hub.pages = {"build_type": "workflow", "html_url": "https://octo.github.io/bench/"}
    hub.workflows = [
        {"id": number, "path": f".github/workflows/{name}.yml", "state": "active"}
        for number, name in enumerate(WORKFLOWS)
    ]
    hub.runners = [
        {"id": 1, "name": "a", "status": "online", "labels": [{"name": "self-hosted"}, {"name": "L4"}]}
    ]
    return hub


@pytest.fixture
def findings(whole: FakeGitHub) -> Iterator[Callable[[], dict[str, Requirement]]]:
    with RestApi(TOKEN, whole.url, WaitPolicy(seconds=0)) as rest:
        yield lambda: {
            found.name: found for found in repository_requirements(Repository("octo/bench", rest), POLICY)
        }


def test_a_complete_repository_has_every_requirement(findings: Callable[[], dict[str, Requirement]]) -> None:
    assert {finding.state for finding in findings().values()} == {"ok"}


@pytest.mark.parametrize(
    ("broken", "name", "said"),
    [
        (lambda hub: hub.facts.update(archived=True), "repository", "archived"),
        (lambda hub: hub.facts.update(has_issues=False), "issues", "issues are turned off"),
        (lambda hub: hub.branches.remove("results"), "branch results on GitHub", "it does not exist"),
        (
            lambda hub: hub.rules["main"].remove("pull_request"),
            "protection of main",
            "without a pull request",
        ),
        (lambda hub: hub.rules["results"].remove("non_fast_forward"), "protection of results", "rewritten"),
        (lambda hub: hub.rules["results"].remove("deletion"), "protection of results", "it can be deleted"),
        (lambda hub: hub.rules["results"].append("pull_request"), "protection of results", "cannot push"),
        (lambda hub: hub.environments.pop("generate"), "environment generate", "it does not exist"),
        (lambda hub: hub.environments.pop("github-pages"), "environment github-pages", "it does not exist"),
        (
            lambda hub: hub.environments["rubric"].update(deployment_branch_policy=None),
            "environment rubric",
            "every branch may use its secrets",
        ),
        (
            lambda hub: hub.environment_branches["generate"].append("*"),
            "environment generate",
            "other branches may use it: *",
        ),
        (
            lambda hub: hub.secrets["generate"].remove("SIGHTBENCH_KEY_ACME"),
            "keys in the environment generate",
            "missing: ACME",
        ),
        (
            lambda hub: hub.secrets[""].append("SIGHTBENCH_KEY_ACME"),
            "repository secrets",
            "every job can",
        ),
        (lambda hub: setattr(hub, "pages", None), "site", "Pages is turned off"),
        (lambda hub: hub.pages.update(build_type="legacy"), "site", "from a branch"),
        (
            lambda hub: hub.workflow_rights.update(default_workflow_permissions="write"),
            "workflow permissions",
            "may write",
        ),
        (
            lambda hub: hub.workflows[4].update(state="disabled_inactivity"),
            "workflows",
            "reconcile.yml is disabled inactivity",
        ),
        (lambda hub: hub.workflows.pop(0), "workflows", "validate.yml is missing"),
    ],
)
def test_a_missing_requirement_is_reported_with_a_fix(
    whole: FakeGitHub, findings: Callable[[], dict[str, Requirement]], broken: Break, name: str, said: str
) -> None:
    broken(whole)
    missing = {finding.name: finding for finding in findings().values() if finding.state == "missing"}
    assert set(missing) == {name}
    assert said in missing[name].said
    assert missing[name].fix


def test_an_offline_runner_is_unknown(
    whole: FakeGitHub, findings: Callable[[], dict[str, Requirement]]
) -> None:
    whole.runners[0]["status"] = "offline"
    found = findings()["runner l4"]
    assert (found.state, found.said) == ("unknown", "none is online")


def test_settings_that_the_token_may_not_see_are_unknown(
    whole: FakeGitHub, findings: Callable[[], dict[str, Requirement]]
) -> None:
    whole.tokens[TOKEN] = frozenset({"write"})
    found = findings()
    unknown = {name for name, finding in found.items() if finding.state == "unknown"}
    assert unknown == {
        "keys in the environment generate",
        "repository secrets",
        "workflow permissions",
        "runner l4",
    }
    assert all(found[name].fix for name in unknown)
    whole.faults.append(Fault("GET", "/pages$", 403))
    assert findings()["site"].state == "unknown"


def test_an_outage_is_an_error(whole: FakeGitHub, findings: Callable[[], dict[str, Requirement]]) -> None:
    whole.faults.append(Fault("GET", "/pages$", 502, times=9))
    with pytest.raises(ApiError):
        findings()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", str(tmp_path)], check=True)
    for name in WORKFLOWS:
        path = tmp_path / ".github" / "workflows" / f"{name}.yml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("on: push\n")
    (tmp_path / "policy.yml").write_text("schema: sightbench/policy/1\nmaintainers: [octo]\n")
    return tmp_path


def clone_findings(clone: Path) -> dict[str, Requirement]:
    return {finding.name: finding for finding in clone_requirements(clone, known_suites())}


def test_a_complete_clone_may_lack_the_branch_results(clone: Path) -> None:
    found = clone_findings(clone)
    assert {name for name, finding in found.items() if finding.state != "ok"} <= {"branch results", "sandbox"}
    assert found["branch results"].state == "unknown"


def test_the_problems_of_a_clone_are_reported(clone: Path) -> None:
    (clone / ".github/workflows/report.yml").unlink()
    (clone / "policy.yml").write_text("schema: sightbench/policy/1\nmaintainers: [sightbench-maintainers]\n")
    (clone / "submissions/acme-1").mkdir(parents=True)
    (clone / "submissions/acme-1/submission.yaml").write_text("slug: other\n")
    found = clone_findings(clone)
    assert found["workflow files"].said == "missing: report"
    assert "lists no maintainer of your own" in found["policy.yml"].said
    assert found["submissions"].said == "invalid: acme-1"
    (clone / "policy.yml").write_text("maintainer: [octo]\n")
    assert "unknown field" in clone_findings(clone)["policy.yml"].said


@pytest.mark.parametrize(
    ("address", "due"),
    [
        ("https://github.com/octo/bench.git", "octo/bench"),
        ("git@github.com:octo/bench.git", "octo/bench"),
        ("ssh://git@github.com/octo/bench", "octo/bench"),
        ("https://example.org/octo/bench", ""),
        ("https://github.com/octo/bench\x1b[31m", ""),
        ("https://github.com/octo/../bench", ""),
        ("", ""),
    ],
)
def test_the_repository_is_that_of_the_remote(clone: Path, address: str, due: str) -> None:
    if address:
        subprocess.run(["git", "remote", "add", "origin", address], cwd=clone, check=True)
    assert repository_of(clone) == due


def test_the_command_lists_the_findings_and_ends_with_1(
    clone: Path, in_process: Callable[..., object]
) -> None:
    (clone / "policy.yml").unlink()
    done = in_process("doctor", "--folder", clone, "--offline")
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 1
    assert "MISSING  policy.yml" in done.stdout
    assert "no such file" in done.stdout
    assert "requirements are missing" in done.stderr
