"""Short words on bar charts, for worked reasoning."""

from benchmark.authoring.figures.charts.bars import BarChart, Element
from benchmark.authoring.figures.charts.words import number

#: Signs of the longest possible bar in a drawing in words.
_SIGNS = 30


def summary(chart: BarChart) -> str:
    """Return what a chart shows, in a sentence or two."""
    way = "horizontal" if chart.horizontal else "vertical"
    bars = ", ".join(f"{chart.name(bar.element)} {number(bar.height)}" for bar in chart.all_bars())
    return f"The figure has {chart.arrangement} {way} bars over {', '.join(chart.names)}. Values: {bars}."


def sketch(chart: BarChart) -> list[str]:
    """Return a chart as lines of signs."""
    signs = {bar.element: "#" * max(1, round(_SIGNS * bar.height / chart.limit)) for bar in chart.all_bars()}
    return [
        f"{chart.name(bar.element)} | {signs[bar.element]} {number(bar.height)}" for bar in chart.all_bars()
    ]


def reaches(chart: BarChart, element: Element) -> str:
    """Return how large a bar is, as a clause."""
    bar = next(bar for bar in chart.bars(element.series) if bar.element == element)
    name, height = chart.name(element), number(bar.height)
    if bar.start:
        return f"{name} goes from {number(bar.start)} to {number(bar.start + bar.height)}, a size of {height}"
    return f"{name} reaches {height}"
