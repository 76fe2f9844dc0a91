"""Rules for the workflow files, with tables of everything that is allowed.

Each rule is a function of the parsed files that yields one sentence per finding. The rehearsal runs the jobs;
the rules check what it cannot run: rights, secrets, environments, pinned actions, triggers and limits.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
Tree = dict[str, Any]

#: Every foreign action and its commit. No other action may be used.
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
#: The permissions of each job, which must match exactly.
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
#: Secrets of each job. Only the main branch may use the environments of these jobs.
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
#: Jobs that get the repository's own token.
TOKENS = {
    ("evaluate", "record"),
    ("reconcile", "check"),
    ("reconcile", "reconcile"),
    ("report", "report"),
}
#: The events that start each workflow.
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
#: Jobs that cache wheels between runs: on the main branch, without secrets and without write permission.
WHEELS = {("evaluate", "plan"): "save", ("evaluate", "score"): "restore"}
#: Steps of composite actions whose failure does not fail the job.
MAY_FAIL = {("generate", "Fetch the checkpoint of an earlier run")}
#: Workflows whose runs are cancelled by the next run of their concurrency group; in all others it waits.
CANCELLED = {"ci", "validate"}
#: The first job of each workflow that runs on the main branch only; all its other jobs depend on this one.
MAIN_ONLY = {"evaluate": "plan", "reconcile": "reconcile", "site": "build"}
#: The variables that identify a pull request. They come from the event, which only GitHub writes.
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
#: The one job that may run on another machine, which the plan chooses from the policy of the main branch.
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
    """All workflow files and composite actions, parsed, by name without extension."""

    workflows: dict[str, Tree]
    actions: dict[str, Tree]

    def jobs(self) -> Iterator[tuple[str, str, Tree]]:
        for name, workflow in self.workflows.items():
            for job_name, job in workflow["jobs"].items():
                yield name, job_name, job

    def steps(self) -> Iterator[tuple[str, Tree]]:
        """Yield the steps of jobs and of composite actions, each with its place."""
        for name, job_name, job in self.jobs():
            for step in job.get("steps", ()):
                yield f"{name}.yml: {job_name}: {step.get('name', step)}", step
        for name, action in self.actions.items():
            for step in action["runs"]["steps"]:
                yield f"{name}/action.yml: {step.get('name', step)}", step


def read() -> Files:
    """Read the files of this checkout."""
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))
    actions = sorted((ROOT / ".github" / "actions").glob("*/action.y*ml"))
    return Files(
        {file.stem: _parse(file) for file in workflows},
        {file.parent.name: _parse(file) for file in actions},
    )


def _parse(file: Path) -> Tree:
    tree: Tree = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    tree["on"] = tree.pop(True, None)  # YAML 1.1 reads the key `on` as true
    return tree


def texts(part: object) -> Iterator[str]:
    """Yield all texts of a tree, keys included."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield str(key)
            yield from texts(value)
    elif isinstance(part, list):
        for item in part:
            yield from texts(item)
    elif part is not None:
        yield str(part)


def tables(files: Files) -> Iterator[str]:
    """Every workflow is listed in the tables of this file."""
    if files.workflows.keys() != RIGHTS.keys() or files.workflows.keys() != TRIGGERS.keys():
        yield f"workflows are {sorted(files.workflows)}, the tables have {sorted(RIGHTS)}, {sorted(TRIGGERS)}"


def triggers(files: Files) -> Iterator[str]:
    """A workflow starts only on the events of the table, so that no foreign code runs with our rights."""
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
            yield f"{name}.yml: starts on {found}, not on {TRIGGERS.get(name)}"


def rights(files: Files) -> Iterator[str]:
    """A workflow has no permissions at the top, and each job has exactly those of the table."""
    for name, workflow in files.workflows.items():
        if workflow.get("permissions") != {}:
            yield f"{name}.yml: permissions at the top are {workflow.get('permissions')}, not {{}}"
    for name, job_name, job in files.jobs():
        wanted = RIGHTS.get(name, {}).get(job_name)
        if job.get("permissions") != wanted:
            yield f"{name}.yml: {job_name}: has {job.get('permissions')}, should have {wanted}"


def secrets(files: Files) -> Iterator[str]:
    """Only the jobs of the table use secrets, each by its name and in a single step."""
    for name, workflow in files.workflows.items():
        if any(map(_SECRET.search, texts({key: part for key, part in workflow.items() if key != "jobs"}))):
            yield f"{name}.yml: names secrets outside its jobs"
    for name, job_name, job in files.jobs():
        found = [text for text in texts(job) if _SECRET.search(text)]
        named = {secret for text in found for secret in _NAMED_SECRET.findall(text)}
        if sum(len(_SECRET.findall(text)) for text in found) != sum(
            len(_NAMED_SECRET.findall(text)) for text in found
        ):
            yield f"{name}.yml: {job_name}: uses secrets without naming them"
        if named != SECRETS.get((name, job_name), frozenset()):
            yield f"{name}.yml: {job_name}: uses the secrets {sorted(named)}"
        if sum(any(map(_SECRET.search, texts(step))) for step in job.get("steps", ())) != bool(named):
            yield f"{name}.yml: {job_name}: secrets reach more than one step, or all of them"
    for name, action in files.actions.items():
        if any(map(_SECRET.search, texts(action))):
            yield f"{name}/action.yml: names secrets"


def tokens(files: Files) -> Iterator[str]:
    """Only the jobs that need the repository's token get it."""
    for name, job_name, job in files.jobs():
        given = any(map(_TOKEN.search, texts(job.get("steps", []))))
        if given != ((name, job_name) in TOKENS):
            yield f"{name}.yml: {job_name}: {'has' if given else 'lacks'} the repository's token"
    for name, action in files.actions.items():
        for step in action["runs"]["steps"]:
            if any(map(_TOKEN.search, texts(step))) and "download-artifact@" not in step.get("uses", ""):
                yield f"{name}/action.yml: passes the repository's token to {step.get('name')}"


def environments(files: Files) -> Iterator[str]:
    """Each job runs in the environment of the table; environments hold secrets and limit their use."""
    for name, job_name, job in files.jobs():
        found = job.get("environment")
        found = found["name"] if isinstance(found, dict) else found
        if found != ENVIRONMENTS.get((name, job_name)):
            yield f"{name}.yml: {job_name}: runs in environment {found}"


def variables(files: Files) -> Iterator[str]:
    """Variables are set for single steps; those of a job or workflow would reach too many steps."""
    for name, workflow in files.workflows.items():
        if workflow.keys() & {"env", "defaults"}:
            yield f"{name}.yml: sets env or defaults for all its jobs"
    for name, job_name, job in files.jobs():
        if job.keys() & {"env", "defaults", "container", "services", "secrets"}:
            yield f"{name}.yml: {job_name}: sets env, defaults, secrets or containers for all its steps"


def pins(files: Files) -> Iterator[str]:
    """Every action is our own, or one of the table at its commit."""
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
    """A checkout keeps no credentials, and gets the main branch, the base of a pull request, or the rows."""
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
    """A step is an action or one command of ours, and no expression becomes part of a script."""
    for where, step in files.steps():
        if ("run" in step) == ("uses" in step):
            yield f"{where}: must be either a command or an action"
        if _EXPRESSION in str(step.get("run", "")) or _EXPRESSION in str(step.get("shell", "")):
            yield f"{where}: has an expression in its script; pass it with env instead"
        if "continue-on-error" in step and tuple(where.split("/action.yml: ")) not in MAY_FAIL:
            yield f"{where}: may fail unnoticed"
    for name, job_name, job in files.jobs():
        for step in job.get("steps", ()):
            if "run" in step and not _COMMAND.fullmatch(step["run"]):
                yield f"{name}.yml: {job_name}: {step.get('name')}: is not one command of ours"
        if "continue-on-error" in job:
            yield f"{name}.yml: {job_name}: may fail unnoticed"


def caches(files: Files) -> Iterator[str]:
    """Only wheels are cached between runs, and only for the jobs of the table."""
    for name, job_name, job in files.jobs():
        modes = [
            step.get("with", {}).get("wheels", "") for step in job.get("steps", ()) if _sets_up_python(step)
        ]
        if [*filter(None, modes)] != [*filter(None, [WHEELS.get((name, job_name))])]:
            yield f"{name}.yml: {job_name}: uses the wheel cache as {modes}"
        if (name, job_name) in WHEELS and (
            name in ("validate", "report", "ci")
            or "environment" in job
            or "write" in str(job.get("permissions"))
        ):
            yield f"{name}.yml: {job_name}: caches wheels despite secrets, write permission or foreign code"
    for where, step in files.steps():
        used, given = step.get("uses", ""), step.get("with", {})
        if any(str(key).startswith("cache") for key in given):
            yield f"{where}: turns on its own cache"
        if used.startswith("actions/cache"):
            mode = "restore" if used.startswith("actions/cache/restore@") else "save"
            if not where.startswith("python/") or step.get("if") != f"${{{{ inputs.wheels == '{mode}' }}}}":
                yield f"{where}: uses a cache without the input that asks for it"
            if given.get("path") != "~/.cache/pip":
                yield f"{where}: caches {given.get('path')}, which pip does not check"


def _sets_up_python(step: Tree) -> bool:
    return step.get("uses") == "./.github/actions/python"


def limits(files: Files) -> Iterator[str]:
    """Every job has a time limit and a hosted machine, and every workflow a concurrency group."""
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
    """Workflows with secrets or write permission run on the main branch only.

    Their first job checks the branch, and all other jobs depend on it.
    """
    for name, first in MAIN_ONLY.items():
        jobs = files.workflows[name]["jobs"]
        if jobs[first].get("if") != "${{ github.ref == 'refs/heads/main' }}":
            yield f"{name}.yml: {first}: runs on every branch"
        for job_name, job in jobs.items():
            if job_name != first and not _comes_after(jobs, job_name, first):
                yield f"{name}.yml: {job_name}: does not come after {first}"
            if job_name != first and "always()" in str(job.get("if", "")):
                yield f"{name}.yml: {job_name}: runs even if {first} did not"
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
                yield f"{name}.yml: {job_name}: does not check whether the plan has a job for it"
    if "needs.record.outputs.added == 'true'" not in str(
        files.workflows["evaluate"]["jobs"]["site"].get("if")
    ):
        yield "evaluate.yml: site: does not check whether rows were added"


def _comes_after(jobs: Tree, job: str, first: str) -> bool:
    needs = jobs[job].get("needs", [])
    needs = [needs] if isinstance(needs, str) else needs
    return any(needed == first or _comes_after(jobs, needed, first) for needed in needs)


def called_workflows(files: Files) -> Iterator[str]:
    """A called workflow gets at least the permissions that its jobs request; otherwise it does not start."""
    for name, job_name, job in files.jobs():
        inner = files.workflows.get(Path(job.get("uses", "none")).stem, {"jobs": {}})["jobs"].values()
        requested = [
            pair
            for inner_job in inner
            if isinstance(inner_job.get("permissions"), dict)
            for pair in inner_job["permissions"].items()
        ]
        given = job.get("permissions")
        for right, level in requested:
            if not isinstance(given, dict) or _LEVELS.index(given.get(right, "none")) < _LEVELS.index(level):
                yield f"{name}.yml: {job_name}: calls a workflow that needs {right}: {level}"


def artifacts(files: Files) -> Iterator[str]:
    """The artifact of a pull request's run is downloaded by its name, into its own folder."""
    steps = files.workflows["report"]["jobs"]["report"]["steps"]
    fetched = [step.get("with", {}) for step in steps if "download-artifact@" in step.get("uses", "")]
    wanted = {
        "name": "report",
        "path": "report",
        "run-id": "${{ github.event.workflow_run.id }}",
        "github-token": "${{ github.token }}",
    }
    if fetched != [wanted]:
        yield f"report.yml: downloads {fetched}"
    if "github.event.workflow_run.event == 'pull_request'" not in str(
        files.workflows["report"]["jobs"]["report"].get("if")
    ):
        yield "report.yml: comments on runs that no pull request started"


def identities(files: Files) -> Iterator[str]:
    """The author, commits and repository of a pull request come from the event."""
    for (name, job_name), wanted in IDENTITIES.items():
        found = [
            step.get("env") for step in files.workflows[name]["jobs"][job_name]["steps"] if "run" in step
        ]
        if found != [wanted]:
            yield f"{name}.yml: {job_name}: takes the identity of the pull request from {found}"


def uploads(files: Files) -> Iterator[str]:
    """A repeated job overwrites the artifact of its first run; otherwise its upload would fail."""
    for where, step in files.steps():
        is_upload = step.get("uses", "").startswith("actions/upload-artifact@")
        if is_upload and step.get("with", {}).get("overwrite") is not True:
            yield f"{where}: fails when the job is repeated"


#: The last steps of the job that records rows: make them, sign these files, push them with the signatures.
SIGNED: tuple[Tree, ...] = (
    {
        "id": "rows",
        "run": "./noxw -s ci -- rows --plan plan/plan.json --artifacts artifacts --out made",
    },
    {
        "id": "sign",
        "if": "${{ steps.rows.outputs.sign == 'true' }}",
        "uses": f"actions/attest@{PINS['actions/attest']}",
        "with": {"subject-path": "${{ steps.rows.outputs.paths }}"},
    },
    {
        "id": "record",
        "if": "${{ !cancelled() && steps.rows.outcome == 'success' }}",
        "run": "./noxw -s ci -- record --plan plan/plan.json --artifacts artifacts"
        ' --bundles "$BUNDLES" --remote "$REMOTE" --branch results --deadline 600',
        "env": {
            "BUNDLES": "${{ steps.sign.outputs.bundle-path }}",
            "REMOTE": "${{ github.server_url }}/${{ github.repository }}",
            "GITHUB_TOKEN": "${{ github.token }}",
        },
    },
)


def signatures(files: Files) -> Iterator[str]:
    """Rows are signed before they are pushed, as the files that the job itself made, and nothing else is."""
    steps = files.workflows["evaluate"]["jobs"]["record"]["steps"][-len(SIGNED) :]
    found = tuple({key: part for key, part in step.items() if key != "name"} for step in steps)
    for wanted, has in zip(SIGNED, found, strict=True):
        if wanted != has:
            yield f"evaluate.yml: record: the step {wanted['id']} is {has}"
    signed = [where for where, step in files.steps() if step.get("uses", "").startswith("actions/attest@")]
    if len(signed) != 1:
        yield f"files are signed by {signed or 'no step'}"


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
    called_workflows,
    artifacts,
    identities,
    uploads,
    signatures,
)


def findings(files: Files) -> list[str]:
    """Return the findings of all rules."""
    return [found for rule in RULES for found in rule(files)]
