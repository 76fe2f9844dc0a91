"""An arm of rods turns at its joints: where its claw is afterwards.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 1
TITLE = "The Jointed Arm"
LEVEL = "easy"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry",))
VARIANTS = ("first-end-fixed", "last-end-fixed")
COMPARE = "tokens"

MOST_WORDS, MOST_COMMANDS = 50, 60

STATEMENT = """
Lina has built an arm of five rods and four joints. One end of the arm is screwed to a table, and at the other end is a claw.
The first picture shows the arm from above, as it lies before the first command of each test, with a letter at each joint and the length of
each rod in decimetres. The key of the picture tells the two ends apart.

![image](1.png)

A command is the letter of a joint and a sign, plus or minus. The joint then turns, and with it all rods between this joint and
the claw, as if they were one stiff piece; everything between the joint and the fixed end stays where it is. Rods can
pass above each other, so the arm is never blocked. There are round and square joints, and the second picture
shows for both kinds how a short arm lies before and after a command with a plus sign. A minus sign turns the joint by the same angle in the other
direction.

![image](2.png)

The fixed end has the coordinates (0, 0); x grows to the right and y grows upwards in the pictures, and both are in decimetres. Find the place of the claw after
all commands of a test. Find also the largest value of |x| + |y| for the places (x, y) that the claw had: at the beginning, and after each command.

Input

The first line has an integer t, the number of tests (1 <= t <= 50). Each of the next t lines has the commands of a test, 1 to 60
of them, without spaces, in the order in which they are given.

Output

For each test, print a line with three integers: x and y of the claw after the last command, and the largest value of |x| + |y|.
"""

REFERENCE = """
def solution(text: str) -> str:
    side = $change
    rods = [complex(*rod) * side for rod in $rods[::side]]
    joints = {}
    for place, (letter, quarters) in enumerate($joints[::side], start=1):
        joints[letter] = place, quarters
    answers = []
    for word in text.split()[1:]:
        arm = list(rods)
        claws = [sum(arm)]
        for letter, sign in zip(word[::2], word[1::2]):
            place, quarters = joints[letter]
            turn = 1j**quarters if sign == "+" else (-1j) ** quarters
            arm = arm[:place] + [rod * turn for rod in arm[place:]]
            claws.append(sum(arm))
        most = max(abs(claw.real) + abs(claw.imag) for claw in claws)
        answers.append(f"{int(claws[-1].real)} {int(claws[-1].imag)} {int(most)}")
    return "\\n".join(answers)
"""
CHANGE = {"first-end-fixed": "1", "last-end-fixed": "-1"}

WRONG = {
    "only-the-next-rod-turns": REFERENCE.replace(
        "[rod * turn for rod in arm[place:]]", "[arm[place] * turn] + arm[place + 1 :]"
    ),
    "turns-the-other-way": REFERENCE.replace('sign == "+"', 'sign == "-"'),
    "kinds-of-joints-exchanged": REFERENCE.replace(
        "place, quarters = joints[letter]", "place, quarters = joints[letter][0], $both - joints[letter][1]"
    ),
    "without-the-beginning": REFERENCE.replace("claws = [sum(arm)]", "claws = []"),
    "largest-at-the-end": REFERENCE.replace("for claw in claws", "for claw in claws[-1:]"),
}
EQUIVALENT: dict[str, str] = {}

Vector = tuple[int, int]
_UNIT = 46.0
_RODS = 5
_ARROWS = {(1, 0): "to the right", (-1, 0): "to the left", (0, 1): "up", (0, -1): "down"}


def sample(draws: Draws) -> dict[str, Any]:
    rods = _arm(draws)
    letters = draws.sample("BDEFGHKLMNPR", _RODS - 1)
    kinds = dict(zip("rs", draws.sample((1, 2, 3), 2), strict=True))
    shapes = draws.shuffled([draws.choice("rs"), "r", "s", draws.choice("rs")])
    values: dict[str, Any] = {
        "rods": rods,
        "joints": [(letter, kinds[shape]) for letter, shape in zip(letters, shapes, strict=True)],
        "shapes": "".join(shapes),
        "kinds": kinds,
        "both": sum(kinds.values()),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    words = [_word(draws, values, 2 + number % 5) for number in range(200)]
    shown: dict[str, str] = {}  # one word for each output that both variants share
    for word in words:
        if agreeing([_input([word])], solve):
            shown.setdefault(solve["first-end-fixed"](_input([word])), word)
    if len(shown) < 3:
        raise UnfitError("no commands for the sample")
    return {**values, "shown": list(shown.values())[:3], "seed": draws.integer(1, 10**9)}


def _arm(draws: Draws) -> list[Vector]:
    """Return the rods of an arm that fits into the picture, and does not come near itself."""
    for _ in range(500):
        rods: list[Vector] = []
        while len(rods) < _RODS:
            right, up = draws.choice(list(_ARROWS))
            if not rods or right * rods[-1][0] + up * rods[-1][1] == 0:
                length = draws.integer(2, 8)
                rods.append((right * length, up * length))
        points = _points(rods)
        apart = all(
            abs(x - other_x) + abs(y - other_y) > 2
            for number, path in enumerate(pairwise(points))
            for later in list(pairwise(points))[number + 2 :]
            for x, y in _between(*path)
            for other_x, other_y in _between(*later)
        )
        spread = [max(axis) - min(axis) for axis in zip(*points, strict=True)]
        if apart and spread[0] <= 15 and 5 <= spread[1] <= 11 and points[0] != points[-1]:
            return rods
    raise UnfitError("no arm fits")


def _points(rods: list[Vector]) -> list[Vector]:
    points = [(0, 0)]
    for right, up in rods:
        points.append((points[-1][0] + right, points[-1][1] + up))
    return points


def _between(start: Vector, end: Vector) -> list[Vector]:
    """Return the points with whole coordinates from ``start`` to ``end``."""
    steps = abs(end[0] - start[0]) + abs(end[1] - start[1])
    right, up = (end[0] - start[0]) // steps, (end[1] - start[1]) // steps
    return [(start[0] + right * step, start[1] + up * step) for step in range(steps + 1)]


def _word(draws: Draws, values: dict[str, Any], commands: int) -> str:
    letters = [letter for letter, _ in values["joints"]]
    return "".join(draws.choice(letters) + draws.choice("+-") for _ in range(commands))


def _input(words: list[str]) -> str:
    return "\n".join([str(len(words)), *words]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *words = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(words) <= MOST_WORDS:
        raise ValueError("another number of tests")
    letters = {letter for letter, _ in values["joints"]}
    for word in words:
        if len(word) % 2 or not 2 <= len(word) <= 2 * MOST_COMMANDS:
            raise ValueError("another number of commands")
        if set(word[::2]) - letters or set(word[1::2]) - set("+-"):
            raise ValueError("a wrong command")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("jointed_arm", values["seed"], "typical")
    shapes = ((1, 3), (3, 2), (4, 5), (5, 10), (6, 20), (8, 7))
    return [_input([_word(draws, values, length) for _ in range(count)]) for count, length in shapes]


def edge(values: dict[str, Any]) -> list[str]:
    letters = [letter for letter, _ in values["joints"]]
    return [
        _input([f"{letters[0]}+"]),
        _input([f"{letter}{sign}" for letter in letters for sign in "+-"]),
        _input([f"{letter}+{letter}-" for letter in letters]),
        _input([f"{letter}+" * 4 for letter in letters]),
        _input([f"{one}+{other}-" for one in letters for other in letters if one != other]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("jointed_arm", values["seed"], "large")
    return [
        _input([_word(draws, values, MOST_COMMANDS) for _ in range(count)])
        for count in (MOST_WORDS, MOST_WORDS - 1)
    ]


def _fixed(canvas: Canvas, place: Point) -> None:
    x, y = place
    canvas.polygon([(x, y - 30), (x + 28, y + 20), (x - 28, y + 20)], fill="ink", line=3)
    canvas.circle(x, y, 9, fill="white", line=2)


def _claw(canvas: Canvas, place: Point) -> None:
    canvas.circle(*place, 24, fill="white", line=4)
    canvas.circle(*place, 12, fill="white", line=4)


def _joint(canvas: Canvas, place: Point, letter: str, shape: str) -> None:
    x, y = place
    if shape == "r":
        canvas.circle(x, y, 23, fill="yellow", line=4)
    else:
        canvas.rect(x - 21, y - 21, 42, 42, fill="yellow", line=4)
    canvas.text(x, y, letter, bold=True, size=26)


def _rod(canvas: Canvas, start: Point, end: Point) -> None:
    canvas.line(start, end, line=9)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    points = _points(values["rods"])
    left, low = (min(axis) for axis in zip(*points, strict=True))
    right, high = (max(axis) for axis in zip(*points, strict=True))
    width, height = 140 + (right - left) * _UNIT, 130 + (high - low) * _UNIT
    arm = Canvas(max(480, round(width)), round(height) + 80)
    shift = (arm.width - width) / 2 + 70
    places = [(shift + (x - left) * _UNIT, 65 + (high - y) * _UNIT) for x, y in points]
    for start, end in pairwise(places):
        _rod(arm, start, end)
    for (start, end), rod in zip(pairwise(places), values["rods"], strict=True):
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        arm.text(x + (26 if rod[1] else 0), y - (26 if rod[0] else 0), abs(sum(rod)), size=27)
    for place, (letter, _), shape in zip(places[1:], values["joints"], values["shapes"], strict=False):
        _joint(arm, place, letter, shape)
    ends = (places[0], places[-1]) if variant == "first-end-fixed" else (places[-1], places[0])
    _fixed(arm, ends[0])
    _claw(arm, ends[1])
    middle = arm.width / 2
    _fixed(arm, (middle - 180, height + 36))
    arm.text(middle - 138, height + 36, "fixed end", anchor="start", size=25)
    _claw(arm, (middle + 70, height + 36))
    arm.text(middle + 108, height + 36, "claw", anchor="start", size=25)
    return [arm, _turns(values)]


#: Quarters anticlockwise → direction of a rod.
_TURNED: dict[int, Vector] = {1: (0, 1), 2: (-1, 0), 3: (0, -1)}


def _turns(values: dict[str, Any]) -> Canvas:
    canvas = Canvas(860, 620)
    for row, (shape, letter) in enumerate((("r", "X"), ("s", "Y"))):
        top = 12.0 + 302 * row
        frame(canvas, 12, top, 836, 290, title="")
        y = top + 145
        for start, direction in ((90.0, (1, 0)), (560.0, _TURNED[values["kinds"][shape]])):
            joint = (start + 150, y)
            end = (joint[0] + direction[0] * 90, y - direction[1] * 90)
            _rod(canvas, (start, y), joint)
            _rod(canvas, joint, end)
            _fixed(canvas, (start, y))
            _claw(canvas, end)
            _joint(canvas, joint, letter, shape)
        arrows.arrow(canvas, (390, y), (490, y), line=4, head=22)
        canvas.text(436, y - 36, f"{letter}+", bold=True, size=32)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    words = {"r": "round", "s": "square"}
    parts = []
    for number, rod in enumerate(values["rods"]):
        length = abs(sum(rod))
        parts.append(f"a rod of length {length} {_ARROWS[rod[0] // length, rod[1] // length]}")
        if number < _RODS - 1:
            parts.append(f"the {words[values['shapes'][number]]} joint {values['joints'][number][0]}")
    ends = ("a black triangle", "a pair of circles, one in the other")
    if variant == "last-end-fixed":
        ends = ends[::-1]
    turned = {1: "up", 2: "to the left, over the first rod", 3: "down"}
    round_turn, square_turn = (turned[values["kinds"][shape]] for shape in "rs")
    return [
        (
            f"An arm of five black rods, with numbers next to them, and four yellow joints with letters. At one end is {ends[0]}; "
            f"from there it goes on with {', '.join(parts)}; at the other end is {ends[1]}. The key says: triangle, fixed end; circles, claw."
        ),
        (
            "Two rows, each with a short arm on the left, an arrow with a command, and the arm after it on the right. On the left a rod "
            "leads from the triangle to the right to a joint, and another rod from the joint to the right to the claw. In the first row the joint X is "
            f"round, the command is X+, and afterwards the second rod leads from X {round_turn}. In the second row the joint Y is square, the "
            f"command is Y+, and afterwards the second rod leads from Y {square_turn}."
        ),
    ]
