"""Judges a run of a submission, and collects what its row says about it."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.predictions import match_to_tasks, read_predictions, store_predictions
from benchmark.files.references import ReferencedAnswers
from benchmark.files.stored_completions import draws_per_task, keys_of
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline import sources
from benchmark.pipeline.evaluate import Job, judge, no_progress
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.identity import (
    GenerationRecord,
    RowIdentity,
    option_or_manifest,
    read_generation_record,
)
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.judge.evaluate import Evaluation, Progress
from benchmark.pipeline.judge.missing import MISSING_LIMIT
from benchmark.results.row import RowSubmission
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites import SUITES
from benchmark.suites.importers import read_referenced

_NOT_ASKED = "there was no completion when the night's time or money ended"


def judge_run(
    folder: Path, run: SubmissionRun, *, executor: Executor, progress: Progress | None = None
) -> Evaluation:
    """Judge the answers of one run by its extraction rule.

    Args:
        folder: folder of the submission, with its prediction files.
        run: a run with a baseline or predictions; referenced ones are fetched.
        executor: runs the shards.
        progress: called after each shard.

    Raises:
        BadInput: if the data set is not on this machine, or the answers do not match its tasks.
        OurFailure: if referenced answers cannot be fetched.
    """
    source = sources.from_suite(run.suite, run.dataset, folder)
    completions, absent = _answers(folder, run, source)
    rule = source.rule(run.extraction, folder, setting=run.setting)
    job = Job(tasks=source.tasks, completions=completions, rule=rule, absent=absent)
    stage = no_progress if progress is None else lambda _: nullcontext(progress)
    return judge(job, executor, stage=stage)


def row_identity(
    folder: Path, submission: Submission, run: SubmissionRun, completions: Path | None = None
) -> RowIdentity:
    """Return what a row says about a run.

    Args:
        folder: folder of the submission.
        submission: the submission.
        run: one of its runs.
        completions: file of the completions that were generated for it; by default its prediction file, if
            any.

    Raises:
        BadInput: if the manifest of the completions contradicts the run.
    """
    suite = SUITES[run.suite]
    found = _read_record(completions or _predictions(folder, run), run)
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
        prompt="" if run.baseline else run.prompt_name,
        prompt_digest=found.prompt_digest,
        generation=found.row,
        references=run.reference,
    )


def read_answers(
    path: Path, run: SubmissionRun, source: sources.TaskSource
) -> tuple[Sequence[Completion], Mapping[SampleKey, str]]:
    """Read the completions of a run; return them, and the reasons of samples that never arrived.

    Raises:
        BadInput: if they do not match the tasks or the protocol, or their manifest contradicts the run.
    """
    found = _read_record(path, run)
    completions = store_predictions(path, found.excused)
    match_to_tasks(path, completions, source.tasks, partial=False, excused=found.excused)
    source.check_draws(run.protocol, draws_per_task(completions), path)
    return completions, found.absent or {}


def count_samples(predictions: Path) -> int:
    """Return the number of completions of a prediction file.

    Raises:
        BadInput: if its manifest declares too many as missing.
    """
    excused = read_generation_record(predictions).excused
    completions = read_predictions(predictions, excused)
    absent = len(excused - {completion.key for completion in completions})
    if absent > MISSING_LIMIT * (total := len(completions) + absent):
        problem = f"lists {absent} of {total:,} samples as missing; the limit is {MISSING_LIMIT:.0%}"
        fix = "generate the missing samples and submit the complete file"
        raise BadInput(manifest_path(predictions), "missing", problem, fix)
    return len(completions)


def referenced_answers(
    run: SubmissionRun, reference: ReferencedAnswers, source: sources.TaskSource, folder: Path | None = None
) -> tuple[Completion, ...]:
    """Get the referenced answers of a run, from a folder or from their addresses.

    Raises:
        BadInput: if a file is not the one that is named, or the answers do not match tasks or protocol.
        OurFailure: if they cannot be fetched.
    """
    completions = read_referenced(reference, folder)
    named = reference.files[0].url
    match_to_tasks(named, completions, source.tasks, partial=False)
    source.check_draws(run.protocol, draws_per_task(completions), named)
    return completions


def read_panel_answers(
    path: Path, run: SubmissionRun, source: sources.TaskSource
) -> tuple[tuple[Completion, ...], Mapping[SampleKey, str]]:
    """Read the completions of a panel, of which any may be absent; return them, and why others are.

    Args:
        path: the file.
        run: the run whose panel it is.
        source: the panel's tasks.

    Raises:
        BadInput: if the file has samples of other tasks or draws, or its manifest contradicts the run.
    """
    reasons = _read_record(path, run).absent or {}
    wanted = {(task.id, 0) for task in source.tasks}
    completions = read_predictions(path, wanted)
    present = {completion.key for completion in completions}
    if odd := sorted(present - wanted):
        problem = f"has task {quote_value(odd[0][0])}, draw {odd[0][1]}, which is not in the nightly run"
        raise BadInput(path, "", problem, "generate the samples of this nightly run only")
    return completions, {key: reasons.get(key, _NOT_ASKED) for key in sorted(wanted - present)}


def run_descriptions(folder: Path, run: SubmissionRun, evaluation: Evaluation) -> tuple[Completion, ...]:
    """Return the texts from which the answers of a run were written, if they are next to its prediction file.

    Raises:
        BadInput: if they belong to other samples, or were made with another config than the answers.
    """
    path = _predictions(folder, run)
    present = set(keys_of(evaluation.completions))
    absent = {outcome.key for outcome in evaluation.outcomes} - present
    return () if path is None else read_descriptions([path], present, absent)


def _predictions(folder: Path, run: SubmissionRun) -> Path | None:
    return None if run.prediction_file is None else folder / run.prediction_file


def _read_record(path: Path | None, run: SubmissionRun) -> GenerationRecord:
    """Read the generation record of a run's completions, and check that it does not contradict the run."""
    if path is None:
        return GenerationRecord()
    found = read_generation_record(path)
    for name, expected in (
        ("setting", run.setting), ("protocol", run.protocol), ("prompt", run.prompt_name),
    ):  # fmt: skip
        value = option_or_manifest(found, name, None)
        if value and value != expected:
            problem = f"is {quote_value(value)}, but the submission has {quote_value(expected)}"
            raise BadInput(
                manifest_path(path), name, problem, "write the value that was used into both files"
            )
    return found


def _answers(
    folder: Path, run: SubmissionRun, source: sources.TaskSource
) -> tuple[Sequence[Completion], Mapping[SampleKey, str]]:
    if run.baseline is not None:
        return baselines.completions(run.baseline, source.tasks), {}
    if run.reference is not None:
        return referenced_answers(run, run.reference, source), {}
    if run.prediction_file is None:
        problem = "has no completions yet"
        raise BadInput(folder, "model", problem, "generate them first, or give a prediction file")
    return read_answers(folder / run.prediction_file, run, source)
