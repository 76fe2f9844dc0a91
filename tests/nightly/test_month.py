"""A month from panels to issues: `nightly decide` and `nightly publish` in turn, as the workflow does."""

import subprocess
from datetime import date

import numpy as np
import pytest

from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import Decision, NightlyEvent, read_records
from tests.nightly_months import Script, day_after
from tests.sampling import gate_of

from .conftest import PublishedNights

pytestmark = gate_of("nights")

TASKS = 60
GOOD = np.ones(TASKS)
BAD = np.where(np.arange(TASKS) < 12, 0.0, 1.0)
SERIES = Script(slug="acme-9", setting="text")
FIRST = date(2026, 11, 1)


class Month:
    """Draws, decides and publishes day by day."""

    def __init__(self, nights: PublishedNights) -> None:
        self.nights, self.clone = nights, nights.folder / "clone"
        subprocess.run(["git", "clone", "-q", "-b", "results", nights.remote, self.clone], check=True)

    def night(self, day: int, outcomes: np.ndarray, **changes: object) -> str:
        """Record the panel of a night, decide, publish, and return what was printed."""
        night = day_after(day, FIRST)
        self.nights.add_panels(SERIES.having(**changes).panel(night, outcomes))
        return self.decide(day)

    def decide(self, day: int) -> str:
        self.pull()
        out = self.nights.folder / f"decided-{day}-{len(list(self.nights.folder.iterdir()))}"
        where = ("--nightly", self.clone / NIGHTLY, "--out", out, "--date", day_after(day, FIRST))
        done = self.nights.sightbench("ci", "night-decide", *where)
        assert done.returncode == 0, done.stderr
        done = self.nights.publish_folder(out)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def pull(self) -> None:
        subprocess.run(["git", "-C", self.clone, "pull", "-q"], check=True)

    def outcomes(self) -> list[str]:
        self.pull()
        found = read_records(self.clone / NIGHTLY, Decision, SERIES.slug)
        return [decision.outcome for decision in found if decision.level == "series"]


@pytest.fixture
def month(nights: PublishedNights) -> Month:
    """Nineteen good nights."""
    found = Month(nights)
    panels = [SERIES.panel(day_after(day, FIRST), GOOD) for day in range(19)]
    nights.add_panels(*panels)
    found.decide(18)
    assert nights.hub.issues == []
    return found


def test_a_real_drop_opens_one_issue_and_clean_nights_close_it(month: Month) -> None:
    for day in range(19, 22):
        month.night(day, BAD)
    (issue,) = month.nights.hub.issues
    assert issue["title"] == "Nightly alarm: acme-9 on code-vision/open (text)"
    assert "worse on these tasks" in issue["body"]
    assert "| last 4 panels | the first baseline | 15.0 |" in issue["body"]
    assert issue["body"].count("/blob/results/nightly/panels/code-vision/open/acme-9/") == 22
    month.night(22, np.full(TASKS, np.nan))  # an outage
    assert month.outcomes()[-2:] == ["regressed", "unknown"]
    assert issue["state"] == "open"
    printed = [month.night(day, GOOD) for day in range(23, 26)]
    assert "closed: Nightly alarm" in printed[-1]
    assert issue["state"] == "closed"
    assert len(month.nights.hub.issues) == 1
    assert month.decide(25) == "nothing new for results\n"


def test_an_accepted_level_becomes_the_baseline(month: Month) -> None:
    for day in range(19, 22):
        month.night(day, BAD)
    month.nights.close("jane", when="2026-11-22T20:00:00Z")
    assert "new baseline: acme-9: jane closed issue" in month.decide(21)
    for day in range(22, 26):
        assert "issue" not in month.night(day, BAD)
    assert month.outcomes()[-4:] == ["warming-up"] * 4
    assert [issue["state"] for issue in month.nights.hub.issues] == ["closed"]


def test_a_moved_alias_is_an_event_of_its_alarm(month: Month) -> None:
    moved = {"resolved": {"acme-1-1101": 1.0}}
    for day in range(19, 22):
        month.night(day, BAD, **moved)
    month.pull()
    kinds = [event.kind for event in read_records(month.clone / NIGHTLY, NightlyEvent)]
    assert kinds == ["alias-moved"]
    (issue,) = month.nights.hub.issues
    assert "alias moved: " in issue["body"]
