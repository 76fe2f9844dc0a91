import warnings

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from benchmark.scoring.agreement import _kappas, cohen, weighted_cohen


@pytest.mark.parametrize("graded", [False, True])
def test_kappas_of_resamples_are_those_of_statsmodels(graded: bool) -> None:
    tables = np.random.default_rng(2).integers(1, 9, (20, 4, 4)).astype(float)
    expected = [
        cohens_kappa(table, wt="quadratic" if graded else None, return_results=False) for table in tables
    ]
    assert _kappas(tables, graded) == pytest.approx(expected, abs=1e-12)


def test_perfect_agreement_and_a_single_stem_have_no_interval() -> None:
    labels, stems = ["right", "wrong"] * 5, [str(number) for number in range(10)]
    found = cohen(labels, labels, ["right", "wrong"], stems)
    assert found is not None
    assert (found.value, found.low, found.high) == (1.0, None, None)
    found = cohen(labels, labels[::-1], ["right", "wrong"], ["one"] * 10)
    assert found is not None
    assert (found.value, found.low) == (-1.0, None)


def test_the_same_labels_have_the_same_interval() -> None:
    a, b = [1, 5, 9, 3, 3, 7], [2, 5, 7, 3, 1, 8]
    one, other = (weighted_cohen(a, b, (1, 10), list("aabbcd")) for _ in range(2))
    assert one == other
    assert one is not None
    assert one.low is not None
    assert one.high is not None
    assert one.low < one.value < one.high


def labels(
    generator: np.random.Generator, kappa: float, share: float, stems: int, tasks: int
) -> tuple[list[str], list[str], list[str]]:
    """Draw labels of two people with a known kappa; tasks of a stem are alike."""
    whole = np.repeat(generator.random(stems) < share, tasks)
    size = stems * tasks
    alike = generator.random(size) < (0.5 if tasks > 1 else 0)
    first = np.where(alike, whole, generator.random(size) < share)
    second = np.where(generator.random(size) < kappa, first, generator.random(size) < share)
    names = np.repeat([str(stem) for stem in range(stems)], tasks)
    return first.astype(str).tolist(), second.astype(str).tolist(), names.tolist()


@pytest.mark.gate
@pytest.mark.parametrize(("stems", "tasks"), [(20, 1), (50, 1), (12, 3), (30, 3)])
@pytest.mark.parametrize("share", [0.5, 0.2])
@pytest.mark.parametrize("kappa", [0.0, 0.4, 0.7])
def test_the_interval_holds_the_true_kappa(kappa: float, share: float, stems: int, tasks: int) -> None:
    generator = np.random.default_rng(3)
    held: list[bool] = []
    while len(held) < 200:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            a, b, names = labels(generator, kappa, share, stems, tasks)
            found = cohen(a, b, ["False", "True"], names)
        if found is not None and found.low is not None and found.high is not None:
            held.append(found.low <= kappa <= found.high)
    assert np.mean(held) > 0.84  # 0.88 in the worst of these settings, minus 1.5 standard errors
