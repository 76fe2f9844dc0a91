"""Questions about the original bar chart: its code, an element by its value, a value by its element."""

from dataclasses import replace

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.charts.bar_edits import least_difference, top
from benchmark.authoring.figures.charts.bar_programs import bar_program
from benchmark.authoring.figures.charts.bar_words import reaches, sketch, summary
from benchmark.authoring.figures.charts.bars import BarChart, Element, describe
from benchmark.authoring.figures.charts.edits import ChartType
from benchmark.authoring.figures.charts.words import number
from benchmark.authoring.figures.domains import Domain
from benchmark.authoring.figures.options import Change, four_apart, wrong_by_changes
from benchmark.authoring.figures.sample import CodeStyle, Question

BARS: ChartType[BarChart] = ChartType(
    name="bar", program=bar_program, describe=describe, summary=summary, sketch=sketch
)


def generate(draws: Draws, chart: BarChart, domain: Domain, style: CodeStyle) -> Question:
    """Return the question which code draws the chart."""
    wrong, facts = wrong_by_changes(draws, chart, _changes(draws, chart, domain))
    if max(map(top, wrong)) > chart.limit:
        raise UnfitError("a wrong bar leaves the axes")
    text = draws.choice(
        (
            "Which excerpt of code belongs to the program that draws exactly the bar chart in the picture?",
            "The picture was drawn by a program with matplotlib. Which excerpt is from this program?",
        )
    )
    return BARS.code_question("generate", text, chart, wrong, facts=facts, style=style)


def _changes(draws: Draws, chart: BarChart, domain: Domain) -> list[Change[BarChart]]:
    gap = least_difference(chart)
    four = four_apart(draws, chart.elements(), chart.height, gap)
    if four is None:
        raise UnfitError("no four bars differ enough")
    first, second, third, _ = four
    value = domain.value(draws, [bar.height for bar in chart.all_bars()])
    if any(abs(value - chart.height(element)) <= gap for element in four):
        raise UnfitError("a wrong height is too near to a right one")  # as the right one is to no other
    one, other = sorted(draws.sample(range(len(chart.names)), 2))
    before = "below" if chart.horizontal else "left of"
    changes: list[Change[BarChart]] = [
        Change(
            lambda figure: figure.with_swapped_heights(first, second),
            f"{reaches(chart, first)}, and {reaches(chart, second)}.",
        ),
        Change(lambda figure: figure.with_height(third, value), f"{reaches(chart, third)}."),
        Change(
            lambda figure: figure.with_swapped_categories(one, other),
            f"{chart.names[one]} is {before} {chart.names[other]}.",
            moves=True,
        ),
    ]
    if chart.arrangement == "single":  # with several series, these would change nearly all lines of a program
        fact = (
            "The bars lie and grow to the right." if chart.horizontal else "The bars stand and grow upwards."
        )
        changes.append(Change(lambda figure: replace(figure, horizontal=not figure.horizontal), fact))
    else:
        left, right = draws.sample(range(len(chart.series)), 2)
        fact = (
            f"In the legend {chart.series[left]} is {chart.colours[left]}, and {chart.series[right]} is"
            f" {chart.colours[right]}."
        )
        changes.append(Change(lambda figure: figure.with_swapped_series(left, right), fact))
    return changes


def forward(draws: Draws, chart: BarChart, domain: Domain) -> Question:
    """Return the question at which bar a value has to be written."""
    elements = _four(draws, chart)
    value = f"{number(chart.height(elements[0]))} {domain.unit}"
    names = [chart.name(element) for element in elements]
    facts = [f"{reaches(chart, element)}." for element in sorted(elements)]
    text = f"Each bar is to get its value as a label. At which of these bars does {value} belong?"
    result = f"So {value} belongs at {names[0]}."
    return BARS.value_question("forward", text, chart, names, facts=facts, result=result)


def backward(draws: Draws, chart: BarChart, domain: Domain) -> Question:
    """Return the question which value has to be written at a bar."""
    elements = _four(draws, chart)
    values = [f"{number(chart.height(element))} {domain.unit}" for element in elements]
    name = chart.name(elements[0])
    facts = [f"On the axis of values, {reaches(chart, elements[0])}."]
    text = f"Each bar is to get its value as a label. Which label belongs at the bar of {name}?"
    result = f"So the label at {name} is {values[0]}."
    return BARS.value_question("backward", text, chart, values, facts=facts, result=result)


def _four(draws: Draws, chart: BarChart) -> list[Element]:
    elements = four_apart(draws, chart.elements(), chart.height, least_difference(chart))
    if elements is None:
        raise UnfitError("no four bars differ enough")
    return elements
