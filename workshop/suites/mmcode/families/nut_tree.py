"""A squirrel collects the nuts of a tree in baskets.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import chain
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Nut Tree"
LEVEL = "medium"
CATEGORY = "tree"
PICTURES = (("tree",), ("others",))
VARIANTS = ("after-first", "from-right")
COMPARE = "tokens"

MOST = 200  #: maximum number of forks
MOST_NUTS = 12  #: maximum number of nuts at a fork

STATEMENT = """
A squirrel collects the nuts of a tree. Some nuts hang at every fork of the tree. The squirrel goes to the forks in an
order that depends only on the shape of the tree. The first picture shows a tree; the number in each circle tells when the
squirrel is at this fork: 1 is the first fork at which it takes nuts, and so on. It proceeds in the same way at every fork
of every tree, no matter how many branches lead on from a fork.

![image](1.png)

At each fork the squirrel takes all nuts. It puts them into baskets of one size. The second picture shows this size, how
many nuts were at the first forks of some tree, in the order of the squirrel, and what lies in the baskets. The
squirrel never divides the nuts of a fork: if they do not fit into the basket that it has begun, it closes this basket
for ever and begins a new one.

![image](2.png)

Input

The first line has an integer n, the number of forks (1 <= n <= 200). The forks have the numbers 1 to n, and fork 1 is the
one at the top of the drawing. The second line has n integers: for each fork the number of the fork above it, and 0 for
fork 1. Except for fork 1, the fork above has a smaller number. Forks below the same fork are drawn from left to right
in the order of their numbers. The third line has n integers from 1 to 12: the nuts at the forks 1 to n.

Output

Print one line with two integers: the number of baskets that the squirrel needs, and the number of the fork from which
the first nuts in the last basket come.
"""

REFERENCE = """
from collections import defaultdict


def solution(text: str) -> str:
    above, nuts = [[int(word) for word in line.split()] for line in text.split("\\n")[1:3]]
    below = defaultdict(list)
    for fork, parent in enumerate(above, 1):
        below[parent].append(fork)

    def way(fork: int) -> list[int]:
        parts = [way(other) for other in below[fork]]
        return $change

    begun, free = [], 0
    for fork in way(1):
        if nuts[fork - 1] > free:
            begun.append(fork)
            free = $size
        free -= nuts[fork - 1]
    return f"{len(begun)} {begun[-1]}"
"""
CHANGE = {
    "after-first": "sum(parts[:1], []) + [fork] + sum(parts[1:], [])",
    "from-right": "sum(parts[::-1], []) + [fork]",
}

WRONG = {
    "fork-before-its-branches": REFERENCE.replace("$change", "[fork] + sum(parts, [])"),
    "fork-after-its-branches": REFERENCE.replace("$change", "sum(parts, []) + [fork]"),
    "fork-before-the-last-branch": REFERENCE.replace(
        "$change", "sum(parts[:-1], []) + [fork] + sum(parts[-1:], [])"
    ),
    "fills-baskets-to-the-brim": REFERENCE.replace("free = $size", "free += $size"),
    "forks-by-number": REFERENCE.replace("in way(1)", "in range(1, len(nuts) + 1)"),
}
EQUIVALENT = {"0 → -1": "The first fork begins the first basket, as it has at least one nut."}


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"size": draws.integer(15, 29), "seed": draws.integer(1, 10**9)}
    values["shapes"] = draws.shuffled([[[], []], [[], [], [], []], [[[], [], []]]])
    values["stock"] = _stock(draws, values["size"])
    return values


def _stock(draws: Draws, size: int) -> list[int]:
    """Draw nuts for the second picture: two closed baskets, one of them full, and a third that is begun."""
    while True:
        nuts = draws.integers(8, 2, MOST_NUTS)
        baskets = _baskets(nuts, size)
        sums = [sum(basket) for basket in baskets]
        if len(baskets) == 3 and size in sums[:2] and min(sums[:2]) < size - 2 and nuts[-1] < size - sums[-1]:
            return nuts


def _baskets(nuts: list[int], size: int) -> list[list[int]]:
    baskets: list[list[int]] = [[]]
    for count in nuts:
        if sum(baskets[-1]) + count > size:
            baskets.append([])
        baskets[-1].append(count)
    return baskets


def _input(above: list[int], nuts: list[int]) -> str:
    return "\n".join([str(len(above)), " ".join(map(str, above)), " ".join(map(str, nuts))]) + "\n"


def _random_input(draws: Draws, count: int, reach: int) -> str:
    """Return a tree in which each fork hangs below one of the last ``reach`` forks."""
    above = [0, *(draws.integer(max(1, fork - reach), fork - 1) for fork in range(2, count + 1))]
    return _input(above, draws.integers(count, 1, MOST_NUTS))


def check_input(values: dict[str, Any], text: str) -> None:
    head, *rows = text.removesuffix("\n").split("\n")
    above, nuts = [[int(word) for word in row.split(" ")] for row in rows]
    if not 1 <= int(head) == len(above) == len(nuts) <= MOST:
        raise ValueError("another number of forks")
    if above[0] != 0 or not all(1 <= parent < fork for fork, parent in enumerate(above[1:], 2)):
        raise ValueError("a fork hangs below no fork with a smaller number")
    if not all(1 <= count <= MOST_NUTS for count in nuts):
        raise ValueError("a number of nuts out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("nut_tree", values["seed"], "samples")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    found: list[str] = []
    while len(found) < 2:
        text = _random_input(draws, 6 + 2 * len(found), 4)
        if agreeing([text], solve) and solve["after-first"](text)[0] == "23"[len(found)]:
            found.append(text)
    return found


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("nut_tree", values["seed"], "typical")
    sizes = ((7, 5), (9, 3), (12, 6), (16, 4), (25, 12), (40, 5), (60, 60))
    return [_random_input(draws, *size) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("nut_tree", values["seed"], "edge")
    size = values["size"]
    halves = [size // 2, size - size // 2]
    return [
        _input([0], [1]),
        _input([0, *[1] * 20], draws.integers(21, 1, MOST_NUTS)),
        _input([0, 1, 1, 1, 1, 1, 1], [MOST_NUTS - 1, MOST_NUTS, 1, MOST_NUTS, 2, MOST_NUTS, MOST_NUTS]),
        _input(list(range(30)), [MOST_NUTS] * 29 + [1]),
        _input([0, 1, 1, 2, 2, 3, 3], [1, *[min(MOST_NUTS, half) for half in halves * 3]]),
        _random_input(draws, 33, 2).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("nut_tree", values["seed"], "large")
    return [_random_input(draws, MOST, reach) for reach in (2, 9, MOST)]


def _shown_tree(values: dict[str, Any]) -> list[int]:
    """Return the forks above those of the first picture, numbered row by row."""
    above, row = [0], [(1, values["shapes"])]
    while row:
        below = []
        for fork, shapes in row:
            for shape in shapes:
                above.append(fork)
                below.append((len(above), shape))
        row = below
    return above


def _order(above: list[int], variant: str, fork: int = 1) -> list[int]:
    parts = [_order(above, variant, other) for other, parent in enumerate(above, 1) if parent == fork]
    before, after = (parts[::-1], []) if variant == "from-right" else (parts[:1], parts[1:])
    return [*chain(*before), fork, *chain(*after)]


def _places(above: list[int]) -> dict[int, tuple[float, float]]:
    """Place the forks: leaves next to each other, and every other fork above the middle of its branches."""
    places: dict[int, tuple[float, float]] = {}
    leaves = 0

    def place(fork: int, depth: int) -> None:
        nonlocal leaves
        below = [other for other, parent in enumerate(above, 1) if parent == fork]
        for other in below:
            place(other, depth + 1)
        if below:
            x = (places[below[0]][0] + places[below[-1]][0]) / 2
        else:
            x = 60 + 95.0 * leaves
            leaves += 1
        places[fork] = x, 60 + 125.0 * depth

    place(1, 0)
    return places


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    above = _shown_tree(values)
    places = _places(above)
    tree = Canvas(890, 500)
    for fork, parent in enumerate(above, 1):
        if parent:
            tree.line(places[parent], places[fork], line=4)
    for when, fork in enumerate(_order(above, variant), 1):
        tree.circle(*places[fork], 30, fill="paleorange", line=3)
        tree.text(*places[fork], when, bold=True, size=28)
    return [tree, _draw_baskets(values)]


def _draw_baskets(values: dict[str, Any]) -> Canvas:
    canvas = Canvas(860, 500)
    nuts = values["stock"]
    canvas.text(40, 40, "nuts at the forks", bold=True, anchor="start")
    for place, count in enumerate(nuts):
        x = 62 + 104.0 * place
        canvas.circle(x, 96, 30, fill="paleorange", line=3)
        canvas.text(x, 96, count, bold=True, size=26)
        if place:
            arrows.arrow(canvas, (x - 70, 96), (x - 36, 96), line=3, head=12)
    for number, basket in enumerate(_baskets(nuts, values["size"])):
        left = 40 + 270.0 * number
        canvas.line((left, 190), (left + 24, 400), (left + 216, 400), (left + 240, 190), line=5)
        for place, count in enumerate(basket):
            x, y = left + 66 + 54.0 * (place % 3), 364 - 62.0 * (place // 3)
            canvas.circle(x, y, 25, fill="paleorange", line=3)
            canvas.text(x, y, count, bold=True, size=24)
    canvas.text(40, 455, f"one basket holds {values['size']} nuts", bold=True, anchor="start", size=26)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    above = _shown_tree(values)
    when = {fork: place for place, fork in enumerate(_order(above, variant), 1)}
    parts = []
    for fork in range(1, len(above) + 1):
        below = [str(when[other]) for other, parent in enumerate(above, 1) if parent == fork]
        if below:
            parts.append(f"below {when[fork]}, from left to right, {', '.join(below)}")
    nuts = " ".join(map(str, values["stock"]))
    baskets = "; ".join(" ".join(map(str, basket)) for basket in _baskets(values["stock"], values["size"]))
    return [
        (
            "The picture shows a tree that grows downwards: circles with numbers, joined by lines. The circle at the top has "
            f"the number {when[1]}; {'; '.join(parts)}. The other circles have no lines downwards."
        ),
        (
            'The picture has a row of circles with numbers, joined by arrows to the right, below the words "nuts at the forks": '
            f"{nuts}. Below it are three open baskets with circles in them, from left to right: {baskets}. Under the baskets "
            f'is written "one basket holds {values["size"]} nuts".'
        ),
    ]
