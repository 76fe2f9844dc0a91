"""The page of the docs that shows what a simulation found."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from candidates import CHOSEN
from runs import DRAWS, LAYOUTS, PAIR_TRUTHS, RESAMPLES, SEED, STEMS, TRUTHS, Found, PairCell

_TEXT = """\
# How often the intervals are right

<!-- Made by ./noxw -s simulate; do not edit. -->

Made by `./noxw -s simulate` from seed {seed}: {settings:,} settings of true scores from {truths[0]:g} to
{truths[1]:g}, {stems[0]} to {stems[1]} stems, 1 to 4 tasks a stem, {draws[0]} to {draws[1]} draws, and four
worlds that differ in how much tasks of a stem are alike. Each setting is drawn {repetitions:,} times
(standard error {error:.2f} points at 93 %), for bootstraps {resampled:,} times with {resamples} resamples
({coarse:.2f} points). Numbers are percent.

## Candidates

A 95 % interval is to hold the true score in at least 93 % of the draws of every setting from 0.1 to 0.9,
and in 90 % outside. *Width* is relative to the interval in use, which is set in bold.

{summary}

## The interval in use

Mean over settings, and in brackets the worst one.

{by_truth}

{by_draws}

For comparison, Wilson's interval with every task for itself:

{plain}

## Differences of two models

Over 20 to 300 stems, 1 to 4 tasks a stem, 1 to 20 draws and three worlds, each setting drawn
{pair_repetitions:,} times. With equal true scores at most 5 % of the p-values should be up to 0.05; in
brackets the worst setting, which lies above the mean by chance too.

{pairs}
"""


def page(found: Mapping[str, Found], pairs: Sequence[PairCell], repetitions: Mapping[str, int]) -> str:
    """The whole page.

    Args:
        found: by candidate.
        pairs: settings of two models.
        repetitions: of ``scores``, ``bootstraps`` and ``pairs``.
    """
    resampled = repetitions["bootstraps"]
    return _TEXT.format(
        seed=SEED,
        settings=len(found[CHOSEN].covered),
        truths=(TRUTHS[0], TRUTHS[-1]),
        stems=(STEMS[0], STEMS[-1]),
        draws=(DRAWS[0], DRAWS[-1]),
        repetitions=repetitions["scores"],
        error=_error(repetitions["scores"]),
        resampled=resampled,
        resamples=RESAMPLES,
        coarse=_error(resampled) if resampled else 0.0,
        summary=_summary(found),
        by_truth=_by_truth(found[CHOSEN]),
        by_draws=_by_draws(found[CHOSEN]),
        plain=_by_draws(next(iter(found.values()))),
        pair_repetitions=repetitions["pairs"],
        pairs=_pairs(pairs),
    )


def _error(repetitions: int) -> float:
    return float(100 * np.sqrt(0.93 * 0.07 / repetitions))


def _summary(found: Mapping[str, Found]) -> str:
    rows = []
    for name, one in found.items():
        middle = [share for cell, share in one.covered.items() if cell.middle]
        outside = [share for cell, share in one.covered.items() if not cell.middle]
        relative = np.mean([one.width[cell] / found[CHOSEN].width[cell] for cell in one.width])
        rows.append(
            [
                f"**{name}**" if name == CHOSEN else name,
                _percent(min(middle)),
                _percent(np.mean([share < 0.93 for share in middle])),  # noqa: PLR2004 - what is asked for
                _percent(min(outside)),
                _percent(np.mean([share < 0.90 for share in outside])),  # noqa: PLR2004 - likewise
                _percent(np.mean(list(one.covered.values()))),
                f"{relative:.2f}",
            ]
        )
    head = ["interval", "worst, 0.1 to 0.9", "settings below 93", "worst outside", "settings below 90"]
    return _table([*head, "mean", "width"], rows)


def _by_truth(one: Found) -> str:
    rows = [
        [f"{truth:g}"]
        + [
            _mean_and_worst(
                [s for cell, s in one.covered.items() if (cell.truth, cell.stems) == (truth, stems)]
            )
            for stems in STEMS
        ]
        for truth in TRUTHS
    ]
    return _table(["true score", *(f"{stems} stems" for stems in STEMS)], rows)


def _by_draws(one: Found) -> str:
    rows = [
        [layout]
        + [
            _mean_and_worst(
                [s for cell, s in one.covered.items() if (cell.layout, cell.draws) == (layout, draws)]
            )
            for draws in DRAWS
        ]
        for layout in LAYOUTS
    ]
    return _table(["tasks a stem", *(f"n = {draws}" for draws in DRAWS)], rows)


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
    return _table(["true scores", "interval holds the difference", "p up to 0.05"], rows)


def _mean_and_worst(shares: Sequence[float]) -> str:
    return f"{_percent(np.mean(shares))} ({_percent(min(shares))})"


def _percent(share: float | np.floating) -> str:
    return f"{100 * float(share):.1f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|---|{'---|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
