"""Sheets of tasks that people answer themselves, for a human baseline."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import ChoiceCheck, Picture, Task, Text
from benchmark.files.csv_table import read_csv, write_csv
from benchmark.review.draw import ALL
from benchmark.review.population import task_value

_COLUMNS = ("task", "pictures", "prompt", "answer", "comment")
_PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTasks:
    """Tasks in the order of the sheet, and the number of tasks of each cell: those there are, those drawn."""

    tasks: tuple[Task, ...]
    cells: Mapping[str, tuple[int, int]]


def cell_of(task: Task, by: Sequence[str]) -> str:
    """Return the name of a task's cell, such as ``deletion, bar``.

    Raises:
        BadInput: if the task has no value of a key.
    """
    try:
        return ", ".join(task_value(task, key) or "-" for key in by) or ALL
    except KeyError as error:
        problem = f"{quote_value(error.args[0])} is unknown for task {quote_value(task.id)}"
        fix = "use subset, category, level, stem, or a kind of category such as domain"
        raise BadInput("--by", "", problem, fix) from None


def draw_tasks(tasks: Sequence[Task], by: Sequence[str], each: int, seed: int) -> DrawnTasks:
    """Draw ``each`` tasks of every cell, or all if there are fewer, whatever the order of ``tasks``."""
    cells: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        cells[cell_of(task, by)].append(task)
    chosen: list[Task] = []
    sizes = {}
    for name in sorted(cells, key=natural_key):
        within = sorted(cells[name], key=lambda task: natural_key(task.id))
        # Each cell has its own generator. A text as seed gives the same numbers on all machines.
        taken = random.Random(f"{seed}/{name}").sample(within, min(each, len(within)))  # noqa: S311
        chosen += taken
        sizes[name] = len(within), len(taken)
    random.Random(f"{seed}/order").shuffle(chosen)  # noqa: S311 - not used for security
    return DrawnTasks(tasks=tuple(chosen), cells=sizes)


def write_task_sheet(path: Path, tasks: Sequence[Task]) -> None:
    """Write a sheet with an empty column for answers; it does not show the right ones.

    Raises:
        BadInput: if the file exists, because it may already contain answers.
    """
    if path.exists():
        raise BadInput(path, "", "exists, and may contain answers", "choose another name, or move the file")
    rows = [{"task": task.id, "pictures": picture_files(task), "prompt": prompt_text(task)} for task in tasks]
    write_csv(path, [*_COLUMNS], rows)


def read_letters(path: Path, tasks: Mapping[str, Task]) -> dict[str, bool]:
    """Read a person's letters, and return by task whether they are right; lines without one are left out.

    Raises:
        BadInput: if the file is not a sheet, a task is unknown, repeated or without options, or an answer is
            not the letter of an option.
    """
    table = read_csv(path)
    for name in ("task", "answer"):
        if name not in table.columns:
            raise BadInput(path, "", f"has no column {name}", "keep all columns of the original sheet")
    found: dict[str, bool] = {}
    problems: list[BadInput] = []
    for line, name, text in zip(table.lines, table.column("task"), table.column("answer"), strict=True):
        letter = text.strip().upper()
        check = tasks[name].check if name in tasks else None
        if not letter:
            continue
        if not isinstance(check, ChoiceCheck):
            problem = f"task {quote_value(name)} is not a question with options that was given"
            problems.append(BadInput(path, f"line {line}", problem, "give the tasks of this sheet"))
        elif name in found:
            problem = f"task {quote_value(name)} already has an answer"
            problems.append(BadInput(path, f"line {line}", problem, "keep one of them"))
        elif letter not in (letters := _letters(check)):
            problem = f"{quote_value(text)} is not the letter of an option"
            problems.append(BadInput(path, f"line {line}", problem, f"write one of {', '.join(letters)}"))
        else:
            found[name] = letter == check.answer
    if problems:
        raise ManyBadInputs(problems[:_PROBLEMS_SHOWN])
    if not found:
        raise BadInput(path, "", "no line has an answer", "write letters into the column answer")
    return found


def _letters(check: ChoiceCheck) -> tuple[str, ...]:
    return tuple(chr(ord("A") + number) for number in range(check.options))


def picture_files(task: Task) -> str:
    """Return the files of a task's pictures, one per line; those inside the task file are not named."""
    return "\n".join(
        str(part.source if part.folder is None else part.folder / part.source)
        for part in task.parts
        if isinstance(part, Picture) and not part.source.startswith("data:")
    )


def prompt_text(task: Task) -> str:
    """Return the text of a task, with marks for its pictures."""
    return "".join(
        part.text if isinstance(part, Text) else f"![image]({part.number}.png)" for part in task.parts
    )
