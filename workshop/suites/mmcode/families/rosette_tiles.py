"""A mason lays rosettes of three kinds of tiles, as large as the stock allows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Rosette Tiles"
LEVEL = "easy"
CATEGORY = "patterns"
PICTURES = (("patterns",),)
VARIANTS = ("diamond", "cross")
COMPARE = "tokens"

MOST_ORDERS = 50
MOST_TILES = 20_000

STATEMENT = """
A mason decorates yards with rosettes. A rosette is laid from square tiles of one size, which are light, dark or
yellow, and it comes in stages: stage 1 is a single tile, and every later stage is the stage before it with more tiles laid
around it. The picture shows the first seven stages in order. The light tiles are blank, the dark tiles are grey with a dot,
and the yellow tiles have a cross. All later stages grow in the way that the picture shows: what is laid
around a stage is of one kind, and the kinds come again and again in the same order. A rosette need not have all three kinds.

![image](1.png)

Before a job the mason counts the stock. The largest rosette that can be laid from it is wanted: all its tiles must be
there, of the right kind, and tiles may be left over. A rosette is laid alone; stock is not shared between jobs.

Input

The first line has a whole number n, the number of jobs (1 <= n <= 50). Each of the next n lines has three whole numbers with
spaces between them: how many light, how many dark and how many yellow tiles the mason has for this job, each from 0 to 20000.

Output

For each job, print a line with the number of the largest stage that can be laid. Print 0 if not even stage 1 can be laid.
"""

REFERENCE = """
def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    answers = []
    for place in range(1, len(numbers), 3):
        stock = numbers[place:place + 3]
        stage = 0
        tiles = 1
        while stock[$kinds[stage % 3]] >= tiles:
            stock[$kinds[stage % 3]] -= tiles
            stage += 1
            tiles = $change
        answers.append(stage)
    return "\\n".join(map(str, answers))
"""
CHANGE = {"diamond": "4 * stage", "cross": "4"}
WRONG = {
    "first-two-kinds-take-turns": REFERENCE.replace("stage % 3", "stage % 2"),
    "only-the-number-of-all-tiles": REFERENCE.replace(
        "stock = numbers[place:place + 3]", "stock = [sum(numbers[place:place + 3])] * 3"
    ).replace("-= tiles", "-= tiles\n            stock = [stock[$kinds[stage % 3]]] * 3"),
    "eight-tiles-around": REFERENCE.replace("$change", "8 * stage"),
}

EQUIVALENT = {"3 → 4": "a fourth number of a stock is not looked at"}

_NAMES = ("light", "dark", "yellow")
_SIDE = 24.0
_STAGES = 7


def sample(draws: Draws) -> dict[str, Any]:
    kinds = draws.integers(3, 0, 2)
    while len(set(kinds)) == 1:
        kinds = draws.integers(3, 0, 2)
    return {"kinds": tuple(kinds), "seed": draws.integer(1, 10**9)}


Stock = tuple[int, ...]


def _jobs(jobs: list[Stock]) -> str:
    return f"{len(jobs)}\n" + "".join(f"{' '.join(map(str, stock))}\n" for stock in jobs)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_ORDERS or len(lines) != int(head):
        raise ValueError("another number of jobs")
    for line in lines:
        stock = line.split(" ")
        if len(stock) != 3 or not "".join(stock).isdecimal() or max(map(int, stock)) > MOST_TILES:
            raise ValueError(f"{line} is not a stock")


def _needed(values: dict[str, Any], rings: list[int]) -> Stock:
    """Return the tiles of each kind in rings from the middle outwards."""
    return tuple(
        sum(tiles for ring, tiles in enumerate(rings) if values["kinds"][ring % 3] == kind)
        for kind in range(3)
    )


def _changed(stock: Stock, kind: int, by: int) -> Stock:
    return tuple(max(0, number + by * (place == kind)) for place, number in enumerate(stock))


def samples(values: dict[str, Any]) -> list[str]:
    one, two = _needed(values, [1]), _needed(values, [1, 4])
    return [_jobs([two, one, (0, 0, 0), _changed(two, values["kinds"][2], 3)])]


def _stock(draws: Draws, high: int) -> Stock:
    return tuple(draws.integers(3, 0, high))


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("rosette-typical", values["seed"])
    sizes = ((3, 60), (5, 100), (6, 300), (8, 800), (10, 3000), (4, 40))
    return [_jobs([_stock(draws, high) for _ in range(count)]) for count, high in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    exact = [_needed(values, [1, *(4 * ring for ring in range(1, stage))]) for stage in range(3, 9)]
    thin = [_needed(values, [1, *(4 for _ in range(1, stage))]) for stage in range(3, 9)]
    lacking = [[_changed(stock, kind, -1) for stock in exact + thin] for kind in range(3)]
    return [
        _jobs([(25, 31, 28)]),
        _jobs([*exact, *thin]),
        _jobs([*lacking[0], (0, MOST_TILES, 0), (MOST_TILES, 0, 0), (0, 0, MOST_TILES)]),
        _jobs(lacking[1]),
        _jobs([*lacking[2], (1, 1, 1), (0, 0, 0)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("rosette-large", values["seed"])
    full: list[Stock] = [
        (MOST_TILES,) * 3,
        (MOST_TILES - 1, MOST_TILES, MOST_TILES),
        (9000, MOST_TILES, 9000),
    ]
    return [
        _jobs([_stock(draws, MOST_TILES) for _ in range(MOST_ORDERS)]),
        _jobs(full + [_stock(draws, MOST_TILES) for _ in range(44)]),
    ]


def _draw_stage(canvas: Canvas, values: dict[str, Any], variant: str, stage: int, x: float, y: float) -> None:
    for row in range(1 - stage, stage):
        for column in range(1 - stage, stage):
            ring = abs(row) + abs(column)
            if ring >= stage or (variant == "cross" and row and column):
                continue
            kind = values["kinds"][ring % 3]
            left, top = x + (column - 0.5) * _SIDE, y + (row - 0.5) * _SIDE
            canvas.rect(left, top, _SIDE, _SIDE, fill=("white", "grey", "yellow")[kind], line=2.2)
            if kind == 1:
                canvas.circle(left + _SIDE / 2, top + _SIDE / 2, 5, fill="white", stroke=None)
            if kind == 2:
                canvas.line((left + 5, top + 5), (left + _SIDE - 5, top + _SIDE - 5), line=2)
                canvas.line((left + 5, top + _SIDE - 5), (left + _SIDE - 5, top + 5), line=2)


_MIDDLES = ((60, 120), (190, 120), (370, 120), (610, 120), (150, 400), (440, 400), (780, 400))


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(960, 620)
    for stage, (x, y) in enumerate(_MIDDLES, 1):
        _draw_stage(canvas, values, variant, stage, x, y)
        canvas.text(x, 230 if stage < 5 else 590, f"stage {stage}", bold=True, size=22)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rings = ", ".join(_NAMES[values["kinds"][ring % 3]] for ring in range(_STAGES))
    if variant == "diamond":
        shape = (
            "Around the middle tile lie closed rings in the shape of a square that stands on its tip, with 4, 8, 12, 16, 20 "
            "and 24 tiles, so that stage 7 has 13 tiles in its longest row"
        )
    else:
        shape = (
            "Four straight arms of single tiles go from the middle tile up, down, left and right, so that every stage has "
            "the form of a plus sign, with 4 tiles more than the stage before, one at the end of each arm"
        )
    return [
        (
            f"Seven figures of square tiles, named stage 1, stage 2, stage 3, stage 4, stage 5, stage 6 and stage 7. Stage 1 is a "
            f"single tile. {shape}. Light tiles are white, dark tiles grey with a white dot, yellow tiles have a "
            f"cross. From the middle outwards the tiles of one distance are of one kind: {rings}."
        )
    ]
