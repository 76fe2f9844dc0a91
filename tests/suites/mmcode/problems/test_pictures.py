"""Pictures of any format become PNG in RGB; what cannot be read is said."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from benchmark.suites.mmcode.problems import pictures
from benchmark.suites.mmcode.problems.pictures import UnreadablePictureError, to_png, write_png

RED = (255, 0, 0)


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def transparent() -> Image.Image:
    image = Image.new("RGBA", (2, 1), (*RED, 255))
    image.putpixel((1, 0), (0, 0, 0, 0))
    return image


def palette() -> bytes:
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putpixel((1, 0), 1)
    return saved(image, "PNG", transparency=1)


def animation() -> bytes:
    frames = [Image.new("RGB", (2, 1), color) for color in (RED, (0, 255, 0))]
    return saved(frames[0], "GIF", save_all=True, append_images=frames[1:])


def turned() -> bytes:
    image = Image.new("RGB", (4, 2), RED)
    exif = image.getexif()
    exif[0x0112] = 6
    return saved(image, "PNG", exif=exif)


PICTURES: dict[str, tuple[Callable[[], bytes], tuple[int, int], tuple[str, ...]]] = {
    "alpha": (lambda: saved(transparent(), "PNG"), (2, 1), ("picture-alpha",)),
    "opaque alpha": (lambda: saved(Image.new("RGBA", (2, 1), (*RED, 255)), "PNG"), (2, 1), ()),
    "palette": (palette, (2, 1), ("picture-alpha",)),
    "animation": (animation, (2, 1), ("picture-first-frame",)),
    "cmyk": (lambda: saved(Image.new("CMYK", (2, 1), (0, 255, 255, 0)), "JPEG"), (2, 1), ()),
    "webp": (lambda: saved(Image.new("RGB", (2, 1), RED), "WEBP", lossless=True), (2, 1), ()),
    "bitmap": (lambda: saved(Image.new("RGB", (2, 1), RED), "BMP"), (2, 1), ()),
    "turned": (turned, (2, 4), ()),
}


@pytest.mark.parametrize(("make", "size", "repairs"), PICTURES.values(), ids=PICTURES)
def test_a_picture_becomes_rgb_and_its_repairs_are_named(
    make: Callable[[], bytes], size: tuple[int, int], repairs: tuple[str, ...]
) -> None:
    converted = to_png(make())
    image = opened(converted.png)
    assert (image.format, image.mode, image.size, converted.repairs) == ("PNG", "RGB", size, repairs)
    red, green, blue = image.getpixel((0, 0))
    assert (red > 240, green < 15, blue < 15) == (True, True, True)
    if "picture-alpha" in repairs:
        assert image.getpixel((1, 0)) == (255, 255, 255)


def test_sixteen_bits_of_grey_keep_their_shades() -> None:
    image = Image.new("I;16", (2, 1))
    image.putpixel((0, 0), 65_535)
    image.putpixel((1, 0), 32_768)
    found = opened(to_png(saved(image, "PNG")).png)
    assert found.getpixel((0, 0)) == (255, 255, 255)
    assert found.getpixel((1, 0)) == (127, 127, 127)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">%s</svg>'


def test_svg_is_drawn_on_white_with_its_words() -> None:
    plain = to_png(SVG % b'<rect width="5" height="10" fill="red"/>')
    worded = to_png(SVG % b'<rect width="5" height="10" fill="red"/><text x="8" y="9">A</text>')
    image = opened(plain.png)
    assert (image.size, image.getpixel((1, 5)), image.getpixel((15, 5))) == ((20, 10), RED, (255, 255, 255))
    assert plain.repairs == worded.repairs == ("picture-drawn",)
    assert image.tobytes() != opened(worded.png).tobytes()


UNREADABLE = {
    "text": (b"<html>not found</html>", "is not a picture of a known format"),
    "cut short": (saved(Image.new("RGB", (50, 50)), "PNG")[:-40], "is broken"),
    "a picture of a file": (SVG % b'<image href="/etc/secret.png"/>', "refers to something outside itself"),
    "an address in single quotes": (SVG % b"<use xlink:href = 'x.svg#a'/>", "refers to something outside"),
    "a style of another file": (SVG % b"<rect fill='url(http://x/#a)'/>", "refers to something outside"),
    "entities": (b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + SVG % b"", "refers to something outside"),
    "no size": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "without a size"),
    "letters that the font lacks": (SVG % "<text>漢</text>".encode(), "the font lacks: U\\+6F22"),
    "broken svg": (b"<svg viewBox='0 0 2 2'><g></svg>", "resvg refuses"),
}


@pytest.mark.parametrize(("data", "reason"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_picture_says_why(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadablePictureError, match=reason):
        to_png(data)


def test_svg_may_refer_to_its_own_parts() -> None:
    inner = (
        b'<defs><linearGradient id="a"/></defs><rect width="9" height="9" fill="url(#a)"/><use href="#b"/>'
    )
    assert to_png(SVG % inner).repairs == ("picture-drawn",)


def test_a_picture_of_too_many_pixels_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    with pytest.raises(UnreadablePictureError, match="too many pixels"):
        to_png(saved(Image.new("RGB", (11, 10)), "PNG"))


def test_a_repeated_import_keeps_the_file_and_the_repairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, path = saved(transparent(), "PNG"), tmp_path / "1.png"
    assert write_png(data, path) == ("picture-alpha",)
    first = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(pictures, "to_png", lambda _: pytest.fail("converted again"))
        assert write_png(data, path) == ("picture-alpha",)
    other = saved(Image.new("RGB", (2, 1), RED), "PNG")
    assert write_png(other, path) == ()
    assert path.read_bytes() != first
    path.write_bytes(b"cut")
    write_png(data, path)
    assert path.read_bytes() == first
