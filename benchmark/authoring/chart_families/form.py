"""The form of families whose tasks show a flowchart; see :class:`benchmark.authoring.forms.Form`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring.canary import CANARY
from benchmark.authoring.chart_families.call_gates import call_faults
from benchmark.authoring.chart_families.chart_gates import chart_faults, difference_faults
from benchmark.authoring.chart_families.family import ChartFamily
from benchmark.authoring.chart_families.family_module import read_chart_family
from benchmark.authoring.chart_families.instance import ChartTask, first_index, make_instance, programs
from benchmark.authoring.chart_families.judged import judged_faults, measured_faults
from benchmark.authoring.chart_families.large import large_faults
from benchmark.authoring.chart_families.text_gates import problem_faults, seed_faults, text_faults
from benchmark.authoring.collection import Collection
from benchmark.authoring.gates import tests
from benchmark.authoring.gates.fault import GateFault
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task

#: A second seed that every family must have an instance of, as a fresh set will draw one.
OTHER_SEED = "another-1"
_SEEDED_PROGRAMS = 8  # instances of it, at least two of which must have different programs


class ChartForm:
    """Families of Code-Vision: several variants of a program, each shown by its flowchart."""

    def family(self, collection: Collection, name: str) -> ChartFamily:
        """Read a family from its module."""
        return read_chart_family(*collection.imported(name))

    def make(self, collection: Collection, family: ChartFamily, seed: str | None) -> tuple[ChartTask, ...]:
        """Make the tasks of a family; without a seed the public ones."""
        wanted = family.seed if seed is None else seed
        return make_instance(family, wanted, first_index(family, wanted))

    def fresh(self, family: ChartFamily, seed: str) -> tuple[ChartTask, ...]:
        """Make the tasks that a fresh set has of a family."""
        return make_instance(family, seed, first_index(family, seed))

    def faults(
        self, collection: Collection, family: ChartFamily, made: Sequence[ChartTask], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults of a family and its tasks."""
        yield from seed_faults(family)
        yield from _other_seed_faults(family, made)
        yield from problem_faults(made)
        yield from difference_faults(made)
        for task in made:
            yield from text_faults(task)
            yield from call_faults(task)
            yield from chart_faults(task)
            yield from tests.coverage_faults(task)
            yield from tests.mutant_faults(task, family.equivalent)
            yield from tests.guess_faults(task)
        yield from large_faults(made)
        yield from judged_faults(made, judge)
        if CANARY not in collection.module(family.name).read_text(encoding="utf-8"):
            yield GateFault(family.name, "canary", f"{family.name}.py lacks the canary: {CANARY}")

    def changing(
        self, collection: Collection, made: Mapping[str, Sequence[ChartTask]]
    ) -> dict[str, list[GateFault]]:
        """Return no faults: the gate `pinned` compares charts with those of the process that built them."""
        return {}

    def file_faults(
        self, collection: Collection, family: ChartFamily, made: Sequence[ChartTask]
    ) -> Iterator[GateFault]:
        """Yield the faults of a family's built files."""
        yield from ()


def _other_seed_faults(family: ChartFamily, made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault if another seed makes no tasks, or the same ones."""
    try:
        others = make_instance(family, OTHER_SEED, first_index(family, OTHER_SEED))
    except BadInput as error:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes no tasks: {error.problem}")
        return
    if len({programs(family, OTHER_SEED, index) for index in range(_SEEDED_PROGRAMS)}) == 1:
        yield GateFault(family.name, "seeds", "all seeds make the same programs")
    if others[0].typical == made[0].typical:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same typical calls")
