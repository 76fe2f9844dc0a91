"""A warden walks rounds through doors that clocks open and shut: when the last round ends.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, point_on_circle

VERSION = 1
TITLE = "Doors with Clocks"
LEVEL = "long"
CATEGORY = "graph"
PICTURES = (("graph",), ("others",))
VARIANTS = ("filled-is-open", "white-is-open")
COMPARE = "tokens"

ROOMS = "ABCDEFGH"
MOST_NIGHTS, MOST_START, MOST_ROUNDS, MOST_STOPS = 40, 10**9, 10**15, 8

STATEMENT = """
In a castle, eight rooms, A to H, are joined by passages. The first picture shows the rooms and the passages; on each passage stand
the letter of the clock that moves its door, and the number of minutes that a walk through the passage takes, the same in both
directions.

![image](1.png)

The second picture shows the dials of the clocks. At minute 0, the hands of all clocks point to the field 0. After each minute they move
on to the field with the next number, and from the last field back to the field 0. The key of the picture tells in which
fields the door is open, and in which it is shut. One can begin to walk through a passage at a minute m, a whole
number, if its door is open in the field to which the hand points at minute m. Whoever has begun is not stopped by the
door any more. In every room one can wait for any whole number of minutes.

![image](2.png)

At night a warden has to see to some rooms in a given order, which is his round. He begins in the first one, goes to the others one after the
other, and then back to the first one; this ends the round. On his way from one of these rooms to the next he can walk through any
passages and rooms. He makes one or more rounds, each of which begins at the minute at which the one before it ends, and he ends the last
one as early as possible. Find out when this is.

Input

The first line has an integer t, the number of nights (1 <= t <= 40). Each of the next t lines has three words with a space between
neighbours: an integer s (0 <= s <= 10^9), the minute at which the warden can leave the first room, an integer k
(1 <= k <= 10^15), the number of rounds, and the letters of 2 to 8 rooms, which are different from each other, in the order of the round.

Output

For each night, print a line with the minute at which the last round ends.
"""

REFERENCE = """
from functools import lru_cache


def solution(text: str) -> str:
    clocks = dict(clock.split(":") for clock in $clocks.split())
    ways = []
    for passage in $passages.split():
        one, other, clock, minutes = passage.split(":")
        ways.append((one, other, clocks[clock], int(minutes)))
        ways.append((other, one, clocks[clock], int(minutes)))

    @lru_cache(maxsize=None)
    def arrivals(room, minute):
        before, times = {}, {room: minute}
        while times != before:
            before = dict(times)
            for here, there, dial, minutes in ways:
                if here in before:
                    leave = before[here]
                    while dial[leave % len(dial)] $change "#":
                        leave += 1
                    times[there] = min(times.get(there, leave + minutes), leave + minutes)
        return times

    period = $period
    answers = []
    for line in text.strip().split("\\n")[1:]:
        start, rounds, rooms = line.split()
        jumps = []
        for field in range(period):
            minute = field
            for room, end in zip(rooms, rooms[1:] + rooms[0]):
                field_then = minute % period
                minute += arrivals(room, field_then)[end] - field_then
            jumps.append(minute - field)
        minute, left = int(start), int(rounds)
        while left > 0:
            if left % 2 > 0:
                minute += jumps[minute % period]
            jumps = [jump + jumps[(field + jump) % period] for field, jump in enumerate(jumps)]
            left //= 2
        answers.append(str(minute))
    return "\\n".join(answers)
"""
CHANGE = {"filled-is-open": "!=", "white-is-open": "=="}

WRONG = {
    "every-round-takes-as-long-as-the-first": REFERENCE.replace(
        "minute, left = int(start), int(rounds)",
        "minute = int(start)\n        minute, left = minute + int(rounds) * jumps[minute % period], 0",
    ),
    "open-when-the-walk-ends": REFERENCE.replace(
        "dial[leave % len(dial)]", "dial[(leave + minutes) % len(dial)]"
    ),
    "fields-counted-from-one": REFERENCE.replace("dial[leave % len(dial)]", "dial[(leave - 1) % len(dial)]"),
    "not-back-to-the-first-room": REFERENCE.replace("rooms[1:] + rooms[0]", "rooms[1:]"),
    "doors-never-shut": REFERENCE.replace(
        "                        leave += 1", "                        break"
    ),
}
EQUIVALENT: dict[str, str] = {}

_PLACES: tuple[Point, ...] = (
    (110, 80), (450, 80), (790, 80), (280, 320), (620, 320), (110, 560), (450, 560), (790, 560),
)  # fmt: skip
_PAIRS = (
    (0, 1), (1, 2), (0, 3), (1, 3), (1, 4), (2, 4), (3, 4), (0, 5), (2, 7), (5, 3), (6, 3), (6, 4), (7, 4), (5, 6), (6, 7),
)  # fmt: skip
_PASSAGES = 12
_PERIODS = (8, 9, 10, 12)


def sample(draws: Draws) -> dict[str, Any]:
    names = draws.shuffled(ROOMS)
    letters = draws.sample("KLMNPRSTVW", 4)
    period = draws.choice(_PERIODS)
    pairs = _connected(draws)
    doors = draws.shuffled([letters[number % len(letters)] for number in range(_PASSAGES)])
    passages = [
        f"{names[one]}:{names[other]}:{door}:{draws.integer(2, 15)}"
        for (one, other), door in zip(pairs, doors, strict=True)
    ]
    clocks = []
    for letter in letters:
        filled = set(draws.sample(range(period), draws.integer(3, period - 3)))
        clocks.append(letter + ":" + "".join("#" if field in filled else "." for field in range(period)))
    if len({clock[2:] for clock in clocks}) < len(clocks):
        raise UnfitError("two clocks have the same dial")
    values = {
        "names": "".join(names),
        "passages": " ".join(passages),
        "clocks": " ".join(clocks),
        "period": period,
    }
    return {**values, "shown": _shown(values, draws), "seed": draws.integer(1, 10**9)}


def _connected(draws: Draws) -> list[tuple[int, int]]:
    """Return passages that join all rooms, as pairs of places."""
    while True:
        pairs = draws.sample(_PAIRS, _PASSAGES)
        reached = {0}
        for _ in pairs:
            reached |= {place for pair in pairs if reached & set(pair) for place in pair}
        if len(reached) == len(ROOMS):
            return pairs


def _shown(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return two nights with the same output under both variants, one of them with several rounds."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    found: list[str] = []
    for batch in range(36):
        nights = [_night(draws, 30, 1 + number % 3, 2 + batch % 2) for number in range(MOST_NIGHTS)]
        outputs = [solve[variant](_input(nights)).split() for variant in VARIANTS]
        found += [night for night, one, other in zip(nights, *outputs, strict=True) if one == other]
    found.sort(key=lambda night: night.split()[1], reverse=True)
    if len(found) < 2 or found[0].split()[1] == "1":
        raise UnfitError("no nights for the sample")
    return [found[0], found[-1]]


def _night(draws: Draws, start: int, rounds: int, stops: int) -> str:
    return f"{draws.integer(0, start)} {draws.integer(1, rounds)} {''.join(draws.sample(ROOMS, stops))}"


def _input(nights: list[str]) -> str:
    return "\n".join([str(len(nights)), *nights]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *nights = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(nights) <= MOST_NIGHTS:
        raise ValueError("another number of nights")
    for night in nights:
        start, rounds, rooms = night.split(" ")
        if not (0 <= int(start) <= MOST_START and 1 <= int(rounds) <= MOST_ROUNDS):
            raise ValueError("a number out of range")
        if not 2 <= len(set(rooms)) == len(rooms) <= MOST_STOPS or not set(rooms) <= set(ROOMS):
            raise ValueError("wrong rooms")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("clock_doors", values["seed"], "typical")
    shapes = (
        (2, 20, 1, 2), (4, 20, 3, 3), (6, 50, 9, 4), (8, 100, 40, 5), (10, 1000, 1000, 6), (12, 99, 10**6, 8),
    )  # fmt: skip
    return [
        _input([_night(draws, start, rounds, stops) for _ in range(nights)])
        for nights, start, rounds, stops in shapes
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("clock_doors", values["seed"], "edge")
    ends = [passage[:3:2] for passage in values["passages"].split()]
    return [
        _input([f"0 1 {ends[0]}"]),
        _input([f"{start} 1 {pair}" for start, pair in enumerate(ends)]),
        _input([f"0 {MOST_ROUNDS} {pair[::-1]}" for pair in ends]),
        _input([f"{MOST_START} {MOST_ROUNDS} {''.join(draws.shuffled(ROOMS))}"]),
        _input([f"{start} {start + 1} {''.join(ends[start % 12])}" for start in range(30)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("clock_doors", values["seed"], "large")
    return [
        _input([_night(draws, MOST_START, MOST_ROUNDS, stops) for _ in range(MOST_NIGHTS)])
        for stops in (3, MOST_STOPS)
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    castle = Canvas(900, 640)
    where = dict(zip(values["names"], _PLACES, strict=True))
    passages = [passage.split(":") for passage in values["passages"].split()]
    for one, other, _, _ in passages:
        castle.line(where[one], where[other], line=7)
    for one, other, clock, minutes in passages:
        x, y = ((where[one][axis] + where[other][axis]) / 2 for axis in (0, 1))
        castle.rect(x - 42, y - 22, 84, 44, fill="white", line=3)
        castle.line((x, y - 22), (x, y + 22), line=3)
        castle.text(x - 21, y, clock, bold=True, size=27)
        castle.text(x + 21, y, minutes, size=27)
    for name, (x, y) in where.items():
        castle.circle(x, y, 40, fill="paleorange", line=4)
        castle.text(x, y, name, bold=True, size=34)
    return [castle, _dials(values, variant)]


def _dials(values: dict[str, Any], variant: str) -> Canvas:
    canvas = Canvas(760, 830)
    period = values["period"]
    turn = 360 / period
    for place, clock in enumerate(values["clocks"].split()):
        letter, fields = clock.split(":")
        x, y, radius = 200.0 + 360 * (place % 2), 190.0 + 370 * (place // 2), 122.0
        for field, sign in enumerate(fields):
            start = turn * (field - 0.5)
            canvas.sector(x, y, radius, start, start + turn, fill="sky" if sign == "#" else "white", line=3)
            canvas.text(*point_on_circle(x, y, radius + 24, turn * field), field, size=23)
        canvas.circle(x, y, 34, fill="white", line=3)
        canvas.text(x, y, letter, bold=True, size=34)
    words = ("open", "shut") if variant == "filled-is-open" else ("shut", "open")
    for x, fill, word in ((220.0, True, words[0]), (420.0, False, words[1])):
        canvas.rect(x, 766, 44, 44, fill="sky" if fill else "white", line=3)
        canvas.text(x + 58, 788, word, anchor="start", size=28)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    names, period = values["names"], values["period"]
    rows = [" ".join(row) for row in (names[:3], names[3:5], names[5:])]
    told = []
    for passage in values["passages"].split():
        one, other, clock, minutes = passage.split(":")
        told.append(f"{one}-{other} with {clock} and {minutes}")
    dials = []
    for clock in values["clocks"].split():
        letter, fields = clock.split(":")
        dials.append(
            f"{letter}, blue {', '.join(str(field) for field, sign in enumerate(fields) if sign == '#')}"
        )
    words = ("open", "shut") if variant == "filled-is-open" else ("shut", "open")
    return [
        (
            "Eight round rooms with letters stand in three rows, from the top down and from left to right: "
            f"{'; '.join(rows)}. Lines join them; on each is a box with a letter and a number: {'; '.join(told)}."
        ),
        (
            f"Four dials with a letter in the middle of each. Each dial has {period} fields, numbered from 0 at the top to {period - 1} in the "
            f"direction in which the hands of a clock go. Some fields are blue, all others are white: {'; '.join(dials)}. The key below has "
            f"a blue square with the word {words[0]} and a white square with the word {words[1]}."
        ),
    ]
