"""The whole site as `site/hooks.py` uses it: its pages and files by path, and the last steps of a build.

A new kind of page adds its function to ``PAGE_KINDS``, a new kind of file to ``FILE_KINDS``.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from benchmark.core.errors import OurFailure
from benchmark.leaderboard.board.as_of import asof_pages, change_pages
from benchmark.leaderboard.board.frontier import frontier_pages
from benchmark.leaderboard.board.home import try_files
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.build.search_index import INDEX_PATH
from benchmark.leaderboard.charts.page import chart_pages
from benchmark.leaderboard.compare.data import compare_files
from benchmark.leaderboard.compare.page import compare_pages
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.dataset.verdict_map import verdict_files
from benchmark.leaderboard.downloads.badges import badge_files
from benchmark.leaderboard.downloads.page import (
    cite_pages,
    download_files,
    downloads_pages,
    paper_pages,
    subscribe_pages,
)
from benchmark.leaderboard.inputs.site_config import (
    BUILT_PATH,
    ROBOTS_PATH,
    built_bytes,
    config_from_environment,
    robots_bytes,
    write_message,
)
from benchmark.leaderboard.inputs.sources import Sources, read_sources
from benchmark.leaderboard.lists.directory import list_pages, privacy_pages
from benchmark.leaderboard.lists.recovered import recovered_pages
from benchmark.leaderboard.lists.status import status_pages
from benchmark.leaderboard.metadata.head import PageHeads
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.nights.page import trends_pages
from benchmark.leaderboard.parts.answers import answer_files
from benchmark.leaderboard.parts.pictures import check_pictures, picture_files
from benchmark.leaderboard.parts.sample_tasks import sample_files
from benchmark.leaderboard.parts.site_page import Page, PlainFile
from benchmark.leaderboard.parts.task_results import moved_folders, stem_files
from benchmark.leaderboard.task.page import task_pages

#: Functions that make pages from the sources alone.
PAGE_KINDS: tuple[Callable[[Sources], Iterable[Page]], ...] = (
    board_pages,
    frontier_pages,
    model_pages,
    asof_pages,
    change_pages,
    status_pages,
    recovered_pages,
    task_pages,
    dataset_pages,
    compare_pages,
    chart_pages,
    trends_pages,
    paper_pages,
    downloads_pages,
    cite_pages,
    subscribe_pages,
    privacy_pages,
)


def _site_files(sources: Sources) -> Iterable[PlainFile]:
    yield PlainFile(BUILT_PATH, partial(built_bytes, sources.where))
    yield PlainFile(ROBOTS_PATH, partial(robots_bytes, sources.where))


#: Functions that make plain files.
FILE_KINDS: tuple[Callable[[Sources], Iterable[PlainFile]], ...] = (
    answer_files,
    stem_files,
    verdict_files,
    picture_files,
    sample_files,
    try_files,
    compare_files,
    download_files,
    badge_files,
    _site_files,
)


def all_pages(sources: Sources, prose: Path, group: click.Group) -> tuple[Page, ...]:
    """Return all generated pages; the folder ``prose`` has the notes and schemas that two of them list."""
    return (*(page for kind in PAGE_KINDS for page in kind(sources)), *list_pages(sources, prose, group))


_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'("[^"]*")')
_AROUND = re.compile(r"\s*([{};,])\s*")


def minify_styles(css: bytes) -> bytes:
    """Return the same CSS rules without comments and unneeded spaces; quoted text is not changed."""
    parts = _STRING.split(_COMMENT.sub("", css.decode("utf-8")))
    parts[::2] = map(_minify_rules, parts[::2])
    return "".join(parts).strip().encode()


def _minify_rules(rules: str) -> str:
    spaced = _AROUND.sub(r"\1", re.sub(r"\s+", " ", rules))
    return spaced.replace(": ", ":").replace(";}", "}")


MAX_SITE_BYTES = 800_000_000  #: maximum bytes of all files together
_NAMED_FOLDERS = 3  #: number of folders that the message names


class SiteSize:
    """Adds up the sizes of written files, and stops a build that becomes too large."""

    def __init__(self, out: Path, limit: int) -> None:
        """Count the files that the site's folder ``out`` already has."""
        self._limit = limit
        self._sizes: Counter[str] = Counter()
        for folder, _, names in os.walk(out):
            for name in names:
                self.add(f"{folder}/{name}"[len(f"{out}/") :], Path(folder, name).stat().st_size)

    def add(self, path: str, size: int) -> None:
        """Count a file of ``size`` bytes.

        Raises:
            OurFailure: if the site exceeds its limit with this file; the message names the largest folders.
        """
        folder, _, below = path.partition("/")
        self._sizes[f"{folder}/" if below else folder] += size
        if self._sizes.total() > self._limit:
            largest = ", ".join(f"{name} {_mb(of)}" for name, of in self._sizes.most_common(_NAMED_FOLDERS))
            raise OurFailure(
                f"the site is larger than {_mb(self._limit)}, too large for GitHub Pages: {largest}",
                "store large completions in releases only: pages then do not show those answers from d/",
            )


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


@dataclass(frozen=True, slots=True)
class Site:
    """The generated pages by source path, and the plain files by path."""

    pages: Mapping[str, Page]
    files: Mapping[str, PlainFile]
    heads: PageHeads  #: metadata of all pages
    #: Old folder of pages → their new folder, and the id of their part within a new page.
    moved: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def read_site(environment: Mapping[str, str], root: Path, group: click.Group) -> Site:
    """Read the inputs that the environment names (see ``site_config``), and report notes on them.

    Raises:
        BadInput: if a row, retraction, status, task file, picture or file of a night cannot be read.
    """
    sources = read_sources(config_from_environment(environment, root))
    check_pictures(sources)
    write_message(environment, sources.notes)
    pages = {page.source: page for page in all_pages(sources, root / "site" / "pages", group)}
    heads = PageHeads(pages, sources)
    files = (*(file for kind in FILE_KINDS for file in kind(sources)), *heads.pictures.files())
    return Site(
        pages=pages,
        files={file.path: file for file in files},
        heads=heads,
        moved=moved_folders(sources),
    )


#: A rule of the theme that makes Chromium restyle a whole table when one of its rows moves.
SLOW_RULE = ".md-typeset table:not([class])+*{margin-top:1.5em}"
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_COMMA = re.compile(r",(?![^(]*\))")
_NAME = re.compile(r"[.\[](-?[a-zA-Z][\w-]*)")
_BRACKETS = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[\w-]+")
_WITHOUT_RULES = re.compile(r"@[^{};]+\{\}")


def used_rules(css: str, words: Set[str]) -> str:
    """Return the rules of minified CSS whose classes and attributes are all among the words of the pages.

    Names inside brackets, as of ``:not()``, do not count.
    """

    def used(rule: re.Match[str]) -> str:
        selectors = [
            each for each in _COMMA.split(rule[1]) if words >= {*_NAME.findall(_BRACKETS.sub("", each))}
        ]
        return f"{','.join(selectors)}{{{rule[2]}}}" if selectors else ""

    css = css.replace(SLOW_RULE, "").replace(".focus-visible", ":focus-visible")  # no script sets that class
    return _WITHOUT_RULES.sub("", _RULE.sub(used, css))


def finish_site(
    site: Site,
    out: Path,
    index: bytes,
    written: Iterable[str],
    *,
    theme: str = "",
    limit: int = MAX_SITE_BYTES,
) -> None:
    """Complete a built site: write plain files and the index of the search, shorten stylesheets.

    Of the ``theme``'s styles stay only those for the bodies of the pages ``written`` by hand, the frame of
    all pages, and what scripts add. They are the beginning of ``sb.css``, since later rules change them.

    Raises:
        OurFailure: as soon as the site is larger than ``limit`` bytes.
    """
    size = SiteSize(out, limit)
    made: set[str] = set()
    files = {**site.files, INDEX_PATH: PlainFile(INDEX_PATH, lambda: index)}
    for path, file in files.items():
        content = file.content()
        size.add(path, len(content))
        if (folder := path.rpartition("/")[0]) not in made:
            (out / folder).mkdir(parents=True, exist_ok=True)
            made.add(folder)
        Path(f"{out}/{path}").write_bytes(content)
    assets = out / "assets"
    frames = (out / "index.html", out / "docs" / "index.html", *assets.glob("*.js"))
    texts = (*written, *(path.read_text(encoding="utf-8") for path in frames if path.is_file()))
    words = {word for text in texts for word in _WORD.findall(text)}
    for styles in assets.glob("*.css"):
        before = used_rules(theme, words).encode() if styles.name == "sb.css" else b""
        styles.write_bytes(before + minify_styles(styles.read_bytes()))
