"""The tasks of a data set as a list: one entry per stem, with its pictures and who solved it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType, SimpleNamespace

from markupsafe import Markup

from benchmark.analysis.score_cells import Category, Cell
from benchmark.analysis.studies.dataset_report import TaskShare
from benchmark.analysis.wording import TASK_CHARACTERS, clean, count, task_name
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.leaderboard.dataset.claim import DesignNote
from benchmark.leaderboard.dataset.studies import chance_cell
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.leaderboard.inputs.task_difficulty import Chances
from benchmark.leaderboard.parts.addresses import address_part, task_link
from benchmark.leaderboard.parts.filters import FilterSelect
from benchmark.leaderboard.parts.people import DatasetPeople
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.parts.task_list import TableTotals, task_title
from benchmark.suites import SUITES, categories_of, load, suite_of

#: Kinds of labels with a select of their own; all other categories are the kind ``kind``.
_SELECTS = ("kind", "type", "aspect", "level")


@dataclass(frozen=True, slots=True, kw_only=True)
class StemItem:
    """The entry of a stem with all its tasks."""

    anchor: str  #: id of the entry within the pages of its data set
    title: str
    page: str  #: source path of the page of its tasks, with its part of it
    note: bool  #: whether it has a design note
    words: Markup | str  #: first paragraph of the design note, or names of the functions to write
    kinds: tuple[str, ...]  #: display names of all its labels
    #: Kind of label → its values for the filter, one per line: ``kind`` (subsets and categories), ``type``,
    #: ``aspect`` and ``level``.
    labels: Mapping[str, str]
    tasks: tuple[SimpleNamespace, ...]
    models: Cell  #: number of solving models, summed over the tasks
    solved: str  #: ``all`` if every model solved every task, ``none`` if no model solved any, else ``some``
    people: Cell  #: right tries of people at its tasks, of all tries; empty if nobody tried
    chance: Cell  #: chance of a model of median ability; empty if it is not known

    @property
    def figures(self) -> list[tuple[PictureView | None, list[SimpleNamespace]]]:
        """Its files of pictures, each once with the tasks that have it; then its tasks without pictures."""
        shown: dict[str, tuple[PictureView | None, list[SimpleNamespace]]] = {}
        for task in self.tasks:
            for file, picture in {picture.file: picture for picture in task.pictures}.items():
                shown.setdefault(file, (picture.with_its_sheet(self.title), []))[1].append(task)
        return [*shown.values(), *((None, [task]) for task in self.tasks if not task.pictures)]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTask:
    """A task of a data set, known from its task file or only from a row."""

    name: str
    stem: str
    labels: Mapping[str, Sequence[str]]  #: kind of label → display names; see ``StemItem.labels``
    task: Task | None = None  #: None if it is known only from a row


def known_tasks(tasks: TaskSet | None, counts: Counts | None) -> tuple[KnownTask, ...]:
    """Return the tasks of a data set in order of stem and id: those of its task file, else those of a row."""
    found: Iterable[KnownTask] = ()
    if tasks is not None:
        labels = _labels(categories_of(list(tasks.tasks.values())))
        found = (
            KnownTask(name=name, stem=task.family, labels=labels.get(name, {}), task=task)
            for name, task in tasks.tasks.items()
        )
    elif counts is not None:
        members = {
            category: [counts.tasks[place] for place in places]
            for category, places in counts.categories.items()
        }
        labels = _labels(members)
        found = (
            KnownTask(name=name, stem=stem, labels=labels.get(name, {}))
            for name, stem in zip(counts.tasks, counts.stems, strict=True)
        )
    return tuple(sorted(found, key=lambda task: (natural_key(task.stem), task.stem, natural_key(task.name))))


def _labels(categories: Mapping[str, Sequence[str]]) -> dict[str, dict[str, list[str]]]:
    """Return the labels of each task by their kind."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, members in categories.items():
        last = Category(name)
        kind = last.kind if last.kind in _SELECTS else "kind"
        title = last.title.removeprefix("Level ") if kind == "level" else last.title
        for task in members:
            found.setdefault(task, {}).setdefault(kind, []).append(title)
    return found


def items(
    *,
    suite: str,
    dataset: str,
    known: Sequence[KnownTask],
    tasks: TaskSet | None,
    notes: Mapping[str, DesignNote],
    field: TableTotals | None,
    chances: Chances = MappingProxyType({}),
    people: DatasetPeople | None = None,
) -> Iterator[StemItem]:
    """Yield the entries of a data set; ``known`` are the tasks from :func:`known_tasks`."""
    models = len(field.group.models) if field is not None else 0
    solved = field.solved if field is not None else {}
    may = licence_of(suite, dataset, tasks.licence if tasks else "").shows
    for stem, group in groupby(known, key=lambda task: task.stem):
        members, note = list(group), notes.get(stem)
        right = sum(solved.get(member.name, 0) for member in members)
        total = models * len(members)
        labels = {
            kind: tuple(dict.fromkeys(name for member in members for name in member.labels.get(kind, ())))
            for kind in _SELECTS
        }
        labels["aspect"] = tuple(sorted(labels["aspect"]))
        yield StemItem(
            anchor=address_part(stem),
            title=task_title(stem, [member.name for member in members]) if note is None else note.title,
            page=task_link(suite, dataset, stem),
            note=note is not None,
            words=note.words if note is not None else _entry_names(members) if may else "",
            kinds=tuple(
                f"level {name}" if kind == "level" and name.isdigit() else name
                for kind, names in labels.items()
                for name in names
            ),
            labels={kind: "\n".join(map(address_part, names)) for kind, names in labels.items()},
            tasks=tuple(
                SimpleNamespace(
                    name=task_name(member.name),
                    pictures=() if tasks is None or member.task is None else pictures_of(tasks, member.task),
                    models=f"{solved.get(member.name, 0)} of {models}" if models else "",
                    people="" if people is None else people.words(member.name),
                )
                for member in members
            ),
            models=Cell(f"{count(right)} of {count(total)}", f"{right / total:.6f}") if models else Cell(),
            solved="" if not models else "all" if right == total else "some" if right else "none",
            people=Cell() if people is None else people.cell([member.name for member in members]),
            chance=chance_cell([member.name for member in members], chances),
        )


def _entry_names(members: Sequence[KnownTask]) -> str:
    names = dict.fromkeys(member.task.entry_name for member in members if member.task is not None)
    return clean(", ".join(name for name in names if name), TASK_CHARACTERS)


def item_choices(
    found: Sequence[StemItem], known: Sequence[KnownTask], orders: Mapping[str, Sequence[str]]
) -> tuple[FilterSelect, ...]:
    """Return the choices of a list's filter: labels and outcomes in which the entries differ.

    The names of some kinds of labels are in the order of ``orders``, such as easy, medium, hard for
    ``level``.
    """
    choices = []
    for kind in _SELECTS:
        names = dict.fromkeys(name for task in known for name in task.labels.get(kind, ()))
        places = {name: place for place, name in enumerate(orders.get(kind, ()))}
        ordered = sorted(
            names, key=lambda name: (places.get(name, len(places)), natural_key(name.casefold()))
        )
        every = {"": f"Any {kind}"} | {address_part(name): name for name in ordered}
        if len(every) > 2:  # noqa: PLR2004 - something to choose
            choices.append(FilterSelect(name=kind, label=kind.capitalize(), options=tuple(every.items())))
    outcomes = {item.solved for item in found}
    words = {"all": "Solved by every model", "some": "Solved by some models", "none": "Solved by no model"}
    if len(outcomes) > 1:
        options = tuple((name, text) for name, text in words.items() if name in outcomes)
        choices.append(FilterSelect(name="solved", label="Solved", options=(("", "Solved or not"), *options)))
    return tuple(choices)


def label_tables(suite: str, known: Sequence[KnownTask]) -> Iterator[SimpleNamespace]:
    """Yield the tables of a suite's groups of labels that have meanings; none without such labels."""
    for group in suite_of(suite).display.category_groups:
        tasks = Counter(name for task in known for name in task.labels.get(group.kind, ()))
        if not group.names or not tasks:
            continue
        names = [*(name for name in group.names if name in tasks), *sorted(set(tasks) - set(group.names))]
        yield SimpleNamespace(
            title=group.plural.capitalize(),  # ``Task types``
            note=group.note,  # which tasks count in a label; empty if a task has one of them
            lines=tuple((name, count(tasks[name]), group.names.get(name, "")) for name in names),
        )


def label_orders(suite: str) -> Mapping[str, Sequence[str]]:
    """Return the names of a suite's labels in their order, by kind of label."""
    orders: dict[str, Sequence[str]] = {"level": load(suite).data.levels} if suite in SUITES else {}
    groups = suite_of(suite).display.category_groups
    return orders | {group.kind: tuple(group.names) for group in groups if group.names}


def without_labels(suite: str, categories: Sequence[TaskShare]) -> list[TaskShare]:
    """Return the categories that :func:`label_tables` does not list."""
    keys = {group.kind for group in suite_of(suite).display.category_groups if group.names}
    return [(name, tasks) for name, tasks in categories if name.partition(":")[0] not in keys]
