"""The part of the fake GitHub that queues jobs, registers runners, and gives each runner a job.

Like GitHub, it gives a runner any queued job whose labels the runner has, in the order of ``queue``. The
stand-in for GitHub's runner program, ``STAND_IN``, asks for its job over HTTP.
"""

import base64
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = dict[str, Any]
EVALUATE = ".github/workflows/run.yml"

#: A runner program that does what GitHub's does: it asks for a job, calls the script of the machine's owner
#: with the job's variables, then runs the steps of the job; steps with ``always()`` even if the script fails.
PROGRAM = Path(__file__).parents[1] / "cases" / "programs" / "runner.py"
STAND_IN = f"#!{sys.executable}\n" + PROGRAM.read_text(encoding="utf-8")


def install_stand_in(folder: Path, text: str = STAND_IN) -> Path:
    """Write a runner program into a folder, as if GitHub's were unpacked there."""
    folder.mkdir(exist_ok=True)
    (folder / "run.sh").write_text(text, encoding="utf-8")
    (folder / "run.sh").chmod(0o755)
    return folder


@dataclass
class FakeRunners:
    """Jobs, runners and runner groups."""

    repository: str
    url: str = ""
    runners: list[Json] = field(default_factory=list)
    runs: dict[str, list[Json]] = field(default_factory=dict)  #: workflow runs by file name of the workflow
    queue: list[Json] = field(default_factory=list)  #: jobs; a runner gets the first that fits
    added_labels: list[str] = field(default_factory=list)  #: labels that GitHub gives every new runner
    groups: list[Json] = field(default_factory=list)
    group_runners: dict[int, list[Json]] = field(default_factory=dict)
    registered: list[Json] = field(default_factory=list)  #: requests for a runner
    removed: list[int] = field(default_factory=list)
    before_start: Callable[[], object] = lambda: None  #: called before a runner asks for its job
    _number: int = 9000

    def add_run(
        self, *labels: str, steps: list[Json] | None = None, workflow: str = EVALUATE, **fields: Any
    ) -> Json:
        """Queue a job in a workflow run of its own, by default one of the plan; return the run."""
        self._number += 1
        run = {
            "id": self._number,
            "path": workflow,
            "event": "push",
            "status": "queued",
            "head_branch": "main",
            "head_sha": "a" * 40,
            "head_repository": {"full_name": self.repository},
            "ref": "refs/heads/main",
            **fields,
        }
        self.runs.setdefault(workflow.rpartition("/")[2], []).append(run)
        self._number += 1
        job = {
            "id": self._number,
            "run_id": run["id"],
            "name": "job",
            "status": "queued",
            "labels": list(labels),
            "runner_name": None,
            "script": steps or [],  #: what the stand-in runs
        }
        self.queue.append(job)
        return run

    def job(self, run: Json) -> Json:
        """Return the job of a run."""
        return next(job for job in self.queue if job["run_id"] == run["id"])

    def routes(self, as_list: Callable[..., Any]) -> list[tuple[str, str, str, Callable[..., Any]]]:
        """Return the routes below ``/repos/OWNER/NAME``."""
        return [
            ("GET", "/actions/runs", "", lambda request: as_list(self._runs(request), "workflow_runs")),
            ("GET", "/actions/runners", "admin", lambda _: as_list(self.runners, "runners")),
            ("POST", "/actions/runners/generate-jitconfig", "admin", self._register),
            ("DELETE", r"/actions/runners/(\d+)", "admin", self._remove),
        ]

    def organisation_routes(
        self, as_list: Callable[..., Any]
    ) -> list[tuple[str, str, str, Callable[..., Any]]]:
        """Return the routes below ``/orgs/OWNER``."""
        return [
            ("GET", "/actions/runner-groups", "admin", lambda _: as_list(self.groups, "runner_groups")),
            (
                "GET",
                r"/actions/runner-groups/(\d+)/runners",
                "admin",
                lambda _, group: as_list(self.group_runners.get(int(group), []), "runners"),
            ),
        ]

    def serve_runner(self, path: str) -> Any:
        """Answer a runner program: give it a job, or note that its job has ended."""
        found = re.fullmatch(r"/_runner/(\d+)/(acquire|complete)", path)
        runner = next((runner for runner in self.runners if found and runner["id"] == int(found[1])), None)
        if found is None or runner is None:
            return {}
        if found[2] == "acquire":
            self.before_start()
            return self._acquire(runner)
        job = next(job for job in self.queue if job["runner_name"] == runner["name"])
        job["status"] = "completed"
        self.runners.remove(runner)
        return {}

    def _acquire(self, runner: Json) -> Json:
        held = {label["name"].lower() for label in runner["labels"]}
        for job in self.queue:
            if job["status"] == "queued" and {label.lower() for label in job["labels"]} <= held:
                job.update(status="in_progress", runner_name=runner["name"])
                runner["busy"] = True
                return {"variables": self._variables(job), "steps": job["script"]}
        return {}

    def _variables(self, job: Json) -> dict[str, str]:
        run = next(run for runs in self.runs.values() for run in runs if run["id"] == job["run_id"])
        return {
            "GITHUB_REPOSITORY": self.repository,
            "GITHUB_RUN_ID": str(run["id"]),
            "GITHUB_WORKFLOW_REF": f"{self.repository}/{run['path']}@{run['ref']}",
            "GITHUB_REF": run["ref"],
            "GITHUB_SHA": run["head_sha"],
            "GITHUB_EVENT_NAME": run["event"],
        }

    def _runs(self, request: Any) -> list[Json]:
        found = [run for runs in self.runs.values() for run in runs]
        return [run for run in found if run.get("status") == request.query.get("status", run.get("status"))]

    def jobs_of(self, run: int) -> list[Json]:
        """Return the queued jobs of a run."""
        return [job for job in self.queue if job["run_id"] == run]

    def _register(self, request: Any) -> tuple[int, Json]:
        self._number += 1
        self.registered.append({"path": request.path, **request.body})
        names = [*self.added_labels, *request.body["labels"]]
        labels = [{"id": number, "name": name} for number, name in enumerate(names)]
        runner = {
            "id": self._number,
            "name": request.body["name"],
            "status": "offline",
            "busy": False,
            "labels": labels,
        }
        self.runners.append(runner)
        config = json.dumps({"url": f"{self.url}/_runner/{self._number}/"}).encode()
        return 201, {"runner": runner, "encoded_jit_config": base64.b64encode(config).decode()}

    def _remove(self, _: Any, identifier: str) -> tuple[int, Any]:
        found = [runner for runner in self.runners if runner["id"] == int(identifier)]
        if not found:
            return 404, {"message": "Not Found"}
        if any(job["runner_name"] == found[0]["name"] for job in self.queue if job["status"] != "completed"):
            return 422, {"message": f"Runner {found[0]['name']} is still running a job"}
        self.runners.remove(found[0])
        self.removed.append(int(identifier))
        return 204, None
