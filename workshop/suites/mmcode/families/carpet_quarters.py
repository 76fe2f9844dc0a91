"""A carpet is sewn from four changed copies of a smaller one: dark knots in a piece that is cut out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 2
TITLE = "Carpet Quarters"
LEVEL = "long"
CATEGORY = "patterns"
PICTURES = (("patterns",), ("patterns",))
VARIANTS = ("turned", "mirrored")
COMPARE = "tokens"

HIGHEST = 30
MOST_PIECES = 6

STATEMENT = """
A weaver makes square carpets of squares, each light or dark; in the pictures a dark square has a dot in it. Carpet 1 has three
rows of three squares. It is shown in the first picture.

![image](1.png)

Each later carpet is made of four quarters, and each quarter comes from the carpet with the number before: it is that carpet
as it is, or that carpet changed in some way. Which quarter is changed, and how, is the same for all carpets. The second picture
shows carpet 2, carpet 3 and carpet 4, with thick lines between the quarters. So carpet n has 3 * 2^(n-1) rows, and as many
columns. Rows are numbered from 1 at the top, columns from 1 on the left.

![image](2.png)

Customers cut a piece out of a carpet: all squares that lie in the rows from a to c and in the columns from b to d. The price
depends on the number of dark squares in the piece. Find this number. A carpet can be far too large to be drawn.

Input

The first line has a whole number q, the number of pieces (1 <= q <= 6). Each of the next q lines has five whole numbers with
spaces between them: n, the number of the carpet (1 <= n <= 30), and a, b, c and d, where 1 <= a <= c and 1 <= b <= d, and
neither c nor d is larger than the number of rows of the carpet. Each piece is cut from a new carpet.

Output

For each piece, print a line with the number of dark squares in it.
"""

REFERENCE = """
from functools import lru_cache


def solution(text: str) -> str:
    rows = $motif.split(" ")

    @lru_cache(maxsize=None)
    def dark(carpet: int, top: int, left: int, bottom: int, right: int) -> int:
        if carpet == 1:
            return sum(row[left:right].count("D") for row in rows[top:bottom])
        half = 3 * 2 ** (carpet - 2)
        found = 0
        for place, way in enumerate($ways):
            down, across = half * (place // 2), half * (place % 2)
            first, last = max(0, top - down), min(half, bottom - down)
            start, end = max(0, left - across), min(half, right - across)
            if first >= last or start >= end:
                continue
            if way == "plain":
                found += dark(carpet - 1, first, start, last, end)
            elif way == "other":
                found += (last - first) * (end - start) - dark(carpet - 1, first, start, last, end)
            else:
                found += $change
        return found

    numbers = [int(word) for word in text.split()]
    answers = []
    for place in range(1, len(numbers), 5):
        carpet, top, left, bottom, right = numbers[place:place + 5]
        answers.append(dark(carpet, top - 1, left - 1, bottom, right))
    return "\\n".join(map(str, answers))
"""
CHANGE = {
    "turned": "dark(carpet - 1, half - end, first, half - start, last)",
    "mirrored": "dark(carpet - 1, first, half - end, last, half - start)",
}
WRONG = {
    "all-quarters-plain": REFERENCE.replace("$change", "dark(carpet - 1, first, start, last, end)"),
    "turned-the-other-way": REFERENCE.replace(
        "$change", "dark(carpet - 1, start, half - last, end, half - first)"
    ),
    "upside-down": REFERENCE.replace("$change", "dark(carpet - 1, half - last, start, half - first, end)"),
    "quarters-by-column": REFERENCE.replace(
        "half * (place // 2), half * (place % 2)", "half * (place % 2), half * (place // 2)"
    ),
}
EQUIVALENT = {
    "first >= last → first > last": "an empty piece has no dark squares",
    "start >= end → start > end": "an empty piece has no dark squares",
    "'moved' → 'moved~'": "any other word is the third way",
    "'*D*' → '*~'": "no piece has a fourth column of carpet 1",
}


def _images(motif: list[str]) -> list[tuple[str, ...]]:
    """Return the eight images of a square under turns and mirrors."""
    found = []
    for _ in range(4):
        motif = ["".join(row) for row in zip(*motif[::-1], strict=True)]
        found += [tuple(motif), tuple(row[::-1] for row in motif)]
    return found


def sample(draws: Draws) -> dict[str, Any]:
    squares = ["."] * 9
    for place in draws.sample(range(9), 4):
        squares[place] = "D"
    motif = ["".join(squares[place : place + 3]) for place in (0, 3, 6)]
    if len(set(_images(motif))) < 8:
        raise UnfitError("the first carpet has a symmetry")
    ways = tuple(draws.shuffled(["plain", "plain", "other", "moved"]))
    values: dict[str, Any] = {"motif": " ".join(motif), "ways": ways, "seed": draws.integer(1, 10**9)}
    if ways[0] == "plain":
        raise UnfitError("the number of the carpet would not matter")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_piece(draws, number) for number in (1, 2, 2, 3, 3, 3, 4, 4, 4) * 6]
    same = [piece for piece in tried if agreeing([f"1\n{piece}\n"], solve)]
    shown = [piece for number in "234" for piece in same if piece[0] == number][::3][:3]
    if len(shown) < 3:
        raise UnfitError("the variants agree on too few pieces")
    values["shown"] = shown
    return values


def _piece(draws: Draws, number: int) -> str:
    side = 3 * 2 ** (number - 1)
    rows, columns = sorted(draws.integers(2, 1, side)), sorted(draws.integers(2, 1, side))
    return f"{number} {rows[0]} {columns[0]} {rows[1]} {columns[1]}"


def _pieces(pieces: list[str]) -> str:
    return f"{len(pieces)}\n" + "".join(f"{piece}\n" for piece in pieces)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_PIECES or len(lines) != int(head):
        raise ValueError("another number of pieces")
    for line in lines:
        number, top, left, bottom, right = map(int, line.split(" "))
        if not 1 <= number <= HIGHEST:
            raise ValueError(f"there is no carpet {number}")
        if not (1 <= top <= bottom <= 3 * 2 ** (number - 1) and 1 <= left <= right <= 3 * 2 ** (number - 1)):
            raise ValueError(f"{line} is not a piece")


def samples(values: dict[str, Any]) -> list[str]:
    return [_pieces(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("carpet-typical", values["seed"])
    numbers = ((2, 3, 3), (3, 4, 4, 5), (4, 5, 6, 7), (6, 8, 9, 10), (8, 9, 12), (3, 2, 14, 11))
    return [_pieces([_piece(draws, number) for number in group]) for group in numbers]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("carpet-edge", values["seed"])
    rows = []
    for number in (2, 3, 4, 5, 6):
        side = 3 * 2 ** (number - 1)
        row = draws.integer(1, min(6, side // 2))
        rows.append(f"{number} {row} 1 {row} {side // 2 + row}")
    whole = [f"{number} 1 1 {3 * 2 ** (number - 1)} {3 * 2 ** (number - 1)}" for number in (1, 2, 3, 7, 30)]
    strips = [
        f"{number} {side + 2} 2 {side + 3} {side}" for number, side in ((4, 12), (5, 24), (6, 48), (9, 384))
    ]
    singles = [f"3 {draws.integer(1, 12)} {draws.integer(1, 12)} 12 {12}" for _ in range(6)]
    return [
        _pieces([f"2 {draws.integer(1, 3)} {draws.integer(1, 2)} {draws.integer(4, 5)} 5"]),
        _pieces(whole),
        _pieces(rows),
        _pieces(strips),
        _pieces(singles).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("carpet-large", values["seed"])
    return [_pieces([_piece(draws, HIGHEST - place // 3) for place in range(MOST_PIECES)]) for _ in range(3)]


def _carpets(values: dict[str, Any], variant: str) -> list[list[str]]:
    carpets = [values["motif"].split()]
    for _ in range(3):
        last = carpets[-1]
        changed = {
            "plain": last,
            "other": [row.translate(str.maketrans("D.", ".D")) for row in last],
            "moved": ["".join(row) for row in zip(*last[::-1], strict=True)]
            if variant == "turned"
            else [row[::-1] for row in last],
        }
        quarters = [changed[way] for way in values["ways"]]
        carpets.append(
            [
                left + right
                for one, two in (quarters[:2], quarters[2:])
                for left, right in zip(one, two, strict=True)
            ]
        )
    return carpets


def _draw(canvas: Canvas, carpet: list[str], x: float, y: float, side: float) -> None:
    for row, line in enumerate(carpet):
        for column, sign in enumerate(line):
            left, top = x + column * side, y + row * side
            canvas.rect(left, top, side, side, fill="grey" if sign == "D" else "white", line=2)
            if sign == "D":
                canvas.circle(left + side / 2, top + side / 2, max(4.2, side / 7), fill="white", stroke=None)
    half, whole = len(carpet) / 2 * side, len(carpet) * side
    canvas.rect(x, y, whole, whole, line=4)
    if len(carpet) > 3:
        canvas.line((x + half, y), (x + half, y + whole), line=6)
        canvas.line((x, y + half), (x + whole, y + half), line=6)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    carpets = _carpets(values, variant)
    small = Canvas(360, 400)
    _draw(small, carpets[0], 60, 70, 80)
    small.text(180, 36, "carpet 1", bold=True, size=24)
    grown = Canvas(980, 680)
    for number, x, y, side in ((2, 30, 70, 30.0), (3, 30, 330, 24.0), (4, 360, 70, 24.0)):
        _draw(grown, carpets[number - 1], x, y, side)
        grown.text(x, y - 30, f"carpet {number}", bold=True, anchor="start", size=24)
    return [small, grown]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    carpets = _carpets(values, variant)
    rows = [
        f"carpet {number}, from the top row down: " + " / ".join(carpet) + "."
        for number, carpet in enumerate(carpets, 1)
    ]
    signs = "With D for a dark square, which is grey with a white dot, and a point for a light square,"
    return [
        (
            f"A carpet of three rows with three squares, some light and some dark. {signs} the squares are as follows. {rows[0]} "
            "There is a thick outline around it, and no other sign."
        ),
        (
            "Three carpets with 6, 12 and 24 rows of squares; thick black lines through the middle part each of them into four "
            f"quarters. {signs} the squares are as follows. {' '.join(rows[1:])}"
        ),
    ]
