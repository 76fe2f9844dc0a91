"""Beads on a thread: knots part it, and within each part the beads change places.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._bead_rules import LETTERS, thread_rules

VERSION = 4
KINDS = ("sequence",)
TASK_TYPE = "Rearrangement"
ASPECTS = ("Data Structures", "Spatial Transformations")
MUTATIONS = (
    "reversed", "last-first", "ends", "around", "first-last", "pairs", "every-other", "alphabet", "halves",
)  # fmt: skip

COLOURS: tuple[Colour, ...] = ("yellow", "sky", "white", "orange", "silver")
TEXT = '''\
def solution(beads: str) -> str:
    """
    A thread of beads is pulled tight, and some of the beads change places. Find the new order of the beads
    by the example threads in the picture.

    Parameters:
        beads (str): The thread before it is pulled, one letter from A to F for each bead, from left to right.
            The picture shows which letter is a knot.

    Returns:
        str: The thread after it has been pulled, with as many letters.
    """
'''

PULLED = """
def solution(beads: str) -> str:
    parts = beads.split($knot)
    return $knot.join(pulled(part) for part in parts)


"""
REFERENCES = {
    "reversed": PULLED + "def pulled(part: str) -> str:\n    return part[::-1]\n",
    "last-first": PULLED + "def pulled(part: str) -> str:\n    return part[-1:] + part[:-1]\n",
    "ends": PULLED
    + """\
def pulled(part: str) -> str:
    if len(part) == 1:
        return part
    return part[-1:] + part[1:-1] + part[:1]
""",
    "first-last": PULLED + "def pulled(part: str) -> str:\n    return part[1:] + part[:1]\n",
    "pairs": PULLED
    + """\
def pulled(part: str) -> str:
    swapped = ""
    for place in range(0, len(part), 2):
        swapped += part[place:place + 2][::-1]
    return swapped
""",
    "every-other": PULLED + "def pulled(part: str) -> str:\n    return part[::2] + part[1::2]\n",
    "alphabet": PULLED + 'def pulled(part: str) -> str:\n    return "".join(sorted(part))\n',
    "halves": PULLED
    + """\
def pulled(part: str) -> str:
    half = len(part) // 2
    return part[half:] + part[:half]
""",
    "around": """
def solution(beads: str) -> str:
    others = [bead for bead in beads if bead != $knot]
    pulled = ""
    for bead in beads:
        if bead == $knot:
            pulled += bead
        else:
            pulled += others.pop()
    return pulled
""",
}


@dataclass(frozen=True)
class Thread:
    """Parameters: the mutation, the letter that is a knot, and the threads."""

    mutation: str
    knot: str
    shown: tuple[str, ...]  #: threads in the picture
    tested: tuple[str, ...]


def sample(mutation: str, draws: Draws) -> Thread:
    knot = draws.choice(LETTERS)
    others = LETTERS.replace(knot, "")

    def part(length: int) -> str:
        beads = draws.sample(others, length)
        return "".join(beads if beads != sorted(beads) else beads[::-1])

    # Two equal neighbours begin a part, and two end one; a part is longer than all others.
    two, long, other = part(2), part(5), part(4)
    shown = (
        part(4) + knot,
        knot.join(two),
        knot + other[0] + other + knot + part(3),
        long[1] + long + long[-1] + knot + part(2),
    )
    tested = ["", draws.choice(others), knot + draws.choice(others), draws.text(others, 6)]
    tested += [draws.text(others, 4) + knot + draws.text(others, draws.integer(4, 7)) for _ in range(3)]
    tested += [
        knot.join(draws.text(others, draws.integer(0, 6)) for _ in range(draws.integer(3, 4)))
        for _ in range(4)
    ]
    return Thread(mutation, knot, shown, tuple(dict.fromkeys(tested)))


def calls(thread: Thread) -> list[Call]:
    return [(beads,) for beads in thread.tested]


def examples(thread: Thread) -> list[Call]:
    return [(beads,) for beads in thread.shown]


def rule_space(thread: Thread) -> RuleSpace:
    return thread_rules()


def reference(thread: Thread) -> str:
    return fill(REFERENCES[thread.mutation], knot=thread.knot)


def picture(thread: Thread, solve: Solve) -> Canvas:
    canvas = Canvas(960, 965)
    for number, beads in enumerate(thread.shown):
        x, y = (20, 20) if not number else (550, 20) if number == 1 else (20, 20 + (number - 1) * 315)
        width = (520, 390, 920, 920)[number]
        room = frame(canvas, x, y, width, 300, title=f"Thread {number + 1}")
        _thread(canvas, thread, beads, room.x + 90, room.y + 40, "before")
        middle = room.x + 130 + 78 * (len(beads) - 1) / 2
        arrows.arrow(canvas, (middle, room.y + 92), (middle, room.y + 144), line=4, head=20)
        _thread(canvas, thread, str(solve(beads)), room.x + 90, room.y + 195, "after")
    return canvas


def _thread(canvas: Canvas, thread: Thread, beads: str, x: float, y: float, name: str) -> None:
    others = LETTERS.replace(thread.knot, "")
    canvas.text(x - 84, y, name, anchor="start")
    canvas.line((x, y), (x + 80 + 78 * (len(beads) - 1), y), stroke="grey", line=4)
    for place, bead in enumerate(beads):
        middle = x + 40 + 78 * place
        if bead == thread.knot:
            corners = [(middle - 38, y), (middle, y - 46), (middle + 38, y), (middle, y + 46)]
            canvas.polygon(corners, fill="ink")
            canvas.text(middle, y, bead, fill="white", bold=True, size=26)
        else:
            canvas.circle(middle, y, 31, fill=COLOURS[others.index(bead)])
            canvas.text(middle, y, bead, bold=True, size=26)


def describe(thread: Thread, solve: Solve) -> str:
    rows = []
    for number, beads in enumerate(thread.shown, 1):
        after = _spaced_letters(str(solve(beads)))
        rows.append(
            f"Thread {number}: before, the beads are {_spaced_letters(beads)}; after, they are {after}."
        )
    return (
        "The picture shows four threads of beads, each before and after, and an arrow from the "
        "upper thread down to the lower one. Beads are circles with a letter, one colour for each letter. "
        f"Only the letter {thread.knot} stands in a black diamond, which is a knot. {' '.join(rows)} The "
        "black diamonds are at the same places before and after."
    )


def _spaced_letters(beads: str) -> str:
    return " ".join(beads)
