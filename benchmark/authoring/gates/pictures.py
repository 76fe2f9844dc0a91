"""Can a person read the picture? Sizes, strokes, contrast, colours, and texts that nothing hides.

The rule for *legible at 768 px*: with the longer side scaled to 768 px, every text has a font size of at
least 13 px, every line a width of at least 1.5 px, every filled shape 6 px in its smaller direction; a text
stands on one colour (95 % of its box), with a contrast of at least 4.5 (WCAG 2.2, AA); a line or an outline
has 3, unless it only guides the eye; texts neither overlap nor leave the picture.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from benchmark.authoring.drawing import font
from benchmark.authoring.drawing.items import Shape, TextLabel
from benchmark.authoring.drawing.palette import COLOURS, Colour, confused, contrast
from benchmark.authoring.drawing.render import LONGEST, decoded, pixels, png
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask

if TYPE_CHECKING:
    from PIL.Image import Image

SMALLEST = 320  #: px a side
READ_AT = 768  #: px of the longer side, to which models and pages scale pictures
LEAST_TEXT, LEAST_LINE, LEAST_SHAPE = 13.0, 1.5, 6.0  #: px at that size
LEAST_TEXT_CONTRAST, LEAST_LINE_CONTRAST = 4.5, 3.0
#: Of the pixels under a text, so many have one colour.
LEAST_GROUND = 0.95


def pictured(made: FamilyTask) -> Iterator[GateFault]:
    """All faults of a picture."""
    for problem in (*_sizes(made), *_colours(made), *_texts(made)):
        yield GateFault(made.task_id, "picture", problem)


def _sizes(made: FamilyTask) -> Iterator[str]:
    canvas = made.canvas
    if max(canvas.width, canvas.height) > LONGEST or min(canvas.width, canvas.height) < SMALLEST:
        yield f"has {canvas.width} × {canvas.height} px; a side has {SMALLEST} to {LONGEST}"
    scale = READ_AT / max(READ_AT, canvas.width, canvas.height)
    at = f"at {READ_AT} px"
    for label in canvas.labels:
        if label.size * scale < LEAST_TEXT - 0.01:
            yield f"text {label.text!a} is {label.size * scale:.1f} px high, not {LEAST_TEXT:g} {at}"
    for shape in canvas.shapes:
        if shape.stroke and shape.width * scale < LEAST_LINE - 0.01:
            yield f"a line is {shape.width * scale:.1f} px wide, not {LEAST_LINE:g} {at}: {shape.svg}"
        if shape.fill and shape.extent * scale < LEAST_SHAPE:
            yield f"a shape is {shape.extent * scale:.1f} px across, not {LEAST_SHAPE:g} {at}: {shape.svg}"


def _colours(made: FamilyTask) -> Iterator[str]:
    used: set[Colour] = {"white"}
    for shape in made.canvas.shapes:
        used |= {one for one in (shape.fill, shape.stroke) if one and not shape.guide}
        if (problem := _faint(shape)) and not shape.guide:
            yield problem
    for first, second, vision, distance in confused(used):
        yield f"{first} and {second} look alike (distance {distance:.1f}) to people with {vision}"


def _faint(shape: Shape) -> str:
    """Why an outline, or a shape without one, can hardly be seen on white; empty when it can."""
    if shape.stroke == "white" and not shape.fill:
        return f"a white line without a dark shape: {shape.svg}"
    if shape.stroke and shape.stroke != "white" and _is_pale(shape.stroke):
        return f"a {shape.stroke} line is hard to see: {shape.svg}"
    if shape.fill and not shape.stroke and shape.fill not in ("white", "mist") and _is_pale(shape.fill):
        return f"a {shape.fill} shape without an outline is hard to see: {shape.svg}"
    return ""


def _is_pale(colour: Colour) -> bool:
    return contrast(COLOURS[colour], COLOURS["white"]) < LEAST_LINE_CONTRAST


def _texts(made: FamilyTask) -> Iterator[str]:
    labels = made.canvas.labels
    for first, second in combinations(labels, 2):
        if _overlap(first.box, second.box):
            yield f"texts {first.text!a} and {second.text!a} overlap"
    bare = made.canvas.svg(texts=False)
    with_texts, without = decoded(png(made.svg)), decoded(png(bare))
    if labels and pixels(made.svg) == pixels(bare):
        yield "its texts change nothing: the font is missing"
        return
    for label in labels:
        if label.text.strip():
            yield from _text(label, with_texts, without)


def _text(label: TextLabel, with_texts: "Image", without: "Image") -> Iterator[str]:
    from PIL import ImageChops

    left, top, right, bottom = label.box
    low = bottom + font.DESCENT * label.size * any(one in "gjpqy,;()[]{}|@Q" for one in label.text)
    if left < 0 or top < 0 or right > without.width or low > without.height:
        yield f"text {label.text!a} leaves the picture"
        return
    box = (int(left), int(top), int(right) + 1, int(low) + 1)
    ground = without.crop(box)
    if ImageChops.difference(with_texts.crop(box), ground).getbbox() is None:
        yield f"text {label.text!a} cannot be seen"
        return
    pixels = ground.width * ground.height
    count, colour = max(ground.getcolors(pixels))
    others = 1 - count / pixels
    if others > 1 - LEAST_GROUND:
        yield f"text {label.text!a} lies across something: {others:.0%} of its ground has another colour"
    under = "#{:02x}{:02x}{:02x}".format(*colour)
    if contrast(COLOURS[label.fill], under) < LEAST_TEXT_CONTRAST:
        yield f"text {label.text!a} has a contrast of {contrast(COLOURS[label.fill], under):.1f} on {under}"


def _overlap(first: tuple[float, float, float, float], second: tuple[float, float, float, float]) -> bool:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return width > 1 and height > 1
