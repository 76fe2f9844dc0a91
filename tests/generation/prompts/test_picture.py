"""Pictures are sent unchanged or scaled down by a fixed rule; pictures that cannot be sent are refused."""

import base64
import io
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture
from benchmark.generation.prompts.picture import encode_picture, inspect_picture

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


def test_a_decompression_bomb_is_not_decoded(tmp_path: Path) -> None:
    Image.new("1", (20_000, 10_000)).save(tmp_path / "bomb.png")
    with pytest.raises(BadInput, match="too many pixels"):
        inspect_picture(Picture(number=1, source="bomb.png"), tmp_path, "t", 1024)


def test_a_path_without_a_folder_is_refused() -> None:
    with pytest.raises(BadInput, match="the data set has no folder"):
        inspect_picture(Picture(number=1, source="a.png"), None, "t", None)
