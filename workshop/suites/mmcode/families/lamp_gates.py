"""Switches, gates and a lamp: in how many ways can unknown switches be set so that the lamp shines?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Lamp Gates"
LEVEL = "medium"
CATEGORY = "others"
PICTURES = (("others",), ("others", "table"))
VARIANTS = ("all-and-one", "some-and-lack")
COMPARE = "tokens"

STATEMENT = """
The first picture shows a device. On its left side are six switches with the names A to F. Wires lead from the switches through
round and square gates to a lamp on the right side. A wire that splits carries the same to both of its ends.

![image](1.png)

Each switch is on or off, and so is each wire. Whether the wire behind a gate is on depends on the two wires in front of it and
on the shape of the gate. The second picture shows it for both shapes: a black disc is a wire that is on, and a white one is a
wire that is off. If only one of the two wires in front of a gate is on, it makes no difference which one. The lamp shines if the wire that leads
to it is on.

![image](2.png)

The keeper of the device remembers only some of the switches. For each note that he wrote, find in how many ways the other
switches can be set so that the lamp shines.

Input

The first line has an integer n, the number of notes (1 <= n <= 150). Each of the next n lines has six characters, for the
switches A to F in this order: 1 for a switch that is on, 0 for one that is off, and ? for one that was forgotten.

Output

Print n lines: for each note, the number of ways to set the forgotten switches so that the lamp shines. If no switch was
forgotten, this is 1 if the lamp shines, and 0 otherwise.
"""

REFERENCE = """
from itertools import product


def solution(text: str) -> str:
    upper, middle, lower, high, low, last = $shapes

    def wire(shape: str, one: int, two: int) -> int:
        return $change[shape] >> one + two & 1

    bright = []
    for switches in product("01", repeat=6):
        a, b, c, d, e, f = [int(switches["ABCDEF".index(name)]) for name in $names]
        centre = wire(middle, c, d)
        above = wire(high, wire(upper, a, b), centre)
        below = wire(low, centre, wire(lower, e, f))
        if wire(last, above, below):
            bright.append(switches)
    ways = []
    for note in text.split()[1:]:
        fitting = [1 for switches in bright if all(sign in ("?", own) for sign, own in zip(note, switches))]
        ways.append(sum(fitting))
    return "\\n".join(map(str, ways))
"""
#: Variant → for each shape a number whose bit k says what k wires that are on give.
_TABLES = {"all-and-one": {"round": 4, "square": 2}, "some-and-lack": {"round": 6, "square": 3}}
CHANGE = {variant: repr(tables) for variant, tables in _TABLES.items()}
EQUIVALENT = {"'ABCDEF' → 'ABCDEF~'": "no switch has the name ~"}
WRONG = {
    "switches-from-the-top": REFERENCE.replace(
        'switches["ABCDEF".index(name)]) for name in $names', "name) for name in switches"
    ),
    "shapes-swapped": REFERENCE.replace(
        "$change[shape]", '$change[{"round": "square", "square": "round"}[shape]]'
    ),
    "forgotten-is-off": REFERENCE.replace('sign in ("?", own)', 'own == sign.replace("?", "0")'),
}

_FEW, _MANY = 10, 54  #: least and most settings, of 64, in which the lamp may shine


def sample(draws: Draws) -> dict[str, Any]:
    shapes = draws.shuffled(
        ["round", "round", "square", "square", draws.choice(["round", "square"]), "round"]
    )
    values: dict[str, Any] = {
        "shapes": shapes,
        "names": "".join(draws.shuffled("ABCDEF")),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    counts = [int(function(_notes(["??????"]))) for function in solve.values()]
    if not all(_FEW <= count <= _MANY for count in counts) or counts[0] == counts[1]:
        raise UnfitError("the lamp nearly always or nearly never shines")
    notes = [draws.text("01??", 6) for _ in range(150)]
    shown: dict[str, str] = {}
    for note in notes:
        if agreeing([_notes([note])], solve):
            shown.setdefault(solve["all-and-one"](_notes([note])), note)
    if len(shown) < 3:
        raise UnfitError("too few notes have the same answer under both variants")
    values["shown"] = list(shown.values())[:3]
    return values


def _notes(notes: list[str]) -> str:
    return f"{len(notes)}\n" + "".join(f"{note}\n" for note in notes)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 150 or len(lines) != int(lines[0]) + 1:
        raise ValueError("another number of notes")
    for line in lines[1:]:
        if len(line) != 6 or not set(line) <= set("01?"):
            raise ValueError(f"{line} is not a note")


def samples(values: dict[str, Any]) -> list[str]:
    return [_notes(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("lamp_gates", values["seed"], name)
    return [_notes([draws.text("01???", 6) for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [3, 5, 6, 8, 10, 12])


def edge(values: dict[str, Any]) -> list[str]:
    single = ["?" * place + bit + "?" * (5 - place) for place in range(6) for bit in "01"]
    known = [format(number, "06b") for number in range(0, 64, 3)]
    return [
        _notes(["??????"]),
        _notes(single),
        _notes(known),
        _notes(["000000", "111111", "1?????"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [140, 150])


def _gate(canvas: Canvas, x: float, y: float, shape: str) -> None:
    if shape == "round":
        canvas.circle(x, y, 40, fill="paleblue", line=4)
    else:
        canvas.rect(x - 38, y - 38, 76, 76, fill="paleblue", line=4)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    device = Canvas(1000, 720)
    rows = [60.0 + 120 * row for row in range(6)]
    first = [(330.0, (rows[2 * place] + rows[2 * place + 1]) / 2) for place in range(3)]
    second = [(580.0, (first[place][1] + first[place + 1][1]) / 2) for place in range(2)]
    third = (800.0, (second[0][1] + second[1][1]) / 2)
    gates = [*first, *second, third]
    wires = [(90.0, rows[row], *first[row // 2], -20 if row % 2 == 0 else 20) for row in range(6)]
    wires += [
        (*first[place], *second[target], side)
        for place, target, side in ((0, 0, -20), (1, 0, 20), (1, 1, -20), (2, 1, 20))
    ]
    wires += [(*second[0], *third, -20), (*second[1], *third, 20)]
    for x, y, to_x, to_y, side in wires:
        middle = (x + to_x) / 2
        device.line((x, y), (middle, y), (middle, to_y + side), (to_x, to_y + side), line=4)
    device.line(third, (930, third[1]), line=4)
    for name, y in zip(values["names"], rows, strict=True):
        device.rect(55, y - 32, 70, 64, fill="white", line=4)
        device.text(90, y, name, size=34, bold=True)
    for (x, y), shape in zip(gates, values["shapes"], strict=True):
        _gate(device, x, y, shape)
    x, y = 930.0, third[1]
    device.circle(x, y, 34, fill="yellow", line=4)
    for dx, dy in ((1, 1), (1, -1)):
        device.line((x - 24 * dx, y - 24 * dy), (x + 24 * dx, y + 24 * dy), line=4)
    table = Canvas(1000, 460)
    for row, shape in enumerate(("round", "square")):
        for on in range(3):
            x, y = 170 + 330 * on, 120 + 220 * row
            for place, side in enumerate((-22, 22)):
                table.line(
                    (x - 110, y + 1.9 * side),
                    (x - 70, y + 1.9 * side),
                    (x - 70, y + side),
                    (x, y + side),
                    line=4,
                )
                _disc(table, x - 110, y + 1.9 * side, place < on)
            table.line((x, y), (x + 100, y), line=4)
            _disc(table, x + 100, y, bool(_TABLES[variant][shape] >> on & 1))
            _gate(table, x, y, shape)
    return [device, table]


def _disc(canvas: Canvas, x: float, y: float, on: bool) -> None:
    canvas.circle(x, y, 18, fill="ink" if on else "white", line=4)


def describe(values: dict[str, Any], variant: str) -> list[str]:
    upper, middle, lower, high, low, last = values["shapes"]
    a, b, c, d, e, f = values["names"]
    first = (
        f"Six switches stand below each other on the left, from top to bottom {', '.join(values['names'])}. Wires from {a} and {b} "
        f"lead to a {upper} gate, from {c} and {d} to a {middle} gate below it, and from {e} and {f} to a {lower} gate at the "
        f"bottom. A {high} gate to the right has the wires of the first and the second of these gates, and a {low} gate below it "
        f"those of the second and the third; the wire of the second one splits. A {last} gate further right has the wires of "
        "these two, and its wire leads to a yellow lamp with a cross."
    )
    discs = {1: "black", 0: "white"}
    rows = []
    for shape, table in _TABLES[variant].items():
        ends = [discs[table >> on & 1] for on in range(3)]
        rows.append(
            f"the {shape} gates have behind them, with two white discs in front: a {ends[0]} one; with a black and a white one: a "
            f"{ends[1]} one; with two black ones: a {ends[2]} one"
        )
    second = (
        "Two rows of three gates, round ones in the upper row and square ones in the lower one. Each has two discs in front of "
        f"it, on the left, and one behind it, on the right. From left to right, {'; '.join(rows)}."
    )
    return [first, second]
