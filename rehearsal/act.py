"""Runs of workflow files on this machine, by nektos/act in host mode, with stand-ins for GitHub's actions."""

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
LABELS = ("ubuntu-24.04", "ubuntu-latest", "self-hosted")
#: All that a job has of this machine's environment: programs, and how packages are reached.
KEPT = re.compile(r"PATH|HOME|TMPDIR|LANG|PIP_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|\w+_proxy|\w+_PROXY")
_USES = re.compile(r"(?P<action>actions/[a-z-]+)(?P<sub>(?:/[a-z-]+)*)@(?P<commit>[0-9a-f]{40})")
_SHOWN = 60  #: lines of a step that failed


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a job."""

    job: str
    name: str
    seconds: float
    result: str


@dataclass(slots=True)
class Played:
    """What came of a run."""

    run: str  #: its id
    seconds: float = 0.0  #: that it took
    cpu_seconds: float = 0.0  #: of all its processes
    jobs: dict[str, str] = field(default_factory=dict)  #: results by name
    steps: list[Step] = field(default_factory=list)
    summary: str = ""
    said: dict[tuple[str, str], list[str]] = field(default_factory=dict)  #: lines, by job and step

    def text(self, step: str) -> str:
        """What a step said."""
        return "".join("".join(lines) for (_, name), lines in self.said.items() if name == step)

    def failures(self) -> Iterator[str]:
        """Steps that failed, with the end of what they said."""
        for step in self.steps:
            if step.result == "failure":
                lines = "".join(self.said.get((step.job, step.name), [])).splitlines()
                yield f"{step.job}: {step.name}\n" + "\n".join(f"    {line}" for line in lines[-_SHOWN:])


@dataclass(frozen=True, slots=True)
class Stage:
    """Where workflows are played.

    Args:
        folder: of the rehearsal; everything lies below it.
        repository: ``OWNER/NAME``.
        server: address of the server that has it.
        api: address of the API.
        token: of the workflows.
        environments: a checkout whose environments jobs take instead of making their own; None for none.
    """

    folder: Path
    repository: str
    server: str
    api: str
    token: str
    environments: Path | None = None

    def set_up(self) -> None:
        """Lay the stand-ins out as act wants them: a folder each."""
        for source in STAND_INS.glob("*.yml"):
            (self.folder / "actions" / source.stem).mkdir(parents=True)
            shutil.copy(source, self.folder / "actions" / source.stem / "action.yml")
        restore = self.folder / "actions" / "cache" / "restore"
        restore.mkdir()
        shutil.copy(STAND_INS / "cache.yml", restore / "action.yml")
        shutil.copy(STAND_INS / "stand_in.py", self.folder / "actions")

    def play(self, checkout: Path, workflow: str, event: str, payload: Mapping[str, Any], run: int) -> Played:
        """Play one workflow for one event.

        Args:
            checkout: with the workflow files, at the commit of the event.
            workflow: name of its file.
            event: name of the event.
            payload: of the event.
            run: the id it gets.
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
        command += ["--secret", f"GITHUB_TOKEN={self.token}"]
        for label in LABELS:
            command += ["--platform", f"{label}=-self-hosted"]
        for action in _actions(checkout):
            name = action.split("@")[0]
            stand_in = self.folder / "actions" / name.removeprefix("actions/")
            command += ["--local-repository", f"{self.server}/{action}={stand_in}"]
        told = {
            "GITHUB_SERVER_URL": self.server,
            "GITHUB_API_URL": self.api,
            "GITHUB_REPOSITORY": self.repository,
            "GITHUB_RUN_ID": str(run),
            "REHEARSAL": str(self.folder),
            "REHEARSAL_ENVIRONMENTS": "" if self.environments is None else str(self.environments),
            "SIGHTBENCH_PYTHON": str(Path(sys.base_prefix) / "bin" / "python3"),
        }
        for name, value in told.items():
            command += ["--env", f"{name}={value}"]
        began, cpu_before = time.monotonic(), _cpu_seconds()
        with log.with_suffix(".jsonl").open("wb") as output:
            subprocess.run(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=environment(),
                check=False,  # which jobs failed stands in the log
            )
        played = read_log(log.with_suffix(".jsonl"), str(run))
        played.seconds = time.monotonic() - began
        played.cpu_seconds = _cpu_seconds() - cpu_before
        return played


def _cpu_seconds() -> float:
    """Of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def environment() -> dict[str, str]:
    """What jobs see of this machine's environment; no proxy stands between them and this machine."""
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    for name in ("no_proxy", "NO_PROXY"):
        kept[name] = ",".join(filter(None, [kept.get(name), "127.0.0.1"]))
    return kept


def read_log(path: Path, run: str) -> Played:
    """What act wrote, as values.

    Raises:
        SystemExit: when no job was run at all.
    """
    played = Played(run)
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if not line.startswith("{"):
            continue
        entry = json.loads(line)
        job, step = entry.get("job", ""), entry.get("step", "")
        if "jobResult" in entry:
            played.jobs[job] = entry["jobResult"]
        elif entry.get("command") == "summary":
            played.summary += entry["content"]
        elif entry.get("raw_output") or entry.get("level") == "error":
            played.said.setdefault((job, step), []).append(str(entry["msg"]))
        if "stepResult" in entry and len(entry.get("stepID", ())) == 1 and entry.get("stage") == "Main":
            seconds = entry.get("executionTime", 0) / 1e9
            played.steps.append(Step(job, step, seconds, entry["stepResult"]))
    if not played.jobs:
        raise SystemExit(f"act ran no job:\n{path.read_text(encoding='utf-8', errors='replace')[-4000:]}")
    return played


def _actions(checkout: Path) -> list[str]:
    """Actions of GitHub that the workflows and our composite actions use, with their commits."""
    found = set()
    for file in (*checkout.glob(".github/workflows/*.yml"), *checkout.glob(".github/actions/*/action.yml")):
        for used in _used(yaml.safe_load(file.read_text(encoding="utf-8"))):
            match = _USES.fullmatch(used)
            if match is not None:
                found.add(f"{match['action']}@{match['commit']}")
    return sorted(found)


def _used(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "uses" and isinstance(value, str):
                yield value
            else:
                yield from _used(value)
    elif isinstance(part, list):
        for one in part:
            yield from _used(one)
