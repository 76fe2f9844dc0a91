"""A beetle that walks over coloured squares and paints them, in films whose frames lie in any order.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, one_rule, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._loose_prints import draw_prints

VERSION = 1
KINDS = ("grid", "states")
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Spatial Transformations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
EQUIVALENT = {
    "'NESW' → 'NESW~'": "the four letters keep their places",
    "face + 2 → face - 2": "half a turn is the same both ways",
}

TEXT = '''\
def solution(frame: dict, steps: int) -> list[dict]:
    """
    A beetle walks over a floor of white, blue and orange squares, by a rule that never changes. Films of it fell apart:
    on each tray of the picture are the four frames of one film, with one step between two frames, but in any
    order. Continue another film.

    Parameters:
        frame (dict): "floor" has three rows of three letters, W, B or O; "beetle" has the row and the column of its
            square, from 0 at the top left; "faces" is the side to which its tip points: N (up), E, S or W.
        steps (int): The number of steps.

    Returns:
        list[dict]: The frame after each step, in the same form.
    """
'''

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
PARTS = {
    **dict.fromkeys(COLOURS, 4), "paint": len(PAINTS), "edge": len(EDGES), "stride": len(STRIDES),
    "echo": len(ECHOES),
}  # fmt: skip
CONTEXTS = ("paint", "edge", "stride", "echo")


@dataclass(frozen=True)
class Walk:
    """Parameters: the mutation, the seed of the frames, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Walk:
    rules = []
    for level in range(len(MUTATIONS)):
        turns = dict(zip(COLOURS, draws.sample(range(4), 3), strict=True))
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule = {**turns, **{name: active[name] * (CONTEXTS.index(name) < level) for name in CONTEXTS}}
        rules.append(tuple(rule.items()))
    return Walk(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(walk: Walk) -> str:
    return program(dict(walk.rules[MUTATIONS.index(walk.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    stride, echo, edge = STRIDES[rule["stride"]], ECHOES[rule["echo"]], EDGES[rule["edge"]]
    lines = ["def solution(frame: dict, steps: int) -> list[dict]:"]
    lines += ["    floor = [list(squares) for squares in frame['floor']]"]
    lines += ["    row, column = frame['beetle']", "    face = 'NESW'.index(frame['faces'])", "    film = []"]
    lines += ["    for _ in range(steps):", "        colour = floor[row][column]"]
    lines += ["        before = face"] * ("before" in stride)
    turns = ", ".join(f"{colour!r}: {rule[colour]}" for colour in COLOURS)
    lines += [f"        face = (face + {{{turns}}}[colour]) % 4"]
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


def _packed(frame: dict[str, Any]) -> int:
    """Return a frame as one number: two bits for each square, the beetle's square, and its face."""
    squares = sum(COLOURS.index(letter) << 2 * n for n, letter in enumerate("".join(frame["floor"])))
    row, column = frame["beetle"]
    return squares | int(row * COLUMNS + column) << 24 | FACES.index(frame["faces"]) << 28


def _next(rules: Choices, packed: Values) -> Values:
    """Return the frame after one step by each rule."""
    floor, place, before = packed & 0xFFFFFF, packed >> 24 & 15, packed >> 28
    colour = floor >> 2 * place & 3
    face = (before + np.choose(colour, [rules[letter] for letter in COLOURS])) % 4
    left = _PAINTED[rules["paint"], colour]
    floor = floor & ~(3 << 2 * place) | left << 2 * place
    mirror, found = np.divmod(rules["echo"] - 1, 2)
    other = 2 * _MIRRORS[mirror, place]
    echoed = floor & ~(3 << other) | np.where(found, colour, left) << other
    floor = np.where(rules["echo"], echoed, floor)
    far = np.choose(rules["stride"], [False, colour == 0, colour == 1, colour == 2, face != before])
    place, face = np.moveaxis(_AFTER[rules["edge"], place, face], -1, 0)
    again = _AFTER[rules["edge"], place, face]
    place, face = np.where(far, again[:, 0], place), np.where(far, again[:, 1], face)
    return np.asarray(floor | place << 24 | face << 28, dtype=np.int64)


def _films(rules: Choices, call: Call) -> Values:
    """Return the frames after each step by each rule, packed, of shape (rules, steps)."""
    frames = [np.full(len(rules["paint"]), _packed(call[0]))]
    while len(frames) <= call[1]:
        frames.append(_next(rules, frames[-1]))
    return np.stack(frames[1:], axis=1)


class FilmSpace(RuleSpace):
    """Rules, of which a film in the picture fits all that explain its frames in any order."""

    def fitting(self, rules: Choices, shown: Sequence[tuple[Call, Any]]) -> Choices:
        for call, result in shown:
            film = self.coded(result) if isinstance(result, list) else result
            if call[1] == FILM:
                frames = [_packed(call[0]), *film]
                after = [_next(rules, np.full(len(rules["paint"]), frame)) for frame in frames]
                orders = permutations(range(FILM + 1))
                fits = ([after[a] == frames[b] for a, b in pairwise(order)] for order in orders)
                same = np.any([np.all(steps, axis=0) for steps in fits], axis=0)
            else:
                same = np.all(_films(rules, call) == film, axis=1)
            rules = {name: choice[same] for name, choice in rules.items()}
        return rules


def rule_space(_walk: Walk) -> RuleSpace:
    return FilmSpace(parts=PARTS, results=_films, coded=lambda film: np.array(list(map(_packed, film))))


def _frame(draws: Draws) -> dict[str, Any]:
    floor = [draws.text(COLOURS, COLUMNS) for _ in range(ROWS)]
    place = [draws.integer(0, ROWS - 1), draws.integer(0, COLUMNS - 1)]
    return {"floor": floor, "beetle": place, "faces": draws.choice(FACES)}


def calls(walk: Walk) -> list[Call]:
    draws = Draws(walk.seed, "calls")
    return [(_frame(draws), steps) for steps in (1, 2, 4, 5) * 3]


def examples(walk: Walk) -> list[Call]:
    return _shown(walk.seed, walk.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return first frames of films that leave one rule of the space for each mutation."""
    draws, walk = Draws(seed, "examples"), Walk("", seed, rules)
    right = [one_rule(dict(rule)) for rule in rules]

    def candidate() -> Call:
        while True:
            call = _frame(draws), FILM
            films = [{_packed(call[0]), *map(int, _films(rule, call)[0])} for rule in right]
            if all(len(film) == FILM + 1 for film in films):
                return call

    return telling_examples(
        rule_space(walk), rules=[dict(rule) for rule in rules], asked=calls(walk),
        shown=[candidate() for _ in range(3)], candidate=candidate, numbers=range(8, 11),
    )  # fmt: skip


def _trays(walk: Walk, solve: Solve) -> list[list[dict[str, Any]]]:
    """Return the frames of each film in the order of the picture."""
    draws = Draws(walk.seed, "trays")
    return [draws.shuffled([call[0], *solve(*call)]) for call in examples(walk)]


def picture(walk: Walk, solve: Solve) -> Canvas:
    return draw_prints(_trays(walk, solve), Draws(walk.seed, "prints"))


def describe(walk: Walk, solve: Solve) -> str:
    trays = [
        "; ".join(
            f"{', '.join(frame['floor'])} with the beetle in row {frame['beetle'][0]}, column {frame['beetle'][1]}, facing {frame['faces']}"
            for frame in tray
        )
        for tray in _trays(walk, solve)
    ]
    listed = " ".join(f"Tray {number}: {tray}." for number, tray in enumerate(trays, 1))
    return (
        "The picture shows trays with four crooked prints each. A print is a frame of a film: three rows of three squares in "
        "white (W), blue (B) and orange (O), with a black beetle whose tip points up (N), right (E), down (S) or left (W). "
        f"The frames of a tray from left to right, with rows and columns counted from 0: {listed}"
    )
