"""Rules of ``loose_frames``: written as programs, and tried on films whose frames lie in any order.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.authoring.family import Call
from benchmark.authoring.rule_space import Choices, RuleSpace

ROWS, COLUMNS, FILM = 3, 3, 3  #: size of a floor, squares; steps of the films in the picture
COLOURS, FACES = "WBO", "NESW"
MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))
PAINTS = ["WBO", *("".join(p) for p in product(COLOURS, repeat=3) if "".join(p) != "WBO")]
#: What happens at the edge: the beetle comes in on the other side, or stays and turns by quarters.
EDGES = (0, 2, 1, 3)
STRIDES = ("", "colour == 'W'", "colour == 'B'", "colour == 'O'", "face != before")
#: Which square is painted too (row, column), and with what: the colour that is left behind, or the one found.
ECHOES = [
    "",
    *product(("2 - row][column", "row][2 - column", "2 - row][2 - column"), ("floor[row][column]", "colour")),
]
#: The squares of which the beetle counts one colour.
AREAS = {
    "floor": "sum(floor, [])", "row": "floor[row]", "column": "[squares[column] for squares in floor]"
}  # fmt: skip
#: What is counted, and whether the beetle turns that many quarters to the right or to the left.
COUNTS = [("", "", 0), *product(AREAS, COLOURS, (1, -1))]
PARTS = {
    **dict.fromkeys(COLOURS, 4), "paint": len(PAINTS), "edge": len(EDGES), "stride": len(STRIDES),
    "echo": len(ECHOES),
}  # fmt: skip
#: Of level 5.
PARTS_5 = {**{name: PARTS[name] for name in PARTS if name != "echo"}, "count": len(COUNTS)}
Rule = dict[str, int]


def program(rule: Rule) -> str:
    """Write any rule of a space as a program."""
    stride, echo, edge = STRIDES[rule["stride"]], ECHOES[rule.get("echo", 0)], EDGES[rule["edge"]]
    area, counted, way = COUNTS[rule.get("count", 0)]
    lines = ["def solution(frame: dict, steps: int) -> list[dict]:"]
    lines += ["    floor = [list(squares) for squares in frame['floor']]"]
    lines += ["    row, column = frame['beetle']", "    face = 'NESW'.index(frame['faces'])", "    film = []"]
    lines += ["    for _ in range(steps):", "        colour = floor[row][column]"]
    lines += ["        before = face"] * ("before" in stride)
    turns = ", ".join(f"{colour!r}: {rule[colour]}" for colour in COLOURS)
    lines += [f"        face = (face + {{{turns}}}[colour]) % 4"]
    if area:
        lines += [f"        face = (face {'+' if way > 0 else '-'} {AREAS[area]}.count({counted!r})) % 4"]
    if rule["paint"]:
        paints = ", ".join(f"{a!r}: {b!r}" for a, b in zip(COLOURS, PAINTS[rule["paint"]], strict=True))
        lines += [f"        floor[row][column] = {{{paints}}}[colour]"]
    if echo:
        lines += [f"        floor[{echo[0]}] = {echo[1]}"]
    at, tab = "        ", ""
    if stride:
        lines += [f"{at}moves = 1", f"{at}if {stride}:", f"{at}    moves = 2", f"{at}for _ in range(moves):"]
        tab = "    "
    lines += [f"{at}{tab}down, right = [(-1, 0), (0, 1), (1, 0), (0, -1)][face]"]
    if edge:
        lines += [f"{at}{tab}if row + down in range(3) and column + right in range(3):"]
        lines += [f"{at}{tab}    row, column = row + down, column + right", f"{at}{tab}else:"]
        lines += [f"{at}{tab}    face = (face + {edge}) % 4"]
    else:
        lines += [f"{at}{tab}row, column = (row + down) % 3, (column + right) % 3"]
    lines += ["        rows = [''.join(squares) for squares in floor]"]
    lines += ["        film.append({'floor': rows, 'beetle': [row, column], 'faces': 'NESW'[face]})"]
    return "\n".join([*lines, "    return film"])


Values = npt.NDArray[np.int64]
#: (edge, square, face) → square after a move, and face after it.
_AFTER = np.zeros((len(EDGES), ROWS * COLUMNS, 4, 2), dtype=np.int64)
for _edge, _place, _face in product(range(len(EDGES)), range(ROWS * COLUMNS), range(4)):
    _row, _column = (a + b for a, b in zip(divmod(_place, COLUMNS), MOVES[_face], strict=True))
    _inside = not _edge or (0 <= _row < ROWS and 0 <= _column < COLUMNS)
    _stays = _place, (_face + EDGES[_edge]) % 4
    _moves = _row % ROWS * COLUMNS + _column % COLUMNS, _face
    _AFTER[_edge, _place, _face] = _moves if _inside else _stays
_PAINTED = np.array([[COLOURS.index(letter) for letter in paint] for paint in PAINTS])
_SQUARES = np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS)
_MIRRORS = np.array([_SQUARES[::-1].ravel(), _SQUARES[:, ::-1].ravel(), _SQUARES[::-1, ::-1].ravel()])


def packed(frame: dict[str, Any]) -> int:
    """Return a frame as one number: two bits for each square, the beetle's square, and its face."""
    squares = sum(COLOURS.index(letter) << 2 * n for n, letter in enumerate("".join(frame["floor"])))
    row, column = frame["beetle"]
    return squares | int(row * COLUMNS + column) << 24 | FACES.index(frame["faces"]) << 28


@lru_cache(maxsize=512)
def _counted(frame: int) -> list[int]:
    """Return by how many quarters each choice of ``count`` turns the beetle of a packed frame."""
    letters = [COLOURS[frame >> 2 * n & 3] for n in range(ROWS * COLUMNS)]
    row, column = divmod(frame >> 24 & 15, COLUMNS)
    areas = {
        "": [],
        "floor": letters,
        "row": letters[COLUMNS * row :][:COLUMNS],
        "column": letters[column::COLUMNS],
    }
    return [way * areas[area].count(colour) for area, colour, way in COUNTS]


def _next(rules: Choices, frames: Values) -> Values:
    """Return the frame after one step by each rule."""
    floor, place, before = frames & 0xFFFFFF, frames >> 24 & 15, frames >> 28
    colour = floor >> 2 * place & 3
    face = before + np.choose(colour, [rules[letter] for letter in COLOURS])
    if "count" in rules:
        different, which = np.unique(frames, return_inverse=True)
        face = face + np.array([_counted(int(frame)) for frame in different])[which, rules["count"]]
    face = face % 4
    left = _PAINTED[rules["paint"], colour]
    floor = floor & ~(3 << 2 * place) | left << 2 * place
    if "echo" in rules:
        mirror, found = np.divmod(rules["echo"] - 1, 2)
        other = 2 * _MIRRORS[mirror, place]
        echoed = floor & ~(3 << other) | np.where(found, colour, left) << other
        floor = np.where(rules["echo"], echoed, floor)
    far = np.choose(rules["stride"], [False, colour == 0, colour == 1, colour == 2, face != before])
    place, face = np.moveaxis(_AFTER[rules["edge"], place, face], -1, 0)
    again = _AFTER[rules["edge"], place, face]
    place, face = np.where(far, again[:, 0], place), np.where(far, again[:, 1], face)
    return np.asarray(floor | place << 24 | face << 28, dtype=np.int64)


def films(rules: Choices, call: Call) -> Values:
    """Return the frames after each step by each rule, packed, of shape (rules, steps)."""
    frames = [np.full(len(rules["paint"]), packed(call[0]))]
    while len(frames) <= call[1]:
        frames.append(_next(rules, frames[-1]))
    return np.stack(frames[1:], axis=1)


class FilmSpace(RuleSpace):
    """Rules, of which a film in the picture fits all that explain its frames in any order."""

    def fitting(self, rules: Choices, shown: Sequence[tuple[Call, Any]]) -> Choices:
        for call, result in shown:
            film = self.coded(result) if isinstance(result, list) else result
            if call[1] == FILM:
                frames = [packed(call[0]), *film]
                after = [_next(rules, np.full(len(rules["paint"]), frame)) for frame in frames]
                orders = permutations(range(FILM + 1))
                fits = ([after[a] == frames[b] for a, b in pairwise(order)] for order in orders)
                same = np.any([np.all(steps, axis=0) for steps in fits], axis=0)
            else:
                same = np.all(films(rules, call) == film, axis=1)
            rules = {name: choice[same] for name, choice in rules.items()}
        return rules


def film_space(level: int) -> FilmSpace:
    """Return the rules that a reader may see at a level, from 1 to 5."""
    parts = PARTS_5 if level == 5 else PARTS
    return FilmSpace(parts=parts, results=films, coded=lambda film: np.array(list(map(packed, film))))
