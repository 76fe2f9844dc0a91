"""The work of `sightbench dataset fetch`."""

from pathlib import Path

import click

from benchmark.core.errors import BadInput, quote_value
from benchmark.datasets.fetch import FetchOptions, fetch
from benchmark.datasets.lock import LOCK
from benchmark.suites.official_sets import OFFICIAL


def run(
    *,
    suite: str,
    version: str | None,
    source: Path | None,
    record: bool,
    revision: str,
    again: bool,
    lock: Path | None,
) -> None:
    """Fetch a data set."""
    if suite not in OFFICIAL:
        problem = f"{quote_value(suite)} has no official data set to fetch"
        raise BadInput("SUITE", "", problem, f"use one of: {', '.join(OFFICIAL)}")
    versions = OFFICIAL[suite]
    version = version or next(iter(versions))
    if version not in versions:
        raise BadInput(
            "--version",
            "",
            f"{suite} has no version {quote_value(version)}",
            f"use one of: {', '.join(versions)}",
        )
    options = FetchOptions(lock=lock or LOCK, source=source, record=record, revision=revision, again=again)
    fetch(versions[version], options, click.echo)
