"""Filled layers: which one is as thick as a value? Later levels walk along bands."""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import domains
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import FigureSample
from workshop.suites.mathopeval.families.by_eye.bands import band_figure
from workshop.suites.mathopeval.families.by_eye.look import (
    TRIES,
    Figure,
    check_apart,
    draw_look,
    eye_sample,
)
from workshop.suites.mathopeval.families.charts.edits import first_fit
from workshop.suites.mathopeval.families.charts.words import listed, nice_limit, number, short

SIGHTS = ("near colours", "rule of a walk", "rule from walks", "rule with a memory")
#: Least and largest difference of the right layer and the next one by level, as a share of the right one.
GAPS = ((0.16, 0.5), (0.13, 0.4))
_COUNT, _KNOTS = 4, 7  #: layers, and places of their corners
_THINNEST = 0.05  #: of a layer, as a share of the axis


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_walk = level > 2
    return first_fit(lambda: _walked(draws, level) if is_walk else _sample(draws, level), TRIES)


def _walked(draws: Draws, level: int) -> FigureSample:
    look = replace(draw_look(draws, near=True), by_hand=False)  # a hand's edges hide what lies on top
    return eye_sample(band_figure(draws, draws.choice(domains()), look, level=level), SIGHTS, level)


def _sample(draws: Draws, level: int) -> FigureSample:
    domain, look = draws.choice(domains()), draw_look(draws, near=level > 1)
    limit = nice_limit(domain.high * 1.6)
    before = draws.choice([1, 4, 2, 4])
    value = limit * draws.integer(8, 11) / 50
    draws.choice((-1, 1)), draws.integer(15, 19)  # once a slope below the layers: keeps what follows
    thick = [value, *_others(draws, value, *GAPS[level - 1])]
    rows = [_knots(draws, before, own, limit) for own in thick]
    order = draws.shuffled(range(_COUNT))
    stack = [[0.0] * _KNOTS, *(rows[line] for line in order)]
    edges = [[sum(column[: end + 1]) for column in zip(*stack, strict=True)] for end in range(_COUNT + 1)]
    if min(map(min, rows)) < _THINNEST * limit or max(edges[-1]) > limit * 0.97:
        raise UnfitError("a layer is too thin, or does not fit")
    names = draws.sample(domain.categories, _COUNT)
    xs = [domain.x_start + 2 * domain.x_step * knot for knot in range(_KNOTS)]
    fills = "".join(
        f"ax.fill_between(x, {_listed(edges[at])}, {_listed(edges[at + 1])}, "
        f" facecolor={literal(look.colours[line])}, edgecolor={literal(look.ground)}, linewidth=1.5, label={literal(names[line])})\n"
        for at, line in enumerate(order)
    )
    code = (
        f"{look.opened(f'x = {literal(xs)}')}"
        f"fig.subplots_adjust(right=0.76)\n{fills}"
        f"ax.set(title={literal(domain.line_title)}, xlabel={literal(domain.x_label)}, xlim=(x[0], x[-1]))\n"
        f"ax.set_xticks(range(x[0], x[-1] + 1, {domain.x_step}))\n"
        f"ax.set(ylabel={literal(domain.label)}, ylim=(0, {number(limit)}))\n"
        'ax.legend(loc="lower left", bbox_to_anchor=(1.01, 0.6), handlelength=2.4, handleheight=1.6)\n'
    )
    asked, place = f"{number(short(value))} {domain.unit}", domain.x_start + domain.x_step * (2 * before + 1)
    return eye_sample(
        Figure(
            type="line",
            domain=domain.name,
            look=look,
            code=code,
            question=f"The layers lie on one another. Which of them is {asked} thick at x = {place}?",
            names=tuple(names),
            errors=tuple(
                f"{name} has {number(short(own))} there." for name, own in zip(names, thick, strict=True)
            ),
            summary=f"From below, the layers are {listed([names[line] for line in order])}.",
            words=_words(xs, edges, [names[line] for line in order]),
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


def _knots(draws: Draws, before: int, own: float, limit: float) -> list[float]:
    """Return values at the knots of which two neighbours have the mean ``own``."""
    row = [limit * draws.integer(6, 25) / 100 for _ in range(_KNOTS)]
    shift = own * draws.integer(-30, 30) / 100
    row[before : before + 2] = own + shift, own - shift
    return row


def _words(xs: Sequence[int], edges: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Return the edges of layers in words."""
    ups = " ".join(
        f'"{name}" reaches up to y = {_listed(edge)}.' for name, edge in zip(names, edges[1:], strict=True)
    )
    return (
        f"Edges of layers are straight between their points at x = {literal([*xs])}. The lowest edge is at"
        f" y = {_listed(edges[0])}. On it, from below: {ups}"
    )


def _listed(values: Sequence[float]) -> str:
    return literal([short(value) for value in values])
