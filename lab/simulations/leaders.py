"""Simulates how often ranges hold the true score of the leader: ``./noxw -s simulate -- leaders``."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from command import write_pages
from intervals import Sample, effective_size, in_use
from runs import SEED
from scipy.special import betaincinv, expit, ndtr, ndtri
from worlds import Floats, Generator, Integers, centre

from benchmark.scoring.leader import leader_range

PAGE = Path(__file__).parents[2] / "site" / "pages" / "statistics" / "leader.md"
LAYOUTS = ((50, 1), (108, 1), (253, 1), (20, 3), (41, 3))  #: stems, and tasks per stem
DRAWS = (1, 6, 20)
MODELS = (2, 6, 20, 100, 200)
STEP = 11  #: every such combination is simulated; the number divides no number of options
CHECKED = 3  #: repetitions per setting in which the arrays are compared with the rule in use
_BATCH = 3_000_000  #: maximum values that are drawn at once
_AT_ONCE, _BELOW = 0.005, 0.025  #: errors of the simultaneous bound, and of the lower end
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Kind:
    """An assumption about what models have in common; standard deviations of the logit."""

    name: str
    shared: tuple[float, float]  #: between stems, and between tasks of a stem, for all models
    own: tuple[float, float]  #: the same for each model
    heart: float = 0.0  #: share of stems that a model solves completely, whatever their difficulty


@dataclass(frozen=True)
class Table:
    """True scores of the models of a table."""

    name: str
    base: float  #: true score of most models
    lead: float = 0.0  #: how far the first models are ahead
    leaders: int = 1  #: number of these
    spread: float = 0.0  #: distance of the best and the worst model

    def truths(self, models: int) -> Floats:
        """Return the true score of each model."""
        found = self.base + np.linspace(0, self.spread, models)
        found[: self.leaders] += self.lead
        return found


KINDS = (
    Kind("agree on what is hard", (1.5, 0.7), (0.7, 0.7)),
    Kind("nearly the same", (2.0, 1.5), (0.2, 0.2)),
    Kind("independent", (0.0, 0.0), (1.5, 1.0)),
    Kind("each knows a fifth of the families by heart", (1.5, 0.7), (0.7, 0.7), heart=0.2),
)
TABLES = (
    Table("all at 5 %", 0.05),
    Table("all at 30 %", 0.3),
    Table("all at 90 %", 0.9),
    Table("spread over 30 points", 0.3, spread=0.3),
    Table("one leads by 5 points", 0.5, lead=0.05),
    Table("one leads by 20 points", 0.5, lead=0.2),
    Table("two lead by 10 points", 0.4, lead=0.1, leaders=2),
)


@dataclass(frozen=True)
class LeaderCell:
    """One setting, and its results."""

    layout: tuple[int, int]
    draws: int
    models: int
    kind: str
    table: str
    own: float  #: share of the leaders' own ranges that contain the true score
    covered: float  #: share of the leaders' ranges that contain the true score
    width: float  #: mean width of a leader's range, relative to the own range
    excess: float  #: mean of score minus true score


def draw_table(
    generator: Generator, repetitions: int, truths: Floats, layout: tuple[int, int], of: tuple[int, Kind]
) -> Floats:
    """Draw sums of task values as (repetition, model, stem).

    Args:
        generator: the random number generator.
        repetitions: number of tables.
        truths: true score of each model.
        layout: number of stems, and tasks per stem.
        of: draws per task, and what models have in common.
    """
    (stems, size), (draws, kind) = layout, of
    spread = float(np.hypot(np.hypot(*kind.shared), np.hypot(*kind.own)))
    heart = np.minimum(kind.heart, truths / 2)
    rest = (truths - heart) / (1 - heart)
    means = {truth: centre(truth, spread) for truth in set(rest.tolist())}
    shape, alike = (repetitions, len(truths), stems), (repetitions, 1, stems)
    stem = np.array([means[truth] for truth in rest.tolist()])[None, :, None]
    stem = stem + generator.normal(0, kind.shared[0], alike) + generator.normal(0, kind.own[0], shape)
    known = generator.random(shape) < heart[None, :, None]
    total = np.zeros(shape)
    for _ in range(size):
        task = generator.normal(0, kind.shared[1], alike) + generator.normal(0, kind.own[1], shape)
        chance = np.where(known, 1.0, expit(stem + task))
        total += generator.binomial(draws, chance) / draws
    return total


def leaders_ranges(sums: Floats, size: int, draws: int) -> tuple[Floats, Floats, Floats, Floats, Integers]:
    """Return the rule of benchmark/scoring/leader.py for arrays: low, own low, high, score and leader.

    Args:
        sums: (repetition, model, stem), sums of task values.
        size: tasks per stem.
        draws: draws per task.
    """
    repetitions, models, stems = sums.shape
    every = np.arange(repetitions)
    means = sums.mean(axis=2) / size
    leader = means.argmax(axis=1)
    score, best = means[every, leader], sums[every, leader]
    of_best = Sample(best, np.full(stems, size), draws)
    (own, high), (mean, effective) = in_use(of_best), effective_size(of_best)
    error = np.sqrt(mean * (1 - mean) / effective)
    residuals = sums - means[:, :, None] * size
    shared = np.einsum("rs,rms->rm", residuals[every, leader], residuals)
    variance = shared[every, leader][:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.where(variance > _ROUNDING, 1 - shared / variance, 1.0)
        leeway = (score[:, None] - means) / (slopes * error[:, None])
    leeway[slopes <= _ROUNDING] = np.inf
    leeway[every, leader] = np.inf
    z = _quantiles(leeway.min(axis=1), models)
    low = betaincinv(score * effective + 0.5, (1 - score) * effective + 0.5, ndtr(-z))
    return np.where(score > 0, np.minimum(low, own), 0.0), own, high, score, leader


def _quantiles(leeway: Floats, models: int) -> Floats:
    most = float(ndtri(1 - _AT_ONCE / models))
    wanted = (_BELOW - _AT_ONCE) / (1 - _AT_ONCE)
    low, high = np.zeros_like(leeway), np.full_like(leeway, most)
    for _ in range(60):
        middle = (low + high) / 2
        possible = ndtr(-np.maximum(middle - leeway, -most)) - ndtr(-most)
        above = ndtr(-middle) - ndtr(-most) > wanted * possible
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return high


def simulate(repetitions: int) -> Iterator[LeaderCell]:
    """Yield the results of all settings."""
    settings = list(itertools.product(LAYOUTS, DRAWS, MODELS, KINDS, TABLES))
    for number, (layout, draws, models, kind, table) in enumerate(settings[::STEP]):
        generator, truths = np.random.default_rng([SEED, 3, number]), table.truths(models)
        batch = max(_BATCH // (models * layout[0] * layout[1]), 1)
        parts, left = [], repetitions
        while left > 0:
            sums = draw_table(generator, min(batch, left), truths, layout, (draws, kind))
            low, own, high, score, leader = leaders_ranges(sums, layout[1], draws)
            if not parts:
                check_rule(sums, layout[1], draws)
            parts.append(np.stack([low, own, high, score, truths[leader]]))
            left -= batch
        low, own, high, score, truth = np.concatenate(parts, axis=1)
        below, held = truth <= high + _ROUNDING, low - _ROUNDING <= truth
        yield LeaderCell(
            layout=layout,
            draws=draws,
            models=models,
            kind=kind.name,
            table=table.name,
            own=float(((own - _ROUNDING <= truth) & below).mean()),
            covered=float((held & below).mean()),
            width=float((high - low).mean() / (high - own).mean()),
            excess=float((score - truth).mean()),
        )


def check_rule(sums: Floats, size: int, draws: int) -> None:
    """Check that the arrays give the same ranges as the rule in use."""
    lows, _, highs, _, leaders = leaders_ranges(sums[:CHECKED], size, draws)
    stems = [str(stem) for stem in range(sums.shape[2]) for _ in range(size)]
    for table, low, high, leader in zip(sums, lows, highs, leaders, strict=False):
        # The rule takes values per task; any values with the right sums over stems will do.
        values = np.repeat(table / size, size, axis=1)
        rule = leader_range(values, stems, [len(stems) * draws] * len(values), int(leader))
        if abs(rule[0] - low) > _ROUNDING or abs(rule[1] - high) > _ROUNDING:
            raise SystemExit(f"{(low, high)} differs from benchmark/scoring/leader.py: {rule}")


_TEXT = """\
# How often the leader's range is right

<!-- Made by ./noxw -s simulate -- leaders; do not edit. -->

`./noxw -s simulate -- leaders` made this page from seed {seed}. Its {settings} settings are every {step}th
combination of these: tasks (50, 108 or 253 single tasks, or 20 or 41 families of three tasks); draws (1, 6 or
20); models (2 to 200); four kinds of models; and seven tables of true scores. Each setting is drawn
{repetitions:,} times, so a coverage of 95 % has a standard error of {error:.2f} points. Numbers are
percentages. The coverage in the worst setting is in brackets; it is below the mean partly by chance.

- *Own range* and *leader's range*: how often each of these ranges contains the true score of the model that
  leads.
- *Width*: the width of the leader's range divided by the width of the model's own range, on average.
- *Too high*: by how many points the highest score exceeds the true score of the same model, on average. The
  largest mean of a single setting is in brackets.

## By number of models

{by_models}

## By true scores

{by_tables}

## By kind of models

{by_kinds}

## By tasks

{by_layouts}
"""


def page(cells: Sequence[LeaderCell], repetitions: int) -> str:
    """Return the page of the docs."""
    layouts = {layout: f"{layout[0]} × {layout[1]}" for layout in LAYOUTS}
    return _TEXT.format(
        seed=SEED,
        settings=len(cells),
        step=STEP,
        repetitions=repetitions,
        error=100 * np.sqrt(0.95 * 0.05 / repetitions),
        by_models=_table("models", {str(m): [c for c in cells if c.models == m] for m in MODELS}),
        by_tables=_table(
            "true scores", {table.name: [c for c in cells if c.table == table.name] for table in TABLES}
        ),
        by_kinds=_table("models", {kind.name: [c for c in cells if c.kind == kind.name] for kind in KINDS}),
        by_layouts=_table(
            "families × tasks", {name: [c for c in cells if c.layout == of] for of, name in layouts.items()}
        ),
    )


def _table(head: str, groups: dict[str, list[LeaderCell]]) -> str:
    lines = [f"| {head} | own range | leader's range | width | too high |", "|---|---|---|---|---|"]
    for name, cells in groups.items():
        own, covered = ([getattr(cell, field) for cell in cells] for field in ("own", "covered"))
        excess = [cell.excess for cell in cells]
        columns = [f"{100 * np.mean(shares):.1f} ({100 * min(shares):.1f})" for shares in (own, covered)]
        columns.append(f"{np.mean([cell.width for cell in cells]):.2f}")
        columns.append(f"{100 * np.mean(excess):.1f} ({100 * max(excess):.1f})")
        lines.append(f"| {name} | {' | '.join(columns)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    write_pages("repetitions", 4_000, lambda number: {PAGE: page(list(simulate(number)), number)}, __doc__)
