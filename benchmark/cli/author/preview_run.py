"""The work of `sightbench author preview`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.extra import check_installed
from benchmark.authoring.forms import form_of
from benchmark.authoring.private_pack import make_private_folder
from benchmark.cli.author.option_values import collection_of, pack_of, seed_of
from benchmark.cli.shared.console import output
from benchmark.files.atomic import write_atomic
from benchmark.files.outside import check_outside


def run(*, names: Sequence[str], suite: str, seed: str | None, private: bool, out: Path | None) -> None:
    """Draw the sheets and write the page."""
    check_installed()
    collection = collection_of(suite)
    pack = pack_of(collection, private=private)
    if out is None:
        out = Path("build/preview") if pack is None else pack.folder / ".preview"
    if pack is not None:
        check_outside(out, "--out")
        make_private_folder(out)
    form = form_of(collection, pack)
    groups = []
    for name in names or (collection.names() if pack is None else pack.names):
        groups.append(form.make(collection, form.family(collection, name), seed_of(seed)))
        output().print(f"wrote {form.write_sheet(groups[-1], out)[0]}")
    write_atomic(out / "index.html", form.preview_page(groups))
    output().print(f"open {out / 'index.html'}")
