"""Parts of a disc without percentages: which one has a share? A slant, radii and groups mislead."""

import math
from dataclasses import replace
from itertools import accumulate, pairwise, permutations

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.look import TRIES, Figure, Look, draw_look, eye_sample
from benchmark.authoring.figures.charts.edits import first_fit
from benchmark.authoring.figures.charts.words import listed
from benchmark.authoring.figures.domains import domains
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("near colours", "turned slant", "parts moved apart", "share of a group")
#: Least and largest difference of the right share and the next one by level, as a share of the right one.
GAPS = ((0.15, 0.5), (0.13, 0.3), (0.09, 0.14), (0.07, 0.1), (0.05, 0.07))
_TILT = 0.5  #: height of the slanted disc, as a share of its width
_TURNS = ((-40, -20), (20, 40))  #: by which a slanted disc is turned, degrees
_RIM = 1.3  #: radius of the rim around moved parts
_GROUPS = (3, 3, 2)  #: parts of each group
_SMALLEST = 5  #: share of a part, %
_SHARES = (5, 5, 8, 12, 12)  #: least share of the right part by level, %
_OTHER = "#8c8c88"  #: colour of parts that are not asked for
_PATTERNS = ("///", "\\\\\\", "xx", "..", "++", "||")
_SEEN = 1.5  #: difference of two shares that looks like none, %
_PART = """\
def part(start, end, inner, outer, color, moved=0, drop=0, **look):
    turns, middle = np.radians(np.linspace(start, end, 80)), np.radians((start + end) / 2)
    x = np.array([*outer * np.cos(turns), *inner * np.cos(turns[::-1])]) + moved * np.cos(middle)
    y = np.array([*outer * np.sin(turns), *inner * np.sin(turns[::-1])]) + moved * np.sin(middle)
    x, y = {along} * x - {across} * {tilt} * y, {across} * x + {along} * {tilt} * y
    ax.fill(x, y - drop, facecolor=color, **{{"edgecolor": {ground}, "linewidth": 1.5}} | look)


"""


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    return first_fit(lambda: _sample(draws, level), TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_slanted, is_apart, has_groups = (level > place for place in range(1, 5))
    sizes = _GROUPS if has_groups else (sum(_GROUPS),)
    groups = _split(draws, len(sizes), 24) if has_groups else [100]
    parts = [
        (group, share * groups[group] / 100)
        for group, count in enumerate(sizes)
        for share in _split(draws, count, 18 if has_groups else _SMALLEST)
    ]
    start = draws.integer(0, 359)
    turns = [start + 3.6 * end for end in accumulate((share for _, share in parts), initial=0)]
    own = [100 * share / groups[group] for group, share in parts]
    seen = [_seen(first, last) for first, last in pairwise(turns)]
    misleading = [share for _, share in parts] if has_groups else seen
    least, most = GAPS[level - 1]

    def fits(right: int, bait: int, *others: int) -> bool:
        """Return whether a part looks like the right one, and the nearest share is neither near nor far."""
        asked = round(own[right])
        nearest = min(abs(own[part] - own[right]) for part in (bait, *others))
        looks = abs(misleading[bait] - asked) <= _SEEN <= abs(seen[right] - asked)
        return least * asked <= nearest <= most * asked and (looks or not is_slanted)

    places = draws.shuffled([place for place, (_, share) in enumerate(parts) if share >= _SMALLEST])
    chosen = next(
        (four for four in permutations(places, 4) if parts[four[0]][1] >= _SHARES[level - 1] and fits(*four)),
        None,
    )
    if chosen is None:
        raise UnfitError("no four parts mislead and differ")
    asked = round(own[chosen[0]])
    domain, look = draws.choice(domains()), draw_look(draws, near=near)
    look = replace(look, by_hand=look.by_hand and not is_slanted)  # a hand's edges are hard to measure
    names = draws.sample(domain.categories, 4)
    looks = _looks(draws, look, is_apart=is_apart)
    shown = {place: looks[index] for index, place in enumerate(chosen)}
    inner = 0.6 if has_groups else 0
    others = f"{literal(look.ground)}, edgecolor={literal(look.ink)}" if is_apart else literal(_OTHER)
    rows, walls = "", ""
    for place, (first, last) in enumerate(pairwise(turns)):
        outer, moved = (draws.integer(16, 20) / 20, draws.integer(2, 11) / 50) if is_apart else (1, 0)
        span = f"part({first:.2f}, {last:.2f}, {inner}, {outer}"
        walls += f"{span}, {literal(look.ink)}, moved={moved}, drop=0.09)\n" * is_slanted
        rows += f"{span}, color={shown.get(place, others)}, moved={moved})\n"
    if has_groups:
        for first, last in pairwise(start + 3.6 * end for end in accumulate(groups, initial=0)):
            rows += f"part({first:.2f}, {last:.2f}, 0.25, 0.57, {literal(look.ink)})\n"
    if is_apart:
        rows += f"part(0, 360, {_RIM}, {_RIM}, 'none', edgecolor={literal(look.ink)}, linestyle='--')\n"
    keys = "".join(
        f"ax.fill([], [], facecolor={looks[index]}, label={literal(names[index])})\n"
        for index in draws.shuffled(range(4))
    )
    turned = math.radians(draws.integer(*draws.choice(_TURNS)) if is_slanted else 0)
    drawn = _PART.format(
        along=round(math.cos(turned), 4),
        across=round(math.sin(turned), 4),
        tilt=_TILT if is_slanted else 1,
        ground=literal(look.ground),
    )
    code = (
        f"{look.opened()}"
        f"fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n{drawn}{walls}{rows}{keys}"
        f"ax.set(title={literal(domain.pie_title)}, xlim=(-1.35, 2.35), ylim=(-1.2, 1.2), aspect='equal')\n"
        "ax.axis('off')\nax.legend(loc='center right', handlelength=2.4, handleheight=1.6)\n"
    )
    hint = "The disc is round and seen at a slant. " if is_slanted else "The disc is divided. "
    hint = "Disc and rim are round, seen at a slant; radii do not count. " if is_apart else hint
    of = "its group in the inner ring" if has_groups else "the whole"
    shares = [
        f"{name} has {share:.0f} % of {of}."
        for name, share in zip(names, (own[place] for place in chosen), strict=True)
    ]
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
            values={"turns": [round(turn, 2) for turn in turns]},
        ),
        SIGHTS,
        level,
    )


def _looks(draws: Draws, look: Look, *, is_apart: bool) -> list[str]:
    """Return the colours of four parts, or their patterns in one ink, as options of a program."""
    if not is_apart:
        return [literal(colour) for colour in look.colours]
    return [
        f"{literal(look.ground)}, edgecolor={literal(look.ink)}, hatch={literal(pattern)}"
        for pattern in draws.sample(_PATTERNS, 4)
    ]


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
