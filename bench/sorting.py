"""Measure how long sorting a board of 200 models blocks the page, on a processor made four times slower.

Serves the site on loopback and opens its largest board in the system's Chromium, on a phone and on a desktop.
The longest task after a click on a head is compared with that of moving and laying out all rows at once, in
the same browser and the same run. Exits with 1 if sorting takes more than half as long.
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
COLUMNS = ("score", "cost", "name")
#: Maximum length of the longest task of a sort, as a share of the time that moving all rows takes.
LIMIT = 0.5
#: Chromium does not report tasks below this length, ms.
REPORTED_FROM = 50

#: Runs a part of a page, and returns the length in ms of the longest task that it causes.
_LONGEST = """async ([part, column]) => {
    const parts = {
        sort: () => document.querySelector(`.lb thead th[data-c=${column}] button`).click(),
        move: () => {
            const body = document.querySelector(".lb").tBodies[0];
            const rows = [...body.rows].reverse();
            for (const row of rows) {
                row.classList.remove("cut");
                row.style.contentVisibility = "visible";
            }
            body.append(...rows);
        },
    };
    const quiet = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)));
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


def longest_tasks(page: Page, part: str, rounds: int) -> list[float]:
    """Return the lengths of the longest tasks, ms, each at least ``REPORTED_FROM``."""
    return [
        max(REPORTED_FROM, page.evaluate(_LONGEST, [part, COLUMNS[number % len(COLUMNS)]]))
        for number in range(rounds)
    ]


def measure(browser: Browser, address: str, width: int, rounds: int) -> tuple[float, float]:
    """Return the median longest task of sorting, and of moving all rows, ms."""
    found = []
    for part in ("sort", "move"):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(address, wait_until="networkidle")
        devtools = page.context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        longest_tasks(page, part, len(COLUMNS))  # the first ones compile the script
        found.append(statistics.median(longest_tasks(page, part, rounds)))
        page.close()
    return found[0], found[1]


def largest_board(folder: Path) -> str:
    """Return the address of the largest page of a suite, relative to the site's."""
    pages = sorted((folder / "suite").glob("*/index.html"), key=lambda path: path.stat().st_size)
    return f"{pages[-1].parent.relative_to(folder).as_posix()}/"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site, measure both widths and print the result."""
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
    above = []
    with tempfile.TemporaryDirectory(prefix="sightbench-site-") as name, sync_playwright() as playwright:
        built = options.site or site(Path(name), options.models, options.tasks)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--disable-gpu"])
        print(
            "| as | longest task of a sort, ms | of moving all rows, ms | share | limit |",
            "|---|---|---|---|---|",
            sep="\n",
        )
        with serve_site(built) as address:
            for form, width in WIDTHS.items():
                sorting, moving = measure(browser, address + largest_board(built), width, options.rounds)
                share = sorting / moving
                print(f"| {form} | {sorting:.0f} | {moving:.0f} | {share:.2f} | {LIMIT:g} |", flush=True)
                above += [form] if share > LIMIT else []
        browser.close()
    if above:
        print(f"sorting blocks for too long: {', '.join(above)}", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
