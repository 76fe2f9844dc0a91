"""The nights of the rehearsal: scripted panels of three weeks, from which the unchanged care.yml decides."""

import datetime
import sys
from pathlib import Path

from world import ROOT

from benchmark.results.branch import publish
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import Decision, NewRecord, add_nightly, nightly_paths, read_records

sys.path.insert(0, str(ROOT))
from tests.nightly_months import Script

TASKS, LOST = 60, 12  #: tasks of the series, and those that it loses
GOOD_NIGHTS, BAD_NIGHTS = 19, 3  #: a baseline and a night more; then a drop until it is reported


def push_panels(remote: Path, folder: Path, slug: str) -> None:
    """Push the panels of nights of which the last one is today: good ones, and then a real drop."""
    last = datetime.datetime.now(datetime.UTC).date()
    days = GOOD_NIGHTS + BAD_NIGHTS
    outcomes = [
        [float(night < GOOD_NIGHTS or task >= LOST) for task in range(TASKS)] for night in range(days)
    ]
    nights = (last - datetime.timedelta(days=days - 1 - night) for night in range(days))
    script = Script(slug=slug, setting="text")
    new = [NewRecord(panel) for panel in map(script.panel, nights, outcomes)]
    needed = nightly_paths(new)
    publish(str(remote), lambda checkout: add_nightly(new, checkout), folder=folder, needed=needed)


def read_outcomes(checkout: Path, slug: str) -> list[str]:
    """Return the outcomes of the decisions about a submission's series, oldest first."""
    decisions = read_records(checkout / NIGHTLY, Decision, slug)
    return [decision.outcome for decision in decisions if decision.level == "series"]
