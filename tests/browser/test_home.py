"""The home page at three widths: pictures load, nothing is too wide, and the words lead to the glossary."""

import re

import pytest
from playwright.sync_api import expect
from visits import Visits, open_filters, too_wide

from benchmark.analysis.wording import number_word

WIDTHS = (1280, 390, 320)
#: Pages whose tables say their conditions.
PAGES = ("suite/humaneval-v/", "model/vision-001/", "compare/", "cost/", "asof/2026-01-28/")
TASK = "task/humaneval-v/open/apple-sorter/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_stranger_finds_a_sentence_a_task_per_suite_a_table_and_the_next_step(visit, width, scheme) -> None:
    page = visit("", width=width, scheme=scheme)
    expect(page.locator(".what")).to_contain_text("Sightbench measures")
    expect(page.locator(".card")).to_have_count(4)
    for card in page.locator(".card").all():
        card.scroll_into_view_if_needed()
        picture = card.locator("img")
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
        assert picture.get_attribute("alt")
        # The picture is on white in both schemes, as models get it.
        ground = card.locator(".plate").evaluate("plate => getComputedStyle(plate).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
    assert page.locator(".lb").first.locator("tbody tr").count() == 10
    expect(page.locator("h1")).to_contain_text("HumanEval-V")
    for name in ("Submit a model", "Compare models", "Check a row"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert page.locator(".cmd code").last.evaluate("code => code.scrollWidth <= code.clientWidth")
    assert too_wide(page) <= 0


def test_the_first_screen_has_the_claim_its_picture_and_the_suites(visit: Visits) -> None:
    page = visit("", width=1280)
    page.set_viewport_size({"width": 1280, "height": 720})
    parts = {
        "h1": 1,
        ".hero .say > p:not(.eye)": 1,
        ".pic svg.plane >> visible=true": 1,
        ".card h3": 4,
        ".card .when": 4,
    }
    for part, count in parts.items():
        boxes = [found.bounding_box() for found in page.locator(part).all()][:count]
        ends = [box["y"] + box["height"] for box in boxes if box is not None]
        assert len(ends) == count, part
        assert max(ends) <= 720, part
    # The leader of each suite that has a model.
    leaders = [found.bounding_box() for found in page.locator(".card .three li:first-child").all()]
    assert len(leaders) >= 2
    assert all(box is not None and box["y"] + box["height"] <= 720 for box in leaders)


def test_the_picture_names_a_model_and_a_click_compares_it(visit: Visits) -> None:
    page = visit("", width=1280)
    marks = page.locator(".pic svg.plane >> visible=true").locator("a.pt")
    name = marks.nth(4).locator("title").text_content() or ""
    marks.nth(4).hover(force=True)
    expect(page.locator(".chosen")).to_have_text(name)
    row = page.locator(".lb tbody tr.on")
    expect(row).to_have_count(1)
    assert name.startswith(row.locator("th bdi").inner_text())
    marks.nth(0).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".chosen")).not_to_have_text(name)
    first, other = (page.locator(".pic").get_attribute("data-slugs") or "").split()[:5:4]
    marks.nth(4).click(force=True)
    expect(page).to_have_url(re.compile(rf"compare/\?table=.*&a={first}&b={other}$"))
    expect(page.locator("#compare")).to_contain_text(name.partition(":")[0])


def test_the_picture_has_another_axis_at_a_click_without_scripts(visit: Visits) -> None:
    page = visit("", scripts=False)
    shown = page.locator(".pic .fit:visible")
    expect(shown).to_have_count(1)
    kinds = page.locator(".pic .seg label")
    if kinds.count() > 1:
        before = shown.get_attribute("class")
        kinds.nth(1).click()
        assert shown.get_attribute("class") != before


def test_numbers_of_papers_stand_beside_their_marks(visit: Visits) -> None:
    page = visit("", width=1280)
    page.locator(".rest summary").click()
    number, axis = (page.locator(f".rest tbody {part}").first.bounding_box() for part in (".sc b", ".ax"))
    assert number is not None
    assert axis is not None
    assert 0 < axis["x"] - number["x"] - number["width"] < 200


def test_a_sample_leads_to_its_task_and_a_link_to_the_whole_table(visit: Visits) -> None:
    page = visit("")
    page.locator(".card .plate").first.click()
    expect(page).to_have_url(f"{visit.address}{TASK}")
    page = visit("")
    page.locator(".card").first.get_by_role("link", name="HumanEval-V").click()
    expect(page).to_have_url(f"{visit.address}suite/humaneval-v/")


@pytest.mark.parametrize("path", [*PAGES, TASK])
def test_conditions_are_words_that_lead_to_their_definition(visit: Visits, path: str) -> None:
    page = visit(path, width=WIDTHS[-1])
    assert too_wide(page) <= 0
    for summary in page.locator(".tools summary", has_text="Conditions").all()[:1]:
        summary.click()
    words = page.locator(":is(p, dd):has(> .tm)").first
    expect(words).to_contain_text("picture shown · one try, temperature 0, at most 1,024 tokens · our prompt")
    expect(words.locator("code")).to_be_hidden()
    words.get_by_text("exact conditions").click()
    expect(words.locator("code")).to_be_visible()
    expect(words.locator("code")).to_contain_text("image · greedy · sightbench · own")
    words.get_by_role("link", name="one try").click()
    expect(page).to_have_url(f"{visit.address}glossary/#greedy")
    expect(page.locator("#greedy")).to_have_text("greedy")


def test_another_table_of_the_compare_page_says_its_own_conditions(visit: Visits) -> None:
    page = visit("compare/", width=WIDTHS[-1])
    page.locator("#compare-table").select_option(index=1)
    words = page.locator("[data-part=table]")
    expect(words).not_to_contain_text("image · greedy")
    links = words.locator("a.tm")
    expect(links).to_have_count(4)
    for link in links.all():
        assert "glossary/#" in str(link.get_attribute("href"))
    assert too_wide(page) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_a_filter_in_words_chooses_by_id_and_fits(visit: Visits, width: int) -> None:
    page = visit("suite/humaneval-v/", width=width)
    open_filters(page)
    select = page.locator("select[name=setting]")
    assert "picture not shown" in select.locator("option").all_inner_texts()
    select.select_option("picture not shown")
    expect(page).to_have_url(re.compile("setting=signature-only"))
    assert too_wide(page) <= 0


def test_tasks_solved_by_none_are_one_click_away(visit: Visits) -> None:
    page = visit("dataset/code-vision/rebuilt/")
    link = page.get_by_role("link", name="by none")
    words = link.inner_text()
    link.click()
    expect(page.get_by_label("Solved", exact=True)).to_have_value("none")
    shown = page.locator(".gl tbody tr:visible")
    assert {row.get_attribute("data-solved") for row in shown.all()} == {"none"}
    assert words.split()[0] in {str(shown.count()), number_word(shown.count())}


def test_what_changed_is_one_click_from_home_and_its_day_another(visit: Visits) -> None:
    page = visit("", scripts=False)
    page.locator(".by").get_by_role("link", name="What changed").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("What changed in Jan 2026")
    newest = page.locator("section.changed").first
    expect(newest).to_contain_text("28 Jan 2026")
    expect(newest).to_contain_text("Vision 9 Thinking (places")
    newest.get_by_role("link", name="as of that day").click()
    expect(page.get_by_role("heading", name="What changed since 25 Jan 2026")).to_be_visible()


def test_the_citation_of_a_table_opens_without_javascript_and_is_copied_whole(visit: Visits) -> None:
    page = visit("suite/code-vision/", scripts=False)
    entry = page.locator("details .bib code").first
    expect(entry).to_be_hidden()
    page.get_by_text("Cite this table", exact=True).click()
    expect(entry).to_be_visible()
    page = visit("suite/code-vision/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Cite this table", exact=True).click()
    page.locator("details .bib button").first.click()
    expect(page.locator("details .bib button").first).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("@misc{sightbench-rebuilt-flowchart-cool-1-")
    assert "\n  author = {{The Sightbench maintainers}},\n" in copied
    assert copied.count("@misc{") == 2
    assert copied.endswith("\n}")


def test_buttons_that_sort_have_names_of_their_own(visit: Visits) -> None:
    """Each suite is a column."""
    table = visit("").locator("table.lb").first
    names = [
        button.get_attribute("aria-label") or button.inner_text()
        for button in table.locator("thead button").all()
    ]
    assert len(names) > 3
    assert len(set(names)) == len(names)
