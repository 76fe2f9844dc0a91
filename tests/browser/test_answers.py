"""A model's answer opens by one click, from one small file, and has its own address."""

import re

import pytest
from playwright.sync_api import Page, expect
from visits import Visits

CLICK_KB = 40
PAGE = "model/vision-001/"
DATASET = "humaneval-v/open"


def _first(page: Page) -> str:
    """Return the id of the first failed task in the list."""
    row = page.locator("table[data-shard] tbody.x tr").first
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
    expect(opened.locator("pre .cut").first).to_have_text(f"The picture of {task} shows a rule.")
    expect(opened.locator("pre .cut").first).to_be_visible()
    expect(page).to_have_url(re.compile(f"open={task}"))


def test_the_address_opens_the_answer_again_and_the_keyboard_closes_it(visit: Visits) -> None:
    page = visit(PAGE)
    task = _first(page)
    page.get_by_role("button", name=f"Answer to {task}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("tr.open").first).to_contain_text("Whole answer")
    again = visit.again(page)
    expect(again.locator("tr.open").first).to_contain_text(f"The picture of {task}")
    button = again.get_by_role("button", name=f"Answer to {task}")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.focus()
    again.keyboard.press("Enter")
    expect(again.locator("tr.open")).to_have_count(0)
    expect(again).not_to_have_url(re.compile("open="))


def test_the_list_without_javascript_has_every_task_with_its_first_failed_check(visit: Visits) -> None:
    page = visit(PAGE, scripts=False)
    rows = page.locator("table[data-shard] tbody.x tr")
    assert rows.count() > 10
    expect(rows.filter(has_text="Wrong answer").first).to_contain_text("gave")


def test_a_result_and_a_group_on_a_page_of_a_task_lead_to_the_opened_answer(visit: Visits) -> None:
    page = visit(PAGE)
    task = _first(page)
    results = visit(f"task/{DATASET}/{task.rpartition('-')[0]}/")
    links = results.locator(f"a[href*='/vision-001/?list='][href$='open={task}']")
    assert links.count() >= 2
    links.first.click()
    opened = results.locator("tr.open").first
    expect(opened).to_contain_text(f"The picture of {task}")
    button = results.get_by_role("button", name=f"Answer to {task}")
    expect(button).to_be_focused()
    expect(button).to_be_in_viewport()


def test_a_link_opens_an_answer_that_the_list_does_not_show_at_first(visit: Visits) -> None:
    page = visit(PAGE)
    last = page.locator("table[data-shard]").first.locator("tbody tr").last
    expect(last).to_be_hidden()
    anchor, task = (
        page.locator("table[data-shard]").first.get_attribute("data-list"),
        last.get_attribute("data-n"),
    )
    name = last.locator("th > a").text_content()
    again = visit(f"{PAGE}?list={anchor}&open={name}")
    expect(again.get_by_role("button", name=f"Answer to {name}")).to_be_focused()
    expect(again.locator(f"tr[data-n='{task}'] + tr.open").first).to_contain_text("Whole answer")


def test_a_tasks_picture_and_who_solved_it_share_the_first_screen(visit: Visits) -> None:
    page = visit("task/code-vision/rebuilt/HumanEval-65/", width=1280)
    expect(page.locator(".plate img").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".solvers tbody tr").nth(5)).to_be_in_viewport()
    page.set_viewport_size({"width": 390, "height": 900})
    page.get_by_role("link", name="Results by model").click()
    expect(page.locator(".solvers thead").first).to_be_in_viewport()


def test_an_opened_group_loads_an_answer(visit: Visits) -> None:
    page = visit(f"task/{DATASET}/wax-towers/")
    group = page.locator("details.load").filter(has_text="expected").first  # a result, so there is a program
    with page.expect_response(lambda response: "/d/a/" in response.url):
        group.locator("summary").click()
    expect(group.locator("pre")).to_contain_text("def solution")


def test_tasks_are_filtered_by_category_and_result_and_the_address_keeps_it(visit: Visits) -> None:
    page = visit(PAGE)
    tasks = page.locator(".ml").first
    tasks.get_by_label("Category").select_option("tree")
    tasks.get_by_label("Result").select_option("Passed")
    visible = tasks.locator("tbody tr:not([hidden])")
    expect(tasks.get_by_role("status")).to_have_text(f"{visible.count()} tasks")
    names = visible.locator("th > a").all_text_contents()
    expect(page).to_have_url(re.compile("category=tree"))
    assert 0 < len(names) < 25
    again = visit.again(page).locator(".ml").first
    expect(again.locator("tbody tr:not([hidden]) > th > a")).to_have_text(names)


def test_another_task_at_random_is_another_one(visit: Visits) -> None:
    page = visit(f"task/{DATASET}/beetle-walk/")
    page.get_by_role("link", name="Another task at random").click()
    page.wait_for_url(lambda address: f"/task/{DATASET}/" in address and "beetle-walk" not in address)
    page = visit(f"dataset/{DATASET}/")
    page.get_by_role("link", name="A family at random").click()
    page.wait_for_url(lambda address: f"/task/{DATASET}/" in address)


def test_two_answers_are_compared_line_by_line(visit: Visits) -> None:
    page = visit("compare/")
    button = page.get_by_role("button", name="Difference of the answers to").first
    button.click()
    lines = page.locator("tr.open pre span")
    expect(lines.filter(has_text="−").first).to_be_visible()
    expect(lines.filter(has_text="+").first).to_be_attached()
    button.click()
    expect(page.locator("tr.open")).to_have_count(0)


@pytest.mark.parametrize(
    ("first", "second", "lines"),
    [
        ("a\nb\nc", "a\nx\nc", ["  a", "− b", "+ x", "  c"]),
        ("b", "a\nb\nb", ["+ a", "+ b", "  b"]),
        ("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n7", ["… 2 equal lines", "  3", "  4", "  5", "− 6", "+ 7"]),
        ("a", "a ", "They are equal."),
        ("a\n" * 400, "a", "more than 400 lines"),
    ],
)
def test_a_difference_is_the_shortest_one(visit, first, second, lines) -> None:
    page = visit(PAGE)
    found = page.evaluate(
        """([first, second]) => {
          const named = (text) => ({ name: "x", answer: { text } });
          const part = answerDifference.shown(named(first), named(second));
          return [[...part.querySelectorAll("pre span")].map((line) => line.textContent), part.textContent];
        }""",
        [first, second],
    )
    if isinstance(lines, str):
        assert lines in found[1]
    else:
        assert found[0] == lines
