"""Villages in the overlapping ranges of three radio masts: which mast each of them hears.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import point_on_circle
from workshop.suites.humaneval_v.families._radio_masts import (
    MASTS,
    Country,
    Evening,
    a_country,
    an_evening,
    radio_rules,
    telling_evenings,
)

VERSION = 4
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


@dataclass(frozen=True)
class Radio(Country):
    """Parameters: the mutation, the masts and villages, and the evenings."""

    mutation: str
    seed: str  #: of the evenings in the picture
    tested: tuple[Evening, ...]

    @property
    def shown(self) -> tuple[Evening, Evening]:
        return _shown(replace(self, mutation=""))


def sample(mutation: str, draws: Draws) -> Radio:
    country = a_country(draws)
    tested = [an_evening(draws, country, count) for count in (2, 5, 7, 8, 9, 10, 11, 12, 14)]
    full = tuple((country.near.index(mast) + 1, room) for mast, room in zip(MASTS, country.room, strict=True))
    over = tuple((village, people + 1) for village, people in full)
    seed = draws.text("ABCDEFGH", 16)
    return Radio(country.ranges, country.room, country.places, mutation, seed, (*tested, full, over))


def calls(radio: Radio) -> list[Call]:
    return [_call(evening) for evening in radio.tested]


def examples(radio: Radio) -> list[Call]:
    return [_call(evening) for evening in radio.shown]


def _call(evening: Evening) -> Call:
    return ([list(pair) for pair in evening],)


@lru_cache(maxsize=4)
def _shown(radio: Radio) -> tuple[Evening, Evening]:
    country = Country(radio.ranges, radio.room, radio.places)
    return telling_evenings(Draws(radio.seed, "shown"), country, radio.tested)


def rule_space(radio: Radio) -> RuleSpace:
    return radio_rules(Country(radio.ranges, radio.room, radio.places))


def reference(radio: Radio) -> str:
    villages = dict(enumerate(radio.near, 1))
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
    for number, evening in enumerate(radio.shown):
        y = 585 + 188 * number
        frame(canvas, 15, y, 970, 176, title=("Monday", "Tuesday")[number])
        heard = radio.masts(radio.mutation, evening)
        for row, name in enumerate(("village", "people", "mast")):
            canvas.text(38, y + 66 + 40 * row, name, size=20, anchor="start")
        for place, ((village, people), (mast, _)) in enumerate(zip(evening, heard, strict=True)):
            x = 148 + 49 * place
            canvas.circle(x, y + 64, 16, fill="white")
            canvas.text(x, y + 64, village, size=18)
            canvas.text(x, y + 106, people, size=20)
            if mast:
                _badge(canvas, x, y + 146, mast)
        canvas.line((820, y + 44), (820, y + 166), line=3)
        for row, total in enumerate(solve(*_call(evening))):
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
        f"{number} in {' and '.join(masts) or 'none'}" for number, masts in enumerate(radio.near, 1)
    )
    towers = ", ".join(f"{mast} {room}" for mast, room in zip(MASTS, radio.room, strict=True))
    parts = []
    for name, evening in zip(("Monday", "Tuesday"), radio.shown, strict=True):
        heard = radio.masts(radio.mutation, evening)
        rows = ", ".join(
            f"{village} with {people} people: {mast or 'no mast'}"
            for (village, people), (mast, _) in zip(evening, heard, strict=True)
        )
        ends = ", ".join(f"{mast} {total}" for mast, total in zip(MASTS, solve(*_call(evening)), strict=True))
        parts.append(f"{name}: {rows}; at the end {ends}.")
    return (
        "A Map shows the ranges of three masts as circles with their letters, A blue, B red and C green, which overlap, and fourteen "
        f"villages with numbers. The villages and the circles in which they are: {inside}. Next to it, under Room for people, three towers stand on "
        f"a scale from 0 to 65; their heights: {towers}. Below are two evenings, each a table of fourteen columns with village, "
        f"people and mast, from left to right, and the numbers of the three masts at the end. {' '.join(parts)}"
    )
