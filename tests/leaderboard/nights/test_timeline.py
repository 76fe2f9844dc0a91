"""Timelines, bands and charts of a few hand-made nights."""

from typing import Any

from benchmark.leaderboard.nights.page import LANE, WatchedModel, night_chart, numbers, series_view
from benchmark.leaderboard.nights.timeline import (
    NO_CHANGE,
    STOPPED,
    UNDECIDED,
    WORSE,
    NightNote,
    Timeline,
    Window,
    changes,
    notes_of,
    timelines,
)
from benchmark.results.nights import Decision, NightlyRecords, NightPanel, light_panel
from tests import nightly_records
from tests.drawings import shapes
from tests.nightly_months import Script, day_after
from tests.nightly_records import happened

SCRIPT = Script()


def night(place: int, letters: str = "PPFF", script: Script = SCRIPT) -> NightPanel:
    """Return the panel of a night; each letter is a task: Passed, Failed, Missing."""
    values = {"P": 1.0, "F": 0.0, "M": float("nan")}
    return light_panel(script.panel(day_after(place), [values[letter] for letter in letters]))


def decision(
    place: int, outcome: str = "ok", *named: NightPanel, anchor: str = "first", **more: Any
) -> Decision:
    """Return the decision of a night against a baseline of panels."""
    test = {
        "stage": "night" if outcome != "regressed" else "window",
        "anchor": anchor,
        "baseline": [panel.id for panel in named],
        "fresh": ["f" * 64],
        "tasks": 4,
        "p": 0.5,
        "drop": 0.1,
    }
    date, tests = day_after(place).isoformat(), [test] if named else []
    fields = {"date": date, "outcome": outcome, "reason": f"reason of {place}", "tests": tests}
    return nightly_records.decision(**{**fields, **more})


def only(panels: list[NightPanel], decisions: tuple[Decision, ...] = ()) -> Timeline:
    (line,) = timelines(NightlyRecords(panels=tuple(panels), decisions=decisions))
    return line


def window(days: int) -> Window:
    return Window(day_after(0).isoformat(), day_after(days - 1).isoformat())


def test_a_line_is_interrupted_where_a_night_is_missing_or_unknown() -> None:
    panels = [
        night(place, letters)
        for place, letters in ((0, "PPFF"), (1, "PPPF"), (3, "PPFF"), (4, "MMMM"), (5, "PPPP"), (6, "PPPF"))
    ]
    line = only(panels, (decision(6, "unknown"),))
    drawing = night_chart(line, window(7), "", small=True).drawing
    assert [joined["points"].count(",") for joined in shapes(drawing, "polyline")] == [2]
    assert [dot["cx"] for dot in shapes(drawing, "circle", "dt")] == ["50%", "83.33%"]
    assert [point.share for point in line.points] == [0.5, 0.75, 0.5, None, 1.0, None]


def test_nothing_is_joined_across_a_break_which_is_drawn_and_noted() -> None:
    newer = SCRIPT.having(suite_version=2)
    panels = [night(0), night(1), night(2, script=newer), night(3, script=newer)]
    line = only(panels)
    drawing = night_chart(line, window(4), "").drawing
    assert [joined["points"].count(",") for joined in shapes(drawing, "polyline")] == [2, 2]
    assert [found["x1"] for found in shapes(drawing, "line", "bk")] == ["50%"]
    (note,) = notes_of(line, (), "2026-01-01")
    assert note.text == "Suite version 1 → 2. Nights before and after are not compared."
    assert (note.date, note.badge.words) == (day_after(2).isoformat(), "break")


def test_a_night_with_panels_of_two_versions_counts_once_with_the_newer() -> None:
    newer = SCRIPT.having(suite_version=2)
    panels = [night(0, "PFFF"), night(1, "PFFF"), night(1, "PPFF", newer), night(2, "PPFF", newer)]
    line = only(sorted(panels, key=lambda panel: panel.night))
    assert [point.passed for point in line.points] == [1, 2, 2]
    assert line.points[0].basis != line.points[1].basis == line.points[2].basis


def test_the_band_is_that_of_the_baseline_that_decisions_name_and_holds_its_own_nights() -> None:
    panels = [night(place, "PPFF") for place in range(6)]
    line = only(panels, (decision(4, "ok", *panels[:4]), decision(5, "ok", *panels[:5])))
    (piece,) = line.bands
    assert (piece.first, piece.last) == (day_after(0).isoformat(), day_after(5).isoformat())
    assert (piece.band.low, piece.band.middle, piece.band.high) == (0.375, 0.5, 0.625)


def test_a_new_baseline_begins_a_new_band_from_its_first_night_on() -> None:
    panels = [night(place, "PPPF" if place < 6 else "PFFF") for place in range(12)]
    decisions = (
        decision(4, "ok", *panels[:4]),
        decision(5, "new-baseline", cause="person", by="octocat"),
        decision(6, "warming-up"),
        decision(10, "ok", *panels[6:10], anchor="current"),
    )
    first, second = only(panels, decisions).bands
    assert (first.last, first.band.middle) == (day_after(4).isoformat(), 0.75)
    assert (second.first, second.band.middle) == (day_after(6).isoformat(), 0.25)


def test_panels_of_another_basis_give_no_band() -> None:
    newer = SCRIPT.having(suite_version=2)
    panels = [night(0), night(1), night(2, script=newer)]
    assert only(panels, (decision(2, "ok", *panels[:2]),)).bands == ()


def test_low_nights_are_marked() -> None:
    panels = [*(night(place, "PPPP") for place in range(5)), night(5, "PPFF")]
    line = only(panels, (decision(4, "ok", *panels[:4]), decision(5, "ok", *panels[:4])))
    chart = night_chart(line, window(6), "")
    assert [found["cx"] for found in shapes(chart.drawing, "circle", "lw")] == ["100%"]
    assert chart.has_low


def test_all_series_of_a_model_are_pooled_on_nights_that_have_each() -> None:
    other = SCRIPT.having(suite="humaneval-v")
    panels = [night(0), night(0, "PPPPPP", other), night(1), night(2), night(2, "PPPPPF", other)]
    name = {"dataset": "open", "setting": "flowchart", "protocol": "cool-1", "prompt": "sightbench"}
    both = [{"suite": suite, **name} for suite in ("code-vision", "humaneval-v")]
    whole = decision(2, "ok", panels[0], panels[1], level="model", series=both)
    model, *series = timelines(NightlyRecords(panels=tuple(panels), decisions=(whole,)))
    assert (model.pooled, len(series)) == (True, 2)
    assert [(point.date[-2:], point.passed, point.tasks) for point in model.points] == [
        ("01", 8, 10),
        ("03", 7, 10),
    ]
    (piece,) = model.bands
    assert piece.band.middle == 0.8


def test_marks_that_are_close_are_in_different_rows_and_one_day_has_one_mark() -> None:
    dates = [day_after(place).isoformat() for place in (0, 1, 1, 30)]
    notes = [
        NightNote(date=date, badge=badge, text="x")
        for date, badge in zip(dates, (NO_CHANGE, NO_CHANGE, WORSE, NO_CHANGE), strict=True)
    ]
    line = only([night(place) for place in range(31)])
    drawing = night_chart(line, window(31), "", notes).drawing
    assert [(mark["text"], mark["y"]) for mark in shapes(drawing, "text", "et")] == [
        ("1", "15"),
        ("2", str(LANE + 15)),
        ("3", "15"),
    ]
    assert [mark["cy"] for mark in shapes(drawing, "circle", "eb bad")] == [str(LANE + 11)]
    assert [found["y"] for found in shapes(drawing, "svg", None) if "y" in found] == [str(2 * LANE)]
    assert numbers(notes, window(31)) == {dates[0]: 1, dates[1]: 2, dates[3]: 3}


def test_an_outage_explains_unknown_nights_in_their_note() -> None:
    panels = [night(place) for place in range(5)]
    down = [
        happened("outage", date=day_after(place).isoformat(), detail=f"no answer {place}")
        for place in (2, 3, 4)
    ]
    unknown = (decision(2, "unknown"), decision(3, "unknown"), decision(4, "ok"))
    first, second = notes_of(only(panels, unknown), down, "2026-01-01")
    assert (first.text, first.days) == ("Reason of 2. no answer 2.", "3 Mar to 4 Mar 2026")
    assert (second.badge.words, second.text) == ("outage", "no answer 4.")


def test_a_suite_break_is_noted_once() -> None:
    newer = SCRIPT.having(suite_version=2)
    line = only(
        [night(0), night(1, script=newer)],
        (decision(0, "ok"), decision(1, "new-baseline", cause="suite-break")),
    )
    where = {"suite": "code-vision", "dataset": "open", "before": "1", "after": "2"}
    found = happened("suite-break", date=day_after(1).isoformat(), detail="suite 1 to 2", **where)
    assert [note.text for note in notes_of(line, (found,), "2026-01-01")] == ["suite 1 to 2."]
    assert [note.text for note in notes_of(line, (), "2026-01-01")] == ["Reason of 1."]


def test_an_alarm_that_a_break_left_open_is_noted_again_with_its_reason() -> None:
    newer = SCRIPT.having(suite_version=2)
    held = [decision(place, "regressed", night(0), cause="suite-break") for place in (2, 3)]
    line = only(
        [night(0), night(1), *(night(place, script=newer) for place in (2, 3))],
        (decision(0, "ok"), decision(1, "regressed", night(0)), *held),
    )
    where = {"suite": "code-vision", "dataset": "open", "before": "1", "after": "2"}
    found = happened("suite-break", date=day_after(2).isoformat(), detail="suite 1 to 2", **where)
    texts = [note.text for note in notes_of(line, (found,), "2026-01-01")]
    assert texts == ["Reason of 1.", "Reason of 2.", "suite 1 to 2."]


def test_a_series_says_what_it_can_see() -> None:
    model = WatchedModel(slug="acme-1", name="Acme", page="", lines=())
    line = only([night(0)], (decision(0, "ok", visible_drop=0.043),))
    view = series_view(model, line, window(1), ())
    assert view.facts == "detects a drop of 4.3 points or more"
    assert series_view(model, only([night(0)]), window(1), ()).facts == ""


def test_the_feed_reports_changes_and_their_ends_only() -> None:
    outcomes = ("warming-up", "ok", "ok", "repeats", "repeats", "ok", "unknown", "ok", "new-baseline")
    decisions = [
        decision(place, outcome, **({"cause": "closed-issue"} if outcome == "new-baseline" else {}))
        for place, outcome in enumerate(outcomes)
    ]
    assert [found.date[-2:] for found, _ in changes(decisions)] == ["04", "06", "07", "09"]


def test_one_night_is_a_chart_of_one_dot() -> None:
    drawing = night_chart(only([night(0)]), window(1), "").drawing
    found = [
        len(shapes(drawing, tag, name))
        for tag, name in (("polyline", None), ("circle", "dt"), ("text", "t s"))
    ]
    assert found == [0, 1, 1]
    assert any(inner.get("viewBox") == "0 0 1 250" for inner in shapes(drawing, "svg"))


def test_a_series_without_a_panel_for_more_than_a_week_is_not_drawn_any_more() -> None:
    model = WatchedModel(slug="acme-1", name="Acme", page="", lines=())
    line = only([night(0)])
    assert series_view(model, line, window(8), ()).badge == UNDECIDED
    assert series_view(model, line, window(9), ()).badge == STOPPED
