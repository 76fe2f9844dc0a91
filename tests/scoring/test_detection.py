"""Differences that a comparison can see, and how many tasks are needed to see one."""

import itertools

import numpy as np
import pytest

from benchmark.scoring.detection import (
    POWER,
    Precision,
    can_decide,
    chosen,
    floor,
    power,
    precision,
    stems_needed,
    visible_difference,
    visible_differences,
)
from benchmark.scoring.paired import compare
from benchmark.scoring.power import table_needs, tasks_to_see


def known(noise: float, stems: float, share: float = 0.0, step: float = 0.0) -> Precision:
    return Precision(
        noise=np.array([noise]),
        stems=np.array([stems]),
        families=np.array([stems]),
        share=np.array([share]),
        step=np.array([step]),
    )


def test_precision_is_that_of_the_compared_stems() -> None:
    generator = np.random.default_rng(1)
    sums = generator.integers(-3, 5, size=(1, 40)).astype(float)
    found = precision(compare(sums, np.full((1, 40), 3.0), 1.0, unseen=2.4))
    assert found.noise[0] == pytest.approx(np.sqrt(((sums - sums.mean()) ** 2).sum()) / 120)
    assert (found.stems[0], found.families[0]) == (pytest.approx(40), 40)
    without_difference = 0.8 + abs(sums.sum()) / 120 / 2
    assert (found.share[0], found.step[0]) == (pytest.approx(without_difference), pytest.approx(1 / 120))


def test_precision_does_not_depend_on_tasks_that_intervals_add() -> None:
    sums = np.random.default_rng(2).integers(-3, 5, size=(1, 30)).astype(float)
    sizes = np.resize([1.0, 3.0, 4.0], (1, 30))
    few, many = (precision(compare(sums, sizes, 1.0, added=added)) for added in (1.0, 3.0))
    assert few.noise == pytest.approx(many.noise)
    assert few.stems == pytest.approx(many.stems)


def test_a_visible_difference_is_detected_with_80_percent_probability() -> None:
    """There are 400 tasks with one draw; on a tenth of them, exactly one of the two models passes."""
    generator = np.random.default_rng(4)
    gap = visible_difference(known(np.sqrt(0.1 / 400), 400, step=1 / 400), 1)
    assert gap is not None
    chance = [(0.1 + gap) / 2, 0.9, (0.1 - gap) / 2]
    sums = generator.choice([1.0, 0.0, -1.0], p=chance, size=(1000, 400))
    detected = compare(sums, np.ones_like(sums), 1.0).p <= 0.05
    assert 0.72 < detected.mean() < 0.9  # exact tests are slightly conservative


@pytest.mark.gate
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_difference_is_visible_only_if_some_verdicts_could_show_it(share: float) -> None:
    """The strongest evidence is that one model solves all stems and the other none, so nothing is added."""
    for models in (2, 3, 10):
        pairs = models * (models - 1) // 2
        for stems in range(1, 20):
            ones = np.ones((1, stems))
            decides = compare(ones, ones, 1.0).p[0] <= 0.05 / pairs
            assert can_decide(np.array([float(stems)]), pairs).tolist() == [decides]
            assert visible_difference(known(0.01, stems, share), pairs) is None or decides
    assert visible_difference(known(0.9, 40), 1) is None  # no difference is larger than 1


def test_below_the_floor_stems_known_by_heart_undo_a_difference_too_often() -> None:
    """At the floor, a share of unseen stems that undoes it is absent from the data set in 2.5 % of cases."""
    for families in (6, 12, 41):
        gap = floor(families)
        share = gap / (1 + gap)
        assert (1 - share) ** families == pytest.approx(0.025)
    assert floor(1) == 1.0


def test_more_comparisons_hide_smaller_differences() -> None:
    sizes = [visible_differences(known(0.02, 1e9), comparisons)[0] for comparisons in (1, 15, 19_900)]
    assert sizes[0] == pytest.approx(0.02 * (1.959964 + 0.994458), rel=1e-5)
    assert all(a < b for a, b in itertools.pairwise(sizes))


def test_stems_that_nobody_has_seen_hide_differences_that_no_draws_could_show() -> None:
    exact = known(1e-6, 41)
    few = known(1e-6, 41, share=0.6)
    assert float(visible_differences(exact, 1)[0]) < 1e-4
    assert 0.03 < float(visible_differences(few, 1)[0]) < 0.08


def test_power_grows_with_the_difference_and_is_the_chance_of_an_error_without_one() -> None:
    found = [float(power(known(0.03, 100), size, 1)[0]) for size in np.linspace(0, 0.3, 20)]
    assert found == sorted(found)
    assert found[0] == pytest.approx(0.05, abs=0.005)


def test_a_difference_of_models_that_solve_nothing_is_not_seen_from_a_few_tasks() -> None:
    """McNemar's test needs 6 of 30 tasks; models that solve none of them show no noise at all."""
    gap = visible_difference(precision(compare(np.zeros((1, 30)), np.ones((1, 30)), 1.0)), 1)
    assert gap is not None
    detected = np.random.default_rng(6).binomial(30, gap, size=1000) >= 6
    assert 0.7 < detected.mean() < 0.95


def test_a_difference_that_the_scores_leave_no_room_for_is_not_visible() -> None:
    """Models that solve 30 % on average differ by at most 70 points, if one of them solves 30 or 0 %."""
    some = known(0.1, 18, share=0.7)
    wide = visible_difference(some, 60)
    assert wide is not None
    assert 0.6 < wide < 0.7
    assert float(power(some, 0.8, 120)[0]) > 0.8
    assert visible_difference(some, 120) is None


@pytest.mark.gate
def test_so_many_stems_as_are_said_to_be_needed_show_a_difference() -> None:
    for stems, share, comparisons in ((12, 0.6, 66), (20, 0.5, 1225), (5, 0.0, 1)):
        few = known(0.3 / stems**0.5, stems, share=share)
        assert visible_difference(few, comparisons) is None
        needed = stems_needed(few, comparisons)
        assert needed is not None
        assert visible_difference(few.at(np.array([needed / stems])), comparisons) is not None
        assert visible_difference(few.at(np.array([(needed - 1.01) / stems])), comparisons) is None


def test_a_table_of_too_few_stems_says_how_many_it_needs() -> None:
    text = table_needs([5] * 12, 6)
    assert text.startswith(
        "in a table of 12 models, no difference of two could be seen with 12 stems; about "
    )
    needed = int(text.split("about ")[1].split()[0])
    assert table_needs([5] * (needed + 1), 6) == ""
    assert table_needs([1] * 438, 1) == ""


def test_the_needed_number_of_tasks_detects_the_difference() -> None:
    """Of 438 tasks, only A solves 60 and only B solves 42; the second pair does not differ at all."""
    sums = np.array([[1.0] * 60 + [-1.0] * 42 + [0.0] * 336, [0.0] * 438])
    found = compare(sums, np.ones_like(sums), 1.0)
    needed = tasks_to_see(found, 1)
    assert needed[1] == np.inf
    first = chosen(precision(found), np.array([0]))
    seen = [
        float(power(first.at(np.array([tasks / 438])), 18 / 438, 1)[0])
        for tasks in (needed[0] + 1, needed[0] - 1)
    ]
    assert seen[0] >= POWER > seen[1]
    assert 1000 < needed[0] < 1300
    assert tasks_to_see(found, 15)[0] > 1.7 * needed[0]
    assert tasks_to_see(found, 1, np.array([True, False])).tolist() == needed.tolist()
    assert tasks_to_see(found, 1, np.array([False, True])).tolist() == [np.inf, np.inf]


def test_stems_that_nobody_has_seen_are_counted_once() -> None:
    """With three times as many tasks, the same difference is seen although their number stays two."""
    sums = np.random.default_rng(3).normal(0.2, 0.6, size=(1, 40))
    sizes = np.full((1, 40), 3.0)
    alone, added = (tasks_to_see(compare(sums, sizes, 0.05, unseen=unseen), 1)[0] for unseen in (0.0, 2.4))
    assert alone < added < 2.5 * alone
