"""Compares one model on two sets of tasks of the same stems: unpaired within a stem, paired over stems."""

from dataclasses import replace

import numpy as np
from scipy.special import ndtr

from benchmark.scoring.paired import LEVEL, PairedDifferences, compare, interval
from benchmark.scoring.signflip import Floats

_CLOSE = 1e-9


def compare_sets(
    sums: tuple[Floats, Floats], sizes: tuple[Floats, Floats], draws: int = 0
) -> PairedDifferences:
    """Compare a model's values on the first set with those on the second set (first minus second).

    Tasks of the two sets cannot be paired, so each stem gives one difference, between the means of its tasks
    in both sets. Its weight is the harmonic mean ``2nm/(n+m)`` of its two numbers of tasks. With equal
    numbers the weight is that number, and the overall difference is that of the two scores. The interval is
    as for two models on the same tasks (:func:`benchmark.scoring.paired.compare`), but adds a stem of average
    weight on each side, not a single task.

    The p-value depends on the sizes. If every stem has as many tasks in one set as in the other, it is that
    of random signs, without added stems: the difference of a stem could equally have the other sign. With
    unequal numbers it could not, because the smaller side varies more, in larger steps. Then the
    p-value is that of the interval's own statistic: the weighted sum of differences over its cluster-robust
    standard error, with the two added stems, compared with a normal distribution. It is approximate, and on
    the careful side with few stems.
    ``tests/lab/simulations/test_fresh.py`` simulates how often it sees a gap where there is none; the docs
    have the coverage of the interval (``./noxw -s simulate -- fresh``).

    Args:
        sums: for both sets, (row, stem), task values in [0, 1] summed over the tasks of the stem.
        sizes: for both sets, (row, stem), number of these tasks; stems of only one set are ignored.
        draws: draws per task; 0 if it differs between tasks.
    """
    both = (sizes[0] > 0) & (sizes[1] > 0)
    first, second = (np.where(both, size, 1.0) for size in sizes)
    weights = np.where(both, 2 * first * second / (first + second), 0.0)
    differences = weights * (sums[0] / first - sums[1] / second)
    differences = np.where(both, differences, 0.0)
    alike = np.all(~both | (abs(first - second) <= _CLOSE), axis=1)
    unit = np.where(alike, 1 / draws if draws else 0.0, 0.0)
    added = weights.sum(axis=1) / np.maximum(both.sum(axis=1), 1)
    found = compare(differences, weights, unit, LEVEL, added)
    error = np.sqrt((differences**2).sum(axis=1) + 2 * added**2)
    with np.errstate(divide="ignore", invalid="ignore"):
        approximate = np.where(error > 0, 2 * ndtr(-abs(differences.sum(axis=1)) / error), 1.0)
    p = np.where(alike, found.p, approximate)
    low, high = interval(found, p <= 1 - LEVEL, LEVEL)
    return replace(found, p=p, exact=found.exact & alike, low=low, high=high)
