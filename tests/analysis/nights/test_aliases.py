"""When an alias counts as moved, and when a provider only runs a fleet."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

import numpy as np
import pytest

from benchmark.analysis.nights.found_events import Arrival, arrivals
from tests.nightly_months import day_after

FLEET = {"a": 0.6, "b": 0.3, "c": 0.07, "d": 0.03}


def nights(counts: Iterable[Mapping[str, int]]) -> dict[date, Mapping[str, int]]:
    return {day_after(place): night for place, night in enumerate(counts)}


def fleet(shares: Mapping[str, float], number: int, seed: int, completions: int = 60) -> list[dict[str, int]]:
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(completions, list(shares.values()), size=number)
    return [{name: int(count) for name, count in zip(shares, night, strict=True) if count} for night in drawn]


def test_a_new_model_under_the_same_id_has_arrived() -> None:
    found = arrivals(nights([{"old": 60}] * 5 + [{"new": 60}] * 5))
    assert found == (Arrival(day_after(5), "old", "new"),)


def test_a_resolved_model_needs_one_night_before_and_a_fingerprint_three() -> None:
    early = nights([{"old": 60}, {"new": 60}])
    assert [arrival.after for arrival in arrivals(early)] == ["new"]
    assert arrivals(early, earlier=3) == ()
    assert len(arrivals(nights([{"old": 60}] * 3 + [{"new": 60}]), earlier=3)) == 1


@pytest.mark.parametrize("completions", [20, 60, 250])
def test_a_fleet_does_not_cry_wolf(completions: int) -> None:
    for seed in range(12):
        assert arrivals(nights(fleet(FLEET, 40, seed, completions))) == ()


def test_a_new_member_of_a_fleet_has_arrived() -> None:
    later = {"a": 0.4, "b": 0.2, "c": 0.05, "d": 0.02, "e": 0.33}
    found = arrivals(nights(fleet(FLEET, 10, 1) + fleet(later, 10, 2)))
    assert [(arrival.day, arrival.after) for arrival in found] == [(day_after(10), "e")]


def test_a_slow_rollout_is_reported_once() -> None:
    shares = [0.02, 0.05, 0.2, 0.5, 0.9, 1.0, 1.0]
    rollout = [{"old": round(100 - 100 * share), "new": round(100 * share)} for share in shares]
    found = arrivals(nights([{"old": 100}] * 6 + rollout))
    assert [(arrival.day, arrival.before, arrival.after) for arrival in found] == [
        (day_after(8), "old", "new")
    ]


def test_a_rollout_of_a_month_is_reported_when_it_has_half_of_a_week() -> None:
    """No night is implausible after the seven before it."""
    shares = [100] * 3 + [100 - 2 * night for night in range(1, 50)]
    found = arrivals(nights([{"old": share, "new": 100 - share} for share in shares]))
    assert found == (Arrival(day_after(2 + 28), "old", "new"),)


def test_two_members_of_a_fleet_that_take_turns_are_no_move() -> None:
    turns = [{"a": 40, "b": 60}, {"a": 60, "b": 40}] * 20
    assert arrivals(nights(turns)) == ()


def test_a_move_back_after_a_week_is_another_move() -> None:
    found = arrivals(nights([{"old": 50}] * 4 + [{"new": 50}] * 8 + [{"old": 50}] * 3))
    assert [(arrival.day, arrival.after) for arrival in found] == [
        (day_after(4), "new"),
        (day_after(12), "old"),
    ]


def test_fingerprints_that_change_with_every_request_say_nothing() -> None:
    each = [{f"fp-{night}-{number}": 1 for number in range(60)} for night in range(10)]
    assert arrivals(nights(each), earlier=3) == ()


def test_fingerprints_that_change_every_night_say_nothing() -> None:
    assert arrivals(nights([{f"fp-{night}": 60} for night in range(20)]), earlier=3) == ()


def test_a_single_odd_answer_is_not_a_move() -> None:
    assert arrivals(nights([{"old": 60}] * 5 + [{"old": 58, "odd": 2}] + [{"old": 60}] * 5)) == ()
    assert arrivals(nights([{"old": 12}] * 5 + [{"old": 10, "odd": 2}])) == ()


def test_nights_without_values_are_left_out() -> None:
    found = arrivals(nights([{"old": 60}, {}, {}, {"new": 60}, {}, {"new": 60}]))
    assert found == (Arrival(day_after(3), "old", "new"),)
    assert arrivals({}) == ()
    assert arrivals(nights([Counter()])) == ()
