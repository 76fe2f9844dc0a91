"""Places of a table whose p-values are larger than those of its pairs alone, by the same rule."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.ranks import PairwisePlaces, Places, effective_stems, tie_groups, visible_difference
from benchmark.scoring.signflip import Floats


def stricter_places(
    places: PairwisePlaces,
    adjusted: Floats,
    order: Sequence[int],
    found: PairedDifferences,
    pairs: tuple[Places, Places],
) -> PairwisePlaces:
    """Return the places that follow from larger adjusted p-values of the same pairs.

    Args:
        places: the places by the usual p-values.
        adjusted: adjusted p-value of each pair.
        order: the models, best score first.
        found: the comparisons of all pairs.
        pairs: first and second model of each pair.
    """
    models = len(order)
    ahead = np.zeros((models, models), dtype=bool)  #: [a, b]: whether a is really better than b
    first, second = pairs
    for winner, loser, sign in ((first, second, 1), (second, first, -1)):
        won = (adjusted <= 1 - LEVEL) & (np.sign(found.difference) == sign)
        ahead[winner[won], loser[won]] = True
    return replace(
        places,
        adjusted=adjusted,
        better=tuple(int(number) for number in ahead.sum(axis=0)),
        worse=tuple(int(number) for number in ahead.sum(axis=1)),
        groups=tie_groups(order, ahead | ahead.T),
    )


def places_in_category(
    places: PairwisePlaces,
    looks: int,
    order: Sequence[int],
    found: PairedDifferences,
    pairs: tuple[Places, Places],
) -> PairwisePlaces:
    """Return the places in a category, whose p-values count all categories of its kind.

    Args:
        places: the places as if nobody looked at another category.
        looks: number of categories of its kind.
        order: the models, best score first.
        found: the comparisons of all pairs.
        pairs: first and second model of each pair.
    """
    if looks == 1:
        return places
    stricter = stricter_places(places, np.minimum(places.adjusted * looks, 1.0), order, found, pairs)
    if not places.visible or not len(found.p):
        return stricter
    stems = float(np.median(effective_stems(found)))
    several, alone = (visible_difference(1.0, stems, len(found.p) * times) for times in (looks, 1))
    visible = places.visible * several / alone if np.isfinite([several, alone]).all() else np.inf
    return replace(stricter, visible=visible if visible < 1 else None)
