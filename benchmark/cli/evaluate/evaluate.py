"""`sightbench evaluate`: judge completions and print scores."""

from __future__ import annotations

from operator import attrgetter
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
    UPSTREAM_OPTIONS,
    GroupedCommand,
    executor_option,
    one_record,
    workers_option,
)
from benchmark.cli.shared.say import say, say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.first_picture import first_picture_name
from benchmark.core.names import fresh_note, is_fresh

if TYPE_CHECKING:
    from benchmark.pipeline import evaluate as conductor
    from benchmark.pipeline.judge.evaluate import Evaluation
    from benchmark.pipeline.sources import TaskSource
    from benchmark.results.row import Row, RowEndings, RowRecovered

_EXAMPLES = """\b
Examples:
  sightbench evaluate --predictions p.jsonl --suite code-vision --dataset rebuilt
  sightbench evaluate --predictions p.jsonl --tasks my-tasks.jsonl --verdicts v.jsonl
  sightbench evaluate --score-only v.jsonl --suite code-vision
  sightbench evaluate --prediction_file output/acme_sample_20.json
  sightbench evaluate --model_name acme --exp_type V2C --sample_num 6 --exp_base_dir output
"""


@click.command(cls=GroupedCommand, epilog=_EXAMPLES)
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
    help="Judge nothing: score this verdict file or row. The stems of its tasks come from FILE.run.json, or"
    " from --tasks or --suite; else every task of a verdict file is its own stem.",
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
@click.option(
    "--resume",
    is_flag=True,
    help="Continue the interrupted run of --verdicts with its own files and options; a run with the same ones"
    " continues by itself.",
)
@click.option("--lint", is_flag=True, help="Also measure parsing success (pylint, in a sandbox of its own).")
@click.option("--categories", is_flag=True, help="Also print the scores by level and category.")
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

    Writes the files that --verdicts, --rows and --prediction_file name, and FILE.run.json next to --verdicts
    FILE: which files were judged, their digests, and the options. Until a run with --verdicts FILE is
    complete, also writes FILE.partial, with which the same command continues after an interrupt. Replaces an
    earlier verdict or executed file, but never a row. Several prediction files make one row.

    Needs no keys, and no network except to a cluster of --executor. Safe to repeat: an existing row is not
    written again.
    """
    check_options(options)
    if options.resume:
        from benchmark.cli.evaluate.resumed import with_resumed

        options = with_resumed(options)
    if options.score_file is not None:
        _score_file(options.score_file, options)
    elif options.prediction_file is not None or options.exp_type is not None:
        from benchmark.cli.evaluate.upstream import translated

        if (found := translated(options)) is not None:
            _evaluate(*found)
    else:
        from benchmark.pipeline import evaluate, sources

        answers = evaluate.load(options.predictions)
        if options.tasks:
            source = sources.from_files(options.tasks)
        elif options.suite:
            source = sources.from_suite(options.suite, options.dataset)
        else:
            raise BadInput("--tasks", "", "is missing, and so is --suite", "name a task file or a suite")
        _evaluate(options, answers, source)


command.groups = {
    "Answers and tasks": ("predictions", "tasks", "suite", "dataset", "partial"),
    "How answers are judged": ("extraction", "lint", "executor", "workers"),
    "What is written": ("verdicts", "costs", "resume", "rows", "as_json", "categories", "quiet"),
    "What a row says": ("slug", "name", "setting", "protocol", "prompt"),
    "Scores of stored verdicts": ("score_file", "metrics"),
    "Options of HumanEval-V's scripts": UPSTREAM_OPTIONS,
}


def _score_file(file: Path, options: EvaluateOptions) -> None:
    from benchmark.cli.evaluate.stored_scores import print_scores
    from benchmark.pipeline.sources import tasks_of

    tasks = tasks_of(options.tasks, options.suite or "", options.dataset)
    print_scores(file, tasks, options.metrics, as_json=options.as_json)


def _evaluate(options: EvaluateOptions, answers: conductor.Answers, source: TaskSource) -> None:
    from benchmark.cli.shared.options import executor_of
    from benchmark.files.predictions import check_filled
    from benchmark.pipeline import evaluate, sources
    from benchmark.pipeline.identity import GivenIdentity

    given = GivenIdentity(
        slug=options.slug,
        name=options.name,
        setting=options.setting,
        protocol=options.protocol,
        prompt=options.prompt,
        model=options.model_name or "",
    )
    if empty := check_filled(answers.paths[0], answers.completions):
        say_note(f"warning: {empty}")
    job = evaluate.read(
        answers,
        source,
        given,
        options.extraction or "own",
        lint=options.lint,
        partial=options.partial,
        for_row=options.rows is not None,
        note=say_note,
    )
    file = options.prediction_file
    if file is not None and job.rule.linted_extraction is not None:
        found = f"{file.name}: judged on {source.dataset} by upstream's rule {job.rule.name}"
        say_note(f"{found}; --extraction own is ours")
    for task_id, reason in sources.broken_tests(source).items():
        click.echo(f"the test script of {task_id} is broken: {reason}", err=True)

    def report(evaluation: Evaluation, row: Row | None) -> None:
        if file is not None:
            from benchmark.cli.evaluate.upstream import write_executed

            write_executed(file, source, evaluation)
        _print(options, evaluation, source, row)

    outputs = evaluate.Outputs(
        verdicts=options.verdicts, measured=options.costs, resumable=True, rows=options.rows
    )
    try:
        with executor_of(options.executor, options.workers) as executor:
            evaluate.evaluate(job, executor, outputs, stage=progress, report=report)
    except KeyboardInterrupt:
        from benchmark.pipeline.judged_run import partial_path

        kept = None if options.verdicts is None else partial_path(options.verdicts)
        way = f"run the same command to continue from {kept}"
        say(way if kept else "no verdict is kept; with --verdicts FILE, the same command continues", err=True)
        raise


def _print(options: EvaluateOptions, evaluation: Evaluation, source: TaskSource, row: Row | None) -> None:
    from benchmark.pipeline.record import endings_of, recovered_counts

    path = None if row is None or options.rows is None else row.path(options.rows)
    recovered = recovered_counts(evaluation) if row is None else row.run.recovered
    cut, endings = endings_of(evaluation) if row is None else (row.run.cut, row.run.endings)
    if options.as_json:
        from benchmark.pipeline.evaluation_report import evaluation_report

        place = None if path is None else str(path)
        print_json(evaluation_report(evaluation, source, recovered, (cut, endings), place))
        return
    _print_text(evaluation, recovered, categories=options.categories)
    if endings is not None:
        _print_endings(evaluation, source, cut or [], endings, row)
    for label, written in (("verdicts", options.verdicts), ("row", path)):
        if written is not None:
            output().print(f"{label}: {written}")
    if options.verdicts is not None:
        output().print(f"see what failed: sightbench view {options.verdicts} --out view.html")
    if is_fresh(source.dataset):
        output().print(f"{source.dataset}, {fresh_note(source.dataset)}")


def _print_endings(
    evaluation: Evaluation, source: TaskSource, cut: list[str], endings: RowEndings, row: Row | None
) -> None:
    """Print how many answers were cut, refused or empty, and what a row loses by that."""
    from benchmark.analysis.score_cells import loses_place, words_of
    from benchmark.core.sample import CUT_AT_LIMIT, CUT_LIMIT, CUT_TOLD, empty_words
    from benchmark.core.suite import Suite
    from benchmark.files.predictions import check_filled
    from benchmark.suites import ranking_metric

    samples, console = len(evaluation.completions), output()
    counts = {"cut off at the limit of tokens": len(cut), "refused": endings.refused}
    found = [f"{number:,} {what}" for what, number in counts.items() if number]
    if endings.empty and not check_filled("", evaluation.completions):  # which was said before
        found.append(empty_words(endings.empty, sum(each.only_reasoned for each in evaluation.completions)))
    if found:
        used = sum(completion.tokens_out or 0 for completion in evaluation.completions)
        thought = endings.tokens_thinking or 0
        thinking = f"; {thought:,} of {used:,} tokens went to thinking" if thought else ""
        console.print(f"of {samples:,} answers: {', '.join(found)}{thinking}")
    if len(cut) > CUT_TOLD * samples:
        ended = (each for each in evaluation.completions if each.finish_reason == CUT_AT_LIMIT)
        limit = next((each.parameters.get("max_tokens") for each in ended), None)
        room = (source.suite or Suite(id="", title="")).more_room(row.result.setting if row else "", limit)
        ranks = ranking_metric(source.suite_id, source.dataset)
        best = next((score for score in endings.if_cut_passed if score.metric == ranks), None)
        amount = "" if best is None else f"{ranks} up to {words_of(best.scale).amount(best.value)}"
        upper = f"{amount}, had all of them passed; " if amount else ""
        console.print(f"cut {100 * len(cut) / samples:.1f} %: {upper}{room}")
    if row is not None and loses_place(row):
        console.print(f"no place among ranked rows, because over {100 * CUT_LIMIT:.0f} % were cut")


def _print_text(evaluation: Evaluation, repaired: RowRecovered | None, *, categories: bool) -> None:
    from benchmark.analysis.score_cells import error_type_line, flag_line, outcome_line
    from benchmark.analysis.wording import plural
    from benchmark.cli.shared.tables import kind_table, print_missing, score_table
    from benchmark.pipeline.judge.evaluate import missing_reasons
    from benchmark.pipeline.record import TOLD
    from benchmark.pipeline.static_flags import read_answers
    from benchmark.scoring.metrics import FEW_STEMS, are_few

    console = output()
    console.print(score_table(evaluation.scores, categories=categories))
    asked = {outcome.task_id for outcome in evaluation.outcomes}
    if are_few(task.family for task in evaluation.tasks if task.id in asked):
        console.print(f"note: {FEW_STEMS}")
    if not categories and any(map(attrgetter("category"), evaluation.scores)):
        console.print("by level and category: add --categories")
    if (kinds := kind_table({"": evaluation.scores})) is not None:
        console.print(kinds)
    console.print(f"outcomes: {outcome_line(evaluation.outcomes)}")
    if kinds_of_errors := error_type_line(evaluation.outcomes):
        console.print(f"error types: {kinds_of_errors}")
    flags, newer = read_answers(evaluation)
    if flags and (flagged := flag_line(flags.values())):
        console.print(f"static flags: {flagged}")
    if repaired and repaired.answers > TOLD * len(evaluation.outcomes):
        told = f"{repaired.answers:,} of {plural(len(evaluation.outcomes), 'answer')} needed a repair"
        steps = ", ".join(f"{number} {step}" for step, number in sorted(repaired.steps.items()))
        console.print(f"out of form: {told} ({steps}); the score without them is in --json")
    if evaluation.judged_again or evaluation.not_judged_again:
        skipped = evaluation.not_judged_again
        rest = f"; {skipped} were not, because time ran out" if skipped else ""
        console.print(f"near the time limit: {evaluation.judged_again} judged again, one at a time{rest}")
    if newer:
        first, guest = newer[0], evaluation.guest["python"]
        count = f"{len(newer)} of the syntax errors (first: {quote_value(first)})"
        console.print(f"{count} use syntax of Python 3.12 or newer; the sandbox has Python {guest}")
    print_missing(console, "missing", missing_reasons(evaluation.outcomes))
    print_missing(console, "not linted", evaluation.unlinted or {})
