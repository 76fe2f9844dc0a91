"""A ring of parts with arrows in its hole, seen at a slant: a rule for patterns leads along the arrows."""

import math
from bisect import bisect_right
from collections.abc import Sequence

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.look import Figure, Look
from benchmark.authoring.figures.by_eye.rules import Language, Spot, When, fit_puzzle
from benchmark.authoring.figures.by_eye.segments import Point
from benchmark.authoring.figures.domains import Domain
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws

#: By whether the level is the highest: parts, steps of a walk, what rules there are, and what they say.
_PARTS, _STEPS = (13, 17), (4, 5)
_ON = (0, -1, 1, -2, 2)  #: by how many parts counterclockwise a walk goes on, by deed
_PAIRS = ((1, 2), (3, 4))
_LANGUAGES = (
    Language(signs=3, deeds=5, pairs=_PAIRS, whens=(When.FLAGGED,), chosen=1, shown=(2, 4), met=(4, 2)),
    Language(
        signs=3, deeds=5, pairs=_PAIRS, whens=(When.FLAGGED, When.AGAIN), chosen=2, shown=(3, 5), met=(5, 3)
    ),
)
_SAYS = (
    "clockwise, counterclockwise, or one after an arrow from a dot and the other after one from a ring",
    " or both by turns each time that a walk comes to this pattern (either first)",
)
_PATTERNS = (("", "plain"), ("////", "striped"), ("xxxx", "checked"))
_LEAST = 4  #: share of a part, %
_NAMES = "ABCDEFGHKMNPRSTUVW"
_TILT, _TURNS = 0.62, ((-35, -20), (20, 35))  #: height of the slanted ring by its width; how it is turned
_INNER, _NAME, _DOT = 0.84, 1.12, 0.8  #: radii of the hole, of names, and of the dots where arrows start
_LONG, _MOST = 0.34, 0.45  #: length of an arrow, and its maximum as a share of the way to its part
_MARGIN = 4.2  #: how far from the ends of a part its arrows hit it, degrees around the middle
_ASKEW = 2.4  #: an arrow that is turned by this much still hits its part, degrees
_AWAY = 0.09  #: minimum distance of an arrow from the dots of others
_PART = """\
def bent(x, y):
    x, y = np.array(x), np.array(y)
    return {along} * x - {across} * {tilt} * y, {across} * x + {along} * {tilt} * y


def part(start, end, pattern):
    turns = np.radians(np.linspace(start, end, 60))
    x = [*np.cos(turns), *{inner} * np.cos(turns[::-1])]
    y = [*np.sin(turns), *{inner} * np.sin(turns[::-1])]
    ax.fill(*bent(x, y), facecolor={ground}, edgecolor={ink}, linewidth=1.4, hatch=pattern)


def arrow(x, y, end, last, fill):
    (x, end), (y, last) = bent([x, end], [y, last])
    look = {{"arrowstyle": "->", "color": {ink}, "shrinkA": 0, "shrinkB": 0}}
    ax.annotate("", (end, last), (x, y), arrowprops=look)
    ax.plot([x], [y], "o", color={ink}, markerfacecolor=fill, markersize=6, zorder=4)


"""


def ring_figure(draws: Draws, domain: Domain, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of a ring that asks where a walk ends.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count, steps, language = _PARTS[is_highest], _STEPS[is_highest], _LANGUAGES[is_highest]
    said = [name for _, name in _PATTERNS]
    cuts = sorted(draws.sample(range(1, 100 - count * (_LEAST - 1)), count - 1))
    bounds = [0, *(cut + (_LEAST - 1) * place for place, cut in enumerate(cuts, start=1)), 100]
    first = draws.integer(0, 359)
    turns = [first + 3.6 * bound for bound in bounds]
    names = draws.sample(_NAMES, count)
    kinds = [draws.integer(0, language.signs - 1) for _ in range(count)]
    arrows = _arrows(draws, turns)
    hits = [_hit(turns, *arrow) for arrow in arrows]
    hollow = [draws.chance(1, 2) for _ in range(count)]
    spots = []
    for step in range(1, steps + 1):
        for part, hit in enumerate(hits):
            ends = [(hit + on) % count for on in _ON]
            exits = tuple(-1 - end if step == steps else step * count + end for end in ends)
            spots.append(Spot(kinds[hit], hollow[part], exits))
    puzzle = fit_puzzle(draws, language, spots, range(count))
    turned = math.radians(draws.integer(*draws.choice(_TURNS)))
    drawn = _PART.format(
        along=round(math.cos(turned), 4),
        across=round(math.sin(turned), 4),
        tilt=_TILT,
        inner=_INNER,
        ground=literal(look.ground),
        ink=literal(look.ink),
    )
    says = ",".join(_SAYS[: 1 + is_highest])
    rows, fills = "", (look.ink, look.ground)
    for place in range(count):
        rows += f"part({turns[place]:.2f}, {turns[place + 1]:.2f}, {literal(_PATTERNS[kinds[place]][0])})\n"
        (x, y), (end, last) = arrows[place]
        rows += f"arrow({x:.4f}, {y:.4f}, {end:.4f}, {last:.4f}, {literal(fills[hollow[place]])})\n"
        x, y = _at((turns[place] + turns[place + 1]) / 2, _NAME)
        written = f"{literal(names[place])}, ha='center', va='center', fontsize=13"
        rows += f"ax.text(*bent({x:.4f}, {y:.4f}), {written})\n"
    code = (
        f"{look.opened()}"
        f"fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n{drawn}{rows}"
        f"ax.set(title={literal(domain.pie_title)}, xlim=(-1.65, 1.65), ylim=(-1.05, 1.05), aspect='equal')\n"
        "ax.axis('off')\n"
    )
    return Figure(
        type="pie",
        domain=domain.name,
        look=look,
        code=code,
        question=(
            "A step goes straight along the arrow of a part to the part that the arrow hits. There a rule"
            f" says for its pattern ({', '.join(said)}) to stay, or to go on by 1 or by 2 parts: {says}."
            f" {puzzle.words(names)} Each has {steps} steps. Where do {steps} steps lead from"
            f" {names[puzzle.asked]}?"
        ),
        names=tuple(names[part] for part in puzzle.ends),
        before="to part ",
        errors=puzzle.errors(said, [f"go on by {on}" for on in _ON], "from a ring"),
        summary=f"The arrows of {', '.join(names)} hit {', '.join(names[hit] for hit in hits)}.",
        values={"turns": [round(turn, 2) for turn in turns], "kinds": kinds},
    )


def _at(turn: float, radius: float) -> Point:
    return radius * math.cos(math.radians(turn)), radius * math.sin(math.radians(turn))


def _arrows(draws: Draws, turns: Sequence[float]) -> list[tuple[Point, Point]]:
    """Return an arrow for each part, from its dot towards a random part that is not near."""
    count = len(turns) - 1
    dots = [_at(_inside(draws, turns, place), _DOT) for place in range(count)]
    found: list[tuple[Point, Point]] = []
    for place, (x, y) in enumerate(dots):
        for _ in range(20):
            to = (place + draws.integer(3, count - 3)) % count
            end, last = _at(_inside(draws, turns, to), _INNER)
            share = _LONG / math.dist((x, y), (end, last))
            tip = x + share * (end - x), y + share * (last - y)
            others = [dot for other, dot in enumerate(dots) if other != place]
            hits = {_hit(turns, (x, y), _turned((x, y), tip, aside)) for aside in (-_ASKEW, 0, _ASKEW)}
            if len(hits) == 1 and min(math.dist(tip, dot) for dot in others) > 2 * _AWAY and share < _MOST:
                found.append(((x, y), tip))
                break
        else:
            raise UnfitError("an arrow would be near to another one")
    return found


def _inside(draws: Draws, turns: Sequence[float], place: int) -> float:
    """Return a turn inside of a part, away from its ends."""
    low, high = turns[place] + _MARGIN, turns[place + 1] - _MARGIN
    return low + (high - low) * draws.integer(0, 100) / 100


def _turned(start: Point, tip: Point, by: float) -> Point:
    """Return the tip of an arrow that is turned by an angle around its start."""
    along, across = math.cos(math.radians(by)), math.sin(math.radians(by))
    x, y = tip[0] - start[0], tip[1] - start[1]
    return start[0] + along * x - across * y, start[1] + across * x + along * y


def _hit(turns: Sequence[float], start: Point, tip: Point) -> int:
    """Return the part that an arrow hits."""
    (x, y), (end, last) = start, tip
    a, b = end - x, last - y
    square, along = a * a + b * b, x * a + y * b
    far = (-along + math.sqrt(along**2 - square * (x * x + y * y - _INNER**2))) / square
    turn = math.degrees(math.atan2(y + far * b, x + far * a))
    return bisect_right(turns, turns[0] + (turn - turns[0]) % 360) - 1
