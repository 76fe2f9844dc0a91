"""Scripted months: what is decided about each night, and what stands in the records."""

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np
import pytest
from inline_snapshot import snapshot

from benchmark.core.errors import BadInput
from benchmark.nightly.decide import NightsReport, decide_panels, lasting_text
from benchmark.nightly.series import find_series
from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import Decision, NightlyEvent, Panel
from benchmark.results.status import RunFields
from benchmark.scoring.nights import power
from benchmark.scoring.nights.rule import Track
from tests.nightly_months import FIRST, Floats, Script, day_after, drawn
from tests.nightly_records import happened
from tests.sampling import gate_of
from tests.wording import wrapped

pytestmark = gate_of("nights")

WHEN = "2026-06-01T00:00:00Z"
TASKS = 60
ONE = Script()
OTHER = Script(dataset="official", setting="text")
#: Half of the tasks pass with chance 0.9, the others always.
CHANCES = np.repeat([0.9, 1.0], TASKS // 2)


@pytest.fixture(autouse=True)
def _quick_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip computing the drop that a series detects: it is slow, and has tests of its own."""
    monkeypatch.setattr(power, "_visible_drop", lambda *_: 0.05)
    monkeypatch.setattr(power, "_panel_size", lambda *_: 300)


def decide(
    *panels: Panel, nights: int = 400, recorded: Sequence[Decision] = (), events: Sequence = ()
) -> NightsReport:
    ordered = sorted(panels, key=lambda panel: (panel.night, panel.id))
    return decide_panels(ordered, recorded, events, day_after(nights - 1), WHEN)


def outcomes(report: NightsReport, level: str = "series") -> list[str]:
    return [made.outcome for made in report.decisions if made.level == level]


def failing(nights: list[Floats], number: int) -> list[Floats]:
    """Return the same nights, where the first tasks fail."""
    return [np.where(np.arange(TASKS) < number, 0.0, night) for night in nights]


def worse_month(calm: int = 20, worse: int = 8, after: int = 6, number: int = 20) -> list[Floats]:
    nights = drawn(CHANCES, calm + worse + after, seed=5)
    return [*nights[:calm], *failing(nights[calm : calm + worse], number), *nights[calm + worse :]]


def test_a_calm_month_warms_up_and_stays_calm() -> None:
    report = decide(*ONE.panels(drawn(CHANCES, 30, seed=1)))
    found = outcomes(report)
    assert found[:17] == ["warming-up"] * 17
    assert "regressed" not in found
    assert found[-1] == "ok"
    assert report.decisions[0].reason == "1 of 18 nights of the baseline"
    assert report.decisions[-1].reason.startswith("no drop: p = ")
    assert [made.visible_drop for made in report.decisions[:18]] == [None] * 17 + [0.05]
    assert report.events == ()


@pytest.mark.parametrize(("series", "pooled"), [(110, True), (201, False)])
def test_a_submission_with_many_runs_does_not_stop_the_decisions_of_others(series: int, pooled: bool) -> None:
    """A submission may have 200 runs; what an edited one had before stays active for a week."""
    nights = [np.array([1.0, 0.0])] * 3
    many = [ONE.having(setting=f"s-{number}").panels(nights) for number in range(series)]
    report = decide(*(panel for panels in many for panel in panels), *OTHER.having(slug="b").panels(nights))
    assert {made.slug for made in report.decisions} == {ONE.slug, "b"}
    assert any(made.level == "model" for made in report.decisions) == pooled


def test_a_drop_is_decided_and_ended_by_clean_nights() -> None:
    report = decide(*ONE.panels(worse_month()))
    found = outcomes(report)
    assert found[18:21] == ["ok"] * 3
    assert found[21:32] == ["regressed"] * 11
    assert found[32:34] == ["new-baseline", "warming-up"]
    assert "more nights decide" in report.decisions[20].reason
    decided = report.decisions[21]
    check = next(test for test in decided.tests if test.adjusted_p is not None)
    panels = {panel.id: panel for panel in ONE.panels(worse_month())}
    assert [panels[name].night for name in check.baseline] == [str(day_after(day)) for day in range(18)]
    assert [panels[name].night for name in check.fresh] == [str(day_after(day)) for day in range(18, 22)]
    assert check.tasks == TASKS
    assert check.p < 0.0025
    assert check.adjusted_p == pytest.approx(check.p)
    assert check.high is not None
    assert 0 < check.low < check.drop < check.high
    assert decided.reason.startswith("worse on these tasks: ")
    assert (decided.active_series, decided.visible_drop) == (1, 0.05)
    assert report.decisions[31].reason.find("4 clean nights, which do not differ enough") > 0
    assert report.decisions[32].cause == "closed-issue"
    assert "(decided on 2026-03-22); 2 of 3 clean nights" in report.decisions[29].reason


def test_an_alarm_that_clean_nights_do_not_end_says_why() -> None:
    nights = ONE.panels(drawn(CHANCES, 1, 1))
    (night,) = find_series(nights, FIRST).series[0].nights
    differ = "which do not differ enough from those that opened the alarm"
    texts = [lasting_text("worse", Track(clean=(night,) * clean), "2026-03-15") for clean in (2, 4)]
    assert texts == [
        "worse (decided on 2026-03-15); 2 of 3 clean nights",
        f"worse (decided on 2026-03-15); 4 clean nights, {differ}",
    ]


def test_a_lasting_alarm_keeps_the_tests_that_opened_it() -> None:
    report = decide(*ONE.panels(worse_month(after=0)))
    first, later = report.decisions[21], report.decisions[27]
    opened = [test for test in first.tests if test.adjusted_p is not None]
    assert opened
    assert [test for test in later.tests if test.adjusted_p is not None] == opened
    assert first.outcome == later.outcome == "regressed"


def test_the_second_baseline_is_compared_along_with_the_first() -> None:
    nights = worse_month(after=24)
    last = decide(*ONE.panels(nights)).decisions[-1]
    assert {test.anchor for test in last.tests} == {"first", "current"}
    assert len({test.baseline[0] for test in last.tests}) == 2


def test_every_night_alone_gives_the_same_decisions_as_all_at_once() -> None:
    """A record is made once, and no night is recorded twice."""
    panels, recorded, events = ONE.panels(worse_month()), [], []
    for night in range(1, len(panels) + 1):
        report = decide(*panels[:night], nights=night, recorded=recorded, events=events)
        recorded += report.decisions
        events += report.events
    assert [made.id for made in recorded] == [made.id for made in decide(*panels).decisions]
    assert decide(*panels, recorded=recorded).decisions == ()


def test_a_late_panel_counts_from_the_next_decision_on() -> None:
    panels = ONE.panels(worse_month(after=0))
    early = decide(*(panel for panel in panels if panel.night != str(day_after(3))), nights=27)
    assert len(early.decisions) == 26
    later = decide(*panels, recorded=early.decisions)
    assert [made.date for made in later.decisions] == [str(day_after(27))]
    assert len(later.decisions[0].tests[0].baseline) == 18


def test_an_improvement_is_reported_apart() -> None:
    nights = worse_month(calm=6, worse=20, after=0)[::-1]
    report = decide(*ONE.panels(nights))
    found = outcomes(report)
    assert found[21:] == ["improved"] * 5
    decided = report.decisions[21]
    assert [test.direction for test in decided.tests if test.adjusted_p is not None] == ["rise"]
    assert decided.reason.startswith("better on these tasks: ")
    assert "points more" in decided.reason


SENTINEL = ONE.having(slug="stored", provider="replay", model="answers.jsonl")


def test_an_alarm_waits_while_our_own_pipeline_moved_in_the_same_nights() -> None:
    worse = ONE.panels(worse_month(worse=30, after=0))
    stored = [np.where(CHANCES < 1, 1.0, 0.0)] * 50
    broken = [*stored[:20], *failing(stored[20:30], 20), *stored[30:]]
    report = decide(*worse, *SENTINEL.panels(broken))
    model, sentinel = (
        [made for made in report.decisions if made.slug == slug] for slug in ("acme-1", "stored")
    )
    (first, *later), opened = [each for each in model if each.outcome == "regressed"], date(2026, 3, 21)
    assert date.fromisoformat(first.date) > opened
    assert first.sentinel == "stored"
    assert first.reason.startswith("our pipeline moved, too (stored), so this alarm waits; worse on these")
    assert (later[-1].sentinel, later[-1].outcome) == (None, "regressed"), "only the pipeline is back"
    assert "regressed" in {each.outcome for each in sentinel}
    assert {each.sentinel for each in sentinel} == {None}, "a sentinel does not wait for itself"


@pytest.mark.parametrize("stored", ["steady", "elsewhere", "earlier", "asked"])
def test_an_alarm_does_not_wait_for_what_did_not_move(stored: str) -> None:
    """A steady sentinel, none in these nights, one that moved before, and a model that a vendor answers."""
    worse = ONE.panels(worse_month(worse=30, after=0))
    good = [np.where(CHANCES < 1, 1.0, 0.0)] * 50
    nights = {
        "steady": good,
        "elsewhere": [*good[:20], *[None] * 30],
        "earlier": [*failing(good[:2], 20), *good[2:]],
        "asked": [*good[:20], *failing(good[20:], 20)],
    }[stored]
    script = SENTINEL.having(provider="openai") if stored == "asked" else SENTINEL
    report = decide(*worse, *script.panels(nights))
    assert "regressed" in outcomes(report)
    assert {made.sentinel for made in report.decisions} == {None}


def test_an_exchange_of_tasks_is_no_drop() -> None:
    """Nine deterministic tasks fail now, and four others pass: luck among thirteen stems."""
    before = np.repeat([1.0, 0.0], TASKS // 2)
    after = before.copy()
    after[:9], after[-4:] = 0.0, 1.0
    report = decide(*ONE.panels([before] * 19 + [after] * 6))
    assert set(outcomes(report)[18:]) == {"ok"}
    assert report.decisions[-1].reason.startswith("8.3 points fewer in 5 nights, p = 0.13: ")


def accept(day: date, **changes: object) -> Decision:
    name = ONE.panel(FIRST, [1.0]).result.series
    fields = {key: value for key, value in name._asdict().items() if key != "slug"}
    record = {
        "id": NO_ID,
        "date": str(day),
        "when": WHEN,
        "slug": "acme-1",
        "level": "series",
        "series": [RunFields(**fields)],
        "outcome": "new-baseline",
        "reason": "accepted",
        "cause": "person",
        "by": "anna",
        **changes,
    }
    return Decision.model_validate(record).with_its_id()


def test_a_person_accepts_the_present_level() -> None:
    panels = ONE.panels(worse_month(after=0, worse=26))
    accepted = accept(day_after(23))
    report = decide(*panels, recorded=[accepted])
    found = outcomes(report)
    assert found[21:23] == ["regressed"] * 2
    assert found[23:40] == ["warming-up"] * 17
    assert found[40:] == ["ok"] * 6
    assert report.decisions[23].reason == "1 of 18 nights of the baseline"
    assert {test.anchor for test in report.decisions[-1].tests} == {"current"}
    other = accept(day_after(23), slug="acme-2")
    assert outcomes(decide(*panels, recorded=[other])) == outcomes(decide(*panels))


@pytest.mark.parametrize("cause", ["closed-issue", "suite-break"])
def test_recorded_baselines_of_the_rule_itself_change_nothing(cause: str) -> None:
    panels = ONE.panels(worse_month(after=0))
    made = accept(day_after(12), cause=cause, by=None)
    assert outcomes(decide(*panels, recorded=[made])) == outcomes(decide(*panels))[13:]


def test_a_new_version_begins_anew_and_says_why() -> None:
    old, new = drawn(CHANCES, 9, seed=1), drawn(CHANCES * 0.3, 19, seed=2)
    report = decide(*ONE.panels(old), *ONE.having(suite_version=2).panels(new, day_after(9)))
    found = outcomes(report)
    assert found[9:] == ["new-baseline"] + ["warming-up"] * 16 + ["ok"] * 2
    decided = report.decisions[9]
    assert decided.cause == "suite-break"
    assert wrapped(decided.reason) == snapshot("""\
everything begins anew; suite version raised: code-vision/open has suite 2 now, suite 1 before:
 nothing is compared across\
""")
    assert decided.events == [report.events[0].id]


def played(*panels: Panel, events: Sequence[NightlyEvent] = ()) -> list[Decision]:
    """Decide after each night, as the chain does, and check that all at once gives the same decisions."""
    recorded: list[Decision] = []
    days = sorted({date.fromisoformat(panel.night) for panel in panels})
    for day in days:
        known = [event for event in events if event.date <= str(day)]
        nights = (day - FIRST).days + 1
        found = decide(*panels, nights=nights, recorded=recorded, events=known).decisions
        assert decide(*panels, nights=nights, recorded=[*recorded, *found], events=known).decisions == ()
        recorded += found
    at_once = decide(*panels, events=events).decisions
    assert [(made.date, made.outcome, made.reason) for made in recorded] == [
        (made.date, made.outcome, made.reason) for made in at_once
    ]
    return recorded


NEWER = ONE.having(suite_version=2)


def held_since(day: str) -> str:
    """Return what a decision says of the alarm of `worse_month`, which four nights opened."""
    nights = worse_month(worse=9, after=0)
    before, worse = (100 * float(np.mean(several)) for several in (nights[:18], nights[18:22]))
    return (
        f"cannot be decided since {day}: the level before the break was {before:.1f} %,"
        f" and {worse:.1f} % in the nights that opened the alarm"
    )


@pytest.mark.parametrize("missing", [0, 31])
def test_an_open_alarm_survives_a_raised_suite_and_says_why(missing: int) -> None:
    """Also if the first night of the new version cannot be used. Nothing is compared with old nights."""
    old, new = ONE.panels(worse_month(after=0, worse=9)), drawn(CHANCES, 22, seed=2)
    new[0][0, :missing] = np.nan
    made = played(*old, *NEWER.panels(new, day_after(len(old))))[len(old) :]
    opened = {test.baseline[0] for test in made[-1].tests}
    assert opened == {old[0].id}, "only the tests that opened the alarm are shown"
    assert {one.outcome for one in made[1:]} == {"regressed"}
    assert {one.cause for one in made[1:]} == {"suite-break"}
    held = held_since(made[0].date)
    assert held in made[-1].reason
    assert made[-1].reason.endswith("; neither was judged again since")
    if missing:
        assert made[0].outcome == "unknown"
        assert made[0].reason.endswith("the alarm of 2026-03-22 stays open")
    else:
        assert held in made[0].reason
        assert "; suite version raised: " in made[0].reason


def test_a_second_break_keeps_the_level_before_the_first() -> None:
    old = ONE.panels(worse_month(after=0, worse=9))
    second = ONE.having(suite_version=3).panels(drawn(CHANCES, 2, seed=3), day_after(len(old) + 2))
    report = decide(*old, *NEWER.panels(drawn(CHANCES, 2, seed=2), day_after(len(old))), *second)
    first, *_, last = report.decisions[len(old) :]
    assert (last.outcome, last.cause) == ("regressed", "suite-break")
    assert held_since(first.date) in last.reason


def test_a_person_ends_an_alarm_that_a_break_left_open() -> None:
    old = ONE.panels(worse_month(after=0, worse=9))
    new = NEWER.panels(drawn(CHANCES, 22, seed=2), day_after(len(old)))
    accepted = accept(day_after(len(old) + 2))
    found = outcomes(decide(*old, *new, recorded=[accepted]))[len(old) :]
    assert found == ["regressed"] * 2 + ["warming-up"] * 17 + ["ok"] * 3


def test_nights_that_are_judged_again_decide_an_alarm_that_a_break_left_open() -> None:
    """With the old level in the new version, the usual rule finds the drop and then the recovery."""
    nights = worse_month(calm=20, worse=8, after=8)
    old, new = ONE.panels(nights[:24]), NEWER.panels(nights[24:], day_after(24))
    recorded = list(decide(*old, *new[:-1], nights=len(nights) - 1).decisions)
    assert {made.outcome for made in recorded[21:]} == {"regressed"}, "good nights alone show no recovery"
    low = decide(*old, *new, *NEWER.panels(nights[:24]), nights=26, recorded=recorded[:25]).decisions
    assert [(made.outcome, made.cause) for made in low] == [("regressed", None)]
    (last,) = decide(*old, *new, *NEWER.panels(nights[:24]), recorded=recorded).decisions
    assert last.outcome == "warming-up"
    assert last.reason.startswith("3 of 18 nights of the baseline; ")


def test_nights_in_which_the_new_version_finds_no_drop_end_the_alarm() -> None:
    old = ONE.panels(worse_month(calm=20, worse=5, after=0))
    good = drawn(CHANCES, 27, seed=5)
    new, again = NEWER.panels(good[25:], day_after(25)), NEWER.panels(good[:25])
    recorded = decide(*old, *new[:1], nights=26).decisions
    assert recorded[-1].outcome == "regressed"
    (last,) = decide(*old, *new, *again, recorded=recorded).decisions
    assert last.outcome == "ok"


def test_a_vanished_model_ends_its_alarm_and_opens_another_if_it_returns_worse() -> None:
    nights = worse_month(calm=20, worse=14, after=0)
    panels = [*ONE.panels(nights[:24]), *ONE.panels(nights[24:], day_after(40))]
    gone = happened("vanished", provider="openai", model="acme-1", date=str(day_after(25)))
    made = played(*panels, events=[gone])
    assert [one.outcome for one in made[20:]] == ["ok", *["regressed"] * 3, "ok", "ok", *["regressed"] * 8]
    assert made[24].reason.startswith("the alarm of 2026-03-22 ended when the model vanished; ")
    assert {one.cause for one in made} == {None}
    assert "(decided on " not in made[26].reason, "an alarm of its own"
    other = happened("vanished", provider="openai", model="acme-2", date=str(day_after(25)))
    assert "ok" not in outcomes(decide(*panels, events=[other]))[21:], "another model vanished"


def test_a_pooled_alarm_ends_only_if_all_models_vanished() -> None:
    two = OTHER.having(model="acme-2")
    bad = [drawn(CHANCES, 20, seed) + failing(drawn(CHANCES, 14, seed), 20) for seed in (1, 2)]
    panels = [
        panel
        for script, nights in zip((ONE, two), bad, strict=True)
        for panel in (*script.panels(nights[:26]), *script.panels(nights[26:], day_after(30)))
    ]
    gone = [
        happened("vanished", provider="openai", model=model, date=str(day_after(day)))
        for model, day in (("acme-1", 27), ("acme-2", 28))
    ]
    returned = happened("vanished", provider="openai", model="acme-2", date=str(day_after(5)))
    cases = (gone[:1], [returned, gone[0]], gone)
    back = [outcomes(decide(*panels, events=events), "model")[26] for events in cases]
    assert back == ["regressed", "regressed", "ok"]


def test_a_night_without_enough_draws_is_unknown() -> None:
    nights = drawn(CHANCES, 12, seed=1)
    nights[9][0, :31] = np.nan
    nights[8][0, :9] = np.nan
    report = decide(*ONE.panels(nights))
    unknown = [made for made in report.decisions if made.outcome == "unknown"]
    assert [made.reason for made in unknown] == [
        "31 of 60 tasks have no draw, so this night is not used; the last one that was used is 2026-03-09",
    ]
    assert report.decisions[8].reason == (
        "9 of 18 nights of the baseline; left out, without a draw: task-0000, task-0001, task-0002 and 6 more"
    )
    assert [event.kind for event in report.events] == ["outage", "outage"]
    assert unknown[-1].events == [report.events[1].id]


def test_unknown_nights_leave_an_alarm_open_and_say_so() -> None:
    nights = worse_month(worse=8, after=0)
    gone = np.where(np.arange(TASKS) < 31, np.nan, 1.0)
    report = decide(*ONE.panels([*nights, *[gone] * 5]))
    assert outcomes(report)[-5:] == ["unknown"] * 5
    assert wrapped(report.decisions[-1].reason) == snapshot("""\
31 of 60 tasks have no draw, so this night is not used; the last one that was used is 2026-03-28;
 the alarm of 2026-03-22 stays open\
""")


def test_a_change_of_less_than_two_points_is_said_and_not_reported() -> None:
    before, after = np.ones(400), np.ones(400)
    after[:7] = 0.0
    last = decide(*ONE.panels([before] * 18 + [after] * 5)).decisions[-1]
    assert last.outcome == "ok"
    assert last.reason == "1.8 points fewer in 5 nights, p = 0.008: not enough to report"


def test_a_night_on_which_an_alias_moved_is_judged_by_test_and_interval() -> None:
    nights = worse_month(after=0)
    moved = ONE.having(resolved={"acme-1-1101": 1.0})
    report = decide(*ONE.panels(nights[:20]), *moved.panels(nights[20:], day_after(20)))
    made = report.decisions[20]
    assert made.events == [report.events[0].id]
    assert made.reason.startswith("acme-1 answers as acme-1-1101 now, acme-1-0501 before; the test of this")
    assert "finds fewer passes, p < 0.001, and the interval is above 0: " in made.reason
    calm = decide(*ONE.panels(drawn(CHANCES, 20, seed=5)), moved.panel(day_after(20), nights[19]))
    last = calm.decisions[-1]
    assert "finds no drop" in last.reason
    assert last.tests[0].low is not None  # also without suspicion


def test_the_pooled_series_sees_what_single_ones_do_not() -> None:
    """Each series loses three of its sixty tasks."""
    scripts = [ONE.having(dataset=name) for name in ("one", "two", "three", "four")]
    panels = [
        panel
        for seed, script in enumerate(scripts)
        for panel in script.panels([*drawn(CHANCES, 20, seed), *failing(drawn(CHANCES, 14, seed + 50), 3)])
    ]
    report = decide(*panels)
    assert len(report.series) == 5
    assert report.series[-1].series.level == "model"
    assert "regressed" in outcomes(report, "model")
    decided = next(made for made in report.decisions if made.level == "model" and made.outcome == "regressed")
    test = next(test for test in decided.tests if test.adjusted_p is not None)
    assert test.tasks == 4 * TASKS
    assert len(test.baseline) == 4 * 18
    assert decided.active_series == 5
    assert test.adjusted_p > test.p
    assert len(decided.series) == 4


def test_a_series_that_joins_the_pooled_one_does_not_end_its_alarm_in_silence() -> None:
    """Nor one that returns; the reason names it, and the alarm stays open."""
    later, other = drawn(CHANCES, 40, 8), drawn(CHANCES, 40, 9)
    worse = worse_month(worse=20, after=0)
    panels = [*ONE.panels(worse), *OTHER.panels([*drawn(CHANCES, 20, 3), *failing(other, 20)[:20]])]
    third = ONE.having(dataset="third")
    panels += third.panels(later[:5], day_after(30))
    pooled = [made for made in decide(*panels).decisions if made.level == "model"]
    assert [made.outcome for made in pooled[27:30]] == ["regressed"] * 3
    assert (pooled[30].outcome, pooled[30].cause) == ("regressed", "suite-break")
    joined = "code-vision/third, flowchart, cool-1, sightbench joined; worse on these tasks: "
    assert pooled[30].reason.startswith(joined)
    assert pooled[30].reason.endswith("; neither was judged again since")
    assert [len(made.series) for made in pooled[29:31]] == [2, 3]
    assert pooled[31].outcome == "regressed"


def test_a_series_that_left_the_pooled_one_is_named_and_the_alarm_goes_on() -> None:
    bad = worse_month(worse=20, after=0)
    panels = [*ONE.panels(bad), *OTHER.panels([*drawn(CHANCES, 20, 3), *failing(drawn(CHANCES, 20, 9), 20)])]
    panels += ONE.having(dataset="third").panels(drawn(CHANCES, 28, 8))
    recorded: list[Decision] = []
    for nights in range(27, 41):
        recorded += decide(*panels, nights=nights, recorded=recorded).decisions
    pooled = [made for made in recorded if made.level == "model"]
    assert [len(made.series) for made in pooled[27:29]] == [3, 2]
    assert pooled[28].reason.startswith("code-vision/third, flowchart, cool-1, sightbench left; worse on")
    assert {made.outcome for made in pooled[27:]} == {"regressed"}
    assert len(pooled) == 40


def test_records_name_panels_and_events_that_exist() -> None:
    panels = [*ONE.panels(worse_month()), *OTHER.panels(drawn(CHANCES, 20, seed=9))]
    report = decide(*panels)
    known = {("panels", panel.id) for panel in panels} | {("events", event.id) for event in report.events}
    for made in report.decisions:
        assert {(named.folder, named.id) for named in made.references()} <= known
        assert Decision.model_validate(made.model_dump(by_alias=True)) == made


def test_panels_of_the_future_are_ignored_until_their_day() -> None:
    panels = ONE.panels(drawn(CHANCES, 12, seed=1))
    early = decide(*panels, nights=10)
    assert [made.date for made in early.decisions] == [str(day_after(night)) for night in range(10)]
    assert len(early.notes) == 1
    later = decide(*panels, recorded=early.decisions)
    assert [made.id for made in (*early.decisions, *later.decisions)] == [
        made.id for made in decide(*panels).decisions
    ]


def test_a_clock_that_went_back_changes_nothing_that_was_recorded() -> None:
    """Decisions of later days are ignored, and those of this day are not made again."""
    panels = ONE.panels(drawn(CHANCES, 12, seed=1))
    recorded = decide(*panels).decisions
    back = decide(*panels, nights=9, recorded=recorded)
    assert back.decisions == ()
    assert back.series[0].last.date == str(day_after(8))


def test_nothing_is_decided_without_panels() -> None:
    report = decide()
    assert (report.series, report.decisions, report.events, report.notes) == ((), (), (), ())


def test_dates_need_not_follow_each_other() -> None:
    nights = [*drawn(CHANCES, 8, seed=1), None, *drawn(CHANCES, 1, seed=2), *[None] * 40]
    report = decide(*ONE.panels([*nights, *drawn(CHANCES, 1, seed=3)]))
    assert report.decisions[-1].date == str(FIRST + timedelta(days=50))
    assert report.decisions[-1].active_series == 1


def test_other_tasks_with_the_same_basis_are_refused_with_the_night() -> None:
    """The rule never compares them; no writer makes such panels."""
    small = {"tasks": {"count": 2, "digest": "a" * 64}}
    stratified = {"kind": "stratified", "seed": 1, "strata": {"a": ["task-0000", "task-0001"]}}
    one = Script(result={**small, "sample": {"kind": "all"}}).panel(FIRST, [1, 0])
    other = Script(result={**small, "sample": stratified}).panel(day_after(1), [1, 0])
    assert len(decide(one, other).decisions) == 2  # another sample is another basis
    statuses = {f"task-000{number}": ["passed"] for number in range(3)}
    result = one.result.model_copy(update={"statuses": statuses, "date": str(day_after(1))})
    with pytest.raises(BadInput, match="2026-03-02: 3 tasks, but 2"):
        decide(one, one.model_copy(update={"result": result}))
