"""The page of a stem's tasks: pictures, texts, who solved them, and groups of wrong answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from itertools import pairwise
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_title, tabs
from benchmark.analysis.score_cells import PERCENT, ScaleWords, dataset_words
from benchmark.analysis.wording import NAME_CHARACTERS, clean, plural, task_name
from benchmark.core.task import Part, Task
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import dataset_page, part_anchor, suite_page, task_page
from benchmark.leaderboard.parts.marked_answer import visible_text
from benchmark.leaderboard.parts.people import dataset_people
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.leaderboard.parts.task_list import TaskOutcome, query_name, task_title
from benchmark.leaderboard.parts.task_results import (
    TableResults,
    known_stems,
    points_text,
    sharing_pages,
    stem_file,
    task_results,
)
from benchmark.leaderboard.task.words import (
    PartingCall,
    StatementPiece,
    absent_sentence,
    check_words,
    dial_words,
    failed_sentence,
    grouped_sentence,
    kind_words,
    parting_call,
    people_sentence,
    points_sentence,
    prompt_note,
    right_letter,
    statement,
    task_sentence,
    twins_sentence,
    words_of,
)
from benchmark.leaderboard.task.wrong_answers import descriptions, without_verdicts, wrong_answers
from benchmark.suites import suite_of

_MAX_TABLES = 8  #: maximum number of tables whose results are shown
_MAX_TASKS = 24  #: maximum number of tasks of a stem on the page
_NAMED = 2  #: maximum number of tasks that the caption of a shared picture names
_ID_CHARACTERS = 60  #: maximum characters of a task's id in a heading
_GENERIC_NAMES = frozenset({"", "solution", "Solution", "candidate", "main", "f"})


def task_pages(sources: Sources) -> Iterator[Page]:
    """Yield one page per stem of each data set with rows or with known tasks.

    Data sets with the same pictures are parts of one page.
    """
    results = task_results(sources)
    stems = known_stems(sources)
    pages = {
        name: {task: task_page(*name, stem) for stem, tasks in of.items() for task in tasks}
        for name, of in stems.items()
    }
    for names in sharing_pages(stems):
        file = stem_file(*names[0]) if len(stems[names[0]]) > 1 else ""
        parts = [
            (_DatasetTasks(sources, name, results.get(name, ()), file, pages), stems[name]) for name in names
        ]
        for stem in dict.fromkeys(stem for _, known in parts for stem in known):
            first, *others = [data.page(stem, known[stem]) for data, known in parts if stem in known]
            search, *found = [data.search(stem, known[stem]) for data, known in parts if stem in known]
            _leave_out_repeats(first, others)
            yield Page(
                source=task_page(*names[0], stem),
                title=f"{search.name}, {search.within}",
                template="task.html",
                view={**vars(first), "others": others},
                description=f"{search.name}: {first.answer}",
                styles=("task.css",),
                scripts=("shards.js", "task.js"),
                search=replace(search, anchor=""),
                search_parts=tuple(found),
            )


def _leave_out_repeats(first: SimpleNamespace, others: Sequence[SimpleNamespace]) -> None:
    """Take out of other parts of a page the pictures and programs that an earlier part shows.

    A long paragraph of the tasks' texts is shown once.
    """
    seen: set[str] = set()
    references: set[str] = set()
    paragraphs: set[str] = set()
    _keep_new_paragraphs(first, paragraphs)
    for before, other in pairwise((first, *others)):
        seen |= {picture.path for task in before.tasks for picture in task.pictures}
        references |= {task.reference for task in before.tasks}
        for task in other.tasks:
            task.pictures = tuple(picture for picture in task.pictures if picture.path not in seen)
            task.reference = "" if task.reference in references else task.reference
        other.shared = _shared_pictures(other.tasks)
        other.statement = tuple(
            piece for piece in other.statement if not {view.path for _, view in piece.figures} & seen
        )
        _keep_new_paragraphs(other, paragraphs)
    for page in (first, *others):
        _compare_references([task for task in page.tasks if task.reference])


def _compare_references(tasks: Sequence[SimpleNamespace]) -> None:
    """Show of a program only its changes of the shortest one, with which edits begin, if they are few."""
    if not tasks:
        return
    first = min(tasks, key=lambda task: len(task.reference))
    before = first.reference.split("\n")
    for task in tasks:
        hunks = list(unified_diff(before, task.reference.split("\n"), n=1, lineterm=""))[2:]
        text = "\n".join("…" if line.startswith("@@") else line for line in hunks)
        if hunks and len(text) < _MOST_CHANGED * len(task.reference):
            task.reference, task.against = text, first.id


_MOST_CHANGED = 0.7  #: share of a program's length; above it, changes are as hard to read as the program
_REPEATED_CHARACTERS = 60  #: paragraphs with fewer characters may repeat
#: The line that introduces a code block, and the block; or a paragraph.
_BLOCK = re.compile(
    r"^([^\n]+:\n+)?(```[^\n]*\n.*?^```[^\S\n]*$)|^[^\n]+(?:\n(?!```)[^\n]+)*", re.DOTALL | re.MULTILINE
)
_SEVERAL = re.compile(r"^…(?:\n\n…)+$", re.MULTILINE)


def _keep_new_paragraphs(page: SimpleNamespace, seen: set[str]) -> None:
    """Put "…" in place of what is ``seen``: paragraphs, and code that words introduce. Add the page's own.

    A code block without words before it may be one of several options, so it is always shown.
    """

    def new(text: str) -> str:
        found: set[str] = set()

        def shown(block: re.Match[str]) -> str:
            intro, code = block.groups()
            long = code if intro else "" if code else block[0]
            found.update([long] if len(long) >= _REPEATED_CHARACTERS else [])
            return f"{intro or ''}…" if long in seen else block[0]

        kept = _BLOCK.sub(shown, text)
        seen.update(found)
        return _SEVERAL.sub("…", kept) if kept != text else text

    statement = tuple(replace(piece, text=new(piece.text)) for piece in page.statement)
    texts = page.words.texts if statement else tuple((name, new(text)) for name, text in page.words.texts)
    if (statement, texts) != (page.statement, page.words.texts):
        note = f"{page.words.note} “…” stands for what is written above.".lstrip()
        page.statement, page.words = statement, replace(page.words, texts=texts, note=note)


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """The texts that models read."""

    title: str
    note: str
    texts: tuple[tuple[str, str], ...]  #: (task id, text); a single text without an id if all are equal
    parts: Mapping[str, Sequence[Part]]  #: by task id: the same texts with the pictures in their places


class _DatasetTasks:
    """What all pages of a data set's tasks share."""

    def __init__(
        self,
        sources: Sources,
        name: tuple[str, str],
        tables: Sequence[TableResults],
        stems: str,
        pages: Mapping[tuple[str, str], Mapping[str, str]],
    ) -> None:
        """Read the answers.

        ``stems`` is the path of a file with all tasks, empty for a single page; ``pages`` are the paths of
        all tasks' pages, by data set and task.
        """
        self.suite, self.dataset = suite, dataset = name
        self.stems, self.tables = stems, tables[:_MAX_TABLES]
        self.suite_title = clean(suite_title(suite))
        self.suite_page = suite_page(suite) if suite in tabs() or suite in sources.groups else ""
        self.dataset_page = dataset_page(*name)
        #: Id of its part of a page that data sets share; empty for the first of them.
        self.part = part_anchor(*name)
        self.here = sources.tasks.get(name)  #: its tasks, if they are on this machine
        self.licence = licence = licence_of(*name, self.here.licence if self.here else "")
        self.shows = licence.shows and self.here is not None  #: whether texts and pictures are shown
        #: Task id → page of the task at its source.
        self.sources = suite_of(suite).data.task_addresses(dataset)
        parts = suite_of(suite).data.parts
        #: Data set that has some of its tasks, or all and more → their pages.
        self.related = {
            other: pages[suite, other]
            for other in (*(part for part in parts if parts[part] == dataset), parts.get(dataset, ""))
            if (suite, other) in pages
        }
        #: Tasks whose functions may be named, by id: its own, and the same tasks of related data sets.
        self.named = {
            task.id: task
            for other in (*self.related, dataset)
            if (found := sources.tasks.get((suite, other))) and licence_of(suite, other, found.licence).shows
            for task in found.tasks.values()
        }
        self.people = dataset_people(sources, *name)
        reads = tables and not licence.kept_back
        # By task: descriptions by models, and wrong answers; then models whose verdicts are not available.
        self.descriptions = descriptions(sources, tables) if licence.shows else {}
        self.wrong = wrong_answers(sources, tables[0], code=licence.shows) if reads else {}
        self.absent = without_verdicts(sources, tables[0]) if reads else ()

    @property
    def words(self) -> ScaleWords:
        """The words of the scale of its scores."""
        return dataset_words(self.suite, self.dataset)

    def page(self, stem: str, names: Sequence[str]) -> SimpleNamespace:
        """Return the page of a stem with the given tasks."""
        chosen = names[:_MAX_TASKS]
        here = {} if self.here is None else self.here.tasks
        tasks = self._here(names)
        twins = parting_call(tasks) if self.shows and len(tasks) == len(chosen) else None
        words = self._words(tasks)
        tables = tuple(
            _table(table, chosen) for table in self.tables if any(name in table.of for name in chosen)
        )
        shown = tuple(
            self._task(name, number, here.get(name), twins) for number, name in enumerate(chosen, 1)
        )
        return SimpleNamespace(
            data=self,
            heading=self._heading(stem, names),
            answer=self._answer(tables, chosen),  # who solved the tasks, in a sentence
            facts=self._facts(chosen, tasks),
            tasks=shown,
            # Pictures with the names of their tasks, if tasks share some; else empty.
            shared=_shared_pictures(shown),
            # Name of each data set with the same task, and its page there.
            related=tuple(
                (clean(other), pages[names[0]]) for other, pages in self.related.items() if names[0] in pages
            ),
            hidden=len(names) - len(chosen),  # number of tasks of the stem that are not on the page
            words=words,
            # The text with the pictures at their places; empty if no text stands between pictures.
            statement=_statement(tasks, words, shown),
            twins=twins_sentence(twins, len(tasks), charts=any(task.chart for task in tasks)),
            people=people_sentence(self.people, chosen),
            tables=tables,  # the most prominent first
            absent=absent_sentence(self.absent) if tables else "",
        )

    def search(self, stem: str, names: Sequence[str]) -> SearchWords:
        """Return what the search shows of a stem's tasks."""
        title = self._heading(stem, names)
        if clean(stem).casefold() not in ("", title.casefold(), title.casefold().replace(" ", "-")):
            title += f" ({clean(stem)})"
        functions = [task.entry_name for task in self._here(names) if task.entry_name not in _GENERIC_NAMES]
        return SearchWords(
            kind="task",
            within=f"{self.suite_title} {clean(self.dataset)}",
            name=title,
            line=" · ".join(self.kinds(names)),
            words=(*dict.fromkeys(functions), stem, *names[:_MAX_TASKS], *_contest_names(names)),
            anchor=self.part,
            # Of a suite's tasks on the same stem, those of its first data set come first.
            after=not self.licence.shows
            or self.dataset != next(iter(suite_of(self.suite).datasets), self.dataset),
        )

    def _here(self, names: Sequence[str]) -> list[Task]:
        here = {} if self.here is None else self.here.tasks
        return [here[name] for name in names[:_MAX_TASKS] if name in here]

    def kinds(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the subset, levels and categories of a stem's tasks, for the search."""
        if self.here is not None and names[0] in self.here.tasks:
            tasks = [self.here.tasks[name] for name in names if name in self.here.tasks]
            return tuple(dict.fromkeys(word for task in tasks for word in kind_words(task)))
        return tuple(self.tables[0].kinds.get(names[0], ())) if self.tables else ()

    def _heading(self, stem: str, names: Sequence[str]) -> str:
        tasks = [self.named[name] for name in names[:_MAX_TASKS] if name in self.named]
        if len(tasks) == 1 and tasks[0].entry_name not in _GENERIC_NAMES:
            return task_title(tasks[0].entry_name, limit=NAME_CHARACTERS)
        return task_title(stem, names, NAME_CHARACTERS)

    def _facts(self, names: Sequence[str], tasks: Sequence[Task]) -> str:
        """Return a line of facts that hold for all tasks."""
        first = clean(names[0], _ID_CHARACTERS) if len(names) == 1 else plural(len(names), "task")
        if tasks:
            of_each = [(*kind_words(task), *check_words(task)) for task in tasks]
            more = tuple(word for word in of_each[0] if all(word in other for other in of_each))
        else:
            more = tuple(self.tables[0].kinds.get(names[0], ())) if self.tables else ()
        return " · ".join(dict.fromkeys((first, *more)))

    def _task(self, name: str, number: int, task: Task | None, twins: PartingCall | None) -> SimpleNamespace:
        shown = task if self.shows else None
        wrong = self.wrong.get(name)
        return SimpleNamespace(
            id=task_name(name, _ID_CHARACTERS),
            key=name,  # id as rows have it, not to be shown
            level="" if task is None else dial_words(task),
            query=query_name(name),  # its name as addresses of opened answers end with it
            anchor=f"{self.part}-task-{number}".lstrip("-"),
            pictures=() if shown is None or self.here is None else pictures_of(self.here, shown),
            # a call with its right result, which differs from the twins' results; empty without twins
            example="" if twins is None else f"{twins.call} is {twins.wanted[name]}",
            # the picture in words: a person's description, or a flowchart as Mermaid text
            description="" if shown is None else visible_text(shown.description or shown.chart.strip("\n")),
            chart=shown is not None and not shown.description,  # whether that is Mermaid text
            reference="" if shown is None else visible_text(shown.reference.strip("\n")),
            against="",  # id of the task with whose program this one is compared, line by line
            letter=right_letter(shown) if shown is not None else "",
            descriptions=self.descriptions.get(name, ()),
            wrong=wrong,
            grouped="" if wrong is None else grouped_sentence(wrong, self.words, shown=self.shows),
            failing=failed_sentence(wrong, self.words) if wrong is not None else "",
            report=clean(name),  # the task's id for the form that reports faults
            # address of the task at its source; empty if our page shows it, or its source has no page
            source="" if self.licence.shows else self.sources.get(name, ""),
        )

    def _words(self, tasks: Sequence[Task]) -> "PromptTexts":
        """Return the texts of tasks; a single text without an id if all tasks have the same."""
        if not self.shows or not tasks:
            return PromptTexts("", "", (), {})
        key = self.tables[0].key if self.tables else None
        found = [(task.id, words_of(task, key)) for task in tasks]
        parts = {name: words.parts for name, words in found}
        texts = dict.fromkeys(words.text for _, words in found)
        title = "What the models got" if found[0][1].as_sent else "The task in words"
        note = "" if key is None else prompt_note(key, found[0][1])
        if len(texts) == 1:
            return PromptTexts(title, note, (("", found[0][1].text),), parts)
        named = tuple((clean(name, _ID_CHARACTERS), words.text) for name, words in found)
        return PromptTexts(title, note, named, parts)

    def _answer(self, tables: Sequence[SimpleNamespace], names: Sequence[str]) -> str:
        if not tables:
            return task_sentence((), [()] * len(names), tried_once=True)
        entrants = tables[0].results.entrants
        if tables[0].results.points:
            points = self.tables[0].points
            return points_sentence(len(entrants), [points.get(name, ()) for name in names])
        return task_sentence(
            [entrant.name for entrant in entrants],
            tables[0].columns,
            tried_once=all(entrant.row.result.completions.draws == 1 for entrant in entrants),
        )


def _contest_names(names: Sequence[str]) -> list[str]:
    """Return what people call problems of LeetCode, whose names begin with their number: ``leetcode 62``."""
    numbers = [name.partition(". ")[0] for name in names[:_MAX_TASKS] if ". " in name]
    return [f"leetcode {number}" for number in numbers if number.isdecimal()]


def _statement(
    tasks: Sequence[Task], words: PromptTexts, shown: Sequence[SimpleNamespace]
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


def _shared_pictures(shown: Sequence[SimpleNamespace]) -> tuple[tuple[PictureView, str], ...]:
    found: dict[str, tuple[PictureView, list[str]]] = {}
    for task in shown:
        for view in task.pictures:
            number = f", picture {view.number}" if len(task.pictures) > 1 else ""
            found.setdefault(view.path, (view, []))[1].append(f"{task.id}{number}")
    shared = any(len(names) > 1 for _, names in found.values())
    if not shared:
        return ()

    def words(view: PictureView, names: Sequence[str]) -> str:
        every = "all " * (len(names) == len(shown))
        many = f"Picture {view.number} of {every}{plural(len(names), 'task')}"
        return "; ".join(names) if len(names) <= _NAMED else many

    return tuple((view, words(view, names)) for view, names in found.values())


def _table(table: TableResults, names: Sequence[str]) -> SimpleNamespace:
    nothing: tuple[TaskOutcome, ...] = (TaskOutcome("–", "missing", solved=False),) * len(table.entrants)
    return SimpleNamespace(
        results=table,
        # one column per task, with one outcome per entrant
        columns=tuple(table.of.get(name, nothing) for name in names),
        # Per task: ``3 of 5`` entrants have at least one passed draw; or the mean ``6.25 points``.
        marks=tuple(_mark(table, name) for name in names),
        # whether to show a column of places
        places=len(table.entrants) > 1 and any(entrant.place for entrant in table.entrants),
        # end of the addresses of most entrants' answers; empty if none are stored
        query=next((entrant.opened.query for entrant in table.entrants if entrant.opened), ""),
    )


def _mark(table: TableResults, task: str) -> str:
    """Return how many entrants of a table solved a task, or their mean points."""
    if table.words is PERCENT:
        return f"{table.solved(task) if task in table.of else 0} of {len(table.entrants)}"
    known = [value for value in table.points.get(task, ()) if value is not None]
    return points_text(sum(known) / len(known)) if known else "–"
