"""Decisions, events and panels of a series with an alarm, and the issues' text around them."""

from pathlib import Path
from typing import Any

from benchmark.nightly.records import write_records
from benchmark.results.nights import Decision, NamedRecord, NightlyEvent, Panel
from tests.nightly_records import decision, event, panel

BASELINE = tuple(panel("PPP", f"2026-11-{day:02}") for day in range(1, 9))
FRESH = tuple(panel("WWP", f"2026-11-{day:02}") for day in range(10, 14))
REASON = "worse on these tasks"
MOVED: NightlyEvent = event(date="2026-11-13")


def window(**changes: Any) -> dict[str, Any]:
    """Return the test of a decision that opens an alarm."""
    fields: dict[str, Any] = {
        "stage": "window",
        "anchor": "first",
        "baseline": [one.id for one in BASELINE],
        "fresh": [one.id for one in FRESH],
        "tasks": 3,
        "p": 0.00123,
        "adjusted_p": 0.0045,
        "drop": 0.6667,
        "low": 0.1,
        "high": 0.9,
    }
    return {**fields, **changes}


def decided(outcome: str, day: int, reason: str = "", **changes: Any) -> Decision:
    """Return the decision of a day of November 2026."""
    fields: dict[str, Any] = {"outcome": outcome, "date": f"2026-11-{day:02}"}
    fields["reason"] = reason or {"regressed": REASON}.get(outcome, f"it is {outcome}")
    if outcome == "regressed":
        fields["tests"] = [window()]
    return decision(**{**fields, **changes})


def write(folder: Path, *records: NamedRecord) -> Path:
    """Write records as a step of the night does, and return the folder."""
    write_records(folder, records)
    return folder


def panels() -> tuple[Panel, ...]:
    """Return all panels that the alarm's test names."""
    return (*BASELINE, *FRESH)
