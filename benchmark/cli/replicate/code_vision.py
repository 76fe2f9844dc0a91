"""`sightbench replicate code-vision`: judge the published answers of Code-Vision again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent
from benchmark.cli.shared.console import output, plain_table, progress
from benchmark.cli.shared.options import PATH, workers_option
from benchmark.core.errors import Differs, OurFailure
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS

if TYPE_CHECKING:
    from rich.table import Table

    from benchmark.pipeline.replicate.replication import Replication


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    show_default=True,
    help=f"CPU seconds per program; the published limit was {PUBLISHED_SECONDS:g}.",
)
@workers_option
@click.option(
    "--own/--no-own", default=True, show_default=True, help="Judge with our own extraction rule as well."
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="How many times to judge everything; all verdicts must be the same each time.",
)
@click.option(
    "--load",
    type=click.IntRange(0, 256),
    default=0,
    show_default=True,
    help="Number of busy processes to start during the last run, to test verdicts under load.",
)
def command(*, folder: Path, seconds: float, workers: int | None, own: bool, runs: int, load: int) -> None:
    """Judge the published answers of Code-Vision again, and compare all verdicts.

    Reads DIR: the output of `sightbench import tasks code-vision`, or a folder that it takes as
    input. Prints pass@1 by model and subset, published and ours, and lists four kinds of answers: the verdict
    differs; the CPU time is near or beyond the published limit; only one extraction rule lets the answer
    pass; and, with --runs, the verdict is not the same in all runs. The last line counts the verdicts that
    agree.

    Writes nothing. Needs no network and no keys. Safe to repeat. Exit code 1 if a verdict differs from the
    published one or between runs.
    """
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.replicate.replicate import replicate
    from benchmark.suites.code_vision.import_files import open_published

    imported = open_published(folder)
    with progress("judging") as report:
        replication = replicate(
            imported,
            seconds=seconds,
            executor=LocalPool(workers),
            with_own=own,
            loads=[0] * (runs - 1) + [load],
            progress=report,
        )
    _print(replication)
    if any(sample.upstream is None for sample in replication.differing):
        raise OurFailure("some answers could not be judged; see above")
    if replication.agree < replication.verdicts or replication.unsteady:
        raise Differs("verdicts differ from the published ones, or between runs", "see the lines above")


def _print(replication: Replication) -> None:
    from benchmark.pipeline.replicate import words

    console = output()
    console.print(_table(replication))
    for title, lines in (
        ("verdicts that differ from the published ones", map(words.differing_line, replication.differing)),
        (
            f"near or beyond the published limit of {PUBLISHED_SECONDS:g} s",
            map(words.slow_line, replication.slow),
        ),
        ("passed under only one rule", map(words.rules_line, replication.rules_differ)),
        ("not the same in all runs", map(words.unsteady_line, replication.unsteady)),
    ):
        for number, line in enumerate(lines):
            if not number:
                console.print(f"\n{title}:")
            console.print(f"  {line}")
    console.print("")
    for number, judging in enumerate(replication.rounds, 1):
        console.print(f"run {number}: {words.round_line(judging)}")
    if len(replication.rounds) > 1:
        console.print(f"{replication.steady} of {replication.verdicts} verdicts are the same in all runs")
    console.print(
        f"{replication.same_text} of {replication.verdicts} graded texts equal what upstream's rule gives"
    )
    console.print(f"{replication.agree} of {replication.verdicts} verdicts agree")


def _table(replication: Replication) -> Table:
    table = plain_table(
        "model", "subset", "tasks", "published", "upstream rule", "own rule", "differ", right=range(2, 7)
    )
    for run in replication.runs:
        shares = [run.published_passed, run.upstream_passed, run.own_passed]
        table.add_row(
            run.model,
            run.subset,
            str(run.tasks),
            *("" if passed is None else percent(passed / run.tasks) for passed in shares),
            str(run.differing),
        )
    return table
