"""Styles, colours that people can tell apart, and rendering to pixels."""

import io
import itertools
import math
import re
from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest
from PIL import Image

from benchmark.core.canary import CANARY
from benchmark.files.palette import Colour
from tests.case_files import table
from tests.sampling import gate_of, sampled
from workshop.authoring.family_module import family_named
from workshop.authoring.gates.pictures import drawing_problems
from workshop.authoring.gates.words import description_problems
from workshop.authoring.instance import drawn_rules, instance_style
from workshop.drawing import palette
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.palette import contrast_ratio
from workshop.drawing.photo import seen_at
from workshop.drawing.render import decode_png, picture_digest, pixel_digest, render_png
from workshop.drawing.styles import LOOKS, Style, Titles, style_picture, style_pictures
from workshop.pins import read_pins
from workshop.suites.humaneval_v import OPEN


def _drawing(extra: str = "") -> Canvas:
    canvas = Canvas(400, 400)
    room = frame(canvas, 10, 10, 380, 380, title="Walk 1")
    canvas.rect(room.x, room.y, 100, 100, fill="white")
    canvas.text(room.x + 50, room.y + 50, "7")
    canvas.circle(300, 300, 40, fill="ink")
    canvas.line((20, 370), (380, 370))
    canvas.sector(200, 250, 50, 0, 120, fill="red")
    canvas.path("M 150,330 Q 200,300 250,330 C 260,340 270,340 280,330")
    if extra:
        canvas.text(room.x + room.width, 36, extra, anchor="end")
    return canvas


def test_the_style_panels_leaves_a_picture_as_it_is() -> None:
    assert style_picture(_drawing(), Style()).svg() == _drawing().svg()


def test_a_plain_picture_keeps_the_title_of_a_frame() -> None:
    plain = style_picture(_drawing(), Style("plain"))
    assert [label.text for label in plain.labels] == ["Walk 1", "7"]
    assert len(plain.shapes) == len(_drawing().shapes) - 1


def test_hand_drawn_numbers_have_two_decimals_and_equal_shapes_wobble_alike() -> None:
    alone, other = Canvas(400, 400), _drawing()
    for canvas in (alone, other):
        canvas.rect(200, 60, 40, 40)
    drawn = [style_picture(canvas, Style("hand-drawn")) for canvas in (alone, other)]
    assert drawn[0].shapes[-1] == drawn[1].shapes[-1] != alone.shapes[-1]
    assert not re.search(r"\.\d{3}", drawn[1].svg())


def test_dark_pictures_keep_the_colours_of_filled_shapes() -> None:
    dark = style_picture(_drawing(), Style("dark"))
    fills = {(shape.tag, shape.fill, shape.stroke) for shape in dark.shapes}
    assert {("rect", "white", "ink"), ("circle", "ink", "chalk"), ("path", "red", "ink")} <= fills
    assert [label.fill for label in dark.labels] == ["chalk", "ink"]


def test_twins_stay_light_if_a_black_shape_of_one_would_look_like_the_dark_ground() -> None:
    """A black circle on a white square is seen on every ground; the one of the drawing is on a bare panel."""
    safe = Canvas(400, 400)
    safe.rect(10, 10, 200, 200, fill="white")
    safe.circle(100, 100, 40, fill="ink")
    assert style_pictures({"a": safe}, Style("dark"))["a"].ground == "night"
    twins = style_pictures({"a": safe, "b": _drawing()}, Style("dark"))
    assert {canvas.ground for canvas in twins.values()} == {"white"}


def test_a_shape_is_measured_against_what_lies_below_it_on_a_dark_ground() -> None:
    canvas = Canvas(400, 400)
    canvas.rect(20, 20, 200, 200, fill="grey", stroke=None)
    canvas.circle(80, 80, 20, fill="red", stroke=None)
    canvas.circle(150, 150, 20, fill="white", stroke=None)
    canvas.circle(300, 300, 20, fill="ink", stroke="white")
    canvas.ground = "night"
    problems = [problem.split(":")[0] for problem in drawing_problems(canvas)]
    assert problems == [
        "a shape in red on grey is hard to see",
        "a shape in ink looks like the night below it",
    ]


def test_titles_move_in_all_pictures_of_twins_or_in_none() -> None:
    def starts(canvases: dict[str, Canvas]) -> list[float]:
        styled = style_pictures(canvases, Style(titles="right"))
        return [canvas.labels[0].box[0] for canvas in styled.values()]

    free, taken = starts({"a": _drawing(), "b": _drawing()}), starts({"a": _drawing(), "b": _drawing("XY")})
    assert free[0] == free[1] > taken[0] == taken[1]


def test_styles_are_uniform_over_seeds_and_independent_of_the_mutations() -> None:
    family = family_named(OPEN, "knotted_beads")
    turned = replace(family, mutations=tuple(reversed(family.mutations)))
    styles = [instance_style(family, f"s{number}", 0) for number in range(1200)]
    assert styles == [instance_style(turned, f"s{number}", 0) for number in range(1200)]
    counts = Counter((style.look, style.titles) for style in styles)
    assert len(counts) == len(LOOKS) * len(get_args(Titles)) - 1  # no plain one with titles at the right
    looks = Counter(style.look for style in styles)
    assert max(looks.values()) < 1.3 * min(looks.values())
    assert max(counts.values()) < 2.5 * min(counts.values())


def test_a_family_can_exclude_a_look() -> None:
    family = replace(family_named(OPEN, "knotted_beads"), excluded_styles={"dark": "a reason"})
    assert {instance_style(family, f"s{number}", 0).look for number in range(60)} == {*LOOKS} - {"dark"}


@gate_of("drawing")
@pytest.mark.parametrize("name", sampled(OPEN.names(), 8))
def test_every_picture_can_be_read_in_every_style(name: str) -> None:
    family = family_named(OPEN, name)
    pins = read_pins(OPEN, name)
    drawn = drawn_rules(family, family.seed, pins.index if pins else 0)
    places = get_args(Titles)
    for number, look in enumerate(LOOKS, OPEN.names().index(name)):
        if look in family.excluded_styles:
            continue
        # Over the families, each look meets each place of titles and each mutation.
        canvases = {key: canvas for key, (canvas, _) in drawn.items()}
        pictures = style_pictures(canvases, Style(look, places[number % len(places)]))
        for mutation in (family.mutations[number % 3], family.mutations[(number + 1) % 3]):
            canvas, description = pictures[mutation], drawn[mutation][1]
            assert not [*drawing_problems(canvas), *description_problems(description, canvas)], look


def _photo() -> Canvas:
    return style_picture(_drawing(), Style("photo", grain=7))


@pytest.mark.gate
def test_a_photograph_shows_every_item_askew_and_keeps_contrast() -> None:
    photo = _photo()
    assert (photo.width, photo.height) == (460, 460)
    assert [label.text for label in photo.labels] == ["Walk 1", "7"]
    assert photo.svg() != style_picture(_drawing(), Style("photo", grain=8)).svg() != photo.svg(flat=True)
    image = decode_png(render_png(photo.svg()))
    ink, sheet = (image.getpixel(seen_at(place, 7, 460, 460)) for place in ((300, 300), (200, 320)))
    assert contrast_ratio(*("#{:02x}{:02x}{:02x}".format(*pixel) for pixel in (ink, sheet))) > 7
    assert list(drawing_problems(photo)) == list(drawing_problems(style_picture(_drawing(), Style())))


def test_parts_of_a_photograph_that_are_farther_away_are_smaller() -> None:
    top, right, low, left = (
        math.dist(seen_at(first, 7, 460, 460), seen_at(last, 7, 460, 460))
        for first, last in itertools.pairwise([(0, 0), (400, 0), (400, 400), (0, 400), (0, 0)])
    )
    assert min(abs(top - low), abs(left - right)) > 10  # those of an affine turn are equal


@pytest.mark.gate
def test_a_photograph_in_too_little_light_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing has enough contrast, but the photograph does not."""
    assert list(drawing_problems(_photo())) == []
    render_png.cache_clear()
    monkeypatch.setattr("workshop.drawing.photo._FALLOFF", 1000)
    problems = list(drawing_problems(_photo()))
    render_png.cache_clear()
    assert problems
    assert all(
        re.search(r" has a contrast of [12]\.\d in the photograph, not 3\.0$", one) for one in problems
    )


def test_labels_of_photographs_are_handwritten_unless_a_letter_is_missing() -> None:
    canvas = Canvas(400, 400)
    for number, text in enumerate(("17", "1 → 7")):
        canvas.text(200, 100 + 100 * number, text)
    hand, sans = style_picture(canvas, Style("photo")).labels
    assert ("Sightbench Hand" in hand.svg, "Sightbench Hand" in sans.svg) == (True, False)
    assert [sum(label.box[::2]) for label in (hand, sans)] == pytest.approx([400, 400])


def drawing() -> Canvas:
    canvas = Canvas(320, 200)
    canvas.circle(100, 100, 60, fill="sky")
    canvas.text(100, 100, "S", bold=True)
    return canvas


def test_the_pixels_of_a_drawing_are_pinned() -> None:
    """Another version of Python, Pillow or the compressor does not change them."""
    digest = pixel_digest(decode_png(render_png(drawing().svg())))
    assert digest == "c0c65677f3360a5c7bc67f5f5f29aed2622c528b3a9705f195c0cbb9a704c4e3"


def test_the_pixels_of_a_photograph_are_pinned() -> None:
    """Perspective, light, blur and noise are whole numbers on every machine."""
    assert (
        picture_digest(style_picture(drawing(), Style("photo", grain=7)).svg())
        == "d9d7cc60d7abd0d169579322d5bc1d4c37db4c3ac1198a64f33b1574d9b2ad9e"
    )


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


@table("drawing")
def test_distances_of_colours_are_the_published_ones(first, second, distance) -> None:
    """The values are test data of Sharma, Wu and Dalal 2005, table 1."""
    assert palette._ciede2000(first, second) == pytest.approx(distance, abs=1e-4)


def test_contrast_is_computed_as_in_wcag() -> None:
    assert palette.contrast_ratio("#000000", "#ffffff") == pytest.approx(21)
    assert palette.contrast_ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_colours_that_look_alike_are_named_with_the_colour_vision() -> None:
    found = {
        (first, second): vision
        for first, second, vision, _ in palette.confusable_pairs({"sky", "purple", "ink"})
    }
    assert found == {("sky", "purple"): "deuteranopia"}


def test_all_but_three_pairs_of_the_palette_can_be_told_apart() -> None:
    assert {pair[:2] for pair in palette.confusable_pairs(set(get_args(Colour)))} == {
        ("silver", "paleblue"),
        ("sky", "purple"),
        ("yellow", "paleorange"),
    }


def test_texts_are_legible_on_every_pale_colour() -> None:
    for name in ("white", "mist", "silver", "yellow", "orange", "sky", "purple", "paleblue", "paleorange"):
        assert palette.contrast_ratio(palette.COLOURS["ink"], palette.COLOURS[name]) >= 4.5
    for name in ("ink", "blue", "red", "green", "grey"):
        assert palette.contrast_ratio(palette.COLOURS["white"], palette.COLOURS[name]) >= 4.5
