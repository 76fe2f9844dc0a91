"""The work of `sightbench author rivals`."""

from collections.abc import Sequence

from benchmark.authoring.collection import Collection
from benchmark.authoring.extra import check_installed
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.kept_study import KeptStudy, difference, keep_study, read_study, spread, study_digest
from benchmark.authoring.packed_family import packed_family
from benchmark.authoring.rival_study import INSTANCES, study_rivals
from benchmark.cli.author.option_values import collection_of, pack_of
from benchmark.cli.shared.check_report import check_report
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs
from benchmark.core.install import checkout_root
from benchmark.suites.humaneval_v.suite import SUITE_ID


def run(*, names: Sequence[str], instances: int, private: bool, all_anew: bool, as_json: bool) -> None:
    """Study families and print one line per family.

    Raises:
        Differs: if a seed has no good instance of a family, or another than the kept one.
    """
    with check_report(as_json):
        _run(names=names, instances=instances, private=private, all_anew=all_anew)


def _run(*, names: Sequence[str], instances: int, private: bool, all_anew: bool) -> None:
    check_installed()
    collection = collection_of(SUITE_ID)
    pack = pack_of(collection, private=private)
    failing, seconds = [], 0.0
    wanted = names or (collection.names() if pack is None else pack.names)
    for name in wanted:
        if pack is not None:
            study = study_rivals(packed_family(collection, pack, name).family, range(instances))
            output().print(study.line())
            faults, spent = study.faults, study.cpu_seconds
        else:
            kept = None if all_anew or instances != INSTANCES else read_study(collection, name)
            faults, spent = _study(collection, name, instances) if kept is None else _again(collection, kept)
        seconds += spent
        for fault in faults:
            output().print(f"  {fault}")
        failing += [name] if faults else []
    output().print(f"{len(wanted)} families, {len(failing)} with faults; {seconds:.1f} s of CPU")
    if failing:
        raise Differs(f"examples allow other rules: {', '.join(failing)}", "add or change an example")


def _study(collection: Collection, name: str, instances: int) -> tuple[tuple[GateFault, ...], float]:
    """Draw all instances; in a clone, keep what was found if nothing is wrong."""
    code = study_digest(collection, name)
    study = study_rivals(collection.family(name), range(instances))
    output().print(study.line())
    if instances == INSTANCES and not study.faults and checkout_root() is not None:
        keep_study(collection, study, code)
    return study.faults, study.cpu_seconds


def _again(collection: Collection, kept: KeptStudy) -> tuple[tuple[GateFault, ...], float]:
    """Draw some instances again, which must be the kept ones."""
    if not kept.indexes:
        output().print(f"{kept.family}: has no worked examples")
        return (), 0.0
    again = study_rivals(collection.family(kept.family), spread(len(kept.indexes)))
    output().print(f"{kept.family}: {len(kept.indexes)} seeds, kept; {again.seeds} drawn again")
    differs = difference(kept, again)
    return (*again.faults, *([differs] if differs else [])), again.cpu_seconds
