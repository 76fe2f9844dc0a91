"""Panels and events as a night would have recorded them, written without asking or judging."""

from pathlib import Path
from typing import Any

from benchmark.chain.plan.job import PlannedRun
from benchmark.nightly.records import write_records
from tests.results.nights.records import event, panel


def write_panel(folder: Path, run: PlannedRun, **changes: Any) -> Path:
    """Write the panel of a planned run below a checkout of the branch, and return its path.

    A change is a field of the result or of the run.
    """
    sample = changes.get("sample", run.panel.sample)
    named = [task for drawn in sample.strata.values() for task in drawn] or [f"t-{n}" for n in range(6)]
    names = ("suite", "dataset", "slug", "setting", "protocol", "request")
    fields: dict[str, Any] = {
        **{name: getattr(run, name) for name in names},
        "model": "gpt-4.1-mini",
        "tasks": {"count": 6, "digest": run.tasks},
        "sample": sample,
        "prompt": {"name": run.prompt},
        "resolved_models": {},
        "cost_usd": 0.01,
        "statuses": {task: ["passed"] for task in named},
    }
    made = panel("P" * len(named), run.panel.date, **{**fields, **changes})
    write_records(folder, [made])
    return made.path(folder / "nightly")


def write_new_version(folder: Path, model: str, date: str = "2026-11-20") -> None:
    """Write what discovery writes about a new version."""
    said = {
        "kind": "new-version",
        "before": None,
        "after": None,
        "detail": "openai lists it for the first time",
    }
    write_records(folder, [event(**said, model=model, date=date, when=f"{date}T02:00:00Z")])


def write_outage(folder: Path, run: PlannedRun, date: str) -> None:
    """Write what is recorded about a night without any answer."""
    said = {"kind": "outage", "before": None, "after": None, "detail": "it has no panel: 0 of 6 completions"}
    asked = {"slug": run.slug, "suite": run.suite, "dataset": run.dataset, "model": "gpt-4.1-mini"}
    write_records(folder, [event(**said, **asked, date=date, when=f"{date}T02:00:00Z")])
