"""A napkin is folded twice, punched, and unfolded: where its holes are.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._napkin_drawings import Sketch, moves, still_span
from workshop.suites.humaneval_v.families._napkin_rules import SHOWN_SIDE, napkin_rules, right_rule

VERSION = 3
KINDS = ("folding",)
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Geometric Objects", "Spatial Transformations")
MUTATIONS = ("gate-across", "halves", "gate-down", "gates")
TEXT = '''\
def solution(side: int, holes: list[list[int]]) -> list[str]:
    """
    A square napkin is folded, as the picture shows. Then a punch with two pins makes holes through all the
    layers of the folded napkin, and it is unfolded again. Find the napkin with its holes.

    Parameters:
        side (int): The number of squares along each side of the napkin, a multiple of 4.
        holes (list[list[int]]): Row and column in the folded napkin at which the ringed pin of the punch goes
            through it each time. Both are counted from 0 at its top left square; no pin goes beside it.

    Returns:
        list[str]: The rows of the unfolded napkin, "o" for a square with a hole and "." for one without.
    """
'''

#: Part that is not moved → the two rows (or columns) that lie on one another.
LAYERS = {
    "start": "({0}, side - 1 - {0})",
    "end": "(side // 2 + {0}, side // 2 - 1 - {0})",
    "middle": "(side // 4 + {0}, (side // 4 - 1 - {0}) % side)",
}
#: Mutation → what is folded to the middle from both sides (r: rows, c: columns); the others are folded in
#: half.
GATES = {"halves": "", "gate-across": "c", "gate-down": "r", "gates": "cr"}


@dataclass(frozen=True)
class Napkin:
    """Parameters: the mutation, which says how the napkin is folded, and the holes."""

    mutation: str
    rests_left: bool  #: if columns are folded in half: whether the left half is not moved
    rests_top: bool
    second: tuple[
        int, int
    ]  #: rows down and columns to the right from the first pin of the punch to the second
    seed: str  #: of the holes in the picture
    tested: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

    @property
    def columns(self) -> str:
        """The part of the columns that is not moved."""
        if "c" in GATES[self.mutation]:
            return "middle"
        return "start" if self.rests_left else "end"

    @property
    def rows(self) -> str:
        """The part of the rows that is not moved."""
        if "r" in GATES[self.mutation]:
            return "middle"
        return "start" if self.rests_top else "end"

    def pins(self, holes: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return where all pins go through the folded napkin."""
        down, right = self.second
        return [*map(list, holes), *([row + down, column + right] for row, column in holes)]


def sample(mutation: str, draws: Draws) -> Napkin:
    rests_left, rests_top = draws.chance(1, 2), draws.chance(1, 2)
    second = draws.choice(((0, 1), (1, 0), (1, 1), (1, -1), (-1, 1), (0, -1), (-1, 0), (-1, -1)))
    tested: list[tuple[int, tuple[tuple[int, int], ...]]] = [(8, ()), (4, (_places(4, second)[0],))]
    for side, count in ((8, 1), (8, 1), (8, 2), (8, 4), (12, 2), (12, 4), (16, 3)):
        tested.append((side, tuple(draws.sample(_places(side, second), count))))
    return Napkin(
        mutation, rests_left, rests_top, second, draws.text("abc", 16), tuple(dict.fromkeys(tested))
    )


def _places(side: int, second: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the places of the first pin at which both pins are over the folded napkin."""
    inside = range(side // 2)
    every = [(row, column) for row in inside for column in inside]
    return [
        (row, column) for row, column in every if row + second[0] in inside and column + second[1] in inside
    ]


def calls(napkin: Napkin) -> list[Call]:
    return [(side, [list(hole) for hole in holes]) for side, holes in napkin.tested]


def examples(napkin: Napkin) -> list[Call]:
    return _shown(replace(napkin, mutation=""))


@lru_cache(maxsize=4)
def _shown(napkin: Napkin) -> list[Call]:
    """Choose the punches of two napkins that leave one rule of the space for every mutation."""
    draws = Draws(napkin.seed, "shown")
    ways = [replace(napkin, mutation=name) for name in MUTATIONS]

    def candidate(side: int = 12) -> Call:
        while True:
            holes = [list(place) for place in sorted(draws.sample(_places(side, napkin.second), 2))]
            if len({*map(tuple, napkin.pins(holes))}) == 4:
                return side, holes

    return telling_examples(
        napkin_rules(),
        rules=[right_rule(way.columns, way.rows, way.second) for way in ways],
        asked=calls(napkin),
        shown=[candidate(SHOWN_SIDE)],
        candidate=candidate,
        numbers=range(2, 3),
    )


def rule_space(_napkin: Napkin) -> RuleSpace:
    return napkin_rules()


def reference(napkin: Napkin) -> str:
    program = PUNCHED.replace("{rows}", LAYERS[napkin.rows].format("row"))
    program = program.replace("{columns}", LAYERS[napkin.columns].format("column"))
    for name, place, step in zip(("down", "right"), ("row", "column"), napkin.second, strict=True):
        program = program.replace(f"{{{name}}}", f"{place} {'+-'[step < 0]} 1" if step else place)
    return program


PUNCHED = """
def solution(side: int, holes: list[list[int]]) -> list[str]:
    napkin = [["."] * side for _ in range(side)]
    pins = holes + [[{down}, {right}] for row, column in holes]
    for row, column in pins:
        for r in {rows}:
            for c in {columns}:
                napkin[r][c] = "o"
    return ["".join(line) for line in napkin]
"""


def picture(napkin: Napkin, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 725)
    titles = ("Step 1", "Step 2", "Step 3", "Step 4", "Larger napkin, step 3", "Larger napkin, step 4")
    rooms = [
        frame(canvas, 10 + number % 3 * 335, 10 + number // 3 * 355, 330, 350, title=title)
        for number, title in enumerate(titles)
    ]
    side = SHOWN_SIDE
    columns, rows, every = still_span(napkin.columns, side), still_span(napkin.rows, side), (0, side)
    sketch = Sketch(canvas=canvas, room=rooms[0], side=side)
    sketch.paper(every, every, columns=columns)
    for start, end in moves(columns, side):
        sketch.fold((start, side / 2), (end, side / 2))
    sketch = Sketch(canvas=canvas, room=rooms[1], side=side)
    sketch.paper(columns, every, rows=rows)
    for start, end in moves(rows, side):
        sketch.fold((sum(columns) / 2, start), (sum(columns) / 2, end))
    for number, (side, holes) in enumerate(examples(napkin)):
        folded, flat = (
            Sketch(canvas=canvas, room=rooms[2 + 2 * number + step], side=side) for step in (0, 1)
        )
        columns, rows, every = still_span(napkin.columns, side), still_span(napkin.rows, side), (0, side)
        folded.paper(columns, rows)
        for row, column in holes:
            folded.punch(columns[0] + column, rows[0] + row, *napkin.second)
        for row, column in napkin.pins(holes):
            folded.hole(columns[0] + column, rows[0] + row)
        flat.paper(every, every, columns=columns, rows=rows, plain=True)
        for row, line in enumerate(solve(side, holes)):
            for column, square in enumerate(line):
                if square == "o":
                    flat.hole(column, row)
    return canvas


NAMES = {
    ("c", "start"): "the right half is folded over the left half",
    ("c", "end"): "the left half is folded over the right half",
    ("c", "middle"): "the left and the right quarter are folded inward to the middle line",
    ("r", "start"): "the lower half is folded up over the upper half",
    ("r", "end"): "the upper half is folded down over the lower half",
    ("r", "middle"): "the upper and the lower quarter are folded inward to the middle line",
}


def describe(napkin: Napkin, solve: Solve) -> str:
    down, right = napkin.second
    places, unfolded = [], []
    for side, holes in examples(napkin):
        places.append(" and ".join(f"row {row} column {column}" for row, column in holes))
        unfolded.append(" / ".join(solve(side, holes)))
    return (
        "The picture shows a napkin of eight by eight squares in four steps. Dashed red lines are folds, and blue "
        f"arrows lead from the pale orange parts to where they go. Step 1: {NAMES['c', napkin.columns]}. Step 2: "
        f"{NAMES['r', napkin.rows]}. Step 3: the folded napkin of four by four squares lies under a green punch with two "
        f"pins, which is used twice. Rows and columns are counted from 0 at its own top left square. The pin with a blue ring is at "
        f"{places[0]}. The other pin is {down} rows lower and {right} columns farther right; negative numbers mean higher and "
        f"farther left. Step 4: the napkin is unfolded, and its rows, with o for a hole, are {unfolded[0]}. A larger napkin of "
        f"twelve by twelve squares, folded the same way to six by six, has the same punch with its ringed pin at {places[1]}; "
        f"unfolded, its rows are {unfolded[1]}."
    )
