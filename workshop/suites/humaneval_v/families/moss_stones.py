"""Three mosses on paving stones that are hexagons: which moss covers which stone.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._moss_rules import MOSS_RULES, is_telling, right_rule

VERSION = 2
LEVEL = "hard"
KINDS = ("lattice",)
TASK_TYPE = "Iteration"
ASPECTS = ("Topological Relations", "Dynamic Patterns")
MUTATIONS = ("more", "bare", "slower", "fewer", "faster")

TEXT = '''\
def solution(stones: list[str], days: int) -> list[str]:
    """
    Three mosses grow on a pavement of hexagonal stones, and each day some of them spread to stones that
    they touch. Find the pavement after some days, by the two pavements in the picture.

    Parameters:
        stones (list[str]): The rows of the pavement on day 0, all of one length. The second row, the fourth
            and so on lie half a stone farther to the right. "A", "B" and "C" are mosses, "s" is salt, and
            "." is a bare stone.
        days (int): The number of days, from 0 to 12.

    Returns:
        list[str]: The rows of the pavement after these days, with the same letters.
    """
'''

MOSS = """
def solution(stones: list[str], days: int) -> list[str]:
    pace = $pace
    rows = stones
    for day in range(1, days + 1):
        after = [list(row) for row in rows]
        for r, row in enumerate(rows):
            for c, stone in enumerate(row):
                if stone == "."{bars}:
                    comers = []
                    for i, j in near(rows, r, c):
                        moss = rows[i][j]
                        if moss in pace and day % pace[moss] == 0{stops}:
                            comers.append(moss)
                    kinds = {kinds}
                    if {wins}:
                        after[r][c] = {winner}
        rows = after
    return ["".join(row) for row in rows]


def near(rows, r, c):
    left = c - 1 + r % 2
    places = [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)]
    return [(i, j) for i, j in places if 0 <= i < len(rows) and 0 <= j < len(rows[i])]
"""
#: Mutation → the mosses that come to a stone in an order, when one of them gets it, and which one.
WINS = {
    "more": (
        "sorted(dict.fromkeys(comers), key=comers.count, reverse=True)",
        "len(kinds) == 1 or kinds and comers.count(kinds[0]) > comers.count(kinds[1])",
        "kinds[0]",
    ),
    "fewer": (
        "sorted(dict.fromkeys(comers), key=comers.count)",
        "len(kinds) == 1 or kinds and comers.count(kinds[0]) < comers.count(kinds[1])",
        "kinds[0]",
    ),
    "bare": ("list(dict.fromkeys(comers))", "len(kinds) == 1", "max(comers)"),
    "slower": ("list(dict.fromkeys(comers))", "kinds", "max(kinds, key=lambda moss: pace[moss])"),
    "faster": ("list(dict.fromkeys(comers))", "kinds", "min(kinds, key=lambda moss: pace[moss])"),
}
#: What salt does to stones that touch it → the conditions in the program.
SALT = {
    "stops": ("", " and not is_salted(rows, i, j)"),
    "bars": (" and not is_salted(rows, r, c)", ""),
}
SALTED = """

def is_salted(rows, r, c):
    return any(rows[i][j] == "s" for i, j in near(rows, r, c))
"""

ROWS, COLUMNS, DAYS = 6, 8, 6  #: of the pavements in the picture

EQUIVALENT = {"max(comers) → min(comers)": "all of them are the same moss"}
SETTLED = {"for day in range(1, days + 1): *": "the days on the stones"}
Stones = tuple[str, ...]


@dataclass(frozen=True)
class Pavement:
    """Parameters: the mutation, days per spread of each moss, what salt does, and the pavements."""

    mutation: str
    paces: tuple[int, ...]
    salt: str
    seed: str  #: of the pavements in the picture
    tested: tuple[tuple[Stones, int], ...]

    @property
    def shown(self) -> tuple[Stones, Stones]:
        return _shown(replace(self, mutation=""))


def sample(mutation: str, draws: Draws) -> Pavement:
    paces = tuple(draws.shuffled((1, 2, 3)))
    salt, seed = draws.choice(("stops", "bars")), draws.text("ABCDEFGH", 16)
    tested: list[tuple[Stones, int]] = [(_stones(draws, 3, 4, 3), 0), (("A....B",), 4)]
    while len(tested) < 13:
        stones = _stones(draws, draws.integer(4, 7), draws.integer(5, 7), 3 + len(tested) % 4)
        days = draws.integer(4, 7)
        if is_telling(MUTATIONS, paces, salt, stones, days):
            tested.append((stones, days))
    return Pavement(mutation, paces, salt, seed, tuple(tested))


def _stones(draws: Draws, rows: int, columns: int, mosses: int, salts: int = 2) -> Stones:
    places = draws.sample([(r, c) for r in range(rows) for c in range(columns)], mosses + salts)
    signs = dict(zip(places, "ABCABC"[:mosses] + "s" * salts, strict=True))
    return tuple("".join(signs.get((r, c), ".") for c in range(columns)) for r in range(rows))


def calls(pavement: Pavement) -> list[Call]:
    return [(list(stones), days) for stones, days in pavement.tested]


def examples(pavement: Pavement) -> list[Call]:
    return [(list(stones), DAYS) for stones in pavement.shown]


@lru_cache(maxsize=4)
def _shown(pavement: Pavement) -> tuple[Stones, Stones]:
    """Choose two pavements that leave one rule of the space for every mutation."""
    paces, salt, draws = pavement.paces, pavement.salt, Draws(pavement.seed, "shown")

    def candidate() -> Call:
        for _ in range(60):
            stones = _stones(draws, ROWS, COLUMNS, 4, 3)
            if is_telling(MUTATIONS, paces, salt, stones, DAYS):
                return stones, DAYS
        raise UnfitError("no pavements that tell the rule")

    first, _ = candidate()
    *_, (second, _) = telling_examples(
        MOSS_RULES,
        rules=[right_rule(mutation, paces, salt) for mutation in MUTATIONS],
        asked=calls(pavement),
        shown=[(first, day) for day in range(1, DAYS + 1)],
        candidate=candidate,
        numbers=range(DAYS + 1, DAYS + 2),
    )
    return first, second


def rule_space(pavement: Pavement) -> RuleSpace:
    rule = right_rule(pavement.mutation, pavement.paces, pavement.salt)
    days = [(stones, day) for stones in pavement.shown for day in range(1, DAYS)]
    return replace(MOSS_RULES, drawn=MOSS_RULES.given(rule, days))  # the days on the stones


def reference(pavement: Pavement) -> str:
    bars, stops = SALT[pavement.salt]
    kinds, wins, winner = WINS[pavement.mutation]
    program = MOSS.replace("{bars}", bars).replace("{stops}", stops)
    program = program.replace("{kinds}", kinds).replace("{wins}", wins).replace("{winner}", winner)
    return fill(program + SALTED, pace=dict(zip("ABC", pavement.paces, strict=True)))


COLOURS: dict[str, Colour] = {"A": "sky", "B": "yellow", "C": "orange", "s": "ink", ".": "white"}
WIDE = 53.0  #: width of a stone, px


def picture(pavement: Pavement, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 470)
    for number, stones in enumerate(pavement.shown):
        x = 15.0 + 490 * number
        frame(canvas, x, 15, 480, 385, title=("First", "Second")[number] + f" pavement, day {DAYS}")
        days, end = _days(stones, solve)
        for (r, c), day in days.items():
            at = x + 41 + (c + r % 2 / 2) * WIDE, 105 + r * WIDE * math.sqrt(3) / 2
            _stone(canvas, *at, end[r][c], stones[r][c] if day == 0 else day)
    signs = [("A", "A", "moss A"), ("B", "B", "moss B"), ("C", "C", "moss C"), ("s", "s", "salt")]
    signs += [(".", "", "bare"), (".", "2", "on day 2")]
    for place, (sign, mark, name) in enumerate(signs):
        x = 45 + 152 * place
        _stone(canvas, x, 434, sign, mark)
        canvas.text(x + 33, 434, name, size=19, anchor="start")
    return canvas


def _stone(canvas: Canvas, x: float, y: float, sign: str, mark: str | int) -> None:
    radius = WIDE / math.sqrt(3)
    turns = [math.radians(60 * corner) for corner in range(6)]
    corners = [(x + radius * math.sin(turn), y - radius * math.cos(turn)) for turn in turns]
    canvas.polygon(corners, fill=COLOURS[sign], line=2)
    if mark and mark != ".":
        letter = str(mark) in "ABCs"
        canvas.text(
            x, y, mark, size=24 if letter else 19, bold=letter, fill="white" if sign == "s" else "ink"
        )


def _days(stones: Stones, solve: Solve) -> tuple[dict[tuple[int, int], int | str], list[str]]:
    """Return the day on which each stone was covered, 0 for those of the start, and the last pavement."""
    days: dict[tuple[int, int], int | str] = {}
    for day in range(DAYS + 1):
        end = solve(list(stones), day)
        for r, row in enumerate(end):
            for c, stone in enumerate(row):
                if stone != ".":
                    days.setdefault((r, c), day)
    return {(r, c): days.get((r, c), "") for r in range(ROWS) for c in range(COLUMNS)}, end


def describe(pavement: Pavement, solve: Solve) -> str:
    parts = []
    for name, stones in zip(("First", "Second"), pavement.shown, strict=True):
        days, end = _days(stones, solve)
        rows = [
            " ".join(
                stones[r][c] if days[r, c] == 0 else f"{end[r][c].replace('.', '-')}{days[r, c]}"
                for c in range(COLUMNS)
            )
            for r in range(ROWS)
        ]
        parts.append(f"{name} pavement, day {DAYS}: {' / '.join(rows)}.")
    return (
        f"The picture shows two pavements of {ROWS} rows of {COLUMNS} hexagonal stones; the second, fourth and sixth row lie half a "
        "stone farther to the right. Stones are sky blue for moss A, yellow for moss B, orange for moss C, black with an s for "
        "salt, and white if bare. A letter marks where a moss was at the start; a number is the day on which a "
        "stone was covered, as the key says (on day 2). Stones are listed with moss and day, and - is a bare stone. "
        f"{' '.join(parts)}"
    )
