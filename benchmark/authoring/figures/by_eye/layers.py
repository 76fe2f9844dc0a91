"""Four filled layers on top of one another: which one is as thick as a value? Edges mislead."""

from collections.abc import Sequence

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.look import TRIES, Figure, check_apart, draw_look, eye_sample
from benchmark.authoring.figures.charts.edits import first_fit
from benchmark.authoring.figures.charts.words import listed, nice_limit, number, short
from benchmark.authoring.figures.domains import domains
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("near colours", "wavy floor", "scale bar alone", "covered place")
_KNOTS = 6
_GAP = 0.13  #: least difference of the right layer and another, as a share of the right one
_THINNEST = 0.05  #: of a layer, as a share of the axis


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    return first_fit(lambda: _sample(draws, level), TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_wavy, has_bar, is_covered = (level > place for place in range(1, 5))
    domain, look = draws.choice(domains()), draw_look(draws, near=near)
    names, before = draws.sample(domain.categories, 4), draws.integer(1, 3)
    limit = nice_limit(domain.high * 1.6)
    value = limit * draws.integer(8, 11) / 50
    thick = [value, *(value * draws.integer(60, 145) / 100 for _ in range(3))]
    check_apart([0, *sorted(thick), 2 * value], _GAP * value)
    order = draws.shuffled(range(4))
    floor = value - thick[order[0]] if is_wavy else 0  # the upper edge of the lowest layer is at the value
    if is_wavy and floor < _THINNEST * limit:
        raise UnfitError("the floor is too low")
    rows = [_knots(draws, before, own, limit) for own in (floor, *(thick[line] for line in order))]
    rows = rows if is_wavy else [[0.0] * _KNOTS, *rows[1:]]
    edges = [[sum(column[: end + 1]) for column in zip(*rows, strict=True)] for end in range(5)]
    if min(map(min, rows[1:])) < _THINNEST * limit or min(rows[0]) < 0 or max(edges[-1]) > limit * 0.97:
        raise UnfitError("a layer is too thin, or does not fit")
    x = domain.x_start + domain.x_step * (2 * before + 1)
    xs = [domain.x_start + 2 * domain.x_step * knot for knot in range(_KNOTS)]
    fills = "".join(
        f"ax.fill_between(x, {_listed(edges[place])}, {_listed(edges[place + 1])},"
        f" facecolor={literal(look.colours[line])}, edgecolor={literal(look.ground)}, linewidth=1.5,"
        f" label={literal(names[line])})\n"
        for place, line in enumerate(order)
    )
    code = (
        f"{look.opened(f'x = {literal(xs)}')}"
        f"fig.subplots_adjust(right=0.76)\n{fills}"
        f"ax.set(title={literal(domain.line_title)}, xlabel={literal(domain.x_label)}, xlim=(x[0], x[-1]))\n"
        f"ax.set_xticks(range(x[0], x[-1] + 1, {domain.x_step}))\n"
        f"ax.set(ylabel={literal(domain.label)}, ylim=(0, {number(limit)}))\n"
        'ax.legend(loc="lower left", bbox_to_anchor=(1.01, 0.6))\n'
    )
    if has_bar:
        unit = short(limit / 10)
        code += (
            f"ax.set_yticks([])\n"
            f"ax.plot([1.05] * 2, [0.3, 0.4], color={literal(look.ink)}, linewidth=5, clip_on=False,"
            " solid_capstyle='butt', transform=ax.transAxes)\n"
            f"ax.text(1.08, 0.35, {literal(f'{number(unit)} {domain.unit}')}, va='center',"
            " transform=ax.transAxes)\n"
        )
    if is_covered:
        half = 0.55 * domain.x_step
        code += (
            f"ax.axvspan({short(x - half)}, {short(x + half)}, facecolor={literal(look.ground)},"
            f" edgecolor={literal(look.ink)}, hatch='xx', zorder=3)\n"
        )
    asked = f"{number(short(value))} {domain.unit}"
    behind = " Edges go on straight behind the strip." if is_covered else ""
    thickness = [f"{name} has {number(short(own))} there." for name, own in zip(names, thick, strict=True)]
    return eye_sample(
        Figure(
            type="line",
            domain=domain.name,
            look=look,
            code=code,
            question=f"The layers lie on one another.{behind} Which of them is {asked} thick at x = {x}?",
            names=tuple(names),
            errors=(f"The upper edge of {names[order[0]]} is the lowest.", *thickness),
            summary=f"From below, the layers are {listed([names[line] for line in order])}.",
        ),
        SIGHTS,
        level,
    )


def _knots(draws: Draws, before: int, own: float, limit: float) -> list[float]:
    """Return values at the knots of which two neighbours have the mean ``own``."""
    row = [limit * draws.integer(6, 25) / 100 for _ in range(_KNOTS)]
    lean = own * draws.integer(-40, 40) / 100
    row[before : before + 2] = own + lean, own - lean
    return row


def _listed(values: Sequence[float]) -> str:
    return literal([short(value) for value in values])
