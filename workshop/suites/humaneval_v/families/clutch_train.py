"""A train of five gears with belts, clutches and two hands between pins: where the hands stop.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_on_circle

VERSION = 1
KINDS = ("gears",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Mathematical Operations", "Dynamic Patterns", "Topological Relations")
LEVEL = "hard"
MUTATIONS = ("mesh-cross", "open-mesh", "cross-mesh", "mesh-open")

TEXT = '''\
def solution(turns: list[int]) -> tuple[float, float]:
    """
    Gear A of the machine in the picture is turned, and with it all others. Hand P is fixed to gear C, and hand Q to
    gear E. A hand that meets a pin stays there, and so do its gear and all gears to the right of it, because
    the clutch at the left of the gear slips. Belts run on wheels of one size that are fixed to the gears. Find
    how far the hands are from where they started.

    Parameters:
        turns (list[int]): By how many degrees A is turned, one turn after the other: clockwise if positive.

    Returns:
        tuple[float, float]: The angle of P and of Q from its start, in degrees, clockwise if positive.
    """
'''

PROGRAM = """
def solution(turns: list[int]) -> tuple[float, float]:
    first = 0.0
    second = 0.0
    for turn in turns:
        move = {one}
        before = first
        first = first + move
        first = min(first, $high_p)
        first = max(first, $low_p)
        move = {two}
        second = second + move
        second = min(second, $high_q)
        second = max(second, $low_q)
    return (first, second)
"""
#: Mutation → how each gear is linked with the next: teeth that mesh, an open belt or a crossed one.
LINKS = {
    "mesh-cross": ("mesh", "cross", "open", "mesh"),
    "open-mesh": ("open", "mesh", "mesh", "cross"),
    "cross-mesh": ("cross", "mesh", "mesh", "open"),
    "mesh-open": ("mesh", "open", "cross", "mesh"),
}
GEARS = "ABCDE"


@dataclass(frozen=True)
class Train:
    """Parameters: the mutation, the gears, and the dials of both hands in marks of 30 degrees."""

    mutation: str
    teeth: tuple[int, ...]
    hands: tuple[int, int]  #: marks of the hands
    before: tuple[int, int]  #: marks from a hand anticlockwise to the pin
    after: tuple[int, int]  #: marks from a hand clockwise to the pin
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Train:
    teeth = tuple(draws.sample(range(8, 15), 5))
    hands = (draws.integer(0, 11), draws.integer(0, 11))
    before, after = draws.sample(range(2, 6), 2), draws.sample(range(2, 6), 2)
    if before == after:
        raise UnfitError("the pins of both dials are symmetric")
    tested = [(), (10,), (-24,), (900,), (-900,), (900, -37), (-900, 45)]
    for length in (3, 4, 4, 5, 5, 6, 6, 7):
        tested += [tuple(draws.integer(15, 260) * draws.choice((1, -1)) for _ in range(length))]
    return Train(
        mutation, teeth, hands, (before[0], before[1]), (after[0], after[1]), tuple(dict.fromkeys(tested))
    )


def calls(train: Train) -> list[Call]:
    return [(list(turns),) for turns in train.tested]


def examples(_train: Train) -> list[Call]:
    return []


def reference(train: Train) -> str:
    links = LINKS[train.mutation]
    (low_p, low_q), (high_p, high_q) = (
        (-30.0 * train.before[0], -30.0 * train.before[1]),
        (30.0 * train.after[0], 30.0 * train.after[1]),
    )
    program = PROGRAM.replace("{one}", _move(train, links, 0, "turn"))
    program = program.replace("{two}", _move(train, links, 2, "(first - before)"))
    return fill(program, low_p=low_p, low_q=low_q, high_p=high_p, high_q=high_q)


def _move(train: Train, links: tuple[str, ...], start: int, angle: str) -> str:
    """Return the formula for the turn of the gear that is two gears to the right."""
    move = angle
    for place in (start, start + 1):
        if links[place] == "mesh":
            move += f" * {train.teeth[place]} / {train.teeth[place + 1]}"
    turns_back = sum(links[place] != "open" for place in (start, start + 1)) % 2
    return f"-{move}" if turns_back else move


def _radius(teeth: int) -> float:
    return 6.0 * teeth


def picture(train: Train, _solve: Solve) -> Canvas:
    canvas = Canvas(1000, 620)
    frame(canvas, 15, 15, 970, 590, title="Machine")
    links, y = LINKS[train.mutation], 455.0
    radii = [_radius(teeth) for teeth in train.teeth]
    centres = [0.0]
    for place, link in enumerate(links):
        gap = 0.0 if link == "mesh" else 50.0
        centres.append(centres[-1] + radii[place] + radii[place + 1] + gap)
    shift = 500 - (centres[-1] + radii[-1] - radii[0]) / 2
    points = [(centre + shift, y) for centre in centres]
    for dial, gear in enumerate((2, 4)):
        x = points[gear][0]
        canvas.line((x, 270), (x, y - radii[gear] - 10), stroke="grey", line=3, dashed=True)
        _dial(canvas, train, (x, 185), dial)
    phase = 0.0
    for place, (point, teeth) in enumerate(zip(points, train.teeth, strict=True)):
        if place:
            phase = _meshing_phase(phase, train.teeth[place - 1], teeth)
        _gear(canvas, point, teeth, phase)
        canvas.text(point[0], y + radii[place] + 30, GEARS[place], bold=True)
    for place, link in enumerate(links):
        if link != "mesh":
            _belt(canvas, points[place], points[place + 1], is_crossed=link == "cross")
    canvas.circle(70, 100, 9, fill="red")
    canvas.text(92, 100, "pin", anchor="start")
    return canvas


def _meshing_phase(phase: float, teeth: int, next_teeth: int) -> float:
    """Return the angle of a tooth of the next gear such that its teeth lie in the gaps of the one before."""
    pitch, next_pitch = 360 / teeth, 360 / next_teeth
    share = (phase - 90) / pitch % 1
    return 270 - (share + 0.5) * next_pitch


def _gear(canvas: Canvas, centre: Point, teeth: int, phase: float) -> None:
    radius, pitch = _radius(teeth), 360 / teeth
    corners = []
    for tooth in range(teeth):
        turn = phase + tooth * pitch
        for part, reach in ((-0.27, -8), (-0.15, 8), (0.15, 8), (0.27, -8)):
            corners.append(point_on_circle(*centre, radius + reach, turn + part * pitch))
    canvas.polygon(corners, fill="paleorange")
    canvas.circle(*centre, 8, fill="ink")


def _belt(canvas: Canvas, first: Point, second: Point, *, is_crossed: bool) -> None:
    for x, y in (first, second):
        canvas.circle(x, y, 17, fill="white")
        canvas.circle(x, y, 6, fill="ink", stroke=None)
    (x, y), (end, _) = first, second
    arrows.arc(canvas, first, 19, 180, 359.9, stroke="blue", line=5)
    arrows.arc(canvas, second, 19, 0, 180, stroke="blue", line=5)
    for side in (-19, 19):
        canvas.line((x, y + side), (end, y - side if is_crossed else y + side), stroke="blue", line=5)


def _dial(canvas: Canvas, train: Train, centre: Point, dial: int) -> None:
    x, y = centre
    canvas.circle(x, y, 82, fill="white", line=3)
    for mark in range(12):
        canvas.line(point_on_circle(x, y, 66, 30 * mark), point_on_circle(x, y, 80, 30 * mark), line=3)
    hand = train.hands[dial]
    for mark in (hand - train.before[dial], hand + train.after[dial]):
        canvas.circle(*point_on_circle(x, y, 58, 30 * mark), 9, fill="red")
    arrows.arrow(canvas, centre, point_on_circle(x, y, 64, 30 * hand), line=5, head=18)
    canvas.circle(x, y, 9, fill="ink")
    canvas.text(x - 98, y, "PQ"[dial], bold=True)


def describe(train: Train, _solve: Solve) -> str:
    names = {
        "mesh": "whose teeth mesh with those of",
        "open": "with an open belt to",
        "cross": "with a crossed belt to",
    }
    gears = ", ".join(
        f"{name} with {teeth} teeth, {names[link]}"
        for name, teeth, link in zip(GEARS[:4], train.teeth[:4], LINKS[train.mutation], strict=True)
    )
    dials = []
    for dial, (name, gear) in enumerate((("P", "C"), ("Q", "E"))):
        hand = train.hands[dial]
        pins = (hand - train.before[dial]) % 12, (hand + train.after[dial]) % 12
        dials.append(
            f"The dial {name}, over gear {gear}, has twelve marks, a hand at mark {hand} and red pins at "
            f"the marks {pins[0]} and {pins[1]}, counted clockwise from the top; the pins are {train.before[dial]} marks anticlockwise and "
            f"{train.after[dial]} marks clockwise of the hand."
        )
    return (
        f"Machine: five gears stand in a row from left to right: {gears} E with {train.teeth[4]} teeth. Belts are blue and run on "
        f"white wheels, all of one size, on the gears. A dashed line joins a dial with its gear. {' '.join(dials)} A key "
        "says that a red dot is a pin."
    )
