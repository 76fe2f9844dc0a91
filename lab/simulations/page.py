"""The page of the docs with the results of the simulation."""

import csv
import io
import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from lopsided import KNOWN, LopsidedCell, LopsidedTables
from runs import (
    DRAWS,
    ENDS,
    LAYOUTS,
    PAIR_TRUTHS,
    PASS_AT,
    SEED,
    STEMS,
    TRUTH_SAMPLES,
    TRUTHS,
    Cell,
    PairCell,
    PassKCell,
)

from benchmark.scoring.metrics import FEWEST_DOMINANT, FEWEST_STEMS

_TEXT = """\
# How often the intervals are right

<!-- Made by ./noxw -s simulate; do not edit. -->

`./noxw -s simulate` made this page from seed {seed}. The simulation has {settings:,} settings: true scores
from {truths[0]:g} to {truths[1]:g}, {stems[0]} to {stems[1]} [stems](../glossary/index.md#stem), 1 to 4
tasks per stem, {draws[0]} to {draws[1]} draws, and four worlds. Worlds differ in how similar the tasks of a
stem are. Each setting is drawn {repetitions:,} times, so a coverage of 93 % has a standard error of
{error:.2f} points. Numbers are percentages.

A good 95 % interval contains the true score in at least 93 % of the repetitions of every setting, or in 90 %
if the true score is below 0.1 or above 0.9. These results hold for rows that were not chosen for their score;
the leader of a table has [a range of its own](leader.md).

Intervals that were tried and not taken are in [a decision note](../decisions/intervals-add-two-stems.md).
{{: #candidates }}

## The interval in use

Settings are grouped: in the first table by number of stems and true score, in the second by tasks per stem
and number of draws. Each cell stands for several groups. It shows the smallest and the largest mean coverage
of these groups and, in brackets, the coverage of their worst setting. The file
`lab/simulations/coverage.csv` has each group.

{by_stems}

{by_layout}

## Fewer or less even stems

With few or uneven stems, intervals contain the true score less often in the worst setting. The settings have
the worlds above, and one more world in which all tasks of a stem are alike. `evaluate` and `rank` warn about
fewer than {fewest} stems. They also warn if a few stems have so many tasks that the score varies as much as a
score of fewer than {dominant} equal stems would. Stems with different numbers m of tasks count as
(sum of m²)² / sum of m⁴ equal stems. Each setting is drawn {pair_repetitions:,} times.

{uneven}

## pass@k

This is the interval in use for pass@5 and pass@10. The {pass_settings:,} settings have the
numbers of stems given at the top of this page, and three of the four worlds. Each setting is drawn
{pass_repetitions:,} times. The true pass@k of a world is the pass@k of
{truth_samples:,} simulated tasks. Columns are ranges of true pass@k. With few stems, intervals more often
miss a true score above 0.98 or below 0.02, for every k. For example, if one of 20 tasks fails by luck, the
interval ends below the true score.

{pass_at_k}

## Differences of two models

The settings have 20 to 300 stems, 1 to 4 tasks per stem, 1 to 20 draws and three worlds. Each setting is
drawn {pair_repetitions:,} times. If the true scores are equal, at most 5 % of the p-values should be 0.05 or
less. The worst setting is in brackets; it is worse than the mean partly by chance.

{pairs}

## Models that know some families by heart

In the worlds of this section, comparisons are hardest. Over all possible tasks, both models are equally good.
But one model knows a few stems by heart ({known}). This model always solves these stems, and solves all
remaining stems less often than the second model. Stems are equally hard, or of different difficulty. The
settings have 12 to 100 stems, 1 to 4 tasks per stem, pass@1 of 1 to 20 draws or pass@10 of 20 draws, and true
scores from 2 to 60 %. {lopsided_settings:,} settings with two models are drawn {lopsided_repetitions:,} times
each. {table_settings:,} settings are tables of twelve models, drawn {table_repetitions:,} times each; half of
the models know stems by heart.

The p-values are those of our test, which [adds two stems](../decisions/intervals-add-two-stems.md). *Plain*
has the p-values of the same test without these two stems. A table has an *error* if any two of twelve
equally good models are called different; at most 5 % of tables should have one. Settings with the same
numbers of stems and draws are a group. Each cell shows the smallest and the largest mean of several groups
and, in brackets, the worst setting of these groups.

{lopsided}
"""


#: Field of a result → column of the page and table of ``coverage.csv``.
_PAIR_COLUMNS = {"covered": "interval contains the difference", "rejected": "p up to 0.05", "plain": "plain"}
_TABLE_COLUMNS = {"wrong": "tables with an error", "plain": "plain, tables"}


@dataclass(frozen=True)
class Group:
    """A line of ``coverage.csv``: settings with some parameters in common, in percent."""

    table: str
    row: str  #: number of stems, or of tasks per stem
    setting: str  #: true score, or number of draws
    mean: float  #: over the settings
    worst: float  #: of a single setting


def page(
    found: tuple[Mapping[Cell, float], Mapping[Cell, float]],
    pass_at_k: Sequence[PassKCell],
    pairs: Sequence[PairCell],
    lopsided: tuple[Sequence[LopsidedCell], Sequence[LopsidedTables]],
    *,
    uneven: Mapping[str, Sequence[float]],
    repetitions: Mapping[str, int],
) -> str:
    """Return the text of the page.

    Args:
        found: coverage of the interval in use, and of one with independent tasks.
        pass_at_k: results for pass@k.
        pairs: results for two models.
        lopsided: results for two models and for tables of models of which some know stems by heart.
        uneven: coverage of the interval in use for fewer or less even stems.
        repetitions: number of repetitions for ``scores``, ``pairs`` and ``tables``.
    """
    groups = coverage_groups(found, lopsided)
    return _TEXT.format(
        seed=SEED,
        settings=len(found[0]),
        truths=(TRUTHS[0], TRUTHS[-1]),
        stems=(STEMS[0], STEMS[-1]),
        draws=(DRAWS[0], DRAWS[-1]),
        repetitions=repetitions["scores"],
        error=float(100 * np.sqrt(0.93 * 0.07 / repetitions["scores"])),
        fewest=FEWEST_STEMS,
        dominant=FEWEST_DOMINANT,
        uneven=_table(["stems", "coverage"], [[name, _mean_and_worst(of)] for name, of in uneven.items()]),
        by_stems=by_stems_table(groups),
        by_layout=by_layout_table(groups),
        pair_repetitions=repetitions["pairs"],
        pairs=_pairs(pairs),
        pass_settings=len(pass_at_k),
        pass_repetitions=repetitions["pairs"],
        truth_samples=math.prod(TRUTH_SAMPLES),
        pass_at_k=_pass_at_k(pass_at_k),
        known=", ".join(f"{100 * share:.0f}" for share in KNOWN[:-1])
        + f" or {100 * KNOWN[-1]:.0f} % of all stems",
        lopsided_settings=len(lopsided[0]),
        lopsided_repetitions=repetitions["pairs"],
        table_settings=len(lopsided[1]),
        table_repetitions=repetitions["tables"],
        lopsided=lopsided_table(groups),
    )


def coverage_groups(
    found: tuple[Mapping[Cell, float], Mapping[Cell, float]],
    lopsided: tuple[Sequence[LopsidedCell], Sequence[LopsidedTables]],
) -> list[Group]:
    """Return the groups of settings that the page sums up."""
    groups, (chosen, independent) = [], found
    for stems, truth in itertools.product(STEMS, TRUTHS):
        shares = [share for cell, share in chosen.items() if (cell.stems, cell.truth) == (stems, truth)]
        groups.append(_group("in use", stems, f"true score {truth:g}", shares, min))
    for table, covered in (("in use", chosen), ("tasks independent", independent)):
        for layout, draws in itertools.product(LAYOUTS, DRAWS):
            shares = [s for cell, s in covered.items() if (cell.layout, cell.draws) == (layout, draws)]
            groups.append(_group(table, f"{layout} tasks per stem", f"n = {draws}", shares, min))
    for cells, columns in zip(lopsided, (_PAIR_COLUMNS, _TABLE_COLUMNS), strict=True):
        for stems, draws, k in dict.fromkeys((cell.stems, cell.draws, cell.k) for cell in cells):
            same = [cell for cell in cells if (cell.stems, cell.draws, cell.k) == (stems, draws, k)]
            setting = f"n = {draws}" if k == 1 else f"n = {draws}, k = {k}"
            for name, title in columns.items():
                worst = min if name == "covered" else max
                shares = [getattr(cell, name) for cell in same]
                groups.append(_group(title, stems, setting, shares, worst))
    return groups


def _group(
    table: str, row: object, setting: str, shares: Sequence[float], worst: Callable[[Sequence[float]], float]
) -> Group:
    mean, end = (round(100 * float(share), 1) for share in (np.mean(shares), worst(shares)))
    return Group(table, str(row), setting, mean, end)


def groups_csv(groups: Sequence[Group]) -> str:
    """Return the groups as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("table", "stems or tasks per stem", "true score or draws", "mean", "worst"))
    writer.writerows((g.table, g.row, g.setting, f"{g.mean:.1f}", f"{g.worst:.1f}") for g in groups)
    return text.getvalue()


def by_stems_table(groups: Sequence[Group]) -> str:
    """Return the coverage of the interval in use by number of stems."""
    rows = []
    for stems in map(str, STEMS):
        same = [group for group in groups if (group.table, group.row) == ("in use", stems)]
        middle = [g for g in same if ENDS[0] <= float(g.setting.split()[-1]) <= ENDS[1]]
        rows.append([stems, _span(middle, min), _span([g for g in same if g not in middle], min)])
    return _table(["stems", f"true scores from {ENDS[0]:g} to {ENDS[1]:g}", "other true scores"], rows)


def by_layout_table(groups: Sequence[Group]) -> str:
    """Return the coverage by tasks per stem, of the interval in use and if tasks count as independent."""
    rows = []
    for layout in LAYOUTS:
        row = f"{layout} tasks per stem"
        columns = (
            [group for group in groups if (group.table, group.row) == (table, row)]
            for table in ("in use", "tasks independent")
        )
        rows.append([layout, *(_span(column, min) for column in columns)])
    return _table(["tasks per stem", "interval in use", "Wilson, tasks independent"], rows)


def lopsided_table(groups: Sequence[Group]) -> str:
    """Return the results by number of stems, if some models know stems by heart."""
    titles = [*_PAIR_COLUMNS.values(), *_TABLE_COLUMNS.values()]
    rows = []
    for stems in dict.fromkeys(group.row for group in groups if group.table in titles):
        columns = ([g for g in groups if (g.table, g.row) == (title, stems)] for title in titles)
        spans = (
            _span(column, min if title == _PAIR_COLUMNS["covered"] else max)
            for title, column in zip(titles, columns, strict=True)
        )
        rows.append([stems, *spans])
    return _table(["stems", *titles], rows)


def _span(groups: Sequence[Group], worst: Callable[[Iterable[float]], float]) -> str:
    """Return the smallest and the largest mean, once if they are equal, and the worst setting."""
    means = [group.mean for group in groups]
    ends = "–".join(dict.fromkeys(f"{end:.1f}" for end in (min(means), max(means))))
    return f"{ends} ({worst(group.worst for group in groups):.1f})"


def _pairs(cells: Sequence[PairCell]) -> str:
    by_truths = defaultdict(list)
    for cell in cells:
        by_truths[cell.truths].append(cell)
    rows = []
    for first, second in PAIR_TRUTHS:
        same = by_truths[first, second]
        rejected = [cell.rejected for cell in same]
        worst = f" ({_percent(max(rejected))})" if first == second else ""
        covered = _mean_and_worst([cell.covered for cell in same])
        rows.append([f"{first:g} and {second:g}", covered, _percent(np.mean(rejected)) + worst])
    return _table(["true scores", "interval contains the difference", "p up to 0.05"], rows)


def _pass_at_k(cells: Sequence[PassKCell]) -> str:
    ends = (0.0, 0.1, 0.9, 0.98, 1.0)
    rows = []
    for draws, k in PASS_AT:
        same = [cell for cell in cells if (cell.draws, cell.k) == (draws, k)]
        columns = [
            [c.covered for c in same if low <= c.truth < high] for low, high in itertools.pairwise(ends)
        ]
        rows.append([f"pass@{k} of {draws} draws", *map(_mean_and_worst, columns)])
    return _table(["metric", "below 0.1", "0.1 to 0.9", "0.9 to 0.98", "above 0.98"], rows)


def _mean_and_worst(shares: Sequence[float]) -> str:
    return f"{_percent(np.mean(shares))} ({_percent(min(shares))})"


def _percent(share: float | np.floating) -> str:
    return f"{100 * float(share):.1f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|---|{'---|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
