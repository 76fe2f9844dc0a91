"""Blocks with holes are built of smaller blocks with holes: how many of their faces are free.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 2
TITLE = "Sponge Blocks"
LEVEL = "long"
CATEGORY = "3d-geometry"
PICTURES = (("3d-geometry",),)
VARIANTS = ("lying", "standing")
COMPARE = "tokens"

MOST_BLOCKS, MOST_STAGE = 100, 10**18

STATEMENT = """
In a computer game, sponges are built of equal cubes. Cubes can float in the air, and nothing ever falls down.

A sponge comes in stages. The sponge of stage 0 is a single cube. The picture shows the sponge of stage 1: it has three places in each
direction, 27 in all, and in some of them there is a cube. To show all the places, the sponge has been cut into three slabs, and the
slabs have been moved apart along the dashed lines; nothing has been turned. Thin squares are places of a slab
without a cube. The arrow shows which way is up in the game.

![image](1.png)

The sponge of each later stage is built like the sponge of stage 1, but with the sponge of the stage before in place of each cube:
this smaller sponge is put, without turning it, in each place where the sponge of stage 1 has a cube, and the other places stay
empty. The places are as large as the smaller sponge with all its holes, so the sponge of stage n is as wide, as
deep and as high as 3^n cubes, and neighbouring places have no gap between them.

A face of a cube is free if no other cube of the sponge shares this face. Free faces inside the sponge count as well. Moss grows on
the free faces that look up, and rust on the free faces that look to one of the four sides. For some stages, find out how many
faces have moss and how many have rust.

Input

The first line has a whole number t, the number of sponges (1 <= t <= 100). Each of the next t lines has the stage n of a sponge
(0 <= n <= 10^18).

Output

For each sponge, print a line with two numbers: the number of faces with moss and the number of faces with rust. As they can be large,
print both modulo 10^9 + 7.
"""

REFERENCE = """
def solution(text: str) -> str:
    prime = 10**9 + 7
    cubes = set()
    for number, sign in enumerate($block):
        if sign != ".":
            cubes.add((number // 9, number // 3 % 3, number % 3))
    contacts = []
    for axis in range(3):
        inside = through = 0
        for cube in cubes:
            other = list(cube)
            other[axis] += 1
            inside += tuple(other) in cubes
            other[axis] += 1
            through += tuple(other) in cubes
        contacts.append((inside, through))
    lines = []
    for word in text.split()[1:]:
        stage = int(word)
        every = pow(len(cubes), stage, prime)
        joined = []
        for inside, through in contacts:
            pairs = every - pow(through, stage, prime)
            joined.append(inside * pairs * pow(len(cubes) - through, -1, prime))
        moss = every - joined[$change]
        rust = 4 * every - 2 * (sum(joined) - joined[$change])
        lines.append(f"{moss % prime} {rust % prime}")
    return "\\n".join(lines)
"""
CHANGE = {"lying": "0", "standing": "1"}

_PAIRS = "            pairs = every - pow(through, stage, prime)\n            joined.append(inside * pairs * pow(len(cubes) - through, -1, prime))\n"
WRONG = {
    "free-faces-of-stage-1-multiplied": REFERENCE.replace(
        _PAIRS, "            joined.append(every - pow(len(cubes) - inside, stage, prime))\n"
    ),
    "full-contact-of-sponges": REFERENCE.replace("pow(through, stage, prime)", "pow(9, stage, prime)").replace(
        "pow(len(cubes) - through, -1, prime)", "pow(len(cubes) - 9, -1, prime)"
    ),
    "contacts-inside-only": REFERENCE.replace(
        _PAIRS, "            joined.append(inside * (pow(len(cubes), stage - 1, prime) if stage else 0))\n"
    ),
    "sides-with-the-bottom": REFERENCE.replace(
        "rust = 4 * every - 2 * (sum(joined) - joined[$change])", "rust = 5 * every - 2 * sum(joined) + joined[$change]"
    ),
    "back-to-front": REFERENCE.replace("$change", "2"),
}  # fmt: skip


def _contacts(block: str) -> list[tuple[int, int]]:
    """Return for each axis of a stage 1 how many cubes touch, and how many lines have both ends filled."""
    found = []
    for step in (9, 3, 1):
        starts = [place for place in range(27) if place // step % 3 == 0]
        lines = [(block[place], block[place + step], block[place + 2 * step]) for place in starts]
        inside = sum((first == second == "#") + (second == third == "#") for first, second, third in lines)
        found.append((inside, sum(first == third == "#" for first, _, third in lines)))
    return found


def sample(draws: Draws) -> dict[str, Any]:
    shown = draws.choice((1, 1, 1, 2))
    for _ in range(6000):
        count = draws.integer(14, 20)
        places = draws.sample(range(27), count)
        block = "".join("#" if place in places else "." for place in range(27))
        (first, above), (second, behind), (third, _) = _contacts(block)
        if not all(3 <= block[slab : slab + 9].count("#") <= 8 for slab in (0, 9, 18)):
            continue
        # Both variants have the same numbers at the shown stage, 1 or 2, but not at other stages.
        if (first, above) == (second, behind) or third in (first, second):
            continue
        if first * (count + above) ** (shown - 1) == second * (count + behind) ** (shown - 1):
            break
    else:
        raise UnfitError("no sponge whose variants share stage 1 or 2")
    values = {"block": block, "shown": shown, "seed": draws.integer(1, 10**9)}
    if not agreeing(samples(values), solvers(with_changes(REFERENCE, CHANGE), values)):
        raise UnfitError("the variants differ on the sample")
    return values


def _input(stages: list[int]) -> str:
    return "\n".join(map(str, [len(stages), *stages])) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if head != str(len(lines)) or not 1 <= len(lines) <= MOST_BLOCKS:
        raise ValueError("another number of sponges")
    if not all(line == str(int(line)) and 0 <= int(line) <= MOST_STAGE for line in lines):
        raise ValueError("a wrong stage")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input([0, values["shown"]])]


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int], ...]) -> list[str]:
    draws = Draws("sponge_blocks", values["seed"], name)
    return [_input(draws.integers(count, most // 10, most)) for count, most in shapes]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", ((3, 5), (4, 10), (5, 30), (6, 1000), (8, 10**6), (10, 10**12)))


def edge(values: dict[str, Any]) -> list[str]:
    return [
        _input([3 - values["shown"]]),
        _input([0, 1, 2, 3, 4]),
        _input([MOST_STAGE]),
        _input([10**9 + 6, 10**9 + 7, 10**9 + 8]),
        _input([4, 3, 1, 1, 7]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", ((MOST_BLOCKS, MOST_STAGE), (MOST_BLOCKS - 1, 10**9)))


SIDE, RIGHT, UP = 64.0, 38.0, 30.0
_APART = {"lying": 3.5, "standing": 7.0}  #: distance of two slabs, in cubes
_SIZE = {"lying": (480, 740), "standing": (910, 720)}
_ORIGIN = {"lying": (140.0, 710.0), "standing": (130.0, 690.0)}

#: A corner or place of a sponge: to the right, to the back, up.
Corner = tuple[float, float, float]


class _Sponge:
    """Draws the slabs of a sponge, seen from the front, from above and from the right."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.canvas = Canvas(*_SIZE[variant])

    def at(self, corner: Corner) -> Point:
        x, back, up = corner
        left, bottom = _ORIGIN[self.variant]
        return left + x * SIDE + back * RIGHT, bottom - up * SIDE - back * UP

    def place(self, slab: int, row: int, column: int) -> Corner:
        """Return the lower left front corner of a place."""
        apart = (2 - slab) * _APART[self.variant]
        return (column, 2 - row, apart) if self.variant == "lying" else (column, apart, 2 - row)

    def square(self, corner: Corner) -> None:
        """Draw the thin square of an empty place: its upper side in a lying slab, its front in a standing one."""
        x, back, up = corner
        around = ((0, 0), (1, 0), (1, 1), (0, 1))
        if self.variant == "lying":
            points = [self.at((x + right, back + far, up + 1)) for right, far in around]
        else:
            points = [self.at((x + right, back, up + high)) for right, high in around]
        self.canvas.polygon(points, stroke="grey", line=2)

    def cube(self, corner: Corner) -> None:
        x, back, up = corner
        front = [(x, back, up), (x + 1, back, up), (x + 1, back, up + 1), (x, back, up + 1)]
        top = [(x, back, up + 1), (x + 1, back, up + 1), (x + 1, back + 1, up + 1), (x, back + 1, up + 1)]
        side = [(x + 1, back, up), (x + 1, back + 1, up), (x + 1, back + 1, up + 1), (x + 1, back, up + 1)]
        self.canvas.polygon(list(map(self.at, front)), fill="paleblue", line=3)
        self.canvas.polygon(list(map(self.at, top)), fill="white", line=3)
        self.canvas.polygon(list(map(self.at, side)), fill="paleblue", line=3)

    def guides(self) -> None:
        """Draw the dashed lines between the slabs."""
        apart = 2 * _APART[self.variant]
        for first in (0, 3):
            for second in (0, 3):
                ends = (
                    [(first, second, 1), (first, second, apart + 1)]
                    if self.variant == "lying"
                    else [(first, 0, second), (first, apart, second)]
                )
                self.canvas.line(*map(self.at, ends), line=2.5, dashed=True)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    sponge = _Sponge(variant)
    canvas = sponge.canvas
    sponge.guides()
    for slab in (2, 1, 0) if variant == "lying" else (0, 1, 2):
        corners = [
            (sponge.place(slab, row, column), values["block"][9 * slab + 3 * row + column])
            for row in range(3)
            for column in range(3)
        ]
        corners.sort(key=lambda entry: (-entry[0][1], entry[0][2], entry[0][0]))
        for corner, sign in corners:
            if sign == "#":
                sponge.cube(corner)
        for corner, sign in corners:
            if sign != "#":
                sponge.square(corner)
    arrows.arrow(canvas, (60, 200), (60, 80), line=7, head=30)
    canvas.text(60, 50, "up", bold=True, size=30)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    signs = {"#": "cube", ".": "empty"}
    slabs = []
    for slab in range(3):
        rows = [values["block"][9 * slab + 3 * row : 9 * slab + 3 * row + 3] for row in range(3)]
        slabs.append("; ".join(", ".join(signs[sign] for sign in row) for row in rows))
    lying = variant == "lying"
    layout = (
        "Three flat slabs that lie horizontally, one above the other with free space between them, joined by upright dashed lines. "
        "Each slab is one cube high, three places wide and three places deep. "
        if lying
        else "Three upright slabs that stand one behind the other with free space between them, joined by dashed lines that run to the "
        "back. Each slab is one cube deep, three places wide and three places high. "
    )
    names = ("highest", "middle", "lowest") if lying else ("rearmost", "middle", "frontmost")
    rows_are = "from its back row to its front row" if lying else "from its top row to its bottom row"
    told = " ".join(f"The {name} slab: {slab}." for name, slab in zip(names, slabs, strict=True))
    return [
        f"An arrow with the text up points to the top. {layout}Each slab is listed {rows_are}, and each row from left to right. {told}"
    ]
