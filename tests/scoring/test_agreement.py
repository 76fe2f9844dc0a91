"""Agreement of people and correlations, compared with other computations of the same numbers."""

import itertools
import warnings

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.inter_rater import cohens_kappa

from benchmark.scoring.agreement import _kappas, cohen, krippendorff, weighted_cohen
from benchmark.scoring.correlation import pearson, spearman
from tests.sampling import first_of


@pytest.mark.parametrize("graded", [False, True])
def test_kappas_of_resamples_are_those_of_statsmodels(graded: bool) -> None:
    tables = np.random.default_rng(2).integers(1, 9, (20, 4, 4)).astype(float)
    expected = [
        cohens_kappa(table, wt="quadratic" if graded else None, return_results=False) for table in tables
    ]
    assert _kappas(tables, graded) == pytest.approx(expected, abs=1e-12)


def test_perfect_agreement_could_be_luck_and_a_single_stem_has_no_interval() -> None:
    """With ten stems, 31 % could disagree (Clopper and Pearson); by chance, half would."""
    labels, stems = ["right", "wrong"] * 5, [str(number) for number in range(10)]
    found = cohen(labels, labels, ["right", "wrong"], stems)
    assert found is not None
    assert (found.value, found.low, found.high) == (1.0, pytest.approx(1 - 0.3085 / 0.5, abs=0.001), 1.0)
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
@pytest.mark.parametrize("layout", first_of([(20, 1), (50, 1), (12, 3), (30, 3)]))
@pytest.mark.parametrize("share", [0.5, 0.2])
@pytest.mark.parametrize("kappa", [0.0, 0.4, 0.7, 0.95])
def test_the_interval_holds_the_true_kappa(kappa: float, share: float, layout: tuple[int, int]) -> None:
    stems, tasks = layout
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


#: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, examples A to D: a line per person, * is no
#: label; whether labels are graded; the published alpha.
EXAMPLES = [
    (["0100000010", "1110010000"], False, 0.095),
    (["aabbdcccedda", "babbbccceddd"], False, 0.692),
    (["123321412***", "1233224125*3", "*3332342251*", "12332441251*"], False, 0.743),
    (["123321412***", "1233224125*3", "*3332342251*", "12332441251*"], True, 0.849),
]


@pytest.mark.parametrize(("people", "graded", "alpha"), EXAMPLES)
def test_alpha_is_that_of_published_examples(people: list[str], graded: bool, alpha: float) -> None:
    samples = [[label for label in labels if label != "*"] for labels in zip(*people, strict=True)]
    found = krippendorff(samples, [str(number) for number in range(len(samples))], graded=graded)
    assert found is not None
    assert found.value == pytest.approx(alpha, abs=0.0005)
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.value < found.high


def test_exact_agreement_of_few_stems_says_nothing_and_a_single_stem_has_no_interval() -> None:
    alike = [["right"] * 2, ["wrong"] * 3, ["right"]]
    found = krippendorff(alike, list("abc"), graded=False)
    assert found is not None
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low is not None
    assert found.low < -0.5
    found = krippendorff([["right", "wrong"], ["right", "right"]], ["a", "a"], graded=False)
    assert found is not None
    assert (found.low, found.high) == (None, None)


@pytest.mark.parametrize("samples", [[], [["right"], ["wrong"]], [["right"] * 3, ["right"] * 2]])
def test_there_is_no_alpha_without_two_different_labels_that_meet_another(samples: list[list[str]]) -> None:
    assert krippendorff(samples, [str(number) for number in range(len(samples))], graded=False) is None


@pytest.mark.gate
@pytest.mark.parametrize("layout", first_of([(20, 1), (50, 1), (12, 3), (30, 3)]))
@pytest.mark.parametrize("share", [0.5, 0.2])
@pytest.mark.parametrize("alpha", [0.0, 0.4, 0.7])
def test_the_interval_holds_the_true_alpha(alpha: float, share: float, layout: tuple[int, int]) -> None:
    """Three people label two thirds of the samples each; labels agree with probability alpha, or by luck."""
    stems, tasks = layout
    generator = np.random.default_rng(4)
    held: list[bool] = []
    while len(held) < 200:
        size = stems * tasks
        whole = np.repeat(generator.random(stems) < share, tasks)
        alike = generator.random(size) < (0.5 if tasks > 1 else 0)
        truth = np.where(alike, whole, generator.random(size) < share)
        # Each label follows the truth with probability sqrt(alpha), so two follow it with probability alpha.
        follows = generator.random((3, size)) < np.sqrt(alpha)
        people = np.where(follows, truth, generator.random((3, size)) < share)
        given = generator.random((3, size)) < 2 / 3
        samples = [
            [str(label) for label, has in zip(people[:, place], given[:, place], strict=True) if has]
            for place in range(size)
        ]
        found = krippendorff(samples, [str(place // tasks) for place in range(size)], graded=False)
        if found is not None and found.low is not None and found.high is not None:
            held.append(found.low <= alpha <= found.high)
    assert np.mean(held) > 0.84


def test_a_perfect_correlation_has_no_interval_and_an_exact_p_value() -> None:
    found = spearman([1, 2, 3, 4], [2, 4, 6, 9])
    assert (found.value, found.low, found.high) == (pytest.approx(1.0), None, None)
    assert found.p == pytest.approx(2 / 24)  # two of all orders: rising and falling
    assert pearson([1, 2, 3, 4], [-2, -4, -6, -8]).low is None


@pytest.mark.parametrize("size", [4, 5, 6])
def test_p_values_of_few_pairs_come_from_all_orders(size: int) -> None:
    a, b = np.random.default_rng(size).integers(0, 6, (2, size)).tolist()  # with ties
    seen = abs(stats.spearmanr(a, b).statistic) - 1e-9
    found = [abs(stats.spearmanr(a, order).statistic) >= seen for order in itertools.permutations(b)]
    assert spearman(a, b).p == pytest.approx(np.mean(found))


def test_copies_of_a_pair_in_one_stem_narrow_the_interval_only_if_they_are_taken_as_independent() -> None:
    a, b = np.random.default_rng(2).random((2, 30))
    stems = [str(number % 30) for number in range(120)]
    alone, copies = spearman(a, b), spearman([*a] * 4, [*b] * 4)
    clustered = spearman([*a] * 4, [*b] * 4, stems)
    width = alone.high - alone.low
    assert copies.high - copies.low < 0.6 * width
    assert clustered.high - clustered.low == pytest.approx(width, rel=0.1)
    assert clustered.p is None


def test_p_values_of_many_pairs_come_from_the_t_distribution() -> None:
    a, b = np.random.default_rng(1).random((2, 10)).tolist()
    assert spearman(a, b).p == pytest.approx(stats.spearmanr(a, b).pvalue)
