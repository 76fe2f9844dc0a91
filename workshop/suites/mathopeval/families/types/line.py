"""Samples of line charts (one to three lines, straight or smooth), their edits and questions."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import Domain, Value, domains
from workshop.authoring.figures.options import Change, four_apart
from workshop.authoring.figures.sample import CodeStyle, FigureSample, Question
from workshop.suites.mathopeval.families.charts.edits import (
    ChartEdit,
    ChartType,
    chart_sample,
    draw_value_changes,
    first_fit,
)
from workshop.suites.mathopeval.families.charts.lines import (
    MARKERS,
    LineChart,
    Point,
    describe,
    line_program,
    outline,
    sketch,
    summary,
)
from workshop.suites.mathopeval.families.charts.words import (
    STROKES,
    Label,
    label_words,
    nice_limit,
    number,
    short,
)

_TRIES = 200
#: Number of lines → minimum and maximum number of points of each.
_POINTS = {1: (5, 12), 2: (5, 8), 3: (5, 6)}
_HEADROOM = {1: 1.12, 2: 1.25, 3: 1.25}
_Axis = Literal["linear", "log", "twin"]  #: the y axis; ``twin`` has a second one at the right
_SPARE = 3  #: x that are left out when points are not evenly spaced


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample of a line chart; the style changes nothing but the programs.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    domain = draws.choice(domains())
    axis: _Axis = draws.choice(("linear", "linear", "log", "twin"))
    count = 2 if axis == "twin" else draws.choice((1, 1, 2, 3))
    smooth = draws.chance(1, 2)
    return first_fit(
        lambda: _sample(draws, _chart(draws, domain, count, axis, smooth=smooth), domain, style), _TRIES
    )


def _sample(draws: Draws, chart: LineChart, domain: Domain, style: CodeStyle) -> FigureSample:
    edits = (
        delete(draws, chart, domain),
        modify(draws, chart, domain),
        annotate(draws, chart, domain),
    )
    questions = (
        generate(draws, chart, domain, style),
        forward(draws, chart, domain),
        backward(draws, chart, domain),
        extreme(draws, chart),
    )
    sights = ("log axis",) if chart.floor else ("second y axis",) if chart.right else ()
    return replace(chart_sample(LINES, domain.name, chart, edits, questions, style=style), sights=sights)


def _chart(draws: Draws, domain: Domain, count: int, axis: _Axis, *, smooth: bool) -> LineChart:
    points = draws.integer(*_POINTS[count])
    step = domain.x_step * draws.integer(1, 2)
    start = domain.x_start + domain.x_step * draws.integer(0, 4)
    spare = _SPARE if draws.chance(1, 4) else 0
    places = sorted(draws.sample(range(points + spare), points))
    xs = tuple(start + step * place for place in places)
    floor = 10 ** (len(str(int(domain.low))) - 1) if axis == "log" else 0
    limit = nice_limit(domain.high * _HEADROOM[count])
    chart = LineChart(
        title=domain.line_title,
        x_label=domain.x_label,
        y_label=domain.label,
        xs=xs,
        names=tuple(draws.sample(domain.categories, count)) if count > 1 else ("",),
        ys=tuple(tuple(domain.values(draws, points)) for _ in range(count)),
        colours=tuple(draws.sample(STROKES, count)),
        smooth=smooth,
        marker=draws.choice(tuple(MARKERS)),
        ticks=xs,
        span=(short(xs[0] - step / 2), short(xs[-1] + step / 2)),
        limit=20 * floor or limit,
        grid=draws.chance(1, 2),
        floor=floor,
        right=nice_limit(limit * draws.choice((1.4, 2))) if axis == "twin" else 0,
    )
    check_apart([chart])
    return chart


#: Minimum difference of two values that a person tells apart, as a share of the axis.
GAP = 0.07

_SHORT_UNIT = 3  #: maximum length of a unit that is written at points
_APART = 0.035  #: minimum difference of two lines at a point, as a share of the axis
_AWAY = 0.045  #: the middle of a label from its point, up or down, as a share of the axis
_CHARACTER = 0.0178  #: width of a character of size 10, as a share of the width of the axes
_DOT = 0.01  #: half the height of a marker, as a share of the height of the axes
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
        value = domain.value(draws, [chart.y(point)], least_difference(chart))
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
        hint="The points of all lines at one x were deleted." if many else "One point was deleted.",
        ways=len(chart.xs),
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
        draws, {point: chart.y(point) for point in chart.points()}, domain, least_difference(chart)
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
        hint="One point changed its y value.",
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
    left = " by the left y axis" if chart.right else ""
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
            f"{what}, centred in both directions at the points given, which"
            " are above peaks and slopes and below valleys. Texts and their"
            f" points (x, y){left}: {label_words(labels)}. All else stays as it is."
        ),
        hint=f"{what}: {label_words(labels, places=False)}.",
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
            y=_beside(chart, point),
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
            heights = [chart.share(line, y) for line, y in enumerate(column)]
            if any(abs(first - second) < _APART for first, second in combinations(heights, 2)):
                raise UnfitError("two lines nearly meet at a point")


def least_difference(chart: LineChart) -> float:
    """Return by how much two values must differ so that a person tells them apart."""
    return GAP * chart.limit / (2 if chart.floor else 1)


def _beside(chart: LineChart, point: Point) -> Value:
    """Return the y of a label by the left axis: above its point, or below it in a valley."""
    height = chart.share(point.line, chart.y(point)) + (-_AWAY if _is_valley(chart, point) else _AWAY)
    return short(float(f"{chart.value(0, height):.4g}"))


def _is_valley(chart: LineChart, point: Point) -> bool:
    """Return whether a point is lower than its neighbours, so that a label above it would lie on the line."""
    row = chart.ys[point.line]
    neighbours = [row[place] for place in (point.place - 1, point.place + 1) if 0 <= place < len(row)]
    return row[point.place] < min(neighbours)


def _fit(chart: LineChart, labels: Sequence[Label], size: int) -> bool:
    """Return whether labels keep apart, off the points, and inside the axes."""
    low, high = chart.span
    points = [
        ((chart.xs[point.place] - low) / (high - low), chart.share(point.line, chart.y(point)))
        for point in chart.points()
    ]
    boxes = []
    for label in labels:
        half = len(label.text) * _CHARACTER * size / 20
        x, y = (label.x - low) / (high - low), chart.share(0, label.y)
        boxes.append((x - half, x + half, y - _LINE * size / 20, y + _LINE * size / 20))
    if any(left < 0 or right > 1 or bottom < 0 for left, right, bottom, _ in boxes):
        return False
    if any(
        left < x < right and bottom - _DOT < y < top + _DOT
        for left, right, bottom, top in boxes
        for x, y in points
    ):
        return False
    return all(
        min(first[1], second[1]) <= max(first[0], second[0])
        or min(first[3], second[3]) <= max(first[2], second[2])
        for first, second in combinations(boxes, 2)
    )


LINES: ChartType[LineChart] = ChartType(
    name="line", program=line_program, describe=describe, outline=outline, summary=summary, sketch=sketch
)


def generate(draws: Draws, chart: LineChart, domain: Domain, style: CodeStyle) -> Question:
    """Return the question which code draws the chart."""
    return LINES.generate(draws, chart, _changes(draws, chart, domain), check_apart, style)


def _changes(draws: Draws, chart: LineChart, domain: Domain) -> list[Change[LineChart]]:
    gap = least_difference(chart)
    four = _four(draws, chart, draws.integer(0, len(chart.names) - 1))
    first, second, third, _ = four
    value = domain.value(draws, chart.ys[third.line])
    if any(abs(value - chart.y(point)) <= gap for point in four):
        raise UnfitError("a wrong value is too near to a right one")  # as the right one is to no other
    line = chart.name(first.line)
    changes: list[Change[LineChart]] = [
        Change(
            lambda figure: figure.with_swapped_ys(first, second),
            f"At x = {_x(chart, first)} {line} is at {number(chart.y(first))}, and at"
            f" x = {_x(chart, second)} it is at {number(chart.y(second))}.",
        ),
        Change(
            lambda figure: figure.with_y(third, value),
            f"At x = {_x(chart, third)} {line} is at {number(chart.y(third))}.",
        ),
    ]
    if len(chart.names) == 1:  # with several lines, this would change nearly all lines of a program
        fact = (
            "The points are joined by smooth waves."
            if chart.smooth
            else "The points are joined by straight lines."
        )
        changes.append(Change(lambda figure: replace(figure, smooth=not figure.smooth), fact))
        return changes
    left, right = draws.sample(range(len(chart.names)), 2)
    fact = (
        f"In the legend {chart.names[left]} is {chart.colours[left]}, and {chart.names[right]} is"
        f" {chart.colours[right]}."
    )
    return [*changes, Change(lambda figure: figure.with_swapped_names(left, right), fact)]


def forward(draws: Draws, chart: LineChart, domain: Domain) -> Question:
    """Return the question at which point a value has to be written."""
    points = _four(draws, chart, draws.integer(0, len(chart.names) - 1))
    value = f"{number(chart.y(points[0]))} {domain.unit}"
    options = [f"x = {_x(chart, point)}" for point in points]
    line = chart.name(points[0].line)
    return LINES.value_question(
        "forward",
        f"Each point of {line} is to get its value as a label. At which point does {value} belong?",
        chart,
        options,
        facts=[
            f"At x = {_x(chart, point)} {line} is at {number(chart.y(point))}." for point in sorted(points)
        ],
        result=f"So {value} belongs at {options[0]}.",
    )


def backward(draws: Draws, chart: LineChart, domain: Domain) -> Question:
    """Return the question which value has to be written at a point."""
    points = _four(draws, chart, draws.integer(0, len(chart.names) - 1))
    options = [f"{number(chart.y(point))} {domain.unit}" for point in points]
    line, x = chart.name(points[0].line), _x(chart, points[0])
    return LINES.value_question(
        "backward",
        f"Each point of {line} is to get its value as a label. Which label belongs at x = {x}?",
        chart,
        options,
        facts=[f"Above x = {x}, {line} is at {number(chart.y(points[0]))} on the y axis."],
        result=f"So the label at x = {x} is {options[0]}.",
    )


def extreme(draws: Draws, chart: LineChart) -> Question:
    """Return the question where the highest or the lowest point of a line is."""
    line = draws.integer(0, len(chart.names) - 1)
    row = chart.ys[line]
    highest = draws.chance(1, 2)
    order = sorted(range(len(row)), key=row.__getitem__, reverse=highest)
    if abs(row[order[0]] - row[order[1]]) <= least_difference(chart) / 2:
        raise UnfitError("two points are nearly as extreme")
    places = [order[0], *draws.sample(order[1:], 3)]
    options = [f"x = {number(chart.xs[place])}" for place in places]
    word = "highest" if highest else "lowest"
    name = chart.name(line)
    return LINES.value_question(
        "extreme",
        f"Only the {word} point of {name} is to get its value as a label. At which point is this?",
        chart,
        options,
        facts=[
            *(
                f"At x = {number(chart.xs[place])} {name} is at {number(row[place])}."
                for place in sorted(places)
            ),
            f"No point of it is {'higher' if highest else 'lower'} than {number(row[order[0]])}.",
        ],
        result=f"So the label belongs at {options[0]}.",
    )


def _four(draws: Draws, chart: LineChart, line: int) -> list[Point]:
    """Return four points of a line whose values a person tells apart."""
    points = [point for point in chart.points() if point.line == line]
    return four_apart(draws, points, chart.y, least_difference(chart))


def _x(chart: LineChart, point: Point) -> str:
    return number(chart.xs[point.place])
