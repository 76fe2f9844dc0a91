"""Simulates how often each candidate interval contains the true score."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from candidates import CANDIDATES, CHOSEN, Interval, Sample, bootstraps
from worlds import WORLDS, differences, sizes

from benchmark.scoring.metrics import clustered_wilson
from benchmark.scoring.paired import compare, unseen_difference

SEED = 20_250_611
TRUTHS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98)
STEMS = (20, 40, 100, 300)
LAYOUTS = ("1", "3", "1-4")
DRAWS = (1, 5, 20)
PASS_AT = ((5, 5), (20, 5), (20, 10))  #: draws and k of pass@k
TRUTH_SAMPLES = (20_000, 100)  #: repetitions and tasks from which the true pass@k of a world is estimated
RESAMPLES = 599
CHECKED = 3  #: repetitions per cell in which the chosen candidate is compared with the rule in use
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


@dataclass
class CandidateResult:
    """The results of one candidate."""

    covered: dict[Cell, float] = field(default_factory=dict)  #: share of intervals that contain the truth
    width: dict[Cell, float] = field(default_factory=dict)  #: mean width of the intervals

    def add(self, cell: Cell, interval: Interval) -> None:
        """Add the intervals of all repetitions of a cell."""
        low, high = interval
        self.covered[cell] = float(((low <= cell.truth + 1e-12) & (cell.truth - 1e-12 <= high)).mean())
        self.width[cell] = float((high - low).mean())


def cells() -> Iterator[tuple[Cell, Callable[..., object]]]:
    """Yield all settings; equivalent worlds of a setting are used only once."""
    for truth, stems, layout, draws in itertools.product(TRUTHS, STEMS, LAYOUTS, DRAWS):
        alike = layout == "1" and draws == 1
        for world in WORLDS[:1] if alike else WORLDS:
            if world.name.startswith("all or nothing") and draws > 1:
                continue
            yield Cell(truth, stems, layout, draws, "one task, one draw" if alike else world.name), world.draw


def simulate(repetitions: int, resampled: int) -> dict[str, CandidateResult]:
    """Return the results of all candidates; bootstraps use only the first ``resampled`` repetitions."""
    found: dict[str, CandidateResult] = defaultdict(CandidateResult)
    for number, (cell, draw) in enumerate(cells()):
        generator = np.random.default_rng([SEED, number])
        tasks = sizes(cell.layout, cell.stems)
        sample = Sample(draw(generator, repetitions, cell.truth, tasks, cell.draws), tasks, cell.draws)
        for name, candidate in CANDIDATES.items():
            found[name].add(cell, candidate(sample))
        check_rule(sample)
        if resampled:
            for name, interval in bootstraps(sample.head(resampled), generator, RESAMPLES):
                found[name].add(cell, interval)
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
            low, high = CANDIDATES[CHOSEN](sample)
            check_rule(sample)
            inside = (low <= true_value + _ROUNDING) & (true_value - _ROUNDING <= high)
            yield PassKCell(draws, k, true_value, stems, float(inside.mean()))


def check_rule(sample: Sample) -> None:
    """Check that the chosen candidate gives the same intervals as the rule in use."""
    lows, highs = CANDIDATES[CHOSEN](sample.head(CHECKED))
    stems = np.repeat(np.arange(sample.stems), sample.tasks)
    for sums, low, high in zip(sample.sums, lows, highs, strict=False):
        # The rule takes values per task; any values with the right sums over stems will do.
        values = np.repeat(sums / sample.tasks, sample.tasks)
        rule = clustered_wilson(values.tolist(), [str(stem) for stem in stems], sample.size * sample.draws)
        if abs(rule[0] - low) > _ROUNDING or abs(rule[1] - high) > _ROUNDING:
            raise SystemExit(f"{CHOSEN}: {(low, high)} differs from benchmark/scoring/metrics.py: {rule}")


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
        inside = (pairs.low <= truth + 1e-9) & (truth - 1e-9 <= pairs.high)
        yield PairCell(truths, float(inside.mean()), float((pairs.p <= 0.05).mean()))  # noqa: PLR2004
