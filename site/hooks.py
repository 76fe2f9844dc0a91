"""Hands mkdocs what `benchmark.leaderboard` lists: generated pages, their bodies, and our assets.

The rows come from the folder in SIGHTBENCH_ROWS, `results` by default; without it the pages are empty states.
Where it is that of a checkout of the branch of results, statuses are read beside it.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from benchmark.cli import group
from benchmark.leaderboard.pages import Page, pages
from benchmark.leaderboard.render import environment, render
from benchmark.results.layout import ROWS, STATUS
from benchmark.results.ledger import read_rows, read_withdrawn
from benchmark.results.status import read_statuses

ROOT = Path(__file__).resolve().parents[1]


@cache
def _pages() -> dict[str, Page]:
    rows = Path(os.environ.get("SIGHTBENCH_ROWS", "results"))
    folder = ROOT / rows
    named = folder.relative_to(ROOT).as_posix() if folder.is_relative_to(ROOT) else "results"
    found = read_rows(folder) if folder.is_dir() else ()
    withdrawn = read_withdrawn(folder) if folder.is_dir() else ()
    ranking = Path(os.environ["SIGHTBENCH_RANKING"]) if os.environ.get("SIGHTBENCH_RANKING") else None
    statuses = read_statuses(folder.parent / STATUS) if folder.name == ROWS else ()
    made = pages(
        found,
        ROOT / "site" / "pages",
        group,
        named,
        ranking=ranking,
        withdrawn=withdrawn,
        statuses=statuses,
    )
    return {page.source: page for page in made}


def on_config(config: Any) -> None:
    """Read the rows afresh, for `mkdocs serve` too."""
    _pages.cache_clear()
    config.extra["jinja"] = environment(ROOT / "site" / "templates", config.repo_url or "")


def on_files(files: Files, config: Any) -> None:
    """Add generated pages and assets."""
    for page in _pages().values():
        files.append(File.generated(config, page.source, content=page.source_text))
    for asset in sorted((ROOT / "site" / "assets").iterdir()):
        files.append(File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset)))
    config.extra["files"] = files


def on_page_markdown(_markdown: str, page: Any, **_: Any) -> None:
    """Keep the search light: decision notes have a list of their own, and their readers know where."""
    if page.file.src_uri.startswith("decisions/"):
        page.meta["search"] = {"exclude": True}


def on_page_context(context: dict[str, Any], page: Any, config: Any, **_: Any) -> None:
    """Render a generated page's body; a link to a page that does not exist stops the build."""
    made = _pages().get(page.file.src_uri)
    if made is not None:
        files: Files = config.extra["files"]
        context["sightbench"] = render(
            made, lambda source: get_relative_url(files.src_uris[source].url, page.url), config.extra["jinja"]
        )


def on_post_build(config: Any) -> None:
    """Leave out the theme's source maps: nobody reads them, and they are half of its size."""
    for path in Path(config.site_dir).rglob("*.map"):
        path.unlink()
