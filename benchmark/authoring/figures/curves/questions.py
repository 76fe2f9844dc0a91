"""Questions about plots of functions.

The four curves of a question are made of draws of one distribution, or are drawn before the right one is chosen
among them. So a reader without the picture has nothing to go by.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.curves.curve import Curve, Feature
from benchmark.authoring.figures.curves.edits import is_seen, mixed
from benchmark.authoring.figures.curves.plot import Plot
from benchmark.authoring.figures.curves.wording import kept_text
from benchmark.authoring.figures.numbers import number_text
from benchmark.authoring.figures.options import reasoned, value_options
from benchmark.authoring.figures.sample import Question, Reasoning

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
_TRIES = 60
#: Minimum distances of values in questions: of x, and of y as a share of the height.
_GAP_X, _GAP_Y = 0.3, 0.04

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which of the points of a kind is asked for."""

    text: str  #: the question, with a place for the rounding
    choose: Callable[[Curve, Sequence[_Point]], list[_Point]]  #: the point in a list, or nothing


_ASKED: dict[Feature, tuple[_Asked, ...]] = {
    "x": (
        _Asked("At which x does the curve in the picture cross the x-axis, rounded to {decimals}?", lambda _, p: list(p) if len(p) == 1 else []),
        _Asked("At which x is the leftmost crossing of the curve with the x-axis, rounded to {decimals}?", lambda _, p: list(p[:1]) if len(p) > 1 else []),
        _Asked("At which x is the rightmost crossing of the curve with the x-axis, rounded to {decimals}?", lambda _, p: list(p[-1:]) if len(p) > 1 else []),
    ),
    "y": (_Asked("At which y does the curve in the picture cross the y-axis, rounded to {decimals}?", lambda _, p: list(p)),),
    "extreme": (
        _Asked("Which point is the turning point of the curve in the picture, rounded to {decimals}?", lambda _, p: list(p) if len(p) == 1 else []),
        _Asked("Which point is the leftmost local maximum in the picture, rounded to {decimals}?", lambda c, p: _tops(c, p, top=True)[:1]),
        _Asked("Which point is the rightmost local maximum in the picture, rounded to {decimals}?", lambda c, p: _tops(c, p, top=True)[-1:]),
        _Asked("Which point is the leftmost local minimum in the picture, rounded to {decimals}?", lambda c, p: _tops(c, p, top=False)[:1]),
        _Asked("Which point is the rightmost local minimum in the picture, rounded to {decimals}?", lambda c, p: _tops(c, p, top=False)[-1:]),
    ),
}  # fmt: skip
