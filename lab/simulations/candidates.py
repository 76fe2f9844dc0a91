"""Candidates for the 95 % interval of a score, over arrays of (repetition, stem)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv, ndtr, ndtri, stdtrit
from worlds import Floats, Generator, Integers

Z = float(ndtri(0.975))
_TINY = 1e-12  #: values up to this are 0, apart from rounding
Interval = tuple[Floats, Floats]


@dataclass(frozen=True)
class Sample:
    """The data of all repetitions, from which candidates compute intervals."""

    sums: Floats  #: (repetition, stem), sum of the task values
    tasks: Integers  #: number of tasks per stem
    draws: int

    @property
    def stems(self) -> int:
        """The number of stems."""
        return len(self.tasks)

    @property
    def size(self) -> int:
        """The number of tasks of all stems."""
        return int(self.tasks.sum())

    @property
    def mean(self) -> Floats:
        """The score of each repetition."""
        return self.sums.sum(axis=1) / self.size

    @property
    def variance(self) -> Floats:
        """The variance of the score, from the residuals of stems."""
        residuals = self.sums - self.mean[:, None] * self.tasks
        return (residuals**2).sum(axis=1) / self.size**2 * self.stems / (self.stems - 1)

    def head(self, repetitions: int) -> "Sample":
        """Return the first repetitions."""
        return Sample(self.sums[:repetitions], self.tasks, self.draws)


def wilson(mean: Floats, size: Floats, quantile: float = Z) -> Interval:
    """Wilson's score interval (Wilson 1927)."""
    square = quantile**2 / size
    middle = (mean + square / 2) / (1 + square)
    half = quantile * np.sqrt(mean * (1 - mean) / size + square / (4 * size)) / (1 + square)
    return np.clip(np.minimum(mean, middle - half), 0, 1), np.clip(np.maximum(mean, middle + half), 0, 1)


def _t_quantile(sample: Sample) -> float:
    return float(stdtrit(sample.stems - 1, 0.975))


def _effective_size(sample: Sample, most: float) -> Floats:
    """Return the effective size from the variance between stems; the number of stems if that is 0."""
    mean, variance = sample.mean, sample.variance
    with np.errstate(divide="ignore", invalid="ignore"):
        size = mean * (1 - mean) / variance
    return np.where(variance > _TINY, np.clip(size, 1, most), sample.stems)


def wilson_independent(sample: Sample) -> Interval:
    """Wilson's interval with all tasks treated as independent."""
    return wilson(sample.mean, np.full(len(sample.sums), float(sample.size)))


def wilson_effective(sample: Sample) -> Interval:
    """Wilson's interval on the effective size, at most the number of tasks (our first version)."""
    return wilson(sample.mean, _effective_size(sample, sample.size))


def wilson_effective_t(sample: Sample) -> Interval:
    """Wilson's interval on the effective size, at most the number of samples, with a t quantile."""
    return wilson(sample.mean, _effective_size(sample, sample.size * sample.draws), _t_quantile(sample))


def wilson_two_stems_added(sample: Sample) -> Interval:
    """The rule of benchmark/scoring/metrics.py, for arrays."""
    tasks = sample.size
    stems = tasks**2 / float((sample.tasks**2).sum())
    added = tasks / stems
    whole = tasks + 2 * added
    mean = (sample.sums.sum(axis=1) + added) / whole
    squares = ((sample.sums - mean[:, None] * sample.tasks) ** 2).sum(axis=1)
    squares += added**2 * ((1 - mean) ** 2 + mean**2)
    variance = squares / whole**2 * (stems + 2) / (stems + 1) * (whole - 1) / whole
    size = np.clip(mean * (1 - mean) / variance * tasks / whole, 1, tasks * sample.draws)
    return wilson(sample.mean, size * (stems - 1) / (stems + 1))


def korn_graubard(sample: Sample) -> Interval:
    """Clopper-Pearson interval on the effective size (Korn and Graubard 1998)."""
    size = _effective_size(sample, sample.size * sample.draws) * (Z / _t_quantile(sample)) ** 2
    passed = sample.mean * size
    with np.errstate(invalid="ignore"):
        low = np.where(passed > 0, betaincinv(passed, size - passed + 1, 0.025), 0)
        high = np.where(passed < size, betaincinv(passed + 1, size - passed, 0.975), 1)
    return low, high


def t_over_stems(sample: Sample) -> Interval:
    """Mean over stems with a t quantile."""
    half = _t_quantile(sample) * np.sqrt(sample.variance)
    return np.clip(sample.mean - half, 0, 1), np.clip(sample.mean + half, 0, 1)


def beta_binomial(sample: Sample) -> Interval:
    """Wilson's interval on the size by a beta-binomial's correlation (ANOVA estimate, t quantile)."""
    trials = sample.tasks * sample.draws
    passed = sample.sums * sample.draws
    total, stems, mean = trials.sum(), sample.stems, sample.mean
    between = (trials * (passed / trials - mean[:, None]) ** 2).sum(axis=1) / (stems - 1)
    within = (passed * (1 - passed / trials)).sum(axis=1) / max(total - stems, 1)
    usual = (total - (trials**2).sum() / total) / (stems - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = (between - within) / (between + (usual - 1) * within)
    correlation = np.where(np.isfinite(correlation), np.clip(correlation, 0, 1), 1)
    return wilson(mean, total / (1 + correlation * ((trials**2).sum() / total - 1)), _t_quantile(sample))


def bootstraps(sample: Sample, generator: Generator, resamples: int) -> Iterator[tuple[str, Interval]]:
    """Yield bootstraps over stems: percentile, BCa (Efron 1987) and studentised, with common resamples."""
    tasks = sample.tasks.astype(float)
    weights = generator.multinomial(sample.stems, np.full(sample.stems, 1 / sample.stems), resamples)
    weights = weights.astype(float)
    drawn = weights @ tasks
    means = sample.sums @ weights.T / drawn
    squares = sample.sums**2 @ weights.T - 2 * means * ((sample.sums * tasks) @ weights.T)
    squares += means**2 * (weights @ tasks**2)
    deviation = np.sqrt(np.maximum(squares, 0) * sample.stems / (sample.stems - 1)) / drawn
    mean = sample.mean[:, None]
    below = (means < mean - _TINY).mean(axis=1) + (abs(means - mean) <= _TINY).mean(axis=1) / 2
    shift = ndtri(np.clip(below, 1e-6, 1 - 1e-6))
    left_out = (sample.sums.sum(axis=1)[:, None] - sample.sums) / (sample.size - tasks)
    left_out = left_out.mean(axis=1)[:, None] - left_out
    spread = (left_out**2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        skew = np.where(spread > _TINY**2, (left_out**3).sum(axis=1) / (6 * spread**1.5), 0)
        ratios = np.where(deviation > _TINY, (means - mean) / deviation, np.sign(means - mean) * 1e9)
    means = np.sort(means, axis=1)
    ends = [np.full(len(mean), share) for share in (0.025, 0.975)]
    yield "bootstrap, percentile", (_quantiles(means, ends[0]), _quantiles(means, ends[1]))
    moved = [shift + ndtri(end) for end in ends]
    ends = [ndtr(shift + each / (1 - skew * each)) for each in moved]
    yield "bootstrap, BCa", (_quantiles(means, ends[0]), _quantiles(means, ends[1]))
    ratios = np.sort(ratios, axis=1)
    error = np.sqrt(sample.variance)
    high, low = (_quantiles(ratios, np.full(len(mean), share)) * error for share in (0.025, 0.975))
    yield "bootstrap, studentised", (np.clip(sample.mean - low, 0, 1), np.clip(sample.mean - high, 0, 1))


def _quantiles(ordered: Floats, shares: Floats) -> Floats:
    number: NDArray[np.int64] = np.floor(shares * (ordered.shape[1] + 1)).astype(int) - 1
    number = np.clip(number, 0, ordered.shape[1] - 1)
    return np.take_along_axis(ordered, number[:, None], axis=1)[:, 0]


CHOSEN = "Wilson, effective size, two stems added"
CANDIDATES: dict[str, Callable[[Sample], Interval]] = {
    "Wilson, tasks independent": wilson_independent,
    "Wilson, effective size (first version)": wilson_effective,
    "Wilson, effective size, t": wilson_effective_t,
    CHOSEN: wilson_two_stems_added,
    "Clopper-Pearson, effective size (Korn-Graubard)": korn_graubard,
    "beta-binomial": beta_binomial,
    "t over stems": t_over_stems,
}
