"""A run of a submission, from its answers to its row."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.matching import match_to_tasks
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline import sources
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.generation_record import GenerationRecord, generated, named, with_absent
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.judge.evaluate import Evaluation, Progress, evaluate
from benchmark.pipeline.rows.record import RowIdentity, draws
from benchmark.results.row import RowSubmission
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites import SUITES


def judge_run(
    folder: Path, run: SubmissionRun, *, executor: Executor, progress: Progress | None = None
) -> Evaluation:
    """Judge the answers of one run by our own rule of extraction.

    Args:
        folder: of the submission; its prediction files lie there.
        run: one whose answers are there or can be made: a baseline or a prediction file.
        executor: where shards run.
        progress: told after each shard.

    Raises:
        BadInput: when the data set is not here, or the answers do not match its tasks.
    """
    source = sources.from_suite(run.suite, run.dataset, folder)
    completions, absent = _answers(folder, run, source)
    evaluation = evaluate(
        source.tasks, completions, rule=source.rule("own", folder), executor=executor, progress=progress
    )
    return with_absent(evaluation, absent)


def identity(
    folder: Path, submission: Submission, run: SubmissionRun, completions: Path | None = None
) -> RowIdentity:
    """What a row says of the run.

    Args:
        folder: of the submission.
        submission: as it was read.
        run: one of its runs.
        completions: what was generated for it; by default its prediction file, where it has one.

    Raises:
        BadInput: for completions whose manifest says something else than the run.
    """
    suite = SUITES[run.suite]
    found = _generated(completions or _predictions(folder, run), run)
    return RowIdentity(
        submission=RowSubmission(
            slug=submission.slug,
            name=submission.name,
            organisation=submission.organisation or "",
            weights=submission.weights or "",
            reasoning=submission.reasoning,
        ),
        suite=run.suite,
        suite_version=suite.version,
        dataset=run.dataset,
        setting=run.setting,
        protocol=run.protocol,
        prompt="" if run.baseline else run.prompt,
        prompt_digest=found.prompt_digest,
        generation=found.row,
    )


def answers(
    path: Path, run: SubmissionRun, source: sources.TaskSource
) -> tuple[tuple[Completion, ...], Mapping[SampleKey, str]]:
    """The completions of a run in a file, and why others never came.

    Raises:
        BadInput: when they do not match the tasks or the protocol, or their manifest says something else
            than the run.
    """
    found = _generated(path, run)
    completions = read_predictions(path, found.excused)
    match_to_tasks(path, completions, source.tasks, partial=False, excused=found.excused)
    source.check_draws(run.protocol, draws(completions), path)
    return completions, found.absent or {}


def described(folder: Path, run: SubmissionRun, evaluation: Evaluation) -> tuple[Completion, ...]:
    """What the answers of a run were written from, where its prediction file has that beside it.

    Raises:
        BadInput: when it is of other samples, or of another config than the answers continue.
    """
    path = _predictions(folder, run)
    there = {one.key for one in evaluation.completions}
    absent = {outcome.key for outcome in evaluation.outcomes} - there
    return () if path is None else read_descriptions([path], there, absent)


def _predictions(folder: Path, run: SubmissionRun) -> Path | None:
    return None if run.predictions is None else folder / run.predictions


def _generated(path: Path | None, run: SubmissionRun) -> GenerationRecord:
    """What stands beside a run's completions."""
    if path is None:
        return GenerationRecord()
    found = generated(path)
    for name, said in ((name, named(found, name, None)) for name in ("setting", "protocol", "prompt")):
        if said and said != getattr(run, name):
            problem = f"{shown(said)} is not what the submission says: {shown(getattr(run, name))}"
            raise BadInput(manifest_path(path), name, problem, "let both say how it was generated")
    return found


def _answers(
    folder: Path, run: SubmissionRun, source: sources.TaskSource
) -> tuple[Sequence[Completion], Mapping[SampleKey, str]]:
    if run.baseline is not None:
        return baselines.completions(run.baseline, source.tasks), {}
    if run.predictions is None:
        raise BadInput(
            folder, "model", "its completions have to be generated first", "give a prediction file"
        )
    return answers(folder / run.predictions, run, source)
