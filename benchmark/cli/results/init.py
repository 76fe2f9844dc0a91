"""`sightbench results init`: create the results branch."""

import click

from benchmark.cli.shared.results_branch import branch_option, remote_branch, remote_option
from benchmark.results import layout
from benchmark.results.branch import begin


@click.command()
@remote_option
@branch_option
def command(remote: str, branch: str) -> None:
    """Create the results branch in a repository.

    Pushes one commit with a README and no parent; leaves an existing branch as it is. Needs the right to
    push: over SSH as git does, or over HTTPS with a token in GITHUB_TOKEN. Safe to repeat.
    """
    with remote_branch(remote, branch) as target:
        files = {layout.README: layout.README_TEXT.encode()}
        created = begin(target.address, files, folder=target.folder, branch=branch, token=target.token)
    click.echo(f"branch {branch}: {'created' if created else 'already exists'}")
