"""A model's answer opens by one click, from one small file, and has its own address."""

from playwright.sync_api import Page, expect
from visits import Visits

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
