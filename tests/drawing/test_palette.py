"""Colours, and which of them people can tell apart."""

from typing import get_args

import pytest

from benchmark.drawing import palette


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_of_colours_are_the_published_ones(
    first: palette.Triple, second: palette.Triple, distance: float
) -> None:
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
    assert {pair[:2] for pair in palette.confusable_pairs(set(get_args(palette.Colour)))} == {
        ("silver", "paleblue"),
        ("sky", "purple"),
        ("yellow", "paleorange"),
    }


def test_texts_are_legible_on_every_pale_colour() -> None:
    for name in ("white", "mist", "silver", "yellow", "orange", "sky", "purple", "paleblue", "paleorange"):
        assert palette.contrast_ratio(palette.COLOURS["ink"], palette.COLOURS[name]) >= 4.5
    for name in ("ink", "blue", "red", "green", "grey"):
        assert palette.contrast_ratio(palette.COLOURS["white"], palette.COLOURS[name]) >= 4.5
