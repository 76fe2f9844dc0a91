"""The work of `sightbench author check`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.check import check
from benchmark.authoring.extra import check_installed
from benchmark.authoring.family_files import unowned
from benchmark.authoring.gate_cache import GateResult
from benchmark.authoring.instance import stem
from benchmark.authoring.reviews import read_reviews
from benchmark.cli.author.named_set import collection_of, seed_of
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs
from benchmark.pipeline.judge.judge_process import JudgeProcess


def run(*, names: Sequence[str], suite: str, seed: str | None, cache: Path, all_anew: bool) -> None:
    """Check families and print one line each; raises :class:`Differs` when something does not pass."""
    check_installed()
    collection = collection_of(suite)
    console = output()

    def done(one: GateResult) -> None:
        kept = " (unchanged)" if one.cached else ""
        faults = f"{len(one.faults)} faults" if one.faults else "ok"
        console.print(f"{one.name}: {one.tasks} tasks, {faults}, {one.cpu_seconds:.1f} s{kept}")
        for fault in one.faults:
            console.print(f"  {fault}")

    wanted = list(names) or list(collection.names())
    cache_folder = None if all_anew else cache
    with JudgeProcess() as judge:
        found = check(
            collection, wanted, judge=judge, seed=seed_of(seed), cache_folder=cache_folder, done=done
        )
    stray = [] if names or seed is not None else list(unowned(collection))
    for fault in stray:
        console.print(f"  {fault}")
    faults = sum(len(one.faults) for one in found) + len(stray)
    reviewed = sum(
        bool(review.solvers) for name in wanted for review in read_reviews(collection, name).tasks.values()
    )
    tasks = sum(one.tasks for one in found)
    seconds = sum(one.cpu_seconds for one in found if not one.cached)
    console.print(
        f"{len(found)} families, {tasks} tasks, {faults} faults; {reviewed} tasks reviewed by people; "
        f"{seconds:.1f} s of CPU"
    )
    if faults:
        failing = ", ".join(stem(one.name) for one in found if one.faults) or "files of no family"
        raise Differs(f"gates do not pass: {failing}", "the lines above say which and why")
