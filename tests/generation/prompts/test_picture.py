"""Pictures are sent unchanged or scaled down by a fixed rule; pictures that cannot be sent are refused."""

import base64
import io
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture
from benchmark.generation.prompts.picture import encode_picture, inspect_picture, read_picture

Image = pytest.importorskip("PIL.Image", reason="pictures need pillow")


def picture(folder: Path, size: tuple[int, int], mode: str = "RGB", kind: str = "PNG") -> Picture:
    name = f"{size[0]}.{kind.lower()}"
    Image.new(mode, size, 1 if mode in ("L", "P", "1") else None).save(folder / name, kind)
    return Picture(number=1, source=name)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_that_fits_is_sent_byte_for_byte(tmp_path: Path, kind: str) -> None:
    given = picture(tmp_path, (300, 200), "RGB" if kind != "GIF" else "P", kind)
    for max_side in (None, 300, 4000):
        sent = encode_picture(given, tmp_path, "t", max_side)
        assert sent.data == (tmp_path / given.source).read_bytes()
        assert (sent.width, sent.height, sent.size) == (300, 200, len(sent.data))
        assert sent.media_type == f"image/{kind.lower()}"


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_truncated_picture_is_refused_before_it_is_scaled(tmp_path: Path, kind: str) -> None:
    given = picture(tmp_path, (600, 400), "RGB", kind)
    path = tmp_path / given.source
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    for attempt in (inspect_picture, encode_picture):
        with pytest.raises(BadInput, match="is broken or cut short") as caught:
            attempt(given, tmp_path, "t", 300)
        assert "picture 1 of task 't'" in str(caught.value)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "CMYK"])
def test_a_larger_picture_is_scaled_until_its_longest_side_fits(tmp_path: Path, mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    given = picture(tmp_path, (1000, 400), mode, kind)
    sent = encode_picture(given, tmp_path, "t", 250)
    shown = inspect_picture(given, tmp_path, "t", 250)
    assert (sent.width, sent.height) == (shown.width, shown.height) == (250, 100)
    assert shown.scaled
    assert sent.media_type == "image/png"
    with Image.open(io.BytesIO(sent.data)) as again:
        assert again.size == (250, 100)


def test_a_data_url_needs_no_folder(tmp_path: Path) -> None:
    given = picture(tmp_path, (3, 2))
    data = base64.b64encode((tmp_path / given.source).read_bytes()).decode()
    url = Picture(number=1, source=f"data:image/png;base64,{data}")
    assert encode_picture(url, None, "t", None).base64 == data
    assert encode_picture(url, None, "t", None).data_url == url.source


@pytest.mark.parametrize("other_folder", [False, True])
def test_a_picture_with_a_folder_of_its_own_is_read_from_there(tmp_path: Path, other_folder: bool) -> None:
    given = replace(picture(tmp_path, (3, 2)), folder=tmp_path)
    elsewhere = tmp_path / "elsewhere" if other_folder else None
    assert encode_picture(given, elsewhere, "t", None).data == (tmp_path / given.source).read_bytes()


def test_the_media_type_follows_from_the_file_and_not_from_the_data_url(tmp_path: Path) -> None:
    given = picture(tmp_path, (3, 2), kind="JPEG")
    data = base64.b64encode((tmp_path / given.source).read_bytes()).decode()
    url = Picture(number=1, source=f"data:image/png;base64,{data}")
    assert encode_picture(url, None, "t", None).media_type == "image/jpeg"


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("none.png", None, "cannot be read: No such file"),
        ("text.png", b"not a picture", "is not a PNG, JPEG, GIF or WebP picture"),
        ("empty.png", b"", "is not a PNG"),
        ("cut.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not a PNG"),
        ("chart.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is not a PNG"),
        ("huge.png", b"\0" * (65 << 20), "is larger than 64 MiB"),
    ],
)
def test_a_file_that_is_not_a_picture_is_refused(tmp_path, name, data, problem) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(BadInput, match=problem) as caught:
        inspect_picture(Picture(number=2, source=name), tmp_path, "t7", None)
    assert f"{name}: picture 2 of task 't7'" in str(caught.value)


def test_a_picture_too_large_for_the_apis_is_refused_unless_it_is_scaled(tmp_path: Path) -> None:
    given = picture(tmp_path, (8001, 2), "1")
    with pytest.raises(BadInput, match="is too large: 8001 × 2 px"):
        inspect_picture(given, tmp_path, "t", None)
    assert inspect_picture(given, tmp_path, "t", 1024).width == 1024


@pytest.mark.gate
def test_a_decompression_bomb_is_not_decoded(tmp_path: Path) -> None:
    Image.new("1", (20_000, 10_000)).save(tmp_path / "bomb.png")
    with pytest.raises(BadInput, match="too many pixels"):
        inspect_picture(Picture(number=1, source="bomb.png"), tmp_path, "t", 1024)


def test_a_path_without_a_folder_is_refused() -> None:
    with pytest.raises(BadInput, match="the data set has no folder"):
        inspect_picture(Picture(number=1, source="a.png"), None, "t", None)


def tagged(path: Path, orientation: int, kind: str = "JPEG") -> Picture:
    """A picture of 40 × 20 px whose upper left quarter is red, and whose file asks to be turned."""
    image = Image.new("RGB", (40, 20), "white")
    image.paste((255, 0, 0), (0, 0, 20, 10))
    exif = Image.Exif()
    exif[0x0112] = orientation
    image.save(path / f"turned.{kind}", kind, exif=exif, **({"quality": 100} if kind != "PNG" else {}))
    return Picture(number=1, source=f"turned.{kind}")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("orientation", "size", "red"),
    [(3, (40, 20), (30, 15)), (6, (20, 40), (15, 10)), (8, (20, 40), (5, 30)), (2, (40, 20), (30, 5))],
)
def test_a_picture_that_is_turned_is_sent_upright_whether_it_is_scaled_or_not(
    tmp_path: Path, kind: str, orientation: int, size: tuple[int, int], red: tuple[int, int]
) -> None:
    given = tagged(tmp_path, orientation, kind)
    for max_side, factor in ((None, 1), (20, 2)):
        sent = encode_picture(given, tmp_path, "t", max_side)
        shown = inspect_picture(given, tmp_path, "t", max_side)
        assert (sent.width, sent.height) == (shown.width, shown.height)
        assert (sent.width * factor, sent.height * factor) == size
        with Image.open(io.BytesIO(sent.data)) as again:
            assert again.size == (sent.width, sent.height)
            assert again.getexif().get(0x0112, 1) == 1
            pixel = again.convert("RGB").getpixel((red[0] // factor, red[1] // factor))
            assert pixel[0] > 220
            assert max(pixel[1:]) < 60
    assert read_picture(given, tmp_path, "t").width == size[0]  # for pages; browsers turn it


@pytest.mark.parametrize("tag", [0, 1, 9, 65535])
def test_a_picture_whose_file_asks_for_no_turn_is_sent_byte_for_byte(tmp_path: Path, tag: int) -> None:
    given = tagged(tmp_path, tag)
    sent = encode_picture(given, tmp_path, "t", None)
    assert sent.data == (tmp_path / given.source).read_bytes()
    assert (sent.width, sent.height, sent.media_type) == (40, 20, "image/jpeg")


def test_a_damaged_note_of_the_orientation_counts_as_none(tmp_path: Path) -> None:
    given = tagged(tmp_path, 6)
    path = tmp_path / given.source
    data = path.read_bytes()
    damaged = data.replace(b"Exif\0\0MM", b"Exif\0\0ZZ").replace(b"Exif\0\0II", b"Exif\0\0ZZ")
    assert damaged != data
    path.write_bytes(damaged)
    assert encode_picture(given, tmp_path, "t", None).data == path.read_bytes()


@pytest.mark.gate
def test_a_turned_picture_is_refused_if_it_is_too_large_as_png_unless_it_is_scaled(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.effect_noise((2600, 2600), 99).save(tmp_path / "a.jpg", quality=20, exif=exif)
    given = Picture(number=1, source="a.jpg")
    with pytest.raises(BadInput, match="is too large: 2600 × 2600 px"):
        inspect_picture(given, tmp_path, "t", None)
    assert inspect_picture(given, tmp_path, "t", 500).scaled


def test_a_jpeg_with_a_second_picture_is_sent_as_it_is_or_scaled(tmp_path: Path) -> None:
    first, second = Image.new("RGB", (300, 200), "red"), Image.new("RGB", (30, 20))
    first.save(tmp_path / "a.jpg", "MPO", save_all=True, append_images=[second])
    with Image.open(tmp_path / "a.jpg") as image:
        assert image.format == "MPO"
    given = Picture(number=1, source="a.jpg")
    assert read_picture(given, tmp_path, "t").width == 300
    assert inspect_picture(given, tmp_path, "t", 30).width == 30
    sent = encode_picture(given, tmp_path, "t", None)
    assert (sent.media_type, sent.data) == ("image/jpeg", (tmp_path / "a.jpg").read_bytes())
    with Image.open(io.BytesIO(encode_picture(given, tmp_path, "t", 30).data)) as image:
        assert (image.size, image.getpixel((9, 9))) == ((30, 20), (254, 0, 0))


@pytest.mark.parametrize("kind", ["TIFF", "BMP", "ICO", "PPM", "JPEG2000"])
def test_a_picture_of_another_format_is_refused(tmp_path: Path, kind: str) -> None:
    Image.new("RGB", (16, 16)).save(tmp_path / "a.png", kind)
    for attempt in (inspect_picture, encode_picture):
        with pytest.raises(BadInput, match="is not a PNG, JPEG, GIF or WebP picture"):
            attempt(Picture(number=1, source="a.png"), tmp_path, "t", None)


def test_a_scaled_picture_of_16_bit_greys_keeps_its_greys(tmp_path: Path) -> None:
    values = [0, 300, 7_500, 19_500, 33_000, 65_535]
    wide = Image.frombytes("I;16", (6, 1), b"".join(value.to_bytes(2, "little") for value in values))
    wide.resize((600, 100), Image.Resampling.NEAREST).save(tmp_path / "a.png", transparency=33_000)
    sent = encode_picture(Picture(number=1, source="a.png"), tmp_path, "t", 300)
    with Image.open(io.BytesIO(sent.data)) as image:
        found = [image.convert("LA").getpixel((25 + 50 * at, 25)) for at in range(6)]
    assert [alpha for _, alpha in found] == [255, 255, 255, 255, 0, 255]
    assert [grey for grey, alpha in found if alpha] == [0, 1, 29, 76, 255]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
@pytest.mark.parametrize("max_side", [None, 100])
def test_a_truncated_picture_is_refused_before_anything_is_sent(tmp_path, kind, max_side) -> None:
    Image.effect_noise((300, 200), 90).save(tmp_path / "a", kind)
    data = (tmp_path / "a").read_bytes()
    for share in (0.5, 0.9):
        (tmp_path / "a").write_bytes(data[: int(len(data) * share)])
        # WebP has its length in front, and a shorter file is refused when it is opened.
        with pytest.raises(BadInput, match=r"is broken or cut short|is not a PNG"):
            inspect_picture(Picture(number=1, source="a"), tmp_path, "t", max_side)


def test_a_png_whose_check_sum_is_wrong_is_refused(tmp_path: Path) -> None:
    Image.effect_noise((300, 200), 90).save(tmp_path / "a.png")
    data = bytearray((tmp_path / "a.png").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(BadInput, match="is broken or cut short"):
        inspect_picture(Picture(number=1, source="a.png"), tmp_path, "t", None)
