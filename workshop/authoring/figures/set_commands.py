"""`python -m workshop build` and `check` for MathOPEval: one generator makes all samples of its sets."""

import random
from collections.abc import Iterator
from pathlib import Path

from benchmark.core.executor import JudgesSamples
from benchmark.datasets.store import folder_of
from workshop.authoring.figures.figure_set import (
    PUBLIC_SEED,
    build,
    file_faults,
    fresh_names,
    make_set,
    read_pins,
    write_fresh_figures,
)
from workshop.authoring.figures.gates import judged_faults, sample_faults, set_faults, set_lines
from workshop.authoring.figures.task_files import SUITE
from workshop.authoring.fresh import check_seed, dataset_name


def build_sets(folder: Path, seed: str | None, into: Path | None) -> Iterator[str]:
    """Write the open data sets, or two fresh sets from a seed; yield lines for people.

    Raises:
        BadInput: if the seed can be guessed, or the folder of a fresh set exists already.
    """
    if seed is None:
        changed = build(folder)
        yield from (f"{'wrote' if path.exists() else 'removed'} {path}" for path in changed)
        yield f"{len(changed)} files changed"
        return
    named = fresh_names(dataset_name(check_seed(seed)))
    folders = {name: folder_of(SUITE, name) if into is None else into / name for name in named}
    for made in write_fresh_figures(make_set(seed), folders):
        yield f"wrote {made.dataset}: {made.tasks} tasks in {folders[made.dataset] / 'tasks.jsonl'}"


def check_sets(
    folder: Path, seed: str | None, measure: int, judge: JudgesSamples
) -> tuple[list[str], list[str]]:
    """Make all samples again, check them and the built files, and judge the programs of some.

    Args:
        folder: folder of the open data sets.
        seed: checks the samples of this seed instead of the public ones; no files are compared then.
        measure: number of samples of each type and kind, drawn at random, whose pictures and texts are
            checked and whose programs are judged.
        judge: judges the programs.

    Returns:
        Lines for people, and the faults.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    made = make_set(seed or PUBLIC_SEED, pins=None if seed else read_pins(folder))
    faults = [*set_faults(made.plain, made.choices("open-choice"))]
    if seed is None:
        faults += file_faults(made, folder)
    chosen = [
        numbered
        for of_group in made.by_group().values()
        for numbered in random.sample(of_group, min(measure, len(of_group)))
    ]
    for numbered in chosen:
        found = (*sample_faults(numbered.sample), *judged_faults(numbered.sample, judge))
        faults += [f"{numbered.stem}: {fault}" for fault in found]
    count = f"{len(made.samples)} samples, {len(faults)} faults; programs of {len(chosen)} judged"
    return [*set_lines(made.plain), *(f"  {fault}" for fault in faults), count], faults
