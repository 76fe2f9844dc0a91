"""A ring of parts with arrows in its hole, seen at a slant: a rule for patterns leads along the arrows."""

import math
from collections.abc import Sequence
from dataclasses import replace

from benchmark.core.draws import Draws
from workshop.authoring.figures.domains import Domain
from workshop.authoring.figures.programs import literal
from workshop.suites.mathopeval.families.by_eye.look import Figure, Look
from workshop.suites.mathopeval.families.by_eye.rules import Language, Puzzle, Spot, When, fit_puzzle
from workshop.suites.mathopeval.families.by_eye.segments import Point
from workshop.suites.mathopeval.families.by_eye.strands import Strands
from workshop.suites.mathopeval.families.charts.edits import first_fit
from workshop.suites.mathopeval.families.charts.words import listed

#: Parts by whether the level is the highest, steps of a walk; by whether it is not 4: what rules there are, and what they say.
_PARTS, _STEPS = (10, 12), 5
_ON = (0, -1, 1, -2, 2)  #: by how many parts counterclockwise a walk goes on, by deed
_PAIRS = ((1, 2), (3, 4))
_LANGUAGES = (
    Language(
        signs=3,
        deeds=5,
        pairs=_PAIRS,
        whens=(When.FLAGGED, When.AGAIN),
        chosen=3,
        shown=(2, 4),
        met=(5, 5),
        moves=3,
        both=2,
        most=5,
        apart=True,
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
#: Of level 3, and what it says.
_STATED = replace(_LANGUAGES[1], shown=(0, 0), both=1)
_DO = (
    "stay",
    *(f"go {by} part{'s' * (by > 1)} {way}" for by in (1, 2) for way in ("clockwise", "counterclockwise")),
)
_WHENS = "if the arrow had an odd number of gaps", "the second, fourth … time that you hit such stripes"
_FLAGS = ("from a ring", "after an odd number of gaps")
_SAYS = (
    "an arrow from a dot and the other after one from a ring",
    "an arrow that lies under others, with gaps, an odd number of times and the other after an even number",
)
#: By whether the level is not 4: the patterns of parts, and what they are called.
_PATTERNS = (("", "///", "\\\\\\"), ("///", "//////", "\\\\\\", "\\\\\\\\\\\\"))
_CALLED = (
    "plain, or stripes that rise or fall to the right",
    "wide or narrow stripes that rise or fall to the right",
)
_LOOKS = (
    ("plain", "stripes that rise", "stripes that fall"),
    (
        "wide stripes that rise",
        "narrow stripes that rise",
        "wide stripes that fall",
        "narrow stripes that fall",
    ),
)
_YOURS = [f"{look} to the right" for look in _LOOKS[1]]  #: what level 3 says of them
_LEAST = (5, 6)  #: share of a part, %
_NAMES = "ABCDEFGHKMNPRSTUVW"
_TILT = 0.84  #: height of the slanted ring by its width
_TURNS = ((-35, -20), (20, 35))  #: by which it is turned, degrees
_INNER, _NAME = 0.84, 1.12  #: radii of the hole, and of names
_DOT, _TIP = 0.79, 0.825  #: radii of the ends of arrows
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


def ring_figure(draws: Draws, domain: Domain, look: Look, *, level: int) -> Figure:
    """Return a figure of a ring that asks where a walk by a rule ends, which is stated or must be found.

    Args:
        draws: random choices.
        domain: what the title says.
        look: colours.
        level: from 3 to 5; level 3 states the rule.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_stated, is_highest, has_four = level == 3, level > 4, level != 4
    count, steps, language = _PARTS[is_highest], _STEPS, _STATED if is_stated else _LANGUAGES[has_four]
    patterns, least = _PATTERNS[has_four], _LEAST[is_highest] - 1
    cuts = sorted(draws.sample(range(1, 100 - count * least), count - 1))
    bounds = [0, *(cut + least * place for place, cut in enumerate(cuts, start=1)), 100]
    first = draws.integer(0, 359)
    turns = [first + 3.6 * bound for bound in bounds]
    names = draws.sample(_NAMES, count)
    strands = Strands(draws, turns, (_DOT, _TIP), _TILT)

    def marked() -> tuple[list[int], list[list[list[Point]]], list[bool], Puzzle]:
        kinds = [draws.integer(0, language.signs - 1) for _ in range(count)]
        pieces, flags = first_fit(strands.laid, _LAYINGS)
        if not has_four:
            flags = [draws.chance(1, 2) for _ in range(count)]
        spots = _spots(strands.hits, kinds, flags, steps)
        return kinds, pieces, flags, fit_puzzle(draws, language, spots, range(count))

    kinds, pieces, flags, puzzle = first_fit(marked, _MARKINGS[has_four])
    turned = math.radians(draws.integer(*draws.choice(_TURNS)))
    drawn = _PART.format(
        along=round(math.cos(turned), 4),
        across=round(math.sin(turned), 4),
        tilt=_TILT,
        inner=_INNER,
        ground=literal(look.ground),
        ink=literal(look.ink),
    )
    rows, fills = "", (look.ink, look.ground)
    for place in range(count):
        rows += f"part({turns[place]:.2f}, {turns[place + 1]:.2f}, {literal(patterns[kinds[place]])})\n"
        parts = [[(round(x, 4), round(y / _TILT, 4)) for x, y in piece] for piece in pieces[place]]
        xs, ys = (
            f"[{', np.nan, '.join(', '.join(str(point[axis]) for point in part) for part in parts)}]"
            for axis in (0, 1)
        )
        rows += f"arrow({xs}, {ys}, {literal(fills[flags[place] and not has_four])})\n"
        x, y = _at((turns[place] + turns[place + 1]) / 2, _NAME)
        written = f"{literal(names[place])}, ha='center', va='center', fontsize=13"
        rows += f"ax.text(*bent({x:.4f}, {y:.4f}), {written})\n"
    starts = [
        f"has {len(of) - 1} gaps" if has_four else f"is from a {('dot', 'ring')[flag]}"
        for of, flag in zip(pieces, flags, strict=True)
    ]
    told = [
        f"{name} ({_LOOKS[has_four][kind]}; its arrow {start} and hits {names[hit]})"
        for name, kind, start, hit in zip(names, kinds, starts, strands.hits, strict=True)
    ]
    code = (
        f"{look.opened(size=(6.0, 6.0))}"
        f"fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n{drawn}{rows}"
        f"ax.set(title={literal(domain.pie_title)}, xlim=(-1.18, 1.18), ylim=(-1.1, 1.1), aspect='equal')\n"
        "ax.axis('off')\n"
    )
    if is_stated:
        said = (
            f"Start at part {names[puzzle.asked]}. A step follows the arrow from your part, which has gaps where"
            " others lie over it, to the part that it hits, and goes on by the stripes there."
            f" {' '.join(puzzle.rule(_YOURS, _DO, _WHENS))} Where do {steps} steps lead?"
        )
    else:
        said = (
            "A step goes straight along the arrow of a part to the part that the arrow hits. There a rule"
            f" says for its pattern ({_CALLED[has_four]}) to stay, or to go on by 1 or by 2 parts:"
            f" clockwise, counterclockwise, one after {_SAYS[has_four]}, or both by turns each time that a walk"
            f" comes to this pattern (either first). {puzzle.words(names)} Each has {steps} steps. Where do"
            f" {steps} steps lead from {names[puzzle.asked]}?"
        )
    return Figure(
        type="pie",
        domain=domain.name,
        look=look,
        code=code,
        question=said,
        names=tuple(names[part] for part in puzzle.ends),
        before="to part ",
        errors=puzzle.errors(patterns, [f"go on by {on}" for on in _ON], _FLAGS[has_four]),
        summary=f"The arrows of {', '.join(names)} hit {', '.join(names[hit] for hit in strands.hits)}.",
        words=f"Counterclockwise, the parts are {listed(told)}.",
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
