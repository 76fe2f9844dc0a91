"""Worlds with known true scores: simulated models that solve tasks, as arrays of (repetition, stem)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit

from benchmark.scoring.metrics import pass_at_k

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Generator = np.random.Generator

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(41)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


def sizes(layout: str, stems: int) -> Integers:
    """Return the number of tasks per stem: ``"3"`` means three each, ``"1-4"`` one to four in turn."""
    return np.full(stems, int(layout)) if layout != "1-4" else np.resize(np.arange(1, 5), stems)


@dataclass(frozen=True)
class World:
    """An assumption about the distribution of tasks' probabilities within and between stems."""

    name: str
    #: Takes generator, repetitions, true score, tasks per stem, draws, and ``k`` of pass@k (1 by default);
    #: returns sums of values per stem.
    draw: Callable[..., Floats]


def task_values(passed: Integers, draws: int, k: int) -> Floats:
    """Return the estimates of pass@k from numbers of passed samples."""
    table = np.array([pass_at_k(draws, number, k) for number in range(draws + 1)])
    return table[passed]


def _beta(stem_share: float, task_share: float) -> Callable[..., Floats]:
    """Probabilities of tasks have a beta distribution around that of their stem, and stems around the truth.

    Args:
        stem_share: correlation of two tasks of a stem.
        task_share: share of the remaining variance that belongs to the task; it matters for several draws.
    """
    between, within = 1 / stem_share - 1, 1 / task_share - 1

    def draw(
        generator: Generator, repetitions: int, truth: float, tasks: Integers, draws: int, *, k: int = 1
    ) -> Floats:
        shape = (repetitions, len(tasks))
        stem = np.clip(generator.beta(truth * between, (1 - truth) * between, shape), 1e-9, 1 - 1e-9)
        total = np.zeros(shape)
        for number in range(tasks.max()):
            chance = stem if draws == 1 else generator.beta(stem * within, (1 - stem) * within)
            total += task_values(generator.binomial(draws, chance), draws, k) * (tasks > number)
        return total

    return draw


def _logit(stem_sd: float, task_sd: float) -> Callable[..., Floats]:
    """Logits of probabilities have a normal distribution."""

    def draw(
        generator: Generator, repetitions: int, truth: float, tasks: Integers, draws: int, *, k: int = 1
    ) -> Floats:
        shape = (repetitions, len(tasks))
        stem = centre(truth, np.hypot(stem_sd, task_sd)) + generator.normal(0, stem_sd, shape)
        total = np.zeros(shape)
        for number in range(tasks.max()):
            chance = expit(stem + generator.normal(0, task_sd, shape))
            total += task_values(generator.binomial(draws, chance), draws, k) * (tasks > number)
        return total

    return draw


def _all_or_nothing(share: float) -> Callable[..., Floats]:
    """A task is always or never solved; with probability ``share``, all tasks of a stem are alike."""

    def draw(
        generator: Generator, repetitions: int, truth: float, tasks: Integers, draws: int, *, k: int = 1
    ) -> Floats:
        del draws, k  # all draws of a task have the same result
        shape = (repetitions, len(tasks))
        whole, alike = generator.random(shape) < truth, generator.random(shape) < share
        total = np.zeros(shape)
        for number in range(tasks.max()):
            total += np.where(alike, whole, generator.random(shape) < truth) * (tasks > number)
        return total

    return draw


def centre(truth: float, spread: float) -> float:
    """Return the mean of a normal logit with this spread whose average probability is ``truth``."""
    return float(brentq(lambda mean: float(expit(mean + spread * _NODES) @ _WEIGHTS) - truth, -40, 40))


WORLDS = (
    World("beta, correlation 0.2", _beta(0.2, 0.3)),
    World("beta, correlation 0.5", _beta(0.5, 0.3)),
    World("logit-normal", _logit(1.5, 1.0)),
    World("all or nothing, 0.7", _all_or_nothing(0.7)),
)
ALIKE = World("all or nothing, 1", _all_or_nothing(1.0))


def differences(
    generator: Generator,
    shape: tuple[int, Integers],
    truths: tuple[float, float],
    draws: int,
    spreads: tuple[float, float, float],
) -> Floats:
    """Draw two models on the same tasks, and return the sums of their differences per stem (``solved``)."""
    first, second = solved(generator, shape, truths, draws, spreads)
    return first - second


def solved(
    generator: Generator,
    shape: tuple[int, Integers],
    truths: Sequence[float],
    draws: int,
    spreads: tuple[float, float, float],
) -> list[Floats]:
    """Draw models on the same tasks, and return for each the sums of its rates per stem.

    Args:
        generator: the random number generator.
        shape: number of repetitions, and the number of tasks per stem.
        truths: mean probability of each model.
        draws: draws per task of each model.
        spreads: standard deviations of the logit: between stems for both models, between stems for one model,
            and between tasks for one model.
    """
    repetitions, tasks = shape
    shared, stem_own, task_own = spreads
    whole = (repetitions, len(tasks))
    difficulty = generator.normal(0, shared, whole)
    found = []
    for truth in truths:
        mean = centre(truth, float(np.sqrt(shared**2 + stem_own**2 + task_own**2)))
        stem = mean + difficulty + generator.normal(0, stem_own, whole)
        total = np.zeros(whole)
        for number in range(tasks.max()):
            chance = expit(stem + generator.normal(0, task_own, whole))
            total += generator.binomial(draws, chance) / draws * (tasks > number)
        found.append(total)
    return found
