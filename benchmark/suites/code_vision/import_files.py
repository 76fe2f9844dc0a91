"""Write the importer's files to a folder, without overwriting anything, and read them again."""

import re
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.atomic import compress_for, write_atomic
from benchmark.files.bounded import JSONL_LIMIT, read_bytes
from benchmark.files.predictions import prediction_record, read_predictions
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import read_tasks, task_record
from benchmark.suites.code_vision.importer import ImportedRuns, PublishedRun, read_published_outputs
from benchmark.suites.code_vision.published_verdicts import published_records, read_published
from benchmark.suites.code_vision.tasks import SUBSETS

_ENDING = ".jsonl.gz"
_PREDICTIONS = re.compile(rf"predictions-({'|'.join(SUBSETS)})-(.+)\.jsonl\.gz")


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that the importer wrote."""

    path: Path
    records: int  #: number of lines
    new: bool  #: False if the same file existed already


def write_imported(imported: ImportedRuns, out: Path) -> tuple[WrittenFile, ...]:
    """Write ``tasks-``, ``predictions-`` and ``published-`` files to the folder ``out``.

    Raises:
        BadInput: if one of the files exists with other content (then nothing is written), or if a file
            cannot be written.
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
    # All files are compared before the first is written, so that a refusal leaves the folder as it was.
    same = {name: _is_written(out / name, data) for name, (_, data) in contents.items()}
    for name, (_, data) in contents.items():
        if not same[name]:
            write_atomic(out / name, compress_for(out / name, data))
    return tuple(WrittenFile(out / name, count, not same[name]) for name, (count, _) in contents.items())


def _is_written(path: Path, data: bytes) -> bool:
    if not path.exists():
        return False
    # Unpacked bytes are compared: gzip's own bytes differ between versions of zlib.
    if read_bytes(path, JSONL_LIMIT) != data:
        fix = "name another folder, or remove the file"
        raise BadInput(path, "", "exists already with other content", fix)
    return True


def open_published(path: Path) -> ImportedRuns:
    """Read published runs from ``path``: a folder that the importer wrote, or published outputs themselves.

    Raises:
        BadInput: if ``path`` is neither, or a file in it is not valid.
    """
    if any(_PREDICTIONS.fullmatch(file.name) for file in path.glob("predictions-*")):
        return read_imported(path)
    return read_published_outputs([path])


def read_imported(folder: Path) -> ImportedRuns:
    """Read a folder that :func:`write_imported` wrote.

    Raises:
        BadInput: if a file is missing or not valid, or files contradict each other.
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
        samples = [(completion.task_id, completion.draw) for completion in completions]
        if samples != [(verdict.task_id, verdict.draw) for verdict in published]:
            problem = f"its samples differ from those of published-{subset}-{model}{_ENDING}"
            raise BadInput(path, "", problem, "import both again")
        if unknown := sorted({task_id for task_id, _ in samples} - known):
            problem = f"task {unknown[0]!r} is not in tasks-{subset}{_ENDING}"
            raise BadInput(path, "", problem, "import both again")
        runs.append(PublishedRun(subset=subset, model=model, completions=completions, published=published))
    runs.sort(key=lambda run: (run.model, SUBSETS.index(run.subset)))
    return ImportedRuns(
        tasks={subset: tasks[subset] for subset in SUBSETS if subset in tasks}, runs=tuple(runs)
    )
