"""What only the home page has: what is measured, three tasks with their pictures, and the next steps."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from benchmark.analysis.catalog import suite_order, suite_task, suite_title
from benchmark.analysis.conditions import shows_picture
from benchmark.analysis.wording import clean, count, number_word, plural
from benchmark.core.fresh import is_fresh
from benchmark.core.order import natural_key
from benchmark.core.task import Task, Text
from benchmark.leaderboard.board.view import Board, SampleTask, Welcome
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.rows.provenance import provenance
from benchmark.leaderboard.rows.sources import Sources, TaskSet
from benchmark.leaderboard.shared.addresses import dataset_page, model_page, suite_page, task_page
from benchmark.leaderboard.shared.licences import licence_of
from benchmark.results.row import Row

SENTENCE = (
    "Sightbench measures how often a model that is shown a picture, such as a diagram or a chart, writes a "
    "program that passes tests."
)
#: Number of tasks that the page shows.
SAMPLES = 3
#: Number of models in the table of the home page; the page of its suite has all.
TOP = 12
#: Maximum number of further tables of the same suite that the page links.
NEXT = 2
_QUESTION_CHARACTERS = 240
_SIGNATURE_CHARACTERS = 100
_ARROW = "-\u2060>"  #: with a word joiner, because browsers break lines after a hyphen
_END_OF_PARAGRAPH = re.compile(r"\n\s*\n")


def home_board(board: Board, row: Row | None, sources: Sources) -> Board:
    """Return the home page: the top of the first table, and what a reader who knows nothing needs.

    Args:
        board: the board of the suite that the home page shows.
        row: the first row of its first table; None without rows.
        sources: inputs of the pages.
    """
    tables = tuple(replace(table, models=table.models[:TOP], seen=False) for table in board.tables[:1])
    return replace(
        board,
        tables=tables,
        further=(),
        reported=(),
        papers=None,
        withdrawn=(),
        choices=(),
        about="",
        welcome=_welcome(board, row, sources),
    )


def _welcome(board: Board, row: Row | None, sources: Sources) -> Welcome:
    shown = _shown_set(sources.tasks.values())
    samples = () if shown is None else tuple(sample_tasks(shown))
    models = len(board.tables[0].models) if board.tables else 0
    title = clean(suite_title(board.suite))
    command = ""
    if row is not None:
        where = sources.where
        command = provenance(row, sources.counts[row.id], where.rows_name, where.repository).command
    return Welcome(
        sentence=SENTENCE,
        samples=samples,
        chosen=_chosen(shown, samples),
        samples_page="" if shown is None else dataset_page(shown.suite, shown.dataset),
        samples_title="" if shown is None else f"all {plural(len(shown.tasks), 'task')}",
        table=_asked(board, row),
        whole_page=suite_page(board.suite),
        whole_title=f"All {count(models)} models of {title}" if models > TOP else f"All tables of {title}",
        first_of=f"The first {number_word(TOP)} of {count(models)} models" if models > TOP else "",
        next_tables=tuple(
            (f"{table.title}: {plural(len(table.models), 'model')}", table.anchor)
            for table in board.tables[1 : 1 + NEXT]
        ),
        row_command=command,
        row_page="" if row is None else model_page(row.result.submission.slug),
        row_published=row is not None and row.run.references is not None,
    )


def sample_tasks(tasks: TaskSet) -> Iterator[SampleTask]:
    """Yield the first task of each of the first ``SAMPLES`` kinds of pictures, in the order of task ids."""
    kinds: set[str] = set()
    for name in sorted(tasks.tasks, key=natural_key):
        task = tasks.tasks[name]
        kind = next(iter(task.categories), "")
        pictures = () if kind in kinds else pictures_of(tasks, task)
        if pictures:
            kinds.add(kind)
            yield _sample(task, pictures[0])
        if len(kinds) == SAMPLES:
            return


def _sample(task: Task, picture: PictureView) -> SampleTask:
    question, signature = _read_starter_code(task.starter_code)
    words = question or "".join(part.text for part in task.parts if isinstance(part, Text)).strip()
    return SampleTask(
        page=task_page(task.suite, task.dataset, task.family),
        picture=picture,
        question=clean(_END_OF_PARAGRAPH.split(words)[0], _QUESTION_CHARACTERS),
        signature=clean(signature or task.entry_point, _SIGNATURE_CHARACTERS),
    )


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


def _shown_set(sets: Iterable[TaskSet]) -> TaskSet | None:
    """Return the first data set, in the order of the tabs, with pictures that pages may show."""
    for tasks in sorted(sets, key=lambda each: (suite_order(each.suite), each.dataset)):
        shows = licence_of(tasks.suite, tasks.dataset).shows and not is_fresh(tasks.dataset)
        if shows and any(pictures_of(tasks, task) for task in tasks.tasks.values()):
            return tasks
    return None


def _chosen(shown: TaskSet | None, samples: tuple[SampleTask, ...]) -> str:
    if shown is None or not samples:
        return ""
    name = f"{clean(suite_title(shown.suite))}, {clean(shown.dataset)}"
    kinds = "the first kind" if len(samples) == 1 else f"each of the first {number_word(len(samples))} kinds"
    return f"The first task of {kinds} of pictures, by name, in {name}"


def _asked(board: Board, row: Row | None) -> str:
    """Return which suite the table is about, what it asks, and whether no picture is shown."""
    if row is None:
        return ""
    setting = row.result.setting
    task = suite_task(board.suite, setting)
    seen = "" if shows_picture(board.suite, setting) else "; no picture is shown"
    return f"{board.tables[0].title}: {task}{seen}." if task else f"{board.tables[0].title}."
