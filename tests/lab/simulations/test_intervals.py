"""The simulation computes the intervals that its names say."""

import csv
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from benchmark.leaderboard.build.build import checkout


@pytest.fixture
def intervals(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("intervals")


def some(intervals: ModuleType, draws: int = 1) -> object:
    """Return ten repetitions of forty stems with one to four tasks."""
    generator = np.random.default_rng(1)
    tasks = np.resize([1, 2, 3, 4], 40)
    return intervals.Sample(generator.binomial(tasks * draws, 0.3, (10, 40)) / draws, tasks, draws)


def test_the_arrays_give_the_rule_in_use(intervals: ModuleType) -> None:
    import runs

    for draws in (1, 5):
        runs.check_rule(some(intervals, draws))


def test_wilson_s_interval_is_that_of_statsmodels(intervals: ModuleType) -> None:
    sample = some(intervals)
    low, high = intervals.tasks_independent(sample)
    expected = proportion_confint(sample.sums.sum(axis=1), sample.size, method="wilson")
    assert np.allclose((low, high), expected)


@pytest.mark.parametrize("world", range(4))
def test_a_world_has_the_requested_true_score(intervals: ModuleType, world: int) -> None:
    del intervals  # the fixture only puts the folder on the path
    import worlds

    draw = worlds.WORLDS[world].draw
    tasks = worlds.sizes("1-4", 40)
    for truth in (0.05, 0.6):
        sums = draw(np.random.default_rng(5), 2_000, truth, tasks, 1)
        assert sums.sum() / (2_000 * tasks.sum()) == pytest.approx(truth, abs=0.01)


def test_the_page_sums_up_the_file_of_groups(simulation: Callable[[str], ModuleType]) -> None:
    writer = simulation("page")
    path = checkout() / "lab" / "simulations" / "coverage.csv"
    text = path.read_text(encoding="utf-8")
    _, *lines = csv.reader(text.splitlines())
    groups = [writer.Group(*names, float(mean), float(worst)) for *names, mean, worst in lines]
    assert writer.groups_csv(groups) == text
    page = (checkout() / "site" / "pages" / "statistics" / "coverage.md").read_text(encoding="utf-8")
    for table in (writer.by_stems_table, writer.by_layout_table, writer.lopsided_table):
        assert f"\n\n{table(groups)}\n" in page
