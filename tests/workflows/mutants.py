"""Dangerous changes of the workflow files, made from their graph.

Its nodes and edges are jobs, conditions, rights, secrets, artifacts and outputs. Each change is one place of
the parsed files, in a file and in its list alike, so that only a rule can notice it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .files import Files, Tree, inputs_of, uses
from .lists import EVERYWHERE

Path = tuple[str | int, ...]
#: What a token of GitHub can be allowed to do, apart from proving an identity.
SCOPES = (
    *("actions", "attestations", "checks", "contents", "deployments", "discussions", "id-token", "issues"),
    *("packages", "pages", "pull-requests", "security-events", "statuses"),
)
_DROP = object()
_TERM = re.compile(r" (?:&&|\|\|) ")
_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}", re.DOTALL)
_READ = re.compile(r"\b(?:needs|steps|matrix|inputs|secrets|github)\.[\w.-]+")
_OPTION = re.compile(r" (--[a-z-]+)(?: ([^-\s]\S*))?")


@dataclass(frozen=True)
class Mutant:
    """The files with one change."""

    place: str  #: such as `run.yml: jobs.seal.needs.1`
    change: str  #: the new value, or `dropped`
    harm: str  #: what goes wrong
    files: Files

    @property
    def name(self) -> str:
        """Place and change, by which a change without harm is listed."""
        return f"{self.place}: {self.change}"


@dataclass(frozen=True)
class _Change:
    path: Path
    value: object
    harm: str


def mutants(files: Files) -> Iterator[Mutant]:
    """Yield all changes of all workflows and actions."""
    for name, tree in files.workflows.items():
        for change in _workflow(tree):
            changed = Files({**files.workflows, name: _changed(tree, change)}, files.actions)
            yield Mutant(_place(f"{name}.yml", change), _shown(change), change.harm, changed)
    for name, tree in files.actions.items():
        for change in _steps(tree["runs"]["steps"], ("runs", "steps")):
            changed = Files(files.workflows, {**files.actions, name: _changed(tree, change)})
            yield Mutant(_place(f"{name}/action.yml", change), _shown(change), change.harm, changed)


def _place(file: str, change: _Change) -> str:
    return f"{file}: {'.'.join(map(str, change.path))}"


def _shown(change: _Change) -> str:
    if isinstance(change.value, list):
        return change.harm
    return "dropped" if change.value is _DROP else re.sub(r"\s+", " ", str(change.value))


def _changed(tree: Any, change: _Change, depth: int = 0) -> Any:
    """Return a tree with a change; what does not change is shared with the old tree."""
    if depth == len(change.path):
        return change.value
    key, copy = change.path[depth], tree.copy()
    if depth == len(change.path) - 1 and change.value is _DROP:
        del copy[key]
    else:
        below = tree[key] if isinstance(tree, list) else tree.get(key, {})
        copy[key] = _changed(below, change, depth + 1)
    return copy


def _workflow(workflow: Tree) -> Iterator[_Change]:
    yield from _triggers(workflow["on"])
    yield from _groups(workflow)
    for value in ("write-all", "read-all", _DROP):
        yield _Change(("permissions",), value, "every job has rights that it does not need")
    for name, job in workflow["jobs"].items():
        at = ("jobs", name)
        yield from _job(name, job, at, workflow["jobs"])
        yield from _rights(name, job, at)
        yield from _steps(job.get("steps", []), (*at, "steps"))


def _triggers(on: Tree) -> Iterator[_Change]:
    for event in on:
        yield _Change(("on", event), _DROP, f"{event} no longer starts what it should")
    for event in ("issue_comment", "issues", "pull_request_target", "fork", "watch", "repository_dispatch"):
        yield _Change(("on", event), None, "strangers start it")
    for event in {"push", "pull_request", "schedule", "workflow_dispatch"} - on.keys():
        value = [{"cron": "7 7 * * *"}] if event == "schedule" else None
        yield _Change(("on", event), value, f"{event} starts it, for which no condition was written")
    for event, filters in on.items():
        for key, value in (
            filters.items() if event != "workflow_dispatch" and isinstance(filters, dict) else ()
        ):
            at = ("on", event, key)
            yield _Change(at, _DROP, f"{event} starts it without the filter {key}")
            for number, _ in enumerate(value):
                other = "**" if key in ("branches", "paths") else "requested" if key == "types" else "ci"
                yield _Change((*at, number), other, f"{event} starts it for other {key}")
                if len(value) > 1:
                    yield _Change((*at, number), _DROP, f"{event} of {value[number]} does not start it")
    crons = [each["cron"] for each in on.get("schedule", ())]
    for number, cron in enumerate(crons):
        at = ("on", "schedule", number)
        minute, hour, *rest = cron.split()
        yield _Change((*at, "cron"), f"*/5 * {' '.join(rest)}", "it starts every five minutes")
        yield _Change((*at, "cron"), f"{minute} * {' '.join(rest)}", "it starts every hour")
        yield _Change(
            (*at, "cron"), f"{minute} 13 {' '.join(rest)}", "no job knows this time, or it is too late"
        )
        yield _Change((*at, "cron"), f"{minute} {hour} 1 1 *", "it starts once a year")
        if len(crons) > 1:
            yield _Change(at, _DROP, "what this time started never runs")
            other = crons[number - 1]
            yield _Change((*at, "cron"), other, "two times are the same, and one job never runs")
    yield from _started_by_hand((on.get("workflow_dispatch") or {}).get("inputs", {}))


def _started_by_hand(inputs: Tree) -> Iterator[_Change]:
    for name, given in inputs.items():
        at = ("on", "workflow_dispatch", "inputs", name)
        yield _Change(at, _DROP, "a start with this input is refused, or it is always empty")
        if "options" in given:
            for number, option in enumerate(given["options"]):
                yield _Change((*at, "options", number), f"{option}s", "a start by hand does nothing")
            yield _Change((*at, "default"), "all", "a start by hand does nothing")
            continue
        other = {"string": "boolean", "boolean": "string"}[given["type"]]
        yield _Change((*at, "type"), other, "'false' is a text, which counts as true")
        default = True if given["type"] == "boolean" else "plan-a"
        yield _Change((*at, "default"), default, "each start by hand means something else")


def _groups(workflow: Tree) -> Iterator[_Change]:
    at, group = ("concurrency", "group"), workflow["concurrency"]["group"]
    cancels = workflow["concurrency"].get("cancel-in-progress", False)
    yield _Change(("concurrency",), _DROP, "two runs do the same work at once")
    yield _Change(("concurrency", "cancel-in-progress"), not cancels, "runs are cancelled, or all wait")
    if "queue" in workflow["concurrency"]:
        for value in (_DROP, "single"):
            yield _Change(("concurrency", "queue"), value, "what was asked for is cancelled in the queue")
    else:
        yield _Change(("concurrency", "queue"), "max", "a hundred runs wait for each other")
    for value in ("all", "${{ github.run_id }}", "${{ github.event_name }}", "${{ github.ref }}"):
        yield _Change(at, value, "runs wait for, cancel or overtake others than they should")
    for match in _READ.finditer(group):
        value = group.replace(match[0], "github.repository")
        yield _Change(at, value, "runs that differ share a group, and cancel each other")


def _job(name: str, job: Tree, at: Path, jobs: Tree) -> Iterator[_Change]:
    needs = job.get("needs", [])
    for number, needed in enumerate([needs] if isinstance(needs, str) else needs):
        path = (*at, "needs") if isinstance(needs, str) else (*at, "needs", number)
        yield _Change(path, _DROP, f"{name} does not wait for {needed}, and reads none of its results")
    yield from _conditions(job.get("if"), (*at, "if"), name)
    environment = job.get("environment")
    if environment is not None:
        yield _Change((*at, "environment"), _DROP, "keys are lent to any branch")
    yield _Change(
        (*at, "environment"), "generate" if environment != "generate" else "rubric", "it may ask for keys"
    )
    for minutes in (_DROP, 1000):
        yield _Change((*at, "timeout-minutes"), minutes, "a job that hangs holds its group for six hours")
    yield _Change((*at, "timeout-minutes"), 2, "the job ends before its command")
    for label in ("self-hosted", "ubuntu-latest"):
        yield _Change((*at, "runs-on"), label, "the job runs on a machine that we do not know")
    yield _Change((*at, "continue-on-error"), True, "its failure is not seen")
    yield _Change((*at, "env"), {"SIGHTBENCH_POLICY": "x"}, "a variable changes all steps")
    yield _Change((*at, "concurrency"), {"group": "x", "cancel-in-progress": True}, "jobs cancel each other")
    if not any(name in str(other.get("needs", "")) for other in jobs.values()) and len(jobs) > 1:
        yield _Change(at, _DROP, f"nothing does what {name} did")
    copied = ("jobs", f"{name}-again")
    yield _Change(copied, job, f"{name} runs twice, and both do the same work")
    if "${{" in job["name"]:
        yield _Change((*at, "name"), name, "all jobs have the same name, or no commit is kept in it")
    if {"generate", "gpu", "score", "rubric", "check"} & {name} and "care" in str(job) + "care" * (
        "plan" in needs
    ):
        yield _Change((*at, "name"), f"Do {job['name']}", "the chain does not find the job by its name")
    yield from _matrix(job.get("strategy", {}), (*at, "strategy"))
    for key, value in job.get("outputs", {}).items():
        yield _Change((*at, "outputs", key), _DROP, f"the output {key} is always empty")
        for other in _other_values(str(value)):
            yield _Change((*at, "outputs", key), other, f"the output {key} says something else")


def _matrix(strategy: Tree, at: Path) -> Iterator[_Change]:
    if strategy:
        yield _Change((*at, "fail-fast"), True, "one failure cancels the others")
        yield _Change((*at, "max-parallel"), 1, "one job after the other: a night takes days")
    matrix = strategy.get("matrix")
    if isinstance(matrix, str):
        for other in _other_values(matrix):
            yield _Change((*at, "matrix"), other, "the jobs are not those of the plan")
    elif matrix:
        for number, given in enumerate(matrix["include"]):
            yield _Change((*at, "matrix", "include", number), _DROP, f"nobody runs {given['sessions']}")
            other = (*at, "matrix", "include", number, "sessions")
            yield _Change(
                other, "lint" if "lint" not in given["sessions"] else "demo", "a check tests nothing"
            )


def _rights(name: str, job: Tree, at: Path) -> Iterator[_Change]:
    given = job["permissions"]
    for scope in SCOPES:
        path = (*at, "permissions", scope)
        if scope in given:
            yield _Change(path, _DROP, f"a command of {name} is refused")
            other = "read" if given[scope] == "write" else "write"
            yield _Change(path, other, f"{name} can change more than it needs, or is refused")
        else:
            yield _Change(path, "write", f"{name} can change more than it needs")
            yield _Change(path, "read", f"{name} reads more than it needs")


def _conditions(condition: str | None, at: Path, name: str) -> Iterator[_Change]:
    """Yield changed conditions: without a part, of another meaning, or that test a bare value."""
    yield _Change(at, "${{ false }}", f"{name} never runs")
    if condition is None:
        yield _Change(at, "${{ !cancelled() }}", f"{name} runs although something before it failed")
        return
    yield _Change(at, _DROP, f"{name} always runs, or only if all went well")
    plain = condition.removeprefix("${{ ").removesuffix(" }}")
    found: dict[str, str] = {}
    for match in _TERM.finditer(plain):
        other = " || " if "&&" in match[0] else " && "
        found[plain[: match.start()] + other + plain[match.end() :]] = (
            "one of two conditions is enough, or both are needed"
        )
    for term in _TERM.split(plain):
        bare = term.strip("()") if not term.endswith(("d()", "s))")) else term.strip("(")
        bare = bare if bare.count("(") == bare.count(")") else bare + ")"
        for new, harm in _other_terms(bare):
            found[plain.replace(bare, new, 1)] = f"{name} {harm}"
        for link in (f"{bare} && ", f" && {bare}", f"{bare} || ", f" || {bare}"):
            if link in plain:
                found[plain.replace(link, "", 1)] = f"{name} runs without the condition {bare}"
                break
    found.pop(plain, None)
    for new, harm in found.items():
        yield _Change(at, f"${{{{ {new} }}}}", harm)


def _other_terms(term: str) -> Iterator[tuple[str, str]]:
    if term == "!cancelled()":
        yield "always()", "runs although it was cancelled"
        yield "failure()", "runs only after a failure"
        yield "success()", "does not run after a failure"
        return
    if term.startswith("contains("):
        yield f"!{term}", "runs when it should not"
        for text in re.findall(r"\"([^\"]+)\"", term):
            yield term.replace(text, f"{text}s"), f"does not run for {text}"
        yield "github.event_name", "tests a bare value, which is always true"
        return
    left, sign, right = [*term.split(), "", ""][:3]
    if not sign:
        yield (term[1:] if term.startswith("!") else f"!{term}"), "runs when it should not"
        return
    yield f"{left} {'!=' if sign == '==' else '=='} {right}", "runs when it should not"
    yield left, "tests a bare value, and 'false' is true"
    yield f"{left} {sign} 'never'", "compares with a value that never comes"
    if left.endswith(".result"):
        yield (
            f"{left} {'!= ' + repr('skipped') if sign == '==' else '== ' + repr('success')}",
            "misjudges a failure",
        )
        yield f"{left} != 'cancelled'", "runs although the job before it failed"


def _other_values(text: str) -> Iterator[str]:
    """Yield a text with another value of the same kind in each of its expressions, and with none."""
    for match in _EXPRESSION.finditer(text):
        yield text.replace(match[0], "")
        read = _READ.search(match[1])
        if read:
            *head, last = read[0].split(".")
            for other in {"needs": ("score", "digest"), "secrets": ("RUBRIC_API_KEY", "OPENAI_API_KEY")}.get(
                head[0], ("job", "name")
            ):
                if other != last:
                    yield text.replace(read[0], ".".join([*head, other]))
                    break


def _steps(steps: list[Tree], at: Path) -> Iterator[_Change]:
    for number, step in enumerate(steps):
        path, name = (*at, number), str(step.get("name", number))
        yield _Change(path, _DROP, f"{name!r} is missing")
        if number < len(steps) - 1:
            moved = [*steps[:number], *steps[number + 1 :], step]
            yield _Change(at, moved, f"{name!r} comes after what needs it")
        yield from _conditions(step.get("if"), (*path, "if"), name)
        yield _Change(
            (*path, "continue-on-error"), "continue-on-error" not in step, "a failure is not seen, or ends it"
        )
        if "id" in step:
            yield _Change((*path, "id"), _DROP, "its outputs are always empty")
        yield from _given(step, path)
        if "run" in step and "./noxw" in step["run"]:
            yield from _command(step["run"], (*path, "run"))


def _given(step: Tree, path: Path) -> Iterator[_Change]:
    for part in ("env", "with"):
        for key, value in (step.get(part) or {}).items():
            where = (*path, part, key)
            yield _Change(where, _DROP, f"{step['name']!r} gets no {key}")
            others = list(_other_values(str(value)))
            others += ["x" if key not in ("path", "pattern") else "**"] if "${{" not in str(value) else []
            if value is True or value is False:
                others = [not value]
            for other in others:
                yield _Change(where, other, f"{step['name']!r} gets another {key}")
    if "uses" not in step:
        for key, value in (
            ("OPENAI_API_KEY", "${{ secrets.OPENAI_API_KEY }}"),
            ("GITHUB_TOKEN", "${{ github.token }}"),
            ("X", "1"),
        ):
            if key not in step.get("env", {}):
                yield _Change((*path, "env", key), value, f"{step['name']!r} can use or leak {key}")
    if uses(step, "download-artifact"):
        yield from _downloads(inputs_of(step), (*path, "with"))
    if uses(step, "checkout") and "path" not in inputs_of(step):
        yield _Change((*path, "with", "ref"), "results", "code of another branch runs")
    yield from _uploads(step, path)


def _uploads(step: Tree, path: Path) -> Iterator[_Change]:
    if uses(step, "upload-artifact"):
        for name in ("plan", "report", "score.x", "generate.x", "found-x"):
            if name != step["with"]["name"]:
                yield _Change((*path, "with", "name"), name, "an artifact of another job is replaced")
        for kept in {*EVERYWHERE["kept"], "rows", "."} - {step["with"]["path"]}:
            yield _Change((*path, "with", "path"), kept, "other files are kept and read than it made")


def _downloads(given: Tree, at: Path) -> Iterator[_Change]:
    pattern = given.get("pattern", "")
    for part in re.findall(r"\w+", pattern) if pattern.startswith("{") else ():
        value = re.sub(rf"{part},|,{part}", "", pattern)
        yield _Change((*at, "pattern"), value, f"what the jobs {part} made is not read")
    for value in ("*", "score.*", "generate.*") if pattern else ():
        if value != pattern:
            yield _Change((*at, "pattern"), value, "other artifacts are read")
    for folder in {*EVERYWHERE["unpacked_to"], "rows", "."} - {given["path"]}:
        yield _Change((*at, "path"), folder, "a command finds nothing, or files of others")
    if "run-id" not in given:
        yield _Change((*at, "run-id"), "${{ inputs.resume }}", "artifacts of another run are read")


def _command(script: str, at: Path) -> Iterator[_Change]:
    for match in _OPTION.finditer(script):
        before, after = script[: match.start()], script[match.end() :]
        yield _Change(at, before + after, f"{match[1]} is missing")
        if match[2]:
            yield _Change(at, f"{before} {match[1]} 0{after}", f"{match[1]} is another one")
    for option in ("--policy out/policy.yml", "--dry", "--deadline 1"):
        if option.split()[0] not in script:
            yield _Change(at, f"{script} {option}", f"the command does something else: {option}")
