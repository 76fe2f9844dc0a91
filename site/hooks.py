"""Hands mkdocs what `benchmark.leaderboard` lists: generated pages, their bodies, plain files and our assets.

What pages are made from is named by environment variables (`benchmark/leaderboard/shared/site_config.py`);
without them the pages are those of the folder `results`, and empty states where there is none.
"""

import gc
import os
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from benchmark.cli import group
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.build.site import Site, finish_site, read_site
from benchmark.leaderboard.shared.subprocess_messages import report_errors

ROOT = Path(__file__).resolve().parents[1]

# Pages of many models make garbage of which little is circular: looking for it less often saves a tenth.
gc.set_threshold(20_000, 10, 10)


@cache
def _site() -> Site:
    with report_errors(os.environ):
        return read_site(os.environ, ROOT, group)


def on_config(config: Any) -> None:
    """Read everything afresh, for `mkdocs serve` too."""
    _site.cache_clear()
    config.extra["jinja"] = environment(ROOT / "site" / "templates", config.repo_url or "")


def on_files(files: Files, config: Any) -> None:
    """Add generated pages and assets."""
    for page in _site().pages.values():
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
    made = _site().pages.get(page.file.src_uri)
    if made is not None:
        known, plain, address = config.extra["files"].src_uris, _site().files, page.url
        top, up = address.partition("/")[0] + "/", "../" * address.count("/")

        def link(source: str) -> str:
            url = source if source in plain else known[source].url
            # What lies in another folder of the site is the same way up from here.
            elsewhere = "/" in url and up and not url.startswith((".", top))
            return up + url if elsewhere else get_relative_url(url, address)

        def has(source: str) -> bool:
            return source in plain or source in known

        context["sightbench"] = render(made, link, config.extra["jinja"], has)


def on_post_build(config: Any) -> None:
    """Write what is no page."""
    with report_errors(os.environ):
        finish_site(_site(), Path(config.site_dir))
