"""`sightbench site`: build the leaderboard site from rows."""

import os
from pathlib import Path

import click

from benchmark.chain.github.ci_run import CiRun
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    attestation_options,
    cache_option,
    preset_path,
    rows_option,
)
from benchmark.cli.shared.say import say, say_note
from benchmark.leaderboard.inputs.site_config import SiteConfig, beside_results
from benchmark.results import layout
from benchmark.results.git import commit_of


@click.command()
@rows_option
@click.option(
    "--statuses",
    type=FOLDER,
    help="Folder of statuses, <slug>/*.json: why runs have no row; by default `status` next to --rows.",
)
@preset_path(
    "--submissions",
    default="submissions",
    help="Folder of submissions: sizes and dates of models, and runs without a row.",
)
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help="Task file to show, in addition to the data sets of this machine; may be repeated.",
)
@preset_path("--out", default="build/site", help="Folder for the pages; replaces an earlier build there.")
@click.option(
    "--web",
    is_flag=True,
    help="Link to folders, for a web server; by default links name files, so that pages open from disk.",
)
@attestation_options
@cache_option
def command(
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
    """Build the leaderboard site from rows.

    Reads rows with their signatures, statuses, submissions, tasks, the policy, and the folders `nightly`
    and `bills` next to a folder of rows called `results`, and the pages and templates of this version; a
    missing folder counts as empty. Writes the site to --out and cached comparisons to --cache. Difficulties
    of tasks are only read from --cache: `sightbench rank --cache` does them. A row is shown as `verified` or
    `judged` only with a valid signature, otherwise as `unattested`; signatures are checked with the extra
    `attestations`. Without the extra `statistics`, the pages show no places. Needs the extra `site`, no
    network and no keys. Safe to repeat: the pages are the same.
    """
    from benchmark.cli.shared.row_signatures import signer_of
    from benchmark.leaderboard.build.build import build_site

    signer = signer_of(policy, repository)
    config = SiteConfig(
        rows=rows,
        cache=cache,
        statuses=statuses or beside_results(rows, layout.STATUS),
        nightly=beside_results(rows, layout.NIGHTLY),
        submissions=submissions,
        tasks=tasks,
        signer="" if signer is None else str(signer),
        trusted_root=trusted_root,
        # The pages name both commits, so that `ci reconcile --site` can tell whether they are behind.
        results_commit=commit_of(rows.parent),
        source_commit=CiRun.from_environment(os.environ).commit,
    )
    index, notes = build_site(config, out, from_disk=not web)
    for note in notes:
        say_note(f"note: {note}")
    # The path may have bytes that the terminal cannot print.
    say(f"Open {click.format_filename(index)}")
