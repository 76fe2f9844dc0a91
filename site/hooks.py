"""Hooks that give mkdocs the generated pages and files of `benchmark.leaderboard`, and our assets.

Environment variables name the folders to build from (`benchmark/leaderboard/shared/site_config.py`). Without
them the folder `results` is used; if there is none, pages say that there are no rows yet.
"""

import gc
import os
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from benchmark.cli import group
from benchmark.leaderboard.build.page_links import PageLinks
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.build.site import Site, finish_site, read_site
from benchmark.leaderboard.shared.subprocess_messages import report_errors

ROOT = Path(__file__).resolve().parents[1]

# Building many pages creates little circular garbage; collecting it less often saves a tenth of the time.
gc.set_threshold(20_000, 10, 10)


@cache
def _site() -> Site:
    with report_errors(os.environ):
        return read_site(os.environ, ROOT, group)


def on_config(config: Any) -> None:
    """Read all inputs again, which `mkdocs serve` needs."""
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
    """Exclude decision notes from the search, to keep its index small; a page lists them."""
    if page.file.src_uri.startswith("decisions/"):
        page.meta["search"] = {"exclude": True}


def on_page_context(context: dict[str, Any], page: Any, config: Any, **_: Any) -> None:
    """Render the body of a generated page, and add metadata; a dead link stops the build."""
    made, title, body = _site().pages.get(page.file.src_uri), page.title or "", page.content or ""
    if made is not None:
        links = PageLinks(page.url, config.extra["files"].src_uris, _site().files, get_relative_url)
        context["sightbench"] = body = render(made, links.link, config.extra["jinja"], links.has)
        title = made.title
    context["head"] = head = _site().heads.of(page.file.src_uri, title, body, page.canonical_url or "")
    page.meta["description"] = head.description


def on_post_build(config: Any) -> None:
    """Write the plain files, and shorten search index and stylesheet."""
    with report_errors(os.environ):
        finish_site(_site(), Path(config.site_dir))
