"""Build a folder of pages from a folder of rows, with mkdocs in a process of its own."""

import gc
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.core.install import check_modules, demo_command
from benchmark.files.atomic import make_folder
from benchmark.files.shipped import SHIPPED
from benchmark.leaderboard.inputs.site_config import MESSAGE_FILE_VARIABLE, SiteConfig, read_message
from benchmark.results.ledger import check_rows_folder

#: Modules of the extra `site`, which the process of mkdocs imports.
MODULES = ("mkdocs", "material", "pymdownx", "PIL")
_OPTIONS = ("build", "--strict", "--config-file", "mkdocs.yml", "--site-dir")
_SHOWN_LINES = 20


def checkout() -> Path:
    """Return the folder with `mkdocs.yml` and `site/`: this package's checkout, or its copies in a wheel.

    Raises:
        BadInput: if they are missing.
    """
    if not (SHIPPED / "site" / "hooks.py").is_file():
        fix = "install a wheel of Sightbench, or run this in a checkout; both have the site's templates"
        raise BadInput(SHIPPED / "site" / "hooks.py", "", "not found", fix)
    return SHIPPED


def build_site(where: SiteConfig, out: Path, *, from_disk: bool = True) -> tuple[Path, tuple[str, ...]]:
    """Build the whole site, replacing an earlier build in ``out`` when the new one is complete.

    Returns its home page, and notes on problems of the inputs.

    Args:
        where: folders and addresses of the site; the folder of rows must exist, and may be empty.
        out: folder of the pages: missing, empty, or with an earlier build.
        from_disk: whether links name files, so that pages can be opened without a server.

    Raises:
        BadInput: if a row or picture cannot be read, there is no folder of rows, ``out`` has other files, or
            a package is missing.
        OurFailure: if mkdocs fails, or the site is too large.
    """
    check_modules("the site", {"site": MODULES})
    root = checkout()
    out = out.resolve()
    check_rows_folder(
        where.rows,
        f"make rows, for example with {demo_command()}, and pass their folder with --rows build/demo/rows",
    )
    _check_replaceable(out)
    make_folder(out.parent)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as fresh:
        where = replace(where, cache=where.cache or Path(fresh) / "cache")
        notes = _run_mkdocs(root, where, Path(fresh), from_disk=from_disk)
        if out.exists():
            out.rename(Path(fresh) / "old")
        (Path(fresh) / "new").rename(out)
    return out / "index.html", notes


def _run_mkdocs(root: Path, where: SiteConfig, fresh: Path, *, from_disk: bool) -> tuple[str, ...]:
    """Build pages into ``fresh / "new"`` and return the notes; raise the errors of the mkdocs process."""
    environment = {
        **where.resolved().environment(),
        "SIGHTBENCH_DIRECTORY_URLS": "false" if from_disk else "true",
        "NO_MKDOCS_2_WARNING": "1",
        MESSAGE_FILE_VARIABLE: str(fresh / "message"),
    }
    # Forked, because this process has already imported half of what that one needs.
    process = multiprocessing.get_context("fork").Process(target=_mkdocs, args=(root, fresh, environment))
    process.start()
    try:
        process.join()
    finally:
        process.kill()
    message = read_message(fresh / "message")
    if isinstance(message, SightbenchError):
        raise message
    if process.exitcode:
        lines = (fresh / "printed").read_text(encoding="utf-8").strip().splitlines()[-_SHOWN_LINES:]
        raise OurFailure("mkdocs build --strict failed:\n  " + "\n  ".join(lines))
    return message


def _mkdocs(root: Path, fresh: Path, environment: Mapping[str, str]) -> None:
    """Run mkdocs without automatic collections: it keeps what it makes, and our hooks free rendered pages."""
    gc.disable()
    sys.stdout = sys.stderr = (fresh / "printed").open("w", encoding="utf-8")
    os.environ.update(environment)
    os.chdir(root)
    import_module("mkdocs.__main__").cli([*_OPTIONS, str(fresh / "new")])


def _check_replaceable(out: Path) -> None:
    if not out.exists():
        return
    if not out.is_dir():
        raise BadInput(out, "", "is a file", "pass a folder")
    if any(out.iterdir()) and not (out / "assets" / "sb.css").is_file():
        raise BadInput(out, "", "has files that are not an earlier build", "pass a new or empty folder")
