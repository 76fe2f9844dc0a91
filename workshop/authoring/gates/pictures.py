"""Check that a person can read a picture: sizes, strokes, contrast, colours and visible texts.

The rule for *legible at 768 px*: with the longer side scaled to 768 px, every text has a font size of at
least 13 px, every line a width of at least 1.5 px, and every filled shape at least 6 px across. A text has
one colour behind it (95 % of its box) and a contrast of at least 4.5 (WCAG 2.2, AA). Texts neither overlap
nor leave the picture. No picture is so large that providers scale it (longer side of 1,568 px), or has more
than 150 kB.

On every ground, a line has a contrast of at least 3 to what lies below it, and so has a fill or else its
outline. A fill never looks like what lies below it, or a full place would seem empty. Exempt are guides,
frames, places of the colour of paper, and lines with a light edge. Two colours of a picture have a CIEDE2000
distance of at least 12 for full colour vision, protanopia, deuteranopia and tritanopia (matrices of Machado,
Oliveira and Fernandes 2009).

In a photograph or capture, the pixels around a text, and around a shape that stands out in the drawing, have
a contrast of at least 3 after light, blur and noise. In a capture, which no provider scales either, the
colours of any two fills keep a CIEDE2000 distance of at least 8 wherever they lie.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING

from benchmark.files import font
from benchmark.files.palette import COLOURS, Paint
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.instance import FamilyTask
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import captured_at
from workshop.drawing.items import DrawnShape, Point, TextLabel
from workshop.drawing.palette import colour_distance, confusable_pairs, contrast_ratio
from workshop.drawing.photo import seen_at
from workshop.drawing.render import MAX_BYTES, MAX_SIDE, decode_png, picture_digest, render_png
from workshop.drawing.styles import Outline, merges, outline, with_grounds

if TYPE_CHECKING:
    from PIL.Image import Image

MIN_SIDE = 320  #: minimum length of a picture's side, px
READ_AT = 768  #: the length of the longer side to which models and pages scale pictures, px
#: Minimum font size, line width and smaller side of a shape at that length, px.
MIN_TEXT, MIN_LINE, MIN_SHAPE = 13.0, 1.5, 6.0
MIN_TEXT_CONTRAST, MIN_CONTRAST = 4.5, 3.0
SENT_AT = 1568  #: px of the longer side up to which providers do not scale pictures
MIN_CAPTURED = 8.0  #: minimum CIEDE2000 distance of two fills in a capture
#: Colours of empty places and of what covers other shapes.
_PAPER: set[Paint] = {"white", "mist"}
#: Minimum share of the pixels behind a text that have the same colour.
MIN_BACKGROUND = 0.95
_AROUND = 6  #: px to each side of a place of a photograph whose contrast is measured
_STEP = 12.0  #: px between such places


def picture_faults(made: FamilyTask) -> Iterator[GateFault]:
    """Yield all faults of a task's picture."""
    for problem in drawing_problems(made.canvas):
        yield GateFault(made.task_id, "picture", problem)


def drawing_problems(canvas: Canvas) -> Iterator[str]:
    """Yield everything that keeps a person from reading a picture."""
    yield from _size_problems(canvas)
    yield from _colour_problems(canvas)
    yield from _text_problems(canvas)
    if (photo := canvas.photo) is not None:
        size = canvas.width, canvas.height
        yield from _photo_problems(canvas, lambda place: seen_at(place, photo, *size))
    if canvas.capture is not None:
        capture, seed = canvas.capture
        size = canvas.width, canvas.height
        yield from _photo_problems(canvas, lambda place: captured_at(place, capture, seed, size))
        yield from _capture_problems(canvas, lambda place: captured_at(place, capture, seed, size))


def _size_problems(canvas: Canvas) -> Iterator[str]:
    if max(canvas.width, canvas.height) > MAX_SIDE or min(canvas.width, canvas.height) < MIN_SIDE:
        yield f"has {canvas.width} × {canvas.height} px; each side must have {MIN_SIDE} to {MAX_SIDE}"
    if (size := len(render_png(canvas.svg()))) > MAX_BYTES:
        yield f"has {size} bytes, more than {MAX_BYTES}"
    scale = READ_AT / max(READ_AT, canvas.width, canvas.height)
    at = f"in a picture of {READ_AT} px"
    for label in canvas.labels:
        if (high := label.size * scale) < MIN_TEXT - 0.01:
            yield f"text {label.text!a} is {high:.1f} px high {at}, less than {MIN_TEXT:g}"
    for shape in canvas.shapes:
        if shape.stroke and (width := shape.width * scale) < MIN_LINE - 0.01:
            yield f"a line is {width:.1f} px wide {at}, less than {MIN_LINE:g}: {shape.svg}"
        if shape.fill and (extent := shape.extent * scale) < MIN_SHAPE:
            yield f"a shape is {extent:.1f} px across {at}, less than {MIN_SHAPE:g}: {shape.svg}"


def _colour_problems(canvas: Canvas) -> Iterator[str]:
    used: set[Paint] = {"white"}
    for shape, below in with_grounds(canvas):
        used |= {colour for colour in (shape.fill, shape.stroke) if colour and not shape.guide}
        if not (shape.guide or shape.panel or shape.edged):
            yield from _contrast_problems(shape, below)
    for first, second, vision, distance in confusable_pairs(used):
        yield f"{first} and {second} look alike (distance {distance:.1f}) to people with {vision}"


def _contrast_problems(shape: DrawnShape, below: Paint) -> Iterator[str]:
    """Yield why a shape is hard to see on what lies below it; nothing if it is easy to see."""
    if shape.fill and (shape.fill == below or {shape.fill, below} <= _PAPER):
        return  # a neighbour of the same colour, or an empty place
    if shape.fill and _contrast(shape.fill, below) >= MIN_CONTRAST:
        return
    if shape.fill and merges(shape.fill, below):
        yield f"a shape in {shape.fill} looks like the {below} below it: {shape.svg}"
    elif not shape.stroke or _contrast(shape.stroke, below) < MIN_CONTRAST:
        what = f"a shape in {shape.fill}" if shape.fill else f"a line in {shape.stroke}"
        yield f"{what} on {below} is hard to see: {shape.svg}"


def _photo_problems(canvas: Canvas, seen_at: Callable[[Point], tuple[int, int]]) -> Iterator[str]:
    """Yield what is hard to see in a photograph, by the median of the places along an outline or a text."""
    image, flat = (decode_png(render_png(canvas.svg(flat=is_flat))) for is_flat in (False, True))
    for what, places in _places(canvas):
        # Other shapes may cover some.
        open_ = [at for at in places if _contrast_around(flat, *map(round, at)) >= MIN_CONTRAST]
        if 2 * len(open_) <= len(places):
            continue
        if (contrast := median(_contrast_around(image, *seen_at(at)) for at in open_)) < MIN_CONTRAST:
            yield f"{what} has a contrast of {contrast:.1f} in the photograph, not {MIN_CONTRAST}"


def _capture_problems(canvas: Canvas, seen_at: Callable[[Point], tuple[int, int]]) -> Iterator[str]:
    """Yield why a capture is too large, and which fills look alike in it."""
    image = decode_png(render_png(canvas.svg()))
    if max(image.size) > SENT_AT:
        yield f"has {image.width} × {image.height} px; providers scale what is longer than {SENT_AT}"
    seen: dict[Paint, set[str]] = {}
    for shape, fill in _inner_places(canvas):
        x, y = seen_at(shape)
        near = image.crop((x - 1, y - 1, x + 2, y + 2)).get_flattened_data()
        tone = "#" + "".join(f"{round(median(band)):02x}" for band in zip(*near, strict=True))
        seen.setdefault(fill, set()).add(tone)
    for one, other in combinations(seen, 2):
        pairs = [(colour_distance(a, b), a, b) for a in seen[one] for b in seen[other]]
        if pairs and (closest := min(pairs))[0] < MIN_CAPTURED:
            yield f"{one} and {other} look alike in the capture (distance {closest[0]:.1f}): {closest[1:]}"


def _inner_places(canvas: Canvas) -> Iterator[tuple[Point, Paint]]:
    """Yield places at which the fill of a shape is seen, with that fill."""
    found: list[tuple[Point, Paint]] = []
    for shape in canvas.shapes:
        line = outline(shape.tag, shape.where)
        if line is None:
            continue
        grown = line.spread(_STEP)
        found = [(place, fill) for place, fill in found if not _covers(line, shape, place, grown)]
        if line.closed and shape.fill and not shape.guide and shape.extent >= 2 * _AROUND + 2 * shape.width:
            left, top, right, bottom = line.box
            middle = (left + right) / 2, (top + bottom) / 2
            found += [(middle, shape.fill)] if line.contains(middle) else []
    for label in canvas.labels:
        left, top, right, bottom = label.box
        found = [
            (place, fill)
            for place, fill in found
            if not (
                left - _AROUND < place[0] < right + _AROUND and top - _AROUND < place[1] < bottom + _AROUND
            )
        ]
    yield from found


def _covers(line: Outline, shape: DrawnShape, place: Point, spread: Sequence[Point]) -> bool:
    """Whether a shape covers a place, or has its outline near to it."""
    near = _AROUND + shape.width
    left, top, right, bottom = line.box
    x, y = place
    if not (left - near < x < right + near and top - near < y < bottom + near):
        return False
    return bool(shape.fill and line.closed and line.contains(place)) or any(
        math.dist(point, place) < near + _STEP / 2 for point in spread
    )


def _places(canvas: Canvas) -> Iterator[tuple[str, Sequence[Point]]]:
    for shape, below in with_grounds(canvas):
        paints = [] if shape.guide or shape.panel or shape.edged else [shape.fill, shape.stroke]
        line = outline(shape.tag, shape.where)
        if line and any(paint and _contrast(paint, below) >= MIN_CONTRAST for paint in paints):
            yield f"a shape: {shape.svg}:", line.spread(_STEP)
    for label in canvas.labels:
        left, top, right, bottom = label.box
        yield (
            f"text {label.text!a}",
            [(float(x), (top + bottom) / 2) for x in range(int(left), int(right) + 1, _AROUND)],
        )


def _contrast_around(image: "Image", x: int, y: int) -> float:
    """Return the contrast of the pixels around a place, without a few that may be noise."""
    box = (x - _AROUND, y - _AROUND, x + _AROUND + 1, y + _AROUND + 1)
    pixels = sorted(image.crop(box).get_flattened_data(), key=sum)
    few = len(pixels) // 32
    dark, light = ("#{:02x}{:02x}{:02x}".format(*pixel) for pixel in (pixels[few], pixels[-1 - few]))
    return contrast_ratio(dark, light)


def _contrast(first: Paint, second: Paint) -> float:
    return contrast_ratio(COLOURS[first], COLOURS[second])


def _text_problems(canvas: Canvas) -> Iterator[str]:
    labels = canvas.labels
    for first, second in combinations(labels, 2):
        if _overlap(first.box, second.box):
            yield f"texts {first.text!a} and {second.text!a} overlap"
    svg, bare = canvas.svg(flat=True), canvas.svg(texts=False, flat=True)
    with_texts, without = decode_png(render_png(svg)), decode_png(render_png(bare))
    if labels and picture_digest(svg) == picture_digest(bare):
        yield "its texts are not drawn: the font is missing"
        return
    for label in labels:
        if label.text.strip():
            yield from _label_problems(label, with_texts, without)


def _label_problems(label: TextLabel, with_texts: "Image", without: "Image") -> Iterator[str]:
    from PIL import ImageChops

    left, top, right, bottom = label.box
    low = bottom + font.DESCENT * label.size * any(letter in "gjpqy,;()[]{}|@Q" for letter in label.text)
    if left < 0 or top < 0 or right > without.width or low > without.height:
        yield f"text {label.text!a} leaves the picture"
        return
    box = (int(left), int(top), int(right) + 1, int(low) + 1)
    background = without.crop(box)
    if ImageChops.difference(with_texts.crop(box), background).getbbox() is None:
        yield f"text {label.text!a} cannot be seen"
        return
    pixels = background.width * background.height
    count, colour = max(background.getcolors(pixels))
    others = 1 - count / pixels
    if others > 1 - MIN_BACKGROUND:
        yield f"text {label.text!a} overlaps a shape: {others:.0%} of its background has another colour"
    under = "#{:02x}{:02x}{:02x}".format(*colour)
    if (contrast := contrast_ratio(COLOURS[label.fill], under)) < MIN_TEXT_CONTRAST:
        yield f"text {label.text!a} on {under} has a contrast of {contrast:.1f}, not {MIN_TEXT_CONTRAST}"


def _overlap(first: tuple[float, float, float, float], second: tuple[float, float, float, float]) -> bool:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return width > 1 and height > 1
