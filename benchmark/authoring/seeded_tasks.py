"""Make tasks of a family from a seed: those of the first instance that passes the gates."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import TASKS_PER_FAMILY, Family
from benchmark.authoring.gates import levels, pictures, tests, words
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask, instance
from benchmark.authoring.instance_search import InstanceSearch

_MAX_GATED = 6  #: instances with twins that go through the gates


def make_tasks(
    family: Family, seed: str, *, index: int | None = None, mutations: Sequence[str] = ()
) -> tuple[FamilyTask, ...]:
    """Make the tasks of a family from a seed, one per mutation.

    Args:
        family: the family of the tasks.
        seed: any text.
        index: number of the instance; None for the first that passes the gates.
        mutations: the mutations, in this order; empty for the first three.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
        UnfitError: if the instance ``index`` does not make twins.
    """
    tasks = _first_good(family, seed) if index is None else instance(family, seed, index)
    names = mutations or family.mutations[:TASKS_PER_FAMILY]
    return tuple(replace(tasks[name], number=number) for number, name in enumerate(names, 1))


def fresh_mutations(family: Family, seed: str) -> list[str]:
    """Return the mutations that a fresh set has of a family: any three, in random order."""
    draws = Draws(family.name, family.version, seed, "mutations")
    return draws.sample(family.mutations, TASKS_PER_FAMILY)


def task_faults(made: FamilyTask, family: Family) -> Iterator[GateFault]:
    """Yield the faults that can be seen in one task alone, without its twins."""
    yield from words.word_faults(made)
    yield from levels.level_faults(made, family)
    yield from tests.coverage_faults(made)
    yield from tests.mutant_faults(made, family.equivalent)
    yield from tests.guess_faults(made)
    yield from pictures.picture_faults(made)


def _first_good(family: Family, seed: str) -> dict[str, FamilyTask]:
    """Return the first instance without faults; if all have faults, the first that makes twins."""
    search = InstanceSearch(
        family=family.name,
        make=partial(instance, family, seed),
        parts="sample, calls, examples",
        fix="let `sample` choose among more values",
    )

    def is_good(tasks: dict[str, FamilyTask]) -> bool:
        return not any(True for task in tasks.values() for _ in task_faults(task, family))

    return search.first_good(is_good, _MAX_GATED)
