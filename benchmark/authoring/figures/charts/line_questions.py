"""Questions about the original line chart: its code, points by values, values by points, extremes."""

from dataclasses import replace

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.charts.edits import ChartType
from benchmark.authoring.figures.charts.line_edits import GAP, check_apart
from benchmark.authoring.figures.charts.line_programs import line_program
from benchmark.authoring.figures.charts.lines import LineChart, Point, describe, sketch, summary
from benchmark.authoring.figures.charts.words import number
from benchmark.authoring.figures.domains import Domain
from benchmark.authoring.figures.options import Change, four_apart, wrong_by_changes
from benchmark.authoring.figures.sample import CodeStyle, Question

LINES: ChartType[LineChart] = ChartType(
    name="line", program=line_program, describe=describe, summary=summary, sketch=sketch
)


def generate(draws: Draws, chart: LineChart, domain: Domain, style: CodeStyle) -> Question:
    """Return the question which code draws the chart."""
    wrong, facts = wrong_by_changes(draws, chart, _changes(draws, chart, domain))
    check_apart(wrong)
    text = draws.choice(
        (
            "Which excerpt of code belongs to the program that draws exactly the line chart in the picture?",
            "The picture was drawn by a program with matplotlib. Which excerpt is from this program?",
        )
    )
    return LINES.code_question("generate", text, chart, wrong, facts=facts, style=style)


def _changes(draws: Draws, chart: LineChart, domain: Domain) -> list[Change[LineChart]]:
    gap = GAP * chart.limit
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
    if abs(row[order[0]] - row[order[1]]) <= GAP / 2 * chart.limit:
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
    four = four_apart(draws, points, chart.y, GAP * chart.limit)
    if four is None:
        raise UnfitError("no four points differ enough")
    return four


def _x(chart: LineChart, point: Point) -> str:
    return number(chart.xs[point.place])
