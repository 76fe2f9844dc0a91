"""Rules about steps: actions, checkouts, commands, variables, expressions, artifacts, caches and limits."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from . import scripts
from .files import OURS, PINNED, Files, Tree, inputs_of, uses
from .lists import EVERYWHERE
from .rights import HOSTED
from .scripts import ANSWERS, commands_of

MINUTES = 350
#: The one job that may run on another machine, which the plan chooses from the policy of the main branch.
ELSEWHERE = ("run", "gpu")
_ROWS = {"ref": "results", "path": "rows"}
#: The one job that may read the branch of dry runs instead, for the part of a dry run.
_DRY = "run.yml: plan: "
_ROWS_OR_DRY = {**_ROWS, "ref": EVERYWHERE["rows_or_dry"]}
#: The commands that ask the history who changed a submission last.
_ASK_HISTORY = re.compile(r"-- (?:plan|reconcile) (?!--site|--night)")
#: What ``fetch-depth`` may be: for the whole history, and for gates, which ask what a pull request changes.
_DEPTHS = ({"fetch-depth": 0}, {"fetch-depth": 2})

#: The last commit of the branch that a pull request goes to, or of the pull request itself, in both events.
_ENDS = {
    end: f"${{{{ github.event.pull_request.{end}.sha || github.event.merge_group.{end}_sha }}}}"
    for end in ("base", "head")
}
#: Variables, and inputs of our actions that hand them on, which hold one value.
_PASSED = {**_ENDS, "accepted": "${{ needs.plan.outputs.digest }}", "job": "${{ matrix.job }}"}
_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_QUOTED = re.compile(r"'[^']*'")
_CONTEXT = re.compile(
    r"(?<![\w.-])(?:github|env|vars|job|jobs|steps|runner|secrets|strategy|matrix|needs|inputs)\b[\w.*-]*"
)


def sandbox(files: Files) -> Iterator[str]:
    """The sandbox is set up before a command runs answers, without a condition."""
    for name, job_name, job in files.jobs():
        ready = False
        for step in job.get("steps", ()):
            ready = ready or (step.keys() <= {"name", "uses"} and uses(step, "sandbox"))
            if not ready and scripts.command(str(step.get("run", ""))) in ANSWERS:
                yield f"{name}.yml: {job_name}: runs answers before the sandbox is set up"


def variables(files: Files) -> Iterator[str]:
    """Variables are set for single steps, and those that everywhere.yml names always hold the same value."""
    for name, workflow in files.workflows.items():
        if workflow.get("run-name") != EVERYWHERE["run_names"].get(name):
            yield f"{name}.yml: its runs are named {workflow.get('run-name')}"
        if workflow.keys() - {"name", "run-name", "on", "permissions", "concurrency", "jobs"}:
            yield f"{name}.yml: has settings for all its jobs: {sorted(workflow)}"
    for name, job_name, job in files.jobs():
        if job.keys() & {"env", "defaults", "container", "services", "secrets", "snapshot"}:
            yield f"{name}.yml: {job_name}: sets env, defaults, secrets or containers for all its steps"
    for where, step in files.steps():
        env = step.get("env") or {}
        for variable, value in env.items() if isinstance(env, dict) else [("env", env)]:
            known = EVERYWHERE["variables"].get(variable, value)
            if value != known or variable == "env" or scripts.CHANGES_PROGRAMS.match(variable):
                yield f"{where}: sets {variable} to {value}"
        for key, text in [pair for part in (env, inputs_of(step)) for pair in part.items()]:
            passed = key.lower()
            inside = f"${{{{ inputs.{passed} }}}}" if "action.yml" in where else None
            if passed in _PASSED and text not in (_PASSED[passed], inside):
                yield f"{where}: takes {text} for {_PASSED[passed]}"
        if "run" in step and not scripts.variables(step["run"]) <= env.keys() | {
            "setting",
            "GITHUB_RUN_ATTEMPT",
        }:
            yield f"{where}: uses a variable that it does not set"


def outputs(files: Files) -> Iterator[str]:
    """An output of a job comes from a command of ours, under its own name: `digest` from `accept`."""
    for name, job_name, job in files.jobs():
        made = {
            f"${{{{ steps.{step.get('id')}.outputs.{key} }}}}": scripts.command(str(step.get("run", "")))
            for step in job.get("steps", ())
            for key in job.get("outputs", ())
        }
        for key, value in job.get("outputs", {}).items():
            own = str(value).endswith(f".outputs.{key} }}}}") and made.get(value) in EVERYWHERE["outputs_of"]
            if not own and value != EVERYWHERE["outputs"].get(key):
                yield f"{name}.yml: {job_name}: its output {key} is {value}"


def contexts(files: Files) -> Iterator[str]:
    """Expressions read only what everywhere.yml lists, and nothing that a stranger can write."""
    for where, step in files.steps():
        if "${{" in str(step.get("name", "")):
            yield f"{where}: has an expression in its name"
    for place, tree in [*_with_ending("yml", files.workflows), *_with_ending("action.yml", files.actions)]:
        for text in _shown_texts(tree):
            if "${{" in text:
                yield f"{place}: has an expression in a description: {text}"
        for expression in _expressions(tree):
            plain = _QUOTED.sub("''", expression)
            for match in _CONTEXT.finditer(plain):
                if not any(_is_context(match[0], known) for known in EVERYWHERE["contexts"]):
                    yield f"{place}: reads {match[0]} in {expression}"
            if "[" in plain:
                yield f"{place}: computes the name of a value in {expression}"


def _expressions(part: object) -> Iterator[str]:
    """Yield the expressions of a tree; conditions are expressions without brackets too."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _expressions(key)
            yield from [str(value)] if key == "if" else _expressions(value)
    elif isinstance(part, list):
        for item in part:
            yield from _expressions(item)
    elif part is not None:
        yield from _EXPRESSION.findall(str(part))


def _shown_texts(part: object) -> Iterator[str]:
    """Yield the descriptions of a tree."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from [str(value)] if key == "description" else _shown_texts(value)


def _with_ending(ending: str, trees: dict[str, Tree]) -> list[tuple[str, Tree]]:
    return [(f"{name}{'.' if ending == 'yml' else '/'}{ending}", tree) for name, tree in trees.items()]


def _is_context(path: str, known: str) -> bool:
    parts, wanted = path.split("."), known.split(".")
    return len(parts) == len(wanted) and all(
        "*" not in part and fnmatchcase(part, name) for part, name in zip(parts, wanted, strict=True)
    )


def pins(files: Files) -> Iterator[str]:
    """Every action is our own, or one of everywhere.yml at its commit."""
    for where, step in files.steps():
        used = step.get("uses")
        if used is None or (used.startswith(OURS) and used.removeprefix(OURS) in files.actions):
            continue
        match = PINNED.fullmatch(used)
        if not all(re.fullmatch(r"[a-z][a-z_-]*", str(key)) for key in inputs_of(step)):
            yield f"{where}: spells its inputs in another way: {sorted(inputs_of(step))}"
        if match is None or EVERYWHERE["actions"].get(match["action"]) != match["commit"]:
            yield f"{where}: uses {used}"
    for name, action in files.actions.items():
        if action["runs"].keys() != {"using", "steps"} or action["runs"]["using"] != "composite":
            yield f"{name}/action.yml: is not a list of steps"
    for name, job_name, job in files.jobs():
        if "uses" in job:
            yield f"{name}.yml: {job_name}: calls {job['uses']}"


def checkouts(files: Files) -> Iterator[str]:
    """The first step checks out our code without credentials: the base branch, or for plans the history."""
    for where, step in files.steps():
        if not uses(step, "checkout"):
            continue
        given = dict(inputs_of(step))
        if given.pop("persist-credentials", None) is not False:
            yield f"{where}: leaves the token in the checkout"
        base = given.keys() == {"ref"} and given["ref"] == _ENDS["base"]
        rows = _ROWS_OR_DRY if where.startswith(_DRY) else _ROWS
        fits = given == rows if "action.yml" in where else base or given in ({}, rows, *_DEPTHS)
        if not fits or given.get("fetch-depth") is False:
            yield f"{where}: checks out {given}"
    for name, job_name, job in files.jobs():
        steps = job.get("steps", [])
        needs_code = any(
            step.get("run", "true") != "true" or str(step.get("uses", "")).startswith("./") for step in steps
        )
        ours = [
            index
            for index, step in enumerate(steps)
            if uses(step, "checkout") and "path" not in inputs_of(step)
        ]
        if needs_code and ours != [0]:
            yield f"{name}.yml: {job_name}: does not begin with its only checkout of our code"
        judges = commands_of(files, job) & ANSWERS and "pull_request" in files.workflows[name]["on"]
        asks = any(_ASK_HISTORY.search(str(step.get("run"))) for step in steps)
        gates = any("$SESSIONS" in str(step.get("run")) for step in steps)
        depth = _DEPTHS[0] if asks else _DEPTHS[1] if gates else {}
        given = [
            {key: value for key, value in inputs_of(steps[index]).items() if key != "persist-credentials"}
            for index in ours
        ]
        if any(inputs.keys() != {"ref"} if judges else inputs != depth for inputs in given):
            yield f"{name}.yml: {job_name}: does not check out the branch or history that it should"


def commands(files: Files) -> Iterator[str]:
    """A step is an action or one command of ours, without expressions and unquoted variables."""
    for where, step in files.steps():
        if ("run" in step) == ("uses" in step):
            yield f"{where}: must be either a command or an action"
        if "run" in step:
            in_action = where.split(":")[0].endswith("action.yml")
            for problem in scripts.problems(step, in_action=in_action):
                yield f"{where}: {problem}"
        may_fail = uses(step, "download-artifact") and "run-id" in inputs_of(step)
        if "continue-on-error" in step and not may_fail:
            yield f"{where}: may fail unnoticed"
    for name, job_name, job in files.jobs():
        if "continue-on-error" in job:
            yield f"{name}.yml: {job_name}: may fail unnoticed"
        if any("$SESSIONS" in str(step.get("run")) for step in job.get("steps", ())) and not isinstance(
            job.get("strategy", {}).get("matrix"), dict
        ):
            yield f"{name}.yml: {job_name}: its sessions are not written in the file"


def artifacts(files: Files) -> Iterator[str]:
    """Artifacts are unpacked into folders of their own, and keep only what a command wrote."""
    for where, step in files.steps():
        given = inputs_of(step)
        if uses(step, "download-artifact"):
            if given.get("path") not in EVERYWHERE["unpacked_to"]:
                yield f"{where}: unpacks to {given.get('path')}"
            if (
                ("name" in given) == ("pattern" in given)
                or given.get("pattern") == "*"
                or "repository" in given
            ):
                yield f"{where}: downloads artifacts of any name or repository"
            if given.get("merge-multiple"):
                yield f"{where}: an artifact could overwrite a file of another"
            if given.get("run-id", "") not in (
                "",
                "${{ inputs.resume }}",
                "${{ github.event.workflow_run.id }}",
            ):
                yield f"{where}: downloads from the run {given['run-id']}"
        elif uses(step, "upload-artifact") or uses(step, "upload-pages-artifact"):
            if given.get("path") not in EVERYWHERE["kept"] or "include-hidden-files" in given:
                yield f"{where}: keeps {given.get('path')}"
            if uses(step, "upload-artifact") and given.get("overwrite") is not True:
                yield f"{where}: fails when the job is repeated"
        elif uses(step, "generate") and given.get("resume") != "${{ matrix.resume }}":
            yield f"{where}: continues a run that the plan did not choose"
        elif uses(step, "attest") and given != {"subject-path": EVERYWHERE["signed"]}:
            yield f"{where}: signs {given}, not what our command made"


def caches(files: Files) -> Iterator[str]:
    """Nothing is cached between runs: a job could leave programs there that others would run."""
    for where, step in files.steps():
        if any(str(key).startswith("cache") for key in inputs_of(step)):
            yield f"{where}: turns on its own cache"


def limits(files: Files) -> Iterator[str]:
    """Every job has a time limit and a hosted machine, and every workflow a group that all its runs share."""
    for name, workflow in files.workflows.items():
        group = workflow.get("concurrency")
        if not isinstance(group, dict) or not group.get("group"):
            yield f"{name}.yml: has no concurrency group"
        elif group["group"] != EVERYWHERE["groups"].get(name, group["group"]):
            yield f"{name}.yml: runs that could pay for the same work are in the group {group['group']}"
        elif group.get("cancel-in-progress", False) is not ("pull_request" in workflow["on"]):
            yield f"{name}.yml: cancel-in-progress is {group.get('cancel-in-progress', False)}"
        for part in [group, *(job.get("concurrency") for job in workflow["jobs"].values())]:
            if "github.run_" in str(part) or ("sha" in str(part) and "workflow_run" not in workflow["on"]):
                yield f"{name}.yml: each run has a concurrency group of its own"
    for name, job_name, job in files.jobs():
        minutes = job.get("timeout-minutes")
        if type(minutes) is not int or not 0 < minutes <= MINUTES:
            yield f"{name}.yml: {job_name}: may take {minutes} minutes"
        if job.get("runs-on") != ("${{ matrix.runs_on }}" if (name, job_name) == ELSEWHERE else HOSTED):
            yield f"{name}.yml: {job_name}: runs on {job.get('runs-on')}"
        strategy = job.get("strategy", {"fail-fast": False})
        if strategy.get("fail-fast") is not False:
            yield f"{name}.yml: {job_name}: one failure cancels the others"
        matrix, asked = strategy.get("matrix"), f"needs.plan.outputs.any_{job_name} == 'true'"
        if isinstance(matrix, str) and (
            matrix != f"${{{{ fromJSON(needs.plan.outputs.{job_name}) }}}}" or asked not in str(job.get("if"))
        ):
            yield f"{name}.yml: {job_name}: runs {matrix}, not the jobs that the plan has for it, if any"
