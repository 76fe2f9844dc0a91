"""A ring of parts with arrows in its hole, seen at a slant: a rule for patterns leads along the arrows."""

import math
from collections.abc import Sequence

from benchmark.authoring.figures.domains import Domain
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.arcs import Arcs, Line, arc
from benchmark.suites.mathopeval.open.families.by_eye.look import Figure, Look
from benchmark.suites.mathopeval.open.families.by_eye.rules import Language, Puzzle, Spot, When, fit_puzzle
from benchmark.suites.mathopeval.open.families.by_eye.segments import Point
from benchmark.suites.mathopeval.open.families.by_eye.strands import Strands
from benchmark.suites.mathopeval.open.families.charts.edits import first_fit

#: By whether the level is the highest: parts, steps of a walk, what rules there are, and what they say.
_PARTS, _STEPS = (10, 12), (4, 5)
_ON = (0, -1, 1, -2, 2)  #: by how many parts counterclockwise a walk goes on, by deed
_PAIRS = ((1, 2), (3, 4))
_LANGUAGES = (
    Language(
        signs=3,
        deeds=5,
        pairs=_PAIRS,
        whens=(When.FLAGGED,),
        chosen=1,
        shown=(2, 4),
        met=(4, 4),
        moves=2,
        most=4,
    ),
    Language(
        signs=4,
        deeds=5,
        pairs=_PAIRS,
        whens=(When.FLAGGED, When.AGAIN),
        chosen=4,
        shown=(3, 5),
        met=(5, 5),
        moves=3,
        most=5,
        apart=True,
    ),
)
_FLAGS = ("from a ring", "after an odd number of gaps")
_BY_DOTS = "or one after an arrow from a dot and the other after one from a ring"
_BY_GAPS = (
    "one after an arrow that lies under others, with gaps, an odd number of times and the other after an even"
    " number, or both by turns each time that a walk comes to this pattern (either first)"
)
_SAYS = tuple(f"clockwise, counterclockwise, {says}" for says in (_BY_DOTS, _BY_GAPS))
#: By whether the level is the highest: the patterns of parts, and what they are called.
_PATTERNS = (("", "///", "\\\\\\"), ("///", "//////", "\\\\\\", "\\\\\\\\\\\\"))
_CALLED = (
    "plain, or stripes that rise or fall to the right",
    "wide or narrow stripes that rise or fall to the right",
)
_LEAST = (5, 6)  #: share of a part, %
_NAMES = "ABCDEFGHKMNPRSTUVW"
_VIEWS = ("xlim=(-1.65, 1.65), ylim=(-1.05, 1.05)", "xlim=(-1.18, 1.18), ylim=(-1.1, 1.1)")
_TILTS = 0.62, 0.84  #: height of the slanted ring by its width
_TURNS = ((-35, -20), (20, 35))  #: by which it is turned, degrees
_INNER, _NAME = 0.84, 1.12  #: radii of the hole, and of names
_DOT, _TIP = 0.79, 0.825  #: radii of the ends of arrows
_BEND = (6, 20)  #: how far the middle of an arrow is from the straight way, % of its length
_MARGIN = 5.2  #: distance of the ends of an arrow from those of a part, degrees around the middle
_ANGLE, _APART, _CLEAR = 15, 0.038, 0.034  #: minimum angle and distances of arrows; see :class:`Arcs`
_MARKINGS, _LAYINGS = (4, 20), 40  #: draws of patterns and dots, and of which of two arrows lies on top
_PART = """\
def bent(x, y):
    x, y = np.array(x), np.array(y)
    return {along} * x - {across} * {tilt} * y, {across} * x + {along} * {tilt} * y


def part(start, end, pattern):
    turns = np.radians(np.linspace(start, end, 60))
    x = [*np.cos(turns), *{inner} * np.cos(turns[::-1])]
    y = [*np.sin(turns), *{inner} * np.sin(turns[::-1])]
    ax.fill(*bent(x, y), facecolor={ground}, edgecolor={ink}, linewidth=1.4, hatch=pattern)


def arrow(x, y, fill):
    x, y = bent(x, y)
    ax.plot(x, y, color={ink}, linewidth=1.3)
    look = {{"arrowstyle": "->", "color": {ink}, "shrinkA": 0, "shrinkB": 0}}
    ax.annotate("", (x[-1], y[-1]), (x[-2], y[-2]), arrowprops=look)
    ax.plot([x[0]], [y[0]], "o", color={ink}, markerfacecolor=fill, markersize=5, zorder=4)


"""


def ring_figure(draws: Draws, domain: Domain, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of a ring that asks where a walk ends.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count, steps, language = _PARTS[is_highest], _STEPS[is_highest], _LANGUAGES[is_highest]
    patterns, least, tilt = _PATTERNS[is_highest], _LEAST[is_highest] - 1, _TILTS[is_highest]
    cuts = sorted(draws.sample(range(1, 100 - count * least), count - 1))
    bounds = [0, *(cut + least * place for place, cut in enumerate(cuts, start=1)), 100]
    first = draws.integer(0, 359)
    turns = [first + 3.6 * bound for bound in bounds]
    names = draws.sample(_NAMES, count)
    strands = Strands(draws, turns, (_DOT, _TIP), tilt) if is_highest else None
    arrows, hits = ([], strands.hits) if strands else _arrows(draws, turns)

    def marked() -> tuple[list[int], list[list[Line]], list[bool], Puzzle]:
        kinds = [draws.integer(0, language.signs - 1) for _ in range(count)]
        pieces, flags = (
            first_fit(strands.laid, _LAYINGS)
            if strands
            else ([[line] for line in arrows], [draws.chance(1, 2) for _ in range(count)])
        )
        spots = _spots(hits, kinds, flags, steps)
        return kinds, pieces, flags, fit_puzzle(draws, language, spots, range(count))

    kinds, pieces, flags, puzzle = first_fit(marked, _MARKINGS[is_highest])
    turned = math.radians(draws.integer(*draws.choice(_TURNS)))
    drawn = _PART.format(
        along=round(math.cos(turned), 4),
        across=round(math.sin(turned), 4),
        tilt=tilt,
        inner=_INNER,
        ground=literal(look.ground),
        ink=literal(look.ink),
    )
    rows, fills = "", (look.ink, look.ground)
    for place in range(count):
        rows += f"part({turns[place]:.2f}, {turns[place + 1]:.2f}, {literal(patterns[kinds[place]])})\n"
        parts = [[(round(x, 4), round(y / tilt, 4)) for x, y in piece] for piece in pieces[place]]
        xs, ys = (
            f"[{', np.nan, '.join(', '.join(str(point[axis]) for point in part) for part in parts)}]"
            for axis in (0, 1)
        )
        rows += f"arrow({xs}, {ys}, {literal(fills[flags[place] and not is_highest])})\n"
        x, y = _at((turns[place] + turns[place + 1]) / 2, _NAME)
        written = f"{literal(names[place])}, ha='center', va='center', fontsize=13"
        rows += f"ax.text(*bent({x:.4f}, {y:.4f}), {written})\n"
    code = (
        f"{look.opened(size=(6.0, 6.0) if is_highest else (7.2, 4.8))}"
        f"fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n{drawn}{rows}"
        f"ax.set(title={literal(domain.pie_title)}, {_VIEWS[is_highest]}, aspect='equal')\n"
        "ax.axis('off')\n"
    )
    return Figure(
        type="pie",
        domain=domain.name,
        look=look,
        code=code,
        question=(
            "A step goes straight along the arrow of a part to the part that the arrow hits. There a rule"
            f" says for its pattern ({_CALLED[is_highest]}) to stay, or to go on by 1 or by 2 parts:"
            f" {_SAYS[is_highest]}. {puzzle.words(names)} Each has {steps} steps. Where do {steps} steps lead from"
            f" {names[puzzle.asked]}?"
        ),
        names=tuple(names[part] for part in puzzle.ends),
        before="to part ",
        errors=puzzle.errors(patterns, [f"go on by {on}" for on in _ON], _FLAGS[is_highest]),
        summary=f"The arrows of {', '.join(names)} hit {', '.join(names[hit] for hit in hits)}.",
        values={"turns": [round(turn, 2) for turn in turns], "kinds": kinds},
    )


def _spots(hits: Sequence[int], kinds: Sequence[int], flags: Sequence[bool], steps: int) -> list[Spot]:
    """Return the parts as spots, anew for each step."""
    spots = []
    for step in range(1, steps + 1):
        for part, hit in enumerate(hits):
            ends = [(hit + on) % len(hits) for on in _ON]
            exits = tuple(-1 - end if step == steps else step * len(hits) + end for end in ends)
            spots.append(Spot(kinds[hit], flags[part], exits))
    return spots


def _at(turn: float, radius: float) -> Point:
    return radius * math.cos(math.radians(turn)), radius * math.sin(math.radians(turn))


def _arrows(draws: Draws, turns: Sequence[float]) -> tuple[list[Line], list[int]]:
    """Return a bent arrow for each part at a slant, to a part that is not near, and which part this is."""
    count = len(turns) - 1
    arcs = Arcs(_ANGLE, _APART, _CLEAR)
    hits: list[int] = []

    def drawn() -> Line:
        """Return a random arrow from the next part that stays in the hole; its hit is added to the others."""
        del hits[len(arcs.lines) :]
        while True:
            hit = (len(hits) + draws.integer(3, count - 3)) % count
            start, end = _at(_inside(draws, turns, len(hits)), _DOT), _at(_inside(draws, turns, hit), _TIP)
            bend = draws.choice((-1, 1)) * draws.integer(*_BEND) / 100 * math.dist(start, end)
            line = arc(start, end, bend)
            if max(math.hypot(*point) for point in line[1:-1]) < _DOT:
                hits.append(hit)
                return [(x, round(_TILTS[0] * y, 4)) for x, y in line]

    while len(arcs.lines) < count:
        arcs.add(drawn)
    return arcs.lines, hits


def _inside(draws: Draws, turns: Sequence[float], place: int) -> float:
    """Return a turn inside of a part, away from its ends."""
    low, high = turns[place] + _MARGIN, turns[place + 1] - _MARGIN
    return low + (high - low) * draws.integer(0, 100) / 100
