"""A model's list of tasks: outcomes, filters, and the addresses of opened answers."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from string import ascii_letters, digits
from types import SimpleNamespace
from typing import Literal, NamedTuple
from urllib.parse import quote

from benchmark.analysis.catalog import category_title, status_title
from benchmark.analysis.groups import GroupKey, RowGroup, metric_name
from benchmark.analysis.score_cells import Category, loses_place
from benchmark.analysis.wording import TASK_CHARACTERS, clean, count, percent, task_name
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key, places_in_order
from benchmark.core.verdict import Status
from benchmark.leaderboard.inputs.failures import FirstFailure
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import address_part, model_page, task_list_page
from benchmark.leaderboard.parts.answers import AnswerShards, answer_shards
from benchmark.leaderboard.parts.efforts import effort_order
from benchmark.suites import bare_category, suite_of

_SLUG = re.compile(r"(?:[a-z]{2}|[a-z0-9]-(?=.*[a-z]{3}))[a-z0-9_-]*")  # such as ``2-keys-keyboard``


def task_title(stem: str, tasks: Sequence[str] = (), limit: int = TASK_CHARACTERS) -> str:
    """Return a stem as a title for people: ``apple-sorter`` → ``Apple sorter``.

    If one of its ``tasks`` has the same id but for capitals, such as ``HumanEval-17``, this is the title.
    """
    name = next((task for task in tasks if task.casefold() == stem.casefold()), stem)
    words = re.sub("[-_]+", " ", name).strip().capitalize() if _SLUG.fullmatch(name) else name
    return task_name(words, limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTotals:
    """Counts and scores over the newest rows of a table's models, without baselines."""

    group: RowGroup
    solved: Mapping[str, int]  #: number of models with at least one passed sample, by task
    scores: Mapping[str, Mapping[str, float]]  #: score by category, then by slug

    def others(self, slug: str, category: str) -> Sequence[float]:
        """Return the scores of all models except ``slug``."""
        return [value for other, value in self.scores.get(category, {}).items() if other != slug]


def table_totals(sources: Sources, group: RowGroup) -> TableTotals:
    """Count over a table's models, once for all pages."""

    def make() -> TableTotals:
        scores: dict[str, dict[str, float]] = defaultdict(dict)
        solved = Counter[str]()
        for row in group.every_model:
            for score in row.result.scores if not loses_place(row) else ():
                if score.metric == metric_name(row):
                    scores[score.category][row.slug] = score.value
            counts = sources.counts[row.id]
            tasks = zip(counts.tasks, counts.of({Status.PASSED}), strict=True)
            solved.update(task for task, passed in tasks if passed)
        return TableTotals(group=group, solved=solved, scores=scores)

    return sources.once(("totals", group.key), make)


#: One letter per set of values that a task can have. With more sets, a select is left out.
_LETTERS = digits + ascii_letters
_MIN_OPTIONS = 2
_EVERYTHING = {
    "subset": "All subsets",
    "level": "All levels",
    "type": "All types",
    "aspect": "All aspects",
    "category": "All categories",
}


def kind_selects(suite: str, dataset: str, counts: Counts) -> tuple[SimpleNamespace, ...]:
    """Return the selects in whose values the tasks of a row differ."""
    return _selects(suite, dataset, counts.tasks, tuple(counts.categories.items()))


@lru_cache(8)  # rows of a table have the same tasks
def _selects(
    suite: str, dataset: str, tasks: tuple[str, ...], categories: tuple[tuple[str, tuple[int, ...]], ...]
) -> tuple[SimpleNamespace, ...]:
    groups = suite_of(suite).display.category_groups
    known = dict.fromkeys(suite_of(suite).data.subsets, "")
    known |= {name: suite_of(suite).level_title(dataset, name) for name in suite_of(suite).data.levels}
    known |= {name: "" for group in groups for name in group.names if name not in known}
    everything = _EVERYTHING | {group.kind: f"All {group.plural}" for group in groups}
    found = (_select(name, words, tasks, dict(categories), known) for name, words in everything.items())
    return tuple(select for select in found if select is not None)


def _select(
    kind: str,
    everything: str,
    tasks: tuple[str, ...],
    categories: Mapping[str, tuple[int, ...]],
    known: Mapping[str, str],  # in the order of options: name → title, if it is not that of a category
) -> SimpleNamespace | None:
    values: list[set[str]] = [set() for _ in tasks]
    for name, places in categories.items():
        category = Category(name)
        for place in places if category.kind == kind else ():  # pairs of values are left out
            values[place].add(bare_category(category.parts[-1].partition(":")[2]))
    letters: dict[frozenset[str], str] = {}
    for each in map(frozenset, values):
        if each not in letters:
            if len(letters) == len(_LETTERS):
                return None
            letters[each] = _LETTERS[len(letters)]
    names = {value: "" for each in letters for value in each}
    if len(names) < _MIN_OPTIONS:
        return None
    for each, letter in letters.items():
        for value in each:
            names[value] += letter
    order = {value: number for number, value in enumerate(known)}
    ordered = sorted(names, key=lambda value: (order.get(value, len(order)), natural_key(value)))
    return SimpleNamespace(
        name=kind,  # ``subset``, ``level``, ``type``, ``aspect`` or ``category``
        everything=everything,  # label of the first option, which selects all tasks
        # one letter per task, in natural order of ids
        tasks="".join(letters[frozenset(values[place])] for place in places_in_order(tasks)),
        options=tuple(
            SimpleNamespace(
                value=address_part(value),
                words=clean(known.get(value) or category_title(value)),
                letters=names[value],
            )
            for value in ordered
        ),
    )


#: Maximum number of tasks that one page lists; each adds about 30 bytes to the compressed page.
LINES_PER_PAGE = 3_200

State = Literal["passed", "failed", "missing"]

#: Order of the tasks in a list: failures first, because most readers look for them.
_STATES: tuple[State, ...] = ("failed", "missing", "passed")

#: CSS classes of the cells with these results; sb.css gives them their dots and colours.
MARKS: Mapping[State, str] = {"passed": "", "failed": "x", "missing": "m"}

_task_name = lru_cache(8192)(task_name)  # rows of a table have the same tasks

#: Returns the source path of a task's page; empty if the task has none.
TaskPage = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """The outcome of all samples of a row on one task."""

    title: str  #: ``Wrong answer``, or ``3 of 20 passed``
    state: State  #: ``passed`` if every judged sample passed
    solved: bool  #: whether at least one sample passed

    @property
    def mark(self) -> str:
        """CSS class of its cell."""
        return MARKS[self.state]


MISSING = TaskOutcome(status_title("missing"), "missing", solved=False)


class TaskLineView(NamedTuple):  # made for each task of each row: a dataclass takes three times as long
    """A line of a model's list of tasks."""

    task: str
    state: State  #: the buttons above the list filter by it
    result: str
    solved_by: int  #: number of models in the table with at least one passed sample
    check: str = ""  #: the first failed check, on one line
    page: str = ""  #: source path of the task's page; empty if it has none
    answer: str = ""  #: address of the answer at its publisher; empty if unknown


@dataclass(frozen=True, kw_only=True)  # without slots, because a cached_property needs a __dict__
class TaskList:
    """A list of a row's tasks; its lines are created on demand, because a site has many thousands."""

    counts: Counts
    totals: TableTotals
    #: Returns the first failure of each task; None if the verdicts are kept back or not on this machine.
    failures: Callable[[], Mapping[str, FirstFailure]] | None
    shards: AnswerShards | None  #: the row's completions; None if they are not on this machine
    page: TaskPage
    kept_back: bool = False  #: completions and checks are hidden, because they would reveal the tasks
    elsewhere: tuple[tuple[str, str], ...] = ()  #: label and address of files of others with the completions
    #: Task id → page of its answer at the publisher; empty if answers may be shown or have no pages.
    published: Mapping[str, str] = field(default_factory=dict)
    first: int = 0  #: number of its first line among all lines of the row, from 0
    lines: int = LINES_PER_PAGE  #: maximum number of lines

    @property
    def parts(self) -> tuple["TaskList", ...]:
        """The whole list as lists of at most ``lines`` tasks, each for one page."""
        return tuple(replace(self, first=first) for first in range(0, self.size, self.lines))

    @property
    def last(self) -> int:
        """Number of the line after its last one."""
        return min(self.first + self.lines, self.size)

    @property
    def size(self) -> int:
        """Number of tasks of the row."""
        return len(self.counts.tasks)

    @cached_property
    def letters(self) -> str:
        """First letter of the state of each task of the row, in natural order of ids."""
        outcomes = tuple(outcomes_by_task(self.counts).values())
        return "".join(outcomes[place].state[0] for place in places_in_order(self.counts.tasks))

    @property
    def states(self) -> Mapping[State, int]:
        """Number of tasks by state."""
        letters = self.letters
        return {state: letters.count(state[0]) for state in _STATES}

    @property
    def has_checks(self) -> bool:
        """Whether the first failed check of any task is known; published verdicts often have none."""
        return self.failures is not None and any(failure.check for failure in self.failures().values())

    @property
    def models(self) -> int:
        """Number of models in the table."""
        return len(self.totals.group.every_model)

    @property
    def kinds(self) -> tuple[SimpleNamespace, ...]:
        """The selects by which the list is filtered."""
        return kind_selects(self.totals.group.key.suite, self.totals.group.key.dataset, self.counts)

    @property
    def tasks(self) -> Iterator[TaskLineView]:
        """The lines of this list: failures first, and within a state in natural order of ids."""
        failures = {} if self.failures is None else self.failures()
        for task, outcome in islice(_failures_first(self.counts), self.first, self.last):
            yield TaskLineView(  # without names of fields, which take half as long again
                _task_name(task),
                outcome.state,
                outcome.title,
                self.totals.solved.get(task, 0),
                failures[task].check if task in failures else "",
                self.page(task),
                self.published.get(task, ""),
            )


def _failures_first(counts: Counts) -> Iterator[tuple[str, TaskOutcome]]:
    """Yield the tasks of a row with their outcomes, in the order of its list."""
    found = tuple(outcomes_by_task(counts).items())
    natural = [found[place] for place in places_in_order(counts.tasks)]
    for state in _STATES:
        yield from (each for each in natural if each[1].state == state)


def status_counts(counts: Counts) -> tuple[SimpleNamespace, ...]:
    """Return how many samples have each status: passed first, then the most frequent ones."""
    samples = {str(status): sum(column) for status, column in counts.statuses.items()}
    if lost := sum(counts.missing):
        samples["missing"] = lost
    total = sum(samples.values())
    ordered = sorted(samples.items(), key=lambda item: (item[0] != Status.PASSED, -item[1], item[0]))
    return tuple(
        SimpleNamespace(
            status=status, title=status_title(status), count=count(number), share=percent(number / total)
        )
        for status, number in ordered
    )


def outcomes_by_task(counts: Counts) -> dict[str, TaskOutcome]:
    """Return the outcome of a row on each of its tasks."""
    passed, judged = counts.of({Status.PASSED}), counts.judged
    statuses = ["missing"] * len(judged)
    for status, column in counts.statuses.items():
        for place, number in enumerate(column):
            if number:
                statuses[place] = status
    return dict(zip(counts.tasks, map(_outcome, passed, judged, counts.missing, statuses), strict=True))


@lru_cache(4096)
def _outcome(passed: int, judged: int, lost: int, status: str) -> TaskOutcome:
    """Return the outcome of one task; ``status`` is the status of one of its samples."""
    if not judged:
        return MISSING
    title = status_title(status) if judged + lost == 1 else f"{passed} of {judged + lost} passed"
    return TaskOutcome(title, "passed" if passed == judged else "failed", solved=passed > 0)


@dataclass(frozen=True, slots=True)
class ListPlace:
    """Where the pages of a model list the tasks of a table."""

    anchor: str  #: name of the section in addresses
    separate: bool  #: whether the list has pages of its own, because the model's page has no room for it


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedAnswers:
    """The addresses of a row's answers."""

    slug: str
    anchor: str  #: name of the model's section in addresses
    parts: Mapping[
        str, int
    ]  #: task id → number of the list's page, from 1; empty if the model's page has all
    shards: AnswerShards

    @property
    def query(self) -> str:
        """``?list=code-vision-open-image-greedy&open=``; the name of the task follows."""
        return f"?list={self.anchor}&open="

    def page_of(self, task: str) -> str:
        """Return the source path of the page that lists a task."""
        part = self.parts.get(task)
        return model_page(self.slug) if part is None else task_list_page(self.slug, self.anchor, part)


def anchors(keys: Iterable[GroupKey]) -> tuple[str, ...]:
    """Return the names of sections in addresses, such as ``code-vision-open-image-greedy``.

    They do not depend on other tables, so links stay valid. If several tables have one name, all but the
    first get a number.
    """
    seen: Counter[str] = Counter()
    found = []
    for key in keys:
        name = address_part("-".join((key.suite, key.dataset, key.setting, key.protocol)))
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(found)


def list_places(tables: Sequence[tuple[GroupKey, int]]) -> Iterator[ListPlace]:
    """Yield where a model's tasks are listed, for each table and its number of tasks, in order."""
    room = LINES_PER_PAGE
    for anchor, (_, size) in zip(anchors(key for key, _ in tables), tables, strict=True):
        separate = size > room
        room -= 0 if separate else size
        yield ListPlace(anchor, separate)


def submission_tables(sources: Sources) -> Mapping[str, Sequence[tuple[RowGroup, str, GroupKey]]]:
    """Return the tables of each submission, in order of tables and efforts.

    Each has the slug with the effort, and a key for :func:`list_places`, in which the effort is a part of the
    protocol.
    """

    def find() -> dict[str, list[tuple[RowGroup, str, GroupKey]]]:
        found: dict[str, list[tuple[RowGroup, str, GroupKey]]] = defaultdict(list)
        for group in sources.tables:
            firsts = ((slug, rows[0].result.submission) for slug, rows in group.by_slug.items())
            for slug, of in sorted(firsts, key=lambda each: effort_order(each[1].effort)):
                protocol = "-".join(filter(None, (group.key.protocol, of.effort)))
                found[of.slug].append((group, slug, replace(group.key, protocol=protocol)))
        return found

    return sources.once("tables of submissions", find)


def opened_answers(sources: Sources) -> dict[str, OpenedAnswers]:
    """Return the addresses of answers by row id; a row without shards of answers has none."""
    shards, counts = answer_shards(sources), sources.counts
    found = {}
    for slug, tables in submission_tables(sources).items():
        mine = [(key, group.by_slug[name][0].id) for group, name, key in tables]
        places = list_places([(key, len(counts[row].tasks)) for key, row in mine])
        for (_, row), place in zip(mine, places, strict=True):
            if row in shards:
                found[row] = OpenedAnswers(
                    slug=slug,
                    anchor=place.anchor,
                    parts={
                        task: 1 + number // LINES_PER_PAGE
                        for number, (task, _) in enumerate(_failures_first(counts[row]))
                    }
                    if place.separate
                    else {},
                    shards=shards[row],
                )
    return found


@lru_cache(8192)
def query_name(task: str) -> str:
    """Return the name of a task as it follows :attr:`OpenedAnswers.query`."""
    return quote(task_name(task), safe="")
