"""From a folder of rows to a folder of pages, by mkdocs in a process of its own."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.files.atomic import make_folder
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.leaderboard.shared.subprocess_messages import MESSAGE_FILE_VARIABLE, read_message

_SHOWN_LINES = 20


def checkout() -> Path:
    """The folder that holds `mkdocs.yml` and `site/`: of this package, else the current one.

    Raises:
        BadInput: where neither has them.
    """
    for folder in (Path(__file__).resolve().parents[3], Path.cwd()):
        if (folder / "mkdocs.yml").is_file() and (folder / "site" / "hooks.py").is_file():
            return folder
    raise BadInput(
        "mkdocs.yml", "", "not found", "run this in a checkout of Sightbench; the site is made from it"
    )


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """A site on disk."""

    index: Path  #: the page to open first
    notes: tuple[str, ...]  #: what could not be used


def build_site(where: SiteConfig, out: Path, *, from_disk: bool = True) -> BuiltSite:
    """Build the whole site, replacing an earlier build in ``out`` once the new one is whole.

    Args:
        where: what pages are made from; its folder of rows exists, and may be empty.
        out: folder of the pages; missing, empty or an earlier build.
        from_disk: links name files, so that the pages read without a server.

    Raises:
        BadInput: for an unreadable row or picture, a missing folder, or an ``out`` that holds something else.
        OurFailure: when mkdocs stops, and when the site is larger than it may be.
    """
    root = checkout()
    out = out.resolve()
    if not where.rows.is_dir():
        raise BadInput(
            where.rows,
            "",
            "is no folder of rows",
            "make some, for example with ./noxw -s demo, and name them with --rows build/demo/rows",
        )
    _check_replaceable(out)
    make_folder(out.parent)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as fresh:
        where = replace(where, cache=where.cache or Path(fresh) / "cache")
        notes = _run_mkdocs(root, where, Path(fresh), from_disk=from_disk)
        if out.exists():
            out.rename(Path(fresh) / "old")
        (Path(fresh) / "new").rename(out)
    return BuiltSite(out / "index.html", notes)


def _run_mkdocs(root: Path, where: SiteConfig, fresh: Path, *, from_disk: bool) -> tuple[str, ...]:
    """Make pages in ``fresh / "new"``; returns what was noted, and raises what the other process raised."""
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
            str(fresh / "new"),
        ],
        cwd=root,
        env={
            **os.environ,
            **where.resolved().environment(),
            "SIGHTBENCH_DIRECTORY_URLS": "false" if from_disk else "true",
            "NO_MKDOCS_2_WARNING": "1",
            MESSAGE_FILE_VARIABLE: str(fresh / "told"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    said_of_it = read_message(fresh / "told")
    if isinstance(said_of_it, SightbenchError):
        raise said_of_it
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()[-_SHOWN_LINES:]
        raise OurFailure("mkdocs build --strict stopped:\n  " + "\n  ".join(said))
    return said_of_it


def _check_replaceable(out: Path) -> None:
    """An earlier build is replaced; nothing else is."""
    if not out.exists():
        return
    if not out.is_dir():
        raise BadInput(out, "", "is a file", "name a folder")
    if any(out.iterdir()) and not (out / "assets" / "sb.css").is_file():
        raise BadInput(out, "", "holds something other than an earlier build", "name a new or empty folder")
