"""Simulates how often the interval in use contains the true score."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from intervals import Interval, Sample, in_use, tasks_independent
from worlds import ALIKE, WORLDS, differences, sizes

from benchmark.scoring.metrics import clustered_wilson
from benchmark.scoring.paired import compare, unseen_difference

SEED = 20_250_611
TRUTHS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98)
STEMS = (20, 40, 100, 300)
LAYOUTS = ("1", "3", "1-4")
DRAWS = (1, 5, 20)
PASS_AT = ((5, 5), (20, 5), (20, 10))  #: draws and k of pass@k
TRUTH_SAMPLES = (20_000, 100)  #: repetitions and tasks from which the true pass@k of a world is estimated
#: Tasks of stems that are fewer, or less even, than the others.
UNEVEN = {
    "12 of 5 tasks": [5] * 12,
    "15 of 3": [3] * 15,
    "20, 15, 10, and 60 of 1": [20, 15, 10, *[1] * 60],
    "20, 15, 10, and 120 of 1": [20, 15, 10, *[1] * 120],
    "40 of 30 to 1, falling as 30/n": [max(1, 30 // n) for n in range(1, 41)],
}
CHECKED = 3  #: repetitions per cell in which arrays are compared with the rule in use
PAIR_TRUTHS = (
    (0.5, 0.5),
    (0.1, 0.1),
    (0.03, 0.03),
    (0.6, 0.45),
    (0.55, 0.5),
    (0.9, 0.8),
    (0.97, 0.9),
    (0.3, 0.05),
)
SPREADS = ((2.0, 0.5, 0.5), (1.0, 1.0, 1.0), (3.0, 2.0, 1.0))
_ROUNDING = 1e-9
ENDS = (0.1, 0.9)  #: the required coverage is 93 % for true scores between these, and 90 % outside


@dataclass(frozen=True, order=True)
class Cell:
    """One setting of the simulation."""

    truth: float
    stems: int
    layout: str
    draws: int
    world: str

    @property
    def middle(self) -> bool:
        """Whether the required coverage is 93 %."""
        return ENDS[0] <= self.truth <= ENDS[1]


def cells() -> Iterator[tuple[Cell, Callable[..., object]]]:
    """Yield all settings; equivalent worlds of a setting are used only once."""
    for truth, stems, layout, draws in itertools.product(TRUTHS, STEMS, LAYOUTS, DRAWS):
        alike = layout == "1" and draws == 1
        for world in WORLDS[:1] if alike else WORLDS:
            if world.name.startswith("all or nothing") and draws > 1:
                continue
            yield Cell(truth, stems, layout, draws, "one task, one draw" if alike else world.name), world.draw


def coverage(interval: Interval, truth: float) -> float:
    """Return the share of intervals that contain the truth."""
    low, high = interval
    return float(((low <= truth + _ROUNDING) & (truth - _ROUNDING <= high)).mean())


def simulate(repetitions: int) -> tuple[dict[Cell, float], dict[Cell, float]]:
    """Return the coverage of the interval in use, and of one with independent tasks."""
    chosen, independent = {}, {}
    for number, (cell, draw) in enumerate(cells()):
        generator = np.random.default_rng([SEED, number])
        tasks = sizes(cell.layout, cell.stems)
        sample = Sample(draw(generator, repetitions, cell.truth, tasks, cell.draws), tasks, cell.draws)
        chosen[cell] = coverage(in_use(sample), cell.truth)
        independent[cell] = coverage(tasks_independent(sample), cell.truth)
        check_rule(sample)
    return chosen, independent


def simulate_uneven(repetitions: int) -> dict[str, list[float]]:
    """Return the coverage for fewer or less even stems, in all settings of truths, draws and worlds."""
    found = defaultdict(list)
    settings = itertools.product(UNEVEN, TRUTHS, DRAWS, (*WORLDS, ALIKE))
    for number, (layout, truth, draws, world) in enumerate(settings):
        generator, tasks = np.random.default_rng([SEED, 4, number]), np.array(UNEVEN[layout])
        sample = Sample(world.draw(generator, repetitions, truth, tasks, draws), tasks, draws)
        found[layout].append(coverage(in_use(sample), truth))
    return found


@dataclass(frozen=True)
class PassKCell:
    """The results for pass@k in one setting."""

    draws: int
    k: int
    truth: float  #: true pass@k
    stems: int
    covered: float  #: share of intervals that contain the true pass@k


def simulate_pass_at_k(repetitions: int) -> Iterator[PassKCell]:
    """Yield how often the interval in use contains the true pass@k, for k above 1."""
    settings = itertools.product(PASS_AT, TRUTHS, WORLDS[:3])
    for number, ((draws, k), truth, world) in enumerate(settings):
        generator = np.random.default_rng([SEED, 2, number])
        many, tasks = TRUTH_SAMPLES
        true_value = float(world.draw(generator, many, truth, sizes("1", tasks), draws, k=k).mean())
        for stems, layout in itertools.product(STEMS, LAYOUTS):
            tasks_of = sizes(layout, stems)
            sums = world.draw(generator, repetitions, truth, tasks_of, draws, k=k)
            sample = Sample(sums, tasks_of, draws)
            check_rule(sample)
            yield PassKCell(draws, k, true_value, stems, coverage(in_use(sample), true_value))


def check_rule(sample: Sample) -> None:
    """Check that the arrays give the same intervals as the rule in use."""
    lows, highs = in_use(sample.head(CHECKED))
    stems = np.repeat(np.arange(len(sample.tasks)), sample.tasks)
    for sums, low, high in zip(sample.sums, lows, highs, strict=False):
        # The rule takes values per task; any values with the right sums over stems will do.
        values = np.repeat(sums / sample.tasks, sample.tasks)
        rule = clustered_wilson(values.tolist(), [str(stem) for stem in stems], sample.size * sample.draws)
        if abs(rule[0] - low) > _ROUNDING or abs(rule[1] - high) > _ROUNDING:
            raise SystemExit(f"{(low, high)} differs from benchmark/scoring/metrics.py: {rule}")


@dataclass(frozen=True)
class PairCell:
    """The results for two models in one setting."""

    truths: tuple[float, float]
    covered: float  #: share of intervals that contain the true difference
    rejected: float  #: share of p-values that are at most 0.05


def simulate_pairs(repetitions: int) -> Iterator[PairCell]:
    """Yield the results of the comparison of two models in all settings."""
    settings = itertools.product(PAIR_TRUTHS, STEMS, LAYOUTS, DRAWS, SPREADS)
    for number, (truths, stems, layout, draws, spreads) in enumerate(settings):
        generator = np.random.default_rng([SEED, 1, number])
        tasks = sizes(layout, stems)
        sums = differences(generator, (repetitions, tasks), truths, draws, spreads)
        whole = np.broadcast_to(tasks.astype(float), sums.shape)
        share = np.full(repetitions, max(1 - max(truths), min(truths)))
        pairs = compare(sums, whole, 1 / draws, unseen=unseen_difference(whole, share, 1 / draws))
        truth = truths[0] - truths[1]
        covered = coverage((pairs.low, pairs.high), truth)
        yield PairCell(truths, covered, float((pairs.p <= 0.05).mean()))  # noqa: PLR2004
