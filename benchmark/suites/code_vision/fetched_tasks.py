"""Tasks of ``official`` as texts, from the authors' result files, and the data set ``official-humaneval``.

A result file of the authors has, on each line, a task and one model's answer. Three pinned files, one per
subset, have all 438 tasks. They have no licence, so they are fetched to this machine and never shipped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmark.core.digest import digest_canonical, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.datasets.referenced_files import referenced_files
from benchmark.datasets.store import FORM, RECORD, TASKS, FetchedSet, folder_of, load_tasks, read_fetched
from benchmark.files.atomic import write_atomic
from benchmark.files.references import ReferencedFile
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import task_record
from benchmark.suites.code_vision.rebuilt import load_problems
from benchmark.suites.code_vision.records import read_results
from benchmark.suites.code_vision.referenced import results_file
from benchmark.suites.code_vision.tasks import SUBSETS, SUITE_ID, task_of

DATASET = "official"
#: Name of the folder in which the tasks are stored; the folder ``official`` is for the authors' data.
STORED = "official-fetched"
#: The subset ``humaneval`` of ``official``, as a data set of its own: all 13 models answered it.
HUMANEVAL = "official-humaneval"
COMMAND = f"sightbench dataset fetch {SUITE_ID}"
COMMIT = "3a09ad0702345253b8ac2ef690fc4ae7d6b82b35"
#: Tasks of each subset.
COUNTS = {"humaneval": 164, "algorithm": 149, "math": 125}

_OUTPUT = f"https://raw.githubusercontent.com/wanghanbinpanda/CodeVision/{COMMIT}/output"
_SHA256 = {
    "HumanEval-V": "f6518ad187f434a5bf03a9d3e59fbb8cd7df945e86ad53e7d6bbf848b687d298",
    "Algorithm": "91e30278065666cb6e13e1e9684436287cb809c376a46519d759790ae1845765",
    "MATH": "536c6647d0fe732c518b9e46de28092c6e5843c7ba1d8b4670207166540ea43a",
}
#: The files with the tasks. The tasks are the same in every model's file.
FILES = tuple(
    ReferencedFile(url=f"{_OUTPUT}/{subset}/gpt-4o/samples.jsonl_results.jsonl", sha256=digest)
    for subset, digest in _SHA256.items()
)
_CONTENT = digest_canonical([file.sha256 for file in FILES])


def fetch_official(source: Path | None = None, *, again: bool = False) -> FetchedSet:
    """Store the tasks on this machine, unless they are here.

    Args:
        source: a folder with the authors' files; None for the network.
        again: whether to do it even if they are here.

    Raises:
        BadInput: if a file is not the pinned one.
        OurFailure: if the server cannot be reached.
    """
    known = read_fetched(SUITE_ID, STORED)
    if known is not None and known.content == _CONTENT and not again:
        return known
    paths = referenced_files(FILES, source)
    tasks = [
        task_of(problem, DATASET)
        for file, path in zip(FILES, paths, strict=True)
        # The copies are named by their digests, so subset and model come from the address.
        for _, problem, _ in read_results(results_file(file.url, path))
    ]
    tasks.sort(key=lambda task: (SUBSETS.index(task.subset), natural_key(task.id)))
    check_counts(tasks, COUNTS, FILES[0].url)
    return store_tasks(STORED, tasks, _CONTENT, "" if source else COMMIT, source)


def store_tasks(
    stored: str, tasks: Sequence[Task], content: str, revision: str, source: Path | None
) -> FetchedSet:
    """Write tasks, and their record, to the folder ``stored`` of this suite's data sets.

    Args:
        stored: name of the folder.
        tasks: the tasks.
        content: SHA-256 over the files that they were read from.
        revision: commit of these files; empty for a folder, which may be of any.
        source: the folder that they were read from; None for the network.
    """
    folder = folder_of(SUITE_ID, stored)
    lines = dump_records(folder / TASKS, map(task_record, tasks))
    found = FetchedSet(
        form=FORM,
        suite=SUITE_ID,
        dataset=stored,
        revision=revision,
        source="" if source is None else str(source.absolute()),
        content=content,
        tasks=len(tasks),
        tasks_sha256=sha256_hex(lines),
        prompts={},
        broken={},
    )
    # The record last: without one, half-written tasks do not count as fetched.
    write_atomic(folder / TASKS, lines)
    write_atomic(folder / RECORD, (found.model_dump_json(indent=1) + "\n").encode())
    return found


def load_fetched() -> tuple[Task, ...]:
    """Return the 438 tasks.

    Raises:
        BadInput: if they were not fetched.
    """
    return load_tasks(SUITE_ID, STORED, COMMAND)


def load_humaneval() -> tuple[Task, ...]:
    """Return the 164 tasks of the subset ``humaneval`` of ``official``, as texts.

    They equal OpenAI's HumanEval, so they come from its package: nothing needs to be fetched.

    Raises:
        BadInput: if the package is not installed.
    """
    return tuple(replace(task, dataset=HUMANEVAL) for task in load_problems())


def check_counts(tasks: Sequence[Task], wanted: Mapping[str, int], file: object) -> None:
    """Raise BadInput for ``file`` if its subsets have other numbers of tasks, or a task is there twice."""
    counts = {subset: sum(task.subset == subset for task in tasks) for subset in wanted}
    if counts != wanted or len({task.id for task in tasks}) < len(tasks):
        has, must = (
            ", ".join(f"{count} of {subset}" for subset, count in each.items()) for each in (counts, wanted)
        )
        raise BadInput(file, "", f"has {has}; there must be {must}", "use the pinned files")
