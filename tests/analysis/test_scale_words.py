import pytest

from benchmark.analysis.score_cells import PERCENT, POINTS, dataset_words
from benchmark.analysis.wording import percent, position


def test_the_data_set_decides_the_scale() -> None:
    assert dataset_words("mathopeval", "open-free") is dataset_words("mathopeval", "official-free") is POINTS
    assert dataset_words("mathopeval", "open-choice") is dataset_words("mmcode", "hands-free") is PERCENT


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.25, 0.9132, 0.9999, 1.0])
def test_percent_is_written_as_everywhere(share: float) -> None:
    assert PERCENT.value(share) == percent(share)
    assert PERCENT.position(share) == position(share)


def test_points_have_two_decimals_and_never_a_percent_sign() -> None:
    assert POINTS.amount_on(6.1, 1200) == "6.10 of 10 points on 1,200 tasks"
    assert (POINTS.range(5.9, 6.304), POINTS.gap(-0.419)) == ("5.90–6.30", "0.42")
    assert (POINTS.signed(-0.2), POINTS.signed(0.001), POINTS.signed(0)) == ("−0.20", "+0.01", "0.00")
    words = [getattr(POINTS, name) for name in ("column", "short", "stat", "unit", "range_unit", "axis")]
    assert not any("%" in word for word in words)


def test_only_the_ends_of_the_scale_are_written_as_ends() -> None:
    assert [POINTS.value(score) for score in (1.0, 1.001, 9.999, 10.0)] == ["1.00", "1.01", "9.99", "10.00"]


def test_the_axis_of_points_starts_at_1() -> None:
    assert [POINTS.position(score) for score in (1, 5.5, 10)] == ["0%", "50%", "100%"]
    assert POINTS.width(1, 3.25) == "25%"
    assert [POINTS.position(float(word)) for word in POINTS.ticks] == ["0%", "25%", "50%", "75%", "100%"]


@pytest.mark.parametrize(
    ("difference", "steps", "gap", "signed"),
    [
        (0.0, 0, "0.0", "0.0"),
        (-0.0, 0, "0.0", "0.0"),
        (0.00001, 1, "0.1", "+0.1"),
        (-0.0004, -1, "0.1", "\u22120.1"),
        (0.0411, 41, "4.1", "+4.1"),
        (0.119, 119, "11.9", "+11.9"),
        (-0.041, -41, "4.1", "\u22124.1"),
        (0.0425, 42, "4.2", "+4.2"),
        (1.0, 1000, "100.0", "+100.0"),
    ],
)
def test_a_difference_in_percent_is_0_only_for_exactly_0(
    difference: float, steps: int, gap: str, signed: str
) -> None:
    assert (PERCENT.steps(difference), PERCENT.gap(difference), PERCENT.signed(difference)) == (
        steps,
        gap,
        signed,
    )
