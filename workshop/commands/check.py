"""`python -m workshop check`: run all quality checks on families."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output
from benchmark.cli.shared.options import PATH, refuse_others
from benchmark.core.errors import BadInput, Differs
from workshop.commands.options import cache_option, check_no_families, collection_of, seed_of, suite_option

if TYPE_CHECKING:
    from workshop.authoring.family_check import GateResult
    from workshop.authoring.gates.fault import GateFault


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
    "--again",
    type=click.IntRange(min=1),
    metavar="N",
    help="Check one family in N again, drawn at random, also if nothing changed.",
)
@click.option(
    "--measure",
    type=click.IntRange(min=0),
    default=0,
    help="Measure the large calls of this many families again, drawn at random; 30 s of CPU for each. For"
    " HumanEval-V: count their programs again. For MathOPEval: check the pictures and judge the programs of"
    " this many samples of each type.",
)
@click.option(
    "--twins",
    is_flag=True,
    help="Only prove that every task of the data set has a twin, and print the best score that a blind"
    " program can reach.",
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Check one family in N, always the same ones, and NAMES.",
)
@click.option("--tasks", type=PATH, help="With --twins: task file to read, such as one of a fresh set.")
@click.option(
    "--without-large",
    is_flag=True,
    help="With --twins: leave out the large calls, which were measured when the tasks were built.",
)
def command(
    *,
    names: Sequence[str],
    suite: str,
    seed: str | None,
    cache: Path,
    all_anew: bool,
    again: int | None,
    measure: int,
    twins: bool,
    sample: int | None,
    tasks: Path | None,
    without_large: bool,
) -> None:
    """Run all quality checks on the families NAMES, or on all families.

    Checks references, tests, twins, pictures, texts and files. Reads the families and their built tasks,
    and judges references in the sandbox. Writes only to --cache. Needs no network and no keys. Safe to
    repeat, and fast if nothing changed. Exit code 1 if a check fails.

    Where a picture has worked examples, the rules that a reader could see in them are tried again: those
    of the family's space, and the right program with one change. Each that fits every example must pass
    the tests.

    Twins are tasks with the same text and signature whose right programs give different results. With
    --twins, each reference is judged with the tests of its twins in the sandbox; none may pass.
    """
    if twins:
        refuse_others("--twins", ("suite", "twins", "tasks", "without_large"))
        _check_twins(suite, tasks, without_large=without_large)
        return
    if tasks is not None or without_large:
        name = "--tasks" if tasks is not None else "--without-large"
        raise BadInput(name, "", "needs --twins", "add it, or leave the option out")
    from benchmark.core.digest import in_sample
    from benchmark.datasets.collection import stem
    from benchmark.datasets.reviews import read_solvers, tried_tasks
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL
    from workshop.authoring.family_check import check_families
    from workshop.authoring.family_files import unowned_file_faults
    from workshop.authoring.forms import form_of
    from workshop.extra import check_installed

    check_installed()
    if suite == MATHOPEVAL:
        check_no_families(suite, names, sample)
        _check_figures(seed_of(seed), measure)
        return
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
    if sample:
        wanted = sorted({*names, *(name for name in collection.names() if in_sample(name, sample))})
    cache_folder = None if all_anew else cache
    own_seed = seed_of(seed)
    with JudgeProcess() as judge:
        found = check_families(
            collection,
            wanted,
            judge=judge,
            seed=own_seed,
            cache_folder=cache_folder,
            again=[name for name in wanted if again and secrets.randbelow(again) == 0],
            # Without a seed: each run measures other families, so all have their turn.
            measured=random.sample(wanted, min(measure, len(wanted))),
            done=print_result,
        )
    seconds = sum(result.cpu_seconds for result in found if not result.cached)
    failing = [result.name for result in found if result.faults]
    faults = sum(len(result.faults) for result in found)
    stray: list[GateFault] = []
    # About the built set as a whole, to which named families and other seeds say nothing.
    if (sample or not names) and own_seed is None:
        lines, stray = form_of(collection).set_report(collection)
        stray += unowned_file_faults(collection)
        for line in lines:
            console.print(line)
    versions = {name: form_of(collection).built_version(collection, name) for name in wanted}
    for fault in stray:
        console.print(f"  {fault}")
    faults += len(stray)
    reviewed = len(tried_tasks(read_solvers(collection), versions))
    checked = sum(result.tasks for result in found)
    console.print(
        f"{len(found)} families, {checked} tasks, {faults} faults; {reviewed} tasks reviewed by people; "
        f"{seconds:.1f} s of CPU"
    )
    if faults:
        names_of_failing = ", ".join(map(stem, failing)) or "files of no family"
        raise Differs(f"checks failed: {names_of_failing}", "see the lines above for each fault")


def _check_figures(seed: str | None, measure: int) -> None:
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.mathopeval.open import FOLDER
    from workshop.authoring.figures.set_commands import check_sets

    with JudgeProcess() as judge:
        lines, problems = check_sets(FOLDER, seed, measure, judge)
    for line in lines:
        output().print(line)
    if problems:
        raise Differs(f"checks failed: {len(problems)} faults", "see the lines above for each fault")


def _check_twins(suite: str, tasks: Path | None, *, without_large: bool) -> None:
    from benchmark.datasets.collection import load_tasks
    from benchmark.files.tasks import read_tasks
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from workshop.authoring.twin_proof import prove_twins, without_kind

    read = load_tasks(collection_of(suite)) if tasks is None else read_tasks(tasks)
    with JudgeProcess() as judge:
        report = prove_twins([without_kind(task, "large") for task in read] if without_large else read, judge)
    for line in report.lines():
        output().print(line)
    if report.problems:
        raise Differs("; ".join(report.problems[:3]), "see `python -m workshop check` for details")
