"""Pictures of our own programs."""

import pytest

from benchmark.authoring.figures.pictures import different_pixels, picture_image, picture_png, text_boxes

START = "import matplotlib.pyplot as plt\nplt.figure(figsize=(6.4, 4.8))\n"
BARS = START + 'plt.bar([0, 1], [1, 2])\nplt.xticks([0, 1, 9], ["Oslo", "Rome", "Lima"])\nplt.xlim(-1, 2)\n'


def test_a_picture_has_the_same_bytes_each_time() -> None:
    data = picture_png(BARS)
    assert data.startswith(b"\x89PNG")
    assert len(data) < 10_000
    assert picture_png(BARS) == data


def test_texts_outside_the_limits_are_not_shown() -> None:
    texts = [box.text for box in text_boxes(BARS)]
    assert "Rome" in texts
    assert "Lima" not in texts


def test_pictures_differ_where_a_value_does() -> None:
    other = picture_image(BARS.replace("[1, 2]", "[1, 2.1]"))
    assert different_pixels(picture_image(BARS), other) > 30
    assert different_pixels(other, other) == 0


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("import matplotlib.pyplot as plt\n", "opens 0 figures"),
        (START + "plt.figure()", "opens 2 figures"),
        ("import matplotlib.pyplot as plt\nplt.figure(figsize=(9, 9))\n", "not"),
    ],
)
def test_a_program_must_open_one_figure_of_the_size(code: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        picture_png(code)
