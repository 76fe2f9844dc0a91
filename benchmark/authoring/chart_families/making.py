"""Make the tasks of a family of programs from a seed: those of the first instance that passes the gates."""

from collections.abc import Iterator, Sequence
from functools import partial

from benchmark.authoring.chart_families.call_gates import call_faults
from benchmark.authoring.chart_families.dataset import read_chart_pins
from benchmark.authoring.chart_families.family import ChartFamily
from benchmark.authoring.chart_families.instance import ChartTask, make_instance
from benchmark.authoring.chart_families.large import same_results
from benchmark.authoring.collection import Collection
from benchmark.authoring.gates import tests
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance_search import InstanceSearch, pinned_or_first

_MAX_GATED = 3  #: instances with twins that go through the gates


def make_tasks(family: ChartFamily, seed: str) -> tuple[ChartTask, ...]:
    """Make the tasks of the first instance without faults; if all have faults, of the first with twins.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """

    def is_good(made: tuple[ChartTask, ...]) -> bool:
        return next(instance_faults(made, family), None) is None and not same_results(made)

    return search(family, seed).first_good(is_good, _MAX_GATED)


def search(family: ChartFamily, seed: str) -> InstanceSearch[tuple[ChartTask, ...]]:
    """Return the search for the first instance of a seed."""
    return InstanceSearch(
        family=family.name,
        make=partial(make_instance, family, seed),
        parts="sample, typical, edge",
        fix="let `sample` choose other inputs",
    )


def public_tasks(collection: Collection, family: ChartFamily) -> tuple[ChartTask, ...]:
    """Make the public tasks: those of the pinned instance, else of the first that passes the gates.

    Raises:
        BadInput: if no instance of the seed makes twins, or the pins are not valid.
    """
    return pinned_or_first(
        read_chart_pins(collection, family.name),
        family,
        partial(make_instance, family, family.seed),
        partial(make_tasks, family, family.seed),
    )


def instance_faults(made: Sequence[ChartTask], family: ChartFamily) -> Iterator[GateFault]:
    """Yield the faults in the typical and edge calls of tasks, which another instance may not have."""
    for task in made:
        yield from call_faults(task)
        yield from tests.coverage_faults(task)
        yield from tests.mutant_faults(task, family.equivalent)
        yield from tests.guess_faults(task)
