"""The tasks of a data set as a list: one entry a stem, with its pictures and who solved it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from benchmark.analysis.score_cells import Category, Cell
from benchmark.analysis.wording import TASK_CHARACTERS, clean, count, task_name
from benchmark.core.counts import Counts, categories_of
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.leaderboard.dataset.design_notes import DesignNote
from benchmark.leaderboard.parts.filters import FilterSelect
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.rows.sources import TaskSet
from benchmark.leaderboard.shared.addresses import part, task_page
from benchmark.leaderboard.shared.licences import licence_of
from benchmark.leaderboard.shared.table_totals import TableTotals


@dataclass(frozen=True, slots=True, kw_only=True)
class StemTask:
    """A task of an entry."""

    name: str
    pictures: tuple[PictureView, ...]
    models: str  #: ``2 of 6``; empty where no model was asked
    people: int  #: who solved it from its picture alone


@dataclass(frozen=True, slots=True, kw_only=True)
class StemItem:
    """All tasks of a stem."""

    anchor: str  #: inside the pages of its data set
    title: str
    page: str  #: source path of its page
    note: bool  #: whether a design note says how it is meant
    words: Markup | str
    kinds: tuple[str, ...]  #: as people read them
    kind: str  #: the same as the filter compares them, on a line each
    level: str  #: likewise
    tasks: tuple[StemTask, ...]
    models: Cell  #: models that solved a task, added up over the tasks
    solved: str  #: ``all``, ``some`` or ``none`` of these
    people: Cell  #: tasks that a person solved


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTask:
    """A task, as far as it may be shown: from a task file, or from a row that names it."""

    name: str
    stem: str
    kinds: Sequence[str]
    levels: Sequence[str]
    task: Task | None = None


def known_tasks(tasks: TaskSet | None, counts: Counts | None) -> tuple[KnownTask, ...]:
    """The tasks of a data set, in order of stem and id: those that are here, else those that a row has."""
    found: Iterable[KnownTask] = ()
    if tasks is not None:
        kinds, levels = _of_task(categories_of(list(tasks.tasks.values())))
        found = (
            KnownTask(
                name=name, stem=one.family, kinds=kinds.get(name, ()), levels=levels.get(name, ()), task=one
            )
            for name, one in tasks.tasks.items()
        )
    elif counts is not None:
        named = {
            category: [counts.tasks[place] for place in places]
            for category, places in counts.categories.items()
        }
        kinds, levels = _of_task(named)
        found = (
            KnownTask(name=name, stem=stem, kinds=kinds.get(name, ()), levels=levels.get(name, ()))
            for name, stem in zip(counts.tasks, counts.stems, strict=True)
        )
    return tuple(sorted(found, key=lambda one: (natural_key(one.stem), one.stem, natural_key(one.name))))


def _of_task(categories: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Kinds (subsets and categories) and levels by task."""
    kinds: dict[str, list[str]] = {}
    levels: dict[str, list[str]] = {}
    for name, members in categories.items():
        last = Category(name)
        into = levels if last.kind == "level" else kinds
        for task in members:
            into.setdefault(task, []).append(last.title)
    return kinds, levels


def items(
    *,
    suite: str,
    dataset: str,
    known: Sequence[KnownTask],
    tasks: TaskSet | None,
    notes: Mapping[str, DesignNote],
    field: TableTotals | None,
) -> Iterator[StemItem]:
    """The entries of a data set.

    Args:
        suite: its id.
        dataset: its name.
        known: from :func:`known_tasks`.
        tasks: as they are here.
        notes: what was written about a stem.
        field: which models solved what; None where none was asked.
    """
    models = len(field.group.models) if field is not None else 0
    solved = field.solved if field is not None else {}
    may = licence_of(suite, dataset).shows
    for stem, group in groupby(known, key=lambda one: one.stem):
        members, note = list(group), notes.get(stem)
        right = sum(solved.get(one.name, 0) for one in members)
        asked = models * len(members)
        people = [0 if note is None else note.solvers(one.name) for one in members]
        kinds = tuple(dict.fromkeys(name for one in members for name in one.kinds))
        levels = tuple(dict.fromkeys(name for one in members for name in one.levels))
        yield StemItem(
            anchor=part(stem),
            title=clean(stem, TASK_CHARACTERS) if note is None else note.title,
            page=task_page(suite, dataset, stem),
            note=note is not None,
            words=note.words if note is not None else _entry(members) if may else "",
            kinds=(*kinds, *levels),
            kind="\n".join(map(part, kinds)),
            level="\n".join(map(part, levels)),
            tasks=tuple(
                StemTask(
                    name=task_name(one.name),
                    pictures=() if tasks is None or one.task is None else pictures_of(tasks, one.task),
                    models=f"{solved.get(one.name, 0)} of {models}" if models else "",
                    people=number,
                )
                for one, number in zip(members, people, strict=True)
            ),
            models=Cell(f"{count(right)} of {count(asked)}", f"{right / asked:.6f}") if models else Cell(),
            solved="" if not models else "all" if right == asked else "some" if right else "none",
            people=Cell(f"{sum(map(bool, people))} of {len(people)}", str(sum(map(bool, people)))),
        )


def _entry(members: Sequence[KnownTask]) -> str:
    """The function or class that is asked for."""
    names = dict.fromkeys(one.task.entry_name for one in members if one.task is not None)
    return clean(", ".join(name for name in names if name), TASK_CHARACTERS)


def item_choices(found: Sequence[StemItem], known: Sequence[KnownTask]) -> tuple[FilterSelect, ...]:
    """What the filter of a list offers: values that entries differ in."""
    made = [
        _choice("kind", "Kind", "Any kind", (name for one in known for name in one.kinds)),
        _choice("level", "Level", "Any level", (name for one in known for name in one.levels)),
    ]
    outcomes = {item.solved for item in found}
    words = {"all": "Solved by every model", "some": "Solved by some", "none": "Solved by no model"}
    if len(outcomes) > 1:
        options = tuple((name, text) for name, text in words.items() if name in outcomes)
        made.append(FilterSelect(name="solved", label="Solved", options=(("", "Solved or not"), *options)))
    return tuple(one for one in made if one is not None)


def _choice(name: str, label: str, everything: str, values: Iterable[str]) -> FilterSelect | None:
    options = {part(value): value for value in values}
    if len(options) < 2:  # noqa: PLR2004 - nothing to choose
        return None
    ordered = sorted(options.items(), key=lambda option: natural_key(option[1].casefold()))
    return FilterSelect(name=name, label=label, options=(("", everything), *ordered))
