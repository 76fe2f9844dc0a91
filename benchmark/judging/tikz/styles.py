"""What the parts of a drawing share: colours, styles read from options, and what was drawn so far."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from benchmark.judging.scenes.values import Area, Arrow, Place, Points, Stroke, Wedge
from benchmark.judging.tikz.arithmetic import number
from benchmark.judging.tikz.limits import DrawingBudget, NotTikz, Refused, check_depth, shown
from benchmark.judging.tikz.text import split, unbraced

_MIXTURE = re.compile(r"[A-Za-z]+(?:![0-9.]{1,6}(?:![A-Za-z]+)?){0,6}")
_HEX = re.compile(r"[0-9A-Fa-f]{6}")
#: Colours of xcolor.
_XCOLOR = """
red=ff0000 green=00ff00 blue=0000ff cyan=00ffff magenta=ff00ff yellow=ffff00 black=000000
gray=808080 white=ffffff darkgray=404040 lightgray=bfbfbf brown=bf8040 lime=bfff00 olive=808000
orange=ff8000 pink=ffbfbf purple=bf0040 teal=008080 violet=800080
"""
#: Colours of CSS, which matplotlib and xcolor with ``svgnames`` have, apart from those of xcolor.
_CSS = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
bisque=ffe4c4 blanchedalmond=ffebcd blueviolet=8a2be2 burlywood=deb887 cadetblue=5f9ea0
chartreuse=7fff00 chocolate=d2691e coral=ff7f50 cornflowerblue=6495ed cornsilk=fff8dc
crimson=dc143c darkblue=00008b darkcyan=008b8b darkgoldenrod=b8860b darkgreen=006400
darkgrey=a9a9a9 darkkhaki=bdb76b darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00
darkorchid=9932cc darkred=8b0000 darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b
darkslategray=2f4f4f darkslategrey=2f4f4f darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493
deepskyblue=00bfff dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222
floralwhite=fffaf0 forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff
gold=ffd700 goldenrod=daa520 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4
indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5
lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff
lightgoldenrodyellow=fafad2 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1
lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899
lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0 limegreen=32cd32 linen=faf0e6
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db
mediumseagreen=3cb371 mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc
mediumvioletred=c71585 midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5
navajowhite=ffdead navy=000080 oldlace=fdf5e6 olivedrab=6b8e23 orangered=ff4500 orchid=da70d6
palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee palevioletred=db7093
papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f plum=dda0dd powderblue=b0e0e6
rebeccapurple=663399 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513 salmon=fa8072
sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb
slateblue=6a5acd slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f
steelblue=4682b4 tan=d2b48c thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 wheat=f5deb3
whitesmoke=f5f5f5 yellowgreen=9acd32
"""
_NAMES = dict(entry.split("=") for entry in f"{_CSS}{_XCOLOR}".split())
#: Names that mean another colour in matplotlib. Tasks name colours as matplotlib does, so its colours count.
_AS_IN_TASKS = {"brown": "a52a2a", "green": "008000", "purple": "800080"}
_DASHES = {"solid": "-", "dashed": "--", "dotted": ":", "dash dot": "-.", "dashdotted": "-."}
_TIPS = frozenset(
    {"", ">", "<", "latex", "stealth", "Latex", "Stealth", "to", "To", "triangle 45", "latex'", "stealth'"}
)
_WAYS = {"above": (0, 1), "below": (0, -1), "left": (-1, 0), "right": (1, 0)}
_ANCHORS = {
    "north": (0, -1), "south": (0, 1), "west": (1, 0), "east": (-1, 0), "center": (0, 0), "base": (0, 1),
}  # fmt: skip
#: Parts of a style that a colour option sets.
_INKS = {"draw": ("ink",), "fill": ("face",), "text": ("words",), "color": ("ink", "face", "words")}
#: Options that the readers of paths and axes look up by name.
_VALUES = frozenset({
    "at", "radius", "x radius", "y radius", "start angle", "end angle", "label", "domain",
    "samples", "variable", "shape", "circle", "rectangle", "step", "xstep", "ystep", "only marks", "mark",
    "trig format plots", "no marks", "mark repeat", "smooth",
})  # fmt: skip
#: Options of paths and axes that change nothing of what is compared, such as a line width.
_WITHOUT_EFFECT = frozenset({
    "thin", "very thin", "ultra thin", "semithick", "thick", "very thick", "ultra thick", "help lines",
    "line width", "line cap", "line join", "opacity", "fill opacity", "draw opacity", "text opacity", "font",
    "inner sep", "outer sep", "minimum size", "minimum width", "minimum height", "align", "text width",
    "sloped", "transform shape", "mark size", "mark options", "baseline",
    "text centered", "node font", "auto", "swap", "every node/.style", "compat", "shorten >", "shorten <",
    ">", "yticklabel style", "width", "height", "grid", "major grid style", "minor grid style",
    "grid style", "axis lines",
    "axis lines*", "axis x line", "axis y line", "axis x line*", "axis y line*", "legend pos",
    "legend style", "legend cell align", "xlabel style", "ylabel style", "title style", "tick style",
    "xtick style", "ytick style", "xticklabel style", "x tick label style", "y tick label style",
    "ticklabel style", "tick label style", "label style", "axis line style", "tick align", "scale only axis",
    "nodes near coords align", "every node near coord/.append style", "clip", "axis on top", "xtick pos",
    "ytick pos", "minor tick num", "minor x tick num", "minor y tick num", "unbounded coords", "area legend",
    "enlargelimits", "enlarge x limits", "enlarge y limits", "legend columns", "name", "line legend",
    "every axis plot/.append style", "x label style", "y label style", "xmajorgrids", "ymajorgrids",
    "nodes near coords style", "forget plot", "reverse legend", "scaled ticks",
})  # fmt: skip
_POSITIONS = {"midway": 0.5, "near start": 0.25, "near end": 0.75, "at start": 0.0, "at end": 1.0}


class Colours:
    """Colours that a drawing knows: those with a common name, and its own."""

    def __init__(self) -> None:
        self._names = dict(_NAMES)
        self._plain = _NAMES | _AS_IN_TASKS

    def define(self, name: str, model: str, value: str) -> None:
        """Add a colour."""
        try:
            if model == "HTML":
                ink = value.lower() if _HEX.fullmatch(value) else ""
            elif model in ("rgb", "RGB"):
                factor = 255 if model == "rgb" else 1
                parts = [round(float(part) * factor) for part in value.split(",")]
                ink = "".join(f"{max(0, min(255, part)):02x}" for part in parts)
            else:
                raise Refused(f"colours of the model {shown(model)}")
        except (ValueError, OverflowError):
            ink = ""
        if len(ink) != 6:  # noqa: PLR2004 - digits
            raise NotTikz(f"{shown(value)!r} is not a colour")
        self._names[name] = self._plain[name] = ink

    def find(self, text: str) -> str | None:
        """Return a colour as ``#rrggbb``, empty for none at all; None if the text names no colour."""
        if text in ("none", "transparent"):
            return ""
        plain = self._plain.get(text, self._plain.get(text.lower()))
        if plain is not None or not _MIXTURE.fullmatch(text):
            return plain and f"#{plain}"
        first, *rest = text.split("!")
        ink = self._rgb(first)
        for i in range(0, len(rest), 2):
            # xcolor mixes with white if nothing else is named: `red!40`.
            other = self._rgb(rest[i + 1]) if i + 1 < len(rest) else (255.0, 255.0, 255.0)
            if ink is None or other is None:
                return None
            try:
                share = min(1.0, float(rest[i]) / 100)
            except ValueError:
                return None
            ink = tuple(share * a + (1 - share) * b for a, b in zip(ink, other, strict=True))
        return None if ink is None else "#" + "".join(f"{round(part):02x}" for part in ink)

    def _rgb(self, name: str) -> tuple[float, ...] | None:
        ink = self._names.get(name, self._names.get(name.lower()))
        return None if ink is None else tuple(float(int(ink[i : i + 2], 16)) for i in (0, 2, 4))


class Transform(NamedTuple):
    """A linear map and a shift."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> Place:
        """Return the image of a point."""
        return Place(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def vector(self, x: float, y: float) -> Place:
        """Return the image of a vector, a difference of two points."""
        return Place(self.a * x + self.c * y, self.b * x + self.d * y)

    @property
    def size(self) -> float:
        """The factor by which the map changes areas; negative if it mirrors."""
        return self.a * self.d - self.b * self.c

    def solved(self, step: Place) -> tuple[float, float]:
        """Return the vector whose image is ``step``."""
        if not self.size:
            return 0.0, 0.0
        x, y = self.d * step.x - self.c * step.y, self.a * step.y - self.b * step.x
        return x / self.size, y / self.size

    def then(self, inner: "Transform") -> "Transform":
        """Return the map that does ``inner`` first, and then this one."""
        first, second = self.vector(inner.a, inner.b), self.vector(inner.c, inner.d)
        return Transform(*first, *second, *self.point(inner.e, inner.f))


def _turn(angle: float) -> Transform:
    x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return Transform(x, y, -y, x)


_SAME = Transform()
_MOVES: dict[str, Callable[[float], Transform]] = {
    "xshift": lambda amount: Transform(e=amount),
    "yshift": lambda amount: Transform(f=amount),
    "scale": lambda factor: Transform(a=factor, d=factor),
    "xscale": lambda factor: Transform(a=factor),
    "yscale": lambda factor: Transform(d=factor),
    "rotate": _turn,
}


@dataclass(frozen=True, slots=True)
class PathStyle:
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
    pos: float | None = None  #: position of a node, as a share of the way along the path


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle or ellipse, which is a point if it is small."""

    middle: Place
    outline: tuple[Place, ...]
    radius: float
    on_paper: bool  #: whether its radius is a length on paper, such as ``2pt``
    face: str
    edge: str
    dash: str


@dataclass(frozen=True, slots=True)
class Note:
    """A text at a point."""

    text: str
    at: Place
    way: tuple[int, int]  #: where the text is, seen from the point; (0, 0) if it is on it
    color: str


Drawn = Stroke | Area | Wedge | Arrow | Points | Disc | Note


@dataclass(slots=True)
class Context:
    """What the parts of one drawing share, and everything that was drawn, in order."""

    budget: DrawingBudget
    colours: Colours = field(default_factory=Colours)
    points: dict[str, Place] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    marks: list[Drawn] = field(default_factory=list)
    _depth: int = 0  #: depth of styles within styles

    def number(self, text: str) -> float:
        """Return the value of a formula."""
        return number(text, self.budget)

    def read_options(
        self, text: str, style: PathStyle, *, sized: bool = True, known: frozenset[str] = frozenset()
    ) -> tuple[PathStyle, dict[str, str]]:
        """Return a style changed by options, and those options that have another use.

        Transformations count only if ``sized``. Further options that have another use are ``known``.
        """
        values: dict[str, str] = {}
        self.budget.take(len(text))
        for entry in filter(None, split(text)):
            name, equals, given = entry.partition("=")
            key, value = " ".join(name.split()), unbraced(given) if equals else None
            if key in self.styles and value is None:
                # Two styles may name each other.
                self._depth += 1
                check_depth(self._depth)
                style, more = self.read_options(self.styles[key], style, sized=sized, known=known)
                self._depth -= 1
                values |= more
            elif key in known or key in _VALUES:
                values[key] = "" if value is None else value
            elif key.endswith("/.style") and key not in _WITHOUT_EFFECT:
                self._define_style(key.removesuffix("/.style"), value or "")
            elif key not in _WITHOUT_EFFECT:
                style = self._with_option(style, key, value, sized=sized)
        return style, values

    def _define_style(self, name: str, text: str) -> None:
        if name.startswith("every "):
            raise Refused(f"the style {shown(name)}")
        parts = [self.styles.get(part, part) for part in split(text)]
        joined = ", ".join(part for part in parts if part != name)
        self.budget.take(len(joined))
        if len(joined) > 2_000:  # noqa: PLR2004 - characters
            raise Refused("a style of more than 2,000 characters")
        self.styles[name] = joined

    def _with_option(self, style: PathStyle, key: str, value: str | None, *, sized: bool) -> PathStyle:
        bare = key.removeprefix("densely ").removeprefix("loosely ")
        if key in _INKS:
            style = self._coloured(style, key, value)
        elif key in _POSITIONS and value is None:
            style = replace(style, pos=_POSITIONS[key])
        elif key == "pos":
            style = replace(style, pos=self.number(value or "0.5"))
        elif key == "anchor":
            style = replace(style, way=_direction(value or "", _ANCHORS))
        elif all(part in _WAYS for part in key.split()):
            style = replace(style, way=_direction(key, _WAYS))
        elif value is not None:
            step = self._step(key, value)
            style = replace(style, move=style.move.then(step)) if sized else style
        elif bare in _DASHES:
            style = replace(style, dash=_DASHES[bare])
        elif "-" in bare and (heads := _heads(bare)) is not None:
            style = replace(style, heads=heads)
        elif self.colours.find(bare) is not None:
            style = self._coloured(style, "color", bare)
        else:
            raise Refused(f"the option {shown(key)}")
        return style

    def _coloured(self, style: PathStyle, key: str, value: str | None) -> PathStyle:
        ink = None if value is None else self.colours.find(value)
        if value is not None and ink is None:
            raise Refused(f"the colour {shown(value)}")
        changes: dict[str, Any] = dict.fromkeys(_INKS[key], ink) if ink else {}
        if key in ("draw", "fill"):
            changes[key] = ink != ""
        return replace(style, **changes)

    def _step(self, key: str, value: str) -> Transform:
        """Return the map that an option with a value describes."""
        if key == "shift":
            inside = unbraced(value)
            parts = split(inside[1:-1]) if inside.startswith("(") and inside.endswith(")") else []
            if len(parts) != 2:  # noqa: PLR2004 - x and y
                raise NotTikz(f"{shown(value)!r} is not a pair of numbers")
            return Transform(e=self.number(parts[0]), f=self.number(parts[1]))
        if key in ("x", "y"):
            return Transform()
        if key not in _MOVES:
            raise Refused(f"the option {shown(key)}")
        return _MOVES[key](self.number(value))


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
