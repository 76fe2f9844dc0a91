"""Rules about who starts a workflow, and about the rights, secrets and tokens of its jobs."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from benchmark.generation.providers import LISTING, PROVIDERS

from .files import OURS, Files, Tree, inputs_of, texts, uses
from .lists import EVERYWHERE
from .scripts import ANSWERS, PAID, STARTERS, command, commands_of

HOSTED = "ubuntu-24.04"
#: The one job that may sign: it makes what it signs, and reads nothing from the branch of rows before that.
SIGNING = ("run", "record")

_SECRET = re.compile(r"\bsecrets\b", re.IGNORECASE)
_OTHERS = {"job", "accepted", "resume"}  #: inputs without a key
_TO_MAIN = {"branches": ["main"]}
#: Pull requests that are checked: those to any branch, or to main, also if they are directed there later.
_CHECKED = (None, {**_TO_MAIN, "types": EVERYWHERE["edits"]["types"]})
_NAMED_SECRET = re.compile(r"\bsecrets\.([A-Z][A-Z0-9_]*)\b")
#: An input with a key, in an action of ours.
_KEY_INPUT = re.compile(r"\binputs\.[\w-]*key\b", re.IGNORECASE)
_TOKEN = re.compile(r"\bgithub\.token\b|\bGITHUB_TOKEN\b", re.IGNORECASE)
#: A condition on an earlier job: on its result, or on one of its outputs; or on one of several jobs.
_ONE = r"needs\.\w+\.(?:outputs\.\w+ == 'true'|result (?:!= 'skipped'|== 'success'))"
_AFTER_FAILURE = re.compile(r"\b(?:always|failure)\(")
_GUARD = re.compile(rf"{_ONE}|\({_ONE}(?: \|\| {_ONE})*\)")


def _runs_foreign_code(files: Files, name: str, job: Tree) -> bool:
    return "pull_request" in files.workflows[name]["on"] or bool(commands_of(files, job) & ANSWERS)


def _writes(job: Tree) -> bool:
    return "write" in texts(job.get("permissions"))


def places(files: Files) -> Iterator[str]:
    """These rules read each file, and a workflow has the name of its file, which other workflows use."""
    for path in files.others:
        if not any(fnmatchcase(path, known) for known in EVERYWHERE["other_files"]):
            yield f".github/{path}: is neither workflows/NAME.yml nor actions/NAME/action.yml"
    for line in files.hidden:
        if line not in EVERYWHERE["ignored_findings"]:
            yield f"another checker ignores a finding, or characters are not shown: {line!r}"
    for name, workflow in files.workflows.items():
        if workflow.get("name") != name:
            yield f"{name}.yml: is named {workflow.get('name')}"


def foreign_code(files: Files) -> Iterator[str]:
    """A job that runs foreign code can only read what is public, and that code finds no token."""
    for name, job_name, job in files.jobs():
        if not _runs_foreign_code(files, name, job):
            continue
        judges = commands_of(files, job) & ANSWERS  # of a pull request's branch, it checks out the base
        given = job.get("permissions") or {}
        if set(given.values()) - {"read"} or given.keys() - set(EVERYWHERE["foreign_code_may_read"]):
            yield f"{name}.yml: {job_name}: runs foreign code with {given}"
        if job.get("runs-on") != HOSTED:
            yield f"{name}.yml: {job_name}: runs foreign code on another machine"
        for step in files.all_steps(job):
            ours = judges and command(str(step.get("run", ""))) not in {"", *ANSWERS}
            found = [text for text in texts(step) if _SECRET.search(text) or _TOKEN.search(text)]
            if any(_SECRET.search(text) or not ours for text in found):
                yield f"{name}.yml: {job_name}: {step.get('name')}: runs foreign code with {found}"


def writers(files: Files) -> Iterator[str]:
    """A job that may write to the repository asks no model and runs no answer; only one may sign."""
    for name, job_name, job in files.jobs():
        if "attestations" in (job.get("permissions") or {}) and (name, job_name) != SIGNING:
            yield f"{name}.yml: {job_name}: may sign files"
        if (job.get("permissions") or {}).get("contents") == "write":
            if commands_of(files, job) & (ANSWERS | PAID) or any(
                uses(step, "sandbox") for step in job["steps"]
            ):
                yield f"{name}.yml: {job_name}: may write, and runs {sorted(commands_of(files, job))}"
            if any("run" in step and not command(step["run"]) for step in job["steps"]):
                yield f"{name}.yml: {job_name}: may write, and runs another session than ci"
            if any(_AFTER_FAILURE.search(str(step.get("if"))) for step in job["steps"]):
                yield f"{name}.yml: {job_name}: may write, and has a step that runs although another failed"


def nights(files: Files) -> Iterator[str]:
    """Jobs can replace artifacts of their workflow run, so nothing is decided where answers run."""
    decided = {"night-discover", "night-decide", "night-publish"}
    for name, workflow in files.workflows.items():
        called = {one for job in workflow["jobs"].values() for one in commands_of(files, job)}
        if called & ANSWERS and (wrong := called & decided):
            yield f"{name}.yml: runs answers, and {sorted(wrong)}"
        for job_name, job in workflow["jobs"].items() if "plan" in called else ():
            wanted = f"inputs.reservation {'==' if 'plan' in commands_of(files, job) else '!='} ''"
            if not job.get("needs") and wanted not in _conditions(job):
                yield f"{name}.yml: {job_name}: runs without the condition {wanted}"


def seals(files: Files) -> Iterator[str]:
    """Before an answer runs, a job that runs none and only reads has sealed all completions."""
    for name, job_name, job in files.jobs():
        jobs, called = files.workflows[name]["jobs"], commands_of(files, job)
        if "score" in called and "needs.seal.result == 'success'" not in _conditions(job):
            yield f"{name}.yml: {job_name}: runs answers before the completions are sealed"
        for other in set(re.findall(r"\bneeds\.(\w+)", " ".join(texts(job)))) - set(_needs(job)):
            yield f"{name}.yml: {job_name}: reads the job {other}, which it does not need"
        if job_name == "seal" or "seal" in called:
            asking = {each for each, tree in jobs.items() if "generate" in commands_of(files, tree)}
            if (job_name, called) != ("seal", {"seal"}) or not asking <= set(_needs(job)):
                yield f"{name}.yml: {job_name}: seals before all completions are there, or runs {called}"
            if job.get("permissions") != {"contents": "read"} or "environment" in job:
                yield f"{name}.yml: {job_name}: seals with more rights than to read"


def _needs(job: Tree) -> list[str]:
    needs: Any = job.get("needs", [])
    return [needs] if isinstance(needs, str) else needs


def starters(files: Files) -> Iterator[str]:
    """A job that may start workflows does nothing else, and reads no artifact."""
    for name, job_name, job in files.jobs():
        if (job.get("permissions") or {}).get("actions") != "write":
            continue
        read = any(uses(step, "download-artifact") for step in files.all_steps(job))
        if read or commands_of(files, job) - STARTERS:
            yield f"{name}.yml: {job_name}: may start workflows, and runs {sorted(commands_of(files, job))}"


def environments(files: Files) -> Iterator[str]:
    """Only a job that calls a model has an environment with keys, and only one that deploys that of Pages.

    Deploying and signing are also all that a job may prove its identity for.
    """
    for name, job_name, job in files.jobs():
        given, called = job.get("permissions") or {}, commands_of(files, job) & PAID
        found, wanted = job.get("environment"), None
        if given.get("pages") == "write":
            wanted = "github-pages"
        elif called:
            wanted = "gpu" if job.get("runs-on") != HOSTED else "rubric" if "rubric" in called else "generate"
        if (found.get("name") if isinstance(found, dict) else found) != wanted:
            yield f"{name}.yml: {job_name}: has the environment {found}, not {wanted}"
        if "id-token" in given and wanted != "github-pages" and (name, job_name) != SIGNING:
            yield f"{name}.yml: {job_name}: may prove its identity"


def rights(files: Files) -> Iterator[str]:
    """Only jobs have permissions."""
    for name, workflow in files.workflows.items():
        if workflow.get("permissions") != {}:
            yield f"{name}.yml: permissions at the top are {workflow.get('permissions')}, not {{}}"
    for name, job_name, job in files.jobs():
        given = job.get("permissions")
        if not isinstance(given, dict):
            yield f"{name}.yml: {job_name}: permissions are {given}"


def secrets(files: Files) -> Iterator[str]:
    """A secret reaches one step of one job in an environment, by its name, and only if that job needs it."""
    for place, tree in [
        *((f"{name}.yml", {**tree, "jobs": {}}) for name, tree in files.workflows.items()),
        *((f"{name}/action.yml", tree) for name, tree in files.actions.items()),
    ]:
        if any(map(_SECRET.search, texts(tree))):
            yield f"{place}: names secrets outside its jobs"
    for where, step in files.steps():
        found = [text for text in texts(step) if _KEY_INPUT.search(text)]
        right = [
            text
            for name, text in (step.get("env") or {}).items()
            if text in found and text == f"${{{{ inputs.{name.lower().replace('_', '-')} }}}}"
        ]
        if sorted(found) != sorted(right):
            yield f"{where}: gives a key to a variable that is not named after it: {found}"
    for name, job_name, job in files.jobs():
        found = [text for text in texts(job) if _SECRET.search(text)]
        steps = [step for step in job.get("steps", ()) if any(map(_SECRET.search, texts(step)))]
        right = [text for step in steps for text in _needed_secrets(step)]
        if sorted(found) != sorted(right) or len(steps) > 1:
            yield f"{name}.yml: {job_name}: has secrets outside the one step that needs them: {found}"
        if found and "environment" not in job:
            yield f"{name}.yml: {job_name}: has secrets, but no environment that limits them to a branch"


def _needed_secrets(step: Tree) -> Iterator[str]:
    """Yield the secrets that a step gets under their own name, in the action generate only if needed."""
    for variable, text in (step.get("env") or {}).items():
        if "run" in step and text == f"${{{{ secrets.{variable} }}}}":
            yield text
    for key, text in inputs_of(step).items():
        name = key.upper().replace("-", "_")
        lent = f"${{{{ contains(fromJSON(matrix.keys), '{name}') && secrets.{name} || '' }}}}"
        if text == lent and uses(step, "generate"):
            yield text


def lent_keys(files: Files) -> Iterator[str]:
    """Each block of keys has the first variable of each provider."""
    variables = {name: next(iter(known.keys)) for name, known in PROVIDERS.items() if known.keys}
    inputs = {variable: variable.lower().replace("_", "-") for variable in variables.values()}
    action = files.actions["generate"]
    if action["inputs"].keys() - _OTHERS != set(inputs.values()):
        yield "generate/action.yml: inputs"
    wanted = {variable: f"${{{{ inputs.{given} }}}}" for variable, given in inputs.items()}
    for step in action["runs"]["steps"]:
        env = step.get("env", {})
        if "JOB" in env and {name: env[name] for name in env if name not in ("JOB", "ACCEPTED")} != wanted:
            yield f"generate/action.yml: {step['name']}"
    guarded = {
        given: f"${{{{ contains(fromJSON(matrix.keys), '{variable}') && secrets.{variable} || '' }}}}"
        for variable, given in inputs.items()
    }
    for step in files.workflows["run"]["jobs"]["generate"]["steps"]:
        if step.get("uses") == f"{OURS}generate":
            lent = {name: value for name, value in step["with"].items() if name not in _OTHERS}
            if lent != guarded:
                yield "run.yml: generate"
    listing = {variables[name] for name in LISTING}
    for step in files.workflows["care"]["jobs"]["discover"]["steps"]:
        if "env" in step and step["env"] != {name: f"${{{{ secrets.{name} }}}}" for name in listing}:
            yield "care.yml: discover"


def secret_names(files: Files) -> dict[tuple[str, str], set[str]]:
    """Return the secrets of each job that has any."""
    named = {
        (name, job): {n for text in texts(tree) for n in _NAMED_SECRET.findall(text)}
        for name, job, tree in files.jobs()
    }
    return {place: names for place, names in named.items() if names}


def tokens(files: Files) -> Iterator[str]:
    """Only commands, as GITHUB_TOKEN, and downloads of artifacts get the repository's token."""
    for name, job_name, job in files.jobs():
        if any(map(_TOKEN.search, texts({**job, "steps": []}))):
            yield f"{name}.yml: {job_name}: passes the repository's token to all its steps or to other jobs"
    for where, step in files.steps():
        plain = dict(step)
        if "run" in step and not where.split(":")[0].endswith("action.yml"):
            plain["env"] = {
                key: text for key, text in (step.get("env") or {}).items() if key != "GITHUB_TOKEN"
            }
        elif uses(step, "download-artifact"):
            plain["with"] = {key: text for key, text in inputs_of(step).items() if key != "github-token"}
        if any(map(_TOKEN.search, texts(plain))):
            yield f"{where}: passes the repository's token"


def triggers(files: Files) -> Iterator[str]:
    """No workflow gives rights to foreign code, and those with rights run on the main branch only."""
    for name, workflow in files.workflows.items():
        on, jobs = workflow["on"], workflow["jobs"]
        if not isinstance(on, dict) or "pull_request_target" in on:
            yield f"{name}.yml: starts on {on}"
            continue
        if "pull_request" in on:
            if on["pull_request"] not in _CHECKED or "merge_group" not in on:
                yield f"{name}.yml: does not check every pull request, also in the merge queue: {on}"
            yield from _always_checked(name, jobs)
        if "push" in on and (on["push"] or {}).get("branches") != _TO_MAIN["branches"]:
            yield f"{name}.yml: starts on pushes to other branches than main: {on['push']}"
        if "workflow_run" in on:
            for job_name, job in jobs.items():
                if any(part not in str(job.get("if")) for part in EVERYWHERE["report_only"]):
                    yield f"{name}.yml: {job_name}: runs after every run, however that started and ended"
        elif any(_writes(job) or "environment" in job for job in jobs.values()):
            yield from _main_only(name, jobs)


def _always_checked(name: str, jobs: Tree) -> Iterator[str]:
    """No condition skips a check of a pull request: GitHub would count it as passed. Some are weekly.

    One leaves out edits of the text, and then has another name than the check that a merge needs.
    """
    edits = EVERYWHERE["edits"]
    for job_name, job in jobs.items():
        if (job.get("if"), job.get("name")) == (edits["condition"], edits["name"]):
            job = {key: value for key, value in job.items() if key != "if"}  # noqa: PLW2901
        checks = [
            step for step in job.get("steps", ()) if command(str(step.get("run", ""))) in {"", *ANSWERS}
        ]
        weekly = {step.get("run") for step in checks} - {None} <= set(EVERYWHERE["weekly"]["commands"])
        known = EVERYWHERE["weekly"]["condition" if weekly else "others"]
        if job.get("if", known) != known or any("run" in step and "if" in step for step in checks):
            yield f"{name}.yml: {job_name}: has a condition that could skip the check"


def _main_only(name: str, jobs: Tree) -> Iterator[str]:
    """The first jobs check the branch; each other job needs one that ran, also if it runs after failures."""
    for job_name, job in jobs.items():
        parts = _conditions(job)
        guards = [part for part in parts if _GUARD.fullmatch(part)]
        condition = " && ".join(part for part in parts if part not in guards)
        if not _needs(job) and (EVERYWHERE["main_only"] not in parts or "||" in condition):
            yield f"{name}.yml: {job_name}: runs on every branch"
        after_failure = re.search(r"cancelled\(|always\(|failure\(", condition)
        if "always(" in condition or (after_failure and (not guards or "||" in condition)):
            yield f"{name}.yml: {job_name}: runs even if the jobs before it did not"


def _conditions(job: Tree) -> list[str]:
    """Return the conditions of a job, all of which must hold."""
    return str(job.get("if", "")).removeprefix("${{ ").removesuffix(" }}").split(" && ")
