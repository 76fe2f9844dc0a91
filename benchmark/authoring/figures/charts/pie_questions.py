"""Questions about the original pie chart: its code, a slice by its share, a share by its slice."""

from dataclasses import replace
from itertools import combinations

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.charts.edits import ChartType
from benchmark.authoring.figures.charts.pie_edits import GAP, STARTS, check_different, draw_shares
from benchmark.authoring.figures.charts.pie_programs import pie_program
from benchmark.authoring.figures.charts.pies import PieChart, describe, sketch, summary
from benchmark.authoring.figures.charts.words import number
from benchmark.authoring.figures.domains import Domain, Value
from benchmark.authoring.figures.options import Change, four_apart, wrong_by_changes
from benchmark.authoring.figures.sample import CodeStyle, Question

PIES: ChartType[PieChart] = ChartType(
    name="pie", program=pie_program, describe=describe, summary=summary, sketch=sketch
)

_FOUR = 4
_SWAPPED = 5  #: minimum difference of two shares that a wrong option swaps, in percent


def generate(draws: Draws, chart: PieChart, style: CodeStyle) -> Question:
    """Return the question which code draws the chart."""
    wrong, facts = wrong_by_changes(draws, chart, _changes(draws, chart))
    check_different([chart, *wrong])
    text = draws.choice(
        (
            "Which excerpt of code belongs to the program that draws exactly the pie chart in the picture?",
            "The picture was drawn by a program with matplotlib. Which excerpt is from this program?",
        )
    )
    return PIES.code_question("generate", text, chart, wrong, facts=facts, style=style)


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
    four = four_apart(draws, places, lambda place: float(chart.shares[place]), GAP - 0.5)
    if four is None:
        raise UnfitError("no four slices differ enough")
    return four


def _has(chart: PieChart, slice_: int) -> str:
    share: Value = chart.shares[slice_]
    return f"{chart.names[slice_]} has {number(share)} percent"
