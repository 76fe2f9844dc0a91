"""Panels with figures before and after a hidden rule of steps: what does it make of the last figure?"""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.core.draws import Draws
from workshop.authoring.figures.looks import PANELS_SIZE
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import FigureSample, State
from workshop.suites.mathopeval.families.by_eye.chains import in_order
from workshop.suites.mathopeval.families.by_eye.look import Figure, Look, draw_look, eye_sample
from workshop.suites.mathopeval.families.by_eye.motion_puzzles import (
    MOTION_LEVELS,
    PAIRS,
    MotionLevel,
    MotionPuzzle,
    fit_motion,
    letter_places,
)
from workshop.suites.mathopeval.families.by_eye.motions import Chain, Corner, space_of
from workshop.suites.mathopeval.families.charts.words import listed

SIGHTS = ("slide by corners", "two steps", "nearly the same after a half turn", "three steps")
_LETTERS = "KLMNPRSTUVWXYZ"
_FOUR = 4  #: options
_THEN = ("The rule begins with", "It goes on with", "It ends with")


_SORTS = {
    "turn": "Turn: a quarter to the left, a quarter to the right, or half, about a corner.",
    "mirror": "Mirror: in the upright line, the level line or one of the two lines at 45° through a corner.",
    "slide": "Slide: straight on, so that one corner comes to where another one was.",
    "double": "Double: all distances from the upright or from the level line through a corner, in at most one step.",
}
_CORNERS = (
    "Such a corner is the leftmost, rightmost, lowest or highest one of the figure just before the step."
)
_ENDS = "leftmost, rightmost, lowest or highest corner"
_SHORT = (
    f"The panels share a turn about the {_ENDS}. Which corner of panel 4 goes to {{}}?",
    f"The panels share a slide of the {_ENDS} to another. Which of panel 4 goes to {{}}?",
)


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    of = MOTION_LEVELS[level - 1]
    space = space_of(of.kinds)
    look = replace(draw_look(draws, near=False), by_hand=False)
    puzzle = fit_motion(draws, of)
    last = puzzle.before[-1]
    letters = draws.sample(_LETTERS, of.corners)
    places = letter_places(last, of.grid)
    asked = draws.integer(0, of.corners - 1)
    twin = (asked + of.corners // 2) % of.corners
    others = [place for place in draws.shuffled(range(of.corners)) if place not in (asked, twin)]
    goal = puzzle.after[-1][asked]
    rule = _rule_words(of)
    words = _picture_words(of, puzzle, letters)
    result = [*puzzle.after[-1], puzzle.after[-1][0]]
    ticks = _ticks(of)
    return eye_sample(
        Figure(
            type="geometric",
            domain="motions",
            look=look,
            code=_program(of, look, puzzle, [*zip(letters, places, strict=True)]),
            question=(
                _SHORT[level - 1].format(goal)
                if level <= len(_SHORT)
                else f"{rule} Which corner of the figure in panel 4 does the same rule take to {goal}?"
            ),
            names=tuple(letters[place] for place in (asked, twin, *others[: _FOUR - 2])),
            before="corner ",
            errors=(
                *(f"{then} {step.said}." for then, step in zip(_THEN, space.path(puzzle.rule), strict=False)),
                f"{letters[asked]} begins at {last[asked]} and ends at {goal}.",
            ),
            summary=f"Four panels; the figure in panel 4 has the corners {', '.join(letters)}.",
            words=words,
            values={"figures": [puzzle.before, puzzle.after[:-1]], "ticks": ticks},
            description=f"{words} Thin lines are {look.colours[0]}, and thick lines {look.ink}.",
            outline=(
                f"Four panels, whose grids go from 0 to {of.grid} in both directions; the lines are 1 apart."
                " Panels 1 to 3 show a thin figure and a thick one each, panel 4 a thin one whose corners have"
                " letters. All figures are closed, and their corners are on the grid."
            ),
            part=State(figure={"corners": result}, code=_result_program(of, look, result)),
            part_words=(
                f"{rule} Draw what the same rule makes of the figure in panel 4: one closed solid line of"
                f" the same colour as the thick ones, without the figure before it. Draw it on one pair of"
                f" axes, which go from 0 to {of.grid} in both directions and have ticks at {listed(ticks)}"
                " each. There are no letters, titles, labels or other lines."
            ),
        ),
        SIGHTS,
        level,
    )


def _ticks(of: MotionLevel) -> list[int]:
    return [*range(0, of.grid + 1, of.tick)]


def _rule_words(of: MotionLevel) -> str:
    """Say what rules there are."""
    count = len(of.kinds)
    kinds = dict.fromkeys(kind for kinds in of.kinds for kind in kinds)
    if count == 1:
        begin = "A rule is one step."
    elif of.kinds[0] != of.kinds[1]:
        begin = "A rule has two steps, first a turn and then a slide of the turned figure."
    else:
        begin = f"A rule has {('two', 'three')[count - 2]} steps, each of any sort; each goes on with the figure that the one before left."
    sorts = " ".join(_SORTS[kind] for kind in kinds)
    shown = "In panels 1 to 3, one rule makes the thick figures out of the thin ones."
    return f"{begin} {sorts} {_CORNERS} {shown}"


def _picture_words(of: MotionLevel, puzzle: MotionPuzzle, letters: Sequence[str]) -> str:
    rows = [f"The four grids go from 0 to {of.grid} in both directions, with ticks at {listed(_ticks(of))}."]
    for number, (before, after) in enumerate(zip(puzzle.before, puzzle.after, strict=True), start=1):
        named = dict(zip(before, letters, strict=True)) if number > PAIRS else {}
        thin = listed([f"{named.get(corner, '')} {corner}".strip() for corner in in_order(before)])
        rows.append(f"Panel {number}: the thin figure has the corners {thin}, in this order.")
        if not named:
            rows.append(
                f"The thick one has the corners {listed([*map(str, in_order(after))])}, in this order."
            )
    return " ".join(rows)


def _program(
    of: MotionLevel, look: Look, puzzle: MotionPuzzle, letters: Sequence[tuple[str, tuple[float, float]]]
) -> str:
    """Return the program that draws all panels."""
    rows = []
    for number, (before, after) in enumerate(zip(puzzle.before, puzzle.after, strict=True)):
        rows.append(f"ax = axes[{number // 2}][{number % 2}]")
        rows.append(_drawn(before, look.colours[0], 1.6))
        if number < PAIRS:
            rows.append(_drawn(after, look.ink, 3))
        title = f"Panel {number + 1}{' (thin to thick)' * (number < PAIRS)}"
        rows.append(f"ax.set_title({literal(title)}, fontsize=15)")
    rows += [
        f"ax.text({x:.2f}, {y:.2f}, {literal(letter)}, ha='center', va='center', fontsize=15)"
        for letter, (x, y) in letters
    ]
    return (
        f"{look.opened(size=PANELS_SIZE, panels='2, 2')}"
        "fig.subplots_adjust(left=0.055, right=0.975, bottom=0.045, top=0.96, wspace=0.13, hspace=0.15)\n"
        "for ax in axes.flat:\n"
        f"    ax.set(xlim=(0, {of.grid}), ylim=(0, {of.grid}), xticks={_ticks(of)}, yticks={_ticks(of)})\n"
        f"    ax.set_xticks(range({of.grid + 1}), minor=True)\n"
        f"    ax.set_yticks(range({of.grid + 1}), minor=True)\n"
        "    ax.tick_params(which='both', length=0, pad=6, labelsize=14)\n"
        f"    ax.grid(which='both', color={literal(look.rest)}, linewidth=0.7, alpha=0.45)\n"
        "    ax.set_axisbelow(True)\n" + "\n".join(rows) + "\n"
    )


def _drawn(chain: Chain, colour: str, width: float) -> str:
    """Return the line of a program that draws a closed figure."""
    style = f"fill=False, joinstyle='round', edgecolor={literal(colour)}, linewidth={width}"
    return f"ax.add_patch(plt.Polygon({[*in_order(chain)]}, {style}))"


def _result_program(of: MotionLevel, look: Look, corners: Sequence[Corner]) -> str:
    xs, ys = ([corner[axis] for corner in corners] for axis in (0, 1))
    return (
        f"{look.opened(size=(6.0, 6.0))}"
        f"ax.plot({xs}, {ys}, color={literal(look.ink)}, linewidth=2.4)\n"
        f"ax.set(xlim=(0, {of.grid}), ylim=(0, {of.grid}), xticks={_ticks(of)}, yticks={_ticks(of)})\n"
    )
