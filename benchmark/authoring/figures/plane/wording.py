"""Descriptions of geometric figures and instructions for edits, exact enough to draw the same."""

from collections.abc import Mapping, Sequence

from benchmark.authoring.figures.plane.annotations import Annotation
from benchmark.authoring.figures.plane.constructions import Construction
from benchmark.authoring.figures.plane.figure import Label, PlaneFigure
from benchmark.authoring.figures.plane.points import Point

_DECIMALS = {0: "whole degrees", 1: "one decimal", 2: "two decimals"}


def describe(figure: PlaneFigure) -> str:
    """Return the description of an original figure."""
    parts = [f'Draw a figure with the title "{figure.title}". Its points are {listed(figure.points)}.']
    segments = ", ".join(figure.segments)
    parts.append(f"Draw the segments {segments} as solid {figure.colour} lines.")
    if figure.circle:
        centre, radius = figure.circle
        parts.append(
            f"Draw the circle around {centre} with radius {radius} as a {figure.colour} line, not filled."
        )
    if figure.dots:
        colours = set(figure.dots.values())
        if len(colours) == 1:
            parts.append(f"Draw a round dot at each of {', '.join(figure.dots)}, in {colours.pop()}.")
        else:
            dots = ", ".join(f"{colour} at {name}" for name, colour in figure.dots.items())
            parts.append(f"Draw round dots in different colours: {dots}.")
    if figure.names:
        parts.append(f"Write the name of each point, centred: {placed(figure.names)}.")
    else:
        parts.append("Do not write the names of the points.")
    return " ".join([*parts, _frame(figure)])


def _frame(figure: PlaneFigure) -> str:
    limits = (
        f"The x axis goes from {figure.xlim[0]} to {figure.xlim[1]} and the y axis from {figure.ylim[0]} to "
        f"{figure.ylim[1]}, with the same length for one unit on both."
    )
    if figure.axes:
        return f"{limits} Both axes have a tick at each whole number, and a grid is shown."
    return f"{limits} The axes are hidden."


def delete_instruction(original: PlaneFigure, segments: Sequence[str]) -> str:
    """Return the instruction to delete segments."""
    what = " and ".join(_segment(original, name) for name in segments)
    noun = "segment" if len(segments) == 1 else "segments"
    return (
        f"Delete the {noun} {what}. Everything else stays as it is, also the points and names at their ends."
    )


def _segment(figure: PlaneFigure, name: str) -> str:
    if figure.names:
        return name
    start, end = figure.span(name)
    return f"{name} from {start} to {end}"


def modify_instruction(figure: PlaneFigure, construction: Construction) -> str:
    """Return the instruction to add a construction, where ``figure`` already has it."""
    added = figure.addition
    if added is None:
        raise ValueError("the figure has no addition")
    parts = [construction.sentence("".join(added.points))]
    if not figure.names:
        involved = dict.fromkeys(construction.point + construction.base)
        parts.insert(0, f"In the figure, {listed({name: figure.points[name] for name in involved})}.")
    parts.append(f"Draw {added.segment} as a dashed {figure.added_colour} line.")
    dots = "a round dot" if len(added.points) == 1 else "round dots"
    parts.append(f"Draw {dots} in {figure.added_colour} at {' and '.join(added.points)}.")
    new = [label for label in figure.names if label.text in added.points]
    if new:
        noun = "name" if len(new) == 1 else "names"
        parts.append(
            f"Write the {noun} of the new {'point' if len(new) == 1 else 'points'}, centred: {placed(new)}."
        )
    else:
        parts.append("Write no names.")
    return " ".join([*parts, "Everything else stays as it is."])


def annotate_instruction(annotation: Annotation) -> str:
    """Return the instruction to write values."""
    figure, decimals = annotation.figure, _DECIMALS[annotation.digits]
    values = ", ".join(f"{measure.element} = {measure.value}" for measure in annotation.measures)
    if annotation.kind == "lengths":
        return (
            f"Write the lengths of these segments, rounded to {decimals}: {values}. "
            "Centre each text at the midpoint of its segment, on a white background. Write only the number. "
            "Everything else stays as it is."
        )
    if annotation.kind == "angles":
        return (
            f"Write the sizes of these angles, rounded to {decimals}: {values}. "
            f"Centre each text on the bisector of its angle, {annotation.reach} units from the vertex. "
            "Write only the number and the sign °. Everything else stays as it is."
        )
    names = ", ".join(
        f"{label.text} for {measure.element}, at {label.at}"
        for label, measure in zip(figure.values, annotation.measures, strict=True)
    )
    return f"Write a name next to each dot, centred: {names}. Everything else stays as it is."


def listed(points: Mapping[str, Point]) -> str:
    """Return points with their coordinates, such as ``A (1, 2), B (3, 4.5)``."""
    return ", ".join(f"{name} {point}" for name, point in points.items())


def placed(labels: Sequence[Label]) -> str:
    """Return texts with their places, such as ``A at (1, 2)``."""
    return ", ".join(f"{label.text} at {label.at}" for label in labels)
