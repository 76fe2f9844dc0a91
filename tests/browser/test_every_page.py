"""What holds on every kind of page, found by looking which pages the site has."""

import os
from pathlib import Path
from typing import Any

import pytest
from kinds import pages_of_kinds
from playwright.sync_api import Page
from site_of_ten import ADDRESS, Ten
from visits import Visits

from benchmark.leaderboard.build.links import dead_links

#: Schemes and widths, in px: the largest page of each generated kind is looked at in all of them. Written
#: pages, which share one template, and the smallest of a kind have one each, turn by turn.
LOOKS = (("light", 1440), ("light", 390), ("dark", 390), ("dark", 1440))
NARROWEST = 360
#: Generated kinds, and a few written ones: that none of them is forgotten when the rule above changes.
KNOWN = {
    "",
    "404.html",
    "about",
    "asof",
    "asof/*",
    "commands",
    "compare",
    "cost",
    "dataset",
    "dataset/*/*",
    "dataset/*/*/*",
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
}
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: What can differ in the dark: the elements and their places are those of the light page of that width.
_COLOURS = ["color-contrast", "link-in-text-block"]
#: Further lines of a list or table are made as these are, and looking at hundreds takes seconds.
FURTHER = ["tbody > tr:nth-child(n+13)", "ul > li:nth-child(n+13)", "ol > li:nth-child(n+13)"]
_SETTLED = 300  #: ms after a change of colours; longer than any transition


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which npm installed by its lock."""
    folder = Path(os.environ.get("SIGHTBENCH_AXE", ".nox/axe/node_modules/axe-core"))
    if not (folder / "axe.min.js").is_file():
        pytest.exit(f"{folder} has no axe.min.js\n  fix: ./noxw -s browser, which installs it", returncode=3)
    return (folder / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def kinds(ten: Ten) -> dict[str, list[str]]:
    return pages_of_kinds(ten.folder)


def test_all_kinds_of_pages_are_found(kinds: dict[str, list[str]]) -> None:
    assert set(kinds) >= KNOWN


def test_every_link_and_fragment_leads_somewhere(ten: Ten) -> None:
    assert list(dead_links(ten.folder, ADDRESS)) == []


def test_every_kind_of_page_is_accessible_in_both_schemes_and_at_every_width(
    visit: Visits, kinds: dict[str, list[str]], axe: str
) -> None:
    """Also: one heading, a title and a canonical address; nothing that has to be scrolled sideways."""
    found: list[str] = []
    page = visit()
    for number, pages in enumerate(kinds.values()):
        for path in pages:
            visit.turn(page, path)
            found += [f"{path}: {problem}" for problem in _heads(page)]
            page.evaluate(axe)
            generated = page.locator("article.sb").count()
            looks = LOOKS if generated and path == pages[0] else LOOKS[number % len(LOOKS) :][:1]
            for scheme, width in looks:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.set_viewport_size({"width": width, "height": 900})
                page.wait_for_timeout(_SETTLED)
                rules = _COLOURS if scheme == "dark" and looks is LOOKS else _RULES
                problems = [*_sideways(page), *_violations(page, rules)]
                found += [f"{path} {scheme} {width}: {problem}" for problem in problems]
            page.set_viewport_size({"width": NARROWEST, "height": 900})
            found += [f"{path} {NARROWEST}: {problem}" for problem in _sideways(page)]
    assert not found, "\n".join(found)


def _violations(page: Page, rules: list[str]) -> list[str]:
    done: dict[str, Any] = page.evaluate(
        """([rules, further]) => axe.run(
            {include: [["html"]], exclude: further.map(one => [one])},
            {runOnly: rules, resultTypes: ["violations"]})""",
        [rules, FURTHER],
    )
    return [
        f"{one['id']} at {node['target']}: {node['failureSummary']}"
        for one in done["violations"]
        for node in one["nodes"][:3]
    ]


def _sideways(page: Page) -> list[str]:
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
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
