"""How often the nightly rule finds a drop, the smallest drop that a series can see, and the tasks it needs.

The assumed drop takes the same share of every task's chance. The probability is that of a decision within 14
nights, counted from the first worse night, against complete baselines at the level before the drop.

The numbers of passes of a night, and of a baseline, are taken as normal, with the mean and variance that
follow from the chances; the limits of the exact test as those of a normal distribution with the test's
variance, its skewness (Cornish and Fisher 1938) and a correction for continuity. What remains, the rule over
several nights that share a baseline, is followed along fixed random paths of these numbers, so that equal
questions have equal answers. Each path has calm nights before the drop, in which a check may have begun and
a weekly pool too. ``./noxw -s simulate -- nightly`` compares the result with simulated nights.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchmark.scoring.decision_days import FALSE_DISCOVERIES
from benchmark.scoring.drift import Draws
from benchmark.scoring.night_series import BASELINE_NIGHTS
from benchmark.scoring.nights import CHECK_NIGHTS, POOL, POOL_NIGHTS, SMALLEST_CHANGE, STAGE_1, STAGE_2
from benchmark.scoring.signflip import Flags, Floats

DECIDED_WITHIN = 14  #: nights from the first worse one to the decision, both counted
SURE = 0.95  #: probability of a decision from which on a drop counts as visible
FIVE_POINTS = 0.05  #: the drop that a panel must be large enough for
MOST_TASKS = 100_000  #: maximum tasks to consider
_PATHS = 7 * 400
_CALM = 2 * POOL_NIGHTS - 1  #: nights before the drop on each path
_SEED = 20_260_301
_HALVINGS = 10
_ROUNDING = 1e-9
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """How the chances of a panel's tasks are spread.

    Raises:
        ValueError: if not ``0 <= noise <= mean * (1 - mean)``.
    """

    mean: float  #: mean chance that a draw passes, in [0, 1]
    noise: float  #: mean over tasks of ``chance * (1 - chance)``; 0 if each task always or never passes

    def __post_init__(self) -> None:
        if not -_ROUNDING <= self.noise <= self.mean * (1 - self.mean) + _ROUNDING:
            raise ValueError(f"no chances have the mean {self.mean} and the noise {self.noise}")

    def rounded(self) -> "Chances":
        """Return the chances rounded to thousandths, the noise upwards but not above its maximum."""
        mean = round(self.mean, 3)
        return Chances(mean=mean, noise=min(math.ceil(1000 * self.noise) / 1000, mean * (1 - mean)))

    @property
    def moments(self) -> tuple[float, float, float]:
        """The means of the chance, its square and its third power, for a beta distribution."""
        whole = self.mean * (1 - self.mean)
        if whole <= 0:
            return self.mean, self.mean, self.mean
        share = min(1.0, self.noise / whole)  # s / (s + 1), where s is the sum of the two parameters
        second = self.mean - self.noise
        if share >= 1:
            return self.mean, self.mean**2, self.mean**3
        size = share / (1 - share)
        return self.mean, second, second * (self.mean * size + 2) / (size + 2)


#: The spread for which drops are hardest to see: every task passes with the same chance of one half.
HARDEST = Chances(mean=0.5, noise=0.25)


def estimated_chances(draws: Draws) -> Chances | None:
    """Estimate how chances are spread, from several draws per task; None if no task has two draws.

    The rates of tasks vary more than their chances, since each has few draws. So the noise is estimated
    within tasks: if c of k draws passed, the mean of ``c (k - c) / (k (k - 1))`` is ``chance (1 - chance)``.
    One task that passes half of its draws is added, and one standard error, so that few draws promise little.
    """
    told = draws.drawn > 1
    if not told.any():
        return None
    passed, drawn = draws.passed[told].astype(float), draws.drawn[told].astype(float)
    mean = float((passed / drawn).sum() + 0.5) / (len(drawn) + 1)
    own = np.append(passed * (drawn - passed) / (drawn * (drawn - 1)), 0.25)
    error = float(own.std(ddof=1)) / math.sqrt(len(own))
    return Chances(mean=mean, noise=min(float(own.mean()) + error, mean * (1 - mean)))


def chance_decided(
    chances: Chances, tasks: int, drop: float = FIVE_POINTS, *, active: int = 1, anchors: int = 1
) -> float:
    """Return the probability that the rule reports a drop within 14 nights, in [0, 1].

    Args:
        chances: spread of the chances before the drop.
        tasks: number of tasks of the panel, at least 1.
        drop: how much the mean chance falls, as a fraction.
        active: number of active series of the day, none of which has a finding of its own.
        anchors: number of baselines, 1 or 2.
    """
    if tasks < 1 or not 0 < drop <= chances.mean:
        return 0.0
    panel = _Panel(chances, tasks, 1 - drop / chances.mean)
    paths = _paths(anchors)
    passed = panel.passes(paths.nights)
    usual = [panel.usual(noise) for noise in paths.baselines]
    confirmed = FALSE_DISCOVERIES / active
    stage_1 = panel.below(passed, usual, 1, STAGE_1)
    stage_2 = panel.below(passed, usual, CHECK_NIGHTS, min(STAGE_2, confirmed) / anchors, SMALLEST_CHANGE)
    pools = panel.below(passed, usual, POOL_NIGHTS, min(POOL, confirmed) / anchors) & paths.pool_ends
    found = _first_decisions(stage_1, stage_2, pools)
    calm = found < _CALM
    return float((found[~calm] < len(passed)).mean()) if not calm.all() else 0.0


def visible_drop(chances: Chances, tasks: int, *, active: int = 1, anchors: int = 1) -> float | None:
    """Return the smallest drop that is reported within 14 nights in 95 % of cases; None if there is none.

    The arguments are those of :func:`chance_decided`. The result is a fraction, rounded up to a thousandth.
    """
    return _visible_drop(chances.rounded(), tasks, active, anchors)


def panel_size(
    chances: Chances, drop: float = FIVE_POINTS, *, active: int = 1, anchors: int = 1
) -> int | None:
    """Return the minimum tasks with which such a drop is reported within 14 nights in 95 % of cases.

    It is at most 5 % too large; None if over 100,000 tasks are needed, or the mean chance is below the drop.
    The arguments are those of :func:`chance_decided`.
    """
    return _panel_size(chances.rounded(), drop, active, anchors)


@lru_cache(maxsize=4096)
def _visible_drop(chances: Chances, tasks: int, active: int, anchors: int) -> float | None:
    low, high = 0.0, chances.mean
    if chance_decided(chances, tasks, high, active=active, anchors=anchors) < SURE:
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        seen = chance_decided(chances, tasks, middle, active=active, anchors=anchors) >= SURE
        low, high = (low, middle) if seen else (middle, high)
    return math.ceil(1000 * high) / 1000


@lru_cache(maxsize=4096)
def _panel_size(chances: Chances, drop: float, active: int, anchors: int) -> int | None:
    low, high = 0, MOST_TASKS
    if chance_decided(chances, high, drop, active=active, anchors=anchors) < SURE:
        return None
    while high - low > max(1, high // 50):
        middle = (low + high) // 2 if low else max(1, high // 4)
        seen = chance_decided(chances, middle, drop, active=active, anchors=anchors) >= SURE
        low, high = (low, middle) if seen else (middle, high)
    return high


@dataclass(frozen=True, slots=True)
class _Paths:
    """Standard normal numbers, the same for all questions."""

    nights: Floats  #: (night, path)
    baselines: tuple[Floats, ...]  #: (path) each
    pool_ends: Flags  #: (night, path), whether a weekly pool ends with this night


@lru_cache(maxsize=2)
def _paths(anchors: int) -> _Paths:
    generator = np.random.default_rng(_SEED)
    nights = _CALM + DECIDED_WITHIN
    ends = np.arange(nights)[:, None] % POOL_NIGHTS == np.arange(_PATHS) % POOL_NIGHTS
    ends[: POOL_NIGHTS - 1] = False
    evenly = np.array([_NORMAL.inv_cdf((place + 0.5) / _PATHS) for place in range(_PATHS)])
    baselines = tuple(generator.permutation(evenly) for _ in range(anchors))
    return _Paths(generator.normal(size=(nights, _PATHS)), baselines, ends)


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel whose model keeps a share of every chance after the calm nights."""

    chances: Chances
    tasks: int
    kept: float  #: chance after the drop, as a share of that before

    def passes(self, normal: Floats) -> Floats:
        """Return (night, path) the tasks that passed."""
        mean, second, _ = self.chances.moments
        kept = np.where(np.arange(len(normal)) < _CALM, 1.0, self.kept)[:, None]
        spread = np.sqrt(np.maximum(self.tasks * (kept * mean - kept**2 * second), 0))
        result: Floats = self.tasks * kept * mean + spread * normal
        return result

    def usual(self, normal: Floats) -> Floats:
        """Return (path) the passes of the baseline's nights together."""
        usual: Floats = BASELINE_NIGHTS * self.tasks * self.chances.mean + normal * math.sqrt(
            BASELINE_NIGHTS * self.tasks * max(0.0, self.chances.noise)
        )
        return usual

    def below(
        self, passed: Floats, usual: list[Floats], fresh: int, limit: float, change: float = -1.0
    ) -> Flags:
        """Whether the nights that end here are below one of the baselines.

        Args:
            passed: (night, path), passes of each night.
            usual: (path) for each baseline, the passes of its nights.
            fresh: number of nights that are compared together.
            limit: limit of the p-value.
            change: minimum change of the mean.

        Returns:
            (night, path); False for nights with too few nights before them.
        """
        total = np.cumsum(passed, axis=0)
        together = total[fresh - 1 :] - np.concatenate([np.zeros((1, passed.shape[1])), total[:-fresh]])
        ends = np.arange(fresh - 1, len(passed))
        worse = np.clip(ends - _CALM + 1, 0, fresh)
        edges = np.array([self._edge(fresh, int(number), limit) for number in range(fresh + 1)])[worse]
        found = np.zeros(passed.shape, dtype=bool)
        whole = BASELINE_NIGHTS + fresh
        for baseline in usual:
            fewer = (BASELINE_NIGHTS * together - fresh * baseline) / whole < edges[:, None]
            lower = baseline / BASELINE_NIGHTS - together / fresh >= change * self.tasks
            found[fresh - 1 :] |= fewer & lower
        return found

    def _edge(self, fresh: int, worse: int, limit: float) -> float:
        """Return how far the fresh passes must be below their expected number for a p-value below a limit.

        Args:
            fresh: number of fresh draws per task.
            worse: number of these draws after the drop.
            limit: limit of the p-value.
        """
        mean, second, third = self.chances.moments
        whole = BASELINE_NIGHTS + fresh
        kept, calm = self.kept, whole - worse
        # The number of passes of a task is the sum of two binomial numbers, with chances p and kept * p: its
        # moments are polynomials of p.
        times = calm + worse * kept
        squares = calm + worse * kept**2
        cubes = calm + worse * kept**3
        first = times * mean
        square = first + (times**2 - squares) * second
        cube = (
            first + 3 * (times**2 - squares) * second + (times**3 - 3 * times * squares + 2 * cubes) * third
        )
        share = fresh * BASELINE_NIGHTS / (whole**2 * (whole - 1))
        variance = self.tasks * share * max(whole * first - square, 0.0)
        if variance <= 0:
            return -math.inf
        lopsided = (whole**2 * first - 3 * whole * square + 2 * cube) * (whole - 2 * fresh)
        skewness = self.tasks * share * lopsided / (whole * (whole - 2)) / variance**1.5
        z = _NORMAL.inv_cdf(limit)
        return float((z + skewness * (z**2 - 1) / 6) * math.sqrt(variance) - 0.5)


def _first_decisions(stage_1: Flags, stage_2: Flags, pools: Flags) -> NDArray[np.int64]:
    """Return (path) the index of the first night with a decision; the number of nights without one."""
    nights, paths = stage_1.shape
    left = np.zeros(paths, dtype=np.int64)  #: nights until the running check ends
    first = np.full(paths, nights)
    for night in range(nights):
        checking = left > 0
        left = np.where(checking, left - 1, np.where(stage_1[night], CHECK_NIGHTS, 0))
        decided = (checking & (left == 0) & stage_2[night]) | pools[night]
        first = np.where(decided & (first == nights), night, first)
    return first
