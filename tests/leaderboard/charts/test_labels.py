"""Labels of charts cover no point and no other label at any width of their range."""

import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest

from benchmark.leaderboard.charts.labels import (
    HEIGHT,
    WIDTHS,
    Label,
    label_box,
    place_labels,
    point_box,
    text_width,
)
from benchmark.leaderboard.charts.page import Plane, Point, plane

ROOT = Path(__file__).resolve().parents[3]
Rectangle = tuple[float, float, float, float]


def _at(box, width: float) -> Rectangle:
    middle = box.at / 100 * width
    return middle + box.left, box.top, middle + box.right, box.bottom


def _overlaps(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _faults(dots, labels: tuple[Label, ...]) -> list[object]:
    """Return the labels that overlap something, or leave the chart, at seven widths of their range."""
    faults: list[object] = []
    for size, (low, high) in WIDTHS.items():
        for width in np.linspace(low, high, 7):
            texts = [
                (label, _at(label_box(label, text_width(label.name)), width))
                for label in labels
                if label.size == size
            ]
            points = [_at(point_box(dot), width) for dot in dots]
            faults += [label for label, box in texts if any(_overlaps(box, point) for point in points)]
            faults += [pair for pair in itertools.combinations(texts, 2) if _overlaps(pair[0][1], pair[1][1])]
            faults += [
                label
                for label, box in texts
                if box[0] < 0 or box[2] > width or box[1] < -9 or box[3] > HEIGHT + 3
            ]
    return faults


def _field(models: int, seed: int) -> Plane:
    drawn = np.random.default_rng(seed)
    scores = np.sort(drawn.beta(2, 3, models))
    prices = 10 ** drawn.normal(0, 1, models) * (1 + 4 * scores)
    return plane(
        [
            Point(price, score, max(score - 0.04, 0), min(score + 0.04, 1))
            for price, score in zip(prices, scores, strict=True)
        ]
    )


def _names(models: int) -> list[str]:
    return [
        ("Vision", "W" * 10_000, "文" * 40, "Llama 3.2 90B Vision Instruct")[number % 4] + f" {number}"
        for number in range(models)
    ]


def _published(dataset: str) -> list[tuple[str, Point]]:
    """The models of the published field whose size is known, the smallest first."""
    found = []
    for path in (ROOT / "recorded" / "code-vision" / dataset).glob("*/*.json"):
        result = json.loads(path.read_bytes())["result"]
        about = ROOT / "submissions" / result["submission"]["slug"] / "submission.yaml"
        size = re.search(r"^parameters_b: ([0-9.]+)", about.read_text(encoding="utf-8"), re.MULTILINE)
        scores = {each["metric"]: each for each in result["scores"] if not each["category"]}
        score = scores["pass@1"]
        if size:
            point = Point(float(size[1]), score["value"], score["low"], score["high"])
            found.append((result["submission"]["name"], point))
    return sorted(found, key=lambda each: (each[1].price, -each[1].score))


@pytest.mark.parametrize("dataset", ["official", "official-humaneval"])
def test_labels_of_the_published_field_overlap_nothing(dataset: str) -> None:
    names, points = zip(*_published(dataset), strict=True)
    drawn = plane(points)
    labels = place_labels(drawn.dots, names, drawn.labelled)
    assert len(points) == 5
    assert _faults(drawn.dots, labels) == []
    named = [{label.name for label in labels if label.size == size} for size in WIDTHS]
    assert min(map(len, named)) >= 4
    assert names[drawn.labelled[0]] in named[-1]


@pytest.mark.parametrize(("models", "seed"), [(3, 1), (13, 2), (40, 3), (200, 4)])
def test_labels_of_any_field_overlap_nothing(models: int, seed: int) -> None:
    drawn = _field(models, seed)
    labels = place_labels(drawn.dots, _names(models), drawn.labelled)
    assert labels
    assert _faults(drawn.dots, labels) == []
    assert labels == place_labels(drawn.dots, _names(models), drawn.labelled)


def test_only_the_frontier_of_a_large_field_is_labelled() -> None:
    drawn = _field(200, 5)
    assert 3 < len(drawn.frontier) < 20
    assert drawn.labelled == drawn.frontier
    labels = place_labels(drawn.dots, _names(200), drawn.labelled)
    assert {label.name.rpartition(" ")[2] for label in labels if not label.name.endswith("…")} <= {
        str(number) for number in drawn.labelled
    }


def test_two_equal_points_share_no_place_for_labels() -> None:
    drawn = plane([Point(1, 0.5, 0.4, 0.6)] * 2)
    labels = place_labels(drawn.dots, ["A", "B"], drawn.labelled)
    assert _faults(drawn.dots, labels) == []
    assert {label.name for label in labels if label.size == "wide"} == {"A", "B"}
