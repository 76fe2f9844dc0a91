"""`python -m workshop new`: create a new family of tasks."""

import click

from workshop.commands.options import collection_of, suite_option


@click.command()
@click.argument("name")
@suite_option
def command(*, name: str, suite: str) -> None:
    """Create a family: families/NAME.py and NAME.md, with a simple picture and marks where to continue.

    Writes into the clone of the repository that the command runs from, so an installed wheel refuses it.
    Never overwrites a file: a second call with the same NAME is refused. Needs no network and no keys.
    """
    from workshop.authoring.family_files import suite_option as option_text
    from workshop.authoring.scaffold import write_scaffold

    collection = collection_of(suite)
    for path in write_scaffold(collection, name):
        click.echo(f"wrote {path}")
    click.echo(f"next: python -m workshop preview{option_text(collection)} {name}")
