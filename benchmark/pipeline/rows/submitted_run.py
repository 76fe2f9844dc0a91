"""Judges a run of a submission, and collects what its row says about it."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import validate_record
from benchmark.files.predictions import match_to_tasks
from benchmark.files.references import ReferencedAnswers
from benchmark.files.stored_completions import draws_per_task, keys_of
from benchmark.files.strict_json import loads
from benchmark.pipeline import sources
from benchmark.pipeline.evaluate import Job, judge, no_progress
from benchmark.pipeline.identity import RowIdentity, read_descriptions
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.judge.evaluate import Evaluation, Progress
from benchmark.pipeline.rows.submitted_answers import read_answers, read_record
from benchmark.results.row import RowSubmission
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites import load
from benchmark.suites.importers import read_referenced, recorded_reference

_REFERENCES = "references.json"  #: name of the file with the reference, next to the completions


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
    source = sources.from_suite(run.suite, run.dataset, folder).within(run.setting)
    completions, absent = _answers(folder, run, source)
    rule = source.rule(run.extraction, folder, setting=run.setting)
    job = Job(tasks=source.tasks, completions=completions, rule=rule, absent=absent)
    stage = no_progress if progress is None else lambda _: nullcontext(progress)
    return judge(job, executor, stage=stage)


def row_identity(
    folder: Path,
    submission: Submission,
    run: SubmissionRun,
    completions: Path | None = None,
    answers: Path | None = None,
) -> RowIdentity:
    """Return what a row says about a run.

    Args:
        folder: folder of the submission.
        submission: the submission.
        run: one of its runs.
        completions: file of the completions that were generated for it; by default its prediction file, if
            any. Next to it is what :func:`write_reference` wrote of referenced answers.
        answers: a folder that has the referenced files; None for those that were fetched.

    Raises:
        BadInput: if the manifest of the completions or the recorded reference contradicts the run.
    """
    suite = load(run.suite)
    found = read_record(completions or _predictions(folder, run), run)
    return RowIdentity(
        submission=RowSubmission(
            slug=submission.slug,
            name=submission.name,
            organisation=submission.organisation or "",
            weights=submission.weights or "",
            reasoning=submission.reasoning,
            effort=run.effort,
        ),
        suite=run.suite,
        suite_version=suite.version,
        dataset=run.dataset,
        setting=run.setting,
        protocol=run.protocol,
        prompt="" if run.baseline else run.prompt_name,
        prompt_digest=found.prompt_digest,
        generation=found.row,
        references=_recorded_reference(run, completions, answers),
        dropped=run.dropped,
    )


def write_reference(completions: Path, reference: ReferencedAnswers) -> None:
    """Write next to a file of referenced answers which bytes they were read from, for their row."""
    text = recorded_reference(reference).model_dump_json(indent=1)
    write_atomic(completions.with_name(_REFERENCES), text.encode() + b"\n")


def _recorded_reference(
    run: SubmissionRun, completions: Path | None, answers: Path | None
) -> ReferencedAnswers | None:
    if run.reference is None or completions is None:
        return None if run.reference is None else recorded_reference(run.reference, answers)
    path, named = completions.with_name(_REFERENCES), run.reference
    found = validate_record(ReferencedAnswers, loads(read_bytes(path, MIB), path), path)
    files = zip(named.files, found.files, strict=False)
    same = all(own.url == file.url and own.sha256 in ("", file.sha256) for own, file in files)
    if not same or (len(found.files), found.format) != (len(named.files), named.format):
        raise BadInput(path, "", "names other files than the submission", "run the job again")
    return found


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
