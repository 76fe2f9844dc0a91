"""`sightbench dataset fetch`: download an official data set."""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import PATH, one_record
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.official import LOCK, FetchRequest

if TYPE_CHECKING:
    from benchmark.datasets.store import FetchedSet


@click.command()
@click.argument("suite")
@click.option("--version", help="Version of the data set, such as v1; the latest by default.")
@click.option("--from", "source", type=PATH, help="Read the data from this folder or file, not from the hub.")
@click.option("--record", is_flag=True, help="Fill in the empty fields of datasets.lock.")
@click.option("--revision", default="", help="With --record: the commit to pin, if datasets.lock has none.")
@click.option("--again", is_flag=True, help="Fetch the data even if they are already there.")
@click.option("--check-counts", is_flag=True, help="For mathopeval: refuse other numbers than the paper's.")
@click.option(
    "--lock", type=PATH, default=LOCK, help="Lock file; by default the datasets.lock of this version."
)
@one_record(FetchRequest)
def command(request: FetchRequest) -> None:
    """Fetch a data set of SUITE: humaneval-v, mmcode, code-vision or mathopeval.

    Fetches HumanEval-V and MMCode from the Hugging Face hub, and the authors' prompts from their
    repositories. MMCode becomes two data sets: `official`, its test split, and `official-all`. The tasks
    of Code-Vision are in its authors' result files at a pinned commit, and their 438 flowcharts, of unknown
    licence, in another repository. The first fetch records the digests of the flowcharts, and later ones must
    find the same. --from names a folder with the result files, and perhaps with the flowcharts. Digests of
    a folder's flowcharts are unconfirmed: a fetch from the network replaces them. --version lcb-vision
    fetches the 148 tasks of LCB-Vision and their flowcharts from that other repository, in the same way.
    Only --again may be added. Code-Vision needs the extra `pictures`, not `hub`.

    No public place of MathOPEval's data is known: --from names a folder with samples.jsonl and pictures,
    whose form is in benchmark/suites/mathopeval/official.md. Only --again and --check-counts may be added. It
    becomes `official-choice`, `official-free` and, of LaTeX that the judge of figures does not read,
    `official-latex`. An error names the file, the line, the field and the fix.

    --version geometry3k makes tasks of the figures of Geometry3K (MIT), from their pinned address or --from
    the file logic_forms.zip: the data set `geometry3k-free`. --version chartmimic --from FOLDER makes tasks
    of ChartMimic's bar, line and pie charts (Apache-2.0), from a clone of its repository at commit 36d6eff:
    the data set `chartmimic-free`. Programs run in the sandbox only, which also draws the pictures. Figures
    and operations that cannot be judged are left out and counted with the reason. Both need the extras
    `figure` and `pictures`, and take minutes to an hour, depending on the number of cores.

    Reads datasets.lock, which pins revisions, numbers of rows and digests. Refuses data that differ from the
    lock. Prints the digest of the rows; --record adds missing ones to the lock, and later fetches must match.

    Writes tasks, pictures and prompts to this user's folder of data sets (or to the folder in
    SIGHTBENCH_DATASETS), completely or not at all. Resumes an interrupted download. Safe to repeat: existing
    data are not fetched again.

    --from reads a folder or a file instead: parquet or Arrow, such as a clone of the authors' repository or
    what the hub's library has saved, and the prompts if the authors' source is there. Of several splits it
    reads `test`. For mmcode it reads JSON Lines (.jsonl or .jsonl.gz), a folder with a folder per problem
    (data.json and images/1.png, ...), or an archive of such a folder (.zip, .tar.gz). Problems that were
    repaired or left out are named.

    Then, for humaneval-v, tries every test script with the task's reference answer, or with an empty
    function if there is none, and names the tasks whose scripts cannot judge an answer here.

    Needs the network, unless --from is given (HF_ENDPOINT names a mirror of the hub), and the extra `hub`.
    Needs no keys.
    """
    from benchmark.suites import OFFICIAL, fetch_command, official_source

    suite, source = request.suite, request.source
    if (official := official_source(suite)) is None:
        problem = f"{quote_value(suite)} has no official data set to fetch"
        raise BadInput("SUITE", "", problem, f"use one of: {', '.join(OFFICIAL)}")
    if source is not None and not source.exists():
        problem = f"{quote_value(str(source))}: no such file or folder"
        raise BadInput("--from", "", problem, "check the path")
    for field in fields(request):
        name = field.name
        given = name != "suite" and getattr(request, name) not in (field.default, "", None)
        if given and name not in {*official.options, "source", "again"}:
            problem = f"cannot be used with {suite}{official.reason}"
            raise BadInput(f"--{name.replace('_', '-')}", "", problem, "leave it out")
    if module := official.figures.get(request.version or ""):
        if request.check_counts:
            raise BadInput("--check-counts", "", "cannot be used with --version", "leave it out")
        _fetch_figures(module, request)
        return
    for dataset, found in official.fetch(request, click.echo).items():
        _try_tests(dataset, found, fetch_command(suite, dataset))


def _fetch_figures(module: str, request: FetchRequest) -> None:
    """Make tasks of figures of others, unless they are here; a judging process per core draws them."""
    from benchmark.core.install import check_modules, load_plug_in
    from benchmark.datasets.store import folder_of, read_fetched
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.mathopeval.real_figures import FigureSource, store_figures

    source: FigureSource = load_plug_in("figures of", request.version or "", module, "SOURCE")
    if read_fetched(request.suite, source.dataset) is not None and not request.again:
        click.echo(f"{source.dataset} is already here: {folder_of(request.suite, source.dataset)}")
        return
    check_modules("this command", {"pictures": ["PIL"], "figure": ["matplotlib"]})
    read = source.read(request.source)
    free: queue.SimpleQueue[JudgeProcess] = queue.SimpleQueue()

    def make(figure: object) -> Any:
        process = free.get()
        try:
            return process.ask(source.make, figure)
        finally:
            free.put(process)

    def made() -> Iterator[Any]:
        count = len(os.sched_getaffinity(0))
        with ExitStack() as stack, progress("figures") as report:
            # Imported at the start of a process, which may be unable to read it after giving up root.
            for _ in range(count):
                free.put(stack.enter_context(JudgeProcess(modules=[module])))
            pool = ThreadPoolExecutor(count)
            # Unlike leaving the pool's own context, this drops the other figures after a failure or Ctrl-C.
            stack.callback(pool.shutdown, cancel_futures=True)
            for done, figure in enumerate(pool.map(make, read.figures), start=1):
                report(done, len(read.figures))
                yield figure

    for line in store_figures(source, request.source, read, made()):
        click.echo(line)


def _try_tests(dataset: str, found: FetchedSet, command_text: str) -> None:
    """Try the test scripts of a data set, unless that was done before, and name those that break."""
    from benchmark.datasets.store import load_tasks, record_broken_tests
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.judge.script_check import broken_tests

    broken = found.broken
    if broken is None:
        tasks = load_tasks(found.suite, dataset, command_text)
        try:
            with progress("trying test scripts") as report:
                broken = broken_tests(tasks, LocalPool(), report)
        # The data are complete without this, so the fetch has succeeded.
        except (BadInput, OurFailure) as failure:
            click.echo(f"test scripts were not tried: {failure}", err=True)
            click.echo(f"  fix: {failure.fix or 'correct this'}; then fetch the data set again", err=True)
            return
        record_broken_tests(found, broken)
    click.echo(f"test scripts: {found.tasks - len(broken)} of {found.tasks} work")
    for task_id, reason in broken.items():
        click.echo(f"  {task_id} is broken: {reason}")
    if broken:
        click.echo("answers to these tasks get no verdict, or a wrong one")
