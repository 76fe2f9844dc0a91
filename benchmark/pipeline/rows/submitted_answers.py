"""Reads the answers of a submission's run, and checks them against its tasks; loads nothing that judges."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.verdict import MISSING_LIMIT
from benchmark.files.predictions import match_to_tasks, read_predictions, store_predictions
from benchmark.files.stored_completions import draws_per_task
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.identity import GenerationRecord, option_or_manifest, read_generation_record
from benchmark.pipeline.sources import TaskSource
from benchmark.submissions.schema import SubmissionRun

_NOT_ASKED = "there was no completion when the night's time or money ended"


def read_answers(
    path: Path, run: SubmissionRun, source: TaskSource
) -> tuple[Sequence[Completion], Mapping[SampleKey, str]]:
    """Read the completions of a run; return them, and the reasons of samples that never arrived.

    Raises:
        BadInput: if they do not match the tasks or the protocol, or their manifest contradicts the run.
    """
    found = read_record(path, run)
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


def read_panel_answers(
    path: Path, run: SubmissionRun, source: TaskSource
) -> tuple[tuple[Completion, ...], Mapping[SampleKey, str]]:
    """Read the completions of a panel, of which any may be absent; return them, and why others are.

    Args:
        path: the file.
        run: the run whose panel it is.
        source: the panel's tasks.

    Raises:
        BadInput: if the file has samples of other tasks or draws, or its manifest contradicts the run.
    """
    reasons = read_record(path, run).absent or {}
    wanted = {(task.id, 0) for task in source.tasks}
    completions = read_predictions(path, wanted)
    present = {completion.key for completion in completions}
    if odd := sorted(present - wanted):
        problem = f"has task {quote_value(odd[0][0])}, draw {odd[0][1]}, which is not in the nightly run"
        raise BadInput(path, "", problem, "generate the samples of this nightly run only")
    return completions, {key: reasons.get(key, _NOT_ASKED) for key in sorted(wanted - present)}


def read_record(path: Path | None, run: SubmissionRun) -> GenerationRecord:
    """Read the generation record of a run's completions.

    Raises:
        BadInput: if it contradicts the run.
    """
    if path is None:
        return GenerationRecord()
    found = read_generation_record(path)
    for name, expected in (
        ("setting", run.setting), ("protocol", run.protocol), ("prompt", run.prompt_name),
        ("thinking", run.effort or found.effort),
    ):  # fmt: skip
        value = found.effort if name == "thinking" else option_or_manifest(found, name, None)
        if value and value != expected:
            problem = f"is {quote_value(value)}, but the submission has {quote_value(expected)}"
            raise BadInput(
                manifest_path(path), name, problem, "write the value that was used into both files"
            )
    return found
