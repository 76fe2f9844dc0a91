"""Lines that ask to look closer are read from replies, and answered with parts of pictures."""

import io

import pytest
from PIL import Image, ImageChops

from benchmark.core.look import MOST_LOOKS
from benchmark.core.task import Picture
from benchmark.generation.prompts import picture as pictures
from benchmark.generation.prompts.look import LookRequest, answer_looks
from benchmark.generation.prompts.message import PicturePart, TextPart
from benchmark.generation.prompts.picture import encode_part

PART = PicturePart(media_type="image/png", base64="AA==", width=1, height=1, size=1)


def asked(
    text: str, done: int = 0, shown: int = 2
) -> tuple[list[LookRequest], tuple[tuple[float, ...], ...], str]:
    """Return the parts that a reply asks for, the recorded looks, and the words of the answer."""
    boxes: list[LookRequest] = []

    def crop(box: LookRequest) -> tuple[PicturePart, float]:
        boxes.append(box)
        return PART, 2.0

    message, looks = answer_looks(text, done, shown, crop)
    assert [part for part in message.parts if part is PART] == [PART] * len(boxes)
    return boxes, looks, "".join(part.text for part in message.parts if isinstance(part, TextPart))


@pytest.mark.parametrize(
    ("line", "look"),
    [
        ("LOOK 0 0 0.5 1", (1, 0, 0, 0.5, 1, None)),
        ("LOOK 2: .1 0.25 1. 1.0 3", (2, 0.1, 0.25, 1, 1, 3)),
        ("LOOK 0.1, 0.2, 0.3, 0.4.", (1, 0.1, 0.2, 0.3, 0.4, None)),
        ("  LOOK\t2:  0.30 0.30 0.32 0.32\t1", (2, 0.3, 0.3, 0.32, 0.32, 1)),
    ],
)
def test_a_line_names_a_part_of_a_picture(line, look) -> None:
    number, *edges, scale = look
    boxes, looks, words = asked(f"I cannot read the corner.\n{line}\n")
    assert boxes == [LookRequest(picture=number, edges=tuple(edges), scale=scale)]
    assert looks == ((number, *edges, 2.0),)
    assert words.endswith(f"Looks left: {MOST_LOOKS - 1}.")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("LOOK", "write LOOK x0 y0 x1 y1"),
        ("LOOK at the corner", "write LOOK x0 y0 x1 y1"),
        ("LOOK: 0 0 1 1", "write LOOK x0 y0 x1 y1"),
        ("LOOK 0 0 1", "write LOOK x0 y0 x1 y1"),
        ("LOOK 0 0 1 1 1 1", "write LOOK x0 y0 x1 y1"),
        ("LOOK 0 0 1e400 1", "write LOOK x0 y0 x1 y1"),
        ("LOOK 0 0 nan 1", "write LOOK x0 y0 x1 y1"),
        ("LOOK 0 0 120 80", "edges must be from 0 to 1"),
        ("LOOK -0.1 0 1 1", "edges must be from 0 to 1"),
        ("LOOK 0.5 0 0.5 1", "at least 0.02 above"),
        ("LOOK 0.5 0.5 0.1 0.1", "at least 0.02 above"),
        ("LOOK 0 0.5 1 0.51", "at least 0.02 above"),
        ("LOOK 3: 0 0 1 1", "there is no picture 3"),
        ("LOOK 0: 0 0 1 1", "there is no picture 0"),
        ("LOOK 0 0 1 1 0", "the factor must be at least 1"),
        ("LOOK 0 0 1 1 -2", "the factor must be at least 1"),
    ],
)
def test_a_request_in_a_wrong_form_is_answered_in_words_and_counts(line, why) -> None:
    boxes, looks, words = asked(line)
    assert (boxes, looks) == ([], ((),))
    assert why in words
    assert f"Looks left: {MOST_LOOKS - 1}." in words


@pytest.mark.parametrize(
    "text",
    [
        "I would LOOK 0 0 1 1",
        "look 0 0 1 1",
        "LOOKING 0 0 1 1",
        "LOOK_UP = 1",
        "    LOOK 0 0 1 1",
        "```\nLOOK 0 0 1 1\n```",
        "~~~text\n```\nLOOK 0 0 1 1\n~~~",
        "````\n```\nLOOK 0 0 1 1\n````",
        "```python\nLOOK 0 0 1 1",
        "> LOOK 0 0 1 1",
        "",
    ],
)
def test_a_reply_without_such_a_line_outside_of_code_is_final(text) -> None:
    assert asked(text)[:2] == ([], ())


def test_lines_around_code_blocks_count() -> None:
    text = "LOOK 0 0 1 1\n```\nLOOK 0 0 1 1\n```\n```in``` line\nLOOK 0 0 0.5 0.5\n```"
    assert [box.edges for box in asked(text)[0]] == [(0, 0, 1, 1), (0, 0, 0.5, 0.5)]


def test_no_more_parts_are_shown_than_are_left() -> None:
    boxes, looks, words = asked("LOOK 0 0 1 1\n" * 20, done=5)
    assert len(boxes) == len(looks) == 3
    assert words.endswith("Looks left: 0. Answer now.")
    assert asked("LOOK 0 0 1 1", done=MOST_LOOKS)[1] == ()


@pytest.fixture
def drawn(tmp_path):
    """A picture whose every pixel has a colour of its own."""
    image = Image.new("RGB", (100, 50))
    image.putdata([(x, y, (x * y) % 256) for y in range(50) for x in range(100)])
    image.save(tmp_path / "1.png")
    return tmp_path, image


def part(folder, edges, scale=None, max_side=None) -> tuple[Image.Image, float]:
    given = Picture(number=1, source="1.png")
    sent, factor = encode_part(given, folder, "t", LookRequest(picture=1, edges=edges, scale=scale), max_side)
    image = Image.open(io.BytesIO(sent.data))
    assert image.format == "PNG"
    assert (sent.width, sent.height, sent.size, sent.media_type) == (*image.size, len(sent.data), "image/png")
    return image, factor


def test_a_part_has_exactly_the_pixels_of_the_picture(drawn) -> None:
    folder, image = drawn
    found, factor = part(folder, (0.07, 0.1, 0.29, 0.7), 1)
    assert (found.size, factor) == ((22, 30), 1)
    assert ImageChops.difference(found, image.crop((7, 5, 29, 35))).getbbox() is None


def test_edges_between_pixels_are_moved_outwards(drawn) -> None:
    folder, image = drawn
    found, _ = part(folder, (0.075, 0.11, 0.285, 0.69), 1)
    assert ImageChops.difference(found, image.crop((7, 5, 29, 35))).getbbox() is None


def test_the_smallest_parts_are_never_empty(drawn) -> None:
    for number in range(50):
        left, top = number * 0.0197, 0.98 - number * 0.0193
        found, _ = part(drawn[0], (left, top, left + 0.02, top + 0.02), 1)
        assert 2 <= found.width <= 3
        assert 1 <= found.height <= 2


@pytest.mark.parametrize(
    ("scale", "max_side", "size"),
    [
        (None, None, (100, 100)),  # as long as the picture
        (3, None, (60, 60)),
        (1000, None, (1568, 1568)),
        (1000, 400, (400, 400)),
        (None, 40, (40, 40)),
        (1000, 4000, (1568, 1568)),
    ],
)
def test_parts_are_enlarged_within_limits(drawn, scale, max_side, size) -> None:
    found, factor = part(drawn[0], (0.5, 0.2, 0.7, 0.6), scale, max_side)
    assert found.size == size
    assert factor == pytest.approx(size[0] / 20)


def test_a_part_that_is_too_large_a_file_is_halved(drawn, monkeypatch) -> None:
    whole, _ = part(drawn[0], (0, 0, 1, 1), 8)
    monkeypatch.setattr(pictures, "SIZE_LIMIT", 20_000)
    found, factor = part(drawn[0], (0, 0, 1, 1), 8)
    assert (whole.size, found.size, factor) == ((800, 400), (400, 200), 4)
