"""Figures that are read by eye: the right element is right in the pixels, and nothing else tells it."""

import importlib
import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from benchmark.authoring.figures.by_eye.look import COLOURS, GROUNDS
from benchmark.authoring.figures.by_eye.wedges import GAPS as GAPS_OF_WEDGES
from benchmark.authoring.figures.domains import domains
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


def areas_of(sample: FigureSample, other: str) -> dict[str, int]:
    """Return the pixels of each colour in the legend, left of it, and of another colour."""
    with drawn_figure(sample.original.code) as figure:
        legend = figure.axes[0].get_legend()
        colours = {
            text.get_text(): patch.get_facecolor()[:3]
            for patch, text in zip(legend.get_patches(), legend.get_texts(), strict=True)
        }
    colours["others"] = [int(other[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    shown = np.asarray(picture_image(sample.original.code), dtype=float)[40:, :510]
    near = {name: np.abs(shown - 255 * np.array(colour)).max(axis=2) < 8 for name, colour in colours.items()}
    return {name: int(found.sum()) for name, found in near.items()}


def heights_of(sample: FigureSample, places: Sequence[float]) -> tuple[list[dict[str, float]], float]:
    """Return the height of each layer, drawn alone in black, in px: the mean of nine columns around a place.

    Edges are straight there. Also return the px per unit of the axis.
    """
    with drawn_figure(sample.original.code) as figure:
        axes = figure.axes[0]
        axes.axis("off")
        figure.set_facecolor("white")
        axes.axis("off")
        axes.set_title("")
        layers = list(axes.collections)
        for artist in (*axes.patches, *axes.lines, *axes.texts, *layers, axes.get_legend()):
            artist.set_visible(False)
        transform = axes.transData.transform
        middles = [int(transform((place, 0))[0]) for place in places]
        found: list[dict[str, float]] = [{} for _ in places]
        for layer in layers:
            layer.set(visible=True, hatch=None, facecolor="black", edgecolor="none")
            figure.canvas.draw()
            layer.set_visible(False)
            ink = 1 - np.asarray(figure.canvas.buffer_rgba())[:, :, 0] / 255
            for heights, middle in zip(found, middles, strict=True):
                heights[layer.get_label()] = ink[:, middle - 4 : middle + 5].sum() / 9
        return found, transform((0, 1))[1] - transform((0, 0))[1]


def line_rows(sample: FigureSample) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the corners of each line in px, and where its own axis has a value, in px."""
    with drawn_figure(sample.original.code) as figure:
        lines = {line.get_label(): (axes, line) for axes in figure.axes for line in axes.lines}
        rows = {name: axes.transData.transform(line.get_xydata()) for name, (axes, line) in lines.items()}
        value = number_before(sample, f" {unit_of(sample)} ")
        at = {name: axes.transData.transform((1, value))[1] for name, (axes, _) in lines.items()}
        if " where " in sample.questions[0].text:
            first, second, time = re.findall(
                r"where (.+) and (.+) cross for the (\w+)", sample.questions[0].text
            )[0]
            meets = [x for x, _ in crossings_of(rows[first], rows[second])]
            place = meets[["first", "second", "third", "fourth"].index(time)]
        else:
            place = figure.axes[0].transData.transform((number_before(sample, "?"), 0))[0]
    return {name: (row, place) for name, row in rows.items()}, at


def unit_of(sample: FigureSample) -> str:
    return next(domain.unit for domain in domains() if domain.name == sample.domain)


def crossings_of(first: Any, second: Any) -> list[tuple[float, float]]:
    """Return where two rows of corners cross, in px, and the angles in degrees."""
    xs = np.unique(np.concatenate([first[:, 0], second[:, 0]]))
    gaps = np.interp(xs, *first.T) - np.interp(xs, *second.T)
    found = []
    for (left, right), (low, high) in zip(pairwise(xs), pairwise(gaps), strict=True):
        if low * high < 0:
            slopes = [
                (np.interp(right, *row.T) - np.interp(left, *row.T)) / (right - left)
                for row in (first, second)
            ]
            turn = abs(np.degrees(np.arctan(slopes[0]) - np.arctan(slopes[1])))
            found.append((left + (right - left) * low / (low - high), turn))
    return found


def away(point: Any, row: Any) -> float:
    """Return the distance of a point from a row of corners."""
    return float(min(np.linalg.norm(np.linspace(a, b, 200) - point, axis=1).min() for a, b in pairwise(row)))


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
    areas = areas_of(sample, "#8c8c88")
    shares = {name: 100 * area / sum(areas.values()) for name, area in areas.items() if name != "others"}
    assert min(shares, key=lambda name: abs(shares[name] - number_before(sample, " % of"))) == right_of(
        sample
    )


def turned(corners: Any) -> tuple[float, float]:
    """Return the angle between the sides of a part, and the direction of its middle, in degrees."""
    outer, inner = corners[:80], corners[80:160][::-1]
    sides = [np.degrees(np.arctan2(*(outer[end] - inner[end])[::-1])) for end in (0, -1)]
    return (sides[1] - sides[0]) % 360, (sides[0] + (sides[1] - sides[0]) % 360 / 2) % 360


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [4, 5])
def test_sides_of_a_part_that_is_moved_are_as_far_apart_as_its_share(level: int, number: int) -> None:
    """The rim tells how the disc is slanted; the runner-up's sides differ by at least 3 px at its arc."""
    sample = made("wedges", level, number)
    asked = number_before(sample, " % of")
    with drawn_figure(sample.original.code) as figure:
        axes = figure.axes[0]
        legend = axes.get_legend()
        hatches = {patch.get_hatch(): text.get_text() for patch, text in zip(
            legend.get_patches(), legend.get_texts(), strict=True
        )}  # fmt: skip
        drawn = [(patch, axes.transData.transform(patch.get_xy())) for patch in axes.patches]
    drawn = [(patch, corners) for patch, corners in drawn if len(corners) > 1]
    (rim,) = [corners[:80] for patch, corners in drawn if patch.get_linestyle() == "--"]
    values, vectors = np.linalg.eigh(np.cov(rim[:-1].T))
    flat = vectors @ np.diag(values**-0.5) @ vectors.T * values.max() ** 0.5
    parts = {
        hatches[patch.get_hatch()]: turned(corners @ flat) for patch, corners in drawn if patch.get_hatch()
    }
    rings = [turned(corners @ flat) for patch, corners in drawn if not patch.get_hatch()][-4:-1]
    shares = {}
    for name, (angle, middle) in parts.items():
        of = [ring for ring, its in rings if abs((its - middle + 180) % 360 - 180) < ring / 2]
        shares[name] = 100 * angle / (of[0] if level == 5 else 360)
    ordered = sorted(shares, key=lambda name: abs(shares[name] - asked))
    assert ordered[0] == right_of(sample)
    assert abs(shares[ordered[0]] - asked) < 0.6
    beyond = abs(shares[ordered[1]] / shares[ordered[0]] - 1)
    assert beyond > 0.8 * GAPS_OF_WEDGES[level - 1][0]
    assert np.radians(beyond * parts[ordered[0]][0]) * 0.8 * np.linalg.norm(rim[0] - rim.mean(0)) / 1.3 > 3


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", LEVELS)
def test_pixels_above_a_place_are_the_thickness_of_a_layer(level: int, number: int) -> None:
    """Of the others, none is nearer than 3 px to the right thickness."""
    sample = made("layers", level, number)
    if level < 3:
        place, value = number_before(sample, "?"), number_before(sample, f" {unit_of(sample)} thick")
        (heights,), unit = heights_of(sample, [place])
        wanted = value * unit
    else:
        with drawn_figure(sample.original.code) as figure:
            marks = {text.get_text(): text.get_position()[0] for text in figure.axes[0].texts}
        (heights, others), _ = heights_of(sample, [marks["B"], marks["A"]])
        (name,) = re.findall(r"at B as (.+) is at A", sample.questions[0].text)
        wanted = others[name]
        del heights[name]
    ordered = sorted(heights, key=lambda name: abs(heights[name] - wanted))
    assert ordered[0] == right_of(sample)
    assert abs(heights[ordered[0]] - wanted) <= (3 if level < 3 else 1.5)  # lines of a hand waver
    assert abs(heights[ordered[1]] - wanted) >= 3


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", LEVELS)
def test_one_line_has_the_value_by_its_own_axis(level: int, number: int) -> None:
    """All others are at least 8 px away from it on their own axes, but one has it on the other axis."""
    sample = made("crossings", level, number)
    rows, at = line_rows(sample)
    heights = {name: np.interp(place, *row.T) for name, (row, place) in rows.items()}
    off = {name: abs(heights[name] - at[name]) for name in rows}
    assert [name for name in off if off[name] < 8] == [right_of(sample)]
    assert off[right_of(sample)] < 1
    if level > 3:
        misread = [
            option.text
            for option in sample.questions[0].wrong
            if any(abs(heights[option.text] - height) < 1 for height in set(at.values()) - {at[option.text]})
        ]
        assert misread


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [3, 4, 5])
def test_lines_of_one_ink_cross_plainly_and_turn_away_from_others(level: int, number: int) -> None:
    """Corners are at least 7 px from other lines, and lines cross at 12 degrees or more."""
    rows = [row for row, _ in line_rows(made("crossings", level, number))[0].values()]
    crossings = [crossing for pair in combinations(rows, 2) for crossing in crossings_of(*pair)]
    assert len(crossings) >= 6 * level
    assert min(turn for _, turn in crossings) >= 12
    assert (
        min(away(corner, other) for row in rows for corner in row for other in rows if other is not row) > 7
    )


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", LEVELS)
def test_one_line_passes_through_the_crossing_and_the_others_miss_it(level: int, number: int) -> None:
    """They miss it by at least 4.5 px; the picture is 600 px wide and 100 units."""
    sample = made("meetings", level, number)
    with drawn_figure(sample.original.code) as figure:
        rows = {line.get_label(): np.array(line.get_xydata()) for line in figure.axes[0].lines}
        dashed = [
            np.array(line.get_xydata()) for line in figure.axes[0].lines if line.get_linestyle() == "--"
        ]
        places = {text.get_text(): text.get_position() for text in figure.axes[0].texts}
    if named := re.findall(r"dashed lines (\w) and (\w) meet", sample.questions[0].text):
        dashed = [min(dashed, key=lambda row: away(places[name], row)) for name in named[0]]
    fine = [np.concatenate([np.linspace(a, b, 60) for a, b in pairwise(row)]) for row in dashed]
    gaps = np.linalg.norm(fine[0][:, None] - fine[1][None], axis=2).min(axis=1)
    crossing = fine[0][gaps.argmin()]
    misses = {name: away(crossing, row) for name, row in rows.items() if not name.startswith("_")}
    near = [f"line {name}" for name, miss in misses.items() if miss < 0.4]
    assert near == [right_of(sample)]
    assert 6 * sorted(misses.values())[1] > 4.5


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
