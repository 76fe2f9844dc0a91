"""Checks that tests do a few times are done many times here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.results.row import Row

from ..generation.killed_runs import check_killed_runs
from ..results.many_writers import check_many_writers


@pytest.mark.weekly
def test_a_run_that_is_killed_50_times_ends_like_one_that_is_not(tmp_path: Path) -> None:
    check_killed_runs(tmp_path, kills=50)


@pytest.mark.weekly
def test_32_writers_at_the_same_time_lose_nothing_and_repeat_nothing(
    remote: Path, tmp_path: Path, git_in: Callable[..., str], make_row: Callable[..., Row]
) -> None:
    check_many_writers(remote, tmp_path, git_in, make_row, count=32)
