"""The candidates of the simulation compute the intervals that their names say."""

import csv
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from benchmark.leaderboard.build.build import checkout


@pytest.fixture
def candidates(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("candidates")


def some(candidates: ModuleType, draws: int = 1) -> object:
    """Return ten repetitions of forty stems with one to four tasks."""
    generator = np.random.default_rng(1)
    tasks = np.resize([1, 2, 3, 4], 40)
    return candidates.Sample(generator.binomial(tasks * draws, 0.3, (10, 40)) / draws, tasks, draws)


def test_the_chosen_candidate_is_the_rule_in_use(candidates: ModuleType) -> None:
    import runs

    for draws in (1, 5):
        runs.check_rule(some(candidates, draws))


def test_wilson_s_interval_is_that_of_statsmodels(candidates: ModuleType) -> None:
    sample = some(candidates)
    low, high = candidates.wilson_independent(sample)
    expected = proportion_confint(sample.sums.sum(axis=1), sample.size, method="wilson")
    assert np.allclose((low, high), expected)


def test_bootstraps_are_near_those_of_scipy(candidates: ModuleType) -> None:
    """They use 4,000 resamples, on stems of one task with values in [0, 1]."""
    values = np.random.default_rng(2).beta(1, 3, 60)
    sample = candidates.Sample(values[None], np.ones(60, dtype=int), 20)
    found = dict(candidates.bootstraps(sample, np.random.default_rng(3), 4_000))
    for name, method in (("bootstrap, percentile", "percentile"), ("bootstrap, BCa", "BCa")):
        theirs = stats.bootstrap(
            (values,), np.mean, n_resamples=4_000, method=method, rng=4
        ).confidence_interval
        assert found[name][0][0] == pytest.approx(theirs.low, abs=0.006)
        assert found[name][1][0] == pytest.approx(theirs.high, abs=0.006)
    low, high = (end[0] for end in found["bootstrap, studentised"])
    assert low < values.mean() < high


@pytest.mark.parametrize("world", range(4))
def test_a_world_has_the_requested_true_score(candidates: ModuleType, world: int) -> None:
    del candidates  # the fixture only puts the folder on the path
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
