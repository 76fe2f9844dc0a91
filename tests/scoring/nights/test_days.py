"""Decisions of several series, day by day."""

from datetime import date, timedelta

import numpy as np
import pytest

from benchmark.scoring.nights.rule import Direction, Night, RuleDecision, SeriesState, decide
from benchmark.scoring.signflip import Floats
from tests.sampling import gate_of

START = date(2025, 3, 1)
TASKS = 60


def night(day: int, values: Floats, version: str = "1") -> Night:
    return Night(date=START + timedelta(days=day), version=version, values=values)


def series(seed: int, nights: int, worse_from: int = 1_000, failing: int = 20, first: int = 0) -> list[Night]:
    """Return nights in which half of the tasks pass with chance 0.9, the others always; some fail later."""
    generator, found = np.random.default_rng(seed), []
    for day in range(nights):
        values = (generator.uniform(size=TASKS) < np.repeat([0.9, 1.0], TASKS // 2)).astype(float)
        if day >= worse_from:
            values[:failing] = 0.0
        found.append(night(first + day, values))
    return found


def states(decisions: tuple[RuleDecision, ...]) -> list[SeriesState]:
    return [decision.state for decision in decisions]


def alone(nights: list[Night], accepted: set[date] | None = None) -> tuple[RuleDecision, ...]:
    """Decide about one series."""
    return decide({"one": nights}, {"one": "m"}, {"one": accepted or set()})["one"]


def test_the_active_series_of_a_model_share_its_budget() -> None:
    """Series of other models, and one that ended more than a week ago, do not count."""
    nights = {"worse": series(99, 24, 18), "calm": series(1, 24), "old": series(2, 8), "other": series(3, 24)}
    models = dict.fromkeys(nights, "m") | {"other": "another"}
    found = decide(nights, models)
    assert found["worse"][-1].state is SeriesState.REGRESSED
    last = next(decision for decision in found["worse"] if decision.findings)
    (finding,) = last.findings
    assert (last.active, finding.direction) == (2, Direction.DROP)
    single = next(decision for decision in alone(nights["worse"]) if decision.findings)
    assert (single.active, single.date) == (1, last.date)
    assert finding.p == pytest.approx(2 * single.findings[0].p)
    assert [each[5].active for each in found.values()] == [3, 3, 3, 1]


def test_the_first_night_of_a_date_counts_and_dates_may_be_missing() -> None:
    plain = series(3, 12)
    del plain[9]
    other = night(4, np.zeros(TASKS))
    found = alone([*plain, other, plain[2]])
    assert [decision.counted for decision in found].count(False) == 2
    counted = tuple(decision for decision in found if decision.counted)
    assert counted == alone(plain)


def test_the_order_of_the_files_does_not_matter() -> None:
    nights = series(4, 14, 9)
    assert alone(nights[::-1]) == alone(nights)


@pytest.mark.gate
def test_a_level_is_accepted_before_the_night_of_that_day() -> None:
    nights = series(99, 50, 18)
    assert set(states(alone(nights))[21:]) == {SeriesState.REGRESSED}
    accepted = states(alone(nights, {START + timedelta(days=25)}))
    assert accepted[21:25] == [SeriesState.REGRESSED] * 4
    assert accepted[25:] == [SeriesState.WARMING_UP] * 17 + [SeriesState.OK] * 8


def test_a_break_stands_in_the_decisions() -> None:
    nights = series(7, 10)
    nights += [night(10 + day, np.zeros(TASKS), "2") for day in range(19)]
    assert (
        states(alone(nights))[10:]
        == [SeriesState.BREAK] + [SeriesState.WARMING_UP] * 16 + [SeriesState.OK] * 2
    )


def test_a_bad_night_is_named() -> None:
    nights = [*series(8, 3), night(3, np.zeros(5))]
    with pytest.raises(ValueError, match=r"series one, night 2025-03-04: 5 tasks, but 60"):
        alone(nights)


def test_nothing_is_decided_without_nights() -> None:
    assert decide({}, {}) == {}
    assert alone([]) == ()


def random_nights(generator: np.random.Generator) -> list[Night]:
    """Return nights with outages, missing draws, repeated dates, breaks and changes of the model."""
    tasks = int(generator.integers(3, 40))
    chances, level, version, found = generator.uniform(size=tasks), 1.0, 1, []
    for day in range(120):
        version += generator.uniform() < 0.01
        level = generator.choice([1.0, 0.6, 0.3]) if generator.uniform() < 0.05 else level
        values = (generator.uniform(size=tasks) < chances * level).astype(float)
        values[generator.uniform(size=tasks) < generator.choice([0, 0, 0, 0.02, 0.5])] = np.nan
        found += [night(day, values, str(version))] * int(generator.choice([0, 1, 1, 1, 1, 1, 2]))
    return found


@gate_of("nights")
def test_whatever_happens_nights_are_compared_with_earlier_ones_of_the_same_version() -> None:
    generator, found = np.random.default_rng(2), 0
    for _ in range(4):
        nights = {name: random_nights(generator) for name in "abc"}
        accepted = {"a": {START + timedelta(days=int(generator.integers(120)))}}
        for name, decisions in decide(nights, dict.fromkeys(nights, "m"), accepted).items():
            assert len(decisions) == len(nights[name])
            versions = {each.date: each.version for each in nights[name]}
            for made in (made for decision in decisions for made in decision.comparisons):
                assert len(made.baseline_nights) == 18
                assert max(made.baseline_nights) < min(made.fresh_nights)
                assert len({versions[day] for day in made.baseline_nights + made.fresh_nights}) == 1
            found += sum(len(decision.findings) for decision in decisions)
    assert found > 5
