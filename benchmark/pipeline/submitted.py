"""A run of a submission, from its answers to its row."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion
from benchmark.files.matching import match_to_tasks
from benchmark.files.predictions import read_predictions
from benchmark.generation.manifest import manifest_path
from benchmark.pipeline import baselines, sources
from benchmark.pipeline.evaluate import Evaluation, Progress, evaluate
from benchmark.pipeline.generated import Generated, generated, named, with_absent
from benchmark.pipeline.record import Identity, draws
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
    found = _generated(folder, run)
    completions = _answers(folder, run, source, found)
    evaluation = evaluate(
        source.tasks, completions, rule=source.rule("own", folder), executor=executor, progress=progress
    )
    return with_absent(evaluation, found.absent)


def identity(folder: Path, submission: Submission, run: SubmissionRun) -> Identity:
    """What a row says of the run.

    Raises:
        BadInput: for a prediction file whose manifest says something else than the run.
    """
    suite = SUITES[run.suite]
    found = _generated(folder, run)
    return Identity(
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


def _generated(folder: Path, run: SubmissionRun) -> Generated:
    """What stands beside the run's prediction file."""
    if run.predictions is None:
        return Generated()
    path = folder / run.predictions
    found = generated(path)
    for name, said in ((name, named(found, name, None)) for name in ("setting", "protocol", "prompt")):
        if said and said != getattr(run, name):
            problem = f"{shown(said)} is not what the submission says: {shown(getattr(run, name))}"
            raise BadInput(manifest_path(path), name, problem, "let both say how it was generated")
    return found


def _answers(
    folder: Path, run: SubmissionRun, source: sources.Source, found: Generated
) -> Sequence[Completion]:
    if run.baseline is not None:
        return baselines.completions(run.baseline, source.tasks)
    if run.predictions is None:
        raise BadInput(
            folder, "model", "its completions have to be generated first", "give a prediction file"
        )
    completions = read_predictions(folder / run.predictions, found.excused)
    match_to_tasks(folder / run.predictions, completions, source.tasks, partial=False, excused=found.excused)
    source.check_draws(run.protocol, draws(completions), folder / run.predictions)
    return completions
