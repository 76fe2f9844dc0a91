"""Measure how long a board of 200 models blocks the page, on a processor made four times slower.

Serves the site on loopback and opens its largest board in the system's Chromium, on a phone and on a desktop.
Sorts, filters, shows all rows, and shows the first ones again. The longest task of each is compared with that
of moving and laying out all rows at once, in the same browser and the same run. Exits with 1 if it takes more
than half of that.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lighthouse import CHROMIUM, site
from playwright.sync_api import Browser, Page, sync_playwright
from serving import serve_site

SLOWER = 4  #: times
WIDTHS = {"phone": 390, "desktop": 1280}
MOVE = "move"  #: moving all rows at once, with which the others are compared
PARTS = ("sort", "filter", "show all", "show first")
#: Maximum length of the longest task of each part, as a share of the time that moving all rows takes.
LIMIT = 0.5
#: Chromium does not report tasks below this length, ms.
REPORTED_FROM = 50

#: Runs a part of a page, and returns the length in ms of the longest task that it causes.
#: A click turns the button "Show all" into "Show the first".
_LONGEST = """async ([part, round]) => {
    const find = (selector) => document.querySelector(selector);
    const show = () => find("p.cap button:not([hidden])").click();
    const parts = {
        sort: () => find(`.lb thead th[data-c=${["score", "cost", "name"][round % 3]}] button`).click(),
        filter: () => {
            const field = find("form.bar [name=name]");
            field.value = round % 2 ? "" : "1";
            field.dispatchEvent(new Event("input", { bubbles: true }));
        },
        "show all": show,
        "show first": show,
        move: () => {
            const body = find(".lb").tBodies[0];
            const rows = [...body.rows].reverse();
            for (const row of rows) {
                row.classList.remove("cut");
                row.style.contentVisibility = "visible";
            }
            body.append(...rows);
        },
    };
    const quiet = () => new Promise((done) => {
        let last = performance.now();
        const watch = new MutationObserver(() => (last = performance.now()));
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        const look = () => {
            if (performance.now() - last < 500) return setTimeout(look, 100);
            watch.disconnect();
            done();
        };
        requestAnimationFrame(look);
    });
    const lengths = [];
    const add = (list) => lengths.push(...list.getEntries().map((task) => task.duration));
    const observer = new PerformanceObserver(add);
    await quiet();
    observer.observe({ type: "longtask" });
    setTimeout(parts[part]); // a task of its own
    await quiet();
    observer.disconnect();
    return Math.max(0, ...lengths);
}"""


def longest_tasks(page: Page, rounds: int) -> dict[str, list[float]]:
    """Return the lengths of the longest tasks of each part, ms, each at least ``REPORTED_FROM``."""
    return {
        part: [max(REPORTED_FROM, page.evaluate(_LONGEST, [part, number])) for number in range(rounds)]
        for part in ("sort", "filter")
    } | _shown(page, rounds)


def _shown(page: Page, rounds: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"show all": [], "show first": []}
    for number in range(rounds):
        for part, lengths in found.items():
            lengths.append(max(REPORTED_FROM, page.evaluate(_LONGEST, [part, number])))
    return found


def measure(browser: Browser, address: str, width: int, rounds: int) -> dict[str, list[float]]:
    """Return the longest tasks of each part, and of moving all rows, ms."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(address, wait_until="networkidle")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    longest_tasks(page, 2)  # the first ones compile the script
    found = longest_tasks(page, rounds)
    found[MOVE] = [page.evaluate(_LONGEST, [MOVE, number]) for number in range(rounds + 1)][1:]
    page.close()
    return found


def largest_board(folder: Path) -> str:
    """Return the address of the largest page of a suite, relative to the site's."""
    pages = sorted((folder / "suite").glob("*/index.html"), key=lambda path: path.stat().st_size)
    return f"{pages[-1].parent.relative_to(folder).as_posix()}/"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site, measure all parts at both widths and print the result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--site", type=Path, help="folder of a built site, instead of building one")
    options = parser.parse_args(arguments)
    chromium = os.environ.get("SIGHTBENCH_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        print("Chromium is not on the PATH\n  fix: apt-get install -y chromium", file=sys.stderr)
        return 3
    above: list[str] = []
    with tempfile.TemporaryDirectory(prefix="sightbench-site-") as name, sync_playwright() as playwright:
        built = options.site or site(Path(name), options.models, options.tasks)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--disable-gpu"])
        print(
            "| as | part | longest task, median ms | maximum ms | share of moving all rows | limit |",
            "|---|---|---|---|---|---|",
            sep="\n",
        )
        with serve_site(built) as address:
            for form, width in WIDTHS.items():
                found = measure(browser, address + largest_board(built), width, options.rounds)
                moving = statistics.median(found[MOVE])
                for part in (*PARTS, MOVE):
                    median = statistics.median(found[part])
                    cells = [f"{median:.0f}", f"{max(found[part]):.0f}", f"{median / moving:.2f}"]
                    limit = f"{LIMIT:g}" if part != MOVE else "–"
                    print("|", " | ".join([form, part, *cells, limit]), "|", flush=True)
                    if part != MOVE and median / moving > LIMIT:
                        above.append(f"{part} as {form}")
        browser.close()
    if above:
        print(f"these block for too long: {', '.join(above)}", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
