"""`python -m workshop preview`: draw the pictures of families, to look at."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchmark.cli.shared.console import output
from benchmark.cli.shared.options import preset_path
from benchmark.files.atomic import write_atomic
from workshop.commands.options import collection_of, seed_of, suite_option


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option(
    "--seed", help="Draw the tasks of this seed instead of the public ones; @FILE reads the seed from a file."
)
@preset_path("--out", default="build/preview", help="Folder for the pictures and the page.")
def command(*, names: Sequence[str], suite: str, seed: str | None, out: Path) -> None:
    """Draw all pictures of each family on one sheet, and make a page to look at.

    The page shows pictures, texts, references and tests. Reads the families NAMES, or all families. Writes
    NAME.png (the sheet), NAME-N.png (each picture) and index.html to --out, and replaces earlier ones. Needs
    no network and no keys. Safe to repeat.
    """
    from workshop.authoring.forms import form_of
    from workshop.extra import check_installed

    check_installed()
    collection = collection_of(suite)
    form = form_of(collection)
    groups = []
    for name in names or collection.names():
        groups.append(form.make(collection, form.family(collection, name), seed_of(seed)))
        output().print(f"wrote {form.write_sheet(groups[-1], out)[0]}")
    write_atomic(out / "index.html", form.preview_page(groups))
    output().print(f"open {out / 'index.html'}")
