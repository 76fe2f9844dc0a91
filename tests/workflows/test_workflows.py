"""The workflow files follow our rules, and the rules find every harmful change that these tests make."""

import copy
import re
import shlex
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest
import yaml

from benchmark.chain.plan.policy import read_policy
from benchmark.cli import ci, group

from .rules import PINS, RIGHTS, ROOT, RULES, SECRETS, Files, Tree, findings, read

FILES = read()
#: Every right that a job can have.
ALL_RIGHTS = [
    "actions",
    "attestations",
    "checks",
    "contents",
    "deployments",
    "discussions",
    "id-token",
    "issues",
    "models",
    "packages",
    "pages",
    "pull-requests",
    "repository-projects",
    "security-events",
    "statuses",
]
STAND_INS = ROOT / "rehearsal" / "actions"

Change = Callable[[Files], object]


def findings_after(change: Change) -> list[str]:
    """Return what the rules find after a change of the parsed files."""
    files = copy.deepcopy(FILES)
    change(files)
    assert files != FILES, "the change has no effect"
    return findings(files)


def job(files: Files, name: str) -> Tree:
    workflow, _, job_name = name.partition(".")
    found: Tree = files.workflows[workflow]["jobs"][job_name]
    return found


def step(files: Files, name: str, number: int) -> Tree:
    found: Tree = job(files, name)["steps"][number]
    return found


def test_the_workflows_keep_every_rule() -> None:
    assert findings(FILES) == []


def test_an_added_or_removed_right_is_found_in_every_job() -> None:
    missed = []
    for name, job_name, given in FILES.jobs():
        rights = given["permissions"]
        fewer: list[Any] = [{key: rights[key] for key in rights if key != right} for right in rights]
        more = [{**rights, right: level} for right in ALL_RIGHTS for level in ("read", "write")]
        changes = [*fewer, *[added for added in more if added != rights]]
        for other in [*changes, "read-all", "write-all", None]:

            def put(files: Files, other: Any = other, name: str = name, job_name: str = job_name) -> None:
                files.workflows[name]["jobs"][job_name]["permissions"] = other

            files = _with_copied_job(name, job_name)
            put(files)
            if not findings(files):
                missed.append((name, job_name, other))
    assert missed == []


def _with_copied_job(name: str, job_name: str) -> Files:
    """Return a copy of the files in which one job may be changed."""
    workflow = dict(FILES.workflows[name])
    workflow["jobs"] = {**workflow["jobs"], job_name: dict(workflow["jobs"][job_name])}
    return Files({**FILES.workflows, name: workflow}, FILES.actions)


@pytest.mark.parametrize("top", [None, "read-all", "write-all", {"contents": "read"}], ids=str)
@pytest.mark.parametrize("name", sorted(RIGHTS))
def test_a_right_at_the_top_is_found(name: str, top: object) -> None:
    assert findings_after(lambda files: files.workflows[name].update(permissions=top))


CHECKOUT = f"actions/checkout@{PINS['actions/checkout']}"
KEY = "${{ secrets.OPENAI_API_KEY }}"
CHANGES: dict[str, Change] = {
    "pull_request_target": lambda f: f.workflows["validate"].update(on="pull_request_target"),
    "pull_request_target in addition": lambda f: f.workflows["ci"]["on"].update(pull_request_target=None),
    "evaluate on pull requests": lambda f: f.workflows["evaluate"]["on"].update(pull_request=None),
    "evaluate on every branch": lambda f: f.workflows["evaluate"]["on"]["push"].pop("branches"),
    "evaluate with another input": lambda f: f.workflows["evaluate"]["on"]["workflow_dispatch"][
        "inputs"
    ].update(x={}),
    "report after more workflows": lambda f: f.workflows["report"]["on"]["workflow_run"]["workflows"].append(
        "ci"
    ),
    "a comment on every run": lambda f: job(f, "report.report").update({"if": "${{ !cancelled() }}"}),
    "a new workflow": lambda f: f.workflows.update(other=copy.deepcopy(f.workflows["ci"])),
    "a new job": lambda f: f.workflows["ci"]["jobs"].update(other=copy.deepcopy(job(f, "ci.check"))),
    "a secret where answers run": lambda f: step(f, "evaluate.score", -2)["env"].update(KEY=KEY),
    "a secret where rows are written": lambda f: step(f, "evaluate.record", -1)["env"].update(KEY=KEY),
    "a secret in validate": lambda f: step(f, "validate.validate", -3)["env"].update(KEY=KEY),
    "another secret": lambda f: step(f, "evaluate.generate", -1)["with"].update(x="${{ secrets.OTHER }}"),
    "a secret left out": lambda f: step(f, "evaluate.generate", -1)["with"].pop("gemini-api-key"),
    "all secrets": lambda f: step(f, "evaluate.generate", -1)["with"].update(x="${{ toJSON(secrets) }}"),
    "a computed secret": lambda f: step(f, "evaluate.generate", -1)["with"].update(
        x="${{ secrets[matrix.key] }}"
    ),
    "a key on the GPU": lambda f: step(f, "evaluate.gpu", -1)["with"].update({"openai-api-key": KEY}),
    "a secret for a whole job": lambda f: job(f, "evaluate.generate").update(env={"KEY": KEY}),
    "a secret for two steps": lambda f: step(f, "evaluate.generate", 1).update(env={"KEY": KEY}),
    "a secret for a workflow": lambda f: f.workflows["evaluate"].update(env={"KEY": KEY}),
    "secrets inherited": lambda f: job(f, "evaluate.site").update(secrets="inherit"),
    "a secret in an action": lambda f: f.actions["python"]["runs"]["steps"][0].update(env={"KEY": KEY}),
    "the token where answers run": lambda f: step(f, "evaluate.score", -2)["env"].update(
        T="${{ github.token }}"
    ),
    "the token in validate": lambda f: step(f, "validate.validate", -3)["env"].update(GITHUB_TOKEN=""),
    "the token in an action": lambda f: f.actions["generate"]["runs"]["steps"][3]["env"].update(
        T="${{ github.token }}"
    ),
    "no environment": lambda f: job(f, "evaluate.generate").pop("environment"),
    "another environment": lambda f: job(f, "evaluate.rubric").update(environment="generate"),
    "an environment where answers run": lambda f: job(f, "evaluate.score").update(environment="generate"),
    "a tag instead of a commit": lambda f: step(f, "ci.check", 0).update(uses="actions/checkout@v7"),
    "another commit": lambda f: step(f, "ci.check", 0).update(uses="actions/checkout@" + "0" * 40),
    "another action": lambda f: step(f, "ci.check", 0).update(
        uses="other/checkout@" + CHECKOUT.split("@")[1]
    ),
    "a container": lambda f: step(f, "ci.check", 0).update(uses="docker://alpine:3"),
    "an action of ours that is missing": lambda f: step(f, "ci.check", 1).update(
        uses="./.github/actions/none"
    ),
    "an action from elsewhere on disk": lambda f: step(f, "validate.validate", 2).update(
        uses="./rows/action"
    ),
    "a foreign workflow": lambda f: job(f, "evaluate.site").update(
        uses="other/x/.github/workflows/y.yml@main"
    ),
    "an action pinned by tag in an action": lambda f: f.actions["python"]["runs"]["steps"][0].update(
        uses="actions/setup-python@v7"
    ),
    "credentials kept": lambda f: step(f, "ci.check", 0)["with"].update({"persist-credentials": True}),
    "credentials not mentioned": lambda f: step(f, "evaluate.record", 0).pop("with"),
    "the head checked out": lambda f: step(f, "validate.validate", 0)["with"].update(
        ref="${{ github.event.pull_request.head.sha }}"
    ),
    "the merge checked out": lambda f: step(f, "validate.validate", 0)["with"].pop("ref"),
    "the head checked out in report": lambda f: step(f, "report.report", 0)["with"].update(
        ref="${{ github.event.workflow_run.head_sha }}"
    ),
    "the fork checked out": lambda f: step(f, "report.report", 0)["with"].update(
        repository="${{ github.event.workflow_run.head_repository.full_name }}"
    ),
    "submodules": lambda f: step(f, "evaluate.plan", 0)["with"].update(submodules=True),
    "an expression in a script": lambda f: step(f, "validate.validate", -2).update(
        run="./noxw -s ci -- validate --author ${{ github.event.pull_request.user.login }}"
    ),
    "an expression in an action's script": lambda f: f.actions["pull-request"]["runs"]["steps"][0].update(
        run="git fetch ${{ inputs.head }}"
    ),
    "a script": lambda f: step(f, "evaluate.plan", 3).update(run="pip install x\n./noxw -s ci -- plan"),
    "two commands": lambda f: step(f, "evaluate.plan", 3).update(run="./noxw -s ci -- plan\ncurl x"),
    "a step that does nothing": lambda f: step(f, "ci.check", -1).pop("run"),
    "a step that may fail": lambda f: step(f, "evaluate.score", -2).update({"continue-on-error": True}),
    "a job that may fail": lambda f: job(f, "evaluate.score").update({"continue-on-error": True}),
    "wheels in validate": lambda f: step(f, "validate.validate", 3).update({"with": {"wheels": "restore"}}),
    "wheels in a job with a key": lambda f: step(f, "evaluate.generate", 1).update(
        {"with": {"wheels": "restore"}}
    ),
    "wheels where rows are written": lambda f: step(f, "evaluate.record", 1).update(
        {"with": {"wheels": "restore"}}
    ),
    "wheels saved where answers run": lambda f: step(f, "evaluate.score", 1)["with"].update(wheels="save"),
    "a cache in a job": lambda f: step(f, "ci.check", 1).update(
        uses=f"actions/cache@{PINS['actions/cache']}"
    ),
    "a cache set by an action": lambda f: f.actions["python"]["runs"]["steps"][0]["with"].update(cache="pip"),
    "a cache without a condition": lambda f: f.actions["python"]["runs"]["steps"][1].pop("if"),
    "a cache of programs": lambda f: f.actions["python"]["runs"]["steps"][2]["with"].update(path=".nox"),
    "no time limit": lambda f: job(f, "evaluate.score").pop("timeout-minutes"),
    "a time limit of a day": lambda f: job(f, "evaluate.score").update({"timeout-minutes": 1440}),
    "a computed time limit": lambda f: job(f, "evaluate.score").update(
        {"timeout-minutes": "${{ matrix.minutes }}"}
    ),
    "judging on a machine of ours": lambda f: job(f, "evaluate.score").update({"runs-on": "self-hosted"}),
    "a pull request on a machine of ours": lambda f: job(f, "validate.validate").update(
        {"runs-on": ["self-hosted"]}
    ),
    "a runner that a submission chooses": lambda f: job(f, "evaluate.generate").update(
        {"runs-on": "${{ matrix.runs_on }}"}
    ),
    "no concurrency group": lambda f: f.workflows["evaluate"].pop("concurrency"),
    "an evaluation that is cancelled": lambda f: f.workflows["evaluate"]["concurrency"].update(
        {"cancel-in-progress": True}
    ),
    "a site build that is cancelled": lambda f: f.workflows["site"]["concurrency"].update(
        {"cancel-in-progress": True}
    ),
    "one failure that cancels all jobs": lambda f: job(f, "evaluate.score")["strategy"].pop("fail-fast"),
    "a plan on any branch": lambda f: job(f, "evaluate.plan").pop("if"),
    "pages on any branch": lambda f: job(f, "site.build").pop("if"),
    "a generation that waits for nothing": lambda f: job(f, "evaluate.generate").pop("needs"),
    "rows pushed before they are signed": lambda f: job(f, "evaluate.record")["steps"].insert(
        -2, job(f, "evaluate.record")["steps"].pop()
    ),
    "rows that are not signed": lambda f: job(f, "evaluate.record")["steps"].pop(-2),
    "a signature of other files": lambda f: step(f, "evaluate.record", -2)["with"].update(
        {"subject-path": "artifacts/**"}
    ),
    "a signature of another kind": lambda f: step(f, "evaluate.record", -2)["with"].update(
        {"predicate-type": "https://example.org/x", "predicate": "{}"}
    ),
    "a signature for whoever asks": lambda f: step(f, "evaluate.record", -2).pop("if"),
    "signatures from elsewhere": lambda f: step(f, "evaluate.record", -1)["env"].update(
        BUNDLES="artifacts/bundles.json"
    ),
    "rows pushed without signatures": lambda f: step(f, "evaluate.record", -1).update(
        run=step(f, "evaluate.record", -1)["run"].replace('--bundles "$BUNDLES" ', "")
    ),
    "another root of trust": lambda f: step(f, "evaluate.record", -1).update(
        run=step(f, "evaluate.record", -1)["run"] + " --trusted-root artifacts/root.json"
    ),
    "another policy where rows are signed": lambda f: step(f, "evaluate.record", -3).update(
        run=step(f, "evaluate.record", -3)["run"] + " --policy artifacts/policy.yml"
    ),
    "a signature in another job": lambda f: job(f, "evaluate.score")["steps"].append(
        copy.deepcopy(step(f, "evaluate.record", -2))
    ),
    "a record that runs always": lambda f: job(f, "evaluate.record").update({"if": "${{ always() }}"}),
    "a score without a plan": lambda f: job(f, "evaluate.score").update({"if": "${{ !cancelled() }}"}),
    "a site without anything new": lambda f: job(f, "evaluate.site").update({"if": "${{ !cancelled() }}"}),
    "a call with too few rights": lambda f: job(f, "evaluate.site")["permissions"].pop("pages"),
    "the last pusher instead of the author": lambda f: step(f, "validate.validate", -3)["env"].update(
        AUTHOR="${{ github.actor }}"
    ),
    "the base named by the head": lambda f: step(f, "validate.validate", -3)["env"].update(
        BASE="${{ github.event.pull_request.head.repo.default_branch }}"
    ),
    "a comment on another pull request": lambda f: step(f, "report.report", -1)["env"].update(
        HEAD_REPOSITORY="${{ github.repository }}"
    ),
    "a job that cannot be repeated": lambda f: step(f, "evaluate.score", -1)["with"].pop("overwrite"),
    "artifacts of any name": lambda f: step(f, "report.report", 2)["with"].update(name="", pattern="*"),
    "artifacts over the checkout": lambda f: step(f, "report.report", 2)["with"].update(path="."),
    "artifacts of another run": lambda f: step(f, "report.report", 2)["with"].pop("run-id"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_for_the_worse_is_found(change: str) -> None:
    assert findings_after(CHANGES[change])


def test_every_rule_finds_one_of_the_changes() -> None:
    found: set[str] = set()
    for change in CHANGES.values():
        files = copy.deepcopy(FILES)
        change(files)
        found |= {rule.__name__ for rule in RULES if list(rule(files))}
    # The test above removes and adds rights one by one.
    assert {rule.__name__ for rule in RULES} - found <= {"rights"}


def test_each_pinned_commit_names_its_version() -> None:
    lines = [
        line.strip()
        for file in (ROOT / ".github").rglob("*.yml")
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.match(r"\s*-?\s*uses: actions/", line)
    ]
    assert len(lines) > 20
    assert [line for line in lines if not re.search(r"@[0-9a-f]{40} # v\d+(\.\d+\.\d+)?$", line)] == []


def stages() -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """Yield the place, arguments and variables of each step that calls a command of ours."""
    for place, step_ in FILES.steps():
        match = re.fullmatch(r"\./noxw -s (ci|site) -- (.+)", step_.get("run", ""))
        if match:
            words = shlex.split(match[2])
            yield place, ["site", *words] if match[1] == "site" else words, step_.get("env", {})


@pytest.mark.parametrize(("place", "words", "variables"), list(stages()), ids=lambda value: str(value)[:40])
def test_a_step_calls_an_existing_command(place: str, words: list[str], variables: dict[str, str]) -> None:
    """The step passes only options that exist and all required ones, and sets each variable that it uses."""
    parent: click.Group = group if words[0] == "site" else ci.command
    command = parent.get_command(click.Context(parent), words[0])
    assert command is not None, words[0]
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    given = [word for word in words if word.startswith("--")]
    assert set(given) <= known, place
    required = {option.opts[0] for option in command.params if option.required and not option.envvar}
    assert required <= set(given), place
    named = {word[1:] for word in words if word.startswith("$")}
    assert named <= set(variables), place


def test_the_keys_of_the_policy_are_those_that_the_workflow_passes_on() -> None:
    assert SECRETS["evaluate", "generate"] == set(read_policy(ROOT / "policy.yml").keys)


def test_every_action_has_a_stand_in_with_the_same_inputs() -> None:
    missing = []
    for place, step_ in FILES.steps():
        used = step_.get("uses", "")
        if not used.startswith("actions/"):
            continue
        file = STAND_INS / f"{used.split('@')[0].split('/')[1]}.yml"
        inputs = yaml.safe_load(file.read_text(encoding="utf-8")).get("inputs", {}) if file.is_file() else {}
        if not file.is_file() or not set(step_.get("with", {})) <= set(inputs):
            missing.append(place)
    assert missing == []


def test_the_stand_ins_are_not_actions_of_the_repository() -> None:
    """They write to places that actions must not, so they have other file names than actions."""
    assert not list(STAND_INS.rglob("action.y*ml"))
