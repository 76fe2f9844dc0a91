"""How far two or more people agree, beyond what chance would give."""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """An agreement beyond chance, 1 at most; with its 95 % interval where there is one."""

    value: float
    low: float | None
    high: float | None


def cohen(a: Sequence[str], b: Sequence[str], kinds: Sequence[str]) -> Kappa | None:
    """Cohen's kappa of two people (statsmodels); None where chance alone would agree always.

    Args:
        a: labels of one.
        b: of the other, in the same order.
        kinds: all labels there are.
    """
    return _cohen(a, b, kinds, None)


def weighted(a: Sequence[int], b: Sequence[int], lowest: int, highest: int) -> Kappa | None:
    """Cohen's kappa of graded labels with quadratic weights (Fleiss and Cohen 1973; statsmodels)."""
    kinds = [str(grade) for grade in range(lowest, highest + 1)]
    return _cohen([str(one) for one in a], [str(one) for one in b], kinds, "quadratic")


def fleiss(labels: Sequence[Sequence[str]]) -> Kappa | None:
    """Fleiss' kappa of the same number of people on each sample (statsmodels); None as for two.

    Args:
        labels: of each sample, in the order of the people.
    """
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    if not labels or len({label for row in labels for label in row}) == 1:
        return None
    table, _ = aggregate_raters([list(row) for row in labels])
    return Kappa(value=float(fleiss_kappa(table)), low=None, high=None)


def _cohen(a: Sequence[str], b: Sequence[str], kinds: Sequence[str], weights: str | None) -> Kappa | None:
    import numpy as np
    from statsmodels.stats.inter_rater import cohens_kappa

    place = {kind: number for number, kind in enumerate(kinds)}
    table = np.zeros((len(kinds), len(kinds)))
    for one, other in zip(a, b, strict=True):
        table[place[one], place[other]] += 1
    if not len(a) or (len(set(a)) == 1 and set(a) == set(b)):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a kind that nobody chose is divided by, without effect
        found = cohens_kappa(table, wt=weights)
    if not math.isfinite(found.kappa):
        return None
    low, high = float(found.kappa_low), float(found.kappa_upp)
    known = math.isfinite(low) and math.isfinite(high)
    return Kappa(
        value=float(found.kappa),
        low=max(-1.0, low) if known else None,
        high=min(1.0, high) if known else None,
    )
