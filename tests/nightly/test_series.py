"""Which panels count for which series, and their nights as values for the rule."""

from datetime import date

import numpy as np
import pytest

from benchmark.nightly.series import NightSeries, find_series
from benchmark.results.nights import Panel
from tests.nightly_months import FIRST, Script, day_after

LATER = day_after(100)
ONE = Script()
OTHER = Script(dataset="official", setting="text")


def found(*panels: Panel, day: date = LATER) -> dict[str, NightSeries]:
    ordered = sorted(panels, key=lambda panel: (panel.night, panel.id))
    return {series.name: series for series in find_series(ordered, day).series}


def only(*panels: Panel, day: date = LATER) -> NightSeries:
    (series,) = found(*panels, day=day).values()
    return series


def days(series: NightSeries) -> list[int]:
    return [(night.date - FIRST).days for night in series.nights]


def versions(series: NightSeries) -> list[int]:
    """Return a number for each night; equal ones are compared."""
    seen: dict[str, int] = {}
    return [seen.setdefault(night.version, len(seen)) for night in series.nights]


def test_the_first_draw_of_each_task_is_its_value() -> None:
    series = only(ONE.panel(FIRST, [[1, 0, np.nan, 1], [0, 1, 1, np.nan]]))
    (night,) = series.nights
    np.testing.assert_equal(night.values, [1, 0, np.nan, 1])
    assert night.date == FIRST


def test_missing_nights_are_skipped() -> None:
    series = only(*ONE.panels([[1, 0], None, None, [1, 1], None, [0, 0]]))
    assert days(series) == [0, 3, 5]
    assert versions(series) == [0, 0, 0]


def test_a_new_version_of_the_suite_breaks_the_series() -> None:
    old, new = ONE.panels([[1, 0]] * 3), ONE.having(suite_version=2).panels([[1, 1]] * 2, day_after(3))
    series = only(*old, *new)
    assert days(series) == [0, 1, 2, 3, 4]
    assert versions(series) == [0, 0, 0, 1, 1]


def test_a_serial_number_of_the_judge_alone_breaks_no_series() -> None:
    """Whoever renewed the lock without a version said that no published verdict moves."""
    panels = [
        panel.model_copy(update={"run": panel.run.model_copy(update={"judge_serial": serial})})
        for panel, serial in zip(ONE.panels([[1, 0]] * 3), (None, "aa", "bb"), strict=True)
    ]
    assert versions(only(*panels)) == [0, 0, 0]


def test_of_an_old_version_only_nights_before_the_new_one_count() -> None:
    """The newer one has two of the old nights, and a third version came for one night in between."""
    old = ONE.panels([[1, 0]] * 6)
    newer = ONE.having(judge_version=2).panels([[1, 1]] * 3, day_after(4))
    middle = ONE.having(judge_version=3).panel(day_after(5), [0, 0])
    series = only(*old, *newer, middle)
    assert days(series) == [0, 1, 2, 3, 4, 5, 6]
    assert versions(series) == [0, 0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("day", [0, 1])
def test_panels_of_the_future_are_ignored_with_a_note(day: int) -> None:
    panels = ONE.panels([[1, 0]] * 4)
    result = find_series(panels, day_after(day))
    (series,) = result.series
    assert days(series) == list(range(day + 1))
    (note,) = result.notes
    assert str(day_after(day + 1)) in note
    assert note.startswith("acme-1: code-vision/open")
    assert find_series(panels, LATER).notes == ()


def test_a_future_version_does_not_hide_the_present_one() -> None:
    wrong_clock = ONE.having(suite_version=2).panel("2091-01-01", [1, 1])
    assert versions(only(*ONE.panels([[1, 0]] * 3), wrong_clock)) == [0, 0, 0]


def test_second_stage_panels_do_not_count() -> None:
    assert days(only(ONE.panel(FIRST, [1, 0]), ONE.having(result={"stage": 2}).panel(FIRST, [0, 0]))) == [0]


def test_all_series_of_a_model_are_pooled() -> None:
    series = found(*ONE.panels([[1, 0]] * 3), *OTHER.panels([[0, 1, np.nan]] * 3))
    assert list(series) == [
        "acme-1: code-vision/official, text, cool-1, sightbench",
        "acme-1: code-vision/open, flowchart, cool-1, sightbench",
        "acme-1: all series",
    ]
    pooled = series["acme-1: all series"]
    np.testing.assert_equal(pooled.nights[0].values, [0, 1, np.nan, 1, 0])
    assert [name.dataset for name in pooled.names] == ["official", "open"]
    assert len(pooled.ids([FIRST])) == 2


def test_a_pooled_night_needs_a_panel_of_each_series() -> None:
    series = found(*ONE.panels([[1, 0]] * 4), *OTHER.panels([[0, 1], None, [0, 1], None, [0, 0]]))
    assert days(series["acme-1: all series"]) == [0, 2]


def test_a_break_of_one_series_breaks_the_pooled_one() -> None:
    broken = OTHER.having(suite_version=2).panels([[0, 1]] * 2, day_after(2))
    series = found(*ONE.panels([[1, 0]] * 4), *OTHER.panels([[0, 1]] * 2), *broken)
    assert versions(series["acme-1: all series"]) == [0, 0, 1, 1]


def test_a_series_that_ended_a_week_ago_leaves_the_pooled_one() -> None:
    third = ONE.having(setting="text")
    panels = (*ONE.panels([[1, 0]] * 20), *OTHER.panels([[0, 1]] * 20))
    assert len(found(*panels, *third.panels([[1, 1]] * 13))["acme-1: all series"].names) == 3
    assert len(found(*panels, *third.panels([[1, 1]] * 12))["acme-1: all series"].names) == 2
    assert len(found(*panels, *third.panels([[1, 1]] * 12))["acme-1: all series"].nights) == 20


def test_a_series_that_returns_after_more_than_a_week_joins_with_a_break() -> None:
    one, other, third = Script(), Script(dataset="official"), Script(dataset="third")
    for absent, versions in ((7, 1), (8, 2)):
        panels = [*one.panels([[1.0]] * 20), *other.panels([[1.0]] * 20)]
        panels += third.panels([[1.0]] * 5 + [None] * absent + [[1.0]] * (15 - absent))
        pooled = found(*panels)["acme-1: all series"]
        assert len({night.version for night in pooled.nights}) == versions
        assert len(pooled.nights) == (20 if versions > 1 else 20 - absent)
        assert len(pooled.names_on(FIRST)) == 4 - versions


def test_nothing_is_pooled_for_one_series_or_without_a_common_night() -> None:
    assert len(found(*ONE.panels([[1, 0]]))) == 1
    assert len(found(*ONE.panels([[1, 0]]), *OTHER.panels([None, [1, 1]]))) == 2
    assert len(found(*ONE.panels([[1, 0]]), *OTHER.having(slug="acme-2").panels([[1, 0]]))) == 2


def test_series_on_one_data_set_share_their_stems() -> None:
    stems = {"task-0000": "square", "task-0001": "square"}
    one, other = Script(result={}, stems=stems), Script(setting="text", stems=stems)
    pooled = found(*one.panels([[1, 0, 1]]), *other.panels([[1, 0, 1]]))["acme-1: all series"]
    assert pooled.stems(FIRST) == ("code-vision/open/square",) * 2 + ("code-vision/open/task-0002",) + (
        "code-vision/open/square",
        "code-vision/open/square",
        "code-vision/open/task-0002",
    )


def test_of_two_versions_with_the_same_last_night_the_newer_suite_counts() -> None:
    panels = [ONE.having(suite_version=version).panel(FIRST, [version == 10, 0]) for version in (3, 10, 2)]
    np.testing.assert_equal(only(*panels).nights[0].values, [1, 0])
