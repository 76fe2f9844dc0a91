"""The nights of the rehearsal: scripted panels of two weeks, from which the unchanged nightly.yml decides."""

import datetime
import sys
from collections.abc import Iterator
from pathlib import Path

from world import ROOT

from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.files import read_records
from benchmark.results.nightly.panel import Panel

sys.path.insert(0, str(ROOT))
from tests.nightly_months import Script, write_records

TASKS, LOST = 60, 12  #: tasks of the series, and those that it loses
GOOD_NIGHTS, BAD_NIGHTS = 9, 5  #: a baseline of eight nights; then stage 1, and the four nights of stage 2
#: The payloads of the events that begin the two halves of a night.
DRAW = {"schedule": "23 1 * * *"}
DECIDE = {"inputs": {"step": "decide"}}


def write_panels(folder: Path, slug: str) -> Path:
    """Write the panels of nights of which the last one is today: good ones, and then a real drop."""
    last = datetime.datetime.now(datetime.UTC).date()
    days = GOOD_NIGHTS + BAD_NIGHTS
    outcomes = [
        [float(night < GOOD_NIGHTS or task >= LOST) for task in range(TASKS)] for night in range(days)
    ]
    nights = (last - datetime.timedelta(days=days - 1 - night) for night in range(days))
    script = Script(slug=slug, setting="text")
    panels: Iterator[Panel] = map(script.panel, nights, outcomes)
    write_records(folder / NIGHTLY, *panels)
    return folder


def read_outcomes(checkout: Path, slug: str) -> list[str]:
    """Return the outcomes of the decisions about a submission's series, oldest first."""
    decisions = read_records(checkout / NIGHTLY, Decision, slug)
    return [decision.outcome for decision in decisions if decision.level == "series"]
