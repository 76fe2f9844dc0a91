"""Boards on phones, long boards, the best of the filtered models, and ticks that lead to the comparison."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from site_of_ten import SiteOfTen
from visits import Visits, board_names, board_rows, open_filters

from benchmark.analysis.groups import key_of
from benchmark.analysis.places import place_text
from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import read_rows

BOARD = "suite/code-vision/"
COPIES = 6
_PART = re.compile(r"(?<=<tbody>)(.*?)(?=<tbody|</table>)", re.DOTALL)


def _lengthen(html: str) -> str:
    """Return a board of sixty models: each of the ten rows six times, under names of their own."""

    def copies(found: re.Match[str]) -> str:
        return "".join(
            re.sub(r"(?<=model/)([^/]+)|(?<=data-slug=\")([^\"]+)", rf"\g<0>-{copy}", found[0]).replace(
                "</bdi>", f" copy {copy}</bdi>"
            )
            for copy in range(COPIES)
        )

    return _PART.sub(copies, html, count=1)


def _long_board(visit: Visits, query: str = "", *, scripts: bool = True) -> Page:
    page = visit("404.html", scripts=scripts)

    def lengthened(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=_lengthen(response.text()))

    page.route(re.compile(f"{BOARD}([?].*)?$"), lengthened)
    page.goto(f"{visit.address}{BOARD}{query}", wait_until="networkidle" if scripts else "load")
    return page


def _box(page: Page, number: int) -> Locator:
    return page.get_by_role("checkbox", name="Compare").nth(number)


def test_a_phone_sorts_by_a_select_that_agrees_with_heads_and_address(visit: Visits) -> None:
    page = visit(BOARD, width=390)
    open_filters(page)
    select, reverse = page.get_by_label("Sort by"), page.get_by_role("button", name="Reverse")
    expect(select).to_have_value("place")
    select.focus()
    page.keyboard.type("$")
    expect(page).to_have_url(re.compile(r"[?]sort=cost$"))
    expect(page.locator(".lb th[data-c=cost]")).to_have_attribute("aria-sort", "ascending")
    cheap = board_names(page)
    reverse.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?]sort=-cost$"))
    expect(reverse).to_have_attribute("aria-pressed", "true")
    assert board_names(page) != cheap
    again = visit.again(page, width=390)
    assert board_names(again) == board_names(page)
    open_filters(again)
    expect(again.get_by_label("Sort by")).to_have_value("cost")
    expect(again.get_by_role("button", name="Reverse")).to_have_attribute("aria-pressed", "true")


def test_the_filters_close_by_escape_and_by_a_click_beside_them(visit: Visits) -> None:
    page = visit(BOARD)
    weights = page.locator("form.bar select[name=weights]")
    filters = page.locator("details[name=tools] summary", has_text="Filter")
    filters.click()
    weights.select_option("open")
    expect(weights).to_be_visible()
    page.keyboard.press("Escape")
    expect(weights).to_be_hidden()
    expect(filters).to_be_focused()
    filters.click()
    expect(weights).to_be_visible()
    page.locator("h1").click()
    expect(weights).to_be_hidden()
    expect(filters).to_have_text("Filter: 1")


@pytest.mark.parametrize("path", ["", "model/", BOARD])
def test_a_table_with_one_line_a_model_sorts_by_its_heads_on_phones_too(visit: Visits, path: str) -> None:
    page = visit(path, width=320)
    head = page.locator(".lb th[data-c=name]").first
    for order in ("ascending", "descending"):
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", order)


@pytest.mark.parametrize("path", ["asof/2026-01-28/", "dataset/code-vision/rebuilt/"])
def test_every_stacked_table_has_the_select_on_phones_only(visit: Visits, path: str) -> None:
    page = visit(path, width=320)
    page.get_by_label("Sort by").select_option("name")
    page.get_by_role("button", name="Reverse").click()
    expect(page.locator("th[data-c=name]").first).to_have_attribute("aria-sort", "descending")
    assert page.locator(".by").evaluate_all(
        "parts => parts.every(part => part.getBoundingClientRect().right <= innerWidth)"
    )
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.get_by_label("Sort by")).to_be_hidden()
    expect(page.get_by_role("button", name="Reverse")).to_be_hidden()


def test_a_long_table_starts_with_its_first_rows_and_a_button_shows_all(visit: Visits) -> None:
    page = _long_board(visit)
    expect(board_rows(page)).to_have_count(25)
    expect(page.locator("form.bar [role=status]")).to_have_text("60 models")
    button = page.get_by_role("button", name="Show 35 more")
    button.focus()
    page.keyboard.press("Enter")
    expect(board_rows(page)).to_have_count(60)
    expect(board_rows(page).nth(25).locator("th a")).to_be_focused()
    expect(page).to_have_url(re.compile(r"[?]rows=all$"))
    expect(board_rows(_long_board(visit, "?rows=all"))).to_have_count(60)
    page.get_by_role("button", name="Show the first 25").click()
    expect(board_rows(page)).to_have_count(25)
    expect(page).not_to_have_url(re.compile("[?]"))


def test_sorting_and_filtering_a_long_table_regard_all_its_rows(visit: Visits) -> None:
    page = _long_board(visit)
    every = page.locator(".lb tbody:not(.base) tr th a").all_text_contents()
    head = page.locator(".lb th[data-c=name] button")
    head.click()
    head.click()
    backwards = sorted(every, key=lambda name: [int(part) for part in re.findall(r"\d+", name)], reverse=True)
    expect(board_rows(page).locator("th a")).to_have_text(backwards[:25])
    expect(page.locator(".lb tbody:not(.base) tr th a")).to_have_text(backwards)
    page.locator("form.bar input[name=name]").fill("copy 5")
    expect(page.locator("form.bar [role=status]")).to_have_text("10 of 60 models")
    expect(board_rows(page)).to_have_count(10)
    expect(page.get_by_role("button", name="more")).to_be_hidden()


def test_rows_that_appear_or_move_are_spread_over_frames(visit: Visits) -> None:
    page = _long_board(visit)
    button = page.get_by_role("button", name="Show 35 more")
    seen = "document.querySelectorAll('.lb tbody:not(.base) tr:not(.cut, [hidden])').length"
    assert 25 < button.evaluate(f"button => {{ button.click(); return {seen}; }}") < 60
    expect(board_rows(page)).to_have_count(60)
    every = "[...document.querySelectorAll('.lb tbody:not(.base) th a')].map((a) => a.textContent)"
    names = sorted(board_names(page), key=lambda name: [int(part) for part in re.findall(r"\d+", name)])
    head = page.locator(".lb th[data-c=name] button")
    head.click()
    expect(board_rows(page).locator("th a")).to_have_text(names)
    first, *_, last = head.evaluate(f"button => {{ button.click(); return {every}; }}")
    assert first == names[-1]
    assert last == names[0]
    assert sorted(page.evaluate(every)) == sorted(names)
    head.click()  # while rows are on their way
    expect(board_rows(page).locator("th a")).to_have_text(names)
    page.locator("form.bar input[name=name]").fill("copy 5")
    page.locator("form.bar [type=reset]").click()
    expect(board_rows(page).locator("th a")).to_have_text(names)


def test_a_page_without_scripts_has_all_rows_and_paper_the_first_ones(visit: Visits) -> None:
    page = _long_board(visit)
    page.emulate_media(media="print")
    expect(board_rows(page)).to_have_count(30)
    assert page.pdf(format="A4").count(b"/Type /Page\n") <= 6
    expect(board_rows(_long_board(visit, scripts=False))).to_have_count(60)


@pytest.mark.parametrize("width", [1280, 390])
def test_ticks_survive_sorting_and_filtering_and_lead_to_the_comparison(visit: Visits, width: int) -> None:
    page = visit(BOARD, width=width)
    first, second = board_names(page)[:2]
    for number in (1, 0):
        _box(page, number).focus()
        page.keyboard.press("Space")
    link = page.get_by_role("link", name="Compare 2")
    expect(link).to_be_in_viewport()
    page.locator("form.bar input[name=name]").fill("nobody")
    page.locator("form.bar [type=reset]").click()
    page.locator(".lb th[data-c=name] button").evaluate("button => button.click()")
    expect(page.get_by_role("checkbox", name=f"Compare {first}", exact=True)).to_be_checked()
    again = visit.again(page, width=width)
    expect(again.get_by_role("link", name="Compare 2")).to_have_attribute(
        "href", str(link.get_attribute("href"))
    )
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(first)
    for side, name in (("First", second), ("Second", first)):
        expect(page.get_by_role("combobox", name=side, exact=True)).to_have_value(name)


def test_four_models_of_one_table_can_be_ticked_and_more_are_refused_in_words(visit: Visits) -> None:
    page = visit(BOARD)
    for number in range(4):
        _box(page, number).check()
    _box(page, 4).click()
    expect(_box(page, 4)).not_to_be_checked()
    expect(page.get_by_text("You can compare at most four models.")).to_be_visible()
    page.get_by_role("button", name="Untick all").click()
    expect(_box(page, 0)).to_be_focused()
    expect(page.locator(".ticked")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("[?]"))
    tables = visit("suite/humaneval-v/")
    _box(tables, 0).check()
    tables.locator(".lb").last.get_by_role("checkbox").first.click()
    expect(tables.get_by_text("Untick the others first.")).to_be_visible()


def test_only_models_with_a_place_have_a_box(visit: Visits) -> None:
    page = visit("suite/humaneval-v/")
    assert page.locator("tr[data-slug] input[type=checkbox]").count() > 0
    assert page.locator("tr:not([data-slug]) input[type=checkbox], .base input").count() == 0
    assert visit(BOARD, scripts=False).locator(".lb input[type=checkbox]:visible").count() == 0


def test_sizes_are_cumulative_and_models_of_unknown_size_are_a_class(visit: Visits) -> None:
    page = visit(BOARD)
    open_filters(page)
    select = page.locator("select[name=size]")
    words = select.locator("option").all_inner_texts()
    assert words == ["All sizes", "Up to 10 B", "Up to 80 B", "Size not public"]
    counts = []
    for value in ("10", "80", "unknown"):
        select.select_option(value)
        counts.append(board_rows(page).count())
    assert counts == [1, 2, 8]
    expect(board_rows(visit(f"{BOARD}?size=10"))).to_have_count(counts[0])


def _claims(page: Page) -> tuple[str, list[str]]:
    rows = page.locator(".lb").first.locator("tbody:not(.base) tr:visible")
    texts = rows.evaluate_all("rows => rows.map((row) => row.querySelector('.pl').innerText)")
    return page.locator("h1").inner_text(), [text.split("\n")[0].strip() for text in texts]


@pytest.mark.parametrize("path", ["", BOARD])
def test_headline_and_places_follow_for_the_chosen_models(visit: Visits, ten: SiteOfTen, path: str) -> None:
    """They are those of a ranking of only these models."""
    page = visit(path)
    whole = _claims(page)
    slugs = (
        page.locator(".lb")
        .first.locator("tr[data-slug][data-weights=open]")
        .evaluate_all("rows => rows.map((row) => row.dataset.slug)")
    )
    assert 2 < len(slugs) < len(whole[1])
    open_filters(page)
    page.locator("select[name=weights]").select_option("open")
    expect(page.locator("h1")).to_contain_text("Among these")
    table = page.locator(".lb th.pl").first.get_attribute("data-table")
    rows = [
        count_row(row)
        for row in read_rows(ten.ledger)
        if row.result.submission.slug in slugs and table_id(key_of(row)) == table
    ]
    (expected,) = (found.ranking for found in rank_rows(rows, None).tables)
    sentence, places = _claims(page)
    assert places == [place_text(place) for place in expected.places]
    first = expected.places[0]
    assert first.name in sentence
    pair = expected.neighbours[0]
    assert ("the lead is real" in sentence) == (pair.real and first.last == 1)
    assert f"{100 * pair.difference:.1f} points" in sentence
    expect(page.locator(".answer h1 + p").first).to_contain_text(
        f"You chose this set: {len(slugs)} of {len(whole[1])} models. {expected.separated} of its"
        f" {expected.pairs} pairs really differ"
    )
    expect(page.locator("[data-whole]:visible")).to_have_count(0)
    page.locator("form.bar [type=reset]").click()
    expect(page.locator("h1")).to_have_text(whole[0])
    assert _claims(page) == whole


def test_a_search_by_name_changes_no_claim(visit: Visits) -> None:
    page = visit(BOARD)
    sentence, places = _claims(page)
    page.locator("form.bar input[name=name]").fill("Vision 3")
    expect(board_rows(page)).to_have_count(1)
    assert _claims(page)[0] == sentence
    assert _claims(page)[1][0] in places


def test_places_stay_those_of_the_table_where_the_comparisons_cannot_be_loaded(visit: Visits) -> None:
    page = visit(BOARD)
    sentence = _claims(page)[0]
    page.route("**/places.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    open_filters(page)
    page.locator("select[name=weights]").select_option("open")
    expect(page.get_by_text("Places are those of the whole table. Not loaded: d/r/")).to_be_visible()
    assert _claims(page)[0] == sentence
