"""EvalPlus's data files → the data set ``official`` of this machine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.datasets.store import FORM, RECORD, TASKS, FetchedSet, folder_of
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import JSONL_LIMIT, read_bytes
from benchmark.files.jsonl import dump_records
from benchmark.suites.evalplus.records import EvalPlusProblem, read_problems
from benchmark.suites.evalplus.suite import DATASET, SUITE_ID
from benchmark.suites.evalplus.tasks import ConvertedTaskLine


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFiles:
    """What was written."""

    folder: Path
    tasks: dict[str, int]  #: by subset
    refused: int  #: inputs that were left out


def import_files(
    paths: Sequence[Path],
    line_of: Callable[[EvalPlusProblem], ConvertedTaskLine],
    told: Callable[[int, int], object] = lambda _done, _all: None,
) -> ImportedFiles:
    """Make the data set and put it in its place, instead of an earlier one.

    Args:
        paths: EvalPlus's data files.
        line_of: makes a problem's task, by running its canonical solution (:func:`.tasks.line_of`).
        told: how many problems are done, of how many.

    Raises:
        BadInput: for files that are wrong; then nothing is written.
        SandboxFailure: when canonical solutions cannot be run here.
    """
    problems = read_problems(paths)
    made: list[ConvertedTaskLine] = []
    for problem in problems:
        made.append(line_of(problem))
        told(len(made), len(problems))
    folder = folder_of(SUITE_ID, DATASET)
    lines = dump_records(folder / TASKS, [one["record"] for one in made])
    sources = sorted(sha256_hex(read_bytes(path, JSONL_LIMIT)) for path in paths)
    said = FetchedSet(
        form=FORM,
        suite=SUITE_ID,
        dataset=DATASET,
        revision="",
        content=sha256_hex("".join(sources).encode()),
        tasks=len(made),
        tasks_sha256=sha256_hex(lines),
        prompts={},
    )
    write_atomic(folder / TASKS, lines)
    write_atomic(folder / RECORD, (said.model_dump_json(indent=1) + "\n").encode())
    subsets = [one["subset"] for one in made]
    return ImportedFiles(
        folder=folder,
        tasks={name: subsets.count(name) for name in sorted(set(subsets))},
        refused=sum(one["refused"] for one in made),
    )
