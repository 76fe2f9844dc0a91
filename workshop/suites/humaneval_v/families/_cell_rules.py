"""Rules by which a row of cells changes from day to day.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, program_space, rule_of

LETTERS = "ABC"
#: What cells come from, of a row: "" an unchanged one, "L" the left or only new one, "R" the right new one.
Origins = Sequence[str]
#: Cells that change → whether a cell does, by its place, the row, the day and what the cells come from.
WHICH: Mapping[str, Callable[[int, str, int, Origins], bool]] = {
    "all": lambda _place, _row, _day, _from: True,
    "all, every second day": lambda _place, _row, day, _from: day % 2 == 0,
    "first": lambda place, _row, _day, _from: place == 0,
    "last": lambda place, row, _day, _from: place == len(row) - 1,
    "both ends": lambda place, row, _day, _from: place in (0, len(row) - 1),
    "both ends by turns": lambda place, row, day, _from: place == (day % 2 and len(row) - 1),
    "two at each end": lambda place, row, _day, _from: place < 2 or place > len(row) - 3,
    "not the ends": lambda place, row, _day, _from: 0 < place < len(row) - 1,
    "not the first": lambda place, _row, _day, _from: place > 0,
    "not the last": lambda place, row, _day, _from: place < len(row) - 1,
    "odd from left": lambda place, _row, _day, _from: place % 2 == 0,
    "even from left": lambda place, _row, _day, _from: place % 2 == 1,
    "odd from right": lambda place, row, _day, _from: (len(row) - place) % 2 == 1,
    "even from right": lambda place, row, _day, _from: (len(row) - place) % 2 == 0,
    "odd or even by turns": lambda place, _row, day, _from: (place + day) % 2 == 0,
    "every third": lambda place, _row, _day, _from: place % 3 == 0,
    "middle": lambda place, row, _day, _from: abs(2 * place - len(row) + 1) < 2,
    "left half": lambda place, row, _day, _from: 2 * place < len(row),
    "right half": lambda place, row, _day, _from: 2 * place >= len(row) - 1,
    "other letter than left": lambda place, row, _day, _from: not place or row[place - 1] != row[place],
    "other letter than right": lambda place, row, _day, _from: row[place + 1 : place + 2] != row[place],
    "letter of the first": lambda place, row, _day, _from: row[place] == row[0],
    "first of its letter": lambda place, row, _day, _from: row[place] not in row[:place],
    "last of its letter": lambda place, row, _day, _from: row[place] not in row[place + 1 :],
    "every second of its letter": lambda place, row, _day, _from: row.count(row[place], 0, place) % 2 == 0,
    "new": lambda place, _row, _day, origins: bool(origins[place]),
    "left new one": lambda place, _row, _day, origins: origins[place] == "L",
    "right new one": lambda place, _row, day, origins: origins[place] == "R" or not day,
}
#: Cells whose two new ones exchange their places → whether those of a cell do, by its place, the row and day.
TURNED: Mapping[str, Callable[[int, str, int], bool]] = {
    "none": lambda _place, _row, _day: False,
    "every second day": lambda _place, _row, day: day % 2 == 1,
    "every second place": lambda place, _row, _day: place % 2 == 1,
    "right half": lambda place, row, _day: 2 * place >= len(row),
    "every second of its letter": lambda place, row, _day: row.count(row[place], 0, place) % 2 == 1,
    "same letter as left": lambda place, row, _day: place > 0 and row[place - 1] == row[place],
}
BECOMES = tuple("".join(letters) for count in (1, 2) for letters in permutations(LETTERS, count))
#: Parts of what a reader may see in rows of cells → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "which change": tuple(WHICH),
    "one or two cells": ("as others", "all change"),
    "turned": tuple(TURNED),
    **dict.fromkeys(LETTERS, BECOMES),
}


def children(choices: Sequence[Any], cells: str, day: int, origins: Origins) -> list[tuple[str, bool]]:
    """Return what each cell of a row is on the next day, and whether it changes, by a rule of the space."""
    which, short, turned, *becomes = choices
    changes, turns, every = WHICH[which], TURNED[turned], short == "all change" and len(cells) < 3
    found = []
    for place, cell in enumerate(cells):
        if every or changes(place, cells, day, origins):
            after = becomes[LETTERS.index(cell)]
            found.append((after[::-1] if len(after) > 1 and turns(place, cells, day) else after, True))
        else:
            found.append((cell, False))
    return found


def row_after(choices: Sequence[Any], cells: str, days: int) -> str:
    """Return a row after some days by a rule of the space."""
    origins = ["L"] * len(cells)
    for day in range(days):
        found = children(choices, cells, day, origins)
        cells = "".join(after for after, _ in found)
        origins = [side if changed else "" for after, changed in found for side in "LR"[: len(after)]]
    return cells


#: Mutation → which cells change, those in a row of one or two, and whose new ones exchange their places.
RIGHT = {
    "ends": ("both ends", "as others", "none"),
    "turned": ("all", "as others", "every second day"),
    "by-turns": ("odd from left", "as others", "none"),
    "inner": ("not the ends", "all change", "none"),
}


def right_choices(mutation: str, becomes: Sequence[str]) -> Sequence[Any]:
    """Return the choices of a mutation, by what A, B and C become."""
    return *RIGHT[mutation], *becomes


def right_rule(mutation: str, becomes: Sequence[str]) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, right_choices(mutation, becomes))


@lru_cache(maxsize=1)
def cell_rules() -> RuleSpace:
    """Return the space of all rules."""
    return program_space(PARTS, row_after)


@lru_cache(maxsize=8)
def rules_left(mutation: str, becomes: Sequence[str], first: tuple[Call, ...]) -> Choices:
    """Return the rules that give the days of the first row of the picture as a mutation does."""
    return cell_rules().agreeing(right_rule(mutation, becomes), first)
