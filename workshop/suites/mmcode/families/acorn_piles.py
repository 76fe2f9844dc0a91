"""Two squirrels take acorns from huge piles: how many first moves win.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Acorn Piles"
LEVEL = "long"
CATEGORY = "table"
PICTURES = (("table",), ("linear-data-structure",))
VARIANTS = ("before", "after")
COMPARE = "tokens"

MOST_GAMES, MOST_PILES, HIGHEST = 40, 12, 10**15
_MOVES = 6  #: moves of the game in the second picture

STATEMENT = """
Two squirrels, Pia and Olek, have some piles of acorns and take turns; Pia begins. Whoever has the turn chooses one pile and
takes acorns from it, at least one. Whoever cannot take any acorns by the rules loses. Both play as well as possible.

How many acorns may be taken from a pile is shown in the first picture. A dot in a cell of the table means that the number at the top of
its column may be taken. The number at the left of a row is a remainder: the row counts for all piles whose number of acorns
has this remainder when it is divided by the number of rows. For an empty pile, the row of 0 counts. The words at the left side say which
pile it is whose row counts. Nobody can take more acorns than the pile has.

![image](1.png)

The second picture shows a game with a single pile. The boxes hold the number of acorns in the pile, and the number above each arrow is
the number of acorns that a squirrel takes. In the end no more acorns can be taken. Not all of these moves are clever,
but all of them follow the rules.

![image](2.png)

For each game, find out how many different first moves Pia has with which she is sure to win. Two moves are different if they
take acorns from different piles (even if these have the same number of acorns), or another number of acorns.

Input

The first line has a whole number g, the number of games (1 <= g <= 40). Each of the next g lines has a whole number k (1 <= k <= 12)
and then k whole numbers from 1 to 10^15, the numbers of acorns in the piles, with single spaces between them.

Output

For each game, print a line with the number of first moves with which Pia wins; 0 if there is none.
"""

REFERENCE = """
from itertools import count


def solution(text: str) -> str:
    rows = $rows
    dots = [tuple(map(int, word.split(":"))) for word in $dots.split()]

    def moves(pile: int) -> list:
        return [take for row, take in dots if take <= pile and $change % rows == row]

    values, seen = [], {}
    while True:
        size = len(values)
        state = (size % rows, tuple(values[-16:]))
        if state in seen:
            break
        seen[state] = size
        reached = {values[size - take] for take in moves(size)}
        values.append(next(number for number in count() if number not in reached))
    start = seen[state]
    period = size - start

    def worth(pile: int) -> int:
        if pile < size:
            return values[pile]
        return values[start + (pile - start) % period]

    answers = []
    for line in text.splitlines()[1:]:
        piles = [int(word) for word in line.split()[1:]]
        total = 0
        for pile in piles:
            total ^= worth(pile)
        winning = 0
        for pile in piles:
            wanted = total ^ worth(pile)
            winning += [worth(pile - take) for take in moves(pile)].count(wanted)
        answers.append(str(winning))
    return "\\n".join(answers)
"""
CHANGE = {"before": "pile", "after": "(pile - take)"}

WRONG = {
    "one-move-for-a-pile": REFERENCE.replace(
        "winning += [worth(pile - take) for take in moves(pile)].count(wanted)",
        "winning += wanted in [worth(pile - take) for take in moves(pile)]",
    ),
    "loop-from-the-first-pile": REFERENCE.replace("start + (pile - start) % period", "pile % period"),
    "adds-the-piles": REFERENCE.replace("total ^= worth(pile)", "total += worth(pile)").replace(
        "wanted = total ^ worth(pile)", "wanted = total - worth(pile)"
    ),
    "only-won-and-lost": REFERENCE.replace(
        "next(number for number in count() if number not in reached)", "int(0 in reached)"
    ),
    "last-acorn-stays": REFERENCE.replace("take <= pile", "take < pile"),
    "moves-to-equal-piles-once": REFERENCE.replace(
        "        winning = 0\n        for pile in piles:",
        "        winning = 0\n        for pile in set(piles):",
    ),
}

EQUIVALENT = {
    "16 → 1*": "no move takes more than 8 acorns, so the last 15 to 17 values decide all later ones",
    "pile < size → pile <= size": "the value after the last one of the list would be the first one of the loop",
}


def sample(draws: Draws) -> dict[str, Any]:
    values = next(filter(_is_rich, (_table(draws) for _ in range(100))), None)
    if values is None:
        raise UnfitError("loops that are too short, too long or too plain")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_game(draws, draws.integer(1, 3), 25) for _ in range(300)]
    same = [game for game in dict.fromkeys(tried) if agreeing([_input([game])], solve)]
    won = [game for game in same if solve["before"](_input([game])) not in "01"]
    if len(same) < 4 or not won:
        raise UnfitError("no sample")
    values["shown"] = list(dict.fromkeys([same[0], won[0], *same[1:]]))[:4]
    values |= {variant: _shown_game(draws, values, variant) for variant in VARIANTS}
    return {**values, "seed": draws.integer(1, 10**9)}


def _table(draws: Draws) -> dict[str, Any]:
    """Draw a table of moves."""
    rows, columns = draws.integer(3, 5), draws.integer(6, 8)
    cells = [f"{row}:{take}" for row in range(rows) for take in range(1, columns + 1)]
    return {"dots": " ".join(cell for cell in cells if draws.chance(9, 20)), "rows": rows, "columns": columns}


def _is_rich(values: dict[str, Any]) -> bool:
    """Whether each row and column of a table has a dot, and the values of piles have a loop worth finding."""
    dots = values["dots"].split()
    if len({dot[2] for dot in dots}) < values["columns"] or len({dot[0] for dot in dots}) < values["rows"]:
        return False
    loops = [_loop(values, variant) for variant in VARIANTS]
    return all(
        3 <= start <= 150 and 2 * start % period and values["rows"] < period < 150 and most > 2
        for start, period, most in loops
    )


def _takes(values: dict[str, Any], variant: str, pile: int) -> list[int]:
    """Return the numbers of acorns that may be taken from a pile."""
    dots = set(values["dots"].split())
    return [
        take
        for take in range(1, min(pile, values["columns"]) + 1)
        if f"{(pile if variant == 'before' else pile - take) % values['rows']}:{take}" in dots
    ]


def _loop(values: dict[str, Any], variant: str) -> tuple[int, int, int]:
    """Return where the loop of the values of piles begins, its length, and the largest value; 0 without a loop."""
    known: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    for pile in range(600):
        state = (pile % values["rows"], *known[-values["columns"] :])
        if pile >= values["columns"]:
            if state in seen:
                return seen[state] - values["columns"], pile - seen[state], max(known)
            seen[state] = pile
        reached = {known[pile - take] for take in _takes(values, variant, pile)}
        known.append(min(set(range(10)) - reached))
    return 0, 1, 0


def _shown_game(draws: Draws, values: dict[str, Any], variant: str) -> list[int]:
    """Return the numbers of acorns in the course of a game that the other variant would not allow."""
    other = VARIANTS[variant == "before"]
    for _ in range(200):
        piles = [draws.integer(15, 39)]
        while takes := _takes(values, variant, piles[-1]):
            piles.append(piles[-1] - draws.choice(takes))
        foreign = [pile for pile, left in pairwise(piles) if pile - left not in _takes(values, other, pile)]
        if len(piles) == _MOVES + 1 and len(foreign) > 1:
            return piles
    raise UnfitError("no game for the second picture")


def _game(draws: Draws, piles: int, most: int) -> str:
    return " ".join(map(str, [piles, *draws.integers(piles, 1, most)]))


def _input(games: list[str]) -> str:
    return "\n".join([str(len(games)), *games]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *games = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(games) <= MOST_GAMES:
        raise ValueError("another number of games")
    for game in games:
        count, *piles = map(int, game.split(" "))
        if not 1 <= count == len(piles) <= MOST_PILES or game != " ".join(map(str, [count, *piles])):
            raise ValueError("another number of piles")
        if not all(1 <= pile <= HIGHEST for pile in piles):
            raise ValueError("a pile beyond the limits")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("acorn_piles", values["seed"], "typical")
    kinds = ((3, 1, 30), (4, 2, 20), (6, 3, 60), (8, 3, 300), (10, 4, 10**4), (12, 5, 10**9))
    return [
        _input([_game(draws, draws.integer(1, piles), most) for _ in range(count)])
        for count, piles, most in kinds
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("acorn_piles", values["seed"], "edge")
    first, second = draws.integers(2, 50, 10**12)
    equal = [f"3 {pile} {draws.integer(1, 60)} {pile}" for pile in draws.integers(MOST_GAMES, 5, 60)]
    return [
        _input(["1 1"]),
        _input([f"1 {pile}" for pile in range(1, MOST_GAMES + 1)]),
        _input([f"2 {pile} {pile + 3}" for pile in range(1, MOST_GAMES + 1)]),
        _input([f"2 {first} {first}", f"3 {second} {first} {second}", f"3 {first} {first} {first}"]),
        _input(equal),
        _input([f"1 {HIGHEST - less}" for less in range(MOST_GAMES)]),
        _input([f"2 {HIGHEST - 5} {pile}" for pile in range(1, 20)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("acorn_piles", values["seed"], "large")
    return [
        _input([_game(draws, MOST_PILES, HIGHEST) for _ in range(MOST_GAMES)]),
        _input([_game(draws, draws.integer(2, MOST_PILES), HIGHEST) for _ in range(MOST_GAMES)]),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    rows, columns, side, left, top = values["rows"], values["columns"], 76.0, 240.0, 120.0
    table = Canvas(int(left + side * columns + 24), int(top + side * rows + 24))
    table.text(left + side * columns / 2, 30, "acorns taken", size=27)
    for line, words in enumerate(("pile", variant, "the move")):
        table.text(20, top + side * rows / 2 - 20 + 40 * line, words, anchor="start", size=27)
    dots = set(values["dots"].split())
    for column in range(1, columns + 1):
        table.text(left + side * (column - 0.5), top - 36, column, bold=True, size=30)
    for row in range(rows):
        table.text(left - 36, top + side * (row + 0.5), row, bold=True, size=30)
        for column in range(columns):
            x, y = left + side * column, top + side * row
            table.rect(x, y, side, side, fill="white", line=2)
            if f"{row}:{column + 1}" in dots:
                table.circle(x + side / 2, y + side / 2, 17, fill="blue", stroke=None)
    game = Canvas(960, 320)
    for place, pile in enumerate(values[variant]):
        x = 24 + 138.0 * place
        fill: Colour = "paleorange" if place else "paleblue"
        game.rect(x, 130, 84, 84, fill=fill, line=3, radius=10)
        game.text(x + 42, 172, pile, bold=True, size=32)
        if place:
            arrows.arrow(game, (x - 52, 172), (x - 4, 172), line=4, head=18)
            game.text(x - 28, 100, values[variant][place - 1] - pile, size=30)
    game.text(24, 44, "acorns taken", anchor="start", size=26)
    game.text(24, 272, "acorns in the pile", anchor="start", size=26)
    return [table, game]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    dots = set(values["dots"].split())
    numbers = ", ".join(map(str, range(1, values["columns"] + 1)))
    rows = []
    for row in range(values["rows"]):
        under = [str(take) for take in range(1, values["columns"] + 1) if f"{row}:{take}" in dots]
        rows.append(f"row {row}: {', '.join(under)}")
    piles = values[variant]
    steps = [f"an arrow with {pile - left}, then a box with {left}" for pile, left in pairwise(piles)]
    return [
        (
            f"A table with {values['rows']} rows, which have the numbers 0 to {values['rows'] - 1} at their left from the top down, and with "
            f"{values['columns']} columns, which have the numbers 1 to {values['columns']} at the top: {numbers}. Above the columns "
            f'stands "acorns taken", left of the rows "pile {variant} the move". Some cells hold a blue dot. The columns with a dot in each row '
            f"are, {'; '.join(rows)}."
        ),
        (
            'A row of boxes with numbers, joined by arrows to the right with a number above each. Above them stands "acorns taken", below them "acorns in the '
            f'pile". From left to right: a box with {piles[0]}; {"; ".join(steps)}.'
        ),
    ]
