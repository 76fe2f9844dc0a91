"""The clock of a small planet adds up times and drifts at the end of each day.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(times: list[list[int]]) -> list[int]:
    """
    Read the clock of a small planet after some work.

    Parameters:
        times (list[list[int]]): 0 to 40 pairs of hours and minutes: the hours from 0 to 60, the minutes from 0
            to 200.

    Returns:
        list[int]: Three whole numbers: days, hours and minutes.
    """
'''
REFERENCE = """\
def solution(times: list[list[int]]) -> list[int]:
    days = 0
    clock = 0
    for hours, minutes in times:
        clock += hours * $hour + minutes
        while clock >= $day:
            clock -= $day
            days += 1
            $change
    return [days, clock // $hour, clock % $hour]
"""
VARIANTS = {"same": "clock += $drift", "growing": "clock += days"}
PROBLEMS = {
    "same": (
        "On a small planet an hour has $hour minutes and a day has $hours hours. The clock starts at day 0, hour 0, "
        "minute 0. The given times are added one after the other. Whenever the clock has reached the end of a day, the "
        "minutes of that day are taken off and the day number goes up by 1; then the clock jumps forward by $drift "
        "minutes. If there is still a whole day in the clock, the same happens again before the next time is added. "
        "Return the day, the hour and the minute that the clock shows at the end."
    ),
    "growing": (
        "On a small planet an hour has $hour minutes and a day has $hours hours. The clock starts at day 0, hour 0, "
        "minute 0. The given times are added one after the other. Whenever the clock has reached the end of a day, the "
        "minutes of that day are taken off and the day number goes up by 1; then the clock jumps forward by as many "
        "minutes as the new day number says. If there is still a whole day in the clock, the same happens again before "
        "the next time is added. Return the day, the hour and the minute that the clock shows at the end."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    hour, hours = draws.integer(41, 75), draws.integer(13, 22)
    return {
        "hour": hour,
        "hours": hours,
        "day": hour * hours,
        "drift": draws.integer(5, 19),
        "lists": [
            [[draws.integer(0, 30), draws.integer(0, 99)] for _ in range(draws.integer(2, 9))]
            for _ in range(9)
        ],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(times,) for times in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    hours, drift, hour = values["hours"], values["drift"], values["hour"]
    return [
        ([],),
        ([[0, 0]],),
        ([[2, 0]],),
        ([[hours - 1, hour - 1]],),
        ([[hours, 0]],),
        ([[hours, 0], [hours - 1, hour - drift]],),
        ([[2 * hours - 1, hour - 1]],),
        ([[60, 200]] * 40,),
    ]
