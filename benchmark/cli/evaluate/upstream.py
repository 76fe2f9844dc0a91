"""Options of HumanEval-V's scripts: the prediction file, official data set and rule that they stand for."""

from dataclasses import replace
from pathlib import Path

from benchmark.analysis.ranks.subjects import NO_TASKS, unknown_task
from benchmark.cli.evaluate.checked_options import EvaluateOptions
from benchmark.cli.shared.console import output
from benchmark.cli.shared.say import say_note
from benchmark.cli.shared.tables import score_table
from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions, read_prompts
from benchmark.files.stored_completions import draws_per_task, keys_of
from benchmark.pipeline.evaluate import Answers, load
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows import executed_file
from benchmark.pipeline.sources import TaskSource, from_files, from_suite, tasks_of
from benchmark.suites.humaneval_v.official import OFFICIAL, is_official_id
from benchmark.suites.humaneval_v.prediction_names import official_dataset, prediction_name, programs_path
from benchmark.suites.humaneval_v.suite import SUITE_ID

#: Official data set → the extraction rule of the version of upstream's script that belongs to it.
_RULES = {OFFICIAL["v1"].dataset: "upstream", OFFICIAL["v2"].dataset: "upstream-v2"}


def translated(options: EvaluateOptions) -> tuple[EvaluateOptions, Answers, TaskSource] | None:
    """Return our options for those of upstream's scripts, with the answers and tasks that these stand for.

    Returns:
        The options, in which the name of the file has completed what neither they nor a manifest say; None if
        scores alone are asked for, which are then printed.

    Raises:
        BadInput: for files that are not valid or have descriptions, and tasks that are not known.
    """
    if options.exp_type is not None:
        path = programs_path(
            options.exp_base_dir or Path(),
            options.model_name or "",
            options.exp_type,
            options.sample_num or 1,
        )
        named = options.tasks or options.suite or options.dataset
        dataset = options.dataset if named else OFFICIAL["v2"].dataset
        options = replace(options, prediction_file=path, dataset=dataset)
    path = options.prediction_file or Path()
    if options.score_only or _is_executed(options, path):
        _score_executed(options, executed_file.executed_path(path))
        return None
    answers = load([path])
    source = _find_tasks(options, path, answers)
    # Upstream's scripts judge any part of an official data set.
    any_part = not (options.tasks or options.suite or options.dataset or options.rows)
    options = replace(options, partial=options.partial or any_part, model_name=None)
    if source.suite is None or source.suite.id != SUITE_ID:
        return options, answers, source
    rule = _RULES.get(source.dataset, None if options.exp_type is None else "upstream-v2")
    options = replace(options, extraction=options.extraction or rule)
    name = prediction_name(path)
    if name is None or answers.generation.manifest is not None:
        return options, answers, source
    if name.descriptions:
        problem = "contains descriptions, not programs, according to its name"
        raise BadInput(path, "", problem, "give the file of the second stage")
    draws = draws_per_task(answers.completions)
    known = source.suite.asked.protocols.items()
    protocol = next((id_ for id_, known_rule in known if known_rule.draws == name.draws == draws), None)
    setting = options.setting or name.setting or None
    options = replace(options, setting=setting, protocol=options.protocol or protocol, model_name=name.model)
    return options, answers, source


def write_executed(path: Path, source: TaskSource, evaluation: Evaluation) -> None:
    """Write NAME_executed.json next to the prediction file ``path``."""
    dialect = executed_file.dialect_of(source.dataset, evaluation.extraction)
    executed_file.write_executed(executed_file.executed_path(path), evaluation, read_prompts(path), dialect)


def _find_tasks(options: EvaluateOptions, path: Path, answers: Answers) -> TaskSource:
    if options.tasks:
        return from_files(options.tasks)
    suite, dataset, manifest = options.suite or SUITE_ID, options.dataset, answers.generation.manifest
    if not dataset and suite == SUITE_ID:
        if manifest is not None and manifest.config.suite == suite:
            dataset = manifest.config.dataset
        else:
            dataset = official_dataset(path, {task_id for task_id, _ in keys_of(answers.completions)})
    return from_suite(suite, dataset)


def _is_executed(options: EvaluateOptions, path: Path) -> bool:
    """Whether the second version's options name completions that have been judged by the same rule before.

    As in upstream, these are not judged again. The prediction file itself may be absent.
    """
    wants_more = options.verdicts or options.rows or options.as_json
    executed = executed_file.executed_path(path)
    if options.exp_type is None or wants_more or not executed.exists():
        return False
    items = executed_file.read_executed(executed)
    completions = read_predictions(path) if path.exists() else None
    rule = options.extraction or "upstream-v2"
    if not executed_file.is_finished(items, completions, rule):
        say_note(f"{executed} belongs to other completions or another rule: judging again")
        return False
    say_note(f"{path} already executed")
    return True


def _score_executed(options: EvaluateOptions, path: Path) -> None:
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
