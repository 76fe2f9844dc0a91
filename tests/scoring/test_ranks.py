import gc
import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from benchmark.scoring.paired import StemSums, against, compare
from benchmark.scoring.ranks import (
    all_pairs,
    can_decide,
    holm,
    pairs,
    smallest_visible,
    standing,
    tie_groups,
    visible_difference,
)


def by_definition(p: list[float]) -> list[float]:
    """Holm 1979: the i-th smallest of m times m - i + 1, never smaller than the one before."""
    order = sorted(range(len(p)), key=p.__getitem__)
    found, most = [0.0] * len(p), 0.0
    for step, place in enumerate(order):
        most = max(most, min(1.0, (len(p) - step) * p[place]))
        found[place] = most
    return found


def test_p_values_are_adjusted_as_holm_says() -> None:
    p = np.random.default_rng(1).random(40) ** 4
    assert holm(p) == pytest.approx(by_definition(p.tolist()))
    assert holm(np.array([])).size == 0


def longest_runs(separated: np.ndarray) -> set[tuple[int, ...]]:
    """All runs without a separated pair inside that no longer one contains."""
    size = len(separated)
    runs = [
        tuple(range(start, end))
        for start in range(size)
        for end in range(start + 2, size + 1)
        if not separated[start:end, start:end].any()
    ]
    return {run for run in runs if not any(set(run) < set(other) for other in runs)}


def test_tie_groups_are_the_longest_runs_without_a_separated_pair() -> None:
    generator = np.random.default_rng(2)
    for _ in range(300):
        size = int(generator.integers(1, 9))
        upper = np.triu(generator.random((size, size)) < generator.random(), 1)
        separated = upper | upper.T
        found = tie_groups(range(size), separated)
        assert set(found) == longest_runs(separated)
        assert list(found) == sorted(found)


def test_a_place_is_one_more_than_the_models_that_are_really_better() -> None:
    values = np.array([[1.0] * 30, [1.0] * 30, [0.0] * 30])
    first, second = all_pairs(3)
    found = pairs(values, [str(task) for task in range(30)], [1] * 3, first, second)
    stood = standing([0, 1, 2], found, first, second)
    assert (stood.better, stood.worse) == ((0, 0, 2), (1, 1, 0))
    assert stood.groups == ((0, 1),)


def test_a_single_model_has_place_1_and_nothing_to_see() -> None:
    first, second = all_pairs(1)
    found = pairs(np.ones((1, 5)), list("abcde"), [1], first, second)
    stood = standing([0], found, first, second)
    assert (stood.better, stood.worse, stood.groups, stood.visible) == ((0,), (0,), (), 0.0)


def test_pairs_are_what_comparing_them_one_by_one_gives() -> None:
    """To the last bit, so that a table grows row by row without a change to what stands in it."""
    generator = np.random.default_rng(3)
    stems = [str(task // 3) for task in range(90)]
    for draws in (1, 20):
        values = generator.binomial(draws, generator.random((12, 1)), size=(12, 90)) / draws
        values[3, 7:9] = np.nan
        first, second = all_pairs(12)
        found = pairs(values, stems, [draws] * 12, first, second)
        for number, (a, b) in enumerate(zip(first, second, strict=True)):
            alone = compare(*against(values[a], values[[b]], StemSums(stems)), 1 / draws)
            for name in ("difference", "low", "high", "p", "error", "tasks"):
                assert getattr(found, name)[number] == getattr(alone, name)[0]


@pytest.fixture
def nothing_to_collect() -> Iterator[None]:
    """statsmodels collects garbage at each call, which takes longer than all the rest."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("nothing_to_collect")
@pytest.mark.parametrize("draws", [1, 10])
def test_the_true_place_lies_in_the_interval_of_every_model(draws: int) -> None:
    """Tables of known skill, with models that are equally good: at most 5 % may hold a wrong interval.

    Tasks are drawn as well, three a stem, so the truth is about tasks like these and not these tasks.
    """
    generator = np.random.default_rng(10 + draws)
    skills = np.array([-2.0, -2.0, -1.0, -0.5, -0.5, 0.0, 0.1, 0.2, 1.0, 1.0, 1.0, 2.0])
    first_true = 1 + (skills[None, :] > skills[:, None]).sum(axis=1)
    last_true = len(skills) - (skills[None, :] < skills[:, None]).sum(axis=1)
    first, second = all_pairs(len(skills))
    tables, wrong, widths = 150, 0, []
    for _ in range(tables):
        difficulty = np.repeat(generator.normal(0, 1.5, 40), 3) + generator.normal(0, 0.5, 120)
        own = np.repeat(generator.normal(0, 1.0, (len(skills), 40)), 3, axis=1)
        chance = 1 / (1 + np.exp(-(skills[:, None] + own - difficulty[None, :])))
        values = generator.binomial(draws, chance) / draws
        found = pairs(values, [str(task // 3) for task in range(120)], [draws] * 12, first, second)
        order = np.argsort(-values.mean(axis=1), kind="stable").tolist()
        stood = standing(order, found, first, second)
        low, high = 1 + np.array(stood.better), len(skills) - np.array(stood.worse)
        wrong += not ((low <= first_true) & (last_true <= high)).all()
        widths.append((high - low).mean())
    assert wrong <= 0.05 * tables + 2 * np.sqrt(0.05 * 0.95 * tables)
    assert np.mean(widths) < 7.5  # of 11 at most: the intervals say something


def test_a_difference_of_the_visible_size_is_seen_four_times_in_five() -> None:
    """McNemar's situation with 400 tasks, a tenth of which the models solve differently."""
    generator = np.random.default_rng(4)
    error = np.sqrt(0.1 / 400)
    gap = visible_difference(float(error), 1)
    chance = [(0.1 + gap) / 2, 0.9, (0.1 - gap) / 2]
    sums = generator.choice([1.0, 0.0, -1.0], p=chance, size=(1000, 400))
    seen = compare(sums, np.ones_like(sums)).p <= 0.05
    assert 0.72 < seen.mean() < 0.88  # an exact test is a little careful


def test_no_difference_is_called_visible_that_no_verdicts_could_show() -> None:
    """All stems one way is the most there is: it decides exactly where the rule says that it can."""
    for models in (2, 3, 10):
        pairs_of_table = models * (models - 1) // 2
        for stems in range(1, 16):
            p = compare(np.ones((1, stems)), np.ones((1, stems))).p[0]
            decides = p <= 0.05 / pairs_of_table
            assert can_decide(stems, pairs_of_table) == decides
            assert (smallest_visible(0.01, stems, pairs_of_table) is not None) == decides
    assert smallest_visible(0.9, 40, 1) == 1.0  # never more than everything


def test_more_comparisons_hide_smaller_differences() -> None:
    sizes = [visible_difference(0.02, comparisons) for comparisons in (1, 15, 19_900)]
    assert sizes[0] == pytest.approx(0.02 * (1.959964 + 0.841621), rel=1e-5)
    assert all(a < b for a, b in itertools.pairwise(sizes))
