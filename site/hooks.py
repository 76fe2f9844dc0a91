"""Hooks that give mkdocs the generated pages and files of `benchmark.leaderboard`, and our assets.

Environment variables name the folders to build from (`benchmark/leaderboard/shared/site_config.py`). Without
them the folder `results` is used; if there is none, pages say that there are no rows yet.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from benchmark.cli import group
from benchmark.leaderboard.build.memory import RenderedPages
from benchmark.leaderboard.build.page_links import PageLinks
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.build.search_index import WrittenPage, search_index
from benchmark.leaderboard.build.site import Site, finish_site, read_site
from benchmark.leaderboard.shared.subprocess_messages import report_errors

ROOT = Path(__file__).resolve().parents[1]

_rendered = RenderedPages()


@cache
def _site() -> Site:
    with report_errors(os.environ):
        return read_site(os.environ, ROOT, group)


def on_config(config: Any) -> None:
    """Read all inputs again, which `mkdocs serve` needs."""
    _rendered.release_inputs()
    _site.cache_clear()
    config.extra.update(written=[], jinja=environment(ROOT / "site" / "templates", config.repo_url or ""))


def on_files(files: Files, config: Any) -> None:
    """Add generated pages and assets."""
    for page in _site().pages.values():
        files.append(File.generated(config, page.source, content=page.source_text))
    for asset in sorted((ROOT / "site" / "assets").iterdir()):
        files.append(File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset)))
    config.extra["files"] = files
    _rendered.keep_inputs()


def on_page_content(html: str, page: Any, config: Any, **_: Any) -> None:
    """Keep the written pages for the index of the search."""
    if page.file.src_uri not in _site().pages:
        written = WrittenPage(page.file.src_uri, page.title, page.meta.get("keywords"), html)
        config.extra["written"].append(written)


def on_page_context(context: dict[str, Any], page: Any, config: Any, **_: Any) -> None:
    """Render the body of a generated page; a link to a missing page or file stops the build."""
    made = _site().pages.get(page.file.src_uri)
    if made is not None:
        links = PageLinks(page.url, config.extra["files"].src_uris, _site().files, get_relative_url)
        body = render(made, links.link, config.extra["jinja"], links.has)
        context["sightbench"] = body
        _rendered.add(len(body))


def on_post_build(config: Any) -> None:
    """Write the plain files and the index of the search, and shorten stylesheets."""
    files = config.extra["files"].src_uris
    with report_errors(os.environ):
        index = search_index(_site().pages.values(), config.extra["written"], lambda path: files[path].url)
        finish_site(_site(), Path(config.site_dir), index)
