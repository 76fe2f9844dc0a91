"""A cook keeps some jars on a shelf and fetches the others: how long the shelf has to be.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._jar_pictures import cellar_picture, shelf_picture

VERSION = 1
TITLE = "The Cook's Shelf"
LEVEL = "medium"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure",), ("linear-data-structure",))
VARIANTS = ("stays", "to-the-new-end")
COMPARE = "tokens"

JARS = "ABCDEFGH"
MOST_DAYS, MOST_JARS, MOST_STEPS = 10, 100, 10**6

STATEMENT = """
A cook has eight jars, A to H. In the morning each of them stands in its niche in the cellar. The niches lie along a straight
corridor, and stairs lead down to one place of it, as the first picture shows. A number is the length of the way between two
neighbouring places in steps; the picture is not drawn to scale.

![image](1.png)

In the kitchen there is a shelf for a row of jars. It is empty in the morning. When the cook needs a jar that stands on the shelf,
nobody has to walk. Otherwise the cook goes down, fetches the jar and puts it on the shelf. If the shelf was full, one
of its jars leaves it, and the cook takes this jar along and puts it back into its own niche on the same walk. On each walk the
cook makes as few steps in the corridor as possible, and comes back to the stairs. Only steps in the corridor count.

The second picture shows a morning with a shelf of four places: for each jar that the cook needs, from the top down, the jar in
a circle and the places of the shelf after it was used. The cook always proceeds in this way, also with shelves of
other lengths.

![image](2.png)

For each of some days it is known which jars the cook needs, and how many steps the cook wants to make at most. Find the smallest
number of places of a shelf with which the steps of the whole day are not more than that.

Input

The first line has a whole number t, the number of days (1 <= t <= 10). Each of the next t lines has the largest number of steps, from
1 to 10^6, a space, and a word of 1 to 100 letters from A to H: the jars that are needed, in this order.

Output

For each day, print a line with the smallest number of places, from 1 to 8, a space, and the number of steps with this shelf. If
there is none, print 0 only.
"""

REFERENCE = """
def solution(text: str) -> str:
    niches = $niches
    _, *days = text.strip().split("\\n")
    lines = []
    for day in days:
        limit, jars = day.split()
        answer = "0"
        for places, _ in enumerate(niches, 1):
            shelf = []
            steps = 0
            for jar in jars:
                if jar in shelf:
                    $change
                    continue
                ends = [0, niches[jar]]
                if len(shelf) == places:
                    ends.append(niches[shelf.pop()])
                shelf.insert(0, jar)
                steps += 2 * (max(ends) - min(ends))
            if steps <= int(limit):
                answer = f"{places} {steps}"
                break
        lines.append(answer)
    return "\\n".join(lines)
"""
CHANGE = {"stays": "pass", "to-the-new-end": "shelf.insert(0, shelf.pop(shelf.index(jar)))"}

WRONG = {
    "forgets-the-old-jar": REFERENCE.replace("ends.append(niches[shelf.pop()])", "shelf.pop()"),
    "one-way": REFERENCE.replace("2 * (max", "(max"),
    "walks-twice": REFERENCE.replace(
        "ends.append(niches[shelf.pop()])", "steps += 2 * abs(niches[shelf.pop()])"
    ),
    "walks-to-the-farther-niche": REFERENCE.replace("2 * (max(ends) - min(ends))", "2 * max(map(abs, ends))"),
    "from-the-first-niche": REFERENCE.replace(
        "ends = [0, niches[jar]]", "ends = [min(niches.values()), niches[jar]]"
    ),
    "other-end-leaves": REFERENCE.replace("shelf.insert(0, jar)", "shelf.append(jar)"),
}


def sample(draws: Draws) -> dict[str, Any]:
    order = draws.sample(JARS, len(JARS))
    stairs = draws.integer(2, 6)
    gaps = draws.integers(len(JARS), 2, 15)
    places = [0, *accumulate(gaps)]
    niches = {jar: places[at + (at >= stairs)] - places[stairs] for at, jar in enumerate(order)}
    values: dict[str, Any] = {
        "order": "".join(order),
        "stairs": stairs,
        "gaps": gaps,
        "niches": dict(sorted(niches.items())),
        "from_left": draws.chance(1, 2),
    }
    values["morning"] = _morning(draws)
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: list[str] = []
    for length, most in ((5, 3), (7, 4), (4, 3)):
        names = draws.sample(JARS, most)
        days = [f"{draws.integer(40, 300)} {''.join(draws.choices(names, length))}" for _ in range(200)]
        fitting = [day for day in days if agreeing([_input([day])], solve)]
        wanted = {0: "2", 1: "3", 2: "0"}[len(shown)]
        answers = [(day, solve["stays"](_input([day]))[0]) for day in fitting]
        shown += [day for day, answer in answers if answer == wanted and len(set(day.split()[1])) == most][:1]
    if len(shown) < 3:
        raise UnfitError("no days for the sample")
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _shelves(jars: str, places: int, variant: str) -> list[list[str]]:
    """Return the jars on the shelf after each use, the newest first."""
    shelf: list[str] = []
    found = []
    for jar in jars:
        if jar not in shelf:
            shelf = [jar, *shelf[: places - 1]]
        elif variant == "to-the-new-end":
            shelf = [jar, *(other for other in shelf if other != jar)]
        found.append(shelf)
    return found


def _morning(draws: Draws) -> str:
    """Return jars that tell apart what the cook does with a jar that stands on the shelf."""
    while True:
        jars = "".join(draws.choices(draws.sample(JARS, 6), 9))
        fresh = set(jars[:4])
        if len(fresh) < 4:
            continue
        hits, leaving = [], []
        for variant in VARIANTS:
            rows = _shelves(jars, 4, variant)
            used = [
                (place, rows[place - 1].index(jars[place]))
                for place in range(4, 9)
                if jars[place] in rows[place - 1]
            ]
            left = [place for place in range(4, 9) if jars[place] not in rows[place - 1]]
            hits.append([where for place, where in used if place < max(left, default=0)])
            leaving.append([rows[place - 1][-1] for place in left])
        enough = all(len(left) >= 2 for left in leaving) and all(max(where, default=0) >= 2 for where in hits)
        if enough and leaving[0][0] != leaving[1][0]:
            return jars


def _input(days: list[str]) -> str:
    return "\n".join([str(len(days)), *days]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *days = text.removesuffix("\n").split("\n")
    if head != str(len(days)) or not 1 <= len(days) <= MOST_DAYS:
        raise ValueError("another number of days")
    for day in days:
        limit, jars = day.split(" ")
        if limit != str(int(limit)) or not 1 <= int(limit) <= MOST_STEPS:
            raise ValueError(f"{limit} is not a number of steps")
        if not 1 <= len(jars) <= MOST_JARS or set(jars) - set(JARS):
            raise ValueError(f"{jars} does not name jars")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _steps(values: dict[str, Any], jars: str, places: int, variant: str) -> int:
    """Return the steps of a day."""
    total, before = 0, list[str]()
    for jar, shelf in zip(jars, _shelves(jars, places, variant), strict=True):
        if jar not in before:
            ends = [
                0,
                *(values["niches"][other] for other in {jar, *before} if other == jar or other not in shelf),
            ]
            total += 2 * (max(ends) - min(ends))
        before = shelf
    return total


def _day(values: dict[str, Any], draws: Draws, length: int, kinds: int) -> str:
    """Return a day whose limit is the number of steps with some shelf, or one step less."""
    names = draws.sample(JARS, kinds)
    jars = "".join(draws.choices(names, length))
    steps = _steps(values, jars, draws.integer(1, kinds), draws.choice(VARIANTS))
    return f"{max(1, steps - draws.integer(0, 1))} {jars}"


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int, int], ...]) -> list[str]:
    draws = Draws("cooks_shelf", values["seed"], name)
    return [
        _input([_day(values, draws, length, kinds) for _ in range(days)]) for days, length, kinds in shapes
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", ((3, 8, 5), (3, 12, 5), (4, 15, 6), (4, 20, 7), (5, 30, 7), (6, 40, 8)))


def _trap(values: dict[str, Any], draws: Draws, rises: Callable[[list[int]], bool]) -> str:
    """Return a day on which a longer shelf can mean more steps, with a limit that shows it."""
    while True:
        jars = "".join(draws.choices(draws.sample(JARS, 5), 14))
        steps = [_steps(values, jars, places, "stays") for places in range(1, 6)]
        if rises(steps):
            return f"{min(steps[:4])} {jars}"


def edge(values: dict[str, Any]) -> list[str]:
    """Return one jar; the same jar again and again; all jars; longer shelves with more steps; no last newline."""
    draws = Draws("cooks_shelf", values["seed"], "edge")
    niches = values["niches"]
    once = 2 * sum(abs(place) for place in niches.values())
    every = "".join(draws.shuffled(JARS))
    traps = [_trap(values, draws, lambda steps: steps[2] < steps[3]) for _ in range(4)]
    traps += [_trap(values, draws, lambda steps: steps[1] < steps[2]) for _ in range(2)]
    return [
        _input([f"{2 * abs(place)} {jar}" for jar, place in niches.items()]),
        _input([f"{MOST_STEPS} {every}{every}", f"1 {every}", "1000 CCCCCC"]),
        _input([f"{once} {every * 3}", f"{once - 1} {every * 3}", f"{once} {every}{every[::-1]}"]),
        _input(traps),
        _input([f"{once + 2 * abs(niches[jar])} {every}{jar}{every}" for jar in JARS]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", ((10, 100, 8), (10, 100, 6), (9, 99, 7)))


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    places = list(values["order"])
    places.insert(values["stairs"], "")
    rows = [
        (jar, _row(values, shelf))
        for jar, shelf in zip(values["morning"], _shelves(values["morning"], 4, variant), strict=True)
    ]
    return [cellar_picture(places, values["gaps"]), shelf_picture(rows)]


def _row(values: dict[str, Any], shelf: list[str]) -> list[str]:
    """Return the places of the shelf of four, from left to right."""
    row = shelf + [""] * (4 - len(shelf))
    return row if values["from_left"] else row[::-1]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    places = list(values["order"])
    places.insert(values["stairs"], "the stairs")
    way = places[0] + "".join(
        f", {gap}, {place}" for gap, place in zip(values["gaps"], places[1:], strict=True)
    )
    rows = "; ".join(
        f"{jar} and then {', '.join(letter or 'empty' for letter in _row(values, shelf))}"
        for jar, shelf in zip(values["morning"], _shelves(values["morning"], 4, variant), strict=True)
    )
    return [
        (
            "A straight corridor, drawn as a line, with nine places: eight niches with a jar in each and, at one place, the stairs. "
            "Below the line, between each two neighbouring places, stands a number over an arrow in both directions. The places and the "
            f"numbers between them, from left to right: {way}."
        ),
        (
            "Nine rows, one below the other. Each row has a letter in a circle on the left, an arrow to the right, and a shelf with four "
            "places in which jars with letters stand or which are empty. From the top down, the letter in the circle and then the "
            f"four places from left to right: {rows}."
        ),
    ]
