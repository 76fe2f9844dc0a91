"""Captures of drawings: scans, screenshots, and photographs of folded sheets and of notebooks."""

import math
from dataclasses import replace

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from tests.sampling import gate_of
from workshop.authoring.family_module import are_captures
from workshop.authoring.gates.pictures import SENT_AT, drawing_problems
from workshop.authoring.picture_form import PICTURES
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import BY_HAND, CAPTURES, Capture, captured_at
from workshop.drawing.render import decode_png, picture_digest, render_png
from workshop.drawing.styles import Style, style_picture
from workshop.suites.humaneval_v import OPEN

each = pytest.mark.parametrize("capture", CAPTURES)


def _drawing() -> Canvas:
    canvas = Canvas(400, 360)
    canvas.rect(60, 60, 50, 50, fill="ink")
    canvas.circle(320, 90, 30, fill="sky")
    canvas.circle(320, 270, 30, fill="orange")
    canvas.text(90, 270, "17")
    return canvas


def _captured(capture: Capture, seed: int = 5, canvas: Canvas | None = None) -> Canvas:
    return style_picture(canvas or _drawing(), Style(capture, grain=seed))


@pytest.mark.gate
@each
def test_a_capture_shows_a_whole_drawing_and_can_be_read(capture: Capture) -> None:
    canvas = _captured(capture)
    data = render_png(canvas.svg())
    image = decode_png(data)
    assert list(drawing_problems(canvas)) == []
    assert CANARY.encode() in data
    assert image.width > 400 < image.height <= SENT_AT
    for place, weakest in (((85, 85), None), ((320, 90), 0), ((320, 270), 2)):
        pixel = image.getpixel(captured_at(place, capture, 5, (400, 360)))
        assert max(pixel) < 80 if weakest is None else min(range(3), key=pixel.__getitem__) == weakest
    assert picture_digest(canvas.svg()) != picture_digest(_captured(capture, 6).svg())
    assert picture_digest(canvas.svg(flat=True)) != picture_digest(canvas.svg())


@pytest.mark.gate
@each
def test_places_are_where_a_capture_shows_them(capture: Capture) -> None:
    """The middle of the dark pixels around a place is the place of a dot, within 3 px."""
    for place in ((30, 30), (200, 180), (370, 330)):
        canvas = Canvas(400, 360)
        canvas.circle(*place, 7, fill="ink")
        x, y = captured_at(place, capture, 5, (400, 360))
        image = decode_png(render_png(_captured(capture, canvas=canvas).svg()))
        near = [(x + dx, y + dy) for dx in range(-15, 16) for dy in range(-15, 16)]
        dark = [at for at in near if sum(image.getpixel(at)) < 250]
        middle = [sum(column) / len(dark) for column in zip(*dark, strict=True)]
        assert math.dist(middle, (x, y)) < 3


@pytest.mark.gate
@pytest.mark.parametrize(
    ("capture", "digest"),
    [
        ("scan", "5ecf1f2217efdf83cda6e044a9ffeaf000c24acf261afab8c26cc14bb01cb6ea"),
        ("screen", "013df45968ecee2c7c25c89d452da0b723b710de18371d0ee2fd431d83e2574a"),
        ("folded", "6047c5ebd9868f49e301b64758ffa10597be27751b21e28b1d150debea5e719e"),
        ("notebook", "3d5d05553ef25f93ac8297cb8772b07082f09f1708eeb1c507f50fa1e46799e7"),
    ],
)
def test_the_pixels_of_a_capture_are_pinned(capture: Capture, digest: str) -> None:
    """Perspective, bends, light and noise are whole numbers on every machine."""
    assert picture_digest(_captured(capture).svg()) == digest


def test_what_is_drawn_by_hand_is_handwritten() -> None:
    hands = {capture: "Sightbench Hand" in _captured(capture).svg() for capture in CAPTURES}
    assert {capture for capture, is_hand in hands.items() if is_hand} == BY_HAND


def test_colours_that_a_capture_merges_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workshop.authoring.gates.pictures.MIN_CAPTURED", 90.0)
    assert "sky and orange look alike in the capture" in " ".join(drawing_problems(_captured("folded")))


@pytest.mark.gate
def test_a_capture_in_too_little_light_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    render_png.cache_clear()
    monkeypatch.setattr("workshop.drawing.photo._FALLOFF", 1000)
    problems = " ".join(drawing_problems(_captured("notebook")))
    render_png.cache_clear()
    assert "in the photograph, not 3.0" in problems


@pytest.mark.gate
def test_a_capture_that_providers_would_scale_is_a_fault() -> None:
    canvas = Canvas(1024, 400)
    wide = _captured("screen", canvas=canvas)
    wide.width = 2000
    assert f"providers scale what is longer than {SENT_AT}" in " ".join(drawing_problems(wide))


@pytest.mark.parametrize(
    ("value", "is_right"),
    [
        ({}, True),
        ({"3": "scan", "5": "folded"}, True),
        ({"2": "scan"}, False),
        ({"3": "photo"}, False),
        (["3"], False),
    ],
)
def test_a_family_names_captures_of_levels_from_3_to_5(value: object, is_right: bool) -> None:
    assert are_captures(value) is is_right


@gate_of("drawing")
def test_a_level_without_a_task_has_no_capture() -> None:
    family = replace(PICTURES.family(OPEN, "knotted_beads"), captured={"3": "scan"})
    twins = PICTURES.search(family, family.seed).twins()
    first, second = (next(twins)[0].index for _ in range(2))
    with pytest.raises(BadInput, match="has no task of level 3"):
        PICTURES.tasks(family, family.seed, first, second)


@gate_of("drawing")
def test_a_task_whose_picture_has_changed_has_the_number_that_its_family_says() -> None:
    family = replace(PICTURES.family(OPEN, "coupled_dials"), renumbered={"with-two": 11, "5": 12})
    made = PICTURES.make(OPEN, family, None)
    assert [task.number for task in made] == [1, 2, 11, 4, 5, 6, 7, 12]
