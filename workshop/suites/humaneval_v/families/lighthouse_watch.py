"""Keepers of a lighthouse on a time line: who has the lamp.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._watch_rules import HOURS, LAMP_RULES, NAMES, right_rule

VERSION = 4
KINDS = ("timeline",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Mathematical Operations", "Topological Relations")
MUTATIONS = ("came-last", "leaves-soon", "came-early", "leaves-late")
EQUIVALENT = {
    "watch* > chosen* → watch* >= chosen*": "no two keepers come together or leave together",
    "watch* < chosen* → watch* <= chosen*": "no two keepers come together or leave together",
}

COLOURS: tuple[Colour, ...] = ("sky", "yellow", "orange", "silver", "white")

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {"*hour < watch[1] → watch[0] + * <= hour <= watch[1]": "the text: six hours from 3 to 9"}

TEXT = '''\
def solution(watches: list[list[int]]) -> str:
    """
    Keepers come to a lighthouse and leave it again, and in each hour at most one of them has the lamp. Find
    who has it, by the days in the picture.

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

Watch = tuple[int, int]


@dataclass(frozen=True)
class Days:
    """Parameters: the mutation, the hours that a keeper rests after coming, and the days of the tests."""

    mutation: str
    rest: int
    off: int  #: hour from which nobody has the lamp
    on: int  #: hour from which a keeper has it again
    seed: str  #: of the days in the picture
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
    return Days(mutation, rest, off, on, draws.text("ABCDEFGH", 16), tuple(dict.fromkeys(tested)))


def _day(draws: Draws, keepers: int) -> tuple[Watch, ...]:
    """Choose watches of 4 to 15 hours; no two keepers come or leave at the same hour."""
    comes = draws.sample(range(19), keepers)
    while True:
        watches = tuple((hour, min(HOURS, hour + draws.integer(4, 15))) for hour in comes)
        if len({leaves for _, leaves in watches}) == keepers:
            return watches


def calls(days: Days) -> list[Call]:
    return [([list(watch) for watch in watches],) for watches in days.tested]


def examples(days: Days) -> list[Call]:
    return _shown(replace(days, mutation=""))


@lru_cache(maxsize=4)
def _shown(days: Days) -> list[Call]:
    """Choose days that leave one rule of the space for every mutation."""
    draws = Draws(days.seed, "shown")
    return telling_examples(
        LAMP_RULES,
        rules=[right_rule(mutation, days.rest, days.off, days.on) for mutation in MUTATIONS],
        asked=calls(days),
        shown=[],
        candidate=lambda: ([list(watch) for watch in _day(draws, 5)],),
        numbers=range(3, 4),
    )


def rule_space(_days: Days) -> RuleSpace:
    return LAMP_RULES


def reference(days: Days) -> str:
    return fill(LAMP.replace("{better}", BETTER[days.mutation]), rest=days.rest, off=days.off, on=days.on)


def picture(days: Days, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 1020)
    for number, (watches,) in enumerate(examples(days)):
        y = 8 + number * 336
        frame(canvas, 10, y, 1000, 328, title=f"Day {number + 1}")
        _draw(canvas, days, watches, solve(watches), 92, y + 72)
    return canvas


def _draw(canvas: Canvas, days: Days, watches: list[list[int]], lamp: str, x: float, y: float) -> None:
    wide, high = 37, 36
    for hour in range(HOURS + 1):
        at = x + hour * wide
        canvas.line((at, y - 4), (at, y + 242), stroke="silver", line=2, guide=True)
        if hour % 3 == 0:
            canvas.text(at, y - 20, hour, size=18, tick=True)
    for name, (comes, leaves) in enumerate(watches):
        top = y + 4 + name * high
        canvas.text(x - 26, top + 13, NAMES[name], bold=True)
        canvas.rect(x + comes * wide, top, (leaves - comes) * wide, 27, fill=COLOURS[name], line=3)
        for hour in range(comes, comes + days.rest):
            at = x + hour * wide + wide / 2
            canvas.line((at - 10, top + 6), (at + 10, top + 21), line=3)
            canvas.line((at - 10, top + 21), (at + 10, top + 6), line=3)
    top = y + 192
    canvas.rect(x + days.off * wide, top, (days.on - days.off) * wide, 40, fill="ink")
    canvas.text(x + (days.off + days.on) / 2 * wide, top + 20, "off", bold=True, fill="white")
    canvas.text(x - 12, top + 20, "lamp", size=20, anchor="end")
    for hour, keeper in enumerate(lamp):
        if keeper != "-":
            canvas.rect(x + hour * wide, top, wide, 40, fill=COLOURS[NAMES.index(keeper)])
            canvas.text(x + (hour + 0.5) * wide, top + 20, keeper, bold=True)


def describe(days: Days, solve: Solve) -> str:
    parts = []
    for number, (watches,) in enumerate(examples(days), 1):
        bars = ", ".join(f"{NAMES[name]} {comes} to {leaves}" for name, (comes, leaves) in enumerate(watches))
        lamp = solve(watches).replace("-", "_ ")
        parts.append(f"Day {number}: {bars}; lamp: {' '.join(lamp.split())}.")
    hours = "first hour" if days.rest == 1 else f"first {days.rest} hours"
    return (
        "The picture shows three days on a time line from 0 to 24. Each of five keepers has a row with a bar, from the "
        f"hour in which he comes to the hour in which he leaves; the {hours} of every bar are crossed out. Below "
        f"stands the row of the lamp, where a black bar with the word off lies from {days.off} to {days.on}, with the letter and the colour of a keeper in each hour, and nothing in some. "
        "The bars, and the letters in the row of the lamp for the 24 hours, with _ for nothing: "
        f"{' '.join(parts)} Letters: A B C D E."
    )
