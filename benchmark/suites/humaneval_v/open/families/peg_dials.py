"""Three dials in a row: a pointer that meets its peg moves the next pointer.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point, point_on_circle

VERSION = 2
KINDS = ("dial",)
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Mathematical Operations", "Spatial Transformations")
LEVEL = "hard"
MUTATIONS = ("against", "snap", "ratchet", "same", "clockwise")

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "argument 1 *ed": "the text: one turn after the other",
    "marks = *": "each dial shows its marks",
    "pegs = *": "each dial shows its peg",
    "at = *": "the first frame shows where the pointers start",
}

TEXT = '''\
def solution(turns: list[int]) -> tuple[int, int, int]:
    """
    The pointer of dial A is turned by hand, and the pointers of B and C may move with it, as the film of a few
    turns in the picture shows. Find where the pointers end if the turns begin at the start in the picture.

    Parameters:
        turns (list[int]): By how many marks the pointer of A is turned, one turn after the other: clockwise if
            positive, anticlockwise if negative; never 0.

    Returns:
        tuple[int, int, int]: The marks at which the pointers of A, B and C end. The marks of a dial are
            counted clockwise, and the one at the top is 0.
    """
'''

PROGRAM = """
def solution(turns: list[int]) -> tuple[int, int, int]:
    marks = $marks
    pegs = $pegs
    kicks = $kicks
    at = $start
    for turn in turns:
        for _ in range(abs(turn)):
            moves = [(0, turn // abs(turn))]
            while moves:
                dial, way = moves.pop()
                at[dial] = (at[dial] + way) % marks[dial]
                if {meets}:
                    for _ in range(kicks[dial]):
                        moves.append((dial + 1, {way})){snaps}
    return tuple(at)
"""
PEG, TOP = "at[dial] == pegs[dial]", "\n                    at[dial] = 0"
#: Mutation → when the next pointer moves, which way, and what the pointer at its peg does.
RULES = {
    "against": (PEG, "-way", ""),
    "snap": (PEG, "way", TOP),
    "ratchet": (f"{PEG} and way == 1", "way", ""),
    "same": (PEG, "way", ""),
    "clockwise": (PEG, "1", ""),
}
TURNS = 5  #: turns of the film
TRIES = 40


#: When a pointer meets its peg: (arrives, leaves, way, whether it is the last step of a turn or kick) → meets.
MEETS: dict[str, Callable[[bool, bool, int, bool], bool]] = {
    "arrives": lambda arrives, _leaves, _way, _last: arrives,
    "leaves": lambda _arrives, leaves, _way, _last: leaves,
    "both": lambda arrives, leaves, _way, _last: arrives or leaves,
    "ends": lambda arrives, _leaves, _way, last: arrives and last,
    "passes": lambda arrives, _leaves, _way, last: arrives and not last,
    "clockwise": lambda arrives, _leaves, way, _last: arrives and way == 1,
    "anticlockwise": lambda arrives, _leaves, way, _last: arrives and way == -1,
    "passes clockwise": lambda arrives, _leaves, way, last: arrives and not (way == 1 and last),
    "passes anticlockwise": lambda arrives, _leaves, way, last: arrives and not (way == -1 and last),
    "before the peg": lambda arrives, leaves, way, _last: arrives if way == 1 else leaves,
    "behind the peg": lambda arrives, leaves, way, _last: arrives if way == -1 else leaves,
}


@dataclass(frozen=True)
class Reading:
    """One idea of what a pointer does that meets its peg."""

    when: str = "arrives"  #: a name of ``MEETS``
    way: str = "same"  #: of the next pointer: ``same``, ``against``, ``clockwise`` or ``anticlockwise``
    snap: str = ""  #: where the pointer jumps from its peg: ``""`` (nowhere), ``top`` or ``start``
    kicks: tuple[int, ...] = ()  #: by how many marks B and C move; those of the dials if empty
    jumps: bool = False  #: whether only the last mark of such a move counts
    direct: bool = False  #: whether A moves C, too


#: Mutation → its own reading.
OWN = {
    "against": Reading(way="against"),
    "snap": Reading(snap="top"),
    "ratchet": Reading("clockwise"),
    "same": Reading(),
    "clockwise": Reading(way="clockwise"),
}


@dataclass(frozen=True)
class Dials:
    """Parameters: the mutation, the dials, by how many marks B and C move, and the turns."""

    mutation: str
    marks: tuple[int, int, int]  #: number of marks on each dial
    pegs: tuple[int, int]
    start: tuple[int, int, int]
    kicks: tuple[int, int]
    film: tuple[int, ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Dials:
    one, two, three = draws.sample(range(7, 13), 3)
    pegs = (draws.integer(1, one - 1), draws.integer(1, two - 1))
    start = (
        draws.choice([mark for mark in range(one) if mark != pegs[0]]),
        draws.choice([mark for mark in range(two) if mark != pegs[1]]),
        draws.integer(0, three - 1),
    )
    kicks = draws.choice(((1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)))
    to_peg = _to_peg(one, start[0], pegs[0])
    tested = [(), (to_peg + 2 * one,), (to_peg - 3 * one,)]  # longer turns than those of the film
    for ways in ((1,), (-1,), (1, 1, -1), (1, -1, -1), (1,), (-1,), *[(1, -1)] * 6):
        tested += [tuple(draws.integer(2, 60) * draws.choice(ways) for _ in range(draws.integer(4, 7)))]
    dials = Dials(mutation, (one, two, three), pegs, start, kicks, (), tuple(dict.fromkeys(tested)))
    for _ in range(TRIES):
        dials = replace(dials, film=_film(draws, dials))
        if _is_clear(dials):
            return dials
    raise UnfitError("the film can be read in another way")


def _film(draws: Draws, dials: Dials) -> tuple[int, ...]:
    """Choose turns of which, under every mutation, one ends at A's peg clockwise, and one anticlockwise."""
    marks, peg, first = dials.marks[0], dials.pegs[0], draws.choice((1, -1))
    goals = [("plain", first), *draws.shuffled([("plain", -first), ("snap", -first), ("", 1), ("", -1)])]
    at = {"plain": dials.start[0], "snap": dials.start[0]}
    turns: list[int] = []
    for path, way in goals:
        counts = list(range(2, 16))
        if path:
            landed = _to_peg(marks, at[path] * way, peg * way) or marks
            again = marks if path == "plain" else _to_peg(marks, 0, peg * way)
            counts = [count for count in counts if count >= landed and (count - landed) % again == 0]
        turns.append(way * draws.choice(counts))
        for _ in range(abs(turns[-1])):
            at = {name: (mark + way) % marks for name, mark in at.items()}
            at["snap"] = 0 if at["snap"] == peg else at["snap"]
    return tuple(turns)


def _to_peg(marks: int, start: int, peg: int) -> int:
    """Return by how many marks a pointer goes clockwise to its peg."""
    return (peg - start) % marks


def _readings(dials: Dials) -> dict[str, Reading]:
    """Return every reading that the film has to rule out, by name."""
    every = [Reading(*values) for values in product(
        ("arrives", "leaves", "ends", "clockwise", "anticlockwise"),
        ("same", "against", "clockwise", "anticlockwise"),
        ("", "top", "start"),
        ((), (1, 1), (dials.kicks[0], 1), (1, dials.kicks[1])),
    )]  # fmt: skip
    every += [replace(own, when=when) for own in OWN.values() for when in MEETS]
    every += [replace(own, jumps=True) for own in OWN.values()]
    every += [replace(own, direct=True) for own in OWN.values()]
    return {repr(reading): reading for reading in every}


def _ends(dials: Dials, reading: Reading, turns: Sequence[int]) -> tuple[int, ...]:
    """Return where the pointers end, by one reading."""
    at, kicks = list(dials.start), reading.kicks or dials.kicks

    def move(dial: int, steps: int, way: int) -> None:
        for step in range(steps):
            before = at[dial]
            at[dial] = (before + way) % dials.marks[dial]
            if dial == len(dials.pegs):
                continue
            peg, ends = dials.pegs[dial], step == steps - 1
            met = MEETS[reading.when](at[dial] == peg, before == peg, way, ends)
            if not met or (reading.jumps and dial and not ends):
                continue
            next_way = {"same": way, "against": -way, "clockwise": 1, "anticlockwise": -1}[reading.way]
            move(dial + 1, kicks[dial], next_way)
            if reading.direct and dial == 0:
                move(2, kicks[1], next_way)
            if reading.snap:
                at[dial] = 0 if reading.snap == "top" else dials.start[dial]

    for turn in turns:
        move(0, abs(turn), 1 if turn > 0 else -1)
    return tuple(at)


def _is_clear(dials: Dials) -> bool:
    """Whether no reading fits the film under any mutation and fails its tests."""
    readings = _readings(dials).values()
    for own in OWN.values():
        film = [_ends(dials, own, turns) for (turns,) in examples(dials)]
        for other in readings:
            shows = all(
                _ends(dials, other, turns) == seen
                for (turns,), seen in zip(examples(dials), film, strict=True)
            )
            if shows and any(
                _ends(dials, other, turns) != _ends(dials, own, turns) for turns in dials.tested
            ):
                return False
    return True


def rivals(dials: Dials) -> dict[str, Solve]:
    return {name: partial(_ends, dials, reading) for name, reading in _readings(dials).items()}


def calls(dials: Dials) -> list[Call]:
    return [(list(turns),) for turns in dials.tested]


def examples(dials: Dials) -> list[Call]:
    return [(list(dials.film[:count]),) for count in range(1, TURNS + 1)]


def reference(dials: Dials) -> str:
    meets, way, snaps = RULES[dials.mutation]
    program = PROGRAM.replace("{meets}", meets).replace("{way}", way).replace("{snaps}", snaps)
    return fill(
        program,
        marks=list(dials.marks),
        pegs=[*dials.pegs, None],
        kicks=list(dials.kicks),
        start=list(dials.start),
    )


TITLES = ("First turn", "Second turn", "Third turn", "Fourth turn", "Fifth turn")


def picture(dials: Dials, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 735)
    states = [("Start", dials.start)]
    states += [(f"{title}: {turn:+}", solve(list(turns)))
               for title, turn, (turns,) in zip(TITLES, dials.film, examples(dials), strict=True)]  # fmt: skip
    for number, (title, state) in enumerate(states):
        x, y = 15 + number % 2 * 490, 15 + number // 2 * 238
        frame(canvas, x, y, 480, 228, title=title)
        for dial, mark in enumerate(state):
            _draw(canvas, dials, (x + 88 + 152 * dial, y + 118), dial, mark)
    return canvas


def _draw(canvas: Canvas, dials: Dials, centre: Point, dial: int, at: int) -> None:
    x, y = centre
    step = 360 / dials.marks[dial]
    canvas.circle(x, y, 62, fill="white", line=3)
    for mark in range(dials.marks[dial]):
        inner, outer = point_on_circle(x, y, 47, step * mark), point_on_circle(x, y, 60, step * mark)
        canvas.line(inner, outer, line=3)
    if dial < len(dials.pegs):
        canvas.circle(*point_on_circle(x, y, 57, step * dials.pegs[dial]), 9, fill="red", line=2)
        arrows.arrow(canvas, (x + 68, y), (x + 86, y), stroke="grey", line=3, head=12)
    arrows.arrow(canvas, centre, point_on_circle(x, y, 45, step * at), stroke="blue", line=5, head=17)
    canvas.circle(x, y, 8, fill="blue", stroke=None)
    canvas.text(x, y + 83, "ABC"[dial], size=20, bold=True)


def describe(dials: Dials, solve: Solve) -> str:
    states = [f"Start: {', '.join(map(str, dials.start))}."]
    for title, turn, (turns,) in zip(TITLES, dials.film, examples(dials), strict=True):
        states.append(f"{title}: {turn:+}; the pointers are at {', '.join(map(str, solve(turns)))}.")
    return (
        "The picture shows six frames, one after the other, with the same three dials A, B and C in each, and a "
        f"grey arrow from A to B and from B to C. A dial has marks at regular distances around its edge: A {dials.marks[0]}, B "
        f"{dials.marks[1]} and C {dials.marks[2]} of them, one of which is at the top. Each dial has a blue pointer. A red peg is on the "
        f"edge of A at mark {dials.pegs[0]} and of B at mark {dials.pegs[1]}, counted clockwise from the top; C has none. "
        "The titles of the frames, and the marks at which the pointers of A, B and C stand, counted clockwise from the top: "
        f"{' '.join(states)}"
    )
