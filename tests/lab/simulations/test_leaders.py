"""The leader's range contains the leader's true score 95 times in 100, in simulated tables."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from tests.sampling import gate_of

pytestmark = gate_of("nights")

REPETITIONS = 400
ERROR = np.sqrt(0.95 * 0.05 / REPETITIONS)
#: Stems and tasks per stem, draws, models, and the kind and the table as indexes in the simulation's lists.
SETTINGS = (
    ((108, 1), 1, 2, 2, 1),
    ((108, 1), 6, 20, 0, 1),
    ((253, 1), 1, 100, 2, 0),
    ((20, 3), 1, 20, 0, 3),
    ((20, 3), 20, 200, 3, 1),
    ((41, 3), 6, 6, 1, 5),
    ((41, 3), 1, 100, 1, 6),
    ((50, 1), 20, 100, 3, 4),
    ((50, 1), 1, 200, 2, 2),
)


@pytest.fixture
def leaders(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("leaders")


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param(setting, marks=() if number == 8 else pytest.mark.weekly)
        for number, setting in enumerate(SETTINGS)
    ],
)
def test_the_leader_s_range_contains_its_true_score(leaders, setting) -> None:
    layout, draws, models, kind, table = setting
    generator = np.random.default_rng(models + draws)
    truths = leaders.TABLES[table].truths(models)
    found = []
    for _ in range(4):
        drawn = leaders.draw_table(generator, REPETITIONS // 4, truths, layout, (draws, leaders.KINDS[kind]))
        leaders.check_rule(drawn, layout[1], draws)
        low, _, high, _, leader = leaders.leaders_ranges(drawn, layout[1], draws)
        found.append((low - 1e-9 <= truths[leader]) & (truths[leader] <= high + 1e-9))
    assert np.mean(found) > 0.95 - 3 * ERROR


def test_the_own_range_of_the_leader_of_20_close_models_is_not_enough(leaders: ModuleType) -> None:
    """A test of the simulation: it has the luck that the leader's range allows for."""
    truths = leaders.TABLES[1].truths(20)
    drawn = leaders.draw_table(np.random.default_rng(1), REPETITIONS, truths, (108, 1), (1, leaders.KINDS[0]))
    _, own, high, score, leader = leaders.leaders_ranges(drawn, 1, 1)
    assert ((own <= truths[leader]) & (truths[leader] <= high)).mean() < 0.9
    assert 0.04 < (score - truths[leader]).mean() < 0.1


@pytest.mark.parametrize("kind", range(4))
def test_a_simulated_model_has_its_true_score(leaders: ModuleType, kind: int) -> None:
    truths = np.array([0.05, 0.5, 0.9])
    drawn = leaders.draw_table(np.random.default_rng(5), 2_000, truths, (20, 3), (2, leaders.KINDS[kind]))
    assert drawn.mean(axis=(0, 2)) / 3 == pytest.approx(truths, abs=0.01)
