"""The work of `sightbench author preview`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.dataset_files import public_tasks
from benchmark.authoring.extra import check_installed
from benchmark.authoring.preview import preview_page, write_sheet
from benchmark.authoring.seeded_tasks import make_tasks
from benchmark.cli.author.option_values import collection_of, seed_of
from benchmark.cli.shared.console import output
from benchmark.files.atomic import write_atomic


def run(*, names: Sequence[str], suite: str, seed: str | None, out: Path) -> None:
    """Draw the sheets and write the page."""
    check_installed()
    collection = collection_of(suite)
    groups = []
    for name in names or collection.names():
        family = collection.family(name)
        secret = seed_of(seed)
        groups.append(public_tasks(collection, family) if secret is None else make_tasks(family, secret))
        output().print(f"wrote {write_sheet(groups[-1], out)[0]}")
    write_atomic(out / "index.html", preview_page(groups))
    output().print(f"open {out / 'index.html'}")
