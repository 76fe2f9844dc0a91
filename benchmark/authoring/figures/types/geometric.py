"""Samples with geometric figures: triangles, quadrilaterals, polygons with diagonals, circles with chords."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.numbers import plain
from benchmark.authoring.figures.options import code_question
from benchmark.authoring.figures.plane.annotations import AnnotationKind, annotate
from benchmark.authoring.figures.plane.blueprint import Blueprint
from benchmark.authoring.figures.plane.constructions import (
    Construction,
    construct,
    draw_constructions,
    has_own_direction,
    is_flat,
)
from benchmark.authoring.figures.plane.figure import PlaneFigure, with_names
from benchmark.authoring.figures.plane.programs import ADDED, POINTS, write_program
from benchmark.authoring.figures.plane.questions import (
    DELETE,
    GENERATE,
    MODIFY,
    delete_reasoning,
    generate_reasoning,
    modify_reasoning,
    value_questions,
)
from benchmark.authoring.figures.plane.shapes import DOMAINS, draw_blueprint
from benchmark.authoring.figures.plane.variants import draw_deletions, four_figures, frame, shown_segments
from benchmark.authoring.figures.plane.wording import (
    annotate_instruction,
    delete_instruction,
    describe,
    modify_instruction,
)
from benchmark.authoring.figures.programs import WHOLE
from benchmark.authoring.figures.sample import CodeStyle, Edit, FigureSample, Question, State

_LETTERS = "ABCDEFGHKLMNPQRSTUVWXYZ"  # without I, J and O, which look like other signs
_COLOURS = (("navy", "green"), ("black", "purple"), ("darkgreen", "purple"), ("brown", "teal"))
_DOT_COLOURS = ("red", "blue", "orange", "black", "cyan", "magenta")
_TRIES = 60
_EXCERPT = 130  # characters that an excerpt has if possible
_KINDS: tuple[AnnotationKind, ...] = ("points", "lengths", "lengths", "angles", "angles")


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample with a geometric figure.

    Raises:
        UnfitError: if the figure that was drawn cannot be used.
    """
    domain, kind = draws.choice(DOMAINS), draws.choice(_KINDS)
    for _ in range(_TRIES):
        with suppress(UnfitError):
            return _make_of_kind(draws, style, domain, kind)
    raise UnfitError(f"no figure of {domain} with {kind} can be used")


def _make_of_kind(draws: Draws, style: CodeStyle, domain: str, kind: AnnotationKind) -> FigureSample:
    blueprint = draw_blueprint(draws, domain)
    bare, new_letter = _without_points(draws, blueprint, kind)
    four = four_figures(draws, blueprint, bare)
    constructions = draw_constructions(draws, four[0], new_letter)
    changed = [replace(four[0], addition=construct(four[0], each, new_letter)) for each in constructions]
    if not has_own_direction(changed):  # without axes, nothing tells segments of one direction apart
        four, changed = ([replace(each, axes=True) for each in figures] for figures in (four, changed))
    original = four[0] if kind == "points" else _without_addition(_named(changed[0], list(four[0].points)))
    annotation = annotate(draws, original, kind)
    values = value_questions(draws, annotation, original)
    if kind != "points":
        changed = [_named(replace(original, addition=figure.addition), [new_letter]) for figure in changed]
    deletions, candidates = draw_deletions(draws, original)
    deleted = original.without(deletions[0])
    four[0] = original
    sample = FigureSample(
        type="geometric",
        domain=domain,
        style=style,
        original=_state(original, style),
        description=describe(original),
        edits=(
            Edit(
                operation="delete",
                kind="one-segment" if len(deletions[0]) == 1 else "two-segments",
                state=_state(deleted, style),
                instruction=delete_instruction(original, deletions[0]),
            ),
            Edit(
                operation="modify",
                kind=constructions[0].kind,
                state=_state(changed[0], style),
                instruction=modify_instruction(changed[0], constructions[0]),
            ),
            Edit(
                operation="annotate",
                kind=kind,
                state=_state(annotation.figure, style, background=kind == "lengths"),
                instruction=annotate_instruction(annotation),
            ),
        ),
        questions=(
            _generate_question(draws, four, style),
            _delete_question(draws, original, deletions, candidates, style),
            _modify_question(draws, original, changed, constructions[0], style),
            *values,
        ),
    )
    if any(is_flat(original, each) for each in constructions):  # last: other samples of a seed stay the same
        raise UnfitError("a point on the line through its base")
    return sample


def _without_points(draws: Draws, blueprint: Blueprint, kind: AnnotationKind) -> tuple[PlaneFigure, str]:
    """Draw everything about the original except the places of its points, and the names of new points."""
    count = len(blueprint.build(blueprint.draw(draws)))
    letters = draws.sample(_LETTERS, count + 1)
    names, new_letter = letters[:count], letters[count]
    colour, added_colour = draws.choice(_COLOURS)
    if kind == "points":
        dots = dict(zip(names, draws.sample(_DOT_COLOURS, count), strict=True))
    else:
        dots = dict.fromkeys(names, colour) if draws.chance(1, 2) else {}
    xlim, ylim = frame(draws, blueprint.scale)
    joins = draws.shuffled([draws.choice((join, join[::-1])) for join in blueprint.joins])
    bare = PlaneFigure(
        title=blueprint.noun.capitalize(),
        points=dict.fromkeys(names, (0, 0)),
        segments=tuple(names[a] + names[b] for a, b in joins),
        circle=(names[-1], plain(blueprint.radius)) if blueprint.radius else None,
        colour=colour,
        added_colour=added_colour,
        dots=dots,
        scale=blueprint.scale,
        xlim=(plain(xlim[0]), plain(xlim[1])),
        ylim=(plain(ylim[0]), plain(ylim[1])),
        axes=kind != "angles" or draws.chance(1, 2),
    )
    return bare, new_letter


def _named(figure: PlaneFigure, letters: Sequence[str]) -> PlaneFigure:
    """Return the figure with the names of some points."""
    named = with_names(figure, letters)
    if named is None:
        raise UnfitError("no room for a name")
    return named


def _without_addition(figure: PlaneFigure) -> PlaneFigure:
    return replace(figure, addition=None)


def _state(figure: PlaneFigure, style: CodeStyle, *, background: bool = False) -> State:
    return State(figure=figure.value(), code=write_program(figure, style, background=background).code)


def _generate_question(draws: Draws, four: Sequence[PlaneFigure], style: CodeStyle) -> Question:
    shown = (POINTS, *shown_segments(four)[: 2 if style == "axes" else 3])
    if four[0].names:
        four = [four[0], *(_named(figure, list(figure.points)) for figure in four[1:])]
    programs = [write_program(figure, style, show=shown) for figure in four]
    text = draws.choice(GENERATE)
    return code_question("generate", text, programs, generate_reasoning(four[0]), _EXCERPT)


def _delete_question(
    draws: Draws,
    original: PlaneFigure,
    deletions: Sequence[Sequence[str]],
    candidates: Sequence[str],
    style: CodeStyle,
) -> Question:
    show, enough = _with_places(original, style, candidates)
    programs = [write_program(original.without(names), style, show=show) for names in deletions]
    reasoning = delete_reasoning(original, deletions[0])
    return code_question("delete", draws.choice(DELETE), programs, reasoning, enough)


def _modify_question(
    draws: Draws,
    original: PlaneFigure,
    changed: Sequence[PlaneFigure],
    construction: Construction,
    style: CodeStyle,
) -> Question:
    show, enough = _with_places(original, style, (ADDED,))
    programs = [write_program(figure, style, show=show) for figure in changed]
    reasoning = modify_reasoning(original, changed[0], construction)
    return code_question("modify", draws.choice(MODIFY), programs, reasoning, enough)


def _with_places(figure: PlaneFigure, style: CodeStyle, shown: Sequence[str]) -> tuple[Sequence[str], int]:
    """Return what excerpts show, and their length: a name says where a point is if the picture has it."""
    if figure.names or style not in ("axes", "dictionary"):
        return shown, _EXCERPT
    return (POINTS, *shown), WHOLE
