"""The work of `sightbench evaluate`."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from benchmark.cli.evaluate.checked_options import EvaluateOptions, check_options
from benchmark.cli.evaluate.identity import identity_of
from benchmark.cli.evaluate.upstream import (
    broken_tests,
    is_executed,
    newer_answers,
    official_dataset,
    score_executed,
    upstream_rule,
    with_prediction_file,
)
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.say import say_note
from benchmark.cli.shared.tables import (
    error_type_line,
    flag_line,
    kind_table,
    outcome_line,
    print_missing,
    score_table,
)
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.atomic import make_folder
from benchmark.files.matching import match_to_tasks
from benchmark.files.predictions import read_prompts, store_predictions
from benchmark.files.stored_completions import StoredCompletions, keys_of
from benchmark.files.verdicts import write_verdicts
from benchmark.pipeline import sources
from benchmark.pipeline.evaluation_report import answer_flags, evaluation_report
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.generation_record import (
    GenerationRecord,
    read_generation_record,
    with_absent,
)
from benchmark.pipeline.judge.checkpoint import Checkpoint
from benchmark.pipeline.judge.choose_executor import executor_of
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate, inputs_digest
from benchmark.pipeline.judge.missing import check_missing, is_complete, missing_reasons
from benchmark.pipeline.judge.parsing import add_lint, check_linter
from benchmark.pipeline.rows import executed_file
from benchmark.pipeline.rows.record import RowIdentity, record_evaluation
from benchmark.suites.humaneval_v.suite import SUITE_ID


def run(**given: Any) -> None:
    """Check the options, judge, write the files, and print the scores."""
    options = EvaluateOptions(**given)
    check_options(options)
    options = with_prediction_file(options)
    if options.prediction_file is not None and (options.score_only or is_executed(options)):
        score_executed(options, executed_file.executed_path(options.prediction_file))
        return
    paths = options.predictions or ((options.prediction_file,) if options.prediction_file else ())
    generation = read_generation_record(paths[0]) if len(paths) == 1 else GenerationRecord()
    completions = _read_completions(paths, generation.excused)
    source = _find_tasks(options, completions)
    match_to_tasks(paths[0], completions, source.tasks, partial=options.partial, excused=generation.excused)
    identity = identity_of(options, completions, source, paths[0], generation)
    name = options.extraction or upstream_rule(options, source) or "own"
    rule = source.rule(name, setting=identity.setting)
    if options.prediction_file is not None and rule.linted_extraction is not None:
        found = f"{options.prediction_file.name}: judged on {source.dataset} by upstream's rule {rule.name}"
        say_note(f"{found}; --extraction own is ours")
    for task_id, reason in broken_tests(source).items():
        click.echo(f"the test script of {task_id} is broken: {reason}", err=True)
    descriptions: tuple[Completion, ...] = ()
    if options.rows is not None:
        keys = set(keys_of(completions))
        descriptions = read_descriptions(paths, keys, generation.excused)
        manifest = generation.manifest
        if not descriptions and manifest is not None and manifest.config.earlier is not None:
            file = stage_path(paths[0], 0).name
            say_note(f"{file} is not next to {paths[0].name}: the row has no descriptions")
        make_folder(options.rows)  # first, so that a folder that cannot be made fails before hours of work
    lint = options.lint or rule.linted_extraction is not None
    if lint:
        check_linter()
    with contextlib.ExitStack() as stack:
        executor = stack.enter_context(executor_of(options.executor, options.workers))
        checkpoint = None
        if options.verdicts is not None:
            partial = options.verdicts.with_name(options.verdicts.name + ".partial")
            key = inputs_digest(source.tasks, completions, rule)
            checkpoint = stack.enter_context(Checkpoint.begin(partial, key, resume=options.resume))
        with progress("judging") as report:
            evaluation = evaluate(
                source.tasks,
                completions,
                rule=rule,
                executor=executor,
                checkpoint=checkpoint,
                progress=report,
            )
        evaluation = with_absent(evaluation, generation.absent)
        if lint:
            with progress("linting") as report:
                evaluation = add_lint(evaluation, report)
        _write(options, evaluation, source, identity, descriptions)
        if checkpoint is not None:
            checkpoint.remove()


def _read_completions(paths: tuple[Path, ...], excused: frozenset[SampleKey]) -> Sequence[Completion]:
    if not paths:
        raise BadInput("--predictions", "", "is missing", "name a file of completions")
    if len(paths) == 1:
        return store_predictions(paths[0], excused)
    found, seen = StoredCompletions(), set[SampleKey]()
    for path in paths:
        for completion in store_predictions(path, excused):
            if completion.key in seen:
                problem = (
                    f"task {quote_value(completion.task_id)}, draw {completion.draw} is in another file, too"
                )
                raise BadInput(path, "", problem, "give each sample once")
            seen.add(completion.key)
            found.append(completion)
    return found


def _find_tasks(options: EvaluateOptions, completions: Sequence[Completion]) -> sources.TaskSource:
    if options.tasks:
        return sources.from_files(options.tasks)
    suite = options.suite or (SUITE_ID if options.prediction_file is not None else None)
    if suite is None:
        raise BadInput("--tasks", "", "is missing, and so is --suite", "name a task file or a suite")
    dataset = options.dataset
    if not dataset and suite == SUITE_ID and options.prediction_file is not None:
        dataset = official_dataset(options.prediction_file, {task_id for task_id, _ in keys_of(completions)})
    return sources.from_suite(suite, dataset)


def _write(
    options: EvaluateOptions,
    evaluation: Evaluation,
    source: sources.TaskSource,
    identity: RowIdentity,
    descriptions: tuple[Completion, ...],
) -> None:
    if options.verdicts is not None:
        write_verdicts(options.verdicts, evaluation.outcomes, measured=options.costs)
    if options.prediction_file is not None:
        executed_file.write_executed(
            executed_file.executed_path(options.prediction_file),
            evaluation,
            read_prompts(options.prediction_file),
            executed_file.dialect_of(source.dataset, evaluation.extraction),
        )
    row = None
    if options.rows is not None and is_complete(evaluation):
        row = record_evaluation(options.rows, evaluation, identity, descriptions)
    if options.as_json:
        report = evaluation_report(evaluation, source, None if row is None else str(row))
        print_json(report)
    else:
        _print(evaluation, options.verdicts, row)
        if is_fresh(source.dataset):
            output().print(f"{source.dataset}, {fresh_note(source.dataset)}")
    check_missing(evaluation)


def _print(evaluation: Evaluation, verdicts: Path | None, row: Path | None) -> None:
    console = output()
    console.print(score_table(evaluation.scores))
    if (kinds := kind_table({"": evaluation.scores})) is not None:
        console.print(kinds)
    console.print(f"outcomes: {outcome_line(evaluation.outcomes)}")
    if kinds_of_errors := error_type_line(evaluation.outcomes):
        console.print(f"error types: {kinds_of_errors}")
    if flags := flag_line(answer_flags(evaluation.samples).values()):
        console.print(f"static flags: {flags}")
    if evaluation.judged_again or evaluation.not_judged_again:
        skipped = evaluation.not_judged_again
        rest = f"; {skipped} were not, because time ran out" if skipped else ""
        console.print(f"near the time limit: {evaluation.judged_again} judged again, one at a time{rest}")
    if newer := newer_answers(evaluation):
        first, guest = newer[0], evaluation.guest["python"]
        count = f"{len(newer)} of the syntax errors (first: {quote_value(first)})"
        console.print(f"{count} use syntax of Python 3.12 or newer; the sandbox has Python {guest}")
    print_missing(console, "missing", missing_reasons(evaluation.outcomes))
    print_missing(console, "not linted", evaluation.unlinted or {})
    for label, path in (("verdicts", verdicts), ("row", row)):
        if path is not None:
            console.print(f"{label}: {path}")
