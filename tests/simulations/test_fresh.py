"""The worlds of the simulation of public minus fresh."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest


@pytest.fixture
def fresh(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("fresh")


def test_a_world_s_gap_is_the_average_of_its_draws(fresh: ModuleType) -> None:
    sizes = np.full(200, 3), np.resize([1, 2, 3], 200)
    for number, world in enumerate(fresh.WORLDS):
        cell = fresh.FreshCell(world.name, 0.2, 200, "3 and 1-3", 1, (1.5, 1.0))
        both = fresh.draw_both(np.random.default_rng(number), 400, cell, sizes, world)
        public, new = (sums.sum() / (400 * size.sum()) for sums, size in zip(both.sums, sizes, strict=True))
        assert public - new == pytest.approx(world.gap(0.2, float(np.hypot(1.5, 1.0))), abs=0.01), world.name
        assert new == pytest.approx(0.2, abs=0.01)
