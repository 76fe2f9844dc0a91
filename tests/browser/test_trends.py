"""The page of trends at four widths and without scripts, and nights on a model's page."""

import itertools

import pytest
from playwright.sync_api import expect
from visits import Visits, too_wide

from benchmark.leaderboard.parts.labels import short_labels

WIDTHS = (1440, 980, 390, 320)
#: Widths at which the menu is in one line with the search.
MENU_WIDTHS = (960, 980, 1024, 1100, 1219, 1220)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_answer_the_chart_and_its_list_are_there_at_every_width(visit, width, scheme) -> None:
    page = visit("trends/", width=width, scheme=scheme)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("1 of 3 watched models got worse in the last 60 nights.")
    expect(heading).to_be_in_viewport()
    assert too_wide(page) <= 0
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
    assert too_wide(page) <= 0


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
    assert too_wide(page) <= 0
    last = page.locator(".sb-nav li").last.bounding_box()
    switch = page.locator("[data-scheme-switch]").bounding_box()
    assert last is not None
    assert switch is not None
    assert last["x"] + last["width"] <= switch["x"]


@pytest.mark.parametrize(("width", "shown"), [(1440, 5), (320, 3)])
def test_a_narrow_chart_has_fewer_dates_but_the_first_and_the_last(visit, width, shown) -> None:
    page = visit("trends/", width=width)
    dates = [date for date in page.locator("figure .nights").first.locator(".t").all() if date.is_visible()]
    assert len(dates) == shown
    assert (dates[0].text_content(), dates[-1].text_content()) == ("1 Mar", "29 Apr")


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("page", ["cost/", "size/"])
def test_drawn_labels_overlap_neither_points_nor_each_other(visit: Visits, page: str, width: int) -> None:
    charts = visit(page, width=width).locator("svg.plane")
    assert charts.count() > 0
    for chart in charts.all():
        labels, points = chart.evaluate(
            """chart => ['.at .l', 'circle:not(.hit), rect:not(.w)']
              .map(kind => [...chart.querySelectorAll(kind)]
              .map(each => each.getBoundingClientRect())
              .filter(box => box.width)
              .map(box => [box.left, box.top, box.right, box.bottom]))"""
        )
        assert labels
        plane = chart.bounding_box()
        assert plane is not None
        assert all(plane["x"] - 1 <= box[0] and box[2] <= plane["x"] + plane["width"] + 1 for box in labels)
        pairs = [*itertools.product(labels, points), *itertools.combinations(labels, 2)]
        assert [pair for pair in pairs if _overlap(*pair)] == []


def _overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share more than the rim of a point."""
    return all(one[at] + 1 < other[at + 2] and other[at] + 1 < one[at + 2] for at in (0, 1))


def test_a_mark_is_named_by_pointer_and_keys_and_leads_to_its_model(visit: Visits) -> None:
    page = visit("cost/")
    figure = page.locator("figure.plot").first
    chosen, named = figure.locator(".chosen"), figure.locator("text.is")
    rows = page.locator(".plot + .scroll").first.locator("tbody tr")
    names = rows.locator("th a").all_inner_texts()
    scores = [float(text) for text in rows.locator(".sc b").all_inner_texts()]
    assert scores == sorted(scores, reverse=True)
    expect(chosen).to_contain_text(names[0])
    mark = figure.locator("a.pt").nth(2)
    box = mark.locator(".hit").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    page.mouse.move(box["x"] + 14, box["y"] + 11)
    expect(chosen).to_contain_text(names[2])
    labels = [f"{name} {score}" for name, score in zip(short_labels(names), scores, strict=True)]
    expect(named).to_have_text(labels[2])
    expect(rows.nth(2)).to_contain_class("on")
    assert figure.locator("a.pt[tabindex='0']").count() == 1
    figure.locator("a.pt[tabindex='0']").focus()
    expect(chosen).to_contain_text(names[0])
    seen = set()
    page.keyboard.press("Home")
    for _ in names:
        seen.add(named.text_content())
        overlaps = figure.evaluate(
            """figure => {
              const is = figure.querySelector('text.is').getBoundingClientRect();
              const meets = (box) => box.width && box.left < is.right && is.left < box.right
                && box.top < is.bottom && is.top < box.bottom;
              const others = [...figure.querySelectorAll('.at .l:not(.is)')];
              return others.filter((text) => meets(text.getBoundingClientRect())).length;
            }"""
        )
        assert overlaps == 0
        page.keyboard.press("ArrowRight")
    assert len(seen) == len(names)
    assert seen <= {*labels, *names}, "a mark without a label is named in full"
    text = named.text_content() or ""
    last = text if text in names else names[labels.index(text)]
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(last)


def test_the_address_of_another_order_names_the_same_marks(visit: Visits) -> None:
    page = visit("cost/?sort=name")
    figure = page.locator("figure.plot").first
    for mark in figure.locator("a.pt").all():
        href = mark.get_attribute("href") or ""
        title = mark.locator("title").text_content() or ""
        name = page.locator(".plot + .scroll").first.locator(f"a[href$='{href.split('/model/')[1]}']").first
        assert title.startswith((name.text_content() or "").strip())
