"""Compares one model on two sets of tasks of the same stems: unpaired within a stem, paired over stems."""

import numpy as np

from benchmark.scoring.paired import LEVEL, PairedDifferences, compare
from benchmark.scoring.signflip import Floats

_CLOSE = 1e-9


def compare_sets(
    sums: tuple[Floats, Floats], sizes: tuple[Floats, Floats], draws: int = 0, level: float = LEVEL
) -> PairedDifferences:
    """Compare a model's values on the first set with those on the second set (first minus second).

    Tasks of the two sets cannot be paired, so each stem gives one difference, between the means of its tasks
    in both sets. Its weight is the harmonic mean ``2nm/(n+m)`` of its two numbers of tasks. With equal
    numbers the weight is that number, and the overall difference is that of the two scores. The rest is as
    for two models on the same tasks (:func:`benchmark.scoring.paired.compare`): if both sets were drawn in
    the same way, the difference of a stem could equally have the other sign. But the interval adds a stem of
    average weight on each side, not a single task. The docs have the simulated coverage of the interval
    (``./noxw -s simulate -- fresh``).

    Args:
        sums: for both sets, (row, stem), task values in [0, 1] summed over the tasks of the stem.
        sizes: for both sets, (row, stem), number of these tasks; stems of only one set are ignored.
        draws: draws per task; 0 if it differs between tasks.
        level: confidence level of the interval.
    """
    both = (sizes[0] > 0) & (sizes[1] > 0)
    first, second = (np.where(both, size, 1.0) for size in sizes)
    weights = np.where(both, 2 * first * second / (first + second), 0.0)
    differences = weights * (sums[0] / first - sums[1] / second)
    alike = bool(np.all(~both | (abs(first - second) <= _CLOSE)))
    unit = 1 / draws if draws and alike else 0.0
    stems = np.maximum(both.sum(axis=1), 1)
    return compare(np.where(both, differences, 0.0), weights, unit, level, weights.sum(axis=1) / stems)
