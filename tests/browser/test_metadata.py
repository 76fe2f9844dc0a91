"""What previews, search engines, printers and readers with forced colours get of a page."""

import json
import struct

import pytest
from site_of_ten import ADDRESS, SiteOfTen
from visits import Visits

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
def test_forced_colours_keep_states_apart(
    visit: Visits, path: str, kind: str, chosen: str, style: str
) -> None:
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
