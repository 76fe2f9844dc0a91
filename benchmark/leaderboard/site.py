"""The whole site as a generator of pages takes it: what there is, by path, and what is done at the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import click

from benchmark.leaderboard.page import Page, PlainFile
from benchmark.leaderboard.pages import pages, plain_files
from benchmark.leaderboard.search_index import lighter_index
from benchmark.leaderboard.site_size import LIMIT, SiteSize
from benchmark.leaderboard.sources import read_sources
from benchmark.leaderboard.stylesheet import lighter_styles
from benchmark.leaderboard.where import where_of


@dataclass(frozen=True, slots=True)
class Site:
    """Generated pages by source path, and plain files by path."""

    pages: Mapping[str, Page]
    files: Mapping[str, PlainFile]


def read_site(environment: Mapping[str, str], root: Path, group: click.Group) -> Site:
    """Read what pages are made from, as the environment names it (see ``where``).

    Args:
        environment: variables of the process.
        root: of the checkout, with ``site/pages`` in it.
        group: the command line, for the reference of its commands.

    Raises:
        BadInput: as :func:`benchmark.leaderboard.sources.read_sources`.
    """
    sources = read_sources(where_of(environment, root))
    return Site(
        pages={page.source: page for page in pages(sources, root / "site" / "pages", group)},
        files={file.path: file for file in plain_files(sources)},
    )


def finish(site: Site, out: Path, limit: int = LIMIT) -> None:
    """Complete a folder of pages: with plain files, and a light search index and stylesheet, without maps.

    Raises:
        OurFailure: as soon as the site is larger than it may be, see ``site_size``.
    """
    for unread in out.rglob("*.map"):
        unread.unlink()
    size = SiteSize(out, limit)
    for path, file in site.files.items():
        place = out / PurePosixPath(path)
        content = file.content()
        size.add(path, len(content))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    styles = out / "assets" / "sb.css"
    styles.write_bytes(lighter_styles(styles.read_bytes()))
    index = out / "search" / "search_index.json"
    index.write_bytes(lighter_index(index.read_bytes()))
