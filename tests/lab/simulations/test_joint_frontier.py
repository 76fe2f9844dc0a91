"""Four suites together tell models apart that one suite's hard tasks cannot."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit

from benchmark.scoring.paired import LEVEL, StemSums, compare_models
from benchmark.scoring.signflip import Floats

pytestmark = pytest.mark.weekly

TASKS, SUITES, REPEATS = 36, 4, 400
ALONE = [f"family-{task % 12}" for task in range(TASKS)]
#: Three suites with a task of each of 12 families at three levels, and one with a family per task.
JOINT = [f"{suite}/{stem}" for suite in range(SUITES - 1) for stem in ALONE] + [
    f"3/{n}" for n in range(TASKS)
]


def seen(stems: list[str], gap: float, repeats: int = REPEATS) -> float:
    """Return how often two models are told apart that solve 0.5 ± gap / 2 of the tasks, one answer each.

    Tasks differ in difficulty, by family and each by itself; each model also has families that suit it.
    """
    draws = np.random.default_rng(7)
    _, family = np.unique(stems, return_inverse=True)
    found = 0
    for _ in range(repeats):
        base = draws.normal(0, 1, family.max() + 1)[family] + draws.normal(0, 1, len(stems))
        first, second = (_answers(base, family, draws, 0.5 + side * gap / 2) for side in (1, -1))
        compared = compare_models(first, second[None, :], StemSums(stems), 1.0)
        found += float(compared.p[0]) <= 1 - LEVEL
    return found / repeats


def _answers(base: Floats, family: np.ndarray, draws: np.random.Generator, target: float) -> Floats:
    own = base + draws.normal(0, 0.5, family.max() + 1)[family]
    shift = brentq(lambda each: float(expit(own + each).mean()) - target, -12, 12)
    return (draws.random(len(own)) < expit(own + shift)).astype(float)


def test_the_four_suites_see_20_points_that_one_suite_does_not() -> None:
    assert (len(set(ALONE)), len(set(JOINT))) == (12, 72)
    assert seen(JOINT, 0.2) >= 0.9
    assert seen(ALONE, 0.2) < 0.5
    assert seen(ALONE, 0.4) >= 0.8


def test_models_of_one_ability_are_not_told_apart_more_often_than_stated() -> None:
    assert seen(JOINT, 0.0, 1_000) <= 0.07
