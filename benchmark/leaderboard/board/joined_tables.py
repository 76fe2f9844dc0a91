"""The rows that one table shows, and which page has it.

Rows with the same conditions except for the protocol of their samples share a table. One protocol decides
places, because only rows of the same protocol can be compared. Rows of other protocols add columns to the
line of their model; a model that has only such rows gets a line without a place. Baselines do not depend on
the setting, so they are in every table of their tasks. The first tables of a suite are on its page, each
further one has a page of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import (
    GroupKey,
    RowGroup,
    applied_protocol,
    by_protocol,
    score_of,
    without_protocol,
)
from benchmark.analysis.ranks.blind import FindBlind, blind_finder
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import suite_page, table_id, table_page
from benchmark.results.row import Row, row_age
from benchmark.suites import suite_of


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedTable:
    """The rows of one table, which joins the protocols of a suite."""

    group: RowGroup  #: rows that decide places
    companions: Mapping[str, tuple[Row, ...]]  #: rows that add columns, by slug, the most prominent first
    #: Rows of models that have no place in ``group``: other protocols, or too many cut answers; by slug.
    unranked: tuple[Row, ...]
    baselines: tuple[Row, ...]  #: newest row of each baseline
    blind: FindBlind  #: finds a model's row without the picture for a row of this table

    @property
    def key(self) -> GroupKey:
        """Key of the rows that decide places."""
        return self.group.key

    def protocols(self, slug: str) -> tuple[str, ...]:
        """Return the protocols of a model's rows with this table's setting, the deciding one first."""
        rows = [*(row for row in self.group.newest if row.slug == slug)]
        rows += [
            row
            for row in (*self.companions.get(slug, ()), *self.unranked)
            if row.slug == slug and row.result.setting == self.key.setting
        ]
        return tuple(dict.fromkeys(map(applied_protocol, rows)))


def join_tables(groups: Iterable[RowGroup]) -> tuple[JoinedTable, ...]:
    """Return the tables of a suite, the most prominent first; ``groups`` must be in that order."""
    groups = tuple(groups)
    with_models = [group for group in groups if group.every_model]
    blind = blind_finder(row for group in groups for row in group.newest)
    found = [_join_groups(same, with_models, groups, blind) for same in by_protocol(with_models)]
    taken = {(table.key.dataset, table.key.tasks_digest) for table in found}
    alone: dict[tuple[str, str], list[RowGroup]] = {}
    for group in groups:
        tasks = (group.key.dataset, group.key.tasks_digest)
        if not group.every_model and tasks not in taken:
            alone.setdefault(tasks, []).append(group)
    return (*found, *(_join_groups(same, [], same, blind) for same in alone.values()))


def _join_groups(
    same: list[RowGroup], with_models: list[RowGroup], groups: Iterable[RowGroup], blind: FindBlind
) -> JoinedTable:
    group = same[0]
    slugs = {row.slug for row in group.models}
    others = same[1:]
    unranked = {row.slug: row for row in group.cut_short}
    for row in (row for candidate in others for row in candidate.every_model):
        if row.slug not in slugs:
            unranked.setdefault(row.slug, row)
    companions: dict[str, list[Row]] = {}
    # The table has a column for the scores of the other format.
    for candidate in (*others, *(other for other in with_models if _are_formats(group.key, other.key))):
        for row in candidate.models:
            companions.setdefault(row.slug, []).append(row)
    return JoinedTable(
        group=group,
        companions={slug: tuple(rows) for slug, rows in companions.items()},
        unranked=tuple(unranked[slug] for slug in sorted(unranked)),
        baselines=tuple(_baselines(group.key, groups)),
        blind=blind,
    )


def _are_formats(key: GroupKey, other: GroupKey) -> bool:
    """Whether two tables are of the two formats of the same samples, each asked for the answer alone."""
    formats = suite_of(key.suite).display.formats
    if (
        key.suite != other.suite
        or key.setting == other.setting
        or not formats.keys() >= {key.setting, other.setting}
    ):
        return False
    stems = {
        each.dataset.rpartition(formats[each.setting].ending)[0] or each.setting for each in (key, other)
    }
    return len(stems) == 1 and (key.protocol, key.prompt) == (other.protocol, other.prompt)


def _baselines(key: GroupKey, groups: Iterable[RowGroup]) -> Iterator[Row]:
    found: dict[str, Row] = {}
    for group in groups:
        if (group.key.dataset, group.key.tasks_digest) == (key.dataset, key.tasks_digest):
            for row in group.baselines:
                slug = row.slug
                if slug not in found or row_age(found[slug]) < row_age(row):
                    found[slug] = row
    best = {slug: score.value for slug, row in found.items() if (score := score_of(row))}
    yield from (found[slug] for slug in sorted(found, key=lambda slug: (-best.get(slug, -1.0), slug)))


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

    def find() -> dict[GroupKey, tuple[str, str]]:
        links = {}
        for suite in sources.groups:
            tables = suite_tables(sources, suite)
            here = tables_on_page(tables)
            for number, table in enumerate(tables):
                page = suite_page(suite) if number < here else table_page(table.key)
                links[without_protocol(table.key)] = (page, table_id(table.key))
        return links

    return sources.once("table links", find).get(without_protocol(key), ("", ""))
