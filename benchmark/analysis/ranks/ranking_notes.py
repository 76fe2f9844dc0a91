"""Notes below a table: on the number of categories, on missing samples, and on places out of order."""

from collections.abc import Iterator, Sequence

import numpy as np

from benchmark.analysis.ranks.ranking_report import RankedPlace
from benchmark.analysis.wording import UNLESS_MISSING, join_names, join_some
from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.ranks import Places
from benchmark.scoring.signflip import Floats

_NAMED = 8  #: models that a note names; it counts the others


def category_notes(looks: int) -> Iterator[str]:
    """Yield a note if several categories of a kind are counted."""
    if looks > 1:
        yield f"p-values are multiplied by {looks}, the number of categories of this kind"


def missing_notes(places: Sequence[RankedPlace]) -> Iterator[str]:
    """Yield a note on the places that the missing samples could change."""
    changed = [place for place in places if not place.is_sure]
    if changed:
        ranges = [f"{place.name} {place.sure_first}–{place.sure_last}" for place in changed]
        yield f"places hold {UNLESS_MISSING}; they could be: {join_some(ranges, _NAMED)}"


def order_notes(
    order: Sequence[int],
    names: Sequence[str],
    found: PairedDifferences,
    adjusted: Floats,
    pairs: tuple[Places, Places],
) -> Iterator[str]:
    """Yield a note for each model that is listed above a really better one, because its score is higher.

    Args:
        order: the models as they are listed.
        names: their names, by index.
        found: the comparisons of all pairs.
        adjusted: adjusted p-value of each pair.
        pairs: first and second model of each pair.
    """
    listed = {model: number for number, model in enumerate(order)}
    passed: dict[int, list[int]] = {}
    for place in np.flatnonzero(adjusted <= 1 - LEVEL):
        better, worse = int(pairs[0][place]), int(pairs[1][place])
        if found.difference[place] < 0:
            better, worse = worse, better
        if listed[worse] < listed[better]:
            passed.setdefault(worse, []).append(better)
    for worse in sorted(passed, key=listed.__getitem__):
        others = join_names([names[model] for model in sorted(passed[worse], key=listed.__getitem__)])
        yield (
            f"{names[worse]} is listed above {others}, because models are listed by score; its place comes"
            " later, because places compare two models only on the tasks for which both have a value"
        )
