"""Reads nodes and coordinates of a path, and puts them on a canvas."""

from dataclasses import dataclass, replace

from benchmark.judging.scenes.values import Place
from benchmark.judging.tikz.canvas import Canvas, Disc, Note
from benchmark.judging.tikz.coordinates import read_place
from benchmark.judging.tikz.limits import Refused
from benchmark.judging.tikz.styles import Context, Style
from benchmark.judging.tikz.text import Reader, words

#: Texts that are a point.
_BULLETS = frozenset({"$\\bullet$", "\\textbullet", "•"})


@dataclass(frozen=True, slots=True)
class Node:
    """A node, or a coordinate, which is a node without text."""

    text: str
    style: Style
    name: str
    at: Place | None  #: None if its path says where it is
    label: str | None
    dot: bool = False  #: whether it is a point


def read_node(reader: Reader, context: Context, outer: Style, current: Place) -> Node:
    """Read a node: its options, name, place and text.

    Raises:
        Refused: if it has a part outside of the subset.
    """
    style, name, at = replace(outer, pos=None, draw=False, fill=False), "", None
    values: dict[str, str] = {}
    while not reader.peek("{"):
        if reader.peek("["):
            style, more = context.read_options(reader.group("["), style, sized=False)
            values |= more
        elif reader.peek("("):
            name = reader.group("(").strip()
        elif (place := _at(reader, context, outer, current)) is not None:
            at = place
        else:
            raise Refused(f"the node at {reader.rest!r}")
    text = words(reader.group("{"))
    if "at" in values:
        at = read_place(Reader(values["at"], context.budget), context, outer, current)[0]
    if text in _BULLETS:
        return Node("", replace(style, face=style.words), name, at, values.get("label"), dot=True)
    if style.draw and (text or not style.fill):
        raise Refused("frames around nodes")
    return Node(text, style, name, at, values.get("label"), dot=style.fill and not text)


def read_coordinate(reader: Reader, context: Context, outer: Style, current: Place) -> Node:
    """Read a coordinate: its options, name and place."""
    style, values = replace(outer, pos=None), dict[str, str]()
    while reader.peek("["):
        style, more = context.read_options(reader.group("["), style, sized=False)
        values |= more
    name = reader.optional("(").strip()
    return Node("", style, name, _at(reader, context, outer, current), values.get("label"))


def _at(reader: Reader, context: Context, style: Style, current: Place) -> Place | None:
    return read_place(reader, context, style, current)[0] if reader.accept("at") else None


def add_node(node: Node, at: Place, context: Context, canvas: Canvas) -> None:
    """Put a node on a canvas, and remember its name."""
    context.budget.point()
    style = node.style
    if node.name:
        context.points[node.name] = at
    if node.dot:
        canvas.marks.append(Disc(at, (at, at), 0.0, True, style.face, "", "-"))
    if node.text:
        canvas.add_text(Note(node.text, at, style.way, style.words))
    if node.label:
        where, colon, said = node.label.rpartition(":")
        named = {"90": "above", "270": "below", "-90": "below", "0": "right", "180": "left"}
        angle = named.get(where.strip(), where.strip()) if colon else "above"
        placed, _ = context.read_options(angle, style, sized=False)
        canvas.add_text(Note(words(said), at, placed.way, style.words))
