"""Drawings of charts whose boxes hold keys, with lists of steps and questions, and these charts as Mermaid text.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._marked_boxes import MarkedChart, Spot, place_boxes
from workshop.suites.code_vision.families._marked_charts import SIZE, draw_chart, mermaid_lines
from workshop.suites.code_vision.families._register_keys import KEYS
from workshop.suites.code_vision.families._settled_rules import Example

_TOWARDS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_LINE = 26.0  #: px between lines of text
_WIDE, _HIGH = 470, 248  #: of a worked example, px
_COLUMNS = 4  #: of a list
_PLACED = 3  #: tries to place all boxes
Told = Sequence[Sequence[int | None]]


def key_look(key: str) -> str:
    """Return a key in words."""
    ring, teeth = key.split()
    places = {"up": "at the top", "down": "at the bottom", "left": "at the left", "right": "at the right"}
    return f"a key with its ring {places[ring]} and its teeth pointing {teeth}"


def draw_key(canvas: Canvas, key: str, spot: Spot) -> None:
    """Draw a key of 37 px around a point."""
    (x, y), (ring, teeth) = spot, (_TOWARDS[word] for word in key.split())

    def at(along: float, aside: float) -> Spot:
        return x + along * ring[0] + aside * teeth[0], y + along * ring[1] + aside * teeth[1]

    canvas.line(at(4, -3), at(-18.5, -3), line=3)
    for along in (-8.5, -17):
        canvas.line(at(along, -3), at(along, 8.5), line=3)
    canvas.circle(*at(11, -3), 7, fill="yellow", line=2.6)


def _draw(canvas: Canvas, chart: MarkedChart, spots: Sequence[Spot]) -> None:
    """Draw a chart with keys.

    Raises:
        UnfitError: if a label has no room.
    """
    bare = [box._replace(label="" if box.label in KEYS else box.label) for box in chart.boxes]
    draw_chart(canvas, chart._replace(boxes=tuple(bare)), spots, apart=True)
    for box, spot in zip(chart.boxes, spots, strict=True):
        if box.label in KEYS:
            draw_key(canvas, box.label, spot)


def main_page(
    chart: MarkedChart, lists: Mapping[str, Sequence[str]], draws: Draws, rows: int, crossings: range
) -> Canvas:
    """Draw the chart of a task above the lists of what a key may stand for.

    Args:
        chart: the chart.
        lists: ``steps``, where diamonds have keys ``questions``, and ``limit``.
        draws: choices of places.
        rows: rows of places for boxes, five in each.
        crossings: how many ways may cross.

    Raises:
        UnfitError: if boxes or labels have no place.
    """
    pitch = 146 if rows < 5 else 130
    slots = [(95.0 + 187 * column, 74.0 + pitch * row) for row in range(rows) for column in range(5)]
    top = pitch * rows + 24.0
    lines = [-(-len(texts) // _COLUMNS) for texts in lists.values()]
    high = top + sum(_LINE * count for count in lines) + 14 * len(lines) + 6
    for attempt in range(_PLACED):
        canvas = Canvas(940, round(high))
        try:
            _draw(canvas, chart, place_boxes(chart, draws, slots, crossings, {0: 0}))
        except UnfitError:
            if attempt == _PLACED - 1:
                raise
            continue
        break
    canvas.line((24, top - 8), (916, top - 8), line=2.2)
    y = top + 20
    for (name, texts), count in zip(lists.items(), lines, strict=True):
        canvas.text(24, y, name, size=SIZE, anchor="start", bold=True)
        for number, text in enumerate(texts):
            x, line = 160 + 192 * (number // count), number % count
            canvas.text(x, y + _LINE * line, text, size=SIZE, anchor="start")
        y += _LINE * count + 14
    return canvas


def run_text(before: Sequence[object], after: Sequence[int | None]) -> str:
    """Return a run of a worked example as the picture shows it."""
    shown = ["?" if value is None else str(value) for value in after]
    return f"{', '.join(map(str, before))} → {', '.join(shown)}"


def example_page(
    given: Sequence[tuple[Example, Told]], spots: Mapping[MarkedChart, Sequence[Spot]]
) -> Canvas:
    """Draw worked examples in two columns; ``spots`` has the places of the boxes of each chart."""
    canvas = Canvas(_WIDE * min(2, len(given)), max(320, _HIGH * -(-len(given) // 2)))
    for number, (example, told) in enumerate(given):
        left, top = _WIDE * (number % 2), _HIGH * (number // 2)
        _draw(canvas, example.chart, [(left + x, top + y) for x, y in spots[example.chart]])
        for place, pair in enumerate(zip(example.runs, told, strict=True)):
            x, y = left + 20 + 226 * (place % 2), top + _HIGH - 38 + _LINE * (place // 2)
            canvas.text(x, y, run_text(*pair), size=SIZE, anchor="start")
    return canvas


def mermaid(
    chart: MarkedChart, lists: Mapping[str, Sequence[str]], given: Sequence[tuple[Example, Told]]
) -> str:
    """Return everything that the pictures show as Mermaid text."""
    lines = ["flowchart TD", *_mermaid(chart, "m")]
    lines += [f"  %% {name}: {'; '.join(texts)}" for name, texts in lists.items()]
    for number, (example, told) in enumerate(given, 1):
        runs = [f"  %% {run_text(*pair)}" for pair in zip(example.runs, told, strict=True)]
        lines += [f"  subgraph example{number}", *runs, *_mermaid(example.chart, f"e{number}x"), "  end"]
    return "\n".join(lines) + "\n"


def _mermaid(chart: MarkedChart, name: str) -> list[str]:
    boxes = [
        box._replace(label=key_look(box.label) if box.label in KEYS else box.label) for box in chart.boxes
    ]
    return mermaid_lines(chart._replace(boxes=tuple(boxes)), name)
