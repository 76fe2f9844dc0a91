"""`sightbench ci record`: make rows from the files of the jobs, and push them."""

from pathlib import Path

import click

from benchmark.cli.ci.options import plan_option, policy_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@plan_option
@click.option(
    "--artifacts",
    type=FOLDER,
    required=True,
    help="Folder of artifacts, with one folder per job, named by job id.",
)
@submissions_option
@policy_option
@click.option("--remote", required=True, help="Repository with the results branch: a folder or an address.")
@click.option("--branch", default="results", show_default=True, help="Name of the results branch.")
@click.option(
    "--deadline",
    type=float,
    default=600.0,
    show_default=True,
    help="Seconds after which a rejected push is no longer retried.",
)
@click.option(
    "--checkout",
    type=FOLDER,
    default=Path("build/results"),
    show_default=True,
    help="Folder for a partial checkout of the branch; must be missing or empty, and is not deleted.",
)
@click.option(
    "--repository",
    default="",
    help="Repository, OWNER/NAME, whose releases store files above 1 MB; by default the one in"
    " GITHUB_REPOSITORY.",
)
def command(**options: object) -> None:
    """Make rows from the files that the jobs of a plan wrote, and push them to the results branch.

    A run gets a row if its artifacts are complete and match the manifests of the jobs, and if an owner or a
    maintainer changed its submission last, which GitHub is asked; otherwise it gets a status with the reason.
    The first row of a submission records its owners, with the numbers of their accounts. Only adds files.
    Uploads completions and verdicts above 1 MB as assets of a release.

    Reads the plan, the artifacts and the submissions. Needs git; for an address also the network, and a token
    in GITHUB_TOKEN. In a workflow, sets the outputs `rows` (number of rows from these artifacts that are on
    the branch now), `paths` (their paths, one per line) and `added` (true if anything was added, or if such
    rows are there).

    Safe to repeat: existing files are not added again, and the outputs are set again, so that later steps can
    be repeated. Exit code 2 if an artifact was refused.
    """
    load_and_run("benchmark.cli.ci.record_run", **options)
