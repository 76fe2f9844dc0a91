"""The work of `sightbench dataset fetch`."""

from collections.abc import Mapping
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import progress
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.fetch import FetchOptions, fetch
from benchmark.datasets.lock import LOCK
from benchmark.datasets.official import OfficialSet, RecordSet
from benchmark.datasets.store import FetchedSet, folder_of, load_tasks, record_broken_tests
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.script_check import broken_tests
from benchmark.suites.code_vision.fetched_tasks import DATASET, fetch_official
from benchmark.suites.code_vision.tasks import SUITE_ID
from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL
from benchmark.suites.mathopeval.official import STORED, import_official, imported
from benchmark.suites.official_sets import OFFICIAL


def run(
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
    """Fetch a data set, and try its test scripts."""
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
    broken = found.broken
    if broken is None:
        tasks = load_tasks(official.suite, official.dataset, official.command)
        try:
            with progress("trying test scripts") as report:
                broken = broken_tests(tasks, LocalPool(), report)
        except OurFailure as failure:
            click.echo(f"test scripts were not tried: {failure}", err=True)
            click.echo(f"  fix: {failure.fix or 'correct this'}; then fetch the data set again", err=True)
            return
        record_broken_tests(found, broken)
    click.echo(f"test scripts: {found.tasks - len(broken)} of {found.tasks} work")
    for task_id, reason in broken.items():
        click.echo(f"  {task_id} is broken: {reason}")
    if broken:
        click.echo("answers to these tasks get no verdict, or a wrong one")
