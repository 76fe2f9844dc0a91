"""The page of a stem's tasks: pictures, texts, who solved them, and groups of wrong answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.analysis.catalog import TABS, suite_title
from benchmark.analysis.scale_words import PERCENT, dataset_words
from benchmark.analysis.wording import NAME_CHARACTERS, clean, plural, task_name
from benchmark.core.suite import suite_of
from benchmark.core.task import Part, Task
from benchmark.leaderboard.inputs.licences import licence_of
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import dataset_page, suite_page, task_page
from benchmark.leaderboard.parts.marked_answer import visible_text
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.leaderboard.parts.people import dataset_people
from benchmark.leaderboard.parts.pictures import pictures_of
from benchmark.leaderboard.parts.task_list import TaskOutcome, query_name
from benchmark.leaderboard.task.descriptions import DatasetDescriptions, descriptions
from benchmark.leaderboard.task.notes import (
    absent_sentence,
    failed_sentence,
    grouped_words,
    omitted_descriptions,
    people_sentence,
    prompt_note,
    twins_sentence,
)
from benchmark.leaderboard.task.results import TableResults, points_text, task_results
from benchmark.leaderboard.task.sentence import (
    chance_sentence,
    draws_sentence,
    points_sentence,
    task_sentence,
)
from benchmark.leaderboard.task.statement import StatementPiece, statement
from benchmark.leaderboard.task.stems import known_stems, stem_file
from benchmark.leaderboard.task.view import StemTaskView, TableView, TaskPage
from benchmark.leaderboard.task.words import (
    PartingCall,
    check_words,
    kind_words,
    parting_call,
    right_letter,
    words_of,
)
from benchmark.leaderboard.task.wrong_answers import WrongAnswers, without_verdicts, wrong_answers

_MAX_TABLES = 8  #: maximum number of tables whose results are shown
_MAX_TASKS = 24  #: maximum number of tasks of a stem on the page
_ID_CHARACTERS = 60  #: maximum characters of a task's id in a heading
_GENERIC_NAMES = frozenset({"", "solution", "Solution", "candidate", "main", "f"})


def task_pages(sources: Sources) -> Iterator[Page]:
    """Yield one page per stem of each data set with rows or with known tasks."""
    results = task_results(sources)
    stems = known_stems(sources, results)
    first = _first_of_stem(stems)
    for name in stems:
        file = stem_file(*name) if len(stems[name]) > 1 else ""
        dataset = _DatasetTasks(sources, name, results.get(name, ()), file)
        for stem, tasks in stems[name].items():
            view = dataset.page(stem, tasks)
            title, within = _page_title(view.heading, clean(stem)), f"{view.suite_title} {clean(name[1])}"
            yield Page(
                source=task_page(*name, stem),
                title=f"{title}, {within}",
                template="task.html",
                view=view,
                description=f"{title}: {view.answer}",
                styles=("task.css",),
                scripts=("packed.js", "task.js"),
                search=SearchWords(
                    kind="task",
                    within=within,
                    name=title,
                    line=" · ".join(dataset.kinds(tasks)),
                    words=(view.heading, stem, *tasks[:_MAX_TASKS]),
                    after=first[name[0], stem] != name,
                ),
            )


def _first_of_stem(
    stems: Mapping[tuple[str, str], Iterable[str]],
) -> Mapping[tuple[str, str], tuple[str, str]]:
    """Return the data set whose page of a stem the search lists first, by suite and stem.

    It is the first one, in the order of the suite, whose tasks are shown; other pages have less to find.

    Args:
        stems: (suite, data set) → its stems.
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for name in sorted(stems, key=lambda name: (not licence_of(*name).shows, _position(name))):
        for stem in stems[name]:
            found.setdefault((name[0], stem), name)
    return found


def _position(name: tuple[str, str]) -> tuple[str, int, str]:
    """Return the position of a data set in its suite, as a key to sort by."""
    suite, dataset = name
    known = list(suite_of(suite).datasets)
    return suite, known.index(dataset) if dataset in known else len(known), dataset


@dataclass(frozen=True, slots=True)
class _Words:
    """The texts that models read."""

    title: str
    note: str
    texts: tuple[tuple[str, str], ...]  #: (task id, text); a single text without an id if all are equal
    parts: Mapping[str, Sequence[Part]]  #: by task id: the same texts with the pictures in their places


class _DatasetTasks:
    """Makes the pages of one data set's tasks."""

    def __init__(
        self, sources: Sources, name: tuple[str, str], tables: Sequence[TableResults], stems: str
    ) -> None:
        self._name, self._tables = name, tables[:_MAX_TABLES]
        self._here = sources.tasks.get(name)
        self._people = dataset_people(self._here)
        self._licence = licence_of(*name)
        self._shows = self._licence.shows and self._here is not None
        self._wrong: Mapping[str, WrongAnswers] = {}
        self._absent: tuple[str, ...] = ()
        self._descriptions = DatasetDescriptions(of={})
        if tables and self._licence.shows:
            self._descriptions = descriptions(sources, tables)
        if tables and not self._licence.kept_back:
            self._wrong = wrong_answers(sources, tables[0], code=self._licence.shows)
            self._absent = without_verdicts(sources, tables[0])
        self._words_of_scale = dataset_words(*name)
        self._grouped = grouped_words(self._words_of_scale)
        self._stems = stems
        self._page = suite_page(name[0]) if name[0] in TABS or name[0] in sources.groups else ""

    def page(self, stem: str, names: Sequence[str]) -> TaskPage:
        """Return the page of a stem with the given tasks."""
        chosen = names[:_MAX_TASKS]
        here = {} if self._here is None else self._here.tasks
        tasks = [here[name] for name in chosen if name in here]
        twins = parting_call(tasks) if self._shows and len(tasks) == len(chosen) else None
        words = self._words(tasks)
        tables = tuple(self._table(table, chosen) for table in self._tables if self._has(table, chosen))
        heading = self._heading(stem, tasks)
        shown = tuple(
            self._task(name, number, here.get(name), twins) for number, name in enumerate(chosen, 1)
        )
        return TaskPage(
            heading=heading,
            suite=self._name[0],
            dataset=self._name[1],
            suite_title=clean(suite_title(self._name[0])),
            suite_page=self._page,
            dataset_page=dataset_page(*self._name),
            answer=self._answer(tables, chosen),
            facts=self._facts(heading, chosen, tasks),
            tasks=shown,
            hidden=len(names) - len(chosen),
            shows=self._shows,
            words=words.texts,
            words_title=words.title,
            words_note=words.note,
            statement=self._statement(tasks, words, shown),
            twins=twins_sentence(twins, len(tasks), charts=any(task.chart for task in tasks)),
            people=people_sentence(self._people, chosen),
            tables=tables,
            grouped=self._grouped[0],
            grouped_by=self._grouped[1],
            absent=absent_sentence(self._absent) if tables else "",
            omitted=omitted_descriptions(self._descriptions),
            credit=self._licence.credit if self._shows else "",
            licence=self._licence,
            stems=self._stems,
        )

    def kinds(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the subset, level and categories of a stem's first task, for the search."""
        if self._here is not None and names[0] in self._here.tasks:
            return kind_words(self._here.tasks[names[0]])
        return tuple(self._tables[0].kinds.get(names[0], ())) if self._tables else ()

    def _heading(self, stem: str, tasks: Sequence[Task]) -> str:
        if self._shows and len(tasks) == 1 and tasks[0].entry_name not in _GENERIC_NAMES:
            return clean(tasks[0].entry_name)
        return task_name(stem, NAME_CHARACTERS)

    def _facts(self, heading: str, names: Sequence[str], tasks: Sequence[Task]) -> str:
        """Return a line of facts that hold for all tasks, without repeating the ``heading`` above it."""
        first = clean(names[0], _ID_CHARACTERS) if len(names) == 1 else plural(len(names), "task")
        if tasks:
            of_each = [(*kind_words(task), *check_words(task)) for task in tasks]
            more = tuple(word for word in of_each[0] if all(word in other for other in of_each))
        else:
            more = tuple(self._tables[0].kinds.get(names[0], ())) if self._tables else ()
        return " · ".join(dict.fromkeys(word for word in (first, *more) if word != heading))

    def _task(self, name: str, number: int, task: Task | None, twins: PartingCall | None) -> StemTaskView:
        shown = task if self._shows else None
        wrong = self._wrong.get(name)
        return StemTaskView(
            id=task_name(name, _ID_CHARACTERS),
            key=name,
            query=query_name(name),
            anchor=f"task-{number}",
            pictures=() if shown is None or self._here is None else pictures_of(self._here, shown),
            example="" if twins is None else f"{twins.call} is {twins.wanted[name]}",
            description="" if shown is None else visible_text(shown.description or shown.chart.strip("\n")),
            reference="" if shown is None else visible_text(shown.reference.strip("\n")),
            letter=right_letter(shown) if shown is not None else "",
            descriptions=self._descriptions.of.get(name, ()),
            wrong=wrong,
            failing=failed_sentence(wrong, self._words_of_scale) if wrong is not None else "",
            report=clean(name),
        )

    def _words(self, tasks: Sequence[Task]) -> "_Words":
        """Return the texts of tasks; a single text without an id if all tasks have the same."""
        if not self._shows or not tasks:
            return _Words("", "", (), {})
        key = self._tables[0].key if self._tables else None
        found = [(task.id, words_of(task, key)) for task in tasks]
        parts = {name: words.parts for name, words in found}
        texts = dict.fromkeys(words.text for _, words in found)
        if found[0][1].as_sent:
            title, note = "Text the models got", ""
        else:
            title = "The task in words"
            note = "" if key is None else prompt_note(key)
        if len(texts) == 1:
            return _Words(title, note, (("", found[0][1].text),), parts)
        named = tuple((clean(name, _ID_CHARACTERS), words.text) for name, words in found)
        return _Words(title, note, named, parts)

    @staticmethod
    def _statement(
        tasks: Sequence[Task], words: "_Words", shown: Sequence[StemTaskView]
    ) -> tuple[StatementPiece, ...]:
        if not words.parts or len(tasks) != len(shown):
            return ()
        pictures = {task.id: view.pictures for task, view in zip(tasks, shown, strict=True)}
        pieces = statement(tasks, words.parts, pictures)
        return tuple(
            replace(
                piece,
                text=visible_text(piece.text),
                figures=tuple((task_name(name, _ID_CHARACTERS), view) for name, view in piece.figures),
            )
            for piece in pieces
        )

    def _answer(self, tables: Sequence[TableView], names: Sequence[str]) -> str:
        if not tables:
            return task_sentence((), [()] * len(names), tried_once=True)
        entrants = tables[0].entrants
        if tables[0].points:
            points = self._tables[0].points
            return points_sentence(len(entrants), [points.get(name, ()) for name in names])
        return task_sentence(
            [entrant.name for entrant in entrants],
            tables[0].columns,
            tried_once=all(entrant.row.result.completions.draws == 1 for entrant in entrants),
        )

    @staticmethod
    def _has(table: TableResults, names: Sequence[str]) -> bool:
        return any(name in table.of for name in names)

    @staticmethod
    def _table(table: TableResults, names: Sequence[str]) -> TableView:
        nothing: tuple[TaskOutcome, ...] = (TaskOutcome("–", "missing", solved=False),) * len(table.entrants)
        return TableView(
            title=table.title,
            conditions=table.conditions,
            points=table.words is not PERCENT,
            entrants=table.entrants,
            columns=tuple(table.of.get(name, nothing) for name in names),
            marks=tuple(_mark(table, name) for name in names),
            difficulty=_difficulty(table, names),
            ranges=bool(_chances(table, names)),
            places=len(table.entrants) > 1 and any(entrant.place for entrant in table.entrants),
            query=next((entrant.opened.query for entrant in table.entrants if entrant.opened), ""),
        )


def _difficulty(table: TableResults, names: Sequence[str]) -> str:
    """Return how difficult the tasks are, and how much of the results is luck."""
    sentences = (
        _chances(table, names),
        draws_sentence({name: table.draws[name] for name in names if name in table.draws}),
    )
    return " ".join(filter(None, sentences))


def _chances(table: TableResults, names: Sequence[str]) -> str:
    return chance_sentence({name: table.chances[name] for name in names if name in table.chances})


def _mark(table: TableResults, task: str) -> str:
    """Return how many entrants of a table solved a task, or their mean points."""
    if table.words is PERCENT:
        return f"{table.solved(task) if task in table.of else 0} of {len(table.entrants)}"
    known = [value for value in table.points.get(task, ()) if value is not None]
    return points_text(sum(known) / len(known)) if known else "–"


def _page_title(heading: str, stem: str) -> str:
    return heading if heading == stem or not stem else f"{heading} ({stem})"
