"""Data shared by the pages of all models, read and counted once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from benchmark.analysis.groups import GroupKey, rows_by_slug
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.ranks.blind import FindBlind, blind_finder
from benchmark.core.counts import Counts
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.fresh_lines import gap_lines
from benchmark.leaderboard.parts.addresses import task_page
from benchmark.leaderboard.parts.answers import AnswerShards, answer_shards
from benchmark.leaderboard.parts.task_list import TableTotals, TaskPage, table_totals
from benchmark.results.row import Row

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
