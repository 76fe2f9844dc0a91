"""What a verdict file was made from: writes its run file, and reads its tasks again."""

from pathlib import Path
from typing import Protocol

from benchmark.core.errors import BadInput
from benchmark.core.suite import ExtractionRule
from benchmark.files.bounded import read_lines
from benchmark.files.run_file import RunRecord, read_run, run_input, run_path, unchanged_paths, write_run
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.sources import TaskSource, from_files, from_suite


class JudgedJob(Protocol):
    """What a run file says of a :class:`benchmark.pipeline.evaluate.Job`."""

    @property
    def source(self) -> TaskSource | None:
        """The tasks; None for a job without a run file."""

    @property
    def files(self) -> tuple[Path, ...]:
        """Files of the completions; empty if they came from a script."""

    @property
    def identity(self) -> RowIdentity | None:
        """What a row would say; None for a call from a script."""

    @property
    def rule(self) -> ExtractionRule:
        """The rule that takes the code from the completions."""

    @property
    def lint(self) -> bool:
        """Whether the linter reads the answers."""

    @property
    def partial(self) -> bool:
        """Whether tasks or draws may be missing."""


def partial_path(verdicts: Path) -> Path:
    """Return the path of the verdicts of an interrupted run: ``FILE.partial``."""
    return verdicts.with_name(f"{verdicts.name}.partial")


def check_replaced(verdicts: Path) -> None:
    """Check that what will be replaced is a verdict file, if there is a file.

    Raises:
        BadInput: if it is another file.
    """
    if not verdicts.is_file() or not verdicts.stat().st_size:
        return
    try:
        first = next(iter(read_lines(verdicts))).data
    except BadInput:
        first = b""
    if b'"task_id"' not in first or not (b'"status"' in first or b'"missing"' in first):
        problem = "exists, and is no verdict file"
        raise BadInput(verdicts, "", problem, "name another file, or remove it")


def check_resumed(begun: Path, job: JudgedJob) -> None:
    """Name a file that changed since an interrupted run began.

    The checkpoint finds all other differences, but cannot say which.

    Raises:
        BadInput: for such a file.
    """
    run = read_run(begun)
    if run is not None:
        task_files = () if job.source is None else job.source.files
        given = {str(path.resolve()) for path in (*job.files, *task_files)}
        unchanged_paths(begun, (file for file in (*run.predictions, *run.tasks) if file.path in given))


def write_run_of(verdicts: Path, job: JudgedJob, *, measured: bool) -> None:
    """Write the run file of a job; ``measured`` says whether its verdicts have time and memory.

    Raises:
        BadInput: if a file that was read cannot be read any more, or the run file cannot be written.
    """
    source, identity = job.source, job.identity
    if source is None:
        return
    run = RunRecord(
        predictions=tuple(map(run_input, job.files)),
        tasks=tuple(map(run_input, source.files)),
        suite=source.suite_id,
        dataset=source.dataset,
        dataset_digest="" if source.files else tasks_digest(source.tasks),
        name="" if identity is None else identity.submission.name,
        slug="" if identity is None else identity.submission.slug,
        setting=job.rule.setting if identity is None else identity.setting,
        protocol="" if identity is None else identity.protocol,
        prompt="" if identity is None else identity.prompt,
        extraction=job.rule.name,
        lint=job.lint,
        partial=job.partial,
        costs=measured,
    )
    write_run(verdicts, run)


def source_of_run(verdicts: Path, run: RunRecord) -> TaskSource:
    """Read the tasks that a verdict file was made from, as its run file names them.

    Raises:
        BadInput: if they have changed or cannot be read.
    """
    if run.tasks:
        return from_files(unchanged_paths(verdicts, run.tasks)).within(run.setting)
    source = from_suite(run.suite, run.dataset, run_path(verdicts)).within(run.setting)
    if run.dataset_digest and tasks_digest(source.tasks) != run.dataset_digest:
        problem = f"has other tasks than when {verdicts.name} was made from it"
        fix = "judge the answers again, or install the version that made the verdicts"
        raise BadInput(f"{run.suite} {run.dataset}", "", problem, fix)
    return source
