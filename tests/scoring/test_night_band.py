"""The band of a night: by hand for small baselines, and its coverage in simulated nights."""

import numpy as np
import pytest

from benchmark.scoring.night_band import night_band
from tests.sampling import first_of


def test_a_model_that_always_answers_alike_has_a_band_of_one_task() -> None:
    found = night_band([(8, 8)] * 6 + [(0, 8)] * 4)
    assert found is not None
    assert (found.low, found.middle, found.high) == pytest.approx((0.55, 0.6, 0.65))


def test_the_band_grows_with_the_chances_of_the_tasks() -> None:
    """Four tasks that pass half of the time: r (1 - r) k / (k - 1) is 2 / 7 with eight draws."""
    found = night_band([(4, 8)] * 4)
    assert found is not None
    half = 1.959964 * (4 * 2 / 7 * (1 + 1 / 8)) ** 0.5 / 4 + 0.125
    assert (found.low, found.high) == pytest.approx((max(0, 0.5 - half), min(1, 0.5 + half)))


def test_tasks_without_a_draw_are_left_out_and_without_any_there_is_no_band() -> None:
    assert night_band([(3, 4), (0, 0)]) == night_band([(3, 4)])
    assert night_band([(0, 0)]) is None
    assert night_band([]) is None


def test_the_band_stays_between_0_and_1() -> None:
    found = night_band([(1, 1), (7, 8)])
    assert found is not None
    assert 0 <= found.low < found.middle < found.high == 1.0


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and its number of draws"):
        night_band([(3, 2)])


@pytest.mark.gate
@pytest.mark.parametrize("nights", [4, 8])
@pytest.mark.parametrize("tasks", first_of([80, 12, 253]))
@pytest.mark.parametrize("spread", [1.0, 0.3, 0.03, 0.01], ids=lambda spread: f"beta{spread}")
def test_the_band_holds_about_19_of_20_unchanged_nights(spread: float, tasks: int, nights: int) -> None:
    generator = np.random.default_rng([int(1000 * spread), tasks, nights])
    chances = generator.beta(spread, spread, (1500, tasks))
    passed = generator.binomial(nights, chances)
    night = generator.binomial(1, chances).mean(axis=1)
    inside = 0
    for counts, score in zip(passed.tolist(), night.tolist(), strict=True):
        band = night_band([(count, nights) for count in counts])
        assert band is not None
        inside += band.low - 1e-9 <= score <= band.high + 1e-9
    assert 0.935 < inside / len(night) <= 0.995
