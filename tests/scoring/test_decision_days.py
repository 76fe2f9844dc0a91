"""Decisions of several series, day by day."""

from datetime import date, timedelta

import numpy as np
import pytest

from benchmark.scoring.decision_days import Decision, adjusted_p_values, decide
from benchmark.scoring.night_series import Direction, Night, State
from benchmark.scoring.signflip import Floats

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


def states(decisions: tuple[Decision, ...]) -> list[State]:
    return [decision.state for decision in decisions]


def test_adjusted_p_values_count_silent_series() -> None:
    assert adjusted_p_values([0.004], 1) == (pytest.approx(0.004),)
    assert adjusted_p_values([0.004], 20) == (pytest.approx(0.08),)
    assert adjusted_p_values([0.004, 0.001], 20) == (pytest.approx(0.04), pytest.approx(0.02))
    assert adjusted_p_values([0.5], 3) == (1.0,)
    assert adjusted_p_values([], 7) == ()


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="2 p-values for 1 active"):
        adjusted_p_values([0.1, 0.2], 1)
    for p in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            adjusted_p_values([p], 2)


def test_a_real_drop_is_confirmed_among_many_series() -> None:
    nights = {f"calm-{seed}": series(seed, 13) for seed in range(5)} | {"worse": series(99, 13, 8)}
    found = decide(nights)
    assert found["worse"][-1].state is State.REGRESSED
    (settled,) = found["worse"][-1].settled
    assert (settled.active, settled.confirmed) == (6, True)
    assert settled.adjusted == pytest.approx(settled.finding.p * 6)
    assert settled.finding.direction is Direction.DROP
    assert all(found[name][-1].state is not State.REGRESSED for name in nights if name != "worse")


def test_a_drop_that_one_series_shows_clearly_enough_alone_may_not_be_enough_among_many() -> None:
    """Four of 60 tasks fail from the ninth night on."""

    def nights(seed: int) -> list[Night]:
        generator, found = np.random.default_rng(seed), []
        for day in range(13):
            values = (generator.uniform(size=TASKS) < 0.5).astype(float)
            values[:4] = float(day < 8)
            found.append(night(day, values))
        return found

    alone = {seed: decide({"one": nights(seed)})["one"][-1] for seed in range(40)}
    chosen = [
        seed
        for seed, last in alone.items()
        if last.settled and last.state is State.REGRESSED and last.settled[0].finding.p > 0.001
    ]
    assert chosen
    calm = {f"calm-{seed}": series(seed, 13) for seed in range(60)}
    last = decide({"one": nights(chosen[0])} | calm)["one"][-1]
    assert last.state is State.OK
    (settled,) = last.settled
    assert settled.finding.p == alone[chosen[0]].settled[0].finding.p < 0.01
    assert settled.adjusted > 0.05
    assert not settled.confirmed


def test_a_series_that_ended_is_not_counted_after_a_week() -> None:
    nights = {"old": series(1, 5), "recent": series(2, 6, first=2), "worse": series(99, 13, 8)}
    (settled,) = decide(nights)["worse"][-1].settled
    assert settled.active == 2


def test_the_first_night_of_a_date_counts_and_dates_may_be_missing() -> None:
    plain = series(3, 12)
    del plain[9]
    other = night(4, np.zeros(TASKS))
    found = decide({"one": [*plain, other, plain[2]]})["one"]
    assert [decision.counted for decision in found].count(False) == 2
    counted = tuple(decision for decision in found if decision.counted)
    assert counted == decide({"one": plain})["one"]


def test_the_order_of_the_files_does_not_matter() -> None:
    nights = series(4, 14, 9)
    assert decide({"one": nights[::-1]}) == decide({"one": nights})


def test_series_do_not_influence_each_other_but_by_the_adjustment() -> None:
    one, two = series(5, 20), series(6, 20)
    assert states(decide({"one": one, "two": two})["one"]) == states(decide({"one": one})["one"])


def test_a_level_is_accepted_before_the_night_of_that_day() -> None:
    nights = series(99, 30, 8)
    without = decide({"one": nights})["one"]
    assert set(states(without)[12:]) == {State.REGRESSED}
    accepted = decide({"one": nights}, {"one": {START + timedelta(days=15)}})["one"]
    assert states(accepted)[12:15] == [State.REGRESSED] * 3
    assert states(accepted)[15:] == [State.WARMING_UP] * 7 + [State.OK] * 8


def test_a_break_stands_in_the_decisions() -> None:
    nights = series(7, 10)
    nights += [night(10 + day, np.zeros(TASKS), "2") for day in range(9)]
    assert (
        states(decide({"one": nights})["one"])[10:] == [State.BREAK] + [State.WARMING_UP] * 6 + [State.OK] * 2
    )


def test_a_bad_night_is_named() -> None:
    nights = [*series(8, 3), night(3, np.zeros(5))]
    with pytest.raises(ValueError, match=r"series one, night 2025-03-04: 5 tasks, but 60"):
        decide({"one": nights})


def test_nothing_is_decided_without_nights() -> None:
    assert decide({}) == {}
    assert decide({"one": []}) == {"one": ()}


def random_nights(generator: np.random.Generator) -> list[Night]:
    """Return nights with outages, missing draws, repeated dates, breaks and changes of the model."""
    tasks = int(generator.integers(3, 40))
    chances, level, version, found = generator.uniform(size=tasks), 1.0, 1, []
    for day in range(70):
        version += generator.uniform() < 0.01
        level = generator.choice([1.0, 0.6, 0.3]) if generator.uniform() < 0.05 else level
        values = (generator.uniform(size=tasks) < chances * level).astype(float)
        values[generator.uniform(size=tasks) < generator.choice([0, 0, 0, 0.02, 0.5])] = np.nan
        found += [night(day, values, str(version))] * int(generator.choice([0, 1, 1, 1, 1, 1, 2]))
    return found


def test_whatever_happens_nights_are_compared_with_earlier_ones_of_the_same_version() -> None:
    generator, settled = np.random.default_rng(2), 0
    for _ in range(8):
        nights = {name: random_nights(generator) for name in "abc"}
        accepted = {"a": {START + timedelta(days=int(generator.integers(70)))}}
        for name, decisions in decide(nights, accepted).items():
            assert len(decisions) == len(nights[name])
            versions = {each.date: each.version for each in nights[name]}
            for made in (made for decision in decisions for made in decision.comparisons):
                assert 4 <= len(made.baseline_nights) <= 8
                assert max(made.baseline_nights) < min(made.fresh_nights)
                assert len({versions[day] for day in made.baseline_nights + made.fresh_nights}) == 1
            settled += sum(len(decision.settled) for decision in decisions)
    assert settled > 10
