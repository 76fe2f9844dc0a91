"""The drop that a nightly series can see, and the tasks that a drop needs."""

import numpy as np
import pytest

from benchmark.scoring.drift import Draws, pooled
from benchmark.scoring.night_power import (
    HARDEST,
    Chances,
    chance_decided,
    estimated_chances,
    panel_size,
    visible_drop,
)

UNIFORM = Chances(mean=0.5, noise=1 / 6)
U_SHAPED = Chances(mean=0.5, noise=0.3 / 3.2)
NEARLY_DETERMINISTIC = Chances(mean=0.5, noise=0.03 / 2.12)

#: Shares that ``simulations/nightly.py`` found for drops of five points: tasks, series of the model, percent.
SIMULATED = [
    (UNIFORM, 253, 5, 96.1),
    (Chances(mean=0.5, noise=0.2), 253, 5, 91.3),
    (HARDEST, 253, 5, 83.4),
    (UNIFORM, 253, 1, 99.0),
    (HARDEST, 253, 1, 93.7),
]


@pytest.mark.parametrize(("chances", "tasks", "siblings", "simulated"), SIMULATED)
def test_the_claim_is_what_simulated_nights_show(
    chances: Chances, tasks: int, siblings: int, simulated: float
) -> None:
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


def test_the_visible_drop_and_the_panel_size_belong_together() -> None:
    for chances in (U_SHAPED, HARDEST):
        tasks = panel_size(chances)
        assert tasks is not None
        assert chance_decided(chances, tasks) >= 0.9 > chance_decided(chances, round(0.9 * tasks))
        seen = visible_drop(chances, tasks)
        assert seen is not None
        assert 0.045 <= seen <= 0.051


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
        found = estimated_chances(Draws(passed, np.full(3000, 8)))
        assert found is not None
        noise = float((chances * (1 - chances)).mean())
        assert found.mean == pytest.approx(chances.mean(), abs=0.01)
        assert noise - 0.001 < found.noise < noise + 0.01


def test_few_tasks_promise_little() -> None:
    always = Draws(np.full(12, 8), np.full(12, 8))
    found = estimated_chances(always)
    assert found is not None
    assert found.noise > 0.03
    assert (visible_drop(found, 12) or 1) > 0.1


def test_single_draws_say_nothing_about_the_spread() -> None:
    assert estimated_chances(pooled([np.array([1.0, 0.0, 1.0])])) is None
    assert estimated_chances(Draws(np.array([1, 1]), np.array([1, 2]))) is not None


def test_impossible_chances_are_refused() -> None:
    with pytest.raises(ValueError, match="no chances"):
        Chances(mean=0.9, noise=0.1)
