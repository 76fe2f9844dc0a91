"""The options of `sightbench evaluate`, and the check that they can be used together."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from benchmark.cli.shared.options import EXPERIMENT_OPTIONS, refuse_with, require_together
from benchmark.core.errors import BadInput
from benchmark.files.atomic import check_target


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
    categories: bool
    executor: str
    workers: int | None
    as_json: bool


def check_options(options: EvaluateOptions) -> None:
    """Check that the options can be used together.

    Raises:
        BadInput: for the first option that cannot be used with the others.
    """
    if options.score_file is not None:
        kept = {"score_file", "metrics", "tasks", "suite", "dataset", "executor", "as_json"}
        others = [field.name for field in dataclasses.fields(options) if field.name not in kept]
        refuse_with("--score-only", options, others)
    elif options.metrics:
        raise BadInput("--metric", "", "needs --score-only", "name the verdict file or row to score")
    if any(getattr(options, name) is not None for name in EXPERIMENT_OPTIONS):
        require_together(options, EXPERIMENT_OPTIONS)
        refuse_with("--exp_type", options, ("predictions", "prediction_file", "score_only"))
    if options.prediction_file is not None:
        refuse_with("--prediction_file", options, ("predictions",))
    if options.suite:
        refuse_with("--suite", options, ("tasks",))
    if options.score_only:
        if options.prediction_file is None:
            fix = "name the prediction file that was judged"
            raise BadInput("--score_only", "", "needs --prediction_file", fix)
        fix = "leave --score_only out"
        refuse_with("--score_only", options, ("rows", "verdicts", "as_json", "lint"), fix)
    if options.resume and options.verdicts is None:
        raise BadInput("--resume", "", "needs --verdicts", "name the verdict file of the interrupted run")
    if options.costs and options.verdicts is None:
        raise BadInput("--costs", "", "needs --verdicts", "name the verdict file, or leave --costs out")
    if options.partial:
        refuse_with("--partial", options, ("rows",), "give a complete file: a row needs all samples")
    if options.tasks:
        refuse_with("--tasks", options, ("dataset",), "leave it out: a task file names its data set")
    if options.verdicts is not None:
        check_target(options.verdicts, [*options.predictions, options.prediction_file, *options.tasks])
