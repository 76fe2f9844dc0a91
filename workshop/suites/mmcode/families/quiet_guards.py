"""Guards stand on a board so that no guard sees another one: in how many ways?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Quiet Guards"
LEVEL = "long"
CATEGORY = "chessboard"
PICTURES = (("chessboard",), ("chessboard", "patterns"))
VARIANTS = ("row-and-far-column", "row-and-corners")
COMPARE = "tokens"

STATEMENT = """
Guards are placed on a board of squares. A guard sees some of the squares around it. The first picture shows a guard in the
middle of a part of a board, and an eye on each square that it sees; it sees no others. Guards see in the same way wherever they
stand, also across holes.

![image](1.png)

A placement of guards is quiet if no guard stands on a square that another guard sees. The placement without any guard is quiet
as well. The second picture shows all quiet placements on a board of 3 by 3 squares, each as a small board; a disc is a guard, and
a black square is a hole.

![image](2.png)

Some squares of a board may be holes, on which no guard can stand. Find the number of quiet placements of any number of guards
on a given board. As it can be very large, print its remainder after division by $modulus.

Input

The first line has two integers r and c, the numbers of rows and columns (1 <= r <= 40, 1 <= c <= 6). Each of the next r lines has
c characters for the squares of a row, from top to bottom: a dot for a square that a guard can stand on, and # for a hole.

Output

Print one integer: the number of quiet placements, as the remainder.
"""

_ROWS = """
def solution(text: str) -> str:
    lines = text.split()[2:]
    masks = []
    for line in lines:
        holes = int(line.replace("#", "1").replace(".", "0"), 2)
        size = 1 << len(line)
        masks.append([mask for mask in range(size) if not mask & (holes | mask << $near)])
"""
REFERENCE = {
    "row-and-far-column": _ROWS
    + """
    ways = {(0, 0): 1}
    for fitting in masks:
        more = {}
        for (before, last), count in ways.items():
            for mask in fitting:
                if mask & before == 0:
                    more[last, mask] = more.get((last, mask), 0) + count
        ways = more
    return str(sum(ways.values()) % $modulus)
""",
    "row-and-corners": _ROWS
    + """
    ways = {0: 1}
    for fitting in masks:
        more = {}
        for last, count in ways.items():
            for mask in fitting:
                if mask & (last << 1 | last >> 1) == 0:
                    more[mask] = more.get(mask, 0) + count
        ways = more
    return str(sum(ways.values()) % $modulus)
""",
}
WRONG = {
    "all-squares-around": _ROWS
    + """
    ways = {0: 1}
    for fitting in masks:
        more = {}
        for last, count in ways.items():
            for mask in fitting:
                if mask & (last << 1 | last | last >> 1) == 0:
                    more[mask] = more.get(mask, 0) + count
        ways = more
    return str(sum(ways.values()) % $modulus)
""",
    "rows-do-not-matter": _ROWS
    + """
    ways = 1
    for fitting in masks:
        ways = ways * len(fitting) % $modulus
    return str(ways)
""",
    "at-least-one-guard": {
        name: program.replace("sum(ways.values())", "(sum(ways.values()) - 1)")
        for name, program in REFERENCE.items()
    },
}
EQUIVALENT = {"'1' → '1~'": "the text is then no number"}

_SEEN = {
    "row-and-far-column": ((0, -2), (0, 2)),
    "row-and-corners": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}
_SQUARES = [(column, row) for row in range(3) for column in range(3)]


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {
        "seed": draws.integer(1, 10**9),
        "modulus": draws.choice([10**9 + 7, 998244353, 10**9 + 9]),
    }
    values["near"] = draws.integer(1, 2)
    values["free"] = sorted(draws.sample(_SQUARES, 5))
    if not all(10 <= len(_quiet(values, variant)) <= 20 for variant in VARIANTS):
        raise UnfitError("too few or too many quiet placements to draw")
    solve = solvers(REFERENCE, values)
    boards = [_board(draws, draws.integer(2, 4), draws.integer(2, 4), 3) for _ in range(120)]
    shown = {
        solve[VARIANTS[0]](board): board
        for board in agreeing(boards, solve)
        if "#" in board and ".." in board
    }
    values["shown"] = [shown[number] for number in sorted(shown, key=int)[-2:]]
    return values


def _board(draws: Draws, rows: int, columns: int, holes: int) -> str:
    """Return an input in which one of ``holes`` squares is a hole; 0 stands for none."""
    lines = [
        "".join("#" if holes and draws.chance(1, holes) else "." for _ in range(columns)) for _ in range(rows)
    ]
    return f"{rows} {columns}\n" + "".join(f"{line}\n" for line in lines)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    rows, columns = map(int, lines[0].split(" "))
    if not 1 <= rows <= 40 or not 1 <= columns <= 6 or len(lines) != rows + 1:
        raise ValueError("another number of rows")
    if any(len(line) != columns or not set(line) <= set(".#") for line in lines[1:]):
        raise ValueError("a row that is not of the board")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("quiet_guards", values["seed"], "typical")
    return [
        _board(draws, rows, columns, 5)
        for rows, columns in ((3, 4), (4, 3), (5, 5), (6, 4), (8, 5), (9, 6), (12, 4))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("quiet_guards", values["seed"], "edge")
    single = "1 1\n.\n"
    line = _board(draws, 1, 6, 0)
    column = _board(draws, 17, 1, 0)
    closed = "3 3\n###\n###\n###"
    return [single, line, column, closed, _board(draws, 3, 3, 0)]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("quiet_guards", values["seed"], "large")
    return [_board(draws, 40, 6, 0), _board(draws, 40, 6, 8), _board(draws, 39, 6, 15)]


def _seen(values: dict[str, Any], variant: str) -> list[tuple[int, int]]:
    """Return the columns and rows of the squares that a guard sees, counted from it."""
    return [(-values["near"], 0), (values["near"], 0), *_SEEN[variant]]


def _quiet(values: dict[str, Any], variant: str) -> list[list[tuple[int, int]]]:
    """Return the quiet placements on the board of the second picture, as columns and rows of guards."""
    free = values["free"]
    chosen = [[square for place, square in enumerate(free) if number >> place & 1] for number in range(32)]
    seen = _seen(values, variant)
    quiet = [
        guards
        for guards in chosen
        if not any((x + dx, y + dy) in guards for x, y in guards for dx, dy in seen)
    ]
    return sorted(quiet, key=lambda guards: (len(guards), guards))


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    part = Canvas(640, 640)
    for row in range(5):
        for column in range(5):
            x, y = 20 + 120 * column, 20 + 120 * row
            part.rect(x, y, 120, 120, fill="mist" if (row + column) % 2 else "white", line=4)
            if (column - 2, row - 2) in _seen(values, variant):
                part.polygon(
                    [(x + 18, y + 60), (x + 60, y + 32), (x + 102, y + 60), (x + 60, y + 88)],
                    fill="white",
                    line=5,
                )
                part.circle(x + 60, y + 60, 15, fill="ink")
    part.circle(320, 320, 40, fill="orange", line=5)
    quiet = _quiet(values, variant)
    small = Canvas(1000, 30 + 190 * -(-len(quiet) // 5))
    for number, guards in enumerate(quiet):
        left, top = 30 + 195 * (number % 5), 24 + 190 * (number // 5)
        for column, row in _SQUARES:
            x, y = left + 50 * column, top + 50 * row
            small.rect(x, y, 50, 50, fill="white" if (column, row) in values["free"] else "ink", line=3)
            if (column, row) in guards:
                small.circle(x + 25, y + 25, 15, fill="orange", line=3)
    return [part, small]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    words = {-2: "two", -1: "one", 1: "one", 2: "two"}
    seen = []
    for right, down in _seen(values, variant):
        across = f"{words[right]} {'right' if right > 0 else 'left'}" if right else ""
        along = f"{words[down]} {'below' if down > 0 else 'above'}" if down else ""
        seen.append(" and ".join(part for part in (across, along) if part))
    names = [
        " and ".join(f"column {x + 1} of row {y + 1}" for x, y in guards)
        for guards in _quiet(values, variant)[1:]
    ]
    free = ", ".join(f"column {x + 1} of row {y + 1}" for x, y in values["free"])
    first = (
        "A part of a board with 5 by 5 squares. An orange disc, the guard, is in the middle. Eyes are drawn on these squares, "
        f"seen from the guard: {'; '.join(seen)}. All other squares are empty."
    )
    second = (
        f"{len(names) + 1} small boards of three rows and three columns, in lines of five. On each board these squares are white, "
        f"and the others black: {free}. The first board has no disc. The others have orange discs, in this order: "
        f"{'; '.join(names)}."
    )
    return [first, second]
