"""`sightbench generate`: ask a model for completions."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.generate.checked_options import GenerateOptions, check_options
from benchmark.cli.generate.lending import lend_option
from benchmark.cli.shared.options import (
    EXPERIMENTS,
    FOLDER,
    PATH,
    PROMPTS,
    SETTING,
    TASK_FIELDS,
    GroupedCommand,
    estimate_option,
    one_record,
)
from benchmark.core.errors import BadInput, SightbenchError, quote_value
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.generation.record.manifest import Manifest
    from benchmark.pipeline.generate.generate import StageReport
    from benchmark.pipeline.generate.generation_plan import GenerationPlan
    from benchmark.pipeline.generate.prepare import PreparedStage
    from benchmark.submissions.schema import Submission

_EXAMPLES = """\b
Examples:
  sightbench generate submissions/acme-vl-7b --budget 5
  sightbench generate submissions/acme-vl-7b --limit 3 --estimate
  sightbench generate --model_name openai/gpt-x --tasks t.jsonl --prediction_file p.json --sample_num 6
  sightbench generate --probe openai/gpt-x
  sightbench generate --model_name openai/gpt-x --exp_type V2C --sample_num 6 --exp_base_dir output
"""
_GENERATED = Path("build/generated")


@click.command(cls=GroupedCommand, epilog=_EXAMPLES)
@click.argument("submission", required=False, type=PATH)
@click.option(
    "--run",
    "runs",
    type=int,
    multiple=True,
    help="Index of the run in the submission, from 0; may be repeated. By default all runs.",
)
@click.option(
    "--out",
    type=PATH,
    help="File for the completions, or folder for the files of all runs; by default build/generated/SLUG.",
)
@click.option(
    "--tasks", type=PATH, help=f"Your own tasks (JSONL), instead of the run's data set. {TASK_FIELDS}"
)
@click.option(
    "--ids", type=PATH, help="Only the tasks in this file, one id per line; they may be of several runs."
)
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks; by default all.")
@click.option(
    "--budget", type=float, help="Maximum cost in US dollars; no call is started that could exceed it."
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1024),
    help="Number of parallel calls; by default as in the model config.",
)
@estimate_option
@click.option(
    "--price",
    type=(click.FloatRange(min=0), click.FloatRange(min=0)),
    metavar="INPUT OUTPUT",
    help="With --estimate: US dollars per million tokens, such as 0.1 0.4, unless the config says it.",
)
@click.option(
    "--debug-http",
    type=PATH,
    help="Append all HTTP requests and responses to this file, without keys and pictures.",
)
@click.option(
    "--model_name",
    help="Option of HumanEval-V's scripts, instead of SUBMISSION: PROVIDER/MODEL, your own FILE.py[:CLASS],"
    " or NAME for models/NAME.py.",
)
@click.option(
    "--prediction_file",
    type=PATH,
    help="With --model_name: file for HumanEval-V's JSON list (.json) or MMCode's lines (.jsonl).",
)
@click.option(
    "--exp_type",
    type=EXPERIMENTS,
    help="Option of HumanEval-V's second script, instead of --prediction_file: setting. Uses the official"
    " data set and upstream's prompt.",
)
@click.option("--exp_base_dir", type=FOLDER, help="With --exp_type: folder of the prediction file.")
@click.option(
    "--prompt",
    type=click.Choice(PROMPTS),
    help="With --model_name: prompt; by default upstream for the official data sets, otherwise sightbench.",
)
@click.option(
    "--protocol",
    help="With --model_name, in place of the next two options: how samples are drawn, such as `thinking`,"
    " which has room to think.",
)
@click.option(
    "--sample_num",
    type=click.IntRange(1, 1000),
    help="With --model_name: samples per task; by default 1.",
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    help="With --model_name: sampling temperature; by default 0 for one sample, otherwise 0.8.",
)
@click.option("--base-url", help="With --model_name or --probe: address of a server with a compatible API.")
@click.option(
    "--api-key-env", help="With --model_name or --probe: name of the environment variable with the key."
)
@lend_option
@click.option(
    "--batch",
    is_flag=True,
    help="Send the calls as batches, which most vendors bill at half the price and answer within 24 hours:"
    " the first run sends them, the same command collects what has arrived.",
)
@click.option(
    "--probe",
    metavar="MODEL",
    help="Instead of a run: find out in at most twelve short calls what PROVIDER/MODEL or the models of a"
    " submission accept, and keep the result in build/probes for 30 days.",
)
@click.option("--suite", help="With --model_name, without --tasks: suite, by default humaneval-v.")
@click.option(
    "--dataset",
    default="",
    help="Data set, by default the suite's first one, or that of HumanEval-V's first or second script.",
)
@click.option(
    "--setting",
    type=SETTING,
    help="With --model_name: what the model is shown; by default the suite's first setting.",
)
@one_record(GenerateOptions)
def command(options: GenerateOptions) -> None:
    """Ask a model for completions of all tasks of a submission's runs, and write them to a file.

    Reads SUBMISSION (a folder or its submission.yaml) and the tasks. Needs the network, for the server in the
    model config, and the key in the environment variable that the config names.

    Writes each completion to --out as it arrives, and next to it NAME.generation.json with config, cost and
    missing samples. Ctrl-C waits for calls in progress a second longer than earlier ones took; a second
    Ctrl-C aborts them. Safe to repeat: continues where it stopped, and asks only for what is missing.
    """
    from benchmark.cli.generate.upstream import plan_of_options, prediction_file_of
    from benchmark.pipeline.generate.upstream_files import check_upstream_files, write_upstream_files
    from benchmark.pipeline.generate.wording import waiting_text

    check_options(options)
    if options.probe is not None:
        _probe(options, options.probe)
        return
    options = prediction_file_of(options)
    if options.prediction_file is not None:
        plan = plan_of_options(options, options.prediction_file)
        # Before a call is paid: the answers could not be written over somebody else's file.
        check_upstream_files(plan, options.prediction_file)
        prepared = _prepare(plan, options)
        _generate_file(plan, prepared, options, "")
        if not (options.estimate or waiting_text(prepared)):
            write_upstream_files(plan, options.prediction_file)
        return
    generate_files(plans_of(options), options)


command.groups = {
    "A submission": ("runs", "tasks", "ids", "limit", "out"),
    "Money and speed": ("budget", "estimate", "price", "batch", "concurrency"),
    "Keys and what is sent": ("lend", "debug_http", "probe"),
    "A model without a submission": (
        *("model_name", "prediction_file", "suite", "dataset", "setting", "prompt", "protocol"),
        *("sample_num", "temperature", "base_url", "api_key_env", "exp_type", "exp_base_dir"),
    ),
}


def generate_files(plans: Sequence[tuple[GenerationPlan, str]], options: GenerateOptions) -> None:
    """Generate one file after the other, after all plans are checked; the files share the budget."""
    from benchmark.pipeline.generate.generate import spent_so_far

    ready = [(plan, _prepare(plan, options), evaluate) for plan, evaluate in plans]
    # Only then is the sum needed, for which all files are read.
    shared = options.budget is not None and len(ready) > 1
    costs = [spent_so_far(plan, prepared) if shared else 0.0 for plan, prepared, _ in ready]
    for index, (plan, prepared, evaluate) in enumerate(ready):
        # Without its own costs, which a run reads from its file.
        _generate_file(replace(plan, spent_usd=sum(costs) - costs[index]), prepared, options, evaluate)
        costs[index] = spent_so_far(plan, prepared) if shared else 0.0


def _prepare(plan: GenerationPlan, options: GenerateOptions) -> tuple[PreparedStage, ...]:
    from benchmark.generation.wire.price import Price
    from benchmark.pipeline.generate.prepare import prepare

    price = None
    if options.price is not None:
        cost_in, cost_out = options.price
        price = Price(input_usd=cost_in, output_usd=cost_out, source="option", date="")
    return prepare(replace(plan, batch=options.batch), calls=not options.estimate, price=price)


def _probe(options: GenerateOptions, model: str) -> None:
    import asyncio

    from benchmark.cli.generate.upstream import plan_of_options
    from benchmark.cli.shared.say import say, say_note
    from benchmark.pipeline.generate.probe import EVERYTHING, FOLDER, MAX_CALLS, probe
    from benchmark.suites.humaneval_v.suite import SUITE_ID

    named = not Path(model).exists()
    if named:  # a plan needs a task, which no call shows
        asked = replace(options, model_name=model, suite=SUITE_ID, dataset="open")
        plans = [plan_of_options(asked, FOLDER / "probe.json")]
    else:
        plans = [plan for plan, _ in plans_of(replace(options, submission=Path(model)))]
    stages = [ready for plan in plans for ready in _prepare(replace(plan, limit=1), options)]
    if other := next((ready for ready in stages if not ready.provider.versions), None):
        problem = f"{other.stage.access.provider} answers from a file, so there is nothing to probe"
        raise BadInput("--probe", "", problem, "name a model of an API")
    asked_for = {(ready.stage.access.model, ready.stage.sampling): ready for ready in stages}
    for ready in asked_for.values():
        asks = f"asks {ready.stage.access.model} at most {MAX_CALLS} times"
        say_note(f"{asks}; {ready.key_use or 'sends no key'}")
        found = asyncio.run(probe(ready, EVERYTHING if named else ready.stage.sampling, options.budget))
        say(found.line)
        cited = f"date: {found.date}, sampling: {found.sampling}"
        cited += f', thinking: "{found.digits_thinking}"' if found.digits_thinking else ""
        say(f"  to cite it in the model config: probe: {{{cited}}}")
        for name, value in found.record.items():
            say(f"  the vendor's record: {name}: {value}")


def plans_of(options: GenerateOptions) -> list[tuple[GenerationPlan, str]]:
    """Return the plan of each run that the options name, and the command that judges its completions.

    Raises:
        BadInput: if the submission or a value is not valid, or a task of --ids is in no run.
    """
    from benchmark.pipeline.generate.submitted_model import generated_runs
    from benchmark.submissions.check import FILE_NAME, read_submission
    from benchmark.suites.run_names import known_suites

    if options.submission is None:
        raise BadInput(
            "SUBMISSION", "", "is missing, and so is --model_name", "name a folder of submissions/"
        )
    folder = options.submission.parent if options.submission.name == FILE_NAME else options.submission
    submission = read_submission(options.submission, known_suites())
    indices = options.runs or generated_runs(submission, folder / FILE_NAME)
    several = len(indices) > 1
    plans = [_plan(options, folder, submission, index, several=several) for index in indices]
    return plans if options.ids is None else _with_ids(plans, options.ids)


def _with_ids(plans: list[tuple[GenerationPlan, str]], file: Path) -> list[tuple[GenerationPlan, str]]:
    """Return the plans limited to the tasks of a file, without those that have none.

    The other tasks stay in a plan, after these, so that a file of answers takes more of them later.
    """
    from benchmark.files.bounded import decode, read_bytes

    wanted = {*decode(read_bytes(file), file, 1).split()}
    if unknown := wanted.difference(task.id for plan, _ in plans for task in plan.tasks):
        problem = f"no run has the task {quote_value(min(unknown))}"
        raise BadInput(file, "", problem, "remove it, or name the submission of these tasks")
    if not wanted:
        raise BadInput(file, "", "names no task", "write one id per line")
    limited = []
    for plan, evaluate in plans:
        tasks = sorted(plan.tasks, key=lambda task: task.id not in wanted)
        if number := len([task.id for task in tasks if task.id in wanted][: plan.limit]):
            limited.append((replace(plan, tasks=tuple(tasks), limit=number), f"{evaluate} --partial"))
    return limited


def _plan(
    options: GenerateOptions, folder: Path, submission: Submission, index: int, *, several: bool
) -> tuple[GenerationPlan, str]:
    from benchmark.pipeline.generate.submitted_model import plan_of_run

    plan = plan_of_run(
        folder,
        submission,
        index,
        out=_out(options.out, submission, index, several=several),
        tasks=options.tasks,
        limit=options.limit,
        budget=options.budget,
        concurrency=options.concurrency,
        debug_http=options.http_log,
    )
    plan = replace(plan, lent=options.lend)
    run = submission.runs[index]
    where = f"--tasks {options.tasks}" if options.tasks else f"--suite {run.suite} --dataset {run.dataset}"
    return plan, f"sightbench evaluate --predictions {plan.out} {where} --slug {submission.slug}"


def _out(named: Path | None, submission: Submission, index: int, *, several: bool) -> Path:
    """Return the file of a run: the one that was named, else one in the folder that was."""
    if not 0 <= index < len(submission.runs) or not (named is None or several or named.is_dir()):
        return named or _GENERATED  # plan_of_run refuses the number of the run
    # All parts: two runs of a submission differ in at least one of them.
    name = ".".join(filter(None, submission.runs[index].key))
    return (named or _GENERATED / submission.slug) / f"{name}.jsonl"


def _too_few(plan: GenerationPlan) -> str:
    """Say if the tasks are too few for any table, before money is spent on them; else empty."""
    if not has_statistics():
        return ""
    from benchmark.scoring.power import table_needs

    return table_needs([*Counter(task.family for task in plan.tasks).values()], plan.protocol.draws)


def _generate_file(
    plan: GenerationPlan, prepared: tuple[PreparedStage, ...], options: GenerateOptions, evaluate: str
) -> None:
    from benchmark.cli.generate.progress import shown_progress
    from benchmark.cli.generate.upstream import command_with_room, with_option
    from benchmark.pipeline.generate.generate import estimate_plan, generate, stage_reports
    from benchmark.pipeline.generate.wording import estimate_text, result_text, step_summary, waiting_text

    if options.estimate:
        estimate = estimate_plan(plan, prepared)
        click.echo(estimate_text(plan, estimate))
        if few := _too_few(plan):
            click.echo(few)
        if estimate.tokens_out is not None and estimate.cost_usd is None:
            click.echo("with --price INPUT OUTPUT (US dollars per million tokens) it includes the cost")
        return
    manifest: Manifest | None = None
    error: SightbenchError | None = None
    reports: tuple[StageReport, ...] = ()
    try:
        with shown_progress(plan, prepared) as display:
            manifest = generate(plan, prepared, display.listener)
    except SightbenchError as failed:
        error = failed
        if options.prediction_file is not None and isinstance(failed, BadInput):
            error = with_option(failed, "file with --prediction_file")
        raise error from None
    finally:
        with contextlib.suppress(SightbenchError):  # the run's own error says more
            reports = stage_reports(plan, prepared)
        step_summary(plan, display.tally, manifest, error, reports)
    # The user knows the file with upstream's spelling, not the one that grew during the run.
    final = plan if options.prediction_file is None else replace(plan, out=options.prediction_file)
    click.echo(result_text(final, manifest, reports))
    if options.batch and (waiting := waiting_text(prepared)):
        click.echo(waiting)
        return
    if evaluate:
        click.echo(f"next: {evaluate}")
    elif next_command := command_with_room(options, manifest):
        click.echo(f"next: {next_command}")
