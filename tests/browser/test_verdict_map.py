"""The map of verdicts on the page of a data set: each cell is named, by pointer and keyboard, and opens."""

import re

from playwright.sync_api import Page, expect
from visits import Visits, too_wide

PAGE = "dataset/code-vision/rebuilt/"
SAID = ".heat .cell"


def _point(page: Page, line: int, share: float) -> None:
    """Move the pointer to a place of a model's line, as a share of its width."""
    svg = page.locator(".heat svg").nth(line)
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)


def test_the_line_under_the_pointer_names_model_task_and_outcome(visit: Visits) -> None:
    page = visit(PAGE)
    _point(page, 2, 0.001)
    row = page.locator(".heat tbody tr").nth(2)
    name = row.locator("th").inner_text()
    expect(page.locator(SAID)).to_have_text(re.compile(rf"^HumanEval-\d+ · {re.escape(name)}: \w+"))
    easiest = page.locator(SAID).inner_text()
    _point(page, 2, 0.999)
    expect(page.locator(SAID)).not_to_have_text(easiest)


def test_what_is_filled_is_what_passed(visit: Visits) -> None:
    """The outcome that is said agrees with the drawing, and the number with both."""
    page = visit(PAGE)
    row = page.locator(".heat tbody tr").first
    runs = [int(length) for length in str(row.locator(".on").get_attribute("stroke-dasharray")).split()]
    tasks = sum(runs)
    assert sum(runs[::2]) == int(row.locator("td.r").inner_text())
    place = 0
    for number, length in enumerate(runs[:12]):
        if length:
            _point(page, 0, (place + length / 2) / tasks)
            passed = re.compile(": Passed$")
            said = expect(page.locator(SAID))
            (said.to_have_text if number % 2 == 0 else said.not_to_have_text)(passed)
        place += length


def test_the_keyboard_reaches_every_cell_with_one_stop_of_tab(visit: Visits) -> None:
    page = visit(PAGE)
    strips = page.locator(".heat a.strip")
    assert page.locator(".heat a.strip[tabindex='0']").count() == 1
    strips.first.focus()
    page.keyboard.press("Home")
    expect(page.locator(SAID)).to_contain_text(" · ")
    first = page.locator(SAID).inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(SAID)).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(SAID)).to_have_text(first)
    page.keyboard.press("ArrowDown")
    expect(strips.nth(1)).to_be_focused()
    expect(strips.nth(1)).to_have_attribute("aria-label", page.locator(SAID).inner_text())
    assert page.locator(SAID).inner_text().partition(" · ")[0] == first.partition(" · ")[0]


def test_a_phone_shows_whole_names_above_their_lines(visit: Visits) -> None:
    page = visit(PAGE, width=390)
    cut = page.locator(".heat .nm a, .heat thead th:visible").evaluate_all(
        "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.textContent)"
    )
    assert cut == []
    assert min(page.locator(".heat svg").evaluate_all("lines => lines.map(line => line.clientWidth)")) > 250


def test_the_first_click_opens_the_answer_of_the_cell(visit: Visits) -> None:
    """Also where no pointer moved before, as on a phone."""
    page = visit(PAGE, width=390)
    strip = page.locator(".heat a.strip").nth(1)
    strip.scroll_into_view_if_needed()
    strip.dispatch_event("click", {"clientX": 250})
    page.wait_for_url(re.compile(r"/model/[^/]+/\?list=.*open=HumanEval-"))
    expect(page.locator("tr.open").first).to_contain_text("Whole answer")


def test_the_lines_are_rows_of_the_page_and_their_head_stays(visit: Visits) -> None:
    for width in (1280, 360):
        page = visit(PAGE, width=width)
        assert page.locator(".heat").evaluate("table => table.closest('.scroll, .across')") is None
        page.locator(".heat tbody tr").last.evaluate("row => row.scrollIntoView({block: 'end'})")
        _point(page, 9, 0.5)
        expect(page.locator(SAID)).to_contain_text(" · ")
        expect(page.locator(SAID)).to_be_in_viewport(ratio=0.9)
        assert too_wide(page) <= 0


def test_without_scripts_the_map_is_a_picture_with_numbers(visit: Visits) -> None:
    page = visit(PAGE, scripts=False)
    rows = page.locator(".heat tbody tr")
    expect(rows).to_have_count(10)
    assert page.locator(".heat svg .on").count() == 10
    assert all(text.isdigit() for text in rows.locator("td.r").all_inner_texts())
    expect(page.locator(".gl tbody tr").first).to_be_visible()
