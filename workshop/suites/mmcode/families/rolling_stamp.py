"""A cube with letters on its faces moves over paper and prints.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Rolling Stamp"
LEVEL = "easy"
CATEGORY = "3d-geometry"
PICTURES = (("3d-geometry",), ("3d-geometry",))
VARIANTS = ("roll", "roll-and-spin")
COMPARE = "tokens"

STATEMENT = """
A stamp is a cube with a letter on each of its six faces. It stands on paper. The first picture shows the faces of the stamp,
unfolded: the face with the thick border is on top before each text, and the letters N, E, S and W beside the four faces around
it say on which side these faces then are: north, east, south or west. The face that is left lies on the paper.

![image](1.png)

The stamp is moved to the north, to the east, to the south or to the west. After each move it prints the
letter of the face that then lies on the paper. How a cube turns in a move is shown in the second picture with another cube,
whose faces have the numbers 1 to 6; the numbers of opposite faces add up to 7. The left cube is how it stands before a move,
the others are how it stands after one move to the east, and after one move to the north instead. Moves to the south and to the
west go in the same way, to their side.

![image](2.png)

Given the moves of several texts, find what the stamp prints. Before each text the stamp is put back as in the first picture.

Input

The first line has an integer n, the number of texts (1 <= n <= 60). Each of the next n lines has the moves of a text: 1 to 50
letters out of N, E, S and W.

Output

Print n lines: for each text, the letters that the stamp prints, one for each move.
"""

REFERENCE = """
def solution(text: str) -> str:
    texts = []
    for moves in text.split()[1:]:
        top, north, east, south, west, bottom = $faces
        printed = ""
        for move in moves:
            if move == "N":
                top, north, bottom, south = south, top, north, bottom
            elif move == "S":
                top, south, bottom, north = north, top, south, bottom
            elif move == "E":
                top, east, bottom, west = west, top, east, bottom
            else:
                top, west, bottom, east = east, top, west, bottom
            $change
            printed += bottom
        texts.append(printed)
    return "\\n".join(texts)
"""
CHANGE = {"roll": "pass", "roll-and-spin": "north, east, south, west = west, north, east, south"}
WRONG = {
    "prints-the-top": REFERENCE.replace("printed += bottom", "printed += top"),
    "stamp-is-not-put-back": REFERENCE.replace(
        "        top, north, east, south, west, bottom = $faces\n", ""
    ).replace("    texts = []\n", "    texts = []\n    top, north, east, south, west, bottom = $faces\n"),
    "east-and-west-swapped": REFERENCE.replace('move == "E"', 'move == "W"'),
}

_LETTERS = "ABCDEGHKLMNOPRSTU"
_PLACES = ("top", "north", "east", "south", "west", "bottom")


def sample(draws: Draws) -> dict[str, Any]:
    letters = draws.sample(_LETTERS, 5)
    values: dict[str, Any] = {
        "faces": "".join(draws.shuffled([*letters, letters[0]])),
        "seed": draws.integer(1, 10**9),
    }
    if values["faces"][1] == values["faces"][3] or values["faces"][2] == values["faces"][4]:
        raise UnfitError("opposite sides have the same letter")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    texts = [draws.text("NESW", draws.integer(1, 3)) for _ in range(400)]
    found = {
        solve["roll"](_list([text])): text
        for text in sorted(texts, key=len)
        if agreeing([_list([text])], solve)
    }
    if len(found) < 2:
        raise UnfitError("too few texts are printed in the same way under both variants")
    values["shown"] = list(found.values())[-3:]
    return values


def _list(texts: list[str]) -> str:
    return f"{len(texts)}\n" + "".join(f"{text}\n" for text in texts)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 60 or len(lines) != int(lines[0]) + 1:
        raise ValueError("another number of texts")
    if any(not 1 <= len(line) <= 50 or not set(line) <= set("NESW") for line in lines[1:]):
        raise ValueError("a line that has no moves")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, sizes: list[tuple[int, int]]) -> list[str]:
    draws = Draws("rolling_stamp", values["seed"], name)
    return [
        _list([draws.text("NESW", draws.integer(1, most)) for _ in range(count)]) for count, most in sizes
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [(2, 6), (3, 8), (4, 10), (5, 12), (6, 9), (8, 15)])


def edge(values: dict[str, Any]) -> list[str]:
    around = ["NNNN", "EEEE", "SSSS", "WWWW", "NS", "EW"]
    return [_list(["N"]), _list(["W"]), _list(around), _list(["E" * 50, "NESW" * 12]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [(57, 50), (60, 50)])


def _moved(faces: str, move: str, variant: str) -> dict[str, str]:
    """Return the faces of a cube by their places after a move to the east or to the north."""
    before = dict(zip(_PLACES, faces, strict=True))
    ring = {"N": ("top", "north", "bottom", "south"), "E": ("top", "east", "bottom", "west")}[move]
    now = before | {place: before[ring[number - 1]] for number, place in enumerate(ring)}
    sides = ("north", "east", "south", "west")
    if variant == "roll-and-spin":
        now |= dict(zip(sides, [now[sides[number - 1]] for number in range(4)], strict=True))
    return now


def _cube(canvas: Canvas, x: float, y: float, faces: dict[str, str]) -> None:
    """Draw a cube whose upper front corner is at a point; its south is at the left, its east at the right."""
    side, wide, high = 130.0, 112.0, 65.0
    top = [(x, y), (x - wide, y - high), (x, y - 2 * high), (x + wide, y - high)]
    south = [(x, y), (x - wide, y - high), (x - wide, y - high + side), (x, y + side)]
    east = [(x, y), (x + wide, y - high), (x + wide, y - high + side), (x, y + side)]
    fills: tuple[Colour, ...] = ("white", "paleblue", "mist")
    for points, fill, place in zip((top, south, east), fills, ("top", "south", "east"), strict=True):
        canvas.polygon(points, fill=fill, line=4)
        middle = (sum(px for px, _ in points) / 4, sum(py for _, py in points) / 4)
        canvas.text(*middle, faces[place], size=44, bold=True)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    net = Canvas(640, 760)
    spots = {
        "top": (1, 1),
        "north": (1, 0),
        "east": (2, 1),
        "south": (1, 2),
        "west": (0, 1),
        "bottom": (1, 3),
    }
    for place, face in zip(_PLACES, values["faces"], strict=True):
        x, y = 65 + 170 * spots[place][0], 40 + 170 * spots[place][1]
        net.rect(x, y, 170, 170, fill="white", line=4)
        net.text(x + 85, y + 85, face, size=64, bold=True)
    net.rect(241, 216, 158, 158, line=12)
    for x, y, name in ((455, 125, "N"), (600, 295, "E"), (455, 465, "S"), (40, 295, "W")):
        net.text(x, y, name, size=34)
    cubes = Canvas(1000, 480)
    for x, move in ((165, ""), (510, "E"), (835, "N")):
        faces = _moved("153246", move, variant) if move else dict(zip(_PLACES, "153246", strict=True))
        _cube(cubes, x, 230, faces)
        if move:
            cubes.text(x, 440, move, size=40, bold=True)
    arrows.arrow(cubes, (60, 415), (130, 455), line=4)
    arrows.arrow(cubes, (60, 415), (130, 375), line=4)
    cubes.text(152, 458, "E", size=26)
    cubes.text(152, 392, "N", size=26)
    return [net, cubes]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    top, north, east, south, west, bottom = list(values["faces"])
    first = (
        f"Six squares in the form of a cross. In the middle of the cross is {top}, with a thick border. Above it is {north}, with "
        f"an N beside it, on its right {east} with an E, below it {south} with an S, and on its left {west} with a W. Below "
        f"{south} is one more square, {bottom}."
    )
    parts = []
    for move in ("E", "N"):
        now = _moved("153246", move, variant)
        parts.append(
            f"the one marked {move} has {now['top']} on top, {now['south']} on the left face and {now['east']} on the right"
        )
    second = (
        "Three cubes, each seen with its top, its left face and its right face. Two arrows say that E is to the lower right and N to "
        "the upper right, so the left face is the one to the south and the right face the one to the east. The first cube has 1 "
        f"on top, 2 on the left face and 3 on the right; {'; '.join(parts)}."
    )
    return [first, second]
