"""Rules about the graph of jobs: who starts when, waits for what, and reads what another job made."""

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from benchmark.chain.github.workflow_runs import CHECK_JOB
from benchmark.chain.plan.reservations import GENERATING, GRADING
from tests.case_files import read_cases

from . import scripts
from .files import OURS, ROOT, Files, Tree, inputs_of, texts, uses
from .lists import EVERYWHERE
from .rights import HOSTED
from .scripts import ANSWERS, form
from .starts import Start, ancestors, results, running_steps

#: Commands whose completions, verdicts or grades are one artifact per job of the plan, such as `score.acme`.
KINDS = {"generate", "score", "rubric"}
#: Commands after which files are kept although they failed: they were paid for, or somebody waits for them.
KEPT_AFTER_FAILURE = {"generate", "rubric", "validate"}
#: Options that name a file or folder that a command reads, and the artifacts that belong there.
_READS = {
    "--plan": ("plan",),
    "--report": ("report",),
    "--found": ("found-*",),
    "--artifacts": KINDS,
    "--completions": KINDS,
    "--rows": (),
    "--nightly": (),
}
#: Beginnings of the names of jobs, by a command that they run.
JOB_NAMES = {"generate": GENERATING, "rubric": GRADING, "score --job": "Score ", "check": CHECK_JOB}
_OUTPUT = re.compile(r"\b(needs|steps)\.([\w-]+)\.outputs\.([\w-]+)")
_INPUT = re.compile(r"(?<![\w.])inputs\.([\w-]+)")
_TERMS = re.compile(r" && | \|\| ")
#: A part of a condition; values that are compared have a text on the right.
_COMPARED = re.compile(
    r"[\w.-]+ [!=]= '[^']*'|!cancelled\(\)"
    r"|contains\(fromJSON\('\[(?:\"[^\"]+\"(?:, )?)+\]'\), "
    r"(?:[\w.]+|format\('\{0\}\{1\}', [\w.]+, [\w.]+\))\)"
)
_LISTED = re.compile(r"fromJSON\('(\[[^']*\])'\), format\(")
_TOKEN = "${{ github.token }}"  # noqa: S105 - an expression of workflow files
#: Other runs that may be read, and which of their artifacts.
_OTHER_RUNS = {
    ("${{ inputs.resume }}", "${{ inputs.job }}"),
    ("${{ github.event.workflow_run.id }}", "report"),
}
#: The sessions of the last line of `.ci/run`.
_SESSIONS = (
    (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1].split("-s ")[1].split(" <")[0].split()
)
#: Commands of a night, with those that must have ended before.
_AFTER = {"reconcile --night": {"night-discover", "night-publish"}, "night-decide": {"reconcile", "check"}}
#: Hours (UTC) at which GitHub starts schedules within an hour.
_HOURS = frozenset(range(4, 23))
#: Keys that jobs, steps and their parts may have. Others change all steps, or make runs wait for each other.
_KEYS = {
    "job": {
        "name",
        "needs",
        "if",
        "strategy",
        "runs-on",
        "timeout-minutes",
        "environment",
        "permissions",
        "outputs",
        "steps",
    },
    "strategy": {"fail-fast", "matrix"},
    "concurrency": {"group", "cancel-in-progress", "queue"},
    "step": {"name", "id", "if", "uses", "with", "run", "env", "shell", "continue-on-error"},
}


@functools.cache
def starts() -> tuple[Start, ...]:
    """Return the starts whose jobs are known."""
    return tuple(
        Start(**{**case, "runs": tuple(case["runs"]), "failed": tuple(case.get("failed", ()))})
        for case in read_cases("workflows/starts.yaml")
    )


def crons(files: Files) -> Iterator[str]:
    """Each time of a schedule starts one job, four times a day at most, and not around midnight.

    Then GitHub is late. Only jobs that wait for each other come in an order that is certain.
    GitHub compares the time in `on` and that in a condition as texts: a changed one starts nothing.
    """
    for name, workflow in files.workflows.items():
        known = [each["cron"] for each in workflow["on"].get("schedule", ())]
        conditions = {job: _LISTED.findall(str(tree.get("if", ""))) for job, tree in workflow["jobs"].items()}
        named = [(text, job) for job, found in conditions.items() for text in found]
        listed = sorted(text for text, _ in named)
        by_hand = (workflow["on"].get("workflow_dispatch") or {}).get("inputs", {}).get("step", {})
        if len(known) > 1 or listed:
            wanted = {f'["{cron}", "{job}"]' for cron in known for _, job in named}
            if len(set(listed)) != len(known) or len(listed) != len(known) or not set(listed) <= wanted:
                yield f"{name}.yml: the times {known} are not each in the condition of one job: {listed}"
            jobs = [job for _, job in named]
            if by_hand.get("options") != jobs or by_hand.get("default") not in jobs:
                yield f"{name}.yml: cannot start each of {jobs} by hand: {by_hand}"
        for cron in known:
            minute, hour, *days = cron.split()
            hours = {int(each) for each in hour.split(",")} if re.fullmatch(r"\d+(?:,\d+){,3}", hour) else {0}
            if not re.fullmatch(r"[1-9]\d?", minute) or not hours <= _HOURS:
                yield f"{name}.yml: starts too often, at a full hour, or around midnight: {cron}"
            elif days != (["*", "*", "*"] if len(known) > 1 else ["*", "*", "1"]):
                yield f"{name}.yml: {cron} is not the day of its work"
        for job_name, job in workflow["jobs"].items():
            ended = {each: workflow["jobs"][each] for each in ancestors(workflow["jobs"], job_name)}
            before = _commands({"jobs": ended})
            for each in {form(step) for step in job.get("steps", ())} & _AFTER.keys():
                if not _AFTER[each] <= before:
                    yield f"{name}.yml: {job_name}: {each} does not wait for {sorted(_AFTER[each] - before)}"


def compares(files: Files) -> Iterator[str]:
    """A condition compares, never tests a bare value.

    GitHub takes every text that is not empty for true, 'false' too. Only inputs of the type
    boolean are no texts.
    """
    for where, condition, inputs in _conditions(files):
        for part in _TERMS.split(condition.removeprefix("${{ ").removesuffix(" }}")):
            plain = re.sub(r"^\(+|(?<=')\)+$|(?<=\)\))\)$", "", part.strip())
            read = plain.removeprefix("!").removeprefix("inputs.")
            boolean = (
                plain.removeprefix("!") == f"inputs.{read}" and inputs.get(read, {}).get("type") == "boolean"
            )
            if not _COMPARED.fullmatch(plain) and not boolean:
                yield f"{where}: tests {plain} without comparing it"


def _conditions(files: Files) -> Iterator[tuple[str, str, Tree]]:
    for name, workflow in files.workflows.items():
        inputs = (workflow["on"].get("workflow_dispatch") or {}).get("inputs", {})
        for job_name, job in workflow["jobs"].items():
            for part in (job, *job.get("steps", ())):
                if "if" in part:
                    yield f"{name}.yml: {job_name}: {part.get('name')}", str(part["if"]), inputs
    for name, action in files.actions.items():
        for step in action["runs"]["steps"]:
            if "if" in step:
                yield f"{name}/action.yml: {step.get('name')}", str(step["if"]), {}


def started(files: Files) -> Iterator[str]:
    """Each start runs the jobs of `tests/cases/workflows/starts.yaml`, whatever fails, and no others."""
    events: dict[str, set[str]] = {}
    for start in starts():
        events.setdefault(start.workflow, set()).add(start.event)
        workflow = files.workflows[start.workflow]
        try:
            found = results(workflow, start)
        except ValueError as error:
            yield f"{start.workflow}.yml: {start.why}: {error}"
            continue
        ran = {job for job, result in found.items() if result != "skipped"}
        if ran != set(start.runs):
            yield f"{start.workflow}.yml: {start.why}: runs {sorted(ran)}, not {sorted(start.runs)}"
        if start.command and "reserve" in ran:
            forms = [
                form(step) for step in running_steps(workflow["jobs"]["reserve"], start) if "run" in step
            ]
            if forms != [start.command]:
                yield f"{start.workflow}.yml: {start.why}: runs {forms}, not {start.command}"
    for name, workflow in files.workflows.items():
        if workflow["on"].keys() != events.get(name):
            yield f"{name}.yml: starts on {sorted(workflow['on'])}, and starts.yaml knows {events.get(name)}"


def filters(files: Files) -> Iterator[str]:
    """An event starts a workflow for what its jobs read: submissions, files of pages, or reports."""
    for name, workflow in files.workflows.items():
        called = {form(step) for _, job in workflow["jobs"].items() for step in job.get("steps", ())}
        push, paths = workflow["on"].get("push") or {}, (workflow["on"].get("push") or {}).get("paths")
        if "push" in workflow["on"] and "plan --only" in called and paths != ["submissions/**"]:
            yield f"{name}.yml: plans after a push of {paths}"
        if (
            "push" in workflow["on"]
            and "site" in called
            and not all(_is_narrow(path) for path in paths or ["**"])
        ):
            yield f"{name}.yml: builds pages after a push of {paths}"
        if push.keys() - {"branches", "paths"}:
            yield f"{name}.yml: leaves out pushes"
        after = workflow["on"].get("workflow_run", {})
        reported = [each for each, tree in files.workflows.items() if "validate" in _commands(tree)]
        if "workflow_run" in workflow["on"] and after != {"workflows": reported, "types": ["completed"]}:
            yield f"{name}.yml: does not run once after each of {reported}: {after}"


def _is_narrow(path: str) -> bool:
    return not path.startswith("*") and "/**" in f"{path}/**"


def _commands(workflow: Tree) -> set[str]:
    return {form(step) for job in workflow["jobs"].values() for step in job.get("steps", ())}


def flow(files: Files) -> Iterator[str]:
    """What a command reads was fetched before it, what is fetched is read, and what is made is kept next.

    The jobs that made an artifact have ended: there is a path of `needs` to each of them.
    """
    for name, job_name, job in files.jobs():
        where, steps = f"{name}.yml: {job_name}", resolved(files, job)
        fetched: dict[str, str] = {}  # folder -> artifact
        for number, step in enumerate(steps):
            given = inputs_of(step)
            later = " ".join(
                str(each.get("run", "")) + str(inputs_of(each).get("path", ""))
                for each in steps[number + 1 :]
            )
            if uses(step, "download-artifact") or (uses(step, "checkout") and "path" in given):
                fetched[str(given.get("path"))] = str(given.get("name", given.get("pattern", "")))
                if not re.search(rf"(?<![\w/]){re.escape(str(given.get('path')))}\b", later):
                    yield f"{where}: fetches {given.get('path')}, which no later step reads"
            for option, path in re.findall(r"(--[a-z]+) ([\w./]+)", str(step.get("run", ""))):
                folder = path.split("/")[0]
                if option in _READS and folder not in fetched:
                    yield f"{where}: {option} {path} is read, and nothing was put there"
                elif option in _READS and (
                    problem := _wrong(files, name, job_name, _READS[option], fetched[folder])
                ):
                    yield f"{where}: {option} {path}: {problem}"
            yield from (f"{where}: {problem}" for problem in _kept(steps, number))


def resolved(files: Files, job: Tree) -> list[Tree]:
    """Return the steps of a job, with those of our actions in place of their call, and inputs filled in."""
    found: list[Tree] = []
    for step in job.get("steps", ()):
        used = str(step.get("uses", ""))
        if not used.startswith(OURS):
            found.append(step)
            continue
        action = files.actions.get(used.removeprefix(OURS), {"runs": {"steps": []}})
        found += [_filled(inner, inputs_of(step)) for inner in action["runs"]["steps"]]
    return found


def _filled(part: Any, given: Tree) -> Any:
    if isinstance(part, dict):
        return {key: _filled(value, given) for key, value in part.items()}
    if not isinstance(part, str):
        return part
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: str(given.get(found[1], "")), part)


def _wrong(files: Files, name: str, job_name: str, kinds: Any, artifact: str) -> str:
    """Say why an artifact does not belong where a command reads it."""
    jobs = files.workflows[name]["jobs"]
    if not kinds or (artifact in kinds and artifact not in KINDS):
        makers = [job for job, tree in jobs.items() if kinds and _keeps(files, tree, artifact)]
        if kinds and not set(makers) <= ancestors(jobs, job_name):
            return f"does not wait for {makers}, which make it"
        if kinds and not makers and artifact != "report":
            return f"nothing makes the artifact {artifact}"
        return "" if kinds or not artifact else f"is the artifact {artifact}, not the rows"
    if kinds is not KINDS:
        return f"is the artifact {artifact}"
    made = {kind for job in ancestors(jobs, job_name) for kind in _kinds(files, jobs[job])}
    wanted = "generate" if artifact == "${{ matrix.generated }}" else artifact
    listed = re.fullmatch(r"\{([\w,]+)\}\.\*|(\w+)(?:\.\*)?", wanted)
    read = set((listed[1] or listed[2]).split(",")) if listed else set()
    if artifact != "${{ matrix.generated }}" and not artifact.endswith(".*"):
        return f"reads {artifact}"
    own = _kinds(files, jobs[job_name])
    missing = [
        job
        for job, tree in jobs.items()
        if _kinds(files, tree) & (read - own) and job not in ancestors(jobs, job_name)
    ]
    return (
        ""
        if read - own == made - own and not missing
        else f"reads {sorted(read)}, and waited for {sorted(made)}"
    )


def _kinds(files: Files, job: Tree) -> set[str]:
    """Return the kinds of artifacts that a job keeps: `score --again` keeps none."""
    forms = {form(step).removesuffix(" --job") for step in resolved(files, job)}
    return forms & KINDS


def _keeps(files: Files, job: Tree, artifact: str) -> bool:
    pattern = artifact.replace("*", "")
    return any(
        uses(step, "upload-artifact") and str(inputs_of(step).get("name")).startswith(pattern)
        for step in files.all_steps(job)
    )


def _kept(steps: list[Tree], number: int) -> Iterator[str]:
    """A command's files are kept by the next steps, under the names of `everywhere.yml`."""
    step = steps[number]
    wanted = EVERYWHERE["keeps"].get(form(step), {})
    after = steps[number + 1 : number + 1 + len(wanted)]
    found = {str(inputs_of(each).get("name")): inputs_of(each).get("path") for each in after}
    condition = "${{ !cancelled() }}" if form(step) in KEPT_AFTER_FAILURE else None
    if wanted:
        if found != wanted or not all("upload" in str(each.get("uses")) for each in after):
            yield f"the files of {form(step)} are kept as {found}, not {wanted}"
        if any(each.get("if") != condition for each in after):
            yield f"the files of {form(step)} are not kept under the condition {condition}"
    if "upload" in str(step.get("uses")):
        before = next(
            (each for each in reversed(steps[:number]) if "upload" not in str(each.get("uses"))), {}
        )
        if inputs_of(step).get("name") not in EVERYWHERE["keeps"].get(form(before), {}):
            yield f"keeps {inputs_of(step).get('name')}, which the step before does not make"


def values(files: Files) -> Iterator[str]:
    """Each output and input that is read exists and was made before; each that exists is read."""
    for name, workflow in files.workflows.items():
        read = {found for text in texts(workflow["jobs"]) for found in _OUTPUT.findall(text)}
        for job_name, job in workflow["jobs"].items():
            yield from (f"{name}.yml: {job_name}: {problem}" for problem in _unmade(workflow["jobs"], job))
            for key in job.get("outputs", {}):
                if ("needs", job_name, key) not in read:
                    yield f"{name}.yml: {job_name}: nothing reads its output {key}"
        yield from _inputs(
            f"{name}.yml", (workflow["on"].get("workflow_dispatch") or {}).get("inputs", {}), workflow
        )
    for name, action in files.actions.items():
        yield from _inputs(f"{name}/action.yml", action.get("inputs", {}), action["runs"])
    for where, step in files.steps():
        action = files.actions.get(str(step.get("uses", "")).removeprefix(OURS), {})
        needed = {key for key, value in (action.get("inputs") or {}).items() if value.get("required")}
        if not needed <= inputs_of(step).keys():
            yield f"{where}: lacks the inputs {sorted(needed)}"
    known = EVERYWHERE["matrix"]
    for name, job_name, job in files.jobs():
        for key in {found for text in texts(job) for found in re.findall(r"\bmatrix\.(\w+)", text)}:
            if key not in known.get(
                "${{ matrix }}" if isinstance(job.get("strategy", {}).get("matrix"), str) else name, ()
            ):
                yield f"{name}.yml: {job_name}: reads matrix.{key}, which the plan does not have"


def _unmade(jobs: Tree, job: Tree) -> Iterator[str]:
    for text in texts({key: value for key, value in job.items() if key != "steps"}):
        for kind, other, key in _OUTPUT.findall(text):
            if kind == "needs" and key not in jobs.get(other, {}).get("outputs", {}):
                yield f"reads {key} of {other}, which has no such output"
            if kind == "steps" and other not in {step.get("id") for step in job["steps"]}:
                yield f"reads {key} of the step {other}, which is not there"
    made: set[str] = set()
    for step in job.get("steps", ()):
        for text in texts(step):
            for kind, other, key in _OUTPUT.findall(text):
                if kind == "needs" and key not in jobs.get(other, {}).get("outputs", {}):
                    yield f"{step.get('name')}: reads {key} of {other}, which has no such output"
                if kind == "steps" and other not in made:
                    yield f"{step.get('name')}: reads {key} of the step {other}, which did not run before it"
        made.add(str(step.get("id")))


def _inputs(where: str, known: Tree, part: Tree) -> Iterator[str]:
    read = {found for text in texts(part) for found in _INPUT.findall(text)}
    if read != set(known):
        yield f"{where}: reads the inputs {sorted(read)}, and has {sorted(known)}"
    for name, options in known.items():
        given = options or {}
        if given.get("type") in ("string", "boolean"):
            bare = any(re.search(rf"(?<![\w.])inputs\.{name}(?! [!=]=)", each) for each in _ifs(part))
            if (given["type"] == "boolean") != bare:
                yield f"{where}: the input {name} has the type {given['type']}"
            if given.get("default") not in ("", False):
                yield f"{where}: without the input {name}, a start means {given.get('default')}"


def _ifs(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            yield from [str(value)] if key == "if" else _ifs(value)
    elif isinstance(part, list):
        for each in part:
            yield from _ifs(each)


def least(files: Files) -> Iterator[str]:
    """A job has exactly the rights that its commands and actions need, and a step its variables."""
    for name, job_name, job in files.jobs():
        wanted: dict[str, str] = {}
        for step in resolved(files, job):
            for right, level in _rights_of(step).items():
                wanted[right] = max(wanted.get(right, ""), level)
        if job.get("permissions") != wanted:
            yield f"{name}.yml: {job_name}: may {job.get('permissions')}, and needs {wanted}"
    for where, step in files.steps():
        if "run" in step and "./noxw" in str(step["run"]):
            token = {"GITHUB_TOKEN"} if _rights_of(step) else set()
            extra = set(EVERYWHERE["environment_of"].get(form(step), ()))
            wanted_env = scripts.variables(step["run"]) | token | extra
            if set(step.get("env") or {}) != wanted_env:
                yield f"{where}: gets {sorted(step.get('env') or {})}, and needs {sorted(wanted_env)}"
        elif "run" in step and (unread := (step.get("env") or {}).keys() - scripts.variables(step["run"])):
            yield f"{where}: gets {sorted(unread)}, which it does not read"
        if uses(step, "download-artifact") and ("run-id" in inputs_of(step)) != (
            "github-token" in inputs_of(step)
        ):
            yield f"{where}: another run is read with the token, and only that"


def _rights_of(step: Tree) -> Mapping[str, str]:
    if uses(step, "checkout"):
        return {"contents": "read"}
    if uses(step, "download-artifact") and "run-id" in inputs_of(step):
        return {"actions": "read"}
    found: Mapping[str, str] = EVERYWHERE["rights_of"].get(form(step), {})
    return found


def shapes(files: Files) -> Iterator[str]:
    """Jobs and steps have known keys and names, and commands run after Python is set up, with enough time."""
    for name, workflow in files.workflows.items():
        if workflow.get("concurrency", {}).keys() - _KEYS["concurrency"]:
            yield f"{name}.yml: its group has other settings"
    for name, job_name, job in files.jobs():
        where = f"{name}.yml: {job_name}"
        if job.keys() - _KEYS["job"] or job.get("strategy", {}).keys() - _KEYS["strategy"]:
            yield f"{where}: has other settings: {sorted(job)}"
        called = {form(step) for step in resolved(files, job)} - {""}
        if "strategy" in job and "${{ matrix.name }}" not in job["name"]:
            yield f"{where}: its jobs have the same name"
        if not job.get("steps"):
            yield f"{where}: does nothing"
        yield from (f"{where}: {problem}" for problem in _ready(resolved(files, job), job))
        yield from (f"{where}: {problem}" for problem in _named(job["name"], called))
    for where, step in files.steps():
        if step.keys() - _KEYS["step"]:
            yield f"{where}: has other settings: {sorted(step)}"


def once(files: Files) -> Iterator[str]:
    """Each command and session is run by one job, with exactly the options of its form."""
    forms: dict[str, list[str]] = {}
    for name, _, job in files.jobs():
        for each in {form(step) for step in resolved(files, job)}:
            forms.setdefault(each, []).append(f"{name}.{job.get('runs-on')}")
    wanted = {*EVERYWHERE["required_options"], *EVERYWHERE["weekly"]["commands"], *EVERYWHERE["needed"]}
    for missing in wanted - forms.keys():
        yield f"nothing runs {missing}"
    scripts_run = " ".join(str(step.get("run", "")) for _, step in files.steps())
    for each in EVERYWHERE["script_commands"]:
        if each not in scripts_run:
            yield f"no script runs {each}"
    listed = [
        each
        for _, _, job in files.jobs()
        for given in _included(job)
        for each in given.get("sessions", "").split()
    ]
    if sorted(listed) != sorted({*_SESSIONS, *EVERYWHERE["sessions"]}):
        yield f"ci.yml: runs {sorted(listed)}, not what .ci/run does and {EVERYWHERE['sessions']}"
    for each, where_run in forms.items():
        if each in wanted and len(set(where_run)) != len(where_run):
            yield f"two jobs run {each}: {where_run}"
    for where, step in files.steps():
        given, words = set(re.findall(r" (--[a-z-]+)", str(step.get("run", "")))), form(step).split()[1:]
        known = {each.split()[0] for each in EVERYWHERE["required_options"].get(form(step), ())}
        if form(step) in EVERYWHERE["required_options"] and given != {*known, *words}:
            yield f"{where}: has the options {sorted(given)}, not {sorted({*known, *words})}"


def _included(job: Tree) -> list[Tree]:
    matrix = job.get("strategy", {}).get("matrix")
    found: list[Tree] = matrix.get("include", []) if isinstance(matrix, dict) else []
    return found


def _ready(steps: list[Tree], job: Tree) -> Iterator[str]:
    """Say what a job lacks before its first command, and whether its commands fit into its time."""
    forms = [form(step) for step in steps]
    own = [number for number, step in enumerate(steps) if "./noxw" in str(step.get("run", ""))]
    first = own[0] if own else len(steps)
    if own and job.get("runs-on") == HOSTED and "setup-python" not in forms[:first]:
        yield "runs a command before Python is set up"
    answers = {each.split()[0] for each in forms if each} & ANSWERS
    sessions = any(each.startswith("./noxw") for each in forms)
    sandbox = [number for number, step in enumerate(job.get("steps", ())) if uses(step, "sandbox")]
    if bool(sandbox) != bool(answers or sessions) or (sessions and sandbox != [2]):
        yield "sets up the sandbox without need, too late, or not at all"
    for before, after in (("rank", "site"), ("fetch both", "validate")):
        if after in forms and before not in [
            *forms[: forms.index(after)],
            *_fetches(steps, forms.index(after)),
        ]:
            yield f"runs {after} without {before}"
    minutes = [int(found) for text in texts(steps) for found in re.findall(r"--minutes (\d+)", text)]
    limit, needed = job.get("timeout-minutes", 0), 10 if own else 5
    if not isinstance(limit, int) or limit < needed or (minutes and not 10 <= limit - sum(minutes) <= 90):
        yield f"has {limit} minutes, and its commands need {max(sum(minutes), needed)}"


def _fetches(steps: list[Tree], end: int) -> list[str]:
    """Return `fetch both` if a step before fetches the history of the base and of the pull request."""
    return ["fetch both"] * any("git fetch" in str(step.get("run")) for step in steps[:end])


def _named(name: str, called: set[str]) -> Iterator[str]:
    """Say whether a job has the name by which the chain finds it in the list of GitHub."""
    for command, known in JOB_NAMES.items():
        if command in called and not name.startswith(known):
            yield f"is not named {known}"


def occasions(files: Files) -> Iterator[str]:
    """A step has a condition only for a reason in everywhere.yml; else what it checks could be skipped."""
    for where, step in files.steps():
        given = inputs_of(step)
        if given.get("if-no-files-found", "ignore") != "ignore":
            yield f"{where}: fails without files, which a pull request need not have"
        if "upload" in str(step.get("uses")) or form(step).startswith("plan "):
            continue  # `flow` and `started` read these
        key = form(step)
        if uses(step, "download-artifact"):
            key = "another run" if "resume" in str(given.get("run-id")) else str(given.get("pattern", ""))
        if "run-id" in given and (given["run-id"], given.get("name")) not in _OTHER_RUNS:
            yield f"{where}: reads {given.get('name')} of the run {given['run-id']}"
        if given.get("github-token", _TOKEN) != _TOKEN:
            yield f"{where}: reads another run with {given['github-token']}"
        if uses(step, "setup-python") and not re.fullmatch(r"3\.\d+", str(given.get("python-version"))):
            yield f"{where}: leaves open which Python runs"
        wanted = EVERYWHERE["occasions"].get(key)
        if step.get("if") != wanted or step.get("continue-on-error", False) is not (key == "another run"):
            yield f"{where}: runs if {step.get('if')}, not if {wanted}"


def groups(files: Files) -> Iterator[str]:
    """Pull requests never share a group, and neither do reports; other runs share that of their workflow.

    A group of `everywhere.yml` tells starts apart. GitHub cancels all but the last run that waits in a group,
    so runs that are asked for different work wait in line. They need not where the last one does the work of
    all, and cannot where a new run cancels the one before.
    """
    for name, workflow in files.workflows.items():
        group, queue = (str((workflow.get("concurrency") or {}).get(key)) for key in ("group", "queue"))
        in_line = "workflow_dispatch" in workflow["on"] and bool(workflow["on"]["workflow_dispatch"])
        if queue != ("max" if in_line else "None"):
            yield f"{name}.yml: runs wait in the queue {queue}"
        if "pull_request" in workflow["on"]:
            wanted = "${{ github.event.pull_request.number || github.ref }}"
        elif "workflow_run" in workflow["on"]:
            wanted = "${{ github.event.workflow_run.head_sha }}"
        else:
            wanted = ""
        if name not in EVERYWHERE["groups"] and group != f"{name}-{wanted}".removesuffix("-"):
            yield f"{name}.yml: runs wait in the group {group}"


RULES = (least, shapes, once, compares, occasions, crons, groups, flow, values, filters, started)
