import numpy as np
import pytest

from benchmark.scoring.paired import compare
from benchmark.scoring.power import tasks_to_see
from benchmark.scoring.ranks import visible_difference


def test_as_many_tasks_as_are_needed_would_show_the_difference() -> None:
    """60 tasks only for A and 42 only for B, of 438, as the only pair: about 1,090 would show the gap."""
    sums = np.array([[1.0] * 60 + [-1.0] * 42 + [0.0] * 336, [0.0] * 438])
    found = compare(sums, np.ones_like(sums))
    needed = tasks_to_see(found, 1)
    assert needed[0] == pytest.approx(1089, abs=10)
    assert needed[1] == np.inf
    tasks = needed[0]
    error = np.sqrt(102 / 438 * tasks + 2) / tasks
    assert visible_difference(error, 1) == pytest.approx(18 / 438)
    assert tasks_to_see(found, 15)[0] > 1.7 * needed[0]
