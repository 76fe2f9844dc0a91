"""Difficulties of tasks: a Rasch model with an effect of the problem family.

A model ``m`` solves a draw of task ``t`` with probability ``1 / (1 + exp(difficulty[t] - ability[m]))``. The
difficulties of one stem are alike: each is the sum of a part of its stem and a part of its own, both normal
with unknown spread. The mean difficulty is 0, which fixes the zero of the scale; its unit is the logit.

Rasch, *Probabilistic models for some intelligence and attainment tests*, 1960. The abilities and the two
spreads maximise the marginal likelihood (Bock and Aitkin, *Psychometrika* 46, 1981), by the EM algorithm on a
grid of difficulties. The difficulty of a task is the mean of its distribution given all verdicts, so a task
that no model solved has a finite one. It has no interval: where tasks do not separate models alike, intervals
of this method hold the true value too seldom.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Difficulties that the likelihood is computed at, in logits, and the distance of neighbours.
_WIDEST, _STEP = 10.0, 0.1
_LEAST_SPREAD = 0.15  #: logits; narrower distributions would fall between the points of the grid
_ROUNDS = 400
_TINY = 1e-300
_TOLERANCE = 1e-3  #: logits; largest change of an ability or a spread at the end
#: An ability is this many logits from the mean at most by its prior's spread, so that a model that solves
#: nothing has a finite one.
_ABILITY_SPREAD = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulties:
    """Difficulties of tasks and abilities of models on one scale, in logits."""

    tasks: tuple[float, ...]  #: mean of each task's distribution
    abilities: tuple[float, ...]  #: of the models
    #: standard deviation of the stems' part; where each stem has one task, of the two parts together
    stem_spread: float
    #: standard deviation of the tasks' own part; None where each stem has one task: data cannot separate them
    own_spread: float | None


def fit_difficulties(
    passed: Sequence[Sequence[int]], judged: Sequence[Sequence[int]], stems: Sequence[str]
) -> Difficulties:
    """Estimate the difficulties of tasks.

    Args:
        passed: by model, the number of draws of each task that passed.
        judged: by model, the number of draws of each task with a verdict; may be 0.
        stems: problem family of each task.

    Raises:
        ValueError: if there is no model or no task, or if the lengths differ.

    Example:
        Two models, three tasks of four draws.

        >>> found = fit_difficulties([[4, 2, 0], [4, 3, 1]], [[4, 4, 4]] * 2, ["a", "b", "c"])
        >>> [round(task, 1) for task in found.tasks]
        [-2.9, 0.2, 2.7]

    Raise: ``_VERSION`` of ``benchmark.analysis.studies.difficulties``; cached tables are then fitted again.
    """
    right = np.asarray(passed, dtype=float)
    draws = np.asarray(judged, dtype=float)
    if right.ndim != 2 or right.shape != draws.shape or right.shape[1] != len(stems) or not right.size:  # noqa: PLR2004
        raise ValueError("needs one count per model and task")
    fit = _Fit(right, draws, np.unique(np.asarray(stems), return_inverse=True)[1])
    return fit.run()


class _Fit:
    """The EM algorithm: distributions of difficulties given the rest, then the rest given these."""

    def __init__(self, right: Floats, draws: Floats, stem: NDArray[np.intp]) -> None:
        self._right, self._draws, self._stem = right, draws, stem
        self._stems = int(stem.max()) + 1
        self._grid = np.arange(-_WIDEST, _WIDEST + _STEP / 2, _STEP)
        # Half a pass and half a failure more: a model that solved nothing would begin at minus infinity.
        share = (right.sum(axis=1) + 0.5) / (draws.sum(axis=1) + 1)
        self._ability: Floats = np.log(share / (1 - share))
        self._nodes = np.arange(-6.0, 6.01, 0.25)  #: values of a stem's part, in logits
        self._stem_spread, self._own_spread = 1.0, 1.0

    def run(self) -> Difficulties:
        for _ in range(_ROUNDS):
            before = (*self._ability, self._stem_spread, self._own_spread)
            weights = self._distributions()
            self._improve(weights)
            after = (*self._ability, self._stem_spread, self._own_spread)
            if max(abs(a - b) for a, b in zip(before, after, strict=True)) < _TOLERANCE:
                break
        weights = self._distributions()
        means = weights @ self._grid
        shift = float(means.mean())
        one_each = self._stems == len(self._stem)
        spread = (self._stem_spread**2 + self._own_spread**2) ** 0.5 if one_each else self._stem_spread
        return Difficulties(
            tasks=tuple((means - shift).tolist()),
            abilities=tuple((self._ability - shift).tolist()),
            stem_spread=spread,
            own_spread=None if one_each else self._own_spread,
        )

    def _distributions(self) -> Floats:
        """Return the distribution of each task's difficulty over the grid, and note both spreads' moments."""
        grid = self._grid
        self._fits = _log_sigmoid(self._ability[:, None] - grid)
        fails = _log_sigmoid(grid - self._ability[:, None])
        likelihood = self._right.T @ self._fits + (self._draws - self._right).T @ fails
        # Thousands of draws of a task bring the logarithms below -745, where exp gives 0 on the whole grid.
        likelihood = np.exp(likelihood - likelihood.max(axis=1, keepdims=True))
        own = np.exp(-0.5 * ((grid - self._nodes[:, None]) / self._own_spread) ** 2)
        own /= own.sum(axis=1, keepdims=True)
        # A node far from all verdicts has the probability 0 here, and its logarithm would be -inf.
        at_node = likelihood @ own.T + _TINY
        by_stem = np.zeros((self._stems, len(self._nodes)))
        np.add.at(by_stem, self._stem, np.log(at_node))
        by_stem -= 0.5 * (self._nodes / self._stem_spread) ** 2
        by_stem = np.exp(by_stem - by_stem.max(axis=1, keepdims=True))
        by_stem /= by_stem.sum(axis=1, keepdims=True)
        share = by_stem[self._stem] / at_node
        weights = likelihood * (share @ own)
        away = (grid - self._nodes[:, None]) ** 2
        self._own_variance = float((share * (likelihood @ (own * away).T)).sum() / len(self._stem))
        self._stem_variance = float((by_stem @ self._nodes**2).mean())
        normed: Floats = weights / weights.sum(axis=1, keepdims=True)
        return normed

    def _improve(self, weights: Floats) -> None:
        """Take one step of Newton's method for each ability, and the spreads that the distributions have."""
        chance = np.exp(self._fits)
        draws = self._draws @ weights
        slope = (self._right @ weights - draws * chance).sum(axis=1) - self._ability / _ABILITY_SPREAD**2
        curve = (draws * chance * (1 - chance)).sum(axis=1) + 1 / _ABILITY_SPREAD**2
        self._ability = self._ability + np.clip(slope / curve, -1.0, 1.0)
        self._own_spread = max(self._own_variance**0.5, _LEAST_SPREAD)
        self._stem_spread = max(self._stem_variance**0.5, _LEAST_SPREAD)


def _log_sigmoid(logits: Floats) -> Floats:
    found: Floats = -np.logaddexp(0.0, -logits)
    return found
