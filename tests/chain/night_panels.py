"""Panels as a night would have made them, written without asking or judging."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.chain.plan.job import PlannedRun
from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import NightlyEvent, Panel, PanelResult, PanelRun


@dataclass(frozen=True)
class MadePanel:
    """A panel for a branch."""

    panel: Panel

    def write(self, nightly: Path) -> Path:
        path = self.panel.path(nightly)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.panel.to_bytes())
        return path


def panel_of(run: PlannedRun, **changes: Any) -> MadePanel:
    """Return the panel of a planned run; a change is a field of the result or of the run."""
    assert run.panel is not None
    sample = changes.get("sample", run.panel.sample)
    named = [task for drawn in sample.strata.values() for task in drawn] or [f"t-{n}" for n in range(6)]
    result: dict[str, Any] = {
        **{name: getattr(run, name) for name in ("suite", "dataset", "slug", "setting", "protocol")},
        "prompt": {"name": run.prompt},
        "extraction": {"name": "own"},
        "provider": "openai",
        "model": "gpt-4.1-mini",
        "request": run.request,
        "tasks": {"count": 6, "digest": run.tasks},
        "sample": sample,
        "versions": {"suite": 1, "judge": 1, "guest": {}},
        "date": run.panel.date,
        "stage": 1,
        "resolved_models": {},
        "fingerprints": {},
        "completions": {"count": len(named), "draws": 1, "digest": "0" * 64},
        "statuses": {task: ["passed"] for task in named},
    }
    fields: dict[str, Any] = {
        "started": f"{run.panel.date}T03:00:00Z",
        "seconds": 1.0,
        "cpu_seconds": 1.0,
        "machine": {"system": "Linux", "python": "3.11.9", "cpus": 2},
        "cost_usd": 0.01,
    }
    for name, value in changes.items():
        (fields if name in PanelRun.model_fields else result)[name] = value
    return MadePanel(
        Panel(
            id=NO_ID, result=PanelResult.model_validate(result), run=PanelRun.model_validate(fields)
        ).with_its_id()
    )


def write_new_version(folder: Path, model: str, date: str = "2026-11-20") -> None:
    """Write what discovery writes about a new version."""
    event = NightlyEvent(
        id=NO_ID,
        kind="new-version",
        date=date,
        when=f"{date}T02:00:00Z",
        provider="openai",
        model=model,
        detail="openai lists it for the first time",
    ).with_its_id()
    path = event.path(folder / "nightly")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(event.to_bytes())


def write_outage(folder: Path, run: PlannedRun, date: str) -> None:
    """Write what is recorded about a night without any answer."""
    event = NightlyEvent(
        id=NO_ID,
        kind="outage",
        date=date,
        when=f"{date}T02:00:00Z",
        provider="openai",
        model="gpt-4.1-mini",
        slug=run.slug,
        suite=run.suite,
        dataset=run.dataset,
        detail="it has no panel: 0 of 6 completions",
    ).with_its_id()
    path = event.path(folder / "nightly")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(event.to_bytes())
