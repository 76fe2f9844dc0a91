"""The work of `sightbench author new`."""

import click

from benchmark.authoring.family_files import suite_option
from benchmark.authoring.scaffold import write_scaffold
from benchmark.cli.author.option_values import collection_of
from benchmark.core.errors import BadInput
from benchmark.core.install import SESSION, checkout_root


def run(*, name: str, suite: str) -> None:
    """Write the files of a new family and print their paths.

    Raises:
        BadInput: if Sightbench was installed from a wheel, or the name is not valid or taken.
    """
    if checkout_root() is None:
        problem = "a family is written into a clone of the repository, and this is an installed package"
        fix = f"clone the repository, and run `./noxw -s {SESSION} -- author new` there"
        raise BadInput("NAME", "", problem, fix)
    collection = collection_of(suite)
    for path in write_scaffold(collection, name):
        click.echo(f"wrote {path}")
    click.echo(f"next: sightbench author preview{suite_option(collection)} {name}")
