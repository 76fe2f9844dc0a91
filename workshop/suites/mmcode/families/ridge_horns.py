"""Horns are heard from tower to tower: when each of them blows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_before

VERSION = 1
TITLE = "Horns on the Ridges"
LEVEL = "medium"
CATEGORY = "graph"
PICTURES = (("graph",), ("graph",))
VARIANTS = ("round-first", "square-first")
COMPARE = "tokens"

TOWERS = "ABCDEFGHIJ"
MOST_DAYS, MOST_MINUTE = 60, 90

STATEMENT = """
On the ridges of a valley stand ten towers, A to J, some of them round and some of them square. In each tower is a crew with a horn. The
first picture shows the towers. An arrow from one tower to another means that its horn is heard there, and the number on the arrow is the time
in minutes that the sound takes.

![image](1.png)

On some days watchmen see smoke. A crew that sees smoke on a day blows its horn in this minute, and does not listen to other horns on
this day, not even before it sees the smoke. All other crews listen. In towers of one kind, the crew gets ready when it hears the first horn. In towers of the other kind, it gets
ready only when it has heard a horn along every arrow that leads to its tower. To get ready takes some minutes, the same number for all
towers of a kind; then the crew blows its horn. No crew blows its horn more than once a day. A crew that never gets ready, or that neither sees smoke nor hears a horn, stays silent.

The second picture shows one tower of each kind: the numbers at the arrows are the minutes in which a horn is heard, and the number
below the tower is the minute in which its crew blows.

![image](2.png)

Find out for several days when the horns are blown.

Input

The first line has an integer t, the number of days (1 <= t <= 60). Each of the next t lines describes a day: an integer k (1 <= k <= 10), and
then for each of k different towers its letter and an integer from 0 to 90, the minute in which its crew sees smoke. There is one
space between neighbours.

Output

For each day, print a line with ten words, one for each tower from A to J: the minute in which its horn is blown, or a minus sign
if it stays silent.
"""

REFERENCE = """
import heapq


def solution(text: str) -> str:
    paths = [path.split(":") for path in $paths.split()]
    answers = []
    for line in text.strip().split("\\n")[1:]:
        words = line.split()[1:]
        waiting = []
        for tower, minute in zip(words[::2], words[1::2]):
            heapq.heappush(waiting, (int(minute), tower))
        heard = {}
        blown = {}
        while waiting:
            minute, tower = heapq.heappop(waiting)
            if tower not in blown:
                blown[tower] = minute
                for start, end, time in paths:
                    if start == tower and end not in words:
                        heard.setdefault(end, []).append(minute + int(time))
                        is_round = end in $rounds
                        delay = $slow if is_round else $quick
                        if $change:
                            heapq.heappush(waiting, (heard[end][-1] + delay, end))
                        elif len(heard[end]) == [path[1] for path in paths].count(end):
                            heapq.heappush(waiting, (max(heard[end]) + delay, end))
        answers.append(" ".join(str(blown.get(tower, "-")) for tower in $towers))
    return "\\n".join(answers)
"""
CHANGE = {"round-first": "is_round", "square-first": "not is_round"}

WRONG = {
    "first-horn-is-enough-everywhere": REFERENCE.replace("if $change:", "if True:"),
    "every-crew-waits-for-all": REFERENCE.replace("if $change:", "if False:"),
    "no-time-to-get-ready": REFERENCE.replace(" + delay", ""),
    "times-of-the-kinds-exchanged": REFERENCE.replace(
        "$slow if is_round else $quick", "$quick if is_round else $slow"
    ),
    "smoke-and-horns": REFERENCE.replace(" and end not in words", ""),
    "gets-ready-by-the-first-of-all-horns": REFERENCE.replace("max(heard[end])", "min(heard[end])"),
}
EQUIVALENT: dict[str, str] = {}

_PLACES: tuple[Point, ...] = (
    (215, 80), (480, 80), (745, 80), (80, 340), (346, 340), (614, 340), (880, 340), (215, 600), (480, 600), (745, 600),
)  # fmt: skip
_PAIRS = (
    (0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (7, 8), (8, 9), (0, 3), (0, 4), (1, 4), (1, 5), (2, 5), (2, 6),
    (7, 3), (7, 4), (8, 4), (8, 5), (9, 5), (9, 6),
)  # fmt: skip
_PATHS = 17
_RADIUS = 42.0


def sample(draws: Draws) -> dict[str, Any]:
    names = draws.shuffled(TOWERS)
    paths, rounds = _paths(names, draws)
    slow, quick = draws.sample(range(1, 8), 2)
    values = {
        "names": "".join(names),
        "paths": " ".join(paths),
        "rounds": list(rounds),
        "towers": TOWERS,
        "slow": slow,
        "quick": quick,
    }
    first = draws.integer(8, 19)
    second = first + draws.integer(9, 14)
    heard = [first, second, second + draws.integer(9, 14)]
    values["heard"] = draws.shuffled(heard)
    shift = draws.integer(1, 9)
    values["heard_too"] = draws.shuffled([minute + shift for minute in heard])
    return {**values, "shown": _shown(values, draws), "seed": draws.integer(1, 10**9)}


def _paths(names: list[str], draws: Draws) -> tuple[list[str], str]:
    """Return arrows, so that one leads to each tower and several to three of each kind, and the round towers."""
    for _ in range(400):
        paths = []
        for pair in draws.sample(_PAIRS, _PATHS):
            start, end = (names[place] for place in draws.shuffled(pair))
            paths.append(f"{start}:{end}:{draws.integer(2, 15)}")
        ends = [path[2] for path in paths]
        rounds = "".join(sorted(draws.sample(TOWERS, 5)))
        busy = [tower in rounds for tower in TOWERS if ends.count(tower) > 1]
        if len(set(ends)) == len(TOWERS) and 3 <= sum(busy) <= len(busy) - 3:
            return paths, rounds
    raise UnfitError("too few towers with several arrows")


def _shown(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return two days with the same output under both variants, on which other crews blow as well."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    found: list[str] = []
    for count in range(600):
        day = _day(draws, 3 + count // 100, 30)
        if agreeing([_input([day])], solve):
            told = solve["round-first"](_input([day])).split()
            if 10 - told.count("-") > int(day.split()[0]):
                found.append(day)
    if len(found) < 2:
        raise UnfitError("no days for the sample")
    return found[:2]


def _day(draws: Draws, count: int, latest: int) -> str:
    return " ".join(
        [str(count), *(f"{tower} {draws.integer(0, latest)}" for tower in draws.sample(TOWERS, count))]
    )


def _input(days: list[str]) -> str:
    return "\n".join([str(len(days)), *days]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *days = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(days) <= MOST_DAYS:
        raise ValueError("another number of days")
    for day in days:
        count, *words = day.split(" ")
        if not 1 <= int(count) <= len(TOWERS) or len(words) != 2 * int(count):
            raise ValueError("another number of towers")
        if len(set(words[::2])) != int(count) or not set(words[::2]) <= set(TOWERS):
            raise ValueError("wrong towers")
        if not all(0 <= int(minute) <= MOST_MINUTE for minute in words[1::2]):
            raise ValueError("minute out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("ridge_horns", values["seed"], "typical")
    shapes = ((1, 4, 20), (3, 1, 9), (4, 2, 20), (5, 3, 40), (6, 4, 60), (8, 5, 90))
    return [_input([_day(draws, towers, latest) for _ in range(days)]) for days, towers, latest in shapes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("ridge_horns", values["seed"], "edge")
    others = [" ".join(["9", *(f"{tower} 0" for tower in TOWERS if tower != one)]) for one in TOWERS]
    return [
        _input([_day(draws, 10, MOST_MINUTE)]),
        _input([f"1 {tower} 0" for tower in TOWERS]),
        _input(others),
        _input([_day(draws, 9, MOST_MINUTE) for _ in range(20)]),
        _input([_day(draws, 5, 0) for _ in range(10)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("ridge_horns", values["seed"], "large")
    return [
        _input([_day(draws, draws.integer(2, 6), latest) for _ in range(days)])
        for days, latest in ((MOST_DAYS, MOST_MINUTE), (MOST_DAYS - 1, 25))
    ]


def _tower(canvas: Canvas, place: Point, name: str, *, is_round: bool) -> None:
    x, y = place
    if is_round:
        canvas.circle(x, y, _RADIUS, fill="paleorange", line=4)
    else:
        side = _RADIUS * 0.9
        canvas.rect(x - side, y - side, 2 * side, 2 * side, fill="paleblue", line=4)
    if name:
        canvas.text(x, y, name, bold=True, size=34)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    valley = Canvas(960, 680)
    where = dict(zip(values["names"], _PLACES, strict=True))
    for path in values["paths"].split():
        start, end, time = path.split(":")
        first, last = where[start], where[end]
        arrows.arrow(valley, point_before(first, last, 44), point_before(last, first, 52), line=5, head=24)
        x, y = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
        valley.circle(x, y, 23, fill="white", line=2)
        valley.text(x, y, time, size=25)
    for name, place in where.items():
        _tower(valley, place, name, is_round=name in values["rounds"])
    return [valley, _kinds(values, variant)]


def _blown(values: dict[str, Any], variant: str) -> list[int]:
    """Return the minutes in which the round and the square tower of the second picture blow."""
    rounds, squares = values["heard"], values["heard_too"]
    if variant == "round-first":
        return [min(rounds) + values["slow"], max(squares) + values["quick"]]
    return [max(rounds) + values["slow"], min(squares) + values["quick"]]


def _kinds(values: dict[str, Any], variant: str) -> Canvas:
    canvas = Canvas(820, 400)
    for place, (name, minute) in enumerate(zip(("heard", "heard_too"), _blown(values, variant), strict=True)):
        left = 12.0 + 404 * place
        frame(canvas, left, 12, 392, 376, title="")
        x, y = left + 196, 210.0
        starts = ((x - 130, y), (x, y - 125), (x + 130, y))
        for heard, start in zip(values[name], starts, strict=True):
            arrows.arrow(canvas, start, point_before((x, y), start, 52), line=5, head=24)
            right, up = ((start[0] - x) / 130 * 24, 22 if start[1] < y else 0)
            canvas.text(start[0] + right, start[1] - up, heard, size=28)
        _tower(canvas, (x, y), "", is_round=name == "heard")
        canvas.text(x, y + 110, minute, bold=True, size=36)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    names = values["names"]
    rows = [" ".join(names[:3]), " ".join(names[3:7]), " ".join(names[7:])]
    squares = [tower for tower in TOWERS if tower not in values["rounds"]]
    paths = [path.split(":") for path in values["paths"].split()]
    told = "; ".join(f"from {start} to {end}, {time}" for start, end, time in paths)
    blown = _blown(values, variant)
    heard = [", ".join(map(str, values[name])) for name in ("heard", "heard_too")]
    return [
        (
            "Ten towers with letters stand in three rows, from the top down and from left to right: "
            f"{'; '.join(rows)}. Orange circles are {', '.join(values['rounds'])}; blue squares are {', '.join(squares)}. "
            f"Arrows with a number on each lead from tower to tower: {told}."
        ),
        (
            "Two frames, side by side. On the left three arrows from the left, from above and from the right lead to an orange circle, "
            f"with the numbers {heard[0]} at their beginnings; below the circle stands {blown[0]}. On the right three such arrows lead "
            f"to a blue square, with the numbers {heard[1]}; below the square stands {blown[1]}."
        ),
    ]
