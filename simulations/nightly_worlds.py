"""Worlds of nights: models whose chances are known, with and without a change."""

from dataclasses import dataclass

import numpy as np
from worlds import Floats, Generator


@dataclass(frozen=True)
class NightWorld:
    """An assumption about a model over its nights."""

    name: str
    spread: tuple[float, float]  #: of the tasks' chances, which have this beta distribution
    tasks: int
    correlation: float = 0.0  #: of two draws of a task in the same night
    exchanged: float = 0.0  #: share of the tasks that swap their chances in pairs
    drop: float = 0.0  #: how much the mean chance falls; every chance loses the same share
    varied: float = 0.0  #: standard deviation of a shift between nights, the same for all tasks

    def draw(self, generator: Generator, nights: int, changed: int, draws: int = 4) -> Floats:
        """Return the values (night, draw, task) of one model, 1 or 0.

        Args:
            generator: source of random numbers.
            nights: number of nights.
            changed: index of the first night with the changed chances.
            draws: draws of each task per night.
        """
        before = generator.beta(*self.spread, self.tasks)
        after = self.later(generator, before)
        chances = np.where(np.arange(nights)[:, None] < changed, before, after)
        shifts = generator.normal(0, self.varied, (nights, 1)) if self.varied else 0.0
        chances = np.clip(chances + shifts, 0, 1)[:, None, :]
        shape = (nights, draws, self.tasks)
        own = generator.uniform(size=shape) < chances
        if not self.correlation:
            return own.astype(float)
        common = generator.uniform(size=(nights, 1, self.tasks)) < chances
        shared = generator.uniform(size=shape) < np.sqrt(self.correlation)
        return np.where(shared, common, own).astype(float)

    def later(self, generator: Generator, before: Floats) -> Floats:
        """Return the chances after the change. An exchange leaves their mean as it is."""
        after = before.copy()
        pairs = round(self.exchanged * self.tasks / 2)
        moved = generator.permutation(self.tasks)[: 2 * pairs]
        after[moved] = before[moved[::-1]]
        if self.drop:
            after *= max(0.0, 1 - self.drop / after.mean())
        return after
