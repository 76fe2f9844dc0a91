import json
from collections.abc import Sequence
from dataclasses import fields
from unittest.mock import Mock

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from benchmark.core.digest import sha256_hex
from benchmark.scoring import ranks
from benchmark.scoring.paired import PairedDifferences, StemSums, compare_models, stem_differences, whole_sums
from benchmark.scoring.ranks import (
    RANKS_VERSION,
    PairwisePlaces,
    Places,
    adjust,
    all_pairs,
    compare_pairs,
    holm,
    places_from,
    tie_groups,
)


def by_definition(p: list[float]) -> list[float]:
    """Holm 1979: the i-th smallest of m p-values, times m - i + 1, and not smaller than the one before."""
    order = sorted(range(len(p)), key=p.__getitem__)
    found, most = [0.0] * len(p), 0.0
    for step, place in enumerate(order):
        most = max(most, min(1.0, (len(p) - step) * p[place]))
        found[place] = most
    return found


def test_p_values_are_adjusted_by_holm_s_definition() -> None:
    p = np.random.default_rng(1).random(40) ** 4
    assert holm(p) == pytest.approx(by_definition(p.tolist()))
    assert holm(p).tolist() == multipletests(p, method="holm")[1].tolist()
    assert holm(np.array([])).size == 0


def longest_runs(separated: np.ndarray) -> set[tuple[int, ...]]:
    """Return all runs without a separated pair that are not part of a longer such run."""
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


def places(order: Sequence[int], found: PairedDifferences, first: Places, second: Places) -> PairwisePlaces:
    return places_from(adjust(found.p), 0.1, order, found, (first, second))


def test_a_place_counts_only_models_that_are_really_better() -> None:
    values = np.array([[1.0] * 30, [1.0] * 30, [0.0] * 30])
    first, second = all_pairs(3)
    found = compare_pairs(values, [str(task) for task in range(30)], [1] * 3, first, second)
    stood = places([0, 1, 2], found, first, second)
    assert (stood.better, stood.worse) == ((0, 0, 2), (1, 1, 0))
    assert stood.groups == ((0, 1),)


def test_values_of_0_and_1_are_summed_once_per_model_with_the_same_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = np.random.default_rng(5)
    values = (generator.random((9, 60)) < generator.random((9, 1))).astype(float)
    stems = [str(task // 4) for task in range(60)]
    by_pair = Mock(wraps=stem_differences)
    monkeypatch.setattr(ranks, "stem_differences", by_pair)
    found = compare_pairs(values, stems, [1] * 9, *all_pairs(9))
    by_pair.assert_not_called()
    monkeypatch.setattr(ranks, "whole_sums", lambda *_: None)
    again = compare_pairs(values, stems, [1] * 9, *all_pairs(9))
    by_pair.assert_called()
    for field in fields(found):
        np.testing.assert_array_equal(getattr(found, field.name), getattr(again, field.name))
    for other in (np.nan, 0.5):
        values[3, 7] = other
        assert whole_sums(values, StemSums(stems)) is None


def test_a_single_model_has_place_1_and_no_rivals() -> None:
    first, second = all_pairs(1)
    found = compare_pairs(np.ones((1, 5)), list("abcde"), [1], first, second)
    stood = places([0], found, first, second)
    assert (stood.better, stood.worse, stood.groups) == ((0,), (0,), ())


def test_comparing_many_pairs_gives_the_same_numbers_as_one_by_one() -> None:
    """They are the same to the last bit, so that a new row of a table does not change other numbers."""
    generator = np.random.default_rng(3)
    stems = [str(task // 3) for task in range(90)]
    for draws in (1, 20):
        values = generator.binomial(draws, generator.random((12, 1)), size=(12, 90)) / draws
        values[3, 7:9] = np.nan
        first, second = all_pairs(12)
        found = compare_pairs(values, stems, [draws] * 12, first, second)
        for number, (a, b) in enumerate(zip(first, second, strict=True)):
            alone = compare_models(values[a], values[[b]], StemSums(stems), 1 / draws)
            for name in ("difference", "low", "high", "p", "error", "tasks"):
                assert getattr(found, name)[number] == getattr(alone, name)[0]


@pytest.mark.parametrize("draws", [pytest.param(1, marks=pytest.mark.gate), 10])
def test_the_interval_of_places_contains_the_true_place_of_every_model(draws: int) -> None:
    """Models are simulated with known skill, some of them equal; at most 5 % of the tables may have an error.

    Tasks are drawn too, three per stem, because the true place is that on all similar tasks.
    """
    generator = np.random.default_rng(10 + draws)
    skills = np.array([-2.0, -2.0, -1.0, -0.5, -0.5, 0.0, 0.1, 0.2, 1.0, 1.0, 1.0, 2.0])
    first_true = 1 + (skills[None, :] > skills[:, None]).sum(axis=1)
    last_true = len(skills) - (skills[None, :] < skills[:, None]).sum(axis=1)
    first, second = all_pairs(len(skills))
    tables, wrong, widths = 80, 0, []
    for _ in range(tables):
        difficulty = np.repeat(generator.normal(0, 1.5, 40), 3) + generator.normal(0, 0.5, 120)
        own = np.repeat(generator.normal(0, 1.0, (len(skills), 40)), 3, axis=1)
        chance = 1 / (1 + np.exp(-(skills[:, None] + own - difficulty[None, :])))
        values = generator.binomial(draws, chance) / draws
        found = compare_pairs(values, [str(task // 3) for task in range(120)], [draws] * 12, first, second)
        order = np.argsort(-values.mean(axis=1), kind="stable").tolist()
        stood = places(order, found, first, second)
        low, high = 1 + np.array(stood.better), len(skills) - np.array(stood.worse)
        wrong += not ((low <= first_true) & (last_true <= high)).all()
        widths.append((high - low).mean())
    assert wrong <= 0.05 * tables + 2 * np.sqrt(0.05 * 0.95 * tables)
    assert np.mean(widths) < 7.5  # intervals are narrower than the maximum of 11


#: By version: a digest of what the comparison of 40 seeded tables finds. A change of the rule needs a new
#: version (``PAIRED_VERSION`` for a pair, ``RANKS_VERSION`` for places): cached comparisons are found by it.
FOUND = {"4.5": "4dcfa517174e843dda9d7917691fc789908c68031cbe759cb16045a2f89dd96a"}


def test_a_version_always_finds_the_same() -> None:
    assert list(FOUND) == [RANKS_VERSION], "write the digest that this test prints under the new version"
    lines = []
    for seed in range(40):
        generator = np.random.default_rng(seed)
        models, tasks = 4, int(generator.integers(8, 60))
        draws = int(generator.choice([1, 5]))
        chance = generator.random((models, 1)) * generator.random(tasks)
        values = generator.binomial(draws, chance) / draws
        stems = [f"s{number // int(generator.integers(1, 4))}" for number in range(tasks)]
        found = compare_pairs(values, stems, [draws] * models, *all_pairs(models), rerun=seed % 10 == 9)
        columns = (found.difference, found.low, found.high, found.p, holm(found.p))
        lines.append([np.round(column, 5).tolist() for column in columns])
    digest = sha256_hex(json.dumps(lines).encode())
    assert digest == FOUND[RANKS_VERSION], f"raise PAIRED_VERSION or RANKS_VERSION, and write {digest}"
