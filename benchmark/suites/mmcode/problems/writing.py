"""Writes imported problems: upstream's folder per problem, and task files for `sightbench evaluate`."""

import contextlib
import gzip
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import LINE_LIMIT, MIB
from benchmark.files.jsonl import dump_records
from benchmark.files.pictures import split_prompt
from benchmark.files.tasks import task_record
from benchmark.suites.mmcode.categories import TITLES, union
from benchmark.suites.mmcode.limits import python_limits
from benchmark.suites.mmcode.problem_record import LEVELS, SUITE_ID
from benchmark.suites.mmcode.problems.prepare import PreparedProblem
from benchmark.suites.mmcode.problems.problem_tests import checked

PROBLEMS = "problems"  #: folder of the problems
SIZE_LIMIT = (
    LINE_LIMIT - MIB
)  #: maximum bytes of a prepared problem, so that its task fits in a line of a task file


def task_of(problem: PreparedProblem, categories: Sequence[Sequence[str]], split: str, dataset: str) -> Task:
    """Return a problem as a task; its pictures are paths from the folder of the import.

    Args:
        problem: the problem.
        categories: the categories of each picture, as slugs.
        split: the task's subset: ``test``, ``extra``, or what the source says.
        dataset: the data set's name.
    """
    folder = f"{PROBLEMS}/{problem.problem_id}/images"
    images = [f"{folder}/{number}.png" for number in range(1, problem.pictures + 1)]
    check, entry_point = checked(problem.tests, problem.question, problem.starter_code, problem.options)
    return Task(
        id=problem.problem_id,
        suite=SUITE_ID,
        dataset=dataset,
        subset=split,
        check=check,
        entry_point=entry_point,
        parts=split_prompt(problem.question, images, categories),
        starter_code=problem.starter_code,
        categories=union([*categories, problem.others]),
        level=LEVELS.get(problem.level.strip().upper().replace(" ", "_"), ""),
        limits=python_limits(problem.seconds, problem.mebibytes),
    )


def write_problem(
    problem: PreparedProblem, categories: Sequence[Sequence[str]], split: str, folder: Path
) -> None:
    """Write ``data.json`` as upstream reads it, unless it is there with the same content.

    ``image_tags`` has a tag per picture if each has exactly one category. Else it has a list per picture, or
    the tags of the problem if no picture has one.
    """
    titles = [[TITLES[name] for name in names] for names in categories]
    tags: list[object] = [TITLES[name] for name in problem.others]
    if any(titles):
        tags = [names[0] if all(len(each) == 1 for each in titles) else names for names in titles]
    record = {
        "question": problem.question,
        "input_output": json.dumps(problem.tests.record()),
        "starter_code": problem.starter_code,
        "image_tags": tags,
        "data_split": split,
        "difficulty": problem.level,
        **problem.about,
    }
    path = folder / problem.problem_id / "data.json"
    data = (json.dumps(record, indent=1) + "\n").encode("ascii")
    if not path.is_file() or path.read_bytes() != data:
        write_atomic(path, data)


@contextlib.contextmanager
def task_file(path: Path) -> Iterator["TaskWriter"]:
    """Write a gzipped task file, task by task; it appears under its name when all were written.

    Raises:
        BadInput: if the file cannot be written.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as stream:
                yield TaskWriter(stream, path)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        problem = f"cannot be written: {error.strerror or error}"
        raise BadInput(path, "", problem, "check the folder and the free space") from None
    finally:
        Path(name).unlink(missing_ok=True)


class TaskWriter:
    """Writes the lines of a task file."""

    def __init__(self, stream: gzip.GzipFile, path: Path) -> None:
        self.path = path
        self._stream = stream

    def write(self, line: bytes) -> None:
        """Append a line."""
        self._stream.write(line)


def task_line(path: Path, task: Task) -> bytes:
    """Return a task as a line of the task file ``path``."""
    return dump_records(path, [task_record(task)])
