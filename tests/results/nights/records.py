"""Panels and other files of nightly runs, with few tasks."""

import hashlib
from typing import Any

from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import Decision, ModelsSeen, NightlyEvent, Panel, PanelResult, PanelRun


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def panel(letters: str = "PWP", date: str = "2026-11-20", **changes: Any) -> Panel:
    """Make a panel with one draw per task; each of ``letters`` is a task: Passed, Wrong, Missing.

    A change is a field of the result or of the run; ``salt`` changes the completions alone.
    """
    words = {"P": "passed", "W": "wrong_answer", "M": "missing"}
    found = {f"task-{number}": [words[letter]] for number, letter in enumerate(letters)}
    count = len(letters.replace("M", "")) or 1
    salt = changes.pop("salt", "")
    result: dict[str, Any] = {
        "suite": "code-vision",
        "dataset": "open",
        "slug": "acme-1",
        "setting": "flowchart",
        "protocol": "cool-1",
        "prompt": {"name": "sightbench", "digest": digest("prompt")},
        "extraction": {"name": "own"},
        "provider": "openai",
        "model": "acme-1",
        "request": digest("request"),
        "tasks": {"count": len(letters), "digest": digest("tasks")},
        "sample": {"kind": "all"},
        "versions": {"suite": 1, "judge": 1, "guest": {"python": "3.11.9"}},
        "date": date,
        "stage": 1,
        "resolved_models": {"acme-1-0501": count},
        "fingerprints": {},
        "completions": {"count": count, "draws": 1, "digest": digest(date + letters + salt)},
        "statuses": found,
    }
    run: dict[str, Any] = {
        "started": f"{date}T03:00:00Z",
        "seconds": 2.5,
        "cpu_seconds": 1.5,
        "machine": {"system": "Linux", "python": "3.11.9", "cpus": 2},
        "cost_usd": 0.0,
        "missing": {f"{task}#0": "outage" for task, drawn in found.items() if drawn == ["missing"]},
    }
    for name, value in changes.items():
        (run if name in PanelRun.model_fields else result)[name] = value
    return Panel(
        id=NO_ID, result=PanelResult.model_validate(result), run=PanelRun.model_validate(run)
    ).with_its_id()


def models_seen(**changes: Any) -> ModelsSeen:
    fields: dict[str, Any] = {
        "id": NO_ID,
        "date": "2026-11-20",
        "when": "2026-11-20T02:00:00Z",
        "provider": "openai",
        "state": "complete",
        "models": [{"id": "acme-1"}, {"id": "acme-2", "shutdown": "2027-01-31"}],
    }
    return ModelsSeen.model_validate({**fields, **changes}).with_its_id()


def event(**changes: Any) -> NightlyEvent:
    fields: dict[str, Any] = {
        "id": NO_ID,
        "kind": "alias-moved",
        "date": "2026-11-20",
        "when": "2026-11-20T04:00:00Z",
        "provider": "openai",
        "model": "acme-1",
        "before": "acme-1-0501",
        "after": "acme-1-1101",
        "detail": "acme-1 now answers as acme-1-1101",
    }
    return NightlyEvent.model_validate({**fields, **changes}).with_its_id()


def decision(**changes: Any) -> Decision:
    names = ("suite", "dataset", "setting", "protocol", "prompt")
    fields: dict[str, Any] = {
        "id": NO_ID,
        "date": "2026-11-20",
        "when": "2026-11-20T05:00:00Z",
        "slug": "acme-1",
        "level": "series",
        "series": [
            dict(zip(names, ("code-vision", "open", "flowchart", "cool-1", "sightbench"), strict=True))
        ],
        "outcome": "warming-up",
        "reason": "1 of 8 nights of the baseline",
    }
    return Decision.model_validate({**fields, **changes}).with_its_id()
