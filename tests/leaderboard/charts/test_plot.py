import pytest

from benchmark.leaderboard.charts.plot import HEIGHT, Point, front, plot


def _points(*pairs: tuple[float, float]) -> list[Point]:
    return [Point(price, score, max(score - 0.05, 0), min(score + 0.05, 1)) for price, score in pairs]


def test_the_front_has_the_points_that_none_beats() -> None:
    points = _points((1, 0.5), (2, 0.4), (2, 0.7), (8, 0.7), (9, 0.9), (0.5, 0.1))
    assert front(points) == (5, 0, 2, 4)
    for place, point in enumerate(points):
        beaten = any(
            (other.price <= point.price and other.score >= point.score)
            and (other.price, other.score) != (point.price, point.score)
            for other in points
        )
        assert (place in front(points)) != beaten


def test_equal_points_are_both_on_the_front() -> None:
    assert front(_points((1, 0.5), (1, 0.5), (1, 0.4))) == (0, 1)


def test_equal_ratios_of_prices_have_equal_distances() -> None:
    drawn = plot(_points((1, 0.5), (10, 0.5), (100, 0.5)))
    across = [float(dot.x.rstrip("%")) for dot in drawn.dots]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.02)
    assert [tick.value for tick in drawn.across] == [1, 2, 5, 10, 20, 50, 100]


def test_a_price_of_zero_is_left_of_all_other_prices() -> None:
    drawn = plot(_points((0, 0.5), (3, 0.5)))
    free, paid = (float(dot.x.rstrip("%")) for dot in drawn.dots)
    assert free < 12 <= paid
    assert drawn.across[0].value == 0


@pytest.mark.parametrize("pairs", [[(1, 0.5)], [(0, 0.0)], [(1, 1.0), (1e6, 0.0)], [(5, 0.91), (5, 0.93)]])
def test_all_positions_are_inside_the_chart(pairs) -> None:
    drawn = plot(_points(*pairs))
    for dot in drawn.dots:
        assert 0 <= float(dot.x.rstrip("%")) <= 100
        assert 0 <= dot.top <= dot.y <= dot.bottom <= HEIGHT
    assert len(drawn.down) >= 3
    assert all(0 <= tick.y <= HEIGHT and 0 <= tick.value <= 1.0001 for tick in drawn.down)
    assert all(0 <= float(tick.x.rstrip("%")) <= 100 for tick in drawn.across)
