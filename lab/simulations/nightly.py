"""Simulates how often nightly decisions are right: ``./noxw -s simulate -- nightly``.

Many models are followed at the same time. That is the rule of ``benchmark.scoring.nights.rule`` for series
without breaks and lost draws; a test checks that both decide alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from command import write_pages
from numpy.typing import NDArray
from runs import SEED
from scipy.special import expit, logit, ndtr, ndtri
from worlds import Floats, Generator

from benchmark.scoring.nights.draws import compare_scores, neighbour_correlation, rarer
from benchmark.scoring.nights.power import DECIDED_WITHIN, FIVE_POINTS, Chances, chance_decided
from benchmark.scoring.nights.rule import (
    ALIKE,
    BASELINE_NIGHTS,
    COLLAPSE_CHANGE,
    COLLAPSE_FAR,
    COLLAPSE_NIGHTS,
    LIMIT,
    SMALLEST_CHANGE,
    WINDOWS,
)

PAGE = Path(__file__).parents[2] / "site" / "pages" / "statistics" / "nightly.md"
Flags = NDArray[np.bool_]
_MONTH, _YEAR = 30, 365
_SUITES = (253, 150, 400, 100)  #: tasks of each suite
_MOST_CALM = 13
_BATCH = 25  #: models that are followed at the same time
NEVER = 10**6  #: a night that does not come


@dataclass(frozen=True)
class NightWorld:
    """An assumption about a model over its nights; what a night shares, all suites of the model share."""

    name: str
    spread: tuple[float, float] = (1.0, 1.0)  #: of the tasks' chances, which have this beta distribution
    families: tuple[int, float] = (1, 0.0)  #: tasks of a family, and the logits of its luck in a night
    shift: float = 0.0  #: standard deviation of a shift of all chances between nights
    wander: float = 0.0  #: correlation of this shift between neighbouring nights
    back_end: float = 0.0  #: how much lower all chances are on 30 % of the nights
    weekend: float = 0.0  #: how much lower all chances are on two nights of seven
    outage: float = 0.0  #: share of the answers that fail on one night of fifteen
    stay: float = 0.0  #: probability that a task has the result of the night before
    cached: float = 0.0  #: share of the tasks whose answers are asked for again only once a week

    def draw(
        self, generator: Generator, models: int, nights: int, tasks: int, drops: Floats | float = 0.0
    ) -> Flags:
        """Return whether draws passed, as (model, night, task).

        Args:
            generator: the random number generator.
            models: number of models.
            nights: number of nights.
            tasks: number of tasks of each model.
            drops: (model, night), how much the mean chance has fallen; every chance loses the same share. No
                result stays when it starts to fall.
        """
        chances = generator.beta(*self.spread, (models, 1, tasks))
        drops = np.broadcast_to(drops, (models, nights))
        found = chances * np.clip(1 - drops / chances.mean(axis=2), 0, 1)[:, :, None]
        shift = generator.normal(0, self.shift, (models, nights))
        for night in range(1, nights if self.wander else 0):
            shift[:, night] *= (1 - self.wander**2) ** 0.5
            shift[:, night] += self.wander * shift[:, night - 1]
        shift = shift - self.back_end * (generator.random((models, nights)) < 0.3)  # noqa: PLR2004
        days = np.arange(nights) + generator.integers(0, 7, (models, 1))
        shift = shift - self.weekend * (days % 7 >= 5)  # noqa: PLR2004
        found = np.clip(found + shift[:, :, None], 0, 1)
        found = found * (1 - self.outage * (generator.random((models, nights, 1)) < 1 / 15))
        size, luck = self.families
        if luck:
            common = generator.normal(0, luck, (models, nights, -(-tasks // size)))
            found = expit(logit(np.clip(found, 1e-6, 1 - 1e-6)) + common.repeat(size, axis=2)[:, :, :tasks])
        values: Flags = generator.random((models, nights, tasks)) < found
        cached = generator.random((models, tasks)) < self.cached
        for night in range(1, nights if self.stay or self.cached else 0):
            stays = generator.random((models, tasks)) < self.stay
            stays |= cached & (days[:, night, None] % 7 > 0)
            stays &= ~((drops[:, night] > 0) & (drops[:, night - 1] == 0))[:, None]
            values[:, night] = np.where(stays, values[:, night - 1], values[:, night])
        return values


_U, _STRONG, _HALF = (0.3, 0.3), (3.0, 1.0), (1e6, 1e6)
WORLDS = (
    NightWorld("even chances"),
    NightWorld("U-shaped chances", _U),
    NightWorld("all chances 0.5", _HALF),
    NightWorld("families of 6 have good and bad nights, 1 logit", families=(6, 1.0)),
    NightWorld("families of 12 have good and bad nights, 2 logits", families=(12, 2.0)),
    NightWorld("all chances move by 1.5 points", shift=0.015),
    NightWorld("all chances move by 3 points", shift=0.03),
    NightWorld("two back ends, 5 points apart", back_end=0.05),
    NightWorld("weekends 5 points worse", weekend=0.05),
    NightWorld("weekends 12 points worse", weekend=0.12),
    NightWorld("one night in 15 loses 30 % of the answers", outage=0.3),
    NightWorld("one night in 15 loses 60 % of the answers", outage=0.6),
    NightWorld("results stay with probability 0.1", stay=0.1),
    NightWorld("results stay with probability 0.3", stay=0.3),
    NightWorld("results stay with probability 0.6", stay=0.6),
    NightWorld("results stay with probability 0.9", stay=0.9),
    NightWorld("a tenth of the answers is cached for a week", cached=0.1),
    NightWorld("30 % of the answers are cached for a week", cached=0.3),
    NightWorld("5 % of the answers are new each night", stay=0.95),
    NightWorld("0.5 % of the answers are new each night", stay=0.995),
)
#: What 18 nights cannot know.
WANDERING = (
    NightWorld("the level wanders by 1.5 points, correlation 0.5", shift=0.015, wander=0.5),
    NightWorld("the level wanders by 1.5 points, correlation 0.8", shift=0.015, wander=0.8),
)
WORSE = (
    NightWorld("even"),
    NightWorld("strong", _STRONG),
    NightWorld("weak", (1.0, 3.0)),
    NightWorld("U-shaped", _U),
    NightWorld("around 0.5", (2.0, 2.0)),
    NightWorld("all 0.5", _HALF),
)


def _repeated(values: Flags) -> Flags:
    found: Flags = rarer([values]) > 0
    for night in range(1, values.shape[1]):
        some = np.flatnonzero(found)
        found[some] = rarer([values[some, :night], values[some, night:]]) > 0
    return found


def first_findings(values: Flags, family: int, siblings: int) -> tuple[NDArray[np.int64], Floats]:
    """Return the night of the first finding, as (drop or rise, model), and how often nights are called alike.

    Args:
        values: (model, night, task), whether the draw passed.
        family: tasks of a stem.
        siblings: number of series of a model.
    """
    models, nights, tasks = values.shape
    starts = np.arange(0, tasks, family)
    sums = np.cumsum(np.add.reduceat(values, starts, axis=2, dtype=np.int32), axis=1)
    scores, baseline = values.mean(axis=2), sums[:, BASELINE_NIGHTS - 1] / BASELINE_NIGHTS
    usual = scores[:, :BASELINE_NIGHTS]
    found, repeats = np.full((2, models), NEVER), np.zeros(models)
    correlated = np.array([neighbour_correlation(each) > ALIKE for each in usual])
    always = _repeated(values[:, :BASELINE_NIGHTS])
    for night in range(BASELINE_NIGHTS + 2, nights):
        after = night + 1 - BASELINE_NIGHTS
        alike = always.copy()
        if after >= min(WINDOWS):
            rest = np.flatnonzero(~always)
            alike[rest] = _repeated(values[rest, night + 1 - min(after, max(WINDOWS)) : night + 1])
        repeats += (alike | correlated) / (nights - BASELINE_NIGHTS - 2)
        shared = {min(size, after) for size in WINDOWS}
        for size in shared | {min(COLLAPSE_NIGHTS, after)}:
            fresh = scores[:, night + 1 - size : night + 1]
            lost = baseline - (sums[:, night] - sums[:, night - size]) / size
            total = lost.sum(axis=1)
            with np.errstate(invalid="ignore"):
                draws = np.nan_to_num(ndtr(-total / np.sqrt((lost**2).sum(axis=1))), nan=0.5)
            nightly = compare_scores(usual, fresh)
            each = (usual.mean(axis=1)[:, None] - fresh).T
            for place, sign in enumerate((1, -1)):
                p = draws if sign == 1 else 1 - draws
                p = np.where(alike, p, np.maximum(p, nightly[place]))
                limit = np.full(models, LIMIT / siblings if size in shared else -1.0)
                if size == min(COLLAPSE_NIGHTS, after):
                    far = (sign * each >= COLLAPSE_CHANGE).sum(axis=0) >= COLLAPSE_FAR
                    limit[far] = np.where(alike[far], LIMIT / siblings, LIMIT)
                hit = (p <= limit) & (sign * total >= SMALLEST_CHANGE * tasks - 1e-9)
                found[place][hit] = np.minimum(found[place][hit], night)
    return found, repeats


def _batches(models: int) -> Iterator[int]:
    yield from (min(_BATCH, models - start) for start in range(0, models, _BATCH))


def calm_months(world: NightWorld, models: int, nights: int = _MONTH) -> tuple[float, float, float]:
    """Return the shares of models with a false drop and with a false rise, and of nights called alike.

    A model has four suites, and one series of all of them pooled.
    """
    generator = np.random.default_rng([SEED, 6, nights, *map(ord, world.name)])
    counts, alike = np.zeros(2), 0.0
    for size in _batches(models):
        values = world.draw(generator, size, BASELINE_NIGHTS + nights, sum(_SUITES))
        parts = [*np.split(values, np.cumsum(_SUITES)[:-1], axis=2), values]
        series = [first_findings(part, world.families[0], len(parts)) for part in parts]
        counts += np.any([found < NEVER for found, _ in series], axis=0).sum(axis=1)
        alike += sum(repeats.sum() for _, repeats in series) / len(parts)
    return float(counts[0] / models), float(counts[1] / models), alike / models


def nights_to_find(
    world: NightWorld, models: int, siblings: int, drop: float = FIVE_POINTS, decay: float = 0.0
) -> Floats:
    """Return after how many nights drops are found that come after 0 to 13 calm nights, without false ones.

    With ``decay``, the level falls by so much each night instead of at once.
    """
    generator, found = np.random.default_rng([SEED, 7, int(1000 * drop), *map(ord, world.name)]), []
    nights = BASELINE_NIGHTS + _MOST_CALM + 3 * DECIDED_WITHIN
    for size in _batches(models):
        start = BASELINE_NIGHTS + np.arange(size) % (_MOST_CALM + 1)
        worse = np.clip(np.arange(nights) - start[:, None] + 1, 0, None)
        drops = worse * decay if decay else (worse > 0) * drop
        values = world.draw(generator, size, nights, _SUITES[0], drops)
        late = first_findings(values, world.families[0], siblings)[0][0] - start + 1
        found.append(late[late > 0])
    return np.concatenate(found)


_TEXT = """\
# How often nightly alarms are right

<!-- Made by ./noxw -s simulate -- nightly; do not edit. -->

`./noxw -s simulate -- nightly` made this page from seed {seed}, with {models} simulated models per line and
the rule in use. Numbers are percentages; a share of 5 % has a standard error of {error:.1f} points.

## Models that do not change

<span id="draws-of-one-night-that-depend-on-each-other"></span>
A model has suites of 253, 150, 400 and 100 tasks, and one pooled series of all. A good or bad night
is good or bad in all suites. *False drop* and *false rise* are the shares of models with a false alarm of
this kind in 30 nights after the baseline; at most 5 % should have a false drop. *In a year* is the share of
{years} models with a false drop in 365 nights. *Alike* is the share of nights on which a series says that its
nights are alike. In the last two columns, one of the model's five series (253 tasks) drops by 5 or by 30
points. *5 points* is the share of such drops that are found within 14 nights, *30 points* within 5 nights.

{calm}

If a model's level slowly rises and falls (*wanders*), 18 nights are too few to distinguish this from a drop.
The column *alike* shows that few baselines of 18 nights reveal such a level:

{wandering}

## Models that become worse by five points

<span id="models-that-become-worse"></span><span id="what-a-series-says-about-itself"></span>
<span id="models-that-solve-other-tasks-than-before"></span>
Series have 253 tasks. The drop comes after 0 to 13 nights without a change. Cells are the share of drops
found within 14 nights, for a model with four suites and for a model with one suite. *Claimed* is the share
that a series [claims](index.md#one-model-night-after-night) to find. Nights are counted, not days,
so a schedule with fewer nights finds the same drops later. *Best possible* is the share of drops that a
perfect test of the 14 nights after the drop could find. This test has the same limit for p, and knows how
much scores vary by luck.

{worse}

## Models that lose 0.3 points every night

Series have 253 tasks, and the tasks' chances are evenly spread. Half of the alarms come before a model with
one suite has lost {alone:.1f} points, or before a model with four suites has lost {decay:.1f} points.
"""
_HEAD = [
    "| world | false drop | false rise | in a year | alike | 5 points | 30 points |",
    "|---|---|---|---|---|---|---|",
]


def _calm(worlds: Sequence[NightWorld], models: int) -> str:
    rows = []
    for world in worlds:
        drop, rise, alike = calm_months(world, models)
        year = calm_months(world, models // 10, _YEAR)[0]
        five = (nights_to_find(world, models, 5) <= DECIDED_WITHIN).mean()
        thirty = (nights_to_find(world, models, 5, 0.3) <= COLLAPSE_NIGHTS).mean()
        cells = " | ".join(f"{100 * share:.1f}" for share in (rise, year, alike, five, thirty))
        rows.append(f"| {world.name} | **{100 * drop:.1f}** | {cells} |")
    return "\n".join([*_HEAD, *rows])


def page(models: int) -> str:
    """Return the page of the docs."""
    worse = [
        "| chances | four suites | claimed | best possible | one suite | claimed |",
        "|---|---|---|---|---|---|",
    ]
    for world in WORSE:
        size = sum(world.spread)
        mean = world.spread[0] / size
        chances = Chances(mean=mean, noise=mean * (1 - mean) * size / (size + 1))
        shares = []
        for siblings in (5, 1):
            shares.append((nights_to_find(world, models, siblings) <= DECIDED_WITHIN).mean())
            shares.append(chance_decided(chances, _SUITES[0], siblings=siblings))
        shares.insert(2, best_possible(chances, _SUITES[0]))
        first, *rest = (f"{100 * share:.1f}" for share in shares)
        worse.append(f"| {world.name} | **{first}** | {' | '.join(rest)} |")
    slow = replace(WORSE[0], name="decay")
    alone, decay = (0.3 * np.median(nights_to_find(slow, models, series, decay=0.003)) for series in (1, 5))
    return _TEXT.format(
        seed=SEED,
        models=models,
        years=models // 10,
        error=100 * (0.05 * 0.95 / models) ** 0.5,
        calm=_calm(WORLDS, models),
        wandering=_calm(WANDERING, models),
        worse="\n".join(worse),
        alone=alone,
        decay=decay,
    )


def best_possible(chances: Chances, tasks: int) -> float:
    """Return the power of one test of 14 worse nights at the rule's limit, if the noise were known."""
    error = (chances.noise / tasks * (1 / BASELINE_NIGHTS + 1 / DECIDED_WITHIN)) ** 0.5
    return float(ndtr(FIVE_POINTS / error + ndtri(LIMIT / (len(_SUITES) + 1))))


if __name__ == "__main__":
    write_pages("models", 1000, lambda models: {PAGE: page(models)}, __doc__)
