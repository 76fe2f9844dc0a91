"""`sightbench author check`: run all quality checks on families."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.authoring.extra import check_installed
from benchmark.authoring.gates.fault import GateFault
from benchmark.cli.author.options import cache_option, suite_option
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs

if TYPE_CHECKING:
    from benchmark.authoring.check import GateResult


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option(
    "--seed",
    help="Check the tasks of this seed instead of the public ones; @FILE reads the seed from a file.",
)
@cache_option
@click.option("--all-anew", is_flag=True, help="Check everything again, without the cache.")
@click.option(
    "--measure",
    type=click.IntRange(min=0),
    default=0,
    help="Measure the large calls of this many families again, drawn at random; 30 s of CPU for each. For"
    " HumanEval-V: count their programs again. For MathOPEval: check the pictures and judge the programs of"
    " this many samples of each type.",
)
def command(
    *,
    names: Sequence[str],
    suite: str,
    seed: str | None,
    cache: Path,
    all_anew: bool,
    measure: int,
) -> None:
    """Run all quality checks on the families NAMES, or on all families.

    Checks references, tests, twins, pictures, texts and files. Reads the families and their built tasks,
    and judges references in the sandbox. Writes only to --cache. Needs no network and no keys. Safe to
    repeat, and fast if nothing changed. Exit code 1 if a check fails.
    """
    from benchmark.authoring.check import check_families
    from benchmark.authoring.family_files import unowned_file_faults
    from benchmark.authoring.forms import form_of
    from benchmark.authoring.reviews import read_solvers, tried_tasks
    from benchmark.authoring.shown_rule import stem
    from benchmark.cli.author.figures import check_figures
    from benchmark.cli.author.option_values import collection_of, seed_of
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL

    if suite == MATHOPEVAL:
        check_figures(names, seed_of(seed), measure)
        return
    check_installed()
    collection = collection_of(suite)
    console = output()

    def print_result(result: GateResult) -> None:
        unchanged = " (unchanged)" if result.cached else ""
        faults = f"{len(result.faults)} faults" if result.faults else "ok"
        note = f", {result.note}" if result.note else ""
        tasks = f"{result.tasks} tasks{note}"
        console.print(f"{result.name}: {tasks}, {faults}, {result.cpu_seconds:.1f} s{unchanged}")
        for fault in result.faults:
            console.print(f"  {fault}")

    wanted = list(names) or list(collection.names())
    cache_folder = None if all_anew else cache
    own_seed = seed_of(seed)
    with JudgeProcess() as judge:
        found = check_families(
            collection,
            wanted,
            judge=judge,
            seed=own_seed,
            cache_folder=cache_folder,
            measured=random.sample(wanted, min(measure, len(wanted))),
            done=print_result,
        )
    stray: list[GateFault] = []
    if not names and own_seed is None:
        lines, stray = form_of(collection).set_report(collection)
        stray += unowned_file_faults(collection)
        for line in lines:
            console.print(line)
    versions = {name: form_of(collection).built_version(collection, name) for name in wanted}
    for fault in stray:
        console.print(f"  {fault}")
    faults = sum(len(result.faults) for result in found) + len(stray)
    reviewed = len(tried_tasks(read_solvers(collection), versions))
    tasks = sum(result.tasks for result in found)
    seconds = sum(result.cpu_seconds for result in found if not result.cached)
    console.print(
        f"{len(found)} families, {tasks} tasks, {faults} faults; {reviewed} tasks reviewed by people; "
        f"{seconds:.1f} s of CPU"
    )
    if faults:
        failing = ", ".join(stem(result.name) for result in found if result.faults) or "files of no family"
        raise Differs(f"checks failed: {failing}", "see the lines above for each fault")
