"""A family and a seed → tasks: the first instance of the seed that passes the gates of a task."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import TASKS_A_FAMILY, Family, UnfitError
from benchmark.authoring.gates import pictures, tested, words
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask, instance
from benchmark.core.errors import BadInput

_TRIES = 60  #: instances that are asked for twins
_GATED = 6  #: of these, instances that go through the gates


def make(
    family: Family, seed: str, *, index: int | None = None, mutations: Sequence[str] = ()
) -> tuple[FamilyTask, ...]:
    """The tasks that a seed makes of a family, one a mutation.

    Args:
        family: whose tasks.
        seed: any text.
        index: of the instance; the first that passes the gates when None.
        mutations: those wanted, in this order; the first three when empty.

    Raises:
        BadInput: when no instance of the seed makes twins, with the last reason.
        UnfitError: when the instance that is asked for makes none.
    """
    every = instance(family, seed, _chosen(family, seed) if index is None else index)
    wanted = mutations or family.mutations[:TASKS_A_FAMILY]
    return tuple(replace(every[name], number=number) for number, name in enumerate(wanted, 1))


def fresh_mutations(family: Family, seed: str) -> list[str]:
    """Which mutations a fresh set has of a family: any three, in random order."""
    draws = Draws(family.name, family.version, seed, "mutations")
    return draws.sample(family.mutations, TASKS_A_FAMILY)


def task_faults(made: FamilyTask, family: Family) -> Iterator[GateFault]:
    """Faults of one task by itself."""
    yield from words.worded(made)
    yield from tested.uncovered(made)
    yield from tested.surviving(made, family.equivalent)
    yield from tested.guessed(made)
    yield from pictures.pictured(made)


def _chosen(family: Family, seed: str) -> int:
    """The first instance without faults; when several have some, the first of all, to show what they are."""
    reason, first, gated = "", None, 0
    for index in range(_TRIES):
        try:
            every = instance(family, seed, index)
        except UnfitError as unfit:
            reason = str(unfit)
            continue
        first = index if first is None else first
        if not any(True for made in every.values() for _ in task_faults(made, family)):
            return index
        gated += 1
        if gated == _GATED:
            break
    if first is None:
        problem = f"none of {_TRIES} instances of a seed makes twins: {reason}"
        raise BadInput(f"family {family.name}", "sample, calls, examples", problem, "widen what is sampled")
    return first
