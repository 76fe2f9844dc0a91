"""Categories that are compared: those with enough families, and how many comparisons of a kind there are.

Every category is another chance to be lucky. So the p-values of a category are multiplied by the number of
categories of its kind, for example of all subsets, in `sightbench rank` and on the compare page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from benchmark.analysis.ranks.subjects import Subject
from benchmark.analysis.score_cells import Category
from benchmark.analysis.wording import join_some, number_word
from benchmark.core.counts import Counts
from benchmark.suites import suite_of

#: If fewer families all differ in the same direction, luck alone does that more often than once in twenty
#: times: 5 families once in 16.
MIN_FAMILIES = 6
_NAMED = 20  #: categories that a sentence names; it counts the others


AFTER = "after:"  #: beginning of the category of tasks that were published after a month
_MIN_TASKS = 30  #: tasks that such a category has at least
_MAX_MONTHS = 8  #: of more months, each second, third … is taken, the latest always


@lru_cache(256)  # the rows of a table have the same tasks
def months(suite: str, dataset: str, tasks: Sequence[str]) -> Mapping[str, tuple[int, ...]]:
    """Return the places of the tasks that were published after each month: by ``after:2023-08`` and so on.

    Tasks without a date are in none.
    """
    dates = [suite_of(suite).data.task_date(dataset, task)[:7] for task in tasks]
    after = {
        month: tuple(place for place, date in enumerate(dates) if date > month)
        for month in sorted({*dates} - {""})
    }
    enough = [month for month, places in after.items() if len(places) >= _MIN_TASKS]
    every = max(-(-len(enough) // _MAX_MONTHS), 1)
    return {AFTER + month: after[month] for month in reversed(enough[::-1][::every])}


def with_months(subject: Subject) -> Subject:
    """Return the subject with the categories of months."""
    counts = subject.counts
    found = months(subject.suite, subject.dataset, counts.tasks)
    return replace(subject, counts=replace(counts, categories={**counts.categories, **found}))


def families_of(category: str, counts: Iterable[Counts]) -> int:
    """Return the number of families of a category, from the counts of any number of models."""
    # Rows of a table share these values, so 200 models take as long as one.
    different = {(id(model.stems), id(model.categories)): model for model in counts}.values()
    return len(
        {model.stems[place] for model in different for place in model.categories.get(category, ())}
        if category
        else {stem for model in different for stem in model.stems}
    )


def split_by_families(
    categories: Iterable[str], counts: Sequence[Counts]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the categories with enough families to compare models, and those with too few."""
    enough: list[str] = []
    few: list[str] = []
    for category in categories:
        (enough if families_of(category, counts) >= MIN_FAMILIES else few).append(category)
    return tuple(enough), tuple(few)


def categories_of_kind(category: str, counts: Sequence[Counts]) -> int:
    """Return how many categories of its kind have enough families; 1 for all tasks."""
    if not category:
        return 1
    kind = Category(category).kind
    names = {name: None for model in counts for name in model.categories if Category(name).kind == kind}
    return max(len(split_by_families(names, counts)[0]), 1)


def too_few_families(categories: Sequence[str], what: str = "Not compared") -> str:
    """Return the sentence on categories with too few families; empty if there are none.

    Such as ``Not compared: tree and map have under six families each. By luck alone, five families go the
    same way once in 16 times.``
    """
    if not categories:
        return ""
    titles = []
    for found in map(Category, categories):
        # All parts: `Algorithm easy` for `subset:algorithm/level:easy`; a third follows a colon.
        first, *rest = [*(Category(part).title for part in found.parts[:-1]), found.title]
        titles.append(" ".join([first, *rest[:1]]) + "".join(f": {title}" for title in rest[1:]))
    names = join_some(titles, _NAMED)
    verb, each = ("have", " each") if len(categories) > 1 else ("has", "")
    return (
        f"{what}: {names} {verb} under {number_word(MIN_FAMILIES)} families{each}. By luck alone,"
        f" {number_word(MIN_FAMILIES - 1)} families go the same way once in {2 ** (MIN_FAMILIES - 2)} times."
    )
