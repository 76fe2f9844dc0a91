"""What a verdict file was made from: writes its run file, and reads its tasks again."""

from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files.run_file import RunRecord, read_run, run_input, run_path, unchanged_paths, write_run
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.sources import JudgedInputs, TaskSource, from_files, from_suite

__all__ = ["check_resumed", "partial_path", "run_path", "source_of_run", "write_run_of"]


def partial_path(verdicts: Path) -> Path:
    """Return the path of the verdicts of an interrupted run: ``FILE.partial``."""
    return verdicts.with_name(f"{verdicts.name}.partial")


def check_resumed(begun: Path, inputs: JudgedInputs) -> None:
    """Name a file that changed since an interrupted run began.

    The checkpoint finds all other differences, but cannot say which.

    Raises:
        BadInput: for such a file.
    """
    run = read_run(begun)
    if run is not None:
        given = {str(path.resolve()) for path in (*inputs.files, *inputs.source.files)}
        unchanged_paths(begun, (file for file in (*run.predictions, *run.tasks) if file.path in given))


def write_run_of(
    verdicts: Path, inputs: JudgedInputs, identity: RowIdentity | None, options: Mapping[str, str | bool]
) -> None:
    """Write the run file of an evaluation.

    Args:
        verdicts: the verdict file.
        inputs: what is judged.
        identity: what a row would say about the completions; None for a call from a script.
        options: further fields of :class:`RunRecord`.

    Raises:
        BadInput: if a file that was read cannot be read any more, or the run file cannot be written.
    """
    source, named = inputs.source, {}
    if identity is not None:
        submission = identity.submission
        named = {"name": submission.name, "slug": submission.slug}
        named |= {"protocol": identity.protocol, "prompt": identity.prompt}
    record = {
        "predictions": tuple(map(run_input, inputs.files)),
        "tasks": tuple(map(run_input, source.files)),
        "suite": source.suite_id,
        "dataset": source.dataset,
        "dataset_digest": "" if source.files else tasks_digest(source.tasks),
        "setting": inputs.setting,
        "partial": inputs.partial,
        **named,
        **options,
    }
    write_run(verdicts, RunRecord.model_validate(record))


def source_of_run(verdicts: Path, run: RunRecord) -> TaskSource:
    """Read the tasks that a verdict file was made from, as its run file names them.

    Raises:
        BadInput: if they have changed or cannot be read.
    """
    if run.tasks:
        return from_files(unchanged_paths(verdicts, run.tasks))
    source = from_suite(run.suite, run.dataset, run_path(verdicts))
    if run.dataset_digest and tasks_digest(source.tasks) != run.dataset_digest:
        problem = f"has other tasks than when {verdicts.name} was made from it"
        fix = "judge the answers again, or install the version that made the verdicts"
        raise BadInput(f"{run.suite} {run.dataset}", "", problem, fix)
    return source
