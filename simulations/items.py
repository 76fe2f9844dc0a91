"""Simulates how well the difficulty of tasks is found: ``./noxw -s simulate -- items``."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from command import write_page
from runs import SEED
from scipy.special import expit
from worlds import Floats, Generator, Integers

from benchmark.scoring.difficulty import fit_difficulties

PAGE = Path(__file__).parents[1] / "site" / "pages" / "statistics" / "items.md"
LAYOUTS = ((40, 1), (438, 1), (41, 3), (20, 6))  #: stems, and tasks per stem
DRAWS = (1, 5)
MODELS = (6, 20, 30, 60, 200)
ABILITY = (0.5, 1.2)  #: mean and standard deviation of models' abilities, in logits


@dataclass(frozen=True)
class ItemWorld:
    """An assumption about tasks and models; standard deviations in logits."""

    name: str
    stem: float  #: of the stems' part of difficulties
    own: float  #: of the tasks' own part
    slopes: float  #: of the slopes around 1
    models: float = 0.0  #: of what a single model finds easier or harder in a whole stem


WORLDS = (
    ItemWorld("stems alike, equal slopes", 1.2, 0.6, 0.0),
    ItemWorld("stems alike, slopes differ", 1.2, 0.6, 0.45),
    ItemWorld("stems differ inside, slopes differ", 0.4, 1.5, 0.45),
    ItemWorld("models have stems of their own", 1.2, 0.6, 0.45, models=0.7),
)


@dataclass(frozen=True)
class ItemCell:
    """One setting, and what was estimated: means over its tables."""

    models: int
    layout: tuple[int, int]
    draws: int
    world: str
    covered: float  #: share of intervals that hold the true value
    error: float  #: root mean square error of estimates
    width: float  #: mean width of intervals
    correlation: float  #: of estimates with true values


@dataclass(frozen=True)
class Drawn:
    """A simulated table with its true values."""

    passed: Integers  #: (model, task)
    stems: tuple[str, ...]
    difficulty: (
        Floats  #: mean 0; at the mean ability, a task of this difficulty has the same chance for any slope
    )


def draw_items(
    generator: Generator, models: int, layout: tuple[int, int], draws: int, of: ItemWorld
) -> Drawn:
    """Draw a table of verdicts."""
    stems, size = layout
    tasks = stems * size
    difficulty = np.repeat(generator.normal(0, of.stem, stems), size) + generator.normal(0, of.own, tasks)
    difficulty -= difficulty.mean()
    slopes = generator.normal(1, of.slopes, tasks)
    ability = generator.normal(*ABILITY, (models, 1))
    own = np.repeat(generator.normal(0, of.models, (models, stems)), size, axis=1)
    chance = expit(slopes * (ability - ABILITY[0]) + ABILITY[0] - difficulty + own)
    middle = difficulty - slopes * (np.median(ability) - ABILITY[0])
    return Drawn(
        passed=generator.binomial(draws, chance),
        stems=tuple(str(task // size) for task in range(tasks)),
        difficulty=middle - middle.mean(),
    )


def simulate(tables: int) -> Iterator[ItemCell]:
    """Yield the results of all settings, each for this number of tables."""
    settings = itertools.product(MODELS, LAYOUTS, DRAWS, WORLDS)
    for number, (models, layout, draws, world) in enumerate(settings):
        generator = np.random.default_rng([SEED, 5, number])
        drawn = [draw_items(generator, models, layout, draws, world) for _ in range(tables)]
        found = [_measure(table, draws) for table in drawn]
        yield ItemCell(models, layout, draws, world.name, *np.mean(found, axis=0).tolist())


def _measure(drawn: Drawn, draws: int) -> tuple[float, ...]:
    """Return how good the estimates of a table are."""
    judged = np.full_like(drawn.passed, draws).tolist()
    found = fit_difficulties(drawn.passed.tolist(), judged, drawn.stems)
    value, low, high, true = map(np.array, (found.tasks, found.low, found.high, drawn.difficulty))
    return (
        float(((low <= true) & (true <= high)).mean()),
        float(np.sqrt(np.mean((value - true) ** 2))),
        float((high - low).mean()),
        float(np.corrcoef(value, true)[0, 1]),
    )


_TEXT = """\
# How well tasks are measured

<!-- Made by ./noxw -s simulate -- items; do not edit. -->

Made by `./noxw -s simulate -- items` from seed {seed}: {settings} settings of 6 to 200 models on 40 or 438
single tasks, 41 stems of three or 20 stems of six, with 1 or 5 draws per task, in four worlds. Of each
setting, {tables} tables are drawn. Abilities of models have a standard deviation of {spread:g} logits.

- *Holds*: percentage of 95 % intervals that hold the true value; the worst setting in brackets.
- *Error*: root mean square error of the estimates, in logits.
- *Width*: mean width of the intervals.
- *Correlation*: of estimates with true values.

{of_models}

{of_worlds}

The rule takes all slopes as equal: all tasks separate strong models from weak ones equally well. Where slopes
differ, the intervals are too narrow, most of all with many models. In the last world, each model also finds
some whole stems easier or harder than others do.
"""


def page(cells: Sequence[ItemCell], tables: int) -> str:
    """Return the page of the docs."""
    worlds = [world.name for world in WORLDS]
    return _TEXT.format(
        seed=SEED,
        settings=len(cells),
        tables=tables,
        spread=ABILITY[1],
        of_models=_table("models", {str(m): [c for c in cells if c.models == m] for m in MODELS}),
        of_worlds=_table("world", {name: [c for c in cells if c.world == name] for name in worlds}),
    )


def _table(head: str, groups: dict[str, list[ItemCell]]) -> str:
    lines = [f"| {head} | holds | error | width | correlation |", "|---|---|---|---|---|"]
    for name, cells in groups.items():
        covered = [cell.covered for cell in cells]
        columns = [f"{100 * np.mean(covered):.1f} ({100 * min(covered):.1f})"]
        columns += [
            f"{np.mean([getattr(c, field) for c in cells]):.2f}"
            for field in ("error", "width", "correlation")
        ]
        lines.append(f"| {name} | {' | '.join(columns)} |")
    return "\n".join(lines)


def main() -> None:
    """Run the simulation, print the page, and write it."""
    write_page(PAGE, "tables", 2, lambda number: page(list(simulate(number)), number), __doc__)


if __name__ == "__main__":
    main()
