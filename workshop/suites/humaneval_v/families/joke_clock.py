"""A clockmaker's joke: which time is shown by a clock that runs in its own way.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, point_on_circle
from workshop.suites.humaneval_v.families._clock_rules import clock_rules

VERSION = 3
KINDS = ("dial",)
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Geometric Objects", "Mathematical Operations")
MUTATIONS = ("backward", "swapped", "apart", "crossed", "turned")

#: Readings that the examples alone do not contradict, and what does.
SETTLED = {"*: 60 → *": "the face has sixty marks"}

TEXT = '''\
def solution(short: int, long: int) -> str:
    """
    A clockmaker has built a clock as a joke. Tell the time from its two hands, by the clock faces in the
    picture, each of which has the time below it.

    Parameters:
        short (int): The mark at which the short hand points. The 60 marks of a face are counted clockwise from
            the top, from 0 to 59.
        long (int): The mark at which the long hand points.

    Returns:
        str: The time such as "4:05", with hours from 0 to 11 and minutes from 0 to 59.
    """
'''

FORWARD, BACKWARD = "({hand} - $twelve) % 60", "($twelve - {hand}) % 60"
#: Mutation → (formula and hand of the hour, formula and hand of the minute).
HANDS = {
    "backward": (BACKWARD, "short", BACKWARD, "long"),
    "swapped": (FORWARD, "long", FORWARD, "short"),
    "apart": (FORWARD, "short", BACKWARD, "long"),
    "crossed": (BACKWARD, "long", FORWARD, "short"),
    "turned": (FORWARD, "short", FORWARD, "long"),
}


@dataclass(frozen=True)
class Clock:
    """Parameters: the mutation, the mark with the red dot, and pairs of hands."""

    mutation: str
    twelve: int
    shown: tuple[tuple[int, int], ...]
    tested: tuple[tuple[int, int], ...]


def sample(mutation: str, draws: Draws) -> Clock:
    twelve = draws.choice([*range(8, 26), *range(35, 53)])  # neither top nor bottom
    # Each hand is shown on a long mark, just after one, just before one, and in between.
    rests = [draws.shuffled((0, 1, 2, 3, 4, 4)) for _ in range(2)]
    shown: list[tuple[int, int]] = []
    fives = [draws.sample(range(12), 6) for _ in range(2)]
    for place in range(6):
        short, long = ((twelve + 5 * fives[hand][place] + rests[hand][place]) % 60 for hand in range(2))
        if min((short - long) % 60, (long - short) % 60) < 5:
            long = (long + 25) % 60
        shown.append((short, long))
    tested = [
        (twelve, twelve),
        (twelve, twelve + 1),
        (twelve - 1, (twelve + 9) % 60),
        (twelve + 1, twelve - 1),
    ]
    tested += [
        ((twelve - 10) % 60, (twelve + 5) % 60),
        ((twelve + 5) % 60, (twelve - 10) % 60),
        (0, 59),
        (30, 0),
    ]
    tested += [(draws.integer(0, 59), draws.integer(0, 59)) for _ in range(7)]
    return Clock(mutation, twelve, tuple(shown), tuple(dict.fromkeys(tested)))


def rule_space(clock: Clock) -> RuleSpace:
    return clock_rules(clock.twelve)


def calls(clock: Clock) -> list[Call]:
    return list(clock.tested)


def examples(clock: Clock) -> list[Call]:
    return list(clock.shown)


def reference(clock: Clock) -> str:
    hour, hour_hand, minute, minute_hand = HANDS[clock.mutation]
    program = f"""
def solution(short: int, long: int) -> str:
    hour = {hour.format(hand=hour_hand)} // 5
    minute = {minute.format(hand=minute_hand)}
    return f"{{hour}}:{{minute:02}}"
"""
    return fill(program, twelve=clock.twelve)


def picture(clock: Clock, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 770)
    for number, (short, long) in enumerate(clock.shown):
        x, y = 175 + number % 3 * 325, 160 + number // 3 * 380
        _face(canvas, (x, y), clock.twelve, short, long)
        canvas.rect(x - 62, y + 156, 124, 46, fill="paleblue", radius=8)
        canvas.text(x, y + 179, solve(short, long), bold=True, size=28)
    return canvas


def _face(canvas: Canvas, centre: Point, twelve: int, short: int, long: int) -> None:
    canvas.circle(*centre, 143, fill="white", line=5)
    for mark in range(60):
        is_long = (mark - twelve) % 5 == 0
        inner = point_on_circle(*centre, 118 if is_long else 128, 6 * mark)
        outer = point_on_circle(*centre, 138, 6 * mark)
        canvas.line(inner, outer, line=5 if is_long else 2)
    canvas.circle(*point_on_circle(*centre, 149, 6 * twelve), 11, fill="red")
    arrows.arrow(canvas, centre, point_on_circle(*centre, 117, 6 * long), line=4, head=22)
    arrows.arrow(canvas, centre, point_on_circle(*centre, 84, 6 * short), stroke="blue", line=9, head=30)
    canvas.circle(*centre, 11, fill="ink")


def describe(clock: Clock, solve: Solve) -> str:
    faces = "; ".join(
        f"short at {short}, long at {long}, time {solve(short, long)}" for short, long in clock.shown
    )
    return (
        "The picture shows six clock faces without numbers, three in a row, each with the time below it. A face has "
        "60 marks around its edge, of which each fifth from the red dot on is long, a short thick blue hand and a long thin black hand. A "
        f"red dot lies on the edge of every face, at the mark {clock.twelve}, clockwise from the top. The hands point "
        f"at these marks, counted clockwise from the top: {faces}."
    )
