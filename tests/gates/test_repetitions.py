"""Checks that tests do a few times are done many times here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.results.row import Row

from ..cli.interrupted_runs import IN_TESTS, MOMENTS, SIGNALS, check_that_nothing_is_left, prepare
from ..generation.killed_runs import check_killed_runs
from ..results.many_writers import check_many_writers


def test_a_run_that_is_killed_50_times_ends_like_one_that_is_not(tmp_path: Path) -> None:
    check_killed_runs(tmp_path, kills=50)


def test_32_writers_at_the_same_time_lose_nothing_and_repeat_nothing(
    remote: Path, tmp_path: Path, git_in: Callable[..., str], make_row: Callable[..., Row]
) -> None:
    check_many_writers(remote, tmp_path, git_in, make_row, count=32)


@pytest.mark.parametrize(
    ("name", "moment"),
    [(name, moment) for name in SIGNALS for moment in MOMENTS if IN_TESTS[name] != moment],
)
def test_a_run_that_is_ended_at_any_time_leaves_nothing_behind(
    name: str, moment: str, tmp_path: Path
) -> None:
    prepare(tmp_path)
    check_that_nothing_is_left(name, moment, tmp_path)
