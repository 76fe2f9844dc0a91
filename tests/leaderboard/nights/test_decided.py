"""The page of trends shows what the decisions of ``nightly decide`` say, pooled series included."""

from pathlib import Path

import pytest

from benchmark.leaderboard.rows.nightly_records import read_nightly
from benchmark.leaderboard.trends.page import trends_view
from tests.night_site import months, write_months

pytestmark = pytest.mark.gate


def test_the_series_of_a_model_are_also_shown_together(sources, tmp_path: Path) -> None:
    records = read_nightly(write_months(tmp_path / "nightly", months(40), command=True), None)
    found = trends_view(sources(nightly=records))
    assert found.sentence == "1 of 3 watched models got worse in the last 40 nights."
    assert [series.data for series in found.changed] == ["all series together", "Code-Vision, open"]
    assert [series.badge.words for series in found.changed] == ["got worse", "got worse"]
    for series in found.changed:
        assert series.chart.bands
        assert series.notes[-1].note.text.startswith("Worse on these tasks: ")
    assert [mark.bad for series in found.changed for mark in series.chart.marks].count(True) == 2
    unknown = [entry.note.text for entry in found.notes if entry.note.badge.words == "unknown"]
    assert len(unknown) == 1
    assert unknown[0].startswith("31 of 80 tasks have no draw, so this night is not used. ")
