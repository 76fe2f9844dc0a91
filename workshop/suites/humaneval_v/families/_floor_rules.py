"""Rules by which a cart rolls across a floor of tiles with signs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

ACTIONS = (
    "left",  # as the cart sees it
    "right",
    "back",
    "up",  # as the reader sees it
    "down",
    "like /",  # a mirror
    "like \\",
    "leap over one",
    "leap over two",
    "leap to the next sign",
    "straight on",  # over all signs to the edge
    "none",
)
#: Action → the direction of travel after it, from steps down and to the right.
TURNS: Mapping[str, Callable[[int, int], tuple[int, int]]] = {
    "left": lambda down, right: (-right, down),
    "right": lambda down, right: (right, -down),
    "back": lambda down, right: (-down, -right),
    "up": lambda _down, _right: (-1, 0),
    "down": lambda _down, _right: (1, 0),
    "like /": lambda down, right: (-right, -down),
    "like \\": lambda down, right: (right, down),
}
_OPPOSITE = {"left": "right", "up": "down", "like /": "like \\"}
_OPPOSITE |= {value: key for key, value in _OPPOSITE.items()}
#: Parts of what a reader may see in tracks → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "first": ACTIONS,  # what a sign does
    "second": ACTIONS,
    "third": ACTIONS,
    "again": ("as before", "nothing", "the opposite", "nothing every second time"),  # met for a second time
    "opposite": ("never", "up or down", "to the left", "up or to the left"),  # a cart that rolls
    "passed": ("nothing", "turns", "is needed"),  # a sign in a leap
    "landed": ("acts", "rests"),  # a sign after a leap
}
#: Mutation → what the signs do, before letters take their place.
DOES = {
    mutation: dict(zip(signs, ("left", "right", "leap over one"), strict=True))
    for mutation, signs in {
        "turns-first": "ABC",
        "leap-first": "BCA",
        "leap-between": "CAB",
        "turns-exchanged": "BAC",
    }.items()
}
#: What the other parts of the right rules are.
RIGHT = ("as before", "never", "nothing", "acts")
MAX_STEPS = 60  #: maximum steps; a cart that takes more never leaves the floor


@dataclass(frozen=True)
class Step:
    """A cart on a tile, with the direction and the length of its next move."""

    row: int
    column: int
    sign: str
    down: int
    right: int
    length: int  #: tiles of the next move


def steps(does: Mapping[str, str], others: Sequence[str], floor: Sequence[str], row: int) -> list[Step]:
    """Return the steps of a cart; none if it never leaves.

    Args:
        does: sign → its action.
        others: the choices of the parts other than the actions.
        floor: rows of tiles.
        row: the row of the start.

    Raises:
        KeyError: if a sign acts and has no action.
    """
    again, opposite, passed, landed = others
    column, down, right = 0, 0, 1
    times: dict[str, int] = {}
    track: list[Step] = []
    action, rests = "none", False
    while sign := _sign(floor, row, column):
        if len(track) == MAX_STEPS:
            return []
        if action != "straight on":
            action = "none" if rests or sign == "." else does[sign]
        if action not in ("none", "straight on"):
            times[sign] = times.get(sign, 0) + 1
            second = times[sign] > 1
            against = {
                "up or down": down != 0,
                "to the left": right < 0,
                "up or to the left": down + right < 0,
            }.get(opposite, False)
            if second and (
                again == "nothing" or (again == "nothing every second time" and not times[sign] % 2)
            ):
                action = "none"
            elif against != (second and again == "the opposite"):
                action = _OPPOSITE.get(action, action)
        if action in TURNS:
            down, right = TURNS[action](down, right)
        length = 1
        if action.startswith("leap"):
            length = _leap(action, passed, floor, (row, column), (down, right))
        track.append(Step(row, column, sign, down, right, length))
        between = _sign(floor, row + down, column + right)
        row, column = row + length * down, column + length * right
        if length > 1 and passed == "turns" and between not in ("", ".") and does[between] in TURNS:
            down, right = TURNS[does[between]](down, right)
        rests = length > 1 and landed == "rests"
    return track


def _leap(action: str, passed: str, floor: Sequence[str], tile: tuple[int, int], way: tuple[int, int]) -> int:
    """Return how many tiles a cart moves on in a leap."""
    ahead = [
        _sign(floor, *(at + far * step for at, step in zip(tile, way, strict=True))) for far in range(1, 10)
    ]
    if passed == "is needed" and ahead[0] in ("", "."):
        return 1
    if action == "leap to the next sign":
        return next((far for far, sign in enumerate(ahead, 1) if sign not in ("", ".")), 1)
    return 2 if action == "leap over one" else 3


def _sign(floor: Sequence[str], row: int, column: int) -> str:
    """Return the sign of a tile; empty outside the floor."""
    return floor[row][column] if 0 <= row < len(floor) and 0 <= column < len(floor[0]) else ""


@lru_cache(maxsize=200_000)
def _last(
    does: tuple[tuple[str, str], ...], others: tuple[str, ...], floor: tuple[str, ...], row: int
) -> str | list[int]:
    """Return the last tile, or the first sign without an action that acts."""
    try:
        track = steps(dict(does), others, floor, row)
    except KeyError as unknown:
        return str(unknown.args[0])
    return [track[-1].row, track[-1].column] if track else []


def _rolled(letters: str, choices: Sequence[Any], floor: Sequence[str], row: int) -> list[int]:
    """Return the last tile that a cart stands on, by a rule of the space."""
    does: tuple[
        tuple[str, str], ...
    ] = ()  # of the signs that the cart meets, so that many rules share a track
    rows, others = tuple(floor), tuple(choices[3:])
    while isinstance(found := _last(does, others, rows, row), str):
        does += ((found, choices[letters.index(found)]),)
    return found


@lru_cache(maxsize=8)
def floor_rules(letters: str) -> RuleSpace:
    """Return the space of floors with three signs."""
    return program_space(PARTS, partial(_rolled, letters))


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, (*(DOES[mutation][sign] for sign in "ABC"), *RIGHT))
