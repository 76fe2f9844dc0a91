"""Measure sites of many models: 200 on 600 tasks and on 3,200 tasks, all with completions and verdicts.

Prints CPU seconds and memory of ``sightbench rank`` with an empty cache and then of ``sightbench site``, as
the workflow that publishes the pages runs them; the size and number of files of the site beyond those of a
site without rows, which has all pages and pictures of the bundled data sets; the gzipped bytes that a first
visit to the largest page of each kind downloads (the page, its styles and scripts), and those that the search
loads when it is first used. Files are written below ``TMPDIR``: a disk whose files were just deleted is slow
to make new ones. Exits with 1 if a value exceeds its limit. The rows are synthetic, from a fixed seed.
"""

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin

from field import Table, make_field, synthetic_tasks

from benchmark.files.tasks import write_tasks
from lab.bench.links import dead_links

SUITE, DATASET, DRILL = "humaneval-v", "many", "d/a/"
_LOADED = re.compile(r"""<(?:link[^>]*rel="?(?:stylesheet|icon)[^>]*href|script[^>]*src)="?([^" >]+)""")
_MB = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteLimits:
    """The limits of a site with this number of tasks."""

    tasks: int
    cpu_seconds: float | None
    memory_mb: int | None


LIMITS = (
    SiteLimits(tasks=600, cpu_seconds=15, memory_mb=400),
    SiteLimits(tasks=3200, cpu_seconds=None, memory_mb=500),
)
MODEL_FILES, TASK_FILES = 3, 2.2  #: beyond a site without rows
ANSWER_BYTES = 350  #: per answer beyond a site without rows; 293 were measured
HOME_KB, PAGE_KB, CLICK_KB, SEARCH_KB = 90, 200, 40, 200
#: What is loaded when the search is first used.
SEARCH = ("search/index.js", "assets/shards.js", "assets/search.js", "assets/search.css")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The time and memory of a command with all its processes."""

    seconds: float
    cpu_seconds: float
    #: CPU seconds of these in the kernel, mostly for writing files; they vary with the disk.
    kernel_seconds: float
    memory_mb: float  #: memory of the largest process, MiB


def rank(folder: Path) -> Cost:
    """Run ``sightbench rank`` on a folder of rows with an empty cache, and measure it."""
    return _measure("rank", "--rows", folder / "results", "--cache", folder / "cache")


def build(folder: Path, out: Path) -> Cost:
    """Run ``sightbench site`` on a folder of rows after :func:`rank`, and measure it."""
    return _measure(*build_command(folder, out))


def build_command(folder: Path, out: Path) -> list[str | Path]:
    """Return the arguments of ``sightbench`` that build the site of a folder of rows after :func:`rank`."""
    tasks = folder / "tasks" / "tasks.jsonl"
    options = ["--cache", folder / "cache", "--submissions", folder / "submissions"]
    options += ["--tasks", tasks] if tasks.is_file() else []  # a site without rows has none
    return ["site", "-q", "--rows", folder / "results", "--web", "--out", out, *options]


def _measure(*command: str | Path) -> Cost:
    started, before = time.monotonic(), os.times()
    # With an address, each table and model has a picture for previews of links.
    published = {**os.environ, "SIGHTBENCH_SITE_URL": "https://example.org/sightbench/"}
    whole = [sys.executable, "-m", "benchmark", *map(str, command)]
    subprocess.run(whole, check=True, stdout=subprocess.DEVNULL, env=published)
    after = os.times()
    kernel = after.children_system - before.children_system
    return Cost(
        seconds=time.monotonic() - started,
        cpu_seconds=after.children_user - before.children_user + kernel,
        kernel_seconds=kernel,
        memory_mb=_memory(),
    )


def _memory() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def report(folder: Path, models: int, limits: SiteLimits, *, follow: bool) -> tuple[str, list[str]]:
    """Build a site and return a Markdown table of its measurements, and the names of exceeded limits."""
    tasks = synthetic_tasks(folder / "tasks", SUITE, DATASET, limits.tasks)
    write_tasks(folder / "tasks" / "tasks.jsonl", tasks)
    started = time.process_time()
    tables = [
        Table(suite=SUITE, dataset=DATASET, setting="image", protocol="greedy", tasks=tasks),
        Table(
            suite=SUITE, dataset=DATASET, setting="signature-only", protocol="greedy", tasks=tasks, every=10
        ),
    ]
    make_field(folder / "results", tables, models)
    print(f"made {models} models in {time.process_time() - started:.0f} CPU s", file=sys.stderr, flush=True)
    answers = limits.tasks * sum(-(-models // table.every) for table in tables)
    bundled = _sizes(_without_rows(folder / "bundled"))
    out = folder / "site"
    ranked = rank(folder)
    cost = build(folder, out)
    sizes = _sizes(out)
    size, files = sum(sizes.values()) - sum(bundled.values()), len(sizes) - len(bundled)
    measured: list[tuple[str, float, float | None, str]] = [
        ("rank, CPU", ranked.cpu_seconds, None, "s"),
        ("build, CPU", cost.cpu_seconds, limits.cpu_seconds, "s"),
        ("of it in the kernel", cost.kernel_seconds, None, "s"),
        ("largest process", cost.memory_mb, limits.memory_mb, "MiB"),
        ("size of the bundled sets", sum(bundled.values()) / _MB, None, "MB"),
        ("files of the bundled sets", len(bundled), None, ""),
        ("size beyond them", size / _MB, ANSWER_BYTES * answers / _MB, "MB"),
        ("files beyond them", files, MODEL_FILES * models + TASK_FILES * limits.tasks, ""),
        ("first search", sum(_gzipped_bytes(out / path) for path in SEARCH) / 1000, SEARCH_KB, "kB"),
    ]
    for kind, path in sorted(heaviest_pages(sizes).items()):
        limit = HOME_KB if kind == "" else PAGE_KB
        measured.append((f"page {kind or 'home'}, cold", transferred_bytes(out, path) / 1000, limit, "kB"))
    clicks = [path for path in sizes if path.startswith(DRILL)]
    if clicks:
        click = max(clicks, key=sizes.__getitem__)
        measured.append(("a click on an answer", _gzipped_bytes(out / click) / 1000, CLICK_KB, "kB"))
    folders = Counter[str]()
    for path, size in sizes.items():
        folders[path.partition("/")[0] if "/" in path else "."] += size
    lines = [f"{models} models on {limits.tasks:,} tasks ({cost.seconds:.0f} s of wall time)", ""]
    lines += ["| what | measured | limit |", "|---|---|---|"]
    for name, value, limit, unit in measured:
        lines.append(f"| {name} | {value:,.1f} {unit} | {'–' if limit is None else f'{limit:,g} {unit}'} |")
    largest = ", ".join(
        f"{name} {size / _MB:,.1f} MB in {sum(path.startswith(name) for path in sizes):,}"
        for name, size in folders.most_common(6)
    )
    lines += ["", f"folders: {largest}"]
    if follow:
        dead = list(dead_links(out))
        lines.append(f"dead links: {len(dead)}{''.join(f'; {link}' for link in dead[:5])}")
    return "\n".join(lines), [
        name for name, value, limit, _ in measured if limit is not None and value > limit
    ]


def _without_rows(folder: Path) -> Path:
    """Build a site without rows, and return its folder."""
    (folder / "results").mkdir(parents=True)
    rank(folder)
    build(folder, folder / "site")
    return folder / "site"


def _sizes(out: Path) -> dict[str, int]:
    """Return the size of each file below a folder, by its path."""
    return {
        path.relative_to(out).as_posix(): path.stat().st_size for path in out.rglob("*") if path.is_file()
    }


def heaviest_pages(sizes: dict[str, int]) -> dict[str, str]:
    """Return the largest page of each kind; a kind is a top folder and a depth."""
    found: dict[str, str] = {}
    for path, size in sizes.items():
        if not path.endswith("/index.html") and path != "index.html":
            continue
        folders = path.split("/")[:-1]
        kind = "/".join((*folders[:1], *("*" for _ in folders[1:])))
        if kind not in found or size > sizes[found[kind]]:
            found[kind] = path
    return found


def transferred_bytes(out: Path, page: str) -> int:
    """Return the gzipped bytes of a page and of what it loads, without pictures, which are loaded later."""
    text = (out / page).read_text(encoding="utf-8")
    loaded = {unquote(urljoin(f"/{page}", path)).lstrip("/") for path in _LOADED.findall(text)}
    return sum(_gzipped_bytes(out / path) for path in {page, *loaded} if (out / path).is_file())


@cache
def _gzipped_bytes(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def _limits(tasks: int | None) -> Iterator[SiteLimits]:
    yield from (limits for limits in LIMITS if tasks in (None, limits.tasks))


def main() -> int:
    """Measure each size and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument(
        "--tasks", type=int, choices=[known.tasks for known in LIMITS], help="measure only one size"
    )
    parser.add_argument("--links", action="store_true", help="also check every link")
    parser.add_argument("--keep", type=Path, help="folder to keep the rows and the site in")
    options = parser.parse_args()
    above = []
    for limits in _limits(options.tasks):
        folder = Path(tempfile.mkdtemp(prefix="sightbench-site-"))
        try:
            text, more = report(folder, options.models, limits, follow=options.links)
            print(f"{text}\n", flush=True)
            above += [f"{name} of {limits.tasks:,} tasks" for name in more]
            if options.keep:
                shutil.copytree(folder, options.keep / str(limits.tasks), dirs_exist_ok=True)
        finally:
            shutil.rmtree(folder)
    if above:
        print(f"exceeded limits: {', '.join(above)}", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
