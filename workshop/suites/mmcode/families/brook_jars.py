"""Water runs through jars on a slope: how much of it comes to the pond.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 1
TITLE = "Jars on the Slope"
LEVEL = "easy"
CATEGORY = "graph"
PICTURES = (("graph",), ("graph",))
VARIANTS = ("spill", "tip")
COMPARE = "tokens"

JARS = "ABCDEFGHIJ"
MOST_POURINGS, MOST_LITRES = 200, 60

STATEMENT = """
Ten clay jars, A to J, stand in four rows on a slope, and at its foot is a pond. The first picture shows the jars, the
number of litres that each jar can hold, and the gutters between them, which are arrows. One or two gutters lead out of each jar.

![image](1.png)

At first, all jars and the pond are empty. Children pour water into the jars. As long as a jar has no more water than it can
hold, nothing happens. When it has more, water leaves it. The second picture shows for two jars, one with one gutter and one with
two gutters, how much water was in the jar at first, how much came from above, how much is in the jar afterwards, and how
much ran through each gutter. In all jars the same happens, also with other numbers of litres: if two gutters lead out of a jar, the water that
leaves it is shared in halves, and if its number of litres is odd, the litre that is left over goes through the same kind of gutter
as in the second picture.

![image](2.png)

The water of each pouring comes to rest before the next one begins. The rows pass on water one after the other, beginning
with the highest row: a jar does it only when all the water of this pouring that comes from higher rows is in it. No water
gets lost.

Input

The first line has an integer t, the number of pourings (1 <= t <= 200). Each of the next t lines has the letter of the jar into
which water is poured, a space, and an integer from 1 to 60, the number of litres.

Output

For each pouring, print a line with two integers: the number of jars that water left in this pouring, and the number of
litres in the pond after it.
"""

REFERENCE = """
def solution(text: str) -> str:
    rows = [jar.split(":") for jar in $jars.split()]
    water = {jar: 0 for jar, *_ in rows}
    pond = 0
    answers = []
    for line in text.strip().split("\\n")[1:]:
        poured, litres = line.split()
        water[poured] += int(litres)
        passing = 0
        for jar, holds, *ends in rows:
            if water[jar] > int(holds):
                passing += 1
                flow = $change
                water[jar] -= flow
                shares = [flow] if len(ends) == 1 else [flow - flow // 2, flow // 2]
                for end, share in zip(ends, shares):
                    if end == "pond":
                        pond += share
                    else:
                        water[end] += share
        answers.append(f"{passing} {pond}")
    return "\\n".join(answers)
"""
CHANGE = {"spill": "water[jar] - int(holds)", "tip": "water[jar]"}

WRONG = {
    "odd-litre-to-the-other-gutter": REFERENCE.replace(
        "[flow - flow // 2, flow // 2]", "[flow // 2, flow - flow // 2]"
    ),
    "all-through-one-gutter": REFERENCE.replace("[flow - flow // 2, flow // 2]", "[flow, 0]"),
    "full-jars-pass-on-water": REFERENCE.replace("water[jar] > int(holds)", "water[jar] >= int(holds)"),
    "only-the-jar-of-the-pouring": REFERENCE.replace(
        "if water[jar] > int(holds)", "if jar == poured and water[jar] > int(holds)"
    ),
    "jars-in-the-order-of-letters": REFERENCE.replace(
        "in rows:\n            if", "in sorted(rows):\n            if"
    ),
}
EQUIVALENT: dict[str, str] = {}

_PLACES: tuple[Point, ...] = (
    (130, 70), (400, 70), (670, 70), (265, 235), (535, 235), (130, 400), (400, 400), (670, 400), (265, 565), (535, 565),
)  # fmt: skip
_POND = 718.0  #: y of its upper edge
#: Place of a jar → the places to which gutters can lead; -1 is the pond.
_ENDS = ((3, 5), (3, 4, 6), (4, 7), (5, 6, 8), (6, 7, 9), (8, -1), (8, 9, -1), (9, -1), (-1,), (-1,))
_HALF_WIDTH, _HALF_HEIGHT = 40.0, 42.0


def sample(draws: Draws) -> dict[str, Any]:
    letters = draws.shuffled(JARS)
    jars, kinds = [], []
    more = draws.choice("sd")  #: the kind of gutter through which the odd litre goes
    for place, ends in enumerate(_ENDS):
        count = 2 if len(ends) > 1 and draws.chance(3, 5) else 1
        chosen = [letters[end] if end >= 0 else "pond" for end in draws.sample(ends, count)]
        jars.append(":".join([letters[place], str(draws.integer(3, 14)), *chosen]))
        kinds.append(more + ("s" if more == "d" else "d") if count == 2 else draws.choice("sd"))
    reached = {end for jar in jars for end in jar.split(":")[2:]}
    if len(reached) < 7 or sum(len(kind) for kind in kinds) < 13:
        raise UnfitError("too few gutters")
    values = {"jars": " ".join(jars), "kinds": " ".join(kinds), "more": more, "letters": "".join(letters)}
    hold = draws.integer(4, 8)
    before = draws.integer(2, hold - 1)
    one = (hold, before, hold - before + draws.integer(3, 8))
    hold = 2 * draws.integer(2, 5)
    before = draws.integer(2, hold - 1)
    two = (hold, before, hold - before + 2 * draws.integer(2, 4) + 1)
    if hold == one[0]:
        raise UnfitError("both jars hold the same, as if all kept one amount")
    return {**values, "one": one, "two": two, "shown": _shown(values, draws), "seed": draws.integer(1, 10**9)}


def _shown(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return pourings with the same output under both variants, one of which makes a jar overflow."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    for _ in range(400):
        pourings = [f"{draws.choice(JARS)} {draws.integer(1, 12)}" for _ in range(4)]
        text = _input(pourings)
        if agreeing([text], solve) and "1 0" in solve["tip"](text):
            return pourings
    raise UnfitError("no pourings for the sample")


def _input(pourings: list[str]) -> str:
    return "\n".join([str(len(pourings)), *pourings]) + "\n"


def _random_input(draws: Draws, count: int, most: int) -> str:
    return _input([f"{draws.choice(JARS)} {draws.integer(1, most)}" for _ in range(count)])


def check_input(values: dict[str, Any], text: str) -> None:
    head, *pourings = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(pourings) <= MOST_POURINGS:
        raise ValueError("another number of pourings")
    for pouring in pourings:
        jar, litres = pouring.split(" ")
        if len(jar) != 1 or jar not in JARS or not 1 <= int(litres) <= MOST_LITRES:
            raise ValueError("a wrong pouring")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("brook_jars", values["seed"], "typical")
    return [
        _random_input(draws, *shape) for shape in ((3, 30), (5, 25), (8, 20), (12, 15), (20, 10), (30, 60))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    first = values["jars"].split()[0]
    jar, holds = first.split(":")[:2]
    return [
        _input([f"{jar} {int(holds) + 1}"]),
        _input([f"{jar} {holds}", f"{jar} 1", f"{jar} {MOST_LITRES}"]),
        _input([f"{jar} 60" for jar in JARS]),
        _input([f"{jar.split(':')[0]} {jar.split(':')[1]}" for jar in values["jars"].split()] * 2),
        _input([f"{jar} {litres}" for litres in (14, 3, 15) for jar in values["letters"][::-1]]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("brook_jars", values["seed"], "large")
    return [_random_input(draws, *shape) for shape in ((MOST_POURINGS, MOST_LITRES), (MOST_POURINGS - 1, 9))]


def _jar(canvas: Canvas, place: Point, letter: str, holds: int | str) -> None:
    x, y = place
    outline = [
        (x - 26, y - _HALF_HEIGHT),
        (x + 26, y - _HALF_HEIGHT),
        (x + _HALF_WIDTH, y - 8),
        (x + 28, y + _HALF_HEIGHT),
        (x - 28, y + _HALF_HEIGHT),
        (x - _HALF_WIDTH, y - 8),
    ]
    canvas.polygon(outline, fill="paleorange", line=4)
    if letter:
        canvas.text(x, y - 19, letter, bold=True, size=28)
    canvas.text(x, y + 17, holds, size=28)


def _gutter(canvas: Canvas, start: Point, end: Point, kind: str) -> None:
    arrows.arrow(canvas, start, end, line=6, head=24, dashed=kind == "d")


def _ends(start: Point, end: Point) -> tuple[Point, Point]:
    """Return where a gutter leaves the jar at ``start``, and where it comes to the jar at ``end``."""
    x, y = start
    side = 0.0 if x == end[0] else (18.0 if end[0] > x else -18.0)
    return (x + side, y + _HALF_HEIGHT + 4), (end[0] - side, end[1] - _HALF_HEIGHT - 4)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    slope = Canvas(800, 800)
    slope.rect(40, _POND, 720, 66, fill="paleblue", line=4, radius=24)
    slope.text(400, _POND + 33, "pond", bold=True, size=28)
    where = dict(zip(values["letters"], _PLACES, strict=True))
    for jar, kinds in zip(values["jars"].split(), values["kinds"].split(), strict=True):
        name, holds, *ends = jar.split(":")
        for end, kind in zip(ends, kinds, strict=True):
            target = where.get(end, (where[name][0], _POND + _HALF_HEIGHT))
            _gutter(slope, *_ends(where[name], target), kind)
        _jar(slope, where[name], name, holds)
    return [slope, _examples(values, variant)]


def _examples(values: dict[str, Any], variant: str) -> Canvas:
    canvas = Canvas(860, 640)
    for left, top, name in ((12.0, 12.0, "one"), (12.0, 326.0, "two")):
        holds, before, poured = values[name]
        frame(canvas, left, top, 836, 300, title="")
        flow = before + poured - holds if variant == "spill" else before + poured
        place = (190.0, top + 150)
        arrows.arrow(canvas, (190, top + 48), (190, top + 102), line=6, head=24)
        canvas.text(212, top + 66, f"{poured} litres", anchor="start", bold=True, size=26)
        _jar(canvas, place, "", holds)
        canvas.text(place[0], top + 225, f"in it: {before} litres", size=26)
        arrows.arrow(canvas, (330, top + 150), (420, top + 150), line=3, head=18)
        place = (610.0, top + 80)
        _jar(canvas, place, "", holds)
        canvas.text(670, top + 60, f"in it: {before + poured - flow} litres", anchor="start", size=26)
        shares = [flow] if name == "one" else [flow - flow // 2, flow // 2]
        kinds = "s" if name == "one" else values["more"] + ("s" if values["more"] == "d" else "d")
        for kind, share in zip(kinds, shares, strict=True):
            x = 610.0 if name == "one" else (530.0 if kind == "s" else 690.0)
            _gutter(canvas, *_ends(place, (x, top + 268)), kind)
            canvas.text(x, top + 254, f"{share} litres", bold=True, size=26)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    words = {"s": "solid", "d": "dashed"}
    jars = [jar.split(":") for jar in values["jars"].split()]
    letters = values["letters"]
    rows = [letters[:3], letters[3:5], letters[5:8], letters[8:]]
    told = []
    for (name, holds, *ends), kinds in zip(jars, values["kinds"].split(), strict=True):
        gutters = " and ".join(
            f"a {words[kind]} one to {'the pond' if end == 'pond' else end}"
            for end, kind in zip(ends, kinds, strict=True)
        )
        told.append(f"{name} with the number {holds}, {gutters}")
    parts = []
    for name in ("one", "two"):
        holds, before, poured = values[name]
        flow = before + poured - holds if variant == "spill" else before + poured
        shares = [flow] if name == "one" else [flow - flow // 2, flow // 2]
        kinds = "s" if name == "one" else values["more"] + ("s" if values["more"] == "d" else "d")
        gutters = " and ".join(
            f"a {words[kind]} arrow with {share} litres" for kind, share in zip(kinds, shares, strict=True)
        )
        parts.append(
            f"on the left a jar with the number {holds}, below it 'in it: {before} litres', and an arrow from above "
            f"with {poured} litres; on the right the jar with the number {holds} and 'in it: {before + poured - flow} litres', from which comes {gutters}"
        )
    return [
        (
            "Ten jars with a letter and a number each stand in four rows, from the top down and from left to right: "
            f"{'; '.join(' '.join(row) for row in rows)}. Below them is a wide pond. Solid and dashed arrows lead from jars to jars "
            f"of lower rows or to the pond: {'; '.join(told)}."
        ),
        (
            f"Two frames, one below the other, each with a jar on the left, an arrow and a jar on the right. First frame: {parts[0]}. "
            f"Second frame: {parts[1]}."
        ),
    ]
