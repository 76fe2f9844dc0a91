"""Which page has which table: the first tables of a suite are on its page, each further one has its own."""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.analysis.groups import GroupKey
from benchmark.leaderboard.board.joined_tables import JoinedTable, join_tables
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import suite_page, table_id, table_page

#: Maximum lines of all tables on a page, about 30 kB compressed; further tables get pages of their own.
LINES_PER_PAGE = 300


def suite_tables(sources: Sources, suite: str) -> tuple[JoinedTable, ...]:
    """Return the tables of a suite, the most prominent first."""
    return sources.once(("tables", suite), lambda: join_tables(sources.groups.get(suite, ())))


def tables_on_page(tables: Sequence[JoinedTable]) -> int:
    """Return how many tables fit on one page; the first one always does."""
    lines = 0
    for number, table in enumerate(tables):
        lines += len(table.group.newest) + len(table.unranked)
        if number and lines > LINES_PER_PAGE:
            return number
    return len(tables)


def table_link(sources: Sources, key: GroupKey) -> tuple[str, str]:
    """Return the page and the anchor of a table, or of the one that it adds columns to; empty for neither."""
    return _links(sources).get(replace(key, protocol=""), ("", ""))


def _links(sources: Sources) -> dict[GroupKey, tuple[str, str]]:
    def find() -> dict[GroupKey, tuple[str, str]]:
        links = {}
        for suite in sources.groups:
            tables = suite_tables(sources, suite)
            here = tables_on_page(tables)
            for number, table in enumerate(tables):
                page = suite_page(suite) if number < here else table_page(table.key)
                links[replace(table.key, protocol="")] = (page, table_id(table.key))
        return links

    return sources.once("table links", find)
