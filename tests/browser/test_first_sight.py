"""What a reader sees at once: nothing moves while a page loads, and links look like links."""

import pytest
from visits import Visits

MOST_SHIFT = 0.02  #: of https://web.dev/articles/cls, which calls up to 0.1 good
PAGES = (
    "",
    "changes/",
    "compare/",
    "cost/",
    "dataset/",
    "dataset/code-vision/rebuilt/",
    "dataset/humaneval-v/open/",
    "downloads/",
    "model/",
    "model/vision-001/",
    "status/",
    "suite/code-vision/",
    "suite/humaneval-v/",
    "suite/mathopeval/",
    "task/humaneval-v/open/wax-towers/",
    "trends/",
)
_SHIFT = """
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push([value, sources.map(({ node }) => `${node?.outerHTML}`.slice(0, 80))]);
  }).observe({ type: "layout-shift", buffered: true });
"""
#: Links in the text of a page with neither an underline nor the colour of links nor the form of a button.
_PLAIN = """() => {
  const accent = document.createElement("i");
  accent.style.color = "var(--sb-accent)";
  document.body.append(accent);
  const { color } = getComputedStyle(accent);
  const underlined = (part) => getComputedStyle(part).textDecorationLine.includes("underline");
  return [...document.querySelectorAll("main a[href]")].filter((link) => {
    const style = getComputedStyle(link);
    if (!link.offsetParent || !link.textContent.trim() || link.closest("nav, .btn, .vh")) return false;
    return !underlined(link) && ![...link.querySelectorAll("*")].some(underlined) && style.color !== color;
  }).map((link) => `${link.parentElement.className}: ${link.textContent.trim().slice(0, 40)}`);
}"""

#: Boxes that scroll inside a page, other than tables whose models stay, and rows of pictures, cards or tabs.
_SCROLLING = """() => [...document.querySelectorAll("main *")].filter((box) => {
  const { overflowX, overflowY } = getComputedStyle(box);
  const scrolls = (how, whole, shown) => ["auto", "scroll"].includes(how) && whole > shown + 1 && shown > 1;
  return !box.closest(".across, .strip, .cards, .suites")
    && (scrolls(overflowX, box.scrollWidth, box.clientWidth)
      || scrolls(overflowY, box.scrollHeight, box.clientHeight));
}).map((box) => `${box.localName} ${box.className}: ${box.scrollWidth} x ${box.scrollHeight}`)"""


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_while_a_page_loads(visit: Visits, width: int) -> None:
    page = visit("404.html", width=width)
    page.add_init_script(_SHIFT)
    found = {}
    for path in PAGES:
        visit.turn(page, path)
        shifts = page.evaluate("shifts")
        if sum(value for value, _ in shifts) >= MOST_SHIFT:
            found[path] = shifts
    assert found == {}


@pytest.mark.parametrize("width", [390, 1280])
def test_no_box_scrolls_inside_a_page(visit: Visits, width: int) -> None:
    """Long lines of code wrap, and so do many filters."""
    page = visit("404.html", width=width)
    found = {}
    for path in PAGES:
        visit.turn(page, path)
        page.evaluate("for (const part of document.querySelectorAll('details:not([name])')) part.open = true")
        if boxes := page.evaluate(_SCROLLING):
            found[path] = boxes
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_links_look_like_links(visit: Visits, scheme: str) -> None:
    page = visit("404.html", scheme=scheme)
    found = {}
    for path in PAGES:
        visit.turn(page, path)
        if plain := page.evaluate(_PLAIN):
            found[path] = plain[:5]
    assert found == {}


def test_a_shift_and_a_plain_link_are_found(visit: Visits) -> None:
    """Without this, the tests above could pass because they see nothing."""
    page = visit("404.html")
    page.add_init_script(_SHIFT)
    visit.turn(page, "model/")
    page.evaluate("""() => {
      const tall = document.createElement("div");
      tall.style.height = "300px";
      document.querySelector("article").prepend(tall);
      document.querySelector("main th a").style.textDecoration = "none";
    }""")
    # wait_for_function evaluates a string in the page, which its policy refuses.
    page.evaluate(
        "async (most) => { for (let left = 600; left && !shifts.some(([value]) => value >= most); left--)"
        " await new Promise(requestAnimationFrame); }",
        MOST_SHIFT,
    )
    assert page.evaluate(f"shifts.some(([value]) => value >= {MOST_SHIFT})")
    assert len(page.evaluate(_PLAIN)) == 1
