"""Two cranes on a quay unload ships in a given order with as little fuel as possible.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Rail Cranes"
LEVEL = "long"
CATEGORY = "others"
PICTURES = (("others",), ("others", "math"))
VARIANTS = ("by-length", "with-start")
COMPARE = "tokens"

STATEMENT = """
Two cranes serve the docks of a quay. They stand on two rails, one above the other, so they can pass each other and can stop at
the same dock. The first picture shows the quay in the morning: the scale in metres, the docks with their letters below it, and
above it the two cranes, each above the dock where it stands.

![image](1.png)

Ships come one after the other, and each of them has to be unloaded before the next one. For each ship, one of the cranes moves
to the dock of the ship, unless it is there already, and unloads it. The other crane stays where it is. Cranes move only for
this.

Moves need fuel. The second picture shows how many litres a crane needs for moves of 1 to 5 metres; longer moves go on in the same
way. A crane that does not move needs no fuel, and unloading needs none.

![image](2.png)

The port master knows in the morning which docks the ships will come to. Find the smallest amount of fuel that is enough for the
whole day.

Input

The first line has an integer n, the number of ships (1 <= n <= 500). The second line has n letters without spaces: the docks of
the ships, in the order in which they come. Several ships can come to the same dock.

Output

Print one integer: the smallest number of litres.
"""

_FUEL = """
def solution(text: str) -> str:
    places = dict(zip($docks, $metres))

    def fuel(start: str, end: str) -> int:
        metres = abs(places[start] - places[end])
        return $change
"""
REFERENCE = (
    _FUEL
    + """
    at, best = $first, {$second: 0}
    for dock in text.split()[1]:
        spent = {}
        for other, litres in best.items():
            for goes, stays in ((at, other), (other, at)):
                total = litres + fuel(goes, dock)
                spent[stays] = min(spent.get(stays, total), total)
        at, best = dock, spent
    return str(min(best.values()))
"""
)
CHANGE = {"by-length": "$each * metres", "with-start": "$begin + $more * metres if metres else 0"}
EQUIVALENT = {"*~'": "the letters have one more than the metres, which zip leaves out"}
WRONG = {
    "cheaper-crane-first": _FUEL
    + """
    cranes, litres = [$first, $second], 0
    for dock in text.split()[1]:
        cranes.sort(key=lambda crane: fuel(crane, dock))
        litres += fuel(cranes[0], dock)
        cranes[0] = dock
    return str(litres)
""",
    "a-half-of-the-quay-for-each": _FUEL
    + """
    left, right = sorted([$first, $second], key=places.get)
    middle, litres = (places[left] + places[right]) / 2, 0
    for dock in text.split()[1]:
        if places[dock] <= middle:
            litres += fuel(left, dock)
            left = dock
        else:
            litres += fuel(right, dock)
            right = dock
    return str(litres)
""",
    "looks-one-ship-ahead": _FUEL
    + """
    cranes, litres, ships = [$first, $second], 0, text.split()[1]
    for dock, after in zip(ships, ships[1:] + ships[-1]):
        def price(number):
            return fuel(cranes[number], dock) + min(fuel(dock, after), fuel(cranes[1 - number], after))
        number = min((0, 1), key=price)
        litres += fuel(cranes[number], dock)
        cranes[number] = dock
    return str(litres)
""",
}

_LETTERS = "ABCDEFGHKLMNPRST"
_LENGTH = 12  #: of the quay, in metres


def sample(draws: Draws) -> dict[str, Any]:
    docks = "".join(draws.sample(_LETTERS, 8))
    metres = sorted(draws.sample(range(_LENGTH + 1), 8))
    first, second = draws.sample(docks, 2)
    values: dict[str, Any] = {"docks": docks, "metres": metres, "first": first, "second": second}
    values |= {"each": draws.integer(3, 4), "more": draws.integer(1, 2), "seed": draws.integer(1, 10**9)}
    values["begin"] = 3 * (values["each"] - values["more"])
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    days = [_day(draws.text(docks, draws.integer(4, 7))) for _ in range(80)]
    shown = {solve["by-length"](day): day for day in agreeing(days, solve)}
    if len(shown) < 2:
        raise UnfitError("too few days need the same fuel under both variants")
    values["shown"] = list(shown.values())[:2]
    return values


def _day(ships: str) -> str:
    return f"{len(ships)}\n{ships}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    count = int(lines[0])
    if len(lines) != 2 or not 1 <= count <= 500 or len(lines[1]) != count:
        raise ValueError("another number of ships")
    if not set(lines[1]) <= set(values["docks"]):
        raise ValueError("a ship comes to a dock that does not exist")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("rail_cranes", values["seed"], "typical")
    return [_day(draws.text(values["docks"], count)) for count in (8, 9, 12, 15, 20, 25, 30)]


def edge(values: dict[str, Any]) -> list[str]:
    docks = values["docks"]
    still = values["first"] + values["second"]
    middle = next(dock for dock in docks[2:] if dock not in still)
    return [
        _day(middle),
        _day(still * 3),
        _day(docks + docks[::-1]),
        _day((docks[0] + docks[-1] + docks[4]) * 5).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("rail_cranes", values["seed"], "large")
    near = "".join(draws.choice(values["docks"][3 * (place // 7 % 2) :][:5]) for place in range(490))
    return [_day(draws.text(values["docks"], 500)), _day(draws.text(values["docks"], 499)), _day(near)]


def _litres(values: dict[str, Any], variant: str, metres: int) -> int:
    more = values["each"] if variant == "by-length" else values["more"]
    return int(more * metres + (0 if variant == "by-length" else values["begin"]))


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    quay = Canvas(1020, 460)
    where = dict(zip(values["docks"], (60 + 75 * metre for metre in values["metres"]), strict=True))
    for y in (110, 200):
        quay.line((30, y), (990, y), stroke="grey", line=6)
    for dock, y in ((values["first"], 110), (values["second"], 200)):
        x = where[dock]
        quay.rect(x - 24, y - 44, 48, 44, fill="orange", line=4)
        quay.line((x, y), (x, 268), line=4, dashed=True)
    quay.line((60, 270), (60 + 75 * _LENGTH, 270), line=4)
    for metre in range(_LENGTH + 1):
        quay.line((60 + 75 * metre, 270), (60 + 75 * metre, 286), line=4)
        quay.text(60 + 75 * metre, 308, metre, tick=True)
    for dock, x in where.items():
        quay.rect(x - 30, 350, 60, 70, fill="paleblue", line=4)
        quay.text(x, 385, dock, size=32, bold=True)
    bars = Canvas(760, 600)
    unit = 440 / _litres(values, variant, 5)
    for metres in range(1, 6):
        x, height = 110 + 120 * (metres - 1), unit * _litres(values, variant, metres)
        bars.rect(x, 520 - height, 70, height, fill="sky", line=3)
        bars.text(x + 35, 500 - height, _litres(values, variant, metres), size=28, bold=True)
        bars.text(x + 35, 545, metres, size=28)
    bars.line((80, 520), (720, 520), line=4)
    bars.text(110, 35, "litres", bold=True)
    bars.text(400, 580, "metres", bold=True)
    return [quay, bars]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    docks = ", ".join(
        f"{dock} at {metre}" for dock, metre in zip(values["docks"], values["metres"], strict=True)
    )
    bars = ", ".join(f"{_litres(values, variant, metres)} for {metres}" for metres in range(1, 6))
    first = (
        f"A scale from 0 to {_LENGTH} metres with docks below it: {docks}. Two rails run above the scale, each with an orange crane "
        f"and a dashed line from the crane down to the scale: the crane on the upper rail is above dock {values['first']}, the one "
        f"on the lower rail above dock {values['second']}."
    )
    second = (
        "A chart with five blue bars. Below the bars stand the numbers 1 to 5, for metres, and on each bar stands a number of "
        f"litres. Read from left to right, the litres are {bars} metres, and the heights of the bars fit them."
    )
    return [first, second]
