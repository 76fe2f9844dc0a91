"""`sightbench replicate`: our verdicts against published ones."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH, workers_option
from benchmark.core.errors import OurFailure, printable, shown
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS

if TYPE_CHECKING:
    from rich.table import Table

    from benchmark.pipeline.replicate.replication import (
        JudgedSample,
        JudgingRound,
        Replication,
        UnsteadyAnswer,
    )


@click.group()
def command() -> None:
    """Compare our verdicts with published ones."""


@command.command("code-vision")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    show_default=True,
    help=f"CPU seconds a program; the published limit was {PUBLISHED_SECONDS:g}.",
)
@workers_option
@click.option(
    "--own/--no-own", default=True, show_default=True, help="Judge under our own extraction rule as well."
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Judge everything so many times; all verdicts must be the same each time.",
)
@click.option(
    "--load",
    type=click.IntRange(0, 256),
    default=0,
    show_default=True,
    help="Keep so many processes busy beside the last run.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
def code_vision(  # noqa: PLR0917 - as click calls it
    folder: Path, seconds: float, workers: int | None, own: bool, runs: int, load: int, as_json: bool
) -> None:
    """Judge published answers of Code-Vision again and compare every verdict.

    Reads DIR: what `sightbench import code-vision-outputs` wrote, or anything that it takes. Prints pass@1 by
    model and subset, published and ours, every verdict that differs, answers near or beyond the published
    time limit, answers that pass under one extraction rule only, and, with --runs, every verdict that is not
    the same in all of them. The last line says how many verdicts agree; exit code 1 when not all do, or when
    a verdict differs between runs.

    Writes nothing. Needs neither network nor keys. Repeating it is safe.
    """
    from benchmark.cli.shared.console import progress
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.replicate.replicate import replicate
    from benchmark.suites.code_vision.import_files import open_published

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
        click.echo(replication.model_dump_json(by_alias=True, indent=1))
    else:
        _show(replication)
    if any(sample.upstream is None for sample in replication.differing):
        raise OurFailure("some answers could not be judged; see above")
    if replication.agree < replication.verdicts or replication.unsteady:
        sys.exit(1)


def _show(replication: "Replication") -> None:
    from benchmark.cli.shared.console import output

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


def _table(replication: "Replication") -> "Table":
    from benchmark.analysis.wording import percent
    from benchmark.cli.shared.tables import plain_table

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


def _name(sample: "JudgedSample") -> str:
    draw = f" draw {sample.draw}" if sample.draw else ""
    return f"{sample.model} {sample.subset} {printable(sample.task_id)}{draw}"


def _differing(sample: "JudgedSample") -> str:
    said = sample.published_result
    published = "passed" if sample.published_passed else shown(said or "failed")
    if said and not sample.published_passed and not said.startswith(("failed", "timed out")):
        published = f"failed ({published})"
    return f"{_name(sample)}: published {published}; here {_said(sample.upstream, sample.upstream_detail)}"


def _slow(sample: "JudgedSample") -> str:
    limit = f"the published limit was {PUBLISHED_SECONDS:g} s"
    return f"{_name(sample)}: {_said(sample.upstream)} after {sample.cpu_seconds:.1f} s of CPU; {limit}"


def _rules(sample: "JudgedSample") -> str:
    ours = _said(sample.own, sample.own_detail)
    theirs = _said(sample.upstream, sample.upstream_detail)
    return f"{_name(sample)}: own rule {ours}; upstream rule {theirs}; {'; '.join(_reasons(sample))}"


def _unsteady(one: "UnsteadyAnswer") -> str:
    name = f"{one.model} {one.subset} {printable(one.task_id)} draw {one.draw}"
    return f"{name}, {one.rule} rule: {' | '.join(one.said)}"


def _round(one: "JudgingRound") -> str:
    beside = f"{one.load} busy processes beside it, " if one.load else ""
    left = f", {one.not_judged_again} near a limit were not" if one.not_judged_again else ""
    spent = f"{one.seconds:.0f} s, {one.cpu_seconds:.0f} s of CPU in the sandbox"
    return f"{beside}{spent}; {one.judged_again} programs judged again{left}"


def _said(status: str | None, detail: str = "") -> str:
    """A status in words, with its detail."""
    words = "not judged" if status is None else status.replace("_", " ")
    return f"{words} ({detail})" if detail else words


def _reasons(sample: "JudgedSample") -> Iterator[str]:
    for rule, notes in (("upstream", sample.upstream_notes), ("own", sample.own_notes)):
        for note in notes:
            yield f"{rule}: {note}"
