"""Judges the published answers of Code-Vision again, for `sightbench reproduce code-vision results`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.analysis.wording import percent
from benchmark.cli.shared.console import output, plain_table, progress
from benchmark.core.errors import Differs, OurFailure

if TYPE_CHECKING:
    from rich.table import Table

    from benchmark.pipeline.replicate.replicate import JudgedAnswer


def judge_published(
    folder: Path, *, seconds: float, workers: int | None, rounds: int, load: int, limit: int | None
) -> None:
    """Judge the published answers of Code-Vision again, print all comparisons and what is remarkable.

    Args:
        folder: the output of `sightbench import tasks code-vision`, or a folder that it takes as input.
        seconds: CPU seconds per program; the published limit was 3 s of wall time.
        workers: number of processes; None for one per core.
        rounds: how many times to judge everything.
        load: number of busy processes during the last round.
        limit: number of tasks of each model and subset, the first ones; None for all.

    Raises:
        OurFailure: if an answer could not be judged.
        Differs: if a verdict differs from the published one, or between rounds.
    """
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.replicate.replicate import remarkable, replicate
    from benchmark.suites.code_vision.import_files import open_published

    imported = open_published(folder).first(limit)
    with progress("judging") as report:
        answers, took = replicate(
            imported,
            seconds=seconds,
            executor=LocalPool(workers),
            # Only the last round is under load, so that the calm ones can be compared with it.
            loads=[0] * (rounds - 1) + [load],
            progress=report,
        )
    console, agree = output(), sum(answer.agrees for answer in answers)
    console.print(_table(answers))
    for title, lines in remarkable(answers):
        if lines:
            console.print(f"\n{title}:")
        for line in lines:
            console.print(f"  {line}")
    console.print("")
    for number, line in enumerate(took, 1):
        console.print(f"run {number}: {line}")
    unsteady = sum(bool(answer.unsteady) for answer in answers)
    if rounds > 1:
        console.print(f"{len(answers) - unsteady} of {len(answers)} verdicts are the same in all runs")
    same = sum(answer.same_text for answer in answers)
    console.print(f"{same} of {len(answers)} graded texts equal what upstream's rule gives")
    console.print(f"{agree} of {len(answers)} verdicts agree")
    # First, because a failure of ours says nothing about verdicts.
    if any(answer.passed("upstream") is None for answer in answers):
        raise OurFailure("some answers could not be judged; see above")
    if agree < len(answers) or unsteady:
        raise Differs("verdicts differ from the published ones, or between runs", "see the lines above")


def _table(answers: Sequence[JudgedAnswer]) -> Table:
    table = plain_table(
        "model", "subset", "tasks", "published", "upstream rule", "own rule", "differ", right=range(2, 7)
    )
    for (model, subset), group in groupby(answers, key=lambda answer: (answer.run.model, answer.run.subset)):
        of_run = list(group)
        counts = [sum(answer.published.passed for answer in of_run)]
        counts += [sum(answer.passed(rule) is True for answer in of_run) for rule in ("upstream", "own")]
        shares = (percent(passed / len(of_run)) for passed in counts)
        differ = sum(not answer.agrees for answer in of_run)
        table.add_row(model, subset, str(len(of_run)), *shares, str(differ))
    return table
