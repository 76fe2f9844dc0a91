"""Three dials in a row: a pointer that meets its peg moves the next pointer.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, log

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_on_circle
from workshop.suites.humaneval_v.families._peg_rules import peg_rules, right_rule

VERSION = 3
KINDS = ("dial",)
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Mathematical Operations", "Spatial Transformations")
LEVEL = "hard"
MUTATIONS = ("against", "snap", "ratchet", "same", "clockwise")

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "marks = *": "each dial shows its marks",
    "pegs = *": "each dial shows its peg",
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
#: Turns of the film, marks of its first two turns and of the others, turns that are compared, and films, at most.
TURNS, SHORT, LONG, COMPARED, TRIES = 7, 12, 30, 16, 4
FEW = 3_000  #: rules that are asked for the results of the tests, at most


@dataclass(frozen=True)
class Dials:
    """Parameters: the mutation, the dials, by how many marks B and C move, and the turns."""

    mutation: str
    marks: tuple[int, int, int]  #: number of marks on each dial
    pegs: tuple[int, int]
    start: tuple[int, int, int]
    kicks: tuple[int, int]
    seed: str  #: of the turns in the film
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Dials:
    one, two, three = draws.sample(range(6, 11), 3)
    pegs = (draws.integer(1, one - 1), draws.integer(1, two - 1))
    start = (
        draws.choice([mark for mark in range(one) if mark != pegs[0]]),
        draws.choice([mark for mark in range(two) if mark != pegs[1]]),
        draws.integer(0, three - 1),
    )
    kicks = draws.choice(((1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)))
    to_peg = _to_peg(one, start[0], pegs[0])
    tested = [(), (to_peg + 2 * one,), (to_peg - 3 * one,)]
    for ways in ((1,), (-1,), (1, 1, -1), (1, -1, -1), (1,), (-1,), *[(1, -1)] * 6):
        tested += [tuple(draws.integer(2, 60) * draws.choice(ways) for _ in range(draws.integer(4, 7)))]
    seed = draws.text("ABCDEFGH", 16)
    return Dials(mutation, (one, two, three), pegs, start, kicks, seed, tuple(dict.fromkeys(tested)))


def _to_peg(marks: int, start: int, peg: int) -> int:
    """Return by how many marks a pointer goes clockwise to its peg."""
    return (peg - start) % marks


def rule_space(dials: Dials) -> RuleSpace:
    return peg_rules(dials.marks, dials.pegs, dials.start)


@lru_cache(maxsize=4)
def _film(dials: Dials) -> tuple[int, ...]:
    """Choose turns, one after the other those that leave the fewest rules that are wrong, until none is under any mutation."""
    space, draws = rule_space(dials), Draws(dials.seed, "film")
    rules = [right_rule(mutation, dials.kicks) for mutation in MUTATIONS]

    def wrong(number: int, left: Choices) -> int:
        """Count the rules that are left and wrong for the tests; if they are many, all that are left."""
        count = count_rules(left)
        if count > FEW:
            return count
        return count - count_rules(space.agreeing(rules[number], calls(dials), left))

    for _ in range(TRIES):
        film: list[int] = []
        left = [space.rules()] * len(rules)
        while len(film) < TURNS:
            best = inf
            lengths = range(2, (LONG if len(film) > 1 else SHORT) + 1)
            for turn in draws.sample([way * length for way in (1, -1) for length in lengths], COMPARED):
                turns = ([*film, turn],)
                fit = [space.agreeing(rule, [turns], among) for rule, among in zip(rules, left, strict=True)]
                score = sum(log(1 + wrong(number, among)) for number, among in enumerate(fit))
                if score < best:
                    best, chosen, fitting = score, turn, fit
            film.append(chosen)
            left = fitting
            if not best:
                return tuple(film)
    raise UnfitError("the film can be read in another way")


def calls(dials: Dials) -> list[Call]:
    return [(list(turns),) for turns in dials.tested]


def examples(dials: Dials) -> list[Call]:
    film = _film(replace(dials, mutation=""))
    return [([*film[:count]],) for count in range(1, len(film) + 1)]


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


TITLES = tuple(
    f"{number} turn" for number in ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")
)


def _states(dials: Dials, solve: Solve) -> list[tuple[str, tuple[int, ...]]]:
    """Return the title and the marks of the pointers after each turn."""
    turns = [turns for (turns,) in examples(dials)]
    return [(f"{title}: {shown[-1]:+}", solve([*shown])) for title, shown in zip(TITLES, turns, strict=False)]


def picture(dials: Dials, solve: Solve) -> Canvas:
    states = [("Start", dials.start), *_states(dials, solve)]
    canvas = Canvas(1000, 21 + (len(states) + 1) // 2 * 238)
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
    for title, at in _states(dials, solve):
        states.append(f"{title}; the pointers are at {', '.join(map(str, at))}.")
    return (
        f"The picture shows {len(states)} frames, one after the other, with the same three dials A, B and C in each, and a "
        f"grey arrow from A to B and from B to C. A dial has marks at regular distances around its edge: A {dials.marks[0]}, B "
        f"{dials.marks[1]} and C {dials.marks[2]} of them, one of which is at the top. Each dial has a blue pointer. A red peg is on the "
        f"edge of A at mark {dials.pegs[0]} and of B at mark {dials.pegs[1]}, counted clockwise from the top; C has none. "
        "The titles of the frames, and the marks at which the pointers of A, B and C stand, counted clockwise from the top: "
        f"{' '.join(states)}"
    )
