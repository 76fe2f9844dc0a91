"""Children in a circle count out: in which order they leave.

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
from workshop.drawing.items import point_on_circle

VERSION = 1
TITLE = "Counting Out"
LEVEL = "medium"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure",),)
VARIANTS = ("onwards", "to-and-fro")
COMPARE = "tokens"

MOST, LONGEST = 300, 1000

STATEMENT = """
Some children stand in a circle to find out who may choose the next game. They are numbered, and the number 1 is the child at the
top. The children say a rhyme, and for each word of the rhyme one of them points at the next child of the circle. The child at
whom the last word points leaves the circle. The others stay where they are, and the rhyme begins anew. When only one
child is left, the rhyme is said once more, and this child leaves as well.

The picture shows the first four rounds of such a game with $shown_children children. A cross marks the child that leaves, and a
child that has left before is not drawn any more. The small numbers outside the circle tell at which word of the rhyme it
points to which child; the arrow inside the circle runs from the child of the first word to the child of the last.

![image](1.png)

All games follow the same rules, whatever the number of children and the length of the rhyme are. If the rhyme has more words
than the circle has children, it goes on along the circle, and points to children again. In later rounds, everything
goes on as in the first four.

Input

The first line has two integers n and k, the number of children and the number of words of the rhyme (1 <= n <= 300,
1 <= k <= 1000).

Output

Print one line with the numbers of all children in the order in which they leave, separated by single spaces.
"""

REFERENCE = """
from collections import deque


def solution(text: str) -> str:
    children, words = map(int, text.split())
    circle = deque(range(children))
    left = []
    while circle:
        circle.rotate(1 - words)
        left.append(circle.popleft() * $step % children + 1)
        $change
    return " ".join(map(str, left))
"""
CHANGE = {"onwards": "pass", "to-and-fro": "circle.reverse()"}

WRONG = {
    "first-word-points-at-the-next": REFERENCE.replace("1 - words", "-words"),
    "circle-in-the-other-direction": REFERENCE.replace("* $step", "* -$step"),
    "always-begins-with-the-first-child": REFERENCE.replace(
        "        $change\n",
        "        $change\n        circle = deque(sorted(circle))\n",
    ),
    "children-who-left-are-counted": REFERENCE.replace(
        "        circle.rotate(1 - words)\n",
        "        circle.rotate(1 - words - len(left))\n",
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    children = draws.integer(7, 9)
    values: dict[str, Any] = {"step": draws.choice((1, -1)), "shown_children": children}
    values |= {"shown_words": draws.integer(3, min(5, children - 3)), "seed": draws.integer(1, 10**9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    games = [f"{n} {k}\n" for n, k in draws.shuffled([(n, k) for n in range(3, 8) for k in range(2, 30)])]
    shown = agreeing(games, solve)
    if len(shown) < 2:
        raise UnfitError("no games for the sample")
    return {**values, "shown": sorted(shown[:2])}


def check_input(values: dict[str, Any], text: str) -> None:
    (line,) = text.removesuffix("\n").split("\n")
    n, k = map(int, line.split(" "))
    if not (1 <= n <= MOST and 1 <= k <= LONGEST):
        raise ValueError("too many children or words")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def _games(values: dict[str, Any], games: list[tuple[int, int]]) -> list[str]:
    """Return inputs of games; a game that is a sample gets one child more."""
    texts = [f"{n} {k}\n" for n, k in games]
    return [
        f"{games[at][0] + 6} {games[at][1]}\n" if text in values["shown"] else text
        for at, text in enumerate(texts)
    ]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("counting_out", values["seed"], "typical")
    sizes = draws.sample(range(8, 41), 6)
    return _games(values, [(size, draws.integer(2, 12)) for size in sizes])


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("counting_out", values["seed"], "edge")
    size = draws.integer(5, 9)
    games = [(1, draws.integer(1, 9)), (2, 2), (size, 1), (size + 5, LONGEST), (7, 7), (size + 11, size + 12)]
    texts = _games(values, games)
    return [*texts[:-1], texts[-1].rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("counting_out", values["seed"], "large")
    return [
        f"{MOST} {LONGEST}\n",
        f"{MOST} {draws.integer(2, 9)}\n",
        f"{MOST - 1} {draws.integer(500, 999)}\n",
    ]


def _rounds(values: dict[str, Any], variant: str) -> list[list[int]]:
    """Return for each of the first four rounds the children at whom the words point, in their order."""
    children = values["shown_children"]
    circle = [child * values["step"] % children + 1 for child in range(children)]
    rounds = []
    for _ in range(4):
        pointed = [circle[word % len(circle)] for word in range(values["shown_words"])]
        rounds.append(pointed)
        place = circle.index(pointed[-1])
        circle = circle[place + 1 :] + circle[:place]
        if variant == "to-and-fro":
            circle.reverse()
    return rounds


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1000, 1000)
    rounds, children = _rounds(values, variant), values["shown_children"]
    gone: set[int] = set()
    for number, pointed in enumerate(rounds):
        x, y = 12 + number % 2 * 492.0, 12 + number // 2 * 492.0
        frame(canvas, x, y, 484, 484, title=f"Round {number + 1}")
        x, y = x + 242, y + 258
        for child in range(1, children + 1):
            if child not in gone:
                place = point_on_circle(x, y, 128, 360 / children * (child - 1))
                canvas.circle(*place, 30, fill="paleblue", line=4 if child == pointed[-1] else 3)
                canvas.text(*place, child, bold=True, size=28)
                words = ", ".join(str(word) for word, at in enumerate(pointed, 1) if at == child)
                if words:
                    canvas.text(*point_on_circle(x, y, 200, 360 / children * (child - 1)), words, size=24)
        step = values["step"] * (-1 if variant == "to-and-fro" and number % 2 else 1)
        turns = sum((after - before) * step % children for before, after in pairwise(pointed))
        start = 360 / children * (pointed[0] - 1)
        arrows.arc(
            canvas, (x, y), 74, start, start + 360 / children * step * turns, stroke="blue", line=5, head=20
        )
        left, top = point_on_circle(x, y, 128, 360 / children * (pointed[-1] - 1))
        for turn in (-1, 1):
            for far, near in ((36, 19),):
                canvas.line(
                    (left - far, top - far * turn), (left - near, top - near * turn), stroke="red", line=6
                )
                canvas.line(
                    (left + near, top + near * turn), (left + far, top + far * turn), stroke="red", line=6
                )
        gone.add(pointed[-1])
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    told = []
    gone: list[int] = []
    for number, pointed in enumerate(_rounds(values, variant), 1):
        here = [child for child in range(1, values["shown_children"] + 1) if child not in gone]
        words = [(child, [str(w) for w, at in enumerate(pointed, 1) if at == child]) for child in here]
        marks = ", ".join(f"child {child} has {', '.join(found)}" for child, found in words if found)
        told.append(
            f"Round {number}: the children {', '.join(map(str, here))}; outside the circle {marks}; the arrow runs from "
            f"child {pointed[0]} past the others with numbers to child {pointed[-1]}, which has the cross."
        )
        gone.append(pointed[-1])
    return [
        (
            "The picture has four frames with a circle of children each. The numbers of the children grow clockwise, and child 1 is "
            "at the top. Small numbers are written outside the circle, and an arrow runs along its inside. A red cross marks a "
            f"child. {' '.join(told)}"
        )
    ]
