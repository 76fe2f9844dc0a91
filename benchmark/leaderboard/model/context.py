"""Data shared by the pages of all models, read and counted once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from benchmark.analysis.groups import GroupKey, metric_name, rows_by_slug
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.ranks.blind import FindBlind, blind_finder
from benchmark.analysis.scale_words import ScaleWords, row_words
from benchmark.analysis.studies.fresh_gaps import RowMatches, match_rows
from benchmark.core.counts import Counts
from benchmark.core.fresh import is_fresh
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import task_page
from benchmark.leaderboard.parts.answers import AnswerShards, answer_shards
from benchmark.leaderboard.parts.task_list import TableTotals, TaskPage, table_totals
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.analysis.studies.fresh_gaps import ModelGap


def gap_lines(rows: Iterable[CountedRow]) -> Callable[[Row], tuple[str, ...]]:
    """Return a function that gives a row's public minus fresh scores as sentences.

    Without the extra `statistics`, it gives no sentences.
    """
    rows = tuple(rows)
    if not has_statistics():
        return lambda _: ()
    matches = match_rows(counted.row for counted in rows)
    by_id = {counted.row.id: counted for counted in rows}

    def lines_of(row: Row) -> tuple[str, ...]:
        pairs = _pairs(row, matches)
        if not pairs:
            return ()
        from benchmark.analysis.studies.fresh_gaps import gap_of
        from benchmark.scoring.metrics import metric

        by = metric(metric_name(row))
        gaps = (gap_of(by_id[public.id], by_id[fresh.id], by) for public, fresh in pairs)
        return tuple(_sentence(gap, row_words(row)) for gap in gaps if gap is not None)

    return lines_of


def _pairs(row: Row, matches: RowMatches) -> list[tuple[Row, Row]]:
    """Return the pairs of a public and a fresh row whose gaps the section of a row has."""
    if not is_fresh(row.result.dataset):
        return [(row, other) for other in matches.find(row)]
    return [(public, row) for public in matches.find(row)]


def _sentence(model: "ModelGap", words: ScaleWords) -> str:
    if model.gap is None:
        return f"{model.fresh_dataset}: {model.words}."
    low, high = (words.signed(end) for end in (model.gap.low, model.gap.high))
    return f"{model.words} ({low} to {high} points; {model.gap.size}, {model.fresh_dataset})."


#: Cached, because every model of a table has the same tasks.
_page = lru_cache(8192)(task_page)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelContext:
    """Data that all model pages share."""

    sources: Sources
    counts: Mapping[str, Counts]  #: id of a row → its counts
    places: Mapping[GroupKey, TablePlaces]
    fields: tuple[TableTotals, ...]  #: all tables, in the order of a page's sections
    blind: FindBlind
    gaps: Callable[[Row], tuple[str, ...]]  #: returns a row's public minus fresh scores as sentences
    shards: Mapping[str, AnswerShards]  #: id of a row → its files of answers
    names: Mapping[str, str]  #: slug → display name, of models with a page

    def task_page(self, key: GroupKey) -> TaskPage:
        """Return a function that finds the page of a task of a table."""
        tasks = self.sources.tasks.get((key.suite, key.dataset))
        known = {} if tasks is None else tasks.tasks

        def page(task: str) -> str:
            found = known.get(task)
            return _page(key.suite, key.dataset, found.family if found else task)

        return page


def model_context(sources: Sources) -> ModelContext:
    """Read and count the data that all model pages share."""
    counts = sources.counts
    return ModelContext(
        sources=sources,
        counts=counts,
        places=places_by_table(sources.rankings.values()),
        fields=tuple(table_totals(group, counts) for suite in sources.groups.values() for group in suite),
        blind=blind_finder(sources.light_rows),
        gaps=gap_lines(sources.rows),
        shards=answer_shards(sources),
        names={
            **{gone.row.result.submission.slug: display_name(gone.row) for gone in sources.withdrawn},
            **{slug: display_name(rows[0]) for slug, rows in rows_by_slug(sources.light_rows).items()},
        },
    )
