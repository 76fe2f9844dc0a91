"""Import EvalPlus's data files as the data set ``official`` on this machine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.datasets.store import FORM, RECORD, TASKS, FetchedSet, folder_of
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import JSONL_LIMIT, read_bytes
from benchmark.files.strict_json import dump_records
from benchmark.suites.evalplus.records import EvalPlusProblem, read_problems
from benchmark.suites.evalplus.suite import DATASET, SUITE_ID
from benchmark.suites.evalplus.tasks import ConvertedTaskLine


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFiles:
    """The result of an import."""

    folder: Path
    tasks: dict[str, int]  #: subset → number of tasks
    inputs: int  #: number of inputs in the files, but for the base ones
    refused: int  #: number of inputs that were left out
    forbidden: int  #: those of them that the contracts of their tasks refuse
    thinned: int  #: number of tasks that lack inputs


def import_files(
    paths: Sequence[Path],
    convert: Callable[[EvalPlusProblem], ConvertedTaskLine],
    report_progress: Callable[[int, int], object] = lambda _done, _all: None,
) -> ImportedFiles:
    """Write the data set to its folder, replacing an earlier one.

    Args:
        paths: EvalPlus's data files.
        convert: converts a problem to a task by running its canonical solution (:func:`.tasks.task_line`).
        report_progress: called after each problem with the number of problems that are done, and of all.

    Raises:
        BadInput: if a file is not valid; then nothing is written.
        SandboxFailure: if canonical solutions cannot be run on this machine.
    """
    problems = read_problems(paths)
    converted: list[ConvertedTaskLine] = []
    for problem in problems:
        converted.append(convert(problem))
        report_progress(len(converted), len(problems))
    folder = folder_of(SUITE_ID, DATASET)
    lines = dump_records(folder / TASKS, [line["record"] for line in converted])
    # Sorted, because the order in which files are named makes no other data set.
    sources = sorted(sha256_hex(read_bytes(path, JSONL_LIMIT)) for path in paths)
    fetched_set = FetchedSet(
        form=FORM,
        suite=SUITE_ID,
        dataset=DATASET,
        revision="",
        content=sha256_hex("".join(sources).encode()),
        tasks=len(converted),
        tasks_sha256=sha256_hex(lines),
        prompts={},
    )
    # The record last: without one, half-written tasks do not count as imported.
    write_atomic(folder / TASKS, lines)
    write_atomic(folder / RECORD, (fetched_set.model_dump_json(indent=1) + "\n").encode())
    subsets = [line["subset"] for line in converted]
    return ImportedFiles(
        folder=folder,
        tasks={name: subsets.count(name) for name in sorted(set(subsets))},
        inputs=sum(len(problem.plus_input) for problem in problems),
        refused=sum(line["refused"] for line in converted),
        forbidden=sum(line["forbidden"] for line in converted),
        thinned=sum(line["refused"] > 0 for line in converted),
    )
