"""Add the workflow runs of the rehearsal to the lists of the fake GitHub."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from act import WorkflowRun


@dataclass(frozen=True, slots=True)
class Started:
    """An evaluation that plan.yml started, which waits for a runner."""

    run: int
    inputs: Mapping[str, str]

    @property
    def plan(self) -> str:
        """Name of the plan's artifact."""
        return self.inputs["plan"]


def list_evaluation(hub: Any, started: Started, commit: str) -> dict[str, Any]:
    """Add an evaluation to the lists, with the title that names its plan."""
    entry = list_run(hub, started.run, "evaluate.yml", "workflow_dispatch", commit)
    entry["display_title"] = f"{started.plan} of plan {started.inputs['run']}"
    return entry


def list_run(hub: Any, run: int, workflow: str, event: str, commit: str) -> dict[str, Any]:
    """Add a run to the lists of the fake GitHub, and return its entry."""
    now = datetime.datetime.now(datetime.UTC)
    entry = {
        "id": run,
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
    hub.runs.setdefault(workflow, []).insert(0, entry)
    return entry


def end_run(hub: Any, entry: dict[str, Any], done: WorkflowRun) -> None:
    """Add the results of a run and its jobs."""
    passed = set(done.jobs.values()) <= {"success", "skipped"}
    entry |= {"status": "completed", "conclusion": "success" if passed else "failure"}
    hub.run_jobs[entry["id"]] = [
        {"name": job.partition("/")[2].strip(), "status": "completed", "conclusion": result}
        for job, result in done.jobs.items()
    ]
