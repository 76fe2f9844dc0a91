"""Programs in four code styles, and the pictures that they draw."""

import ast
from typing import get_args

import pytest

from workshop.authoring.figures.pictures import different_pixels, picture_image, picture_png, text_boxes
from workshop.authoring.figures.programs import (
    LINE_LENGTH,
    Code,
    Layout,
    Program,
    ProgramWriter,
    decisive_excerpts,
    literal,
)
from workshop.authoring.figures.sample import CodeStyle

LAYOUT = Layout(title="A", xlabel="x", xticks=[0, 1], xticklabels=["a", "b"], ylim=(0, 5), equal=True)
WRITTEN = {
    "pyplot": 'plt.title("A")\nplt.xlabel("x")\nplt.xticks([0, 1], ["a", "b"])\nplt.ylim(0, 5)',
    "axes": 'ax.set_title("A")\nax.set_xlabel("x")\nax.set_xticks([0, 1], ["a", "b"])\nax.set_ylim(0, 5)',
    "loop": 'plt.gca().set_aspect("equal")',
    "dictionary": '    "aspect": "equal",\n}\nax.set(**layout)',
}


@pytest.mark.parametrize("style", get_args(CodeStyle))
def test_a_layout_is_written_in_the_style(style: CodeStyle) -> None:
    writer = ProgramWriter(style)
    writer.open_figure()
    writer.layout(LAYOUT)
    assert WRITTEN[style] in writer.program().code


def test_an_excerpt_is_the_marked_lines() -> None:
    writer = ProgramWriter("loop")
    writer.data("rows", [("a", 1)])
    with writer.block("for name, value in rows"), writer.excerpt():
        writer.call("bar", Code("name"), Code("value"), width=0.5)
    assert writer.program().excerpt == "plt.bar(name, value, width=0.5)"


def test_long_data_are_broken_into_short_lines() -> None:
    writer = ProgramWriter("axes")
    values = {"xs": [number / 4 for number in range(60)], "names": ["a", 'b"', "µ"], "one": (1,)}
    writer.data("values", values)
    code = writer.program().code
    assert max(map(len, code.splitlines())) <= LINE_LENGTH
    assert ast.literal_eval(code.partition("values = ")[2]) == values


def test_numbers_are_written_short() -> None:
    assert literal([0.1 + 0.2, -0.0, 3, 1 / 4]) == "[0.3, 0.0, 3, 0.25]"


def test_objects_that_are_not_plain_values_are_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        literal(object())


def test_options_show_the_parts_that_differ_and_fill_up_with_others() -> None:
    programs = [Program(code="", parts=("a" * 40, "b" * 40, last)) for last in ("one", "two")]
    assert decisive_excerpts(programs, enough=30) == ["a" * 40 + "\none", "a" * 40 + "\ntwo"]
    assert decisive_excerpts(programs, enough=1) == ["one", "two"]


START = "import matplotlib.pyplot as plt\nplt.figure(figsize=(6.4, 4.8))\n"
BARS = START + 'plt.bar([0, 1], [1, 2])\nplt.xticks([0, 1, 9], ["Oslo", "Rome", "Lima"])\nplt.xlim(-1, 2)\n'


@pytest.mark.gate
def test_a_picture_has_the_same_bytes_each_time() -> None:
    data = picture_png(BARS)
    assert data.startswith(b"\x89PNG")
    assert len(data) < 10_000
    assert picture_png(BARS) == data


@pytest.mark.gate
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
        ("import matplotlib.pyplot as plt\nplt.figure(figsize=(9, 8))\n", "not"),
    ],
)
def test_a_program_must_open_one_figure_of_the_size(code: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        picture_png(code)
