"""Samples with plots of functions on [-5, 5].

The four curves of a question are made of draws of one distribution, or are drawn before the right one is
chosen among them. So a reader without the picture has nothing to go by.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.names import Reasoning
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.numbers import number_text
from workshop.authoring.figures.options import code_question, reasoned, value_options
from workshop.authoring.figures.programs import WHOLE, Program
from workshop.authoring.figures.sample import CodeStyle, Edit, FigureSample, Question, State
from workshop.suites.mathopeval.families.curves.curve import Curve, Feature
from workshop.suites.mathopeval.families.curves.edits import (
    CHANGES,
    DELETED,
    MARKED,
    MODIFIED,
    DeletionKind,
    annotate_hint,
    annotate_instruction,
    delete_instruction,
    describe,
    draw_changes,
    draw_curves,
    draw_deletions,
    is_seen,
    kept_text,
    mixed,
    modify_instruction,
    outline,
)
from workshop.suites.mathopeval.families.curves.families import DOMAIN, FAMILIES, Family
from workshop.suites.mathopeval.families.curves.programs import Focus, Plot, with_marks, write_program

_COLOURS = ("navy", "crimson", "darkgreen", "purple", "black", "teal")
_TRIES = 40
_EXCERPT = 120  # characters that an excerpt has if possible
_VALUE_QUESTIONS = 2


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample with the plot of a function.

    Raises:
        UnfitError: if the function that was drawn cannot be used.
    """
    domain = draws.choice(tuple(FAMILIES))
    for _ in range(_TRIES):
        with suppress(UnfitError):
            return _make_of_family(draws, style, draws.choice(FAMILIES[domain]))
    raise UnfitError(f"no plot of {domain} can be used")


def _make_of_family(draws: Draws, style: CodeStyle, family: Family) -> FigureSample:
    four, ylim = draw_curves(draws, family)
    original = Plot(
        title=family.name.capitalize(),
        curve=four[0],
        colour=draws.choice(_COLOURS),
        ylim=ylim,
        grid=draws.chance(2, 3),
        zero_lines=draws.chance(1, 2),
    )
    deletion, kept = draw_deletions(draws, original.curve, ylim)
    changes = draw_changes(draws, original.curve, ylim)
    deleted = [original.of(original.curve.without(pieces)) for pieces in kept]
    changed = [original.of(change.of(original.curve)) for change in changes]
    values = _value_questions(draws, original)
    digits = draws.integer(1, 2)
    feature = draws.choice([feature for feature in FEATURES if original.curve.is_clear(feature, ylim)])
    marked = with_marks(original, feature, digits)
    return FigureSample(
        type="function",
        domain=family.domain,
        style=style,
        original=_state(original, style),
        description=describe(original),
        outline=outline(original),
        edits=(
            Edit(
                operation="delete",
                kind=deletion,
                state=_state(deleted[0], style),
                instruction=delete_instruction(deleted[0].curve, deletion),
                hint=DELETED,
            ),
            Edit(
                operation="modify",
                kind=changes[0].kind,
                state=_state(changed[0], style),
                instruction=modify_instruction(changed[0].curve, changes[0].kind),
                hint=MODIFIED,
                ways=CHANGES,
            ),
            Edit(
                operation="annotate",
                kind=MARKED[feature],
                state=_state(marked, style),
                instruction=annotate_instruction(marked, feature, digits),
                hint=annotate_hint(marked, feature, digits),
            ),
        ),
        questions=(
            code_question(
                "generate",
                draws.choice(GENERATE),
                _programs([original.of(curve) for curve in four], style, "function"),
                generate_reasoning(original),
                WHOLE,  # without its formula, a function's parameters say nothing
            ),
            code_question(
                "delete",
                draws.choice(DELETE),
                _programs(deleted, style, "domain"),
                delete_reasoning(original, deleted[0].curve, deletion),
                _EXCERPT,
            ),
            code_question(
                "modify",
                draws.choice(MODIFY),
                _programs(changed, style, "change"),
                modify_reasoning(original, changed[0].curve),
                _EXCERPT,
            ),
            *values,
        ),
    )


def _state(plot: Plot, style: CodeStyle) -> State:
    return State(figure=plot.value(), code=write_program(plot, style).code)


def _programs(plots: Sequence[Plot], style: CodeStyle, focus: Focus) -> list[Program]:
    return [write_program(plot, style, focus) for plot in plots]


def _value_questions(draws: Draws, original: Plot) -> list[Question]:
    """Return a question for each kind of point that the curve has.

    Raises:
        UnfitError: if there are fewer than two.
    """
    digits = draws.integer(1, 2)
    found: list[Question] = []
    for feature in FEATURES:
        with suppress(UnfitError):
            found.append(value_question(draws, original, feature, digits))
    if len(found) < _VALUE_QUESTIONS:
        raise UnfitError("too few crossings and extrema")
    return found


FEATURES: tuple[Feature, ...] = ("x", "y", "extreme")
GENERATE = (
    "Which of these excerpts is from the program that draws the curve of the function in the picture?",
    "The picture shows the plot of a function. Which excerpt belongs to the program that draws it?",
)
DELETE = (
    "Part of the curve is missing in the second picture. Which excerpt draws what is left of it?",
    "Which excerpt is from the program of the second picture, where part of the curve is deleted?",
)
MODIFY = (
    "The second picture shows the curve of the first one after a change. Which excerpt draws it?",
    "Which excerpt is from the program that draws the changed curve of the second picture shown?",
)
_QUESTION_TRIES = 60
_OPTIONS = 4
#: Minimum distances of values in questions: of x, and of y as a share of the height.
_GAP_X, _GAP_Y = 0.3, 0.04

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which of the points of a kind is asked for."""

    what: str
    choose: Callable[[Curve, Sequence[_Point]], Sequence[_Point]]  #: the point in a list, or nothing


def _only(_: Curve, points: Sequence[_Point]) -> Sequence[_Point]:
    return points if len(points) == 1 else ()


def _first(_: Curve, points: Sequence[_Point]) -> Sequence[_Point]:
    return points[:1] if len(points) > 1 else ()


def _last(_: Curve, points: Sequence[_Point]) -> Sequence[_Point]:
    return points[-1:] if len(points) > 1 else ()


def _tops(curve: Curve, points: Sequence[_Point], *, top: bool) -> Sequence[_Point]:
    """Return the maxima or minima if there are several extrema."""
    return [point for point in points if curve.is_top(point[0]) == top] if len(points) > 1 else []


_ASKED: dict[Feature, tuple[_Asked, ...]] = {
    "x": (
        _Asked("At which x does the curve in the picture cross the x-axis", _only),
        _Asked("At which x is the leftmost crossing of the curve with the x-axis", _first),
        _Asked("At which x is the rightmost crossing of the curve with the x-axis", _last),
    ),
    "y": (_Asked("At which y does the curve in the picture cross the y-axis", _only),),
    "extreme": (
        _Asked("Which point is the turning point of the curve in the picture", _only),
        _Asked(
            "Which point is the leftmost local maximum in the picture", lambda c, p: _tops(c, p, top=True)[:1]
        ),
        _Asked(
            "Which point is the rightmost local maximum in the picture",
            lambda c, p: _tops(c, p, top=True)[-1:],
        ),
        _Asked(
            "Which point is the leftmost local minimum in the picture",
            lambda c, p: _tops(c, p, top=False)[:1],
        ),
        _Asked(
            "Which point is the rightmost local minimum in the picture",
            lambda c, p: _tops(c, p, top=False)[-1:],
        ),
    ),
}


def value_question(draws: Draws, plot: Plot, feature: Feature, digits: int) -> Question:
    """Return a question for a crossing or an extremum.

    The wrong values are those of three other curves, which have new draws of one or two parameters.

    Raises:
        UnfitError: if the curve has no such point, or no four values differ enough.
    """
    points = plot.curve.features(feature, plot.ylim) if plot.curve.is_clear(feature, plot.ylim) else []
    fitting = [asked for asked in _ASKED[feature] if asked.choose(plot.curve, points)]
    if not fitting:
        raise UnfitError("nothing to ask for")
    asked = draws.choice(fitting)
    right = asked.choose(plot.curve, points)[0]
    places = draws.sample(range(len(plot.curve.numbers)), draws.integer(1, 2))
    found = [right]
    for _ in range(_QUESTION_TRIES):
        numbers = mixed(plot.curve.numbers, plot.curve.family.draw(draws), places)
        curve = replace(plot.curve, numbers=numbers)
        if not is_seen(curve, plot.ylim):
            continue
        for point in asked.choose(curve, curve.features(feature, plot.ylim)):
            if all(_are_apart(plot, feature, point, other) for other in found):
                found.append(point)
        if len(found) == _OPTIONS:
            break
    else:
        raise UnfitError("no four values")
    answer, *others = [_value(feature, point, digits) for point in found]
    option, wrong = value_options(answer, others)
    decimals = {1: "one decimal", 2: "two decimals"}[digits]
    return Question(
        operation="annotate",
        kind=feature,
        pictures=("original",),
        text=f"{_asked_text(asked.what, plot.curve, points)}, rounded to {decimals}?",
        right=option,
        wrong=wrong,
        reasoning=_reasoning(plot, _calculation(plot, feature, right), f"The value is {answer}."),
    )


def _asked_text(what: str, curve: Curve, points: Sequence[_Point]) -> str:
    """Return what is asked for, without leftmost or rightmost if there is one such extremum only."""
    for noun, top in (("maximum", True), ("minimum", False)):
        if noun in what and len(_tops(curve, points, top=top)) == 1:
            return what.replace("leftmost ", "").replace("rightmost ", "")
    return what


def _are_apart(plot: Plot, feature: Feature, first: _Point, second: _Point) -> bool:
    across = abs(first[0] - second[0]) >= _GAP_X
    up = abs(first[1] - second[1]) >= _GAP_Y * (plot.ylim[1] - plot.ylim[0])
    return {"x": across, "y": up, "extreme": across or up}[feature]


def _value(feature: Feature, point: _Point, digits: int) -> str:
    x, y = (number_text(number, digits) for number in point)
    return {"x": x, "y": y, "extreme": f"({x}, {y})"}[feature]


def _calculation(plot: Plot, feature: Feature, point: _Point) -> str:
    x, y = (number_text(number, 2) for number in point)
    formula = plot.curve.formula
    if feature == "y":
        return f"The curve meets the y-axis at x = 0. I put x = 0 into {formula} and get about {y}."
    if feature == "x":
        return (
            f"The curve meets the x-axis where y = 0. I read x near {x} there; {formula} is 0 at about {x}."
        )
    return f"The curve turns where it stops rising or falling, near x = {x}. There {formula} gives about {y}."


def generate_reasoning(plot: Plot) -> dict[Reasoning, str]:
    """Return worked reasoning to the program of a plot."""
    fact = f"The curve passes through {_seen_points(plot)}. This fits {plot.curve.formula}."
    return _reasoning(plot, fact, f"The right excerpt computes {plot.curve.formula}.")


def delete_reasoning(plot: Plot, left: Curve, kind: DeletionKind) -> dict[Reasoning, str]:
    """Return worked reasoning to the program of a plot without a part of its curve."""
    what = "a part in the middle is" if kind == "gap" else "both ends are"
    stays = kept_text(left.pieces)
    fact = f"I compare the pictures: {what} missing in the second. The curve stays for x in {stays}."
    return _reasoning(plot, fact, f"The right excerpt draws the curve for x in {stays} only.", plot.of(left))


def modify_reasoning(plot: Plot, changed: Curve) -> dict[Reasoning, str]:
    """Return worked reasoning to the program of a changed curve."""
    after = plot.of(changed)
    fact = f"The first curve passes through {_seen_points(plot)}, the second through {_seen_points(after)}. "
    fact += f"With f for the first, the second is {changed.formula}."
    return _reasoning(plot, fact, f"The right excerpt draws {changed.formula}.", after)


def _seen_points(plot: Plot) -> str:
    """Return points of a curve at whole numbers."""
    low, high = plot.ylim
    heights = [(x, plot.curve.y(x)) for x in range(-4, 5, 2)]
    seen = (f"({x}, {number_text(y, 1)})" for x, y in heights if y is not None and low <= y <= high)
    return ", ".join(seen)


def _reasoning(plot: Plot, fact: str, result: str, after: Plot | None = None) -> dict[Reasoning, str]:
    """Return worked reasoning; ``after`` is the second picture, if there is one."""
    where = kept_text(plot.curve.pieces)
    seen = f"The picture shows the curve of a {plot.curve.family.name} for x in {where}."
    seen = seen.replace("a exp", "an exp").replace("a abs", "an abs")
    description = (
        f"{seen} The x-axis goes from {DOMAIN[0]} to {DOMAIN[1]}, the y-axis from {plot.ylim[0]} to "
        f"{plot.ylim[1]}. The line is {plot.colour} and passes through {_seen_points(plot)}."
    )
    return reasoned(description, _sketch(plot), [seen, fact], result, _sketch(after) if after else ())


def _sketch(plot: Plot) -> list[str]:
    """Return the curve as a table of heights."""
    low, high = plot.ylim
    lines = []
    for x in range(-5, 6):
        y = plot.curve.y(x)
        where = "no curve" if y is None else f"y = {number_text(y, 1)}"
        if y is not None and not low <= y <= high:
            where = "above the picture" if y > high else "below the picture"
        lines.append(f"x = {x}: {where}")
    return lines
