"""Sheets of a calendar: on which days of a month the bin is emptied.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._bin_rules import WEEK, bin_rules, right_rule

VERSION = 4
KINDS = ("timeline",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Dynamic Patterns", "Mathematical Operations")
MUTATIONS = ("day-before", "goes-on", "left-out", "day-after")

WIDE, HIGH, RADIUS = 44, 46, 18  #: size of a day on a sheet, and radius of a circle around it, px

TEXT = '''\
def solution(first: int, days: int) -> list[int]:
    """
    In a small town a bin is emptied several times a month. Find on which days, by the three sheets of the
    calendar in the picture.

    Parameters:
        first (int): The weekday of the first day of the month, from 0 for Monday to 6 for Sunday.
        days (int): The number of days of the month, from 28 to 31.

    Returns:
        list[int]: The days of the month on which the bin is emptied, from the earliest to the latest.
    """
'''

PLAN = """
def solution(first: int, days: int) -> list[int]:
    emptied = []
    day = $start
    while day <= days:
        if (first + day - 1) % 7 == $rest:
            {moved}
        else:
            emptied.append(day)
        day += $step
    return emptied
"""
MOVED = {
    "day-before": "emptied.append(day - 1)",
    "goes-on": "day += 1\n            emptied.append(day)",
    "left-out": "pass",
    "day-after": "emptied.append(day + 1)",
}


@dataclass(frozen=True)
class Calendar:
    """Parameters: the mutation, the first planned day, the days between two planned days, the day of rest, and the months."""

    mutation: str
    start: int
    step: int
    rest: int
    tested: tuple[tuple[int, int], ...]
    others: tuple[tuple[int, int], ...]  #: months of which three are shown

    def planned(self, first: int, days: int) -> list[int]:
        """Return the planned days of a month, before the rule for days of rest changes them."""
        day, found = self.start, []
        while day <= days:
            found.append(day)
            if self.mutation == "goes-on" and (first + day - 1) % len(WEEK) == self.rest:
                day += 1
            day += self.step
        return found


def sample(mutation: str, draws: Draws) -> Calendar:
    step = draws.integer(4, 6)
    start, rest = draws.integer(2, step), draws.integer(0, 6)
    months = [(first, days) for first in range(7) for days in (28, 29, 30, 31)]
    # The text does not say what happens if a day moves into the next month, so such months are not used.
    kept = [month for month in draws.shuffled(months) if not _runs_over(start, step, rest, *month)]
    if len(kept) < 16:
        raise UnfitError("too few months are left")
    return Calendar(mutation, start, step, rest, tested=tuple(kept[:12]), others=tuple(kept[12:]))


def _runs_over(start: int, step: int, rest: int, first: int, days: int) -> bool:
    """Whether under some rule a day moves from the end of the month into the next month."""
    moved_on = start
    while moved_on <= days:
        moved_on += (first + moved_on - 1) % 7 == rest
        if moved_on > days:
            return True
        moved_on += step
    return any(day == days and (first + day - 1) % 7 == rest for day in range(start, days + 1, step))


def rule_space(calendar: Calendar) -> RuleSpace:
    return bin_rules(calendar.rest)


def calls(calendar: Calendar) -> list[Call]:
    return list(calendar.tested)


def examples(calendar: Calendar) -> list[Call]:
    return _shown(replace(calendar, mutation=""))


@lru_cache(maxsize=4)
def _shown(calendar: Calendar) -> list[Call]:
    """Choose three months that leave one rule of the space for every mutation."""
    space, (first, *others) = rule_space(calendar), calendar.others
    rules = [right_rule(mutation, calendar.start, calendar.step) for mutation in MUTATIONS]
    left = [space.agreeing(rule, [first]) for rule in rules]
    for pair in combinations(others, 2):
        if all(
            space.proves(pair, rule, calendar.tested, among) for rule, among in zip(rules, left, strict=True)
        ):
            return [first, *pair]
    raise UnfitError("no three months that leave one rule")


def reference(calendar: Calendar) -> str:
    program = PLAN.replace("{moved}", MOVED[calendar.mutation])
    if calendar.mutation == "left-out":
        program = program.replace("== $rest:\n            pass\n        else", "!= $rest")
    return fill(program, start=calendar.start, step=calendar.step, rest=calendar.rest)


def picture(calendar: Calendar, solve: Solve) -> Canvas:
    high = 108 + HIGH * max((first + days + 6) // 7 for first, days in examples(calendar))
    canvas = Canvas(1014, high + 90)
    for number, (first, days) in enumerate(examples(calendar)):
        x, y = 12 + number * 332, 12
        frame(canvas, x, y, 326, high, title=f"{days} days")
        _draw_sheet(canvas, calendar, first, days, solve(first, days), x + 9, y + 56)
    y = high + 50
    _draw_can(canvas, 150, y)
    canvas.text(184, y, "bin is emptied", anchor="start")
    canvas.circle(468, y, RADIUS, stroke="red", line=3, dashed=True)
    canvas.text(502, y, "planned", anchor="start")
    canvas.rect(700, y - 20, 40, 40, fill="silver", line=2)
    canvas.text(754, y, "day of rest", anchor="start")
    return canvas


def _draw_can(canvas: Canvas, x: float, y: float) -> None:
    canvas.circle(x, y, RADIUS, fill="orange")


def _draw_sheet(
    canvas: Canvas, calendar: Calendar, first: int, days: int, emptied: list[int], x: float, y: float
) -> None:
    rows = (first + days + 6) // 7
    wide, high = WIDE, HIGH

    def at(day: int) -> Point:
        place = first + day - 1
        return x + (place % 7 + 0.5) * wide, y + 36 + (place // 7 + 0.5) * high

    canvas.rect(x, y + 36, 7 * wide, rows * high, fill="white", line=2)
    canvas.rect(x + calendar.rest * wide, y + 36, wide, rows * high, fill="silver", line=2)
    for column, name in enumerate(WEEK):
        canvas.text(x + (column + 0.5) * wide, y + 18, name, bold=True, size=20)
    for day in emptied:
        _draw_can(canvas, *at(day))
    for day in calendar.planned(first, days):
        if (first + day - 1) % 7 == calendar.rest:
            canvas.circle(*at(day), RADIUS, stroke="red", line=3, dashed=True)
    for day in range(1, days + 1):
        canvas.text(*at(day), day, size=20, bold=day in emptied, tick=True)


def describe(calendar: Calendar, solve: Solve) -> str:
    parts = []
    for first, days in examples(calendar):
        rests = [day for day in calendar.planned(first, days) if (first + day - 1) % 7 == calendar.rest]
        parts.append(
            f"{days} days, of which day 1 stands under {WEEK[first]}: bin is emptied on "
            f"{', '.join(map(str, solve(first, days)))}; only planned: {', '.join(map(str, rests))}."
        )
    return (
        "The picture shows three sheets of a calendar with the columns Mo Tu We Th Fr Sa Su and the days from 1 to 28, "
        "29, 30 or 31. A key below them says: a full orange circle is a day on which the bin is emptied, a dashed red circle "
        "without a filling a day on which that was planned, and the grey column a day of rest. The column "
        f"{WEEK[calendar.rest]} is grey on all sheets. {' '.join(parts)}"
    )
