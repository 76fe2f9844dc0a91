"""Places of things that lie in a heap: some are partly behind others, and enough is seen of each."""

import math
from collections.abc import Sequence

from benchmark.core.draws import Draws
from workshop.drawing.items import Point

_TRIED, _HEAPS = 12, 10_000  #: places that are tried for each thing, and heaps
_CLOSER = 0.999  #: factor of the least distance after each failure
_TOUCH = 2.0  #: distance of two things that touch, where half of a thing counts as 1


def heap_places(
    draws: Draws, count: int, half: Point, room: tuple[int, int], *, close: float, seen: float
) -> list[Point]:
    """Return places around the middle of a heap; later ones lie in front.

    Args:
        draws: choices.
        count: number of things.
        half: half of the width and of the height of a thing.
        room: how far a place is from the middle at most, across and down, in hundredths.
        close: distance of two places at least, where ``half`` counts as 1; less with each try.
        seen: share of each thing that those in front of it leave open, at least.

    Raises:
        ValueError: if there is no room for so many things.
    """
    (wide, high), (far, deep) = half, room
    for _ in range(_HEAPS):
        found: list[Point] = []
        for _ in range(_TRIED * count):
            across, down = draws.integer(-far, far) / 100, draws.integer(-deep, deep) / 100
            if len(found) < count and all(
                math.hypot((across - x) / wide, (down - y) / high) >= close for x, y in found
            ):
                found.append((across, down))
        close *= _CLOSER
        found.sort(key=lambda place: place[1])
        if len(found) == count and are_seen([(x / wide, y / high) for x, y in found], seen):
            return found
    raise ValueError(f"{count} things have no room in a heap")


def are_seen(places: Sequence[Point], seen: float) -> bool:
    """Whether ovals around places, of width and height 2, leave this share of those behind them open.

    None may cover the middle of another one.
    """
    spots = [(across / 4, down / 4) for across in range(-4, 5) for down in range(-4, 5)]
    spots = [spot for spot in spots if math.hypot(*spot) <= 1]
    for number, (x, y) in enumerate(places):
        later = [(a - x, b - y) for a, b in places[number + 1 :] if math.hypot(a - x, b - y) < _TOUCH]
        open_spots = sum(all(math.dist(spot, other) > 1 for other in later) for spot in spots)
        if open_spots < seen * len(spots) or any(math.hypot(*other) < 1 for other in later):
            return False
    return True
