"""The page of the docs with the simulated nights."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from runs import SEED


class Cell(Protocol):
    """The results in one setting, see ``nightly.NightCell``."""

    world: str
    tasks: int
    anchors: int
    series: int
    alarms: tuple[float, ...]


class Claim(Protocol):
    """The claimed and the simulated share in one setting, see ``nightly_claims.ClaimCell``."""

    world: str
    tasks: int
    anchors: int
    series: int
    drop: float
    claimed: float
    simulated: float


_TEXT = """\
# How often nightly alarms are right

<!-- Made by ./noxw -s simulate -- nightly; do not edit. -->

Made by `./noxw -s simulate -- nightly` from seed {seed}, with {first:,} simulated models per setting of the
first table, and {others:,} per setting of the others (standard errors {error:.1f} and {coarse:.1f} points at
5 %). Each model has one draw per task and night. The chance that a draw passes differs between tasks: uniform
between 0 and 1, U-shaped (beta distribution with both parameters 0.3), or nearly deterministic (0.03).
Numbers are percentages of the models that get an alarm for a drop; where a row has several settings, the
smallest and the largest.

*Rule* is the one in use. The others are rules that are used elsewhere, against the eight nights before the
first: *one night* is the same two stages with all four draws of stage 2 from a single night; *5 points*
reports a night whose score is five points lower; *1.10* a baseline that is 1.10 times as high as the night;
*3 IQR* a night that is three interquartile ranges of the baseline's nights below their median.

## Models that do not change

Alarms within 30 nights; each one is false. Settings have no, one or two baselines; with none, the 30 nights
begin with the first night of a new series. The limit is 5 %.

{unchanged}

## Draws of one night that depend on each other

Alarms within 30 nights at 253 tasks, with one baseline; each one is false. The correlation of two draws of
the same task in one night (0, 0.2, 0.5 or 0.9) does not matter for the rule in use, which takes one draw per
task and night. If instead all chances move together from night to night, nights are not exchangeable, and the
test does not hold.

{dependent}

## Models that solve other tasks than before

5 or 10 % of the tasks swap their chances in pairs, so the mean stays the same. An alarm within 30 nights
would suggest a lower ability. This is why an issue names the interval over stems as well.

{exchanged}

## Models that become worse

The mean chance falls by five points, and every task loses the same share of its chance. Alarms within 14
nights, counted from the first night of the worse model; each one is right. Settings have one or two
baselines, and one series or 20, 19 of them without a finding; the other rules ignore other series.

{worse}

## What a series says about itself

Each series says which drop it detects: the smallest one that is decided within 14 nights in 95 % of cases. It
computes this from the spread of its own newest baseline. The models here have other spreads and another seed
than those above: *even* (beta distribution with the parameters 2 and 2), *strong* (3 and 1), *weak* (0.4 and
1.2), *strong, seldom unsure* (0.12 and 0.04). *Claimed* is the mean of what {others:,} models say about a
drop, *simulated* how many of them get the alarm (standard error {spread:.1f} points at 95 %).
The drop begins up to six nights after the baseline. Settings have 80 or 253 tasks, one or two baselines and
one or twelve series; the file `simulations/nightly_claims.csv` has each of them.

{claims}
"""

_RULES = ("rule", "one night", "5 points", "1.10", "3 IQR")


def page(
    unchanged: Sequence[Cell],
    dependent: Sequence[Cell],
    exchanged: Sequence[Cell],
    worse: Sequence[Cell],
    *,
    claims: Sequence[Claim],
    repetitions: tuple[int, int],
) -> str:
    """Return the page, from the results of the four simulations.

    Args:
        unchanged: models that do not change.
        dependent: the same, with draws of one night that depend on each other.
        exchanged: models of the same ability that solve other tasks.
        worse: models that become worse.
        claims: what models say about their drops.
        repetitions: models per row of the first table, and per row of the others.
    """
    error, coarse = (100 * (0.05 * 0.95 / number) ** 0.5 for number in repetitions)
    return _TEXT.format(
        seed=SEED,
        first=repetitions[0],
        others=repetitions[1],
        error=error,
        coarse=coarse,
        spread=coarse,
        claims=claims_table(claims),
        unchanged=_table(("chances", "tasks"), (([c.world, c.tasks], c) for c in unchanged)),
        dependent=_table(
            ("chances",), (([re.sub("correlation .*", "any correlation", c.world)], c) for c in dependent)
        ),
        exchanged=_table(
            ("chances", "tasks"), (([c.world.partition(",")[0], c.tasks], c) for c in exchanged)
        ),
        worse=_table(("chances", "tasks"), (([c.world, c.tasks], c) for c in worse)),
    )


def _table(columns: Sequence[str], rows: Iterable[tuple[list[object], Cell]]) -> str:
    """Return a table with one row per list of settings."""
    cells = defaultdict(list)
    for settings, cell in rows:
        cells[tuple(map(str, settings))].append(cell.alarms)
    lines = [
        f"| {' | '.join((*columns, *_RULES))} |",
        f"|{'---|' * (len(columns) + len(_RULES))}",
    ]
    for names, found in cells.items():
        first, *others = map(_span, zip(*found, strict=True))
        lines.append(f"| {' | '.join([*names, f'**{first}**', *others])} |")
    return "\n".join(lines)


def _span(shares: Sequence[float], between: str = "–") -> str:
    """Return the smallest and the largest share in percent, once if they are equal."""
    ends = [f"{100 * end:.1f}" for end in (min(shares), max(shares))]
    return between.join(dict.fromkeys(ends))


def claims_table(claims: Sequence[Claim]) -> str:
    """Return the table of claimed and simulated shares: of the smallest visible drops, and of five points."""
    cells = defaultdict(list)
    for cell in claims:
        cells[cell.world, f"{100 * cell.drop:.1f}" == "5.0"].append(cell)
    lines = ["| chances | drop, points | claimed | simulated | simulated − claimed |", f"|{'---|' * 5}"]
    for (world, _), found in cells.items():
        columns = [
            _span([getattr(cell, name) for cell in found]) for name in ("drop", "claimed", "simulated")
        ]
        errors = _span([cell.simulated - cell.claimed for cell in found], " to ")
        lines.append(f"| {world} | {columns[0]} | {columns[1]} | **{columns[2]}** | {errors} |")
    return "\n".join(lines)


def claims_csv(claims: Sequence[Claim]) -> str:
    """Return the claimed and simulated share of each setting as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("chances", "tasks", "baselines", "series", "drop in points", "claimed", "simulated"))
    for cell in claims:
        shares = (f"{100 * share:.1f}" for share in (cell.drop, cell.claimed, cell.simulated))
        writer.writerow((cell.world, cell.tasks, cell.anchors, cell.series, *shares))
    return text.getvalue()
