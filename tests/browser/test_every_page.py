"""Checks of every kind of page that the site has: links, accessibility and width."""

from typing import Any

import pytest
from kinds import pages_of_kinds
from playwright.sync_api import Page, expect
from site_of_ten import ADDRESS, SiteOfTen
from visits import Visits, too_wide

from lab.bench.links import dead_links

#: Colour schemes and widths in px. The largest page of each generated kind is tested in all of them; written
#: pages, which share a template, and the smallest page of a kind are tested in one of them, in turn.
LOOKS = (("light", 1440), ("light", 390), ("dark", 390), ("dark", 1440))
NARROWEST = 360
#: Generated kinds and a few written pages, so that a change of the rule for kinds cannot lose any of them.
KNOWN = {
    "",
    "404.html",
    "about",
    "asof",
    "asof/*",
    "changes",
    "cite",
    "commands",
    "compare",
    "cost",
    "dataset",
    "dataset/*/*",
    "dataset/*/*/*",
    "date",
    "decisions",
    "decisions/*",
    "docs",
    "downloads",
    "model",
    "model/*",
    "papers",
    "schemas",
    "size",
    "status",
    "suite/*",
    "task/*/*/*",
    "trends",
}
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Rules that can fail only by colours; a dark page is otherwise equal to the light page of the same width.
_COLOURS = ["color-contrast", "link-in-text-block"]
#: Later parts of lists and tables are removed for axe: they are like the first ones, and many take long.
FURTHER = ":is(tbody > tr, :is(ul, ol) > li, .strip > figure, section.family):nth-child(n+13)"
#: Ends all transitions after a change of colours or width, and draws twice.
_SETTLE = """async () => {
    for (const moving of document.getAnimations())
        if (moving.effect.getComputedTiming().endTime < Infinity) moving.finish();
    for (let drawn = 0; drawn < 2; drawn++) await new Promise(requestAnimationFrame);
}"""


@pytest.fixture(scope="session")
def kinds(ten: SiteOfTen) -> dict[str, list[str]]:
    return pages_of_kinds(ten.folder)


def test_the_site_has_all_known_kinds_of_pages(kinds: dict[str, list[str]]) -> None:
    assert set(kinds) >= KNOWN


def test_every_link_and_fragment_has_a_target(ten: SiteOfTen) -> None:
    assert list(dead_links(ten.folder, ADDRESS)) == []


def test_every_kind_of_page_is_accessible_in_both_schemes_and_at_every_width(visit, kinds, axe) -> None:
    """Each page also has one heading, a title and a canonical address, and does not scroll sideways."""
    found: list[str] = []
    page = visit()
    for number, pages in enumerate(kinds.values()):
        for path in pages:
            visit.turn(page, path)
            found += [f"{path}: {problem}" for problem in _heads(page)]
            page.evaluate(axe)
            generated = page.locator("article.sb").count()
            looks = LOOKS if generated and path == pages[0] else LOOKS[number % len(LOOKS) :][:1]
            for width in {NARROWEST, *(width for _, width in looks)}:
                page.set_viewport_size({"width": width, "height": 900})
                page.evaluate(_SETTLE)
                found += [f"{path} {width}: {problem}" for problem in _sideways(page)]
            page.evaluate("all => document.querySelectorAll(all).forEach(one => one.remove())", FURTHER)
            for scheme, width in looks:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.set_viewport_size({"width": width, "height": 900})
                page.evaluate(_SETTLE)
                rules = _COLOURS if scheme == "dark" and looks is LOOKS else _RULES
                found += [f"{path} {scheme} {width}: {problem}" for problem in _violations(page, rules)]
    assert not found, "\n".join(found)


def _violations(page: Page, rules: list[str]) -> list[str]:
    done: dict[str, Any] = page.evaluate(
        "rules => axe.run({runOnly: rules, resultTypes: ['violations']})", rules
    )
    return [
        f"{violation['id']} at {node['target']}: {node['failureSummary']}"
        for violation in done["violations"]
        for node in violation["nodes"][:3]
    ]


def _sideways(page: Page) -> list[str]:
    over = too_wide(page)
    return [f"{over} px wider than the window"] if over > 0 else []


def _heads(page: Page) -> list[str]:
    problems = []
    if (headings := page.locator("h1").count()) != 1:
        problems.append(f"{headings} h1")
    if not page.title().strip():
        problems.append("no title")
    canonical = page.locator("link[rel=canonical]")
    if not page.url.endswith("404.html") and canonical.count() != 1:
        problems.append("no canonical address")
    return problems


def test_print_shows_what_is_folded_and_the_contents_mark_the_part_that_is_read(visit: Visits) -> None:
    page = visit("task/code-vision/rebuilt/HumanEval-0/")
    folded = page.locator("details:not([open]):not(.load)")
    before = folded.count()
    assert before > 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.count() == before
    written = visit("statistics/")
    link = written.locator(".md-nav--secondary a").nth(3)
    link.click()
    expect(link).to_have_attribute("aria-current", "true")


def test_the_older_address_of_a_task_leads_to_the_page_that_has_it_now(visit: Visits) -> None:
    page = visit("404.html")
    page.goto(f"{visit.address}task/mathopeval/open-words/bar-000/")
    expect(page).to_have_url(f"{visit.address}task/mathopeval/open-choice/bar-000/#open-words")
    expect(page.locator("#open-words")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Also in open-words")).to_be_visible()
    (missing,) = visit.watched.problems
    assert "404" in missing
    visit.watched.problems.clear()
