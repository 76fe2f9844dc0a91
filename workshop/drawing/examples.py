"""Draw what many pictures need: frames around worked examples, tables of cells, a key of signs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmark.files.palette import Colour
from workshop.drawing.canvas import FONT_SIZE, Canvas
from workshop.drawing.items import Point

_TITLE_HEIGHT = 40.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle of a picture, in px."""

    x: float  #: left edge
    y: float  #: top edge
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """The centre of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2


def frame(canvas: Canvas, x: float, y: float, width: float, height: float, *, title: str) -> Box:
    """Draw a rounded frame with a title at its top left; return the free space below the title.

    A style may leave out the frame, and move the title to the middle or the right.
    """
    canvas.rect(x, y, width, height, fill="mist", stroke="silver", line=2, radius=12, guide=True, panel=True)
    canvas.text(x + 18, y + _TITLE_HEIGHT / 2 + 6, title, bold=True, anchor="start", title=True)
    return Box(x=x + 18, y=y + _TITLE_HEIGHT + 10, width=width - 36, height=height - _TITLE_HEIGHT - 24)


def cells(
    canvas: Canvas,
    x: float,
    y: float,
    rows: Sequence[Sequence[object]],
    side: float,
    *,
    fill: Callable[[int, int], Colour] = lambda _row, _column: "white",
    size: float = FONT_SIZE,
    bold: Callable[[int, int], bool] = lambda _row, _column: False,
) -> Box:
    """Draw a table of square cells with a value in each; an empty text leaves its cell empty."""
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            left, top = x + column * side, y + row * side
            canvas.rect(left, top, side, side, fill=fill(row, column))
            if str(value).strip():
                canvas.text(left + side / 2, top + side / 2, str(value), size=size, bold=bold(row, column))
    return Box(x=x, y=y, width=side * max(map(len, rows), default=0), height=side * len(rows))


def key(
    canvas: Canvas,
    x: float,
    y: float,
    entries: Sequence[tuple[Callable[[float, float], object], str]],
    *,
    gap: float = 40,
    across: float = 0,
    room: float = 30,
    size: float = 20,
) -> None:
    """Draw a key of signs, whose names the task's text may use.

    Args:
        canvas: the picture.
        x: of the first sign, px.
        y: of the first sign, px.
        entries: a function that draws the sign at a point, and the sign's name.
        gap: how much lower each sign is than the one before, px.
        across: how much further right it is, px.
        room: from a sign's point to its name, px.
        size: of the names, px.
    """
    for place, (sign, name) in enumerate(entries):
        left, middle = x + place * across, y + place * gap
        sign(left, middle)
        canvas.text(left + room, middle, name, size=size, anchor="start")
        canvas.things.add(name)


def good_mark(canvas: Canvas, x: float, y: float, *, is_good: bool) -> None:
    """Draw a tick on a white disc, or a cross on an orange one."""
    canvas.circle(x, y, 15, fill="white" if is_good else "orange", line=2)
    if is_good:
        canvas.line((x - 8, y), (x - 2, y + 7), (x + 8, y - 7), line=4)
    else:
        canvas.line((x - 6, y - 6), (x + 6, y + 6), line=4)
        canvas.line((x - 6, y + 6), (x + 6, y - 6), line=4)
