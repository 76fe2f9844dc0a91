from pathlib import Path

import pytest

from .killed_runs import check_killed_budget, check_killed_runs


@pytest.mark.gate
def test_a_run_that_is_killed_twice_ends_like_one_that_is_not(tmp_path: Path) -> None:
    """The session ``gates`` kills a run 50 times."""
    check_killed_runs(tmp_path, kills=2)


@pytest.mark.gate
def test_what_killed_runs_may_have_cost_counts_towards_the_budget(tmp_path: Path) -> None:
    check_killed_budget(tmp_path)
