"""A frieze of tiles is laid anew every year by one rule: how often a motif occurs in it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Frieze Years"
LEVEL = "long"
CATEGORY = "patterns"
PICTURES = (("patterns",), ("patterns",))
VARIANTS = ("kept", "turned")
COMPARE = "tokens"

MOST = 5  #: maximum number of questions
LAST_YEAR = 120
LONGEST = 8  #: tiles of the longest motif

STATEMENT = """
Along the wall of a cloister runs a frieze: one row of tiles, which are squares, triangles and rings. On the first day of
every year the masons take the frieze down and lay a longer one. For every single tile of the old frieze they take new
tiles, as the first picture shows: on the left of each arrow is the old tile, on the right are the new ones.

![image](1.png)

In which order the new tiles are then laid follows from the second picture. It shows the friezes of the first four years as
a visitor sees them. In all later years the masons do the same again.

![image](2.png)

Soon the frieze is longer than any wall, but the abbot goes on counting. A motif is a short row of tiles. Find how often it
occurs in the frieze of a certain year, as the visitor reads it from left to right. Occurrences may overlap: each place at
which the motif begins counts once.

Input

The first line has a whole number q, the number of questions (1 <= q <= 5). Each of the next q lines has a whole number y, the
year (1 <= y <= 120), and after a space a motif of two to eight letters: S for a square, T for a triangle and R for a ring.

Output

For each question, print a line with the number of occurrences modulo 1000000007.
"""

_KEPT = """
def solution(text: str) -> str:
    rules = dict(part.split(":") for part in $rules.split())
    answers = []
    for line in text.strip().split("\\n")[1:]:
        year, motif = line.split()
        keep = len(motif) - 1

        def laid(parts: list) -> tuple[str, str, int]:
            first, last, count = "", "", 0
            for start, end, inside in parts:
                border = last + start
                count += inside + sum(border.startswith(motif, at) for at in range(keep))
                first = (first + start)[:keep]
                last = (last + end)[-keep:]
            return first, last, count % 1000000007

        rows = {kind: (kind, kind, 0) for kind in rules}
        for _ in range(1, int(year)):
            rows = {kind: laid([rows[new] for new in group]) for kind, group in rules.items()}
        answers.append(str(laid([rows[kind] for kind in $begin])[2]))
    return "\\n".join(answers)
"""
_TURNED = (
    _KEPT.replace("        for _", "        way = 1\n        for _")
    .replace("            rows", "            way = -way\n            rows")
    .replace("in group]", "in group[::way]]")
    .replace("in $begin]", "in $begin[::way]]")
)
REFERENCE = {"kept": _KEPT, "turned": _TURNED}
WRONG = {
    "groups-in-the-other-order": _TURNED.replace("way = 1", "way = -1").replace(
        "$begin[::way]", "$begin[::-way]"
    ),
    "short-rows-forgotten": {
        variant: program.replace("last = (last + end)[-keep:]", "last = end[-keep:]")
        for variant, program in REFERENCE.items()
    },
    "one-year-too-many": {
        variant: program.replace("range(1, int(year))", "range(int(year))")
        for variant, program in REFERENCE.items()
    },
    "no-modulo": {
        variant: program.replace("count % 1000000007", "count") for variant, program in REFERENCE.items()
    },
}

_KINDS = "STR"
_NAMES = {"S": "square", "T": "triangle", "R": "ring"}
_WIDEST = 24  #: tiles of the longest row in the picture


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    for _ in range(500):
        rules = {kind: draws.text(_KINDS, draws.integer(2, 3)) for kind in _KINDS}
        values["rules"] = " ".join(f"{kind}:{group}" for kind, group in rules.items())
        values["begin"] = "".join(draws.sample(_KINDS, 2))
        if _fit(values, rules):
            break
    else:
        raise UnfitError("no rule gives short and clear rows")
    solve = solvers(REFERENCE, values)
    tried = [f"{draws.integer(3, 6)} {_motif(values, draws, 4)}" for _ in range(80)]
    same = [
        line for line in tried if agreeing([f"1\n{line}\n"], solve) and solve["kept"](f"1\n{line}\n") > "1"
    ]
    same = sorted(set(same), key=same.index)
    if len(same) < 3:
        raise UnfitError("the variants agree on too few motifs")
    values["shown"] = same[:3]
    return values


def _fit(values: dict[str, Any], rules: dict[str, str]) -> bool:
    """Whether the rows of both variants are short, show all kinds of tiles, and allow one order only."""
    if len(set(rules.values())) < len(rules) or len({len(group) for group in rules.values()}) == 1:
        return False
    if any(set(group) == {kind} or group == group[::-1] for kind, group in rules.items()):
        return False
    for variant in VARIANTS:
        years = _years(values, variant)
        if len(set(years[2])) < len(_KINDS) or len(years[-1]) > _WIDEST:
            return False
        if not all(_is_clear(row, rules) for row in years[:-1]):
            return False
    return True


def _is_clear(row: str, rules: dict[str, str]) -> bool:
    """Whether four orders of the new tiles give four different rows."""
    groups = [rules[kind] for kind in row]
    backwards = [group[::-1] for group in groups]
    orders = (groups, groups[::-1], backwards, backwards[::-1])
    return len({"".join(order) for order in orders}) == len(orders)


def _years(values: dict[str, Any], variant: str, count: int = 4) -> list[str]:
    """Return the friezes of the first years, each from left to right."""
    rules = dict(part.split(":") for part in values["rules"].split())
    rows = [values["begin"]]
    while len(rows) < count:
        new = "".join(rules[kind] for kind in rows[-1])
        rows.append(new[::-1] if variant == "turned" else new)
    return rows


def _motif(values: dict[str, Any], draws: Draws, longest: int, shortest: int = 2) -> str:
    """Return a motif that occurs in an early frieze of a variant."""
    row = _years(values, draws.choice(VARIANTS), 6)[-1]
    length = draws.integer(shortest, longest)
    start = draws.integer(0, len(row) - length)
    return row[start : start + length]


def _input(lines: list[str]) -> str:
    return f"{len(lines)}\n" + "".join(f"{line}\n" for line in lines)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST or len(lines) != int(head):
        raise ValueError("another number of questions")
    for line in lines:
        year, motif = line.split(" ")
        if not 1 <= int(year) <= LAST_YEAR or year != str(int(year)):
            raise ValueError(f"{year} is not a year")
        if not 2 <= len(motif) <= LONGEST or not set(motif) <= set(_KINDS):
            raise ValueError(f"{motif} is not a motif")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _questions(values: dict[str, Any], draws: Draws, years: list[int], longest: int, shortest: int) -> str:
    return _input([f"{year} {_motif(values, draws, longest, shortest)}" for year in years])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("frieze-typical", values["seed"])
    last = ((4, 3), (5, 4), (6, 4), (8, 5), (12, 6), (25, 8), (40, 7))
    return [
        _questions(values, draws, draws.integers(2 + place % 4, 3, year), longest, 2)
        for place, (year, longest) in enumerate(last)
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("frieze-edge", values["seed"])
    begin = values["begin"]
    return [
        _input([f"1 {begin}"]),
        _input([f"1 {begin[::-1]}", f"2 {begin}", f"1 {begin}{begin}", f"3 {begin}", f"4 {begin[::-1]}"]),
        _input([f"{year} {kind}{kind}" for year in (3, 6) for kind in "ST"] + ["7 RRR"]),
        _input([f"{year} {_motif(values, draws, LONGEST, 6)}" for year in (2, 3, 4, 5, 6)]),
        _input(
            [f"{draws.integer(9, 30)} {first}{other}" for first, other in ("SR", "RS", "TR", "ST")]
        ).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("frieze-large", values["seed"])
    return [
        _questions(values, draws, [LAST_YEAR, 119, 118, *draws.integers(2, 60, LAST_YEAR)], LONGEST, shortest)
        for shortest in (2, 6)
    ]


def _tile(canvas: Canvas, kind: str, x: float, y: float, side: float) -> None:
    canvas.rect(x - side / 2, y - side / 2, side, side, fill="white", line=2)
    if kind == "S":
        canvas.rect(x - side * 0.25, y - side * 0.25, side / 2, side / 2, fill="ink", line=2)
    elif kind == "T":
        half = side * 0.34
        canvas.polygon(
            [(x, y - half), (x + half, y + half * 0.8), (x - half, y + half * 0.8)], fill="orange", line=2
        )
    else:
        canvas.circle(x, y, side * 0.29, fill="white", stroke="blue", line=max(3.5, side * 0.12))


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    rules = Canvas(420, 330)
    for place, part in enumerate(values["rules"].split()):
        y = 65 + 100.0 * place
        kind, group = part.split(":")
        _tile(rules, kind, 60, y, 60)
        arrows.arrow(rules, (110, y), (185, y), line=4, head=18)
        for number, new in enumerate(group):
            _tile(rules, new, 235 + 60.0 * number, y, 60)
    rows = _years(values, variant)
    friezes = Canvas(max(340, 135 + 28 * len(rows[-1])), 340)
    for number, row in enumerate(rows):
        y = 47 + 82.0 * number
        friezes.text(20, y, f"year {number + 1}", bold=True, size=22, anchor="start")
        for place, kind in enumerate(row):
            _tile(friezes, kind, 130 + 28.0 * place, y, 28)
    return [rules, friezes]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    groups = []
    for part in values["rules"].split():
        kind, group = part.split(":")
        groups.append(f"{_NAMES[kind]} to {', '.join(_NAMES[new] for new in group)}")
    rows = [f"year {number}: {row}" for number, row in enumerate(_years(values, variant), 1)]
    return [
        (
            "Three lines, each with a single tile on the left, an arrow to the right, and two or three tiles that touch one "
            f"another on the right, here named from left to right: {'; '.join(groups)}. No words are written in the picture."
        ),
        (
            "Four rows of tiles, one below the other, each with the number of its year in front of it; all rows begin at the same "
            "left edge. With S for a black square, T for an orange triangle and R for a blue ring, the tiles from left to right: "
            f"{'; '.join(rows)}."
        ),
    ]
