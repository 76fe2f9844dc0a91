"""Paths of a garden cross on the level or by bridges; how many moves is it from one pond to another?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import permutations
from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "Garden Ways"
CATEGORY = "map"
PICTURES = (("map", "graph"),)
VARIANTS = ("level-ground", "bridges", "turnstiles", "gates", "red-ponds")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "dark"

STATEMENT = """
The picture at the end shows the paths of a garden, and its ponds, which are circles with letters. A visitor walks from pond to
pond. One move leads from a pond along the paths to the next pond, with no other pond between; nobody turns round on a path.

- Where two paths cross on the level, their edges end, so that there is an open place. There the visitor goes straight on or turns
into any of the other paths.
- Where a path leads over another one by a bridge, its edges run on, and the edges of the lower path end beside it. There the
visitor can only go straight on, above and below.
- A path with an orange arrowhead has a turnstile, which can be passed only in the direction in which it points.
- A path with a blue bar has a gate. All gates are open during the first move of a walk, closed during the second, open during the
third, and so on.
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
    place = {4: "pond, odd", 5: "pond, odd, turned"}.get(level, "pond")
    begin = {4: "first, 0", 5: "first, 0, 0"}.get(level, "first")
    after = {4: "way[1], not odd", 5: "way[1], not odd, turned ^ (way[1] in $red)"}.get(level, "way[1]")
    closed = ["                if odd and '|' in way:", "                    continue"] if level > 3 else []
    if level > 4:
        closed += ["                if ('+' if turned else '-') in way:", "                    continue"]
    found = (
        "min([moves[one] for one in moves if one[0] == last], default=-1)"
        if level > 3
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
        *([f"            {place} = place"] if level > 3 else []),
        f"            for way in $ways{level}.split():",
        f"                if way[0] != {'pond' if level > 3 else 'place'}:",
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
    """Return what passing a part needs: "|" an open gate, "+" turnstiles as drawn, "-" turned ones."""
    return {"": "", "|": "|", ">": "+-"[back], "<": "-+"[back]}[sign]


def _crossed(cell: int) -> list[int]:
    """Return the ponds around a cell: top left, bottom right, top right, bottom left."""
    first = cell % (_ACROSS - 1) + cell // (_ACROSS - 1) * _ACROSS
    return [first, first + _ACROSS + 1, first + 1, first + _ACROSS]


def _ways(values: dict[str, Any], level: int) -> str:
    """Return all moves: two letters, and what the move needs."""
    made, letters = [], values["letters"]
    kept = ("|" if level > 3 else "") + ("<>" if level > 2 else "")
    signs = {part: sign if sign in kept else "" for part, sign in values["signs"].items()}
    for first, second in values["paths"]:
        for back in (False, True):
            ends = (second, first) if back else (first, second)
            made.append((*ends, _needs(signs[first, second], back)))
    for cell, is_bridge in values["crossings"].items():
        ponds = _crossed(cell)
        for one, other in permutations(range(4), 2):
            if not (is_bridge and level > 1) or one // 2 == other // 2:
                start, end = ponds[one], ponds[other]
                needs = _needs(signs[start, 20 + cell], False) + _needs(signs[end, 20 + cell], True)
                made.append((start, end, needs))
    if level < 5:
        made = [(start, end, needs.replace("+", "")) for start, end, needs in made if "-" not in needs]
    return " ".join(
        sorted({letters[start] + letters[end] + "".join(sorted({*needs})) for start, end, needs in made})
    )


def sample(draws: Draws) -> dict[str, Any]:
    while True:
        cells = draws.sample(range(12), 8)
        paths = draws.sample(_NEXT, 11)
        if (
            len(
                {pond for path in paths for pond in path}
                | {pond for cell in cells for pond in _crossed(cell)}
            )
            == 20
        ):
            break
    parts = [*paths, *((pond, 20 + cell) for cell in cells for pond in _crossed(cell))]
    signs = dict.fromkeys(parts, "")
    for place, part in enumerate(draws.sample(parts, 14)):
        signs[part] = "|" if place < 5 else draws.choice("<>")
    letters = draws.shuffled("ABCDEFGHIJKLMNOPQRST")
    values: dict[str, Any] = {
        "crossings": {cell: place < 5 for place, cell in enumerate(cells)}, "paths": paths, "signs": signs,
        "letters": letters, "red": "".join(sorted(draws.sample(letters, 4))), "seed": draws.integer(1, 10**9),
    }  # fmt: skip
    values |= {f"ways{level}": _ways(values, level) for level in range(1, 6)}
    solve = solvers(REFERENCE, values)
    if "-1" not in solve[VARIANTS[0]](edge(values)[1]).split():
        raise UnfitError("every pond can be reached on level ground")
    shown: dict[str, str] = {}
    for _ in range(150):
        walk = f"{draws.choice(letters)} {draws.choice(letters)}"
        if agreeing([_list([walk])], solve):
            shown.setdefault(solve[VARIANTS[0]](_list([walk])), walk)
    if len(shown) < 3:
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


Point = tuple[float, float]


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
    level, draws = int(DIAL[variant]), Draws("garden_ways", values["seed"], "shape")
    canvas = Canvas(1020, 800)

    def about(x: float, y: float, most: int) -> Point:
        return x + draws.integer(-most, most), y + draws.integer(-most, most)

    ponds = [about(90 + 210 * (pond % _ACROSS), 80 + 213 * (pond // _ACROSS), 26) for pond in range(20)]
    low: list[list[Point]] = []
    high: list[list[Point]] = []
    signs: list[tuple[list[Point], int, str]] = []
    for first, second in values["paths"]:
        (ax, ay), (bx, by) = ponds[first], ponds[second]
        low.append(_bent((ax, ay), about((ax + bx) / 2, (ay + by) / 2, 18), (bx, by)))
        signs.append((low[-1], 20, values["signs"][first, second]))
    for cell, is_bridge in values["crossings"].items():
        corners = _crossed(cell)
        x, y = (sum(ponds[pond][axis] for pond in corners) / 4 for axis in (0, 1))
        middle = about(x, y, 12)
        top = draws.integer(0, 1)
        for number in (0, 1):
            first, second = corners[2 * number : 2 * number + 2]
            line = _bent(ponds[first], middle, ponds[second])
            (high if is_bridge and level > 1 and number == top else low).append(line)
            signs.append((line, 12, values["signs"][first, 20 + cell]))
            signs.append((line[::-1], 12, values["signs"][second, 20 + cell]))
    for lines in (low, *([line] for line in high)):
        for line in lines:
            canvas.line(*line, line=36)
        for line in lines:
            canvas.line(*line, stroke="white", line=29, guide=True)
    for line, place, sign in signs:
        if (sign == "|" and level > 3) or (sign in ("<", ">") and level > 2):
            _sign(canvas, line, place, sign)
    for pond, (x, y) in enumerate(ponds):
        is_red = values["letters"][pond] in values["red"] and level > 4
        canvas.circle(x, y, 32, fill="white", line=4)
        if is_red:
            canvas.circle(x, y, 24, stroke="red", line=6)
        canvas.text(x, y, values["letters"][pond], size=24, bold=True)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level, letters = int(DIAL[variant]), values["letters"]
    words = {
        "|": "a blue bar",
        ">": "an orange arrowhead that points to the other end",
        "<": "an orange arrowhead that points to this end",
    }

    def mark(part: Part) -> str:
        sign = values["signs"][part]
        is_drawn = (sign == "|" and level > 3) or (sign in ("<", ">") and level > 2)
        return f", on it, seen from {letters[part[0]]}, {words[sign]}" if is_drawn else ""

    rows = [" ".join(letters[_ACROSS * row : _ACROSS * (row + 1)]) for row in range(_DOWN)]
    each = [f"{letters[one]} and {letters[other]}{mark((one, other))}" for one, other in values["paths"]]
    crossings = []
    for cell, is_bridge in values["crossings"].items():
        a, b, c, d = (letters[pond] for pond in _crossed(cell))
        how = "by a bridge" if is_bridge and level > 1 else "on the level"
        marks = "".join(mark((pond, 20 + cell)) for pond in _crossed(cell))
        crossings.append(f"the path from {a} to {b} and the path from {c} to {d} cross {how}{marks}")
    red = f" Red rings are in {', '.join(values['red'])}." if level > 4 else ""
    return [
        f"A garden with ponds in four rows: {'; '.join(rows)}. Paths join {'; '.join(each)}. In other places {'; '.join(crossings)}.{red}"
    ]
