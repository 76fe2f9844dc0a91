"""Lay out a whole chart: its panels next to one another, and in several pictures if one would be illegible.

The rules: each sub-chart is a panel of its own, with a frame and its title. Panels stand in rows, main chart
first, in the arrangement that is shown largest. If no arrangement is legible, panels are spread over several
pictures in their order. A panel that is too large alone is drawn with narrower shapes. If that is not enough,
it is cut between rows of nodes, so that few pictures and few connectors are needed: a cut line ends at a
circle with a letter, and goes on at the circle with the same letter, in the same or another picture.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmark.files.chart import Chart, ChartError
from workshop.flowchart.layout import engine
from workshop.flowchart.layout.legible import is_legible, shown_scale
from workshop.flowchart.layout.lines import Drawn, draw_lines
from workshop.flowchart.layout.panel import SPACINGS, Placed, around, framed, place_panel
from workshop.flowchart.layout.plan import ChartPanel, letters_in_order, panels_of, split_panel
from workshop.flowchart.layout.values import ChartLayout, ChartPage, Rectangle

MARGIN = 24  #: px around everything in a picture
HEADING = 36  #: px above it for "picture 1 of 2", if there are several
BETWEEN = 48  #: px between panels

_MAX_WAYS_OUT = 3  # of a node: a shape has four sides, and one is the way in
_MAX_PARTS, _MORE_PARTS = 24, 2  # of a panel, and how many more than needed are tried
_PICTURE_COST = 2  # how many connectors a picture more is worth


def lay_out(chart: Chart) -> ChartLayout:
    """Return the layout of a chart; it needs the engine.

    Raises:
        ChartError: if a label is too long, a node has more than three ways out, or no layout is legible.
        BadInput: if the engine is not installed.
    """
    for name, count in Counter(edge.source for edge in chart.edges if not edge.dotted).items():
        if count > _MAX_WAYS_OUT:
            raise ChartError(f"has {count} ways out; at most {_MAX_WAYS_OUT} can be drawn", name)
    letters = letters_in_order()
    drawn: list[ChartPage] = []
    for panel in panels_of(chart):
        drawn += _panel_pages(panel, letters)
    rows = _gathered(drawn)
    heading = HEADING if len(rows) > 1 else 0
    pages = tuple(_moved(_arranged(row), MARGIN, MARGIN + heading) for row in rows)
    return ChartLayout(engine=engine.version(), pages=pages)


def _gathered(pages: Sequence[ChartPage]) -> list[list[ChartPage]]:
    """Spread panels over as few pictures as are legible, in their order."""
    rows: list[list[ChartPage]] = []
    for page in pages:
        if rows and _fits(_arranged([*rows[-1], page])):
            rows[-1].append(page)
        else:
            rows.append([page])
    return rows


def _panel_pages(panel: ChartPanel, letters: Iterator[str]) -> list[ChartPage]:
    """Lay out a panel as one page, or parts that need the fewest pictures and connectors."""
    whole, placed = _panel_page(panel, quick=True)
    if whole is not None and _fits(whole):
        return [_polished(panel, whole)]
    narrow = replace(panel, narrow=True)
    page, _ = _panel_page(narrow, quick=True)
    if page is not None and _fits(page):
        return [_polished(narrow, page)]
    rows = _rows(panel, placed)
    made: list[tuple[tuple[int, int], list[ChartPage], list[ChartPanel]]] = []
    for count in range(2, min(len(rows), _MAX_PARTS) + 1):
        if made and count > made[0][0][1] + _MORE_PARTS:
            break
        parts = split_panel(panel, _cut(rows, count, panel), letters_in_order())
        drawn = [_panel_page(part, quick=True)[0] for part in parts]
        pages = [page for page in drawn if page is not None and _fits(page)]
        if len(pages) == len(parts):
            cost = _PICTURE_COST * len(_gathered(pages)) + len(parts[0].letters)
            made.append(((cost, count), pages, parts))
    if made:
        _, pages, parts = min(made, key=lambda choice: choice[0])
        renamed = {old: next(letters) for old in parts[0].letters.values()}
        polished = [_polished(part, page) for part, page in zip(parts, pages, strict=True)]
        if len(_gathered(polished)) > len(_gathered(pages)):
            polished = pages
        return [_with_letters(page, renamed) for page in polished]
    problem = "its lines cannot be routed"
    if whole is not None:
        problem = f"it has {whole.width} × {whole.height} px, and cutting it between its rows does not help"
    raise ChartError(f"no picture is legible: {problem}", panel.frame.id if panel.frame else None)


def _polished(panel: ChartPanel, quick: ChartPage) -> ChartPage:
    """Lay out a panel with as few crossings as possible, if that is legible as well."""
    page, _ = _panel_page(panel)
    return page if page is not None and _fits(page) else quick


def _panel_page(panel: ChartPanel, *, quick: bool = False) -> tuple[ChartPage | None, Placed]:
    """Lay out one panel as a page without margins; ``quick`` takes the first way in which lines fit.

    The page is None if lines cannot be routed.
    """
    for spacing in SPACINGS:
        best: tuple[tuple[int, int], ChartPage, Placed] | None = None
        for first_straight in (False, True):
            placed = place_panel(panel, spacing, first_straight=first_straight)
            drawn = draw_lines(placed, quick=quick)
            if drawn is not None and (best is None or drawn.faults() < best[0]):
                best = (drawn.faults(), _page(placed, drawn), placed)
            if best is not None and (quick or best[0][0] == 0):
                break
        if best is not None:
            return best[1], best[2]
    return None, placed


def _page(placed: Placed, drawn: Drawn) -> ChartPage:
    frames = list(placed.frames)
    inside = around(
        [
            *placed.places.values(),
            *(frame.place for frame in frames),
            *(label.place for label in drawn.labels),
            *(Rectangle(x=x, y=y, width=0, height=0) for path in drawn.paths for x, y in path.points),
        ]
    )
    if placed.panel.frame is not None:
        frames.insert(0, framed(placed.panel.frame, inside))
        inside = frames[0].place
    page = ChartPage(
        width=inside.width,
        height=inside.height,
        boxes=placed.boxes(),
        frames=tuple(frames),
        paths=tuple(sorted(drawn.paths, key=lambda path: (path.edges, path.arrow))),
        labels=tuple(sorted((*placed.labels(), *drawn.labels), key=lambda label: label.edge)),
        connectors=placed.connectors(),
    )
    return _moved(page, -inside.x, -inside.y, grow=False)


def _fits(page: ChartPage) -> bool:
    return is_legible(page.width + 2 * MARGIN, page.height + 2 * MARGIN + HEADING)


def _arranged(pages: Sequence[ChartPage]) -> ChartPage:
    """Put panels into rows, so that they are shown as large as possible."""
    if len(pages) == 1:
        return pages[0]
    widths = sorted(
        {sum(page.width + BETWEEN for page in pages[:n]) - BETWEEN for n in range(1, len(pages) + 1)}
    )
    widest = max(page.width for page in pages)
    made = [_in_rows(pages, width) for width in widths if width >= widest] or [_in_rows(pages, widest)]
    return max(made, key=lambda page: (shown_scale(page.width, page.height), -page.width * page.height))


def _in_rows(pages: Sequence[ChartPage], width: int) -> ChartPage:
    x = y = row = right = 0
    moved: list[ChartPage] = []
    for page in pages:
        if x and x + page.width > width:
            x, y, row = 0, y + row + BETWEEN, 0
        moved.append(_moved(page, x, y, grow=False))
        right, row = max(right, x + page.width), max(row, page.height)
        x += page.width + BETWEEN
    return ChartPage(
        width=right,
        height=y + row,
        boxes=tuple(box for page in moved for box in page.boxes),
        frames=tuple(frame for page in moved for frame in page.frames),
        paths=tuple(path for page in moved for path in page.paths),
        labels=tuple(label for page in moved for label in page.labels),
        connectors=tuple(connector for page in moved for connector in page.connectors),
    )


def _moved(page: ChartPage, dx: int, dy: int, *, grow: bool = True) -> ChartPage:
    """Move everything; ``grow`` adds the same room at the right and a margin below."""
    return ChartPage(
        width=page.width + (2 * MARGIN if grow else 0),
        height=page.height + (dy + MARGIN if grow else 0),
        boxes=tuple(replace(box, place=box.place.moved(dx, dy)) for box in page.boxes),
        frames=tuple(replace(frame, place=frame.place.moved(dx, dy)) for frame in page.frames),
        paths=tuple(
            replace(path, points=tuple((x + dx, y + dy) for x, y in path.points)) for path in page.paths
        ),
        labels=tuple(replace(label, place=label.place.moved(dx, dy)) for label in page.labels),
        connectors=tuple(replace(made, place=made.place.moved(dx, dy)) for made in page.connectors),
    )


def _with_letters(page: ChartPage, renamed: dict[str, str]) -> ChartPage:
    made = tuple(replace(made, letters=renamed[made.letters]) for made in page.connectors)
    return replace(page, connectors=made)


def _rows(panel: ChartPanel, placed: Placed) -> list[list[str]]:
    """Return the nodes row by row (column by column if the chart leads to the right)."""
    rows: dict[int, list[str]] = {}
    for node in panel.all_nodes():
        x, y = placed.places[node.id].centre
        rows.setdefault(x if panel.direction == "LR" else y, []).append(node.id)
    return [rows[key] for key in sorted(rows)]


def _cut(rows: Sequence[Sequence[str]], count: int, panel: ChartPanel) -> list[list[str]]:
    """Cut rows into parts of about the same length, where few lines are cut."""
    order = {node: number for number, row in enumerate(rows) for node in row}
    ends = [
        sorted((order.get(edge.source, order[edge.target]), order[edge.target])) for _, edge in panel.edges
    ]
    cuts: list[int] = []
    for number in range(1, count):
        ideal = len(rows) * number / count
        first = (cuts[-1] if cuts else 0) + 1
        last = len(rows) - (count - number)
        slack = len(rows) / count / 4
        near = [at for at in range(first, last + 1) if abs(at - ideal) <= slack]
        choices = near or [min(max(round(ideal), first), last)]
        cuts.append(min(choices, key=lambda at: (sum(a < at <= b for a, b in ends), abs(at - ideal))))
    bounds = [0, *cuts, len(rows)]
    return [[node for row in rows[start:stop] for node in row] for start, stop in itertools.pairwise(bounds)]
