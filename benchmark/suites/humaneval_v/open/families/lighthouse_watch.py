"""Keepers of a lighthouse on a time line: who has the lamp.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.rivals.orders import SPAN, orders
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.palette import Colour

VERSION = 3
KINDS = ("timeline",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Mathematical Operations", "Topological Relations")
MUTATIONS = ("came-last", "leaves-soon", "came-early", "leaves-late")
EQUIVALENT = {
    "watch* > chosen* → watch* >= chosen*": "no two keepers come together or leave together",
    "watch* < chosen* → watch* <= chosen*": "no two keepers come together or leave together",
}

NAMES = "ABCDEF"
COLOURS: tuple[Colour, ...] = ("sky", "yellow", "orange", "silver", "white")
HOURS = 24

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {"*hour < watch[1] → watch[0] + * <= hour <= watch[1]": "the text: six hours from 3 to 9"}

TEXT = '''\
def solution(watches: list[list[int]]) -> str:
    """
    Keepers come to a lighthouse and leave it again, and in each hour at most one of them has the lamp. Find
    who has it, by the two days in the picture.

    Parameters:
        watches (list[list[int]]): For each keeper the hours between which he is there, such as [3, 9] for the
            six hours from 3 to 9. The first keeper is A, the second B, and so on up to F. No two of them come
            together or leave together.

    Returns:
        str: For each of the 24 hours of the day who has the lamp, or "-" for nobody.
    """
'''

LAMP = """
def solution(watches: list[list[int]]) -> str:
    lamp = ""
    for hour in range(24):
        chosen = None
        for watch in watches:
            if watch[0] + $rest <= hour < watch[1] and not $off <= hour < $on:
                if chosen is None or {better}:
                    chosen = watch
        if chosen is None:
            lamp += "-"
        else:
            lamp += chr(ord("A") + watches.index(chosen))
    return lamp
"""
BETTER = {
    "came-last": "watch[0] > chosen[0]",
    "leaves-soon": "watch[1] < chosen[1]",
    "came-early": "watch[0] < chosen[0]",
    "leaves-late": "watch[1] > chosen[1]",
}

TRIES = 12

Watch = tuple[int, int]
Watches = tuple[tuple[Watch, ...], ...]
#: Mutation → the order of the keepers; the first has the lamp.
FIRST = {
    "came-last": "largest start",
    "leaves-soon": "smallest end",
    "came-early": "smallest start",
    "leaves-late": "largest end",
}
#: Every order that a reader may see in the days.
READINGS = orders(SPAN)


@dataclass(frozen=True)
class Days:
    """Parameters: the mutation, the hours that a keeper rests after coming, and the days."""

    mutation: str
    rest: int
    off: int  #: hour from which nobody has the lamp
    on: int  #: hour from which a keeper has it again
    shown: tuple[tuple[Watch, ...], ...]
    tested: tuple[tuple[Watch, ...], ...]


def sample(mutation: str, draws: Draws) -> Days:
    rest, off, on = draws.integer(1, 2), draws.integer(8, 11), draws.integer(13, 16)
    tested = (
        (),
        ((0, 24),),
        _day(draws, 2),
        _day(draws, 3),
        *(_day(draws, 3 + count % 4) for count in range(8)),
    )
    for _ in range(TRIES):
        shown = tuple(_day(draws, 5) for _ in range(2))
        if all(_is_clear(shown, tested, name, rest, range(off, on)) for name in BETTER):
            return Days(mutation, rest, off, on, shown, tuple(dict.fromkeys(tested)))
    raise UnfitError("the days can be read in another way")


def _is_clear(shown: Watches, tested: Watches, name: str, rest: int, dark: range) -> bool:
    """Whether every reading that fits the examples also fits all tests."""
    own = FIRST[name]
    seen, right = _lamps(shown, own, rest, dark, keeps=False), _lamps(tested, own, rest, dark, keeps=False)
    for other, hours, keeps in product(READINGS, range(4), (False, True)):
        shows_it = _lamps(shown, other, hours, dark, keeps=keeps) == seen
        if shows_it and _lamps(tested, other, hours, dark, keeps=keeps) != right:
            return False
    return True


def _day(draws: Draws, keepers: int) -> tuple[Watch, ...]:
    """Choose watches of 4 to 15 hours; no two keepers come or leave at the same hour."""
    comes = draws.sample(range(19), keepers)
    while True:
        watches = tuple((hour, min(HOURS, hour + draws.integer(4, 15))) for hour in comes)
        if len({leaves for _, leaves in watches}) == keepers:
            return watches


def _lamps(days: Watches, first: str, rest: int, dark: range, *, keeps: bool) -> list[list[int]]:
    """Return who has the lamp at each hour, by one reading; with ``keeps`` a keeper has it until leaving."""
    lamps = []
    for watches in days:
        lamp: list[int] = []
        for hour in range(HOURS):
            there = [name for name, (comes, leaves) in enumerate(watches) if comes + rest <= hour < leaves]
            if keeps and lamp and lamp[-1] in there:
                there = [lamp[-1]]
            if hour in dark:
                there = []
            lamp.append(min(there, key=lambda name: READINGS[first](name, watches[name]), default=-1))
        lamps.append(lamp)
    return lamps


def rivals(days: Days) -> dict[str, Solve]:
    every = product(READINGS, range(4), (False, True))
    return {
        f"{first}, {hours} hours, {keeps}": partial(_lamp_of, first, hours, keeps, range(days.off, days.on))
        for first, hours, keeps in every
    }


def _lamp_of(first: str, rest: int, keeps: bool, dark: range, watches: Sequence[Watch]) -> str:
    (lamp,) = _lamps((tuple(watches),), first, rest, dark, keeps=keeps)
    return "".join("-" if name < 0 else NAMES[name] for name in lamp)


def calls(days: Days) -> list[Call]:
    return [([list(watch) for watch in watches],) for watches in days.tested]


def examples(days: Days) -> list[Call]:
    return [([list(watch) for watch in watches],) for watches in days.shown]


def reference(days: Days) -> str:
    return fill(LAMP.replace("{better}", BETTER[days.mutation]), rest=days.rest, off=days.off, on=days.on)


def picture(days: Days, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 880)
    for number, (watches,) in enumerate(examples(days)):
        y = 10 + number * 434
        frame(canvas, 10, y, 1000, 426, title=f"Day {number + 1}")
        _draw(canvas, days, watches, solve(watches), 92, y + 78)
    return canvas


def _draw(canvas: Canvas, days: Days, watches: list[list[int]], lamp: str, x: float, y: float) -> None:
    wide, high = 37, 46
    for hour in range(HOURS + 1):
        at = x + hour * wide
        canvas.line((at, y - 4), (at, y + 326), stroke="silver", line=2, guide=True)
        if hour % 3 == 0:
            canvas.text(at, y - 20, hour, size=18, tick=True)
    for name, (comes, leaves) in enumerate(watches):
        top = y + 4 + name * high
        canvas.text(x - 26, top + 16, NAMES[name], bold=True)
        canvas.rect(x + comes * wide, top, (leaves - comes) * wide, 32, fill=COLOURS[name], line=3)
        for hour in range(comes, comes + days.rest):
            at = x + hour * wide + wide / 2
            canvas.line((at - 10, top + 8), (at + 10, top + 24), line=3)
            canvas.line((at - 10, top + 24), (at + 10, top + 8), line=3)
    top = y + 264
    canvas.rect(x + days.off * wide, top, (days.on - days.off) * wide, 44, fill="ink")
    canvas.text(x + (days.off + days.on) / 2 * wide, top + 22, "off", bold=True, fill="white")
    canvas.text(x - 12, top + 22, "lamp", size=20, anchor="end")
    for hour, keeper in enumerate(lamp):
        if keeper != "-":
            canvas.rect(x + hour * wide, top, wide, 44, fill=COLOURS[NAMES.index(keeper)])
            canvas.text(x + (hour + 0.5) * wide, top + 22, keeper, bold=True)


def describe(days: Days, solve: Solve) -> str:
    parts = []
    for number, (watches,) in enumerate(examples(days), 1):
        bars = ", ".join(f"{NAMES[name]} {comes} to {leaves}" for name, (comes, leaves) in enumerate(watches))
        lamp = solve(watches).replace("-", "_ ")
        parts.append(f"Day {number}: {bars}; lamp: {' '.join(lamp.split())}.")
    hours = "first hour" if days.rest == 1 else f"first {days.rest} hours"
    return (
        "The picture shows two days on a time line from 0 to 24. Each of five keepers has a row with a bar, from the "
        f"hour in which he comes to the hour in which he leaves; the {hours} of every bar are crossed out. Below "
        f"stands the row of the lamp, where a black bar with the word off lies from {days.off} to {days.on}, with the letter and the colour of a keeper in each hour, and nothing in some. "
        "The bars, and the letters in the row of the lamp for the 24 hours, with _ for nothing: "
        f"{' '.join(parts)} Letters: A B C D E."
    )
