"""Hooks that give mkdocs the pages and files of `benchmark.leaderboard`; see its `inputs/site_config.py`."""

import gc
import itertools
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from benchmark.analysis.costs.costs import table_price
from benchmark.cli import group
from benchmark.core.errors import BadInput
from benchmark.leaderboard.build.render import (
    PageLinks,
    ShortMarkup,
    environment,
    leave_to_template,
    render,
    shared_part,
)
from benchmark.leaderboard.build.search_index import WrittenPage, search_index
from benchmark.leaderboard.build.site import Site, finish_site, read_site
from benchmark.leaderboard.inputs.site_config import report_errors
from benchmark.submissions.create import ready_submissions
from benchmark.suites.run_names import known_suites

ROOT = Path(__file__).resolve().parents[1]
_PRICES = "<!-- prices -->"
_rendered = itertools.count(1)  #: generated pages


@cache
def _site() -> Site:
    with report_errors(os.environ):
        return read_site(os.environ, ROOT, group)


def on_config(config: Any) -> None:
    """Read all inputs again, which `mkdocs serve` needs."""
    gc.unfreeze()  # the inputs of an earlier build
    _site.cache_clear()
    # Of the theme, pages have only one file of styles: mkdocs need not list its thousands of icons.
    config.extra["theme"] = config.theme.dirs.pop(1)
    config.extra["jinja"] = environment(ROOT / "site" / "templates", config.repo_url or "")


def on_files(files: Files, config: Any) -> None:
    """Add generated pages and assets."""
    for path in _site().pages:
        files.append(File.generated(config, path, content=""))
    assets = ROOT / "site" / "assets"
    tokens, sheet = ((assets / name).read_text(encoding="utf-8") for name in ("tokens.css", "sb.css"))
    for asset in sorted({*assets.iterdir()} - {assets / "tokens.css", assets / "sb.css"}):
        files.append(File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset)))
    files.append(File.generated(config, "assets/sb.css", content=tokens + sheet))
    changed, moved = _site().heads.changed, _site().moved
    config.extra.update(files=files, written=[], shared_part=shared_part(), changed=changed, moved=moved)
    gc.freeze()  # collections need not look at the inputs


def on_env(env: Any, **_: Any) -> None:
    """Leave blanks and quotes of the templates out of the pages; templates do not change during a build."""
    env.add_extension(ShortMarkup)
    env.trim_blocks, env.lstrip_blocks, env.auto_reload = True, True, False


def on_nav(nav: Any, **_: Any) -> None:
    """Leave out what has no data yet; the pages remain."""
    nav.items = list(_with_data(nav.items))


def _with_data(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if item.is_section:
            item.children = list(_with_data(item.children))
        made = _site().pages.get(item.file.src_uri) if item.is_page else None
        if item.children if item.is_section else made is None or made.in_menu:
            yield item


def on_pre_page(page: Any, **_: Any) -> None:
    """Leave generated pages to their templates, which saves a Markdown converter for each."""
    leave_to_template(page, _site().pages)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put today's prices where a written page asks for them: in the page itself they would soon be wrong."""
    return markdown.replace(_PRICES, _prices()) if _PRICES in markdown else markdown


@cache
def _prices() -> str:
    lines = ["| Model | Vendor | $ per million tokens of prompts | of answers |", "| --- | --- | --- | --- |"]
    origins = set()
    for submission in ready_submissions(known_suites()):
        try:
            price = table_price(next(run.model for run in submission.runs if run.model))
        except BadInput:
            return "This page was built without the price table; `sightbench submit ready` prints prices."
        usd = ["no price"] * 2 if price is None else [f"{price.input_usd:g}", f"{price.output_usd:g}"]
        origins |= set() if price is None else {f"{price.source}, {price.date}"}
        lines.append(f"| {' | '.join([submission.name, submission.organisation or '', *usd])} |")
    return "\n".join([*lines, "", f"Prices when this page was built: {'; '.join(sorted(origins))}."])


def on_page_content(html: str, **_: Any) -> str:
    """Let wide tables of a written page scroll."""
    opened = re.sub(r"<table\b", '<div class="md-typeset__scrollwrap"><table', html)
    return opened.replace("</table>", "</table></div>")


def on_page_context(context: dict[str, Any], page: Any, config: Any, **_: Any) -> None:
    """Render a generated page, keep a written one for the search, and add metadata; a dead link stops."""
    made, title, body = _site().pages.get(page.file.src_uri), page.title or "", page.content or ""
    if made is not None:
        links = PageLinks(page.url, config.extra["files"].src_uris, _site().files, get_relative_url)
        context["sightbench"] = body = render(made, links.link, config.extra["jinja"], links.has)
        title = made.title
        if not next(_rendered) % 100:
            gc.collect(0)  # only this frees a page: the contexts of Jinja refer to themselves
    else:
        config.extra["written"].append(WrittenPage(page.file.src_uri, title, page.meta.get("keywords"), body))
    context["head"] = head = _site().heads.of(page.file.src_uri, title, body, page.canonical_url or "")
    page.meta["description"] = head.description


def on_post_build(config: Any) -> None:
    """Write the plain files and the index of the search, and shorten stylesheets."""
    files, written = config.extra["files"].src_uris, config.extra["written"]
    with report_errors(os.environ):
        index = search_index(_site().pages.values(), written, lambda path: files[path].url)
        (theme,) = Path(config.extra["theme"], "assets", "stylesheets").glob("main.*.css")
        bodies = [page.html for page in written]
        finish_site(_site(), Path(config.site_dir), index, bodies, theme=theme.read_text(encoding="utf-8"))
