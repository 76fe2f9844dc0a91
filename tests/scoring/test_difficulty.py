"""Difficulties of tasks, and the level at which a model falls below one half, on simulated models."""

import math
import random

import numpy as np
import pytest

from benchmark.scoring.difficulty import Difficulties, fit_difficulties
from benchmark.scoring.half_level import HalfLevel, half_level
from tests.sampling import first_of, gate_of


def level_of(**right: tuple[int, int]) -> HalfLevel:
    """Return the level of a model with ``right`` of ``tasks`` at each level, each task a family."""
    return half_level(
        {
            int(name[1:]): (
                [1.0] * solved + [0.0] * (tasks - solved),
                [f"f{each}" for each in range(tasks)],
                tasks,
            )
            for name, (solved, tasks) in right.items()
        }
    )


def test_the_level_is_the_first_below_one_half_and_the_range_says_what_few_tasks_leave_open() -> None:
    clear = level_of(l1=(30, 30), l2=(29, 30), l3=(27, 30), l4=(3, 30), l5=(0, 30))
    assert (clear.text, clear.range) == ("4", "only level 4")
    few = level_of(l1=(6, 6), l2=(6, 6), l3=(3, 6), l4=(2, 6), l5=(0, 6))
    assert (few.text, few.range) == ("4", "levels 3 to 5")
    least = level_of(l1=(2, 2), l2=(1, 2), l3=(0, 2), l4=(0, 2), l5=(0, 2))
    assert (least.text, least.range) == ("3", "level 1 or above")
    mixed = level_of(l1=(30, 30), l2=(1, 2), l3=(30, 30), l4=(1, 2), l5=(0, 30))
    assert (mixed.text, mixed.range) == ("5", "levels 4 to 5"), (
        "two families tell nothing, whatever they solve"
    )
    solved = level_of(l1=(30, 30), l3=(30, 30))
    assert (solved.text, solved.range) == ("above 3", "above level 3")
    failed = level_of(l1=(0, 30), l5=(0, 30))
    assert (failed.text, failed.range) == ("1", "only level 1")


def test_many_tasks_of_few_families_do_not_move_the_level_out_of_its_range() -> None:
    few = ([0.0] * 100, ["a", "b"] * 50, 100)
    all_solved = ([1.0] * 9, [*"abcdefghi"], 9)
    found = half_level({1: all_solved, 2: few, 3: all_solved})
    assert (found.text, found.range) == ("above 3", "above level 3")


@pytest.mark.parametrize(("families", "middle"), [(10, 2.6), (10, 4.4), (6, 3.5), (4, 3.0), (10, 7.0)])
def test_the_range_contains_the_true_level_95_times_in_100(families: int, middle: float) -> None:
    """A family has a task per level; families differ in difficulty by about a level."""
    draws = random.Random(f"{families}/{middle}")  # noqa: S311 - not used for security
    shifts = [draws.gauss(0, 1) for _ in range(20_000)]

    def chance(level: int, shift: float) -> float:
        return 1 / (1 + math.exp(1.5 * (level - middle + shift)))

    true = next((n for n in range(1, 6) if sum(chance(n, shift) for shift in shifts) < 0.5 * len(shifts)), 6)
    kept = 0
    for _ in range(400):
        own = [draws.gauss(0, 1) for _ in range(families)]
        stems = [f"f{each}" for each in range(families)]
        found = half_level(
            {
                n: ([float(draws.random() < chance(n, shift)) for shift in own], stems, families)
                for n in range(1, 6)
            }
        )
        kept += found.first <= true <= found.last
        assert found.first <= found.level <= found.last
    assert kept >= 0.93 * 400


def test_levels_without_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="0 values"):
        half_level({1: ([], [], 0)})


def drawn(
    models: int, stems: int, *, draws: int = 1, stem_spread: float = 1.2, own_spread: float = 0.6
) -> tuple[np.ndarray, Difficulties]:
    """Return true difficulties, three per stem, and the estimates from verdicts on them."""
    random = np.random.default_rng([models, stems, draws])
    names = [f"s{number // 3}" for number in range(3 * stems)]
    true = np.repeat(random.normal(0, stem_spread, stems), 3) + random.normal(0, own_spread, 3 * stems)
    true -= true.mean()
    ability = random.normal(0.5, 1.0, (models, 1))
    passed = random.binomial(draws, 1 / (1 + np.exp(true - ability)))
    return true, fit_difficulties(passed.tolist(), np.full_like(passed, draws).tolist(), names)


@pytest.mark.gate
@pytest.mark.parametrize("case", first_of([(6, 0.85), (20, 0.6), (200, 0.25)], 2, "gate"))
def test_known_difficulties_are_recovered(case: tuple[int, float]) -> None:
    models, error = case
    true, found = drawn(models, 40)
    assert np.sqrt(np.mean((np.array(found.tasks) - true) ** 2)) < error


@gate_of("nights")
def test_the_spreads_of_stems_and_of_tasks_are_told_apart() -> None:
    _, alike = drawn(12, 40, stem_spread=1.5, own_spread=0.4)
    _, apart = drawn(12, 40, stem_spread=0.4, own_spread=1.5)
    assert alike.own_spread is not None
    assert apart.own_spread is not None
    assert alike.stem_spread > 2 * alike.own_spread
    assert apart.own_spread > 2 * apart.stem_spread


@pytest.mark.gate
def test_stems_of_one_task_have_one_spread() -> None:
    random = np.random.default_rng(5)
    true = random.normal(0, 1.5, 150)
    passed = (random.random((30, 150)) < 1 / (1 + np.exp(true - random.normal(0, 1, (30, 1))))).astype(int)
    found = fit_difficulties(passed.tolist(), np.ones_like(passed).tolist(), [f"s{n}" for n in range(150)])
    assert found.own_spread is None
    assert found.stem_spread == pytest.approx(1.5, abs=0.3)


def test_a_task_that_none_or_all_solved_has_a_finite_difficulty() -> None:
    passed = [[0, 1, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0]]
    found = fit_difficulties(passed, [[1] * 4] * 3, ["a", "b", "c", "d"])
    never, always, *others = found.tasks
    assert always < min(others) <= max(others) < never
    assert sum(found.tasks) == pytest.approx(0, abs=1e-9)


def test_a_task_without_verdicts_of_a_model_is_judged_by_the_others() -> None:
    full = fit_difficulties([[1, 0], [1, 0]], [[1, 1], [1, 1]], ["a", "b"])
    part = fit_difficulties([[1, 0], [1, 0]], [[1, 1], [1, 0]], ["a", "b"])
    assert part.tasks[1] - part.tasks[0] < full.tasks[1] - full.tasks[0]
    with pytest.raises(ValueError, match="one count per model and task"):
        fit_difficulties([[1]], [[1]], ["a", "b"])
