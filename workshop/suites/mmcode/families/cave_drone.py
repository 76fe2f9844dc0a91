"""A drone flies through a block of rooms: how long it needs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame

VERSION = 1
TITLE = "The Drone in the Cave"
LEVEL = "long"
CATEGORY = "3d-geometry"
PICTURES = (("3d-geometry",), ("3d-geometry",))
VARIANTS = ("bends", "straight-on")
COMPARE = "tokens"

STATEMENT = """
A cave has been scanned as a block of small cubes; each cube is rock or air. The scan comes in layers, and the first picture shows which
layer lies where: layer 1 is the one that is listed first in the input. All layers have the same rows and columns, and lie exactly above
each other.

![image](1.png)

A drone flies from cube to cube through the air. In one move it goes to a cube that shares a face with its own: to one of the four
neighbours in the same layer, straight up or straight down. It cannot go into rock or leave the block. The second picture shows, seen
from the side, how many seconds single moves take, and in its lower part two flights with the seconds of every move. All four directions in a layer
take the same time. A move that is not the first of a flight can take extra seconds, which stand after a plus sign; whether it
takes them depends only on whether it has the same direction as the move before or not. There are six directions.

![image](2.png)

Find the shortest time from the first cube to the second, for several pairs of cubes.

Input

The first line has four whole numbers: z, r and c, the numbers of layers, rows and columns (each from 1 to 8), and q, the number of pairs
(from 1 to 4). Then follow the z layers, layer 1 first. Each has r lines of c characters: # is rock, and a dot is air. Each of the
last q lines has six whole numbers: layer, row and column of the first cube, and layer, row and column of the second. They count from
1, and both cubes are air.

Output

For each pair, print a line with the number of seconds, or with -1 if the drone cannot get there.
"""

REFERENCE = """
import heapq


def solution(text: str) -> str:
    sizes, *rows = text.splitlines()
    layers, height, width, pairs = map(int, sizes.split())
    air = set()
    for number, line in enumerate(rows[: layers * height]):
        for column, sign in enumerate(line, 1):
            if sign == ".":
                air.add((number // height + 1, number % height + 1, column))
    level, up, down, extra = $times
    moves = [(0, 0, 1, level), (0, 0, -1, level), (0, 1, 0, level), (0, -1, 0, level), ($rise, 0, 0, up)]
    moves.append((-$rise, 0, 0, down))
    lines = []
    for row in rows[layers * height :]:
        ends = list(map(int, row.split()))
        goal = tuple(ends[3:])
        queue = [(0, tuple(ends[:3]), None)]
        done = set()
        best = -1
        while queue:
            seconds, place, last = heapq.heappop(queue)
            if place == goal:
                best = seconds
                break
            if (place, last) in done:
                continue
            done.add((place, last))
            for number, (z, y, x, cost) in enumerate(moves):
                near = (place[0] + z, place[1] + y, place[2] + x)
                if near in air:
                    if $change:
                        cost += extra
                    heapq.heappush(queue, (seconds + cost, near, number))
        lines.append(str(best))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"bends": "last is not None and last != number", "straight-on": "last == number"}
WRONG = {
    "upside-down": REFERENCE.replace("($rise, 0, 0, up)", "(-$rise, 0, 0, up)").replace(
        "(-$rise, 0, 0, down)", "($rise, 0, 0, down)"
    ),
    "no-extra": REFERENCE.replace("cost += extra", "cost += 0"),
    "forgets-direction": REFERENCE.replace("(place, last) in done", "place in done").replace(
        "done.add((place, last))", "done.add(place)"
    ),
}
EQUIVALENT = {
    "place[1] + y → place[1] - y": "front and back take the same time",
    "place[2] + x → place[2] - x": "left and right take the same time",
}


def sample(draws: Draws) -> dict[str, Any]:
    level = draws.integer(2, 4)
    times = [level, level + draws.integer(2, 4), level - 1, draws.integer(2, 4)]
    values: dict[str, Any] = {"times": times, "rise": draws.choice((1, -1)), "seed": draws.integer(0, 10**9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    block = _block(draws, 2, 3, 4, 3)
    air = _air(block)
    kinds: dict[str, list[int]] = {}
    for _ in range(80):
        pair = [*draws.choice(air), *draws.choice(air)]
        if agreeing([_text(block, [pair])], solve):
            kinds.setdefault(solve["bends"](_text(block, [pair])).strip(), []).extend(pair)
    if "-1" not in kinds or len(kinds) < 4:
        raise UnfitError("the sample would show too few answers")
    shown = [kinds["-1"][:6], *[pair[:6] for answer, pair in kinds.items() if answer not in ("-1", "0")][:2]]
    values["sample"] = _text(block, shown)
    return values


Block = list[list[str]]


def _block(draws: Draws, layers: int, rows: int, columns: int, of: int) -> Block:
    return [
        ["".join("#" if draws.chance(1, of) else "." for _ in range(columns)) for _ in range(rows)]
        for _ in range(layers)
    ]


def _air(block: Block) -> list[tuple[int, int, int]]:
    return [
        (z + 1, y + 1, x + 1)
        for z, layer in enumerate(block)
        for y, row in enumerate(layer)
        for x, sign in enumerate(row)
        if sign == "."
    ]


def _text(block: Block, pairs: list[list[int]]) -> str:
    lines = [f"{len(block)} {len(block[0])} {len(block[0][0])} {len(pairs)}"]
    lines += [row for layer in block for row in layer]
    return "\n".join([*lines, *(" ".join(map(str, pair)) for pair in pairs)]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    first, *lines = text.removesuffix("\n").split("\n")
    layers, rows, columns, pairs = map(int, first.split(" "))
    if not all(1 <= size <= 8 for size in (layers, rows, columns)) or not 1 <= pairs <= 4:
        raise ValueError("a size is out of range")
    cave = lines[: layers * rows]
    if len(lines) != layers * rows + pairs or any(
        len(row) != columns or set(row) - set("#.") for row in cave
    ):
        raise ValueError("a wrong row of the cave")
    for line in lines[layers * rows :]:
        numbers = [int(word) for word in line.split(" ")]
        if len(numbers) != 6:
            raise ValueError(f"{line} does not have six numbers")
        for z, y, x in (numbers[:3], numbers[3:]):
            is_inside = 1 <= z <= layers and 1 <= y <= rows and 1 <= x <= columns
            if not is_inside or cave[(z - 1) * rows + y - 1][x - 1] == "#":
                raise ValueError(f"{line} has a cube that is not air")


def samples(values: dict[str, Any]) -> list[str]:
    return [values["sample"]]


def _random(draws: Draws, layers: int, rows: int, columns: int, of: int, pairs: int) -> str:
    while True:
        block = _block(draws, layers, rows, columns, of)
        air = _air(block)
        if len(air) >= 2:
            return _text(block, [[*draws.choice(air), *draws.choice(air)] for _ in range(pairs)])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("cave_drone", values["seed"], "typical")
    sizes = [(2, 3, 3), (3, 3, 4), (4, 3, 3), (3, 5, 4), (5, 4, 4), (4, 5, 6)]
    return [_random(draws, *size, draws.integer(3, 5), 4) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    tall = [["."] for _ in range(8)]
    flat = [["....", ".##.", "...."]]
    apart = [["..#..", "##..."], ["..#.#", "#.#.."]]
    return [
        _text([["."]], [[1, 1, 1, 1, 1, 1]]),
        _text(apart, [[1, 1, 1, 1, 1, 5], [1, 2, 4, 2, 2, 5], [2, 1, 4, 2, 2, 2], [2, 2, 5, 1, 1, 4]]),
        _text(tall, [[1, 1, 1, 8, 1, 1], [8, 1, 1, 1, 1, 1], [4, 1, 1, 5, 1, 1]]),
        _text(flat, [[1, 1, 1, 1, 3, 4], [1, 2, 1, 1, 2, 4], [1, 1, 1, 1, 1, 4]]),
        _text(
            [["..", ".#"], ["#.", ".."], ["..", "#."]],
            [[1, 1, 1, 3, 2, 2], [3, 1, 1, 1, 2, 1], [1, 2, 1, 2, 2, 1]],
        ).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("cave_drone", values["seed"], "large")
    return [_random(draws, 8, 8, 8, 3, 4), _random(draws, 8, 8, 8, 4, 4)]


def _directions(variant: str, times: list[int], flight: str) -> list[str]:
    """Return the text at each move of a flight; its letters are l (left), r (right), u (up) and d (down)."""
    level, up, down, extra = times
    texts = []
    for place, move in enumerate(flight):
        cost = {"u": up, "d": down}.get(move, level)
        same = place > 0 and flight[place - 1] == move
        takes = place > 0 and same == (variant == "straight-on")
        texts.append(f"{cost} + {extra} s" if takes else f"{cost} s")
    return texts


FLIGHTS = ("rruur", "uurddr")
_STEP = {"r": (1, 0), "l": (-1, 0), "u": (0, -1), "d": (0, 1)}


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    layers = Canvas(560, 520)
    for place in range(3):
        number = place + 1 if values["rise"] < 0 else 3 - place
        y = 60 + place * 140.0
        layers.polygon([(40, y + 90), (140, y), (400, y), (300, y + 90)], fill="paleblue", line=3)
        layers.polygon([(40, y + 90), (300, y + 90), (300, y + 120), (40, y + 120)], fill="white", line=3)
        layers.polygon([(300, y + 90), (400, y), (400, y + 30), (300, y + 120)], fill="white", line=3)
        layers.text(415, y + 20, f"layer {number}", anchor="start", size=26, bold=True)
    return [layers, _flights(values, variant)]


def _flights(values: dict[str, Any], variant: str) -> Canvas:
    canvas, step = Canvas(1000, 800), 120.0
    frame(canvas, 15, 15, 970, 230, title="Single moves")
    for move, x, y in (("l", 200.0, 130.0), ("r", 320.0, 130.0), ("u", 600.0, 200.0), ("d", 820.0, 90.0)):
        _move(canvas, (x, y), move, 90.0, _directions(variant, values["times"], move)[0])
    for number, flight in enumerate(FLIGHTS):
        left = 15 + number * 465.0
        frame(canvas, left, 260, 455 if number == 0 else 505, 525, title=f"Flight {number + 1}")
        x, y = (left + 55, 660.0) if number == 0 else (left + 125, 660.0)
        for move, text in zip(flight, _directions(variant, values["times"], flight), strict=True):
            _move(canvas, (x, y), move, step, text)
            x, y = x + _STEP[move][0] * step, y + _STEP[move][1] * step
        canvas.circle(x, y, 9, fill="ink")
    return canvas


def _move(canvas: Canvas, start: tuple[float, float], move: str, step: float, text: str) -> None:
    dx, dy = _STEP[move]
    x, y = start
    canvas.circle(x, y, 9, fill="ink")
    arrows.arrow(
        canvas,
        (x + dx * 14, y + dy * 14),
        (x + dx * (step - 12), y + dy * (step - 12)),
        stroke="blue",
        line=4,
    )
    if dx:
        canvas.text(x + dx * step / 2, y + 28, text, size=22, bold=True)
    else:
        canvas.text(
            x + 16 if move == "d" else x - 16,
            y + dy * step / 2,
            text,
            size=22,
            bold=True,
            anchor="start" if move == "d" else "end",
        )


def describe(values: dict[str, Any], variant: str) -> list[str]:
    order = ["layer 1", "layer 2", "layer 3"]
    if values["rise"] > 0:
        order.reverse()
    names = {"l": "left", "r": "right", "u": "up", "d": "down"}
    single = ", ".join(f"{names[m]} {_directions(variant, values['times'], m)[0]}" for m in "lrud")
    flights = []
    for number, flight in enumerate(FLIGHTS, 1):
        texts = _directions(variant, values["times"], flight)
        moves = ", ".join(f"{names[m]} {text}" for m, text in zip(flight, texts, strict=True))
        flights.append(f"Flight {number}: {moves}.")
    return [
        (
            "Three equal flat slabs that float one above the other, seen from the front and from above, with free space between them. To "
            f"the right of each stands its name. From the highest slab to the lowest one: {', '.join(order)}."
        ),
        (
            "A frame with the title Single moves holds four blue arrows from black dots, with a time at each: "
            f"{single}. Below are two frames with chains of such arrows from dot to dot, with a time at each arrow. {' '.join(flights)}"
        ),
    ]
