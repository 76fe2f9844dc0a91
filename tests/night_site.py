"""Made-up months of watched models for tests of pages: panels, with decisions made by the rule."""

from collections.abc import Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from benchmark.nightly.decide import decide_panels
from benchmark.results.nights import Decision, ModelsSeen
from tests.nightly_months import Floats, Script, day_after, drawn, write_records
from tests.nightly_records import models_seen

NIGHTS = 60
Months = tuple[Script, Sequence[Floats | None]]


def months(nights: int = NIGHTS) -> list[Months]:
    """Return four series of three models: one gets worse, one has an outage, two do not change."""
    vision = Script(slug="acme-vision", model="acme-vision", resolved={"acme-vision-0501": 1.0})
    other = vision.having(suite="humaneval-v", setting="image", protocol="greedy")
    calm = Script(slug="borealis-vl", model="borealis-vl", resolved={"borealis-vl": 1.0})
    mini = Script(
        slug="corvid-mini", model="corvid-mini", provider="anthropic", resolved={"corvid-mini": 1.0}
    )
    spread = np.random.default_rng(5).beta(0.4, 0.3, 120)
    worse = [*drawn(spread, nights - 15, 21), *drawn(spread * 0.78, 15, 22)]
    outage: list[Floats | None] = list(drawn(np.sort(spread)[:80], nights, 23))
    for place in (nights - 32, nights - 31):
        night = outage[place]
        assert night is not None
        night[0, :45] = np.nan
    outage[nights - 40] = None
    return [
        (vision, worse),
        (other, drawn(np.random.default_rng(6).beta(0.3, 0.3, 100), nights, 28)),
        (calm, outage),
        (mini, drawn(np.random.default_rng(7).beta(0.2, 0.4, 60), 6, 25)),
    ]


def write_months(directory: Path, scripts: Sequence[Months], *, pooled: bool = False) -> Path:
    """Write the panels and the decisions of scripted series; a short one ends with the longest.

    Args:
        directory: the folder ``nightly``.
        scripts: the series.
        pooled: whether all are decided about together, with pooled series and events, which takes seconds; by
            default each is decided about alone.
    """
    last = max(len(nights) for _, nights in scripts)
    every = [script.panels(nights, day_after(last - len(nights))) for script, nights in scripts]
    together = sorted(chain(*every), key=lambda panel: panel.night)
    day = together[-1].night
    groups = [together] if pooled else every
    reports = [
        decide_panels(panels, (), (), date.fromisoformat(day), f"{day}T09:00:00Z") for panels in groups
    ]
    return write_records(
        directory,
        *together,
        *(record for report in reports for record in (*report.decisions, *report.events)),
    )


def listed(date: str, *models: str, provider: str = "openai", reason: str | None = None) -> ModelsSeen:
    """Return a list of models; with a reason it could not be read."""
    return models_seen(
        date=date,
        provider=provider,
        state="unknown" if reason else "complete",
        reason=reason,
        models=[{"id": name} for name in sorted(models)],
    )


def decision_of(record: Decision, **changes: Any) -> Decision:
    """Return a decision with other fields, and the id that follows from them."""
    fields = {**record.model_dump(mode="json", by_alias=True), **changes}
    return Decision.model_validate(fields).with_its_id()
