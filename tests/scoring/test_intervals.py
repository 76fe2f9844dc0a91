from math import isclose, sqrt

import pytest

from benchmark.scoring.intervals import clustered_wilson


def textbook_wilson(passed: int, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    p = passed / n
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    return centre - half, centre + half


def test_without_families_it_is_wilson_s_interval() -> None:
    """400 of 438, one task a stem: 88.3 to 93.6 per cent."""
    values = [1.0] * 400 + [0.0] * 38
    low, high = clustered_wilson(values, [str(number) for number in range(438)])
    expected = textbook_wilson(400, 438)
    assert isclose(low, expected[0], rel_tol=1e-12)
    assert isclose(high, expected[1], rel_tol=1e-12)
    assert (round(100 * low, 1), round(100 * high, 1)) == (88.3, 93.6)


def test_families_that_stand_and_fall_together_count_once() -> None:
    values = [1.0] * 60 + [0.0] * 60
    stems = [str(number // 3) for number in range(120)]
    low, high = clustered_wilson(values, stems)
    expected = textbook_wilson(20, 40)
    assert isclose(high - low, expected[1] - expected[0], rel_tol=0.03)


@pytest.mark.parametrize(("value", "touched"), [(0.0, 0), (1.0, 1)])
def test_all_alike_still_has_an_interval(value: float, touched: int) -> None:
    interval = clustered_wilson([value] * 30, [str(number // 3) for number in range(30)])
    assert interval[touched] == value
    assert interval[1] - interval[0] > 0.2  # ten stems, not thirty tasks


def test_one_family_says_little() -> None:
    low, high = clustered_wilson([1.0, 0.0, 1.0], ["a", "a", "a"])
    assert high - low > 0.7


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="stems"):
        clustered_wilson([1.0], [])
