"""Programs per family: how many different right programs the tasks of many seeds have.

A program is the reference of a mutation with its constants. Somebody who learned the programs of the public
tasks by heart still has to read the pictures of a family with many programs.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import is_dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from benchmark.core.canary import CANARY
from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput
from benchmark.datasets.collection import ProgramCount, programs_path, read_program_count
from workshop.authoring.family import Family, UnfitError
from workshop.authoring.family_code import code_digest
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.instance import naming_part
from workshop.family_collection import FamilyCollection

MIN_PROGRAMS = 50  #: minimum number of different programs of a family
SEEDS = 100  #: seeds that are sampled
ENOUGH = 200  #: no more programs are counted

#: The code that decides which programs a seed has, apart from the family itself.
_CODE = (
    "workshop/authoring/balanced_calls.py", "benchmark/core/draws.py", "workshop/authoring/mutants.py",
    "workshop/authoring/programs.py", "workshop/authoring/source.py",
)  # fmt: skip
_MAX_INDEX = 60  #: instances of a seed that are tried
_COMPARED = 3  #: instances that are sampled for each mutation before the choices of one are taken for all


def count_programs(family: Family, code: str) -> ProgramCount:
    """Count the programs of the seeds ``programs-0``, ``programs-1`` and so on.

    They do not depend on the family's version. Nothing is drawn, and neither twins nor rivals are looked for.

    Args:
        family: the family.
        code: digest of the code, which is kept with the count.

    Raises:
        BadInput: if ``sample`` or ``reference`` fails, or no instance of a seed can be sampled.
    """
    seeds, found = sample_programs(family)
    return ProgramCount(
        canary=CANARY,
        family=family.name,
        code=code,
        seeds=seeds,
        programs=len(set().union(*found.values())),
        mutations={name: len(programs) for name, programs in found.items()},
    )


def sample_programs(family: Family) -> tuple[int, dict[str, set[str]]]:
    """Return the number of seeds that were sampled, and the different programs of each mutation.

    Raises:
        BadInput: if ``sample`` or ``reference`` fails, or no instance of a seed can be sampled.
    """
    once = all(_samples_the_same(family, f"programs-{number}") for number in range(_COMPARED))
    found: dict[str, set[str]] = {name: set() for name in family.mutations}
    for seed in range(SEEDS):
        for mutation, program in _programs(family, f"programs-{seed}", once=once).items():
            found[mutation].add(program)
        if len(set().union(*found.values())) >= ENOUGH:
            break
    return seed + 1, found


def _programs(family: Family, seed: str, *, once: bool) -> dict[str, str]:
    """Return the program of each mutation of the first instance that can be sampled, without its layout."""
    for index in range(_MAX_INDEX):
        with suppress(UnfitError):
            sampled = _sampled(family, seed, index, once=once)
            with naming_part(family.name, "reference"):
                return {
                    name: ast.unparse(ast.parse(family.reference(values))) for name, values in sampled.items()
                }
    problem = f"none of {_MAX_INDEX} instances of the seed {seed} can be sampled"
    raise BadInput(f"family {family.name}", "sample", problem, "let it choose among more values")


def _sampled(family: Family, seed: str, index: int, *, once: bool) -> dict[str, Any]:
    """Return the parameter object of each mutation."""
    sampled: dict[str, Any] = {}
    for name in islice(family.mutations, 1) if once else family.mutations:
        with naming_part(family.name, "sample"):
            sampled[name] = family.sample(name, Draws(family.name, 0, seed, index))
    if once:
        (values,) = sampled.values()
        sampled |= {name: replace(values, mutation=name) for name in family.mutations}
    return sampled


def _samples_the_same(family: Family, seed: str) -> bool:
    """Whether the choices of the first mutation, with another name, are those of the others."""
    try:
        apart = _sampled(family, seed, 0, once=False)
    except UnfitError:
        return True
    first = apart[family.mutations[0]]
    return is_dataclass(first) and all(
        hasattr(first, "mutation") and replace(first, mutation=name) == values  # type: ignore[type-var]
        for name, values in apart.items()
    )


def program_file(collection: FamilyCollection, family: Family, *, anew: bool = False) -> dict[Path, bytes]:
    """Return the content of a family's count of programs, by its path.

    Args:
        collection: the families.
        family: the family, whose module is in the collection.
        anew: whether to count even if no code changed since the kept count.

    Raises:
        BadInput: as in :func:`count_programs`, or if the kept file is not valid.
    """
    path, code = programs_path(collection, family.name), code_digest(collection, family.name, _CODE)
    count = None if anew else read_program_count(collection, family.name)
    if count is None or count.code != code:
        count = count_programs(family, code)
    return {path: (count.model_dump_json(indent=1) + "\n").encode()}


def program_faults(collection: FamilyCollection, name: str) -> Iterator[GateFault]:
    """Yield a fault if the built count of a family is too small."""
    count = read_program_count(collection, name)
    if count is not None and count.programs < MIN_PROGRAMS:
        problem = f"{count.seeds} seeds make {count.programs} different programs, fewer than {MIN_PROGRAMS}"
        yield GateFault(name, "programs", f"{problem}; add mutations, or constants that the picture shows")
