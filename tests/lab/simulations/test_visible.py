"""The smallest visible difference is really seen 4 times in 5, in simulated worlds with known differences."""

import itertools
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from benchmark.scoring.detection import OverStems, over_stems, precision, visible_difference
from benchmark.scoring.paired import PairedDifferences, compare, unseen_difference

#: Standard deviations of the logit between stems for both models, and between stems and tasks for one model.
ALIKE, UNEVEN = (1.5, 0.7, 0.7), (2.5, 0.3, 0.3)
LAYOUTS = ((41, 3), (20, 3), (108, 1))
SETTINGS = list(itertools.product(LAYOUTS, (1, 6, 20), (2, 12, 50, 200), (ALIKE, UNEVEN), (0.5, 0.25)))


@pytest.fixture
def worlds(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("worlds")


def spread(worlds: ModuleType, tasks: np.ndarray, models: int, score: float, *world: object) -> OverStems:
    """Return the spread over stems that a table of such models gives, as ``spread_of`` computes it."""
    draws, spreads = world
    generator = np.random.default_rng([models, len(tasks)])
    passed = sum(worlds.solved(generator, (5, tasks), (score,) * models, draws, spreads)) * draws
    return over_stems(passed.ravel(), np.tile(tasks * draws * models, 5).astype(float))


@pytest.mark.parametrize(
    ("layout", "draws", "models", "spreads", "score"),
    [
        pytest.param(*setting, marks=() if number % 40 == 0 else pytest.mark.weekly)
        for number, setting in enumerate(SETTINGS)
    ],
)
def test_two_models_that_differ_visibly_are_told_apart_4_times_in_5(
    worlds: ModuleType,
    *,
    layout: tuple[int, int],
    draws: int,
    models: int,
    spreads: tuple[float, float, float],
    score: float,
) -> None:
    """In ``UNEVEN``, models differ only in stems of medium difficulty; this is the hardest world."""
    stems, size = layout
    generator, tasks = np.random.default_rng(models), np.full(stems, size)
    pairs = models * (models - 1) // 2

    def compared(truths: tuple[float, float], repetitions: int) -> PairedDifferences:
        sums = worlds.differences(generator, (repetitions, tasks), truths, draws, spreads)
        sizes = np.tile(tasks.astype(float), (repetitions, 1))
        unseen = unseen_difference(sizes, np.full(repetitions, max(1 - max(truths), min(truths))), 1 / draws)
        return compare(sums, sizes, 1 / draws, unseen=unseen)

    alike = compared((score, score), 300)
    over = spread(worlds, tasks, models, score, draws, spreads)
    visible = visible_difference(precision(alike, over).median(), pairs)
    if visible is None or score - visible / 2 < 0.03:
        assert layout == (20, 3) or score < 0.5
        return
    seen = compared((score + visible / 2, score - visible / 2), 400).p <= 0.05 / pairs
    assert seen.mean() > 0.74  # 0.8 minus three standard errors


@pytest.mark.weekly
@pytest.mark.parametrize("score", [0.02, 0.05])
@pytest.mark.parametrize("spreads", [ALIKE, UNEVEN])
@pytest.mark.parametrize("draws", [1, 6])
@pytest.mark.parametrize("layout", [(41, 3), (108, 1)])
def test_a_model_that_differs_visibly_from_weak_ones_is_told_apart_4_times_in_5(
    worlds: ModuleType, layout: tuple[int, int], draws: int, spreads: tuple[float, float, float], score: float
) -> None:
    """Models that solve next to nothing show hardly any noise, but one that solves more does."""
    stems, size = layout
    generator, tasks = np.random.default_rng(5), np.full(stems, size)
    for models in (2, 12, 50):
        pairs = models * (models - 1) // 2
        found = {}
        visible: float | None = 0.0
        for name, repetitions in (("alike", 200), ("apart", 400)):
            assert visible is not None
            low = max(score - visible / 2, 0.01) if visible else score
            truths = (low + visible, low)
            sums = worlds.differences(generator, (repetitions, tasks), truths, draws, spreads)
            sizes = np.tile(tasks.astype(float), (repetitions, 1))
            unseen = unseen_difference(sizes, np.full(repetitions, max(1 - max(truths), low)), 1 / draws)
            found[name] = compare(sums, sizes, 1 / draws, unseen=unseen)
            if name == "alike":
                over = spread(worlds, tasks, models, score, draws, spreads)
                visible = visible_difference(precision(found[name], over).median(), pairs)
        assert (found["apart"].p <= 0.05 / pairs).mean() > 0.74
