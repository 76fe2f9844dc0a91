import numpy as np

from benchmark.scoring.detection import POWER, chosen, power, precision
from benchmark.scoring.paired import compare
from benchmark.scoring.power import tasks_to_see


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
