"""Hourly buses between six villages: when a traveller arrives, and with how many buses.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, point_on_circle

VERSION = 2
TITLE = "Valley Buses"
LEVEL = "medium"
CATEGORY = "table"
PICTURES = (("map",), ("table",))
VARIANTS = ("takes", "arrives")
COMPARE = "tokens"

VILLAGES = "ABCDEF"
MOST_TRIPS, LATEST = 100, 10**6
_BUSES = 14
_SPOTS = ((110, 120), (520, 90), (920, 150), (90, 640), (500, 680), (920, 620))  #: of villages on the map
_ROUND = (0, 1, 2, 5, 4, 3)  #: the spots in an order that goes round
_ROADS = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5), (0, 4), (1, 5))
_PAIRS = [(home, goal) for home in VILLAGES for goal in VILLAGES if home != goal]

STATEMENT = """
Fourteen buses connect the six villages A to F of a valley, by day and by night. Each bus goes once in every hour, from one village to
another one without a stop, and never takes an hour or longer. The first picture is a map, in which each arrow is a bus. A face
with a hand is a clock whose hand points to a minute of the hour, and its mark at the top is the full hour. A face with a dark slice
is a time that passes: the share of a full hour that is dark. The first face on the way of a bus shows when it leaves; the second one
shows either when it arrives or how long it is under way.

![image](1.png)

Whoever gets off a bus needs some minutes to walk to the stop of the next bus in this village. The second picture has a footprint for each minute. The next bus
is still caught if it leaves exactly when these minutes are over. Before the first bus of a trip, no such walk is needed: a
traveller who is in a village at a time can take every bus that leaves there at this time or later. After the last bus no walk is needed
either; the trip ends with the arrival of the bus. Travellers may wait as long as they like, and may go through any villages.

![image](2.png)

Travellers want to arrive as early as possible, and among all trips that arrive as early, they choose one with the fewest
buses. All times of trips are counted in minutes since a midnight, so that 0, 60, 120 and so on are full hours.

Input

The first line has a whole number q, the number of travellers (1 <= q <= 100). Each of the next q lines has two different letters from
A to F and a whole number t with single spaces between them: the village in which a trip starts, the village to which it
leads, and the time from which on the traveller is in the first village (0 <= t <= 10^6).

Output

For each traveller, print a line with two numbers and a space between them: the time of arrival and the number of buses. There is
a way from each village to every other one.
"""

REFERENCE = """
def solution(text: str) -> str:
    walks = {word[0]: int(word[1:]) for word in $walks.split()}
    buses = []
    for row in $rows.split():
        start, end, leaves, number = row.split("-")
        leaves, number = int(leaves), int(number)
        buses.append((start, end, leaves, $change))
    answers = []
    for line in text.splitlines()[1:]:
        home, goal, time = line.split()
        ready = {home: int(time)}
        arrivals = []
        for count in range(1, len(walks)):
            there = {}
            for start, end, leaves, ride in buses:
                if start in ready:
                    arrival = ready[start] + (leaves - ready[start]) % 60 + ride
                    there[end] = min(arrival, there.get(end, arrival))
            if goal in there:
                arrivals.append((there[goal], count))
            ready = {village: arrival + walks[village] for village, arrival in there.items()}
        early, count = min(arrivals)
        answers.append(f"{early} {count}")
    return "\\n".join(answers)
"""
CHANGE = {"takes": "number", "arrives": "(number - leaves) % 60"}

ONE_TIME = (
    "\nimport heapq\n\n"
    + REFERENCE.partition("        ready =")[0]
    + """\
        waiting, seen = [(int(time), 0, home)], set()
        while waiting:
            arrival, count, village = heapq.heappop(waiting)
            if village == goal:
                answers.append(f"{arrival} {count}")
                break
            if village not in seen:
                seen.add(village)
                ready = arrival + walks[village] * (count > 0)
                for start, end, leaves, ride in buses:
                    if start == village:
                        heapq.heappush(waiting, (ready + (leaves - ready) % 60 + ride, count + 1, end))
    return "\\n".join(answers)
"""
)

WRONG = {
    "one-time-for-a-village": ONE_TIME,
    "no-walk-between-buses": REFERENCE.replace("arrival + walks[village]", "arrival"),
    "walk-before-the-first-bus": REFERENCE.replace("{home: int(time)}", "{home: int(time) + walks[home]}"),
    "misses-a-bus-just-reached": REFERENCE.replace(
        "ready[start] + (leaves - ready[start]) % 60", "ready[start] + 1 + (leaves - ready[start] - 1) % 60"
    ),
    "fewest-buses-first": REFERENCE.replace("min(arrivals)", "arrivals[0]"),
    "most-buses-of-equal-ones": REFERENCE.replace(
        "min(arrivals)", "min(arrivals, key=lambda pair: (pair[0], -pair[1]))"
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for _ in range(60):
        values = _timetable(draws)
        values["telling"] = _telling(60 * draws.integer(1, 200), values)
        if values["telling"]:
            break
    if not values["telling"]:
        raise UnfitError("no timetable tells all wrong programs")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    same = agreeing([_input([_trip(draws, 1500)]) for _ in range(600)], solve)
    counts = {text.splitlines()[1]: int(solve["takes"](text).split()[1]) for text in same}
    direct = [trip for trip, count in counts.items() if count == 1]
    longer = [trip for trip, count in counts.items() if count > 1]
    if not longer or not direct:
        raise UnfitError("no sample")
    shown = [longer[0], direct[0], *longer[1:2]]
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _timetable(draws: Draws) -> dict[str, Any]:
    """Draw the buses, six of which go round through all villages, and the minutes between two buses."""
    spots = "".join(draws.shuffled(VILLAGES))
    ring = draws.choice((_ROUND, _ROUND[::-1]))
    ways = [(ring[place - 1], spot) for place, spot in enumerate(ring)]
    others = [way for road in _ROADS for way in (road, road[::-1]) if way not in ways]
    rows = []
    for place, (start, end) in enumerate(draws.shuffled([*ways, *draws.sample(others, _BUSES - len(ways))])):
        leaves = 0 if place < 3 else 5 * draws.integer(1, 11)
        number = draws.choice([minute for minute in range(10, 60, 5) if minute != leaves])
        rows.append(f"{spots[start]}-{spots[end]}-{leaves}-{number}")
    walks = zip(VILLAGES, draws.sample(range(3, 19), len(VILLAGES)), strict=True)
    return {
        "spots": spots,
        "rows": " ".join(draws.shuffled(rows)),
        "walks": " ".join(f"{village}{minutes}" for village, minutes in walks),
    }


def _telling(start: int, values: dict[str, Any]) -> list[str]:
    """Return trips after a time with which every wrong program fails, for each variant; empty if there are none."""
    trips = [f"{home} {goal} {start + late}" for late in range(0, 60, 3) for home, goal in _PAIRS]
    right = {
        variant: solve(_input(trips)).split("\n")
        for variant, solve in solvers(with_changes(REFERENCE, CHANGE), values).items()
    }
    chosen = []
    for program in WRONG.values():
        for variant, solve in solvers(with_changes(program, CHANGE), values).items():
            pairs = zip(trips, right[variant], solve(_input(trips)).split("\n"), strict=True)
            found = [trip for trip, one, other in pairs if one != other]
            if not found:
                return []
            chosen += found[:2]
    return list(dict.fromkeys(chosen))


def _trip(draws: Draws, latest: int) -> str:
    home, goal = draws.sample(VILLAGES, 2)
    return f"{home} {goal} {draws.integer(0, latest)}"


def _input(trips: list[str]) -> str:
    return "\n".join([str(len(trips)), *trips]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *trips = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(trips) <= MOST_TRIPS:
        raise ValueError("another number of travellers")
    for trip in trips:
        home, goal, time = trip.split(" ")
        if len(home) != 1 or len(goal) != 1 or not {home, goal} <= set(VILLAGES) or home == goal:
            raise ValueError("not two villages")
        if not 0 <= int(time) <= LATEST or str(int(time)) != time:
            raise ValueError(f"{time!a} is not a time")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("valley_buses", values["seed"], "typical")
    return [
        _input([_trip(draws, latest) for _ in range(count)])
        for count, latest in ((2, 60), (4, 100), (5, 500), (8, 1440), (12, 10**4), (20, 10**5))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    rows = [row.split("-") for row in values["rows"].split()]
    leaving = [f"{row[0]} {row[1]} {720 + int(row[2]) + late}" for row in rows for late in (0, 1)]
    return [
        _input([f"{rows[0][0]} {rows[0][1]} 0"]),
        *[_input([f"{home} {goal} {time}" for home, goal in _PAIRS]) for time in (0, 59, 1470)],
        _input(leaving),
        _input(values["telling"]),
        _input([f"{home} {goal} {LATEST}" for home, goal in _PAIRS]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("valley_buses", values["seed"], "large")
    return [_input([_trip(draws, LATEST) for _ in range(count)]) for count in (MOST_TRIPS, MOST_TRIPS - 1)]


def _face(canvas: Canvas, spot: Point, minutes: int, *, clock: bool) -> None:
    """Draw the face of a clock, or a slice that is as large as the minutes are of an hour."""
    for mark in range(0, 360, 30):
        canvas.line(*(point_on_circle(*spot, radius, mark) for radius in (28, 34 if mark else 40)), line=3)
    canvas.circle(*spot, 28, fill="white")
    if clock:
        canvas.line(spot, point_on_circle(*spot, 20, 6 * minutes), line=6)
    else:
        canvas.sector(*spot, 28, 0, 6 * minutes, fill="blue")


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    valley = Canvas(1020, 780)
    spots = dict(zip(values["spots"], _SPOTS, strict=True))
    faces = []
    for row in values["rows"].split():
        start, end, leaves, number = row.split("-")
        (ax, ay), (bx, by) = spots[start], spots[end]
        long = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / long, (by - ay) / long
        way = [
            (ax + ux * far - uy * side, ay + uy * far + ux * side)
            for far, side in ((37, 9), (0.37 * long, 38), (0.63 * long, 38), (long - 38, 9))
        ]
        arrow(valley, *way, line=4, head=20)
        faces += [(way[1], int(leaves), True), (way[2], int(number), variant == "arrives")]
    for spot, minutes, clock in faces:
        _face(valley, spot, minutes, clock=clock)
    for village, (x, y) in spots.items():
        valley.circle(x, y, 38, fill="paleorange", line=4)
        valley.text(x, y, village, bold=True, size=34)
    walks = Canvas(820, 500)
    for line, word in enumerate(values["walks"].split()):
        y = 20 + 76.0 * line
        walks.rect(20, y, 80, 76, fill="paleorange", line=2)
        walks.text(60, y + 38, word[0], bold=True, size=32)
        walks.rect(100, y, 700, 76, line=2)
        for step in range(int(word[1:])):
            x, side = 128 + 37.0 * step, 12 if step % 2 else -12
            walks.rect(x - 12, y + 31 + side, 15, 14, fill="ink", stroke=None, radius=7)
            walks.circle(x + 9, y + 38 + side, 4.5, fill="ink", stroke=None)
    return [valley, walks]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    buses = []
    for row in values["rows"].split():
        start, end, leaves, number = row.split("-")
        second = "a hand at" if variant == "arrives" else "a slice of"
        buses.append(f"from {start} to {end}: a hand at {leaves}, {second} {number}")
    walks = ", ".join(f"{word[0]} {word[1:]}" for word in values["walks"].split())
    return [
        (
            "A map with six villages, which are circles with letters, and fourteen arrows between them. On each arrow are two round faces with twelve "
            f"marks around each. The faces of the arrows, in minutes of an hour, are, {'; '.join(buses)}. There is no other text."
        ),
        (
            "A table with six rows. On the left of each row is the letter of a village, and to the right of it are black footprints. The numbers of "
            f"footprints, from the top down, are: {walks}. There is no other text."
        ),
    ]
