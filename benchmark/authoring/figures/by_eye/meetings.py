"""Four lines and the crossing of two others: which one passes through it? The others miss it a little."""

import math
from dataclasses import replace

from benchmark.authoring.figures.by_eye.look import Figure, draw_look, eye_sample
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("covered crossing", "bent line", "bent choices", "near colours")
_NAMES = "abcdefghkmnqrstuvw"
_TURN = 30  #: degrees between neighbouring lines
_REACH = 41  #: half the length of a line; the picture is 100 wide and high
_NAME = 3  #: distance of a name from the end of its line
_COVER = 19  #: radius of what covers the crossing
_BEND = (55, 95)  #: radius of bent lines
_MISS = (26, 38)  #: by how much the others miss the crossing, in tenths


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5."""
    is_covered, is_bent, are_bent, near = (level > place for place in range(1, 5))
    look = replace(draw_look(draws, near=near), by_hand=False)  # a hand's lines are not straight
    names = draws.sample(_NAMES, 4)
    centre = draws.integer(47, 53), draws.integer(47, 53)
    first = draws.integer(0, _TURN - 1)
    turns = [
        first + _TURN * step + draws.integer(-4, 4) + 180 * draws.integer(0, 1)
        for step in draws.shuffled(range(6))
    ]
    misses = [0.0, *(draws.choice((-1, 1)) * draws.integer(*_MISS) / 10 for _ in range(3)), 0.0, 0.0]
    bent = [are_bent] * 4 + [is_bent, False]
    bends = [draws.choice((-1, 1)) / draws.integer(*_BEND) if is_one else 0.0 for is_one in bent]
    lines = [_points(centre, *given) for given in zip(turns, misses, bends, strict=True)]
    rows = ""
    for line, (xs, ys) in enumerate(lines[:4]):
        colour, name = literal(look.colours[line]), literal(names[line])
        rows += f"ax.plot({xs}, {ys}, color={colour}, linewidth=2.6, label={name})\n"
        if not near:
            ahead = _NAME / math.dist((xs[-1], ys[-1]), (xs[-2], ys[-2]))
            x, y = xs[-1] + ahead * (xs[-1] - xs[-2]), ys[-1] + ahead * (ys[-1] - ys[-2])
            rows += (
                f"ax.text({x:.1f}, {y:.1f}, {literal(names[line])}, ha='center', va='center', fontsize=14)\n"
            )
    for xs, ys in lines[4:]:
        rows += f"ax.plot({xs}, {ys}, color={literal(look.ink)}, linewidth=2, linestyle='--')\n"
    if is_covered:
        rows += (
            f"ax.add_patch(plt.Circle({centre}, {_COVER}, facecolor={literal(look.ground)},"
            f" edgecolor={literal(look.ink)}, hatch='//', zorder=3))\n"
        )
    if near:
        rows += "ax.legend(loc='lower left', fontsize=12)\n"
    code = (
        f"{look.opened(size=(6.0, 6.0))}"
        "fig.subplots_adjust(left=0, right=1, bottom=0, top=1)\n"
        f"ax.set(xlim=(0, 100), ylim=(0, 100))\nax.axis('off')\n{rows}"
    )
    hidden = (
        f" Below the patch, lines go on straight{' or as circles' if is_bent else ''}." if is_covered else ""
    )
    return eye_sample(
        Figure(
            type="geometric",
            domain="lines",
            look=look,
            code=code,
            question=f"Which line passes through the point where both dashed lines meet?{hidden}",
            names=tuple(f"line {name}" for name in names),
            errors=tuple(
                f"Line {name} {f'misses it by {abs(miss)}' if miss else 'passes through it'}."
                for name, miss in zip(names, misses, strict=False)
            ),
            summary=f"The lines {', '.join(names)} pass near the crossing.",
            values={"turns": turns},
        ),
        SIGHTS,
        level,
    )


def _points(
    centre: tuple[int, int], turn: float, miss: float, bend: float
) -> tuple[list[float], list[float]]:
    """Return a line, or the arc of a circle with the radius ``1 / bend``, past a centre."""
    along, across = math.radians(turn), math.radians(turn + 90)
    xs, ys = [], []
    for step in range(-22, 23) if bend else (-22, 22):
        way = step * _REACH / 22
        ahead, aside = (
            (math.sin(way * bend) / bend, (1 - math.cos(way * bend)) / bend) if bend else (way, 0.0)
        )
        xs.append(round(centre[0] + ahead * math.cos(along) + (aside + miss) * math.cos(across), 2))
        ys.append(round(centre[1] + ahead * math.sin(along) + (aside + miss) * math.sin(across), 2))
    return xs, ys
