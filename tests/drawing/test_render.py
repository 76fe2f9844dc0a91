"""Rendering drawings to pixels."""

import io

import pytest
from PIL import Image

from benchmark.core.canary import CANARY
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.render import decode_png, pixel_digest, render_png


def drawing() -> Canvas:
    canvas = Canvas(320, 200)
    canvas.circle(100, 100, 60, fill="sky")
    canvas.text(100, 100, "S", bold=True)
    return canvas


def test_the_pixels_of_a_drawing_are_pinned() -> None:
    """Another version of Python, Pillow or the compressor does not change them."""
    digest = pixel_digest(decode_png(render_png(drawing().svg())))
    assert digest == "c0c65677f3360a5c7bc67f5f5f29aed2622c528b3a9705f195c0cbb9a704c4e3"


def test_another_compressor_does_not_change_the_digest() -> None:
    image, again = decode_png(render_png(drawing().svg())), io.BytesIO()
    image.save(again, "PNG", compress_level=0)
    assert again.getvalue() != render_png(drawing().svg())
    assert pixel_digest(decode_png(again.getvalue())) == pixel_digest(image)


def test_transparent_parts_count_as_white() -> None:
    data = io.BytesIO()
    Image.new("RGBA", (4, 4), (255, 0, 0, 0)).save(data, "PNG")
    assert decode_png(data.getvalue()).getpixel((0, 0)) == (255, 255, 255)


def test_a_picture_contains_the_canary_invisibly() -> None:
    data = render_png(drawing().svg())
    assert CANARY.encode() in data
    assert Image.open(io.BytesIO(data)).text == {"Comment": CANARY}


@pytest.mark.parametrize("cut", [20, 500], ids=["header", "pixels"])
def test_an_incomplete_picture_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match="not a PNG"):
        decode_png(render_png(drawing().svg())[:cut])


def test_fonts_of_the_system_are_not_used() -> None:
    """With another font's name, the text is left out instead of drawn with the system's font."""
    svg = drawing().svg()
    foreign = svg.replace("Sightbench Sans", "DejaVu Sans")
    assert pixel_digest(decode_png(render_png(foreign))) == pixel_digest(
        decode_png(render_png(drawing().svg(texts=False)))
    )
