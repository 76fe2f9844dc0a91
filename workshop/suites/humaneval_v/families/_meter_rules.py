"""Rules by which a meter of round dials is read.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from math import cos, radians, sin
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

BETWEEN = (
    "nearer", "farther", "passed", "coming", "smaller", "larger", "even", "odd", "higher up", "lower down",
    "farther left", "farther right",
)  # fmt: skip
ENDS = ("as others", "nearer", "passed", "coming")
#: Parts of what a reader may see in meters → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "one way": BETWEEN,  # of two digits, on dials that run like the hands of a clock
    "other way": BETWEEN,
    "last and 0": ("as others", "last", "0"),  # a pointer between these two
    "first dial": ENDS,
    "last dial": ENDS,
    "carried": ("nothing", "one less", "one more"),  # before a digit in the upper half
    "turns": ("from the left", "from the right", "in pairs", "the first", "the last", "none"),
}


@lru_cache(maxsize=10_000)
def _digit(between: str, end: str, turned: int, way: int, zero: int, marks: int) -> int:
    """Return the digit of a pointer so many degrees after the 0, in the order of the digits."""
    step = 360 // marks
    low, rest = divmod(turned % 360, step)
    high = (low + 1) % marks
    if not rest:
        return low
    if not high and end != "as others":
        return 0 if end == "0" else low
    near = low if 2 * rest < step else high
    sides = {digit: radians(zero + way * digit * step) for digit in (low, high)}
    keys = {
        "nearer": lambda digit: digit != near,
        "farther": lambda digit: digit == near,
        "passed": lambda digit: digit != low,
        "coming": lambda digit: digit != high,
        "smaller": lambda digit: digit,
        "larger": lambda digit: -digit,
        "even": lambda digit: digit % 2,
        "odd": lambda digit: -(digit % 2),
        "higher up": lambda digit: -cos(sides[digit]),
        "lower down": lambda digit: cos(sides[digit]),
        "farther left": lambda digit: sin(sides[digit]),
        "farther right": lambda digit: -sin(sides[digit]),
    }
    return min(low, high, key=keys[between])


@lru_cache(maxsize=1_000)
def _ways(turns: str, dials: int, side: int) -> list[int]:
    """Return for each dial 1, or -1 if its digits run against the hands of a clock."""
    ways: dict[str, Callable[[int], bool]] = {
        "from the left": lambda dial: dial % 2 == side,
        "from the right": lambda dial: (dials - 1 - dial) % 2 == side,
        "in pairs": lambda dial: dial // 2 % 2 == side,
        "the first": lambda dial: (dial > 0) == side,
        "the last": lambda dial: (dial < dials - 1) == side,
        "none": lambda _dial: not side,
    }
    return [-1 if ways[turns](dial) else 1 for dial in range(dials)]


def _number(zero: int, side: int, marks: int, choices: Sequence[Any], pointers: Sequence[int]) -> int:
    """Return the number of a meter by a rule of the space."""
    one, other, end, first, last, carried, turns = choices
    digits = []
    for dial, (pointer, way) in enumerate(zip(pointers, _ways(turns, len(pointers), side), strict=True)):
        between = one if way > 0 else other
        if not dial and first != "as others":
            between = first
        if dial == len(pointers) - 1 and last != "as others":
            between = last
        digits.append(_digit(between, end, way * (pointer - zero), way, zero, marks))
    if carried != "nothing":
        more = 1 if carried == "one more" else -1
        digits = [
            (digit + more) % marks if 2 * after >= marks else digit
            for digit, after in zip(digits, [*digits[1:], 0], strict=True)
        ]
    number = 0
    for digit in digits:
        number = 10 * number + digit
    return number


@lru_cache(maxsize=8)
def meter_rules(zero: int, side: int, marks: int) -> RuleSpace:
    """Return the space of meters with the same dials."""
    return program_space(PARTS, partial(_number, zero, side, marks))


#: Mutation → the digit that a pointer gives on dials of both ways.
RIGHT = {
    "nearest": ("nearer", "nearer"),
    "coming": ("coming", "coming"),
    "passed": ("passed", "passed"),
    "clockwise": ("coming", "passed"),
}


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(
        PARTS, (*RIGHT[mutation], "as others", "as others", "as others", "nothing", "from the left")
    )
