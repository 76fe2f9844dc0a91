"""What the importer leaves in a folder: written whole, never over something else, and read again."""

import re
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.atomic import compress_for, write_atomic
from benchmark.files.bounded import JSONL_LIMIT, read_bytes
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import prediction_record, read_predictions
from benchmark.files.tasks import read_tasks, task_record
from benchmark.suites.code_vision.importer import ImportedRuns, PublishedRun, gather
from benchmark.suites.code_vision.published_verdicts import published_records, read_published
from benchmark.suites.code_vision.tasks import SUBSETS

_ENDING = ".jsonl.gz"
_PREDICTIONS = re.compile(rf"predictions-({'|'.join(SUBSETS)})-(.+)\.jsonl\.gz")


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the importer."""

    path: Path
    records: int
    new: bool  #: False when the same file was there already


def write_imported(imported: ImportedRuns, out: Path) -> tuple[WrittenFile, ...]:
    """Write ``tasks-``, ``predictions-`` and ``published-`` files to the folder ``out``.

    Raises:
        BadInput: when one of the files exists with other content, and nothing has been written then; or
            when a file cannot be written.
    """
    contents: dict[str, tuple[int, bytes]] = {}
    for subset, tasks in imported.tasks.items():
        path = Path(f"tasks-{subset}{_ENDING}")
        contents[path.name] = (len(tasks), dump_records(path, map(task_record, tasks)))
    for run in imported.runs:
        path = Path(f"predictions-{run.subset}-{run.model}{_ENDING}")
        contents[path.name] = (
            len(run.completions),
            dump_records(path, map(prediction_record, run.completions)),
        )
        path = Path(f"published-{run.subset}-{run.model}{_ENDING}")
        contents[path.name] = (len(run.published), dump_records(path, published_records(run.published)))
    same = {name: _is_there(out / name, data) for name, (_, data) in contents.items()}
    for name, (_, data) in contents.items():
        if not same[name]:
            write_atomic(out / name, compress_for(out / name, data))
    return tuple(WrittenFile(out / name, count, not same[name]) for name, (count, _) in contents.items())


def _is_there(path: Path, data: bytes) -> bool:
    if not path.exists():
        return False
    if read_bytes(path, JSONL_LIMIT) != data:
        raise BadInput(
            path, "", "exists already and is not the same", "name another folder, or remove the file"
        )
    return True


def open_published(path: Path) -> ImportedRuns:
    """What the importer wrote to the folder ``path``, or what it would make of ``path``.

    Raises:
        BadInput: when ``path`` holds neither, or something is wrong in it.
    """
    if any(_PREDICTIONS.fullmatch(file.name) for file in path.glob("predictions-*")):
        return read_imported(path)
    return gather([path])


def read_imported(folder: Path) -> ImportedRuns:
    """Read a folder that :func:`write_imported` filled.

    Raises:
        BadInput: for a file that is wrong or missing, and for files that do not fit together.
    """
    tasks: dict[str, tuple[Task, ...]] = {}
    runs: list[PublishedRun] = []
    for path in sorted(folder.glob("predictions-*")):
        match = _PREDICTIONS.fullmatch(path.name)
        if match is None:
            continue
        subset, model = match[1], match[2]
        if subset not in tasks:
            tasks[subset] = read_tasks(folder / f"tasks-{subset}{_ENDING}")
        known = {task.id for task in tasks[subset]}
        completions = read_predictions(path)
        published = read_published(folder / f"published-{subset}-{model}{_ENDING}")
        samples = [(one.task_id, one.draw) for one in completions]
        if samples != [(one.task_id, one.draw) for one in published]:
            raise BadInput(
                path, "", "has other samples than the published file beside it", "import both again"
            )
        if unknown := sorted({task_id for task_id, _ in samples} - known):
            raise BadInput(
                path, "", f"task {unknown[0]!r} is not in the task file beside it", "import both again"
            )
        runs.append(PublishedRun(subset=subset, model=model, completions=completions, published=published))
    runs.sort(key=lambda run: (run.model, SUBSETS.index(run.subset)))
    return ImportedRuns(
        tasks={subset: tasks[subset] for subset in SUBSETS if subset in tasks}, runs=tuple(runs)
    )
