"""The page of the docs with the results of the simulation."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from candidates import CHOSEN
from runs import DRAWS, LAYOUTS, PAIR_TRUTHS, RESAMPLES, SEED, STEMS, TRUTHS, CandidateResult, PairCell

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
bold. It holds for rows that were not chosen for their score; the leader of a table has [a range of its
own](leader.md).

{summary}

## The interval in use

Mean coverage over settings, with the worst setting in brackets.

{by_truth}

{by_draws}

For comparison, Wilson's interval with all tasks treated as independent:

{plain}

## Differences of two models

The settings have 20 to 300 stems, 1 to 4 tasks per stem, 1 to 20 draws and three worlds. Each is drawn
{pair_repetitions:,} times. If the true scores are equal, at most 5 % of the p-values should be up to 0.05.
The worst setting is in brackets; it is above the mean partly by chance.

{pairs}
"""


def page(
    found: Mapping[str, CandidateResult], pairs: Sequence[PairCell], repetitions: Mapping[str, int]
) -> str:
    """Return the text of the page.

    Args:
        found: results by candidate.
        pairs: results for two models.
        repetitions: number of repetitions for ``scores``, ``bootstraps`` and ``pairs``.
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


def _mean_and_worst(shares: Sequence[float]) -> str:
    return f"{_percent(np.mean(shares))} ({_percent(min(shares))})"


def _percent(share: float | np.floating) -> str:
    return f"{100 * float(share):.1f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|---|{'---|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
