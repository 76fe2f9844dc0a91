"""The work of `sightbench author build`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.extra import check_installed
from benchmark.authoring.forms import form_of
from benchmark.authoring.fresh import check_seed, dataset_name, write_fresh
from benchmark.cli.author.figures_run import build_figures
from benchmark.cli.author.option_values import check_clone, collection_of, seed_of
from benchmark.cli.shared.console import output
from benchmark.core.errors import BadInput
from benchmark.datasets.store import folder_of
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.suites.mathopeval.names import SUITE_ID as MATHOPEVAL


def run(*, names: Sequence[str], suite: str, seed: str | None, into: Path | None) -> None:
    """Write public tasks, or build a fresh set."""
    if seed is None:
        check_clone("; with --seed and --into it builds a fresh set anywhere")
    if suite == MATHOPEVAL:
        build_figures(names, seed_of(seed), into)
        return
    check_installed()
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
