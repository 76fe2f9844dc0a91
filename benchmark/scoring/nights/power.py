"""How often the nightly rule finds a drop, the smallest drop that a series can see, and the tasks it needs.

The assumed drop takes the same share of every task's chance. The probability is that of a decision within 14
nights, counted from the first worse night, against complete baselines at the level before the drop. Nights
are taken as independent, and without noise of their own.

The numbers of passes of nights are taken as normal, with the mean and variance that follow from the chances,
and every task as a stem of its own: the test of draws compares their difference with the expected sum of
squared differences of tasks. What remains, the rule over nights that share a baseline, is followed along
fixed random paths of these numbers, so that equal questions have equal answers. Each path has calm nights
before the drop. ``./noxw -s simulate -- nightly`` compares the result with simulated nights.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from benchmark.scoring.nights.draws import Integers, NightDraws
from benchmark.scoring.nights.rule import BASELINE_NIGHTS, LIMIT, SMALLEST_CHANGE, WINDOWS, Anchor
from benchmark.scoring.signflip import Flags, Floats

DECIDED_WITHIN = 14  #: nights from the first worse one to the decision, both counted
SURE = 0.9  #: probability of a decision from which on a drop counts as visible
FIVE_POINTS = 0.05  #: the drop that a panel must be large enough for
MOST_TASKS = 100_000  #: maximum tasks to consider
_PATHS = 2_000
_MOST_CALM = 13  #: maximum number of nights before the drop in a path
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
        # Panels that hardly differ share a cached answer; with more noise the promise is smaller.
        mean = round(self.mean, 3)
        return Chances(mean=mean, noise=min(math.ceil(1000 * self.noise) / 1000, mean * (1 - mean)))


#: The spread for which drops are hardest to see: every task passes with the same chance of one half.
HARDEST = Chances(mean=0.5, noise=0.25)


def estimated_chances(draws: NightDraws) -> Chances | None:
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
    chances: Chances, tasks: int, drop: float = FIVE_POINTS, *, siblings: int = 1, anchors: int = 1
) -> float:
    """Return the probability that the rule reports a drop within 14 nights, in [0, 1].

    Args:
        chances: spread of the chances before the drop.
        tasks: number of tasks of the panel, at least 1.
        drop: how much the mean chance falls, as a fraction.
        siblings: number of active series of the model, with the pooled one.
        anchors: number of baselines, 1 or 2.
    """
    if tasks < 1 or not 0 < drop <= chances.mean:
        return 0.0
    panel = _Panel(chances, tasks, 1 - drop / chances.mean)
    paths = _paths(anchors)
    limit = LIMIT / siblings / anchors
    passed = panel.passes(paths.nights, paths.calm)
    found = np.zeros(passed.shape, dtype=bool)
    for normal in paths.baselines:
        usual = panel.usual(normal)
        for size in WINDOWS:
            found |= panel.below(passed, usual, size, limit, paths.calm)
    nights, path = np.nonzero(found.T)[::-1]
    first = np.full(_PATHS, len(passed))
    np.minimum.at(first, path, nights)
    late = first - paths.calm  #: nights after the last calm one, from 0
    return float((late[late >= 0] < DECIDED_WITHIN).mean()) if (late >= 0).any() else 0.0


def visible_drop(chances: Chances, tasks: int, *, siblings: int = 1, anchors: int = 1) -> float | None:
    """Return the smallest drop that is reported within 14 nights in 90 % of cases; None if there is none.

    The arguments are those of :func:`chance_decided`. The result is a fraction, rounded up to a thousandth.
    """
    return _visible_drop(chances.rounded(), tasks, siblings, anchors)


def panel_size(
    chances: Chances, drop: float = FIVE_POINTS, *, siblings: int = 1, anchors: int = 1
) -> int | None:
    """Return the minimum tasks with which such a drop is reported within 14 nights in 90 % of cases.

    It is at most 5 % too large; None if over 100,000 tasks are needed, or the mean chance is below the drop.
    The arguments are those of :func:`chance_decided`.
    """
    return _panel_size(chances.rounded(), drop, siblings, anchors)


def detectable(stems: int, *, siblings: int = 1, anchors: int = 1) -> bool:
    """Whether a series with this number of stems can have a p-value below its limit: all speak for a drop."""
    return 0.5**stems <= LIMIT / siblings / anchors


def alike_drop(baseline: Anchor, correlation: float, *, siblings: int = 1, anchors: int = 1) -> float:
    """Return the smallest drop that a level which wanders this much is unlikely to show, as a fraction.

    The standard error of the mean of n nights grows by the root of (1 + r) / (1 - r), if r is the correlation
    of neighbouring nights. The drop is that of :func:`visible_drop` by Student's test alone.
    """
    nights = DECIDED_WITHIN
    noise = float(np.std(baseline.scores(baseline.nights), ddof=1))
    error = noise * math.sqrt(
        (1 / BASELINE_NIGHTS + 1 / nights) * (1 + correlation) / max(1 - correlation, 0.01)
    )
    limit = LIMIT / siblings / anchors
    quantile = -float(stdtrit(BASELINE_NIGHTS + nights - 2, limit)) + _NORMAL.inv_cdf(SURE)
    return min(1.0, max(SMALLEST_CHANGE, math.ceil(1000 * quantile * error) / 1000))


@lru_cache(maxsize=4096)
def _visible_drop(chances: Chances, tasks: int, siblings: int, anchors: int) -> float | None:
    low, high = 0.0, chances.mean
    if chance_decided(chances, tasks, high, siblings=siblings, anchors=anchors) < SURE:
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        seen = chance_decided(chances, tasks, middle, siblings=siblings, anchors=anchors) >= SURE
        low, high = (low, middle) if seen else (middle, high)
    return math.ceil(1000 * high) / 1000


@lru_cache(maxsize=4096)
def _panel_size(chances: Chances, drop: float, siblings: int, anchors: int) -> int | None:
    low, high = 0, MOST_TASKS
    if chance_decided(chances, high, drop, siblings=siblings, anchors=anchors) < SURE:
        return None
    while high - low > max(1, high // 50):
        # Panels are far smaller than the limit, so the first steps divide by four.
        middle = (low + high) // 2 if low else max(1, high // 4)
        seen = chance_decided(chances, middle, drop, siblings=siblings, anchors=anchors) >= SURE
        low, high = (low, middle) if seen else (middle, high)
    return high


@dataclass(frozen=True, slots=True)
class _Paths:
    """Standard normal numbers, the same for all questions."""

    calm: Integers  #: (path), nights before the drop
    nights: Floats  #: (night, path)
    baselines: tuple[Floats, ...]  #: (night, path) each


@lru_cache(maxsize=2)
def _paths(anchors: int) -> _Paths:
    generator = np.random.default_rng(_SEED)
    return _Paths(
        np.arange(_PATHS) % (_MOST_CALM + 1),
        generator.normal(size=(_MOST_CALM + DECIDED_WITHIN, _PATHS)),
        tuple(generator.normal(size=(BASELINE_NIGHTS, _PATHS)) for _ in range(anchors)),
    )


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel whose model keeps a share of every chance after the calm nights."""

    chances: Chances
    tasks: int
    kept: float  #: chance after the drop, as a share of that before

    def passes(self, normal: Floats, calm: Integers) -> Floats:
        """Return (night, path) the tasks that passed."""
        mean, second = self.chances.mean, self.chances.mean - self.chances.noise
        kept = np.where(np.arange(len(normal))[:, None] < calm, 1.0, self.kept)
        spread = np.sqrt(np.maximum(self.tasks * (kept * mean - kept**2 * second), 0))
        result: Floats = self.tasks * kept * mean + spread * normal
        return result

    def usual(self, normal: Floats) -> Floats:
        """Return (night, path) the passes of the baseline's nights."""
        spread = math.sqrt(self.tasks * max(0.0, self.chances.noise))
        usual: Floats = self.tasks * self.chances.mean + spread * normal
        return usual

    def below(self, passed: Floats, usual: Floats, most: int, limit: float, calm: Integers) -> Flags:
        """Whether the nights that end here are below a baseline, for both tests.

        Args:
            passed: (night, path), passes of each night.
            usual: (night, path), passes of the baseline's nights.
            most: number of nights that are compared together; fewer at the beginning.
            limit: limit of the p-values.
            calm: (path), nights before the drop.

        Returns:
            (night, path)
        """
        found = np.zeros(passed.shape, dtype=bool)
        before, noise = usual.mean(axis=0), ((usual - usual.mean(axis=0)) ** 2).sum(axis=0)
        for end in range(2, len(passed)):
            fresh = min(most, end + 1)
            window = passed[end + 1 - fresh : end + 1]
            lower = before - window.mean(axis=0)
            squares = noise + ((window - window.mean(axis=0)) ** 2).sum(axis=0)
            error = np.sqrt(squares / (BASELINE_NIGHTS + fresh - 2) * (1 / BASELINE_NIGHTS + 1 / fresh))
            sure = lower >= -stdtrit(BASELINE_NIGHTS + fresh - 2, limit) * error
            worse = np.clip(end + 1 - calm, 0, fresh)
            fewer = lower >= -_NORMAL.inv_cdf(limit) * np.sqrt(self._squares(fresh, worse))
            found[end] = sure & fewer & (lower >= SMALLEST_CHANGE * self.tasks)
        return found

    def _squares(self, fresh: int, worse: Integers) -> Floats:
        """Return the expected sum over tasks of squared differences between a window and a baseline.

        Args:
            fresh: number of nights of the window.
            worse: (path), number of these nights after the drop.
        """
        mean, second = self.chances.mean, self.chances.mean - self.chances.noise
        kept, calm = self.kept, fresh - worse
        noise = calm * self.chances.noise + worse * (kept * mean - kept**2 * second)
        lost = (1 - kept) * worse / fresh
        found: Floats = self.tasks * (
            self.chances.noise / BASELINE_NIGHTS + noise / fresh**2 + lost**2 * second
        )
        return np.maximum(found, 0.0)
