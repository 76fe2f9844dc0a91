"""Villages in the overlapping ranges of three radio masts: which mast each of them hears.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import point_on_circle
from benchmark.drawing.palette import Colour
from benchmark.suites.humaneval_v.open.families._radio_masts import (
    FIRST,
    MASTS,
    READINGS,
    Evening,
    Place,
    Radio,
    Range,
    an_evening,
    every_reading,
    filling_evening,
    heard_masts,
    masts_at,
    totals,
)

VERSION = 3
KINDS = ("sets", "map")
LEVEL = "hard"
EXCLUDED_STYLES = {
    "dark": "lines or signs in red and green look alike there to people with some colour vision deficiencies",
}
TASK_TYPE = "Aggregation"
ASPECTS = ("Topological Relations", "Data Structures", "Mathematical Operations")
MUTATIONS = ("fewest", "waiting", "tightest", "roomiest")
#: Readings that the evenings alone do not contradict, and what does.
SETTLED = {
    "villages = *": "the map shows which ranges a village is in",
    "room = *": "the towers are measured on their scale",
}

EQUIVALENT = {
    "queue.index(mast) < * → *<=*": "two masts are never at the same place of the queue",
    "room[mast] - listeners[mast] * room[heard] - listeners[heard] → *=*": "no two masts have the same room left",
}

TEXT = '''\
def solution(evening: list[list[int]]) -> list[int]:
    """
    Villages switch on their radios one after the other. Everybody in a village hears the same one of the masts
    A, B and C, or none. Find how many listeners the masts have, by the map, the towers and the two evenings
    in the picture.

    Parameters:
        evening (list[list[int]]): The number of a village and how many people listen there, such as [3, 14],
            for each village that switches on, in this order. A village comes once at most.

    Returns:
        list[int]: The listeners of A, of B and of C.
    """
'''

EVENING = """
def solution(evening: list[list[int]]) -> list[int]:
    villages = $villages
    room = $room
    listeners = {"A": 0, "B": 0, "C": 0}
    {start}
    for village, people in evening:
        heard = ""
        for mast in villages[village]:
            if listeners[mast] + people > room[mast]:
                continue
            if heard == "" or {better}:
                heard = mast
        if heard != "":
            listeners[heard] += people
            {update}
            {again}
    return [listeners["A"], listeners["B"], listeners["C"]]
"""
#: Mutation → which of two masts is heard.
RULES = {
    "fewest": "listeners[mast] < listeners[heard]",
    "waiting": "queue.index(mast) < queue.index(heard)",
    "roomiest": "room[mast] - listeners[mast] > room[heard] - listeners[heard]",
    "tightest": "room[mast] - listeners[mast] < room[heard] - listeners[heard]",
}
#: What only the mutation ``waiting`` needs.
QUEUE = {
    "    {start}\n": '    queue = ["A", "B", "C"]\n',
    "            {update}\n": "            queue.remove(heard)\n",
    "            {again}\n": "            queue.append(heard)\n",
}

COLOURS: tuple[Colour, ...] = ("blue", "red", "green")
#: The masts in whose range each village is.
REGIONS = ("ABC", "ABC", "AB", "AC", "BC", "AB", "AC", "BC", "A", "B", "C", "")
MAP_WIDTH, MAP_HEIGHT = 560, 480
#: Minimum distance of a village from an edge of a range, and from another village or a mast, px.
CLEAR, APART = 23, 40


def sample(mutation: str, draws: Draws) -> Radio:
    for _ in range(100):
        ranges = (
            (draws.integer(185, 210), draws.integer(160, 180), draws.integer(135, 155)),
            (draws.integer(345, 370), draws.integer(160, 180), draws.integer(135, 155)),
            (draws.integer(260, 290), draws.integer(305, 320), draws.integer(135, 155)),
        )
        if places := _places(draws, ranges):
            break
    else:
        raise UnfitError("the villages are not in all regions")
    radio = Radio(mutation, ranges, tuple(draws.sample(range(40, 65, 5), 3)), places, (), ())
    for _ in range(40):
        shown = filling_evening(draws, radio, MUTATIONS[:2]), filling_evening(draws, radio, MUTATIONS[2:])
        if all(shown) and _is_telling(radio, shown):
            break
    else:
        raise UnfitError("no evenings that tell the rule")
    tested = [an_evening(draws, radio, count) for count in (2, 5, 7, 8, 9, 10, 11, 12, 12)]
    alone = [
        places.index(next(place for place in places if masts_at(ranges, place) == mast)) + 1 for mast in MASTS
    ]
    full = tuple(zip(alone, radio.room, strict=True))
    over = tuple((village, people + 1) for village, people in full)
    return replace(radio, shown=shown, tested=(*tested, full, over))


def _places(draws: Draws, ranges: Sequence[Range]) -> tuple[Place, ...]:
    """Choose places in all regions, clearly inside or outside of every range, and apart."""
    places: list[Place] = []
    for region in REGIONS:
        for _ in range(200):
            place = x, y = draws.integer(22, MAP_WIDTH - 22), draws.integer(22, MAP_HEIGHT - 22)
            far = all(
                abs(math.dist(place, (left, top)) - radius) > CLEAR and math.dist(place, (left, top)) > APART
                for left, top, radius in ranges
            )
            if (
                masts_at(ranges, (x, y)) == region
                and far
                and all(math.dist(place, at) > APART for at in places)
            ):
                places.append(place)
                break
        else:
            return ()
    return tuple(draws.shuffled(places))


def _is_telling(radio: Radio, shown: tuple[Evening, ...]) -> bool:
    """Whether the evenings of each rule contradict every other reading."""
    own = {
        (name, "skip"): [totals(radio, READINGS[name], "skip", evening) for evening in shown]
        for name in FIRST.values()
    }
    for reading, (order, limit) in every_reading().items():
        if reading == (FIRST["roomiest"], "silent"):
            continue  # the same as skipping: where the roomiest mast is too small, all are
        first = totals(radio, order, limit, shown[0])
        like = [rule for rule, found in own.items() if rule != reading and found[0] == first]
        if like and any(own[rule][1] == totals(radio, order, limit, shown[1]) for rule in like):
            return False
    return True


def rivals(radio: Radio) -> dict[str, Solve]:
    return {
        f"{name}, {limit}": partial(totals, radio, order, way)
        for (name, limit), (order, way) in every_reading().items()
    }


def calls(radio: Radio) -> list[Call]:
    return [([list(pair) for pair in evening],) for evening in radio.tested]


def examples(radio: Radio) -> list[Call]:
    return [([list(pair) for pair in evening],) for evening in radio.shown]


def reference(radio: Radio) -> str:
    villages = {number: masts_at(radio.ranges, place) for number, place in enumerate(radio.places, 1)}
    room = dict(zip(MASTS, radio.room, strict=True))
    program = EVENING.replace("{better}", RULES[radio.mutation])
    for place, line in QUEUE.items():
        program = program.replace(place, line if radio.mutation == "waiting" else "")
    return fill(program, villages=villages, room=room)


def picture(radio: Radio, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 960)
    frame(canvas, 15, 15, 610, 555, title="Map")
    for (x, y, radius), colour in zip(radio.ranges, COLOURS, strict=True):
        canvas.circle(40 + x, 70 + y, radius, stroke=colour, line=4)
    for mast, (x, y, radius), turn in zip(MASTS, radio.ranges, (300, 60, 180), strict=True):
        _badge(canvas, *point_on_circle(40 + x, 70 + y, radius, turn), mast)
    for number, (x, y) in enumerate(radio.places, 1):
        canvas.circle(40 + x, 70 + y, 16, fill="white")
        canvas.text(40 + x, 70 + y, number, size=18)
    _draw_towers(canvas, radio.room)
    for number, (evening,) in enumerate(examples(radio)):
        y = 585 + 188 * number
        frame(canvas, 15, y, 970, 176, title=("Monday", "Tuesday")[number])
        heard = heard_masts(radio, READINGS[FIRST[radio.mutation]], "skip", evening)
        for row, name in enumerate(("village", "people", "mast")):
            canvas.text(38, y + 66 + 40 * row, name, size=20, anchor="start")
        for place, ((village, people), (mast, _)) in enumerate(zip(evening, heard, strict=True)):
            x = 152 + 57 * place
            canvas.circle(x, y + 64, 16, fill="white")
            canvas.text(x, y + 64, village, size=18)
            canvas.text(x, y + 106, people, size=20)
            if mast:
                _badge(canvas, x, y + 146, mast)
        canvas.line((820, y + 44), (820, y + 166), line=3)
        for row, total in enumerate(solve(evening)):
            _badge(canvas, 868, y + 44 + 46 * row, MASTS[row])
            canvas.text(902, y + 44 + 46 * row, total, bold=True, anchor="start")
    return canvas


def _badge(canvas: Canvas, x: float, y: float, mast: str) -> None:
    canvas.circle(x, y, 17, fill=COLOURS[MASTS.index(mast)])
    canvas.text(x, y, mast, size=19, bold=True, fill="white")


def _draw_towers(canvas: Canvas, room: Sequence[int]) -> None:
    frame(canvas, 640, 15, 345, 555, title="Room for people")
    ground, step = 515.0, 6.6
    for value in range(0, 66, 5):
        y = ground - step * value
        canvas.line((706, y), (965, y), stroke="silver", line=2, guide=True)
        if value % 10 == 0:
            canvas.text(690, y, value, size=19, anchor="end", tick=True)
    for place, (mast, people) in enumerate(zip(MASTS, room, strict=True)):
        x = 726.0 + 80 * place
        canvas.polygon(
            [
                (x, ground),
                (x + 14, ground - step * people),
                (x + 34, ground - step * people),
                (x + 48, ground),
            ],
            fill="silver",
        )
        _badge(canvas, x + 24, ground + 30, mast)
    canvas.line((706, ground), (965, ground), line=4)


def describe(radio: Radio, solve: Solve) -> str:
    inside = ", ".join(
        f"{number} in {' and '.join(masts_at(radio.ranges, place)) or 'none'}"
        for number, place in enumerate(radio.places, 1)
    )
    towers = ", ".join(f"{mast} {room}" for mast, room in zip(MASTS, radio.room, strict=True))
    parts = []
    for name, (evening,) in zip(("Monday", "Tuesday"), examples(radio), strict=True):
        heard = heard_masts(radio, READINGS[FIRST[radio.mutation]], "skip", evening)
        rows = ", ".join(
            f"{village} with {people} people: {mast or 'no mast'}"
            for (village, people), (mast, _) in zip(evening, heard, strict=True)
        )
        ends = ", ".join(f"{mast} {total}" for mast, total in zip(MASTS, solve(evening), strict=True))
        parts.append(f"{name}: {rows}; at the end {ends}.")
    return (
        "A Map shows the ranges of three masts as circles with their letters, A blue, B red and C green, which overlap, and twelve "
        f"villages with numbers. The villages and the circles in which they are: {inside}. Next to it, under Room for people, three towers stand on "
        f"a scale from 0 to 65; their heights: {towers}. Below are two evenings, each a table of twelve columns with village, "
        f"people and mast, from left to right, and the numbers of the three masts at the end. {' '.join(parts)}"
    )
