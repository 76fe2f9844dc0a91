"""A site that is opened from disk, without a server: its data arrives as scripts."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from site_of_ten import SiteOfTen
from visits import Visits, open_filters

from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.inputs.site_config import SiteConfig

LEAF = "index.html"


@pytest.fixture(scope="module")
def folder(ten: SiteOfTen, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of ten models as `sightbench site` builds them for a reader of its own machine."""
    out = tmp_path_factory.mktemp("disk") / "site"
    build_site(SiteConfig(rows=ten.ledger, submissions=ten.folder.parent / "submissions"), out)
    return out


@pytest.fixture
def disk(visits, folder: Path) -> Visits:
    visit: Visits = visits(f"{folder.as_uri()}/")
    return visit


def test_two_models_are_compared_with_the_checks_of_their_answers(disk: Visits) -> None:
    page = disk(f"compare/{LEAF}?a=vision-003&b=vision-007")
    expect(page.locator("h1")).to_contain_text("Vision 7 Instruct")
    page.locator("#differ").scroll_into_view_if_needed()
    expect(page.locator(".apart .went").first).to_contain_text("solution(")
    page.get_by_role("button", name="Difference of the answers to").first.click()
    expect(page.locator("tr.open pre span").first).to_be_visible()


def test_a_filter_leaves_places_and_a_headline_of_its_own(disk: Visits) -> None:
    page = disk(f"suite/humaneval-v/{LEAF}")
    open_filters(page)
    page.locator("select[name=weights]").select_option("open")
    expect(page.locator(".answer h1")).to_have_text(
        re.compile(r"^Among these \d, Vision 0 Thinking leads by ")
    )


def test_an_answer_opens_with_its_check_and_can_be_taken_home(disk: Visits) -> None:
    page = disk(f"model/vision-001/{LEAF}")
    page.locator("button.op").first.click()
    opened = page.locator("tr.open").first
    expect(opened).to_contain_text("First failed check")
    with page.expect_download() as taken:
        opened.get_by_role("link", name="These answers as JSON").click()
    assert '"status":"' in Path(taken.value.path()).read_text(encoding="utf-8")


def test_an_address_for_a_feed_reader_is_whole(disk: Visits, folder: Path) -> None:
    page = disk(f"subscribe/{LEAF}")
    assert page.locator(".cmd code").all_inner_texts() == [
        f"{folder.as_uri()}/data/{name}.xml" for name in ("feed", "nights")
    ]


def test_a_group_of_answers_opens_and_a_random_task_is_another_one(disk: Visits) -> None:
    page = disk(f"task/humaneval-v/open/beetle-walk/{LEAF}")
    group = page.locator("details.load").first
    group.locator("summary").click()
    expect(group.locator("pre")).to_be_visible()
    page.get_by_role("link", name="Another task at random").click()
    page.wait_for_url(lambda address: "/task/humaneval-v/open/" in address and "beetle-walk" not in address)


def test_a_cell_of_the_map_of_verdicts_is_named_and_opens_its_answer(disk: Visits) -> None:
    page = disk(f"dataset/humaneval-v/open/{LEAF}")
    page.locator("a.strip").nth(3).focus()
    page.keyboard.press("End")
    name = page.locator(".heat .cell b")
    expect(name).to_be_visible()
    task = name.inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Answer to {task}")).to_be_focused()
    expect(page.locator("tr.open").first).to_contain_text("Whole answer")


def test_what_cannot_be_loaded_is_named_and_is_asked_for_again(disk: Visits, folder: Path) -> None:
    page = disk(f"model/vision-001/{LEAF}")
    button = page.locator("button.op").first
    name = str(page.locator("table[data-shard]").first.get_attribute("data-shard"))
    shard = folder / name.removeprefix("../../")
    aside = shard.rename(shard.with_suffix(".aside"))
    button.click()
    opened = page.locator("tr.open").first
    expect(opened).to_have_text(re.compile(r"^Not loaded: d/a/.*/00\.js\. Try again, or reload the page\.$"))
    aside.rename(shard)
    disk.watched.problems.clear()  # the browser names the file, too
    button.click()
    button.click()
    expect(page.locator("tr.open").first).to_contain_text("First failed check")
