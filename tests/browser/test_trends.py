"""The page of trends at four widths and without scripts, and nights on a model's page."""

import pytest
from playwright.sync_api import Page, expect
from visits import Visits

WIDTHS = (1440, 980, 390, 320)
#: Widths at which the menu is in one line with the search.
MENU_WIDTHS = (960, 980, 1024, 1100, 1219, 1220)


def _sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_answer_the_chart_and_its_list_are_there_at_every_width(
    visit: Visits, width: int, scheme: str
) -> None:
    page = visit("trends/", width=width, scheme=scheme)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("1 of 3 watched models got worse in the last 60 nights.")
    expect(heading).to_be_in_viewport()
    assert _sideways(page) <= 0
    plane = page.locator("figure .nights").first
    plane.scroll_into_view_if_needed()
    box = plane.bounding_box()
    assert box is not None
    assert box["width"] > 0.7 * min(width, 1280)
    marks = [mark.bounding_box() for mark in page.locator("figure .nights > .eb").all()]
    notes = page.locator("ol.ev").first.locator("li")
    assert len(marks) == notes.count() >= 2
    for number, mark in enumerate(marks):
        assert mark is not None
        for other in marks[:number]:
            assert other is not None
            apart = max(abs(mark["x"] - other["x"]), abs(mark["y"] - other["y"]))
            assert apart >= mark["width"] - 1  # no mark covers another one


def test_a_night_without_enough_answers_is_a_gap_and_low_nights_are_rings(visit: Visits) -> None:
    page = visit("trends/")
    calm = page.locator(".series section", has_text="Vision 2")
    assert calm.locator("polyline").count() == 3  # one night was not drawn, and two had an outage
    large = page.locator("figure .nights").first
    assert large.locator(".lw").count() > 5
    box, plane = large.locator(".lw").last.bounding_box(), large.bounding_box()
    assert box is not None
    assert plane is not None
    assert plane["y"] < box["y"] < plane["y"] + plane["height"]


def test_everything_is_there_without_scripts(visit: Visits) -> None:
    page = visit("trends/", scripts=False)
    assert page.locator("svg.nights").count() == 4
    for name in ("All nights as CSV", "feed of decisions"):
        expect(page.get_by_role("link", name=name)).to_be_visible()
    assert _sideways(page) <= 0


def test_a_series_leads_to_its_model_and_back(visit: Visits) -> None:
    page = visit("trends/")
    page.locator("h2").get_by_role("link", name="Vision 1").click()
    expect(page).to_have_url(f"{visit.address}model/vision-001/")
    expect(page.locator(".flag")).to_contain_text(
        "The name acme-vision has referred to another model since 2 Apr 2026"
    )
    page.locator(".series").get_by_role("link", name="Code-Vision").click()
    expect(page).to_have_url(
        f"{visit.address}trends/#nights-vision-001-code-vision-open-flowchart-cool-1-sightbench"
    )
    expect(page.locator("#nights-vision-001-code-vision-open-flowchart-cool-1-sightbench")).to_have_count(1)


@pytest.mark.parametrize("width", MENU_WIDTHS)
def test_the_menu_fits_next_to_the_search(visit: Visits, width: int) -> None:
    page = visit("trends/", width=width)
    assert _sideways(page) <= 0
    last = page.locator(".sb-nav li").last.bounding_box()
    switch = page.locator("[data-scheme-switch]").bounding_box()
    assert last is not None
    assert switch is not None
    assert last["x"] + last["width"] <= switch["x"]


@pytest.mark.parametrize(("width", "shown"), [(1440, 5), (320, 3)])
def test_a_narrow_chart_has_fewer_dates_but_the_first_and_the_last(
    visit: Visits, width: int, shown: int
) -> None:
    page = visit("trends/", width=width)
    dates = [date for date in page.locator("figure .nights").first.locator(".t").all() if date.is_visible()]
    assert len(dates) == shown
    assert (dates[0].text_content(), dates[-1].text_content()) == ("1 Mar", "29 Apr")
