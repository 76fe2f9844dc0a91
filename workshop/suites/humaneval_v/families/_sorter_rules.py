"""Rules of a machine that sorts apples.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import permutations
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

#: Parts of what a reader may see in the machine and its run → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "order": tuple(map("-".join, permutations(("gap", "wheel", "door")))),
    "gap": (-1, 0, 1),  # squares by which the widest apple that falls is wider than the gap
    # The box acts when it holds an apple less, as many as its circles, an apple more, or as much width as the
    # gap; or it acts for each apple, or for each one of up to two squares.
    "full": ("less", "circles", "more", "width", "each", "small"),
    "emptied": ("yes", "no, it takes more", "no, the gap is closed"),  # when the box acts
    "rope": ("moves the door", "opens it", "shuts it", "nothing"),
    "thrown": ("at the red tooth", "before it", "the other way round", "the other way round, before it"),
    "turns": ("for each that comes", "for each apple", "by the width", "never"),
    "door": ("as drawn", "the other way"),
    "moves": (
        "for each that comes",
        "for each that falls",
        "for each that passes",
        "for each apple",
        "never",
    ),
}

#: Width of the gap, circles in box A, teeth of the wheel, those before the red one, and whether the door is open.
Machine = tuple[int, int, int, int, bool]


def sorted_apples(  # noqa: PLR0912 - a branch for each part of the machine
    choices: Sequence[Any], apples: Sequence[int], *, machine: Machine
) -> str:
    """Return the boxes of apples by a rule of the space."""
    order, wider, full, emptied, rope, thrown, turns, door, moves = choices
    gap, slots, teeth, at, is_open = machine
    room = {"less": slots - 1, "circles": slots, "more": slots + 1, "width": gap}.get(full, 1)
    parts = order.split("-")
    gap += wider
    if thrown.startswith("the other"):
        at = teeth - at
    at -= thrown.endswith("before it")
    is_open ^= door != "as drawn"
    closes, by_width, always = (
        emptied == "no, the gap is closed",
        turns == "by the width",
        turns == "for each apple",
    )
    inside, boxes = 0, ""
    for width in apples:
        box, meets = "D", False
        for part in parts:
            if part == "gap":
                if width <= gap and not (closes and inside >= room):
                    inside += width if full == "width" else width <= 2 if full == "small" else 1
                    if inside >= room:
                        inside = 0 if emptied == "yes" else room if closes else -1_000
                        if rope != "nothing":
                            is_open = not is_open if rope == "moves the door" else rope == "opens it"
                    box = "A"
                    break
            elif part == "wheel":
                meets = True
                if at == 0:
                    box = "B"
                if turns != "never":
                    at = (at - (width if by_width else 1)) % teeth
                if box == "B":
                    break
            else:
                falls = is_open
                if moves in (
                    "for each that comes",
                    "for each that falls" if falls else "for each that passes",
                ):
                    is_open = not is_open
                if falls:
                    box = "C"
                    break
        if always and not meets:
            at = (at - 1) % teeth
        if moves == "for each apple":
            is_open = not is_open
        boxes += box
    return boxes


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    meant = "circles", "yes", "moves the door", "at the red tooth", "for each that comes", "as drawn"
    return rule_of(PARTS, (mutation, 0, *meant, "for each that comes"))


@lru_cache(maxsize=4)
def sorter_rules(machine: Machine) -> RuleSpace:
    """Return the space of a machine."""
    return program_space(PARTS, partial(sorted_apples, machine=machine))
