"""What `sightbench evaluate` does, once its options are known."""

import contextlib
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click
from pydantic import Field

from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.tables import outcome_line, print_missing, score_table
from benchmark.core.errors import BadInput, shown
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.slug import SLUG_LENGTH, is_slug, slugify
from benchmark.core.suite import offers
from benchmark.files.atomic import make_folder
from benchmark.files.edge import Record, validate_record
from benchmark.files.matching import match_to_tasks
from benchmark.files.naming import bare_name
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import write_verdicts
from benchmark.pipeline import sources
from benchmark.pipeline.evaluation_report import evaluation_report
from benchmark.pipeline.generate.descriptions import read_descriptions
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.generation_record import (
    GenerationRecord,
    check_options,
    option_or_manifest,
    read_generation_record,
    with_absent,
)
from benchmark.pipeline.judge.checkpoint import Checkpoint
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate, inputs_digest
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.missing import check_missing, is_complete, missing_reasons
from benchmark.pipeline.judge.parsing import add_lint, check_linter
from benchmark.pipeline.rows import executed_file
from benchmark.pipeline.rows.record import RowIdentity, draws_per_task, record_evaluation
from benchmark.results.row import RowSubmission
from benchmark.submissions.fields import Setting, Text
from benchmark.suites.humaneval_v.prediction_names import prediction_name
from benchmark.suites.humaneval_v.suite import SUITE_ID


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateOptions:
    """The options of the command, by their Python names."""

    predictions: tuple[Path, ...]
    prediction_file: Path | None
    score_only: bool
    tasks: tuple[Path, ...]
    suite: str | None
    dataset: str
    extraction: str
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
    workers: int | None
    as_json: bool


class _Given(Record):
    """What the options say of a row, by the rules of a submission's file."""

    name: Text | None = Field(alias="--name")
    setting: Setting | None = Field(alias="--setting")
    protocol: Setting | None = Field(alias="--protocol")


def run(options: EvaluateOptions) -> None:
    """Check the options against each other, judge, print."""
    _check(options)
    if options.score_only and options.prediction_file is not None:
        judged = executed_file.read_executed(executed_file.executed_path(options.prediction_file))
        output().print(score_table(executed_file.executed_scores(judged)))
        return
    paths = options.predictions or ((options.prediction_file,) if options.prediction_file else ())
    found = read_generation_record(paths[0]) if len(paths) == 1 else GenerationRecord()
    completions = _completions(paths, found.excused)
    source = _source(options)
    match_to_tasks(paths[0], completions, source.tasks, partial=options.partial, excused=found.excused)
    rule = source.rule(options.extraction)
    identity = _identity(options, completions, source, paths[0], found)
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
                checkpoint=kept,
                progress=told,
            )
        evaluation = with_absent(evaluation, found.absent)
        if lint:
            with progress("linting") as told:
                evaluation = add_lint(evaluation, told)
        _write(options, evaluation, source, identity, descriptions)
        if kept is not None:
            kept.remove()


def _check(options: EvaluateOptions) -> None:
    one_of = [
        (options.predictions, options.prediction_file, "--predictions", "--prediction_file"),
        (options.tasks, options.suite, "--tasks", "--suite"),
    ]
    for first, second, name, other in one_of:
        if first and second:
            raise BadInput(name, "", f"cannot be used with {other}", "leave one of them out")
    if options.score_only:
        if options.prediction_file is None:
            raise BadInput("--score_only", "", "needs --prediction_file", "name the file that was judged")
        for given, name in (
            (options.tasks, "--tasks"),
            (options.rows, "--rows"),
            (options.verdicts, "--verdicts"),
            (options.as_json, "--json"),
            (options.lint, "--lint"),
        ):
            if given:
                fix = "judge the file without --score_only"
                raise BadInput(name, "", "cannot be used with --score_only", fix)
    if options.resume and options.verdicts is None:
        raise BadInput("--resume", "", "needs --verdicts", "name the verdict file of the interrupted run")
    if options.costs and options.verdicts is None:
        raise BadInput("--costs", "", "needs --verdicts", "name the verdict file, or leave it out")
    if options.rows is not None and options.partial:
        raise BadInput("--rows", "", "cannot be used with --partial", "a row takes a complete file")
    if options.tasks and options.dataset:
        raise BadInput(
            "--dataset", "", "cannot be used with --tasks", "a task file names its data set itself"
        )
    if options.verdicts is not None:
        _check_verdicts(options.verdicts, [*options.predictions, options.prediction_file, *options.tasks])


def _check_verdicts(path: Path, inputs: list[Path | None]) -> None:
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - these raise nothing
        raise BadInput("--verdicts", "", f"{shown(str(path))} is not a regular file", "name a file")
    if any(os.path.realpath(path) == os.path.realpath(one) for one in inputs if one is not None):
        problem = f"{shown(str(path))} is one of the files to read"
        raise BadInput("--verdicts", "", problem, "name another file; the verdicts would take its place")


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
        executed_file.write_executed(executed_file.executed_path(options.prediction_file), evaluation)
    row = None
    if options.rows is not None and is_complete(evaluation):
        row = record_evaluation(options.rows, evaluation, identity, descriptions)
    if options.as_json:
        report = evaluation_report(evaluation, source, None if row is None else str(row))
        sys.stdout.write(report.model_dump_json(by_alias=True, indent=1) + "\n")
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


def _identity(
    options: EvaluateOptions,
    completions: tuple[Completion, ...],
    source: sources.TaskSource,
    path: Path,
    found: GenerationRecord,
) -> RowIdentity:
    given = {"--name": options.name, "--setting": options.setting, "--protocol": options.protocol}
    validate_record(_Given, given, "options")
    names = {"setting": options.setting, "protocol": options.protocol, "prompt": options.prompt}
    check_options(found, path, names)
    suite = source.suite
    options, named_model = _by_name(options, source, found, draws_per_task(completions))
    model = _model(completions) or named_model or bare_name(path)
    slug = options.slug or slugify(model)
    if not is_slug(slug):
        fix = f"use a-z, 0-9 and single . _ - between them, at most {SLUG_LENGTH} characters"
        raise BadInput("--slug", "", f"{shown(slug)} is no slug", fix)
    protocol = option_or_manifest(found, "protocol", options.protocol)
    protocol = _named("--protocol", protocol, [] if suite is None else list(suite.protocols))
    setting = option_or_manifest(found, "setting", options.setting)
    if options.rows is not None:
        source.check_draws(protocol, draws_per_task(completions), "--protocol")
    return RowIdentity(
        submission=validate_record(RowSubmission, {"slug": slug, "name": options.name or model}, "--name"),
        suite=source.suite_id,
        suite_version=1 if suite is None else suite.version,
        dataset=source.dataset,
        setting=_named("--setting", setting, [] if suite is None else list(suite.settings)),
        protocol=protocol,
        prompt=option_or_manifest(found, "prompt", options.prompt) or "",
        prompt_digest=found.prompt_digest,
        generation=found.row,
    )


def _by_name(
    options: EvaluateOptions, source: sources.TaskSource, found: GenerationRecord, each: int
) -> tuple[EvaluateOptions, str]:
    """What the name of a prediction file says, where nothing else does; the model's name behind it."""
    said = None if options.prediction_file is None else prediction_name(options.prediction_file)
    if said is None or found.manifest is not None or source.suite is None or source.suite.id != SUITE_ID:
        return options, ""
    if said.descriptions:
        problem = "its name says that it holds descriptions, not programs"
        raise BadInput(options.prediction_file, "", problem, "give the file of the second stage")
    known = source.suite.protocols
    drawn = next((name for name, protocol in known.items() if protocol.draws == said.draws == each), None)
    return replace(
        options, setting=options.setting or said.setting or None, protocol=options.protocol or drawn
    ), said.model


def _named(option: str, given: str | None, known: list[str]) -> str:
    if given is None:
        return known[0] if known else ""
    if known and not offers(known, given):
        raise BadInput(option, "", f"{shown(given)} is not known", f"use one of: {', '.join(known)}")
    return given


def _model(completions: tuple[Completion, ...]) -> str | None:
    names = {completion.model for completion in completions}
    return names.pop() if len(names) == 1 else None
