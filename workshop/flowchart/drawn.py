"""Draws the pictures of a chart from its layout."""

from collections.abc import Sequence

from benchmark.files.chart import Chart, Shape
from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.render import render_png
from workshop.flowchart.layout.legible import FONT_SIZE, LINE_HEIGHT
from workshop.flowchart.layout.outlines import BAR, corners, crossings, joints, radius
from workshop.flowchart.layout.values import (
    ChartLayout,
    ChartPage,
    EdgePath,
    GroupFrame,
    NodeBox,
    Point,
    Rectangle,
)

_FILLS: dict[Shape, Colour] = {
    Shape.TERMINAL: "mist",
    Shape.PROCESS: "white",
    Shape.DECISION: "paleorange",
    Shape.DATA: "white",
    Shape.SUBROUTINE: "paleblue",
}
_HEAD = 13  # length of an arrowhead, px
_LINE = 2.0
_GAP = 5  # px on each side of a line that leaves a gap in the line below it
_JOINT = 4  # radius of the dot where two lines join


def draw_pages(chart: Chart, layout: ChartLayout) -> list[Canvas]:
    """Return the pictures of a chart; only the kept coordinates and the chart decide what they show."""
    count = len(layout.pages)
    return [
        _draw_page(chart, page, f"picture {number} of {count}" if count > 1 else "")
        for number, page in enumerate(layout.pages, start=1)
    ]


def chart_svgs(chart: Chart, layout: ChartLayout) -> list[str]:
    """Return the SVG text of each picture."""
    return [canvas.svg() for canvas in draw_pages(chart, layout)]


def chart_pngs(chart: Chart, layout: ChartLayout) -> list[bytes]:
    """Return the PNG of each picture."""
    return [render_png(svg) for svg in chart_svgs(chart, layout)]


def _draw_page(chart: Chart, page: ChartPage, heading: str) -> Canvas:
    canvas = Canvas(page.width, page.height)
    if heading:
        canvas.text(24, 28, heading, size=FONT_SIZE, anchor="start", fill="grey")
    for frame in page.frames:
        _draw_frame(canvas, frame)
    dotted = {number for number, edge in enumerate(chart.edges) if edge.dotted}
    _draw_paths(canvas, page.paths, dotted)
    shapes = {node.id: node.shape for node in chart.all_nodes()}
    for box in page.boxes:
        _draw_box(canvas, shapes[box.id], box)
    for made in page.connectors:
        x, y = made.place.centre
        canvas.circle(x, y, made.place.width / 2, fill="yellow", line=_LINE)
        canvas.text(x, y, made.letters, size=FONT_SIZE, bold=True)
    for label in page.labels:
        _write(canvas, label.place, label.lines)
    return canvas


def _draw_frame(canvas: Canvas, frame: GroupFrame) -> None:
    place = frame.place
    canvas.rect(place.x, place.y, place.width, place.height, stroke="grey", line=1.5, radius=6)
    for number, line in enumerate(frame.lines):
        y = place.y + 6 + LINE_HEIGHT * number + LINE_HEIGHT / 2
        canvas.text(place.x + 12, y, line, size=FONT_SIZE, anchor="start", bold=False, fill="blue")


def _draw_box(canvas: Canvas, shape: Shape, box: NodeBox) -> None:
    place, fill = box.place, _FILLS[shape]
    if shape is Shape.TERMINAL:
        canvas.rect(place.x, place.y, place.width, place.height, fill=fill, line=_LINE, radius=radius(place))
    else:
        canvas.polygon(corners(shape, place), fill=fill, line=_LINE)
    if shape is Shape.SUBROUTINE:
        for x in (place.x + BAR, place.right - BAR):
            canvas.line((x, place.y), (x, place.bottom), line=_LINE)
    _write(canvas, place, box.lines)


def _write(canvas: Canvas, place: Rectangle, lines: Sequence[str]) -> None:
    """Write lines in the middle of a place."""
    x = place.x + place.width / 2
    first = place.y + (place.height - LINE_HEIGHT * (len(lines) - 1)) / 2
    for number, line in enumerate(lines):
        canvas.text(x, first + LINE_HEIGHT * number, line, size=FONT_SIZE)


def _draw_paths(canvas: Canvas, paths: Sequence[EdgePath], dotted: set[int]) -> None:
    """Draw horizontal pieces, then gaps where vertical ones cross them, then those, then the heads."""
    pieces = [
        (start, end, set(path.edges) <= dotted)
        for path in paths
        for start, end in zip(path.points, _shortened(path), strict=False)
    ]
    solid = [(start, end) for start, end, dots in pieces if not dots]
    flat = [piece for piece in pieces if piece[0][1] == piece[1][1]]
    steep = [piece for piece in pieces if piece[0][1] != piece[1][1]]
    for start, end, dots in dict.fromkeys(flat):
        _draw_line(canvas, start, end, dashed=dots and (start, end) not in solid)
    for x, y in crossings(paths):
        canvas.line((x, y - _GAP), (x, y + _GAP), stroke="white", line=_LINE + 2 * _GAP)
    for start, end, dots in dict.fromkeys(steep):
        _draw_line(canvas, start, end, dashed=dots and (start, end) not in solid)
    for x, y in joints(paths):
        canvas.circle(x, y, _JOINT, fill="ink", stroke=None)
    for tip, before in dict.fromkeys((path.points[-1], path.points[-2]) for path in paths if path.arrow):
        _draw_head(canvas, before, tip)


def _shortened(path: EdgePath) -> tuple[Point, ...]:
    """Return where each piece of a path ends; the last one below the arrowhead."""
    if not path.arrow:
        return path.points[1:]
    (x, y), (to_x, to_y) = path.points[-2:]
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    return (*path.points[1:-1], (to_x - (_HEAD - 2) * dx, to_y - (_HEAD - 2) * dy))


def _draw_line(canvas: Canvas, start: Point, end: Point, *, dashed: bool) -> None:
    canvas.line(start, end, line=_LINE, dashed=dashed)


def _draw_head(canvas: Canvas, before: Point, tip: Point) -> None:
    (x, y), (to_x, to_y) = before, tip
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    base = (to_x - _HEAD * dx, to_y - _HEAD * dy)
    half = 6
    wings = [(base[0] - half * dy, base[1] + half * dx), (base[0] + half * dy, base[1] - half * dx)]
    canvas.polygon([tip, *wings], fill="ink", stroke=None)
