"""A farmer plans crops: what a year brings depends on the weather and on what grew before.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Crop Years"
LEVEL = "long"
CATEGORY = "table"
PICTURES = (("table",), ("table",))
VARIANTS = ("last-year", "year-before-last")
COMPARE = "tokens"

MOST_YEARS = 40
CROPS = ("barley", "clover", "millet", "peas")
WEATHERS = ("dry", "mild", "wet")

STATEMENT = """
A farmer has a field on which one crop grows each year: barley, clover, millet or peas. The harvest is counted in sacks. The
first picture shows how many sacks each crop brings in a dry, a mild and a wet year.

![image](1.png)

The ground remembers what grew on it. The second picture shows how many sacks are added to the harvest of a year, or
taken from it, because of a crop that grew before. The heading at its left side says which year that was. A cross
marks crops that never grow together like this. If that year lies before the first year of the plan, nothing is added or
taken, and each crop can grow.

![image](2.png)

New seed has to be bought whenever another crop grows than in the year before; for the first year there is seed of all crops.
The farmer has coins for k such changes, and knows the weather of the coming years from an old calendar. Find the largest
number of sacks that can be harvested in all.

Input

The first line has two whole numbers n and k with a space between them: the number of years (1 <= n <= 40), and how many changes
can be paid (0 <= k <= n). The second line has n letters without spaces, the weather of the years in order: D is dry, M is mild
and W is wet.

Output

Print one number: the largest number of sacks of a plan for all n years with at most k changes. There is always such a
plan.
"""

REFERENCE = """
def solution(text: str) -> str:
    years, changes, weather = text.split()
    harvest = [int(word) for word in $harvest.split()]
    memory = $memory.split()
    none = None
    best = {(none, none, 0): 0}
    for year in weather:
        brings = harvest["DMW".index(year)::3]
        coming = {}
        for (before, last, changed), sacks in best.items():
            for crop in range(4):
                now = changed + (last not in (none, crop))
                earlier = $change
                effect = "0" if earlier is none else memory[4 * earlier + crop]
                if now > int(changes) or effect == "x":
                    continue
                total = sacks + brings[crop] + int(effect)
                coming[last, crop, now] = max(total, coming.get((last, crop, now), total))
        best = coming
    return str(max(best.values()))
"""
CHANGE = {"last-year": "last", "year-before-last": "before"}
WRONG = {
    "best-crop-of-each-year": """
def solution(text: str) -> str:
    years, changes, weather = text.split()
    memory, before, last, left, total = $memory.split(), -1, -1, int(changes), 0
    for year in weather:
        offered = []
        for crop, brings in enumerate($harvest.split()["DMW".index(year)::3]):
            earlier = $change
            effect = "0" if earlier == -1 else memory[4 * earlier + crop]
            if effect != "x" and (last in (-1, crop) or left):
                offered.append((int(brings) + int(effect), crop))
        sacks, crop = max(offered, default=(0, last))
        total, left = total + sacks, left - (last not in (-1, crop))
        before, last = last, crop
    return str(total)
""",
    "crosses-are-zeros": REFERENCE.replace(' or effect == "x"', "").replace(
        "int(effect)", '(0 if effect == "x" else int(effect))'
    ),
    "first-seed-is-bought": REFERENCE.replace("last not in (none, crop)", "last != crop"),
    "rows-and-columns-exchanged": REFERENCE.replace(
        "memory[4 * earlier + crop]", "memory[4 * crop + earlier]"
    ),
}

EQUIVALENT = {"'DMW' → 'DMW~'": "there is no fourth weather"}


def sample(draws: Draws) -> dict[str, Any]:
    harvest = [number for _ in CROPS for number in draws.sample(range(12, 30), 3)]
    crosses = draws.sample(range(16), 5)
    memory = [
        "x" if place in crosses else str(draws.choice((-9, -7, -6, -4, -3, -2, 2, 3, 5, 6, 8, 9)))
        for place in range(16)
    ]
    if sum(memory[place] == "x" for place in (0, 5, 10, 15)) not in (1, 2, 3):
        raise UnfitError("a crop must be able to follow itself, and another not")
    values: dict[str, Any] = {
        "harvest": " ".join(map(str, harvest)),
        "memory": " ".join(memory),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_plan(draws, count, draws.integer(0, count)) for count in (1, 2, 2, 3, 4, 5) * 50]
    same = agreeing(tried, solve)
    shown = [text for count in (4, 3, 2) for text in same if len(text.split()[2]) == count][::2][:2]
    if len(shown) < 2 or len(shown[0].split()[2]) < 3:
        raise UnfitError("the variants agree on too few plans")
    values["shown"] = shown
    return values


def _plan(draws: Draws, years: int, changes: int) -> str:
    return f"{years} {changes}\n{draws.text('DMW', years)}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, weather = text.removesuffix("\n").split("\n")
    years, changes = map(int, head.split(" "))
    if (
        not 1 <= years <= MOST_YEARS
        or not 0 <= changes <= years
        or len(weather) != years
        or set(weather) - set("DMW")
    ):
        raise ValueError("not a plan")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("crops-typical", values["seed"])
    return [
        _plan(draws, years, changes)
        for years, changes in ((5, 2), (6, 6), (8, 3), (12, 12), (15, 5), (25, 10))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("crops-edge", values["seed"])
    return [
        "1 0\nM\n",
        _plan(draws, 9, 0),
        _plan(draws, 10, 1),
        _plan(draws, 11, 10),
        f"20 20\n{'D' * 20}\n",
        f"21 4\n{'W' * 21}\n",
        f"2 1\n{draws.text('DMW', 2)}\n",
        f"14 14\n{'MW' * 7}",
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("crops-large", values["seed"])
    return [_plan(draws, MOST_YEARS, changes) for changes in (MOST_YEARS, 20, 7)]


def _grid(
    canvas: Canvas, rows: tuple[str, ...], columns: tuple[str, ...], x: float, y: float, wide: float
) -> None:
    for row, name in enumerate(rows):
        canvas.text(x - 14, y + row * 84 + 42, name, anchor="end", bold=True, size=23)
        for column in range(len(columns)):
            canvas.rect(x + column * wide, y + row * 84, wide, 84, fill="white")
    for column, name in enumerate(columns):
        canvas.text(x + (column + 0.5) * wide, y - 26, name, bold=True, size=23)


_EARLIER = {"last-year": ("crop of", "the year before"), "year-before-last": ("crop of", "two years before")}


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    first = Canvas(640, 480)
    first.text(330, 36, "sacks of a year", bold=True, size=25)
    _grid(first, CROPS, WEATHERS, 140, 120, 150)
    for row in range(len(CROPS)):
        for column, sacks in enumerate(values["harvest"].split()[3 * row : 3 * row + 3]):
            first.text(215 + 150 * column, 162 + 84 * row, sacks, size=27)
    second = Canvas(940, 520)
    second.text(620, 40, "crop of this year", size=24)
    for line, words in enumerate(_EARLIER[variant]):
        second.text(120, 292 + 36 * line, words, size=24)
    _grid(second, CROPS, CROPS, 360, 140, 135)
    for place, effect in enumerate(values["memory"].split()):
        x, y = 427.5 + 135 * (place % 4), 182 + 84 * (place // 4)
        if effect == "x":
            second.line((x - 24, y - 24), (x + 24, y + 24), line=5, stroke="red")
            second.line((x - 24, y + 24), (x + 24, y - 24), line=5, stroke="red")
        else:
            second.text(x, y, _signed(effect), size=27)
    return [first, second]


def _signed(effect: str) -> str:
    return f"{int(effect):+d}".replace("-", "\N{MINUS SIGN}")


def describe(values: dict[str, Any], variant: str) -> list[str]:
    harvest = values["harvest"].split()
    memory = ["red cross" if effect == "x" else _signed(effect) for effect in values["memory"].split()]
    rows = "; ".join(f"{crop} {', '.join(harvest[3 * row : 3 * row + 3])}" for row, crop in enumerate(CROPS))
    effects = "; ".join(
        f"{crop}: " + ", ".join(f"{this} {memory[4 * row + column]}" for column, this in enumerate(CROPS))
        for row, crop in enumerate(CROPS)
    )
    return [
        (
            'A table with the title "sacks of a year". Its columns have the names dry, mild and wet, its rows the names of four crops. '
            f"The numbers in each row, from left to right: {rows}."
        ),
        (
            f'A table of four rows and four columns, both with the names barley, clover, millet, peas. Above the columns stands "crop '
            f'of this year", left of the rows "{" ".join(_EARLIER[variant])}". The cells, row by row, with the name of the column: '
            f"{effects}."
        ),
    ]
