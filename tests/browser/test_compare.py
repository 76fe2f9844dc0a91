"""The compare page: its counts agree with the rows, and its address restores the choice of models."""

import gzip
import json
import re

import pytest
from playwright.sync_api import Page, Route, expect
from site_of_ten import SiteOfTen
from visits import Visits

from benchmark.analysis.scale_words import POINTS
from benchmark.results.ledger import read_rows

ONE, OTHER = "vision-003", "vision-007"


def _solved(ten: SiteOfTen, slug: str) -> set[str]:
    (row,) = (
        row.result
        for row in read_rows(ten.ledger)
        if row.result.submission.slug == slug
        and (row.result.suite, row.result.setting, row.result.protocol) == ("humaneval-v", "image", "greedy")
    )
    return {task for task, statuses in row.statuses.items() if statuses == ["passed"]}


def test_the_sentence_and_the_counts_agree_with_the_rows(visit: Visits, ten: SiteOfTen) -> None:
    page = visit(f"compare/?a={ONE}&b={OTHER}")
    one, other = _solved(ten, ONE), _solved(ten, OTHER)
    counts = page.locator("[data-part=counts]")
    for number, words in (
        (len(one & other), "both"),
        (len(one - other), "only Vision 3 Thinking"),
        (len(other - one), "only Vision 7 Instruct"),
        (123 - len(one | other), "neither"),
    ):
        expect(counts).to_contain_text(re.compile(rf"(?<!\d){number}\s*{words}"))
    gap = 100 * (len(one) - len(other)) / 123
    expect(page.locator("h1")).to_contain_text(f"{abs(gap):.1f} points ahead")
    expect(page.locator("h1")).to_contain_text("Vision 3 Thinking is" if gap > 0 else "Vision 7 Instruct is")


def test_choosing_models_changes_the_sentence_and_the_address_and_the_address_restores_them(
    visit: Visits,
) -> None:
    page = visit("compare/")
    page.locator("select[name=a]").select_option(ONE)
    page.locator("select[name=b]").select_option(OTHER)
    page.locator("select[name=c]").select_option("vision-004")
    expect(page).to_have_url(re.compile(f"a={ONE}&b={OTHER}&c=vision-004"))
    sentence = page.locator("h1").inner_text()
    assert "Vision 3 Thinking" in sentence
    again = visit(page.url.removeprefix(visit.address))
    expect(again.locator("h1")).to_have_text(sentence)


def _points_page(visit: Visits) -> Page:
    page = visit("compare/")
    tables = page.locator("select[name=table]")
    name = tables.locator("option", has_text="MathOPEval").first.get_attribute("value")
    return visit(f"compare/?table={name}&a=vision-002&b=vision-008")


def test_a_table_of_points_shows_the_means_of_the_rows(visit: Visits, ten: SiteOfTen) -> None:
    page = _points_page(visit)
    rows = {row.result.submission.slug: row for row in read_rows(ten.ledger) if row.result.points}
    means = [
        next(s.value for s in rows[slug].result.scores if (s.metric, s.category) == ("points", ""))
        for slug in ("vision-002", "vision-008")
    ]
    cells = page.locator("[data-part=bars] tbody tr").first.locator("td.r.mt")
    assert cells.all_inner_texts()[:2] == [POINTS.value(mean) for mean in means]
    expect(page.locator("h1")).to_contain_text(f"{abs(means[0] - means[1]):.2f} points")
    expect(page.locator("[data-part=tasks]")).to_contain_text("An answer gets 1 to 10 points")
    assert page.locator("[data-part=bars] tbody tr").count() == 10


def test_points_in_the_middle_of_two_decimals_are_rounded_as_on_other_pages(visit: Visits) -> None:
    def in_the_middle(route: Route) -> None:
        file = route.fetch().json()
        for model in file["models"]:
            model["points"] = [5.125] * len(model["points"])
        route.fulfill(json=file)

    page = _points_page(visit)
    page.route(re.compile(r"/d/r/[^/]+/\d\d\.json"), in_the_middle)
    page.reload()
    expect(page.locator("[data-part=bars] tbody td.r.mt").first).to_have_text(POINTS.value(5.125))


@pytest.mark.parametrize(
    "query", ["a=nobody&b=vision-001", f"a={ONE}&b={ONE}", "table=none", "a=%3Cscript%3E"]
)
def test_an_address_of_unknown_models_still_shows_a_comparison(visit: Visits, query: str) -> None:
    page = visit(f"compare/?{query}")
    expect(page.locator("h1")).to_contain_text("Vision")


def test_a_failed_check_without_an_expected_value_is_shown(visit: Visits) -> None:
    """Not every check expects one value."""

    def without_expected(route: Route) -> None:
        response = route.fetch()
        file = json.loads(gzip.decompress(response.body()))
        for answer in (each for task in file["tasks"] for each in task["answers"] if "failed" in each):
            answer["failed"] = {"call": "f(1)", "got": "7"}
        route.fulfill(json=file)

    page = visit(f"compare/?a={ONE}&b={OTHER}")
    page.route("**/d/a/**", without_expected)
    page.get_by_role("button", name=re.compile("^Show how ")).first.click()
    expect(page.locator(".went").first).to_have_text("f(1) gave 7")


def test_the_page_without_javascript_shows_a_comparison_and_the_neighbours(visit: Visits) -> None:
    page = visit("compare/", scripts=False)
    expect(page.locator("h1")).to_contain_text("points ahead")
    assert page.locator("#neighbours").count() == 1


def test_leads_that_missing_samples_could_turn_have_a_condition(visit: Visits) -> None:
    def all_unsure(route: Route) -> None:
        file = route.fetch().json()
        for model in file["models"]:
            first = model["pairs"][0]
            size = len(first["difference"])
            first |= {
                "difference": [50] * size,
                "low": [10] * size,
                "high": [90] * size,
                "unsure": [1] * size,
            }
        route.fulfill(json=file)

    page = visit(f"compare/?a={ONE}&b={OTHER}")
    page.route(re.compile(r"/d/r/[^/]+/\d\d\.json"), all_unsure)
    page.reload()
    condition = "unless the missing samples would change that"
    expect(page.locator("h1")).to_contain_text(
        f"leads Vision 7 Instruct by 5.0 points, and the lead is real {condition}."
    )
    expect(page.locator("[data-part=bars] .bd").first).to_have_text(f"Vision 3 Thinking ahead, {condition}")
    page.locator("select[name=c]").select_option("vision-004")
    expect(page.locator("p.lead")).to_contain_text("Of these leads, that over ")
    expect(page.locator("p.lead")).to_contain_text(f" is real {condition}.")
