"""Rules of the days on which a bin is emptied.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

WEEK = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
#: What is done about a planned day of rest → the days on which the bin is emptied, counted from it.
INSTEAD = {
    "two days before": (-2,),
    "day before": (-1,),
    "nothing": (0,),
    "day after": (1,),
    "two days after": (2,),
    "left out": (),
    "both sides": (-1, 1),
}
#: Parts of what a reader may see on the sheets → their choices.
PARTS: dict[str, Sequence[Any]] = {
    # A date, the first day of the month with a weekday, or a number of days before the last day.
    "start": (*range(1, 8), *WEEK, *range(-6, 1)),
    "step": range(2, 9),
    "every second step": (0, -1, 1),  # days more
    "rest": tuple(INSTEAD),
    "counted": ("plan", "from the emptied day", "without days of rest"),
    "other way": ("never", "in the first half", "every second time"),
    "until": ("last day", "day before it", "day 28", "5 times", "6 times"),
}


def emptied(choices: Sequence[Any], first: int, days: int, *, rest: int) -> list[int]:
    """Return the days on which the bin is emptied by a rule of the space."""
    start, step, second, about_rest, counted, other_way, until = choices
    found: list[int] = []
    way, rests = 1, 0
    if start in WEEK:
        day = 1 + (WEEK.index(start) - first) % 7
    elif start > 0:
        day = start
    else:
        day, way = days + start, -1
    end = {"day before it": days - 1, "day 28": 28}.get(until, days)
    for number in range(days):
        if not 1 <= day <= end:
            break
        now: tuple[int, ...] = (day,)
        if (first + day - 1) % 7 == rest:
            turned = day <= 15 if other_way == "in the first half" else other_way != "never" and rests % 2
            now = tuple(day - by if turned else day + by for by in INSTEAD[about_rest])
            rests += 1
        found += now
        ahead = step + second * (number % 2)
        if counted == "without days of rest":
            while ahead:
                day += way
                ahead -= (first + day - 1) % 7 != rest
        else:
            day = (now[-1] if now and counted == "from the emptied day" else day) + way * ahead
    most = {"5 times": 5, "6 times": 6}.get(until, days)
    return sorted(day for day in found[:most] if 1 <= day <= days)


def right_rule(mutation: str, start: int, step: int) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    about_rest = {"day-before": "day before", "left-out": "left out"}.get(mutation, "day after")
    counted = "from the emptied day" if mutation == "goes-on" else "plan"
    return rule_of(PARTS, (start, step, 0, about_rest, counted, "never", "last day"))


@lru_cache(maxsize=4)
def bin_rules(rest: int) -> RuleSpace:
    """Return the space of calendars with a weekday of rest."""
    return program_space(PARTS, partial(emptied, rest=rest))
