"""Parts of a disc without percentages: which one has a share? A slant, groups and radii mislead."""

import math
from itertools import accumulate, pairwise

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.look import TRIES, Figure, check_apart, draw_look, eye_sample
from benchmark.authoring.figures.charts.edits import first_fit
from benchmark.authoring.figures.charts.words import listed
from benchmark.authoring.figures.domains import domains
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("near colours", "slant", "share of a group", "different radii")
_TILT = 0.5  #: height of the slanted disc, as a share of its width
_GROUPS = (3, 3, 2)  #: parts of each group
_SMALLEST = 5  #: share of a part, %
_OTHER = "#8c8c88"  #: colour of parts that are not asked for
_NEAR = 0.3  #: difference of the right share and the next one, as a share of the right one
_SEEN = 1.5  #: difference of two shares that looks like none, %
_PART = """\
def part(start, end, inner, outer, color, drop=0):
    turns = np.radians(np.linspace(start, end, 80))
    x = [*outer * np.cos(turns), *inner * np.cos(turns[::-1])]
    y = [*outer * np.sin(turns), *inner * np.sin(turns[::-1])]
    ax.fill(x, np.array(y) * {tilt} - drop, facecolor=color, edgecolor={ground}, linewidth=1.5)


"""


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    return first_fit(lambda: _sample(draws, level), TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_slanted, has_groups, has_radii = (level > place for place in range(1, 5))
    sizes = _GROUPS if has_groups else (sum(_GROUPS),)
    groups = _split(draws, len(sizes), 24) if has_groups else [100]
    parts = [
        (group, share * groups[group] / 100)
        for group, count in enumerate(sizes)
        for share in _split(draws, count, 18 if has_groups else _SMALLEST)
    ]
    chosen = draws.sample(range(len(parts)), 4)
    whole = [parts[place][1] for place in chosen]
    own = [100 * parts[place][1] / groups[parts[place][0]] for place in chosen]
    start = draws.integer(0, 359)
    turns = [start + 3.6 * end for end in accumulate((share for _, share in parts), initial=0)]
    asked = round(own[0])
    check_apart([0, *sorted(own), 100], max(2, 0.12 * asked))
    nearest = min(abs(share - own[0]) for share in own[1:])
    if min(whole) < _SMALLEST or nearest > _NEAR * asked:
        raise UnfitError("a part is too small, or no other part is nearly the right one")
    seen = [_seen(turns[place], turns[place + 1]) for place in chosen]
    misleading = whole[1] if has_groups else seen[1]
    if is_slanted and (abs(misleading - asked) > _SEEN or abs(seen[0] - asked) < _SEEN):
        raise UnfitError("no other part looks like the right one")
    domain, look = draws.choice(domains()), draw_look(draws, near=near)
    names = draws.sample(domain.categories, 4)
    colours = {place: look.colours[index] for index, place in enumerate(chosen)}
    radii = [draws.integer(16, 23) / 20 if has_radii else 1 for _ in parts]
    tilt = _TILT if is_slanted else 1
    drops = (0.09, 0) if is_slanted else (0,)
    inner = 0.6 if has_groups else 0
    rows = [
        f"part({turns[place]:.2f}, {turns[place + 1]:.2f}, {inner}, {radii[place]},"
        f" {literal(look.ink if drop else colours.get(place, _OTHER))}, {drop})\n"
        for drop in drops
        for place in range(len(parts))
    ]
    if has_groups:
        ends = list(accumulate(groups, initial=0))
        rows += [
            f"part({start + 3.6 * ends[group]:.2f}, {start + 3.6 * ends[group + 1]:.2f}, 0.25, 0.57,"
            f" {literal(look.ink)})\n"
            for group in range(len(groups))
        ]
    keys = "".join(
        f"ax.fill([], [], facecolor={literal(look.colours[index])}, label={literal(names[index])})\n"
        for index in draws.shuffled(range(4))
    )
    code = (
        f"{look.opened()}"
        "fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n"
        f"{_PART.format(tilt=tilt, ground=literal(look.ground))}{''.join(rows)}{keys}"
        f"ax.set(title={literal(domain.pie_title)}, xlim=(-1.2, 2.3), ylim=(-1.2, 1.1), aspect='equal')\n"
        "ax.axis('off')\nax.legend(loc='center right')\n"
    )
    hint = "The disc is round and seen at a slant" if is_slanted else "The disc is divided"
    hint += "; radii do not count. " if has_radii else ". "
    of = "its group in the inner ring" if has_groups else "the whole"
    shares = [f"{name} has {share:.0f} % of {of}." for name, share in zip(names, own, strict=True)]
    return eye_sample(
        Figure(
            type="pie",
            domain=domain.name,
            look=look,
            code=code,
            question=f"{hint}Which part in the legend is {asked} % of {of}?",
            names=tuple(names),
            errors=tuple(shares),
            summary=f"Four parts have names: {listed(names)}.",
        ),
        SIGHTS,
        level,
    )


def _split(draws: Draws, count: int, least: int) -> list[int]:
    """Return whole shares of at least ``least`` that make 100."""
    cuts = sorted(draws.sample(range(1, 100 - count * (least - 1)), count - 1))
    bounds = [0, *cuts, 100 - count * (least - 1)]
    return [high - low + least - 1 for low, high in pairwise(bounds)]


def _seen(start: float, end: float) -> float:
    """Return the share that the angle of a part on the slanted disc seems to have, %."""
    first, last = (
        math.degrees(math.atan2(_TILT * math.sin(math.radians(turn)), math.cos(math.radians(turn))))
        for turn in (start, end)
    )
    return (last - first) % 360 / 3.6
