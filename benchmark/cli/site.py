"""`sightbench site`: build the leaderboard site from rows."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, attestation_options, cache_option, rows_option


@click.command()
@rows_option
@click.option(
    "--statuses",
    type=FOLDER,
    help="Folder of statuses, <slug>/*.json: why runs have no row; by default `status` next to --rows.",
)
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions: sizes and dates of models, and runs without a row.",
)
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help="Task file to show, in addition to the data sets of this machine; may be repeated.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/site"),
    show_default=True,
    help="Folder for the pages; replaces an earlier build there.",
)
@click.option(
    "--web",
    is_flag=True,
    help="Link to folders, for a web server; by default links name files, so that pages open from disk.",
)
@attestation_options
@cache_option
def command(**options: object) -> None:
    """Build the leaderboard site from rows.

    Reads rows with their signatures, statuses, submissions, tasks, the policy, and the folder `nightly`
    next to a folder of rows called `results`, and the pages and templates of this version; a missing
    folder counts as empty. Writes the site to --out and cached comparisons to --cache. Difficulties of
    tasks are only read from --cache: `sightbench rank` computes them. A row is shown as `verified` or
    `judged` only with a valid signature, otherwise as `unattested`; signatures are checked with the
    extra `attestations`. Without the extra `statistics`, the pages show no places. Needs the extra `site`,
    no network and no keys. Safe to repeat: the pages are the same.
    """
    load_and_run("benchmark.cli.site_run", **options)
