"""`sightbench ci renew`: renew lost signatures of rows."""

import click

from benchmark.cli.ci.options import policy_option, rows_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@rows_option
@policy_option
@click.option(
    "--judged", type=FOLDER, required=True, help="Folder with the file of `sightbench ci judge-again`."
)
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
@click.option("--dry-run", is_flag=True, help="Print what would be done, and do nothing.")
def command(**options: object) -> None:
    """Find rows without a signature, and renew the signatures that were lost.

    Repeats the job `Record` of the workflow run that made the row, if its completions gave the same id when
    they were judged again. That job makes the row from the artifacts of its own run, and adds the signature
    only if these are exactly the bytes on the branch: nothing is signed because it lies there. Opens or
    updates one issue that names each row whose signature was lost and cannot be renewed, with the reason,
    and closes it when there is none. Rows that were never signed are only printed.

    Does nothing if the policy does not name the repository. Needs the network, and a token in GITHUB_TOKEN
    that may write actions and issues. Safe to repeat. Exit code 3 if GitHub did not answer for a row.
    """
    load_and_run("benchmark.cli.ci.renew_run", **options)
