"""Samples of bar charts (single, grouped, stacked; vertical, horizontal), their edits and questions."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import Domain, Value, domains
from workshop.authoring.figures.options import Change, four_apart
from workshop.authoring.figures.sample import CodeStyle, FigureSample, Question
from workshop.suites.mathopeval.families.charts.bars import (
    Arrangement,
    Bar,
    BarChart,
    Element,
    bar_program,
    describe,
    outline,
    reaches,
    sketch,
    summary,
)
from workshop.suites.mathopeval.families.charts.edits import (
    ChartEdit,
    ChartType,
    chart_sample,
    draw_value_changes,
    first_fit,
)
from workshop.suites.mathopeval.families.charts.words import (
    FILLS,
    Label,
    label_words,
    nice_limit,
    number,
    short,
)

_TRIES = 100
#: Number of series → minimum and maximum number of categories.
_CATEGORIES = {1: (4, 7), 2: (4, 5), 3: (4, 4)}
_HEADROOM = {"single": 1.12, "grouped": 1.22, "stacked": 1.18}
#: Room for the legend above horizontal bars, in categories.
_LEGEND_ROOM = 0.8


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample of a bar chart; the style changes nothing but the programs.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    domain = draws.choice(domains())
    arrangement: Arrangement = draws.choice(("single", "single", "grouped", "stacked"))
    horizontal = draws.chance(1, 2)
    return first_fit(
        lambda: _sample(draws, _chart(draws, domain, arrangement, horizontal=horizontal), domain, style),
        _TRIES,
    )


def _sample(draws: Draws, chart: BarChart, domain: Domain, style: CodeStyle) -> FigureSample:
    edits = (
        delete(draws, chart),
        modify(draws, chart, domain),
        annotate(draws, chart, domain),
    )
    questions = (
        generate(draws, chart, domain, style),
        forward(draws, chart, domain),
        backward(draws, chart, domain),
    )
    return chart_sample(BARS, domain.name, chart, edits, questions, style=style)


def _chart(draws: Draws, domain: Domain, arrangement: Arrangement, *, horizontal: bool) -> BarChart:
    series = 1 if arrangement == "single" else draws.integer(2, 3)
    categories = draws.integer(*_CATEGORIES[series])
    values = domain.values(draws, series * categories)
    heights = tuple(tuple(values[row * categories : (row + 1) * categories]) for row in range(series))
    room = _LEGEND_ROOM if horizontal and series > 1 else 0
    limit = _limit(domain, arrangement, heights, horizontal=horizontal)
    has_errors = arrangement == "single" and draws.chance(1, 2)
    return BarChart(
        title=domain.bar_title,
        group=domain.group,
        label=domain.label,
        arrangement=arrangement,
        horizontal=horizontal,
        names=tuple(draws.sample(domain.categories, categories)),
        places=tuple(range(categories)),
        series=tuple(draws.sample(domain.series, series)) if series > 1 else ("",),
        heights=heights,
        colours=tuple(draws.sample(FILLS, series)),
        span=(-0.6, round(categories - 0.4 + room, 1)),
        limit=limit,
        grid=draws.chance(1, 2),
        errors=tuple(short(draws.integer(4, 10) * limit / 200) for _ in range(categories * has_errors)),
    )


def _limit(
    domain: Domain, arrangement: Arrangement, heights: Sequence[Sequence[Value]], *, horizontal: bool
) -> Value:
    """Return the limit of the axis of values, with room for a legend, a label and a changed bar."""
    highest = float(domain.high)
    if arrangement == "stacked":
        sums = [sum(column) for column in zip(*heights, strict=True)]
        highest = max(sums) + 0.2 * domain.high
    return nice_limit(highest * (1.15 if horizontal else _HEADROOM[arrangement]))


#: Minimum difference of two heights that a person tells apart, as a share of the axis; stacks have long axes.
_GAP = {"single": 0.06, "grouped": 0.06, "stacked": 0.045}

_SHORT_UNIT = 3  #: maximum length of a unit that is written at bars
_END_GAP = 0.012  #: between a bar's end and its label, as a share of the axis
_CHARACTER = 0.0138  #: width of a character of size 10, as a share of the picture's width
_LINE = 0.03  #: height of a text of size 10, as a share of the picture's height
_AXES_WIDTH = {False: 0.775, True: 0.7}  #: as a share of the picture's width; lying bars have less
_AXES_HEIGHT = 0.77
_BELOW_LEGEND = 0.89  #: share of the axis of values below a legend
_FULL = 0.97  #: share of the axis of values that stacks and labels may use


def delete(draws: Draws, chart: BarChart) -> ChartEdit[BarChart]:
    """Return the edit that deletes one bar, or one category with all its bars."""
    kind = draws.choice(("gap", "closed") if chart.arrangement == "single" else ("gap", "closed", "bar"))
    return (
        _delete_bar(draws, chart)
        if kind == "bar"
        else _delete_category(draws, chart, closed=kind == "closed")
    )


def _delete_bar(draws: Draws, chart: BarChart) -> ChartEdit[BarChart]:
    if draws.chance(1, 2):
        targets = draws.sample(chart.elements(), 4)
    else:
        first, second = draws.sample(range(len(chart.names)), 2)
        one, other = draws.sample(range(len(chart.series)), 2)
        targets = [Element(series, category) for series in (one, other) for category in (first, second)]
    target = targets[0]
    rest = (
        "The bars that lie after it in its stack move to close the gap"
        if chart.arrangement == "stacked"
        else "Its place stays empty"
    )
    return ChartEdit(
        operation="delete",
        kind="bar",
        instruction=(
            f"Delete the bar of {_of(chart, target)}. {rest}; all other bars, the ticks, the legend and the"
            " limits of both axes stay as they are."
        ),
        hint=_DELETED,
        ways=_deletions(chart),
        result=chart.with_height(target, None),
        wrong=tuple(chart.with_height(wrong, None) for wrong in targets[1:]),
        facts=(
            f"The first picture has a bar of {chart.name(target)}.",
            "The second picture has no bar there, and all others are still drawn.",
        ),
        text=draws.choice(
            (
                "One bar of the first picture is not in the second. Which code excerpt draws the second one?",
                "A single bar was removed from the first chart. Which excerpt belongs to the second chart?",
            )
        ),
    )


def _delete_category(draws: Draws, chart: BarChart, *, closed: bool) -> ChartEdit[BarChart]:
    count = len(chart.names)
    if draws.chance(1, 2):
        targets = draws.sample(range(count), 4)
        results = [chart.without_category(target, closed=closed) for target in targets]
    else:  # without the last one: whether a gap is closed after it shows only in the limits
        targets = draws.sample(range(count - 1), 2)
        ways = [(target, way) for way in (closed, not closed) for target in targets]
        results = [chart.without_category(target, closed=way) for target, way in ways]
    name = chart.names[targets[0]]
    bars = "bar" if chart.arrangement == "single" else "bars"
    errors = ", its error bar" if chart.errors else ""
    axis = "y" if chart.horizontal else "x"
    if closed:
        low, high = results[0].span
        rest = (
            "Each category after it takes the place of the one before, so that no gap is left, and the"
            f" {axis} axis goes from {number(low)} to {number(high)}"
        )
        fact = "No gap is left: each category after it has taken the place of the one before."
    else:
        rest = f"Its place stays empty: all others keep their places, and the {axis} axis keeps its limits"
        fact = "All other categories keep their places."
    return ChartEdit(
        operation="delete",
        kind="closed" if closed else "gap",
        instruction=(
            f'Delete the {bars} of "{name}"{errors} together with the tick and its label. {rest}.'
            " All else stays."
        ),
        hint=_DELETED,
        ways=_deletions(chart),
        result=results[0],
        wrong=tuple(results[1:]),
        facts=(f"{name} is in the first picture and not in the second.", fact),
        text=draws.choice(
            (
                "One category of the first picture is not in the second. Which excerpt draws the second one?",
                "Something was removed from the first chart. Which code excerpt belongs to the second chart?",
            )
        ),
    )


_DELETED = "A bar was deleted, or a category with its bars and tick. A gap was left, or closed."


def _deletions(chart: BarChart) -> int:
    """Return how many deletions are equally likely: kinds are, and the last category is rarer."""
    return (2 if chart.arrangement == "single" else 3) * (len(chart.names) - 1)


def modify(draws: Draws, chart: BarChart, domain: Domain) -> ChartEdit[BarChart]:
    """Return the edit that changes the height of one bar."""
    heights = {bar.element: bar.height for bar in chart.all_bars()}
    pairs = draw_value_changes(draws, heights, domain, least_difference(chart))
    results = [chart.with_height(element, value) for element, value in pairs]
    below_legend = chart.arrangement != "single" and not chart.horizontal
    if max(top(result) for result in results) > (_BELOW_LEGEND if below_legend else _FULL) * chart.limit:
        raise UnfitError("a changed bar leaves the axes")
    (element, value), old = pairs[0], chart.height(pairs[0][0])
    stack = " The bars after it in its stack move with it." if chart.arrangement == "stacked" else ""
    stack += " Its error bar keeps its length and moves with it." if chart.errors else ""
    size = "length" if chart.horizontal else "height"
    return ChartEdit(
        operation="modify",
        kind="height",
        instruction=(
            f"Change the {size} of the bar of {_of(chart, element)} from {number(old)} to {number(value)}."
            f"{stack} All else stays as it is, also the limits of both axes."
        ),
        hint=f"One bar changed its {size}.{stack}",
        result=results[0],
        wrong=tuple(results[1:]),
        facts=(
            f"Only the bar of {chart.name(element)} has another size in the second picture.",
            f"There {reaches(results[0], element)}.",
        ),
        text=draws.choice(
            (
                "One bar has another size in the second picture. Which code excerpt draws the second one?",
                "A bar of the first chart was changed. Which code excerpt belongs to the second chart?",
            )
        ),
    )


def annotate(draws: Draws, chart: BarChart, domain: Domain) -> ChartEdit[BarChart]:
    """Return the edit that writes each bar's value at the bar.

    Raises:
        UnfitError: if the values do not fit.
    """
    units = ["", *([f" {domain.unit}"] if len(domain.unit) <= _SHORT_UNIT else [])]
    ways = [(unit, size) for unit in units for size in (10, 8) if _fits(chart, unit, size)]
    if not ways:
        raise UnfitError("the values do not fit at the bars")
    unit, size = draws.choice(ways)
    labels = tuple(_label(chart, bar, unit) for bar in chart.all_bars())
    if chart.arrangement == "stacked":
        where = "centred in the middle of the bar in both directions"
    elif chart.horizontal:
        where = "with the left end of the text at the point given, vertically centred on the bar"
    else:
        where = "horizontally centred on the bar, with the lower edge of the text at the point given"
    return ChartEdit(
        operation="annotate",
        kind="values",
        instruction=(
            f"Write the value of each bar, {where}. Texts and their points (x, y):"
            f" {label_words(labels)}. All else stays as it is."
        ),
        hint=f"Write the value of each bar at the bar: {label_words(labels, places=False)}.",
        result=replace(chart, labels=labels, label_size=size),
    )


def _label(chart: BarChart, bar: Bar, unit: str) -> Label:
    if chart.arrangement == "stacked":
        along = short(bar.start + bar.height / 2)
    else:
        along = short(bar.end + _END_GAP * chart.limit)
    x, y = (along, bar.place) if chart.horizontal else (bar.place, along)
    return Label(x=x, y=y, text=f"{number(bar.height)}{unit}", of=chart.name(bar.element))


def _fits(chart: BarChart, unit: str, size: int) -> bool:
    """Return whether labels have room: between bars, and along the axis of values."""
    scale = size / 10
    across = (chart.thickness if chart.arrangement == "grouped" else 1) / (chart.span[1] - chart.span[0])
    width = _CHARACTER * scale / _AXES_WIDTH[chart.horizontal]
    line = _LINE * scale / _AXES_HEIGHT
    for bar in chart.all_bars():
        long = width * len(f"{number(bar.height)}{unit}")
        need, room = (long, line) if chart.horizontal else (line, long)
        if room > across:
            return False
        if chart.arrangement == "stacked" and need > bar.height / chart.limit:
            return False
        if chart.arrangement != "stacked" and bar.end / chart.limit + _END_GAP + need > _FULL:
            return False
    return True


def least_difference(chart: BarChart) -> float:
    """Return by how much two heights must differ so that a person tells them apart."""
    return _GAP[chart.arrangement] * chart.limit


def top(chart: BarChart) -> Value:
    """Return where the longest bar or stack ends."""
    return max(bar.end for bar in chart.all_bars())


def _of(chart: BarChart, element: Element) -> str:
    series = chart.series[element.series]
    name = f'"{chart.names[element.category]}"'
    return f'{name} in "{series}"' if series else name


BARS: ChartType[BarChart] = ChartType(
    name="bar", program=bar_program, describe=describe, outline=outline, summary=summary, sketch=sketch
)


def _check_heights(chart: BarChart, wrong: Sequence[BarChart]) -> None:
    if max(map(top, wrong)) > chart.limit:
        raise UnfitError("a wrong bar leaves the axes")


def generate(draws: Draws, chart: BarChart, domain: Domain, style: CodeStyle) -> Question:
    """Return the question which code draws the chart."""
    return BARS.generate(draws, chart, _changes(draws, chart, domain), partial(_check_heights, chart), style)


def _changes(draws: Draws, chart: BarChart, domain: Domain) -> list[Change[BarChart]]:
    gap = least_difference(chart)
    four = _four(draws, chart)
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
    return four_apart(draws, chart.elements(), chart.height, least_difference(chart))
