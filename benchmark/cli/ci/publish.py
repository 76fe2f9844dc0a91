"""`sightbench ci publish`: publish the site again if it is older than the rows or its own files."""

import click

from benchmark.cli.ci.options import rows_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@rows_option
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
@click.option("--workflow", default="site.yml", show_default=True, help="File name of the workflow to start.")
@click.option("--ref", default="main", show_default=True, help="Branch on which the workflow runs.")
@click.option("--dry-run", is_flag=True, help="Start nothing; print what would be done.")
def command(**options: object) -> None:
    """Start the workflow of the site if the published pages are older than the rows or the files of the site.

    Reads built.json of the published site, which names the commits that it was built from. Compares them with
    the newest commit of the results branch in --rows, and with the files of --ref. So a site whose build or
    deployment failed is published again. Does nothing if GitHub Pages is switched off, or if the workflow is
    already in progress.

    Needs the network, and a token in GITHUB_TOKEN that may read pages and write actions. Safe to repeat. Exit
    code 3 if GitHub or the site cannot be reached.
    """
    load_and_run("benchmark.cli.ci.publish_run", **options)
