"""Check a layout: it shows the whole chart, nothing overlaps, every text fits, and all of it is legible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from benchmark.files.chart import Chart, Group
from workshop.flowchart.layout.boxes import fits
from workshop.flowchart.layout.legible import FONT_SIZE, MIN_SHOWN, shown_scale
from workshop.flowchart.layout.outlines import SIDES, port
from workshop.flowchart.layout.panel import title_place
from workshop.flowchart.layout.plan import closed_groups
from workshop.flowchart.layout.values import ChartLayout, ChartPage, EdgePath, NodeBox, Point, Rectangle
from workshop.flowchart.layout.wrapping import text_width

#: px of white between any two boxes, labels and connectors.
MIN_GAP = 2


class LayoutError(ValueError):
    """A layout does not belong to its chart, or cannot be read well; the message names what is wrong."""


def check_layout(layout: ChartLayout, chart: Chart) -> None:
    """Check a layout against its chart.

    Raises:
        LayoutError: for the first problem.
    """
    for problem in layout_problems(layout, chart):
        raise LayoutError(problem)


def layout_problems(layout: ChartLayout, chart: Chart) -> Iterator[str]:
    """Yield all problems of a layout."""
    missing = list(_content_problems(layout, chart))
    yield from missing
    if missing:
        return
    count = len(layout.pages)
    for number, page in enumerate(layout.pages, start=1):
        where = f"picture {number}: " if count > 1 else ""
        for problem in _page_problems(page, chart):
            yield where + problem


def _content_problems(layout: ChartLayout, chart: Chart) -> Iterator[str]:
    """Yield what is missing, twice, or not in the chart."""
    yield from _box_problems(layout, chart)
    yield from _title_problems(layout, chart)
    yield from _edge_problems(layout, chart)


def _box_problems(layout: ChartLayout, chart: Chart) -> Iterator[str]:
    labels = {node.id: node.label for node in chart.all_nodes()}
    shown = Counter(box.id for page in layout.pages for box in page.boxes)
    for name in labels:
        if shown[name] != 1:
            yield f"node {name} is in {shown[name]} pictures"
    for page in layout.pages:
        for box in page.boxes:
            if box.id not in labels:
                yield f"node {box.id} is not in the chart"
            elif _squeezed(box.lines) != _squeezed([labels[box.id]]):
                yield f"node {box.id} has another label: {' '.join(box.lines)!a}"


def _title_problems(layout: ChartLayout, chart: Chart) -> Iterator[str]:
    groups = {group.id: group for group in chart.all_groups()}
    framed = set()
    for page in layout.pages:
        for frame in page.frames:
            framed.add(frame.id)
            if frame.id not in groups:
                yield f"frame {frame.id} is not in the chart"
            elif _squeezed(frame.lines) != _squeezed([groups[frame.id].title]):
                yield f"frame {frame.id} has another title: {' '.join(frame.lines)!a}"
    for name, group in groups.items():
        if group.nodes and name not in framed:
            yield f"group {name} has no frame"


def _edge_problems(layout: ChartLayout, chart: Chart) -> Iterator[str]:
    drawn = {index for page in layout.pages for path in page.paths for index in path.edges}
    labels = [label for page in layout.pages for label in page.labels]
    written = {label.edge for label in labels}
    for index in sorted({*drawn, *written} - set(range(len(chart.edges)))):
        yield f"edge {index} is not in the chart"
    for index, edge in enumerate(chart.edges):
        if index not in drawn:
            yield f"the edge from {edge.source} to {edge.target} has no line"
        if edge.label and index not in written:
            yield f"the edge from {edge.source} to {edge.target} lacks its label {edge.label!a}"
    for label in labels:
        if label.edge in range(len(chart.edges)):
            edge = chart.edges[label.edge]
            if _squeezed(label.lines) != _squeezed([edge.label]):
                text = " ".join(label.lines)
                yield f"the edge from {edge.source} to {edge.target} has another label: {text!a}"


def _page_problems(page: ChartPage, chart: Chart) -> Iterator[str]:
    if (size := FONT_SIZE * shown_scale(page.width, page.height)) < MIN_SHOWN:
        yield f"texts are {size:.1f} px high where models see them, less than {MIN_SHOWN:g}"
    whole = Rectangle(x=0, y=0, width=page.width, height=page.height)
    named = list(page.rectangles())
    titles = [(f"title of {frame.id}", title_place(frame)) for frame in page.frames]
    for name, place in (*named, *titles, *((f"frame {frame.id}", frame.place) for frame in page.frames)):
        if not whole.contains(place):
            yield f"{name} leaves the picture"
    for (first, place), (second, other) in combinations((*named, *titles), 2):
        if place.grown(MIN_GAP).overlaps(other):
            yield f"{first} and {second} overlap"
    yield from _text_problems(page, chart)
    yield from _frame_problems(page, chart)
    for path in page.paths:
        yield from _path_problems(path, page, chart)
    for one, two in combinations(page.paths, 2):
        if one.points[-1] != two.points[-1] and (point := _shared(one.points, two.points)):
            yield f"{_name(one, chart)} and {_name(two, chart)} share a piece or touch at {point}"


def _text_problems(page: ChartPage, chart: Chart) -> Iterator[str]:
    shapes = {node.id: node.shape for node in chart.all_nodes()}
    for box in page.boxes:
        if not fits(shapes[box.id], box):
            yield f"the label of node {box.id} is larger than its shape"
    for label in page.labels:
        if max(map(text_width, label.lines)) > label.place.width:
            yield f"the label of edge {label.edge} is wider than its place"


def _frame_problems(page: ChartPage, chart: Chart) -> Iterator[str]:
    for group in chart.all_groups():
        members = {node.id for inner in group.walk() for node in inner.nodes}
        frames = [frame for frame in page.frames if frame.id == group.id]
        for box in page.boxes:
            inside = any(frame.place.contains(box.place) for frame in frames)
            if box.id in members and not inside and not _lifted(box, group, page, chart):
                yield f"node {box.id} is outside its frame {group.id}"
            if box.id not in members and any(frame.place.overlaps(box.place) for frame in frames):
                yield f"node {box.id} is in the frame {group.id}, which it does not belong to"


def _lifted(box: NodeBox, group: Group, page: ChartPage, chart: Chart) -> bool:
    """Whether a node is in the frame of a sub-chart inside the group, which is drawn outside of it."""
    inner = {made.id for made in group.walk()} - {group.id}
    closed = {made.id for made in closed_groups(chart) if made.id in inner}
    return any(frame.id in closed and frame.place.contains(box.place) for frame in page.frames)


def _path_problems(path: EdgePath, page: ChartPage, chart: Chart) -> Iterator[str]:
    name = _name(path, chart)
    if any(a[0] != b[0] and a[1] != b[1] for a, b in zip(path.points, path.points[1:], strict=False)):
        yield f"{name} is not made of horizontal and vertical pieces"
        return
    for what, place in page.rectangles():
        if _hits(path.points, place):
            yield f"{name} runs through {what}"
    for frame in page.frames:
        if _hits(path.points, title_place(frame)):
            yield f"{name} runs through the title of {frame.id}"
    edge = chart.edges[path.edges[0]]
    begin = path.points[0]
    starts = set(_ports(edge.source, path.edges, page, chart, "here"))
    if begin not in starts and not _on_frame(begin, edge.source, page):
        yield f"{name} does not begin at {edge.source}"
    if path.points[-1] not in set(_ports(edge.target, path.edges, page, chart, "away")):
        yield f"{name} does not end at {edge.target}"


def _ports(name: str, edges: Sequence[int], page: ChartPage, chart: Chart, leads: str) -> Iterator[Point]:
    """Yield where a line can begin or end: at a node, at a label in the line, or at a connector."""
    shapes = {node.id: node.shape for node in chart.all_nodes()}
    for box in page.boxes:
        if box.id == name:
            yield from (port(shapes[name], box.place, side) for side in SIDES)
    others = [label.place for label in page.labels if label.edge in edges]
    others += [made.place for made in page.connectors if made.leads == leads]
    for place in others:
        yield from (port(None, place, side) for side in SIDES)


def _on_frame(point: Point, name: str, page: ChartPage) -> bool:
    x, y = point
    return any(
        frame.id == name
        and (
            (x in {frame.place.x, frame.place.right} and frame.place.y < y < frame.place.bottom)
            or (y in {frame.place.y, frame.place.bottom} and frame.place.x < x < frame.place.right)
        )
        for frame in page.frames
    )


def _hits(points: Sequence[Point], place: Rectangle) -> bool:
    """Whether a line has a point inside a rectangle; its sides do not count."""
    for (x, y), (to_x, to_y) in pairwise(points):
        left, right, top, bottom = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
        if left < place.right and right > place.x and top < place.bottom and bottom > place.y:
            return True
    return False


def _shared(first: Sequence[Point], second: Sequence[Point]) -> Point | None:
    """Return a point where two lines touch without crossing or run along one another; None if they do not."""
    for a, b in pairwise(first):
        for c, d in pairwise(second):
            left, right = max(min(a[0], b[0]), min(c[0], d[0])), min(max(a[0], b[0]), max(c[0], d[0]))
            top, bottom = max(min(a[1], b[1]), min(c[1], d[1])), min(max(a[1], b[1]), max(c[1], d[1]))
            if left > right or top > bottom:
                continue
            meet = (left, top)
            if (left, top) != (right, bottom) or meet in {a, b} or meet in {c, d}:
                return meet
    return None


def _name(path: EdgePath, chart: Chart) -> str:
    edge = chart.edges[path.edges[0]]
    return f"the line from {edge.source} to {edge.target}"


def _squeezed(lines: Sequence[str]) -> str:
    """Return the text of lines without spaces, which lines lose at their ends."""
    return "".join("".join(lines).split())
