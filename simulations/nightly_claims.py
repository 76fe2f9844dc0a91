"""How often nights find a drop, compared with what ``benchmark.scoring.night_power`` says about them."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from nightly_rule import after_baselines, first_alarm
from nightly_worlds import NightWorld

from benchmark.scoring.drift import pooled
from benchmark.scoring.night_power import (
    DECIDED_WITHIN,
    FIVE_POINTS,
    HARDEST,
    Chances,
    chance_decided,
    estimated_chances,
    visible_drop,
)
from benchmark.scoring.night_series import BASELINE_NIGHTS
from benchmark.scoring.nights import POOL_NIGHTS

SEED = 20_260_777  # another one than that of the other tables, with which the formula was calibrated
#: Beta distributions of the tasks' chances; other ones than in the other tables.
SPREADS = {
    "even": (2.0, 2.0),
    "strong": (3.0, 1.0),
    "weak": (0.4, 1.2),
    "strong, seldom unsure": (0.12, 0.04),
}
TASKS = (80, 253)
SETTINGS = ((1, 1), (2, 1), (1, 12))  #: baselines and active series


@dataclass(frozen=True)
class ClaimCell:
    """The claimed and the simulated share of drops of one size that are decided within 14 nights."""

    world: str
    tasks: int
    anchors: int  #: complete baselines
    series: int  #: number of active series; the others have no finding
    drop: float  #: how much the mean chance falls
    claimed: float  #: mean over the models, each claim made from the model's own newest baseline
    simulated: float


def known_chances(spread: tuple[float, float]) -> Chances:
    """Return the chances of a beta distribution."""
    size = sum(spread)
    mean = spread[0] / size
    return Chances(mean=mean, noise=mean * (1 - mean) * size / (size + 1))


def claims(repetitions: int) -> Iterator[ClaimCell]:
    """Simulate drops of five points, and the smallest ones that such a panel sees."""
    for tasks, (name, spread), (anchors, series) in itertools.product(TASKS, SPREADS.items(), SETTINGS):
        least = visible_drop(known_chances(spread), tasks, active=series, anchors=anchors)
        for drop in sorted({FIVE_POINTS, *([] if least is None else [least])}):
            world = NightWorld(name, spread, tasks, drop=drop)
            yield claim(world, repetitions, anchors=anchors, series=series)


def claim(world: NightWorld, repetitions: int, *, anchors: int, series: int) -> ClaimCell:
    """Simulate models of one world; the random numbers depend on the setting only.

    Up to six calm nights come between the baseline and the drop. A model with an alarm in these is drawn
    again.
    """
    numbers = (world.tasks, anchors, series, round(1000 * world.drop))
    generator = np.random.default_rng([SEED, *numbers, *map(ord, world.name)])
    before, claimed, found = BASELINE_NIGHTS * anchors, [], 0
    while len(claimed) < repetitions:
        calm = int(generator.integers(POOL_NIGHTS))
        every = world.draw(generator, before + calm + DECIDED_WITHIN, before + calm, 1)[:, 0]
        alarm = first_alarm(every[before:], after_baselines(every[:before], anchors), series)
        if 0 < alarm <= calm:
            continue
        found += alarm > 0
        chances = estimated_chances(pooled(list(every[before - BASELINE_NIGHTS : before]))) or HARDEST
        claimed.append(chance_decided(chances, world.tasks, world.drop, active=series, anchors=anchors))
    return ClaimCell(
        world.name, world.tasks, anchors, series, world.drop, float(np.mean(claimed)), found / repetitions
    )
