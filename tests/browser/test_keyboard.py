"""The site can be used by keyboard, on a desktop and on a phone."""

import pytest
from playwright.sync_api import Page, expect
from visits import Visits

_FOCUSED = """() => {
    const focused = document.activeElement;
    const style = getComputedStyle(focused);
    const box = focused.getBoundingClientRect();
    return {
        tag: focused.tagName,
        words: (focused.getAttribute("aria-label") || focused.textContent || focused.name || "")
            .trim().slice(0, 60),
        outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
        // The browser itself highlights the focused part of a date field.
        ringed: style.boxShadow !== "none" || focused.matches("input[type=date]"),
        seen: box.width > 0 && box.height > 0 && style.visibility !== "hidden",
    };
}"""


def _tabbed(page: Page, presses: int) -> list[dict[str, object]]:
    found = []
    for _ in range(presses):
        page.keyboard.press("Tab")
        found.append(page.evaluate(_FOCUSED))
    return found


@pytest.mark.parametrize("width", [1440, 390])
def test_every_focused_element_is_visible_highlighted_and_named(visit: Visits, width: int) -> None:
    page = visit("suite/code-vision/", width=width)
    stops = [stop for stop in _tabbed(page, 40) if stop["tag"] != "BODY"]
    assert len(stops) > 20
    assert [stop for stop in stops if not stop["seen"]] == []
    assert [stop for stop in stops if not (stop["outlined"] or stop["ringed"])] == []
    assert [stop for stop in stops if not stop["words"]] == []


def test_the_first_link_skips_the_header(visit: Visits) -> None:
    page = visit("suite/code-vision/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('#content, article').contains(document.activeElement)")


def test_the_menu_of_a_phone_takes_the_focus_and_returns_it(visit: Visits) -> None:
    page = visit("status/", width=390)
    opener = page.locator("[data-opens=__drawer]")
    opener.focus()
    page.keyboard.press("Enter")
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".sb-side a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")


def test_a_model_is_found_by_typing_its_name(visit: Visits) -> None:
    page = visit("about/", width=390)
    page.locator("[data-opens=__search]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".md-search__input")).to_be_focused()
    page.keyboard.type("Vision 7")
    first = page.get_by_role("option").first
    expect(first).to_contain_text("Vision 7 Instruct")
    page.keyboard.press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("combobox")).to_have_attribute("aria-activedescendant", "search-result-0")
    page.keyboard.press("Enter")
    page.wait_for_url("**/model/**")
