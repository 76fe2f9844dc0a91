"""Rules by which the time may be read from the two hands of a clock.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space

#: Parts of what a reader may see on the faces → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "hour hand": ("short", "long", "first after the dot", "last after the dot", "at a long mark", "between"),
    "minute hand": ("the other", "the same"),
    "hour way": ("forward", "backward", "shorter", "longer"),  # from where the hand is counted
    "minute way": ("forward", "backward", "shorter", "longer"),
    "hour from": ("dot", "top", "bottom", "opposite", "before", "after", "other hand"),
    "minute from": ("dot", "top", "bottom", "opposite", "other hand"),
    "hour": ("begun", "nearest", "next", "by the minutes", "next after half past"),
    "marks": (5, 1),  # of an hour
    "minutes": (1, 5),  # that are told apart
}


#: Where a hand may be counted from → marks after the dot, or after the top.
BEGINS = {"dot": 0, "opposite": 30, "before": -5, "after": 5, "top": 0, "bottom": 30}
NEAR_DOT = ("dot", "opposite", "before", "after")


def time_read(choices: Sequence[Any], short: int, long: int, *, twelve: int) -> str:
    """Return the time by a rule of the space; ``twelve`` is the mark with the dot."""
    hand, other, hour_way, minute_way, hour_from, minute_from, rounded, marks, step = choices
    hands = (short, long) if _is_short(hand, short - twelve, long - twelve) else (long, short)
    minute_hands = hands if other == "the same" else hands[::-1]
    minute = _counted(minute_way, minute_hands, minute_from, twelve) // step * step
    mark = _counted(hour_way, hands, hour_from, twelve)
    match rounded:
        case "nearest":
            mark += marks // 2
        case "next":
            mark += marks - 1
        case "by the minutes":  # the hour whose hand would be nearest
            mark = round(mark - minute * marks / 60)
            mark += marks // 2
        case "next after half past":
            mark += marks - 1 if minute >= 30 else 0
        case _:
            pass
    return f"{mark // marks % 12}:{minute:02}"


def _is_short(hand: str, short: int, long: int) -> bool:
    """Whether the short hand shows the hours; both are counted from the dot."""
    match hand:
        case "first after the dot":
            return short % 60 <= long % 60
        case "last after the dot":
            return short % 60 >= long % 60
        case "at a long mark":
            return short % 5 <= long % 5
        case "between":
            return short % 5 >= long % 5
        case _:
            return hand == "short"


@lru_cache(maxsize=512)
def _counted(way: str, hands: tuple[int, int], start: str, twelve: int) -> int:
    """Return how many marks a hand, the first one, is from its start."""
    begin = hands[1] if start == "other hand" else twelve * (start in NEAR_DOT) + BEGINS[start]
    ahead = (hands[0] - begin) % 60
    match way:
        case "forward":
            return ahead
        case "backward":
            return -ahead % 60
        case "shorter":
            return min(ahead, -ahead % 60)
        case _:
            return max(ahead, -ahead % 60)


@lru_cache(maxsize=4)
def clock_rules(twelve: int) -> RuleSpace:
    """Return the space of clocks with the dot at a mark."""
    return program_space(PARTS, partial(time_read, twelve=twelve))
