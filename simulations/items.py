"""Simulates how well difficulty and discrimination of tasks are found: ``./noxw -s simulate -- items``."""

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
from benchmark.scoring.discrimination import MIN_MODELS
from benchmark.scoring.item_estimates import estimate_items

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

    what: str  #: ``difficulty``, ``slope``, or ``equal``: difficulty with equal slopes
    models: int
    layout: tuple[int, int]
    draws: int
    world: str
    covered: float  #: share of intervals that hold the true value
    error: float  #: root mean square error of estimates
    width: float  #: mean width of intervals
    correlation: float  #: of estimates with true values
    flagged: float  #: share of tasks whose slope is surely below 1, and not surely above 0
    below: float  #: number of flagged tasks with a true slope below 1, as a share of the tasks


@dataclass(frozen=True)
class Drawn:
    """A simulated table with its true values."""

    passed: Integers  #: (model, task)
    stems: tuple[str, ...]
    difficulty: (
        Floats  #: mean 0; at the mean ability, a task of this difficulty has the same chance for any slope
    )
    slopes: Floats  #: mean 1


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
        slopes=slopes / slopes.mean(),
    )


def simulate(tables: int) -> Iterator[ItemCell]:
    """Yield the results of all settings, each for this number of tables."""
    settings = itertools.product(MODELS, LAYOUTS, DRAWS, WORLDS)
    for number, (models, layout, draws, world) in enumerate(settings):
        generator = np.random.default_rng([SEED, 5, number])
        drawn = [draw_items(generator, models, layout, draws, world) for _ in range(tables)]
        found = [_measure(table, draws) for table in drawn]
        for what in found[0]:
            values = np.mean([table[what] for table in found], axis=0).tolist()
            yield ItemCell(what, models, layout, draws, world.name, *values)


def _measure(drawn: Drawn, draws: int) -> dict[str, tuple[float, ...]]:
    """Return how good the estimates of a table are, by what is estimated."""
    passed, judged = drawn.passed.tolist(), np.full_like(drawn.passed, draws).tolist()
    items = estimate_items(passed, judged, drawn.stems)
    found = {"difficulty": _compare(items.tasks, items.low, items.high, drawn.difficulty)}
    if items.slopes is not None:
        found["slope"] = _compare(items.slopes.tasks, items.slopes.low, items.slopes.high, drawn.slopes)
        equal = fit_difficulties(passed, judged, drawn.stems)
        found["equal"] = _compare(equal.tasks, equal.low, equal.high, drawn.difficulty)
    return found


def _compare(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float], true: Floats
) -> tuple[float, ...]:
    value, low, high = map(np.array, (values, lows, highs))
    flagged = (low <= 0) & (high < 1)
    return (
        float(((low <= true) & (true <= high)).mean()),
        float(np.sqrt(np.mean((value - true) ** 2))),
        float((high - low).mean()),
        float(np.corrcoef(value, true)[0, 1]) if true.std() else 0.0,
        float(flagged.mean()),
        float((flagged & (true < 1)).mean()),
    )


_TEXT = """\
# How well tasks are measured

<!-- Made by ./noxw -s simulate -- items; do not edit. -->

Made by `./noxw -s simulate -- items` from seed {seed}: {settings} settings of 6 to 200 models on 40 or 438
single tasks, 41 stems of three or 20 stems of six, with 1 or 5 draws per task, in four worlds. Of each
setting, {tables} tables are drawn. Abilities of models have a standard deviation of {spread:g} logits.

- *Holds*: percentage of 95 % intervals that hold the true value; the worst setting in brackets.
- *Error*: root mean square error of the estimates, in logits for difficulties.
- *Width*: mean width of the intervals.
- *Correlation*: of estimates with true values.

## Difficulty

{difficulty_models}

{difficulty_worlds}

Up to 29 models, the rule takes all slopes as equal. From {least} models on, it does not: with equal slopes,
the intervals would be too narrow, most of all with many models:

{equal}

## Discrimination

From {least} models on. A slope of 1 is the mean of the tasks of a table.

{slope_models}

{slope_layouts}

{slope_worlds}

In the last world, each model finds some whole stems easier or harder than others do.

## Tasks that stronger models do not solve more often

Pages and `sightbench analyse items` name a task if its interval reaches 0 or less and ends below 1. *Named*:
percentage of tasks. *Right*: percentage of the named tasks whose true slope is below 1.

{flags}
"""


def page(cells: Sequence[ItemCell], tables: int) -> str:
    """Return the page of the docs."""
    hard, slopes, equal = ([c for c in cells if c.what == what] for what in ("difficulty", "slope", "equal"))
    # With equal slopes there is nothing to find.
    differing = [cell for cell in slopes if cell.world != WORLDS[0].name]
    worlds = [world.name for world in WORLDS]
    return _TEXT.format(
        seed=SEED,
        settings=len(hard),
        tables=tables,
        spread=ABILITY[1],
        least=MIN_MODELS,
        difficulty_models=_table("models", {str(m): [c for c in hard if c.models == m] for m in MODELS}),
        difficulty_worlds=_table("world", {name: [c for c in hard if c.world == name] for name in worlds}),
        equal=_table(
            "models, with equal slopes",
            {str(m): [c for c in equal if c.models == m] for m in MODELS if m >= MIN_MODELS},
        ),
        slope_models=_table(
            "models, draws",
            {
                f"{m}, {draws}": [c for c in differing if (c.models, c.draws) == (m, draws)]
                for m in MODELS
                if m >= MIN_MODELS
                for draws in DRAWS
            },
        ),
        slope_layouts=_table(
            "stems × tasks",
            {
                f"{stems} × {size}": [c for c in differing if c.layout == (stems, size)]
                for stems, size in LAYOUTS
            },
        ),
        slope_worlds=_table("world", {name: [c for c in slopes if c.world == name] for name in worlds}),
        flags=_flags(slopes),
    )


def _table(head: str, groups: dict[str, list[ItemCell]]) -> str:
    lines = [f"| {head} | holds | error | width | correlation |", "|---|---|---|---|---|"]
    for name, cells in groups.items():
        covered = [cell.covered for cell in cells]
        columns = [f"{100 * np.mean(covered):.1f} ({100 * min(covered):.1f})"]
        columns += [f"{np.mean([getattr(c, field) for c in cells]):.2f}" for field in ("error", "width")]
        found = np.mean([cell.correlation for cell in cells])
        columns.append(f"{found:.2f}" if found else "–")
        lines.append(f"| {name} | {' | '.join(columns)} |")
    return "\n".join(lines)


def _flags(cells: Sequence[ItemCell]) -> str:
    lines = ["| models, world | named | right |", "|---|---|---|"]
    for models, world in itertools.product([m for m in MODELS if m >= MIN_MODELS], WORLDS):
        same = [cell for cell in cells if cell.models == models and cell.world == world.name]
        named, below = (sum(getattr(cell, field) for cell in same) for field in ("flagged", "below"))
        right = f"{100 * below / named:.0f}" if named and world.slopes else "–"
        lines.append(f"| {models}, {world.name} | {100 * named / len(same):.1f} | {right} |")
    return "\n".join(lines)


def main() -> None:
    """Run the simulation, print the page, and write it."""
    write_page(PAGE, "tables", 2, lambda number: page(list(simulate(number)), number), __doc__)


if __name__ == "__main__":
    main()
