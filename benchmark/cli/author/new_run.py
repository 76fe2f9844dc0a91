"""The work of `sightbench author new`."""

import click

from benchmark.authoring.family_files import suite_option
from benchmark.authoring.scaffold import write_scaffold
from benchmark.cli.author.option_values import check_clone, collection_of


def run(*, name: str, suite: str) -> None:
    """Write the files of a new family and print their paths.

    Raises:
        BadInput: if Sightbench was installed from a wheel, or the name is not valid or taken.
    """
    check_clone()
    collection = collection_of(suite)
    for path in write_scaffold(collection, name):
        click.echo(f"wrote {path}")
    click.echo(f"next: sightbench author preview{suite_option(collection)} {name}")
