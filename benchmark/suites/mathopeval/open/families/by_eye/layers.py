"""Filled layers: which one is as thick as a value, or as another one? Later levels walk along bands."""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.domains import domains
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.bands import band_figure
from benchmark.suites.mathopeval.open.families.by_eye.look import (
    TRIES,
    Figure,
    Look,
    check_apart,
    draw_look,
    eye_sample,
)
from benchmark.suites.mathopeval.open.families.charts.edits import first_fit
from benchmark.suites.mathopeval.open.families.charts.words import listed, nice_limit, number, short

SIGHTS = ("near colours", "two places", "rule from walks", "rule with a memory")
#: Least and largest difference of the right layer and the next one by level, as a share of the right one.
GAPS = ((0.16, 0.5), (0.13, 0.4), (0.085, 0.12))
_KNOTS = 7
_THINNEST = 0.05  #: of a layer, as a share of the axis


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_walk = level > 3
    return first_fit(lambda: _walked(draws, level) if is_walk else _sample(draws, level), TRIES)


def _walked(draws: Draws, level: int) -> FigureSample:
    look = replace(draw_look(draws, near=True), by_hand=False)  # a hand's edges hide what lies on top
    is_highest = level > 4
    return eye_sample(band_figure(draws, draws.choice(domains()), look, is_highest=is_highest), SIGHTS, level)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_compared = level > 1, level > 2
    domain, look = draws.choice(domains()), draw_look(draws, near=near)
    look = replace(look, by_hand=look.by_hand and not is_compared)  # a hand's edges are hard to measure
    limit = nice_limit(domain.high * 1.6)
    before, there = draws.choice([(1, 4), (4, 1), (2, 4), (4, 2)])
    value = limit * draws.integer(48, 57) / 400 if is_compared else limit * draws.integer(8, 11) / 50
    draws.choice((-1, 1)), draws.integer(15, 19)  # once a slope below the layers: keeps what follows
    thick = [value, *_others(draws, value, *GAPS[level - 1])]
    count = 5 if is_compared else 4
    rows = [_knots(draws, before, own, limit, is_low=is_compared) for own in thick]
    if is_compared:  # the last layer has the thickness at the other place
        rows.append(_knots(draws, there, value, limit, is_low=True))
        if not 0.6 * value < _mean(rows[-1], before) < 1.5 * value:
            raise UnfitError("the layer differs too much from itself")
    order = draws.shuffled(range(count))
    floor = [limit * draws.integer(4, 20) / 100 if is_compared else 0.0 for _ in range(_KNOTS)]
    stack = [floor, *(rows[line] for line in order)]
    edges = [[sum(column[: end + 1]) for column in zip(*stack, strict=True)] for end in range(count + 1)]
    if min(map(min, rows)) < _THINNEST * limit or max(edges[-1]) > limit * 0.97:
        raise UnfitError("a layer is too thin, or does not fit")
    names = draws.sample(domain.categories, count)
    xs = [domain.x_start + 2 * domain.x_step * knot for knot in range(_KNOTS)]
    place, other = (domain.x_start + domain.x_step * (2 * knot + 1) for knot in (before, there))
    looks = _colours(look)
    fills = "".join(
        f"ax.fill_between(x, {_listed(edges[at])}, {_listed(edges[at + 1])}, {looks[line]},"
        f" label={literal(names[line])})\n"
        for at, line in enumerate(order)
    )
    code = (
        f"{look.opened(f'x = {literal(xs)}', size=(6.0, 6.0) if is_compared else (7.2, 4.8))}"
        f"fig.subplots_adjust(right={0.74 if is_compared else 0.76})\n{fills}"
        f"ax.set(title={literal(domain.line_title)}, xlabel={literal(domain.x_label)}, xlim=(x[0], x[-1]))\n"
        f"ax.set_xticks(range(x[0], x[-1] + 1, {domain.x_step * (2 if is_compared else 1)}))\n"
        f"ax.set(ylabel={literal(domain.label)}, ylim=(0, {number(limit)}))\n"
        'ax.legend(loc="lower left", bbox_to_anchor=(1.01, 0.6), handlelength=2.4, handleheight=1.6)\n'
    )
    if is_compared:
        code += f"ax.set_yticks([])\n{_marked(look, place, other)}"
    asked = f"{number(short(value))} {domain.unit}"
    question = (
        f"Which layer is, measured upright, as thick at B as {names[-1]} is at A?"
        if is_compared
        else f"The layers lie on one another. Which of them is {asked} thick at x = {place}?"
    )
    return eye_sample(
        Figure(
            type="line",
            domain=domain.name,
            look=look,
            code=code,
            question=question,
            names=tuple(names[:4]),
            errors=tuple(
                f"{name} has {number(short(own))} there." for name, own in zip(names, thick, strict=False)
            ),
            summary=f"From below, the layers are {listed([names[line] for line in order])}.",
            values={"edges": [[short(y) for y in edge] for edge in edges]},
        ),
        SIGHTS,
        level,
    )


def _others(draws: Draws, value: float, least: float, most: float) -> list[float]:
    """Return the thickness of three other layers."""
    first = value * draws.integer(60, 145) / 100
    step = value * draws.integer(round(1000 * least), round(1000 * most)) / 1000
    beyond = step * draws.integer(18, 22) / 10
    pair = draws.choice(((step, -step), (step, beyond), (-step, -beyond)))
    thick = [first, *(value + shift for shift in pair)]
    check_apart([0, *sorted([value, *thick]), 3 * value], 0.9 * least * value)
    if min(abs(own - value) for own in thick) < least * value:
        raise UnfitError("a layer is too near to the right one")
    return thick


def _knots(draws: Draws, before: int, own: float, limit: float, *, is_low: bool) -> list[float]:
    """Return values at the knots of which two neighbours have the mean ``own``."""
    row = [limit * draws.integer(6, 16 if is_low else 25) / 100 for _ in range(_KNOTS)]
    shift = own * draws.integer(-30, 30) / 100
    row[before : before + 2] = own + shift, own - shift
    return row


def _mean(row: Sequence[float], before: int) -> float:
    return (row[before] + row[before + 1]) / 2


def _colours(look: Look) -> list[str]:
    """Return the look of five layers; the last one, which is no option, has the colour of ink."""
    return [
        f"facecolor={literal(colour)}, edgecolor={literal(look.ground)}, linewidth=1.5"
        for colour in (*look.colours, look.ink)
    ]


def _marked(look: Look, place: int, other: int) -> str:
    """Return the lines that mark the places B and A."""
    rows = ""
    for name, x in (("B", place), ("A", other)):
        rows += (
            f"ax.axvline({x}, color={literal(look.ink)}, linewidth=1, linestyle=':', zorder=4)\n"
            f"ax.text({x}, 1.0, {literal(name)}, ha='center', va='top', zorder=5, fontsize=12,"
            f" backgroundcolor={literal(look.ground)}, transform=ax.get_xaxis_transform())\n"
        )
    return rows


def _listed(values: Sequence[float]) -> str:
    return literal([short(value) for value in values])
