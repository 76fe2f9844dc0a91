"""Coordinates: cartesian, polar, named, and points computed from others."""

import math
import re

from benchmark.judging.scenes.values import Place
from benchmark.judging.tikz.limits import NotTikz, Refused, check_depth, shown
from benchmark.judging.tikz.styles import Context, Style
from benchmark.judging.tikz.text import Reader, split

_TERM = re.compile(r"[-+]")
_BETWEEN = re.compile(r"[^!$]*")
_NAMED = re.compile(r"[A-Za-z0-9_' -]+(?:\.center)?")


def read_place(reader: Reader, context: Context, style: Style, current: Place) -> tuple[Place, bool]:
    """Return the coordinate that is next, and whether it becomes the current point.

    Args:
        reader: where it is.
        context: of the drawing.
        style: has the transformation.
        current: point that ``+`` and ``++`` count from.
    """
    signs = "++" if reader.accept("++") else "+" if reader.accept("+") else ""
    inside = reader.group("(")
    context.budget.point()
    if signs:
        step = style.move.vector(*_numbers(inside, context))
        return Place(current.x + step.x, current.y + step.y), signs == "++"
    return place(inside, context, style), True


def place(inside: str, context: Context, style: Style, depth: int = 0) -> Place:
    """Return the point that the text in parentheses means."""
    check_depth(depth)
    text = inside.strip()
    if text.startswith("$") and text.endswith("$") and len(text) > 1:
        return _computed(text[1:-1], context, style, depth)
    for sign in ("|-", "-|"):
        if sign in text:
            first, _, second = text.partition(sign)
            one, other = place(first, context, style, depth + 1), place(second, context, style, depth + 1)
            return Place(one.x, other.y) if sign == "|-" else Place(other.x, one.y)
    name = text.removesuffix(".center").strip()
    if name in context.points:
        return context.points[name]
    return style.move.point(*_numbers(text, context))


def _numbers(text: str, context: Context) -> tuple[float, float]:
    text = text.strip().removeprefix("axis cs:").removeprefix("canvas cs:")
    context.budget.step(len(text))
    parts = split(text)
    if len(parts) == 2:  # noqa: PLR2004 - x and y
        return context.number(parts[0]), context.number(parts[1])
    polar = split(text, ":")
    if len(parts) == 1 and len(polar) == 2:  # noqa: PLR2004 - angle and radius
        angle, radius = math.radians(context.number(polar[0])), context.number(polar[1])
        return radius * math.cos(angle), radius * math.sin(angle)
    if len(parts) == 3:  # noqa: PLR2004 - x, y and z
        raise Refused("coordinates in space")
    if _NAMED.fullmatch(text):
        raise NotTikz(f"no coordinate has the name {shown(text)!r}")
    raise Refused(f"the coordinate ({shown(text)})")


def _computed(text: str, context: Context, style: Style, depth: int) -> Place:
    reader = Reader(text, context.budget)
    x = y = 0.0
    sign = 1.0
    while True:
        factor = 1.0
        if not reader.peek("("):
            until = reader.text.find("*", reader.at)
            if until < 0:
                raise Refused(f"the computed coordinate {shown(text)}")
            factor = context.number(reader.text[reader.at : until])
            reader.at = until
            reader.accept("*")
        point = place(reader.group("("), context, style, depth + 1)
        while reader.accept("!"):
            point = _between(reader, point, context, style, depth)
        x, y = x + sign * factor * point.x, y + sign * factor * point.y
        if reader.done:
            return Place(x, y)
        found = reader.match(_TERM)
        if not found:
            raise Refused(f"the computed coordinate {shown(text)}")
        sign = 1.0 if found == "+" else -1.0


def _between(reader: Reader, start: Place, context: Context, style: Style, depth: int) -> Place:
    if reader.peek("("):  # the foot of the perpendicular from a point
        foot = place(reader.group("("), context, style, depth + 1)
        reader.expect("!")
        end = place(reader.group("("), context, style, depth + 1)
        length = (end.x - start.x) ** 2 + (end.y - start.y) ** 2
        if not length:
            raise NotTikz("a perpendicular to a line without length")
        inner = (foot.x - start.x) * (end.x - start.x) + (foot.y - start.y) * (end.y - start.y)
        share = inner / length
    else:
        text = reader.match(_BETWEEN)
        share = context.number(text)
        reader.expect("!")
        end = place(reader.group("("), context, style, depth + 1)
    return Place(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
