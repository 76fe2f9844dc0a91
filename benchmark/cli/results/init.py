"""`sightbench results init`: the branch with its first commit."""

import click

from benchmark.cli.shared.results_branch import branch_option, opened, remote_option
from benchmark.results import layout
from benchmark.results.branch import begin


@click.command()
@remote_option
@branch_option
def command(remote: str, branch: str) -> None:
    """Begin the branch of results in a repository.

    Pushes one commit with a README, which no other branch shares; a branch that is there already is left
    alone. Needs the right to push: by SSH as git does, by HTTPS with a token in GITHUB_TOKEN. Repeating it is
    safe.
    """
    with opened(remote, branch) as there:
        files = {layout.README: layout.README_TEXT.encode()}
        begun = begin(there.address, files, folder=there.folder, branch=branch, token=there.token)
    click.echo(f"branch {branch}: {'begun' if begun else 'is there already'}")
