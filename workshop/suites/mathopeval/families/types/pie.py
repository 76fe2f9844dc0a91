"""Samples of pie charts (3 to 7 slices, which start at any angle and go either way), edits and questions."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import Domain, Value, domains
from workshop.authoring.figures.options import Change, four_apart
from workshop.authoring.figures.sample import CodeStyle, FigureSample, Question
from workshop.suites.mathopeval.families.charts.edits import (
    ChartEdit,
    ChartType,
    chart_sample,
    first_fit,
)
from workshop.suites.mathopeval.families.charts.pies import (
    FORMATS,
    PieChart,
    describe,
    outline,
    pie_program,
    sketch,
    summary,
)
from workshop.suites.mathopeval.families.charts.words import FILLS, listed, number, quoted

_TRIES = 60


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample of a pie chart; the style changes nothing but the programs.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    domain = draws.choice(domains())
    count = draws.choice((3, 4, 4, 5, 5, 6, 6, 7))
    scaled = draws.chance(1, 2)
    return first_fit(
        lambda: _sample(draws, _chart(draws, domain, count), domain, style, scaled=scaled), _TRIES
    )


def _sample(draws: Draws, chart: PieChart, domain: Domain, style: CodeStyle, *, scaled: bool) -> FigureSample:
    edits = (
        delete(draws, chart),
        modify(draws, chart, scaled=scaled),
        annotate(draws, chart),
    )
    for drawn in (chart, *(edit.result for edit in edits)):
        check_names(drawn)
    questions = (
        generate(draws, chart, style),
        forward(draws, chart, domain),
        backward(draws, chart),
    )
    return chart_sample(PIES, domain.name, chart, edits, questions, style=style)


def _chart(draws: Draws, domain: Domain, count: int) -> PieChart:
    return PieChart(
        title=domain.pie_title,
        names=tuple(draws.sample(domain.categories, count)),
        shares=draw_shares(draws, count),
        colours=tuple(draws.sample(FILLS, count)),
        start=draws.choice(STARTS),
        clockwise=draws.chance(1, 2),
        legend=draws.chance(1, 3),
    )


#: Minimum difference of two shares that a person tells apart, in percent.
GAP = 3
#: Minimum and maximum share of a slice, in percent.
SHARES = (5, 60)
#: Angles at which pies start, in degrees.
STARTS = (0, 30, 45, 60, 90, 120, 180, 225, 270, 315)

_FOUR = 4
_DISTANCES = (0.6, 0.7, 0.75)
_RADIUS = 148  #: of a pie, px
_CHARACTER, _LINE = 8.6, 15  #: width and height of a character, px
_NAME_DISTANCE = 1.1  #: of names from the centre, as a share of the radius

Box = tuple[float, float, float, float]


def delete(draws: Draws, chart: PieChart) -> ChartEdit[PieChart]:
    """Return the edit that deletes one slice."""
    count = len(chart.names)
    if count >= _FOUR and draws.chance(1, 2):
        targets = draws.sample(range(count), 4)
        results = [chart.without(target) for target in targets]
        facts: tuple[str, ...] = ()
    else:
        targets = draws.sample(range(count), 2)
        if draws.chance(1, 2):
            other = draws.choice([start for start in STARTS if start != chart.start])
            changed = replace(chart, start=other)
            facts = (f"The first slice still starts at {chart.start} degrees.",)
        else:
            changed = replace(chart, clockwise=not chart.clockwise)
            facts = (f"The slices still follow one another {_way(chart)}.",)
        results = [drawn.without(target) for drawn in (chart, changed) for target in targets]
    check_different(results)
    name = chart.names[targets[0]]
    return ChartEdit(
        operation="delete",
        kind="slice",
        instruction=(
            f'Delete the slice "{name}" with its name. The other slices fill the circle again: they keep'
            " their order, their colours and the ratios of their shares, and the first of them starts at the"
            " angle at which the first slice started."
        ),
        hint="One slice was deleted. The others fill the circle again, in proportion.",
        ways=count,
        result=results[0],
        wrong=tuple(results[1:]),
        facts=(f"{name} is in the first picture and not in the second.", *facts),
        text=draws.choice(
            (
                "One slice of the first picture is not in the second. Which excerpt draws the second one?",
                "A slice was removed from the first pie. Which code excerpt belongs to the second pie chart?",
            )
        ),
    )


def modify(draws: Draws, chart: PieChart, *, scaled: bool) -> ChartEdit[PieChart]:
    """Return the edit that changes a share: from one other slice or, if ``scaled``, all in proportion."""
    return _scaled(draws, chart) if scaled else _moved(draws, chart)


def _moved(draws: Draws, chart: PieChart) -> ChartEdit[PieChart]:
    target, *sources = draws.sample(range(len(chart.names)), 3)
    amounts = draws.sample(range(4, 21), 2)
    if abs(amounts[0] - amounts[1]) < GAP:
        raise UnfitError("two changes are nearly the same")
    ways = [(amount, source) for amount in amounts for source in sources]
    results = [chart.with_moved(target, amount, source) for amount, source in ways]
    if any(not SHARES[0] <= share <= SHARES[1] for result in results for share in result.shares):
        raise UnfitError("a changed slice is too small or too large")
    (amount, source), result = ways[0], results[0]
    name, giver = chart.names[target], chart.names[source]
    return _modified(
        draws,
        "moved",
        f'Raise the share of "{name}" from {number(chart.shares[target])} % to'
        f' {number(result.shares[target])} %. The {amount} points come from "{giver}" alone, which falls'
        f" from {number(chart.shares[source])} % to {number(result.shares[source])} %. All other shares, the"
        " order, the colours and the start stay.",
        results,
        (
            f"In the second picture {name} has {number(result.shares[target])} percent.",
            f"Only {giver} has become smaller: it has {number(result.shares[source])} percent.",
        ),
    )


def _scaled(draws: Draws, chart: PieChart) -> ChartEdit[PieChart]:
    square = draws.chance(1, 2)
    targets = draws.sample(range(len(chart.names)), 2 if square else 1)
    values = draws.integers(2 if square else 4, 8, 50)
    taken = [*values, *(chart.shares[target] for target in targets)]
    if any(abs(first - second) <= 2 * GAP for first, second in combinations(taken, 2)):
        raise UnfitError("two shares are nearly the same")
    ways = [(target, value) for value in values for target in targets]
    results = [chart.with_scaled(target, value) for target, value in ways]
    if any(share < SHARES[0] - 1 for result in results for share in result.shares):
        raise UnfitError("a changed slice is too small")
    (target, value), result = ways[0], results[0]
    name = chart.names[target]
    rest = listed(
        [
            f'"{other}" {number(share)} %'
            for other, share in zip(chart.names, result.shares, strict=True)
            if other != name
        ]
    )
    return _modified(
        draws,
        "scaled",
        f'Change the share of "{name}" from {number(chart.shares[target])} % to {value} %. All other slices'
        " are scaled by one factor, so that they keep their ratios and all shares together stay 100 %:"
        f" {rest}. The order, the colours and the start stay.",
        results,
        (
            f"In the second picture {name} has {value} percent.",
            "All other slices have changed by the same factor.",
        ),
    )


def _modified(
    draws: Draws, kind: str, instruction: str, results: list[PieChart], facts: tuple[str, ...]
) -> ChartEdit[PieChart]:
    return ChartEdit(
        operation="modify",
        kind=kind,
        instruction=instruction,
        hint="Slices changed their shares. The order, the colours and the start stay.",
        result=results[0],
        wrong=tuple(results[1:]),
        facts=facts,
        text=draws.choice(
            (
                "The slices have other shares in the second picture. Which code excerpt draws this picture?",
                "Shares of the first pie were changed. Which code excerpt belongs to the second pie chart?",
            )
        ),
    )


def annotate(draws: Draws, chart: PieChart) -> ChartEdit[PieChart]:
    """Return the edit that writes the percentage into each slice."""
    format_, distance = draws.choice(tuple(FORMATS)), draws.choice(_DISTANCES)
    result = replace(chart, format=format_, distance=distance)
    texts = [f'"{name}": "{text}"' for name, text in zip(chart.names, result.labels(), strict=True)]
    return ChartEdit(
        operation="annotate",
        kind="percentages",
        instruction=(
            f"Write the share of each slice into it, in the format {quoted([FORMATS[format_]])} for a"
            f" quarter, centred in both directions at {number(distance)} of the radius on the line in the"
            f" middle of the slice. Texts: {', '.join(texts)}. All else stays as it is."
        ),
        hint=f"Write the share of each slice into it: {', '.join(texts)}.",
        result=result,
    )


def check_different(charts: Sequence[PieChart]) -> None:
    """Check that charts do not look the same: three slices in reverse, the other way round, are the same pie.

    Raises:
        UnfitError: if two do.
    """
    if len({chart.wedges() for chart in charts}) < len(charts):
        raise UnfitError("two pies look the same")


def check_names(chart: PieChart) -> None:
    """Check that names written at slices keep apart.

    Raises:
        UnfitError: if two overlap.
    """
    if chart.legend:
        return
    for first, second in combinations(_boxes(chart), 2):
        width = min(first[2], second[2]) - max(first[0], second[0])
        height = min(first[3], second[3]) - max(first[1], second[1])
        if width > 0 and height > 0:
            raise UnfitError("names of slices overlap")


def _boxes(chart: PieChart) -> Iterator[Box]:
    """Yield the rectangles of names, in px from the centre of the pie."""
    whole, before = sum(chart.shares), 0.0
    for name, share in zip(chart.names, chart.shares, strict=True):
        turn = 360 * (before + share / 2) / whole
        before += share
        angle = math.radians(chart.start + (-turn if chart.clockwise else turn))
        x, y = (_NAME_DISTANCE * _RADIUS * part for part in (math.cos(angle), math.sin(angle)))
        width = _CHARACTER * len(name)
        left = x if x > 0 else x - width
        yield left, y - _LINE / 2, left + width, y + _LINE / 2


def _way(chart: PieChart) -> str:
    return "clockwise" if chart.clockwise else "anticlockwise"


def draw_shares(draws: Draws, count: int) -> tuple[Value, ...]:
    """Return different whole shares that sum to 100.

    Raises:
        UnfitError: if the draws find none.
    """
    low, high = SHARES[0], min(SHARES[1], 200 // count)
    for _ in range(400):
        shares = draws.integers(count - 1, low, high)
        shares.append(100 - sum(shares))
        gap = min(abs(first - second) for first, second in combinations(shares, 2))
        if low <= shares[-1] <= high and gap >= (GAP if count <= 5 else 2):
            return tuple(draws.shuffled(shares))
    raise UnfitError(f"no {count} shares differ enough")


PIES: ChartType[PieChart] = ChartType(
    name="pie", program=pie_program, describe=describe, outline=outline, summary=summary, sketch=sketch
)

_SWAPPED = 5  #: minimum difference of two shares that a wrong option swaps, in percent


def generate(draws: Draws, chart: PieChart, style: CodeStyle) -> Question:
    """Return the question which code draws the chart."""
    changes = _changes(draws, chart)
    return PIES.generate(draws, chart, changes, lambda wrong: check_different([chart, *wrong]), style)


def _changes(draws: Draws, chart: PieChart) -> list[Change[PieChart]]:
    first, second = draws.sample(range(len(chart.names)), 2)
    if abs(chart.shares[first] - chart.shares[second]) < _SWAPPED:
        raise UnfitError("two swapped shares are nearly the same")
    one, other = draws.sample(range(len(chart.names)), 2)
    start = draws.choice([start for start in STARTS if start != chart.start])
    way = "clockwise" if chart.clockwise else "anticlockwise"
    before, after = sorted((one, other))
    changes: list[Change[PieChart]] = [
        Change(
            lambda figure: figure.with_swapped_shares(first, second),
            f"{_has(chart, first)}, and {_has(chart, second)}.",
        ),
        Change(
            lambda figure: figure.with_swapped_slices(one, other),
            f"From the start on, {chart.names[before]} comes before {chart.names[after]}.",
            moves=True,
        ),
        Change(
            lambda figure: replace(figure, start=start),
            f"The first slice, {chart.names[0]}, starts at {chart.start} degrees.",
        ),
        Change(
            lambda figure: replace(figure, clockwise=not figure.clockwise),
            f"After {chart.names[0]}, the slice {chart.names[1]} follows {way}.",
        ),
    ]
    return changes


def forward(draws: Draws, chart: PieChart, domain: Domain) -> Question:
    """Return the question at which slice a percentage has to be written."""
    slices = _slices(draws, chart)
    names = [chart.names[slice_] for slice_ in slices]
    if len(names) < _FOUR:
        names.append(draws.choice([name for name in domain.categories if name not in names]))
    share = f"{number(chart.shares[slices[0]])} %"
    return PIES.value_question(
        "forward",
        f"Each slice is to get its percentage as a label. At which of these does {share} belong?",
        chart,
        names,
        facts=[f"{_has(chart, slice_)}." for slice_ in sorted(slices)],
        result=f"So {share} belongs at {names[0]}.",
    )


def backward(draws: Draws, chart: PieChart) -> Question:
    """Return the question which percentage has to be written at a slice."""
    slices = _slices(draws, chart)
    shares = [chart.shares[slice_] for slice_ in slices]
    if len(shares) < _FOUR:  # the other shares of this pie would sum to 100 with the right one
        shares = [shares[0], *(draws.choice(draw_shares(draws, len(chart.names))) for _ in range(3))]
        if any(abs(one - other) < GAP for one, other in combinations(shares, 2)):
            raise UnfitError("two shares are nearly the same")
    options = [f"{number(share)} %" for share in shares]
    name = chart.names[slices[0]]
    return PIES.value_question(
        "backward",
        f"Each slice is to get its percentage as a label. Which label belongs at the slice {name}?",
        chart,
        options,
        facts=[f"Compared with the whole circle, {_has(chart, slices[0])}."],
        result=f"So the label at {name} is {options[0]}.",
    )


def _slices(draws: Draws, chart: PieChart) -> list[int]:
    """Return four slices, or three if there are no more, whose shares a person tells apart."""
    places = range(len(chart.names))
    if len(places) < _FOUR:
        return draws.shuffled(places)
    return four_apart(draws, places, lambda place: float(chart.shares[place]), GAP - 0.5)


def _has(chart: PieChart, slice_: int) -> str:
    share: Value = chart.shares[slice_]
    return f"{chart.names[slice_]} has {number(share)} percent"
