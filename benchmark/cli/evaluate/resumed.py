"""The options of an interrupted run, for `sightbench evaluate --resume` without --predictions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmark.cli.evaluate.checked_options import EvaluateOptions
from benchmark.cli.shared.options import refuse_with
from benchmark.core.errors import BadInput
from benchmark.files.run_file import read_run, unchanged_paths
from benchmark.pipeline.judged_run import partial_path

_ROW_OPTIONS = ("extraction", "setting", "protocol", "prompt", "slug", "name")


def with_resumed(options: EvaluateOptions) -> EvaluateOptions:
    """Return the options with the files and options that the run began with, unless they name completions.

    Raises:
        BadInput: if no run was interrupted, its files have changed, or an option contradicts it.
    """
    verdicts = options.verdicts or Path()  # `check_options` has refused --resume without it
    if any((options.predictions, options.prediction_file, options.exp_type)):
        return options
    begun = partial_path(verdicts)
    run = read_run(begun)
    if run is None:
        problem = f"no interrupted run of {verdicts} says what it judged"
        raise BadInput("--resume", "", problem, "name the completions with --predictions, too")
    if not run.predictions:
        problem = "the completions of the interrupted run came from a script"
        raise BadInput("--resume", "", problem, "run the script again, or name them with --predictions")
    fix = "leave it out, or name the completions with --predictions, too"
    refuse_with("--resume without --predictions", options, ("tasks", "suite", "dataset", *_ROW_OPTIONS), fix)
    tasks = unchanged_paths(begun, run.tasks)
    begun_with: dict[str, Any] = {
        "predictions": unchanged_paths(begun, run.predictions),
        "tasks": tasks,
        "suite": None if tasks else run.suite,
        "dataset": "" if tasks else run.dataset,
    }
    begun_with |= {name: getattr(run, name) or None for name in _ROW_OPTIONS}
    flags = {name: getattr(options, name) or getattr(run, name) for name in ("costs", "lint", "partial")}
    return replace(options, **begun_with, **flags)
