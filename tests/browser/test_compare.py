"""The compare page: its counts agree with the rows, and its address restores the choice of models."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from site_of_ten import SiteOfTen
from visits import Visits

from benchmark.analysis.score_cells import POINTS
from benchmark.leaderboard.compare.page import compare_two
from benchmark.leaderboard.compare.tables import ranked_groups, ranked_rows
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, read_sources
from benchmark.leaderboard.parts.addresses import compare_query
from tests.shards import shard_text, shard_value

SCRIPT = "text/javascript"
ONE, OTHER = "vision-003", "vision-007"


def _type(page: Page, label: str, text: str) -> None:
    """Choose the first model that the text finds."""
    field = page.get_by_role("combobox", name=label, exact=True)
    field.fill(text)
    field.press("Enter")


def test_choosing_models_changes_the_sentence_and_the_address_and_the_address_restores_them(visit) -> None:
    page = visit("compare/")
    _type(page, "First", "3 think")
    _type(page, "Second", OTHER)
    _type(page, "Third", "Vision 4")
    expect(page).to_have_url(re.compile(f"a={ONE}&b={OTHER}&c=vision-004"))
    sentence = page.locator("h1").inner_text()
    assert re.search("Vision (3 Thinking|7 Instruct|4 )", sentence)
    again = visit.again(page)
    expect(again.locator("h1")).to_have_text(sentence)


def _points_page(visit: Visits) -> Page:
    page = visit("compare/")
    tables = page.locator("select[name=table]")
    name = tables.locator("option", has_text="MathOPEval").first.get_attribute("value")
    return visit(f"compare/?table={name}&a=vision-002&b=vision-008")


def _change_models(page: Page, change: Callable[[dict[str, Any]], object]) -> None:
    """Let the files of models have other content."""

    def changed(route: Route) -> None:
        file = shard_value(route.fetch().body())
        for model in file["models"]:
            change(model)
        route.fulfill(body=shard_text(file), content_type=SCRIPT)

    page.route(re.compile(r"/d/r/[^/]+/\d\d\.js"), changed)
    page.reload()


@pytest.mark.parametrize("more", ["&c=vision-004", "&c=vision-004&d=vision-005"])
def test_the_tally_of_several_models_sums_to_its_heading(visit: Visits, more: str) -> None:
    page = visit(f"compare/?a={ONE}&b={OTHER}{more}")
    heading = re.search(r"\d+", page.locator("#together").inner_text())
    cells = page.locator("#together + * td, #together ~ table td.r").all_inner_texts()
    assert heading
    assert "several, but not all" in page.locator("main").inner_text()
    assert sum(int(text.replace(",", "")) for text in cells if text.isdigit()) == int(heading[0])


def test_points_in_the_middle_of_two_decimals_are_rounded_as_on_other_pages(visit: Visits) -> None:
    page = _points_page(visit)
    _change_models(page, lambda model: model.update(points=[5.125] * len(model["points"])))
    expect(page.locator("[data-part=bars] tbody td.r.mt").first).to_have_text(POINTS.value(5.125))


@pytest.mark.parametrize(
    "query", ["a=nobody&b=vision-001", f"a={ONE}&b={ONE}", "table=none", "a=%3Cscript%3E"]
)
def test_an_address_of_unknown_models_still_shows_a_comparison(visit: Visits, query: str) -> None:
    page = visit(f"compare/?{query}")
    expect(page.locator("h1")).to_contain_text("Vision")


def test_an_address_with_a_missing_model_stays_until_the_reader_chooses(visit: Visits) -> None:
    page = visit(f"compare/?a={ONE}&b=gone-model")
    expect(page.locator("[data-part=absent]")).to_contain_text(
        "gone-model is not in this table. Shown instead: Vision 3"
    )
    expect(page).to_have_url(re.compile(rf"compare/\?a={ONE}&b=gone-model$"))
    _type(page, "Second", OTHER)
    expect(page).to_have_url(re.compile(f"a={ONE}&b={OTHER}$"))
    expect(page.locator("[data-part=absent]")).to_be_hidden()


def _with_failed(visit: Visits, page: Page, failed: dict[str, str]) -> None:
    """Let every failed answer have this check."""

    def changed(route: Route) -> None:
        file = shard_value(route.fetch().body())
        for answer in (each for task in file["tasks"] for each in task["answers"] if "failed" in each):
            answer["failed"] = failed
        route.fulfill(body=shard_text(file), content_type=SCRIPT)

    page.route("**/d/a/**", changed)
    visit.reload(page)
    page.locator("#differ").scroll_into_view_if_needed()


def test_a_failed_check_without_an_expected_value_is_shown(visit: Visits) -> None:
    """Not every check expects one value."""
    page = visit(f"compare/?a={ONE}&b={OTHER}")
    _with_failed(visit, page, {"call": "f(1)", "got": "7"})
    expect(page.locator(".went").first).to_have_text("f(1) gave 7")


def test_each_row_says_what_both_answers_did_without_a_click(visit: Visits) -> None:
    """Only the rows in view load their checks, so that the page stays light."""
    loaded: list[str] = []
    page = visit("compare/")
    page.on("request", lambda request: loaded.append(request.url) if "/d/a/" in request.url else None)
    visit.turn(page, f"compare/?a={ONE}&b={OTHER}")
    assert len(loaded) <= 2
    page.locator("#differ").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    row = page.locator(".apart tbody tr", has_text="Wrong answer").first
    row.scroll_into_view_if_needed()
    expect(row.locator("td", has_text="Passed")).to_have_count(1)
    expect(row.locator(".went")).to_contain_text(" gave ")
    assert 0 < len(loaded) <= 4


def test_a_long_check_takes_two_lines_until_it_is_opened(visit: Visits) -> None:
    page = visit(f"compare/?a={ONE}&b={OTHER}", width=320)
    _with_failed(visit, page, {"call": f"f('{'W' * 10_000}')", "got": "7"})
    page.mouse.wheel(0, 900)
    check = page.locator("details.went").first
    assert (check.bounding_box() or {})["height"] < 40
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    check.locator("summary").click()
    assert (check.bounding_box() or {})["height"] > 1_000
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize(
    ("suite", "setting", "protocol"),
    [
        ("humaneval-v", "image", "greedy"),
        ("humaneval-v", "image", "sampled-20"),
        ("code-vision", "flowchart", "cool-1"),
        ("mathopeval", "free-direct", "greedy"),
    ],
)
def test_script_and_build_compare_alike(visit, ten, suite, setting, protocol) -> None:
    """Every number and sentence of the script is that of the page as it is built."""
    found = _sources(ten)
    group = next(
        each
        for each in ranked_groups(found)
        if (each.key.suite, each.key.setting, each.key.protocol) == (suite, setting, protocol)
    )
    slugs = [row.result.submission.slug for row in ranked_rows(found, group)]
    page = visit("compare/")
    for a, b in ((slugs[0], slugs[-1]), (slugs[len(slugs) // 2], slugs[0])):
        shown = compare_two(found, group, a, b)
        visit.turn(page, f"compare/{compare_query(group.key, (a, b))}")
        texts = [page.locator(part).text_content() or "" for part in ("h1", "p.lead", "[data-part=strict]")]
        assert [_plain(text) for text in texts] == [shown.sentence, shown.lead, shown.strict]
        if box := shown.agreement:
            counts = _plain(page.locator("[data-part=counts]").inner_text())
            for number, words in ((box.both, "both"), (box.only_a, "only"), (box.neither, "neither")):
                assert re.search(rf"(?<!\d){number}\s*{words}", counts)
        rows = page.locator("[data-part=bars] tbody tr")
        assert [
            tuple(_plain(cell) for cell in row.locator("td.r, .sc > *, .bd").all_text_contents())
            for row in rows.all()
        ] == [
            (bar.a, bar.b, f"{bar.difference}{bar.range}", bar.difference, bar.range, bar.badge)
            for bar in shown.bars
        ]
        drawn = page.locator("[data-part=bars] tbody svg rect:not(.z)")
        expected = [
            each
            for bar in shown.bars
            for each in ((bar.strict_from, bar.strict_width), (bar.bar_from, bar.bar_width))
            if each[0]
        ]
        for rect, ends in zip(drawn.all(), expected, strict=True):
            for name, value in zip(("x", "width"), ends, strict=True):
                seen = float((rect.get_attribute(name) or "").rstrip("%"))
                assert seen == pytest.approx(float(value.rstrip("%")), abs=1e-3)


@cache
def _sources(ten: SiteOfTen) -> Sources:
    return read_sources(SiteConfig(rows=ten.ledger))


def _plain(text: str) -> str:
    return text.replace("\u2060", "").replace("\u00a0", " ")


def test_a_gap_on_a_models_page_leads_to_the_comparison(visit: Visits) -> None:
    page = visit("model/vision-003/")
    name = page.locator(".stats a[aria-label^='Compare with']").first.get_attribute("aria-label")
    page.locator(".stats a[aria-label^='Compare with']").first.click()
    expect(page.locator("h1")).to_contain_text("Vision 3 Thinking")
    expect(page.locator("h1")).to_contain_text((name or "").removeprefix("Compare with "))
    visit.turn(page, "model/vision-003/")
    page.get_by_role("link", name="Compare them task by task").click()
    expect(page.get_by_role("combobox", name="Third")).not_to_have_value("")


def test_models_can_be_chosen_with_the_keyboard_alone(visit: Visits) -> None:
    page = visit(f"compare/?a={ONE}&b={OTHER}")
    field = page.get_by_role("combobox", name="Second")
    expect(field).to_have_value("Vision 7 Instruct")
    field.focus()
    expect(field).to_have_attribute("aria-expanded", "false")
    field.press("ArrowDown")
    options = page.get_by_role("listbox", name="Second model").get_by_role("option")
    expect(options).to_have_count(10)
    expect(options.and_(page.locator("[aria-selected=true]"))).to_have_text("Vision 7 Instruct")
    field.fill("nobody")
    expect(options).to_have_text("No model has that name")
    field.press("Enter")
    field.press("Escape")
    expect(field).to_have_value("Vision 7 Instruct")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.fill("thinking")
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id") or "")
    field.press("ArrowDown")
    wanted = options.nth(1).text_content() or ""
    field.press("Enter")
    expect(field).to_have_value(wanted)
    expect(page.locator("h1")).to_contain_text(wanted)


def test_an_optional_model_can_be_taken_away_again(visit: Visits) -> None:
    page = visit(f"compare/?a={ONE}&b={OTHER}&c=vision-004")
    third = page.get_by_role("combobox", name="Third")
    expect(third).to_have_value("Vision 4 Instruct")
    third.fill("")
    third.press("Tab")
    expect(page).to_have_url(re.compile(f"a={ONE}&b={OTHER}$"))


def test_long_names_of_models_widen_neither_the_list_nor_the_page(visit: Visits) -> None:
    def long_names(route: Route) -> None:
        file = shard_value(route.fetch().body())
        file["models"] = [[slug, f"{slug} {'W' * 10_000}"] for slug, _ in file["models"]]
        route.fulfill(body=shard_text(file), content_type=SCRIPT)

    page = visit("compare/", width=320)
    page.route(re.compile(r"/d/r/[^/]+/index\.js"), long_names)
    visit.reload(page)
    page.get_by_role("combobox", name="First").click()
    option = page.locator("#compare-a-list [role=option]").first.bounding_box()
    assert option is not None
    assert option["x"] + option["width"] <= 320
    assert option["height"] < 120
    for width in (320, 720, 960, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_page_without_javascript_shows_a_comparison(visit: Visits, ten: SiteOfTen) -> None:
    page = visit("compare/", scripts=False)
    found = _sources(ten)
    shown = compare_two(found, next(ranked_groups(found)))
    assert shown.a in shown.sentence
    assert shown.b in shown.sentence
    assert _plain(page.locator("h1").text_content() or "") == shown.sentence
    note = page.get_by_text("Without JavaScript, this page always compares the first two models")
    assert (note.bounding_box() or {})["y"] < (page.locator("h1").bounding_box() or {})["y"]
    expect(page.locator(".apart tbody .went").first).to_contain_text("solution(")


def test_the_built_heading_is_not_shown_for_other_models(visit: Visits) -> None:
    """Until the data is there, no sentence claims anything; without the data, the built page returns."""
    page = visit("compare/")
    built = page.locator("h1").text_content() or ""
    page.route("**/d/r/**", lambda route: route.fulfill(body="", content_type=SCRIPT))
    visit.turn(page, f"compare/?a={ONE}&b={OTHER}")
    expect(page.get_by_text("Not loaded: d/r/index.js. Try again, or reload the page.")).to_be_visible()
    expect(page.locator("h1")).to_have_text(built)


def test_leads_that_missing_samples_could_turn_have_a_condition(visit: Visits) -> None:
    unsure = {"difference": 50, "low": -40, "high": 40, "aloneLow": -20, "aloneHigh": 20, "unsure": 1}

    def change(model: dict[str, Any]) -> None:
        size = len(model["pairs"][0]["difference"])
        model["pairs"][0] |= {name: [value] * size for name, value in unsure.items()}

    page = visit(f"compare/?a={ONE}&b={OTHER}")
    _change_models(page, change)
    condition = "unless the missing samples would change that"
    said = page.locator("h1")
    expect(said).to_contain_text(f"by 5.0 points, and the lead is real {condition}.")
    leader, _, other = (said.text_content() or "").partition(" by 5.0")[0].partition(" leads ")
    assert {leader, other} == {"Vision 7 Instruct", "Vision 3 Thinking"}
    expect(page.locator("[data-part=bars] .bd").first).to_have_text(f"ahead, {condition}: {leader}")
    _type(page, "Third", "vision-004")
    expect(page.locator("p.lead")).to_contain_text("Of these leads, that over ")
    expect(page.locator("p.lead")).to_contain_text(f" is real {condition}.")
