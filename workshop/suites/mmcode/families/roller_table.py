"""Parcels on a roller table: what lies there after a list of commands.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import cells, frame

VERSION = 1
TITLE = "Roller Table"
LEVEL = "easy"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure",),)
VARIANTS = ("west", "east")
COMPARE = "tokens"

LETTERS = "BCDFGHKLMPRSTVWZ"
MOST_PARCELS, MOST_COMMANDS = 30, 300

STATEMENT = """
Parcels lie in a row on a roller table, one behind the other from left to right. A clerk sends commands to the table.
Each command is a letter; one of the letters is followed by the number of a new parcel. There are five letters, and
the picture shows two uses of each: what lies on the table before the command, and what lies there after it.

![image](1.png)

The numbers on the parcels do not matter to the table: what a command does depends only on the places of the parcels,
and it does the same however many parcels there are. The ten uses in the picture have nothing to do with one another.
At every moment at least two parcels and at most 30 parcels lie on the table.

Input

The first line has two integers n and m: the number of parcels at the beginning and the number of commands
(2 <= n <= 30, 1 <= m <= 300). The second line has the n numbers of the parcels from left to right. Each of the following
m lines has one command: one of the five letters of the picture and, where the picture has a number next to the
letter, a space and the number of the new parcel. All numbers of parcels are from 1 to 999; some may be equal.

Output

Print one line: the numbers of the parcels on the table after the last command, from left to right, separated by
single spaces.
"""

REFERENCE = """
def solution(text: str) -> str:
    lines = text.strip().splitlines()
    row = lines[1].split()
    for line in lines[2:]:
        command, *parcel = line.split()
        if command == $put:
            row = row + parcel
        elif command == $take:
            row = row[1:]
        elif command == $roll:
            row = $change
        elif command == $swap:
            row = row[:-2] + row[:-3:-1]
        else:
            row = row[::-1]
    return " ".join(row)
"""
CHANGE = {"west": "row[1:] + row[:1]", "east": "row[-1:] + row[:-1]"}

WRONG = {
    "puts-on-the-left": REFERENCE.replace("row + parcel", "parcel + row"),
    "swaps-the-two-ends": REFERENCE.replace("row[:-2] + row[:-3:-1]", "row[-1:] + row[1:-1] + row[:1]"),
    "takes-the-last": REFERENCE.replace("row = row[1:]", "row = row[:-1]"),
}


def sample(draws: Draws) -> dict[str, Any]:
    put, take, roll, swap, turn = draws.sample(LETTERS, 5)
    numbers = sorted(draws.sample(range(11, 99), 8))
    long, short = draws.shuffled(numbers[:5]), draws.shuffled(numbers[5:])
    if long[-2] > long[-1]:
        long[-2:] = long[-1], long[-2]
    if short[-2] < short[-1]:
        short[-2:] = short[-1], short[-2]
    new = draws.sample(range(2, 10), 2)
    rows = draws.shuffled(range(5))
    names = {"put": put, "take": take, "roll": roll, "swap": swap, "turn": turn}
    return {**names, "long": long, "short": short, "new": new, "rows": rows, "seed": draws.integer(1, 10**9)}


def _programs(values: dict[str, Any]) -> dict[str, Any]:
    return {
        variant: compile_solution(fill(REFERENCE.replace("$change", change), **values))
        for variant, change in CHANGE.items()
    }


def _input(parcels: list[int], commands: list[str]) -> str:
    numbers = " ".join(map(str, parcels))
    return "\n".join([f"{len(parcels)} {len(commands)}", numbers, *commands]) + "\n"


def _random_input(values: dict[str, Any], draws: Draws, size: int, count: int) -> str:
    """Return an input with random commands that keep from 2 to 30 parcels on the table."""
    parcels = draws.integers(size, 1, 999)
    commands = []
    for _ in range(count):
        name = draws.choice(("put", "put", "take", "roll", "roll", "swap", "turn"))
        if (name == "put" and size == MOST_PARCELS) or (name == "take" and size == 2):
            name = "roll"
        size += (name == "put") - (name == "take")
        commands.append(values[name] + f" {draws.integer(1, 999)}" * (name == "put"))
    return _input(parcels, commands)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    head, first, *commands = lines
    n, m = map(int, head.split(" "))
    numbers = first.split(" ")
    size = len(numbers)
    if not (2 <= n == size <= MOST_PARCELS and 1 <= m == len(commands) <= MOST_COMMANDS):
        raise ValueError("wrong number of parcels or commands")
    for line in commands:
        command, *number = line.split(" ")
        if command not in [values[name] for name in ("put", "take", "roll", "swap", "turn")]:
            raise ValueError("an unknown command")
        if len(number) != (command == values["put"]):
            raise ValueError("a command with a wrong number of words")
        numbers += number
        size += (command == values["put"]) - (command == values["take"])
        if not 2 <= size <= MOST_PARCELS:
            raise ValueError("too few or too many parcels")
    if not all(number.isdecimal() and 1 <= int(number) <= 999 for number in numbers):
        raise ValueError("a number of a parcel out of range")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("roller-samples", values["seed"])
    programs = _programs(values).values()
    found: list[str] = []
    while len(found) < 2:
        text = _random_input(values, draws, 3 + len(found), 5)
        used = {line[0] for line in text.splitlines()[2:]}
        if len({program(text) for program in programs}) == 1 and values["roll"] in used and len(used) > 3:
            found.append(text)
    return found


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("roller-typical", values["seed"])
    return [
        _random_input(values, draws, size, count)
        for size, count in ((4, 6), (5, 9), (6, 12), (8, 20), (9, 40))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("roller-edge", values["seed"])
    some = draws.sample(range(1, 1000), 6)
    return [
        _input([999, 1], [values["turn"]]),
        _input(some[:3], [values["roll"]]),
        _input(some[:4], [values["take"]] * 2 + [f"{values['put']} 1", f"{values['put']} 999"]),
        _input(some, [values["swap"], values["roll"]] * 3).rstrip("\n"),
        _input([7, 7, 3, 7], [values["roll"], values["swap"], values["turn"], values["take"]]),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("roller-large", values["seed"])
    return [_random_input(values, draws, size, MOST_COMMANDS) for size in (2, 30, 17)]


SIDE = 42.0
NAMES = ("put", "take", "roll", "swap", "turn")


def _uses(values: dict[str, Any], variant: str) -> list[tuple[str, str, list[str], list[str]]]:
    """Return each use that the picture shows: name, command, the parcels before and after."""
    program = _programs(values)[variant]
    uses = []
    for place in values["rows"]:
        name = NAMES[place]
        for parcels, new in zip((values["long"], values["short"]), values["new"], strict=True):
            command = values[name] + f" {new}" * (name == "put")
            after = program(_input(parcels, [command])).split()
            uses.append((name, command, list(map(str, parcels)), after))
    return uses


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1024, 690)
    for number, (_, command, before, after) in enumerate(_uses(values, variant)):
        y = 15 + number // 2 * 132.0
        left = 10.0 if number % 2 == 0 else 608.0
        frame(canvas, left, y, 590 if number % 2 == 0 else 406, 124, title=command)
        _table(canvas, left + 20, y + 52, before)
        middle = left + 20 + SIDE * len(before)
        arrows.arrow(canvas, (middle + 14, y + 73), (middle + 62, y + 73), line=4, head=16)
        _table(canvas, middle + 76, y + 52, after)
    return [canvas]


def _table(canvas: Canvas, x: float, y: float, parcels: list[str]) -> None:
    cells(canvas, x, y, [parcels], SIDE, fill=lambda _row, _column: "paleorange", size=20)
    canvas.line((x - 4, y + SIDE + 5), (x + SIDE * len(parcels) + 4, y + SIDE + 5), line=3)
    for place in range(len(parcels)):
        canvas.circle(x + SIDE * (place + 0.5), y + SIDE + 14, 7, fill="silver", line=2)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    uses = [
        f"{command}: before {' '.join(before)}, after {' '.join(after)}"
        for _, command, before, after in _uses(values, variant)
    ]
    return [
        (
            "The picture has five rows, one for each letter, with two frames in each row. The command is written at the top "
            "of its frame. Below it are two rows of parcels on rollers, with an arrow from the left one to the right one: "
            "the table before the command, and the table after it. Every parcel is a square with its number. "
            f"{'; '.join(uses)}."
        )
    ]
