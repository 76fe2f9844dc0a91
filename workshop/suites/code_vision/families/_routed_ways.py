"""Charts with one box in each row, whose ways run level, upright along a track, and level again.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._settled_signs import Spot, hopped

_APART = 12  #: px between two uprights
_SMALL = 15  #: half of the height of boxes in worked examples, at most, px


class Way(NamedTuple):
    """A way: level from its box to its track, upright along it, and level to the next box."""

    start: int
    end: int
    answer: str  #: ``yes`` or ``no`` of a question; ``left`` or ``right`` where it must arrive; or empty
    track: float  #: px
    ports: tuple[int, int]  #: -1 above, 1 below the middle of its boxes


def place_ways(
    draws: Draws,
    spots: Sequence[Spot],
    lane: tuple[float, int],
    tracks: Sequence[float],
    wanted: Sequence[tuple[int, int, str]],
    reach: int = 1,
) -> tuple[Way, ...]:
    """Place ways, each (start, end, answer).

    Args:
        draws: choices.
        spots: middles of the boxes, from top to bottom.
        lane: width and number of lanes, in whose middles the boxes are.
        tracks: x of the tracks of a lane, from its middle, px.
        wanted: the ways.
        reach: lanes from a box to the track of its way, at most.

    Raises:
        UnfitError: if one has no room.
    """
    taken: set[tuple[int, bool, int]] = set()
    uprights: list[tuple[float, float, float]] = []
    found = []
    for start, end, answer in wanted:
        homes = [int(spots[box][0] // lane[0]) for box in (start, end)]
        near = range(max(0, min(homes) - reach), min(lane[1], max(homes) + reach + 1))
        top, low = spots[start][1] - 24, spots[end][1] + 24
        for _ in range(40):
            x = (draws.choice(near) + 0.5) * lane[0] + draws.choice(tracks)
            sides = [x > spots[box][0] for box in (start, end)]
            if answer in ("left", "right") and sides[1] != (answer == "right"):
                continue
            free = [
                [port for port in (-1, 1) if (box, side, port) not in taken]
                for box, side in zip((start, end), sides, strict=True)
            ]
            clear = not any(abs(x - at) < _APART and top < far and high < low for at, high, far in uprights)
            if clear and all(free):
                break
        else:
            raise UnfitError("a way has no room")
        ports = draws.choice(free[0]), draws.choice(free[1])
        taken |= {(start, sides[0], ports[0]), (end, sides[1], ports[1])}
        uprights.append((x, top, low))
        found.append(Way(start, end, answer, x, ports))
    return tuple(found)


def draw_ways(
    canvas: Canvas,
    ways: Sequence[Way],
    spots: Sequence[Spot],
    half: Callable[[int], float],
    high: float,
    left: float,
) -> None:
    """Draw ways with hops over uprights, a dot where one begins for yes, and where a walk begins and ends.

    Args:
        canvas: the picture.
        ways: the ways.
        spots: middles of the boxes in the picture.
        half: number of a box → half of its width, px.
        high: half of the height of boxes, px.
        left: x that is added to tracks, px.
    """

    def side(box: int, way: Way, port: int) -> Spot:
        sign = 1 if left + way.track > spots[box][0] else -1
        return spots[box][0] + sign * half(box), spots[box][1] + port * high / 2

    ends = {way: (side(way.start, way, way.ports[0]), side(way.end, way, way.ports[1])) for way in ways}
    for way, ((ax, ay), (bx, by)) in ends.items():
        x = left + way.track
        others = [(left + other.track, one[1], two[1]) for other, (one, two) in ends.items() if other != way]
        first = hopped((ax, ay), x, [at for at, top, low in others if top - 4 < ay < low + 4])
        last = hopped((x, by), bx, [at for at, top, low in others if top - 4 < by < low + 4])
        arrow(canvas, *first, *last, line=2.2, head=12)
    for way, (start, _) in ends.items():
        if way.answer == "yes":
            canvas.circle(*start, 6.5, fill="ink", stroke=None)
    (x, y), (ex, ey), stem = spots[0], spots[-1], 20 if high > _SMALL else 13
    arrow(canvas, (x, y - high - stem), (x, y - high), line=2.2, head=10)
    canvas.line((ex, ey + high), (ex, ey + high + stem - 5), line=2.2)
    canvas.circle(ex, ey + high + stem + 1, 8, fill="ink", stroke=None)
