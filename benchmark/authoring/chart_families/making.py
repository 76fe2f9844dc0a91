"""Make the tasks of a family of programs from a seed: those of the first instance that passes the gates."""

import itertools
from collections.abc import Iterator, Sequence

from benchmark.authoring.chart_families.call_gates import call_faults
from benchmark.authoring.chart_families.dataset import read_chart_pins
from benchmark.authoring.chart_families.family import ChartFamily
from benchmark.authoring.chart_families.instance import ChartTask, make_instance
from benchmark.authoring.chart_families.large import same_results
from benchmark.authoring.collection import Collection
from benchmark.authoring.family import UnfitError
from benchmark.authoring.gates import tests
from benchmark.authoring.gates.fault import GateFault
from benchmark.core.errors import BadInput

_MAX_INSTANCES = 60  #: instances of a seed that are tried
_MAX_GATED = 3  #: instances with twins that go through the gates


def make_tasks(family: ChartFamily, seed: str) -> tuple[ChartTask, ...]:
    """Make the tasks of the first instance without faults; if all have faults, of the first with twins.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """
    first = None
    for made in itertools.islice(_twins(family, seed), _MAX_GATED):
        first = made if first is None else first
        if not any(True for _ in instance_faults(made, family)) and not same_results(made):
            return made
    return first_twins(family, seed) if first is None else first  # without any, this names the reason


def first_twins(family: ChartFamily, seed: str) -> tuple[ChartTask, ...]:
    """Make the tasks of the first instance with twins; no gate is run.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """
    return next(_twins(family, seed))


def _twins(family: ChartFamily, seed: str) -> Iterator[tuple[ChartTask, ...]]:
    """Yield the instances of a seed that make twins.

    Raises:
        BadInput: if none of the first 60 instances makes twins; the error has the last reason.
    """
    reason, found = "", False
    for index in range(_MAX_INSTANCES):
        try:
            made = make_instance(family, seed, index)
        except UnfitError as unfit:
            reason = str(unfit)
            continue
        found = True
        yield made
    if not found:
        problem = f"none of {_MAX_INSTANCES} instances of the seed makes twins; the last reason: {reason}"
        fix = "let `sample` choose other inputs"
        raise BadInput(f"family {family.name}", "sample, typical, edge", problem, fix)


def public_tasks(collection: Collection, family: ChartFamily) -> tuple[ChartTask, ...]:
    """Make the public tasks: those of the pinned instance, else of the first that passes the gates.

    Raises:
        BadInput: if no instance of the seed makes twins, or the pins are not valid.
    """
    pins = read_chart_pins(collection, family.name)
    if pins is None or (pins.version, pins.seed) != (family.version, family.seed):
        return make_tasks(family, family.seed)
    try:
        return make_instance(family, family.seed, pins.index)
    except UnfitError:  # the code has changed since the build; the gate `pinned` reports it
        return make_tasks(family, family.seed)


def instance_faults(made: Sequence[ChartTask], family: ChartFamily) -> Iterator[GateFault]:
    """Yield the faults in the typical and edge calls of tasks, which another instance may not have."""
    for task in made:
        yield from call_faults(task)
        yield from tests.coverage_faults(task)
        yield from tests.mutant_faults(task, family.equivalent)
        yield from tests.guess_faults(task)
