"""`sightbench analyse memory`: wrong answers that solve another problem than the one shown."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH, workers_option
from benchmark.cli.shared.statistics import json_option, print_json, tasks_options

if TYPE_CHECKING:
    from benchmark.analysis.studies.memory_report import MemoryReport
    from benchmark.core.sample import Sample, SampleKey
    from benchmark.core.verdict import Status
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.sources import TaskSource


@click.command(short_help="Wrong answers that solve another problem than the one shown.")
@click.argument("predictions", metavar="PREDICTIONS", type=PATH)
@tasks_options
@click.option("--verdicts", type=PATH, help="What `evaluate` said of them; they are judged first without it.")
@click.option(
    "--sources",
    type=PATH,
    multiple=True,
    help="A task file of problems that tasks were adapted from: `stem` is the task's id or stem.",
)
@click.option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    default="own",
    show_default=True,
    help="The rule that keeps code of a completion.",
)
@workers_option
@json_option
def memory(
    *,
    predictions: Path,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    verdicts: Path | None,
    sources: tuple[Path, ...],
    extraction: str,
    workers: int | None,
    as_json: bool,
) -> None:
    """Count wrong answers that are right for another problem than the one shown.

    Each wrong answer is judged by the tests of its task's twins (the same text, another picture), of its
    mutations (other tasks of its stem; for a data set of ours also those that it does not hold), and of the
    problems that --sources lists. One that passes was not read off the picture: it was guessed, remembered,
    or read off wrongly.

    Reads PREDICTIONS, the tasks, --verdicts and --sources; writes nothing. Runs answers in the sandbox. Needs
    no network and no keys. Repeating it is safe.
    """
    from benchmark.analysis.studies.memory_report import memory_report
    from benchmark.cli.shared.console import progress
    from benchmark.core.errors import BadInput
    from benchmark.core.verdict import Status
    from benchmark.files.naming import bare_name
    from benchmark.files.tasks import read_tasks
    from benchmark.pipeline import sources as data
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.replicate.memory import find_solved_others, other_problems
    from benchmark.sandbox.host.probe import guest_versions

    if bool(tasks) == bool(suite):
        raise BadInput("--tasks", "", "is needed, or --suite, and not both", "name a task file or a suite")
    source = data.from_files(tasks) if tasks else data.from_suite(suite, dataset)
    listed = [task for path in sources for task in read_tasks(path)]
    known = other_problems(source.tasks, listed)
    if not any(known.values()):
        problem = "no task has a twin, a mutation or a listed source"
        raise BadInput("--sources", "", problem, "list the problems that the tasks were adapted from")
    samples = _samples(predictions, source, extraction)
    pool = LocalPool(workers)
    guest_versions()
    statuses = _judged(samples, pool) if verdicts is None else _read(verdicts, samples)
    wrong = [
        sample
        for sample in samples
        if statuses.get(sample.key, Status.PASSED) is not Status.PASSED and not sample.answer.empty
    ]
    with progress("crossing") as told:
        solved = find_solved_others(wrong, known, pool, told)
    report = memory_report(
        solved,
        {task: {other.kind for other in found} for task, found in known.items()},
        name=bare_name(predictions),
        suite=source.suite_id,
        dataset=source.dataset,
        extraction=extraction,
        answers=len(statuses),
    )
    if as_json:
        print_json(report)
    else:
        _print(report)


def _samples(path: Path, source: "TaskSource", extraction: str) -> "list[Sample]":
    from benchmark.files.matching import match_to_tasks
    from benchmark.files.predictions import read_predictions
    from benchmark.pipeline.judge.shards import extract_all

    completions = read_predictions(path)
    match_to_tasks(path, completions, source.tasks, partial=True)
    rule = source.rule(extraction)
    return extract_all({task.id: task for task in source.tasks}, completions, rule.extract)


def _judged(samples: "list[Sample]", pool: "LocalPool") -> "dict[SampleKey, Status]":
    from benchmark.cli.shared.console import progress
    from benchmark.core.verdict import Verdict
    from benchmark.pipeline.judge.evaluate import judge_samples

    with progress("judging") as told:
        outcomes = judge_samples(samples, executor=pool, progress=told)
    return {outcome.key: outcome.status for outcome in outcomes if isinstance(outcome, Verdict)}


def _read(path: Path, samples: "list[Sample]") -> "dict[SampleKey, Status]":
    from benchmark.core.errors import BadInput, shown
    from benchmark.core.sample import sample_name
    from benchmark.files.verdict_stream import stream_samples

    answered = {sample.key for sample in samples}
    found = {}
    for one in stream_samples(path):
        key = (one.task_id, one.draw)
        if key not in answered:
            fix = "name the verdicts on these predictions"
            raise BadInput(path, "", f"{shown(sample_name(key))} is not among the predictions", fix)
        if one.status is not None:
            found[key] = one.status
    return found


def _print(report: "MemoryReport") -> None:
    from benchmark.analysis.wording import percent, percent_range
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    console = output()
    console.print(
        f"{printable(report.name)} on {report.suite} {report.dataset}: {report.wrong} wrong answers of"
        f" {report.answers}"
    )
    table = plain_table("solves", "answers", "of", "%", "95 % interval", right=(1, 2, 3))
    for one in report.shares:
        span = "" if one.low is None or one.high is None else percent_range(one.low, one.high)
        share = "–" if one.share is None else percent(one.share)
        name = one.kind if one.kind == "any" else f"a {one.kind}"
        table.add_row(name, str(one.solving), str(one.compared), share, span)
    console.print(table)
    for answer in report.solving:
        named = ", ".join(f"{one.kind} {printable(one.task)}" for one in answer.solves)
        console.print(f"{printable(answer.task)}#{answer.draw} solves {named}")
    if report.missing:
        console.print(f"{report.missing} comparisons have no verdict, through a failure of ours")
