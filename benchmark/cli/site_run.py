"""The work of `sightbench site`."""

import os
from pathlib import Path

import click

from benchmark.chain.github.ci_run import CiRun
from benchmark.cli.shared.row_signatures import signer_of
from benchmark.cli.shared.say import say, say_note
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.shared.site_config import SiteConfig, default_nightly, default_statuses
from benchmark.results.git import Git, GitFailure


def run(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    tasks: tuple[Path, ...],
    out: Path,
    web: bool,
    cache: Path,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
) -> None:
    """Build the site and print where it is."""
    signer = signer_of(policy, repository)
    config = SiteConfig(
        rows=rows,
        cache=cache,
        statuses=statuses or default_statuses(rows),
        nightly=default_nightly(rows),
        submissions=submissions,
        tasks=tasks,
        signer="" if signer is None else str(signer),
        trusted_root=trusted_root,
        results_commit=_commit_of(rows.parent),
        source_commit=CiRun.from_environment(os.environ).commit,
    )
    built = build_site(config, out, from_disk=not web)
    for note in built.notes:
        say_note(f"note: {note}")
    say(f"Open {click.format_filename(built.index)}")


def _commit_of(folder: Path) -> str:
    """Return the commit of a checkout; empty if the folder is not a checkout."""
    if not (folder / ".git").exists():
        return ""
    try:
        return Git(folder).text("rev-parse", "HEAD")
    except GitFailure:
        return ""
