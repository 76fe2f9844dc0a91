import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_github import TOKEN, FakeGitHub, Fault

from benchmark.chain.doctor.clone import (
    WORKFLOWS,
    Requirement,
    clone_requirements,
    nights_planned,
    repository_of,
)
from benchmark.chain.doctor.hosted import (
    CHECKS,
    STEPS,
    checklist,
    diagnose,
    repository_requirements,
)
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.plan.policy import Policy, SigningRepository
from benchmark.files.edge import validate_record
from benchmark.suites.run_names import known_suites
from tests.case_files import read_cases, table

pytestmark = pytest.mark.gate  # takes long

ROOT = Path(__file__).resolve().parents[3]
POLICY = validate_record(
    Policy,
    {
        "schema": "sightbench/policy/1",
        "repository": {"name": "octo/bench", "id": 4711},
        "maintainers": ["octo"],
        "keys": {"SIGHTBENCH_KEY_ACME": "acme.com"},
        "gpus": [{"name": "l4", "models": []}],
        "rubric": {"model": {"provider": "openai", "model": "m"}, "run_usd": 1, "month_usd": 5},
    },
    "policy.yml",
)
CUSTOM = {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}
ONE_TIME = f"sightbench-l4-{'0' * 32}"  #: the label of one planned job


@pytest.fixture
def whole(hub: FakeGitHub) -> FakeGitHub:
    """A repository that meets every requirement."""
    hub.tokens[TOKEN] = frozenset({"write", "admin"})
    hub.branches.append("results")
    hub.facts["permissions"] = {"admin": True}
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
    names = ("generate", "gpu", "rubric", "github-pages")
    hub.environments = {name: {"name": name, **CUSTOM} for name in names}
    hub.environment_branches = {name: ["main"] for name in names}
    hub.allowed_actions.update(allowed_actions="selected", sha_pinning_required=True)
    hub.contributor_approval["approval_policy"] = "all_external_contributors"
    hub.secrets = {
        "generate": ["SIGHTBENCH_KEY_ACME", "OTHER"],
        "rubric": ["RUBRIC_API_KEY"],
        "": ["SOMETHING"],
    }
    hub.pages = {"build_type": "workflow", "html_url": "https://octo.github.io/bench/"}
    hub.workflows = [
        {"id": number, "path": f".github/workflows/{name}.yml", "state": "active"}
        for number, name in enumerate(WORKFLOWS)
    ]
    hub.rows = {"results": "2026-01-02T00:00:00Z"}
    hub.runners[:] = [{"id": 1, "name": "l4-1", "status": "online", "labels": [{"name": ONE_TIME}]}]
    return hub


def ask(hub: FakeGitHub, policy: Policy = POLICY) -> dict[str, Requirement]:
    """Return what GitHub knows about the repository, by name."""
    with RestApi(TOKEN, hub.url, seconds=0) as rest:
        found = repository_requirements(Repository("octo/bench", rest), policy)
        return {finding.name: finding for finding in found}


@pytest.fixture
def findings(whole: FakeGitHub) -> Callable[[], dict[str, Requirement]]:
    return lambda: ask(whole)


def test_a_complete_repository_has_every_requirement(findings: Callable[[], dict[str, Requirement]]) -> None:
    assert {finding.state for finding in findings().values()} == {"ok"}


BROKEN = read_cases("chain/missing_requirements.yaml")


@pytest.mark.parametrize(("name", "case"), [(name, case) for name, cases in BROKEN.items() for case in cases])
def test_a_missing_requirement_is_reported_with_a_fix(whole, findings, name, case) -> None:
    part, change, given, said = case
    broken: Any = vars(whole)
    for key in part.split("."):
        broken = broken[int(key) if isinstance(broken, list) else key]
    getattr(broken, change)(*([] if given is None else [given]))
    missing = {finding.name: finding for finding in findings().values() if finding.state == "missing"}
    assert set(missing) == {name}
    assert said in missing[name].said
    assert missing[name].fix


def test_another_default_branch_is_reported(whole, findings) -> None:
    """Workflows and environments name main: on another branch they do not run, or are not protected."""
    whole.facts["default_branch"] = "trunk"
    found = findings()["default branch"]
    assert (found.state, found.said) == ("missing", "it is trunk, but the workflows run on main only")
    assert found.fix


@table("chain")
def test_the_policy_must_name_the_repository_that_signs(named, said, whole) -> None:
    wanted = None if named is None else SigningRepository(name=named[0], id=named[1])
    policy = POLICY.model_copy(update={"repository": wanted})
    found = ask(whole, policy)
    assert (found["signed rows"].state, said in found["signed rows"].said) == ("missing", True)
    assert found["signed rows"].fix.endswith("repository: {name: octo/bench, id: 4711}")


def test_a_private_repository_need_not_and_cannot_sign(whole: FakeGitHub) -> None:
    whole.facts["private"] = True
    assert ask(whole)["signed rows"].state == "missing"
    assert ask(whole, POLICY.model_copy(update={"repository": None}))["signed rows"].state == "ok"


def test_only_environments_that_the_policy_needs_must_exist(whole: FakeGitHub) -> None:
    """This policy lends no key and no runner, and names no model that scores drawings."""
    for name in ("generate", "gpu", "rubric"):
        whole.environments.pop(name)
    lends_nothing = POLICY.model_copy(update={"keys": {}, "gpus": [], "rubric": None})
    assert {finding.state for finding in ask(whole, lends_nothing).values()} == {"ok"}


def test_the_required_checks_are_the_jobs_of_the_workflows() -> None:
    names = set()
    for file in ("validate", "ci"):
        text = (ROOT / ".github" / "workflows" / f"{file}.yml").read_text(encoding="utf-8")
        for job in yaml.safe_load(text)["jobs"].values():
            if "workflow_dispatch" in job.get("if", ""):  # once a week
                continue
            matrix = job.get("strategy", {}).get("matrix", {}).get("include", [])
            name = job["name"].removesuffix("' }}").rpartition("'")[2]  # of an expression, the last text
            names |= {entry["name"] for entry in matrix} or {name}
    assert names == set(CHECKS)


@pytest.mark.parametrize("state", ["online", "offline"])
@pytest.mark.parametrize("labels", [["self-hosted", "l4"], ["self-hosted", ONE_TIME], [ONE_TIME, "l4"], []])
def test_a_runner_that_waits_for_any_job_is_reported(labels, state, whole, findings) -> None:
    """A pull request's own workflow can name the labels that policy.yml or another job publishes."""
    runner = {"id": 2, "name": "bob", "status": state, "labels": [{"name": name} for name in labels]}
    whole.runners.append(runner)
    found = findings()["standing runners"]
    assert found.state == "missing"
    assert found.said.startswith(
        "bob takes any job with the labels self-hosted" if not labels else "bob takes"
    )
    assert "lab/engines/gpu_runner.py" in found.fix


def test_a_runner_of_the_organisation_that_any_workflow_may_use_is_reported(whole, findings) -> None:
    whole.facts["owner"]["type"] = "Organization"
    whole.lent.groups += [
        {"id": 1, "name": "Default", "restricted_to_workflows": False},
        {"id": 2, "name": "gpus", "restricted_to_workflows": True},
    ]
    runner = {"id": 3, "name": "shared", "status": "online", "labels": [{"name": "self-hosted"}]}
    whole.lent.group_runners = {2: [runner]}
    assert findings()["standing runners"].state == "ok"
    whole.lent.group_runners = {1: [runner]}
    found = findings()["standing runners"]
    assert (found.state, found.said[:6]) == ("missing", "shared")
    assert whole.requests[-1].path.startswith("/orgs/octo/actions/runner-groups/")
    whole.faults.append(Fault("GET", "/runner-groups$", 403))
    assert findings()["standing runners"].state == "unknown"


def test_settings_that_the_token_may_not_see_are_unknown(whole, findings) -> None:
    whole.tokens[TOKEN] = frozenset({"write"})
    found = findings()
    unknown = {name for name, finding in found.items() if finding.state == "unknown"}
    assert unknown == {
        "keys in the environment generate",
        "key in the environment rubric",
        "repository secrets",
        "workflow permissions",
        "approval for outside contributors",
        "allowed actions",
        "immutable releases",
        "standing runners",
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
    owners = "# who approves\n/.github/ @octo\n/policy.yml @Octo\n"
    (tmp_path / ".github" / "CODEOWNERS").write_text(owners)
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
    assert found["policy.yml"].said == "its maintainers include sightbench-maintainers"
    assert found["submissions"].said == "1 wrong: acme-1"
    (clone / "policy.yml").write_text("maintainer: [octo]\n")
    assert "unknown field" in clone_findings(clone)["policy.yml"].said


@pytest.mark.parametrize(
    "maintainers", ["[]", "[octocat]", "[octo, OctoCat]", "[octo, sightbench-maintainers]"]
)
def test_a_placeholder_does_not_count_as_a_maintainer(clone: Path, maintainers: str) -> None:
    """octocat is a real account of GitHub: next to a maintainer, it would have the same rights."""
    (clone / "policy.yml").write_text(f"schema: sightbench/policy/1\nmaintainers: {maintainers}\n")
    found = clone_findings(clone)["policy.yml"]
    assert found.state == "missing"
    assert found.fix


@table("chain")
def test_the_maintainers_must_own_the_workflows_and_the_policy(clone, text, said) -> None:
    path = clone / ".github" / "CODEOWNERS"
    path.unlink() if text is None else path.write_text(text)
    found = clone_findings(clone)["CODEOWNERS"]
    assert found.state == "missing"
    assert said in found.said
    assert found.fix


@table("chain")
def test_the_repository_is_that_of_the_remote(clone: Path, address: str, due: str) -> None:
    if address:
        subprocess.run(["git", "remote", "add", "origin", address], cwd=clone, check=True)
    assert repository_of(clone) == due


def test_the_command_lists_the_findings_and_ends_with_1(clone, in_process, monkeypatch) -> None:
    monkeypatch.chdir(clone.parent)
    broken = clone / "submissions" / "broken"
    broken.mkdir(parents=True)
    (clone / "policy.yml").unlink()
    done = in_process("doctor", "--folder", clone, "--offline", code=1)
    assert done.stdout.startswith(f"the commands below run after: cd {clone}\n1. ")
    assert "to do   policy.yml" in done.stdout
    assert "no such file" in done.stdout
    marks = Counter[str]()
    for line in (line.strip() for line in done.stdout.splitlines() if line.startswith("   ")):
        mark, _, words = line.partition("  ")
        marks[mark] += 1 if ": " in words else 1 + words.count(",")
    ok, to_do, unseen = (marks[mark] for mark in ("ok", "to do", "unseen"))
    assert f"no repository on GitHub: {ok} ok, {to_do} to do, {unseen} unseen\n" in done.stdout
    assert ok + to_do + unseen == sum(len(names) for _, names in STEPS)
    assert f"error: {to_do} requirements to do\n" in done.stderr
    (command,) = re.findall(r"run `sightbench (.*)` to see the problems", done.stdout)
    assert f"error: {broken}" in in_process(*command.split(), code=2).stderr


def test_a_folder_that_is_no_clone_is_refused(in_process) -> None:
    assert "--folder: '.' has neither policy.yml nor submissions" in in_process("doctor", code=2).stderr


OLD, NEW = "2025-12-31T00:00:00Z", "2026-01-02T00:00:00Z"  #: before and after the fork was made


def test_every_requirement_belongs_to_a_step(clone, whole, monkeypatch) -> None:
    """Eight steps, each with something that can be seen."""
    assert len(STEPS) == 8
    listed = [name for _, names in STEPS for name in names]
    assert len(listed) == len(set(listed))
    whole.use(monkeypatch)
    (clone / "policy.yml").write_bytes(POLICY.model_dump_json(by_alias=True, exclude_defaults=True).encode())
    found = diagnose(clone, "octo/bench", known_suites(), offline=False).findings
    offline = diagnose(clone, "", known_suites(), offline=True).findings
    assert {finding.name for finding in (*found, *offline)} == set(listed)


def test_what_cannot_be_seen_is_neither_right_nor_wrong(clone: Path) -> None:
    lines = checklist(list(diagnose(clone, "", known_suites(), offline=True).findings))
    assert any(line.startswith("   unseen  issues, protection of results, immutable") for line in lines)
    assert "   unseen  settings on GitHub: not checked" in lines
    assert "   ok      policy.yml: 1 maintainer, 0 keys, 0 GPU runners" in lines


@table("chain")
def test_a_copied_branch_of_results_is_recognised(repositories, said, clone, git_in) -> None:
    """The branch of another repository has its reservations, which name its workflow runs."""
    git_in(clone, "remote", "add", "origin", "https://github.com/octo/bench.git")
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
def test_a_dry_run_and_the_first_row_are_seen_on_their_branches(rows, wrong, whole) -> None:
    whole.rows = rows
    found = ask(whole)
    assert {name for name in ("dry run", "first row") if found[name].state == "missing"} == wrong
    whole.faults.append(Fault("GET", "/commits$", 403, times=9))
    found = ask(whole)
    assert (found["dry run"].state, found["first row"].state) == ("unknown", "unknown")


WATCH = {"provider": "openai", "models": "acme-*", "suites": ["code-vision"], "budget_usd": 1.0}
KEYS = {"OPENAI_API_KEY": "openai.com"}


def policy(**fields: Any) -> Policy:
    return Policy.model_validate({"maintainers": ["octo"], **fields})


@table("chain")
def test_the_policy_has_money_and_keys_for_what_it_watches(fields, state, said) -> None:
    found = nights_planned(policy(**fields))
    assert (found.state, said in found.said) == (state, True), found
    assert bool(found.fix) == (state == "missing" or "empty" in said or "is 0" in said)
    assert nights_planned(None).state == "unknown"


def test_a_setting_that_is_not_found_is_off_only_for_whoever_may_read_it(whole: FakeGitHub) -> None:
    whole.immutable["enabled"] = False
    whole.facts["permissions"] = {"admin": False}
    assert ask(whole)["immutable releases"].state == "unknown"
