"""p-values are compared with other computations of the same number."""

import itertools

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from benchmark.scoring.signflip import ENUMERATED, p_values


def every_sign(differences: np.ndarray) -> float:
    """Return the p-value by definition: the share of all patterns of signs with a sum at least as large."""
    seen = abs(differences.sum())
    signs = itertools.product((1, -1), repeat=len(differences))
    return float(np.mean([abs(np.dot(pattern, differences)) >= seen - 1e-9 for pattern in signs]))


def test_the_p_value_with_one_task_per_stem_is_mcnemar_s() -> None:
    generator = np.random.default_rng(1)
    sums = generator.choice([-1.0, 0.0, 0.0, 1.0], size=(60, 50))
    found, exact = p_values(sums)
    for row, p in zip(sums, found, strict=True):
        only_a, only_b = int((row > 0).sum()), int((row < 0).sum())
        table = [[10, only_a], [only_b, 20]]
        assert p == pytest.approx(mcnemar(table, exact=True).pvalue, rel=1e-12)
        if only_a + only_b:
            assert p == pytest.approx(stats.binomtest(only_a, only_a + only_b).pvalue, rel=1e-12)
    assert exact.all()


@pytest.mark.parametrize("whole", [True, False])
def test_the_p_value_of_few_stems_is_exact(whole: bool) -> None:
    generator = np.random.default_rng(2)
    for _ in range(60):
        sums = generator.integers(-4, 5, generator.integers(1, 11)).astype(float)
        if not whole:
            sums *= generator.random(len(sums))
        found, exact = p_values(sums[None])
        assert found[0] == pytest.approx(every_sign(sums), rel=1e-12)
        assert exact[0]


@pytest.mark.parametrize("whole", [True, False])
def test_two_added_stems_are_counted_as_if_they_were_there(whole: bool) -> None:
    generator = np.random.default_rng(6)
    for _ in range(40):
        sums = generator.integers(-4, 5, generator.integers(1, 9)).astype(float)
        if not whole:
            sums *= generator.random(len(sums))
        unseen = float(generator.choice([0.01, 0.7, 1.0, 2.4, 3.0]))
        found, exact = p_values(sums[None], unseen=unseen)
        added, alone = every_sign(np.array([*sums, unseen, -unseen])), every_sign(sums)
        assert found[0] == pytest.approx(max(added, alone), rel=1e-12)
        assert not exact[0]


def test_two_added_stems_are_counted_among_many() -> None:
    sums = np.random.default_rng(7).integers(-20, 30, size=(3, 60)) / 20
    unseen = np.array([0.0, 1.0, 2.4])
    squares = (sums**2).sum(axis=1) + 2 * unseen**2
    expected = 2 * stats.norm.sf((abs(sums.sum(axis=1)) - 0.05) / np.sqrt(squares))
    assert p_values(sums, 0.05, unseen)[0] == pytest.approx(expected, rel=1e-9)


def test_the_p_value_is_that_of_scipy_s_paired_permutation_test() -> None:
    generator = np.random.default_rng(3)
    a, b = generator.random((2, 12))
    theirs = stats.permutation_test((a, b), lambda x, y: np.sum(x - y), permutation_type="samples")
    assert p_values((a - b)[None])[0][0] == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.gate
def test_the_score_test_agrees_with_permutation_of_stems() -> None:
    """40 stems of 1 to 4 tasks with five draws, with differences from none to large; 20,000 permutations."""
    generator = np.random.default_rng(4)
    tasks = np.resize([1, 2, 3, 4], 40)
    signs = generator.choice([-1.0, 1.0], size=(20_000, 40))
    for pair in range(20):
        gap = pair / 20 * 0.25
        difficulty = generator.random(40)
        chance = np.clip([difficulty * 0.8 + gap, difficulty * 0.8], 0, 1)
        sums = np.subtract(*(generator.binomial(5 * tasks, rates) / 5 for rates in chance))
        ours, exact = p_values(sums[None], 0.2)
        permuted = float(np.mean(abs(signs @ sums) >= abs(sums.sum()) - 1e-9))
        assert not exact[0]
        assert ours[0] == pytest.approx(permuted, abs=4 * np.sqrt(permuted * (1 - permuted) / 20_000) + 0.003)


def test_tiny_p_values_are_precise() -> None:
    sums = np.ones((1, 300))
    assert p_values(sums)[0][0] == pytest.approx(2.0**-299, rel=1e-9)
    assert p_values(3 * sums)[0][0] == pytest.approx(2.0**-299, rel=1e-9)


def test_the_p_value_without_a_difference_is_1() -> None:
    found, exact = p_values(np.zeros((2, 30)))
    assert found.tolist() == [1.0, 1.0]
    assert exact.all()
    assert p_values(np.array([[0.5, -0.5, 0.25, -0.25]]))[0][0] == 1.0


def test_the_p_value_of_one_stem_is_1() -> None:
    assert p_values(np.array([[4.0], [0.35]]))[0].tolist() == [1.0, 1.0]


@pytest.mark.gate
@pytest.mark.parametrize("stems", [ENUMERATED, ENUMERATED + 1, 200])
def test_a_p_value_does_not_depend_on_other_pairs(stems: int) -> None:
    generator = np.random.default_rng(5)
    whole = generator.integers(-3, 4, size=(40, stems)).astype(float)
    parts = generator.integers(-20, 21, size=(40, stems)) / 20
    sums = np.vstack([whole, parts])
    unseen = generator.choice([0.0, 1.0, 2.4], size=len(sums))
    together, _ = p_values(sums, unseen=unseen)
    alone = [p_values(row[None], unseen=added)[0][0] for row, added in zip(sums, unseen, strict=True)]
    assert together.tolist() == alone
