"""The work of `sightbench author build` and `check` for MathOPEval, whose samples a generator makes.

Its open data sets have no families: one generator makes all samples of a type.
"""

import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.extra import check_installed
from benchmark.authoring.figures.figure_set import (
    PUBLIC_SEED,
    build,
    file_faults,
    fresh_names,
    make_set,
    read_pins,
    write_fresh_figures,
)
from benchmark.authoring.figures.gates import judged_faults, sample_faults, set_faults, set_lines
from benchmark.authoring.fresh import check_seed, dataset_name
from benchmark.cli.shared.console import output
from benchmark.core.errors import BadInput, Differs
from benchmark.datasets.store import folder_of
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.suites.mathopeval.names import SUITE_ID
from benchmark.suites.mathopeval.open import FOLDER


def build_figures(names: Sequence[str], seed: str | None, into: Path | None) -> None:
    """Write the open data sets of MathOPEval, or two fresh sets from a seed."""
    _check_names(names)
    check_installed()
    if seed is None:
        changed = build(FOLDER)
        for path in changed:
            output().print(f"{'wrote' if path.exists() else 'removed'} {path}")
        output().print(f"{len(changed)} files changed")
        return
    named = fresh_names(dataset_name(check_seed(seed)))
    folders = {name: folder_of(SUITE_ID, name) if into is None else into / name for name in named}
    for made in write_fresh_figures(make_set(seed), folders):
        path = folders[made.dataset] / "tasks.jsonl"
        output().print(f"wrote {made.dataset}: {made.tasks} tasks in {path}")


def check_figures(names: Sequence[str], seed: str | None, measure: int) -> None:
    """Make all samples again, check them and the built files, and judge the programs of some.

    Args:
        names: must be empty.
        seed: checks the samples of this seed instead of the public ones; no files are compared then.
        measure: number of samples of each type, drawn at random, whose pictures and texts are checked and
            whose programs are judged.

    Raises:
        Differs: if a check fails.
    """
    _check_names(names)
    check_installed()
    started = time.process_time() + sum(os.times()[2:4])
    pins = None if seed else read_pins(FOLDER)
    made = make_set(seed or PUBLIC_SEED, pins=pins)
    for line in set_lines(made.plain):
        output().print(line)
    faults = list(set_faults(made.plain, made.choices("open-choice")))
    if seed is None:
        faults += file_faults(made, FOLDER)
    with JudgeProcess() as judge:
        chosen = [
            numbered
            for type_, numbereds in made.by_type().items()
            for numbered in random.sample(numbereds, min(measure, len(numbereds)))
        ]
        for numbered in chosen:
            found = (*sample_faults(numbered.sample), *judged_faults(numbered.sample, judge))
            faults += [f"{numbered.stem}: {fault}" for fault in found]
    for fault in faults:
        output().print(f"  {fault}")
    seconds = time.process_time() + sum(os.times()[2:4]) - started
    output().print(
        f"{len(made.samples)} samples, {len(faults)} faults; programs of {len(chosen)} judged; "
        f"{seconds:.1f} s of CPU"
    )
    if faults:
        raise Differs(f"checks failed: {len(faults)} faults", "see the lines above for each fault")


def _check_names(names: Sequence[str]) -> None:
    if names:
        problem = f"{SUITE_ID} has no families: one generator makes all of its samples"
        raise BadInput("NAMES", "", problem, "leave NAMES out")
