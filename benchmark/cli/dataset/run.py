"""The work of `sightbench dataset fetch`."""

from collections.abc import Mapping
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.dataset.report import FetchedDataset, FetchReport
from benchmark.cli.shared.console import print_json, progress
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.fetch import FetchOptions, Report, fetch
from benchmark.datasets.lock import LOCK
from benchmark.datasets.official import OfficialSet, RecordSet
from benchmark.datasets.store import FetchedSet, folder_of, load_tasks, read_fetched, record_broken_tests
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.script_check import broken_tests
from benchmark.suites.code_vision.fetched_tasks import DATASET, fetch_official
from benchmark.suites.code_vision.tasks import SUITE_ID
from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL
from benchmark.suites.mathopeval.official import CHOICE_FILE, STORED, import_official, imported, load_choice
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
    as_json: bool,
) -> None:
    """Fetch a data set, and try its test scripts."""
    show = say_note if as_json else click.echo
    if source is not None and not source.exists():
        problem = f"{quote_value(str(source))}: no such file or folder"
        raise BadInput("--from", "", problem, "check the path")
    of_hub = {"--version": version, "--record": record, "--revision": revision, "--lock": lock}
    if check_counts and suite != MATHOPEVAL:
        raise BadInput("--check-counts", "", f"cannot be used with {suite}", "leave it out")
    if suite == MATHOPEVAL:
        _refuse(of_hub, f"{suite}, whose data have no known address")
        _import_mathopeval(source, show, again=again, check=check_counts)
        if as_json:
            print_json(FetchReport(suite=suite, datasets=_mathopeval_datasets()))
        return
    if suite == SUITE_ID:
        _refuse(of_hub, f"{suite}, whose files are pinned in this version")
        found = fetch_official(source, again=again)
        show(f"{DATASET}: {found.tasks} tasks in {folder_of(found.suite, found.dataset)}")
        if as_json:
            print_json(FetchReport(suite=suite, datasets=[_entry(DATASET, found)]))
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
    found = fetch(official, options, show)
    if not isinstance(official, RecordSet):  # their tests are cases, not scripts
        found = _try_tests(official, found, show)
    if as_json:
        parts = [part.dataset for part in official.parts] if isinstance(official, RecordSet) else []
        stored = [found, *(read_fetched(suite, name) for name in parts)]
        entries = [_entry(record.dataset, record) for record in stored if record is not None]
        print_json(FetchReport(suite=suite, datasets=entries))


def _refuse(given: Mapping[str, object], suite: str) -> None:
    for name, value in given.items():
        if value:
            raise BadInput(name, "", f"cannot be used with {suite}", "leave it out")


def _entry(name: str, found: FetchedSet, tasks: int | None = None) -> FetchedDataset:
    return FetchedDataset(
        dataset=name,
        tasks=found.tasks if tasks is None else tasks,
        folder=str(folder_of(found.suite, found.dataset)),
        revision=found.revision,
        source=found.source,
        content=found.content,
        repaired=found.repaired,
        left_out=found.left_out,
        broken=found.broken,
    )


def _mathopeval_datasets() -> list[FetchedDataset]:
    """Return both data sets of one import, which are stored together."""
    found = imported()
    if found is None:
        return []
    choice = [_entry("official-choice", found, len(load_choice()))] if CHOICE_FILE in found.more else []
    return [*choice, _entry("official-free", found)]


def _import_mathopeval(source: Path | None, show: Report, *, again: bool, check: bool) -> None:
    """Import the folder, unless that was done before."""
    known = imported()
    if (
        known is not None
        and not (again or check)
        and (source is None or source.absolute() == Path(known.source))
    ):
        show(f"official-choice, official-free are already here: {folder_of(MATHOPEVAL, STORED)}")
        return
    if source is None:
        problem = "is required: no public place of these data is known"
        raise BadInput("--from", "", problem, "name a folder as in benchmark/suites/mathopeval/official.md")
    found = import_official(source, check=check)
    types = ", ".join(f"{count:,} {type_}" for type_, count in found.samples.items())
    show(f"{plural(sum(found.samples.values()), 'sample')} ({types}) in {found.folder}")
    show(f"official-choice: {found.questions:,} tasks; official-free: {found.free:,} tasks")
    if found.questions and found.without_shots:
        show(f"too few samples for worked examples: {', '.join(found.without_shots)}")


def _try_tests(official: OfficialSet, found: FetchedSet, show: Report) -> FetchedSet:
    """Try the test scripts of a data set, unless that was done before, and name those that break.

    Returns:
        The record of the data set, with the result if the scripts could be tried.
    """
    broken = found.broken
    if broken is None:
        tasks = load_tasks(official.suite, official.dataset, official.command)
        try:
            with progress("trying test scripts") as report:
                broken = broken_tests(tasks, LocalPool(), report)
        except (BadInput, OurFailure) as failure:
            click.echo(f"test scripts were not tried: {failure}", err=True)
            click.echo(f"  fix: {failure.fix or 'correct this'}; then fetch the data set again", err=True)
            return found
        found = record_broken_tests(found, broken)
    show(f"test scripts: {found.tasks - len(broken)} of {found.tasks} work")
    for task_id, reason in broken.items():
        show(f"  {task_id} is broken: {reason}")
    if broken:
        show("answers to these tasks get no verdict, or a wrong one")
    return found
