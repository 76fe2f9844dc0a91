"""Charts of cost and size against score: drawn labels cover neither points nor each other."""

import itertools

import pytest
from visits import Visits


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("page", ["cost/", "size/"])
def test_drawn_labels_overlap_neither_points_nor_each_other(visit: Visits, page: str, width: int) -> None:
    charts = visit(page, width=width).locator("svg.plane")
    assert charts.count() > 0
    for chart in charts.all():
        labels, points = chart.evaluate(
            """chart => ['text.l', 'circle, rect'].map(kind => [...chart.querySelectorAll(kind)]
              .map(each => each.getBoundingClientRect())
              .filter(box => box.width)
              .map(box => [box.left, box.top, box.right, box.bottom]))"""
        )
        assert labels
        plane = chart.bounding_box()
        assert plane is not None
        assert all(plane["x"] - 1 <= box[0] and box[2] <= plane["x"] + plane["width"] + 1 for box in labels)
        pairs = [*itertools.product(labels, points), *itertools.combinations(labels, 2)]
        assert [pair for pair in pairs if _overlap(*pair)] == []


def _overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share more than the rim of a point."""
    return all(one[at] + 1 < other[at + 2] and other[at] + 1 < one[at + 2] for at in (0, 1))
