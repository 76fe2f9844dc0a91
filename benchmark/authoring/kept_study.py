"""Studies of rivals that are kept next to a family, valid until code that can change them changes."""

import inspect
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field

from benchmark.authoring import instance
from benchmark.authoring.family_code import code_digest
from benchmark.authoring.family_module import family_named
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.rival_study import INSTANCES, RivalStudy, study_rivals
from benchmark.core.canary import CANARY
from benchmark.core.install import checkout_root
from benchmark.datasets.collection import Collection, read_json_record
from benchmark.datasets.lock import Digest
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Count, Name, Record

#: Seeds of a kept study that are drawn again, spread over all.
DRAWN_AGAIN = 10
#: Seeds of a study of a family with a dial: examples that prove its rules take seconds of each seed.
PROVEN = 5

#: The code that decides which instance of a seed is good, apart from the family itself.
_CODE = (
    "core/draws.py", "pipeline/judge/guesses.py", "authoring/instance_search.py", "authoring/mutants.py",
    "authoring/rival_study.py", "authoring/shown_rule.py", "authoring/source.py", "datasets/tolerance.py",
    "authoring/rivals/derived.py", "authoring/rivals/misleading.py", "authoring/rivals/orders.py",
)  # fmt: skip
#: The rest of that module draws.
_RULES = (instance.shown_rules, instance._rules, instance._rule, instance._unfit_reasons, instance._one_sided)


class KeptStudy(Record):
    """What a study found in the instances of many seeds of one family."""

    canary: str
    family: Name
    code: Digest = Field(description="SHA-256 over the family's module and the code of the study")
    indexes: list[Count] = Field(
        description="index of the good instance of each seed; empty if the pictures have no worked examples"
    )


def check_rivals(
    collection: Collection, name: str, *, anew: bool
) -> tuple[str, tuple[GateFault, ...], float]:
    """Study the rivals of a family, or draw a part of its kept study again and compare.

    A clone keeps a new study without faults.

    Args:
        collection: the collection that the family belongs to.
        name: name of the family.
        anew: whether to draw everything again, whatever is kept.

    Returns:
        A line for people, the faults, and the CPU time in seconds.

    Raises:
        BadInput: if the family or the kept study is not valid.
    """
    kept = None if anew else read_study(collection, name)
    if kept is None:
        code = study_digest(collection, name)  # first, so that a change during the study is noticed
        family = family_named(collection, name)
        study = study_rivals(family, range(PROVEN if family.dial else INSTANCES))
        if not study.faults and checkout_root() is not None:
            found = KeptStudy(canary=CANARY, family=name, code=code, indexes=list(study.indexes))
            write_atomic(study_path(collection, name), (found.model_dump_json(indent=1) + "\n").encode())
        return study.line(), study.faults, study.cpu_seconds
    if not kept.indexes:
        return f"{name}: has no worked examples", (), 0.0
    again = study_rivals(family_named(collection, name), spread(len(kept.indexes)))
    line = f"{name}: {len(kept.indexes)} seeds, kept; {again.seeds} drawn again"
    return line, (*again.faults, *difference(kept, again)), again.cpu_seconds


def study_path(collection: Collection, name: str) -> Path:
    """Return the path of a family's kept study."""
    return collection.folder / "rivals" / f"{name}.json"


def read_study(collection: Collection, name: str) -> KeptStudy | None:
    """Return the kept study of a family if it is that of the code as it is now, else None.

    Raises:
        BadInput: if the file is not valid.
    """
    found = read_json_record(KeptStudy, study_path(collection, name))
    return found if found is not None and found.code == study_digest(collection, name) else None


def spread(seeds: int) -> range:
    """Return the seeds of a kept study that are drawn again."""
    return range(0, seeds, max(1, seeds // DRAWN_AGAIN))


def difference(kept: KeptStudy, again: RivalStudy) -> Iterator[GateFault]:
    """Yield a fault if seeds that were drawn again have other instances than the kept ones."""
    wanted = tuple(kept.indexes[seed] for seed in spread(len(kept.indexes)))
    if again.indexes != wanted:
        problem = f"seeds that were drawn again have the instances {again.indexes}, but {wanted} are kept"
        fix = f"run `sightbench author check {kept.family} --rivals --all-anew`"
        yield GateFault(kept.family, "rivals", f"{problem}; {fix}")


def study_digest(collection: Collection, name: str) -> str:
    """Return a digest of a family's code and that of the study."""
    rules = [inspect.getsource(function) for function in _RULES]
    rules.append(str((instance.MIN_DIFFERENT, instance.MIN_TRUTH_CALLS, instance.MAX_SAME_TRUTH)))
    return code_digest(collection, name, _CODE, rules)
