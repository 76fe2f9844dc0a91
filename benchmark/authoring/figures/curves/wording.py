"""Descriptions of plots and instructions for edits, exact enough to draw the same."""

from collections.abc import Sequence

from benchmark.authoring.figures.curves.curve import Curve, Feature
from benchmark.authoring.figures.curves.edits import ChangeKind, DeletionKind
from benchmark.authoring.figures.curves.families import DOMAIN, Piece
from benchmark.authoring.figures.curves.plot import Plot
from benchmark.authoring.figures.curves.programs import ticks

_REST = "Everything else stays as it is."
#: What an edit that marks points is called.
MARKED: dict[Feature, str] = {"x": "x-crossings", "y": "y-crossing", "extreme": "extrema"}
_POINTS: dict[Feature, str] = {
    "x": "each point where the curve crosses the x-axis",
    "y": "the point where the curve crosses the y-axis",
    "extreme": "each local maximum and minimum of the curve in the picture",
}


def describe(plot: Plot) -> str:
    """Return the description of an original plot."""
    surroundings = "Show a grid." if plot.grid else "Show no grid."
    if plot.zero_lines:
        surroundings += " Draw dotted gray lines at x = 0 and at y = 0."
    return (
        f'Plot the {plot.curve.family.name} {plot.curve.formula} with the title "{plot.title}", as a solid '
        f"{plot.colour} line {_range(plot.curve)}. Label the axes x and y. The x-axis goes from "
        f"{DOMAIN[0]} to {DOMAIN[1]} with ticks at {_ticks(DOMAIN)}, the y-axis from {plot.ylim[0]} to "
        f"{plot.ylim[1]} with ticks at {_ticks(plot.ylim)}. {surroundings}"
    )


def _ticks(limits: tuple[float, float]) -> str:
    shown = ticks(limits)
    return "whole numbers" if shown[1] - shown[0] == 1 else "even numbers"


def _range(curve: Curve) -> str:
    """Return for which x a curve is drawn."""
    pieces = [f"from x = {start} to x = {end}" for start, end in curve.pieces]
    if len(pieces) == 1:
        return pieces[0]
    return f"in {len(pieces)} pieces that are not joined: {', '.join(pieces[:-1])}, and {pieces[-1]}"


def delete_instruction(curve: Curve, kind: DeletionKind) -> str:
    """Return the instruction to delete a part of a curve; the curve is what stays."""
    if kind == "gap":
        (_, start), (end, _) = curve.kept
        return (
            f"Delete the part of the curve between x = {_text(start)} and x = {_text(end)}. "
            f"What stays is drawn {_range(curve)}. {_REST}"
        )
    ((start, end),) = curve.kept
    return (
        f"Delete the parts of the curve left of x = {_text(start)} and right of x = {_text(end)}. "
        f"What stays is drawn {_range(curve)}. {_REST}"
    )


def _text(number: float) -> str:
    return f"{number:g}"


def modify_instruction(curve: Curve, kind: ChangeKind) -> str:
    """Return the instruction to change a curve."""
    words = {
        "shift": "This shifts the curve",
        "scale": "This scales the curve in both directions",
        "reflect": "This reflects the curve",
        "compose": "This composes the function with the absolute value",
    }[kind]
    if kind == "shift":
        right, up = -curve.inner.offset, curve.outer.offset
        words += f" by {_text(abs(right))} to the {'right' if right > 0 else 'left'}"
        words += f" and by {_text(abs(up))} {'up' if up > 0 else 'down'}"
    return (
        f"With f(x) for the function of the curve, replace the curve by {curve.formula}. {words}. "
        f"Draw it in the same colour {_range(curve)}. {_REST}"
    )


def annotate_instruction(plot: Plot, feature: Feature, digits: int) -> str:
    """Return the instruction to mark points."""
    decimals = {1: "one decimal", 2: "two decimals"}[digits]
    marks = ", ".join(f"{mark.text} centred at {mark.text_at}" for mark in plot.marks)
    return (
        f"Mark {_POINTS[feature]} with a round black dot, and write its coordinates, rounded to {decimals}. "
        f"The texts are {marks}. Each dot is at the coordinates of its text. {_REST}"
    )


def kept_text(kept: Sequence[Piece]) -> str:
    """Return what of the domain stays, such as ``[-5, -1] and [2, 5]``."""
    return " and ".join(f"[{_text(start)}, {_text(end)}]" for start, end in kept)
