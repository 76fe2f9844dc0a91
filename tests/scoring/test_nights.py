"""The decision rule of one series, one step per night."""

import copy
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

import numpy as np
import pytest

from benchmark.scoring.night_series import AnchorName, Direction, Finding, Kind, Night, Series, State
from benchmark.scoring.nights import Step, advance, rebase, settle
from benchmark.scoring.signflip import Floats

TASKS = 100
START = date(2025, 3, 1)
CHANCES = np.linspace(0.15, 0.95, TASKS)


@dataclass
class Nights:
    """Plays nights of one model; every finding is confirmed."""

    generator: np.random.Generator = field(default_factory=lambda: np.random.default_rng(4))
    series: Series = field(default_factory=Series)
    day: date = START
    findings: list[Finding] = field(default_factory=list)

    def play(self, lower: float = 0.0, *, version: str = "1", missing: tuple[int, ...] = ()) -> State:
        """Play the next night, with every chance lower by this share; return the state after it."""
        values = steady(self.generator, lower)
        values[list(missing)] = np.nan
        return self.give(values, version).series.state

    def give(self, values: Floats, version: str = "1") -> Step:
        """Play the next night with these values."""
        step = advance(self.series, Night(date=self.day, version=version, values=values))
        self.series = step.series
        for finding in step.findings:
            self.findings.append(finding)
            self.series = settle(self.series, finding, confirmed=True)
        self.day += timedelta(days=1)
        return replace(step, series=self.series)

    def warm(self, nights: int = 8) -> "Nights":
        """Play the nights of a baseline."""
        for _ in range(nights):
            self.play()
        return self


def dropped(nights: int = 8, drop: int = 5) -> Nights:
    """Return a series whose chances fall by 30 % after the nights of its baseline."""
    series = Nights().warm(nights)
    for _ in range(drop):
        series.play(lower=0.3)
    return series


def steady(generator: np.random.Generator, lower: float = 0.0) -> Floats:
    """Return draws with nearly the same number of passes each night (systematic sampling)."""
    chances = CHANCES * (1 - lower)
    order = generator.permutation(TASKS)
    steps = np.floor(np.cumsum(chances[order]) + generator.uniform())
    values = np.empty(TASKS)
    values[order] = np.diff(steps, prepend=np.floor(steps[0] - chances[order[0]] + 1e-9)) > 0
    return values


def test_a_series_warms_up_for_eight_nights_and_then_is_ok() -> None:
    nights = Nights()
    assert [nights.play() for _ in range(10)] == [State.WARMING_UP] * 7 + [State.OK] * 3
    assert len(nights.series.anchors.first.nights) == 8
    assert nights.findings == []


def test_four_nights_are_compared_with_already() -> None:
    early, late = Nights().warm(3), Nights().warm(4)
    assert early.play(lower=0.5) is State.WARMING_UP
    assert late.play(lower=0.5) is State.CHECKING


def test_a_drop_is_reported_after_four_more_nights() -> None:
    nights = Nights().warm(9)
    assert [nights.play(lower=0.3) for _ in range(5)] == [State.CHECKING] * 4 + [State.REGRESSED]
    (finding,) = nights.findings
    assert (finding.direction, finding.comparison.kind) == (Direction.DROP, Kind.STAGE_2)
    assert finding.p < 0.01
    assert finding.comparison.test.drop > 0.02


def test_the_draw_of_stage_1_is_not_used_again() -> None:
    nights = dropped(9)
    (finding,) = nights.findings
    assert set(finding.comparison.fresh.drawn.tolist()) == {4}
    assert set(finding.comparison.baseline.drawn.tolist()) == {8}
    assert finding.comparison.baseline_nights == tuple(START + timedelta(days=day) for day in range(8))
    assert finding.comparison.fresh_nights == tuple(START + timedelta(days=day) for day in range(10, 14))


def test_one_bad_night_is_checked_and_forgotten() -> None:
    nights = Nights().warm()
    assert nights.play(lower=0.3) is State.CHECKING
    assert [nights.play() for _ in range(4)] == [State.CHECKING] * 3 + [State.OK]
    assert nights.findings == []


def test_a_change_of_less_than_two_points_is_not_reported_by_stage_2() -> None:
    """Of 400 tasks that always passed, seven now always fail: 1.75 points."""
    good, bad = np.ones(400), np.ones(400)
    bad[:7] = 0.0
    worse = bad.copy()
    worse[7] = 0.0
    states = []
    for after in (bad, worse):
        nights = Nights()
        for _ in range(8):
            nights.give(good)
        states.append([nights.give(after).series.state for _ in range(5)][-1])
    assert states == [State.OK, State.REGRESSED]


def test_an_improvement_is_reported_apart() -> None:
    nights = Nights(generator=np.random.default_rng(2))
    for _ in range(8):
        nights.play(lower=0.4)
    for _ in range(5):
        nights.play()
    assert nights.series.state is State.IMPROVED
    assert [finding.direction for finding in nights.findings] == [Direction.RISE]
    assert nights.series.drop.since is None


def test_the_weekly_pool_finds_what_single_nights_do_not() -> None:
    """Each night alone stays above stage 1's limit; seven together do not."""
    nights = Nights().warm(15)
    assert nights.findings == []
    assert nights.series.week == ()
    states = []
    for _ in range(7):
        values = steady(nights.generator)
        passed = np.flatnonzero(values)
        values[nights.generator.permutation(passed)[:7]] = 0.0
        states.append(nights.give(values).series.state)
    assert states == [State.OK] * 6 + [State.REGRESSED]
    assert [finding.comparison.kind for finding in nights.findings] == [Kind.POOL]
    assert set(nights.findings[0].comparison.fresh.drawn.tolist()) == {7}


def test_weekly_pools_do_not_overlap() -> None:
    nights = Nights().warm(8)
    lengths = []
    for _ in range(15):
        nights.play()
        lengths.append(len(nights.series.week))
    assert lengths == [1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1]


def test_the_baseline_does_not_slide() -> None:
    nights = Nights().warm(8)
    first = nights.series.anchors
    for _ in range(20):
        nights.play()
    assert nights.series.anchors == first


def test_a_drop_within_the_baseline_leaves_it() -> None:
    """Found from five nights on, the baseline keeps the nights before stage 1 only."""
    nights = Nights().warm(5)
    assert [nights.play(lower=0.4) for _ in range(5)][-1] is State.REGRESSED
    assert len(nights.series.anchors.first.nights) == 5
    nights.play(lower=0.4)
    assert len(nights.series.anchors.first.nights) == 5


def test_three_clean_nights_close_an_alarm_and_a_new_baseline_begins() -> None:
    nights = Nights().warm(8)
    first = nights.series.anchors.first
    for _ in range(5):
        nights.play(lower=0.3)
    assert [nights.play(lower=0.3) for _ in range(4)] == [State.REGRESSED] * 4
    assert [nights.play() for _ in range(3)] == [State.REGRESSED] * 2 + [State.WARMING_UP]
    assert [nights.play() for _ in range(8)] == [State.WARMING_UP] * 7 + [State.OK]
    assert nights.series.anchors.first is first
    assert nights.series.anchors.current is not None
    assert len(nights.series.anchors.compared) == 2


def test_two_clean_nights_and_a_bad_one_do_not_close_an_alarm() -> None:
    nights = dropped()
    for lower in (0.0, 0.0, 0.3, 0.0, 0.0):
        assert nights.play(lower=lower) is State.REGRESSED
    assert len(nights.series.drop.clean) == 2


def test_clean_nights_that_do_not_differ_from_the_worse_ones_leave_an_alarm_open() -> None:
    nights = Nights().warm(9)
    for _ in range(5):
        nights.play(lower=0.16)
    for _ in range(2):
        assert nights.play(lower=0.07) is State.REGRESSED
    other = Nights(generator=copy.deepcopy(nights.generator), day=nights.day)
    drop = nights.series.drop
    other.series = nights.series.having(Direction.DROP, replace(drop, opened=None))
    assert other.play(lower=0.07) is State.WARMING_UP  # three clean nights alone would end it
    assert nights.play(lower=0.07) is State.REGRESSED
    assert len(nights.series.drop.clean) == 3
    while nights.series.state is State.REGRESSED:
        nights.play()
    assert nights.series.anchors.current is not None


@pytest.mark.gate
def test_an_alarm_about_a_lasting_drop_seldom_ends_within_two_weeks() -> None:
    """About 20 % in the long run, so 40 models end at most 14; 60 % if three clean nights were enough."""
    ended = 0
    for seed in range(40):
        generator = np.random.default_rng([17, seed])
        chances = generator.beta(0.5, 0.5, 120)
        worse = chances * (1 - 0.055 / chances.mean())
        nights = Nights()
        for _ in range(8):
            nights.give((generator.uniform(size=120) < chances).astype(float))
        while nights.series.drop.since is None:
            nights.give((generator.uniform(size=120) < worse).astype(float))
        for _ in range(14):
            nights.give((generator.uniform(size=120) < worse).astype(float))
            if nights.series.drop.since is None:
                ended += 1
                break
    assert ended <= 14


def test_a_week_begins_anew_with_the_baseline_after_an_alarm() -> None:
    nights = dropped()
    lengths = []
    while nights.series.state is State.REGRESSED:
        nights.play()
    for _ in range(10):
        lengths.append(len(nights.series.week))
        nights.play()
    assert lengths == [0] * 9 + [1]


def test_two_anchors_share_the_budget_of_one() -> None:
    one = Nights().warm(8)
    anchors = replace(one.series.anchors, current=one.series.anchors.first)
    two = Nights(series=replace(one.series, anchors=anchors), day=one.day)
    one.generator, two.generator = np.random.default_rng(5), np.random.default_rng(5)
    for nights in (one, two):
        for _ in range(5):
            nights.play(lower=0.3)
    assert two.findings[0].p == pytest.approx(2 * one.findings[0].p)


def test_each_night_is_compared_with_each_anchor() -> None:
    nights = Nights().warm(8)
    anchors = nights.series.anchors
    step = nights.give(steady(nights.generator))
    assert [(made.kind, made.anchor) for made in step.comparisons] == [(Kind.STAGE_1, AnchorName.FIRST)]
    nights.series = replace(nights.series, anchors=replace(anchors, current=anchors.first))
    step = nights.give(steady(nights.generator))
    assert [made.anchor for made in step.comparisons] == [AnchorName.FIRST, AnchorName.CURRENT]
    for _ in range(5):
        step = nights.give(steady(nights.generator))
    assert [made.kind for made in step.comparisons] == [Kind.STAGE_1] * 2 + [Kind.POOL] * 2


def test_the_first_baseline_reports_a_drift_that_the_current_one_absorbed() -> None:
    nights = Nights().warm(8)
    first = nights.series.anchors
    lower = Nights(generator=np.random.default_rng(9))
    for _ in range(8):
        lower.play(lower=0.3)
    both = replace(first, current=lower.series.anchors.first)
    nights.series = replace(nights.series, anchors=both)
    assert [nights.play(lower=0.3) for _ in range(5)][-1] is State.REGRESSED
    assert nights.findings[0].comparison.baseline == first.first.draws


def test_an_accepted_level_becomes_the_current_baseline() -> None:
    nights = dropped()
    nights.series = rebase(nights.series)
    assert nights.series.state is State.WARMING_UP
    assert [nights.play(lower=0.3) for _ in range(12)] == [State.WARMING_UP] * 7 + [State.OK] * 5
    assert list(nights.series.anchors.compared.values()) == [nights.series.anchors.current]
    assert [nights.play(lower=0.6) for _ in range(5)][-1] is State.REGRESSED


def test_an_accepted_baseline_stays_when_an_alarm_after_it_is_closed() -> None:
    """Otherwise the baseline would slide with each alarm."""
    nights = Nights().warm(8)
    nights.series = rebase(nights.series)
    nights.warm(8)
    accepted = nights.series.anchors.current
    while nights.series.state is not State.REGRESSED:
        nights.play(lower=0.3)
    while nights.series.drop.since is not None:
        nights.play()
    nights.warm(8)
    compared = nights.series.anchors.compared
    assert compared[AnchorName.FIRST] is accepted
    assert len(compared) == 2


def test_a_night_without_three_tasks_of_a_hundred_is_unknown_and_unused() -> None:
    nights = Nights().warm(8)
    before = nights.series
    assert nights.play(missing=(1, 2)) is State.OK
    assert len(nights.series.week) == 1
    nights.series = before
    assert nights.play(lower=0.5, missing=(1, 2, 3)) is State.UNKNOWN
    assert replace(nights.series, state=before.state, last=before.last) == before
    assert nights.play() is State.OK


def test_large_panels_may_lack_one_percent() -> None:
    for lacking, state in ((4, State.WARMING_UP), (5, State.UNKNOWN)):
        values = np.ones(400)
        values[:lacking] = np.nan
        assert Nights().give(values).series.state is state


def test_a_task_that_is_missing_for_the_third_time_in_seven_nights_makes_a_night_unknown() -> None:
    nights = Nights().warm(8)
    assert nights.play(missing=(7,)) is State.OK
    assert nights.play() is State.OK
    assert nights.play(missing=(7,)) is State.OK
    assert nights.play(missing=(8,)) is State.OK
    assert nights.play(missing=(7, 8)) is State.UNKNOWN
    assert nights.play() is State.OK  # a night that lacks nothing counts
    assert nights.play(missing=(9,)) is State.OK
    assert nights.play(missing=(7,)) is State.UNKNOWN
    # The window moves on: after seven more nights no gap of the task is among the last seven.
    assert [nights.play() for _ in range(7)][-1] is State.OK
    assert nights.play(missing=(7,)) is State.OK


def test_a_check_uses_the_next_four_usable_nights() -> None:
    nights = Nights().warm(8)
    nights.play(lower=0.3)
    states = [nights.play(lower=0.3, missing=missing) for missing in ((), (1, 2, 3), (), (), ())]
    assert states == [State.CHECKING, State.UNKNOWN, State.CHECKING, State.CHECKING, State.REGRESSED]


def test_a_check_that_takes_more_than_eight_days_ends() -> None:
    nights = dropped(drop=4)
    nights.day += timedelta(days=5)
    assert nights.play() is State.OK
    assert nights.findings == []


def test_another_night_of_the_same_or_an_earlier_date_is_ignored() -> None:
    nights = Nights().warm(9)
    before = nights.series
    for days in (1, 3):
        night = Night(date=nights.day - timedelta(days=days), version="2", values=np.zeros(TASKS))
        step = advance(before, night)
        assert not step.counted
        assert step.series is before
        assert step.findings == ()


def test_nothing_is_compared_across_a_break() -> None:
    nights = Nights().warm(12)
    assert nights.play(lower=0.6, version="2") is State.BREAK
    states = [nights.play(lower=0.6, version="2") for _ in range(8)]
    assert states == [State.WARMING_UP] * 6 + [State.OK] * 2
    assert len(nights.series.anchors.first.nights) == 8


def test_a_break_ends_an_alarm_and_may_change_the_number_of_tasks() -> None:
    nights = dropped()
    step = nights.give(np.ones(40), version="2")
    assert step.series.state is State.BREAK
    assert step.series.drop.since is None


def test_a_finding_that_is_not_confirmed_leaves_the_series_ok() -> None:
    nights = dropped(drop=4)
    step = advance(nights.series, Night(date=nights.day, version="1", values=steady(nights.generator, 0.3)))
    (finding,) = step.findings
    after = settle(step.series, finding, confirmed=False)
    assert after.state is State.OK
    nights.series, nights.day = after, nights.day + timedelta(days=1)
    assert nights.play(lower=0.3) is State.CHECKING


def test_bad_nights_are_refused() -> None:
    series = Nights().warm(1).series
    for values, message in (
        (np.zeros(3), "3 tasks, but 100"),
        (np.full(TASKS, 0.5), "0, 1 or nan"),
        (np.zeros(0), "one value per task"),
        (np.zeros((2, TASKS)), "one value per task"),
    ):
        with pytest.raises(ValueError, match=message):
            advance(series, Night(date=date(2026, 1, 1), version="1", values=values))


def test_a_series_without_nights_has_nothing_to_settle() -> None:
    nights = dropped()
    with pytest.raises(ValueError, match="without nights"):
        settle(Series(), nights.findings[0], confirmed=True)


def passing(failed: int, tasks: int = 10) -> Floats:
    """Return a night on which only the first tasks fail."""
    return (np.arange(tasks) >= failed).astype(float)


@pytest.mark.parametrize(
    ("failed", "p", "state"), [(3, 3.0**-3, State.OK), (4, 3.0**-4, State.OK), (5, 3.0**-5, State.REGRESSED)]
)
def test_stage_2_needs_a_p_value_below_one_percent(failed: int, p: float, state: State) -> None:
    """Each task failed once in twelve draws; that this is one of the four fresh ones has probability 1/3."""
    nights = Nights()
    for _ in range(8):
        nights.give(passing(0))
    assert nights.give(passing(2)).series.state is State.CHECKING  # p = 1/81
    for _ in range(3):
        nights.give(passing(0))
    step = nights.give(passing(failed))
    assert step.comparisons[-1].kind is Kind.STAGE_2
    assert step.comparisons[-1].test.p_drop == pytest.approx(p)
    assert step.series.state is state


def test_stage_2_and_a_pool_of_the_same_night_are_two_chances() -> None:
    nights = Nights()
    for failed in [0] * 10 + [5] * 5:
        step = nights.give(passing(failed))
    assert [made.kind for made in step.comparisons] == [Kind.STAGE_1, Kind.STAGE_2, Kind.POOL]
    (finding,) = nights.findings
    assert finding.p == pytest.approx(2 * min(made.test.p_drop for made in step.comparisons[1:]))
