"""Run workflow files with nektos/act in host mode, and list their runs as GitHub does."""

import datetime
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

Json = Mapping[str, Any]
STAND_INS = Path(__file__).with_name("actions.yml")
#: Labels that act runs on this machine: those of hosted runners, and the one-time label of the GPU job, whose
#: random part the stand-in for setup-python replaces.
LABELS = ("ubuntu-24.04", "ubuntu-latest", f"sightbench-stand-in-{'0' * 32}")
#: Environment variables of this machine that jobs get: for programs, and for access to packages.
KEPT = re.compile(r"PATH|HOME|TMPDIR|LANG|PIP_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|\w+_proxy|\w+_PROXY")
_USES = re.compile(r"uses: (?P<action>actions/[a-z-]+)\S*@(?P<commit>[0-9a-f]{40})")
_TOKEN = "${{ github.token }}"  # noqa: S105 - an expression of workflow files
_LINES_LIMIT = 60  #: maximum lines that are shown of a failed step


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a job."""

    job: str
    name: str
    seconds: float
    result: str


@dataclass(slots=True)
class WorkflowRun:
    """The result of one workflow run."""

    run: str  #: id of the run
    seconds: float = 0.0  #: wall time of the run
    cpu_seconds: float = 0.0  #: CPU time of all its processes
    killed: bool = False
    jobs: dict[str, str] = field(default_factory=dict)  #: results of jobs by name
    steps: list[Step] = field(default_factory=list)
    summary: str = ""
    output: dict[tuple[str, str], list[str]] = field(default_factory=dict)  #: lines by job and step

    def text(self, step: str) -> str:
        """Return the output of a step."""
        return "".join("".join(lines) for (_, name), lines in self.output.items() if name == step)

    def failures(self) -> Iterator[str]:
        """Yield the steps that failed, each with the end of its output."""
        for step in self.steps:
            if step.result == "failure":
                lines = "".join(self.output.get((step.job, step.name), [])).splitlines()
                end = "\n".join(f"    {line}" for line in lines[-_LINES_LIMIT:])
                yield f"{step.job}: {step.name}\n{end}"


@dataclass(frozen=True, slots=True)
class WorkflowRunner:
    """Everything that is needed to run workflows on this machine."""

    folder: Path  #: folder of the rehearsal; all its files are in it
    repository: str  #: ``OWNER/NAME``
    server: str  #: address of the server that has the repository
    api: str  #: address of the API
    token: str  #: beginning of the tokens of jobs
    engines: Path  #: folder of the environment with the stand-in for vllm
    secrets: Mapping[str, str] = field(default_factory=dict)  #: secrets of the repository, by name
    environments: Path | None = None  #: checkout whose environments jobs copy; None if each makes its own

    def set_up(self) -> None:
        """Write the stand-ins to where act expects them, one folder per action."""
        for name, known in yaml.safe_load(STAND_INS.read_text(encoding="utf-8")).items():
            command = f'python3 "{Path(__file__).with_name("stand_in.py")}" {name}'
            step = {"shell": "bash", "run": command, "env": {"INPUTS": "${{ toJSON(inputs) }}"}}
            action = {
                "inputs": {key: {"default": value} for key, value in known.get("inputs", {}).items()},
                "outputs": {key: {"value": value} for key, value in known.get("outputs", {}).items()},
                "runs": {"using": "composite", "steps": [step]},
            }
            for folder in (name, f"{name}/restore"):
                (self.folder / "actions" / folder).mkdir(parents=True)
                (self.folder / "actions" / folder / "action.yml").write_text(json.dumps(action), "utf-8")

    def run(
        self, checkout: Path, payload: Json, entry: Json, stop: Callable[[str], bool] | None = None
    ) -> WorkflowRun:
        """Run one workflow for one event.

        Args:
            checkout: folder with the workflow files, at the commit of the event.
            payload: payload of the event.
            entry: the workflow run as GitHub lists it.
            stop: called with the log so far; the run is killed when it returns True.
        """
        run, attempt, event = str(entry["id"]), str(entry["run_attempt"]), entry["event"]
        log = self.folder / "logs" / f"{run}.{attempt}-{Path(entry['path']).stem}-{event}"
        log.parent.mkdir(exist_ok=True)
        log.with_suffix(".event.json").write_text(json.dumps(payload), encoding="utf-8")
        program = str(Path(sys.executable).parent / "act")
        command = [program, event, "--json", "--no-recurse", "--no-skip-checkout"]
        file = self._with_tokens(checkout / entry["path"])
        command += ["--directory", str(checkout), "--workflows", str(file)]
        command += ["--eventpath", str(log.with_suffix(".event.json")), "--no-cache-server"]
        command += ["--action-cache-path", str(self.folder / "act"), "--concurrent-jobs", "2"]
        for name, value in {**self.secrets, "GITHUB_TOKEN": self.token}.items():
            command += ["--secret", f"{name}={value}"]
        for label in LABELS:
            command += ["--platform", f"{label}=-self-hosted"]
        for action in _actions(checkout):
            name = action.split("@")[0]
            stand_in = self.folder / "actions" / name.removeprefix("actions/")
            command += ["--local-repository", f"{self.server}/{action}={stand_in}"]
        variables = {
            "GITHUB_SERVER_URL": self.server,
            "GITHUB_API_URL": self.api,
            "GITHUB_REPOSITORY": self.repository,
            "GITHUB_RUN_ID": run,
            "GITHUB_RUN_ATTEMPT": attempt,
            "GITHUB_RUN_NUMBER": str(entry["run_number"]),
            "REHEARSAL": str(self.folder),
            "SIGHTBENCH_ENGINES": str(self.engines),
            "REHEARSAL_ENVIRONMENTS": "" if self.environments is None else str(self.environments),
            "SIGHTBENCH_PYTHON": str(Path(sys.base_prefix) / "bin" / "python3"),
        }
        for name, value in variables.items():
            command += ["--env", f"{name}={value}"]
        began, cpu_before = time.monotonic(), _cpu_seconds()
        lines = log.with_suffix(".jsonl")
        with lines.open("wb") as output:
            process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment()
            )
            while process.poll() is None:
                if stop is not None and stop(lines.read_text(encoding="utf-8", errors="replace")):
                    process.kill()
                    self._kill_steps(run)
                time.sleep(0.2)
        result = read_log(lines, run)
        result.killed = process.returncode < 0
        result.seconds = time.monotonic() - began
        result.cpu_seconds = _cpu_seconds() - cpu_before
        return result

    def _kill_steps(self, run: str) -> None:
        """Kill the programs of a workflow run, which act starts in sessions of their own."""
        wanted = {f"GITHUB_RUN_ID={run}", f"REHEARSAL={self.folder}"}
        for variables in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if wanted <= set(variables.read_text("utf-8", "replace").split("\0")):
                    os.kill(int(variables.parent.name), signal.SIGKILL)

    def _with_tokens(self, file: Path) -> Path:
        """Copy a workflow file; in the copy, each job has a token of its own, as on GitHub.

        act refuses ``queue`` of GitHub's concurrency, which it does not know, and ignores concurrency.
        """
        lines, job = file.read_text(encoding="utf-8").splitlines(keepends=True), ""
        for number, line in enumerate(lines):
            job = found[1] if (found := re.fullmatch(r"  ([a-z-]+):\n", line)) else job
            known = "" if line == "  queue: max\n" else line
            lines[number] = known.replace(_TOKEN, job_token(_TOKEN, file.name, job))
        copy = self.folder / "workflows" / file.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text("".join(lines), encoding="utf-8")
        return copy


def job_token(token: str, workflow: str, job: str) -> str:
    """Return the token of a job, which begins with that of the rehearsal."""
    return f"{token}.{workflow.removesuffix('.yml')}.{job}"


def _cpu_seconds() -> float:
    """Return the CPU time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def environment() -> dict[str, str]:
    """Return the environment variables of jobs; connections to this machine bypass any proxy."""
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    for name in ("no_proxy", "NO_PROXY"):
        kept[name] = ",".join(filter(None, [kept.get(name), "127.0.0.1"]))
    return kept


def read_log(path: Path, run: str) -> WorkflowRun:
    """Read the result of a run from the log of act.

    Raises:
        SystemExit: if no job was run at all.
    """
    result = WorkflowRun(run)
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if not line.startswith("{"):
            continue
        entry = json.loads(line)
        job, step = entry.get("job", ""), entry.get("step", "")
        if "jobResult" in entry:
            result.jobs[job] = entry["jobResult"]
        elif entry.get("command") == "summary":
            result.summary += entry["content"]
        elif entry.get("raw_output") or entry.get("level") == "error":
            result.output.setdefault((job, step), []).append(str(entry["msg"]))
        if job and step:
            result.jobs.setdefault(job, "cancelled")  # unless it ends
        if "stepResult" in entry and len(entry.get("stepID", ())) == 1 and entry.get("stage") == "Main":
            seconds = entry.get("executionTime", 0) / 1e9
            result.steps.append(Step(job, step, seconds, entry["stepResult"]))
    if not result.jobs:
        raise SystemExit(f"act ran no job:\n{path.read_text(encoding='utf-8', errors='replace')[-4000:]}")
    return result


def _actions(checkout: Path) -> list[str]:
    """Return the actions of GitHub that the workflows and our composite actions use, with their commits."""
    files = sorted((checkout / ".github").rglob("*.yml"))
    used = [found for file in files for found in _USES.finditer(file.read_text(encoding="utf-8"))]
    return sorted({f"{found['action']}@{found['commit']}" for found in used})


def list_run(hub: Any, run: int, workflow: str, event: str, commit: str) -> dict[str, Any]:
    """Add a run to the lists of the fake GitHub, and return its entry."""
    now = datetime.datetime.now(datetime.UTC)
    runs = hub.runs.setdefault(workflow, [])
    entry = {
        "id": run,
        "run_number": len(runs) + 1,
        "run_attempt": 1,
        "event": event,
        "path": f".github/workflows/{workflow}",
        "head_branch": "main",
        "head_sha": commit,
        "head_repository": {"full_name": hub.repository},
        "display_title": workflow,
        "status": "queued",
        "conclusion": None,
        "created_at": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    runs.insert(0, entry)
    hub.run_jobs[run] = []
    return entry


def end_run(hub: Any, entry: dict[str, Any], done: WorkflowRun) -> None:
    """Add the results of a run and of its jobs, those of earlier attempts included."""
    passed = set(done.jobs.values()) <= {"success", "skipped"}
    conclusion = "cancelled" if done.killed else "success" if passed else "failure"
    entry |= {"status": "completed", "conclusion": conclusion}
    hub.run_jobs[entry["id"]] += [
        {
            "name": job.partition("/")[2].strip(),
            "status": "completed",
            "conclusion": result,
            "steps": [
                {"name": step.name, "conclusion": step.result} for step in done.steps if step.job == job
            ],
        }
        for job, result in done.jobs.items()
    ]
