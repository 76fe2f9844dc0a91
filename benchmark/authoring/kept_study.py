"""Studies of rivals that are kept next to a family, valid until code that can change them changes."""

import inspect
from pathlib import Path

from pydantic import Field

from benchmark.authoring import instance
from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.family_code import Digest, code_digest
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.json_record import read_json_record
from benchmark.authoring.rival_study import RivalStudy
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Count, Name, Record

#: Seeds of a kept study that are drawn again, spread over all.
DRAWN_AGAIN = 10

#: The code that decides which instance of a seed is good, apart from the family itself.
_CODE = (
    "draws.py", "guesses.py", "instance_search.py", "mutants.py", "rival_study.py", "shown_rule.py",
    "source.py", "tolerance.py", "rivals/derived.py", "rivals/misleading.py", "rivals/orders.py",
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


def keep_study(collection: Collection, study: RivalStudy, code: str) -> None:
    """Write a study without faults to the folder of its family.

    Args:
        collection: the families.
        study: what was found.
        code: :func:`study_digest` before the study, so that a change during it is noticed.
    """
    kept = KeptStudy(
        canary=CANARY,
        family=study.family,
        code=code,
        indexes=list(study.indexes),
    )
    write_atomic(study_path(collection, study.family), (kept.model_dump_json(indent=1) + "\n").encode())


def spread(seeds: int) -> range:
    """Return the seeds of a kept study that are drawn again."""
    return range(0, seeds, max(1, seeds // DRAWN_AGAIN))


def difference(kept: KeptStudy, again: RivalStudy) -> GateFault | None:
    """Return a fault if seeds that were drawn again have other instances than the kept ones."""
    wanted = tuple(kept.indexes[seed] for seed in spread(len(kept.indexes)))
    if again.indexes == wanted:
        return None
    problem = f"seeds that were drawn again have the instances {again.indexes}, but {wanted} are kept"
    return GateFault(
        kept.family, "rivals", f"{problem}; run `sightbench author rivals {kept.family} --all-anew`"
    )


def study_digest(collection: Collection, name: str) -> str:
    """Return a digest of a family's code and that of the study."""
    rules = [inspect.getsource(function) for function in _RULES]
    rules.append(str((instance.MIN_DIFFERENT, instance.MIN_TRUTH_CALLS, instance.MAX_SAME_TRUTH)))
    return code_digest(collection, name, _CODE, rules)
