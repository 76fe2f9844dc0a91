"""The page that lists all data sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.analysis.catalog import TABS, suite_title
from benchmark.analysis.wording import count, join_names, number_word, plural
from benchmark.core.suite_facts import Licence
from benchmark.leaderboard.dataset.view import DatasetPage
from benchmark.leaderboard.parts.addresses import dataset_page

_LEAD = (
    "The others belong to their authors. They are fetched where they are judged, and these pages show"
    " only what their licences allow."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetEntry:
    """A data set in the list; an empty text means unknown or none."""

    title: str
    page: str
    tasks: str
    stems: str
    models: str
    ceiling: str  #: maximum share of tasks that a program without the pictures can solve, in percent
    people: str  #: tasks that at least one person solved, such as ``3 of 123``
    licence: Licence
    shown: str  #: what these pages show of its tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetIndex:
    """The content of the page."""

    sentence: str
    lead: str
    entries: tuple[DatasetEntry, ...]
    without: str  #: sentence about suites without a data set; empty if there are none


def dataset_index(views: Mapping[tuple[str, str], DatasetPage]) -> DatasetIndex:
    """Return the content of the page that lists all data sets."""
    entries = tuple(_entry(view) for view in views.values())
    complete = [view for view in views.values() if view.here and view.licence.shows]
    all_tasks = plural(sum(len(item.tasks) for view in complete for item in view.items), "task")
    without = [suite_title(suite) for suite in TABS if suite not in {suite for suite, _ in views}]
    few, verb = number_word(len(complete)).capitalize(), "is" if len(complete) == 1 else "are"
    return DatasetIndex(
        sentence=f"{few} of {number_word(len(views))} data sets {verb} shown in full: {all_tasks}.",
        lead=_LEAD,
        entries=entries,
        without=f"{join_names(without)} {'has' if len(without) == 1 else 'have'} no data set here yet."
        if without
        else "",
    )


def _entry(view: DatasetPage) -> DatasetEntry:
    facts = dict(view.facts)
    if view.here:
        shown = "in full" if view.licence.shows else "ids and counts"
    else:
        shown = "ids and counts" if view.items else "nothing"
    return DatasetEntry(
        title=view.title,
        page=dataset_page(view.suite, view.dataset),
        tasks=facts.get("Tasks", ""),
        stems=count(len(view.items)) if view.items else "",
        models=count(view.models) if view.models else "",
        ceiling="" if view.claim is None else view.claim.ceiling,
        people=facts.get("Reviewed", "").removesuffix(" solved by people"),
        licence=view.licence,
        shown=shown,
    )
