"""`sightbench ci rows`: make rows from the files of the jobs, for GitHub to sign before they are pushed."""

import click

from benchmark.cli.ci.options import (
    artifacts_option,
    digest_option,
    out_option,
    plan_option,
    policy_option,
    submissions_option,
)
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@plan_option
@digest_option
@artifacts_option
@submissions_option
@policy_option
@out_option
def command(**options: object) -> None:
    """Make rows from the files that the jobs of a plan wrote, and write them to --out, for GitHub to sign.

    Makes the same rows, byte for byte, as `ci record`, which then pushes them with their signatures. Does not
    report runs that get no row; `ci record` does.

    Reads the plan, the artifacts, the submissions and the policy; writes one file per row. Needs no network
    and no keys. In a workflow, sets the outputs `paths` (the paths of the rows, one per line) and `sign`
    (true if there are rows, and the workflow runs in the repository that the policy names). Safe to repeat.
    """
    load_and_run("benchmark.cli.ci.rows_run", **options)
