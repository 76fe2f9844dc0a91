import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from benchmark.files.strict_yaml import read_yaml
from benchmark.leaderboard.board.columns import VALUE_COLUMNS
from benchmark.leaderboard.charts.page import chart_pages, charts_view
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.parts.labels import (
    HEIGHT,
    WIDTHS,
    ChartLabel,
    label_box,
    place_labels,
    point_box,
    short_labels,
    text_width,
)
from benchmark.leaderboard.parts.plane import Plane, Point, plane
from benchmark.leaderboard.parts.score_chart import COST, DATE, SIZE, lay_out
from benchmark.submissions.schema import Submission
from tests.changed_rows import with_run
from tests.drawings import shapes
from tests.leaderboard.conftest import sentences, submission


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
    points = [point["x"] for point in shapes(chart.drawing, "rect", "c")]
    assert sorted(points) == sorted(span["x"] for span in shapes(chart.drawing, "rect", "w"))
    assert len(points) == 3


def test_a_headline_keeps_short_names_whole_and_leads_to_the_comparison(make_row, sources, html) -> None:
    rows = [make_row(slug, name=f"GPT-{slug}", cost_usd=0.04) for slug in ("4o", "5")]
    text = html(next(chart_pages(sources(*rows))))
    assert text.count("<span class=nw>GPT-") == 2
    assert "See <a href=/compare/index.md>Compare</a> for which" in text


@pytest.mark.gate
def test_charts_of_several_models_come_before_those_of_one(make_row, sources) -> None:
    alone = make_row("a", dataset="open", cost_usd=0.04)
    several = [make_row(slug, dataset="rebuilt", cost_usd=0.04) for slug in ("a", "b")]
    for rows in ([alone, *several], [*several, alone]):
        assert [len(chart.entries) for chart in charts_view(sources(*rows), COST).charts] == [2, 1]


def test_an_unknown_cost_is_estimated_from_tokens_and_a_list_price_and_named_so(
    make_row, sources, html
) -> None:
    tokens = {"tokens_in": 500, "tokens_out": 100}
    rows = [
        with_run(make_row("a", "PPPW", name="Acme"), **tokens),
        with_run(make_row("b", "PWWW", name="Bell", cost_usd=0.04), **tokens),
        with_run(make_row("c", "PWWW", name="Coda"), **tokens),
        make_row("d", "PWWW", name="Dora"),
    ]
    price = {"input": 2, "output": 10, "date": "2026-11"}
    known = {slug: submission(slug, list_price=price) for slug in "abd"}
    found = sources(*rows, submissions=known)
    page = charts_view(found, COST)
    (chart,) = page.charts
    listed = [(entry.name, entry.price, entry.estimated) for entry in chart.entries]
    assert listed == [("Acme", "est. 0.50", True), ("Bell", "10.00", False)]
    assert chart.unknown == "2 models without a known cost"
    assert chart.sentence == (
        "Of two models with a known or estimated cost, Acme scores highest, 75.0 %, and costs least, about"
        " $0.50 per 1,000 tasks."
    )
    says = "Hollow marks are estimates at list prices of Nov 2026; on the line: Acme."
    assert chart.estimates == says
    assert sorted(re.findall(r'class="(pt[^"]*)"', chart.drawing)) == ["pt o7", "pt o7 f e"]
    assert says in html(next(page for page in chart_pages(found) if page.source == COST.page))
    columns = {column.id: column for column in VALUE_COLUMNS}
    cells = [columns["cost"].cell(found, row).text for row in found.light_rows]
    assert sorted(cells) == ["", "", "10.00", "est. 0.50"]
    section = next(page.view["sections"][0] for page in model_pages(found) if "/a/" in page.source)
    fact = next(fact for fact in section.stats if fact.label == "Cost of 1,000 tasks")
    assert (fact.value, fact.small) == ("$0.50", "estimated: tokens at the list price of Nov 2026")


def test_list_prices_of_bundled_submissions_are_those_of_the_price_table() -> None:
    prices = pytest.importorskip("genai_prices", reason="needs the extra prices")
    names = {"qwen-vl-plus": "qwen/qwen-vl-plus"}
    vendors = {"OpenAI": "openai", "Anthropic": "anthropic", "Google": "google", "Alibaba": "openrouter"}
    found = 0
    for file in (Path(__file__).parents[3] / "submissions").glob("*/submission.yaml"):
        known = Submission.model_validate(read_yaml(file).value)
        if known.list_price is None:
            continue
        found += 1
        model, vendor = names.get(known.slug, known.slug), vendors[str(known.organisation)]
        for tokens, price in (((1, 0), known.list_price.input), ((0, 1), known.list_price.output)):
            usage = prices.Usage(input_tokens=tokens[0], output_tokens=tokens[1])
            total = prices.calc_price(usage, model, provider_id=vendor).total_price
            assert float(total) * 1_000_000 == pytest.approx(price), known.slug
    assert found


@pytest.mark.parametrize(("models", "sentence"), sentences("cost"))
def test_the_sentence_names_all_that_share_a_score_or_a_cost(make_row, sources, models, sentence) -> None:
    rows = [
        make_row(name.lower(), letters, name=name, cost_usd=usd) for name, (letters, usd) in models.items()
    ]
    assert charts_view(sources(*rows), COST).sentence == sentence


@pytest.mark.parametrize(("dollars", "text"), [(1e-9, "$5.0e-7"), (1e6, "$5.0e8"), (0.004, "$2.00")])
def test_a_cost_is_the_same_in_the_sentence_and_in_the_table(make_row, sources, dollars, text) -> None:
    (chart,) = (page := charts_view(sources(make_row("a", "PW", cost_usd=dollars)), COST)).charts
    assert page.sentence == f"One model with a known cost so far: a, {text} per 1,000 tasks."
    assert f"${chart.entries[0].price}" == text


def test_sizes_are_those_of_the_submissions(make_row, sources) -> None:
    rows = [make_row(slug, "PP" if slug == "a" else "PW", weights="") for slug in "abc"]
    submissions = {
        slug: submission(slug, weights="open", parameters_b=size)
        for slug, size in (("a", 72.7), ("b", 0.135), ("c", None))
    }
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


def test_models_are_placed_by_their_date_of_release(make_row, sources) -> None:
    dates = {"a": "2024-07-31", "b": "2024-07", "c": "2025-01-31", "d": None}
    submissions = {slug: submission(slug, release_date=date) for slug, date in dates.items()}
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
    assert chart.sentence.endswith("b and a are oldest, Jul 2024.")
    ticks = re.findall(r'class="t"[^>]*>([^<]+)<', chart.drawing)
    assert ticks == ["Jul 2024", "Sep 2024", "Nov 2024", "2025"]


def test_the_frontier_has_the_models_that_no_cheaper_one_reaches() -> None:
    drawn = plane(_points((1, 0.2), (2, 0.1), (3, 0.5), (3, 0.4), (4, 0.5), (0, 0.1)))
    assert drawn.frontier == (2, 0, 5)
    assert drawn.labelled == (2, 0, 5, 4, 3, 1)
    prices = [(10 ** (number / 9), ((7 * number) % 20) / 40) for number in range(26)]
    large = plane(_points(*prices))
    assert large.labelled == large.frontier
    assert plane([*_points(*prices), Point(None, 0.9, 0.85, 0.95)]).labelled == (*large.frontier, 26)
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


Rectangle = tuple[float, float, float, float]


def _at(box, width: float) -> Rectangle:
    middle = box.at / 100 * width
    return middle + box.left, box.top, middle + box.right, box.bottom


def _overlaps(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _faults(dots, labels: tuple[ChartLabel, ...]) -> list[object]:
    """Return the labels that overlap something, or leave the chart, at seven widths of their range."""
    faults: list[object] = []
    for size, (low, high) in WIDTHS.items():
        for width in np.linspace(low, high, 7):
            texts = [
                (label, _at(label_box(label, text_width(label.text)), width))
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


@pytest.mark.parametrize(("models", "seed"), [(3, 1), (13, 2), (40, 3), (200, 4)])
def test_labels_of_any_field_overlap_nothing(models: int, seed: int) -> None:
    drawn = _field(models, seed)
    lines = [*drawn.steps()]
    labels = place_labels(drawn.dots, _names(models), drawn.labelled, lines=lines)
    assert labels
    assert _faults(drawn.dots, labels) == []
    assert labels == place_labels(drawn.dots, _names(models), drawn.labelled, lines=lines)


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


def test_models_without_a_price_stand_in_a_strip_and_are_not_on_the_frontier() -> None:
    points = [
        *_points((1, 0.2), (10, 0.5)),
        *(Point(None, score, score - 0.01, score + 0.01) for score in (0.9, 0.9, 0.1)),
    ]
    drawn = plane(points)
    assert drawn.frontier == (1, 0)
    across = [float(dot.x.rstrip("%")) for dot in drawn.dots]
    assert max(across[:2]) <= drawn.right < min(across[2:])
    assert across[2] != across[3]  # side by side, since they have one score
    assert across[2] == across[4]
    assert max(across) < drawn.end
    alone = plane(points[2:])
    assert (alone.frontier, alone.across) == ((), ())


def test_the_frontier_goes_across_to_the_next_price_and_then_up() -> None:
    drawn = plane(_points((1, 0.2), (10, 0.5)))
    low, high = drawn.dots
    assert [*drawn.steps()] == [
        ((high.x, f"{drawn.right + 1:g}%"), (high.y, high.y)),
        ((high.x, high.x), (high.y, low.y)),
        ((low.x, high.x), (low.y, low.y)),
    ]


def test_a_label_avoids_a_line_if_it_can() -> None:
    drawn = plane([Point(1, 0.5, 0.45, 0.55)])
    (dot,) = drawn.dots
    (free,) = place_labels(drawn.dots, ["Acme"], [0], sizes={"one": (600, 600)})
    assert (free.anchor, free.y) == ("start", dot.y + 5)
    right = [((dot.x, "100%"), (dot.y, dot.y))]
    (other,) = place_labels(drawn.dots, ["Acme"], [0], sizes={"one": (600, 600)}, lines=right)
    assert other.anchor == "end"


def test_up_to_25_models_have_names_and_ranges_and_of_more_only_the_frontier(make_row, sources) -> None:
    for models, named in ((25, 25), (26, 1)):
        rows = [make_row(f"m-{number:02}", "P" * number + "W" * (26 - number)) for number in range(models)]
        dates = {row.slug: submission(row.slug, release_date="2024-05") for row in rows}
        (group,) = (found := sources(*rows, submissions=dates)).groups["code-vision"]
        laid = lay_out(found, DATE, group)
        assert len(laid.plane.labelled) == named
        (chart,) = charts_view(found, DATE).charts
        assert len(shapes(chart.drawing, "rect", "w")) == named
        assert chart.some_named == (models > named)


def test_names_lose_versions_unless_two_models_would_have_one_name() -> None:
    names = ["GPT-4o (2024-05-13)", "Llama 3.2 11B Vision Instruct", "Acme (low)", "Acme (high)"]
    assert short_labels(names) == ["GPT-4o", "Llama 3.2 11B Vision", "Acme (low)", "Acme (high)"]
