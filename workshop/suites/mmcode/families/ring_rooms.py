"""A guest of a round tower follows levers that lead from room to room, very often.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle

VERSION = 1
TITLE = "Round Tower"
LEVEL = "medium"
CATEGORY = "table"
PICTURES = (("others",), ("table",))
VARIANTS = ("name", "distance")
COMPARE = "tokens"

MOST_LINES = 20
MOST_PULLS = 10**15

STATEMENT = """
Nine rooms of a tower lie in a ring. They have the numbers 1 to 9, in the places that the first picture shows; the arrow shows
in which direction the guests of the tower walk.

![image](1.png)

Every room has three levers, A, B and C. Whoever pulls a lever is sent to another room. To which one depends on the room and on
the lever, as the second picture shows.

![image](2.png)

A guest who is sent to a room finds as many coins there as the number of the room says, takes them, and pulls a lever again. The
coins are put back at once, so they are found each time. In the room in which the guest begins nothing is found at first. A
guest notes the pulls in short form: one lever, and how many times in a row it was pulled, in whatever rooms that was.

Find the room in which the guest is in the end, and the number of coins that the guest has found.

Input

The first line has two whole numbers with a space between them: the number of the room in which the guest begins (1 to 9), and
n, the number of notes (1 <= n <= 20). Each of the next n lines has a letter A, B or C and a whole number with a space between
them: which lever was pulled, and how many times (1 to 10^15).

Output

Print one line with two numbers and a space between them: the number of the last room, and the number of coins.
"""

REFERENCE = """
def solution(text: str) -> str:
    table = [int(word) for word in $table.split()]
    lines = text.split("\\n")
    room = int(lines[0].split()[0])
    coins = 0
    for line in lines[1:]:
        if not line:
            continue
        lever, word = line.split()
        times = int(word)
        seen = {}
        found = []
        while room not in seen and len(found) < times:
            seen[room] = len(found)
            entry = table[9 * "ABC".index(lever) + room - 1]
            $change
            found.append(room)
        pulled = len(found)
        if pulled < times:
            loop = found[seen[room]:]
            rounds, rest = divmod(times - pulled, len(loop))
            coins += rounds * sum(loop) + sum(loop[:rest])
            room = (loop[-1:] + loop)[rest]
        coins += sum(found)
    return f"{room} {coins}"
"""
CHANGE = {
    "name": "room = entry",
    "distance": "ring = [int(word) for word in $ring.split()]\n            room = ring[(ring.index(room) + entry) % len(ring)]",
}
WRONG = {
    "coins-of-the-rooms-that-are-left": REFERENCE.replace("found.append(room)", "found.append(left)").replace(
        "            entry = table", "            left = room\n            entry = table"
    ),
    "each-lever-is-pulled-once": REFERENCE.replace("int(word)\n        seen", "1\n        seen"),
    "loop-begins-in-the-first-room": REFERENCE.replace("loop = found[seen[room]:]", "loop = found"),
}

EQUIVALENT = {"'ABC' → 'ABC~'": "there is no fourth lever"}

_ROOMS = 9


def sample(draws: Draws) -> dict[str, Any]:
    ring = draws.shuffled(range(1, _ROOMS + 1))
    table: dict[str, list[int]] = {}
    for lever in "ABC":
        table[lever] = []
        for room in range(1, _ROOMS + 1):
            place = ring.index(room)
            both = [entry for entry in range(1, _ROOMS) if ring[(place + entry) % _ROOMS] == entry != room]
            offered = (
                both
                if both and draws.chance(1, 3)
                else [entry for entry in range(1, _ROOMS) if entry != room]
            )
            table[lever].append(draws.choice(offered))
    values: dict[str, Any] = {
        "ring": " ".join(map(str, ring)),
        "table": " ".join(str(entry) for lever in "ABC" for entry in table[lever]),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_notes(draws, count, 2) for count in (1, 2, 2, 3, 3) * 60]
    same = agreeing(tried, solve)
    shown = [text for lines in (4, 3, 2) for text in same if text.count("\n") == lines][:2]
    if len(shown) < 2 or shown[0].count("\n") < 3:
        raise UnfitError("the variants agree on too few notes")
    values["shown"] = shown
    return values


def _note_text(room: int, notes: list[tuple[str, int]]) -> str:
    return f"{room} {len(notes)}\n" + "".join(f"{lever} {times}\n" for lever, times in notes)


def _notes(draws: Draws, count: int, high: int) -> str:
    notes = [(draws.choice("ABC"), draws.integer(1, high)) for _ in range(count)]
    return _note_text(draws.integer(1, _ROOMS), notes)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    room, count = map(int, head.split(" "))
    if not 1 <= room <= _ROOMS or not 1 <= count <= MOST_LINES or len(lines) != count:
        raise ValueError("another room or number of notes")
    for line in lines:
        lever, times = line.split(" ")
        if lever not in ("A", "B", "C") or not 1 <= int(times) <= MOST_PULLS:
            raise ValueError(f"{line} is not a note")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("tower-typical", values["seed"])
    kinds = ((3, 9), (4, 15), (6, 30), (8, 200), (10, 5000), (12, 10**6))
    return [_notes(draws, count, high) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("tower-edge", values["seed"])
    room = draws.integer(1, _ROOMS)
    each = [(lever, times) for times in (1, 2, 3, 5, 8) for lever in "ABC"]
    return [
        _note_text(room, [("B", 1)]),
        _note_text(draws.integer(1, _ROOMS), [("A", MOST_PULLS)]),
        _note_text(draws.integer(1, _ROOMS), [("C", MOST_PULLS - 1)]),
        _note_text(draws.integer(1, _ROOMS), each),
        _note_text(draws.integer(1, _ROOMS), each[::-1]),
        _note_text(draws.integer(1, _ROOMS), [("B", 9), ("A", 10), ("C", 11), ("B", 12), ("C", 7)]).rstrip(
            "\n"
        ),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("tower-large", values["seed"])
    return [_notes(draws, MOST_LINES, MOST_PULLS) for _ in range(3)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    tower = Canvas(560, 560)
    tower.circle(280, 280, 200, stroke="grey", line=4)
    for place, room in enumerate(values["ring"].split()):
        x, y = point_on_circle(280, 280, 200, place * 40)
        tower.circle(x, y, 42, fill="paleblue", line=3)
        tower.text(x, y, room, bold=True, size=32)
    arrows.arc(tower, (280, 280), 110, 200, 340, stroke="red", line=6, head=26)
    tower.text(280, 280, "walk", size=24)
    table = Canvas(800, 560)
    head = (
        "sent to the room with this number" if variant == "name" else "sent on by so many rooms in the ring"
    )
    table.text(400, 40, head, bold=True, size=24)
    table.text(80, 140, "room", size=22)
    for room in range(1, _ROOMS + 1):
        table.text(150 + 64 * room - 32, 140, room, bold=True, size=26)
    for row, lever in enumerate("ABC"):
        table.text(80, 230 + row * 110, f"lever {lever}", size=22)
        for place, entry in enumerate(values["table"].split()[9 * row : 9 * row + 9]):
            table.rect(150 + 64 * place, 180 + row * 110, 64, 100, fill="white")
            table.text(182 + 64 * place, 230 + row * 110, entry, size=28)
    return [tower, table]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    head = (
        "sent to the room with this number" if variant == "name" else "sent on by so many rooms in the ring"
    )
    rows = "; ".join(
        f"lever {lever}: {', '.join(values['table'].split()[9 * row : 9 * row + 9])}"
        for row, lever in enumerate("ABC")
    )
    return [
        (
            f"Nine circles with numbers lie on a ring. From the top on, in the direction of the hands of a clock, they are "
            f"{', '.join(values['ring'].split())}. Inside the ring a red arrow runs in the direction of the hands of a clock, and the "
            "word walk stands in the middle."
        ),
        (
            f'A table with the heading "{head}". Its nine columns are the rooms: room 1, 2, 3, 4, 5, 6, 7, 8, 9. It has a row of nine '
            f"numbers for each lever, from left to right: {rows}."
        ),
    ]
