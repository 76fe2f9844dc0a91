"""Hourly buses between six villages: when a traveller arrives, and with how many buses.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.palette import Colour

VERSION = 1
TITLE = "Valley Buses"
LEVEL = "medium"
CATEGORY = "table"
PICTURES = (("table",), ("table",))
VARIANTS = ("takes", "arrives")
COMPARE = "tokens"

VILLAGES = "ABCDEF"
MOST_TRIPS, LATEST = 100, 10**6
_BUSES = 14
_PAIRS = [(home, goal) for home in VILLAGES for goal in VILLAGES if home != goal]

STATEMENT = """
Fourteen buses connect the six villages A to F of a valley, by day and by night. Each bus goes once in every hour, from one village to
another one without a stop. The first picture is the timetable. A time such as :05 is a time of the clock, five minutes after
each full hour. No bus takes an hour or longer for its way.

![image](1.png)

Whoever gets off a bus needs some minutes to walk to the stop of the next bus in this village. The second picture shows how many. The next bus
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

ONE_TIME = """
import heapq


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
    direct, longer = (
        [trip for trip, count in counts.items() if (count > 1) == more] for more in (False, True)
    )
    if not longer or not direct:
        raise UnfitError("no sample")
    shown = [longer[0], direct[0], *longer[1:2]]
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _timetable(draws: Draws) -> dict[str, Any]:
    """Draw the buses, six of which go round through all villages, and the minutes between two buses."""
    ring = draws.shuffled(VILLAGES)
    ways = [(ring[place - 1], village) for place, village in enumerate(ring)]
    others = [pair for pair in _PAIRS if pair not in ways]
    rows = []
    for place, (start, end) in enumerate(draws.shuffled([*ways, *draws.sample(others, _BUSES - len(ways))])):
        leaves = 0 if place < 3 else draws.integer(1, 59)
        number = draws.choice([minute for minute in range(8, 58) if abs(minute - leaves) > 2])
        rows.append(f"{start}-{end}-{leaves}-{number}")
    walks = zip(VILLAGES, draws.sample(range(3, 19), len(VILLAGES)), strict=True)
    return {
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
    leaving = [
        f"{start} {end} {720 + int(leaves) + late}" for start, end, leaves, _ in rows for late in (0, 1)
    ]
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


def _cells(row: str, variant: str) -> list[str]:
    """Return what stands in a row of the timetable."""
    start, end, leaves, number = row.split("-")
    return [start, end, f":{leaves:0>2}", f"{number} minutes" if variant == "takes" else f":{number:0>2}"]


def _heads(variant: str) -> tuple[str, ...]:
    return ("from", "to", "leaves", variant)


def _grid(canvas: Canvas, rows: list[list[str]], wide: float, high: float) -> None:
    """Draw a table at the top left corner; its first row is a heading."""
    for row, words in enumerate(rows):
        fill: Colour = "white" if row else "paleorange"
        for column, word in enumerate(words):
            canvas.rect(20 + wide * column, 20 + high * row, wide, high, fill=fill, line=2)
            canvas.text(20 + wide * (column + 0.5), 20 + high * (row + 0.5), word, bold=not row, size=27)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    timetable = Canvas(760, 880)
    rows = [_cells(row, variant) for row in values["rows"].split()]
    _grid(timetable, [list(_heads(variant)), *rows], 180, 56)
    walks = Canvas(820, 320)
    walks.text(20, 44, "from bus to bus, in minutes", anchor="start", size=28)
    for place, word in enumerate(values["walks"].split()):
        x = 20 + 130.0 * place
        walks.rect(x, 90, 130, 100, fill="paleorange", line=2)
        walks.text(x + 65, 140, word[0], bold=True, size=32)
        walks.rect(x, 190, 130, 100, fill="white", line=2)
        walks.text(x + 65, 240, word[1:], size=32)
    return [timetable, walks]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = "; ".join(", ".join(_cells(row, variant)) for row in values["rows"].split())
    walks = ", ".join(f"{word[0]} {word[1:]}" for word in values["walks"].split())
    return [
        (
            f"A table with four columns and fourteen rows under a heading. The columns have the heads {', '.join(_heads(variant))}. "
            f"The rows, from the top down, with their cells from left to right: {rows}. There is no other text in the picture."
        ),
        (
            'A table with two rows and six columns, under the title "from bus to bus, in minutes". In the upper row are the letters of '
            f"the villages, and in the lower row a number below each letter. From left to right: {walks}."
        ),
    ]
