"""The work of `sightbench evaluate`."""

import contextlib
from pathlib import Path
from typing import Any

import click

from benchmark.cli.evaluate.checked_options import EvaluateOptions, check_options
from benchmark.cli.evaluate.identity import identity_of
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.tables import outcome_line, print_missing, score_table
from benchmark.core.errors import BadInput, shown
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.atomic import make_folder
from benchmark.files.matching import match_to_tasks
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import write_verdicts
from benchmark.pipeline import sources
from benchmark.pipeline.evaluation_report import evaluation_report
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.generation_record import (
    GenerationRecord,
    generated,
    with_absent,
)
from benchmark.pipeline.judge.checkpoint import Checkpoint
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate, inputs_digest
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.missing import check_missing, is_complete, missing_reasons
from benchmark.pipeline.judge.parsing import check_linter, linted
from benchmark.pipeline.rows import executed_file
from benchmark.pipeline.rows.record import RowIdentity, record


def run(**given: Any) -> None:
    """Check the options against each other, judge, print."""
    options = EvaluateOptions(**given)
    check_options(options)
    if options.score_only and options.prediction_file is not None:
        judged = executed_file.read(executed_file.path_for(options.prediction_file))
        output().print(score_table(executed_file.scores(judged)))
        return
    paths = options.predictions or ((options.prediction_file,) if options.prediction_file else ())
    found = generated(paths[0]) if len(paths) == 1 else GenerationRecord()
    completions = _completions(paths, found.excused)
    source = _source(options)
    match_to_tasks(paths[0], completions, source.tasks, partial=options.partial, excused=found.excused)
    rule = source.rule(options.extraction)
    identity = identity_of(options, completions, source, paths[0], found)
    descriptions: tuple[Completion, ...] = ()
    if options.rows is not None:
        descriptions = read_descriptions(paths, {one.key for one in completions}, found.excused)
        if not descriptions and found.manifest is not None and found.manifest.config.earlier is not None:
            lost = stage_path(paths[0], 0).name
            click.echo(f"{lost} is not beside {paths[0].name}: the row is without descriptions", err=True)
        make_folder(options.rows)  # before the work, not after it
    lint = options.lint or rule.gate is not None
    if lint:
        check_linter()
    with contextlib.ExitStack() as stack:
        kept = None
        if options.verdicts is not None:
            partial = options.verdicts.with_name(options.verdicts.name + ".partial")
            key = inputs_digest(source.tasks, completions, rule)
            kept = stack.enter_context(Checkpoint.begin(partial, key, resume=options.resume))
        with progress("judging") as told:
            evaluation = evaluate(
                source.tasks,
                completions,
                rule=rule,
                executor=LocalPool(options.workers),
                kept=kept,
                progress=told,
            )
        evaluation = with_absent(evaluation, found.absent)
        if lint:
            with progress("linting") as told:
                evaluation = linted(evaluation, told)
        _write(options, evaluation, source, identity, descriptions)
        if kept is not None:
            kept.remove()


def _completions(paths: tuple[Path, ...], excused: frozenset[SampleKey]) -> tuple[Completion, ...]:
    if not paths:
        raise BadInput("--predictions", "", "is needed", "name a file of completions")
    found: dict[SampleKey, Completion] = {}
    for path in paths:
        for one in read_predictions(path, excused):
            if one.key in found:
                problem = f"task {shown(one.task_id)}, draw {one.draw} stands in another file as well"
                raise BadInput(path, "", problem, "give each sample once")
            found[one.key] = one
    return tuple(found.values())


def _source(options: EvaluateOptions) -> sources.TaskSource:
    if options.tasks:
        return sources.from_files(options.tasks)
    suite = options.suite or ("humaneval-v" if options.prediction_file is not None else None)
    if suite is None:
        raise BadInput("--tasks", "", "is needed, or --suite", "name a task file or a suite")
    return sources.from_suite(suite, options.dataset)


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
        executed_file.write(executed_file.path_for(options.prediction_file), evaluation)
    row = None
    if options.rows is not None and is_complete(evaluation):
        row = record(options.rows, evaluation, identity, descriptions)
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
    console.print(f"outcomes: {outcome_line(evaluation.outcomes)}")
    if evaluation.judged_again or evaluation.not_judged_again:
        left = (
            f"; {evaluation.not_judged_again} were not, for want of time"
            if evaluation.not_judged_again
            else ""
        )
        console.print(f"near a limit of time: {evaluation.judged_again} judged again, alone{left}")
    print_missing(console, "missing", missing_reasons(evaluation.outcomes))
    print_missing(console, "not linted", evaluation.unlinted or {})
    for label, written in (("verdicts", verdicts), ("row", row)):
        if written is not None:
            console.print(f"{label}: {written}")
