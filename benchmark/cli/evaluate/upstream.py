"""Options of HumanEval-V's scripts: the prediction file, official data set and rule that they stand for."""

from dataclasses import replace
from pathlib import Path

from benchmark.analysis.ranks.subjects import NO_TASKS, unknown_task
from benchmark.cli.evaluate.checked_options import EvaluateOptions
from benchmark.cli.shared.console import output
from benchmark.cli.shared.say import say_note
from benchmark.cli.shared.tables import score_table
from benchmark.files.predictions import read_predictions
from benchmark.pipeline.rows import executed_file
from benchmark.pipeline.sources import TaskSource, tasks_of
from benchmark.suites.humaneval_v.official import OFFICIAL, is_official_id
from benchmark.suites.humaneval_v.prediction_names import programs_path
from benchmark.suites.humaneval_v.suite import SUITE_ID

#: Official data set → the extraction rule of the version of upstream's script that belongs to it.
_RULES = {OFFICIAL["v1"].dataset: "upstream", OFFICIAL["v2"].dataset: "upstream-v2"}


def with_prediction_file(options: EvaluateOptions) -> EvaluateOptions:
    """Return the options, with the prediction file and data set that --exp_type stands for, if given."""
    if options.exp_type is None:
        return options
    path = programs_path(
        options.exp_base_dir or Path(),
        options.model_name or "",
        options.exp_type,
        options.sample_num or 1,
    )
    named = options.tasks or options.suite or options.dataset
    dataset = options.dataset if named else OFFICIAL["v2"].dataset
    return replace(options, prediction_file=path, dataset=dataset)


def upstream_rule(options: EvaluateOptions, source: TaskSource) -> str | None:
    """Return the rule of upstream's script if the script's options are used; None otherwise."""
    if options.prediction_file is None or source.suite_id != SUITE_ID:
        return None
    return _RULES.get(source.dataset, None if options.exp_type is None else "upstream-v2")


def is_executed(options: EvaluateOptions) -> bool:
    """Whether the second version's options name completions that have been judged by the same rule before.

    As in upstream, these are not judged again. The prediction file itself may be absent.
    """
    path = options.prediction_file
    wants_more = options.verdicts or options.rows or options.as_json
    if path is None or options.exp_type is None or wants_more:
        return False
    executed = executed_file.executed_path(path)
    if not executed.exists():
        return False
    items = executed_file.read_executed(executed)
    completions = read_predictions(path) if path.exists() else None
    rule = options.extraction or "upstream-v2"
    if not executed_file.is_finished(items, completions, rule):
        say_note(f"{executed} belongs to other completions or another rule: judging again")
        return False
    say_note(f"{path} already executed")
    return True


def score_executed(options: EvaluateOptions, path: Path) -> None:
    """Print the scores of a result file, with the families of the tasks that the options name.

    The families of official tasks follow from their ids, so the official data sets are not read.

    Raises:
        BadInput: for a file that is not a result file, and for a file with other tasks than the named ones.
    """
    judged = executed_file.read_executed(path)
    official = options.suite in {None, "", SUITE_ID} and all(is_official_id(item.qid) for item in judged)
    stems = None
    if options.tasks or not official:
        tasks = tasks_of(options.tasks, options.suite or (options.dataset and SUITE_ID), options.dataset)
        if tasks is None:
            say_note(f"note: {NO_TASKS}; name them with --suite or --tasks")
        else:
            stems = {task.id: task.family for task in tasks}
            for item in judged:
                if item.qid not in stems:
                    raise unknown_task(path, item.qid)
    output().print(score_table(executed_file.executed_scores(judged, stems)))
