"""What changed is a click from home, and citations can be opened and copied."""

from playwright.sync_api import expect
from visits import Visits


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
