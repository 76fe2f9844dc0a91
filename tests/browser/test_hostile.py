"""Untrusted text reaches pages, files and terminals only as text."""

import json
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hostile_field import MARKUP, HostileLedger, hostile_ledger
from kinds import pages_of_kinds
from playwright.sync_api import Page, expect
from site_of_ten import published
from visits import Visits, too_wide

from lab.bench.serving import serve_site
from tests.shards import shard_value

#: Characters that change the direction of text.
_BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Control characters except tab and line ends.
_CONTROL = {chr(code) for code in (*range(32), 127, *range(128, 160))} - set("\t\n\r")

_TEXTS = {".html", ".json", ".csv", ".xml", ".atom", ".txt", ".svg", ".md"}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> HostileLedger:
    return hostile_ledger(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def site(hostile: HostileLedger) -> Path:
    return published(hostile.folder, tasks=(hostile.tasks,))


@pytest.fixture(scope="module")
def hostile_address(site: Path) -> Iterator[str]:
    with serve_site(site) as address:
        yield address


class _Elements(HTMLParser):
    """Collects elements of a page that none of our templates contains."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script = self._data = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._data = tag == "script" and ("type", "application/ld+json") in attrs
        self._script = tag == "script" and not self._data
        for name, value in attrs:
            address = (value or "").strip().lower()
            if name.startswith("on") or name == "style":
                self.found.append(f"<{tag} {name}={value}>")
            if name in {"href", "src", "action"} and (
                address == "x" or address.startswith(("javascript:", "data:,"))
            ):
                self.found.append(f"<{tag} {name}={value}>")

    def handle_data(self, data: str) -> None:
        if self._script and "hacked" in data:
            self.found.append(f"script: {data[:80]}")
        if self._data and any(sign in data for sign in "<>&"):  # a block of data, whose signs are escaped
            self.found.append(f"data: {data[:80]}")

    def handle_endtag(self, _tag: str) -> None:
        self._script = self._data = False


def _texts(site: Path) -> dict[str, str]:
    """Return the texts of all text files by path; a shard is its value as JSON."""
    found = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*"))
        if path.suffix in _TEXTS
    }
    shards = sorted((site / "d").rglob("*.js"))
    assert shards, "the site has no answers"
    return found | {
        path.relative_to(site).with_suffix(".json").as_posix(): json.dumps(shard_value(path.read_bytes()))
        for path in shards
    }


def test_pages_have_no_elements_from_untrusted_text(site: Path) -> None:
    pages = {path: text for path, text in _texts(site).items() if path.endswith(".html")}
    assert any("hacked" in text for text in pages.values()), "the values are on no page"
    found = {path: elements for path, text in pages.items() if (elements := _Elements(text).found)}
    assert found == {}


def test_files_have_no_control_or_direction_characters(site: Path) -> None:
    """In JSON they are escaped; a test below checks that scripts do not show them."""
    found = {
        path: bad for path, text in _texts(site).items() if (bad := sorted((_BIDI | _CONTROL) & set(text)))
    }
    assert found == {}


def test_data_files_are_valid_json_and_xml(site: Path) -> None:
    for path, text in _texts(site).items():
        if path.endswith(".json"):
            json.loads(text)
        elif path.endswith((".xml", ".atom", ".svg")):
            ElementTree.fromstring(text)  # noqa: S314 (our own files)


def test_no_untrusted_script_runs_and_no_page_is_too_wide(visits, hostile_address, site, hostile) -> None:
    """Tested on a page of every kind that shows an untrusted value, with everything expanded."""
    visit = visits(hostile_address)
    paths = dict.fromkeys(path for pages in pages_of_kinds(site).values() for path in pages)
    paths |= dict.fromkeys(f"model/{slug}/" for slug in hostile.slugs)
    looked_at, problems = 0, []
    page = visit()
    for path in paths:
        file = site / path / "index.html" if path.endswith("/") or not path else site / path
        if "hacked" not in file.read_text(encoding="utf-8"):
            continue
        looked_at += 1
        page.set_viewport_size({"width": 1440, "height": 900})
        visit.turn(page, path)
        _open_everything(page)
        shown = set(page.evaluate("document.body.innerText"))
        if bad := sorted(shown & (_BIDI | _CONTROL)):
            problems.append(f"{path}: shows {bad!a}")
        if page.evaluate("typeof hacked !== 'undefined'"):
            problems.append(f"{path}: ran a stranger's script")
        if page.locator("img[src=x], b[style], [onerror]").count():
            problems.append(f"{path}: has a stranger's element")
        for width in (1440, 960, 768, 390):
            page.set_viewport_size({"width": width, "height": 900})
            if (over := too_wide(page)) > 0:
                problems.append(f"{path}: {over} px too wide at {width}")
    assert not problems, "\n".join(problems)
    assert looked_at >= 5


def test_the_search_shows_untrusted_names_as_text(visits, hostile_address) -> None:
    page = visits(hostile_address)("about/?q=hacked", width=390)
    expect(page.get_by_role("option").first).to_contain_text("<script>hacked=1")
    assert page.evaluate("typeof hacked === 'undefined'")
    assert not sorted(set(page.locator("#search-results").inner_text()) & (_BIDI | _CONTROL))
    assert page.locator("#search-results :is(img, script, [style])").count() == 0
    assert page.evaluate("document.querySelector('.md-search__scrollwrap').scrollWidth") <= 390


@pytest.mark.parametrize(
    "command",
    [
        ["rank", "--leaderboard", "--rows", "results"],
        ["results", "list", "--rows", "results"],
        ["results", "check", "--rows", "results"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_commands_print_no_control_or_direction_characters(hostile, command) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmark", *command],
        cwd=hostile.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert sorted((_BIDI | _CONTROL) & set(done.stdout + done.stderr)) == []


def _open_everything(page: Page) -> None:
    for _ in range(2):  # an opened part may contain another one that opens
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        closed = "article [aria-expanded=false]:visible:not([role=combobox])"
        for button in page.locator(f"article button:visible, {closed}").all()[:20]:
            if button.is_visible():
                button.evaluate("button => button.click()")  # an open filter may lie above it
    for field in page.locator("article [role=combobox]:visible").all():
        field.press("ArrowDown")  # opens its list and closes the one before
    page.wait_for_load_state("networkidle")


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


def test_hostile_answers_open_within_the_page_at_every_width(visits, hostile_address) -> None:
    visit = visits(hostile_address)
    for slug in ("markup", "long"):
        assert _problems_of_opened_rows(visit, f"model/{slug}/") == []


def test_the_parser_finds_the_elements_of_hostile_markup() -> None:
    """Without this, the tests above could never fail."""
    assert len(_Elements(f"<p>{MARKUP}</p>").found) >= 4
