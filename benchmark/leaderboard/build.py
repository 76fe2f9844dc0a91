"""From a folder of rows to a folder of pages, by mkdocs in a process of its own."""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.results.counted import count_row
from benchmark.results.ledger import read_rows
from benchmark.results.row import Row

_SHOWN_LINES = 20


def checkout() -> Path:
    """The folder that holds `mkdocs.yml` and `site/`: of this package, else the current one.

    Raises:
        BadInput: where neither has them.
    """
    for folder in (Path(__file__).resolve().parents[2], Path.cwd()):
        if (folder / "mkdocs.yml").is_file() and (folder / "site" / "hooks.py").is_file():
            return folder
    raise BadInput(
        "mkdocs.yml", "", "not found", "run this in a checkout of Sightbench; the site is made from it"
    )


def build_site(rows: Path, out: Path, *, from_disk: bool = True, cache: Path | None = None) -> Path:
    """Build the whole site, replacing an earlier build in ``out`` once the new one is whole.

    Args:
        rows: folder of rows, ``<suite>/<dataset>/<slug>/<id>.json``; it may be empty.
        out: folder of the pages; missing, empty or an earlier build.
        from_disk: links name files, so that the pages read without a server.
        cache: of compared pairs, as `sightbench rank` keeps it; None computes all of them.

    Returns:
        The page to open first.

    Raises:
        BadInput: for an unreadable row, a missing folder, or an ``out`` that holds something else.
        OurFailure: when mkdocs stops.
    """
    root = checkout()
    rows, out = rows.resolve(), out.resolve()
    if not rows.is_dir():
        raise BadInput(
            rows,
            "",
            "is no folder of rows",
            "make some, for example with ./noxw -s demo, and name them with --rows build/demo/rows",
        )
    _check_replaceable(out)
    found = read_rows(rows)
    make_folder(out.parent)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as fresh:
        ranking = write_ranking(found, Path(fresh) / "ranking.json", cache)
        _run_mkdocs(root, rows, Path(fresh) / "new", ranking, from_disk=from_disk)
        if out.exists():
            out.rename(Path(fresh) / "old")
        (Path(fresh) / "new").rename(out)
    return out / "index.html"


def write_ranking(rows: Iterable[Row], file: Path, cache: Path | None) -> Path | None:
    """Write the ranks of all tables for the pages to read; None where their libraries are not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("numpy", "scipy", "statsmodels")):
        return None
    from benchmark.leaderboard.pair_cache import PairCache
    from benchmark.leaderboard.ranking_report import RankingReport
    from benchmark.leaderboard.rankings import Asked, rank_rows

    known = None if cache is None else PairCache(cache)
    found = rank_rows(map(count_row, rows), Asked(), known, wanted=None).tables
    report = RankingReport(tables=[one.ranking for one in found])
    write_atomic(file, report.model_dump_json(by_alias=True).encode())
    return file


def _run_mkdocs(root: Path, rows: Path, into: Path, ranking: Path | None, *, from_disk: bool) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--config-file",
            "mkdocs.yml",
            "--site-dir",
            str(into),
        ],
        cwd=root,
        env={
            **os.environ,
            "SIGHTBENCH_ROWS": str(rows),
            "SIGHTBENCH_RANKING": "" if ranking is None else str(ranking),
            "SIGHTBENCH_DIRECTORY_URLS": "false" if from_disk else "true",
            "NO_MKDOCS_2_WARNING": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()[-_SHOWN_LINES:]
        raise OurFailure("mkdocs build --strict stopped:\n  " + "\n  ".join(said))


def _check_replaceable(out: Path) -> None:
    """An earlier build is replaced; nothing else is."""
    if not out.exists():
        return
    if not out.is_dir():
        raise BadInput(out, "", "is a file", "name a folder")
    if any(out.iterdir()) and not (out / "assets" / "sb.css").is_file():
        raise BadInput(out, "", "holds something other than an earlier build", "name a new or empty folder")
