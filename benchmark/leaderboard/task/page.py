"""The page of a stem's tasks: pictures, texts, who solved them, and groups of wrong answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.analysis.catalog import TABS, suite_title
from benchmark.analysis.conditions import Conditions, prompt_condition
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import NAME_CHARACTERS, clean, join_some, number_word, plural, task_name
from benchmark.core.order import natural_key
from benchmark.core.task import Part, Task
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.rows.outcomes import TaskOutcome
from benchmark.leaderboard.rows.sources import Sources, TaskSet
from benchmark.leaderboard.shared.addresses import dataset_page, suite_page, task_page
from benchmark.leaderboard.shared.licences import Licence, licence_of
from benchmark.leaderboard.shared.marked_answer import visible_text
from benchmark.leaderboard.shared.page import Page
from benchmark.leaderboard.task.descriptions import DatasetDescriptions, DescriptionView, descriptions
from benchmark.leaderboard.task.results import Entrant, TableResults, task_results
from benchmark.leaderboard.task.sentence import chance_sentence, task_sentence
from benchmark.leaderboard.task.statement import StatementPiece, statement
from benchmark.leaderboard.task.words import (
    PartingCall,
    check_words,
    kind_words,
    parting_call,
    right_letter,
    words_of,
)
from benchmark.leaderboard.task.wrong_answers import WrongAnswers, without_verdicts, wrong_answers
from benchmark.suites import SUITES

#: If more pages of tasks could be searched, the search leaves them out: every first visit loads its index.
_MAX_SEARCHED = 600
_MAX_TABLES = 8  #: maximum number of tables whose results are shown
_MAX_TASKS = 24  #: maximum number of tasks of a stem on the page
_MAX_NAMES = 3  #: maximum number of models named in a sentence about missing files
_ID_CHARACTERS = 60  #: maximum characters of a task's id in a heading
_GENERIC_NAMES = frozenset({"", "solution", "Solution", "candidate", "main", "f"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StemTaskView:
    """One task of the stem."""

    id: str  #: id on one clean line
    anchor: str
    pictures: tuple[PictureView, ...]
    example: str  #: a call with its right result, which differs from the twins' results; empty without twins
    description: str  #: the picture in words: a person's description, or a flowchart as Mermaid text
    reference: str
    letter: str  #: letter of the right option; empty if the task is not multiple choice
    descriptions: Sequence[DescriptionView]  #: descriptions of the picture by models
    wrong: WrongAnswers | None
    failing: str  #: ``Four answers failed in three ways.``
    report: str  #: the task's id for the form that reports faults


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Who solved the tasks, in one table."""

    title: str  #: its conditions in words that differ from those of other tables
    conditions: Conditions
    entrants: tuple[Entrant, ...]
    columns: tuple[Sequence[TaskOutcome], ...]  #: one column per task, with one outcome per entrant
    solved: tuple[int, ...]  #: number of entrants with at least one passed draw, per task
    chance: str  #: how likely a model of middling ability solves the tasks; empty for few models
    places: bool  #: whether to show a column of places


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """The page of a stem's tasks."""

    heading: str
    suite: str
    dataset: str
    suite_title: str
    suite_page: str  #: source path of the suite's page; empty if there is none
    dataset_page: str
    answer: str  #: who solved the tasks, in a sentence
    facts: str
    tasks: tuple[StemTaskView, ...]
    hidden: int  #: number of tasks of the stem that are not on the page
    shows: bool  #: whether texts and pictures of the tasks are shown
    words: tuple[tuple[str, str], ...]  #: (task id, text); a single text without an id if all are equal
    words_title: str
    words_note: str
    #: The text with the pictures at their places; empty if no picture stands inside the text.
    statement: tuple[StatementPiece, ...]
    twins: str  #: sentence on what a program without the pictures can solve; empty without twins
    tables: tuple[TableView, ...]  #: the most prominent first
    absent: str  #: sentence naming models whose verdicts are not available; empty if all are
    omitted: str  #: sentence on descriptions by models that are not shown; empty if all are
    credit: str
    licence: Licence


def task_pages(sources: Sources) -> Iterator[Page]:
    """Yield one page per stem of each data set with rows or with known tasks."""
    results = task_results(sources)
    names = sorted({*results, *sources.tasks})
    stems = {name: _stems(results.get(name, ()), sources.tasks.get(name)) for name in names}
    searched = _searched(stems)
    for name in names:
        dataset = _DatasetTasks(sources, name, results.get(name, ()))
        for stem, tasks in stems[name].items():
            view = dataset.page(stem, tasks)
            yield Page(
                source=task_page(*name, stem),
                title=f"{_page_title(view.heading, clean(stem))}, {view.suite_title} {clean(name[1])}",
                template="task.html",
                view=view,
                slug=clean(stem),
                description=f"{_page_title(view.heading, clean(stem))}: {view.answer}",
                styles=("task.css",),
                searched=searched.get((name[0], stem)) == name,
            )


def _searched(stems: Mapping[tuple[str, str], Iterable[str]]) -> Mapping[tuple[str, str], tuple[str, str]]:
    """Return the data set whose page of a stem is searched, by suite and stem.

    A stem of several data sets is searched in the one that its suite names first. Tasks that are not shown
    are left out, since their pages have little to find.

    Args:
        stems: (suite, data set) → its stems.
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for name in sorted(stems, key=_position):
        if licence_of(*name).shows:
            for stem in stems[name]:
                found.setdefault((name[0], stem), name)
    return found if len(found) <= _MAX_SEARCHED else {}


def _position(name: tuple[str, str]) -> tuple[str, int, str]:
    """Return the position of a data set in its suite, as a key to sort by."""
    suite, dataset = name
    known = list(SUITES[suite].datasets) if suite in SUITES else []
    return suite, known.index(dataset) if dataset in known else len(known), dataset


def _stems(tables: Sequence[TableResults], here: TaskSet | None) -> dict[str, list[str]]:
    """Return the ids of tasks by stem, both in natural order."""
    found: dict[str, str] = {task: stem for table in reversed(tables) for task, stem in table.stems.items()}
    if here is not None:
        found |= {task.id: task.family for task in here.tasks.values()}
    stems: dict[str, list[str]] = {}
    for task in sorted(found, key=natural_key):
        stems.setdefault(found[task], []).append(task)
    return {stem: stems[stem] for stem in sorted(stems, key=natural_key)}


@dataclass(frozen=True, slots=True)
class _Words:
    """The texts that models read."""

    title: str
    note: str
    texts: tuple[tuple[str, str], ...]  #: (task id, text); a single text without an id if all are equal
    parts: Mapping[str, Sequence[Part]]  #: by task id: the same texts with the pictures in their places


class _DatasetTasks:
    """Makes the pages of one data set's tasks."""

    def __init__(self, sources: Sources, name: tuple[str, str], tables: Sequence[TableResults]) -> None:
        self._name, self._tables = name, tables[:_MAX_TABLES]
        self._here = sources.tasks.get(name)
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
            twins=_twins_sentence(twins, len(tasks)),
            tables=tables,
            absent=_absent_sentence(self._absent) if tables else "",
            omitted=_omitted_descriptions(self._descriptions),
            credit=self._licence.credit if self._shows else "",
            licence=self._licence,
        )

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
            anchor=f"task-{number}",
            pictures=() if shown is None or self._here is None else pictures_of(self._here, shown),
            example="" if twins is None else f"{twins.call} is {twins.wanted[name]}",
            description="" if shown is None else visible_text(shown.description or shown.chart.strip("\n")),
            reference="" if shown is None else visible_text(shown.reference.strip("\n")),
            letter=right_letter(shown) if shown is not None else "",
            descriptions=self._descriptions.of.get(name, ()),
            wrong=wrong,
            failing=_failed_sentence(wrong) if wrong is not None else "",
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
            note = "" if key is None else _prompt_note(key)
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
            entrants=table.entrants,
            columns=tuple(table.of.get(name, nothing) for name in names),
            solved=tuple(table.solved(name) if name in table.of else 0 for name in names),
            chance=chance_sentence({name: table.chances[name] for name in names if name in table.chances}),
            places=len(table.entrants) > 1 and any(entrant.place for entrant in table.entrants),
        )


def _page_title(heading: str, stem: str) -> str:
    return heading if heading == stem or not stem else f"{heading} ({stem})"


def _failed_sentence(wrong: WrongAnswers) -> str:
    answers = number_word(wrong.answers).capitalize()
    if wrong.answers == 1:
        return f"{answers} answer failed."
    ways = "the same way" if wrong.ways == 1 else f"{number_word(wrong.ways)} ways"
    return f"{answers} answers failed in {ways}."


def _twins_sentence(twins: PartingCall | None, tasks: int) -> str:
    if twins is None:
        return ""
    most = "one" if twins.most == 1 else number_word(twins.most)
    of = f"more than {most} of the {number_word(tasks)} tasks"
    return f"The texts are the same, only the pictures differ: no program written without them passes {of}."


def _prompt_note(key: GroupKey) -> str:
    """Return why the shown text may differ from the one that the models got."""
    ours = "this is how Sightbench words the task"
    if not key.prompt:
        return f"The prompt of these answers is not recorded; {ours}."
    name = prompt_condition(key.prompt).words
    if not key.prompt_digest:
        return f"Of the prompt only its name is recorded, {name}; {ours} today."
    return f"The exact text that the models got with {name} is not available; {ours} today."


def _absent_sentence(names: Sequence[str]) -> str:
    if not names:
        return ""
    return (
        f"Answers of {join_some(names, _MAX_NAMES)} are not included: their verdicts are not available here."
    )


def _omitted_descriptions(found: DatasetDescriptions) -> str:
    """Return one or two sentences on the descriptions that are not shown; empty if all are shown."""
    sentences = []
    if found.hidden:
        verb = "has" if found.hidden == 1 else "have"
        sentences.append(f"{plural(found.hidden, 'more row')} {verb} descriptions that are not shown here.")
    if found.absent:
        sentences.append(f"The descriptions of {join_some(found.absent, _MAX_NAMES)} are not available here.")
    return " ".join(sentences)
