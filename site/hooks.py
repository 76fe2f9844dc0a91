"""Hands mkdocs what `benchmark.leaderboard` lists: generated pages, their bodies, plain files and our assets.

What pages are made from is named by environment variables (`benchmark/leaderboard/where.py`); without them
the pages are those of the folder `results`, and empty states where there is none.
"""

import os
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from benchmark.cli import group
from benchmark.leaderboard.page import Page, PlainFile
from benchmark.leaderboard.pages import pages, plain_files
from benchmark.leaderboard.render import environment, render
from benchmark.leaderboard.search_index import lighter_index
from benchmark.leaderboard.sources import Sources, read_sources
from benchmark.leaderboard.where import where_of

ROOT = Path(__file__).resolve().parents[1]


@cache
def _sources() -> Sources:
    return read_sources(where_of(os.environ, ROOT))


@cache
def _pages() -> dict[str, Page]:
    return {page.source: page for page in pages(_sources(), ROOT / "site" / "pages", group)}


@cache
def _plain() -> dict[str, PlainFile]:
    return {file.path: file for file in plain_files(_sources())}


def on_config(config: Any) -> None:
    """Read the sources afresh, for `mkdocs serve` too."""
    for known in (_sources, _pages, _plain):
        known.cache_clear()
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
    """Render a generated page's body; a link to what the site does not have stops the build."""
    made = _pages().get(page.file.src_uri)
    if made is not None:
        files: Files = config.extra["files"]

        def link(source: str) -> str:
            url = source if source in _plain() else files.src_uris[source].url
            return get_relative_url(url, page.url)

        context["sightbench"] = render(made, link, config.extra["jinja"])


def on_post_build(config: Any) -> None:
    """Write plain files, and leave out the theme's source maps, half of its size, which nobody reads."""
    out = Path(config.site_dir)
    for path, file in _plain().items():
        place = out / PurePosixPath(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.content())
    for path in out.rglob("*.map"):
        path.unlink()
    index = out / "search" / "search_index.json"
    index.write_bytes(lighter_index(index.read_bytes()))
