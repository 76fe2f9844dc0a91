"""Who solved which task, in order of places, and the tasks of each stem.

``d/t/<suite>/<data set>.js``, a shard, has the names of the folders of a data set's task pages, from which a
script picks a random one::

    ["axis-sum", "beetle-walk"]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import GroupKey, RowGroup
from benchmark.analysis.score_cells import POINTS, Category, ScaleWords, dataset_words
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key
from benchmark.leaderboard.inputs import plain_json
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.inputs.provenance import published_answers
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import (
    address_part,
    first_of_same,
    model_page,
    part_anchor,
    task_folder,
    task_page,
)
from benchmark.leaderboard.parts.site_page import PlainFile
from benchmark.leaderboard.parts.task_list import (
    MISSING,
    OpenedAnswers,
    TaskOutcome,
    opened_answers,
    outcomes_by_task,
)
from benchmark.results.row import Row
from benchmark.scoring.metrics import metric


@dataclass(frozen=True, slots=True)
class Entrant:
    """A model of a table."""

    row: Row
    place: str  #: ``5–6``; empty if the table is not ranked
    name: str
    page: str
    opened: OpenedAnswers | None  #: addresses of its answers; None if they are not stored
    published: Mapping[str, str]  #: task id → page of its answer at the publisher; empty for other answers


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResults:
    """The results of a table, task by task."""

    key: GroupKey
    title: str  #: its conditions in words that differ from those of other tables
    conditions: Conditions
    words: ScaleWords  #: of the scale by which its models are ranked
    entrants: tuple[Entrant, ...]  #: best first
    of: Mapping[str, Sequence[TaskOutcome]]  #: task id → one outcome per entrant
    #: Task id → points of each entrant, None for one without; empty if the table is not ranked by points.
    points: Mapping[str, Sequence[float | None]]
    stems: Mapping[str, str]  #: task id → stem
    kinds: Mapping[str, Sequence[str]]  #: task id → subset, level and categories that the best row names

    def solved(self, task: str) -> int:
        """Return the number of models with at least one passed draw."""
        return sum(outcome.solved for outcome in self.of[task])


def task_results(sources: Sources) -> dict[tuple[str, str], tuple[TableResults, ...]]:
    """Return the tables with models of each suite and data set, the most prominent first; counted once."""
    return sources.once("results of tasks", partial(_count_results, sources))


def _count_results(sources: Sources) -> dict[tuple[str, str], tuple[TableResults, ...]]:
    opened = opened_answers(sources)
    found: dict[tuple[str, str], tuple[TableResults, ...]] = {}
    for groups in sources.groups.values():
        for group in groups:
            if group.every_model:
                ranked = sources.places.get(group.key)
                texts = {} if ranked is None else {slug: view.text for slug, view in ranked.of.items()}
                name = (group.key.suite, group.key.dataset)
                found[name] = (*found.get(name, ()), _table(group, sources, texts, opened))
    return found


def _table(
    group: RowGroup, sources: Sources, places: Mapping[str, str], opened: Mapping[str, OpenedAnswers]
) -> TableResults:
    counts = sources.counts
    order = {slug: number for number, slug in enumerate(places)}
    rows = sorted(group.every_model, key=lambda row: order.get(row.slug, len(order)))
    words = dataset_words(group.key.suite, group.key.dataset)
    columns = [outcomes_by_task(counts[row.id]) for row in rows]
    points = [_points(counts[row.id]) for row in rows] if words is POINTS else []
    for column, values in zip(columns, points, strict=bool(points)):
        column |= {task: replace(column[task], title=points_text(value)) for task, value in values.items()}
    tasks = dict.fromkeys(task for column in columns for task in column)
    return TableResults(
        key=group.key,
        title=sources.conditions[group.key],
        conditions=conditions(group.key),
        words=words,
        entrants=tuple(
            Entrant(
                row=row,
                place=places.get(row.slug, ""),
                name=display_name(row),
                page=model_page(row.slug),
                opened=opened.get(row.id),
                published=published_answers(row),
            )
            for row in rows
        ),
        of={task: [column.get(task, MISSING) for column in columns] for task in tasks},
        points={task: [values.get(task) for values in points] for task in tasks} if points else {},
        kinds=_kinds(counts[rows[0].id]),
        stems={
            task: stem
            for row in rows[:1]
            for task, stem in zip(counts[row.id].tasks, counts[row.id].stems, strict=True)
        },
    )


def points_text(value: float) -> str:
    """Return points without superfluous zeros: ``10 points``, ``6.25 points``."""
    return f"{value:.2f}".rstrip("0").rstrip(".") + (" point" if value == 1 else " points")


def _points(counts: Counts) -> dict[str, float]:
    values = metric("points").values(counts).values
    return {task: value for task, value in zip(counts.tasks, values, strict=True) if value is not None}


def _kinds(counts: Counts) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, places in counts.categories.items():
        title = Category(name).title
        for place in places:
            found.setdefault(counts.tasks[place], []).append(title)
    return found


Stems = Mapping[tuple[str, str], Mapping[str, Sequence[str]]]


def known_stems(sources: Sources) -> Stems:
    """Return the ids of tasks by stem, both in natural order, of each suite and data set; found once."""

    def find() -> Stems:
        tables = task_results(sources)
        names = sorted({*tables, *sources.tasks})
        return {name: _stems(tables.get(name, ()), sources.tasks.get(name)) for name in names}

    return sources.once("stems", find)


def sharing_pages(stems: Stems) -> list[list[tuple[str, str]]]:
    """Return the suites and data sets that share the pages of their tasks, in groups; most share none."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for suite, dataset in stems:
        found.setdefault((suite, first_of_same(suite, dataset)), []).append((suite, dataset))
    return [sorted(names, key=lambda name: name != first) for first, names in found.items()]


def moved_folders(sources: Sources) -> dict[str, tuple[str, str]]:
    """Return old folder of task pages → new folder, and the id of their part within a new page."""
    return {
        task_folder(*name): (task_folder(name[0], first_of_same(*name)), part_anchor(*name))
        for _, *others in sharing_pages(known_stems(sources))
        for name in others
    }


def stem_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield one file per data set with several pages of tasks of its own."""
    stems = known_stems(sources)
    for name, *_ in sharing_pages(stems):
        if len(stems[name]) > 1:
            folders = [PurePosixPath(task_page(*name, stem)).parent.name for stem in stems[name]]
            yield PlainFile(stem_file(*name), partial(plain_json.shard, folders))


def stem_file(suite: str, dataset: str) -> str:
    """Return the path of the file with the pages of a data set's tasks."""
    return f"d/t/{address_part(suite)}/{address_part(dataset)}.js"


def _stems(tables: Sequence[TableResults], here: TaskSet | None) -> dict[str, list[str]]:
    found: dict[str, str] = {task: stem for table in reversed(tables) for task, stem in table.stems.items()}
    if here is not None:
        found |= {task.id: task.family for task in here.tasks.values()}
    stems: dict[str, list[str]] = {}
    for task in sorted(found, key=natural_key):
        stems.setdefault(found[task], []).append(task)
    return {stem: stems[stem] for stem in sorted(stems, key=natural_key)}
