"""Paths of a garden cross on the level or by bridges; how many moves is it from one pond to another?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from itertools import pairwise, permutations
from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.mmcode.open.families._cards import Card, Point
from benchmark.suites.mmcode.open.families._turned_signs import draw_sign

VERSION = 2
TITLE = "Garden Ways"
CATEGORY = "map"
PICTURES = (("map", "graph"),)
VARIANTS = ("bridges", "gates", "passages", "cards", "mirrors")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
The picture at the end shows the paths of a garden, and its ponds, which are circles with letters. A visitor walks from pond to
pond. One move leads from a pond along the paths to the next pond, with no other pond between; nobody turns round on a path.

- Where two paths cross on the level, their edges end, so that there is an open place. There the visitor goes straight on or turns
into any of the other paths.
- Where a path leads over another one by a bridge, its edges run on, and the edges of the lower path end beside it. There the
visitor can only go straight on, above and below.
- A path with an orange arrowhead has a turnstile, which can be passed only in the direction in which it points.
- A path with a blue bar has a gate. Gates are open during the first move of a walk, closed during the second, open during the third,
and so on. Only gates on a path that leads under a bridge are closed when all others are open, and open when they are closed.
- Two ponds that have the same black sign beside them are joined by a passage; it takes one move in either direction. Of two same
signs one can be turned by any angle, but a sign and its mirror image are two different signs.
- A grey card with a yellow corner hides a part of the garden, which is drawn again below with the number of the card. If the frames
of both are single, it is seen from below, through the ground. If they are double, it is seen from above, but in a mirror. The
yellow corner is the same corner of the part.
- Ponds with a red ring: whenever a visitor comes to one of them, all turnstiles of the garden are turned, and from then on they can
be passed only in the other direction, until they are turned again. A pond where a walk begins turns nothing.

There are several walks. Each one begins with open gates and with the turnstiles as they are in the picture. Find the smallest
number of moves for each walk.

Input

The first line has an integer n, the number of walks (1 <= n <= 100). Each of the next n lines has the letters of two ponds with a
space between them: where the walk begins and where it ends. They can be the same.

Output

Print n lines: for each walk the smallest number of moves, or -1 if the walk is not possible.

$samples

![image](1.png)
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    place = {1: "pond", 2: "pond, odd"}.get(level, "pond, odd, turned")
    begin = {1: "first", 2: "first, 0"}.get(level, "first, 0, 0")
    after = {1: "way[1]", 2: "way[1], not odd"}.get(
        level, f"way[1], not odd, turned ^ (way[1] in $red{level})"
    )
    closed = []
    if level > 1:
        closed = ["                if ('|' if odd else '!') in way:", "                    continue"]
    if level > 2:
        closed += ["                if ('+' if turned else '-') in way:", "                    continue"]
    found = (
        "min([moves[one] for one in moves if one[0] == last], default=-1)"
        if level > 1
        else "moves.get(last, -1)"
    )
    return "\n".join([
        "def solution(text):",
        "    names = text.split()[1:]",
        "    answers = []",
        "    for first, last in zip(names[::2], names[1::2]):",
        f"        begin = {begin}",
        "        moves = {begin: 0}",
        "        waiting = [begin]",
        "        for place in waiting:",
        *([f"            {place} = place"] if level > 1 else []),
        f"            for way in $ways{level}.split():",
        f"                if way[0] != {'pond' if level > 1 else 'place'}:",
        "                    continue",
        *closed,
        f"                after = {after}",
        "                if after not in moves:",
        "                    moves[after] = moves[place] + 1",
        "                    waiting.append(after)",
        f"        answers.append(str({found}))",
        "    return '\\n'.join(answers)",
    ])  # fmt: skip


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "only-forward": {
        name: text.replace("way[0] != ", "way[0] > way[1] or way[0] != ") for name, text in REFERENCE.items()
    },
    "counts-ponds": {name: text.replace("{begin: 0}", "{begin: 1}") for name, text in REFERENCE.items()},
}
EQUIVALENT = {"'*' → '*~'": "a sign after the last way or pond is not read"}
_ACROSS, _DOWN = 5, 4
#: Ponds that are next to each other or one below the other.
_NEXT = [(pond, pond + 1) for pond in range(20) if pond % _ACROSS < _ACROSS - 1]
_NEXT += [(pond, pond + _ACROSS) for pond in range(15)]
#: A path between two ponds, or its part between a pond and a crossing, which has a number from 20 on. A sign on it is "|"
#: for a gate, ">" for a turnstile that points away from the first of the two, or "<" for one that points towards it.
Part = tuple[int, int]


def _needs(sign: str, back: bool) -> str:
    """Return what passing a part needs: "|" or "!" an open gate, on a lower path at a bridge, "+" turnstiles as drawn, "-" turned ones."""
    return {"": "", "|": "|", "!": "!", ">": "+-"[back], "<": "-+"[back]}[sign]


def _crossed(cell: int) -> list[int]:
    """Return the ponds around a cell: top left, bottom right, top right, bottom left."""
    first = cell % (_ACROSS - 1) + cell // (_ACROSS - 1) * _ACROSS
    return [first, first + _ACROSS + 1, first + 1, first + _ACROSS]


def _ways(garden: dict[str, Any], letters: list[str], level: int) -> str:
    """Return all moves: two letters, and what the move needs."""
    made, signs = [], {part: sign if level > 1 else "" for part, sign in garden["signs"].items()}
    for first, second in garden["paths"]:
        for back in (False, True):
            ends = (second, first) if back else (first, second)
            made.append((*ends, _needs(signs[first, second], back)))
    for cell, top in garden["crossings"].items():
        ponds = _crossed(cell)
        for one, other in permutations(range(4), 2):
            if top is None or one // 2 == other // 2:
                start, end = ponds[one], ponds[other]
                needs = _needs(signs[start, 20 + cell], False) + _needs(signs[end, 20 + cell], True)
                needs = needs.replace("|", "!") if top is not None and one // 2 != top else needs
                made.append((start, end, needs))
    for start in garden["passages"] if level > 2 else {}:
        made += [
            (start, end, "")
            for end, sign in garden["passages"].items()
            if end != start and sign == garden["passages"][start]
        ]
    if level < 3:
        made = [(start, end, needs.replace("+", "")) for start, end, needs in made if "-" not in needs]
    return " ".join(
        sorted({letters[start] + letters[end] + "".join(sorted({*needs})) for start, end, needs in made})
    )


def _garden(draws: Draws, level: int) -> dict[str, Any]:
    """Return a garden with its places in the picture."""
    while True:
        cells, paths = draws.sample(range(12), 8), draws.sample(_NEXT, 9)
        used = {pond for path in paths for pond in path} | {pond for cell in cells for pond in _crossed(cell)}
        if len(used) != 19:  # one pond is out of reach
            continue
        parts = [*paths, *((pond, 20 + cell) for cell in cells for pond in _crossed(cell))]
        signs = dict.fromkeys(parts, "")
        for place, part in enumerate(draws.sample(parts, 18)):
            signs[part] = "|" if place < 9 else draws.choice("<>")
        garden: dict[str, Any] = {
            "crossings": {cell: draws.integer(0, 1) if place < 6 else None for place, cell in enumerate(cells)},
            "paths": paths, "signs": signs, "ponds": [
                (90 + 210 * (pond % _ACROSS) + draws.integer(-18, 18), 80 + 205 * (pond // _ACROSS) + draws.integer(-18, 18))
                for pond in range(20)
            ],
            "bends": [(draws.integer(-16, 16), draws.integer(-16, 16)) for _ in range(21)],
        }  # fmt: skip
        spots = {pond: _free_spot(garden, pond) for pond in range(20)}
        best = sorted(used, key=lambda pond: -spots[pond][0])[:10]
        if spots[best[-1]][0] < 34:
            continue
        first, second, third = (2 * shape for shape in draws.sample(range(5), 3))
        names = draws.shuffled([first, first + 1, second, second + 1, third] * 2)
        garden["passages"] = dict(zip(best, names, strict=True)) if level > 2 else {}
        garden["spots"] = {pond: spots[pond][1] for pond in best}
        garden["covered"] = draws.sample(cells[:6], 3) + draws.sample(cells[6:], 1) if level > 3 else []
        garden["red"] = draws.sample(range(20), 4)
        return garden


def _free_spot(garden: dict[str, Any], pond: int) -> tuple[float, Point]:
    """Return the place beside a pond that is furthest from all paths, and how far it is."""
    (x, y), points = garden["ponds"][pond], [point for line in _lines(garden).values() for point in line[::3]]
    found = []
    for step in range(24):
        a, b = x + 62 * math.cos(math.tau * step / 24), y + 62 * math.sin(math.tau * step / 24)
        edge = min(a, b, 1020 - a, 780 - b) + 8
        found.append((min(edge, *(math.dist((a, b), point) for point in points)), (a, b)))
    return max(found)


def _lines(garden: dict[str, Any]) -> dict[tuple[int, int], list[Point]]:
    """Return the line of each path, by its ponds."""
    ponds, bends, lines = garden["ponds"], garden["bends"], {}
    for (first, second), (dx, dy) in zip(garden["paths"], bends, strict=False):
        (ax, ay), (bx, by) = ponds[first], ponds[second]
        lines[first, second] = _bent((ax, ay), ((ax + bx) / 2 + dx, (ay + by) / 2 + dy), (bx, by))
    for cell in garden["crossings"]:
        corners, (dx, dy) = _crossed(cell), bends[9 + cell]
        x, y = (sum(ponds[pond][axis] for pond in corners) / 4 for axis in (0, 1))
        for first, second in (corners[:2], corners[2:]):
            lines[first, second] = _bent(ponds[first], (x + 0.6 * dx, y + 0.6 * dy), ponds[second])
    return lines


def sample(draws: Draws) -> dict[str, Any]:
    letters = draws.shuffled("ABCDEFGHIJKLMNOPQRST")
    values: dict[str, Any] = {"letters": letters, "seed": draws.integer(1, 10**9)}
    for level in range(1, 6):
        values[f"garden{level}"] = garden = _garden(draws, level)
        values[f"ways{level}"] = _ways(garden, letters, level)
        values[f"red{level}"] = "".join(sorted(letters[pond] for pond in garden["red"]))
    solve = solvers(REFERENCE, values)
    shown: dict[str, str] = {}
    for _ in range(300):
        walk = f"{draws.choice(letters)} {draws.choice(letters)}"
        if agreeing([_list([walk])], solve):
            shown.setdefault(solve[VARIANTS[0]](_list([walk])), walk)
    if len(shown) < 2:
        raise UnfitError("too few walks have the same length in all gardens")
    return values | {"shown": [*shown.values()][:4]}


def _list(walks: list[str]) -> str:
    return f"{len(walks)}\n" + "".join(f"{walk}\n" for walk in walks)


def check_input(values: dict[str, Any], text: str) -> None:
    count, *walks = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(walks) <= 100:
        raise ValueError("another number of walks")
    for walk in walks:
        start, end = walk.split(" ")
        if not {start, end} <= {*values["letters"]}:
            raise ValueError(f"{walk} has a pond that does not exist")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws, letters = Draws("garden_ways", values["seed"], name), values["letters"]
    return [
        _list([f"{draws.choice(letters)} {draws.choice(letters)}" for _ in range(count)]) for count in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [6, 7, 8, 9, 10, 12])


def edge(values: dict[str, Any]) -> list[str]:
    letters = values["letters"]
    still, away = [f"{name} {name}" for name in letters], [f"{letters[0]} {name}" for name in letters]
    back = [f"{name} {letters[7]}" for name in letters]
    return [
        _list(still),
        _list(away),
        _list(back),
        _list([f"{letters[12]} {name}" for name in letters]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [99, 100])


def _bent(start: Point, through: Point, end: Point) -> list[Point]:
    """Return the points of a curve that is in the middle at ``through``."""
    bend = [2 * mid - (a + b) / 2 for a, mid, b in zip(start, through, end, strict=True)]
    made = []
    for step in range(41):
        t = step / 40
        x, y = (
            (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b
            for a, c, b in zip(start, bend, end, strict=True)
        )
        made.append((x, y))
    return made


def _sign(canvas: Canvas, line: list[Point], place: int, sign: str) -> None:
    """Draw a sign on a path that runs along a line; ">" points forwards."""
    (x, y), (ax, ay), (bx, by) = line[place], line[place - 1], line[place + 1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    dx, dy = (bx - ax) / length, (by - ay) / length
    if sign == "|":
        canvas.line((x - 20 * dy, y + 20 * dx), (x + 20 * dy, y - 20 * dx), stroke="blue", line=10)
        return
    side = 1 if sign == ">" else -1
    corners = [(18 * side, 0), (-14 * side, 11), (-7 * side, 0), (-14 * side, -11)]
    canvas.polygon([(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in corners], fill="orange")


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    garden, draws = values[f"garden{level}"], Draws("garden_ways", values["seed"], "signs", level)
    canvas = Canvas(1020, 800 if level < 4 else 970)
    lines = _lines(garden)
    low = {ponds: line for ponds, line in lines.items() if ponds in garden["paths"]}
    for cell in garden["crossings"]:
        low |= dict(_layers(garden, lines, cell)[0])
    _paths(canvas, list(low.values()))
    for cell in garden["crossings"]:
        _paths(canvas, [line for _, line in _layers(garden, lines, cell)[1]])
    for line, place, sign in _signs(garden, lines, level):
        _sign(canvas, line, place, sign)
    for number, cell in enumerate(garden["covered"]):
        x, y = (lines[_crossed(cell)[0], _crossed(cell)[1]][20][axis] - 66 for axis in (0, 1))
        double = level > 4 and number % 2 > 0
        card = Card(
            left=x,
            top=y,
            wide=132,
            high=132,
            x=150 + 210 * number,
            y=810,
            turned=draws.chance(1, 2),
            double=double,
        )
        layers = _layers(garden, lines, cell)
        for layer in layers if double or not layers[1] else layers[::-1]:
            _paths(canvas, [part for ponds, _ in layer for part in card.parts(_dense(lines[ponds]))])
        for line, place, sign in _signs(
            garden, {ends: lines[ends] for layer in layers for ends, _ in layer}, level, cell
        ):
            _sign(canvas, [card.place(*point) for point in line], place, sign)
        card.cover(canvas)
        card.frame(canvas)
        canvas.text(x + 66, y + 66, number + 1, size=28, bold=True, fill="white", tick=True)
        canvas.text(card.x - 26, card.y + 66, number + 1, size=28, bold=True, tick=True)
    for pond, (x, y) in enumerate(garden["ponds"]):
        canvas.circle(x, y, 32, fill="white", line=4)
        if level > 2 and pond in garden["red"]:
            canvas.circle(x, y, 24, stroke="red", line=6)
        canvas.text(x, y, values["letters"][pond], size=24, bold=True)
    for pond, sign in garden["passages"].items():
        x, y = garden["spots"][pond]
        draw_sign(canvas, x, y, sign, draws.integer(0, 359), side=10)
    return [canvas]


#: Some lines with the ponds at their ends.
Layer = list[tuple[tuple[int, int], list[Point]]]


def _layers(
    garden: dict[str, Any], lines: dict[tuple[int, int], list[Point]], cell: int
) -> tuple[Layer, Layer]:
    """Return the paths of a crossing that lie on the ground, and those that lead over a bridge."""
    corners, top = _crossed(cell), garden["crossings"][cell]
    both: Layer = [((a, b), lines[a, b]) for a, b in (corners[:2], corners[2:])]
    return (both, []) if top is None else ([both[1 - top]], [both[top]])


def _paths(canvas: Canvas, lines: list[list[Point]]) -> None:
    """Draw paths that meet on the level."""
    for line in lines:
        canvas.line(*line, line=36)
    for line in lines:
        canvas.line(*line, stroke="white", line=29, guide=True)


def _dense(line: list[Point]) -> list[Point]:
    return [
        (ax + (bx - ax) * n / 8, ay + (by - ay) * n / 8)
        for (ax, ay), (bx, by) in pairwise(line)
        for n in range(8)
    ]


def _signs(
    garden: dict[str, Any], lines: dict[tuple[int, int], list[Point]], level: int, cell: int = -1
) -> list[tuple[list[Point], int, str]]:
    """Return the signs of all paths, or of those of one crossing: a line, the point of it with the sign, the sign."""
    found = []
    for part, sign in garden["signs"].items():
        first, second = part
        if not sign or level < 2 or (cell >= 0 and second != 20 + cell):
            continue
        if second < 20:
            found.append((lines[part], 20, sign))
            continue
        ends = next(
            ends
            for ends in lines
            if first in ends and {*ends} <= {*_crossed(second - 20)} and ends not in garden["paths"]
        )
        line = lines[ends]
        found.append((line if ends[0] == first else line[::-1], 14, sign))
    return found


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level, letters = int(DIAL[variant]), values["letters"]
    garden = values[f"garden{level}"]
    words = {
        "|": "a blue bar",
        ">": "an orange arrowhead that points to the other end",
        "<": "an orange arrowhead that points to this end",
    }

    def mark(part: Part) -> str:
        sign = garden["signs"][part]
        return f", on it, seen from {letters[part[0]]}, {words[sign]}" if sign and level > 1 else ""

    rows = [" ".join(letters[_ACROSS * row : _ACROSS * (row + 1)]) for row in range(_DOWN)]
    each = [f"{letters[one]} and {letters[other]}{mark((one, other))}" for one, other in garden["paths"]]
    crossings = []
    for cell, top in garden["crossings"].items():
        a, b, c, d = (letters[pond] for pond in _crossed(cell))
        how = (
            "cross on the level"
            if top is None
            else f"cross by a bridge, the {('first', 'second')[top]} one above"
        )
        marks = "".join(mark((pond, 20 + cell)) for pond in _crossed(cell))
        crossings.append(f"the path from {a} to {b} and the path from {c} to {d} {how}{marks}")
    last = f" Red rings are in {', '.join(letters[pond] for pond in garden['red'])}." if level > 2 else ""
    for sign in sorted({*garden["passages"].values()}):
        last += f" {' and '.join(letters[pond] for pond, own in garden['passages'].items() if own == sign)} have the same black sign."
    last += " Cards are already looked behind." if level > 3 else ""
    return [
        f"A garden with ponds in four rows: {'; '.join(rows)}. Paths join {'; '.join(each)}. In other places {'; '.join(crossings)}.{last}"
    ]
