"""Beds between posts are planted at points of a grid: how many plants they need.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from functools import cmp_to_key
from math import gcd
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 1
TITLE = "Flower Beds"
LEVEL = "medium"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",),)
VARIANTS = ("inside", "rim")
COMPARE = "tokens"

STATEMENT = """
The gardeners of a castle lay out beds on a lawn with a grid of points, one step apart in both directions. A bed is fenced with
straight ropes from post to post, all around. Posts stand at points of the grid. The ropes of a bed neither cross nor touch
each other except at the posts that they share, and at each post the border has a corner, to the inside or to the outside. The
gardeners then set plants at points of the grid, by a rule that is the same for all beds; there is
never a plant at a post.

The picture shows two finished beds on the grid, with all their posts and all their plants.

![image](1.png)

The beds of the castle are much larger than these two. Find the number of plants that each bed needs.

Input

The first line has a whole number b, the number of beds, from 1 to 30. The beds follow one after the other. The first line of a
bed has a whole number n, the number of its posts, from 3 to 60. Each of the next n lines has two whole numbers x and y from
-1000000 to 1000000, the place of a post. The posts are listed in the order in which the rope meets them, clockwise or
anticlockwise, and the rope goes from the last one back to the first.

Output

For each bed, print a line with the number of its plants.
"""

REFERENCE = """
from math import gcd


def solution(text: str) -> str:
    numbers = map(int, text.split())
    lines = []
    for _ in range(next(numbers)):
        posts = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
        ropes = list(zip(posts, [*posts[1:], posts[0]]))
        twice = abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in ropes))
        border = sum(gcd(next_x - x, next_y - y) for (x, y), (next_x, next_y) in ropes)
        inside = (twice - border) // 2 + 1
        lines.append(str($change))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"inside": "inside", "rim": "inside + border - len(posts)"}
WRONG = {
    "posts-too": REFERENCE.replace("$change", "inside + border"),
    "one-direction": REFERENCE.replace("abs(sum(", "(sum("),
    "area-instead": REFERENCE.replace("(twice - border) // 2 + 1", "twice // 2"),
}
EQUIVALENT: dict[str, str] = {}

Bed = list[tuple[int, int]]


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _is_between(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Whether c lies on the line from a to b."""
    return (
        _turn(a, b, c) == 0
        and min(a[0], b[0]) <= c[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
    )


def _meet(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
        return True
    return _is_between(a, b, c) or _is_between(a, b, d) or _is_between(c, d, a) or _is_between(c, d, b)


def _is_bed(bed: Bed) -> bool:
    count = len(bed)
    if any(_turn(bed[i - 2], bed[i - 1], bed[i]) == 0 for i in range(count)):
        return False
    ropes = list(zip(bed, bed[1:] + bed[:1], strict=True))
    return not any(
        _meet(*ropes[i], *ropes[j])
        for i in range(count)
        for j in range(i + 2, count)
        if (i, j) != (0, count - 1)
    )


def _around(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Compare two points by their angle around (0, 0)."""
    halves = [y < 0 or (y == 0 and x < 0) for x, y in (first, second)]
    if halves[0] != halves[1]:
        return 1 if halves[0] else -1
    return -_turn((0, 0), first, second)


def _random_bed(draws: Draws, posts: int, side: int, step: int) -> Bed:
    """Draw a bed around a point; its coordinates are multiples of ``step`` from a corner."""
    while True:
        made = [(draws.integer(-side, side), draws.integer(-side, side)) for _ in range(posts)]
        bed = sorted(set(made) - {(0, 0)}, key=cmp_to_key(_around))
        if len(bed) == posts and _is_bed(bed):
            return [(x * step, y * step) for x, y in bed]


def _border(bed: Bed) -> int:
    return sum(
        gcd(x - next_x, y - next_y) for (x, y), (next_x, next_y) in zip(bed, bed[1:] + bed[:1], strict=True)
    )


def _planted(bed: Bed, variant: str) -> list[tuple[int, int]]:
    """Return all points with plants of a small bed."""
    ropes = list(zip(bed, bed[1:] + bed[:1], strict=True))
    found = []
    for x in range(min(x for x, _ in bed), max(x for x, _ in bed) + 1):
        for y in range(min(y for _, y in bed), max(y for _, y in bed) + 1):
            if any(_is_between(a, b, (x, y)) for a, b in ropes):
                inside = variant == "rim" and (x, y) not in bed
            else:
                crossed = [
                    (a[1] > y) != (b[1] > y) and (_turn(a, b, (x, y)) > 0) == (b[1] > a[1]) for a, b in ropes
                ]
                inside = sum(crossed) % 2 == 1
            if inside:
                found.append((x, y))
    return found


def _shown(draws: Draws, posts: int) -> Bed:
    while True:
        bed = [(x + 4, y + 4) for x, y in _random_bed(draws, posts, 4, 1)]
        turns = {_turn(bed[i - 2], bed[i - 1], bed[i]) for i in range(posts)}
        inside, rim = len(_planted(bed, "inside")), len(_planted(bed, "rim"))
        far = all(abs(a[0] - b[0]) + abs(a[1] - b[1]) >= 3 for i, a in enumerate(bed) for b in bed[:i])
        if (
            far
            and _is_clear(bed)
            and len(turns) == (1 if posts == 4 else 2)
            and inside >= 8
            and rim - inside >= 5
        ):
            return bed


def _is_clear(bed: Bed) -> bool:
    """Whether each point of the grid is on the ropes of a bed, or well away from each."""
    ropes = list(zip(bed, bed[1:] + bed[:1], strict=True))
    for x in range(9):
        for y in range(9):
            for a, b in ropes:
                cross = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
                length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
                along = (b[0] - a[0]) * (x - a[0]) + (b[1] - a[1]) * (y - a[1])
                if cross != 0 and 0 <= along <= length and cross * cross * 7 < length:
                    return False
    return True


def sample(draws: Draws) -> dict[str, Any]:
    return {"first": _shown(draws, 4), "second": _shown(draws, 6), "seed": draws.integer(0, 10**9)}


def _text(beds: list[Bed]) -> str:
    rows = [f"{len(bed)}\n" + "".join(f"{x} {y}\n" for x, y in bed) for bed in beds]
    return f"{len(beds)}\n" + "".join(rows)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    count, place = int(lines[0]), 1
    if not 1 <= count <= 30:
        raise ValueError("wrong number of beds")
    for _ in range(count):
        if place >= len(lines):
            raise ValueError("a bed is missing")
        posts = int(lines[place])
        if not 3 <= posts <= 60:
            raise ValueError("wrong number of posts")
        rows = [[int(word) for word in line.split(" ")] for line in lines[place + 1 : place + 1 + posts]]
        if len(rows) != posts or any(len(row) != 2 or max(map(abs, row)) > 10**6 for row in rows):
            raise ValueError("a wrong post")
        if not _is_bed([(row[0], row[1]) for row in rows]):
            raise ValueError("the ropes of a bed touch")
        place += 1 + posts
    if place != len(lines):
        raise ValueError("lines follow the last bed")


def samples(values: dict[str, Any]) -> list[str]:
    return [_text([[(0, 0), (5, 1), (2, 5)], [(-3, 0), (-2, -5), (1, 0), (0, 5)]])]


def _mixed(draws: Draws, beds: int, side: int) -> list[Bed]:
    made = []
    for _ in range(beds):
        bed = _random_bed(draws, draws.integer(4, 9), side, draws.integer(1, 6))
        dx, dy = draws.integer(-side, side), draws.integer(-side, side)
        bed = [(x + dx, y + dy) for x, y in bed]
        made.append(bed[::-1] if draws.chance(1, 2) else bed)
    return made


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("flower_beds", "typical", values["seed"])
    return [_text(_mixed(draws, draws.integer(2, 6), side)) for side in (9, 12, 20, 50, 100, 1000)]


def edge(values: dict[str, Any]) -> list[str]:
    end = 10**6
    return [
        _text([[(0, 0), (2, 1), (1, 0)], [(0, 0), (0, 1), (1, 0)]]),
        _text([[(0, 0), (0, 3), (3, 3), (3, 0)]]),
        _text(
            [[(-end, -end), (end, -end), (end, end), (-end, end)], [(end, end), (end - 1, end), (-end, -end)]]
        ),
        _text([[(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)]]),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("flower_beds", "large", values["seed"])
    return [
        _text([_random_bed(draws, 60, 10**6, 1)[:: draws.choice((1, -1))] for _ in range(3)]),
        _text([_random_bed(draws, 30, 10**5, 10)[:: draws.choice((1, -1))] for _ in range(6)]),
        _text(_mixed(draws, 30, 10**5)),
    ]


_UNIT = 52.0


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1020, 640)
    for left, name in ((12, "first"), (516, "second")):
        frame(canvas, left, 12, 492, 540, title=f"{name.capitalize()} bed")

        def at(x: int, y: int, left: int = left) -> Point:
            return left + 38 + x * _UNIT, 80 + (8 - y) * _UNIT

        canvas.polygon([at(*post) for post in values[name]], fill="white", line=4)
        for x in range(9):
            canvas.line(at(x, 0), at(x, 8), stroke="silver", line=2, guide=True)
            canvas.line(at(0, x), at(8, x), stroke="silver", line=2, guide=True)
        canvas.polygon([at(*post) for post in values[name]], line=4)
        for plant in _planted(values[name], variant):
            _plant(canvas, at(*plant))
        for post in values[name]:
            _post(canvas, at(*post))
    _post(canvas, (330, 596))
    canvas.text(354, 596, "post", anchor="start")
    _plant(canvas, (560, 596))
    canvas.text(584, 596, "plant", anchor="start")
    return [canvas]


def _plant(canvas: Canvas, place: Point) -> None:
    canvas.circle(*place, 12, fill="green", stroke="white", line=2)


def _post(canvas: Canvas, place: Point) -> None:
    canvas.rect(place[0] - 12, place[1] - 12, 24, 24, fill="orange", line=3)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    parts = []
    for name in ("first", "second"):
        posts = ", ".join(map(str, values[name]))
        plants = ", ".join(map(str, _planted(values[name], variant)))
        parts.append(
            f"{name.capitalize()} bed: posts at {posts}, in the order of the rope; plants at {plants}."
        )
    return [
        "Two beds on a grid of eight by eight squares each, side by side. Here points have coordinates x, y from (0, 0) at "
        "the lower left of a grid to (8, 8) at its upper right, which the picture does not show. A black line goes from "
        "post to post; posts are orange squares, plants green discs. A key below says: post, plant. "
        + " ".join(parts)
    ]
