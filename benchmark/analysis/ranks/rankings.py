"""Rank all tables of a ledger, or several verdict files."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import GroupKey, group_rows
from benchmark.analysis.ranks.categories import categories_of_kind, split_by_families, too_few_families
from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.ranking import ComparedRanking, rank
from benchmark.analysis.ranks.subjects import Subject, metric_of, row_subject, table_name
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, quote_value
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric
from benchmark.suites.settings import ranking_metric


@dataclass(frozen=True, slots=True)
class RankedTables:
    """The rankings of a ledger's tables."""

    tables: tuple[ComparedRanking, ...]
    left_out: tuple[str, ...]  #: names of tables with too few samples for the metric
    small: tuple[str, ...]  #: sentences on categories with too few families, one per table


def rank_rows(
    rows: Iterable[CountedRow],
    cache: PairCache | None,
    *,
    metric: str = "",
    categories: Sequence[str] = ("",),
    wanted: Callable[[Row], bool] | None = None,
) -> RankedTables:
    """Rank the tables of a ledger, in the order of the site; baselines and numbers from papers are left out.

    Args:
        rows: rows of the ledger.
        cache: cache of compared pairs; without one, all pairs are compared.
        metric: name of the metric to rank by; empty for the one of each data set.
        categories: one ranking per category; an empty text means all tasks.
        wanted: which rows to rank; None for all.

    Raises:
        BadInput: if all tables have too few samples for the metric, or no table has a requested category.
    """
    by_id = {counted.row.id: counted for counted in rows if wanted is None or wanted(counted.row)}
    suites = group_rows(counted.row for counted in by_id.values())
    groups = [group for suite_groups in suites.values() for group in suite_groups]
    groups = [group for group in groups if group.models]
    _check_categories(categories, [by_id[row.id].counts for group in groups for row in group.models])
    found: list[ComparedRanking] = []
    refused: dict[str, BadInput] = {}
    small: list[str] = []
    for group in groups:
        models = [row_subject(row, by_id[row.id].counts) for row in group.models]
        try:
            name = metric or ranking_metric(group.key.suite, group.key.dataset)
            by = metric_of(name, [model.counts for model in models])
        except BadInput as error:
            refused[table_name(group.key)] = error
            continue
        tables, sentence = _rank_categories(group.key, models, by, categories, cache)
        found += tables
        small += [f"{table_name(group.key)}: {sentence}"] if sentence else []
    if refused and not found:
        raise next(iter(refused.values()))
    if cache is not None:
        cache.prune()
    return RankedTables(tuple(found), tuple(refused), tuple(small))


def rank_subjects(
    subjects: Sequence[Subject], metric: str = "", categories: Sequence[str] = ("",)
) -> RankedTables:
    """Rank verdict files, each as a model, see :func:`rank_rows`.

    Raises:
        BadInput: for an unknown metric or category, a file with too few samples for the metric, and two files
            with the same name or different tasks.
    """
    counts = [subject.counts for subject in subjects]
    first = subjects[0]
    by = metric_of(metric or ranking_metric(first.suite, first.dataset), counts)
    _check_categories(categories, counts)
    for number, subject in enumerate(subjects):
        if subject.slug in {other.slug for other in subjects[:number]}:
            raise BadInput(subject.slug, "", "is the name of two files", "rename one of them")
        if set(subject.counts.tasks) != set(first.counts.tasks):
            problem = f"holds verdicts on other tasks than {first.slug}"
            raise BadInput(subject.slug, "", problem, "compare two files with `sightbench compare --common`")
    key = GroupKey("", "", "", "", "", "", "", "")
    tables, sentence = _rank_categories(key, subjects, by, categories, None)
    return RankedTables(tuple(tables), (), (sentence,) if sentence else ())


def _rank_categories(
    key: GroupKey,
    models: Sequence[Subject],
    metric: Metric,
    categories: Sequence[str],
    cache: PairCache | None,
) -> tuple[list[ComparedRanking], str]:
    """Rank within each category that some model has; also return a sentence on those with few families."""
    counts = [model.counts for model in models]
    known = [name for name in categories if not name or any(name in model.categories for model in counts)]
    few = split_by_families(filter(None, known), counts)[1]
    found = [
        rank(
            key,
            [model.within(name) for model in models if not name or name in model.counts.categories],
            metric,
            name,
            cache,
            looks=categories_of_kind(name, counts),
        )
        for name in known
        if name not in few
    ]
    return found, too_few_families(few, "Not ranked")


def _check_categories(categories: Iterable[str], counts: Sequence[Counts]) -> None:
    known = {name: None for model in counts for name in model.categories}
    for category in categories:
        if category and category not in known:
            fix = (
                f"use one of: {', '.join(known)}"
                if known
                else "leave it out: these verdicts have no categories"
            )
            raise BadInput("--category", "", f"{quote_value(category)} is not a known category", fix)
