"""The metadata in the head of every page: `site/theme/main.html` writes them."""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.reported.table import reported_tables
from benchmark.analysis.wording import clean
from benchmark.leaderboard.board.page import HOME, Board
from benchmark.leaderboard.downloads.encodings import LICENCE_LINK
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.metadata.share_picture import HEIGHT, WIDTH, SharePictures, share_pictures
from benchmark.leaderboard.parts.addresses import (
    address_part,
    first_of_same,
    suite_page,
    table_id,
    task_folder,
)
from benchmark.leaderboard.parts.site_page import Page

MIN_CHARACTERS = 50  #: below this many, a description says too little
MAX_CHARACTERS = 300  #: search engines and previews show no more
_ENOUGH = 150  #: a page's text is read until this many characters
_READ = 20_000  #: characters of a page that are read
_MANY = 2 * MAX_CHARACTERS
#: A block of text; pages have few end tags, so it also ends where another block begins or a list ends.
_BLOCK = re.compile(
    r"<(h1|p|li|dd|td)\b[^>]*>(.*?)(?:</\1>|(?=<(?:li|d[dt]|t[dhr])\b|</(?:[duo]l|table|div)>))", re.DOTALL
)
#: What is left out: a note's date, such as ``*Accepted, 2026-11-20.*``, and labels such as ``**Problem.**``
_LABEL = re.compile(r"\s*(?:<em>[^<]*</em>\s*$|<strong>[^<]*\.</strong>)")
_TAG = re.compile(r"<[^>]*>")
_ENDS = (".", "!", "?", "…", ":", ";")
_JOINER = "\u2060"


def describe(text: str, more: str = "") -> str:
    """Return a description of 50 to 300 characters on one line; ``more`` is added to a short text."""
    line = _join(text)
    if len(line) < MIN_CHARACTERS and more:
        line = f"{line if line.endswith(_ENDS) else f'{line}.'} {_join(more)}" if line else _join(more)
    line = clean(line, _MANY)
    if len(line) <= MAX_CHARACTERS:
        return line
    cut = line[: MAX_CHARACTERS - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:–") + "…"


def first_sentences(body: str, *, heading: bool) -> str:
    """Return the text of the first paragraphs of HTML, and of lists and tables if that is too short."""
    start = max(body.find("<h1"), 0)
    blocks = _BLOCK.findall(body[start : start + _READ])
    tags = ("h1", "p") if heading else ("p",)
    prose = _sentences(block for tag, block in blocks if tag in tags)
    if len(prose) >= MIN_CHARACTERS:
        return prose
    return _sentences(block for tag, block in blocks if heading or tag != "h1")


def _sentences(blocks: Iterable[str]) -> str:
    """Return the text of blocks, until there is enough of it."""
    found: list[str] = []
    for block in blocks:
        words = _join(html.unescape(_TAG.sub("", _LABEL.sub("", block, count=1))))
        if words:
            found.append(words if words.endswith(_ENDS) else f"{words}.")
        if sum(map(len, found)) >= _ENOUGH:
            break
    return " ".join(found)


def _join(text: str) -> str:
    return " ".join(text.replace(_JOINER, "").split())


_MEDIA_TYPES = {"CSV": "text/csv", "JSON": "application/json", "Parquet": "application/vnd.apache.parquet"}
#: An inline block ends at the first ``</script>``; these escapes leave no tag in it.
_TAG_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&"})
_MAINTAINERS = "The Sightbench maintainers"

Described = dict[str, object]


class StructuredData:
    """Describes the data sets of generated pages; without the site's address, files have none."""

    def __init__(self, groups: Iterable[RowGroup], where: SiteConfig) -> None:
        self._groups: Mapping[str, RowGroup] = {table_id(group.key): group for group in groups}
        self._where = where

    def of(self, page: Page, address: str) -> str:
        """Return the JSON text for a page at a whole address, if known; empty if the page has no data set."""
        found = [_without_empty(data) for data in self._data_sets(page, address)]
        if not found:
            return ""
        content = found[0] if len(found) == 1 else {"@graph": found}
        text = json.dumps({"@context": "https://schema.org"} | content, ensure_ascii=False)
        return text.translate(_TAG_ESCAPES)

    def _data_sets(self, page: Page, address: str) -> Iterator[Described]:
        match page.view:
            case Board() as view:
                for table in view.tables:
                    yield self._table(view, table, address)
            case dict() as view if page.template == "dataset.html":
                yield self._tasks(SimpleNamespace(**view), address)
            case dict() as view if page.template == "downloads.html":
                yield self._downloads(SimpleNamespace(**view), address)
            case _:
                pass

    def _table(self, board: Board, table: SimpleNamespace, address: str) -> Described:
        group = self._groups[table.anchor]
        first = board.headline.sentence if table is board.tables[0] else ""
        return {
            "@type": "Dataset",
            "name": f"Leaderboard: {table.title} ({table.conditions.ids})",
            "description": describe(f"{first} {table.caption} Conditions: {table.conditions}."),
            "url": f"{address}#{table.anchor}" if address else "",
            "license": LICENCE_LINK,
            "creator": self._creator(),
            "citation": _citations(board.suite),
            "measurementTechnique": str(table.conditions),
            "variableMeasured": table.words.title,
            "distribution": self._files(table.files),
            **_dates(row.run.started for row in chain.from_iterable(group.by_slug.values())),
        }

    def _tasks(self, view: SimpleNamespace, address: str) -> Described:
        licence = view.licence
        return {
            "@type": "Dataset",
            "name": f"{view.title}: tasks",
            "description": describe(f"{view.sentence} {view.lead}"),
            "url": address,
            "license": licence.link,
            "creator": self._creator() if licence.is_ours else {},
            "isBasedOn": licence.source_link,
            "citation": _citations(view.suite),
        }

    def _downloads(self, view: SimpleNamespace, address: str) -> Described:
        days = [row.run.started for group in self._groups.values() for row in group.newest]
        files = [file for table in view.tables for file in table.files]
        return {
            "@type": "Dataset",
            "name": "Sightbench: scores and rows",
            "description": describe(f"{view.sentence} {view.lead}"),
            "url": address,
            "license": LICENCE_LINK,
            "creator": self._creator(),
            "distribution": self._files(files),
            **_dates(days),
        }

    def _creator(self) -> Described:
        return _without_empty({"@type": "Organization", "name": _MAINTAINERS, "url": self._where.repository})

    def _files(self, files: Iterable[tuple[str, str]]) -> list[Described]:
        if not self._where.base:
            return []
        return [
            {
                "@type": "DataDownload",
                "encodingFormat": _MEDIA_TYPES[kind],
                "contentUrl": self._where.base + path,
            }
            for kind, path in files
        ]


def _dates(instants: Iterable[str]) -> Described:
    """Return the days of the first and the newest row, and the latter as version."""
    days = sorted(instant[:10] for instant in instants)
    if not days:
        return {}
    return {
        "temporalCoverage": f"{days[0]}/{days[-1]}",
        "dateModified": days[-1],
        "version": days[-1],
    }


def _citations(suite: str) -> list[str]:
    sources = (table.source for table in reported_tables() if table.suite == suite)
    return list(dict.fromkeys(f"{source.citation} {source.url}" for source in sources))


def _without_empty(data: Described) -> Described:
    return {name: value for name, value in data.items() if value}


_SITE = "A page of Sightbench, a continuous benchmark of models that write code from pictures."


def _claim(page: Page) -> str:
    """Return the headline of home, a suite, a data set or charts, with its name; empty for other pages."""
    if page.template in ("dataset.html", "charts.html") and isinstance(page.view, Mapping):
        return clean(f"{page.title}: {page.view['sentence']}", MAX_CHARACTERS)
    board = page.view
    if not isinstance(board, Board) or not board.tables:
        return ""
    if page.source == HOME and board.welcome is not None:
        return clean(f"{board.welcome.before}{board.welcome.headline.claim}", MAX_CHARACTERS)
    if page.source == suite_page(board.suite):
        return clean(f"{suite_title(board.suite)} leaderboard: {board.headline.sentence}", MAX_CHARACTERS)
    return ""


_KINDS_OF_ROWS = ("model", "suite", "dataset", "task")  #: pages that show only rows that their paths name


class PageHeads:
    """Makes the metadata of all pages."""

    def __init__(self, pages: Mapping[str, Page], sources: Sources) -> None:
        self._pages, self._where = pages, sources.where
        self._descriptions: dict[str, str] = {}  #: description → source path of the page that has it
        #: Day of the newest row by beginning of a page's path; all other pages show all rows.
        self._days: dict[str, str] = {}
        for row in sources.light_rows:
            suite, dataset = address_part(row.result.suite), address_part(row.result.dataset)
            parts = (f"model/{row.result.submission.slug}", f"suite/{suite}")
            first = first_of_same(row.result.suite, row.result.dataset)
            task = task_folder(row.result.suite, first).rstrip("/")
            for name in ("", *parts, f"dataset/{suite}/{dataset}", task):
                self._days[name] = max(self._days.get(name, ""), row.run.started[:10])
        self._data = StructuredData(sources.tables, self._where)
        self.pictures = share_pictures(pages.values(), sources) if self._where.base else SharePictures()

    def of(self, source: str, title: str, body: str, address: str) -> SimpleNamespace:
        """Return the metadata of a page with this source path, HTML, and whole address (empty if unknown)."""
        page = self._pages.get(source)
        picture = self.pictures.of(source)
        return SimpleNamespace(
            # what a shared link and the tab say: the claim of the page; empty for one without
            headline=html.escape(_claim(page)) if page else "",
            description=html.escape(self._description(page, source, title, body)),
            # whole address of the picture for previews; empty if the site's address is unknown
            image=f"{self._where.base}{picture.path}" if picture else "",
            image_alt=html.escape(picture.alt) if picture else "",
            width=WIDTH,
            height=HEIGHT,
            # JSON about the page's data sets; empty if it has none
            data=self._data.of(page, address) if page else "",
        )

    def changed(self, source: str) -> str:
        """Return the day of the newest row that a page shows; empty for a page that shows none."""
        if source not in self._pages:
            return ""
        *folders, _ = source.split("/")
        own = len(folders) > 1 and folders[0] in _KINDS_OF_ROWS
        names = ("/".join(folders[:3]), "/".join(folders[:2])) if own else ("",)
        return next((self._days[name] for name in names if name in self._days), "")

    def _description(self, page: Page | None, source: str, title: str, body: str) -> str:
        """Return a description that no other page has: given, or the first sentences of the page.

        A short one, and one that another page has, begins with the page's title.
        """
        text = page.description if page else ""
        if len(text) < MIN_CHARACTERS:
            text = first_sentences(body, heading=page is not None)
        found = describe(text) if len(text) >= MIN_CHARACTERS else ""
        if not found or self._descriptions.get(found, source) != source:
            found = describe(f"{title}: {text}", _SITE)
        self._descriptions[found] = source
        return found
