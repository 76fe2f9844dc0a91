"""The options of `sightbench evaluate`, and the check that they can be used together."""

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value

#: Options of HumanEval-V's second version, by their Python names.
EXPERIMENT_OPTIONS = ("model_name", "exp_type", "sample_num", "exp_base_dir")
#: Options that are spelled as in HumanEval-V's scripts.
_UPSTREAM = (*EXPERIMENT_OPTIONS, "prediction_file", "score_only")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateOptions:
    """The options of the command, by their Python names."""

    predictions: tuple[Path, ...]
    prediction_file: Path | None
    score_only: bool
    score_file: Path | None
    metrics: tuple[str, ...]
    model_name: str | None
    exp_type: str | None
    sample_num: int | None
    exp_base_dir: Path | None
    tasks: tuple[Path, ...]
    suite: str | None
    dataset: str
    extraction: str | None
    verdicts: Path | None
    costs: bool
    rows: Path | None
    slug: str | None
    name: str | None
    setting: str | None
    protocol: str | None
    prompt: str | None
    partial: bool
    resume: bool
    lint: bool
    executor: str
    workers: int | None
    as_json: bool


def check_options(options: EvaluateOptions) -> None:
    """Check that the options can be used together.

    Raises:
        BadInput: for the first option that cannot be used with the others.
    """
    _check_score_file(options)
    _check_experiment(options)
    one_of = [
        (options.predictions, options.prediction_file, "--predictions", "--prediction_file"),
        (options.tasks, options.suite, "--tasks", "--suite"),
    ]
    for first, second, name, other in one_of:
        if first and second:
            raise BadInput(name, "", f"cannot be used with {other}", "leave one of them out")
    if options.score_only:
        if options.prediction_file is None:
            raise BadInput(
                "--score_only", "", "needs --prediction_file", "name the prediction file that was judged"
            )
        for given, name in (
            (options.rows, "--rows"),
            (options.verdicts, "--verdicts"),
            (options.as_json, "--json"),
            (options.lint, "--lint"),
        ):
            if given:
                fix = "leave --score_only out"
                raise BadInput(name, "", "cannot be used with --score_only", fix)
    if options.resume and options.verdicts is None:
        raise BadInput("--resume", "", "needs --verdicts", "name the verdict file of the interrupted run")
    if options.costs and options.verdicts is None:
        raise BadInput("--costs", "", "needs --verdicts", "name the verdict file, or leave --costs out")
    if options.rows is not None and options.partial:
        raise BadInput(
            "--rows", "", "cannot be used with --partial", "give a complete file: a row needs all samples"
        )
    if options.tasks and options.dataset:
        raise BadInput(
            "--dataset", "", "cannot be used with --tasks", "leave it out: a task file names its data set"
        )
    if options.verdicts is not None:
        _check_verdicts(options.verdicts, [*options.predictions, options.prediction_file, *options.tasks])


def _check_score_file(options: EvaluateOptions) -> None:
    """Check that --score-only is used with names of tasks and metrics only, and --metric only with it."""
    if options.score_file is None:
        if options.metrics:
            raise BadInput("--metric", "", "needs --score-only", "name the verdict file or row to score")
        return
    kept = {"score_file", "metrics", "tasks", "suite", "dataset", "executor", "as_json"}
    for field in dataclasses.fields(options):
        if field.name not in kept and getattr(options, field.name) not in (None, (), False):
            spelled = field.name if field.name in _UPSTREAM else field.name.replace("_", "-")
            raise BadInput(f"--{spelled}", "", "cannot be used with --score-only", "leave one of them out")


def _check_experiment(options: EvaluateOptions) -> None:
    """Check the four options of HumanEval-V's second version, which name a prediction file together."""
    given = {name: getattr(options, name) for name in EXPERIMENT_OPTIONS}
    if all(value is None for value in given.values()):
        return
    for name, value in given.items():
        if value is None:
            fix = f"use {', '.join(f'--{other}' for other in EXPERIMENT_OPTIONS)} together"
            raise BadInput(f"--{name}", "", "is missing", fix)
    for other, name in (
        (options.predictions, "--predictions"),
        (options.prediction_file, "--prediction_file"),
        (options.score_only, "--score_only"),
    ):
        if other:
            raise BadInput(name, "", "cannot be used with --exp_type", "leave one of them out")
    if ".." in Path(str(options.model_name)).parts or Path(str(options.model_name)).is_absolute():
        problem = f"{quote_value(options.model_name)} leaves the folder --exp_base_dir"
        raise BadInput("--model_name", "", problem, "name a model without .. and without a leading slash")


def _check_verdicts(path: Path, inputs: list[Path | None]) -> None:
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - these never raise
        raise BadInput("--verdicts", "", f"{quote_value(str(path))} is not a regular file", "name a file")
    if any(os.path.realpath(path) == os.path.realpath(other) for other in inputs if other is not None):
        problem = f"{quote_value(str(path))} is one of the files to read"
        raise BadInput("--verdicts", "", problem, "name another file: the verdicts would replace this one")
