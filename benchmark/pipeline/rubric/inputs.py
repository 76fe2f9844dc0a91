"""What is judged: the completions of a row, or a file of completions without a row."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.files.matching import match_to_tasks
from benchmark.files.predictions import read_predictions
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.generation_record import read_generation_record
from benchmark.pipeline.rows.row_files import Fetch, completions_of
from benchmark.pipeline.rubric.record import JudgedInput
from benchmark.pipeline.rubric.samples import RubricSample, check_tasks, rubric_samples
from benchmark.pipeline.sources import TaskSource
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInput:
    """Completions with their tasks, and the samples that a model is to judge."""

    judged: JudgedInput
    samples: tuple[RubricSample, ...]
    source: TaskSource


def input_of_row(row: Row, path: Path, source: TaskSource, fetch: Fetch | None = None) -> RubricInput:
    """Return the completions of a row as input.

    Args:
        row: the row in ``path``.
        path: path of the row; its completions are next to it.
        source: its tasks.
        fetch: downloads the completions if they are not next to the row; None for no download.

    Raises:
        BadInput: if the tasks are not those of the row, no rubric judges one, or completions are missing.
    """
    if tasks_digest(source.tasks) != row.result.tasks.digest:
        raise BadInput(
            path,
            "result.tasks.digest",
            f"the row's {row.result.tasks.count} tasks are not the {len(source.tasks)} tasks given",
            "give the row's task file with --tasks",
        )
    completions = completions_of(row, path, None, fetch)
    present = {completion.key for completion in completions}
    drawn = ((task, draw) for task, found in row.result.statuses.items() for draw in range(len(found)))
    missing = {
        key: row.run.missing.get(sample_name(key), "there is no completion")
        for key in drawn
        if key not in present
    }
    setting, rule = row.result.setting, row.result.extraction
    return _input(source, completions, missing, path, rule, setting=setting, row=row.id)


def input_of_predictions(path: Path, source: TaskSource, *, extraction: str, setting: str) -> RubricInput:
    """Return a file of completions as input.

    Args:
        path: path of the file.
        source: the tasks.
        extraction: name of the rule that takes the code from an answer.
        setting: setting of the completions, which decides the form of some rules; empty if unknown.

    Raises:
        BadInput: if the file is not valid, does not cover the tasks, or no rubric judges one of them.
    """
    generation = read_generation_record(path)
    completions = read_predictions(path, generation.excused)
    match_to_tasks(path, completions, source.tasks, partial=False, excused=generation.excused)
    present = {completion.key for completion in completions}
    missing = {key: why for key, why in (generation.absent or {}).items() if key not in present}
    return _input(source, completions, missing, path, extraction, setting=setting, row=None)


def _input(
    source: TaskSource,
    completions: tuple[Completion, ...],
    missing: Mapping[SampleKey, str],
    path: Path,
    extraction: str,
    *,
    setting: str,
    row: str | None,
) -> RubricInput:
    check_tasks(source.tasks, path)
    rule = source.rule(extraction, path, setting=setting)
    samples = rubric_samples(source.tasks, completions, rule, missing)
    judged = JudgedInput(tasks=source.tasks, completions=completions, extraction=rule.name, row=row)
    return RubricInput(judged=judged, samples=samples, source=source)
