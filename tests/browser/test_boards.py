"""Tables of models can be sorted and filtered, and their address restores the result."""

import re

import pytest
from playwright.sync_api import Page, expect
from visits import Visits, board_names, board_rows, open_filters, too_wide

BOARD = "suite/code-vision/"
#: The width of the narrowest of some cells, without its padding.
_INNER_WIDTH = """cells => Math.min(...cells.map(cell => {
    const style = getComputedStyle(cell);
    return cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}))"""


def _numbers(page: Page, label: str) -> list[float]:
    column = page.locator(".lb").first.locator(f"thead th[data-c={label}]").evaluate("head => head.cellIndex")
    texts = board_rows(page).evaluate_all(
        "(rows, column) => rows.map(row => row.cells[column].dataset.v)", column
    )
    return [float(text) for text in texts if text]


@pytest.mark.parametrize(("column", "first_down"), [("score", True), ("cost", False), ("name", False)])
def test_a_click_sorts_a_second_click_reverses_and_the_address_restores_the_order(
    visit: Visits, column: str, first_down: bool
) -> None:
    page = visit(BOARD)
    before = board_names(page)
    button = page.locator(f".lb thead th[data-c={column}] button").first
    button.click()
    first = board_names(page)
    expect(page).to_have_url(re.compile(f"sort={'-' if first_down else ''}{column}"))
    if column != "name":
        assert _numbers(page, column) == sorted(_numbers(page, column), reverse=first_down)
    button.click()
    expect(page).to_have_url(re.compile(f"sort={'' if first_down else '-'}{column}"))
    assert sorted(board_names(page)) == sorted(before)
    assert board_names(page) != first
    again = visit.again(page)
    assert board_names(again) == board_names(page)
    head = again.locator(f".lb thead th[data-c={column}]").first
    expect(head).to_have_attribute("aria-sort", "ascending" if first_down else "descending")


def test_the_address_restores_the_order_of_a_table_sorted_twice(visit: Visits) -> None:
    """Models without a cost are level, so they stay in the order by day."""
    page = visit(BOARD)
    page.locator(".lb thead th[data-c=judged] button").first.click()
    page.locator(".lb thead th[data-c=cost] button").first.click()
    assert board_names(visit.again(page)) == board_names(page)


def test_all_tables_of_a_page_are_sorted_together(visit: Visits) -> None:
    page = visit("suite/humaneval-v/")
    page.locator(".lb").last.locator("thead th[data-c=name] button").click()
    assert page.locator(".lb").count() > 1
    sorted_ = page.locator(".lb thead th[data-c=name][aria-sort=ascending]")
    expect(sorted_).to_have_count(page.locator(".lb").count())
    assert board_names(visit.again(page)) == board_names(page)


def test_a_page_of_several_tables_counts_the_models_of_the_first_that_is_left(visit: Visits) -> None:
    page = visit("suite/humaneval-v/")
    open_filters(page)
    page.locator("select[name=setting]").select_option("picture not shown")
    left = board_rows(page).count()
    assert left < page.locator(".lb").first.locator("tbody tr").count()
    expect(page.locator("form.bar [role=status]")).to_have_text(f"{left} of {left} models")


def test_models_without_a_cost_come_last_in_both_directions(visit: Visits) -> None:
    page = visit(BOARD)
    for _ in range(2):
        page.locator(".lb thead th[data-c=cost] button").first.click()
        last = board_rows(page).last
        assert last.locator("td[data-l='$']").inner_text() == "–"


def test_a_filter_hides_models_is_kept_in_the_address_and_is_cleared_by_a_button(visit: Visits) -> None:
    page = visit(BOARD)
    everyone = board_names(page)
    page.locator("form.bar input[name=name]").fill("thinking")
    thinking = [name for name in everyone if "Thinking" in name]
    assert 0 < len(thinking) < len(everyone)
    assert board_names(page) == thinking
    expect(page.locator("form.bar [role=status]")).to_have_text(f"{len(thinking)} of {len(everyone)} models")
    open_filters(page)
    page.locator("form.bar select[name=weights]").select_option("open")
    both = board_names(page)
    assert 0 < len(both) < len(thinking)
    expect(page).to_have_url(re.compile("name=thinking"))
    expect(page).to_have_url(re.compile("weights=open"))
    again = visit.again(page)
    assert board_names(again) == both
    again.locator("form.bar [type=reset]").click()
    expect(board_rows(again)).to_have_count(len(everyone))
    expect(again).not_to_have_url(re.compile("[?]"))


def test_models_are_filtered_by_the_dates_of_the_tasks(visit: Visits) -> None:
    """Of the ten models only vision-001 has a training cut-off."""
    page = visit(BOARD)
    everyone = board_names(page)
    open_filters(page)
    page.locator("form.bar").get_by_label("Seen", exact=True).select_option(label="Problems older")
    assert board_names(page) == ["Vision 1 Instruct"]
    expect(page).to_have_url(re.compile("seen=problems-older"))
    expect(board_rows(page).locator("th small")).to_contain_text("problems older")
    assert board_names(visit.again(page)) == ["Vision 1 Instruct"]
    page.locator("form.bar").get_by_label("Seen", exact=True).select_option(label="Dates unknown")
    assert len(board_names(page)) == len(everyone) - 1
    page.locator("form.bar [type=reset]").click()
    assert board_names(page) == everyone


def test_a_filter_without_a_match_says_so(visit: Visits) -> None:
    page = visit(f"{BOARD}?name=nobody")
    expect(page.locator("form.bar [role=status]")).to_have_text(re.compile("^0 of"))
    expect(board_rows(page)).to_have_count(0)


def test_unknown_parts_of_an_address_are_ignored(visit: Visits) -> None:
    page = visit(f"{BOARD}?weights=none&sort=--x&trust=%3Cscript%3E&unknown=1#nowhere")
    assert len(board_names(page)) == 10


def test_the_table_without_javascript_is_complete_and_has_no_controls(visit: Visits) -> None:
    page = visit(BOARD, scripts=False)
    expect(board_rows(page).locator("th a")).to_have_count(10)
    expect(page.locator("form.bar")).to_be_hidden()
    assert page.locator(".lb thead button").count() == 0
    assert page.locator(".jsonly:visible").count() == 0


def test_a_table_keeps_its_roles_on_a_phone(visit: Visits) -> None:
    page = visit(BOARD, width=390)
    table = page.get_by_role("table").first
    assert table.get_by_role("row").count() >= 10
    assert table.get_by_role("rowheader").count() >= 10


@pytest.mark.parametrize("width", [1300, 390])
@pytest.mark.parametrize("path", ["suite/mathopeval/", "dataset/mathopeval/open-free/", "model/vision-000/"])
def test_pages_with_points_and_scores_by_a_model_fit_the_window(visit: Visits, path: str, width: int) -> None:
    page = visit(path, width=width)
    assert too_wide(page) <= 0
    expect(page.get_by_text("judge-v3" if "suite" not in path else "Points, 1 to 10").first).to_be_attached()
    cut = page.locator(".categories td").evaluate_all(
        "cells => cells.filter(cell => cell.getBoundingClientRect().right > innerWidth).length"
    )
    assert width > 390 or cut == 0


@pytest.mark.parametrize(
    "path", ["suite/humaneval-v/", BOARD, "suite/mathopeval/"], ids=["vision", "dates", "points"]
)
def test_intervals_stay_visible_next_to_their_dots(visit: Visits, path: str) -> None:
    page = visit(path, width=1280)
    axes = page.locator(".lb td.ax svg")
    assert min(axes.evaluate_all("axes => axes.map(axis => axis.getBoundingClientRect().width)")) >= 200
    dots = page.locator(".lb td.ax circle")
    assert set(dots.evaluate_all("dots => dots.map(dot => dot.getBoundingClientRect().width)")) == {9}
    for width in (1280, 1120, 1000, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert too_wide(page) <= 0
        if width >= 1000:
            assert page.locator(".lb td.ax").evaluate_all(_INNER_WIDTH) >= 200


@pytest.mark.parametrize(("width", "height", "rows"), [(1280, 720, 10), (768, 1024, 10), (390, 844, 5)])
@pytest.mark.parametrize("scripts", [True, False])
def test_rows_start_above_the_fold_and_are_one_line_each(
    visit: Visits, width: int, height: int, rows: int, scripts: bool
) -> None:
    """On phones they are two lines: a name, and its score."""
    page = visit(BOARD, width=width, scripts=scripts)
    page.set_viewport_size({"width": width, "height": height})
    boxes = board_rows(page).evaluate_all("rows => rows.map(row => row.getBoundingClientRect())")
    assert sum(box["bottom"] <= height for box in boxes) >= rows
    assert {round(box["height"]) for box in boxes} <= ({36} if width > 700 else set(range(50, 61)))


@pytest.mark.parametrize("width", [1280, 390])
def test_an_axis_is_named_at_both_ends_and_no_head_touches_another(visit: Visits, width: int) -> None:
    page = visit(BOARD, width=width)
    heads = page.locator(".lb").first.locator("thead th.ax text:visible")
    every = page.locator(".lb").first.locator("thead th.ax text").all_text_contents()
    assert [heads.first.text_content(), heads.last.text_content()] == [every[0], every[-1]]
    place, name = (page.locator(f".lb thead .{each} button").first.bounding_box() for each in ("pl", "nm"))
    assert place
    assert name
    assert place["x"] + place["width"] + 4 <= name["x"]


@pytest.mark.parametrize("width", [1280, 390])
def test_the_head_of_a_table_stays_below_the_header_of_the_page(visit: Visits, width: int) -> None:
    page = visit(BOARD, width=width)
    page.set_viewport_size({"width": width, "height": 500})
    board_rows(page).nth(6).evaluate("row => row.scrollIntoView({block: 'center'})")
    header = page.locator(".md-header").bounding_box()
    head = page.locator(".lb thead").first.bounding_box()
    assert header
    assert head
    assert abs(head["y"] - header["y"] - header["height"]) <= 1
    expect(page.locator(".lb thead th.sc").first).to_be_in_viewport(ratio=1)


def test_conditions_open_without_scripts_and_facts_stand_in_them(visit: Visits) -> None:
    page = visit(BOARD, scripts=False)
    expect(page.get_by_text("one try each").first).to_be_hidden()
    page.locator("summary", has_text="Conditions").first.click()
    for words in ("one try each", "temperature 0", "exact conditions"):
        expect(page.get_by_text(words).first).to_be_visible()


def test_phones_show_scores_by_category_in_two_labelled_columns(visit: Visits) -> None:
    page = visit("suite/humaneval-v/", width=320)
    box = page.get_by_role("region", name="Scores by kind of picture").first
    box.scroll_into_view_if_needed()
    cells = box.locator(".categories tbody tr").first.locator("td")
    places = cells.evaluate_all("cells => cells.slice(0, 3).map(cell => cell.getBoundingClientRect())")
    first, second, third = ((place["x"], place["y"]) for place in places)
    assert first[0] == third[0] < second[0]
    assert first[1] < third[1]
    label = cells.nth(1).evaluate("cell => getComputedStyle(cell, '::before').content")
    assert re.fullmatch(r"[a-z]+ \(\d+\)", label.strip('" '))  # the largest kind and its tasks


def test_a_new_row_is_marked_at_its_name_where_its_date_is_hidden(visit: Visits) -> None:
    page = visit(BOARD, width=800)
    expect(page.locator(".lb .new:visible")).to_have_count(10)
    expect(page.locator(".lb .nm .new").first).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".lb .nm .new").first).to_be_hidden()
    expect(page.locator(".lb .new:visible")).to_have_count(10)


@pytest.mark.parametrize("width", [1280, 320])
def test_a_board_leads_to_pictures_of_what_the_models_see(visit: Visits, width: int) -> None:
    page = visit("suite/mmcode/", width=width)
    for picture in page.locator(".samples img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
    page = visit(BOARD, width=width)
    page.locator("summary", has_text="Conditions").first.click()
    page.get_by_role("link", name="what the models see").click()
    expect(page.get_by_role("heading", name="What the models see")).to_be_in_viewport()
    page.locator(".samples a").first.click()
    expect(page).to_have_url(re.compile("/task/code-vision/rebuilt/"))


def test_the_models_stay_next_to_their_scores_by_category(visit: Visits) -> None:
    page = visit("suite/humaneval-v/", width=1280)
    box = page.get_by_role("region", name="Scores by kind of picture").first
    box.scroll_into_view_if_needed()
    box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    expect(box.locator("tbody .nm").first).to_be_in_viewport(ratio=1)


def test_a_heading_that_a_link_leads_to_is_below_the_header(visit: Visits) -> None:
    page = visit("suite/humaneval-v/#reported")
    tops = page.evaluate(
        "[document.querySelector('#reported').getBoundingClientRect().top,"
        " document.querySelector('.md-header').getBoundingClientRect().bottom]"
    )
    assert tops[0] >= tops[1] > 0


@pytest.mark.parametrize("width", [1280, 1000, 390])
def test_a_row_names_the_whole_organisation_next_to_its_mark(visit: Visits, width: int) -> None:
    """Also next to a long name, which a phone cuts first."""
    page = visit(BOARD, width=width)
    long = "for (const name of document.querySelectorAll('.lb th bdi')) name.textContent = '{}'"
    page.evaluate(long.format("Claude 3.5 Sonnet (2024-06-20)"))
    cut = page.locator(".lb tbody:not(.base) .nm").evaluate_all("""heads => heads.map(head => {
        const text = head.querySelector("small").firstChild;
        const name = document.createRange();
        name.setStart(text, 0);
        name.setEnd(text, text.data.indexOf(" ·"));
        const box = name.getBoundingClientRect();
        const edge = Math.min(head.getBoundingClientRect().right, innerWidth);
        return [text.data, box.height < 25 && box.right <= edge];
    }).filter(([, whole]) => !whole)""")
    assert cut == []


@pytest.mark.parametrize("width", [1280, 1000])
def test_the_numbers_of_an_axis_do_not_overlap(visit: Visits, width: int) -> None:
    overlaps = """heads => heads.filter(head => {
        const boxes = [...head.querySelectorAll("text")].map(text => text.getBoundingClientRect())
            .filter(box => box.width);
        return boxes.some((box, place) => place && box.left < boxes[place - 1].right);
    }).length"""
    page = visit("suite/humaneval-v/", width=width)
    assert page.locator("th.ax").evaluate_all(overlaps) == 0
