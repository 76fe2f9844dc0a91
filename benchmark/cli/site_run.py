"""The work of `sightbench site`."""

from pathlib import Path

import click

from benchmark.cli.shared.row_signatures import signer_of
from benchmark.cli.shared.say import say
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.shared.site_config import SiteConfig, default_statuses


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
        submissions=submissions,
        tasks=tasks,
        signer="" if signer is None else str(signer),
        trusted_root=trusted_root,
    )
    built = build_site(config, out, from_disk=not web)
    for note in built.notes:
        say(f"note: {note}", err=True)
    say(f"Open {click.format_filename(built.index)}")
