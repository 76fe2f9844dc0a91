"""What the pages of all models are made with, read or counted once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from benchmark.analysis.groups import GroupKey, rows_by_slug
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.ranks.blind import FindBlind, blind_finder
from benchmark.core.counts import Counts
from benchmark.leaderboard.model.fresh_lines import gap_lines
from benchmark.leaderboard.rows.answers import AnswerShards, shards
from benchmark.leaderboard.rows.facts import display_name
from benchmark.leaderboard.rows.outcomes import TaskPage
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import task_page
from benchmark.leaderboard.shared.table_totals import TableTotals, together
from benchmark.results.row import Row

#: The tasks of a table are those of every model.
_page = lru_cache(8192)(task_page)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelContext:
    """Everything beside the one model."""

    sources: Sources
    counts: Mapping[str, Counts]  #: by id of the row
    places: Mapping[GroupKey, TablePlaces]
    fields: tuple[TableTotals, ...]  #: all tables, in the order of the sections of a page
    blind: FindBlind
    gaps: Callable[[Row], tuple[str, ...]]  #: public minus fresh of a row, in sentences
    shards: Mapping[str, AnswerShards]  #: by id of the row
    names: Mapping[str, str]  #: of models with a page, by slug

    def task_page(self, key: GroupKey) -> TaskPage:
        """Finds the page of a table's task."""
        tasks = self.sources.tasks.get((key.suite, key.dataset))
        known = {} if tasks is None else tasks.tasks

        def page(task: str) -> str:
            found = known.get(task)
            return _page(key.suite, key.dataset, found.family if found else task)

        return page


def model_context(sources: Sources) -> ModelContext:
    """Read and count what all pages share."""
    counts = sources.counts
    return ModelContext(
        sources=sources,
        counts=counts,
        places=places_by_table(sources.rankings.values()),
        fields=tuple(together(group, counts) for suite in sources.groups.values() for group in suite),
        blind=blind_finder(sources.light),
        gaps=gap_lines(sources.rows),
        shards=shards(sources),
        names={
            **{one.row.result.submission.slug: display_name(one.row) for one in sources.withdrawn},
            **{slug: display_name(rows[0]) for slug, rows in rows_by_slug(sources.light).items()},
        },
    )
