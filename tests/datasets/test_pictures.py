"""Pictures of fetched data sets become PNG as people see them, or are refused."""

import io

import pytest

from benchmark.core.errors import BadInput
from benchmark.datasets.pictures import ending_of, png_picture
from benchmark.files.picture_data import may_be_turned

Image = pytest.importorskip("PIL.Image", reason="pictures need pillow")


def test_a_turned_jpeg_with_a_second_picture_becomes_an_upright_png() -> None:
    exif, out = Image.Exif(), io.BytesIO()
    exif[0x0112] = 6
    image = Image.new("RGB", (40, 20), "white")
    image.paste((255, 0, 0), (0, 0, 20, 10))
    image.save(out, "MPO", save_all=True, append_images=[Image.new("RGB", (4, 2))], exif=exif)
    assert ending_of(out.getvalue(), "f", "p") == "jpg"
    made = png_picture(out.getvalue())
    with Image.open(io.BytesIO(made.data)) as shown:
        assert (shown.format, shown.size, made.problem) == ("PNG", (20, 40), "")
        assert shown.getpixel((15, 10))[1] < 60 < shown.getpixel((5, 10))[1]


def test_a_png_of_16_bit_greys_keeps_its_bytes_and_its_digest_tells_greys_apart() -> None:
    files = []
    for grey in (20_000, 50_000):
        out = io.BytesIO()
        Image.frombytes("I;16", (1, 1), grey.to_bytes(2, "little")).save(out, "PNG")
        files.append(out.getvalue())
    made = [png_picture(data) for data in files]
    assert [each.data for each in made] == files
    assert made[0].pixels != made[1].pixels


def test_orientations_are_looked_for_everywhere_in_a_png_but_in_its_pixels() -> None:
    def chunk(name: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + name + content + bytes(4)

    head, end = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)), chunk(b"IEND", b"")
    pixels, note = chunk(b"IDAT", b"..Exif.."), chunk(b"eXIf", b"...")
    assert not may_be_turned(head + pixels + pixels + end)
    assert may_be_turned(head + note + pixels + end)
    assert may_be_turned(head + pixels + note + end)
    assert may_be_turned(head + pixels + end + b"Exif behind it")
    assert may_be_turned(b"\xff\xd8" + pixels)  # no PNG


def test_a_picture_of_another_format_is_refused_by_its_place() -> None:
    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, "TIFF")
    with pytest.raises(BadInput, match="f: p: is not a PNG, JPEG, GIF or WebP picture"):
        ending_of(out.getvalue(), "f", "p")
