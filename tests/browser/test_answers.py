"""A model's answer opens by one click, from one small file, and has its own address."""

from collections.abc import Callable
from pathlib import Path

from hostile_field import hostile_ledger
from playwright.sync_api import Page, expect
from published_field import SLUG, published_ledger
from site_of_ten import published
from visits import Visits

from bench.serving import serve_site

CLICK_KB = 40
PAGE = "model/vision-001/"


def _first(page: Page) -> str:
    """Return the id of the first failed task in the list."""
    row = page.locator("table[data-shard] tbody tr[data-s=failed]").first
    return str(row.locator("th").inner_text()).strip()


def test_a_click_loads_one_small_file_and_shows_the_answer_and_the_failed_check(visit: Visits) -> None:
    page = visit(PAGE)
    task = _first(page)
    with page.expect_response(lambda response: "/d/a/" in response.url) as fetched:
        page.get_by_role("button", name=f"Answer to {task}").click()
    assert int(fetched.value.headers["content-length"]) < CLICK_KB * 1000
    opened = page.locator("tr.open").first
    expect(opened).to_contain_text("Whole answer")
    expect(opened).to_contain_text("First failed check")
    expect(opened.locator("pre").first).to_contain_text(f"The picture of {task} shows a rule.")
    assert f"open={task}" in page.url


def test_the_address_opens_the_answer_again_and_the_keyboard_closes_it(visit: Visits) -> None:
    page = visit(PAGE)
    task = _first(page)
    page.get_by_role("button", name=f"Answer to {task}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("tr.open").first).to_contain_text("Whole answer")
    again = visit(page.url.removeprefix(visit.address))
    expect(again.locator("tr.open").first).to_contain_text(f"The picture of {task}")
    button = again.get_by_role("button", name=f"Answer to {task}")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.focus()
    again.keyboard.press("Enter")
    expect(again.locator("tr.open")).to_have_count(0)
    assert "open=" not in again.url


def test_the_list_without_javascript_has_every_task_with_its_first_failed_check(visit: Visits) -> None:
    page = visit(PAGE, scripts=False)
    rows = page.locator("table[data-shard] tbody tr[data-s=failed]")
    assert rows.count() > 10
    expect(rows.first).to_contain_text("gave")


#: Widths in px at which answers are opened: a small notebook, a phone, and the narrowest phone.
WIDTHS = (1280, 390, 320)
#: Number of rows that are opened at each width: those that a list shows at first.
OPENED = 25
#: Finds what an opened row makes too wide: the page, and every text that neither wraps nor scrolls.
_TOO_WIDE = """() => {
  const found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page: ${page.scrollWidth} px`);
  for (const cell of document.querySelectorAll("tr.open > td")) {
    const limit = cell.getBoundingClientRect().right + 1;
    for (const part of cell.querySelectorAll("h3, p, dt, dd, pre")) {
      const box = part.getBoundingClientRect();
      if (box.right > limit) found.push(`${part.tagName}: ${Math.round(box.right - limit)} px outside`);
      if (part.tagName !== "PRE" && part.scrollWidth > part.clientWidth + 1)
        found.push(`${part.tagName} is cut: ${part.textContent.slice(0, 60)}`);
    }
  }
  return found;
}"""


def _problems_of_opened_rows(visit: Visits, path: str) -> list[str]:
    found = []
    page = visit(path, width=WIDTHS[0])
    table = page.locator("table[data-shard]").first
    buttons = table.locator("tbody tr:not([hidden]) button.op")
    opened = min(buttons.count(), OPENED)
    assert opened
    for number in range(opened):
        buttons.nth(number).click()
    expect(table.locator("tr.open h3").first).to_be_visible()
    expect(table.locator("tr.open [aria-busy]")).to_have_count(0)
    expect(table.locator("tr.open")).to_have_count(opened)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        found += [f"{path} {width}: {problem}" for problem in page.evaluate(_TOO_WIDE)]
    return found


def test_published_answers_open_within_the_page_at_every_width(
    visits: Callable[[str], Visits], shared_data: Path, tmp_path: Path
) -> None:
    tasks = published_ledger(tmp_path, shared_data)
    with serve_site(published(tmp_path, tasks=(tasks,))) as address:
        assert _problems_of_opened_rows(visits(address), f"model/{SLUG}/") == []


def test_hostile_answers_open_within_the_page_at_every_width(
    visits: Callable[[str], Visits], tmp_path: Path
) -> None:
    hostile = hostile_ledger(tmp_path)
    with serve_site(published(hostile.folder, tasks=(hostile.tasks,))) as address:
        visit = visits(address)
        for slug in ("markup", "long"):
            assert _problems_of_opened_rows(visit, f"model/{slug}/") == []
