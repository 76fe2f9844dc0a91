"""Four curves, four deletions, or four changes of a curve, of which any could be the right one."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.curves.curve import (
    Curve,
    Feature,
    Limits,
    Map,
    are_different,
    visible_share,
)
from workshop.suites.mathopeval.families.curves.families import DOMAIN, Family, Numbers, Piece
from workshop.suites.mathopeval.families.curves.programs import Plot, ticks

ChangeKind = Literal["shift", "scale", "reflect", "compose"]
DeletionKind = Literal["gap", "ends"]

_TRIES = 200
_ENOUGH_SEEN = 0.55  # share of the domain in which an original or changed curve is seen
_AROUND = 0.4  # a curve goes on at least so far next to what is deleted
_APART = 1  # minimum distance of two possible ends of what is deleted
#: Limits of the y axis.
YLIMS: tuple[Limits, ...] = ((-5, 5), (-6, 6), (-8, 8), (-4, 8), (-8, 4), (-3, 9), (-9, 3))


@dataclass(frozen=True, slots=True)
class Change:
    """What is done to the argument of a function, and to its value."""

    inner: Map
    outer: Map

    def of(self, curve: Curve) -> Curve:
        """Return the changed curve."""
        return replace(curve, inner=self.inner, outer=self.outer)

    @property
    def kind(self) -> ChangeKind:
        """What the change is called."""
        if self.inner.absolute or self.outer.absolute:
            return "compose"
        if self.inner.offset or self.outer.offset:
            return "shift"
        return "reflect" if min(self.inner.factor, self.outer.factor) < 0 else "scale"


def draw_curves(draws: Draws, family: Family) -> tuple[list[Curve], Limits]:
    """Draw four curves of a family, and limits for them: two parameters have two values each.

    Raises:
        UnfitError: if no four curves can be seen and told apart.
    """
    for _ in range(_TRIES):
        ylim = draws.choice(YLIMS)
        first, second = family.draw(draws), family.draw(draws)
        places = draws.sample(range(len(first)), 2)
        four = [
            Curve(family=family, numbers=mixed(first, second, chosen))
            for chosen in ((), places[:1], places[1:], places)
        ]
        if all(is_seen(curve, ylim) for curve in four) and are_different(four, ylim):
            return four, ylim
    raise UnfitError(f"no four curves of a {family.name}")


def is_seen(curve: Curve, ylim: Limits) -> bool:
    """Whether enough of a curve is within the limits."""
    return visible_share(curve, ylim) >= _ENOUGH_SEEN


def mixed(first: Numbers, second: Numbers, places: Sequence[int]) -> Numbers:
    """Return the first numbers with those of the second at some places."""
    return tuple(second[place] if place in places else number for place, number in enumerate(first))


def draw_deletions(draws: Draws, curve: Curve, ylim: Limits) -> tuple[DeletionKind, list[tuple[Piece, ...]]]:
    """Draw four parts of the domain that are kept when the rest is deleted.

    Raises:
        UnfitError: if no four deletions can be told apart.
    """
    kind: DeletionKind = draws.choice(("gap", "ends"))
    ends = [half / 2 for half in range(-9, 10)]
    seen = [x for x in ends if _is_inside(curve, x, ylim)]
    for _ in range(_TRIES):
        if len(seen) < 4:
            break
        a, b, c, d = sorted(draws.sample(seen, 4))
        if min(b - a, c - b, d - c) < _APART:
            continue
        ways = [_kept(kind, start, end) for start in (a, b) for end in (c, d)]
        curves = [curve.without(kept) for kept in ways]
        if len({len(each.pieces) for each in curves}) == 1 and are_different([curve, *curves], ylim):
            return kind, draws.shuffled(ways)
    raise UnfitError("no four deletions")


def _is_inside(curve: Curve, x: float, ylim: Limits) -> bool:
    """Whether a curve is seen at an x and goes on to both sides."""
    y = curve.y(x)
    on_both_sides = all(curve.y(x + step) is not None for step in (-_AROUND, _AROUND))
    return y is not None and on_both_sides and ylim[0] < y < ylim[1]


def _kept(kind: DeletionKind, start: float, end: float) -> tuple[Piece, ...]:
    return ((DOMAIN[0], start), (end, DOMAIN[1])) if kind == "gap" else ((start, end),)


def draw_changes(draws: Draws, curve: Curve, ylim: Limits) -> list[Change]:
    """Draw four changes that can be told apart.

    Raises:
        UnfitError: if there are no such four.
    """
    sets: list[Callable[[Draws], list[Change]]] = [_shifts, _scales, _mirrored, _composed]
    for make in draws.shuffled(sets):
        for _ in range(12):
            four = make(draws)
            curves = [change.of(curve) for change in four]
            if all(is_seen(changed, ylim) for changed in curves) and are_different([curve, *curves], ylim):
                return draws.shuffled(four)
    raise UnfitError("no four changes")


def _shifts(draws: Draws) -> list[Change]:
    offsets = (-3, -2.5, -2, -1.5, -1, 1, 1.5, 2, 2.5, 3)
    inner, outer = draws.sample(offsets, 2), draws.sample(offsets, 2)
    return _all_of([Map(offset=each) for each in inner], [Map(offset=each) for each in outer])


def _scales(draws: Draws) -> list[Change]:
    factors = (0.5, 0.75, 1.5, 2)
    inner, outer = draws.sample(factors, 2), draws.sample(factors, 2)
    return _all_of([Map(factor=each) for each in inner], [Map(factor=each) for each in outer])


def _mirrored(_: Draws) -> list[Change]:
    return [
        Change(Map(factor=-1), Map()),
        Change(Map(), Map(factor=-1)),
        Change(Map(absolute=True), Map()),
        Change(Map(), Map(absolute=True)),
    ]


def _composed(_: Draws) -> list[Change]:
    return _all_of([Map(factor=-1), Map(absolute=True)], [Map(), Map(factor=-1)])


def _all_of(inner: Sequence[Map], outer: Sequence[Map]) -> list[Change]:
    return [Change(*pair) for pair in itertools.product(inner, outer)]


DELETED = "A part of the curve was deleted, or both its ends."
#: The hint to any change of a curve.
MODIFIED = (
    "The curve was shifted, scaled or reflected, or absolute values were taken: with f(x) for its function,"
    " it is now y = a·f(b·x + c) + d, where |x| may stand for x, and |f| for f."
)
#: Equally likely changes, at least: half of the sets of four changes have no numbers, and share a mirror.
CHANGES = 8
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
    surroundings = " Draw dotted gray lines at x = 0 and at y = 0." if plot.zero_lines else ""
    return (
        f'Plot the {plot.curve.family.name} {plot.curve.formula} with the title "{plot.title}", as a solid '
        f"{plot.colour} line {_range(plot.curve)}. Label the axes x and y. The x-axis goes from "
        f"{DOMAIN[0]} to {DOMAIN[1]} with ticks at {_ticks(DOMAIN)}, the y-axis from {plot.ylim[0]} to "
        f"{plot.ylim[1]} with ticks at {_ticks(plot.ylim)}.{surroundings}"
    )


def outline(plot: Plot) -> str:
    """Return the description without what the picture shows as numbers, and without looks."""
    return f'Plot the {plot.curve.family.name}, titled "{plot.title}", with the axes labelled x and y.'


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
    marks = ", ".join(f"{mark.text} centred at {mark.text_at}" for mark in plot.marks)
    return (
        f"{_marked(feature, digits)}. The texts are {marks}. "
        f"Each dot is at the coordinates of its text. {_REST}"
    )


def annotate_hint(plot: Plot, feature: Feature, digits: int) -> str:
    """Return what to mark and to write, without the places of texts."""
    return f"{_marked(feature, digits)}, next to it: {', '.join(mark.text for mark in plot.marks)}."


def _marked(feature: Feature, digits: int) -> str:
    decimals = {1: "one decimal", 2: "two decimals"}[digits]
    dots = f"Mark {_POINTS[feature]} with a round black dot"
    return f"{dots}, and write its coordinates, rounded to {decimals}"


def kept_text(kept: Sequence[Piece]) -> str:
    """Return what of the domain stays, such as ``[-5, -1] and [2, 5]``."""
    return " and ".join(f"[{_text(start)}, {_text(end)}]" for start, end in kept)
