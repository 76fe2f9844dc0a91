"""The work of `sightbench author preview`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.extra import check_installed
from benchmark.authoring.forms import form_of
from benchmark.cli.author.option_values import collection_of, seed_of
from benchmark.cli.shared.console import output
from benchmark.files.atomic import write_atomic


def run(*, names: Sequence[str], suite: str, seed: str | None, out: Path) -> None:
    """Draw the sheets and write the page."""
    check_installed()
    collection = collection_of(suite)
    form = form_of(collection)
    groups = []
    for name in names or collection.names():
        groups.append(form.make(collection, form.family(collection, name), seed_of(seed)))
        output().print(f"wrote {form.write_sheet(groups[-1], out)[0]}")
    write_atomic(out / "index.html", form.preview_page(groups))
    output().print(f"open {out / 'index.html'}")
