import pytest

from benchmark.leaderboard.charts.labels import HEIGHT
from benchmark.leaderboard.charts.page import COST, DATE, SIZE, Point, charts_view, plane
from benchmark.submissions.schema import Submission
from tests.drawings import shapes


def _submission(slug: str, parameters: float | None) -> Submission:
    run = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}
    fields = {"weights": "open", "parameters_b": parameters, "runs": [{**run, "predictions": "p.jsonl"}]}
    return Submission.model_validate({"slug": slug, "name": slug, **fields})


def test_the_sentence_names_the_best_and_the_cheapest(make_row, sources) -> None:
    found = sources(
        make_row("a", "PPPW", name="Acme", cost_usd=0.04),
        make_row("b", "PWWW", name="Bell", cost_usd=0.0004),
        make_row("c", "PWWW", name="Coda", cost_usd=0.01),
        make_row("d", "PPPP", name="Dora"),
        make_row("gold", "PPPP", cost_usd=0.001),
    )
    page = charts_view(found, COST)
    assert page.sentence == (
        "Of three models with a known cost, Acme scores highest, 75.0 %; Bell costs least, $0.10 per 1,000"
        " tasks."
    )
    (chart,) = page.charts
    assert [(entry.name, entry.price) for entry in chart.entries] == [
        ("Acme", "10.00"),
        ("Bell", "0.10"),
        ("Coda", "2.50"),
    ]
    assert chart.unknown == "1 model without a known cost"
    points = [point["cx"] for point in shapes(chart.drawing, "circle", "o")]
    assert sorted(points) == sorted(span["x1"] for span in shapes(chart.drawing, "line", "w"))
    assert len(points) == 3


def test_the_best_may_be_the_cheapest_and_may_share_its_score(make_row, sources) -> None:
    alone = sources(make_row("a", "PP", name="A", cost_usd=0.1), make_row("b", "PW", name="B", cost_usd=0.2))
    assert charts_view(alone, COST).sentence == (
        "A scores highest, 100.0 %, and costs least, $50.00 per 1,000 tasks."
    )
    shared = sources(make_row("a", "PP", name="A", cost_usd=0.1), make_row("b", "PP", name="B", cost_usd=0.2))
    assert charts_view(shared, COST).sentence == (
        "A and B score highest, 100.0 %; A costs least, $50.00 per 1,000 tasks."
    )


def test_several_models_may_be_the_cheapest(make_row, sources) -> None:
    rows = [
        make_row(slug, "PW" if slug < "b" else "WW", name=slug.upper(), cost_usd=0.0) for slug in "abcdefgh"
    ]
    assert charts_view(sources(*rows[:3]), COST).sentence == (
        "A scores highest, 50.0 %; A, B and C cost least, $0.00 per 1,000 tasks."
    )
    assert charts_view(sources(*rows[1:]), COST).sentence == (
        "Seven models score highest, 0.0 %, and cost least, $0.00 per 1,000 tasks."
    )


@pytest.mark.parametrize(("dollars", "text"), [(1e-9, "$5.0e-7"), (1e6, "$5.0e8"), (0.004, "$2.00")])
def test_a_cost_is_the_same_in_the_sentence_and_in_the_table(make_row, sources, dollars, text) -> None:
    (chart,) = (page := charts_view(sources(make_row("a", "PW", cost_usd=dollars)), COST)).charts
    assert page.sentence == f"One model with a known cost so far: a, {text} per 1,000 tasks."
    assert f"${chart.entries[0].price}" == text


def test_sizes_are_those_of_the_submissions(make_row, sources) -> None:
    rows = [make_row(slug, "PP" if slug == "a" else "PW", weights="") for slug in "abc"]
    submissions = {"a": _submission("a", 72.7), "b": _submission("b", 0.135), "c": _submission("c", None)}
    (chart,) = charts_view(sources(*rows, submissions=submissions), SIZE).charts
    assert [(entry.name, entry.price, entry.weights) for entry in chart.entries] == [
        ("a", "72.7 B", "open"),
        ("b", "135 M", "open"),
    ]
    assert (
        chart.sentence
        == "Of two models with a known size, a scores highest, 100.0 %; b is smallest, 135 M parameters."
    )
    assert chart.unknown == "1 model without a known size"


def test_a_page_without_any_known_price_says_so(make_row, sources) -> None:
    found = sources(make_row("a"), make_row("b", suite="mmcode"))
    assert [charts_view(found, kind).sentence for kind in (COST, SIZE)] == [
        "No cost is recorded yet.",
        "No model has a known size yet.",
    ]
    assert charts_view(found, COST).without == "MMCode, rebuilt and Code-Vision, rebuilt"
    single = charts_view(sources(make_row("a", "PW", name="A", cost_usd=0.1)), COST)
    assert single.sentence == "One model with a known cost so far: A, $50.00 per 1,000 tasks."


def test_models_are_placed_by_their_date_of_release(make_row, sources) -> None:
    dates = {"a": "2024-07-31", "b": "2024-07", "c": "2025-01-31", "d": None}
    run = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}
    submissions = {
        slug: Submission.model_validate(
            {"slug": slug, "name": slug, "release_date": date, "runs": [{**run, "predictions": "p.jsonl"}]}
        )
        for slug, date in dates.items()
    }
    rows = [make_row(slug, "P" * number + "W" * (4 - number)) for number, slug in enumerate("dabc")]
    (chart,) = charts_view(sources(*rows, submissions=submissions), DATE).charts
    assert [(entry.name, entry.price) for entry in chart.entries] == [
        ("c", "2025-01-31"),
        ("b", "2024-07"),
        ("a", "2024-07-31"),
    ]
    newest, middle, oldest = (dot["cx"] for dot in shapes(chart.drawing, "circle", "hit"))
    assert middle == oldest
    assert float(middle.rstrip("%")) < float(newest.rstrip("%"))
    assert chart.unknown == "1 model without a known date of release"


def test_the_frontier_has_the_models_that_no_cheaper_one_reaches() -> None:
    drawn = plane(_points((1, 0.2), (2, 0.1), (3, 0.5), (3, 0.4), (4, 0.5), (0, 0.1)))
    assert drawn.frontier == (2, 0, 5)
    assert drawn.labelled == (2, 0, 5, 4, 3, 1)
    prices = [(10 ** (number / 9), ((7 * number) % 20) / 40) for number in range(20)]
    large = plane(_points(*prices))
    assert large.labelled == large.frontier
    for number, (price, score) in enumerate(prices):
        others = [each for at, each in enumerate(prices) if at != number]
        beaten = any(cost <= price and other >= score for cost, other in others)
        assert (number in large.frontier) != beaten


def _points(*pairs: tuple[float, float]) -> list[Point]:
    return [Point(price, score, max(score - 0.05, 0), min(score + 0.05, 1)) for price, score in pairs]


def test_equal_ratios_of_prices_have_equal_distances() -> None:
    drawn = plane(_points((1, 0.5), (10, 0.5), (100, 0.5)))
    across = [float(dot.x.rstrip("%")) for dot in drawn.dots]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.02)
    assert [price for _, price in drawn.across] == [1, 2, 5, 10, 20, 50, 100]


def test_a_price_of_zero_is_left_of_all_other_prices() -> None:
    drawn = plane(_points((0, 0.5), (3, 0.5)))
    free, paid = (float(dot.x.rstrip("%")) for dot in drawn.dots)
    assert free < 12 <= paid
    assert drawn.across[0][1] == 0


@pytest.mark.parametrize("pairs", [[(1, 0.5)], [(0, 0.0)], [(1, 1.0), (1e6, 0.0)], [(5, 0.91), (5, 0.93)]])
def test_all_positions_are_inside_the_chart(pairs) -> None:
    drawn = plane(_points(*pairs))
    for dot in drawn.dots:
        assert 0 <= float(dot.x.rstrip("%")) <= 100
        assert 0 <= dot.top <= dot.y <= dot.bottom <= HEIGHT
    assert len(drawn.down.ticks) >= 3
    assert all(0 <= drawn.down.y(tick) <= HEIGHT and 0 <= tick <= 1.0001 for tick in drawn.down.ticks)
    assert all(0 <= float(x.rstrip("%")) <= 100 for x, _ in drawn.across)
