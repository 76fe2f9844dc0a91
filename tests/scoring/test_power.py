import numpy as np
import pytest

from benchmark.scoring.paired import compare
from benchmark.scoring.power import tasks_to_see
from benchmark.scoring.ranks import visible_difference


def test_the_needed_number_of_tasks_detects_the_difference() -> None:
    """Of 438 tasks, only A solves 60 and only B solves 42: for this pair, about 1,090 tasks are needed."""
    sums = np.array([[1.0] * 60 + [-1.0] * 42 + [0.0] * 336, [0.0] * 438])
    found = compare(sums, np.ones_like(sums))
    needed = tasks_to_see(found, 1)
    assert needed[0] == pytest.approx(1088, abs=3)
    assert needed[1] == np.inf
    tasks = needed[0]
    error = np.sqrt((102 - 18**2 / 438) / 438 * tasks + 2) / tasks
    assert visible_difference(error, tasks * 438 / 440, 1) == pytest.approx(18 / 438, rel=1e-3)
    assert tasks_to_see(found, 15)[0] > 1.7 * needed[0]
