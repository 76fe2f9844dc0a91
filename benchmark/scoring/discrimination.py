"""How well each task separates strong models from weak ones: a two-parameter logistic model.

A model ``m`` solves a draw of task ``t`` with the chance ``1 / (1 + exp(-logit))``, where ``logit`` is
``slope[t] * (ability[m] - middle) - difficulty[t]`` and ``middle`` is the median ability. A slope of 1 is the
mean of the table's tasks. At 0, stronger models solve the task as often as weaker ones; below 0, less often.

Birnbaum, in Lord and Novick, *Statistical theories of mental test scores*, 1968. The prior of slopes is
normal with mean 1 and unknown spread: without it, a table of 30 models does not bound the slope of a task
that nearly all of them solve. The spreads of slopes, difficulties and abilities maximise the marginal
likelihood by the EM algorithm on grids. Slope and difficulty of a task are means of their distributions given
all verdicts, over the abilities that the models may have, and their intervals hold 95 % of these
distributions. These abilities come from tasks of other stems only: with the task's own verdicts, tasks would
seem to separate models better than they do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmark.scoring.difficulty import quantiles

Floats = NDArray[np.float64]

#: Fewer models do not identify slopes; from here on, simulated intervals hold (`simulations/items.py`).
MIN_MODELS = 30
LEVEL = 0.95  #: share of a slope's distribution that its interval holds

_ABILITIES = np.arange(-6.0, 6.01, 0.1)  #: grid of abilities, in logits
_LOWEST, _HIGHEST, _WIDEST = -2.0, 4.0, 8.0  #: ends of the grids of slopes and hurdles
#: Steps of the grids of slopes and difficulties: to estimate spreads, and at the end for each of the two.
_COARSE, _FINE_SLOPES, _FINE_DIFFICULTIES = (0.25, 0.5), (0.1, 0.4), (0.25, 0.1)
_ROUNDS, _TOLERANCE = 60, 2e-3
_LEAST_SPREAD = 0.1
_FOLDS = 10  #: parts of the stems; the abilities for the tasks of a part come from the other parts
_BLOCK = 64  #: tasks whose distributions are in memory at once
_TINY = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Discriminations:
    """Slopes and difficulties of tasks, and abilities of models."""

    tasks: tuple[float, ...]  #: mean of each slope's distribution; the mean over tasks is 1
    low: tuple[float, ...]  #: lower ends of the 95 % intervals
    high: tuple[float, ...]  #: upper ends
    #: Logit with which a model of median ability fails at each task: mean, lower and upper end.
    difficulties: tuple[tuple[float, float, float], ...]
    abilities: tuple[float, ...]  #: of the models, in logits for a task of slope 1; the median is 0
    spread: float  #: standard deviation of slopes


def fit_discriminations(
    passed: Sequence[Sequence[int]], judged: Sequence[Sequence[int]], stems: Sequence[str]
) -> Discriminations:
    """Estimate how well each task separates strong models from weak ones.

    Args:
        passed: by model, the number of draws of each task that passed.
        judged: by model, the number of draws of each task with a verdict; may be 0.
        stems: problem family of each task; at least two families.

    Raises:
        ValueError: for fewer than 30 models or two stems, or if the lengths differ.
    """
    right, draws = np.asarray(passed, dtype=float), np.asarray(judged, dtype=float)
    if right.ndim != 2 or right.shape != draws.shape or right.shape[1] != len(stems) or not right.size:  # noqa: PLR2004
        raise ValueError("needs one count per model and task")
    if len(right) < MIN_MODELS:
        raise ValueError(f"needs at least {MIN_MODELS} models, got {len(right)}")
    numbers = np.unique(np.asarray(stems), return_inverse=True)[1]
    if not numbers.any():
        raise ValueError("needs tasks of at least two stems")
    return _Fit(right, draws, numbers % _FOLDS).run()


class _Grid:
    """Pairs of a slope and a difficulty."""

    def __init__(self, steps: tuple[float, float]) -> None:
        self.slopes = np.arange(_LOWEST, _HIGHEST + steps[0] / 2, steps[0])
        self.difficulties = np.arange(-_WIDEST, _WIDEST + steps[1] / 2, steps[1])
        self.shape = (len(self.slopes), len(self.difficulties))

    def chances(self, middle: float) -> Floats:
        """Return the chance that each pair gives at each ability."""
        logits = self.slopes[:, None, None] * (_ABILITIES - middle) - self.difficulties[:, None]
        found: Floats = (1 / (1 + np.exp(-logits))).reshape(-1, len(_ABILITIES))
        return found


class _Fit:
    """The EM algorithm: abilities given slopes and difficulties, then these given the abilities."""

    def __init__(self, right: Floats, draws: Floats, fold: NDArray[np.intp]) -> None:
        self._right, self._wrong = right, draws - right
        self._folds = [fold == number for number in np.unique(fold)]
        share = (right.sum(axis=0) + 0.5) / (draws.sum(axis=0) + 1)
        self._difficulty: Floats = np.log((1 - share) / share)
        self._slope = np.ones(right.shape[1])
        self._middle = 0.0
        self._slope_spread, self._ability_spread = 0.5, 1.5
        self._difficulty_mean, self._difficulty_spread = float(self._difficulty.mean()), 2.0

    def run(self) -> Discriminations:
        coarse = _Grid(_COARSE)
        for _ in range(_ROUNDS):
            before = self._spreads
            self._improve(coarse, *self._distributions(coarse, self._by_fold()))
            if max(abs(a - b) for a, b in zip(before, self._spreads, strict=True)) < _TOLERANCE:
                break
        abilities = self._by_fold()
        fine = _Grid(_FINE_SLOPES)
        slopes, _ = self._distributions(fine, abilities)
        means, low, high = _summary(slopes, fine.slopes)
        scale = max(float(means.mean()), _LEAST_SPREAD)  # only relations of slopes are known
        fine = _Grid(_FINE_DIFFICULTIES)
        _, difficulties = self._distributions(fine, abilities)
        found = _summary(difficulties, fine.difficulties)
        return Discriminations(
            tasks=tuple((means / scale).tolist()),
            low=tuple((low / scale).tolist()),
            high=tuple((high / scale).tolist()),
            difficulties=tuple(zip(*(column.tolist() for column in found), strict=True)),
            abilities=tuple(((self._ability - self._middle) * scale).tolist()),
            spread=self._slope_spread / scale,
        )

    @property
    def _spreads(self) -> tuple[float, ...]:
        return (self._slope_spread, self._ability_spread, self._difficulty_spread, self._middle)

    def _by_fold(self) -> list[Floats]:
        """Return for each fold the distribution of each model's ability; set their means and spread."""
        logits = self._slope[:, None] * (_ABILITIES - self._middle) - self._difficulty[:, None]
        fits, fails = -np.logaddexp(0, -logits), -np.logaddexp(0, logits)
        parts = [
            self._right[:, fold] @ fits[fold] + self._wrong[:, fold] @ fails[fold] for fold in self._folds
        ]
        whole: Floats = np.sum(parts, axis=0) - 0.5 * (_ABILITIES / self._ability_spread) ** 2
        normed = _normed(whole)
        self._ability: Floats = normed @ _ABILITIES
        self._ability_spread = max(float((normed @ _ABILITIES**2).mean()) ** 0.5, _LEAST_SPREAD)
        return [_normed(whole - part) for part in parts]

    def _distributions(self, grid: _Grid, abilities: Sequence[Floats]) -> tuple[Floats, Floats]:
        """Return the distributions of each task's slope and of its difficulty, one row per task."""
        tasks = self._right.shape[1]
        slopes, difficulties = (np.empty((tasks, length)) for length in grid.shape)
        prior = -0.5 * ((grid.slopes[:, None] - 1) / self._slope_spread) ** 2
        prior = prior - 0.5 * ((grid.difficulties - self._difficulty_mean) / self._difficulty_spread) ** 2
        at_abilities = grid.chances(self._middle)
        for fold, of_models in zip(self._folds, abilities, strict=True):
            chances = np.clip(at_abilities @ of_models.T, _TINY, 1 - _TINY).T
            passes, fails = np.log(chances), np.log(1 - chances)
            members = np.flatnonzero(fold)
            # The distributions of all tasks of a large data set would need hundreds of MB.
            for block in np.array_split(members, -(-len(members) // _BLOCK)):
                log = self._right[:, block].T @ passes + self._wrong[:, block].T @ fails
                both = _normed(log + prior.reshape(-1)).reshape(-1, *grid.shape)
                slopes[block], difficulties[block] = both.sum(axis=2), both.sum(axis=1)
        return slopes, difficulties

    def _improve(self, grid: _Grid, slopes: Floats, difficulties: Floats) -> None:
        """Set slopes and difficulties to their means, and the spreads to those of their distributions."""
        self._slope, self._difficulty = slopes @ grid.slopes, difficulties @ grid.difficulties
        # The same chances, with difficulties at the new median ability.
        middle = float(np.median(self._ability))
        self._difficulty = self._difficulty - self._slope * (middle - self._middle)
        self._middle = middle
        self._slope_spread = max(float((slopes @ (grid.slopes - 1) ** 2).mean()) ** 0.5, _LEAST_SPREAD)
        self._difficulty_mean = float(self._difficulty.mean())
        away = (grid.difficulties - float((difficulties @ grid.difficulties).mean())) ** 2
        self._difficulty_spread = max(float((difficulties @ away).mean()) ** 0.5, _LEAST_SPREAD)


def _summary(weights: Floats, values: Floats) -> tuple[Floats, Floats, Floats]:
    """Return mean, lower and upper end of each distribution."""
    outside = (1 - LEVEL) / 2
    mean: Floats = weights @ values
    return mean, quantiles(weights, values, outside), quantiles(weights, values, 1 - outside)


def _normed(log: Floats) -> Floats:
    """Return distributions from their logarithms, one per row."""
    found: Floats = np.exp(log - log.max(axis=1, keepdims=True))
    found /= found.sum(axis=1, keepdims=True)
    return found
