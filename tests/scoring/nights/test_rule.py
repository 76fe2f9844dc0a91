"""The decision rule of one series, one step per night."""

import copy
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

import numpy as np
import pytest

from benchmark.scoring.nights.rule import (
    LIMIT,
    AnchorName,
    Direction,
    Finding,
    Kind,
    Night,
    RuleDecision,
    Series,
    SeriesState,
    Track,
    advance,
    rebase,
    release,
)
from benchmark.scoring.signflip import Floats

TASKS = 100
START = date(2025, 3, 1)
CHANCES = np.linspace(0.15, 0.95, TASKS)


@dataclass
class Nights:
    """Plays nights of one model."""

    generator: np.random.Generator = field(default_factory=lambda: np.random.default_rng(4))
    series: Series = field(default_factory=Series)
    day: date = START
    apart: int = 1  #: days between nights
    findings: list[Finding] = field(default_factory=list)

    def play(self, lower: float = 0.0, *, version: str = "1", missing: tuple[int, ...] = ()) -> SeriesState:
        """Play the next night, with every chance lower by this share; return the state after it."""
        values = steady(self.generator, lower)
        values[list(missing)] = np.nan
        return self.give(values, version).series.state

    def give(self, values: Floats, version: str = "1") -> RuleDecision:
        """Play the next night with these values."""
        step = advance(self.series, Night(date=self.day, version=version, values=values))
        self.series = step.series
        self.findings += step.findings
        self.day += timedelta(days=self.apart)
        return step

    def warm(self, nights: int = 18) -> "Nights":
        """Play the nights of a baseline."""
        for _ in range(nights):
            self.play()
        return self


def dropped() -> Nights:
    """Return a series whose chances fall by 30 % after the nights of its baseline."""
    series = Nights().warm()
    assert [series.play(lower=0.3) for _ in range(3)][-1] is SeriesState.REGRESSED
    return series


def steady(generator: np.random.Generator, lower: float = 0.0) -> Floats:
    """Return draws with nearly the same number of passes each night (systematic sampling)."""
    chances = CHANCES * (1 - lower)
    order = generator.permutation(TASKS)
    steps = np.floor(np.cumsum(chances[order]) + generator.uniform())
    values = np.empty(TASKS)
    values[order] = np.diff(steps, prepend=np.floor(steps[0] - chances[order[0]] + 1e-9)) > 0
    return values


def test_a_series_warms_up_for_eighteen_nights_and_then_is_ok() -> None:
    nights = Nights()
    assert [nights.play() for _ in range(20)] == [SeriesState.WARMING_UP] * 17 + [SeriesState.OK] * 3
    assert len(nights.series.anchors.first.nights) == 18
    assert nights.findings == []


def test_a_large_drop_is_reported_after_two_nights() -> None:
    nights = Nights().warm(19)
    assert [nights.play(lower=0.3) for _ in range(2)] == [SeriesState.OK, SeriesState.REGRESSED]
    (finding,) = nights.findings
    assert (finding.direction, finding.comparison.kind) == (Direction.DROP, Kind.WINDOW)
    assert finding.p < LIMIT
    assert finding.comparison.baseline_nights == tuple(START + timedelta(days=day) for day in range(18))
    assert finding.comparison.fresh_nights == tuple(START + timedelta(days=day) for day in range(18, 21))


@pytest.mark.parametrize("apart", [1, 3])
def test_nights_are_counted_and_not_days(apart: int) -> None:
    nights = Nights(apart=apart).warm()
    assert [nights.play(lower=0.3) for _ in range(3)][-1] is SeriesState.REGRESSED


@pytest.mark.parametrize("before", [18, 19, 25])
def test_one_bad_night_is_no_drop(before: int) -> None:
    nights = Nights().warm(before)
    assert nights.play(lower=0.3) is SeriesState.OK
    assert {nights.play() for _ in range(14)} == {SeriesState.OK}


@pytest.mark.parametrize("good", [18, 19, 20, 25])
def test_one_bad_night_of_a_model_that_always_answers_alike_is_no_drop(good: int) -> None:
    nights = Nights()
    for values in [passing(0)] * good + [passing(4)] + [passing(0)] * 8:
        state = nights.give(values).series.state
        assert state in (SeriesState.OK, SeriesState.WARMING_UP)


def test_a_change_of_less_than_two_points_is_not_reported() -> None:
    """Of 500 tasks that always passed, nine now always fail: 1.8 points."""
    good, bad = np.ones(500), np.ones(500)
    bad[:9] = 0.0
    worse = bad.copy()
    worse[9] = 0.0
    states = []
    for after in (bad, worse):
        nights = Nights()
        for _ in range(18):
            nights.give(good)
        states.append([nights.give(after).series.state for _ in range(5)][-1])
    assert states == [SeriesState.OK, SeriesState.REGRESSED]


def test_noise_from_night_to_night_is_no_drop() -> None:
    """All tasks are easier or harder together. Draws alone would show drops."""
    nights, found = Nights(), []
    for day in range(60):
        noise = 0.1 * np.random.default_rng(day).normal()
        chances = np.clip(CHANCES + noise, 0, 1)
        step = nights.give((nights.generator.uniform(size=TASKS) < chances).astype(float))
        found += [made for made in step.comparisons if made.kind is Kind.NIGHT and made.test.p_drop < 0.001]
    assert found
    assert nights.findings == []


def test_a_collapse_behind_repeated_answers_is_found() -> None:
    generator = np.random.default_rng(3)
    nights, values = Nights(), steady(generator)
    for _ in range(18):
        values = np.where(generator.uniform(size=TASKS) < 0.5, values, steady(generator))
        nights.give(values)
    assert nights.play() is SeriesState.REPEATS
    assert [nights.play(lower=0.5) for _ in range(5)][-1] is SeriesState.REGRESSED


def few_families(*worse: float, active: int = 5, stay: float = 0.0) -> list[SeriesState]:
    """Return the states of nights that lose these shares of nine families, whose smallest p is 0.002."""
    generator, series, states = np.random.default_rng(8), Series(), []
    stems = tuple(str(task // 20) for task in range(180))
    drawn = generator.random(180) < 0.9
    for day, lower in enumerate((*[0.0] * 24, *worse)):
        drawn = np.where(generator.random(180) < stay, drawn, generator.random(180) < 0.9)
        values = drawn.astype(float)
        values.reshape(9, 20)[:, : round(20 * lower)] = 0.0
        night = Night(date=START + timedelta(days=day), version="1", values=values, stems=stems)
        series = advance(series, night, active).series
        states.append(series.state)
    return states[24:]


@pytest.mark.gate
def test_a_collapse_of_few_families_is_found_whatever_the_number_of_series() -> None:
    assert few_families(0.3, 0.3, 0.3, 0.3, 0.3)[3:] == [SeriesState.REGRESSED] * 2
    assert few_families(0.3, 0.3, 0.0, 0.3, 0.3)[-1] is SeriesState.REGRESSED
    assert few_families(0.3, 0.3, 0.0, 0.3, 0.0) == [SeriesState.OK] * 5
    assert few_families(*[0.05] * 20, active=5) == [SeriesState.OK] * 20, "a smaller drop shares the limit"
    assert few_families(*[0.05] * 20, active=1)[-1] is SeriesState.REGRESSED


def test_a_collapse_behind_repeated_answers_shares_the_limit() -> None:
    assert few_families(*[0.3] * 9, stay=0.6) == [SeriesState.REPEATS] * 9
    assert few_families(*[0.3] * 9, stay=0.6, active=1)[-1] is SeriesState.REGRESSED


def test_a_model_that_always_answers_alike_can_get_worse() -> None:
    good, bad = passing(0, TASKS), passing(9, TASKS)
    nights = Nights()
    for values in [good] * 24 + [bad] * 4:
        state = nights.give(values).series.state
    assert state is SeriesState.REGRESSED


def test_the_series_of_a_model_share_its_budget() -> None:
    alone, together = Nights().warm(), Nights().warm()
    while not alone.findings:
        alone.play(lower=0.2)
    night = alone.series.recent[-1]
    before = replace(
        alone.series, drop=Track(), last=night.date - timedelta(days=1), recent=alone.series.recent[:-1]
    )
    assert advance(before, night).findings[0].p == pytest.approx(alone.findings[0].p)
    share = LIMIT / alone.findings[0].p
    assert advance(before, night, int(share)).findings[0].p == pytest.approx(int(share) * alone.findings[0].p)
    assert advance(before, night, int(share) + 1).findings == ()
    assert together.findings == []


def test_an_improvement_is_reported_apart() -> None:
    nights = Nights(generator=np.random.default_rng(2))
    for _ in range(18):
        nights.play(lower=0.4)
    for _ in range(3):
        nights.play()
    assert nights.series.state is SeriesState.IMPROVED
    assert [finding.direction for finding in nights.findings] == [Direction.RISE]
    assert nights.series.drop.since is None


def test_the_baseline_does_not_slide() -> None:
    nights = Nights().warm()
    first = nights.series.anchors
    for _ in range(20):
        nights.play()
    assert nights.series.anchors == first
    assert len(nights.series.recent) == 14


def test_three_clean_nights_close_an_alarm_and_a_new_baseline_begins() -> None:
    nights = dropped()
    first = nights.series.anchors.first
    assert [nights.play(lower=0.3) for _ in range(4)] == [SeriesState.REGRESSED] * 4
    assert [nights.play() for _ in range(3)] == [SeriesState.REGRESSED] * 2 + [SeriesState.WARMING_UP]
    assert nights.series.recent == ()
    assert [nights.play() for _ in range(18)] == [SeriesState.WARMING_UP] * 17 + [SeriesState.OK]
    assert nights.series.anchors.first is first
    assert nights.series.anchors.current is not None
    assert len(nights.series.anchors.compared) == 2


def test_two_clean_nights_and_a_bad_one_do_not_close_an_alarm() -> None:
    nights = dropped()
    for lower in (0.0, 0.0, 0.3, 0.0, 0.0):
        assert nights.play(lower=lower) is SeriesState.REGRESSED
    assert len(nights.series.drop.clean) == 2


def test_clean_nights_that_do_not_differ_from_the_worse_ones_leave_an_alarm_open() -> None:
    nights = Nights().warm()
    while nights.play(lower=0.1) is not SeriesState.REGRESSED:
        pass
    while len(nights.series.drop.clean) < 2:
        assert nights.play(lower=0.04) is SeriesState.REGRESSED
    other = Nights(generator=copy.deepcopy(nights.generator), day=nights.day)
    drop = nights.series.drop
    other.series = nights.series.having(Direction.DROP, replace(drop, opened=()))
    assert other.play(lower=0.04) is SeriesState.WARMING_UP  # three clean nights alone would end it
    assert nights.play(lower=0.04) is SeriesState.REGRESSED
    assert len(nights.series.drop.clean) == 3
    while nights.series.state is SeriesState.REGRESSED:
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
        for _ in range(18):
            nights.give((generator.uniform(size=120) < chances).astype(float))
        while nights.series.drop.since is None:
            nights.give((generator.uniform(size=120) < worse).astype(float))
        for _ in range(14):
            nights.give((generator.uniform(size=120) < worse).astype(float))
            if nights.series.drop.since is None:
                ended += 1
                break
    assert ended <= 14


def test_two_anchors_share_the_budget_of_one() -> None:
    one = Nights().warm()
    anchors = replace(one.series.anchors, current=one.series.anchors.first)
    two = Nights(series=replace(one.series, anchors=anchors), day=one.day)
    one.generator, two.generator = np.random.default_rng(5), np.random.default_rng(5)
    for nights in (one, two):
        for _ in range(3):
            nights.play(lower=0.3)
    assert two.findings[0].p == pytest.approx(2 * one.findings[0].p)


def test_each_night_is_compared_with_each_anchor() -> None:
    nights = Nights().warm()
    anchors = nights.series.anchors
    step = nights.give(steady(nights.generator))
    assert [(made.kind, made.anchor) for made in step.comparisons] == [(Kind.NIGHT, AnchorName.FIRST)]
    nights.series = replace(nights.series, anchors=replace(anchors, current=anchors.first))
    step = nights.give(steady(nights.generator))
    assert [made.anchor for made in step.comparisons] == [AnchorName.FIRST, AnchorName.CURRENT]


def test_the_first_baseline_reports_a_drift_that_the_current_one_absorbed() -> None:
    nights = Nights().warm()
    first = nights.series.anchors
    lower = Nights(generator=np.random.default_rng(9))
    for _ in range(18):
        lower.play(lower=0.3)
    both = replace(first, current=lower.series.anchors.first)
    nights.series = replace(nights.series, anchors=both)
    assert [nights.play(lower=0.3) for _ in range(5)][-1] is SeriesState.REGRESSED
    assert nights.findings[0].comparison.baseline == first.first.draws


def test_an_accepted_level_becomes_the_current_baseline() -> None:
    nights = dropped()
    nights.series = rebase(nights.series)
    assert nights.series.state is SeriesState.WARMING_UP
    assert [nights.play(lower=0.3) for _ in range(22)] == [SeriesState.WARMING_UP] * 17 + [SeriesState.OK] * 5
    assert list(nights.series.anchors.compared.values()) == [nights.series.anchors.current]
    assert [nights.play(lower=0.6) for _ in range(5)][-1] is SeriesState.REGRESSED


def test_an_accepted_baseline_stays_when_an_alarm_after_it_is_closed() -> None:
    """Otherwise the baseline would slide with each alarm."""
    nights = Nights().warm()
    nights.series = rebase(nights.series)
    nights.warm()
    accepted = nights.series.anchors.current
    while nights.series.state is not SeriesState.REGRESSED:
        nights.play(lower=0.3)
    while nights.series.drop.since is not None:
        nights.play()
    nights.warm()
    compared = nights.series.anchors.compared
    assert compared[AnchorName.FIRST] is accepted
    assert len(compared) == 2


def test_a_task_that_is_always_missing_does_not_silence_a_series() -> None:
    nights = Nights()
    assert [nights.play(missing=(7,)) for _ in range(20)][-1] is SeriesState.OK
    assert [nights.play(lower=0.3, missing=(7,)) for _ in range(5)][-1] is SeriesState.REGRESSED
    assert nights.findings[0].comparison.test.tasks == TASKS - 1


def test_a_hard_task_that_goes_missing_does_not_move_the_score() -> None:
    nights = Nights().warm(20)
    assert {nights.play(missing=(0, 1, 2, 3)) for _ in range(14)} == {SeriesState.OK}
    assert nights.findings == []


def test_missing_draws_that_could_hide_a_drop_make_nights_unknown() -> None:
    """A provider that lets chosen tasks fail must not hide a drop behind them."""
    nights = Nights().warm(20)
    lost = tuple(range(80, 100))
    assert [nights.play(missing=lost) for _ in range(5)][-1] is SeriesState.UNKNOWN
    assert nights.findings == []
    assert [nights.play(lower=0.3, missing=lost) for _ in range(8)][-1] is SeriesState.REGRESSED


def test_the_same_losses_before_and_after_hide_nothing() -> None:
    generator, nights = np.random.default_rng(6), Nights()
    states = [nights.play(missing=tuple(np.flatnonzero(generator.random(TASKS) < 0.1))) for _ in range(34)]
    assert SeriesState.UNKNOWN not in states


def test_a_night_that_lacks_over_half_of_its_tasks_is_not_used() -> None:
    nights = Nights().warm()
    before = nights.series
    assert nights.play(lower=0.5, missing=tuple(range(51))) is SeriesState.UNKNOWN
    assert replace(nights.series, state=before.state, last=before.last) == before
    assert nights.play() is SeriesState.OK


def test_a_level_that_wanders_is_called_alike() -> None:
    nights = Nights()
    for day in range(18):
        nights.play(lower=0.1 + 0.1 * np.sin(day / 3))
    assert nights.play(lower=0.1) is SeriesState.REPEATS
    assert nights.series.anchors.first.correlation > 0.3


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
    nights = Nights().warm(22)
    assert nights.play(lower=0.6, version="2") is SeriesState.BREAK
    states = [nights.play(lower=0.6, version="2") for _ in range(18)]
    assert states == [SeriesState.WARMING_UP] * 16 + [SeriesState.OK] * 2
    assert len(nights.series.anchors.first.nights) == 18


def test_a_break_holds_an_alarm_and_may_change_the_number_of_tasks() -> None:
    nights = dropped()
    since, day = nights.series.drop.since, nights.day
    for _ in range(30):
        step = nights.give(np.ones(40), version="2")
        assert (step.series.state, step.findings, step.comparisons) == (SeriesState.REGRESSED, (), ())
        assert step.series.drop == Track(since=since, held=day)
    assert nights.give(np.ones(50), version="3").series.drop.held == day
    nights.series = rebase(nights.series)
    states = [nights.give(np.ones(50), version="3").series.state for _ in range(18)]
    assert states[:17] == [SeriesState.WARMING_UP] * 17


def test_a_break_ends_an_improvement() -> None:
    nights = Nights()
    for _ in range(18):
        nights.play(lower=0.3)
    assert [nights.play() for _ in range(3)][-1] is SeriesState.IMPROVED
    assert nights.play(version="2") is SeriesState.BREAK
    assert nights.series.rise == Track()


def test_an_alarm_that_is_released_opens_again_from_new_nights_only() -> None:
    nights = dropped()
    first = nights.series.drop.since
    nights.series = release(nights.series)
    assert nights.series.anchors.first.complete
    assert [nights.play(lower=0.3) for _ in range(3)] == [
        SeriesState.OK,
        SeriesState.OK,
        SeriesState.REGRESSED,
    ]
    assert nights.series.drop.since != first
    calm = Nights().warm(20).series
    assert release(calm) is calm


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


def passing(failed: int, tasks: int = 10) -> Floats:
    """Return a night on which only the first tasks fail."""
    return (np.arange(tasks) >= failed).astype(float)
