"""One model on two sets of tasks of the same stems: unpaired within a stem, paired over stems."""

import numpy as np

from benchmark.scoring.paired import LEVEL, PairedDifferences, compare
from benchmark.scoring.signflip import Floats

_CLOSE = 1e-9


def compare_sets(
    sums: tuple[Floats, Floats], sizes: tuple[Floats, Floats], draws: int = 0, level: float = LEVEL
) -> PairedDifferences:
    """The first set minus the second: each stem gives one difference, that of its two means.

    No task of one set stands beside one of the other, so only their means within a stem are compared. A stem
    counts as many tasks as its two sides are worth, the harmonic mean ``2nm/(n+m)`` of their sizes; with as
    many tasks on both sides that is their number, and the difference is that of the two scores. Then as two
    models on the same tasks (:func:`benchmark.scoring.paired.compare`): if the sets were drawn alike, the
    difference of a stem could as well have the other sign. How often its interval is right is in the docs
    (``./noxw -s simulate -- fresh``).

    Args:
        sums: of both sets: (row, stem), task values in [0, 1] summed over the tasks of the stem.
        sizes: of both sets: (row, stem), how many tasks these are; stems of one set only are left out.
        draws: of every task; 0 where they differ.
        level: of the interval.
    """
    both = (sizes[0] > 0) & (sizes[1] > 0)
    first, second = (np.where(both, size, 1.0) for size in sizes)
    weights = np.where(both, 2 * first * second / (first + second), 0.0)
    differences = weights * (sums[0] / first - sums[1] / second)
    alike = bool(np.all(~both | (abs(first - second) <= _CLOSE)))
    unit = 1 / draws if draws and alike else 0.0
    stems = np.maximum(both.sum(axis=1), 1)
    return compare(np.where(both, differences, 0.0), weights, unit, level, weights.sum(axis=1) / stems)
