"""`python -m workshop build`: write the public tasks, or a fresh set from a seed."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchmark.cli.shared.console import output
from benchmark.cli.shared.options import FOLDER
from benchmark.core.errors import BadInput
from workshop.commands.options import check_no_families, collection_of, seed_of, suite_option


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option(
    "--seed", help="Build a fresh set from this secret, at least 128 bits in hex; @FILE reads it from a file."
)
@click.option(
    "--into",
    type=FOLDER,
    help="New folder for the fresh set; by default the folder where other commands find the set by its name.",
)
def command(*, names: Sequence[str], suite: str, seed: str | None, into: Path | None) -> None:
    """Write the tasks, pictures and pins of the families NAMES or of all families, or build a fresh set.

    Without --seed, writes the public tasks to the open data set, if they differ from the existing files.

    With --seed, writes tasks.jsonl, pictures/ and set.json of a new data set fresh-DIGEST. No file contains
    the seed. The set goes to SIGHTBENCH_DATASETS, or to sightbench/datasets in the user's cache folder, where
    every command on this machine finds it as --dataset fresh-DIGEST. With --into, it goes to that folder; use
    its task file with --tasks. A fresh set is never overwritten, and the same seed gives the same set.

    MathOPEval has no families: leave NAMES out. Both of its open data sets are written, and --seed makes
    fresh-DIGEST-choice and fresh-DIGEST-free, with --into in folders of these names.

    Needs no network and no keys. Safe to repeat.
    """
    from benchmark.datasets.store import folder_of
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL
    from benchmark.suites.mathopeval.open import FOLDER as FIGURES
    from workshop.authoring.figures.set_commands import build_sets
    from workshop.authoring.forms import form_of
    from workshop.authoring.fresh import check_seed, dataset_name, write_fresh
    from workshop.extra import check_installed

    check_installed()
    if suite == MATHOPEVAL:
        check_no_families(suite, names)
        for line in build_sets(FIGURES, seed_of(seed), into):
            output().print(line)
        return
    collection = collection_of(suite)
    if seed is None and into is not None:
        raise BadInput("--into", "", "needs --seed", "give both to build a fresh set")
    wanted = list(names) or list(collection.names())
    secret = seed_of(seed)
    if secret is not None:
        if into is None and names:
            problem = "other commands would find an incomplete set, without the other families"
            raise BadInput("NAMES", "", problem, "leave NAMES out, or name a folder with --into")
        into = into or folder_of(suite, dataset_name(check_seed(secret)))
        made = write_fresh(collection, wanted, secret, into)
        output().print(f"wrote {made.dataset}: {made.tasks} tasks in {into / 'tasks.jsonl'}")
        return
    changed = 0
    form = form_of(collection)
    with JudgeProcess() as judge:
        for name in wanted:
            # The version of the built files is read first, because writing replaces it.
            family, before = form.family(collection, name), form.built_version(collection, name)
            paths = form.write(collection, family, judge)
            changed += len(paths)
            for path in paths:
                output().print(f"{'wrote' if path.exists() else 'removed'} {path}")
            shown = [path for path in paths if path.parent.name != "pins"]  # pins also count other rules
            if shown and before is not None and before == family.version:
                note = "raise the version if anybody has seen these tasks before"
                output().print(f"{name} changed but is still version {family.version}: {note}")
    output().print(f"{len(wanted)} families, {changed} files changed")
