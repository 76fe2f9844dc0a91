"""The page of a stem's tasks: pictures, words, who solved them, and how the wrong answers went wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import TABS, suite_title
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import NAME_CHARACTERS, clean, in_words, plural, some, task_name
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.rows.outcomes import TaskOutcome
from benchmark.leaderboard.rows.sources import Sources, TaskSet
from benchmark.leaderboard.shared.addresses import dataset_page, suite_page, task_page
from benchmark.leaderboard.shared.licences import Licence, licence_of
from benchmark.leaderboard.shared.marked_answer import visible
from benchmark.leaderboard.shared.page import Page
from benchmark.leaderboard.task.descriptions import DatasetDescriptions, DescriptionView, descriptions
from benchmark.leaderboard.task.results import Entrant, TableResults, task_results
from benchmark.leaderboard.task.sentence import task_sentence
from benchmark.leaderboard.task.words import PartingCall, check_words, kind_words, parting, words_of
from benchmark.leaderboard.task.wrong_answers import WrongAnswers, without_verdicts, wrong_answers

#: Pages of tasks beyond which the search does not know them: every first visit loads its index.
_SEARCHED = 600
_TABLES = 8  #: settings and protocols whose results are shown
_TASKS = 24  #: tasks of a stem
_NAMES = 3  #: models whose verdicts are not here and that are named
_ID = 60  #: characters of a task's id in a head
_NO_NAMES = frozenset({"", "solution", "Solution", "candidate", "main", "f"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StemTaskView:
    """One task of the stem."""

    id: str  #: on one clean line
    anchor: str
    pictures: tuple[PictureView, ...]
    example: str  #: what a call must give; empty where no twin parts
    description: str  #: a person's, of the picture
    reference: str
    said: Sequence[DescriptionView]  #: by models, before they wrote their programs
    wrong: WrongAnswers | None
    failing: str  #: ``Four answers failed in three ways.``
    report: str  #: the task's id as the form for faults takes it


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Who solved the tasks, in one setting."""

    conditions: str
    entrants: tuple[Entrant, ...]
    columns: tuple[Sequence[TaskOutcome], ...]  #: a task each, an outcome an entrant
    solved: tuple[int, ...]  #: entrants with at least one passed draw, by task
    places: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """The whole page."""

    heading: str
    suite: str
    dataset: str
    suite_title: str
    suite_page: str  #: empty where there is none
    dataset_page: str
    answer: str  #: who solved them, in a sentence
    facts: str
    tasks: tuple[StemTaskView, ...]
    hidden: int  #: tasks of the stem beyond those
    shows: bool
    words: tuple[tuple[str, str], ...]  #: task (empty where all have the same text) and text
    words_title: str
    words_note: str
    twins: str  #: what no program can do without the pictures
    tables: tuple[TableView, ...]  #: the most prominent first
    absent: str  #: whose verdicts are not here
    unsaid: str  #: what of the models' descriptions is not shown
    credit: str
    licence: Licence


def task_pages(sources: Sources) -> Iterator[Page]:
    """One for each stem of a data set that has rows, or whose tasks are here."""
    results = task_results(sources)
    names = sorted({*results, *sources.tasks})
    stems = {name: _stems(results.get(name, ()), sources.tasks.get(name)) for name in names}
    searched = sum(map(len, stems.values())) <= _SEARCHED
    for name in names:
        of_set = _Set(sources, name, results.get(name, ()))
        for stem, tasks in stems[name].items():
            view = of_set.page(stem, tasks)
            yield Page(
                source=task_page(*name, stem),
                title=f"{_named(view.heading, clean(stem))}, {view.suite_title} {clean(name[1])}",
                template="task.html",
                view=view,
                slug=clean(stem),
                searched=searched,
            )


def _stems(tables: Sequence[TableResults], here: TaskSet | None) -> dict[str, list[str]]:
    """Ids of tasks by stem, both in natural order."""
    found: dict[str, str] = {task: stem for table in reversed(tables) for task, stem in table.stems.items()}
    if here is not None:
        found |= {task.id: task.family for task in here.tasks.values()}
    stems: dict[str, list[str]] = {}
    for task in sorted(found, key=natural_key):
        stems.setdefault(found[task], []).append(task)
    return {stem: stems[stem] for stem in sorted(stems, key=natural_key)}


class _Set:
    """Makes the pages of one data set."""

    def __init__(self, sources: Sources, name: tuple[str, str], tables: Sequence[TableResults]) -> None:
        self._name, self._tables = name, tables[:_TABLES]
        self._here = sources.tasks.get(name)
        self._licence = licence_of(*name)
        self._shows = self._licence.shows and self._here is not None
        self._wrong: Mapping[str, WrongAnswers] = {}
        self._absent: tuple[str, ...] = ()
        self._said = DatasetDescriptions(of={})
        if tables and self._licence.shows:
            self._said = descriptions(sources, tables)
        if tables and not self._licence.kept_back:
            self._wrong = wrong_answers(sources, tables[0], code=self._licence.shows)
            self._absent = without_verdicts(sources, tables[0])
        self._page = suite_page(name[0]) if name[0] in TABS or name[0] in sources.groups else ""

    def page(self, stem: str, names: Sequence[str]) -> TaskPage:
        """The page of some tasks."""
        chosen = names[:_TASKS]
        here = {} if self._here is None else self._here.tasks
        tasks = [here[name] for name in chosen if name in here]
        twins = parting(tasks) if self._shows and len(tasks) == len(chosen) else None
        title, note, words = self._words(tasks)
        tables = tuple(self._table(table, chosen) for table in self._tables if self._has(table, chosen))
        heading = self._heading(stem, tasks)
        return TaskPage(
            heading=heading,
            suite=self._name[0],
            dataset=self._name[1],
            suite_title=clean(suite_title(self._name[0])),
            suite_page=self._page,
            dataset_page=dataset_page(*self._name),
            answer=self._answer(tables, chosen),
            facts=self._facts(heading, chosen, tasks),
            tasks=tuple(
                self._task(name, number, here.get(name), twins) for number, name in enumerate(chosen, 1)
            ),
            hidden=len(names) - len(chosen),
            shows=self._shows,
            words=words,
            words_title=title,
            words_note=note,
            twins=_twins(twins, len(tasks)),
            tables=tables,
            absent=_absent(self._absent) if tables else "",
            unsaid=_unsaid(self._said),
            credit=self._licence.credit if self._shows else "",
            licence=self._licence,
        )

    def _heading(self, stem: str, tasks: Sequence[Task]) -> str:
        if self._shows and len(tasks) == 1 and tasks[0].entry_name not in _NO_NAMES:
            return clean(tasks[0].entry_name)
        return task_name(stem, NAME_CHARACTERS)

    def _facts(self, heading: str, names: Sequence[str], tasks: Sequence[Task]) -> str:
        """What the tasks are, in a line; ``heading`` stands above it."""
        first = clean(names[0], _ID) if len(names) == 1 else plural(len(names), "task")
        if tasks:
            more = (*kind_words(tasks[0]), *check_words(tasks[0]))
        else:
            more = tuple(self._tables[0].kinds.get(names[0], ())) if self._tables else ()
        return " · ".join(dict.fromkeys(word for word in (first, *more) if word != heading))

    def _task(self, name: str, number: int, task: Task | None, twins: PartingCall | None) -> StemTaskView:
        shown = task if self._shows else None
        wrong = self._wrong.get(name)
        return StemTaskView(
            id=task_name(name, _ID),
            anchor=f"task-{number}",
            pictures=() if shown is None or self._here is None else pictures_of(self._here, shown),
            example="" if twins is None else f"{twins.call} is {twins.wanted[name]}",
            description="" if shown is None else visible(shown.description),
            reference="" if shown is None else visible(shown.reference.strip("\n")),
            said=self._said.of.get(name, ()),
            wrong=wrong,
            failing=_failing(wrong) if wrong is not None else "",
            report=clean(name),
        )

    def _words(self, tasks: Sequence[Task]) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """Title, note and texts; one text where all tasks have the same."""
        if not self._shows or not tasks:
            return "", "", ()
        key = self._tables[0].key if self._tables else None
        found = [(task.id, words_of(task, key)) for task in tasks]
        texts = dict.fromkeys(words.text for _, words in found)
        if found[0][1].as_sent:
            title, note = "Text the models got", ""
        else:
            title = "The task in words"
            note = "" if key is None else _other_prompt(key)
        if len(texts) == 1:
            return title, note, (("", found[0][1].text),)
        return title, note, tuple((clean(name, _ID), words.text) for name, words in found)

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
            conditions=table.conditions,
            entrants=table.entrants,
            columns=tuple(table.of.get(name, nothing) for name in names),
            solved=tuple(table.solved(name) if name in table.of else 0 for name in names),
            places=len(table.entrants) > 1 and any(entrant.place for entrant in table.entrants),
        )


def _named(heading: str, stem: str) -> str:
    return heading if heading == stem or not stem else f"{heading} ({stem})"


def _failing(wrong: WrongAnswers) -> str:
    answers = in_words(wrong.answers).capitalize()
    if wrong.answers == 1:
        return f"{answers} answer failed."
    ways = "the same way" if wrong.ways == 1 else f"{in_words(wrong.ways)} ways"
    return f"{answers} answers failed in {ways}."


def _twins(twins: PartingCall | None, tasks: int) -> str:
    if twins is None:
        return ""
    most = "one" if twins.most == 1 else in_words(twins.most)
    of = f"more than {most} of the {in_words(tasks)}"
    return f"Same text, other pictures: no program written without them passes {of}."


def _other_prompt(key: GroupKey) -> str:
    """Why the text that is shown need not be the one that the models got."""
    ours = "this is how Sightbench puts the task"
    if not key.prompt:
        return f"The prompt of these answers is not recorded; {ours}."
    named = f"“{clean(key.prompt)}”"
    if not key.prompt_digest:
        return f"The prompt is recorded by its name alone, {named}; {ours} today."
    return f"The words of the prompt {named} that the models got are not here; {ours} today."


def _absent(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"Not among them are the answers of {some(names, _NAMES)}, whose verdicts are not here."


def _unsaid(said: DatasetDescriptions) -> str:
    """What of the descriptions is not shown, in a sentence or two."""
    sentences = []
    if said.hidden:
        files = "the file of its row" if said.hidden == 1 else "the files of their rows"
        sentences.append(f"{plural(said.hidden, 'more row')} described the pictures: in {files}.")
    if said.absent:
        sentences.append(f"The descriptions of {some(said.absent, _NAMES)} are not here.")
    return " ".join(sentences)
