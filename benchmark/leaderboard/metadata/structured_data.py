"""Data sets in the vocabulary of schema.org, as search engines for data sets read them (JSON-LD)."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from benchmark.analysis.groups import RowGroup
from benchmark.leaderboard.board.page import Board, BoardTable
from benchmark.leaderboard.dataset.view import DatasetPage
from benchmark.leaderboard.downloads.page import DownloadsPage
from benchmark.leaderboard.downloads.records import LICENCE_LINK
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.metadata.description import describe
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.leaderboard.parts.page import Page
from benchmark.leaderboard.reported.table import reported_tables

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
        found = [_without_empty(data) for data in self._data_sets(page.view, address)]
        if not found:
            return ""
        content = found[0] if len(found) == 1 else {"@graph": found}
        text = json.dumps({"@context": "https://schema.org"} | content, ensure_ascii=False)
        return text.translate(_TAG_ESCAPES)

    def _data_sets(self, view: object, address: str) -> Iterator[Described]:
        match view:
            case Board(tables=tables):
                for table in tables:
                    yield self._table(view, table, address)
            case DatasetPage():
                yield self._tasks(view, address)
            case DownloadsPage():
                yield self._downloads(view, address)
            case _:
                pass

    def _table(self, board: Board, table: BoardTable, address: str) -> Described:
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

    def _tasks(self, view: DatasetPage, address: str) -> Described:
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

    def _downloads(self, view: DownloadsPage, address: str) -> Described:
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
    """Return the papers of a suite that should be cited, too."""
    sources = (table.source for table in reported_tables() if table.suite == suite)
    return list(dict.fromkeys(f"{source.citation} {source.url}" for source in sources))


def _without_empty(data: Described) -> Described:
    return {name: value for name, value in data.items() if value}
