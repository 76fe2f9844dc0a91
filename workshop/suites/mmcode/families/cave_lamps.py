"""Lamps in caves that branch: the cheapest lamps that light every cave.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import point_on_circle
from workshop.suites.mmcode.families._tree_places import tree_places

VERSION = 1
TITLE = "Cave Lamps"
LEVEL = "long"
CATEGORY = "tree"
PICTURES = (("tree",), ("tree",))
VARIANTS = ("downwards", "around")
COMPARE = "tokens"

MOST = 300  #: maximum number of caves
DEAREST = 99  #: highest price of a lamp

STATEMENT = """
Caves lie below each other in a mountain. The first cave has the only way out. Every other cave is joined by one passage to a
cave above it, and any number of passages can lead down from a cave. A guide wants to light all caves. A lamp can be hung in
any cave; it lights this cave and some of the caves near it.

The first picture shows two mountains with a single lamp in each. A square is a cave with a lamp, and a circle is a cave
without one. White caves with rays are lit by the lamp, and black caves are dark. Lamps in other mountains
light the caves in the same way. Whether a lamp lights a cave depends only on the passages between the two: how many there
are, and whether they lead up or down from the lamp.

![image](1.png)

In some caves a lamp costs more than in others. The second picture shows a mountain with the price of a lamp in each cave.
Squares are again the caves in which the guide hung lamps. Every cave is lit, and no cheaper choice of lamps lights all
caves of this mountain.

![image](2.png)

Find the smallest sum of prices for which all caves of a mountain are lit.

Input

The first line has an integer n, the number of caves (1 <= n <= 300). The second line has n integers: for each of the caves
1 to n the number of the cave above it, and 0 for cave 1, the one with the way out. The cave above has a smaller number. The
third line has n integers from 1 to 99: the prices of a lamp in the caves 1 to n.

Output

Print one integer: the smallest sum of prices.
"""

_READ = """
from collections import defaultdict


def solution(text: str) -> str:
    above, prices = [[int(word) for word in line.split()] for line in text.split("\\n")[1:3]]
"""
REFERENCE = {
    "downwards": _READ
    + """
    below = defaultdict(lambda: [0, 0, 0])
    for cave in range(len(above), 0, -1):
        unlit, once, twice = below[cave]
        lamp = prices[cave - 1] + twice
        best = [lamp, min(lamp, unlit), min(lamp, once)]
        for reach in range(3):
            below[above[cave - 1]][reach] += best[reach]
    return str(below[0][0])
""",
    "around": _READ
    + """
    below = defaultdict(lambda: [0, 0, float("inf")])
    for cave in range(len(above), 0, -1):
        free, alone, extra = below[cave]
        lamp = prices[cave - 1] + free
        lit = min(lamp, alone + extra)
        parent = below[above[cave - 1]]
        parent[0] += min(lit, alone)
        parent[1] += lit
        parent[2] = min(parent[2], lamp - lit)
    return str(below[0][1])
""",
}

#: The caves that a lamp in ``cave`` lights; only for a wrong program.
CHANGE = {
    "downwards": "{x for x in caves if cave in (x, above[x], above[above[x]])}",
    "around": "{x for x in caves if cave in (x, above[x]) or above[cave] == x}",
}
_LIGHT = """
def solution(text: str) -> str:
    lines = text.split("\\n")
    above = [0] + [int(word) for word in lines[1].split()]
    prices = [0] + [int(word) for word in lines[2].split()]
    caves = range(1, len(above))
    lit_by = {cave: $change for cave in caves}
    dark, paid = set(caves), 0
"""
WRONG = {
    "most-caves-for-a-coin-first": _LIGHT
    + """
    while dark:
        best = max(caves, key=lambda cave: len(lit_by[cave] & dark) / prices[cave])
        paid += prices[best]
        dark -= lit_by[best]
    return str(paid)
""",
    "cheapest-lamp-for-each-dark-cave": _LIGHT
    + """
    while dark:
        cave = max(dark)
        best = min((other for other in caves if cave in lit_by[other]), key=lambda other: prices[other])
        paid += prices[best]
        dark -= lit_by[best]
    return str(paid)
""",
    "only-the-caves-just-below": _READ
    + """
    below = defaultdict(lambda: [0, 0])
    for cave in range(len(above), 0, -1):
        lamp = prices[cave - 1] + below[cave][1]
        parent = below[above[cave - 1]]
        parent[0] += lamp
        parent[1] += min(lamp, below[cave][0])
    return str(below[0][0])
""",
}


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    values["middle"] = _middle(draws)
    values["top"] = [0, 1, 1, *sorted([2, 3, draws.integer(2, 3)]), 4, draws.choice((5, 6)), 7]
    while True:
        below = sorted([1, 1, draws.integer(1, 3), 2, 3, draws.integer(2, 4), 4, 5, draws.integer(5, 7)])
        above = [0, *below]
        prices = draws.sample(range(2, 21), len(above))
        lamps = {variant: _best(above, prices, variant) for variant in VARIANTS}
        if all(3 <= len(best) <= 4 for best in lamps.values()) and lamps["downwards"] != lamps["around"]:
            break
    return {**values, "above": above, "prices": prices, **lamps}


def _middle(draws: Draws) -> list[int]:
    """Return a mountain with caves up to three passages below cave 3, which has two caves above it and a sister."""
    return [0, 1, 2, 2, 3, 3, *draws.choice(([5, 5, 6], [5, 6, 6])), 4, draws.integer(7, 9)]


def _lit(above: list[int], lamp: int, variant: str) -> set[int]:
    over = [0, *above]
    caves = range(1, len(over))
    if variant == "downwards":
        return {cave for cave in caves if lamp in (cave, over[cave], over[over[cave]])}
    return {cave for cave in caves if lamp in (cave, over[cave]) or over[lamp] == cave}


def _best(above: list[int], prices: list[int], variant: str) -> list[int]:
    """Return the only cheapest choice of lamps of a small mountain; empty if several are cheapest."""
    caves = range(1, len(above) + 1)
    lit = {cave: sum(1 << other for other in _lit(above, cave, variant)) for cave in caves}
    found: dict[int, list[int]] = {}
    for chosen in range(1, 1 << len(above)):
        lamps = [cave for cave in caves if chosen >> (cave - 1) & 1]
        light = 0
        for lamp in lamps:
            light |= lit[lamp]
        if light == (1 << (len(above) + 1)) - 2:
            found.setdefault(sum(prices[lamp - 1] for lamp in lamps), []).append(chosen)
    choices = found[min(found)]
    return [cave for cave in caves if choices[0] >> (cave - 1) & 1] if len(choices) == 1 else []


def _input(above: list[int], prices: list[int]) -> str:
    return "\n".join([str(len(above)), " ".join(map(str, above)), " ".join(map(str, prices))]) + "\n"


def _random_input(draws: Draws, count: int, reach: int, dearest: int = DEAREST) -> str:
    """Return a mountain in which each cave hangs below one of the last ``reach`` caves."""
    above = [0, *(draws.integer(max(1, cave - reach), cave - 1) for cave in range(2, count + 1))]
    return _input(above, draws.integers(count, 1, dearest))


def check_input(values: dict[str, Any], text: str) -> None:
    head, *rows = text.removesuffix("\n").split("\n")
    above, prices = [[int(word) for word in row.split(" ")] for row in rows]
    if not 1 <= int(head) == len(above) == len(prices) <= MOST:
        raise ValueError("another number of caves")
    if above[0] != 0 or not all(1 <= parent < cave for cave, parent in enumerate(above[1:], 2)):
        raise ValueError("a cave hangs below no cave with a smaller number")
    if not all(1 <= price <= DEAREST for price in prices):
        raise ValueError("a price out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("cave_lamps", values["seed"], "samples")
    solve = solvers(REFERENCE, values)
    found: list[str] = []
    while len(found) < 2:
        text = _random_input(draws, 6 + 2 * len(found), 3, 20)
        if agreeing([text], solve):
            found.append(text)
    return found


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("cave_lamps", values["seed"], "typical")
    sizes = ((7, 3), (9, 4), (12, 3), (18, 6), (30, 4), (60, 20), (14, 14))
    return [_random_input(draws, *size) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("cave_lamps", values["seed"], "edge")
    return [
        _input([0], [DEAREST]),
        _input([0, 1], [DEAREST, 1]),
        _input([0, *[1] * 30], [DEAREST, *[3] * 30]),
        _input(list(range(25)), draws.integers(25, 1, 30)),
        _input([0, 1, 1, 1, 2, 3, 4, 5, 6, 7], [1] * 10),
        _random_input(draws, 40, 1).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("cave_lamps", values["seed"], "large")
    return [_random_input(draws, MOST, reach) for reach in (3, 30, MOST)]


def _passages(canvas: Canvas, above: list[int], places: dict[int, tuple[float, float]]) -> None:
    for cave, parent in enumerate(above, 1):
        if parent:
            canvas.line(places[parent], places[cave], line=4)


def _cave(canvas: Canvas, place: tuple[float, float], *, lamp: bool, lit: bool) -> None:
    if lit:
        for turn in range(0, 360, 45):
            ray = [point_on_circle(*place, radius, turn + 22.5) for radius in (30, 44)]
            canvas.line(*ray, stroke="red", line=4)
    if lamp:
        canvas.rect(place[0] - 25, place[1] - 25, 50, 50, fill="white", line=5)
    else:
        canvas.circle(*place, 22, fill="white" if lit else "ink", line=4)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    lights = Canvas(1000, 680)
    for number, (name, lamp) in enumerate((("middle", 3), ("top", 1))):
        frame(lights, 12 + 492 * number, 12, 484, 656, title=f"Mountain {number + 1}")
        places = tree_places(values[name], 80 + 492.0 * number, 100, 110, 106)
        _passages(lights, values[name], places)
        for cave, place in places.items():
            _cave(lights, place, lamp=cave == lamp, lit=cave in _lit(values[name], lamp, variant))
    above = values["above"]
    places = tree_places(above, 70, 60, 120, 115)
    right, bottom = (max(place[axis] for place in places.values()) for axis in (0, 1))
    whole = Canvas(max(330, int(right) + 70), int(bottom) + 60)
    _passages(whole, above, places)
    for cave, (x, y) in places.items():
        if cave in values[variant]:
            whole.rect(x - 30, y - 30, 60, 60, fill="white", line=6)
        else:
            whole.circle(x, y, 29, fill="white", line=3)
        whole.text(x, y, values["prices"][cave - 1], bold=True, size=26)
    return [lights, whole]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    told = []
    for number, (name, lamp) in enumerate((("middle", 3), ("top", 1)), 1):
        lit = _lit(values[name], lamp, variant)
        caves = [
            f"cave {cave}, {'at the top' if not parent else f'below cave {parent}'}, "
            f"{'a white square with rays' if cave == lamp else 'a white circle with rays' if cave in lit else 'a black circle'}"
            for cave, parent in enumerate(values[name], 1)
        ]
        told.append(f"Mountain {number}: {'; '.join(caves)}.")
    caves = [
        f"cave {cave}, {'at the top' if not parent else f'below cave {parent}'}, a "
        f"{'square' if cave in values[variant] else 'circle'} with {price}"
        for cave, (parent, price) in enumerate(zip(values["above"], values["prices"], strict=True), 1)
    ]
    return [
        (
            "The picture has two frames with a tree of caves that grows downwards; lines are passages. The caves have no "
            f"numbers in the picture; the numbers here only tell them apart, and grow from left to right. {' '.join(told)}"
        ),
        (
            "The picture shows a tree of caves that grows downwards, with a number in every cave; lines are passages. Caves "
            "have only their price in the picture; the numbers of caves here only tell them apart, and grow from left to "
            f"right: {'; '.join(caves)}."
        ),
    ]
