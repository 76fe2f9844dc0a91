"""A flowchart of a machine that puts parcels into bags: what the bags weigh.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 3
KINDS = ("flowchart",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Common Sense", "Mathematical Operations")
MUTATIONS = ("before", "after", "away", "counted")

TEXT = '''\
def solution(parcels: list[int]) -> list[int]:
    """
    A machine puts parcels from a belt into bags, as the flowchart in the picture shows. Find what the bags
    weigh when they are shut.

    Parameters:
        parcels (list[int]): The weights of the parcels in kg, in the order in which they lie on the belt,
            each from 1 to 20.

    Returns:
        list[int]: The weight in kg of each bag that is shut, in order; 0 for one that is shut empty.
    """
'''

PACK = """
def solution(parcels: list[int]) -> list[int]:
    shut = []
    bag = 0
    for parcel in parcels:
"""
AFTER = """
        bag += parcel
        if bag > $limit:
            shut.append({weight})
            bag = 0
    shut.append(bag)
    return shut
"""
REFERENCES = {
    "before": PACK
    + """\
        if bag + parcel > $limit:
            shut.append(bag)
            bag = 0
        bag += parcel
    shut.append(bag)
    return shut
""",
    "after": PACK + AFTER.replace("{weight}", "bag"),
    "away": PACK + AFTER.replace("{weight}", "bag - parcel"),
    "counted": """
def solution(parcels: list[int]) -> list[int]:
    shut = []
    bag = []
    for parcel in parcels:
        bag.append(parcel)
        if len(bag) == $count:
            shut.append(sum(bag))
            bag = []
    shut.append(sum(bag))
    return shut
""",
}


@dataclass(frozen=True)
class Belt:
    """Parameters: the mutation, which says how the machine is wired, its two constants, and the belts."""

    mutation: str
    limit: int  #: maximum weight of a bag, kg; more than any parcel weighs
    count: int  #: number of parcels
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Belt:
    limit = draws.integer(21, 38)
    count = draws.integer(3, 5)
    half = limit // 2
    # The first bag of the third belt is exactly full.
    tested = [(), (draws.integer(1, 20),), (half, limit - half, *draws.integers(4, 3, 12))]
    tested += [(limit - 20, 20, 1), (limit - 20, 20, 20, 20)]
    tested += [tuple(draws.integers(draws.integer(6, 13), 1, 20)) for _ in range(6)]
    if len(set(tested)) < len(tested):
        raise UnfitError("a belt comes twice")
    return Belt(mutation, limit, count, tuple(tested))


def calls(belt: Belt) -> list[Call]:
    return [(list(parcels),) for parcels in belt.tested]


def examples(_belt: Belt) -> list[Call]:
    return []


def reference(belt: Belt) -> str:
    constant = {"count": belt.count} if belt.mutation == "counted" else {"limit": belt.limit}
    return fill(REFERENCES[belt.mutation], **constant)


LEFT, MIDDLE, RIGHT = 190, 500, 815
START, OPEN, ASK, THEN, LAST = 48, 142, 328, 496, 652


def picture(belt: Belt, _solve: Solve) -> Canvas:
    canvas = Canvas(980, 740)
    is_before = belt.mutation == "before"
    put, full = (LAST, THEN) if is_before else (THEN, LAST)
    _pill(canvas, (MIDDLE, START), "start")
    _box(canvas, (MIDDLE, OPEN), ["open an", "empty bag"], "paleblue")
    _diamond(canvas, (MIDDLE, ASK), ["parcel on", "the belt?"])
    _box(canvas, (MIDDLE, put), ["take parcel, put", "it into the bag"], "paleblue")
    _diamond(canvas, (MIDDLE, full), _question(belt))
    _box(canvas, (LEFT, ASK), ["shut", "the bag"], "orange")
    _pill(canvas, (LEFT, THEN), "end")
    _draw_arrow(canvas, (MIDDLE, START + 28), (MIDDLE, OPEN - 38))
    _draw_arrow(canvas, (MIDDLE, OPEN + 38), (MIDDLE, ASK - 66))
    _draw_arrow(canvas, (MIDDLE, ASK + 66), (MIDDLE, THEN - (66 if is_before else 38)))
    _draw_arrow(canvas, (MIDDLE - 138, ASK), (LEFT + 106, ASK))
    _draw_arrow(canvas, (LEFT, ASK + 38), (LEFT, THEN - 28))
    _draw_arrow(
        canvas, (MIDDLE, THEN + (66 if is_before else 38)), (MIDDLE, LAST - (38 if is_before else 66))
    )
    edge = 106 if is_before else 138
    _draw_arrow(canvas, (MIDDLE - edge, LAST), (45, LAST), (45, 216), (MIDDLE, 216), bare=True)
    canvas.circle(MIDDLE, 216, 6, fill="ink")
    _answer(canvas, (MIDDLE + 34, ASK + 80), "yes")
    _answer(canvas, (MIDDLE - 162, ASK - 22), "no")
    if is_before:
        _answer(canvas, (MIDDLE + 34, THEN + 80), "no")
    else:
        _answer(canvas, (MIDDLE - 162, LAST - 22), "no")
    _answer(canvas, (MIDDLE + 168, full - 22), "yes")
    _draw_full_bag(canvas, belt)
    return canvas


def _question(belt: Belt) -> list[str]:
    if belt.mutation == "counted":
        return [f"{belt.count} parcels", "in the bag?"]
    if belt.mutation == "before":
        return ["bag and parcel", f"over {belt.limit} kg?"]
    return ["bag over", f"{belt.limit} kg?"]


def _draw_full_bag(canvas: Canvas, belt: Belt) -> None:
    """Draw what happens to a full bag."""
    if belt.mutation == "before":
        _draw_arrow(canvas, (MIDDLE + 138, THEN), (RIGHT - 106, THEN))
        _box(canvas, (RIGHT, THEN), ["shut", "the bag"], "orange")
        _draw_arrow(canvas, (RIGHT, THEN + 38), (RIGHT, LAST - 38))
        _box(canvas, (RIGHT, LAST), ["open an", "empty bag"], "paleblue")
        _draw_arrow(canvas, (RIGHT - 106, LAST), (MIDDLE + 106, LAST))
        return
    _draw_arrow(canvas, (MIDDLE + 138, LAST), (RIGHT - 106, LAST))
    shut = LAST
    if belt.mutation == "away":
        shut = THEN
        _box(canvas, (RIGHT, LAST), ["take this parcel", "out, throw it away"], "white")
        _draw_arrow(canvas, (RIGHT, LAST - 38), (RIGHT, THEN + 38))
    _box(canvas, (RIGHT, shut), ["shut", "the bag"], "orange")
    _draw_arrow(canvas, (RIGHT, shut - 38), (RIGHT, OPEN), (MIDDLE + 106, OPEN))


def _pill(canvas: Canvas, at: Point, text: str) -> None:
    canvas.rect(at[0] - 62, at[1] - 28, 124, 56, fill="ink", radius=28)
    canvas.text(*at, text, fill="white", bold=True)


def _box(canvas: Canvas, at: Point, lines: list[str], fill: Colour) -> None:
    canvas.rect(at[0] - 106, at[1] - 38, 212, 76, fill=fill, radius=4)
    _lines(canvas, at, lines)


def _diamond(canvas: Canvas, at: Point, lines: list[str]) -> None:
    x, y = at
    canvas.polygon([(x - 138, y), (x, y - 66), (x + 138, y), (x, y + 66)], fill="yellow")
    _lines(canvas, at, lines)


def _lines(canvas: Canvas, at: Point, lines: list[str]) -> None:
    for place, line in enumerate(lines):
        canvas.text(at[0], at[1] - 13 + 27 * place, line, size=20)


def _answer(canvas: Canvas, at: Point, text: str) -> None:
    canvas.text(*at, text, size=20, bold=True, fill="blue")


def _draw_arrow(canvas: Canvas, *points: Point, bare: bool = False) -> None:
    """Draw a line with an arrowhead; a line that joins another ends at its dot."""
    arrows.arrow(
        canvas, *points[:-1], (points[-1][0] - 6, points[-1][1]) if bare else points[-1], line=3, head=15
    )


def describe(belt: Belt, _solve: Solve) -> str:
    question = " ".join(_question(belt))
    put = "take parcel, put it into the bag"
    begin = (
        "The picture shows a flowchart with boxes and yellow diamonds. From start an arrow leads to the box 'open an "
        "empty bag', from there to the diamond 'parcel on the belt?'. Its arrow no leads to the box 'shut the bag' "
        "and on to the end. "
    )
    if belt.mutation == "before":
        return begin + (
            f"Its arrow yes leads to the diamond '{question}'. The arrow yes of that one leads to another box 'shut "
            f"the bag', on to another box 'open an empty bag' and on to the box '{put}'; its arrow no leads "
            "straight to this last box. From there an arrow leads back to the diamond 'parcel on the belt?'."
        )
    middle = "'take this parcel out, throw it away', on to a box " if belt.mutation == "away" else ""
    return begin + (
        f"Its arrow yes leads to the box '{put}' and on to the diamond '{question}'. The arrow no of that one leads "
        f"back to the diamond 'parcel on the belt?'; its arrow yes leads to a box {middle}'shut the bag', and from "
        "there back to the box 'open an empty bag'."
    )
