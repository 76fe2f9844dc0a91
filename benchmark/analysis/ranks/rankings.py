"""Tables of a ledger, or of verdict files, with ranks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import GroupKey, group_rows
from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.ranking import ComparedRanking, Contender, rank
from benchmark.analysis.ranks.subjects import Subject, metric_of, table_name
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, shown
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingOptions:
    """What to rank by."""

    metric: str = "pass@1"
    categories: tuple[str, ...] = ("",)  #: a table each; the empty one has all tasks


@dataclass(frozen=True, slots=True)
class RankedTables:
    """All tables of a ledger that can be ranked, and the names of those that have too few samples."""

    tables: tuple[ComparedRanking, ...]
    left_out: tuple[str, ...]


def rank_rows(
    rows: Iterable[CountedRow],
    asked: RankingOptions,
    cache: PairCache | None,
    *,
    wanted: Callable[[Row], bool] | None,
) -> RankedTables:
    """The tables of a ledger, in the order of the pages; baselines and numbers from papers are left out.

    Args:
        rows: of the ledger.
        asked: metric and categories.
        cache: of compared pairs; None compares all.
        wanted: which rows; None for all.

    Raises:
        BadInput: for a metric that all tables have too few samples for, and a category that none has.
    """
    by_id = {one.row.id: one for one in rows if wanted is None or wanted(one.row)}
    groups = [group for same in group_rows(one.row for one in by_id.values()).values() for group in same]
    groups = [group for group in groups if group.models]
    _check_categories(asked.categories, [by_id[row.id].counts for group in groups for row in group.models])
    found: list[ComparedRanking] = []
    refused: dict[str, BadInput] = {}
    for group in groups:
        contenders = [contender(row, by_id[row.id].counts) for row in group.models]
        try:
            metric = metric_of(asked.metric, [one.counts for one in contenders])
        except BadInput as error:
            refused[table_name(group.key)] = error
            continue
        for category in asked.categories:
            within = [one for one in contenders if not category or category in one.counts.categories]
            if within:
                found.append(_rank(group.key, within, metric, category, cache))
    if refused and not found:
        raise next(iter(refused.values()))
    if cache is not None:
        cache.prune()
    return RankedTables(tuple(found), tuple(refused))


def rank_subjects(subjects: Sequence[Subject], asked: RankingOptions) -> tuple[ComparedRanking, ...]:
    """Verdict files against each other, each a model.

    Raises:
        BadInput: as :func:`rank_rows`, and when two files have the same name or other tasks.
    """
    counts = [one.counts for one in subjects]
    metric = metric_of(asked.metric, counts)
    _check_categories(asked.categories, counts)
    first = subjects[0]
    for number, one in enumerate(subjects):
        if one.slug in {other.slug for other in subjects[:number]}:
            raise BadInput(one.slug, "", "is the name of two files", "give each file a name of its own")
        if set(one.counts.tasks) != set(first.counts.tasks):
            problem = f"holds verdicts on other tasks than {first.slug}"
            raise BadInput(one.slug, "", problem, "compare two files with `sightbench compare --common`")
    key = GroupKey("", "", "", "", "", "", "", "")
    contenders = [
        Contender(slug=one.slug, name=one.name, row=one.slug, trust=None, counts=one.counts)
        for one in subjects
    ]
    return tuple(_rank(key, contenders, metric, category, None) for category in asked.categories)


def _rank(
    key: GroupKey, contenders: Sequence[Contender], metric: Metric, category: str, cache: PairCache | None
) -> ComparedRanking:
    return rank(key, [one.within(category) for one in contenders], metric, category, cache)


def contender(row: Row, counts: Counts) -> Contender:
    """A row as it is ranked; ``counts`` are its own."""
    submission, versions = row.result.submission, row.result.versions
    return Contender(
        slug=submission.slug,
        name=submission.name,
        row=row.id,
        trust=row.run.trust,
        versions={"suite": versions.suite, "judge": versions.judge},
        counts=counts,
    )


def _check_categories(categories: Iterable[str], counts: Sequence[Counts]) -> None:
    known = {name: None for one in counts for name in one.categories}
    for category in categories:
        if category and category not in known:
            fix = f"use one of: {', '.join(known)}" if known else "leave it out: the verdicts have none"
            raise BadInput("--category", "", f"{shown(category)} is not known", fix)
