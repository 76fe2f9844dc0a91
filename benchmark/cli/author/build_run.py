"""The work of `sightbench author build`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.dataset_files import read_pins, write
from benchmark.authoring.extra import check_installed
from benchmark.authoring.fresh import checked_seed, dataset_name, write_fresh
from benchmark.cli.author.named_set import collection_of, seed_of
from benchmark.cli.shared.console import output
from benchmark.core.errors import BadInput
from benchmark.datasets.store import folder_of


def run(*, names: Sequence[str], suite: str, seed: str | None, into: Path | None) -> None:
    """Write public tasks or a fresh set."""
    check_installed()
    collection = collection_of(suite)
    if seed is None and into is not None:
        raise BadInput("--into", "", "goes with --seed", "give both, for a fresh set, or none")
    wanted = list(names) or list(collection.names())
    secret = seed_of(seed)
    if secret is not None:
        if into is None and names:
            problem = "a part of the families is no whole set, which other commands would find"
            raise BadInput("NAMES", "", problem, "leave them out, or name a folder with --into")
        into = into or folder_of(suite, dataset_name(checked_seed(secret)))
        made = write_fresh(collection, wanted, secret, into)
        output().print(f"wrote {made.dataset}: {made.tasks} tasks in {into / 'tasks.jsonl'}")
        return
    changed = 0
    for name in wanted:
        family, before = collection.family(name), read_pins(collection, name)
        paths = write(collection, family)
        changed += len(paths)
        for path in paths:
            output().print(f"{'wrote' if path.exists() else 'removed'} {path}")
        if paths and before is not None and before.version == family.version:
            note = "raise it if anybody has seen these tasks before"
            output().print(f"{name} changed and is still version {family.version}: {note}")
    output().print(f"{len(wanted)} families, {changed} files changed")
