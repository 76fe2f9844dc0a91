"""Agreement of two or more people beyond chance (kappa)."""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """An agreement beyond chance, with its 95 % interval if there is one."""

    value: float  #: at most 1, which means perfect agreement
    low: float | None
    high: float | None


def cohen(a: Sequence[str], b: Sequence[str], kinds: Sequence[str]) -> Kappa | None:
    """Return Cohen's kappa of two people (by statsmodels); None if there are no two different labels.

    Args:
        a: labels of the first person.
        b: labels of the second person, in the same order.
        kinds: all possible labels.
    """
    return _cohen(a, b, kinds, None)


def weighted_cohen(a: Sequence[int], b: Sequence[int], lowest: int, highest: int) -> Kappa | None:
    """Return Cohen's kappa of graded labels, with quadratic weights (Fleiss and Cohen 1973; statsmodels)."""
    kinds = [str(grade) for grade in range(lowest, highest + 1)]
    return _cohen(list(map(str, a)), list(map(str, b)), kinds, "quadratic")


def fleiss(labels: Sequence[Sequence[str]]) -> Kappa | None:
    """Return Fleiss' kappa of several people (by statsmodels); None if there are no two different labels.

    Args:
        labels: labels of each sample, one per person, in the same order.
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
        warnings.simplefilter("ignore")  # labels that nobody chose cause a harmless division by zero
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
