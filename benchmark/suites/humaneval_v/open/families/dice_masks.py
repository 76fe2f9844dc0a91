"""Dice under a plate with holes: which pips are counted.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import partial
from itertools import combinations, product

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 3
KINDS = ("dice",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Mathematical Operations", "Spatial Transformations", "Topological Relations")
MUTATIONS = ("turning", "covered", "sliding", "seen")

#: The places of the pips of a two and of a six, which can lie in two ways; the nine places of a face are
#: numbered by rows from the top left.
TWOS = ("26", "08")
SIXES = ("023568", "012678")


def _turn_holes(holes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the holes after a quarter turn clockwise."""
    return tuple(sorted(hole % 3 * 3 + 2 - hole // 3 for hole in holes))


def _slide_holes(holes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the holes after a move by one column to the right; the last column moves to the left side."""
    return tuple(sorted(hole // 3 * 3 + (hole + 1) % 3 for hole in holes))


#: Plates with four holes that look different after half a turn, and so also after a quarter turn.
PLATES = [holes for holes in combinations(range(9), 4) if _turn_holes(_turn_holes(holes)) != holes]
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "faces = *": "the pips are drawn on the dice, as on any die",
}

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

COUNT = """
def solution(dice: list[int]) -> list[int]:
    faces = $faces
    holes = $holes
    numbers = []
    for die in dice:
        pips = [int(pip) for pip in faces[die - 1]]
        seen = [pip for pip in pips if pip in holes]
        {count}
    return numbers
"""
COUNTS = {
    "turning": """\
numbers.append(len(seen))
        holes = [hole % 3 * 3 + 2 - hole // 3 for hole in holes]""",
    "covered": "numbers.append(len(pips) - len(seen))",
    "sliding": """\
numbers.append(len(seen))
        holes = [hole // 3 * 3 + (hole + 1) % 3 for hole in holes]""",
    "seen": "numbers.append(len(seen))",
}


@dataclass(frozen=True)
class Dice:
    """Parameters: the mutation, the places of pips and holes, and the rows of dice."""

    mutation: str
    faces: tuple[str, ...]  #: the places of the pips, for the faces 1 to 6
    holes: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[int, ...], ...]

    def plate(self, place: int) -> tuple[int, ...]:
        """Return the holes of the plate on the die at a place of a row."""
        holes = self.holes
        for _ in range(place):
            if self.mutation == "turning":
                holes = _turn_holes(holes)
            elif self.mutation == "sliding":
                holes = _slide_holes(holes)
        return holes


def sample(mutation: str, draws: Draws) -> Dice:
    two = draws.choice(TWOS)
    faces = ("4", two, two[0] + "4" + two[1], "0268", "02468", draws.choice(SIXES))
    pips = {int(pip) for face in faces for pip in face}
    holes = draws.choice([plate for plate in PLATES if pips.issuperset(plate)])
    if len({sum(str(hole) in face for hole in holes) for face in faces}) < 3:
        raise UnfitError("the plate tells too few faces apart")
    # 1, 4 and 5 look the same after a quarter turn; only 2, 3 and 6 show how a plate lies.
    first, *others = draws.shuffled([1, 4, 5])
    rows = [2, 3, 6, first, draws.choice((2, 3, 6))], [2, 3, 6, *others]
    shown = tuple(tuple(draws.shuffled(row)) for row in rows)
    tested = [(draws.integer(2, 6),), (6, 6, 6, 6), (3, 3, 3), (5, 4, 2, 1), (2, 6, 2, 6, 2, 6)]
    tested += [tuple(draws.choices((1, 2, 2, 3, 3, 4, 5, 6, 6, 6), draws.integer(5, 10))) for _ in range(7)]
    return Dice(mutation, faces, holes, shown, tuple(dict.fromkeys(tested)))


def calls(dice: Dice) -> list[Call]:
    return [(list(row),) for row in dice.tested]


def examples(dice: Dice) -> list[Call]:
    return [(list(row),) for row in dice.shown]


def rivals(_dice: Dice) -> dict[str, Solve]:
    """Return the rules that compute a number from what a die shows, without its plate."""
    numbers = product((1, 2), range(-3, 4), (1, 2, 3, 4), (1, 2, 3, 4))
    return {
        f"({times} * die + {more}) // {parts}, {most} at most": partial(_by_die, times, more, parts, most)
        for times, more, parts, most in numbers
    }


def _by_die(times: int, more: int, parts: int, most: int, row: list[int]) -> list[int]:
    return [min(most, max(0, (times * die + more) // parts)) for die in row]


def reference(dice: Dice) -> str:
    program = COUNT.replace("{count}", COUNTS[dice.mutation])
    return fill(program, faces=list(dice.faces), holes=list(dice.holes))


def picture(dice: Dice, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1000)
    frame(canvas, 15, 15, 970, 200, title="Dice")
    for face in range(1, 7):
        _die(canvas, dice, face, 160 + (face - 1) * 130, 62)
        canvas.text(205 + (face - 1) * 130, 180, face, bold=True)
    for number, (row,) in enumerate(examples(dice)):
        y = 225 + number * 382
        frame(canvas, 15, y, 970, 374, title=f"Row {number + 1}")
        for place, (face, count) in enumerate(zip(row, solve(row), strict=True)):
            x = 100 + place * 180
            _die(canvas, dice, face, x, y + 56)
            arrows.arrow(canvas, (x + 45, y + 154), (x + 45, y + 186), line=3)
            _plate(canvas, dice, face, place, x - 12, y + 194)
            canvas.text(x + 45, y + 342, count, bold=True, size=30, fill="blue")
    return canvas


def _die(canvas: Canvas, dice: Dice, face: int, x: float, y: float) -> None:
    canvas.rect(x, y, 90, 90, fill="white", radius=14)
    for pip in map(int, dice.faces[face - 1]):
        canvas.circle(x + 20 + pip % 3 * 25, y + 20 + pip // 3 * 25, 8, fill="ink", stroke=None)


def _plate(canvas: Canvas, dice: Dice, face: int, place: int, x: float, y: float) -> None:
    """Draw the plate at a place of a row, larger than the die; pips are seen through its holes."""
    canvas.rect(x, y, 114, 114, fill="orange", radius=4)
    for hole in dice.plate(place):
        middle = (x + 25 + hole % 3 * 32, y + 25 + hole // 3 * 32)
        canvas.circle(*middle, 14, fill="white")
        if str(hole) in dice.faces[face - 1]:
            canvas.circle(*middle, 8, fill="ink", stroke=None)


ROWS = ("upper", "middle", "lower")
COLUMNS = ("left", "middle", "right")


def _place_names(places: tuple[int, ...]) -> str:
    return ", ".join(f"{ROWS[place // 3]} {COLUMNS[place % 3]}" for place in places)


def describe(dice: Dice, solve: Solve) -> str:
    faces = "; ".join(
        f"{face}: {_place_names(tuple(map(int, places)))}" for face, places in enumerate(dice.faces, 1)
    )
    plates = "; ".join(_place_names(dice.plate(place)) for place in range(5))
    rows = []
    for number, (row,) in enumerate(examples(dice), 1):
        rows.append(
            f"Row {number}: dice {' '.join(map(str, row))}, numbers {' '.join(map(str, solve(row)))}."
        )
    return (
        "The picture shows at its top the six faces of the dice, with pips in three rows and three columns: "
        f"{faces}. Below are two rows of five dice. Under each die an arrow leads to the die with an orange plate on "
        "it, in which four round holes show the white die, with a pip wherever the face has one there. Under the "
        f"plate stands a blue number. The holes of the five plates of a row, from left to right: {plates}. "
        f"{' '.join(rows)}"
    )
