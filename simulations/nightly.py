"""Simulates nights of unchanged, exchanged and worse models: ``./noxw -s simulate -- nightly``."""

import argparse
import itertools
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
from nightly_claims import claims
from nightly_page import claims_csv, page
from nightly_rule import after_baselines, first_alarm
from nightly_worlds import NightWorld
from runs import SEED
from worlds import Floats, Generator

from benchmark.scoring.drift import compare_draws, pooled
from benchmark.scoring.night_power import DECIDED_WITHIN
from benchmark.scoring.night_series import BASELINE_NIGHTS
from benchmark.scoring.nights import SMALLEST_CHANGE, STAGE_1, STAGE_2

PAGE = Path(__file__).parents[1] / "site" / "pages" / "statistics" / "nightly.md"
CLAIMS = Path(__file__).with_name("nightly_claims.csv")
TASKS = (100, 253)
NIGHTS = 30
DROP = 0.05
#: Beta distributions of the tasks' chances.
SPREADS = {"uniform": (1.0, 1.0), "U-shaped": (0.3, 0.3), "nearly deterministic": (0.03, 0.03)}
CORRELATIONS = (0.0, 0.2, 0.5, 0.9)
EXCHANGED = (0.05, 0.1)
VARIED = (0.01, 0.02, 0.04)
SERIES = 20  #: active series in the table with the adjustment


@dataclass(frozen=True)
class Alarms:
    """The first night on which each rule reports a drop, from 1; 0 for never."""

    rule: int  #: the rule in use
    one_night: int  #: stages 1 and 2 with all four draws of stage 2 from one night
    points: int  #: the night's score is five points below the baseline
    ratio: int  #: the baseline is 1.10 times the night's score
    spread: int  #: the score is three interquartile ranges of the baseline's nights below their median


@dataclass(frozen=True)
class NightCell:
    """The results in one setting, as shares of the simulated models."""

    world: str
    tasks: int
    anchors: (
        int  #: complete baselines before the first of the nights; 0 if the nights begin with a new series
    )
    series: int  #: number of active series; the others have no finding
    nights: int
    alarms: tuple[float, ...]  #: models with an alarm, for each rule of :class:`Alarms`


def alarms(world: NightWorld, generator: Generator, nights: int, anchors: int, series: int) -> Alarms:
    """Draw one model and return the first alarm of each rule."""
    before = BASELINE_NIGHTS * max(anchors, 1)
    every = world.draw(generator, before + nights, before)
    baseline, later = every[before - BASELINE_NIGHTS : before, 0], every[before:]
    scores, usual = later[:, 0].mean(axis=1), baseline.mean(axis=1)
    low, middle, high = np.quantile(usual, (0.25, 0.5, 0.75))
    return Alarms(
        rule=first_alarm(later[:, 0], after_baselines(every[:before, 0], anchors), series),
        one_night=_first_of_one_night(baseline, later),
        points=_first(scores <= usual.mean() - 0.05),
        ratio=_first(usual.mean() >= 1.10 * scores),
        spread=_first(scores < middle - 3 * (high - low)),
    )


def _first_of_one_night(baseline: Floats, later: Floats) -> int:
    """Return the first alarm of a rule whose second stage takes four draws of the night after the first."""
    usual, place = pooled(list(baseline)), 0
    while place + 1 < len(later):
        if compare_draws(usual, pooled([later[place, 0]])).p_drop < STAGE_1:
            place += 1
            found = compare_draws(usual, pooled(list(later[place])))
            if found.p_drop < STAGE_2 and found.drop >= SMALLEST_CHANGE:
                return place + 1
        place += 1
    return 0


def _first(hits: np.ndarray) -> int:
    return int(np.argmax(hits)) + 1 if hits.any() else 0


def simulate(
    world: NightWorld, repetitions: int, *, anchors: int = 1, series: int = 1, nights: int = NIGHTS
) -> NightCell:
    """Simulate models of one world; the random numbers depend on the setting only."""
    generator = np.random.default_rng([SEED, world.tasks, anchors, series, *map(ord, world.name)])
    found = [astuple(alarms(world, generator, nights, anchors, series)) for _ in range(repetitions)]
    shares = tuple(map(float, (np.array(found) > 0).mean(axis=0)))
    return NightCell(world.name, world.tasks, anchors, series, nights, shares)


def unchanged(repetitions: int) -> Iterator[NightCell]:
    """Simulate models that do not change."""
    for tasks, (name, spread), anchors in itertools.product(TASKS, SPREADS.items(), (0, 1, 2)):
        yield simulate(NightWorld(name, spread, tasks), repetitions, anchors=anchors)


def dependent(repetitions: int) -> Iterator[NightCell]:
    """Simulate models that do not change, whose draws of one night depend on each other."""
    for (name, spread), correlation in itertools.product(SPREADS.items(), CORRELATIONS):
        world = NightWorld(f"{name}, correlation {correlation:g}", spread, TASKS[-1], correlation)
        yield simulate(world, repetitions)
    for varied in VARIED:
        name = f"uniform, every chance varies by {100 * varied:g} points between nights"
        yield simulate(NightWorld(name, SPREADS["uniform"], TASKS[-1], varied=varied), repetitions)


def exchanged(repetitions: int) -> Iterator[NightCell]:
    """Simulate models of the same ability that solve other tasks than before."""
    for tasks, (name, spread), share in itertools.product(TASKS, SPREADS.items(), EXCHANGED):
        world = NightWorld(f"{name}, {share:.0%} of the tasks exchanged", spread, tasks, exchanged=share)
        yield simulate(world, repetitions)


def worse(repetitions: int) -> Iterator[NightCell]:
    """Simulate models that become worse."""
    settings = ((1, 1), (2, 1), (1, SERIES))
    for tasks, (name, spread), (anchors, series) in itertools.product(TASKS, SPREADS.items(), settings):
        world = NightWorld(name, spread, tasks, drop=DROP)
        yield simulate(world, repetitions, anchors=anchors, series=series, nights=DECIDED_WITHIN)


def main() -> None:
    """Run the simulation, print the page, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--repetitions", type=int, default=500, help="unchanged models per setting; of the others a quarter"
    )
    parser.add_argument("--print", action="store_true", help="print the page without writing it")
    given = parser.parse_args()
    started = time.process_time()
    first, others = given.repetitions, max(1, given.repetitions // 4)
    tables = [list(make(others)) for make in (dependent, exchanged, worse)]
    claimed = list(claims(others))
    text = page(list(unchanged(first)), *tables, claims=claimed, repetitions=(first, others))
    print(text)
    if not given.print:
        CLAIMS.write_text(claims_csv(claimed), encoding="utf-8")
        PAGE.write_text(text, encoding="utf-8")
        print(f"{PAGE} written")
    print(f"{time.process_time() - started:.0f} s of CPU")


if __name__ == "__main__":
    main()
