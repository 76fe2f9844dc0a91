"""The work of `sightbench replicate code-vision`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from benchmark.analysis.wording import percent
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import OurFailure, printable, shown
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.replicate.replicate import replicate
from benchmark.pipeline.replicate.replication import JudgedSample, JudgingRound, Replication, UnsteadyAnswer
from benchmark.suites.code_vision.import_files import open_published
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS


def run(
    *, folder: Path, seconds: float, workers: int | None, own: bool, runs: int, load: int, as_json: bool
) -> None:
    """Judge published answers and print where our verdicts differ."""
    imported = open_published(folder)
    with progress("judging") as told:
        replication = replicate(
            imported,
            seconds=seconds,
            executor=LocalPool(workers),
            with_own=own,
            loads=[0] * (runs - 1) + [load],
            progress=told,
        )
    if as_json:
        print_json(replication)
    else:
        _show(replication)
    if any(sample.upstream is None for sample in replication.differing):
        raise OurFailure("some answers could not be judged; see above")
    if replication.agree < replication.verdicts or replication.unsteady:
        sys.exit(1)


def _show(replication: Replication) -> None:
    console = output()
    console.print(_table(replication))
    for title, lines in (
        ("verdicts that differ from the published ones", map(_differing, replication.differing)),
        (f"near or beyond the published limit of {PUBLISHED_SECONDS:g} s", map(_slow, replication.slow)),
        ("passed under one rule only", map(_rules, replication.rules_differ)),
        ("not the same in all runs", map(_unsteady, replication.unsteady)),
    ):
        for number, line in enumerate(lines):
            if not number:
                console.print(f"\n{title}:")
            console.print(f"  {line}")
    console.print("")
    for number, one in enumerate(replication.rounds, 1):
        console.print(f"run {number}: {_round(one)}")
    if len(replication.rounds) > 1:
        console.print(f"{replication.steady} of {replication.verdicts} verdicts are the same in all runs")
    console.print(
        f"{replication.same_text} of {replication.verdicts} graded texts are what upstream's rule keeps"
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


def _name(sample: JudgedSample) -> str:
    draw = f" draw {sample.draw}" if sample.draw else ""
    return f"{sample.model} {sample.subset} {printable(sample.task_id)}{draw}"


def _differing(sample: JudgedSample) -> str:
    said = sample.published_result
    published = "passed" if sample.published_passed else shown(said or "failed")
    if said and not sample.published_passed and not said.startswith(("failed", "timed out")):
        published = f"failed ({published})"
    return f"{_name(sample)}: published {published}; here {_said(sample.upstream, sample.upstream_detail)}"


def _slow(sample: JudgedSample) -> str:
    limit = f"the published limit was {PUBLISHED_SECONDS:g} s"
    return f"{_name(sample)}: {_said(sample.upstream)} after {sample.cpu_seconds:.1f} s of CPU; {limit}"


def _rules(sample: JudgedSample) -> str:
    ours = _said(sample.own, sample.own_detail)
    theirs = _said(sample.upstream, sample.upstream_detail)
    return f"{_name(sample)}: own rule {ours}; upstream rule {theirs}; {'; '.join(_reasons(sample))}"


def _unsteady(one: UnsteadyAnswer) -> str:
    name = f"{one.model} {one.subset} {printable(one.task_id)} draw {one.draw}"
    return f"{name}, {one.rule} rule: {' | '.join(one.said)}"


def _round(one: JudgingRound) -> str:
    beside = f"{one.load} busy processes beside it, " if one.load else ""
    left = f", {one.not_judged_again} near a limit were not" if one.not_judged_again else ""
    spent = f"{one.seconds:.0f} s, {one.cpu_seconds:.0f} s of CPU in the sandbox"
    return f"{beside}{spent}; {one.judged_again} programs judged again{left}"


def _said(status: str | None, detail: str = "") -> str:
    """A status in words, with its detail."""
    words = "not judged" if status is None else status.replace("_", " ")
    return f"{words} ({detail})" if detail else words


def _reasons(sample: JudgedSample) -> Iterator[str]:
    for rule, notes in (("upstream", sample.upstream_notes), ("own", sample.own_notes)):
        for note in notes:
            yield f"{rule}: {note}"
