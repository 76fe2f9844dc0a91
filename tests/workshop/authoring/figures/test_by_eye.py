"""Figures that are read by eye: the right element is right in the pixels, and nothing else tells it."""

import importlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import Circle

from benchmark.core.draws import Draws
from benchmark.core.suite import LEVELS
from tests.sampling import gate_of
from tests.workshop.authoring.figures.moved_figures import Corners, as_drawn, results
from workshop.authoring.figures.domains import domains
from workshop.authoring.figures.figure_set import EYE_KINDS
from workshop.authoring.figures.gates import sample_faults
from workshop.authoring.figures.guessing import guess_results
from workshop.authoring.figures.pictures import drawn_figure, picture_image, picture_png
from workshop.authoring.figures.sample import FigureSample
from workshop.drawing.palette import contrast_ratio, smallest_distance
from workshop.suites.mathopeval.families.by_eye.look import COLOURS, GROUNDS, RESTS

pytestmark = gate_of("figures")
each_kind = pytest.mark.parametrize("kind", EYE_KINDS)


@cache
def made(kind: str, level: int, number: int = 0) -> FigureSample:
    module = importlib.import_module(f"workshop.suites.mathopeval.families.by_eye.{kind}")
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


def heights_of(sample: FigureSample, place: float) -> tuple[dict[str, float], float]:
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
        middle = int(transform((place, 0))[0])
        heights: dict[str, float] = {}
        for layer in layers:
            layer.set(visible=True, hatch=None, facecolor="black", edgecolor="none")
            figure.canvas.draw()
            layer.set_visible(False)
            ink = 1 - np.asarray(figure.canvas.buffer_rgba())[:, :, 0] / 255
            heights[layer.get_label()] = ink[:, middle - 4 : middle + 5].sum() / 9
        return heights, transform((0, 1))[1] - transform((0, 0))[1]


def line_rows(sample: FigureSample) -> dict[str, Any]:
    """Return the corners of each line in px."""
    with drawn_figure(sample.original.code) as figure:
        transform = figure.axes[0].transData.transform
        return {line.get_label(): transform(line.get_xydata()) for line in figure.axes[0].lines}


def whole(row: Any) -> Any:
    """Return the corners of a line without its gaps and their ends."""
    is_gap = np.isnan(row[:, 0])
    return row[~(is_gap | np.append(is_gap[1:], False) | np.append(False, is_gap[:-1]))]


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


@pytest.mark.parametrize("level", [1, 2])
def test_pixels_of_a_part_of_a_disc_are_its_share(level: int) -> None:
    sample = made("wedges", level)
    areas = areas_of(sample, next(rest for rest in RESTS if rest in sample.original.code))
    shares = {name: 100 * area / sum(areas.values()) for name, area in areas.items() if name != "others"}
    assert min(shares, key=lambda name: abs(shares[name] - number_before(sample, " % of"))) == right_of(
        sample
    )


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [1, 2])
def test_pixels_above_a_place_are_the_thickness_of_a_layer(level: int, number: int) -> None:
    """Of the others, none is nearer than 3 px to the right thickness."""
    sample = made("layers", level, number)
    place, value = number_before(sample, "?"), number_before(sample, f" {unit_of(sample)} thick")
    heights, unit = heights_of(sample, place)
    wanted = value * unit
    ordered = sorted(heights, key=lambda name: abs(heights[name] - wanted))
    assert ordered[0] == right_of(sample)
    assert abs(heights[ordered[0]] - wanted) <= 3  # lines of a hand waver
    assert abs(heights[ordered[1]] - wanted) >= 3


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [1, 2, 3])
def test_one_line_has_the_value(level: int, number: int) -> None:
    """All others are at least 8 px away from it."""
    sample = made("crossings", level, number)
    value, place = number_before(sample, f" {unit_of(sample)} "), number_before(sample, "?")
    with drawn_figure(sample.original.code) as figure:
        wanted = figure.axes[0].transData.transform((place, value))
    off = {name: abs(np.interp(wanted[0], *row.T) - wanted[1]) for name, row in line_rows(sample).items()}
    assert [name for name in off if off[name] < 8] == [right_of(sample)]
    assert off[right_of(sample)] < 1


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [3, 4, 5])
def test_lines_of_one_ink_cross_plainly_and_turn_away_from_others(level: int, number: int) -> None:
    """Corners are at least 7 px from other lines, and lines cross at 12 degrees or more."""
    rows = [whole(row) for row in line_rows(made("crossings", level, number)).values()]
    crossings = [crossing for pair in combinations(rows, 2) for crossing in crossings_of(*pair)]
    assert len(crossings) >= 5 * level
    assert min(turn for _, turn in crossings) >= 12
    assert (
        min(away(corner, other) for row in rows for corner in row for other in rows if other is not row) > 7
    )


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [1, 2])
def test_one_line_passes_through_the_crossing_and_the_others_miss_it(level: int, number: int) -> None:
    """They miss it by at least 15 px, the middle of a patch by 28 px; 600 px are 100 units."""
    sample = made("meetings", level, number)
    with drawn_figure(sample.original.code) as figure:
        rows = {line.get_label(): np.array(line.get_xydata()) for line in figure.axes[0].lines}
        dashed = [
            np.array(line.get_xydata()) for line in figure.axes[0].lines if line.get_linestyle() == "--"
        ]
        covers = [patch.get_center() for patch in figure.axes[0].patches if isinstance(patch, Circle)]
    fine = [np.concatenate([np.linspace(a, b, 60) for a, b in pairwise(row)]) for row in dashed]
    gaps = np.linalg.norm(fine[0][:, None] - fine[1][None], axis=2).min(axis=1)
    crossing = fine[0][gaps.argmin()]
    misses = {name: away(crossing, row) for name, row in rows.items() if not name.startswith("_")}
    near = [f"line {name}" for name, miss in misses.items() if miss < 0.4]
    assert near == [right_of(sample)]
    assert 6 * sorted(misses.values())[1] > 15
    assert len(covers) == (level > 1)
    assert all(4.7 < np.linalg.norm(crossing - cover) < 9.3 for cover in covers)


#: What a walk meets at a place: a sign, whether it has a flag, and the next place by deed; None at an end.
Meet = Callable[[Any], tuple[Any, bool, Sequence[Any]] | None]
#: What a rule does at a sign: its first deed, or its second one if something holds.
Habit = tuple[int, int, str]


def led(meet: Meet, place: Any, rule: dict[Any, Habit], passed: set[Any] | None = None) -> Any:
    """Return the end of a walk by a rule, and add its places to others; None if it goes in circles."""
    counts: Counter[Any] = Counter()
    moved = False
    for _ in range(100):
        if (met := meet(place)) is None:
            return place
        if passed is not None:
            passed.add(place)
        sign, flag, exits = met
        first, second, when = rule[sign]
        counts[sign] += 1
        holds = {"": False, "flag": flag, "again": counts[sign] % 2 == 0, "moved": moved}[when]
        deed = second if holds else first
        place, moved = exits[deed], deed > 0
    return None


def stated_rule(text: str) -> dict[Any, Habit]:
    """Read the rule that a question states."""
    deeds = ["stay", "change", "go straight on", "turn left", "turn right"]
    numbers = dict(zip(deeds, (0, 1, 0, 1, 2), strict=True))
    ways = [
        f"go {parts} {way}" for parts in ("1 part", "2 parts") for way in ("clockwise", "counterclockwise")
    ]
    numbers |= {way: number for number, way in enumerate(ways, start=1)}
    whens = {"the second, fourth": "again", "just before": "moved", "odd number": "flag", "": ""}
    rule = {}
    deed = "|".join(sorted(numbers, key=len, reverse=True))
    for sign, first, second, when in re.findall(rf"At ([^.,]+), ({deed})(?:, but ({deed}) ([^.]+))?\.", text):
        held = next(name for words, name in whens.items() if words in when)
        key: Any = "over" in sign, "above" in sign or "thick" in sign
        if "stripes" in sign:
            key = ("/" if "rise" in sign else "\\") * (3 if "wide" in sign else 6)
        rule[key] = (numbers[first], numbers[second or first], held)
    return rule


def check_rules(
    sample: FigureSample,
    meet: Meet,
    *,
    places: dict[str, Any],
    ends: dict[str, Any],
    signs: Sequence[Any],
    deeds: int,
    pairs: Sequence[tuple[int, int]],
    is_apart: bool = False,
) -> Any:
    """Check that all rules that agree with the shown walks lead to the right end; return one of them.

    Args:
        sample: the question.
        meet: what walks meet.
        places: where a walk starts, by name.
        ends: where it ends, by name.
        signs: all signs.
        deeds: number of deeds; 0 is to go straight on.
        pairs: deeds between which rules choose.
        is_apart: whether shown walks keep off the asked one.
    """
    text = sample.questions[0].text
    right = re.sub("^(on|to part|to) ", "", right_of(sample))
    if sample.level == "3":
        (asked,) = re.findall(r"^(?:Start on|Start at part|Go in at) (.+?)(?:\.| and )", text)
        stated = stated_rule(text)
        assert {*signs} <= {*stated}
        assert led(meet, places[asked], stated) == ends[right]
        return asked, stated
    words = {
        "flag": "comes from above|a ring|number of times|is thick",
        "again": "each second time|each time",
        "moved": "just before",
    }
    whens = [when for when, word in words.items() if re.search(word, text)]
    habits: list[Habit] = [(deed, deed, "") for deed in range(deeds)]
    habits += [(*pair[::way], when) for when in whens for pair in pairs for way in (1, -1)]  # type: ignore[misc]
    shown = re.findall(r"from ([^,.]+?) to (?:the right end of )?([^,.]+?)(?:, | and (?=from)|\. )", text)
    (asked,) = re.findall(r"from ([^,.]+)\?$", text)
    agreeing = []
    for acts in product(habits, repeat=len(signs)):
        rule = dict(zip(signs, acts, strict=True))
        if all(led(meet, places[start], rule) == ends[end] for start, end in shown):
            agreeing.append(rule)
    assert len(shown) >= (3 if sample.level == "5" else 2)
    assert {led(meet, places[asked], rule) for rule in agreeing} == {ends[right]}
    beside: set[Any] = set()
    way: set[Any] = set()
    for start, passed in (*((start, beside) for start, _ in shown), (asked, way)):
        led(meet, places[start], agreeing[0], passed)
    assert way & beside == set() or not is_apart
    return asked, agreeing[0]


def check_lines(
    sample: FigureSample, rows: dict[str, Any], sign: Callable[[str, str, float], Any], signs: Sequence[Any]
) -> Any:
    """Check rules of walks along lines, whose flag is that the other line comes from above."""
    met: dict[str, list[tuple[float, str]]] = {name: [] for name in rows}
    for one, other in combinations(rows, 2):
        for x, _ in crossings_of(rows[one], rows[other]):
            met[one].append((x, other))
            met[other].append((x, one))

    def onward(line: str, x: float) -> tuple[str, float]:
        return line, min((place for place, _ in met[line] if place > x + 0.01), default=np.inf)

    @cache
    def meet(place: tuple[str, float]) -> Any:
        line, x = place
        if x == np.inf:
            return None
        (other,) = (other for at, other in met[line] if at == x)
        is_above = np.interp(x - 2, *rows[other].T) > np.interp(x - 2, *rows[line].T)
        return sign(line, other, x), is_above, [onward(line, x), onward(other, x)]

    asked, rule = check_rules(
        sample,
        meet,
        places={name: onward(name, -np.inf) for name in rows},
        ends={name: (name, np.inf) for name in rows},
        signs=signs,
        deeds=2,
        pairs=[(0, 1)],
    )
    return asked, led(meet, onward(asked, -np.inf), rule)[0]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [4, 5])
def test_rules_of_walks_along_lines_agree_on_the_right_end(level: int, number: int) -> None:
    """Of two lines that cross, the one below has a gap there."""
    sample = made("crossings", level, number)
    drawn_rows = line_rows(sample)
    rows = {name: whole(row) for name, row in drawn_rows.items()}
    gaps = {
        name: [(row[at - 1][0], row[at + 1][0]) for at in np.flatnonzero(np.isnan(row[:, 0]))]
        for name, row in drawn_rows.items()
    }

    def sign(here: str, other: str, x: float) -> Any:
        own, its = (any(left < x < right for left, right in gaps[name]) for name in (here, other))
        assert own != its
        is_above = np.interp(x - 2, *rows[other].T) > np.interp(x - 2, *rows[here].T)
        return own, level == 5 and is_above

    signs = [(is_over, is_above) for is_over in (False, True) for is_above in (False, True)[: level - 3]]
    start, end = check_lines(sample, rows, sign, signs)
    assert sample.part is not None
    with drawn_figure(sample.part.code) as figure:
        (line,) = figure.axes[0].lines
        drawn = figure.axes[0].transData.transform(line.get_xydata())
    assert np.abs(drawn[0] - rows[start][0]).max() < 0.01
    assert np.abs(drawn[-1] - rows[end][-1]).max() < 0.01


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [3, 4, 5])
def test_rules_of_walks_over_and_under_bands_agree_on_the_right_end(level: int, number: int) -> None:
    """The band on top is the last one that is drawn at a crossing."""
    sample = made("layers", level, number)
    with drawn_figure(sample.original.code) as figure:
        axes = figure.axes[0]
        strokes = [axes.transData.transform(line.get_xydata()) for line in axes.lines[::2]]
        names = {text.get_text(): text.get_position()[1] for text in axes.texts}
        starts = {name: axes.transData.transform((0, height))[1] for name, height in names.items()}
    rows = {}
    for name, height in starts.items():
        (place,) = (at for at, row in enumerate(strokes) if len(row) > 2 and abs(row[0][1] - height) < 0.2)
        rows[name] = strokes[place]

    def sign(here: str, other: str, x: float) -> Any:
        point = np.array([x, np.interp(x, *rows[here].T)])
        top = [row for row in strokes if row[0][0] <= x <= row[-1][0] and away(point, row) < 0.6][-1]
        middle = (max(top[0][0], x - 9) + x) / 2
        height = np.interp(middle, *top.T)
        to_other, to_own = (abs(height - np.interp(middle, *rows[name].T)) for name in (other, here))
        is_above = np.interp(x - 2, *rows[other].T) > np.interp(x - 2, *rows[here].T)
        return bool(to_other < to_own), level != 4 and is_above

    signs = [
        (is_over, is_above) for is_over in (False, True) for is_above in (False, True)[: 1 + (level != 4)]
    ]
    check_lines(sample, rows, sign, signs)
    turns = [turn for pair in combinations(rows.values(), 2) for _, turn in crossings_of(*pair)]
    assert min(turns) > (17 if level == 5 else 32)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [3, 4, 5])
def test_rules_of_walks_along_arrows_agree_on_the_right_part(level: int, number: int) -> None:
    sample = made("wedges", level, number)
    with drawn_figure(sample.original.code) as figure:
        axes = figure.axes[0]
        parts = [patch for patch in axes.patches if len(patch.get_xy()) > 3]
        hatches = [patch.get_hatch() for patch in parts]
        paths = [axes.transData.transform_path(patch.get_path()) for patch in parts]
        named = [
            (text.get_text(), axes.transData.transform(text.get_position()))
            for text in axes.texts
            if text.get_text()
        ]
        centre = axes.transData.transform((0, 0))
        arrows = [axes.transData.transform(line.get_xydata()) for line in axes.lines[::2]]
        hollow = [to_rgba(line.get_markerfacecolor()) == axes.get_facecolor() for line in axes.lines[1::2]]
    flags = hollow if level == 4 else [bool(np.isnan(arrow[:, 0]).sum() % 2) for arrow in arrows]
    arrows = [arrow[~np.isnan(arrow[:, 0])] for arrow in arrows]
    middles = [path.vertices.mean(axis=0) for path in paths]
    names = [min(named, key=lambda name: np.linalg.norm(name[1] - path.vertices[30]))[0] for path in paths]
    assert len(set(names)) == len(parts) == len(arrows)

    def hit(start: Any, way: Any) -> int:
        """Return the part that is met on a straight way from a point, at most 40 px away."""
        ray = [start + px * way / np.linalg.norm(way) for px in range(1, 40)]
        return next(part for at in ray for part, path in enumerate(paths) if path.contains_point(at))

    assert [hit(arrow[0], arrow[0] - centre) for arrow in arrows] == list(range(len(parts)))
    hits = [hit(arrow[-1], arrow[-1] - arrow[-2]) for arrow in arrows]
    steps = int(number_before(sample, " steps lead"))

    def meet(place: tuple[int, int]) -> Any:
        step, part = place
        if step == steps:
            return None
        exits = [(step + 1, (hits[part] + on) % len(parts)) for on in (0, -1, 1, -2, 2)]
        return hatches[hits[part]], flags[part], exits

    check_rules(
        sample,
        meet,
        places={name: (0, part) for part, name in enumerate(names)},
        ends={name: (steps, part) for part, name in enumerate(names)},
        signs=sorted({*hatches}, key=str),
        deeds=5,
        pairs=[(1, 2), (3, 4)],
        is_apart=True,
    )
    (a, b), (c, d) = middles[1] - middles[0], middles[2] - middles[0]
    assert a * d - b * c > 0  # counterclockwise


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [3, 4, 5])
def test_rules_of_walks_with_turns_agree_on_the_right_end(level: int, number: int) -> None:
    """Crossings are at least 19 px apart; the picture is 600 px wide and 100 units."""
    sample = made("meetings", level, number)
    with drawn_figure(sample.original.code) as figure:
        axes = figure.axes[0]
        numbers = {text.get_text(): np.array(text.get_position()) for text in axes.texts}
        rows: list[Any] = []
        gaps: list[list[Any]] = []
        thick: list[bool] = []
        for piece in axes.lines[::2]:  # the inside of a hollow line follows it
            row = np.array(piece.get_xydata())
            if rows and np.linalg.norm(row[0] - rows[-1][-1]) < 6:
                gaps[-1].append((row[0] + rows[-1][-1]) / 2)
                rows[-1] = np.concatenate([rows[-1], row])
            else:
                rows.append(row)
                gaps.append([])
                thick.append(piece.get_linewidth() > (6 if level == 4 else 4))
    fine = [
        np.concatenate(
            [np.linspace(a, b, int(14 * np.linalg.norm(b - a)) + 2)[:-1] for a, b in pairwise(row)]
        )
        for row in rows
    ]
    meets: dict[int, list[tuple[int, int, int]]] = {line: [] for line in range(len(rows))}
    points = []
    for one, other in combinations(range(len(rows)), 2):
        away_by = np.linalg.norm(fine[one][:, None] - fine[other][None], axis=2)
        near = [tuple(map(int, place)) for place in np.argwhere(away_by < 0.2)]
        while near:
            best = min(near, key=lambda place: away_by[place])
            near = [place for place in near if abs(place[0] - best[0]) > 20]
            meets[one].append((best[0], other, best[1]))
            meets[other].append((best[1], one, best[0]))
            points.append(fine[one][best[0]])
    assert min(np.linalg.norm(a - b) for a, b in combinations(points, 2)) > 3.2

    def onward(line: int, ahead: int, at: int) -> tuple[int, int, int]:
        rest = [place for place, *_ in meets[line] if (place - at) * ahead > 0]
        return line, ahead, min(rest, key=lambda place: abs(place - at), default=-1)

    def heading(line: int, ahead: int, at: int) -> Any:
        return ahead * (fine[line][min(at + 1, len(fine[line]) - 1)] - fine[line][at - 1])

    @cache
    def meet(place: tuple[int, int, int]) -> Any:
        line, ahead, at = place
        if at < 0:
            return None
        other, there = next((other, there) for found, other, there in meets[line] if found == at)
        (a, b), (c, d) = heading(line, ahead, at), heading(other, 1, there)
        left = 1 if a * d - b * c > 0 else -1
        exits = [onward(line, ahead, at), onward(other, left, there), onward(other, -left, there)]
        own, its = (
            any(np.linalg.norm(fine[line][at] - gap) < 0.7 for gap in gaps[of]) for of in (line, other)
        )
        assert own != its
        return (own, level != 4 and thick[other]), thick[line], exits

    def name_at(line: int, ahead: int) -> str:
        tip = fine[line][-1 if ahead > 0 else 0]
        return min(numbers, key=lambda name: float(np.linalg.norm(numbers[name] - tip)))

    tips = [(line, ahead) for line in range(len(rows)) for ahead in (1, -1)]
    check_rules(
        sample,
        meet,
        places={
            name_at(line, -ahead): onward(line, ahead, -1 if ahead > 0 else 10**6) for line, ahead in tips
        },
        ends={name_at(line, ahead): (line, ahead, -1) for line, ahead in tips},
        signs=[
            (is_over, is_thick) for is_over in (False, True) for is_thick in (False, True)[: 1 + (level != 4)]
        ],
        deeds=3,
        pairs=[(0, 1), (0, 2), (1, 2)] if level == 4 else [(1, 2)],
        is_apart=level == 4,
    )


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_all_rules_that_agree_with_the_panels_make_the_same_of_the_last_figure(
    level: int, number: int
) -> None:
    """From level 3 on, any one pair leaves several results; at level 5, any two pairs."""
    sample = made("panels", level, number)
    assert sample.part is not None
    with drawn_figure(sample.original.code) as figure:
        panels = [[corners_of(patch) for patch in axes.patches] for axes in figure.axes]
    with drawn_figure(sample.part.code) as figure:
        (line,) = figure.axes[0].lines
        wanted = corners_of(line)
    *pairs, (last,) = panels
    shown = [(before, after) for before, after in pairs]
    text = sample.part_words
    assert {as_drawn(found) for found in results(text, shown, last)} == {as_drawn(wanted)}
    few = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2}[level]
    for fewer in combinations(shown, few) if few else ():
        assert len(results(text, fewer, last)) > 1


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_corners_of_panels_are_plain(level: int, number: int) -> None:
    """Corners are at least 0.45 from sides that do not end there; letters are nearest to their own ones."""
    with drawn_figure(made("panels", level, number).original.code) as figure:
        for axes in figure.axes:
            drawn = [corners_of(patch) for patch in axes.patches]
            low, high = axes.get_xlim()
            corners = [corner for shown in drawn for corner in shown]
            assert all(low < place < high for corner in corners for place in corner)
            sides = [side for shown in drawn for side in zip(shown, (*shown[1:], shown[0]), strict=True)]
            beside = [away(corner, side) for corner in corners for side in sides if corner not in side]
            assert min(beside) >= 0.45 - 1e-9
            named = [
                min(corners, key=lambda corner: np.hypot(*np.subtract(corner, text.get_position())))
                for text in axes.texts
            ]
            assert sorted(named) == (sorted(corners) if named else [])
        assert len(figure.axes[-1].texts) == len(figure.axes[-1].patches[0].get_xy()) - 1


def corners_of(artist: Any) -> Corners:
    rows = artist.get_xydata() if hasattr(artist, "get_xydata") else artist.get_xy()
    assert (rows[0] == rows[-1]).all()
    return tuple((int(x), int(y)) for x, y in rows[:-1])


def test_options_of_by_eye_questions_are_not_guessed() -> None:
    samples = [made(kind, 1 + number % len(LEVELS), number) for number in range(50) for kind in EYE_KINDS]
    assert [(each.guesser, each.rate) for each in guess_results(samples) if not each.is_chance] == []


def test_colours_have_contrast_to_their_grounds_and_differ_for_everybody() -> None:
    grounds = [ground for ground, *_ in GROUNDS]
    darks = [contrast_ratio(ground, "#000000") < 5 for ground in grounds]
    assert (darks.count(False), darks.count(True)) == (3, 2)
    for is_dark, sets in enumerate(COLOURS):
        own = [look for look, dark in zip(GROUNDS, darks, strict=True) if dark == bool(is_dark)]
        for place, colours in enumerate(sets):
            shown = [*colours, RESTS[is_dark]]
            assert min(contrast_ratio(one, ground) for one in shown for ground, *_ in own) >= 3
            assert min(smallest_distance(*pair)[1] for pair in combinations(colours, 2)) >= (
                12 if place else 20
            )
            for _, ink, _ in own:
                assert min(smallest_distance(*pair)[1] for pair in combinations([*shown, ink], 2)) >= 12
