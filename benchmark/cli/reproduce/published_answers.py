"""Judges the published answers of Code-Vision again, for `sightbench reproduce code-vision results`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.analysis.wording import percent
from benchmark.cli.shared.console import output, plain_table, progress
from benchmark.core.errors import Differs, OurFailure
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS

if TYPE_CHECKING:
    from rich.table import Table

    from benchmark.pipeline.replicate.replication import Replication


def judge_published(folder: Path, seconds: float, workers: int | None, rounds: int, load: int) -> None:
    """Judge the published answers of Code-Vision again, print all comparisons and what is remarkable.

    Args:
        folder: the output of `sightbench import tasks code-vision`, or a folder that it takes as input.
        seconds: CPU seconds per program; the published limit was 3 s of wall time.
        workers: number of processes; None for one per core.
        rounds: how many times to judge everything.
        load: number of busy processes during the last round.

    Raises:
        OurFailure: if an answer could not be judged.
        Differs: if a verdict differs from the published one, or between rounds.
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
            loads=[0] * (rounds - 1) + [load],
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
