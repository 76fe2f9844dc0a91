"""A status of a run without a row, for tests."""

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.results.status import RunStatus


def run_status(**more: object) -> RunStatus:
    """Return the status of a run whose generation failed, with some other fields."""
    fields = {
        "slug": "acme-1",
        "suite": "code-vision",
        "dataset": "rebuilt",
        "setting": "flowchart",
        "protocol": "cool-1",
        "prompt": "upstream",
        "request": "a" * 64,
        "config": "b" * 64,
        "state": "failed",
        "stage": "generate",
        "reason": "rate limit",
        "when": "2026-05-06T07:08:09Z",
    }
    return RunStatus.model_validate(fields | more)


def status_of(run: SubmittedRun, **more: object) -> RunStatus:
    """Return the status of a submitted run whose generation failed, with some other fields."""
    return run_status(**{**run.name._asdict(), "request": run.request, "config": run.config, **more})
