"""The site of many models: 200 on 600 tasks and on 3,200, with a row, completions and verdicts each.

Prints CPU seconds and memory of ``sightbench site``, size and files of what it writes, and what a reader
fetches for the heaviest page of each kind, cold and gzipped: the page, its styles, scripts and the search
index. Exits with 1 where something is above what the site promises. Rows are synthetic, by a seed.
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
from benchmark.leaderboard.build.links import dead_links

SUITE, DATASET, DRILL = "humaneval-v", "many", "d/a/"
_LOADED = re.compile(r"""<(?:link[^>]*rel="(?:stylesheet|icon)"[^>]*href|script[^>]*src)="([^"]+)""")
_MB = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """The most that a site may take."""

    tasks: int
    cpu_seconds: float | None
    memory_mb: int | None
    size_mb: int
    files: int


PROMISES = (
    Promise(tasks=600, cpu_seconds=15, memory_mb=400, size_mb=400, files=5000),
    Promise(tasks=3200, cpu_seconds=None, memory_mb=None, size_mb=800, files=8000),
)
HOME_KB, PAGE_KB, CLICK_KB, INDEX_KB = 120, 200, 40, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of one build, with all its processes."""

    seconds: float
    cpu_seconds: float
    memory_mb: float  #: of the largest process


def build(folder: Path, out: Path) -> Cost:
    """Run ``sightbench site`` on a folder of rows; nothing is cached before."""
    command = [sys.executable, "-m", "benchmark", "site", "--rows", folder / "results", "--web", "--out", out]
    command += ["--cache", folder / "cache", "--tasks", folder / "tasks" / "tasks.jsonl"]
    command += ["--submissions", folder / "submissions"]
    started, before = time.monotonic(), os.times()
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    memory = _memory()
    return Cost(seconds=time.monotonic() - started, cpu_seconds=used, memory_mb=memory)


def _memory() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def report(folder: Path, models: int, promise: Promise, *, follow: bool) -> tuple[str, list[str]]:
    """A table in Markdown, and what is above its promise."""
    tasks = synthetic_tasks(folder / "tasks", SUITE, DATASET, promise.tasks)
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
    out = folder / "site"
    cost = build(folder, out)
    sizes = {
        path.relative_to(out).as_posix(): path.stat().st_size for path in out.rglob("*") if path.is_file()
    }
    measured: list[tuple[str, float, float | None, str]] = [
        ("build, CPU", cost.cpu_seconds, promise.cpu_seconds, "s"),
        ("largest process", cost.memory_mb, promise.memory_mb, "MiB"),
        ("size", sum(sizes.values()) / _MB, promise.size_mb, "MB"),
        ("files", len(sizes), promise.files, ""),
        ("search index, raw", sizes["search/search_index.json"] / 1000, INDEX_KB, "kB"),
    ]
    for kind, path in sorted(heaviest(sizes).items()):
        limit = HOME_KB if kind == "" else PAGE_KB
        measured.append((f"page {kind or 'home'}, cold", transferred(out, path) / 1000, limit, "kB"))
    clicks = [path for path in sizes if path.startswith(DRILL)]
    if clicks:
        click = max(clicks, key=sizes.__getitem__)
        measured.append(("a click on an answer", _packed(out / click) / 1000, CLICK_KB, "kB"))
    folders = Counter[str]()
    for path, size in sizes.items():
        folders[path.partition("/")[0] if "/" in path else "."] += size
    lines = [f"{models} models on {promise.tasks:,} tasks ({cost.seconds:.0f} s of wall time)", ""]
    lines += ["| what | measured | at most |", "|---|---|---|"]
    for name, value, limit, unit in measured:
        lines.append(f"| {name} | {value:,.1f} {unit} | {'–' if limit is None else f'{limit:,g} {unit}'} |")
    largest = ", ".join(
        f"{name} {size / _MB:,.1f} MB in {sum(path.startswith(name) for path in sizes):,}"
        for name, size in folders.most_common(6)
    )
    lines += ["", f"folders: {largest}"]
    if follow:
        dead = list(dead_links(out))
        lines.append(f"dead links: {len(dead)}{''.join(f'; {one}' for one in dead[:5])}")
    return "\n".join(lines), [
        name for name, value, limit, _ in measured if limit is not None and value > limit
    ]


def heaviest(sizes: dict[str, int]) -> dict[str, str]:
    """The largest page of each kind: of a first folder and a depth."""
    found: dict[str, str] = {}
    for path, size in sizes.items():
        if not path.endswith("/index.html") and path != "index.html":
            continue
        folders = path.split("/")[:-1]
        kind = "/".join((*folders[:1], *("*" for _ in folders[1:])))
        if kind not in found or size > sizes[found[kind]]:
            found[kind] = path
    return found


def transferred(out: Path, page: str) -> int:
    """Gzipped bytes of a page with what it loads; without pictures, which wait until they are seen."""
    text = (out / page).read_text(encoding="utf-8")
    loaded = {unquote(urljoin(f"/{page}", one)).lstrip("/") for one in _LOADED.findall(text)}
    return sum(
        _packed(out / one) for one in {page, "search/search_index.json", *loaded} if (out / one).is_file()
    )


@cache
def _packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def _promises(tasks: int | None) -> Iterator[Promise]:
    yield from (one for one in PROMISES if tasks in (None, one.tasks))


def main() -> int:
    """Measure each size and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--tasks", type=int, choices=[one.tasks for one in PROMISES], help="one size alone")
    parser.add_argument("--links", action="store_true", help="follow every link, too")
    parser.add_argument("--keep", type=Path, help="folder to leave rows and site in, for looking at them")
    given = parser.parse_args()
    above = []
    for promise in _promises(given.tasks):
        folder = Path(tempfile.mkdtemp(prefix="sightbench-site-"))
        try:
            text, more = report(folder, given.models, promise, follow=given.links)
            print(f"{text}\n", flush=True)
            above += [f"{name} of {promise.tasks:,} tasks" for name in more]
            if given.keep:
                shutil.copytree(folder, given.keep / str(promise.tasks), dirs_exist_ok=True)
        finally:
            shutil.rmtree(folder)
    if above:
        print(f"above what the site promises: {', '.join(above)}", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
