"""The options of an interrupted run, for `sightbench evaluate --resume` without --predictions."""

from dataclasses import replace
from pathlib import Path

from benchmark.cli.evaluate.checked_options import EvaluateOptions
from benchmark.cli.shared.options import refuse_with
from benchmark.core.errors import BadInput
from benchmark.files.run_file import read_run, unchanged_paths
from benchmark.pipeline.judged_run import partial_path


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
    taken = ("tasks", "suite", "dataset", "extraction", "setting", "protocol", "prompt", "slug", "name")
    fix = "leave it out, or name the completions with --predictions, too"
    refuse_with("--resume without --predictions", options, taken, fix)
    tasks = unchanged_paths(begun, run.tasks)
    return replace(
        options,
        predictions=unchanged_paths(begun, run.predictions),
        tasks=tasks,
        suite=None if tasks else run.suite,
        dataset="" if tasks else run.dataset,
        extraction=run.extraction,
        setting=run.setting or None,
        protocol=run.protocol or None,
        prompt=run.prompt or None,
        slug=run.slug or None,
        name=run.name or None,
        costs=options.costs or run.costs,
        lint=options.lint or run.lint,
        partial=options.partial or run.partial,
    )
