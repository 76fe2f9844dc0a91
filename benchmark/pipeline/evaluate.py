"""Conducts an evaluation: read → judge → evaluation → row → write.

The command, the library, the jobs of CI and everything that judges a row again call these steps, or some of
them. The other modules of this package and of ``judge`` are the steps.
"""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.files.atomic import make_folder
from benchmark.files.predictions import match_to_tasks, store_files
from benchmark.files.stored_completions import keys_of
from benchmark.files.verdicts import write_verdicts
from benchmark.pipeline.identity import (
    GenerationRecord,
    GivenIdentity,
    RowIdentity,
    check_options,
    identity_of,
    option_or_manifest,
    read_descriptions,
    read_generation_record,
    setting_of,
    stage_path,
)
from benchmark.pipeline.judge import evaluate as judging
from benchmark.pipeline.judge.evaluate import Evaluation, Progress, check_missing, is_complete, with_absent
from benchmark.pipeline.record import add_row, make_row
from benchmark.pipeline.sources import TaskSource
from benchmark.results.row import Row

#: Shows the progress of a stage, given its name.
Stage = Callable[[str], AbstractContextManager[Progress]]


@contextlib.contextmanager
def no_progress(_stage: str) -> Iterator[Progress]:
    """A :data:`Stage` that shows nothing."""
    yield lambda _done, _total: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Completions as they were handed in, and what their manifest says."""

    paths: tuple[Path, ...]  #: their files, of which messages name the first
    completions: Sequence[Completion]
    generation: GenerationRecord = field(default_factory=GenerationRecord)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is judged, how, and what a row would say about it."""

    tasks: Sequence[Task]
    completions: Sequence[Completion]  #: matched to the tasks
    rule: ExtractionRule
    lint: bool = False  #: whether the linter reads the answers, too; it always does if the rule includes it
    #: Samples that never arrived, with the reason.
    absent: Mapping[SampleKey, str] = field(default_factory=dict)
    #: Whether these are a part of a run: then they get no scores, and no answer is tried with changed tests.
    part: bool = False
    identity: RowIdentity | None = None
    descriptions: tuple[Completion, ...] = ()  #: the texts of a first stage, for the row
    #: The tasks, of which a broken one is bad input if it is the user's own; None keeps no run file.
    source: TaskSource | None = None
    #: For the run file: files of the completions, and option.
    files: tuple[Path, ...] = ()
    partial: bool = False

    @property
    def is_linted(self) -> bool:
        """Whether the linter reads the answers, for the score of parsing or because the rule includes it."""
        return self.lint or self.rule.linted_extraction is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """The files that an evaluation writes."""

    verdicts: Path | None = None
    measured: bool = False  #: whether the verdict file has time and memory of each sample
    #: Whether an interrupted run keeps its verdicts in FILE.partial, with which the same run then goes on.
    resumable: bool = False
    rows: Path | None = None  #: folder that gets the row of the job's identity


def load(paths: Sequence[Path]) -> Answers:
    """Read files of completions, and the manifest of a single one.

    Raises:
        BadInput: for a file that is not valid.
    """
    generation = read_generation_record(paths[0]) if len(paths) == 1 else GenerationRecord()
    return Answers(
        paths=tuple(paths), completions=store_files(paths, generation.excused), generation=generation
    )


def read(
    answers: Answers,
    source: TaskSource,
    given: GivenIdentity,
    extraction: str,
    *,
    lint: bool = False,
    partial: bool = False,
    for_row: bool = False,
    options: bool = True,
    note: Callable[[str], object] = lambda _: None,
) -> Job:
    """Match answers to tasks, and work out the rule that reads them and what a row would say.

    Args:
        answers: the completions.
        source: the tasks.
        given: what the caller says about the completions.
        extraction: name of the extraction rule.
        lint: whether to lint; a rule that includes a linter is linted in any case.
        partial: whether to accept missing tasks and unequal numbers of draws.
        for_row: whether a row will be made: then the draws must be those of the protocol, and descriptions
            are read.
        options: whether the values are options of a command, which messages then name; without them the job
            has no identity.
        note: called with each thing that a reader should know.

    Raises:
        BadInput: for answers that do not match the tasks, and values that are unknown or contradict their
            manifest.
    """
    path, completions, generation = answers.paths[0], answers.completions, answers.generation
    source = source.within(option_or_manifest(generation, "setting", given.setting) or "")
    excused = generation.excused
    match_to_tasks(path, completions, source.tasks, partial=partial, excused=excused, option=options)
    if partial and (answered := len({task_id for task_id, _ in keys_of(completions)})) < len(source.tasks):
        note(f"{path.name}: answers {answered} of {len(source.tasks)} tasks; only they are scored")
    if options:
        identity = identity_of(given, completions, source, path, generation, check_draws=for_row)
        rule = source.rule(extraction, setting=identity.setting)
    else:
        identity = None
        check_options(generation, path, given)
        rule = source.rule(extraction, "extraction", setting=setting_of(given.setting, source, generation))
    return Job(
        tasks=source.tasks,
        completions=completions,
        rule=rule,
        lint=lint,
        absent=generation.absent or {},
        identity=identity,
        descriptions=_descriptions(answers, excused, note) if for_row else (),
        source=source,
        files=answers.paths,
        partial=partial,
    )


def _descriptions(
    answers: Answers, excused: Collection[SampleKey], note: Callable[[str], object]
) -> tuple[Completion, ...]:
    found = read_descriptions(answers.paths, set(keys_of(answers.completions)), excused)
    manifest, path = answers.generation.manifest, answers.paths[0]
    if not found and manifest is not None and manifest.config.earlier is not None:
        note(f"{stage_path(path, 0).name} is not next to {path.name}: the row has no descriptions")
    return found


def judge(
    job: Job,
    executor: Executor,
    *,
    stage: Stage = no_progress,
    checkpoint: judging.Checkpoint | None = None,
    amend: Callable[[Evaluation], Evaluation] = lambda evaluation: evaluation,
) -> Evaluation:
    """Judge the completions of a job, and lint them if it says so.

    Args:
        job: the job.
        executor: runs the shards.
        stage: shows the progress of each stage.
        checkpoint: the verdicts of an interrupted run; grows with each shard.
        amend: changes what was judged before it is linted.

    Raises:
        BadInput, SandboxFailure, OurFailure: for the reasons of :func:`.judge.evaluate.evaluate`.
    """
    if job.is_linted:
        from benchmark.pipeline.judge.parsing import add_lint, check_linter

        check_linter()
    with stage("judging") as progress:
        evaluation = judging.evaluate(
            job.tasks,
            job.completions,
            rule=job.rule,
            executor=executor,
            checkpoint=checkpoint,
            progress=progress,
            part=job.part,
        )
    evaluation = with_absent(amend(evaluation), job.absent)
    if job.is_linted:
        with stage("linting") as progress:
            evaluation = add_lint(evaluation, progress)
    return evaluation


def evaluate(
    job: Job,
    executor: Executor,
    outputs: Outputs,
    *,
    stage: Stage = no_progress,
    report: Callable[[Evaluation, Row | None], object] = lambda _evaluation, _row: None,
) -> Evaluation:
    """Judge a job and write its files; the row is left out if too much is missing.

    Args:
        job: the job; for a row, it must have an identity.
        executor: runs the shards.
        outputs: the files to write.
        stage: shows the progress of each stage.
        report: called with the evaluation and its row, after the files were written.

    Raises:
        BadInput: for the reasons of :func:`judge`, if a file cannot be written, and if an own task has a
            reference that does not pass or a broken test.
        OurFailure: if more than 1 % of the samples have no verdict; those that exist are in the files.
    """
    if outputs.rows is not None:
        make_folder(outputs.rows)  # first, so that a folder that cannot be made fails before hours of work
    if job.is_linted:
        from benchmark.pipeline.judge.parsing import check_linter

        check_linter()  # before the file of an interrupted run is emptied
    places = {} if job.source is None else job.source.places
    if places:
        from benchmark.pipeline.judge import own_tasks

        with stage("checking tasks") as progress:
            own_tasks.check_references(job.tasks, job.completions, places, executor, progress)
    with contextlib.ExitStack() as stack:
        checkpoint = None
        if outputs.verdicts is not None and outputs.resumable:
            from benchmark.pipeline import judged_run

            judged_run.check_replaced(outputs.verdicts)
            begun = judged_run.partial_path(outputs.verdicts)
            key = judging.inputs_digest(job.tasks, job.completions, job.rule)
            try:
                checkpoint = stack.enter_context(judging.Checkpoint.begin(begun, key))
            except BadInput:
                judged_run.check_resumed(begun, job)  # it can say which file has changed
                raise
            judged_run.write_run_of(begun, job, measured=outputs.measured)
        evaluation = judge(job, executor, stage=stage, checkpoint=checkpoint)
        report(evaluation, write(job, evaluation, outputs))
        if places:
            own_tasks.check_tests(evaluation, places, checkpoint)
        check_missing(evaluation)
        if checkpoint is not None:
            checkpoint.remove()
    return evaluation


def write(job: Job, evaluation: Evaluation, outputs: Outputs) -> Row | None:
    """Write the verdicts of an evaluation, and its row unless too much is missing; return the row."""
    if outputs.verdicts is not None:
        write_verdicts(outputs.verdicts, evaluation.outcomes, measured=outputs.measured)
        from benchmark.pipeline.judged_run import write_run_of

        write_run_of(outputs.verdicts, job, measured=outputs.measured)
    if outputs.rows is None or job.identity is None or not is_complete(evaluation):
        return None
    row, files = make_row(evaluation, job.identity, job.descriptions)
    add_row(outputs.rows, row, files)
    return row
