"""Rules of ``dice_masks``: how plates lie on a row of dice and which number each die has, as programs and all at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices
from workshop.authoring.source import compile_solution

TURN, SLIDE = "hole % 3 * 3 + 2 - hole // 3", "hole // 3 * 3 + (hole + 1) % 3"
MOVES = (
    TURN, SLIDE, "6 - hole % 3 * 3 + hole // 3", "8 - hole", "hole // 3 * 3 + (hole + 2) % 3", "(hole + 3) % 9",
    "(hole + 6) % 9", "hole // 3 * 3 + 2 - hole % 3", "6 - hole // 3 * 3 + hole % 3", "hole % 3 * 3 + hole // 3",
    "8 - hole % 3 * 3 - hole // 3", "(hole + 1) % 9", "(hole + 8) % 9",
)  # fmt: skip
#: When a plate moves before the next die; the last ones lay the first plate again.
WHENS = (
    "{0}", "{0} if die % 2 else holes", "holes if die % 2 else {0}", "{0} if place % 2 else holes",
    "holes if place % 2 else {0}", "{0} if die > 3 else holes", "holes if die > 3 else {0}", "{0} if seen else holes",
    "{0} if len(seen) > 1 else holes", "holes if seen else {0}",
    *(f"{{0}} if (place + 1) % {dice} else {{1}}" for dice in (2, 3, 4, 5, 6)),
)  # fmt: skip
LAYING = [("", ""), *product(MOVES, WHENS)]
MEASURES = (
    "len(seen)", "len(pips) - len(seen)", "len(holes) - len(seen)", "die", "place", "place + 1", "1", "2", "3",
    "die % 2", "die // 2", "(die + 1) // 2", "die // 3", "(die + 1) // 3", "(die + 2) // 3", "2 * die // 3",
    "len({pip // 3 for pip in seen})", "len({pip % 3 for pip in seen})", "sum(pip < 3 for pip in seen)",
    "sum(pip % 3 < 1 for pip in seen)", "seen.count(4)", "sum(pip % 2 < 1 for pip in seen)",
    "(dice[place - 1] if place else 0)", "(dice[place + 1] if place + 1 < len(dice) else 0)",
)  # fmt: skip
PAIRS = [*combinations(range(len(MEASURES)), 2)]
BOTH = [*PAIRS, *((second, first) for first, second in PAIRS)]
#: How a number comes from one or two measures, and which pairs of them.
WAYS = {
    "{0}": [(one, one) for one in range(len(MEASURES))],
    **dict.fromkeys(("{0} + {1}", "abs({0} - {1})", "max({0}, {1})", "min({0}, {1})", "{0} * {1}"), PAIRS),
    "{0} - {1}": BOTH, "{0} if die % 2 else {1}": BOTH, "{0} if die > 3 else {1}": BOTH,
    "{0} if place % 2 else {1}": BOTH,
}  # fmt: skip
COUNTS = [(number, *pair) for number, pairs in enumerate(WAYS.values()) for pair in pairs]
PARTS = {"laying": len(LAYING), "count": len(COUNTS)}


def right_rule(mutation: str) -> dict[str, int]:
    """Return the rule of a mutation, by the choice of its parts."""
    laying = {"turning": (TURN, "{0}"), "sliding": (SLIDE, "{0}")}.get(mutation, ("", ""))
    measure = "len(pips) - len(seen)" if mutation == "covered" else "len(seen)"
    return {"laying": LAYING.index(laying), "count": MEASURES.index(measure)}


@dataclass(frozen=True)
class Mask:
    """Where the pips of the faces 1 to 6 are, and the holes of the plate on the first die."""

    faces: tuple[str, ...]
    holes: tuple[int, ...]

    def program(self, rule: dict[str, int]) -> str:
        """Write any rule of the space as a program."""
        way, *pair = COUNTS[rule["count"]]
        measures = [MEASURES[number] for number in pair]
        number = [*WAYS][way].format(*(f"({measure})" for measure in measures) if way else measures)
        return self.program_of(rule["laying"], number)

    def program_of(self, laying: int, number: str) -> str:
        """Write a program that returns an expression for each die."""
        move, when = LAYING[laying]
        after = when.format(f"[{move} for hole in holes]", [*self.holes])
        each = "place, die in enumerate(dice)" if "place" in after + number else "die in dice"
        lines = ["def solution(dice: list[int]) -> list[int]:", f"    faces = {[*self.faces]}"]
        lines += [f"    holes = {[*self.holes]}", "    numbers = []", f"    for {each}:"]
        lines += ["        pips = [int(pip) for pip in faces[die - 1]]"]
        lines += ["        seen = [pip for pip in pips if pip in holes]", f"        numbers.append({number})"]
        return "\n".join([*lines, *[f"        holes = {after}"] * bool(after), "    return numbers"])

    def plates(self, laying: int, row: list[int]) -> list[list[int]]:
        """Return the holes of the plate on each die of a row."""
        plates: list[list[int]] = compile_solution(self.program_of(laying, "holes"))(row)
        return plates

    def numbers(self, rules: Choices, call: Call) -> Any:
        """Return the number below each die by each rule."""
        measured, die = _measured(self, tuple(call[0])), np.array(call[0])
        way, first, second = np.array(COUNTS).T[:, rules["count"]]
        a, b = measured[rules["laying"], :, first], measured[rules["laying"], :, second]
        found = [a, a + b, abs(a - b), np.maximum(a, b), np.minimum(a, b), a * b, a - b]
        found += [np.where(true, a, b) for true in (die % 2, die > 3, np.arange(len(die)) % 2)]
        return np.choose(way[:, None], found)

    def plate_numbers(self, rules: Choices, call: Call) -> Any:
        """Return a number for the plate on each die by each rule; another plate has another number."""
        return _measured(self, tuple(call[0]))[rules["laying"], :, -1]


@lru_cache(maxsize=8)
def _measuring(mask: Mask) -> list[Solve]:
    """Return a program for each way of laying plates, with all measures of each die and its plate."""
    every = f"[{', '.join(MEASURES)}, sum(2**hole for hole in holes)]"
    return [compile_solution(mask.program_of(laying, every)) for laying in range(len(LAYING))]


@lru_cache(maxsize=256)
def _measured(mask: Mask, row: tuple[int, ...]) -> Any:
    """Return what each way of laying plates measures in a row, of shape (ways, dice, measures)."""
    return np.array([solve([*row]) for solve in _measuring(mask)], dtype=np.int16)
