"""Rules of a pawn that walks on a board with stones.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

#: Parts of what a reader may see in a film → their choices. What lies behind a stone says what is done to it.
PARTS: Mapping[str, Sequence[Any]] = {
    "free behind": (
        "nothing",
        "push",
        "push to the end",
        "push and stay",
        "jump",
        "jump and take",
        "swap",
        "take",
        "go back",
        "end",
    ),
    "stone behind": (
        "nothing",
        "push all",
        "jump all",
        "land on the next",
        "swap",
        "swap with the last",
        "take",
        "take all",
    ),
    "edge behind": ("nothing", "swap", "take", "jump round", "push round", "go back", "end"),
    "edge": ("stay", "other side", "go back", "end"),  # in the way of the pawn
    "reach": ("one", "two", "to the end"),  # squares of a free step
    "acts": ("always", "sideways", "up and down", "first"),  # on which stones
    "stopped": ("goes on", "loses a move", "ends"),  # what follows a move that changes nothing
    "pulls": (False, True),  # whether a stone behind the pawn follows it
}


#: What a move does → the square where the pawn is then, and the one where a stone is put, as ``_square`` names them.
ACTS: Mapping[str, tuple[str, str]] = {
    "one": ("near", ""),
    "two": ("two", ""),
    "to the end": ("end", ""),
    "push": ("near", "far"),
    "push to the end": ("near", "end behind"),
    "push and stay": ("pawn", "far"),
    "push all": ("near", "beyond"),
    "push round": ("near", "other side"),
    "jump": ("far", ""),
    "jump and take": ("far", ""),
    "jump all": ("beyond", ""),
    "jump round": ("other side", ""),
    "land on the next": ("far", ""),
    "swap": ("near", "pawn"),
    "swap with the last": ("last", "pawn"),
    "take": ("near", ""),
    "take all": ("last", ""),
    "other side": ("other side", ""),
    "go back": ("back", ""),
}
MUST_BE_FREE = {"beyond", "other side", "back"}


def _square(name: str, cells: Sequence[str], pawn: int, step: int) -> int:
    def passed(place: int, way: int, signs: str) -> int:
        while cells[place] in signs:
            place += way
        return place

    near = at = pawn + step
    match name:
        case "near":
            pass
        case "far":
            at = near + step
        case "two":
            at = near + step * (cells[near + step] == ".")
        case "end":
            at = passed(near, step, ".") - step
        case "end behind":
            at = passed(near + step, step, ".") - step
        case "beyond":
            at = passed(near, step, "o")
        case "last":
            at = passed(near, step, "o") - step
        case "other side":
            at = passed(pawn, -step, "oP.") + step
        case "back":
            at = pawn - step
        case _:
            at = pawn
    return at


def played(choices: Sequence[Any], board: Sequence[str], moves: str, *, letters: str) -> list[str]:
    """Return the board after moves by a rule of the space; ``letters`` stand for up, down, left and right."""
    *behind, edge, reach, acts, stopped, pulls = choices
    wide = len(board[0]) + 1
    cells = list("#" * wide + "#".join(board) + "#" * (wide + 1))  # the end of a row is next to the next one
    pawn = cells.index("P")
    met = waits = False
    for move in moves:
        if waits:
            waits = False
            continue
        step = (-wide, wide, -1, 1)[letters.index(move)]
        near = pawn + step
        act = {".": reach, "#": edge}.get(cells[near], "")
        if not act:
            does = {"first": not met, "sideways": step in (-1, 1), "up and down": step not in (-1, 1)}
            act = behind[".o#".index(cells[near + step])] if does.get(acts, True) else "nothing"
            met = True
        if act == "end":
            break
        names = ACTS.get(act, ("", ""))
        end, put = (_square(name, cells, pawn, step) for name in names)
        if any(name in MUST_BE_FREE and cells[at] != "." for name, at in zip(names, (end, put), strict=True)):
            end, act = pawn, "nothing"
        if end == pawn and act != "push and stay":
            if stopped == "ends":
                break
            waits = stopped == "loses a move"
            continue
        if act in {"jump and take", "push and stay"}:
            cells[near] = "."
        if act == "take all":
            cells[near:end:step] = "." * len(range(near, end, step))
        left = "."
        if end != pawn and pulls and names[1] != "pawn" and cells[pawn - step] == "o":
            cells[pawn - step], left = ".", "o"
        cells[pawn], cells[end] = left, "P"
        if names[1]:
            cells[put] = "o"
        pawn = end
    return ["".join(cells[start : start + wide - 1]) for start in range(wide, len(cells) - wide, wide)]


def filmed(choices: Sequence[Any], board: Sequence[str], moves: str, *, letters: str) -> list[list[str]]:
    """Return the board after each move."""
    return [played(choices, board, moves[:count], letters=letters) for count in range(1, len(moves) + 1)]


#: Mutation → what is done to a stone with a free square, another stone, or the edge behind it.
RIGHT = {
    "push": ("push", "nothing", "nothing"),
    "jump": ("jump", "nothing", "nothing"),
    "swap": ("swap", "swap", "swap"),
    "take": ("take", "take", "take"),
}


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, (*RIGHT[mutation], "stay", "one", "always", "goes on", False))


@lru_cache(maxsize=4)
def pawn_rules(letters: str, program: Callable[..., Any] = played) -> RuleSpace:
    """Return the space with the letters for up, down, left and right."""
    return program_space(PARTS, partial(program, letters=letters))
