"""Make the tasks of a family of problems from a seed: those of the first instance that passes the gates."""

from collections.abc import Iterator, Sequence
from functools import partial

from benchmark.authoring.collection import Collection
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance_search import InstanceSearch, pinned_or_first
from benchmark.authoring.problem_families.case_gates import case_faults
from benchmark.authoring.problem_families.dataset import read_problem_pins
from benchmark.authoring.problem_families.family import ProblemFamily
from benchmark.authoring.problem_families.instance import ProblemTask, make_instance
from benchmark.authoring.problem_families.picture_gates import picture_faults
from benchmark.authoring.problem_families.program_gates import program_faults
from benchmark.authoring.problem_families.text_gates import text_faults

_MAX_GATED = 4  #: instances with twins that go through the gates


def make_tasks(family: ProblemFamily, seed: str) -> tuple[ProblemTask, ...]:
    """Make the tasks of the first instance without faults; if all have faults, of the first with twins.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """
    return gated_tasks(family, seed)[0]


def gated_tasks(family: ProblemFamily, seed: str) -> tuple[tuple[ProblemTask, ...], bool]:
    """Return what `make_tasks` makes, and whether it has no faults.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """
    faultless = False

    def is_good(made: tuple[ProblemTask, ...]) -> bool:
        nonlocal faultless
        faultless = next(instance_faults(made, family), None) is None
        return faultless

    made = search(family, seed).first_good(is_good, _MAX_GATED)
    return made, faultless


def search(family: ProblemFamily, seed: str) -> InstanceSearch[tuple[ProblemTask, ...]]:
    """Return the search for the first instance of a seed."""
    return InstanceSearch(
        family=family.name,
        make=partial(make_instance, family, seed),
        parts="sample, typical, edge, large",
        fix="let `sample` choose other values, or the inputs test more of what the pictures say",
    )


def public_tasks(collection: Collection, family: ProblemFamily) -> tuple[ProblemTask, ...]:
    """Make the public tasks: those of the pinned instance, else of the first that passes the gates.

    Raises:
        BadInput: if no instance of the seed makes twins, or the pins are not valid.
    """
    return pinned_or_first(
        read_problem_pins(collection, family.name),
        family,
        partial(make_instance, family, family.seed),
        partial(make_tasks, family, family.seed),
    )


def instance_faults(made: Sequence[ProblemTask], family: ProblemFamily) -> Iterator[GateFault]:
    """Yield the faults of tasks that need no judge, and that another instance may not have."""
    yield from case_faults(made, family)
    for task in made:
        yield from text_faults(task)
        yield from picture_faults(task)
        yield from program_faults(task, family.equivalent)
