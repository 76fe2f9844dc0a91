"""The 95 % interval of a score, over arrays of (repetition, stem)."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri
from worlds import Floats, Integers

Z = float(ndtri(0.975))
Interval = tuple[Floats, Floats]


@dataclass(frozen=True)
class Sample:
    """The data of all repetitions, from which intervals are computed."""

    sums: Floats  #: (repetition, stem), sum of the task values
    tasks: Integers  #: number of tasks per stem
    draws: int

    @property
    def size(self) -> int:
        """The number of tasks of all stems."""
        return int(self.tasks.sum())

    @property
    def mean(self) -> Floats:
        """The score of each repetition."""
        return self.sums.sum(axis=1) / self.size

    def head(self, repetitions: int) -> "Sample":
        """Return the first repetitions."""
        return Sample(self.sums[:repetitions], self.tasks, self.draws)


def wilson(mean: Floats, size: Floats) -> Interval:
    """Wilson's score interval (Wilson 1927)."""
    square = Z**2 / size
    middle = (mean + square / 2) / (1 + square)
    half = Z * np.sqrt(mean * (1 - mean) / size + square / (4 * size)) / (1 + square)
    return np.clip(np.minimum(mean, middle - half), 0, 1), np.clip(np.maximum(mean, middle + half), 0, 1)


def tasks_independent(sample: Sample) -> Interval:
    """Wilson's interval with all tasks treated as independent."""
    return wilson(sample.mean, np.full(len(sample.sums), float(sample.size)))


def in_use(sample: Sample) -> Interval:
    """The rule of benchmark/scoring/metrics.py, for arrays."""
    return wilson(sample.mean, effective_size(sample)[1])


def effective_size(sample: Sample) -> tuple[Floats, Floats]:
    """Return the score with two more stems, and the effective size."""
    tasks = sample.size
    stems = tasks**2 / float((sample.tasks**2).sum())
    added = tasks / stems
    whole = tasks + 2 * added
    mean = (sample.sums.sum(axis=1) + added) / whole
    squares = ((sample.sums - mean[:, None] * sample.tasks) ** 2).sum(axis=1)
    squares += added**2 * ((1 - mean) ** 2 + mean**2)
    variance = squares / whole**2 * (stems + 2) / (stems + 1) * (whole - 1) / whole
    size = np.clip(mean * (1 - mean) / variance * tasks / whole, 1, tasks * sample.draws)
    return mean, size * (stems - 1) / (stems + 1)
