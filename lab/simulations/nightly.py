"""Simulates how often nightly decisions are right: ``./noxw -s simulate -- nightly``."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
from command import write_page
from runs import SEED
from scipy.special import expit, logit, ndtr, ndtri
from worlds import Floats, Generator

from benchmark.scoring.nights.power import DECIDED_WITHIN, FIVE_POINTS, Chances, chance_decided
from benchmark.scoring.nights.rule import (
    BASELINE_NIGHTS,
    LIMIT,
    Direction,
    Night,
    Series,
    SeriesState,
    advance,
)

PAGE = Path(__file__).parents[2] / "site" / "pages" / "statistics" / "nightly.md"
_START = date(2025, 1, 6)  # a Monday
_MONTH = 30
_SUITES = 4
_MOST_CALM = 13


@dataclass(frozen=True)
class NightWorld:
    """An assumption about a model over its nights."""

    name: str
    spread: tuple[float, float] = (1.0, 1.0)  #: of the tasks' chances, which have this beta distribution
    tasks: int = 150
    #: Tasks of a family, and the correlation of their luck within a night; 1 or more is in logits.
    families: tuple[int, float] = (1, 0.0)
    shift: float = 0.0  #: standard deviation of a shift of all chances between nights
    back_end: float = 0.0  #: how much lower all chances are on 30 % of the nights
    weekend: float = 0.0  #: how much lower all chances are on two nights of seven
    stay: float = 0.0  #: probability that a task has the result of the night before
    drop: float = 0.0  #: how much the mean chance falls; every chance loses the same share
    decay: float = 0.0  #: how much more it falls each night, instead of at once

    def draw(self, generator: Generator, nights: int, worse_from: int) -> Floats:
        """Return the results (night, task), 1 or 0."""
        chances = generator.beta(*self.spread, self.tasks)
        worse = np.clip(np.arange(nights) - worse_from + 1, 0, None)
        lost = worse * self.decay if self.decay else (worse > 0) * self.drop
        found = np.clip(1 - lost / chances.mean(), 0, 1)[:, None] * chances
        found = found + generator.normal(0, self.shift, (nights, 1)) if self.shift else found
        found = found - self.back_end * (generator.random((nights, 1)) < 0.3)  # noqa: PLR2004
        found = np.clip(found - self.weekend * (np.arange(nights)[:, None] % 7 >= 5), 0, 1)  # noqa: PLR2004
        size, luck = self.families
        draws = generator.random((nights, self.tasks))
        if luck:
            number = -(-self.tasks // size)
            if luck >= 1:
                common = generator.normal(0, luck, (nights, number)).repeat(size, axis=1)[:, : self.tasks]
                found = expit(logit(np.clip(found, 1e-6, 1 - 1e-6)) + common)
            else:
                common = generator.random((nights, number)).repeat(size, axis=1)[:, : self.tasks]
                draws = np.where(generator.random(draws.shape) < np.sqrt(luck), common, draws)
        values: Floats = (draws < found).astype(float)
        for night in range(1, nights if self.stay else 0):
            stays = generator.random(self.tasks) < self.stay
            values[night] = np.where(stays, values[night - 1], values[night])
        return values


_U, _STRONG, _HALF = (0.3, 0.3), (3.0, 1.0), (1e6, 1e6)
CALM = (
    NightWorld("even chances"),
    NightWorld("U-shaped chances", _U),
    NightWorld("all chances 0.5", _HALF),
    NightWorld("families of 3 share luck, 0.3", families=(3, 0.3)),
    NightWorld("families of 3 share luck, 0.7", families=(3, 0.7)),
    NightWorld("families of 12 have good and bad nights, 1 logit", families=(12, 1.0)),
    NightWorld("all chances move by 1 point, U-shaped", _U, shift=0.01),
    NightWorld("all chances move by 1.5 points", shift=0.015),
    NightWorld("all chances move by 2 points, 600 tasks", tasks=600, shift=0.02),
    NightWorld("two back ends, 5 points apart", back_end=0.05),
    NightWorld("weekends 5 points worse", weekend=0.05),
    NightWorld("weekends 8 points worse", weekend=0.08),
    NightWorld("a task in ten keeps its result", stay=0.1),
    NightWorld("results stay with probability 0.3", stay=0.3),
    NightWorld("results stay with probability 0.6", stay=0.6),
    NightWorld("results stay with probability 0.9", stay=0.9),
)
WORSE = (
    NightWorld("even", (1.0, 1.0), 253, drop=FIVE_POINTS),
    NightWorld("strong", _STRONG, 253, drop=FIVE_POINTS),
    NightWorld("weak", (1.0, 3.0), 253, drop=FIVE_POINTS),
    NightWorld("U-shaped", _U, 253, drop=FIVE_POINTS),
    NightWorld("around 0.5", (2.0, 2.0), 253, drop=FIVE_POINTS),
    NightWorld("all 0.5", _HALF, 253, drop=FIVE_POINTS),
)


def followed(values: Floats, siblings: int) -> list[Series]:
    """Return the series after each night."""
    series, found = Series(), []
    for number, night in enumerate(values):
        date_of = _START + timedelta(number)
        series = advance(series, Night(date=date_of, version="1", values=night), siblings).series
        found.append(series)
    return found


def calm_month(world: NightWorld, models: int) -> tuple[float, float, float]:
    """Return the shares of models with a false drop, with a false rise, and with series that repeat answers.

    A model has four suites, and one series of all of them pooled.
    """
    found = np.zeros((models, 3))
    for number in range(models):
        generator = np.random.default_rng([SEED, 6, number, *map(ord, world.name)])
        nights = BASELINE_NIGHTS + _MONTH
        suites = [world.draw(generator, nights, nights) for _ in range(_SUITES)]
        for values in (*suites, np.concatenate(suites, axis=1)):
            after = followed(values, _SUITES + 1)
            for place, direction in enumerate(Direction):
                found[number, place] += any(series.track(direction).since for series in after)
            found[number, 2] += any(series.state is SeriesState.REPEATS for series in after)
    drops, rises, repeats = (found > 0).mean(axis=0)
    return float(drops), float(rises), float(repeats)


def found_within(world: NightWorld, models: int, siblings: int) -> tuple[float, float]:
    """Return the share of drops found within 14 nights, after 0 to 13 calm ones, and the median night."""
    nights = []
    for number in range(models):
        generator = np.random.default_rng([SEED, 7, number, *map(ord, world.name)])
        start = BASELINE_NIGHTS + number % (_MOST_CALM + 1)
        after = followed(world.draw(generator, start + 3 * DECIDED_WITHIN, start), siblings)
        alarm = next((place for place, series in enumerate(after) if series.drop.since), len(after))
        if alarm >= start:
            nights.append(alarm - start + 1)
    return float(np.mean(np.array(nights) <= DECIDED_WITHIN)), float(np.median(nights))


_TEXT = """\
# How often nightly alarms are right

<!-- Made by ./noxw -s simulate -- nightly; do not edit. -->

Made by `./noxw -s simulate -- nightly` from seed {seed}, with {models} simulated models per line and the rule
in use.

## Models that do not change

<span id="draws-of-one-night-that-depend-on-each-other"></span>
A model has four suites of 150 tasks, and one series of all of them pooled. Percentage of models with a false
alarm in 30 nights after the baseline; at most 5 % of drops should be false. *Cannot be judged*: the rule says
of at least one series that the provider repeats answers.

{calm}

## Models that become worse by five points

<span id="models-that-become-worse"></span><span id="what-a-series-says-about-itself"></span>
<span id="models-that-solve-other-tasks-than-before"></span>
253 tasks. The drop comes after 0 to 13 calm nights. Percentage found within 14 nights, for a model with four
suites (so 20 series are five such models) and for one with a single suite, and what a series
[says about itself](index.md#one-model-night-after-night). Nights are counted and not days, so a schedule with
fewer nights finds the same, later. *Best possible*: one test of 14 worse nights, at the same limit, with a
noise that is known.

{worse}

## Models that lose 0.3 points every night

253 tasks, even chances. Half of the alarms come when {alone:.1f} points are lost, or earlier, for a model
with one suite, and when {decay:.1f} are lost with four suites.
"""


def page(models: int) -> str:
    """Return the page of the docs."""
    calm = [
        "| world | false drop | false rise | cannot be judged |",
        "|---|---|---|---|",
        *(
            f"| {world.name} | **{100 * drop:.1f}** | {100 * rise:.1f} | {100 * repeats:.0f} |"
            for world in CALM
            for drop, rise, repeats in [calm_month(world, models)]
        ),
    ]
    worse = [
        "| chances | four suites | claimed | best possible | one suite | claimed |",
        "|---|---|---|---|---|---|",
    ]
    for world in WORSE:
        size = sum(world.spread)
        mean = world.spread[0] / size
        chances = Chances(mean=mean, noise=mean * (1 - mean) * size / (size + 1))
        claimed = [chance_decided(chances, world.tasks, siblings=siblings) for siblings in (5, 1)]
        shares = [
            found_within(world, models, 5)[0],
            claimed[0],
            best_possible(chances, world.tasks),
            found_within(world, models, 1)[0],
            claimed[1],
        ]
        first, *rest = (f"{100 * share:.1f}" for share in shares)
        worse.append(f"| {world.name} | **{first}** | {' | '.join(rest)} |")
    slow = replace(WORSE[0], name="decay", drop=0.0, decay=0.003)
    alone, decay = (0.3 * found_within(slow, models, siblings)[1] for siblings in (1, _SUITES + 1))
    texts = {"calm": "\n".join(calm), "worse": "\n".join(worse)}
    return _TEXT.format(seed=SEED, models=models, alone=alone, decay=decay, **texts)


def best_possible(chances: Chances, tasks: int) -> float:
    """Return the power of one test of 14 worse nights at the rule's limit, if the noise were known."""
    error = (chances.noise / tasks * (1 / BASELINE_NIGHTS + 1 / DECIDED_WITHIN)) ** 0.5
    return float(ndtr(FIVE_POINTS / error + ndtri(LIMIT / (_SUITES + 1))))


if __name__ == "__main__":
    write_page(PAGE, "models", 500, page, __doc__)
