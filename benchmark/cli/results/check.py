"""`sightbench results check`: check that nobody changed the results branch."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, attestation_options, json_option
from benchmark.cli.shared.results_branch import branch_option, remote_option


@click.command()
@json_option
@remote_option
@branch_option
@attestation_options
@click.option(
    "--seen",
    type=PATH,
    help="File with the newest commit of the last successful check; updated if this check succeeds. Without"
    " it, a completely replaced history cannot be told from the real one.",
)
def command(**options: object) -> None:
    """Check that files were only added to the results branch, and that every file on it is valid.

    Checks that no commit changes, renames or deletes a file; that the history still contains the commit in
    --seen; that the id of every row matches its content and its path; that the files next to a row have the
    digests in the row; that every signature next to a row was made for it by the workflow `evaluate` of the
    repository in --policy or --repository; that every retraction has its row; and that there are no other
    files. A row without a signature is counted as unattested, which is not an error.

    Reads the policy and the whole branch, over the network if it is not on disk; writes only --seen. Needs no
    keys for a public repository, otherwise a token in GITHUB_TOKEN. Checks signatures offline, with the extra
    `attestations`. Safe to repeat. Exit code 1 if anything is wrong.
    """
    load_and_run("benchmark.cli.results.check_run", **options)
