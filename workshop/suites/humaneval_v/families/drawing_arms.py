"""The path of a pen on an arm that follows a pin around a screw.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.authoring.source import compile_solution
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 2
KINDS = ("coordinates", "geometry")
TASK_TYPE = "Iteration"
ASPECTS = ("Spatial Transformations", "Geometric Objects")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
EQUIVALENT = {"across, up = (across * 1.0, up * 1.0) → pass": "whole numbers are equal to floats"}

TEXT = '''\
def solution(path: list[list[int]]) -> list[list[float]]:
    """
    A pin (blue, with a solid line) is led along a path on a board. An arm on a screw, the black square, moves a
    pen (red, with a dashed line). Dots show where both are at each step, a large dot where they begin, and
    each ring around a red dot one more step at which the pen is still there. Find the pen for another path.

    Parameters:
        path (list[list[int]]): Where the pin is at each step: squares to the right of the screw, and upward.

    Returns:
        list[list[float]]: Where the pen is at each step, in the same form, in whole and half squares.
    """
'''

#: Twice the length of the pen's arm, in arms of the pin; and where the pen is for a pin at (x, y).
LENGTHS = (1, 2, 3, 4)
TURNS = ("x, y", "-x, y", "x, -y", "-x, -y", "y, x", "-y, x", "y, -x", "-y, -x")
#: In which half of the board the pin changes the arm, and how.
CHANGES = ("", "-across, -up", "up, across", "-up, -across")
HALVES = [("", ""), *product(("x < 0", "x > 0", "y < 0", "y > 0"), CHANGES[1:])]
FOLDS = ("", "across = abs(across)", "across = -abs(across)", "up = abs(up)", "up = -abs(up)")
LATE = (0, 1, 2)  #: steps by which the arm is late
DRIFTS = ("", "across += step / 2", "across -= step / 2", "up += step / 2", "up -= step / 2")
BRAKES = (
    "",
    "x < path[step - 1][0]",
    "x > path[step - 1][0]",
    "y < path[step - 1][1]",
    "y > path[step - 1][1]",
)
PARTS = {
    "length": len(LENGTHS), "turn": len(TURNS), "half": len(HALVES), "fold": len(FOLDS), "late": len(LATE),
    "drift": len(DRIFTS), "brake": len(BRAKES),
}  # fmt: skip
CONTEXTS = ("half", "fold", "late", "drift", "brake")
EDGE = 5  #: squares from the screw to the edge of a board in the picture
MOST, NEAR = 3, 0.4  #: steps at one place; squares from a dot to a line that it does not end, at least


@dataclass(frozen=True)
class Arm:
    """Parameters: the mutation, the seed of the paths, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Arm:
    order, rules = draws.shuffled(CONTEXTS), []
    for level in range(len(MUTATIONS)):
        rule = {"length": draws.integer(0, 3), "turn": draws.integer(1, 7)}
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rules.append(
            tuple({**rule, **{name: active[name] * (name in order[:level]) for name in CONTEXTS}}.items())
        )
    return Arm(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(arm: Arm) -> str:
    return program(dict(arm.rules[MUTATIONS.index(arm.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    lines = ["def solution(path: list[list[int]]) -> list[list[float]]:", "    pen = []"]
    late = LATE[rule["late"]]
    lines += [
        "    for step in range(len(path)):",
        f"        x, y = path[{f'max(0, step - {late})' if late else 'step'}]",
    ]
    lines += [f"        across, up = {TURNS[rule['turn']]}"]
    if rule["half"]:
        lines += ["        if {}:\n            across, up = {}".format(*HALVES[rule["half"]])]
    length = LENGTHS[rule["length"]] / 2
    lines += [f"        across, up = across * {length}, up * {length}"]
    lines += [f"        {line}" for line in (FOLDS[rule["fold"]], DRIFTS[rule["drift"]]) if line]
    if brake := BRAKES[rule["brake"]]:
        lines += ["        x, y = path[step]"] * bool(late)
        lines += [f"        if step > 0 and {brake}:", "            across, up = pen[-1]"]
    return "\n".join([*lines, "        pen.append([across, up])", "    return pen"])


Values = npt.NDArray[np.int64]


def _pens(rules: Choices, call: Call) -> Values:
    """Return twice the pen's places by each rule, of shape (rules, steps, 2)."""
    path, found = call[0], list[Values]()
    for step, (now_x, now_y) in enumerate(path):
        x, y = np.array([path[max(0, step - late)] for late in LATE])[rules["late"]].T
        across, up = (
            np.choose(rules["turn"], column)
            for column in ([x, -x, x, -x, y, -y, y, -y], [y, y, -y, -y, x, x, -x, -x])
        )
        active = {"": x > EDGE, "x < 0": x < 0, "x > 0": x > 0, "y < 0": y < 0, "y > 0": y > 0}
        hit = np.choose(rules["half"], [active[where] for where, _ in HALVES])
        change = hit * np.array([CHANGES.index(change) for _, change in HALVES])[rules["half"]]
        across, up = (
            np.choose(change, [across, -across, up, -up]),
            np.choose(change, [up, -up, across, -across]),
        )
        length, fold, drift = np.array(LENGTHS)[rules["length"]], rules["fold"], rules["drift"]
        across, up = across * length, up * length
        across = np.choose(fold, [across, abs(across), -abs(across), across, across])
        up = np.choose(fold, [up, up, up, abs(up), -abs(up)])
        across += step * np.array([0, 1, -1, 0, 0])[drift]
        up += step * np.array([0, 0, 0, 1, -1])[drift]
        pen = np.stack([across, up], axis=1)
        if step:
            was_x, was_y = path[step - 1]
            stops = [False, now_x < was_x, now_x > was_x, now_y < was_y, now_y > was_y]
            pen = np.where(np.array(stops)[rules["brake"]][:, None], found[-1], pen)
        found.append(pen)
    return np.stack(found, axis=1)


def rule_space(_arm: Arm) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=_pens, coded=lambda pen: 2 * np.array(pen))


def _path(draws: Draws, steps: int) -> Call:
    """Draw a path of different points that bends at every point, up to three squares from the screw."""
    while True:
        path = [[draws.integer(-3, 3), draws.integer(-3, 3)]]
        upright = draws.chance(1, 2)
        for step in range(steps - 1):
            point = list(path[-1])
            point[(step + upright) % 2] = draws.integer(-3, 3)
            path.append(point)
        signs = {(axis, point[axis] > 0) for point in path for axis in (0, 1) if point[axis]}
        if len({(0, 0), *map(tuple, path)}) == steps + 1 and len(signs) == 4:
            return (path,)


def calls(arm: Arm) -> list[Call]:
    draws = Draws(arm.seed, "calls")
    return [_path(draws, draws.integer(6, 8)) for _ in range(14)]


def examples(arm: Arm) -> list[Call]:
    return list(_shown(arm.seed, arm.rules))


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return paths that leave one rule of the space for each mutation, with all pens on the board."""
    draws, arm = Draws(seed, "examples"), Arm("", seed, rules)
    right = [compile_solution(program(dict(rule))) for rule in rules]

    def candidate() -> Call:
        while True:
            call = _path(draws, 5)
            if _legible(*call) and all(_legible(solve(*call)) for solve in reversed(right)):
                return call

    return telling_examples(
        rule_space(arm),
        rules=[dict(rule) for rule in rules],
        asked=calls(arm),
        shown=[candidate()],
        candidate=candidate,
        numbers=range(6, 10),
    )


def _legible(path: Sequence[Sequence[float]]) -> bool:
    """Whether the order of a path's places can be seen: no dot lies on a line that it does not end.

    All are on the board, none is left and met again, and at most two rings are around a dot.
    """
    if max(abs(part) for place in path for part in place) >= EDGE:
        return False
    places = [path[0], *(here for before, here in pairwise(path) if here != before)]
    once = all(places.count(place) == 1 and path.count(place) <= MOST for place in places)
    return once and not any(
        place not in line and _beside(place, *line) for line in pairwise(places) for place in places
    )


def _beside(place: Sequence[float], start: Sequence[float], end: Sequence[float]) -> bool:
    """Whether a place is nearer than NEAR to the line from one place to another."""
    (x, y), (across, up) = start, (end[0] - start[0], end[1] - start[1])
    right, above = place[0] - x, place[1] - y
    share = min(max((across * right + up * above) / (across**2 + up**2), 0), 1)
    return (right - share * across) ** 2 + (above - share * up) ** 2 < NEAR**2


ACROSS, PITCH, MARGIN = 3, 30.0, 8.0  #: boards in a line; side of a square and room between boards, px


def picture(arm: Arm, solve: Solve) -> Canvas:
    shown, side = examples(arm), 2 * EDGE * PITCH + 2 * MARGIN
    canvas = Canvas(round(ACROSS * side + 2 * MARGIN), round(-(-len(shown) // ACROSS) * side + 2 * MARGIN))
    for place, (path,) in enumerate(shown):
        row, column = divmod(place, ACROSS)
        middle = (MARGIN + side * (column + 0.5), MARGIN + side * (row + 0.5))
        _board(canvas, middle, path, solve(path))
    return canvas


def _board(canvas: Canvas, middle: Point, path: list[list[int]], pen: list[list[float]]) -> None:
    """Draw the squares of a board, the arm at the first step, and the dots of pin and pen."""

    def at(x: float, y: float) -> Point:
        return middle[0] + PITCH * x, middle[1] - PITCH * y

    for line in range(-EDGE, EDGE + 1):
        canvas.line(at(line, -EDGE), at(line, EDGE), stroke="silver", line=2, guide=True)
        canvas.line(at(-EDGE, line), at(EDGE, line), stroke="silver", line=2, guide=True)
    canvas.rect(middle[0] - 10, middle[1] - 10, 20, 20, fill="ink", stroke=None)
    canvas.line(at(*path[0]), middle, at(*pen[0]), stroke="grey", line=4)
    ways: list[tuple[list[Point], Colour, float, float]] = [
        ([at(*place) for place in path], "blue", 6, 10),
        ([at(*place) for place in pen], "red", 3, 5),
    ]
    for places, colour, width, radius in ways:
        canvas.line(*places, stroke=colour, line=width, dashed=colour == "red")
        for number, (x, y) in enumerate(places):
            stays = places[:number].count((x, y))
            if stays:
                canvas.circle(x, y, 8.5 + 4 * stays, stroke=colour, line=2)
            else:
                canvas.circle(x, y, radius if number else 1.5 * radius, fill=colour, stroke="white", line=2)


def describe(arm: Arm, solve: Solve) -> str:
    shown = "; ".join(f"pin {path}, pen {solve(path)}" for (path,) in examples(arm))
    return (
        "The picture shows boards with squares and a black screw in the middle. A grey arm joins the screw with the first dots of a "
        "blue path, that of the pin, and of a red one, that of the pen. In words, the places on both paths, as squares to the "
        f"right of the screw and upward: {shown}."
    )
