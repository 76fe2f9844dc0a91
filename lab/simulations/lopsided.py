"""Simulates models of which some know a few stems by heart: pairs, and tables of twelve models."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from runs import SEED
from worlds import Floats, Generator, Integers, sizes, task_values

from benchmark.scoring.paired import StemSums, compare
from benchmark.scoring.ranks import all_pairs, compare_pairs, holm

STEMS = (12, 20, 41, 100)
LAYOUTS = ("1", "3", "1-4")
DRAWS = ((1, 1), (6, 1), (20, 1), (20, 10))  #: draws per task, and k of pass@k
KNOWN = (0.02, 0.05, 0.1, 0.2)  #: probability that a model knows a stem by heart
TABLE_MODELS = 12
_LEVEL = 0.05


@dataclass(frozen=True)
class LopsidedCell:
    """The results in one setting, as shares."""

    stems: int
    draws: int
    k: int  #: of pass@k
    covered: float  #: of two models' intervals, those that contain the true difference, 0
    rejected: float  #: of two models' p-values, those up to 0.05
    plain: float  #: the same for p-values without the two added stems


@dataclass(frozen=True)
class LopsidedTables:
    """The results of tables of twelve equally good models in one setting, as shares."""

    stems: int
    draws: int
    k: int  #: of pass@k
    wrong: float  #: tables in which any two models are separated
    plain: float  #: the same for p-values without the two added stems


@dataclass(frozen=True)
class LopsidedWorld:
    """Equally good models of which every second one knows stems by heart."""

    known: float  #: probability that one of these models knows a stem by heart
    score: float | None  #: true score of all models; None if these models solve nothing else
    concentration: float | None  #: of the beta distribution of stems' difficulties; None if all are the same

    def draw(self, generator: Generator, models: int, tasks: Integers, draws: int, k: int) -> Floats:
        """Return values of (model, task): pass@k, of which all models have the same mean."""
        whole = self.known if self.score is None else self.score
        rest = (whole - self.known) / (1 - self.known)  #: rate on stems that are not known by heart
        stems = len(tasks)
        chance = np.full(stems, whole)
        if self.concentration is not None:
            chance = generator.beta(self.concentration * whole, self.concentration * (1 - whole), stems)
        lopsided = (np.arange(models) % 2 == 0)[:, None]
        rates = np.where(lopsided, chance * rest / whole, chance)
        rates = np.where(lopsided & (generator.random((models, stems)) < self.known), 1.0, rates)
        chances = 1 - (1 - np.repeat(rates, tasks, axis=1)) ** (1 / k)
        return task_values(generator.binomial(draws, chances), draws, k)


WORLDS = tuple(itertools.starmap(LopsidedWorld, itertools.product(KNOWN, (None, 0.3, 0.6), (None, 2.0))))


def simulate_lopsided(repetitions: int) -> Iterator[LopsidedCell]:
    """Yield the results of comparing a model that knows stems by heart with one that does not."""
    settings = itertools.product(STEMS, LAYOUTS, DRAWS, WORLDS)
    for number, (stems, layout, (draws, k), world) in enumerate(settings):
        generator = np.random.default_rng([SEED, 3, number])
        tasks = sizes(layout, stems)
        names = np.repeat(np.arange(stems), tasks).astype(str).tolist()
        values = np.stack([world.draw(generator, 2, tasks, draws, k) for _ in range(repetitions)])
        sums = StemSums(names).sums(values[:, 0] - values[:, 1])
        first = np.arange(0, 2 * repetitions, 2)
        found = compare_pairs(
            values.reshape(2 * repetitions, -1),
            names,
            [draws if k == 1 else 0] * (2 * repetitions),
            first,
            first + 1,
        )
        whole = np.broadcast_to(tasks.astype(float), sums.shape)
        plain = compare(sums, whole, 1 / draws if k == 1 else 0.0)
        yield LopsidedCell(
            stems,
            draws,
            k,
            float(((found.low <= 0) & (found.high >= 0)).mean()),
            float((found.p <= _LEVEL).mean()),
            float((plain.p <= _LEVEL).mean()),
        )


def simulate_tables(repetitions: int) -> Iterator[LopsidedTables]:
    """Yield the results of tables in which every second model knows stems by heart."""
    first, second = all_pairs(TABLE_MODELS)
    worlds = [world for world in WORLDS if world.concentration is None and world.known > KNOWN[0]]
    settings = itertools.product(STEMS, LAYOUTS, DRAWS, worlds)
    for number, (stems, layout, (draws, k), world) in enumerate(settings):
        generator = np.random.default_rng([SEED, 4, number])
        unit = draws if k == 1 else 0
        tasks = sizes(layout, stems)
        names = np.repeat(np.arange(stems), tasks).astype(str).tolist()
        families = StemSums(names)
        wrong = plain = 0
        for _ in range(repetitions):
            values = world.draw(generator, TABLE_MODELS, tasks, draws, k)
            found = compare_pairs(values, names, [unit] * TABLE_MODELS, first, second)
            wrong += bool(holm(found.p).min() <= _LEVEL)
            sums = families.sums(values)
            sums = sums[first] - sums[second]
            whole = np.broadcast_to(tasks.astype(float), sums.shape)
            without = compare(sums, whole, 1 / draws if k == 1 else 0.0)
            plain += bool(holm(without.p).min() <= _LEVEL)
        yield LopsidedTables(stems, draws, k, wrong / repetitions, plain / repetitions)
