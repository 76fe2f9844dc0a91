"""Tasks that home and the boards show as examples of what the models see."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_task, suite_title
from benchmark.analysis.conditions import shows_picture
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import clean, number_word, plural
from benchmark.core.names import is_fresh
from benchmark.core.order import natural_key
from benchmark.core.task import Task, Text
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import dataset_page, task_link
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of, small_files, with_small
from benchmark.leaderboard.parts.site_page import PlainFile

#: Maximum number of tasks that the board of a suite shows.
SAMPLES = 3
_QUESTION_CHARACTERS = 240
_SIGNATURE_CHARACTERS = 100
_ARROW = "-\u2060>"  #: with a word joiner, because browsers break lines after a hyphen
_END_OF_PARAGRAPH = re.compile(r"\n\s*\n|\n\s*>>>")


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleTask:
    """A task as home and boards show it."""

    suite: str  #: title of its suite
    asks: str  #: what the suite asks, in a few words
    page: str
    picture: PictureView
    question: str  #: first paragraph of its text
    signature: str  #: ``solution(tree: list[int]) -> list[int]``; empty if it has none


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSamples:
    """What the models of a suite see: some of its tasks, or a sentence."""

    sentence: str
    tasks: tuple[SampleTask, ...] = ()  #: empty if no picture may be shown, or none is shown to models
    page: str = ""  #: page of their data set
    page_title: str = ""


def suite_samples(sources: Sources, suite: str, table: GroupKey | None) -> SuiteSamples:
    """Return what the models of a suite see; ``table`` is the first of its board.

    Tasks are from the table's own data set, or else from the suite's first data set that pages may show.
    """
    dataset, setting = (table.dataset, table.setting) if table else ("", "")
    asks = suite_task(suite, setting)
    does = f": they {asks}" if asks else ""
    if not shows_picture(suite, setting):
        return SuiteSamples(sentence=f"The models of this table see text and no picture{does}.")
    shown = _shown_set(sources, suite, dataset)
    tasks = () if shown is None else sample_tasks(shown)
    own = sources.tasks.get((suite, dataset))
    licence = licence_of(suite, dataset, own.licence if own else "") if dataset else None
    hidden = licence.reason if licence and not licence.shows else ""
    if shown is None or not tasks:
        pictures = f"The models of this suite see pictures{does}."
        return SuiteSamples(sentence=f"{pictures} {hidden}" if hidden else pictures)
    other = f" Not from {clean(dataset)}: {hidden[0].lower()}{hidden[1:]}" if hidden else ""
    return SuiteSamples(
        sentence=f"{_chosen(shown, tasks)}{other}",
        tasks=tasks,
        page=dataset_page(suite, shown.dataset),
        page_title=f"All {plural(len(shown.tasks), 'task')}",
    )


def task_of_each_suite(sources: Sources, suites: Iterable[str]) -> Iterator[SampleTask]:
    """Yield the first sample of each suite that has a picture that pages may show."""
    for suite in suites:
        shown = _shown_set(sources, suite, "")
        if shown is not None:
            yield next(iter(sample_tasks(shown)))


def sample_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the small pictures that only samples have."""
    for tasks in sources.tasks.values():
        yield from small_files((sample.picture for sample in sample_tasks(tasks)), sources.where.cache)


def sample_tasks(tasks: TaskSet) -> tuple[SampleTask, ...]:
    """Return up to ``SAMPLES`` tasks with pictures, of different kinds if there are several kinds.

    Of each kind it is the first by id with a picture that is at least as wide as high. Kinds without such a
    picture come last, with their first task.
    """
    several = len({_kind(task) for task in tasks.tasks.values()}) > 1
    found: dict[str, tuple[Task, PictureView]] = {}
    for name in sorted(tasks.tasks, key=natural_key):
        task = tasks.tasks[name]
        kind = _kind(task) if several else task.family
        if kind in found and _is_wide(found[kind][1]):
            continue
        picture = next(iter(pictures_of(tasks, task)), None)
        if picture is not None and (kind not in found or _is_wide(picture)):
            found[kind] = (task, picture)
        if sum(_is_wide(shown) for _, shown in found.values()) == SAMPLES:
            break
    chosen = sorted(found.values(), key=lambda pair: not _is_wide(pair[1]))
    return tuple(_sample(task, picture) for task, picture in chosen[:SAMPLES])


def _chosen(shown: TaskSet, tasks: Sequence[SampleTask]) -> str:
    kinds = len({_kind(task) for task in shown.tasks.values()})
    many = number_word(len(tasks))
    words = f"the first {many} by name"
    if kinds > 1 and len(tasks) > 1:
        words = f"for each of {many} kinds of tasks, the first one by name"
    wide = " with a wide picture" if all(_is_wide(task.picture) for task in tasks) else ""
    return f"Examples from the data set {clean(shown.dataset)}: {words}{wide}."


def _kind(task: Task) -> str:
    return next(iter(task.categories), "")


def _is_wide(picture: PictureView) -> bool:
    return picture.width >= picture.height


def _shown_set(sources: Sources, suite: str, preferred: str) -> TaskSet | None:
    """Return the preferred data set, or else the first by name, with pictures that pages may show."""
    sets = [tasks for tasks in sources.tasks.values() if tasks.suite == suite]
    for tasks in sorted(sets, key=lambda each: (each.dataset != preferred, each.dataset)):
        shows = licence_of(suite, tasks.dataset, tasks.licence).shows and not is_fresh(tasks.dataset)
        if shows and any(pictures_of(tasks, task) for task in tasks.tasks.values()):
            return tasks
    return None


def _sample(task: Task, picture: PictureView) -> SampleTask:
    text = "".join(part.text for part in task.parts if isinstance(part, Text))
    question, signature = _read_starter_code(task.starter_code)
    words = question or _read_starter_code(text)[0] or _ask_in(text)
    return SampleTask(
        suite=clean(suite_title(task.suite)),
        asks=suite_task(task.suite),
        page=task_link(task.suite, task.dataset, task.family),
        picture=with_small(picture),
        question=clean(_END_OF_PARAGRAPH.split(words)[0], _QUESTION_CHARACTERS),
        signature=clean(signature or task.entry_point, _SIGNATURE_CHARACTERS),
    )


def _ask_in(text: str) -> str:
    """Return a text from where it asks: after its code, if the code follows directly after its first line."""
    first = _END_OF_PARAGRAPH.split(text.strip())[0]
    asks = text.rpartition("```")[2] if first.endswith(":") else text
    return re.sub(r"(?<=[.?!])\s[^.?!]*:$", "", _END_OF_PARAGRAPH.split(asks.strip())[0])


def _read_starter_code(code: str) -> tuple[str, str]:
    """Return the docstring and the signature of the last function; empty if the code cannot be read."""
    try:
        functions = [node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", ""
    if not functions:
        return "", ""
    asked = functions[-1]
    returns = f" {_ARROW} {ast.unparse(asked.returns)}" if asked.returns is not None else ""
    return ast.get_docstring(asked) or "", f"{asked.name}({ast.unparse(asked.args)}){returns}"
