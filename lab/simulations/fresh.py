"""Simulates the coverage of the interval of public minus fresh: ``./noxw -s simulate -- fresh``."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from command import write_pages
from runs import SEED, coverage
from scipy.special import expit
from worlds import Floats, Generator, Integers, centre

from benchmark.scoring.other_tasks import compare_sets
from benchmark.scoring.paired import PairedDifferences

PAGE = Path(__file__).parents[2] / "site" / "pages" / "statistics" / "public-minus-fresh.md"
TRUTHS = (0.05, 0.2, 0.5, 0.8, 0.95)  #: mean probability of solving a fresh task
STEMS = (12, 20, 41)
#: Public and fresh tasks per stem, in turn.
LAYOUTS = {
    "3 public and 3 fresh": ([3], [3]),
    "3 public and 1 to 3 fresh": ([3], [1, 2, 3]),
    "1 public and 3 fresh": ([1], [3]),
}
DRAWS = (1, 6)
SPREADS = ((3.0, 1.0), (0.5, 2.0))  #: standard deviations of the logit, between stems and within a stem
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(61)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


@dataclass(frozen=True)
class World:
    """An assumption about how public tasks differ from fresh ones."""

    name: str
    shift: float = 0.0  #: shift of a public task's logit
    varied: float = 0.0  #: standard deviation of the shift between stems
    tasks: float = 0.0  #: probability that the model has memorised a public task
    stems: float = 0.0  #: probability that it has memorised all public tasks of a stem

    def gap(self, truth: float, spread: float) -> float:
        """Return the true value of public minus fresh."""
        mean, whole = centre(truth, spread), float(np.hypot(spread, self.varied))
        base = float(expit(mean + self.shift + whole * _NODES) @ _WEIGHTS)
        return base + (1 - base) * (self.tasks + self.stems) - truth


WORLDS = (
    World("no gap"),
    World("all public tasks easier", shift=1.0),
    World("public tasks of some families easier, of others harder", varied=1.5),
    World("a fifth of the public tasks memorised", tasks=0.2),
    World("a fifth of the families memorised", stems=0.2),
)


@dataclass(frozen=True)
class PublicAndFresh:
    """Sums of task values and numbers of tasks per stem, for public and fresh tasks."""

    sums: tuple[Floats, Floats]
    sizes: tuple[Integers, Integers]
    draws: int


def draw_both(
    generator: Generator, repetitions: int, cell: "FreshCell", sizes: tuple[Integers, Integers], world: World
) -> PublicAndFresh:
    """Draw the tasks that a model solves, in this number of repetitions."""
    truth, draws, spreads = cell.truth, cell.draws, cell.spreads
    shape = (repetitions, len(sizes[0]))
    stem = centre(truth, float(np.hypot(*spreads))) + generator.normal(0, spreads[0], shape)
    shift = world.shift + generator.normal(0, world.varied, shape)
    whole = generator.random(shape) < world.stems
    sums = []
    for public, tasks in zip((True, False), sizes, strict=True):
        total = np.zeros(shape)
        for number in range(tasks.max()):
            chance = expit(stem + generator.normal(0, spreads[1], shape) + (shift if public else 0))
            if public:
                chance[whole | (generator.random(shape) < world.tasks)] = 1.0
            total += generator.binomial(draws, chance) / draws * (tasks > number)
        sums.append(total)
    return PublicAndFresh((sums[0], sums[1]), sizes, draws)


def draw_equally_hard(
    generator: Generator, repetitions: int, cell: "FreshCell", sizes: tuple[Integers, Integers], varied: float
) -> PublicAndFresh:
    """Draw two sets with the same mean probability, while public tasks also differ more between stems.

    Args:
        generator: the random number generator.
        repetitions: number of repetitions.
        cell: the setting; its world is ignored.
        sizes: public and fresh tasks per stem.
        varied: standard deviation of the logit of public tasks between stems, in addition to the cell's.
    """
    shape = (repetitions, len(sizes[0]))
    shared = generator.normal(0, cell.spreads[0], shape)
    sums = []
    for own, tasks in zip((varied, 0.0), sizes, strict=True):
        mean = centre(cell.truth, float(np.hypot(np.hypot(*cell.spreads), own)))
        stem = mean + shared + generator.normal(0, own, shape)
        total = np.zeros(shape)
        for number in range(tasks.max()):
            chance = expit(stem + generator.normal(0, cell.spreads[1], shape))
            total += generator.binomial(cell.draws, chance) / cell.draws * (tasks > number)
        sums.append(total)
    return PublicAndFresh((sums[0], sums[1]), sizes, cell.draws)


def rule(both: PublicAndFresh) -> PairedDifferences:
    """Compare the two sets by the rule of ``benchmark.scoring.other_tasks``."""
    shape = both.sums[0].shape
    sizes = tuple(np.broadcast_to(size.astype(float), shape) for size in both.sizes)
    return compare_sets(both.sums, (sizes[0], sizes[1]), both.draws)


@dataclass(frozen=True, order=True)
class FreshCell:
    """One setting of the simulation."""

    world: str
    truth: float
    stems: int
    layout: str
    draws: int
    spreads: tuple[float, float]


def simulate(repetitions: int) -> tuple[dict[FreshCell, float], dict[FreshCell, float]]:
    """Return the shares of intervals that contain the true gap, and how often a gap is called real."""
    covered: dict[FreshCell, float] = {}
    real: dict[FreshCell, float] = {}
    settings = itertools.product(WORLDS, TRUTHS, STEMS, LAYOUTS, DRAWS, SPREADS)
    for number, (world, truth, stems, layout, draws, spreads) in enumerate(settings):
        cell = FreshCell(world.name, truth, stems, layout, draws, spreads)
        generator = np.random.default_rng([SEED, 2, number])
        public, fresh = (np.resize(tasks, stems) for tasks in LAYOUTS[layout])
        found = rule(draw_both(generator, repetitions, cell, (public, fresh), world))
        gap = world.gap(truth, float(np.hypot(*spreads)))
        covered[cell] = coverage((found.low, found.high), gap)
        real[cell] = float((found.p <= 0.05).mean())  # noqa: PLR2004
    return covered, real


_TEXT = """\
# How often public minus fresh is right

<!-- Made by ./noxw -s simulate -- fresh; do not edit. -->

`./noxw -s simulate -- fresh` made this page from seed {seed}. In its {settings:,} settings, models solve
{truths} of the fresh tasks. There are {stems} families, each with public and fresh tasks:
{layouts}. There are {draws} draws, two
spreads of difficulty (between and within families), and five worlds. Each world is an assumption about how
public tasks differ from fresh tasks. Each setting is drawn {repetitions:,} times, so a coverage of 93 % has a
standard error of {error:.2f} points. Numbers are percentages.

## The interval in use

Each cell shows the mean coverage over settings and, in brackets, the coverage of the worst setting. A good
95 % interval contains the true gap in at least 93 % of the repetitions of every setting. Another interval
that was tried is in [a decision note](../decisions/fresh-gap-by-family.md).
{{: #candidates }}

{by_world}

## How often the gap is called real

If there is no true gap, at most 5 % of measured gaps should be called real. The worst setting is in brackets;
it is above the mean partly by chance. If there is a true gap, the number is the share of measured gaps called
real (the power), with one draw per task.

{real}
"""


def page(covered: dict[FreshCell, float], real: dict[FreshCell, float], repetitions: int) -> str:
    """Return the page of the docs."""
    return _TEXT.format(
        seed=SEED,
        settings=len(real),
        truths=f"{100 * TRUTHS[0]:g} to {100 * TRUTHS[-1]:g} %",
        stems=f"{STEMS[0]} to {STEMS[-1]}",
        layouts=", or ".join(LAYOUTS),
        draws=" or ".join(map(str, DRAWS)),
        repetitions=repetitions,
        error=100 * np.sqrt(0.93 * 0.07 / repetitions),
        by_world=_by_world(covered),
        real=_shares_real(real),
    )


def _by_world(covered: dict[FreshCell, float]) -> str:
    rows = []
    for world in WORLDS:
        cells = {cell: share for cell, share in covered.items() if cell.world == world.name}
        by_stems = [[share for cell, share in cells.items() if cell.stems == stems] for stems in STEMS]
        rows.append(
            [world.name, *(f"{100 * np.mean(same):.1f} ({100 * min(same):.1f})" for same in by_stems)]
        )
    return _table(["public tasks", *(f"{stems} families" for stems in STEMS)], rows)


def _shares_real(real: dict[FreshCell, float]) -> str:
    rows = []
    for world in WORLDS:
        null = world == WORLDS[0]
        row = [world.name]
        for stems in STEMS:
            same = [
                share
                for cell, share in real.items()
                if (cell.world, cell.stems) == (world.name, stems) and (null or cell.draws == 1)
            ]
            row.append(f"{100 * np.mean(same):.1f}" + (f" ({100 * max(same):.1f})" if null else ""))
        rows.append(row)
    return _table(["public tasks", *(f"{stems} families" for stems in STEMS)], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|---|{'---|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    write_pages("repetitions", 2_000, lambda number: {PAGE: page(*simulate(number), number)}, __doc__)
