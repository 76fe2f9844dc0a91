"""Run workflow files on this machine with nektos/act in host mode, with stand-ins for GitHub's actions."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

STAND_INS = Path(__file__).parent / "actions"
#: Labels that act runs on this machine: those of hosted runners, and the one-time label of the GPU job, whose
#: random part the stand-in for setup-python replaces.
LABELS = ("ubuntu-24.04", "ubuntu-latest", f"sightbench-stand-in-{'0' * 32}")
#: Environment variables of this machine that jobs get: for programs, and for access to packages.
KEPT = re.compile(r"PATH|HOME|TMPDIR|LANG|PIP_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|\w+_proxy|\w+_PROXY")
_USES = re.compile(r"(?P<action>actions/[a-z-]+)(?P<sub>(?:/[a-z-]+)*)@(?P<commit>[0-9a-f]{40})")
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
    """Everything that is needed to run workflows on this machine.

    Args:
        folder: folder of the rehearsal; all its files are in it.
        repository: ``OWNER/NAME``.
        server: address of the server that has the repository.
        api: address of the API.
        token: token of the workflows.
        engines: folder of the environment with the stand-in for vllm.
        secrets: secrets of the repository, by name.
        environments: a checkout whose environments the jobs copy; None if each job makes its own.
    """

    folder: Path
    repository: str
    server: str
    api: str
    token: str
    engines: Path
    secrets: Mapping[str, str] = field(default_factory=dict)
    environments: Path | None = None

    def set_up(self) -> None:
        """Copy the stand-ins to where act expects them, one folder per action."""
        for source in STAND_INS.glob("*.yml"):
            (self.folder / "actions" / source.stem).mkdir(parents=True)
            shutil.copy(source, self.folder / "actions" / source.stem / "action.yml")
        restore = self.folder / "actions" / "cache" / "restore"
        restore.mkdir()
        shutil.copy(STAND_INS / "cache.yml", restore / "action.yml")
        shutil.copy(STAND_INS / "stand_in.py", self.folder / "actions")

    def run(
        self, checkout: Path, workflow: str, event: str, payload: Mapping[str, Any], run: int
    ) -> WorkflowRun:
        """Run one workflow for one event.

        Args:
            checkout: folder with the workflow files, at the commit of the event.
            workflow: file name of the workflow.
            event: name of the event.
            payload: payload of the event.
            run: id of the workflow run.
        """
        log = self.folder / "logs" / f"{run}-{Path(workflow).stem}-{event}"
        log.parent.mkdir(exist_ok=True)
        log.with_suffix(".event.json").write_text(json.dumps(payload), encoding="utf-8")
        command = [
            str(Path(sys.executable).parent / "act"),
            event,
            "--json",
            "--no-recurse",
            "--no-skip-checkout",
        ]
        command += ["--directory", str(checkout), "--workflows", f".github/workflows/{workflow}"]
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
            "GITHUB_RUN_ID": str(run),
            "REHEARSAL": str(self.folder),
            "SIGHTBENCH_ENGINES": str(self.engines),
            "REHEARSAL_ENVIRONMENTS": "" if self.environments is None else str(self.environments),
            "SIGHTBENCH_PYTHON": str(Path(sys.base_prefix) / "bin" / "python3"),
        }
        for name, value in variables.items():
            command += ["--env", f"{name}={value}"]
        began, cpu_before = time.monotonic(), _cpu_seconds()
        with log.with_suffix(".jsonl").open("wb") as output:
            subprocess.run(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=environment(),
                check=False,  # the log says which jobs failed
            )
        result = read_log(log.with_suffix(".jsonl"), str(run))
        result.seconds = time.monotonic() - began
        result.cpu_seconds = _cpu_seconds() - cpu_before
        return result


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
        if "stepResult" in entry and len(entry.get("stepID", ())) == 1 and entry.get("stage") == "Main":
            seconds = entry.get("executionTime", 0) / 1e9
            result.steps.append(Step(job, step, seconds, entry["stepResult"]))
    if not result.jobs:
        raise SystemExit(f"act ran no job:\n{path.read_text(encoding='utf-8', errors='replace')[-4000:]}")
    return result


def _actions(checkout: Path) -> list[str]:
    """Return the actions of GitHub that the workflows and our composite actions use, with their commits."""
    found = set()
    for file in (*checkout.glob(".github/workflows/*.yml"), *checkout.glob(".github/actions/*/action.yml")):
        for used in _uses(yaml.safe_load(file.read_text(encoding="utf-8"))):
            match = _USES.fullmatch(used)
            if match is not None:
                found.add(f"{match['action']}@{match['commit']}")
    return sorted(found)


def _uses(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "uses" and isinstance(value, str):
                yield value
            else:
                yield from _uses(value)
    elif isinstance(part, list):
        for item in part:
            yield from _uses(item)
