"""The page of the docs with the results of the simulation."""

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from candidates import CHOSEN
from lopsided import KNOWN, LopsidedCell, LopsidedTables
from runs import (
    DRAWS,
    LAYOUTS,
    PAIR_TRUTHS,
    PASS_AT,
    RESAMPLES,
    SEED,
    STEMS,
    TRUTH_SAMPLES,
    TRUTHS,
    CandidateResult,
    PairCell,
    PassKCell,
)

_TEXT = """\
# How often the intervals are right

<!-- Made by ./noxw -s simulate; do not edit. -->

Made by `./noxw -s simulate` from seed {seed}: {settings:,} settings of true scores from {truths[0]:g} to
{truths[1]:g}, {stems[0]} to {stems[1]} stems, 1 to 4 tasks per stem, {draws[0]} to {draws[1]} draws, and four
worlds, which differ in how similar the tasks of a stem are. Each setting is drawn {repetitions:,} times
(standard error {error:.2f} points at 93 %), and for bootstraps {resampled:,} times with {resamples} resamples
({coarse:.2f} points). Numbers are percentages.

## Candidates

A good 95 % interval contains the true score in at least 93 % of the repetitions of every setting with a true
score from 0.1 to 0.9, and in 90 % outside. *Width* is relative to the interval in use, which is printed in
bold. These results hold for rows that were not chosen for their score; the leader of a table has [a range of
its own](leader.md).

{summary}

## The interval in use

Mean coverage over settings, with the worst setting in brackets.

{by_truth}

{by_draws}

For comparison, Wilson's interval with all tasks treated as independent:

{plain}

## pass@k

The interval in use for pass@5 and pass@10, in {pass_settings:,} settings of the same stems and three of
these worlds, drawn {pass_repetitions:,} times each. The true pass@k of a world is that of {truth_samples:,}
simulated tasks. Columns are ranges of it. A true score above 0.98 or below 0.02 is missed more often
with few stems, for every k: if one of 20 tasks fails by luck, the interval ends below the true score.

{pass_at_k}

## Differences of two models

The settings have 20 to 300 stems, 1 to 4 tasks per stem, 1 to 20 draws and three worlds. Each is drawn
{pair_repetitions:,} times. If the true scores are equal, at most 5 % of the p-values should be up to 0.05.
The worst setting is in brackets; it is above the mean partly by chance.

{pairs}

## Models that know some families by heart

The hardest worlds for a comparison: both models are equally good on all tasks of the kind, but one of them
solves a few stems always ({known}), because it knows them by heart, and all others less
often. Stems are equally hard, or of different difficulty. The settings have 12 to 100 stems, 1 to 4 tasks per
stem, 1 to 20 draws, and true scores of 2 to 60 %. {lopsided_settings:,} settings of two models are drawn
{lopsided_repetitions:,} times each, and {table_settings:,} of tables of twelve models, half of which know
stems by heart, {table_repetitions:,} times each. *Plain* is the test without the two stems that nobody has
seen. The worst setting is in brackets.

{lopsided}

Tables of twelve equally good models in which any two are called different; at most 5 % should be:

{tables}
"""


def page(
    found: Mapping[str, CandidateResult],
    pass_at_k: Sequence[PassKCell],
    pairs: Sequence[PairCell],
    lopsided: tuple[Sequence[LopsidedCell], Sequence[LopsidedTables]],
    repetitions: Mapping[str, int],
) -> str:
    """Return the text of the page.

    Args:
        found: results by candidate.
        pass_at_k: results for pass@k.
        pairs: results for two models.
        lopsided: results for two models and for tables of models of which some know stems by heart.
        repetitions: number of repetitions for ``scores``, ``bootstraps``, ``pairs``, ``lopsided`` and
            ``tables``.
    """
    resampled = repetitions["bootstraps"]
    return _TEXT.format(
        seed=SEED,
        settings=len(found[CHOSEN].covered),
        truths=(TRUTHS[0], TRUTHS[-1]),
        stems=(STEMS[0], STEMS[-1]),
        draws=(DRAWS[0], DRAWS[-1]),
        repetitions=repetitions["scores"],
        error=_standard_error(repetitions["scores"]),
        resampled=resampled,
        resamples=RESAMPLES,
        coarse=_standard_error(resampled) if resampled else 0.0,
        summary=_summary(found),
        by_truth=_by_truth(found[CHOSEN]),
        by_draws=_by_draws(found[CHOSEN]),
        plain=_by_draws(next(iter(found.values()))),
        pair_repetitions=repetitions["pairs"],
        pairs=_pairs(pairs),
        pass_settings=len(pass_at_k),
        pass_repetitions=repetitions["pairs"],
        truth_samples=math.prod(TRUTH_SAMPLES),
        pass_at_k=_pass_at_k(pass_at_k),
        known=", ".join(f"{100 * share:.0f}" for share in KNOWN[:-1])
        + f" or {100 * KNOWN[-1]:.0f} % of all stems",
        lopsided_settings=len(lopsided[0]),
        lopsided_repetitions=repetitions["lopsided"],
        table_settings=len(lopsided[1]),
        table_repetitions=repetitions["tables"],
        lopsided=_lopsided(lopsided[0]),
        tables=_tables(lopsided[1]),
    )


def _standard_error(repetitions: int) -> float:
    return float(100 * np.sqrt(0.93 * 0.07 / repetitions))


def _summary(found: Mapping[str, CandidateResult]) -> str:
    rows = []
    for name, result in found.items():
        middle = [share for cell, share in result.covered.items() if cell.middle]
        outside = [share for cell, share in result.covered.items() if not cell.middle]
        relative = np.mean([result.width[cell] / found[CHOSEN].width[cell] for cell in result.width])
        rows.append(
            [
                f"**{name}**" if name == CHOSEN else name,
                _percent(min(middle)),
                _percent(np.mean([share < 0.93 for share in middle])),  # noqa: PLR2004 - the required coverage
                _percent(min(outside)),
                _percent(np.mean([share < 0.90 for share in outside])),  # noqa: PLR2004 - the required coverage
                _percent(np.mean(list(result.covered.values()))),
                f"{relative:.2f}",
            ]
        )
    head = ["interval", "worst, 0.1 to 0.9", "settings below 93", "worst outside", "settings below 90"]
    return _table([*head, "mean", "width"], rows)


def _by_truth(result: CandidateResult) -> str:
    rows = [
        [f"{truth:g}"]
        + [
            _mean_and_worst(
                [s for cell, s in result.covered.items() if (cell.truth, cell.stems) == (truth, stems)]
            )
            for stems in STEMS
        ]
        for truth in TRUTHS
    ]
    return _table(["true score", *(f"{stems} stems" for stems in STEMS)], rows)


def _by_draws(result: CandidateResult) -> str:
    rows = [
        [layout]
        + [
            _mean_and_worst(
                [s for cell, s in result.covered.items() if (cell.layout, cell.draws) == (layout, draws)]
            )
            for draws in DRAWS
        ]
        for layout in LAYOUTS
    ]
    return _table(["tasks per stem", *(f"n = {draws}" for draws in DRAWS)], rows)


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
    return _table(["", "below 0.1", "0.1 to 0.9", "0.9 to 0.98", "above 0.98"], rows)


def _lopsided(cells: Sequence[LopsidedCell]) -> str:
    rows = []
    for stems in dict.fromkeys(cell.stems for cell in cells):
        for draws in dict.fromkeys(cell.draws for cell in cells):
            same = [cell for cell in cells if (cell.stems, cell.draws) == (stems, draws)]
            covered = _mean_and_worst([cell.covered for cell in same])
            rejected, plain = (
                _mean_and_most([getattr(c, name) for c in same]) for name in ("rejected", "plain")
            )
            rows.append([str(stems), str(draws), covered, rejected, plain])
    return _table(["stems", "n", "interval contains the difference", "p up to 0.05", "plain"], rows)


def _tables(cells: Sequence[LopsidedTables]) -> str:
    rows = []
    for stems in dict.fromkeys(cell.stems for cell in cells):
        for draws in dict.fromkeys(cell.draws for cell in cells):
            same = [cell for cell in cells if (cell.stems, cell.draws) == (stems, draws)]
            columns = (_mean_and_most([getattr(cell, name) for cell in same]) for name in ("wrong", "plain"))
            rows.append([str(stems), str(draws), *columns])
    return _table(["stems", "n", "tables with an error", "plain"], rows)


def _mean_and_most(shares: Sequence[float]) -> str:
    return f"{_percent(np.mean(shares))} ({_percent(max(shares))})"


def _mean_and_worst(shares: Sequence[float]) -> str:
    return f"{_percent(np.mean(shares))} ({_percent(min(shares))})"


def _percent(share: float | np.floating) -> str:
    return f"{100 * float(share):.1f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|---|{'---|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
