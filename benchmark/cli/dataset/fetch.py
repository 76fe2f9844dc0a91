"""`sightbench dataset fetch`: download an official data set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import PATH
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.official import OfficialSet, RecordSet

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
@click.option("--lock", type=PATH, help="Lock file; by default the datasets.lock of this version.")
def command(
    *,
    suite: str,
    version: str | None,
    source: Path | None,
    record: bool,
    revision: str,
    again: bool,
    check_counts: bool,
    lock: Path | None,
) -> None:
    """Fetch a data set of SUITE: humaneval-v, mmcode, code-vision or mathopeval.

    Fetches HumanEval-V and MMCode from the Hugging Face hub, and the authors' prompts from their
    repositories. MMCode becomes two data sets: `official`, its test split, and `official-all`. The tasks
    of Code-Vision are in its authors' result files at a pinned commit; --from names a folder with them, only
    --again may be added, and the extra `hub` is not needed.

    No public place of MathOPEval's data is known: --from names a folder with samples.jsonl and pictures,
    whose form is in benchmark/suites/mathopeval/official.md. Only --again and --check-counts may be added. It
    becomes `official-choice` and `official-free`. An error names the file, the line, the field and the fix.

    Reads datasets.lock, which pins revisions and digests. Refuses data that differ from the lock, and data
    sets without a recorded digest. --record adds missing digests to the lock; later fetches must match them.

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
    from benchmark.datasets.fetch import FetchOptions, fetch
    from benchmark.datasets.lock import LOCK
    from benchmark.datasets.store import folder_of
    from benchmark.suites.code_vision.fetched_tasks import DATASET, fetch_official
    from benchmark.suites.code_vision.tasks import SUITE_ID
    from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL
    from benchmark.suites.official_sets import OFFICIAL

    if source is not None and not source.exists():
        problem = f"{quote_value(str(source))}: no such file or folder"
        raise BadInput("--from", "", problem, "check the path")
    of_hub = {"--version": version, "--record": record, "--revision": revision, "--lock": lock}
    if check_counts and suite != MATHOPEVAL:
        raise BadInput("--check-counts", "", f"cannot be used with {suite}", "leave it out")
    if suite == MATHOPEVAL:
        _refuse(of_hub, f"{suite}, whose data have no known address")
        _import_mathopeval(source, again=again, check=check_counts)
        return
    if suite == SUITE_ID:
        _refuse(of_hub, f"{suite}, whose files are pinned in this version")
        found = fetch_official(source, again=again)
        click.echo(f"{DATASET}: {found.tasks} tasks in {folder_of(found.suite, found.dataset)}")
        return
    if suite not in OFFICIAL:
        problem = f"{quote_value(suite)} has no official data set to fetch"
        raise BadInput("SUITE", "", problem, f"use one of: {', '.join((*OFFICIAL, SUITE_ID, MATHOPEVAL))}")
    versions = OFFICIAL[suite]
    version = version or next(iter(versions))
    if version not in versions:
        names = ", ".join(filter(None, versions))
        fix = f"use one of: {names}" if names else "leave it out"
        raise BadInput("--version", "", f"{suite} has no version {quote_value(version)}", fix)
    options = FetchOptions(lock=lock or LOCK, source=source, record=record, revision=revision, again=again)
    official = versions[version]
    found = fetch(official, options, click.echo)
    if not isinstance(official, RecordSet):  # their tests are cases, not scripts
        _try_tests(official, found)


def _refuse(given: Mapping[str, object], suite: str) -> None:
    for name, value in given.items():
        if value:
            raise BadInput(name, "", f"cannot be used with {suite}", "leave it out")


def _import_mathopeval(source: Path | None, *, again: bool, check: bool) -> None:
    """Import the folder, unless that was done before."""
    from benchmark.datasets.store import folder_of
    from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL
    from benchmark.suites.mathopeval.official import STORED, import_official, imported

    known = imported()
    if (
        known is not None
        and not (again or check)
        and (source is None or source.absolute() == Path(known.source))
    ):
        click.echo(f"official-choice, official-free are already here: {folder_of(MATHOPEVAL, STORED)}")
        return
    if source is None:
        problem = "is required: no public place of these data is known"
        raise BadInput("--from", "", problem, "name a folder as in benchmark/suites/mathopeval/official.md")
    found = import_official(source, check=check)
    types = ", ".join(f"{count:,} {type_}" for type_, count in found.samples.items())
    click.echo(f"{plural(sum(found.samples.values()), 'sample')} ({types}) in {found.folder}")
    click.echo(f"official-choice: {found.questions:,} tasks; official-free: {found.free:,} tasks")
    if found.questions and found.without_shots:
        click.echo(f"too few samples for worked examples: {', '.join(found.without_shots)}")


def _try_tests(official: OfficialSet, found: FetchedSet) -> None:
    """Try the test scripts of a data set, unless that was done before, and name those that break."""
    from benchmark.datasets.store import load_tasks, record_broken_tests
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.judge.script_check import broken_tests

    broken = found.broken
    if broken is None:
        tasks = load_tasks(official.suite, official.dataset, official.command)
        try:
            with progress("trying test scripts") as report:
                broken = broken_tests(tasks, LocalPool(), report)
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
