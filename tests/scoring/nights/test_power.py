"""The band of a night, the drop that a nightly series can see, and the tasks that a drop needs."""

import numpy as np
import pytest

from benchmark.scoring.nights.draws import NightDraws, night_band, pooled
from benchmark.scoring.nights.power import (
    HARDEST,
    Chances,
    chance_decided,
    estimated_chances,
    panel_size,
    visible_drop,
)
from tests.sampling import first_of, gate_of


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


UNIFORM = Chances(mean=0.5, noise=1 / 6)
U_SHAPED = Chances(mean=0.5, noise=0.3 / 3.2)
NEARLY_DETERMINISTIC = Chances(mean=0.5, noise=0.03 / 2.12)

#: Shares that ``lab/simulations/nightly.py`` found for drops of five points: tasks, series of the
#: model, percent.
SIMULATED = [
    (UNIFORM, 253, 5, 96.1),
    (Chances(mean=0.5, noise=0.2), 253, 5, 91.3),
    (HARDEST, 253, 5, 83.4),
    (UNIFORM, 253, 1, 99.0),
    (HARDEST, 253, 1, 93.7),
]


@pytest.mark.parametrize(("chances", "tasks", "siblings", "simulated"), SIMULATED)
def test_the_claim_is_what_simulated_nights_show(chances, tasks, siblings, simulated) -> None:
    claimed = 100 * chance_decided(chances, tasks, siblings=siblings)
    assert simulated - 3 <= claimed <= simulated + 2


def test_larger_drops_and_panels_are_seen_more_often_and_more_series_make_it_harder() -> None:
    chances = [chance_decided(UNIFORM, 100, drop) for drop in (0.02, 0.05, 0.08, 0.12)]
    assert chances == sorted(chances)
    assert chances[0] < 0.2
    assert chances[-1] > 0.99
    sizes = [chance_decided(UNIFORM, tasks) for tasks in (30, 100, 300, 1000)]
    assert sizes == sorted(sizes)
    series = [chance_decided(UNIFORM, 150, siblings=siblings) for siblings in (1, 2, 5, 20)]
    assert series == sorted(series, reverse=True)
    assert series[0] - series[-1] > 0.1


@gate_of("nights")
def test_the_visible_drop_and_the_panel_size_belong_together() -> None:
    for chances in (U_SHAPED, HARDEST):
        tasks = panel_size(chances)
        assert tasks is not None
        assert chance_decided(chances, tasks) >= 0.9 > chance_decided(chances, round(0.9 * tasks))
        seen = visible_drop(chances, tasks)
        assert seen is not None
        assert 0.045 <= seen <= 0.051


@pytest.mark.gate
def test_the_tasks_that_five_points_need_depend_on_the_spread() -> None:
    sizes = [panel_size(spread) or 0 for spread in (NEARLY_DETERMINISTIC, U_SHAPED, UNIFORM, HARDEST)]
    assert sizes == sorted(sizes)
    assert sizes[0] < 80
    assert sizes[2] < sizes[3] < 253  # fewer tasks than the largest set has


def test_a_drop_without_room_is_not_visible() -> None:
    rare = Chances(mean=0.02, noise=0.0196)
    assert visible_drop(rare, 20) is None
    assert panel_size(Chances(mean=0.03, noise=0.02)) is None
    assert chance_decided(rare, 100, 0.05) == 0
    assert visible_drop(Chances(mean=0.0, noise=0.0), 100) is None
    assert visible_drop(UNIFORM, 1) is None


def test_the_noise_of_few_draws_is_not_taken_for_spread() -> None:
    """With 8 draws per task, the rates of equal tasks differ as well."""
    generator = np.random.default_rng(1)
    for spread in ((1.0, 1.0), (0.3, 0.3), (50.0, 50.0), (4.0, 1.0)):
        chances = generator.beta(*spread, 3000)
        passed = generator.binomial(8, chances)
        found = estimated_chances(NightDraws(passed, np.full(3000, 8)))
        assert found is not None
        noise = float((chances * (1 - chances)).mean())
        assert found.mean == pytest.approx(chances.mean(), abs=0.01)
        assert noise - 0.001 < found.noise < noise + 0.01


def test_few_tasks_promise_little() -> None:
    always = NightDraws(np.full(12, 8), np.full(12, 8))
    found = estimated_chances(always)
    assert found is not None
    assert found.noise > 0.03
    assert (visible_drop(found, 12) or 1) > 0.1


def test_single_draws_say_nothing_about_the_spread() -> None:
    assert estimated_chances(pooled([np.array([1.0, 0.0, 1.0])])) is None
    assert estimated_chances(NightDraws(np.array([1, 1]), np.array([1, 2]))) is not None


def test_impossible_chances_are_refused() -> None:
    with pytest.raises(ValueError, match="no chances"):
        Chances(mean=0.9, noise=0.1)
