"""Porters carry chests between rooms: minutes by two tables.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Porters"
LEVEL = "easy"
CATEGORY = "table"
PICTURES = (("table",), ("table",))
VARIANTS = ("from-left", "from-top")
COMPARE = "tokens"

MOST_CHESTS = 60
ROOMS = "ABCDEF"

STATEMENT = """
An old house on a hill has six rooms, A to F, with many stairs. A porter gets a list of chests. For each chest, the list names
the room in which it stands and the room to which it has to be carried. The porter takes the chests in the order of the list
and carries one chest at a time. After a chest has been put down, the porter walks to the room in which the next chest stands,
with empty hands, unless the porter is already there. Before the first chest, the porter walks in the same way from room A.

How many minutes a porter with empty hands takes from one room to another is written in the first picture.

![image](1.png)

With a chest it takes longer, as the second picture shows. Up or down makes a difference, so the way there need not take as long
as the way back. Staying in a room takes no time.

![image](2.png)

Input

The first line has a whole number n, the number of chests (1 <= n <= 60). Each of the next n lines has two different letters from
A to F with a space between them: the room in which a chest stands, and the room to which it has to be carried.

Output

Print one line with two numbers and a space between them: the minutes that the porter walks with empty hands, and the minutes
that the porter walks with a chest.
"""

REFERENCE_TEXT = """
def solution(text: str) -> str:
    rooms = text.split()
    empty = loaded = 0
    here = "A"
    for start, end in zip(rooms[1::2], rooms[2::2]):
        if start != here:
            empty += $walking[WALK]
        loaded += $carrying[CARRY]
        here = end
    return f"{empty} {loaded}"
"""


def _program(walk: str, carry: str) -> str:
    return REFERENCE_TEXT.replace("WALK", walk).replace("CARRY", carry)


REFERENCE = {
    "from-left": _program("here + start", "start + end"),
    "from-top": _program("start + here", "end + start"),
}
WRONG = {
    "tables-exchanged": {
        variant: source.replace("$walking", "$other")
        .replace("$carrying", "$walking")
        .replace("$other", "$carrying")
        for variant, source in REFERENCE.items()
    },
    "begins-at-the-first-chest": {
        variant: source.replace('here = "A"', "here = rooms[1]") for variant, source in REFERENCE.items()
    },
    "walks-from-the-start-of-the-chest": {
        variant: source.replace("here = end", "here = start") for variant, source in REFERENCE.items()
    },
}


def sample(draws: Draws) -> dict[str, Any]:
    walking: dict[str, int] = {}
    carrying: dict[str, int] = {}
    for place, left in enumerate(ROOMS):
        for top in ROOMS[place + 1 :]:
            for table, low, high in ((walking, 2, 9), (carrying, 10, 25)):
                there, back = draws.sample(range(low, high + 1), 2)
                table[left + top], table[top + left] = there, there if draws.chance(1, 3) else back
    values: dict[str, Any] = {"walking": walking, "carrying": carrying, "seed": draws.integer(1, 10**9)}
    solve = solvers(REFERENCE, values)
    tried = [_list(_chests(draws, count)) for count in (1, 2, 3, 4, 5) * 60]
    same = list(dict.fromkeys(agreeing(tried, solve)))
    shown = [text for lines in (5, 4, 3, 2) for text in same if text.count("\n") == lines][:2]
    if len(shown) < 2:
        raise UnfitError("the variants agree on too few lists")
    values["shown"] = shown
    return values


def _chests(draws: Draws, count: int) -> list[str]:
    return [" ".join(draws.sample(ROOMS, 2)) for _ in range(count)]


def _list(chests: list[str]) -> str:
    return f"{len(chests)}\n" + "".join(f"{chest}\n" for chest in chests)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_CHESTS or len(lines) != int(head):
        raise ValueError("another number of chests")
    for line in lines:
        if len(line) != 3 or line[1] != " " or line[0] == line[2] or not {line[0], line[2]} <= set(ROOMS):
            raise ValueError(f"{line} is not a chest's way")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("porters-typical", values["seed"])
    return [_list(_chests(draws, count)) for count in (6, 7, 8, 9, 12, 15)]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("porters-edge", values["seed"])
    ways = [f"{left} {top}" for left in ROOMS for top in ROOMS if left != top]
    around = [f"{left} {top}" for left, top in zip("BCDEFA", "CDEFAB", strict=True)]
    return [
        _list(["A F"]),
        _list(["F A"]),
        _list(["B A"]),
        _list(ways),
        _list(ways[::-1]),
        _list(around),
        _list([draws.choice(ways)] * 5).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("porters-large", values["seed"])
    return [_list(_chests(draws, count)) for count in (58, MOST_CHESTS)]


def _table(table: dict[str, int], variant: str, title: str) -> Canvas:
    canvas, side, left, top = Canvas(700, 700), 78.0, 190.0, 170.0
    side_name, top_name = ("from", "to") if variant == "from-left" else ("to", "from")
    canvas.text(350, 40, title, bold=True, size=26)
    canvas.text(left + 3 * side, 90, f"{top_name} room", size=24)
    canvas.text(80, top + 3 * side, f"{side_name} room", size=24)
    for row, first in enumerate(ROOMS):
        canvas.text(left - 30, top + (row + 0.5) * side, first, bold=True, size=26)
        canvas.text(left + (row + 0.5) * side, top - 30, first, bold=True, size=26)
        for column, second in enumerate(ROOMS):
            x, y = left + column * side, top + row * side
            canvas.rect(x, y, side, side, fill="silver" if row == column else "white")
            if row != column:
                canvas.text(x + side / 2, y + side / 2, table[first + second], size=26)
    return canvas


_TITLES = ("minutes with empty hands", "minutes with a chest")


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    tables = values["walking"], values["carrying"]
    return [_table(table, variant, title) for table, title in zip(tables, _TITLES, strict=True)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    side_name, top_name = ("from", "to") if variant == "from-left" else ("to", "from")
    texts = []
    for table, title in zip((values["walking"], values["carrying"]), _TITLES, strict=True):
        rows = "; ".join(
            f"{first}: "
            + ", ".join(f"{second} {table[first + second]}" for second in ROOMS if second != first)
            for first in ROOMS
        )
        texts.append(
            f'A square table with the title "{title}". At its left side stands "{side_name} room", above it "{top_name} room"; '
            f"the six rows and the six columns have the names A, B, C, D, E, F. Cells on the diagonal are grey and empty. The "
            f"numbers, row by row, with the name of the column before each number: {rows}."
        )
    return texts
