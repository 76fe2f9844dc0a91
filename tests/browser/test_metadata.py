"""What previews, search engines, printers and readers with forced colours get of a page."""

import json
import struct

import pytest
from playwright.sync_api import Page, expect
from site_of_ten import ADDRESS, SiteOfTen
from visits import Visits, too_wide

MODEL = "model/vision-001/"
#: Elements whose parts only a background or border tells apart, and the styles that must differ.
DISTINCT = (
    ("suite/humaneval-v/", ".suites a", "[aria-current]", "border-bottom-color"),
    (MODEL, ".ml .seg label", ":has(:checked)", "background-color"),
    ("compare/", ".x22 td", ".d", "border-top-width"),
)


@pytest.mark.parametrize("path", ["", "suite/humaneval-v/", MODEL, "dataset/humaneval-v/open/", "about/"])
def test_a_shared_link_has_a_picture_of_its_suite(ten: SiteOfTen, visit: Visits, path: str) -> None:
    """Opening the page also shows that its policy allows the block of data."""
    page = visit(path)
    shared = {
        str(meta.get_attribute("property")): str(meta.get_attribute("content"))
        for meta in page.locator("meta[property^='og:']").all()
    }
    assert shared["og:url"] == ADDRESS + path
    image = (ten.folder / shared["og:image"].removeprefix(ADDRESS)).read_bytes()
    assert struct.unpack(">II", image[16:24]) == (1200, 630)
    assert page.locator("meta[name='twitter:card']").get_attribute("content") == "summary_large_image"
    for block in page.locator("script[type='application/ld+json']").all():
        data = json.loads(block.text_content() or "")
        assert {entry["@type"] for entry in data.get("@graph", [data])} == {"Dataset"}


PRINTED = 40  #: rows of a long list on paper


def test_the_first_tasks_of_a_model_are_printed(visit: Visits) -> None:
    page = visit(MODEL)
    rows = page.locator(".ml .tasks").first.locator("tbody tr")
    number = rows.count()
    assert sum(row.is_visible() for row in rows.all()) < number
    page.emulate_media(media="print")
    assert sum(row.is_visible() for row in rows.all()) == min(number, PRINTED)
    said = page.evaluate("getComputedStyle(document.querySelector('.sb'), '::after').content")
    assert said.startswith('"Only the first lines of long lists are printed') == (number > PRINTED)
    assert not page.locator(".md-header").is_visible()
    page.locator(".ml input[value=failed]").first.evaluate("radio => radio.click()")
    assert 0 < sum(row.is_visible() for row in rows.all()) < number


def test_nothing_is_cut_in_print(visit: Visits) -> None:
    page = visit("cost/")
    page.emulate_media(media="print")
    for path in ("cost/", "compare/", "papers/", "suite/humaneval-v/"):
        visit.turn(page, path)
        page.set_viewport_size({"width": 718, "height": 1000})  # A4 with Chromium's margins
        assert page.evaluate("document.documentElement.scrollWidth") <= 718, path
        cut = page.evaluate(
            """[...document.querySelectorAll(".scroll")].filter(
                (box) => box.scrollHeight > box.clientHeight + 1).length"""
        )
        assert cut == 0, path


@pytest.mark.parametrize(("path", "kind", "chosen", "style"), DISTINCT)
def test_forced_colours_keep_states_apart(visit, path, kind, chosen, style) -> None:
    page = visit(path)
    page.emulate_media(forced_colors="active")
    read = f"element => getComputedStyle(element).getPropertyValue('{style}')"
    on = page.locator(f"{kind}{chosen}").first.evaluate(read)
    off = page.locator(f"{kind}:not({chosen})").first.evaluate(read)
    assert on != off


def test_forced_colours_keep_dots_and_bars(visit: Visits) -> None:
    page = visit(MODEL)
    page.emulate_media(forced_colors="active")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    dot = page.locator(".st:not(.x, .m)").first
    assert dot.evaluate("dot => getComputedStyle(dot, '::before').backgroundColor") != ground
    for part in (".wh circle", ".wh rect:not(.f, .m)"):
        assert page.locator(f"td {part}").first.evaluate("part => getComputedStyle(part).fill") != ground


def _brightness(page: Page) -> float:
    channels = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
    )
    return sum(channels) / 3


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_colours_follow_the_system_until_they_are_switched(visit: Visits, scheme: str, other: str) -> None:
    page = visit("", scheme=scheme)
    dark_first = scheme == "dark"
    assert (_brightness(page) < 100) == dark_first
    page.locator("[data-scheme-switch]").click()
    page.wait_for_timeout(300)
    assert (_brightness(page) < 100) != dark_first
    assert page.evaluate("[...Object.keys(localStorage), ...Object.values(localStorage)]") == [
        "/sightbench/.scheme",
        f'"{other}"',
    ]
    page.goto(f"{visit.address}status/")
    assert page.evaluate("document.documentElement.dataset.scheme") == other
    assert (_brightness(page) < 100) != dark_first
    page.locator("[data-scheme-switch]").click()
    page.wait_for_timeout(300)
    assert (_brightness(page) < 100) == dark_first
    page.reload()
    assert page.evaluate("document.documentElement.dataset.scheme") is None
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    assert page.context.cookies() == []


def test_dark_colours_work_without_javascript(visit: Visits) -> None:
    assert _brightness(visit("", scheme="dark", scripts=False)) < 100


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


@pytest.mark.parametrize("path", ["status/", "about/"])
def test_the_menu_of_a_phone_takes_the_focus_and_returns_it(visit: Visits, path: str) -> None:
    """A page with a column for the menu and one without."""
    page = visit(path, width=390)
    opener = page.locator("[data-opens=__drawer]")
    opener.focus()
    page.keyboard.press("Enter")
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".sb-side a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("width", [390, 1000])
def test_the_menu_is_there_without_scripts(visit: Visits, width: int) -> None:
    page = visit("status/", width=width, scripts=False)
    menu = page.get_by_role("navigation", name="Header").get_by_role("link")
    for name in ("Models", "Docs"):
        expect(menu.filter(has_text=name)).to_be_visible()
    expect(page.locator("label.md-header__button")).to_be_hidden()
    assert too_wide(page) <= 0


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
