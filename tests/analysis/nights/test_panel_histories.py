"""Panels of a series: one history per basis, nothing compared across a break."""

from benchmark.analysis.nights.night_series import panel_histories
from tests.results.nights.conftest import panel

NIGHTS = ("2026-11-18", "2026-11-20", "2026-11-21")  # the night of 19 November is missing


def test_a_break_begins_a_new_history() -> None:
    newer = {"versions": {"suite": 2, "judge": 1, "guest": {"python": "3.11.9"}}}
    before = [panel("PWP", date) for date in NIGHTS[:2]]
    after = [panel("PPP", date, **newer) for date in NIGHTS]
    other = panel(setting="text")
    histories = panel_histories([*before, other, *after])
    assert histories == (tuple(before), tuple(after), (other,))


def test_of_two_bases_with_the_same_last_night_the_newer_suite_comes_last() -> None:
    panels = [panel(versions={"suite": version, "judge": 1, "guest": {}}) for version in (3, 10, 2)]
    histories = panel_histories(panels)
    assert [history[0].result.versions.suite for history in histories] == [2, 3, 10]
