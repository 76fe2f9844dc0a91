"""A trolley rolls through a mine by tickets: where it ends.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_before

VERSION = 1
TITLE = "Mine Trolley"
LEVEL = "easy"
CATEGORY = "graph"
PICTURES = (("graph",), ("graph",))
VARIANTS = ("out", "back")
COMPARE = "tokens"

HALLS = "ABCDEFGHI"
MOST_TRIPS, MOST_TICKETS = 100, 40

STATEMENT = """
A mine has nine halls, A to I. Tracks of two kinds join them, and a trolley can roll along a track only in the direction of
its arrow. The first picture shows the halls and all tracks. Tracks do not cross, and at most one track of each
kind leads out of a hall.

![image](1.png)

Visitors who ride in the trolley put tickets into a box. Every kind of ticket has a letter. The second picture shows what the
trolley does for a ticket: it takes tracks of the kinds that are drawn next to the letter, in this order from left
to right. If no track of the kind that is due leads out of the hall, the trolley stays in the hall, and goes on with the next
kind on the ticket, or with the next ticket.

![image](2.png)

For each trip, find out in which hall the trolley is after the last ticket, and how often it rolled along a track.

Input

The first line has an integer t, the number of trips (1 <= t <= 100). Each of the next t lines has the letter of the hall where
a trip begins, a space, and a word of 1 to 40 letters: the tickets of the trip, in their order. All of these
letters are in the second picture.

Output

For each trip, print a line with the letter of the hall where it ends, a space, and the number of times that the
trolley rolled along a track.
"""

REFERENCE = """
def solution(text: str) -> str:
    way = {}
    for kind, $change in $tracks.split():
        way[kind, start] = end
    kinds = {ticket[-1]: ticket[:-1] for ticket in $tickets.split()}
    answers = []
    for line in text.strip().split("\\n")[1:]:
        hall, tickets = line.split()
        rolled = 0
        for ticket in tickets:
            for kind in kinds[ticket]:
                if (kind, hall) in way:
                    hall = way[kind, hall]
                    rolled += 1
        answers.append(f"{hall} {rolled}")
    return "\\n".join(answers)
"""
CHANGE = {"out": "start, end", "back": "end, start"}

_FOUND = """                if (kind, hall) in way:
                    hall = way[kind, hall]
                    rolled += 1
"""
WRONG = {
    "ticket-ends-without-a-track": REFERENCE.replace(
        _FOUND,
        """                if (kind, hall) not in way:
                    break
                hall = way[kind, hall]
                rolled += 1
""",
    ),
    "tracks-in-both-directions": REFERENCE.replace(
        _FOUND,
        _FOUND
        + """                elif hall in [way[key] for key in way if key[0] == kind]:
                    hall = [key[1] for key in way if key[0] == kind and way[key] == hall][0]
                    rolled += 1
""",
    ),
    "kinds-exchanged": REFERENCE.replace("for kind in kinds[ticket]", "for kind in kinds[ticket][::-1]"),
    "counts-every-kind-of-a-ticket": REFERENCE.replace(_FOUND, _FOUND.replace("    rolled", "rolled")),
}

#: Squares of the picture whose diagonal is a possible track: the two halls at its ends.
_DIAGONALS = ("AE", "BD", "BF", "CE", "DH", "EG", "EI", "FH")


def sample(draws: Draws) -> dict[str, Any]:
    names = draws.shuffled(HALLS)
    lines = [a + b for a, b in pairwise("ABC")] + [a + b for a, b in pairwise("DEF")] + ["GH", "HI"]
    lines += ["AD", "BE", "CF", "DG", "EH", "FI"]
    lines += [draws.choice(pair) for pair in zip(_DIAGONALS[::2], _DIAGONALS[1::2], strict=True)]
    tracks: list[str] = []
    for line in draws.shuffled(lines):
        one, other = (names[HALLS.index(place)] for place in line)
        free = [
            kind + start + end
            for kind in "sd"
            for start, end in ((one, other), (other, one))
            if all(track[0] != kind or (track[1] != start and track[2] != end) for track in tracks)
        ]
        if free:
            tracks.append(draws.choice(free))
    if len(tracks) < 12 or abs(2 * sum(track[0] == "s" for track in tracks) - len(tracks)) > 2:
        raise UnfitError("too few tracks of a kind")
    letters = draws.sample("KLMNPQRTUVXYZ", 4)
    kinds = draws.shuffled(
        [draws.choice(("sd", "ds")), draws.choice(("ssd", "dds")), draws.choice(("s", "d")), "ss"]
    )
    if "d" in kinds:
        kinds[kinds.index("ss")] = draws.choice(("ss", "dd"))
    tickets = " ".join(kind + letter for kind, letter in zip(kinds, letters, strict=True))
    shifts = [(draws.integer(-22, 22), draws.integer(-18, 18)) for _ in HALLS]
    values = {
        "names": "".join(names),
        "tracks": " ".join(tracks),
        "tickets": tickets,
        "letters": "".join(letters),
    }
    return {**values, "shifts": shifts, "shown": _shown(values, draws), "seed": draws.integer(1, 10**9)}


def _shown(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return three trips that end in the same way under both variants, one of them after some tracks."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    rolled: dict[bool, list[str]] = {False: [], True: []}
    for count in range(600):
        trip = f"{draws.choice(HALLS)} {draws.text(values['letters'], 1 + count % 5)}"
        if agreeing([_input([trip])], solve):
            rolled[solve["out"](_input([trip]))[2:] != "0"].append(trip)
    found = [*rolled[True][:2], *rolled[False][:1]]
    if len(found) < 3:
        raise UnfitError("no trips for the sample")
    return found


def _input(trips: list[str]) -> str:
    return "\n".join([str(len(trips)), *trips]) + "\n"


def _trips(values: dict[str, Any], draws: Draws, lengths: list[int]) -> str:
    letters = values["letters"]
    return _input([f"{draws.choice(HALLS)} {draws.text(letters, length)}" for length in lengths])


def check_input(values: dict[str, Any], text: str) -> None:
    head, *trips = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(trips) <= MOST_TRIPS:
        raise ValueError("another number of trips")
    for trip in trips:
        hall, tickets = trip.split(" ")
        if len(hall) != 1 or hall not in HALLS:
            raise ValueError("no hall")
        if not 1 <= len(tickets) <= MOST_TICKETS or set(tickets) - set(values["letters"]):
            raise ValueError("wrong tickets")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("mine_trolley", values["seed"], "typical")
    shapes = ((3, 4), (5, 3), (6, 7), (8, 10), (10, 20))
    return [_trips(values, draws, [length] * count) for count, length in shapes]


def edge(values: dict[str, Any]) -> list[str]:
    letters = values["letters"]
    return [
        _input([f"{HALLS[0]} {letters[0]}"]),
        *[_input([f"{hall} {letter}" for hall in HALLS]) for letter in letters],
        _input([f"{hall} {letters[::-1]}" for hall in HALLS]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("mine_trolley", values["seed"], "large")
    return [_trips(values, draws, [MOST_TICKETS] * count) for count in (MOST_TRIPS, MOST_TRIPS - 1)]


def _place(values: dict[str, Any], hall: str) -> Point:
    number = values["names"].index(hall)
    right, down = values["shifts"][number]
    return 110.0 + 340 * (number % 3) + right, 90.0 + 270 * (number // 3) + down


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    mine = Canvas(900, 720)
    for kind, start, end in values["tracks"].split():
        first, last = (_place(values, hall) for hall in ((start, end) if variant == "out" else (end, start)))
        arrows.arrow(
            mine,
            point_before(first, last, 38),
            point_before(last, first, 40),
            line=6,
            head=26,
            dashed=kind == "d",
        )
    for hall in HALLS:
        x, y = _place(values, hall)
        mine.circle(x, y, 36, fill="yellow", line=4)
        mine.text(x, y, hall, bold=True, size=32)
    legend = Canvas(680, 430)
    for number, ticket in enumerate(values["tickets"].split()):
        y = 14 + 104.0 * number
        frame(legend, 12, y, 656, 94, title="")
        legend.rect(36, y + 20, 96, 54, fill="white", line=4)
        legend.text(84, y + 47, ticket[-1], bold=True, size=32)
        for place, kind in enumerate(ticket[:-1]):
            x = 180.0 + 165 * place
            arrows.arrow(legend, (x, y + 47), (x + 130, y + 47), line=6, head=26, dashed=kind == "d")
    return [mine, legend]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rows = [" ".join(values["names"][row : row + 3]) for row in (0, 3, 6)]
    words = {"s": "solid", "d": "dashed"}
    told = []
    for kind, start, end in values["tracks"].split():
        told.append(
            f"{words[kind]} from {start} to {end}"
            if variant == "out"
            else f"{words[kind]} from {end} to {start}"
        )
    tickets = [
        f"{ticket[-1]}: {', '.join(words[kind] for kind in ticket[:-1])}"
        for ticket in values["tickets"].split()
    ]
    return [
        (
            "The picture shows nine round halls with letters in three rows, from the top down and from left to right: "
            f"{'; '.join(rows)}. Thick arrows of two kinds, solid and dashed, lead from hall to hall: {'; '.join(told)}."
        ),
        (
            "The picture has four frames, one below the other. In each of them a ticket with a letter is on the left, and to the "
            "right of it are one to three arrows in a row, each of them solid or dashed as the tracks in the other picture. From "
            f"the top down, with the arrows from left to right: {'; '.join(tickets)}."
        ),
    ]
