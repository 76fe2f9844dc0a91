"""Edits of line charts: deleting the points at an x, changing a value, writing values."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.charts.edits import ChartEdit, draw_value_changes
from benchmark.authoring.figures.charts.lines import LineChart, Point
from benchmark.authoring.figures.charts.words import Label, label_words, number, short
from benchmark.authoring.figures.domains import Domain

#: Minimum difference of two values that a person tells apart, as a share of the axis.
GAP = 0.07

_SHORT_UNIT = 3  #: maximum length of a unit that is written at points
_APART = 0.035  #: minimum difference of two lines at a point, as a share of the axis
_AWAY = 0.045  #: the middle of a label from its point, up or down, as a share of the axis
_CHARACTER = 0.0178  #: width of a character of size 10, as a share of the width of the axes
_LINE = 0.045  #: height of a text of size 10, as a share of the height of the axes


def delete(draws: Draws, chart: LineChart, domain: Domain) -> ChartEdit[LineChart]:
    """Return the edit that deletes the points at one x."""
    places = range(len(chart.xs))
    if draws.chance(1, 2):
        targets = draws.sample(places, 4)
        results = [chart.without_place(target) for target in targets]
        facts: tuple[str, ...] = ()
    else:
        *targets, other = draws.sample(places, 3)
        point = Point(draws.integer(0, len(chart.names) - 1), other)
        value = domain.value(draws, [chart.y(point)], GAP * chart.limit)
        if value in chart.ys[point.line]:
            raise UnfitError("a wrong value is that of another point")
        changed = chart.with_y(point, value)
        results = [drawn.without_place(target) for drawn in (chart, changed) for target in targets]
        check_apart(results)
        facts = (
            f"At x = {number(chart.xs[other])} {chart.name(point.line)} is at {number(chart.y(point))}.",
        )
    x = number(chart.xs[targets[0]])
    many = len(chart.names) > 1
    what = f"the points of all lines at x = {x}" if many else f"the point at x = {x}"
    if targets[0] == 0:
        rest = "then starts at the next point"
    elif targets[0] == len(chart.xs) - 1:
        rest = "then ends at the point before"
    else:
        rest = "then goes from the point before directly to the point after, joined as all others are"
    return ChartEdit(
        operation="delete",
        kind="points",
        instruction=(
            f"Delete {what}. {'Each' if many else 'The'} line {rest}. Ticks, limits and all else stay"
            " as they are."
        ),
        result=results[0],
        wrong=tuple(results[1:]),
        facts=(f"The second picture has no point at x = {x}; the neighbours are joined directly.", *facts),
        text=draws.choice(
            (
                "The points at one x of the first picture are gone. Which code excerpt draws the second?",
                "The second chart lacks the data of one x of the first. Which excerpt belongs to it?",
            )
        ),
    )


def modify(draws: Draws, chart: LineChart, domain: Domain) -> ChartEdit[LineChart]:
    """Return the edit that changes the value of one point."""
    pairs = draw_value_changes(
        draws, {point: chart.y(point) for point in chart.points()}, domain, GAP * chart.limit
    )
    results = [chart.with_y(point, value) for point, value in pairs]
    check_apart(results)
    (point, value), old = pairs[0], chart.y(pairs[0][0])
    x = number(chart.xs[point.place])
    return ChartEdit(
        operation="modify",
        kind="value",
        instruction=(
            f"Change the y value of {chart.name(point.line)} at x = {x} from {number(old)} to"
            f" {number(value)}. All else stays as it is, also the limits of both axes."
        ),
        result=results[0],
        wrong=tuple(results[1:]),
        facts=(
            f"Only one point has moved: that of {chart.name(point.line)} at x = {x}.",
            f"In the second picture the point there is at {number(value)}.",
        ),
        text=draws.choice(
            (
                "One point has another value in the second picture. Which code excerpt draws this one?",
                "A value of the first chart was changed. Which code excerpt belongs to the second chart?",
            )
        ),
    )


def annotate(draws: Draws, chart: LineChart, domain: Domain) -> ChartEdit[LineChart]:
    """Return the edit that writes values above points: all of one line, or the extremes of each line.

    Raises:
        UnfitError: if the values do not fit.
    """
    kind = draws.choice(("line", "extremes"))
    line = draws.integer(0, len(chart.names) - 1)
    points = [point for point in chart.points() if point.line == line] if kind == "line" else extremes(chart)
    units = ["", *([f" {domain.unit}"] if len(domain.unit) <= _SHORT_UNIT else [])]
    ways = [(_labels(chart, points, unit), size) for unit in units for size in (10, 8)]
    fitting = [(labels, size) for labels, size in ways if _fit(chart, labels, size)]
    if not fitting:
        raise UnfitError("the values do not fit at the points")
    labels, size = draws.choice(fitting)
    if kind == "line":
        what = f"Write the y value of each point of {chart.name(line)} next to the point"
    elif len(chart.names) == 1:
        what = "Write the y values of the highest and the lowest point of the line next to these points"
    else:
        what = "Write the y values of the highest and the lowest point of each line next to these points"
    return ChartEdit(
        operation="annotate",
        kind=kind,
        instruction=(
            f"{what}, as texts of size {size}, centred in both directions at the points given, which"
            " are above peaks and slopes and below valleys. Texts and their points (x, y):"
            f" {label_words(labels)}. All else stays as it is."
        ),
        result=replace(chart, labels=tuple(labels), label_size=size),
    )


def extremes(chart: LineChart) -> list[Point]:
    """Return the highest and the lowest point of each line."""
    points = []
    for line, row in enumerate(chart.ys):
        points += [Point(line, row.index(max(row))), Point(line, row.index(min(row)))]
    return points


def _labels(chart: LineChart, points: Sequence[Point], unit: str) -> list[Label]:
    return [
        Label(
            x=chart.xs[point.place],
            y=short(chart.y(point) + (-_AWAY if _is_valley(chart, point) else _AWAY) * chart.limit),
            text=f"{number(chart.y(point))}{unit}",
            of=f"{chart.names[point.line]} at {number(chart.xs[point.place])}".removeprefix(" "),
        )
        for point in points
    ]


def check_apart(charts: Sequence[LineChart]) -> None:
    """Check that lines keep apart at their points, so that a person sees which is which.

    Raises:
        UnfitError: if two points of a chart are nearly the same.
    """
    for chart in charts:
        for column in zip(*chart.ys, strict=True):
            if any(abs(first - second) < _APART * chart.limit for first, second in combinations(column, 2)):
                raise UnfitError("two lines nearly meet at a point")


def _is_valley(chart: LineChart, point: Point) -> bool:
    """Return whether a point is lower than its neighbours, so that a label above it would lie on the line."""
    row = chart.ys[point.line]
    neighbours = [row[place] for place in (point.place - 1, point.place + 1) if 0 <= place < len(row)]
    return row[point.place] < min(neighbours)


def _fit(chart: LineChart, labels: Sequence[Label], size: int) -> bool:
    """Return whether labels keep apart and inside the axes."""
    low, high = chart.span
    boxes = []
    for label in labels:
        half = len(label.text) * _CHARACTER * size / 20
        x, y = (label.x - low) / (high - low), label.y / chart.limit
        boxes.append((x - half, x + half, y - _LINE * size / 20, y + _LINE * size / 20))
    if any(left < 0 or right > 1 or bottom < 0 for left, right, bottom, _ in boxes):
        return False
    return all(
        min(first[1], second[1]) <= max(first[0], second[0])
        or min(first[3], second[3]) <= max(first[2], second[2])
        for first, second in combinations(boxes, 2)
    )
