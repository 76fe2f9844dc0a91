"""Figures that are read by eye: the right element is right in the pixels, and nothing else tells it."""

import importlib
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from benchmark.authoring.figures.by_eye.look import COLOURS, GROUNDS
from benchmark.authoring.figures.figure_set import EYE_KINDS
from benchmark.authoring.figures.gates import sample_faults
from benchmark.authoring.figures.guessing import guess_results
from benchmark.authoring.figures.pictures import drawn_figure, picture_image, picture_png
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws
from benchmark.core.suite import LEVELS
from benchmark.suites.mathopeval.suite import SUITE
from tests.sampling import gate_of

pytestmark = gate_of("figures")
each_kind = pytest.mark.parametrize("kind", EYE_KINDS)


@cache
def made(kind: str, level: int, number: int = 0) -> FigureSample:
    module = importlib.import_module(f"benchmark.authoring.figures.by_eye.{kind}")
    return module.make(Draws("tests by eye", kind, level, number), level)  # type: ignore[no-any-return]


def right_of(sample: FigureSample) -> str:
    return sample.questions[0].right.text


def number_before(sample: FigureSample, words: str) -> float:
    return float(sample.questions[0].text.partition(words)[0].split()[-1])


def areas_of(sample: FigureSample, column: int | None = None, other: str = "") -> dict[str, int]:
    """Return the pixels of each colour in the legend, left of it, in a column or all, and of another."""
    with drawn_figure(sample.original.code) as figure:
        legend = figure.axes[0].get_legend()
        colours = {
            text.get_text(): patch.get_facecolor()[:3]
            for patch, text in zip(legend.get_patches(), legend.get_texts(), strict=True)
        }
    colours["others"] = (
        [int(other[place : place + 2], 16) / 255 for place in (1, 3, 5)] if other else (2, 2, 2)
    )
    pixels = np.asarray(picture_image(sample.original.code), dtype=float)[40:, :510]
    shown = pixels if column is None else pixels[:, column : column + 1]
    near = {name: np.abs(shown - 255 * np.array(colour)).max(axis=2) < 8 for name, colour in colours.items()}
    return {name: int(found.sum()) for name, found in near.items()}


@each_kind
def test_each_level_adds_a_difficulty_and_passes_the_gate_of_samples(kind: str) -> None:
    samples = [made(kind, level) for level in LEVELS]
    assert [sample.level for sample in samples] == ["1", "2", "3", "4", "5"]
    assert all(after.sights[:-1] == before.sights for before, after in pairwise(samples))
    for sample in samples:
        assert list(sample_faults(sample)) == []
        assert len(picture_png(sample.original.code, sample.grain)) < 150_000


@pytest.mark.parametrize("level", [1, 2, 3])
def test_pixels_of_a_part_of_a_disc_are_its_share(level: int) -> None:
    """A slant keeps the ratio of areas."""
    sample = made("wedges", level)
    areas = areas_of(sample, other="#8c8c88")
    shares = {name: 100 * area / sum(areas.values()) for name, area in areas.items() if name != "others"}
    assert min(shares, key=lambda name: abs(shares[name] - number_before(sample, " % of"))) == right_of(
        sample
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_pixels_above_a_place_are_the_thickness_of_a_layer(level: int) -> None:
    sample = made("layers", level)
    place = number_before(sample, "?")
    value = float(sample.questions[0].text.partition("of them is ")[2].split()[0])
    with drawn_figure(sample.original.code) as figure:
        transform = figure.axes[0].transData.transform
        column = round(transform((place, 0))[0])
        height = transform((place, value))[1] - transform((place, 0))[1]
    heights = areas_of(sample, column)
    assert min(heights, key=lambda name: abs(heights[name] - height)) == right_of(sample)


@pytest.mark.parametrize("level", LEVELS)
def test_one_line_has_the_value_by_its_own_axis(level: int) -> None:
    sample = made("crossings", level)
    place = number_before(sample, "?")
    value = float(sample.questions[0].text.partition("is at ")[2].split()[0])
    with drawn_figure(sample.original.code) as figure:
        rows: list[Any] = [line for axes in figure.axes for line in axes.lines]
        found = {row.get_label(): float(np.interp(place, row.get_xdata(), row.get_ydata())) for row in rows}
    assert [name for name, y in found.items() if abs(y - value) < 0.02 * value] == [right_of(sample)]


@pytest.mark.parametrize("level", LEVELS)
def test_one_line_passes_through_the_crossing_and_the_others_miss_it(level: int) -> None:
    sample = made("meetings", level)
    with drawn_figure(sample.original.code) as figure:
        rows = {line.get_label(): np.array(line.get_xydata()) for line in figure.axes[0].lines}
        dashed = [
            np.array(line.get_xydata()) for line in figure.axes[0].lines if line.get_linestyle() == "--"
        ]
    fine = [np.concatenate([np.linspace(a, b, 400) for a, b in pairwise(row)]) for row in dashed]
    away = np.linalg.norm(fine[0][:, None] - fine[1][None, ::20], axis=2).min(axis=1)
    crossing = fine[0][away.argmin()]
    misses = {
        name: min(np.linalg.norm(np.linspace(a, b, 400) - crossing, axis=1).min() for a, b in pairwise(row))
        for name, row in rows.items()
        if not name.startswith("_")
    }
    near = [f"line {name}" for name, miss in misses.items() if miss < 1]
    assert near == [right_of(sample)]
    assert sorted(misses.values())[1] > 2


def test_options_of_by_eye_questions_are_not_guessed() -> None:
    samples = [made(kind, 1 + number % len(LEVELS), number) for number in range(100) for kind in EYE_KINDS]
    assert [(each.guesser, each.rate) for each in guess_results(samples) if not each.is_chance] == []


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_colours_have_contrast_to_their_grounds() -> None:
    """By the formula of WCAG 2.2."""
    for is_dark, sets in enumerate(COLOURS):
        grounds = [ground for ground, *_ in GROUNDS if (luminance(ground) < 0.2) == bool(is_dark)]
        assert len(grounds) >= 2
        for ground in grounds:
            for colour in (colour for colours in sets for colour in colours):
                low, high = sorted((luminance(ground), luminance(colour)))
                assert (high + 0.05) / (low + 0.05) >= 3, (ground, colour)
        for colours in sets:
            assert all(first != second for first, second in combinations(colours, 2))


def test_the_open_set_has_twelve_questions_of_each_kind_and_level() -> None:
    tasks = [task for task in SUITE.datasets["open-choice"]() if task.stem.rpartition("-")[0] in EYE_KINDS]
    for kind in EYE_KINDS:
        levels = [task.level for task in tasks if task.stem.startswith(kind)]
        assert {level: levels.count(level) for level in "12345"} == dict.fromkeys("12345", 12)
