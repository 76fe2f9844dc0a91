"""The categories in which a table's models are compared."""

from collections.abc import Mapping

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.categories import categories_of_kind, split_by_families
from benchmark.core.counts import Counts
from benchmark.leaderboard.board.columns import compared_categories


def compared_looks(
    group: RowGroup, counts: Mapping[str, Counts]
) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """Return each compared category with the number of its kind, and the categories with too few families.

    Args:
        group: the rows of the table.
        counts: id of a row → its counts.
    """
    models = [counts[row.id] for row in group.models]
    names = [category for kind in compared_categories(group.key.suite, group.models) for category in kind]
    enough, few = split_by_families(names, models)
    return tuple((category, categories_of_kind(category, models)) for category in enough), few
