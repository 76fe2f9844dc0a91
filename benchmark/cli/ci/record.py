"""`sightbench ci record`: make rows from the files of the jobs, and push them."""

from pathlib import Path

import click

from benchmark.cli.ci.options import (
    artifacts_option,
    digest_option,
    plan_option,
    policy_option,
    submissions_option,
)
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
@plan_option
@digest_option
@artifacts_option
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
@click.option(
    "--bundles",
    type=PATH,
    help="File with the signatures of the rows, one Sigstore bundle per line: the output `bundle-path` of"
    " actions/attest.",
)
@click.option(
    "--trusted-root",
    type=PATH,
    help="File with another root of trust in Sigstore's format; by default Sigstore's public one.",
)
def command(**options: object) -> None:
    """Make rows from the files that the jobs of a plan wrote, and push them to the results branch.

    A run gets a row if its artifacts are complete and match the manifests of the jobs, and if GitHub says
    that an owner or a maintainer changed its submission last. Otherwise it gets a status with the reason. In
    the repository that the policy names, a row is only pushed together with its valid signature in
    --bundles; elsewhere rows are pushed unsigned. The first row of a submission records its owners, with the
    numbers of their accounts. Only adds files. A row whose signature was lost gets a new one if its file on
    the branch is byte for byte the one that these artifacts make. Uploads completions and verdicts above
    1 MB as assets of a release.

    If the plan lets a model score a run, its scores and replies are checked against row, policy and replies,
    and pushed next to the row. A row without valid scores is recorded all the same; the output and the
    summary of the job name it. A later repetition adds them.

    Reads the plan, the artifacts, the signatures, the policy and the submissions. Needs git; for an address
    also the network, and a token in GITHUB_TOKEN. In a workflow, sets the output `added` (true if anything
    was added, or if rows from these artifacts are there).

    Safe to repeat: existing files are not added again, and the output is set each time, so that later jobs
    can be repeated too. Exit code 2 if an artifact was refused.
    """
    load_and_run("benchmark.cli.ci.record_run", **options)
