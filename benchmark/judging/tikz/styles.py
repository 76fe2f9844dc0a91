"""Styles of paths: colours, dashes, arrow heads, transformations, read from options."""

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from benchmark.judging.scenes.values import Place
from benchmark.judging.tikz.arithmetic import number
from benchmark.judging.tikz.colours import Colours
from benchmark.judging.tikz.limits import Budget, NotTikz, Refused, check_depth, shown
from benchmark.judging.tikz.text import options, split, unbraced
from benchmark.judging.tikz.vocabulary import WITHOUT_EFFECT

_DASHES = {"solid": "-", "dashed": "--", "dotted": ":", "dash dot": "-.", "dashdotted": "-."}
_DENSITIES = ("densely ", "loosely ")
_TIPS = frozenset(
    {"", ">", "<", "latex", "stealth", "Latex", "Stealth", "to", "To", "triangle 45", "latex'", "stealth'"}
)
_WAYS = {"above": (0, 1), "below": (0, -1), "left": (-1, 0), "right": (1, 0)}
_ANCHORS = {
    "north": (0, -1),
    "south": (0, 1),
    "west": (1, 0),
    "east": (-1, 0),
    "center": (0, 0),
    "base": (0, 1),
}
#: Options that the readers of paths and axes look up by name.
_VALUES = frozenset(
    {
        "at",
        *(
            "radius",
            "x radius",
            "y radius",
            "start angle",
            "end angle",
            "delta angle",
            "label",
            "domain",
        ),
        *("samples", "variable", "shape", "circle", "rectangle", "step", "xstep", "ystep", "only marks"),
        *("mark", "trig format plots", "no marks", "mark repeat", "smooth"),
    }
)
_POSITIONS = {"midway": 0.5, "near start": 0.25, "near end": 0.75, "at start": 0.0, "at end": 1.0}


class Transform(NamedTuple):
    """A linear map and a shift."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> Place:
        """Return where a point goes."""
        return Place(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def vector(self, x: float, y: float) -> Place:
        """Return where a difference of points goes."""
        return Place(self.a * x + self.c * y, self.b * x + self.d * y)

    def then(self, inner: "Transform") -> "Transform":
        """Return the map that does ``inner`` first."""
        first, second = self.vector(inner.a, inner.b), self.vector(inner.c, inner.d)
        return Transform(*first, *second, *self.point(inner.e, inner.f))


_SAME = Transform()


@dataclass(frozen=True, slots=True)
class Style:
    """How a path looks."""

    draw: bool = False
    fill: bool = False
    ink: str = "#000000"
    face: str = "#000000"
    words: str = "#000000"
    dash: str = "-"
    heads: str = ""
    move: Transform = _SAME
    way: tuple[int, int] = (0, 0)  #: where the text of a node is, seen from its place
    pos: float | None = None  #: of a node, as a share of the way along the path


@dataclass(slots=True)
class Context:
    """What the parts of one drawing share."""

    budget: Budget
    colours: Colours = field(default_factory=Colours)
    points: dict[str, Place] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    _depth: int = 0  #: of styles within styles

    def number(self, text: str) -> float:
        """Return the value of a formula."""
        return number(text, self.budget)

    def read_options(
        self, text: str, style: Style, *, sized: bool = True, known: frozenset[str] = frozenset()
    ) -> tuple[Style, dict[str, str]]:
        """Return a style with options, and the options that have another use.

        Args:
            text: the options.
            style: what they change.
            sized: whether transformations count.
            known: further options that have another use.

        Raises:
            Refused: if there is an option outside of the subset.
        """
        values: dict[str, str] = {}
        for key, value in options(text, self.budget):
            if key in self.styles and value is None:
                self._depth += 1
                check_depth(self._depth)
                style, more = self.read_options(self.styles[key], style, sized=sized, known=known)
                self._depth -= 1
                values |= more
            elif key in known or key in _VALUES or key == "label":
                values[key] = "" if value is None else value
            elif key.endswith("/.style") and key not in WITHOUT_EFFECT:
                self._define_style(key.removesuffix("/.style"), value or "")
            elif key not in WITHOUT_EFFECT:
                style = self._with_option(style, key, value, sized=sized)
        return style, values

    def _define_style(self, name: str, text: str) -> None:
        if name.startswith("every "):
            raise Refused(f"the style {shown(name)}")
        parts = [self.styles.get(part, part) for part in split(text)]
        joined = ", ".join(part for part in parts if part != name)
        self.budget.step(len(joined))
        if len(joined) > 2_000:  # noqa: PLR2004 - characters
            raise Refused("a style of more than 2,000 characters")
        self.styles[name] = joined

    def _with_option(self, style: Style, key: str, value: str | None, *, sized: bool) -> Style:
        if key in ("draw", "fill", "color", "text"):
            return self._coloured(style, key, value)
        found = self._placed(style, key, value)
        if found is None and value is not None:
            moved = self._moved(style, key, value)
            found = moved if sized or moved is None else style
        elif found is None:
            found = self._bare(style, key)
        if found is None:
            raise Refused(f"the option {shown(key)}")
        return found

    def _placed(self, style: Style, key: str, value: str | None) -> Style | None:
        """Return a style for an option that says where a node is; None for other options."""
        if value is None and key in _POSITIONS:
            return replace(style, pos=_POSITIONS[key])
        if key == "pos":
            return replace(style, pos=self.number(value or "0.5"))
        if key == "anchor":
            return replace(style, way=_direction(value or "", _ANCHORS))
        if all(part in _WAYS for part in key.split()):
            return replace(style, way=_direction(key, _WAYS))
        return None

    def _bare(self, style: Style, key: str) -> Style | None:
        """Return a style for an option without a value: dashes, arrow heads, a colour; None for others."""
        for density in _DENSITIES:
            key = key.removeprefix(density)
        if key in _DASHES:
            return replace(style, dash=_DASHES[key])
        if "-" in key and (heads := _heads(key)) is not None:
            return replace(style, heads=heads)
        return self._coloured(style, "color", key) if self.colours.find(key) is not None else None

    def _coloured(self, style: Style, key: str, value: str | None) -> Style:
        ink = None if value is None else self.colours.find(value)
        if value is not None and ink is None:
            raise Refused(f"the colour {shown(value)}")
        if key == "draw":
            return replace(style, draw=ink != "", ink=ink or style.ink)
        if key == "fill":
            return replace(style, fill=ink != "", face=ink or style.face)
        if key == "text":
            return replace(style, words=ink or style.words)
        return replace(style, ink=ink or style.ink, face=ink or style.face, words=ink or style.words)

    def _moved(self, style: Style, key: str, value: str) -> Style | None:
        if key == "shift":
            x, y = self.pair(value)
            step = Transform(e=x, f=y)
        elif key in ("xshift", "yshift"):
            amount = self.number(value)
            step = Transform(e=amount) if key == "xshift" else Transform(f=amount)
        elif key in ("scale", "xscale", "yscale", "x", "y"):
            factor = self.number(value) if key not in ("x", "y") else 1.0
            step = Transform(
                a=factor if key in ("scale", "xscale") else 1.0,
                d=factor if key in ("scale", "yscale") else 1.0,
            )
        elif key == "rotate":
            angle = math.radians(self.number(value))
            step = Transform(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
        else:
            return None
        return replace(style, move=style.move.then(step))

    def pair(self, text: str) -> tuple[float, float]:
        """Return the two numbers of ``(x,y)``."""
        inside = unbraced(text)
        if inside.startswith("(") and inside.endswith(")"):
            parts = split(inside[1:-1])
            if len(parts) == 2:  # noqa: PLR2004 - x and y
                return self.number(parts[0]), self.number(parts[1])
        raise NotTikz(f"{shown(text)!r} is not a pair of numbers")


def _direction(text: str, names: dict[str, tuple[int, int]]) -> tuple[int, int]:
    x, y = 0, 0
    for word in text.split():
        if word not in names:
            raise Refused(f"the anchor {shown(text)}")
        x, y = x + names[word][0], y + names[word][1]
    return x, y


def _heads(text: str) -> str | None:
    start, _, end = text.partition("-")
    start, end = unbraced(start), unbraced(end)
    if not {start.partition("[")[0].strip(), end.partition("[")[0].strip()} <= _TIPS:
        return None
    return "both" if start and end else "start" if start else "end" if end else ""
