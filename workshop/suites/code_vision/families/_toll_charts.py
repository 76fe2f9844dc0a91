"""Charts whose boxes have kinds of borders and whose arrows have kinds of lines: forms, walks and drawings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from workshop.suites.code_vision.families._settled_signs import Spot

#: Border of a box → how it looks.
BORDERS = {
    "plain": "a plain border",
    "round": "round ends",
    "double": "a double border",
    "dashed": "a dashed border",
    "heavy": "a heavy border",
}
#: Line of an arrow → its width, px.
LINES = {"thin": 2.2, "thick": 5.5, "dashed line": 2.2}
#: Sign in a question → its corners, from its middle, px.
SIGNS = {
    "star": ((0, -9.5), (2.6, -3), (9.5, -3), (4, 1.6), (6, 8.5), (0, 4.4),
             (-6, 8.5), (-4, 1.6), (-9.5, -3), (-2.6, -3)),
    "triangle": ((0, -9), (9.5, 8), (-9.5, 8)),
}  # fmt: skip
END = "end"  #: in the last box
MOST = 40  #: boxes that a walk enters


class Arrow(NamedTuple):
    """An arrow: level from its box to its track, upright along it, and level to the next box."""

    start: int
    end: int
    answer: str  #: ``yes`` or ``no`` of a question, else empty
    line: str
    track: float  #: px
    ports: tuple[int, int]  #: -1 above, 1 below the middle of its boxes


class Chart(NamedTuple):
    """A chart: one box in each row; walks enter the first one and end in the last."""

    boxes: tuple[str, ...]
    borders: tuple[str, ...]
    first: str  #: the line by which the first box is entered
    arrows: tuple[Arrow, ...]
    spots: tuple[Spot, ...]
    dots: bool  #: whether the numbers of steps are drawn as dots


class Box(NamedTuple):
    """A box, prepared for many walks."""

    what: str  #: empty, ``step``, or what it asks about: ``n`` or ``t``
    even: bool  #: whether it asks if that is even
    size: int | str  #: what is added to n, or the number or sign of a question
    ways: dict[bool, tuple[int, str]]  #: whether the answer is yes → the next box, and the line to it


@lru_cache(maxsize=512)
def course(chart: Chart) -> list[Box]:
    """Return what a walk does in each box of a chart, and where it goes on."""
    found = []
    for box, label in enumerate(chart.boxes):
        ways = {each.answer == "yes": (each.end, each.line) for each in chart.arrows if each.start == box}
        value, sign, size, *_ = *label.split(), "", "", ""
        what = "" if label in ("", END) else "step" if sign in ("+", "-") else value
        number = sign + size if what == "step" else size if sign == ">" else "0"
        found.append(Box(what, sign == "even", number if number in SIGNS else int(number), ways))
    return found


def walk(
    boxes: Sequence[Box], line: str, n: int, signs: Mapping[str, int], enter: Callable[[int, str], int]
) -> bool:
    """Walk through a chart.

    Args:
        boxes: the course of the chart.
        line: the line by which the first box is entered.
        n: the number that walks.
        signs: the numbers for which signs stand.
        enter: (box, line by which it is entered) → t after that.

    Returns:
        Whether the walk ends.
    """
    here = 0
    for _ in range(MOST):
        t = enter(here, line)
        what, even, size, ways = boxes[here]
        if not ways:
            return True
        answer = False
        if what == "step":
            n += size  # type: ignore[operator] # of a step
        elif what:
            value, least = n if what == "n" else t, signs[size] if isinstance(size, str) else size
            answer = value % 2 == 0 if even else value > least
        here, line = ways[answer]
    return False


def with_label(chart: Chart, box: int, label: str) -> Chart:
    """Return a chart whose box has another label."""
    return chart._replace(boxes=(*chart.boxes[:box], label, *chart.boxes[box + 1 :]))
