"""Samples with plots of functions on [-5, 5]."""

from collections.abc import Sequence
from contextlib import suppress

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.curves.edits import draw_changes, draw_curves, draw_deletions
from benchmark.authoring.figures.curves.families import FAMILIES, Family
from benchmark.authoring.figures.curves.plot import Plot, with_marks
from benchmark.authoring.figures.curves.programs import Focus, write_program
from benchmark.authoring.figures.curves.questions import (
    DELETE,
    FEATURES,
    GENERATE,
    MODIFY,
    delete_reasoning,
    generate_reasoning,
    modify_reasoning,
    value_question,
)
from benchmark.authoring.figures.curves.wording import (
    MARKED,
    annotate_instruction,
    delete_instruction,
    describe,
    modify_instruction,
)
from benchmark.authoring.figures.options import code_question
from benchmark.authoring.figures.programs import WHOLE, Program
from benchmark.authoring.figures.sample import CodeStyle, Edit, FigureSample, Question, State

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
        edits=(
            Edit(
                operation="delete",
                kind=deletion,
                state=_state(deleted[0], style),
                instruction=delete_instruction(deleted[0].curve, deletion),
            ),
            Edit(
                operation="modify",
                kind=changes[0].kind,
                state=_state(changed[0], style),
                instruction=modify_instruction(changed[0].curve, changes[0].kind),
            ),
            Edit(
                operation="annotate",
                kind=MARKED[feature],
                state=_state(marked, style),
                instruction=annotate_instruction(marked, feature, digits),
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
