"""The correlation of draws of one night."""

from datetime import date, timedelta

import numpy as np
import pytest

from benchmark.scoring.drift import Integers
from benchmark.scoring.within_night import WithinNight, within_night

START = date(2026, 1, 1)


def nights(
    correlation: float, seed: int, tasks: int = 253, number: int = 22
) -> tuple[list[date], Integers, Integers]:
    """Return nights of which every seventh has two draws with this correlation, given the task's chance."""
    generator = np.random.default_rng(seed)
    chances = generator.uniform(size=tasks)
    common = generator.uniform(size=(number, 1, tasks)) < chances
    own = generator.uniform(size=(number, 2, tasks)) < chances
    shared = generator.uniform(size=own.shape) < np.sqrt(correlation)
    values = np.where(shared, common, own)
    drawn = np.ones((number, tasks), dtype=np.int64)
    drawn[::7] = 2
    passed = np.where(drawn == 2, values.sum(axis=1), values[:, 0])
    return [START + timedelta(days=night) for night in range(number)], passed, drawn


def found(correlation: float, seed: int) -> WithinNight:
    result = within_night(*nights(correlation, seed))
    assert result is not None
    return result


@pytest.mark.parametrize("correlation", [0.0, 0.9])
def test_the_correlation_is_estimated_from_nights_with_two_draws(correlation: float) -> None:
    result = found(correlation, 1)
    assert result.value == pytest.approx(correlation, abs=4 * result.error)
    assert -1 <= result.low <= result.value <= result.high <= 1
    assert (result.nights, result.tasks) == (4, 253)
    assert result.error < 0.06


def test_each_night_with_two_draws_counts_once_however_many_nights_are_near() -> None:
    """The model answered at random before an outage, and always the same after it: independent in both."""
    generator = np.random.default_rng(6)
    days = [START, START + timedelta(days=3), *(START + timedelta(days=20 + day) for day in range(15))]
    early = generator.integers(2, size=(3, 200))
    passed = np.array([early[0] + early[1], early[2], *[np.zeros(200, dtype=np.int64)] * 15])
    drawn = np.ones_like(passed)
    drawn[[0, 9]] = 2
    result = within_night(days, passed, drawn)
    assert result is not None
    assert result.nights == 2
    assert result.value == pytest.approx(0, abs=4 * result.error)
    assert result.error < 0.15


@pytest.mark.gate
@pytest.mark.parametrize("correlation", [0.0, 0.2, 0.5, 0.9])
def test_the_estimate_has_no_bias_and_its_interval_contains_the_truth(correlation: float) -> None:
    """With 200 models, the standard error of the mean is below 0.003."""
    results = [found(correlation, seed) for seed in range(200)]
    assert np.mean([result.value for result in results]) == pytest.approx(correlation, abs=0.012)
    covered = np.mean([result.low <= correlation <= result.high for result in results])
    assert covered >= 0.88


def test_a_slow_drift_is_not_taken_for_a_correlation() -> None:
    """Only nights at most a week apart are compared."""
    days, passed, drawn = nights(0.0, 3, number=64)
    passed[40:] = 0
    result = within_night(days[:36] + [day + timedelta(days=30) for day in days[36:]], passed, drawn)
    assert result is not None
    assert abs(result.value) < 4 * result.error


def test_nothing_is_estimated_from_single_draws_or_too_few_tasks() -> None:
    days, passed, drawn = nights(0.5, 4)
    assert within_night(days, np.minimum(passed, 1), np.ones_like(drawn)) is None
    assert within_night(days[:1], passed[:1], drawn[:1]) is None
    assert within_night([], np.zeros((0, 3), dtype=int), np.zeros((0, 3), dtype=int)) is None
    assert within_night(days, passed[:, :8], drawn[:, :8]) is None
    assert within_night(days, drawn, drawn) is None  # every draw passed


def test_missing_draws_leave_their_pairs() -> None:
    days, passed, drawn = nights(0.5, 5)
    drawn[7, :50] = 1
    passed[7, :50] = np.minimum(passed[7, :50], 1)
    drawn[3, 60:90], passed[3, 60:90] = 0, 0
    result = within_night(days, passed, drawn)
    assert result is not None
    assert result.value == pytest.approx(0.5, abs=4 * result.error)


def test_shapes_must_agree() -> None:
    days, passed, drawn = nights(0.0, 6)
    with pytest.raises(ValueError, match="21 nights"):
        within_night(days[1:], passed, drawn)
