"""Reads what the viewer shows: verdict files with their answers and tasks, rows, and answers alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files.atomic import bare_name
from benchmark.files.predictions import store_files
from benchmark.files.run_file import RunRecord, read_run, unchanged_paths
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.identity import read_generation_record
from benchmark.pipeline.judged_run import source_of_run
from benchmark.pipeline.rows.row_files import Fetch, completions_of, outcomes_of
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.results.ledger import read_row
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewedRun:
    """One model's answers as the viewer shows them."""

    name: str  #: name of the model
    source: TaskSource
    completions: Mapping[SampleKey, Completion]
    outcomes: Sequence[Outcome] = ()  #: empty if nothing was judged
    extraction: str = "own"  #: the rule that took the code from the completions
    setting: str = ""  #: what the model was shown; empty if not recorded
    prompt: str = ""  #: empty if not recorded
    prompt_digest: str = ""  #: empty if not recorded
    files: tuple[str, ...] = field(
        default=()
    )  #: files with the same verdicts and answers, for readers without scripts


def read_judged(
    verdicts: Path,
    source: TaskSource | None = None,
    predictions: Sequence[Path] = (),
    completions: Iterable[Completion] | None = None,
) -> ViewedRun:
    """Read a verdict file with its answers and tasks, which its run file names unless they are given.

    Args:
        verdicts: the verdict file.
        source: the tasks; None for those that the run file names.
        predictions: files of the answers; empty for those that the run file names.
        completions: the answers themselves, in place of files.

    Raises:
        BadInput: if a file is not valid or has changed, or neither the run file nor an argument names it.
    """
    outcomes, run = read_verdicts(verdicts), read_run(verdicts)
    if source is None and run is not None:
        source = source_of_run(verdicts, run)
    if source is None:
        problem = f"there is no {verdicts.name}.run.json, which names the tasks"
        raise BadInput(verdicts, "", problem, "name them with --tasks, or with --suite and --dataset")
    if not predictions and completions is None:
        if run is None or not run.predictions:
            problem = "no file says which answers were judged"
            raise BadInput(verdicts, "", problem, "name the answers with --predictions")
        predictions = unchanged_paths(verdicts, run.predictions)
    record = run or RunRecord(suite=source.suite_id, dataset=source.dataset, extraction="own")
    setting, prompt, digest = record.setting, record.prompt, ""
    generation = read_generation_record(predictions[0]) if len(predictions) == 1 else None
    if generation is not None and generation.manifest is not None:
        config = generation.manifest.config
        setting, prompt, digest = (
            setting or config.setting,
            prompt or config.prompt,
            config.prompt_digest or "",
        )
    if completions is None:
        absent = frozenset(outcome.key for outcome in outcomes if isinstance(outcome, MissingSample))
        completions = store_files(predictions, absent)
    found = {completion.key: completion for completion in completions}
    _check_samples(verdicts, outcomes, source, found)
    return ViewedRun(
        name=record.name or bare_name(verdicts),
        source=source,
        completions=found,
        outcomes=outcomes,
        extraction=record.extraction,
        setting=setting,
        prompt=prompt,
        prompt_digest=digest,
        files=tuple(map(str, (verdicts, *predictions))),
    )


def read_unjudged(file: Path, source: TaskSource, completions: Iterable[Completion]) -> ViewedRun:
    """Return answers of another tool, read from ``file``, which have no verdicts yet.

    Raises:
        BadInput: if an answer is to a task that is not among the tasks.
    """
    found = {completion.key: completion for completion in completions}
    _check_samples(file, (), source, found)
    names = {completion.model for completion in found.values()} - {None}
    name = names.pop() if len(names) == 1 else bare_name(file)
    return ViewedRun(name=name or bare_name(file), source=source, completions=found, files=(str(file),))


def read_viewed_row(
    path: Path, source: TaskSource | None = None, predictions: Path | None = None, fetch: Fetch | None = None
) -> ViewedRun:
    """Read a row with its verdicts and answers; those of a row by reference are fetched.

    Raises:
        BadInput: if the row or one of its files is not valid or missing, or its tasks are not here.
        OurFailure: if answers by reference cannot be fetched.
    """
    row = read_row(path)
    result = row.result
    if source is None:
        source = from_suite(result.suite, result.dataset, path).within(result.setting)
    completions = completions_of(row, path, predictions, fetch)
    outcomes = outcomes_of(row, path, fetch) or tuple(_outcomes_without_details(row))
    found = {completion.key: completion for completion in completions}
    _check_samples(path, outcomes, source, found)
    return ViewedRun(
        name=result.submission.name,
        source=source,
        completions=found,
        outcomes=outcomes,
        extraction=result.extraction,
        setting=result.setting,
        prompt=result.prompt.name or "",
        prompt_digest=result.prompt.digest or "",
        files=(str(path),),
    )


def _outcomes_without_details(row: Row) -> Iterable[Outcome]:
    for task_id, statuses in row.result.statuses.items():
        for draw, status in enumerate(statuses):
            if status == "missing":
                yield MissingSample(task_id=task_id, draw=draw, reason="the row does not say why")
            else:
                yield Verdict(task_id=task_id, draw=draw, status=Status(status))


def _check_samples(
    file: Path, outcomes: Iterable[Outcome], source: TaskSource, found: Mapping[SampleKey, Completion]
) -> None:
    known = {task.id for task in source.tasks}
    judged = [outcome.key for outcome in outcomes]
    for task_id, _ in judged or found:
        if task_id not in known:
            fix = "name the judged tasks with --tasks, or with --suite and --dataset"
            raise BadInput(file, "", f"task {quote_value(task_id)} is not in the given set of tasks", fix)
    for outcome in outcomes:
        if isinstance(outcome, Verdict) and outcome.key not in found:
            problem = f"there is no answer to {quote_value(sample_name(outcome.key))}"
            raise BadInput(file, "", problem, "name the judged answers with --predictions")
