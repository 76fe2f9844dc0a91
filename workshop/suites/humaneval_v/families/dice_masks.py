"""Dice under a plate with holes: which pips are counted.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._dice_rules import LAYING, PARTS, Mask, right_rule

VERSION = 4
KINDS = ("dice",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Mathematical Operations", "Spatial Transformations", "Topological Relations")
MUTATIONS = ("turning", "covered", "sliding", "seen")

#: The places of the pips of a two and of a six, which can lie in two ways; the nine places of a face are
#: numbered by rows from the top left.
TWOS = ("26", "08")
SIXES = ("023568", "012678")


#: Plates with four holes that look different after half a turn, and so also after a quarter turn.
PLATES = [holes for holes in combinations(range(9), 4) if {8 - hole for hole in holes} != {*holes}]

TEXT = '''\
def solution(dice: list[int]) -> list[int]:
    """
    A plate with holes is laid on each die of a row, and a number is written below it. Find these numbers, by
    the dice and plates in the picture.

    Parameters:
        dice (list[int]): The dice from left to right, each by what its face shows, from 1 to 6.

    Returns:
        list[int]: The number below each die, from left to right.
    """
'''


@dataclass(frozen=True)
class Dice:
    """Parameters: the mutation, the places of pips and holes, and the rows of dice."""

    mutation: str
    mask: Mask
    seed: str  #: of the rows in the picture
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Dice:
    two = draws.choice(TWOS)
    faces = ("4", two, two[0] + "4" + two[1], "0268", "02468", draws.choice(SIXES))
    pips = {int(pip) for face in faces for pip in face}
    holes = draws.choice([plate for plate in PLATES if pips.issuperset(plate)])
    if len({sum(str(hole) in face for hole in holes) for face in faces}) < 3:
        raise UnfitError("the plate tells too few faces apart")
    tested = [(draws.integer(2, 6),), (6, 6, 6, 6), (3, 3, 3), (5, 4, 2, 1), (2, 6, 2, 6, 2, 6)]
    tested += [tuple(draws.choices((1, 2, 2, 3, 3, 4, 5, 6, 6, 6), draws.integer(5, 10))) for _ in range(7)]
    seed = draws.text("ABCDEFGH", 16)
    return Dice(mutation, Mask(faces, holes), seed, tuple(dict.fromkeys(tested)))


def reference(dice: Dice) -> str:
    return dice.mask.program(right_rule(dice.mutation))


def rule_space(dice: Dice) -> RuleSpace:
    """Return the rules of numbers; one that lays other plates than the picture gives none for its rows."""
    right, shown = right_rule(dice.mutation), examples(dice)

    def results(rules: Choices, call: Call) -> Any:
        found = dice.mask.numbers(rules, call)
        if call in shown:
            plates = dice.mask.plate_numbers({**rules, "laying": np.arange(len(LAYING))}, call)
            same = (plates == plates[right["laying"]]).all(axis=1)
            found = np.where(same[rules["laying"], None], found, -99)
        return found

    return RuleSpace(parts=PARTS, results=results)


def calls(dice: Dice) -> list[Call]:
    return [(list(row),) for row in dice.tested]


def examples(dice: Dice) -> list[Call]:
    return _shown(replace(dice, mutation=""))


@lru_cache(maxsize=8)
def _shown(dice: Dice) -> list[Call]:
    """Choose rows with all six faces that leave one rule of the space for each mutation."""
    draws, asked = Draws(dice.seed, "examples"), calls(dice)

    def seen(rules: Choices, call: Call) -> Any:
        plates = dice.mask.plate_numbers(rules, call)
        return np.hstack([dice.mask.numbers(rules, call), plates * (call not in asked)])

    def candidate() -> Call:
        return (draws.shuffled([1, 2, 3, 4, 5, 6, draws.choice((2, 3, 6))]),)

    return telling_examples(
        RuleSpace(parts=PARTS, results=seen),
        rules=[right_rule(name) for name in MUTATIONS],
        asked=asked,
        shown=[candidate()],
        candidate=candidate,
        numbers=range(2, 4),
    )


SIDE, WIDE = 66.0, 94.0  #: sides of a die and of a plate, px


def picture(dice: Dice, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 184 + 274 * len(examples(dice)))
    frame(canvas, 15, 15, 970, 154, title="Dice")
    for face in range(1, 7):
        _die(canvas, dice, face, 190 + (face - 1) * 125, 34)
        canvas.text(190 + SIDE / 2 + (face - 1) * 125, 136, face, bold=True)
    for number, (row,) in enumerate(examples(dice)):
        y = 177 + number * 274
        frame(canvas, 15, y, 970, 266, title=f"Row {number + 1}")
        plates = dice.mask.plates(right_rule(dice.mutation)["laying"], row)
        each = zip(row, plates, solve(row), strict=True)
        for place, (face, holes, count) in enumerate(each):
            middle = 150 + place * 122.0
            _die(canvas, dice, face, middle - SIDE / 2, y + 16)
            arrows.arrow(canvas, (middle, y + 88), (middle, y + 114), line=3)
            _plate(canvas, holes, dice.mask.faces[face - 1], middle - WIDE / 2, y + 122)
            canvas.text(middle, y + 241, count, bold=True, size=30, fill="blue")
    return canvas


def _die(canvas: Canvas, dice: Dice, face: int, x: float, y: float) -> None:
    canvas.rect(x, y, SIDE, SIDE, fill="white", radius=10)
    for pip in map(int, dice.mask.faces[face - 1]):
        canvas.circle(
            x + SIDE / 2 + (pip % 3 - 1) * 19,
            y + SIDE / 2 + (pip // 3 - 1) * 19,
            6.5,
            fill="ink",
            stroke=None,
        )


def _plate(canvas: Canvas, holes: list[int], pips: str, x: float, y: float) -> None:
    """Draw a plate with holes on a die with pips, larger than the die; pips are seen through its holes."""
    canvas.rect(x, y, WIDE, WIDE, fill="orange", radius=4)
    for hole in holes:
        middle = x + WIDE / 2 + (hole % 3 - 1) * 28, y + WIDE / 2 + (hole // 3 - 1) * 28
        canvas.circle(*middle, 12, fill="white")
        if str(hole) in pips:
            canvas.circle(*middle, 6.5, fill="ink", stroke=None)


ROWS = ("upper", "middle", "lower")
COLUMNS = ("left", "middle", "right")


def _place_names(places: Iterable[int]) -> str:
    return ", ".join(f"{ROWS[place // 3]} {COLUMNS[place % 3]}" for place in places)


def describe(dice: Dice, solve: Solve) -> str:
    faces = "; ".join(
        f"{face}: {_place_names(tuple(map(int, places)))}" for face, places in enumerate(dice.mask.faces, 1)
    )
    laying, ((first,), *_) = right_rule(dice.mutation)["laying"], examples(dice)
    plates = "; ".join(_place_names(plate) for plate in dice.mask.plates(laying, first))
    rows = []
    for number, (row,) in enumerate(examples(dice), 1):
        rows.append(
            f"Row {number}: dice {' '.join(map(str, row))}, numbers {' '.join(map(str, solve(row)))}."
        )
    return (
        "The picture shows at its top the six faces of the dice, with pips in three rows and three columns: "
        f"{faces}. Below are rows of seven dice. Under each die an arrow leads to the die with an orange plate on "
        "it, in which four round holes show the white die, with a pip wherever the face has one there. Under the "
        f"plate stands a blue number. The holes of the seven plates of a row, from left to right: {plates}. "
        f"{' '.join(rows)}"
    )
