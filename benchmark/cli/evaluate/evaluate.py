"""`sightbench evaluate`: judge completions and print scores."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.evaluate.checked_options import EvaluateOptions, check_options
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.options import (
    EXPERIMENTS,
    FOLDER,
    PATH,
    PROMPTS,
    SETTING,
    TASK_FIELDS,
    executor_option,
    one_record,
    workers_option,
)
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.first_picture import first_picture_name
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.core.sample import Completion
from benchmark.files.atomic import make_folder

if TYPE_CHECKING:
    from benchmark.pipeline import sources
    from benchmark.pipeline.generation_record import GenerationRecord
    from benchmark.pipeline.judge.evaluate import Evaluation
    from benchmark.pipeline.rows.record import RowIdentity

_EXAMPLES = """\b
Examples:
  sightbench evaluate --predictions p.jsonl --suite code-vision --dataset rebuilt
  sightbench evaluate --predictions p.jsonl --tasks my-tasks.jsonl --verdicts v.jsonl
  sightbench evaluate --score-only v.jsonl --suite code-vision
  sightbench evaluate --prediction_file output/acme_sample_20.json
  sightbench evaluate --model_name acme --exp_type V2C --sample_num 6 --exp_base_dir output
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--predictions",
    type=PATH,
    multiple=True,
    help="Completions to judge: JSONL, or the JSON list of HumanEval-V, gzipped or not; may be repeated.",
)
@click.option(
    "--prediction_file",
    type=PATH,
    help="Option of HumanEval-V's script: judge this file, and write NAME_executed.json next to it. Without"
    " --suite and --tasks, finds the data set by the ids of the tasks, and judges any part of it.",
)
@click.option(
    "--score_only",
    is_flag=True,
    help="With --prediction_file: only score an existing NAME_executed.json. Name tasks that are not official"
    " with --suite or --tasks, because intervals depend on the families of tasks.",
)
@click.option(
    "--score-only",
    "score_file",
    metavar="VERDICTS",
    type=PATH,
    help="Judge nothing: score this verdict file or row. --tasks or --suite give the stems of its tasks;"
    " without them, every task of a verdict file is its own stem.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="With --score-only: pass@K, execution_success, parsing_success, points, share:STATUS, passes:KIND or"
    " fails_only:KIND; may be repeated. Only verdict files have the last two. By default all metrics that"
    " the verdicts allow.",
)
@click.option(
    "--model_name",
    help="Option of HumanEval-V's second script: with --exp_type and so on, names the prediction file.",
)
@click.option("--exp_type", type=EXPERIMENTS, help="With --model_name: setting.")
@click.option("--sample_num", type=click.IntRange(1, 1000), help="With --model_name: samples per task.")
@click.option("--exp_base_dir", type=FOLDER, help="With --model_name: folder of the prediction file.")
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help=f"Your own tasks (JSONL), instead of --suite; may be repeated. {TASK_FIELDS}",
)
@click.option(
    "--suite",
    help="Suite of the tasks, such as code-vision; with HumanEval-V's options by default humaneval-v.",
)
@click.option("--dataset", default="", help="Data set of the suite; its first one by default.")
@click.option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    help="Extraction rule, which takes the code from a completion: ours, or the published benchmark's. By"
    " default `own`; with HumanEval-V's options and official data sets, upstream's rule.",
)
@click.option("--verdicts", type=PATH, help="File for the verdicts, one per line.")
@click.option("--costs", is_flag=True, help="Also write time and memory of each sample to --verdicts.")
@click.option("--rows", type=FOLDER, help="Folder of rows to add a row to.")
@click.option("--slug", help="Slug of the submission for the row; by default made from the model's name.")
@click.option("--name", help="Name of the model, as pages show it; by default the model's id.")
@click.option(
    "--setting", type=SETTING, help="Setting: what the model was shown; the suite's first one by default."
)
@click.option("--protocol", help="Protocol: how samples were drawn; the suite's first one by default.")
@click.option(
    "--prompt", type=click.Choice([*PROMPTS, *map(first_picture_name, PROMPTS)]), help="Prompt that was used."
)
@click.option(
    "--partial", is_flag=True, help="Accept missing tasks and unequal numbers of draws; cannot make a row."
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run that had the same --verdicts.")
@click.option("--lint", is_flag=True, help="Also measure parsing success (pylint, in a sandbox of its own).")
@executor_option
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/evaluation.json).")
@one_record(EvaluateOptions)
def command(options: EvaluateOptions) -> None:
    """Judge completions in the sandbox, and print the scores with their intervals.

    Reads the completions and the tasks. For a row in a setting with two stages, also reads the descriptions
    that the model wrote first, NAME.stage-1.jsonl next to NAME.jsonl, if they are there.

    With --score-only, reads verdicts instead and judges nothing: prints each metric with its 95 % interval,
    the tasks and samples in it, the missing samples, and the lowest and highest score that these could give.
    For a row of a suite about pictures, also prints the model's score without the picture, from the other
    rows of its submission.

    With the options of HumanEval-V's second script, an existing NAME_executed.json with verdicts on the same
    completions is only scored.

    Writes the files that --verdicts, --rows and --prediction_file name. Until a run with --verdicts FILE is
    complete, also writes FILE.partial, for --resume. Replaces an earlier verdict or executed file, but never
    a row. Several prediction files make one row.

    Needs no keys, and no network except to a cluster of --executor. Safe to repeat: an existing row is not
    written again.
    """
    check_options(options)
    if options.score_file is not None:
        _score_file(options.score_file, options)
    else:
        _evaluate(options)


def _score_file(file: Path, options: EvaluateOptions) -> None:
    from benchmark.cli.evaluate.stored_scores import print_scores
    from benchmark.pipeline.sources import tasks_of

    tasks = tasks_of(options.tasks, options.suite or "", options.dataset)
    print_scores(file, tasks, options.metrics, as_json=options.as_json)


def _evaluate(options: EvaluateOptions) -> None:
    from benchmark.cli.evaluate.upstream import (
        is_executed,
        score_executed,
        upstream_rule,
        with_prediction_file,
    )
    from benchmark.files.matching import match_to_tasks
    from benchmark.files.predictions import store_files
    from benchmark.files.stored_completions import keys_of
    from benchmark.pipeline import sources
    from benchmark.pipeline.generate.descriptions import read_descriptions
    from benchmark.pipeline.generate.generation_plan import stage_path
    from benchmark.pipeline.generation_record import GenerationRecord, read_generation_record
    from benchmark.pipeline.given_identity import GivenIdentity, identity_of
    from benchmark.pipeline.judge.checkpoint import Checkpoint
    from benchmark.pipeline.judge.choose_executor import executor_of
    from benchmark.pipeline.judge.evaluate import evaluate, inputs_digest
    from benchmark.pipeline.judge.missing import with_absent
    from benchmark.pipeline.judge.parsing import add_lint, check_linter
    from benchmark.pipeline.rows import executed_file

    options = with_prediction_file(options)
    if options.prediction_file is not None and (options.score_only or is_executed(options)):
        score_executed(options, executed_file.executed_path(options.prediction_file))
        return
    paths = options.predictions or ((options.prediction_file,) if options.prediction_file else ())
    generation = read_generation_record(paths[0]) if len(paths) == 1 else GenerationRecord()
    completions = store_files(paths, generation.excused)
    source = _find_tasks(options, completions, generation)
    partial = options.partial or _is_upstream_alone(options)
    excused = generation.excused
    match_to_tasks(paths[0], completions, source.tasks, partial=partial, excused=excused, option=True)
    if partial and (answered := len({id_ for id_, _ in keys_of(completions)})) < len(source.tasks):
        say_note(f"{paths[0].name}: answers {answered} of {len(source.tasks)} tasks; only they are scored")
    identity = identity_of(
        GivenIdentity(
            slug=options.slug,
            name=options.name,
            setting=options.setting,
            protocol=options.protocol,
            prompt=options.prompt,
        ),
        *(completions, source, paths[0], generation),
        named=options.prediction_file is not None,
        check_draws=options.rows is not None,
    )
    name = options.extraction or upstream_rule(options, source) or "own"
    rule = source.rule(name, setting=identity.setting)
    if options.prediction_file is not None and rule.linted_extraction is not None:
        found = f"{options.prediction_file.name}: judged on {source.dataset} by upstream's rule {rule.name}"
        say_note(f"{found}; --extraction own is ours")
    for task_id, reason in sources.broken_tests(source).items():
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
            begun = options.verdicts.with_name(options.verdicts.name + ".partial")
            key = inputs_digest(source.tasks, completions, rule)
            checkpoint = stack.enter_context(Checkpoint.begin(begun, key, resume=options.resume))
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


def _is_upstream_alone(options: EvaluateOptions) -> bool:
    """Whether only upstream's options are used, which judge any part of an official data set."""
    named = options.tasks or options.suite or options.dataset or options.rows
    return options.prediction_file is not None and not named


def _find_tasks(
    options: EvaluateOptions, completions: Sequence[Completion], generation: GenerationRecord
) -> sources.TaskSource:
    from benchmark.files.stored_completions import keys_of
    from benchmark.pipeline import sources
    from benchmark.suites.humaneval_v.prediction_names import official_dataset
    from benchmark.suites.humaneval_v.suite import SUITE_ID

    if options.tasks:
        return sources.from_files(options.tasks)
    suite = options.suite or (SUITE_ID if options.prediction_file is not None else None)
    if suite is None:
        raise BadInput("--tasks", "", "is missing, and so is --suite", "name a task file or a suite")
    dataset = options.dataset
    if not dataset and suite == SUITE_ID and options.prediction_file is not None:
        made = None if generation.manifest is None else generation.manifest.config
        if made is not None and made.suite == suite:
            dataset = made.dataset
        else:
            ids = {task_id for task_id, _ in keys_of(completions)}
            dataset = official_dataset(options.prediction_file, ids)
    return sources.from_suite(suite, dataset)


def _write(
    options: EvaluateOptions,
    evaluation: Evaluation,
    source: sources.TaskSource,
    identity: RowIdentity,
    descriptions: tuple[Completion, ...],
) -> None:
    from benchmark.files.predictions import read_prompts
    from benchmark.files.verdicts import write_verdicts
    from benchmark.pipeline.evaluation_report import evaluation_report
    from benchmark.pipeline.judge.missing import check_missing, is_complete
    from benchmark.pipeline.rows import executed_file
    from benchmark.pipeline.rows.record import record_evaluation

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
    from benchmark.analysis.score_lines import error_type_line, flag_line, outcome_line
    from benchmark.analysis.wording import plural
    from benchmark.cli.shared.tables import kind_table, print_missing, score_table
    from benchmark.pipeline.evaluation_report import newer_answers
    from benchmark.pipeline.judge.missing import missing_reasons
    from benchmark.pipeline.rows.recovered import TOLD, recovered_counts
    from benchmark.pipeline.static_flags import answer_flags

    console = output()
    console.print(score_table(evaluation.scores))
    if (kinds := kind_table({"": evaluation.scores})) is not None:
        console.print(kinds)
    console.print(f"outcomes: {outcome_line(evaluation.outcomes)}")
    if kinds_of_errors := error_type_line(evaluation.outcomes):
        console.print(f"error types: {kinds_of_errors}")
    if flags := flag_line(answer_flags(evaluation.samples).values()):
        console.print(f"static flags: {flags}")
    if (repaired := recovered_counts(evaluation)) and repaired.answers > TOLD * len(evaluation.outcomes):
        told = f"{repaired.answers:,} of {plural(len(evaluation.outcomes), 'answer')} needed a repair"
        steps = ", ".join(f"{number} {step}" for step, number in sorted(repaired.steps.items()))
        console.print(f"out of form: {told} ({steps}); the score without them is in --json")
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
