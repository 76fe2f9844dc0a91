"""`sightbench nightly publish`: push the records of a night, and bring issues up to date."""

from pathlib import Path

import click

from benchmark.cli.ci.options import policy_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.results_branch import branch_option, remote_option


@click.command()
@click.option(
    "--found",
    type=FOLDER,
    multiple=True,
    help="Folder that a step of the night wrote, or a folder of such folders; may be given several times. One"
    " that does not exist has no records.",
)
@click.option(
    "--only",
    default="",
    help="The kinds of records that may be there, such as models,events; by default, all may.",
)
@remote_option
@branch_option
@submissions_option
@policy_option
@click.option(
    "--repository",
    default="",
    help="The repository whose issues are updated, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
    " Without one, records are only pushed.",
)
@click.option(
    "--deadline",
    type=float,
    default=600.0,
    show_default=True,
    help="Seconds after which a rejected push is no longer retried.",
)
@click.option(
    "--dry-run", is_flag=True, help="Check everything and print what would be done; change nothing."
)
def command(found: tuple[Path, ...], **options: object) -> None:
    """Push the records that the steps of a night found to the results branch, and update its issues.

    Checks all lists of models, events, decisions and panels that were judged again, and pushes them in one
    commit that only adds files. Then opens, updates and closes issues, from what the branch says: one per
    series with an open alarm, and one per new version on the watch list without a submission; at most ten
    new ones of each kind a day. An alarm's issue that a maintainer closed accepts the present level: that
    decision is pushed as well.

    Reads the policy and the submissions. Needs git; for an address or issues also the network, and a token in
    GITHUB_TOKEN. In a workflow, sets the output `added` (true if anything was added, else false).

    Safe to repeat, also after a failure: nothing is added or opened twice. Exit code 2 if a record is damaged
    or contradicts another one; then nothing is pushed. With `--only panels`, or if the policy names a
    repository that signs panels, every panel must be one of the branch that was judged again; others are left
    out, and the exit code is 2 after all the rest is pushed. Exit code 3 if GitHub did not answer; what is
    missing is repaired by the next publish.
    """
    load_and_run("benchmark.cli.nightly.publish_run", found=found, **options)
