"""The search leads from a reader's words to the page that answers them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from site_of_ten import SiteOfTen
from visits import Visits

from benchmark.analysis.reported.table import reported_tables
from tests.case_files import read_cases
from tests.shards import shard_text, shard_value

#: Query → address of its first result. Models have the names that papers give them.
QUERIES: dict[str, str] = read_cases("site/search.yaml")
_FIRST = """query => {
    const input = document.querySelector(".md-search__input");
    input.value = query;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return document.querySelector("#search-results a")?.href ?? "";
}"""


def _with_real_names(route: Route) -> None:
    """Add the models of the papers to the index."""
    tables = [table for table in reported_tables() if table.columns[0].id == "model"]
    names = {str(row["model"]) for table in tables for row in table.rows}
    models = {re.sub(r"[^a-z0-9]+", "-", name.lower()): name for name in sorted(names, reverse=True)}
    group = ["model", "", "model/", [[name, f"{slug}/", "", slug] for slug, name in models.items()]]
    index = [*shard_value(route.fetch().body()), group]
    route.fulfill(body=shard_text(index), content_type="text/javascript")


def _open(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Search")).to_be_focused()
    expect(page.get_by_text("Type the name of a model")).to_be_visible()


def test_each_query_leads_to_its_page(visit: Visits) -> None:
    page = visit("about/")
    page.route("**/search/index.js", _with_real_names)
    _open(page)
    found = {query: page.evaluate(_FIRST, query).removeprefix(visit.address) for query in QUERIES}
    assert found == {query: address.removeprefix("./") for query, address in QUERIES.items()}
    assert len(QUERIES) >= 40


def test_nothing_of_the_search_is_loaded_before_it_is_used(visit: Visits) -> None:
    page = visit()
    loaded = (
        "performance.getEntriesByType('resource').map(one => one.name).filter(name => /search/.test(name))"
    )
    assert page.evaluate(loaded) == []
    _open(page)
    assert len(page.evaluate(loaded)) == 3


@pytest.mark.parametrize("width", [1440, 390])
def test_results_are_a_list_for_the_keyboard(visit: Visits, width: int) -> None:
    page = visit("about/?q=vision", width=width)
    box, options = page.get_by_role("combobox", name="Search"), page.get_by_role("option")
    expect(options).to_have_count(8)
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="more").click()
    assert options.count() > 20
    expect(options.nth(8)).to_have_attribute("aria-selected", "true")
    box.fill("zzzqqq")
    expect(page.get_by_role("status").filter(has_text="Nothing found for “zzzqqq”")).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "false")
    expect(page).to_have_url(re.compile(r"\?q=zzzqqq$"))
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"about/$"))
    assert page.evaluate("document.querySelector('#__search').checked") is False


def test_a_page_opened_from_disk_is_searched_too(browser: Browser, ten: SiteOfTen) -> None:
    page = browser.new_page()
    page.goto((Path(ten.folder) / "about" / "index.html").as_uri())
    _open(page)
    assert page.evaluate(_FIRST, "beetle walk").endswith("/task/humaneval-v/open/beetle-walk/")
    page.close()


@pytest.mark.parametrize(
    "query", ["vision 7 vs. vision 3", "compare vision-007, vision-003", "vision-007 vision-003"]
)
def test_a_query_with_two_models_leads_to_their_comparison(visit: Visits, query: str) -> None:
    page = visit("about/")
    _open(page)
    assert page.evaluate(_FIRST, query) == f"{visit.address}compare/?a=vision-007&b=vision-003"
    page.get_by_role("option", name=re.compile("^Compare Vision 7 .+ with Vision 3 ")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile("Vision 7.*Vision 3|Vision 3.*Vision 7")
    )


def test_a_closed_search_does_not_return_to_the_address_with_an_opened_answer(visit: Visits) -> None:
    page = visit("model/vision-001/?q=vision")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("button.op").first.click()
    expect(page).to_have_url(re.compile(r"[?&]open="))
    expect(page).not_to_have_url(re.compile("q="))


def test_a_query_stays_in_the_address_while_a_table_is_filtered(visit: Visits) -> None:
    page = visit("suite/code-vision/?q=vision&name=Vision")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("searchbox", name="Find a model").fill("Vision 1")
    expect(page).to_have_url(f"{visit.address}suite/code-vision/?name=Vision+1")
