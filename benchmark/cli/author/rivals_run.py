"""The work of `sightbench author rivals`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.extra import check_installed
from benchmark.authoring.gate_cache import GateCacheEntry, GateResult
from benchmark.authoring.rival_study import study_rivals
from benchmark.cli.author.option_values import collection_of
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs


def run(*, names: Sequence[str], instances: int, cache: Path, all_anew: bool) -> None:
    """Study families and print one line per family.

    Raises:
        Differs: if a seed has no good instance of a family.
    """
    check_installed()
    collection = collection_of("humaneval-v")
    console = output()
    failing, seconds = [], 0.0
    wanted = names or collection.names()
    for name in wanted:
        entry = GateCacheEntry(cache, collection, name, f"rivals of {instances}")
        result = None if all_anew else entry.read()
        if result is None:
            study = study_rivals(collection.family(name), instances)
            seconds += study.cpu_seconds
            result = GateResult(
                name=name,
                tasks=instances,
                faults=study.faults,
                cpu_seconds=study.cpu_seconds,
                note=study.line(),
            )
            entry.write(result)
        console.print(result.note + (" (unchanged)" if result.cached else ""))
        for fault in result.faults:
            console.print(f"  {fault}")
        failing += [name] if result.faults else []
    console.print(f"{len(wanted)} families, {len(failing)} with faults; {seconds:.1f} s of CPU")
    if failing:
        raise Differs(f"examples allow other rules: {', '.join(failing)}", "add or change an example")
