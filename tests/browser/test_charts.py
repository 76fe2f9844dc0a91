"""Charts of models: labels cover neither points nor each other, and every mark can be named and opened."""

import itertools

import pytest
from playwright.sync_api import expect
from visits import Visits


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("page", ["cost/", "size/"])
def test_drawn_labels_overlap_neither_points_nor_each_other(visit: Visits, page: str, width: int) -> None:
    charts = visit(page, width=width).locator("svg.plane")
    assert charts.count() > 0
    for chart in charts.all():
        labels, points = chart.evaluate(
            """chart => ['.at .l', 'circle:not(.hit), rect'].map(kind => [...chart.querySelectorAll(kind)]
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
    expect(named).to_have_text(names[2])
    expect(rows.nth(2)).to_have_class("on")
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
              const others = [...figure.querySelectorAll('.at .l')];
              return others.filter((text) => meets(text.getBoundingClientRect())).length;
            }"""
        )
        assert overlaps == 0
        page.keyboard.press("ArrowRight")
    assert seen == set(names)
    last = named.text_content() or ""
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
