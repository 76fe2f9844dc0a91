"""Rules for the workflow files: what nobody may change without changing a table here.

Each rule is a function of the parsed files that gives one sentence for each thing it finds. The rehearsal
plays what the jobs do; these hold what it cannot play: rights, secrets, environments, pins, triggers, limits.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
Tree = dict[str, Any]

#: Every action of others, with its commit. What is not here is not used.
PINS = {
    "actions/attest": "1e69f48acb82d1966a394da916b4c1698aa569d6",
    "actions/cache": "55cc8345863c7cc4c66a329aec7e433d2d1c52a9",
    "actions/cache/restore": "55cc8345863c7cc4c66a329aec7e433d2d1c52a9",
    "actions/checkout": "3d3c42e5aac5ba805825da76410c181273ba90b1",
    "actions/configure-pages": "45bfe0192ca1faeb007ade9deae92b16b8254a0d",
    "actions/deploy-pages": "cd2ce8fcbc39b97be8ca5fce6e763baed58fa128",
    "actions/download-artifact": "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
    "actions/setup-python": "5fda3b95a4ea91299a34e894583c3862153e4b97",
    "actions/upload-artifact": "043fb46d1a93c77aae656e7c1c64a875d1fc6a0a",
    "actions/upload-pages-artifact": "fc324d3547104276b827a68afc52ff2a11cc49c9",
}

_READ = {"contents": "read"}
#: What each job may do, and nothing else.
RIGHTS: dict[str, dict[str, dict[str, str]]] = {
    "ci": {"check": _READ},
    "evaluate": {
        "plan": _READ,
        "generate": {**_READ, "actions": "read"},
        "gpu": {**_READ, "actions": "read"},
        "score": _READ,
        "rubric": _READ,
        "record": {"contents": "write", "id-token": "write", "attestations": "write"},
        "site": {**_READ, "pages": "write", "id-token": "write"},
    },
    "model-server": {"model-server": _READ},
    "reconcile": {"reconcile": {**_READ, "actions": "write", "issues": "write"}, "check": _READ},
    "report": {"report": {**_READ, "actions": "read", "pull-requests": "write"}},
    "site": {"build": {**_READ, "pages": "read"}, "deploy": {"pages": "write", "id-token": "write"}},
    "validate": {"validate": _READ},
}
#: Secrets by job; each of these jobs has an environment that takes the main branch only.
SECRETS: dict[tuple[str, str], frozenset[str]] = {
    ("evaluate", "generate"): frozenset({"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"}),
    ("evaluate", "rubric"): frozenset({"RUBRIC_API_KEY"}),
}
ENVIRONMENTS = {
    ("evaluate", "generate"): "generate",
    ("evaluate", "gpu"): "gpu",
    ("evaluate", "rubric"): "rubric",
    ("site", "deploy"): "github-pages",
}
#: Jobs that are given the repository's own token.
TOKENS = {
    ("evaluate", "record"),
    ("reconcile", "check"),
    ("reconcile", "reconcile"),
    ("report", "report"),
}
#: What begins each workflow.
TRIGGERS: dict[str, object] = {
    "ci": {"push": {"branches": ["main"]}, "pull_request": None},
    "evaluate": {
        "push": {"branches": ["main"], "paths": ["submissions/**"]},
        "workflow_dispatch": ["only"],
    },
    "model-server": {"schedule": 1, "workflow_dispatch": None},
    "reconcile": {"schedule": 1, "workflow_dispatch": None},
    "report": {"workflow_run": {"workflows": ["validate"], "types": ["completed"]}},
    "site": {"workflow_call": None, "workflow_dispatch": None},
    "validate": {"pull_request": {"branches": ["main"]}},
}
#: Jobs that keep wheels between runs: of the main branch, without secrets and without a right to write.
WHEELS = {("evaluate", "plan"): "save", ("evaluate", "score"): "restore"}
#: Steps of composite actions that may fail without their job.
MAY_FAIL = {("generate", "Fetch the checkpoint of an earlier run")}
#: What is superseded by the next run of its group; everything else is waited for.
CANCELLED = {"ci", "validate"}
#: The first jobs of workflows that run on the main branch only; the others come after them.
MAIN_ONLY = {"evaluate": "plan", "reconcile": "reconcile", "site": "build"}
#: Who and what a check is about: from the event, where nobody but GitHub writes it.
IDENTITIES = {
    ("validate", "validate"): {
        "BASE": "${{ github.event.pull_request.base.sha }}",
        "HEAD": "${{ github.event.pull_request.head.sha }}",
        "AUTHOR": "${{ github.event.pull_request.user.login }}",
        "REPOSITORY": "${{ github.repository }}",
    },
    ("report", "report"): {
        "HEAD_SHA": "${{ github.event.workflow_run.head_sha }}",
        "HEAD_REPOSITORY": "${{ github.event.workflow_run.head_repository.full_name }}",
        "REPOSITORY": "${{ github.repository }}",
        "GITHUB_TOKEN": "${{ github.token }}",
    },
}
HOSTED, MINUTES = "ubuntu-24.04", 350
#: The one job that runs elsewhere: where the plan says, by the policy of the main branch.
ELSEWHERE = ("evaluate", "gpu")

_COMMAND = re.compile(r"\./noxw -s (?:[a-z-]+(?: [a-z-]+)*|\$SESSIONS)(?: -- [\x20-\x7e]+)?")
_PINNED = re.compile(r"(?P<action>[\w.-]+/[\w.-]+(?:/[\w./-]+)?)@(?P<commit>[0-9a-f]{40})")
_EXPRESSION = "${{"
_SECRET = re.compile(r"\bsecrets\b")
_NAMED_SECRET = re.compile(r"\bsecrets\.([A-Z][A-Z0-9_]*)\b")
_TOKEN = re.compile(r"\bgithub\.token\b|\bGITHUB_TOKEN\b")
_LEVELS = ("none", "read", "write")


@dataclass(frozen=True)
class Files:
    """All workflow files and composite actions, parsed, by name without ending."""

    workflows: dict[str, Tree]
    actions: dict[str, Tree]

    def jobs(self) -> Iterator[tuple[str, str, Tree]]:
        for name, workflow in self.workflows.items():
            for job_name, job in workflow["jobs"].items():
                yield name, job_name, job

    def steps(self) -> Iterator[tuple[str, Tree]]:
        """Steps of jobs and of composite actions, with where they are."""
        for name, job_name, job in self.jobs():
            for step in job.get("steps", ()):
                yield f"{name}.yml: {job_name}: {step.get('name', step)}", step
        for name, action in self.actions.items():
            for step in action["runs"]["steps"]:
                yield f"{name}/action.yml: {step.get('name', step)}", step


def read() -> Files:
    """The files of this checkout."""
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))
    actions = sorted((ROOT / ".github" / "actions").glob("*/action.y*ml"))
    return Files(
        {file.stem: _parsed(file) for file in workflows},
        {file.parent.name: _parsed(file) for file in actions},
    )


def _parsed(file: Path) -> Tree:
    tree: Tree = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    tree["on"] = tree.pop(True, None)  # what YAML 1.1 makes of the key `on`
    return tree


def texts(part: object) -> Iterator[str]:
    """All texts of a tree, keys included."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield str(key)
            yield from texts(value)
    elif isinstance(part, list):
        for one in part:
            yield from texts(one)
    elif part is not None:
        yield str(part)


def tables(files: Files) -> Iterator[str]:
    """Every workflow stands in the tables of this file: a new one says what it may do."""
    if files.workflows.keys() != RIGHTS.keys() or files.workflows.keys() != TRIGGERS.keys():
        yield f"workflows are {sorted(files.workflows)}, the tables have {sorted(RIGHTS)}, {sorted(TRIGGERS)}"


def triggers(files: Files) -> Iterator[str]:
    """What begins a workflow is as in the table; nothing runs a stranger's code with rights of ours."""
    for name, workflow in files.workflows.items():
        on = workflow["on"]
        found = (
            dict.fromkeys(on)
            if isinstance(on, list)
            else {on: None}
            if isinstance(on, str)
            else dict(on or {})
        )
        if isinstance(found.get("schedule"), list):
            found["schedule"] = len(found["schedule"])
        if isinstance(found.get("workflow_dispatch"), dict):
            found["workflow_dispatch"] = sorted(found["workflow_dispatch"].get("inputs", ()))
        if found != TRIGGERS.get(name):
            yield f"{name}.yml: begins on {found}, not on {TRIGGERS.get(name)}"


def rights(files: Files) -> Iterator[str]:
    """No right at the top; each job has those of the table."""
    for name, workflow in files.workflows.items():
        if workflow.get("permissions") != {}:
            yield f"{name}.yml: permissions at the top are {workflow.get('permissions')}, not {{}}"
    for name, job_name, job in files.jobs():
        wanted = RIGHTS.get(name, {}).get(job_name)
        if job.get("permissions") != wanted:
            yield f"{name}.yml: {job_name}: has {job.get('permissions')}, should have {wanted}"


def secrets(files: Files) -> Iterator[str]:
    """Secrets stand in the jobs of the table alone, each named, and reach one step."""
    for name, workflow in files.workflows.items():
        if any(map(_SECRET.search, texts({key: part for key, part in workflow.items() if key != "jobs"}))):
            yield f"{name}.yml: names secrets outside its jobs"
    for name, job_name, job in files.jobs():
        found = [text for text in texts(job) if _SECRET.search(text)]
        named = {secret for text in found for secret in _NAMED_SECRET.findall(text)}
        if sum(len(_SECRET.findall(text)) for text in found) != sum(
            len(_NAMED_SECRET.findall(text)) for text in found
        ):
            yield f"{name}.yml: {job_name}: takes secrets that it does not name"
        if named != SECRETS.get((name, job_name), frozenset()):
            yield f"{name}.yml: {job_name}: takes {sorted(named)}"
        if sum(any(map(_SECRET.search, texts(step))) for step in job.get("steps", ())) != bool(named):
            yield f"{name}.yml: {job_name}: secrets reach more than one step, or all of them"
    for name, action in files.actions.items():
        if any(map(_SECRET.search, texts(action))):
            yield f"{name}/action.yml: names secrets"


def tokens(files: Files) -> Iterator[str]:
    """The repository's token is given to the jobs that need it, in their steps."""
    for name, job_name, job in files.jobs():
        given = any(map(_TOKEN.search, texts(job.get("steps", []))))
        if given != ((name, job_name) in TOKENS):
            yield f"{name}.yml: {job_name}: {'has' if given else 'lacks'} the token"
    for name, action in files.actions.items():
        for step in action["runs"]["steps"]:
            if any(map(_TOKEN.search, texts(step))) and "download-artifact@" not in step.get("uses", ""):
                yield f"{name}/action.yml: gives the token to {step.get('name')}"


def environments(files: Files) -> Iterator[str]:
    """Environments, which hold secrets and say who may use them, are as in the table."""
    for name, job_name, job in files.jobs():
        found = job.get("environment")
        found = found["name"] if isinstance(found, dict) else found
        if found != ENVIRONMENTS.get((name, job_name)):
            yield f"{name}.yml: {job_name}: runs in environment {found}"


def variables(files: Files) -> Iterator[str]:
    """Variables are set for a step: what stands above reaches steps that it is not for."""
    for name, workflow in files.workflows.items():
        if workflow.keys() & {"env", "defaults"}:
            yield f"{name}.yml: sets env or defaults for all its jobs"
    for name, job_name, job in files.jobs():
        if job.keys() & {"env", "defaults", "container", "services", "secrets"}:
            yield f"{name}.yml: {job_name}: sets env, defaults, secrets or containers for all its steps"


def pins(files: Files) -> Iterator[str]:
    """Actions are ours, or those of the table at their commit."""
    for where, step in files.steps():
        used = step.get("uses")
        if used is None or (used.startswith("./.github/actions/") and used.split("/")[-1] in files.actions):
            continue
        match = _PINNED.fullmatch(used)
        if match is None or PINS.get(match["action"]) != match["commit"]:
            yield f"{where}: uses {used}"
    for name, job_name, job in files.jobs():
        if "uses" in job and job["uses"] != "./.github/workflows/site.yml":
            yield f"{name}.yml: {job_name}: calls {job['uses']}"


def checkouts(files: Files) -> Iterator[str]:
    """A checkout keeps no credentials, and is of the main branch, the base of a pull request, or the rows."""
    for where, step in files.steps():
        if not step.get("uses", "").startswith("actions/checkout@"):
            continue
        given = dict(step.get("with", {}))
        if given.pop("persist-credentials", None) is not False:
            yield f"{where}: leaves the token in the checkout"
        base = "validate.yml" in where and given == {"ref": "${{ github.event.pull_request.base.sha }}"}
        if given and not base and given != {"ref": "results", "path": "rows"}:
            yield f"{where}: checks out {given}"
    for name in ("validate", "report"):
        steps = files.workflows[name]["jobs"][name]["steps"]
        first = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")][:1]
        if name == "validate" and (not first or "ref" not in first[0].get("with", {})):
            yield "validate.yml: runs code of the pull request: the first checkout does not name the base"


def commands(files: Files) -> Iterator[str]:
    """A step is an action or one command of ours; no text of others becomes part of a script."""
    for where, step in files.steps():
        if ("run" in step) == ("uses" in step):
            yield f"{where}: is neither a command nor an action"
        if _EXPRESSION in str(step.get("run", "")) or _EXPRESSION in str(step.get("shell", "")):
            yield f"{where}: an expression stands in its script; pass it by env"
        if "continue-on-error" in step and tuple(where.split("/action.yml: ")) not in MAY_FAIL:
            yield f"{where}: may fail without anybody noticing"
    for name, job_name, job in files.jobs():
        for step in job.get("steps", ()):
            if "run" in step and not _COMMAND.fullmatch(step["run"]):
                yield f"{name}.yml: {job_name}: {step.get('name')}: is not one command of ours"
        if "continue-on-error" in job:
            yield f"{name}.yml: {job_name}: may fail without anybody noticing"


def caches(files: Files) -> Iterator[str]:
    """Nothing is kept between runs but wheels, and those for the jobs of the table."""
    for name, job_name, job in files.jobs():
        kept = [
            step.get("with", {}).get("wheels", "") for step in job.get("steps", ()) if _sets_up_python(step)
        ]
        if [one for one in kept if one] != [one for one in (WHEELS.get((name, job_name)),) if one]:
            yield f"{name}.yml: {job_name}: keeps {kept}"
        if (name, job_name) in WHEELS and (
            name in ("validate", "report", "ci")
            or "environment" in job
            or "write" in str(job.get("permissions"))
        ):
            yield f"{name}.yml: {job_name}: keeps wheels beside secrets, rights or a stranger's code"
    for where, step in files.steps():
        used, given = step.get("uses", ""), step.get("with", {})
        if any(str(key).startswith("cache") for key in given):
            yield f"{where}: has a cache of its own"
        if used.startswith("actions/cache"):
            mode = "restore" if used.startswith("actions/cache/restore@") else "save"
            if not where.startswith("python/") or step.get("if") != f"${{{{ inputs.wheels == '{mode}' }}}}":
                yield f"{where}: keeps a cache that nobody asked for"
            if given.get("path") != "~/.cache/pip":
                yield f"{where}: keeps {given.get('path')}, which pip does not check"


def _sets_up_python(step: Tree) -> bool:
    return step.get("uses") == "./.github/actions/python"


def limits(files: Files) -> Iterator[str]:
    """Every job ends in time, on a hosted machine, and says what it excludes."""
    for name, workflow in files.workflows.items():
        group = workflow.get("concurrency", {})
        if not isinstance(group, dict) or not group.get("group"):
            yield f"{name}.yml: has no concurrency group"
        elif group.get("cancel-in-progress", False) is not (name in CANCELLED):
            yield f"{name}.yml: cancel-in-progress is {group.get('cancel-in-progress', False)}"
    for name, job_name, job in files.jobs():
        if "uses" in job:
            continue
        minutes = job.get("timeout-minutes")
        if type(minutes) is not int or not 0 < minutes <= MINUTES:
            yield f"{name}.yml: {job_name}: may take {minutes} minutes"
        wanted = "${{ matrix.runs_on }}" if (name, job_name) == ELSEWHERE else HOSTED
        if job.get("runs-on") != wanted:
            yield f"{name}.yml: {job_name}: runs on {job.get('runs-on')}"
        if "strategy" in job and job["strategy"].get("fail-fast") is not False:
            yield f"{name}.yml: {job_name}: one failure cancels the others"


def main_only(files: Files) -> Iterator[str]:
    """What has secrets or may write runs on the main branch: its first job says so, the rest needs it."""
    for name, first in MAIN_ONLY.items():
        jobs = files.workflows[name]["jobs"]
        if jobs[first].get("if") != "${{ github.ref == 'refs/heads/main' }}":
            yield f"{name}.yml: {first}: runs on every branch"
        for job_name, job in jobs.items():
            if job_name != first and not _comes_after(jobs, job_name, first):
                yield f"{name}.yml: {job_name}: does not come after {first}"
            if job_name != first and "always()" in str(job.get("if", "")):
                yield f"{name}.yml: {job_name}: runs even where {first} did not"
    guarded = {
        "evaluate": {
            "generate": "any_generate",
            "gpu": "any_gpu",
            "score": "any_score",
            "rubric": "any_rubric",
        }
        | {"record": "any_record"}
    }
    for name, wanted in guarded.items():
        for job_name, output in wanted.items():
            if f"needs.plan.outputs.{output} == 'true'" not in str(
                files.workflows[name]["jobs"][job_name].get("if")
            ):
                yield f"{name}.yml: {job_name}: does not ask whether the plan has something for it"
    if "needs.record.outputs.added == 'true'" not in str(
        files.workflows["evaluate"]["jobs"]["site"].get("if")
    ):
        yield "evaluate.yml: site: does not ask whether there is something new"


def _comes_after(jobs: Tree, job: str, first: str) -> bool:
    needs = jobs[job].get("needs", [])
    needs = [needs] if isinstance(needs, str) else needs
    return any(one == first or _comes_after(jobs, one, first) for one in needs)


def called(files: Files) -> Iterator[str]:
    """A workflow that is called gets at least the rights that its jobs ask for, else it does not start."""
    for name, job_name, job in files.jobs():
        inner = files.workflows.get(Path(job.get("uses", "none")).stem, {"jobs": {}})["jobs"].values()
        asked = [
            pair
            for one in inner
            if isinstance(one.get("permissions"), dict)
            for pair in one["permissions"].items()
        ]
        given = job.get("permissions")
        for right, level in asked:
            if not isinstance(given, dict) or _LEVELS.index(given.get(right, "none")) < _LEVELS.index(level):
                yield f"{name}.yml: {job_name}: calls what needs {right}: {level}"


def artifacts(files: Files) -> Iterator[str]:
    """What a stranger's run left is fetched by one name, into a folder of its own."""
    steps = files.workflows["report"]["jobs"]["report"]["steps"]
    fetched = [step.get("with", {}) for step in steps if "download-artifact@" in step.get("uses", "")]
    wanted = {
        "name": "report",
        "path": "report",
        "run-id": "${{ github.event.workflow_run.id }}",
        "github-token": "${{ github.token }}",
    }
    if fetched != [wanted]:
        yield f"report.yml: fetches {fetched}"
    if "github.event.workflow_run.event == 'pull_request'" not in str(
        files.workflows["report"]["jobs"]["report"].get("if")
    ):
        yield "report.yml: comments on runs that no pull request began"


def identities(files: Files) -> Iterator[str]:
    """Author, commits and repository of a pull request are those of the event."""
    for (name, job_name), wanted in IDENTITIES.items():
        found = [
            step.get("env") for step in files.workflows[name]["jobs"][job_name]["steps"] if "run" in step
        ]
        if found != [wanted]:
            yield f"{name}.yml: {job_name}: is about {found}"


def again(files: Files) -> Iterator[str]:
    """A job that is run again replaces what its first run left; the upload would fail otherwise."""
    for where, step in files.steps():
        uploads = step.get("uses", "").startswith("actions/upload-artifact@")
        if uploads and step.get("with", {}).get("overwrite") is not True:
            yield f"{where}: fails when it is run again"


RULES: tuple[Callable[[Files], Iterator[str]], ...] = (
    tables,
    triggers,
    rights,
    secrets,
    tokens,
    environments,
    variables,
    pins,
    checkouts,
    commands,
    caches,
    limits,
    main_only,
    called,
    artifacts,
    identities,
    again,
)


def findings(files: Files) -> list[str]:
    """All that the rules find."""
    return [found for rule in RULES for found in rule(files)]
