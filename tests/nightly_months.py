"""Scripted months of nightly runs, written as the files that the branch of results has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmark.results.nights import AnyRecord, Panel
from tests.results.nights.records import digest, panel

Floats = NDArray[np.float64]
FIRST = date(2026, 3, 1)


@dataclass(frozen=True, kw_only=True)
class Script:
    """A series whose panels are to be written; ``result`` and ``run`` replace fields of the panels."""

    slug: str = "acme-1"
    suite: str = "code-vision"
    dataset: str = "open"
    setting: str = "flowchart"
    protocol: str = "cool-1"
    prompt: str = "sightbench"
    provider: str = "openai"
    model: str = "acme-1"
    suite_version: int = 1
    judge_version: int = 1
    resolved: Mapping[str, float] = field(default_factory=lambda: {"acme-1-0501": 1.0})  #: share by model id
    fingerprints: Mapping[str, float] = field(default_factory=dict)  #: share by fingerprint
    stems: Mapping[str, str] = field(default_factory=dict)  #: stem by task id; the id by default
    result: Mapping[str, Any] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)

    def panel(self, night: date | str, outcomes: Floats | Sequence[float]) -> Panel:
        """Return the panel of one night.

        Args:
            night: its date.
            outcomes: (task) or (draw, task), 1 if the draw passed, 0 if it failed, nan if it is missing.
        """
        drawn = np.atleast_2d(np.asarray(outcomes, dtype=float))
        words = np.where(np.isnan(drawn), "missing", np.where(drawn == 1, "passed", "wrong_answer"))
        statuses = {
            f"task-{task:04d}": [str(word) for word in words[:, task]] for task in range(words.shape[1])
        }
        there = int((~np.isnan(drawn)).sum())
        count, day = max(1, there), str(night)
        missing = {
            f"{task}#{draw}": "the provider did not answer"
            for task, found in statuses.items()
            for draw, word in enumerate(found)
            if word == "missing"
        }
        names = ("suite", "dataset", "slug", "setting", "protocol", "provider", "model")
        fields: dict[str, Any] = {
            **{name: getattr(self, name) for name in names},
            "prompt": {"name": self.prompt, "digest": digest("prompt")},
            "tasks": {"count": len(statuses), "digest": digest("tasks"), "stems": dict(self.stems)},
            "versions": {
                "suite": self.suite_version,
                "judge": self.judge_version,
                "guest": {"python": "3.11.9"},
            },
            "resolved_models": _counts(self.resolved, there),
            "fingerprints": _counts(self.fingerprints, there),
            "completions": {
                "count": count,
                "draws": len(drawn),
                "digest": digest(day + words.tobytes().hex()),
            },
            "statuses": statuses,
            "cost_usd": 0.01,
            "missing": missing,
        }
        return panel(date=day, **(fields | dict(self.result) | dict(self.run)))

    def panels(self, nights: Iterable[Floats | None], first: date = FIRST) -> tuple[Panel, ...]:
        """Return the panels of nights in a row; None is a night without a panel."""
        return tuple(
            self.panel(day_after(place, first), outcomes)
            for place, outcomes in enumerate(nights)
            if outcomes is not None
        )

    def having(self, **changes: Any) -> "Script":
        """Return the script with other fields."""
        return replace(self, **changes)


def day_after(place: int, first: date = FIRST) -> date:
    """Return the date so many days after the first one."""
    return first + timedelta(days=place)


def drawn(chances: Floats, nights: int, seed: int, draws: int = 1) -> list[Floats]:
    """Return the outcomes of nights in a row, (draw, task) each, from the chances of the tasks."""
    generator = np.random.default_rng(seed)
    return [
        (generator.uniform(size=(draws, len(chances))) < chances).astype(np.float64) for _ in range(nights)
    ]


def write_records(directory: Path, *records: AnyRecord) -> Path:
    """Write records into the folder ``nightly`` of a checkout, which is returned."""
    for record in records:
        path = record.path(directory)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record.to_bytes())
    return directory


def _counts(shares: Mapping[str, float], count: int) -> dict[str, int]:
    """Return whole numbers with about these shares; the rest has no value."""
    found = {name: round(share * count) for name, share in shares.items()}
    return {name: number for name, number in found.items() if number > 0}
