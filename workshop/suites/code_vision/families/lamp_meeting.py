"""Lamps blink, and a moment is sought at which they blink together.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("number-theory",)

TEXT = '''\
def solution(periods: list[int], delays: list[int]) -> list[int]:
    """
    Look at lamps that blink.

    Parameters:
        periods (list[int]): 0 to 7 whole numbers, each from 2 to 40.
        delays (list[int]): As many whole numbers, each from 0 to 100.

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(periods: list[int], delays: list[int]) -> list[int]:
    moment = 0
    step = 1
    dark = 0
    for place in range(len(periods)):
        period = periods[place]
        goal = $change
        for later in range(moment, moment + step * period, step):
            if later % period == goal:
                break
        else:
            dark += period
            continue
        moment = later
        small = step
        large = period
        while small > 0:
            small, large = large % small, small
        step = step * period // large
    return [moment, dark]
"""
VARIANTS = {
    "same": "(delays[place] + $drift) % period",
    "growing": "(delays[place] + $drift * place) % period",
}
PROBLEMS = {
    "same": (
        "Lamp number i, counted from 0, has the period p = periods[i]. It blinks at the whole moments t, from 0 on, for "
        "which t modulo p is the same as delays[i] + $drift modulo p. Take the lamps in order and keep a set of lamps that "
        "can blink together: a lamp joins the set if there is a moment at which it and all lamps of the set blink; "
        "otherwise it stays dark. Return the first moment from 0 on at which all lamps of the final set blink (0 if the "
        "set is empty), and the sum of the periods of all dark lamps."
    ),
    "growing": (
        "Lamp number i, counted from 0, has the period p = periods[i]. It blinks at the whole moments t, from 0 on, for "
        "which t modulo p is the same as delays[i] + $drift * i modulo p. Take the lamps in order and keep a set of lamps "
        "that can blink together: a lamp joins the set if there is a moment at which it and all lamps of the set blink; "
        "otherwise it stays dark. Return the first moment from 0 on at which all lamps of the final set blink (0 if the "
        "set is empty), and the sum of the periods of all dark lamps."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    drift = draws.integer(3, 29)
    lists = []
    for number, count in enumerate((2, 3, 3, 4, 4, 5, 5, 6, 6, 7)):
        periods = draws.choices((4, 6, 9, 10, 12, 14, 15, 21, 25), count)
        moment = draws.integer(0, 3000)
        delays = []
        for place, period in enumerate(periods):
            shift = drift * place if number % 2 == 0 else drift
            delays.append((moment - shift) % period + period * draws.integer(0, 2))
        if number > 5:
            delays[draws.integer(1, count - 1)] += draws.integer(1, 3)
        lists.append([periods, delays])
    return {"drift": drift, "lists": lists}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(periods, delays) for periods, delays in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    drift = values["drift"]
    return [
        ([], []),
        ([2], [0]),
        ([40], [100]),
        ([10, 10], [3, 3]),
        ([6, 4, 9], [1, 2, 4]),
        ([7, 7], [5, 5 + drift]),
        ([37, 39, 40, 31, 29, 23, 19], [100, 0, 50, 3, 7, 100, 1]),
    ]
