"""Camps share the pastures of an island: how many fields each of them gets.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._pasture_drawing import (
    draw_island,
    draw_tent,
    field_middle,
    layout_in_words,
    rows_in_words,
)
from workshop.suites.mmcode.families._pastures import field_names, hours_from, is_clear, place_of

VERSION = 1
TITLE = "Island Pastures"
LEVEL = "medium"
CATEGORY = "map"
PICTURES = (("map",), ("map",), ("map",))
VARIANTS = ("nobody", "one-of-them")
COMPARE = "tokens"

COLUMNS, ROWS = 9, 6
MOST_LISTS, MOST_CAMPS = 12, 6

STATEMENT = """
The first picture is the map of an island of shepherds. Its fields have six sides and names such as C4. A field with blades of
grass is swamp, a field with peaks is rock, a field with waves is water, and the others are meadow. Shepherds walk
from field to field across the sides that two fields share. They never enter rock or water.

![image](1.png)

The second picture is another island with the tent of a camp. The number in a field is the smallest number of hours
in which shepherds from this camp can reach the field. How long they need for a step depends on the kinds of the fields only.

![image](2.png)

Each spring there is a list of the camps on the island. A field of meadow or swamp belongs to the camp whose shepherds can
reach it in the smallest number of hours. A field that no camp can reach belongs to nobody. Sometimes two or more camps
need the same smallest number of hours to a field. To which of them it belongs then, if to any, depends only on
their order in the list. The third picture shows this on an island with the camps P and Q: in a list, P stands before Q. A letter
in a field is the camp to which it belongs; a field with a cross belongs to nobody.

![image](3.png)

Input

The first line has a whole number t, the number of lists (1 <= t <= 12). Each of the next t lines is a list: a whole
number k (1 <= k <= 6), and the names of the k fields with a camp, separated by single spaces. They are different and are
meadow or swamp.

Output

For each list, print a line with k numbers, separated by spaces: the number of fields that belong to each camp, in
the order of the list. The field of a camp belongs to it.
"""

REFERENCE = """
import heapq


def solution(text: str) -> str:
    hours = $hours
    ground = {}
    for row, line in enumerate($ground.split()):
        for column, kind in enumerate(line):
            if kind in hours:
                ground[column, row] = hours[kind]
    _, *entries = text.strip().split("\\n")
    lines = []
    for entry in entries:
        camps = [(ord(name[0]) - 65, int(name[1]) - 1) for name in entry.split()[1:]]
        times = {}
        for number, camp in enumerate(camps):
            done = set()
            queue = [(0, camp)]
            while queue:
                spent, place = heapq.heappop(queue)
                if place in done:
                    continue
                done.add(place)
                times.setdefault(place, []).append((spent, number))
                column, row = place
                side = row - $shift[column % 2]
                near = [(column, row - 1), (column, row + 1)]
                near += [(x, y) for x in (column - 1, column + 1) for y in (side, side + 1)]
                for other in near:
                    if other in ground:
                        heapq.heappush(queue, (spent + ground[other], other))
        fields = [0] * len(camps)
        for found in times.values():
            first = min(found)[0]
            owners = [number for spent, number in found if spent == first]
            for number in $change:
                fields[number] += 1
        lines.append(" ".join(map(str, fields)))
    return "\\n".join(lines)
"""
CHANGE = {"nobody": "owners if len(owners) == 1 else []", "one-of-them": "[owners[$pick]]"}

WRONG = {
    "a-step-is-an-hour": REFERENCE.replace("ground[column, row] = hours[kind]", "ground[column, row] = 1"),
    "pays-for-the-field-it-leaves": REFERENCE.replace(
        "(spent + ground[other], other)", "(spent + ground[place], other)"
    ),
    "squares": REFERENCE.replace(
        "for x in (column - 1, column + 1) for y in (side, side + 1)]",
        "for x in (column - 1, column + 1) for y in (row,)]",
    ),
    "shifted-the-other-way": REFERENCE.replace("$shift[column % 2]", "$shift[(column + 1) % 2]"),
    "shares-for-all": REFERENCE.replace("for number in $change:", "for number in owners:"),
}
EQUIVALENT = {
    "'*' → '*~'": "One more sign after the last field of a row is neither meadow nor swamp.",
    "0 → 1": "All camps set out an hour later.",
    "0 → -1": "All camps set out an hour earlier.",
}

#: Terrain of the islands in pictures 2 and 3 without swamps; C, P and Q are camps.
_LONELY = ("w...w.", "..r...", ".C....", "...r..")
_SHARED = (".....w", ".r....", "......", "w....r")


def sample(draws: Draws) -> dict[str, Any]:
    hours = draws.choice(((1, 2), (1, 3), (2, 3), (2, 5), (3, 4), (3, 5), (2, 1), (3, 1), (3, 2)))
    lower = draws.integer(0, 1)
    values: dict[str, Any] = {
        "hours": {".": hours[0], "s": hours[1]},
        "lower": lower,
        "shift": [1 - lower, lower],
        "pick": draws.choice((0, -1)),
    }
    for _ in range(100):
        lonely = "".join(_LONELY)
        swamps = draws.sample([place for place, kind in enumerate(lonely) if kind == "."], 7)
        marked = "".join("s" if place in swamps else kind for place, kind in enumerate(lonely))
        values |= {
            "ground": " ".join(draws.text("......sssrww"[: 12 - (row % 5 > 0)], COLUMNS) for row in range(ROWS)),
            "lonely": " ".join(marked[6 * row : 6 * row + 6] for row in range(4)),
            "shared": " ".join(_SHARED),
            "camps": draws.sample([f"{name}{row}" for name in "ABCDEF" for row in "1234"], 2),
        }  # fmt: skip
        if is_clear(values) and (shown := _shown_lists(values, draws)):
            return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}
    raise UnfitError("no island with lists for the sample")


def _shown_lists(values: dict[str, Any], draws: Draws) -> list[str]:
    """Return three lists without a field that the variants give to different camps."""
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: list[str] = []
    for count in (2, 3, 2):
        lists = [_list(draws.sample(field_names(values), count)) for _ in range(40)]
        fitting = [text.split("\n")[1] for text in agreeing(map(_input, ([line] for line in lists)), solve)]
        shown += [line for line in fitting if line not in shown][:1]
    return shown if len(shown) == 3 else []


def _list(camps: list[str]) -> str:
    return " ".join([str(len(camps)), *camps])


def _input(lists: list[str]) -> str:
    return "\n".join([str(len(lists)), *lists]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lists = text.removesuffix("\n").split("\n")
    if head != str(len(lists)) or not 1 <= len(lists) <= MOST_LISTS:
        raise ValueError("another number of lists")
    for line in lists:
        count, *camps = line.split(" ")
        if count != str(len(camps)) or not 1 <= len(camps) <= MOST_CAMPS:
            raise ValueError("another number of camps")
        if len(set(camps)) < len(camps) or not set(camps) <= set(field_names(values)):
            raise ValueError(f"{line} does not name different fields of meadow or swamp")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int], ...]) -> list[str]:
    draws = Draws("island_pastures", values["seed"], name)
    fields = field_names(values)
    return [
        _input([_list(draws.sample(fields, draws.integer(least, most))) for _ in range(count)])
        for count, least, most in ((count, min(2, most), most) for count, most in shapes)
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", ((2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (8, 6)))


def edge(values: dict[str, Any]) -> list[str]:
    """Return one camp; one camp in each field; all neighbours in a list; camps in both orders; no last newline."""
    fields = field_names(values)
    pairs = [_list([first, second]) for first, second in pairwise(fields)]
    back = [_list([second, first]) for first, second in pairwise(fields)]
    return [
        _input([_list(fields[:1])]),
        _input([_list([name]) for name in fields[-MOST_LISTS:]]),
        _input(pairs[:MOST_LISTS]),
        _input(back[-MOST_LISTS:]),
        _input([_list(fields[:6]), _list(fields[-6:]), _list(fields[::-1][:6])]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", ((MOST_LISTS, MOST_CAMPS), (MOST_LISTS - 1, MOST_CAMPS)))


def _owners(values: dict[str, Any], variant: str) -> dict[tuple[int, int], str]:
    """Return what stands in each field of the third picture: P, Q or a cross."""
    times = [hours_from(values, values["shared"], place_of(name)) for name in values["camps"]]
    tie = "x" if variant == "nobody" else "PQ"[values["pick"]]
    return {
        place: "P" if times[0][place] < times[1][place] else "Q" if times[1][place] < times[0][place] else tie
        for place in times[0]
    }


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    lower = values["lower"]
    whole = draw_island(58, values["ground"], lower)
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = field_middle(58, column, row, lower)
            whole.text(x, y - 28, f"{chr(65 + column)}{row + 1}", bold=True, size=21, tick=True)
    lonely = draw_island(56, values["lonely"], lower)
    for place, hours in hours_from(values, values["lonely"], (1, 2)).items():
        x, y = field_middle(56, *place, lower)
        if hours:
            lonely.text(x, y - 22, hours, bold=True, size=26)
        else:
            draw_tent(lonely, x, y)
    shared = draw_island(56, values["shared"], lower)
    for place, owner in _owners(values, variant).items():
        x, y = field_middle(56, *place, lower)
        if owner == "x":
            shared.line((x - 14, y - 14), (x + 14, y + 14), stroke="red", line=5)
            shared.line((x - 14, y + 14), (x + 14, y - 14), stroke="red", line=5)
        elif place in map(place_of, values["camps"]):
            draw_tent(shared, x, y + 18)
            shared.text(x, y - 26, owner, bold=True, size=28)
        else:
            shared.text(x, y, owner, size=28)
    return [whole, lonely, shared]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    signs = (
        "Fields with green blades are swamp, with two grey peaks rock, pale blue ones with waves are water. "
    )
    lonely = {
        place: str(hours) for place, hours in hours_from(values, values["lonely"], (1, 2)).items() if hours
    }
    owners = _owners(values, variant)
    shared = {place: "with a cross" if owner == "x" else f"with {owner}" for place, owner in owners.items()}
    for name in values["camps"]:
        shared[place_of(name)] += " and a tent"
    return [
        (
            f"A map of hexagonal fields with {COLUMNS} columns, A to I, and {ROWS} rows; each field has its name in it. "
            f"{layout_in_words(values['lower'], 'ABCDEFGHI')}{signs}From left to right, {rows_in_words(values['ground'], {})}."
        ),
        (
            "A smaller island of hexagonal fields with the columns A to F and four rows, without names in them. "
            f"{layout_in_words(values['lower'], 'ABCDEF')}{signs}The numbers in the fields stand after their kinds. From left "
            f"to right, {rows_in_words(values['lonely'], lonely)}."
        ),
        (
            "Another island of hexagonal fields with the columns A to F and four rows, without names in them. "
            f"{layout_in_words(values['lower'], 'ABCDEF')}{signs}After the kinds of the fields stands what is drawn in them. "
            f"From left to right, {rows_in_words(values['shared'], shared)}."
        ),
    ]
