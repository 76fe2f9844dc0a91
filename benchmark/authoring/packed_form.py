"""The form of families with the mutations of a private pack; see :class:`benchmark.authoring.forms.Form`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring import preview
from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import pictures_and_tasks
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.packed_family import PackedFamily, packed_family
from benchmark.authoring.picture_form import redraw_faults, twin_faults
from benchmark.authoring.private_pack import PrivatePack
from benchmark.authoring.programs import sample_programs
from benchmark.authoring.redraw import redraw
from benchmark.authoring.seeded_tasks import make_tasks, task_faults
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task

#: Seed of the tasks that are checked and drawn if a command gets none.
TRIAL_SEED = "private-trial"


class PackedForm:
    """Families of HumanEval-V with the mutations of a private pack, for fresh sets only.

    Args:
        pack: the pack.
    """

    def __init__(self, pack: PrivatePack) -> None:
        self._pack = pack
        self._notes: dict[str, str] = {}

    def family(self, collection: Collection, name: str) -> PackedFamily:
        """Read a family from its module and the file of the pack."""
        return packed_family(collection, self._pack, name)

    def make(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
        family: PackedFamily,
        seed: str | None,
    ) -> tuple[FamilyTask, ...]:
        """Make a task of each private mutation, from a trial seed if there is no other."""
        return make_tasks(family.family, seed or TRIAL_SEED, mutations=family.private)

    def fresh(self, family: PackedFamily, seed: str) -> tuple[FamilyTask, ...]:
        """Make the tasks that a fresh set has of a family."""
        return make_tasks(family.family, seed, mutations=family.drawn(seed))

    def faults(
        self,
        collection: Collection,
        family: PackedFamily,
        made: Sequence[FamilyTask],
        judge: JudgesSamples,
    ) -> Iterator[GateFault]:
        """Yield the faults of the private tasks of a family; the gates are those of public tasks."""
        for task in made:
            yield from task_faults(task, family.family)
        _, tasks = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
        yield from twin_faults(family.family, tasks, judge)
        yield from self._program_faults(family)
        if CANARY.encode() not in self._pack.sources[family.name]:
            yield GateFault(family.name, "canary", f"{family.module.path.name} lacks the canary: {CANARY}")

    def _program_faults(self, family: PackedFamily) -> Iterator[GateFault]:
        """Yield a fault if a private mutation makes a program that a public one makes, too."""
        _, private = sample_programs(family.private_only)
        _, public = sample_programs(family.public)
        known = set().union(*public.values())
        for name, programs in private.items():
            if programs & known:
                problem = f"{name} makes the program of a public mutation; its rule is public"
                yield GateFault(family.name, "programs", problem)
        count = len(set().union(*private.values()))
        self._notes[family.name] = f"{len(private)} private mutations, {count} programs"

    def measured_faults(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
        made: Sequence[FamilyTask],  # noqa: ARG002
        judge: JudgesSamples,  # noqa: ARG002
    ) -> Iterator[GateFault]:
        """Yield no faults: nothing is measured."""
        yield from ()

    def changing(
        self, collection: Collection, made: Mapping[str, Sequence[FamilyTask]]
    ) -> dict[str, list[GateFault]]:
        """Return the faults of families, by name, whose pictures another process draws differently."""
        instances = {name: (tasks[0].seed, tasks[0].index) for name, tasks in made.items()}
        redrawn = redraw(collection, instances, self._pack.folder) if made else {}
        return {name: list(redraw_faults(tasks, redrawn[name])) for name, tasks in made.items()}

    def file_faults(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
        family: PackedFamily,  # noqa: ARG002
        made: Sequence[FamilyTask],  # noqa: ARG002
    ) -> Iterator[GateFault]:
        """Yield no faults: nothing is built next to the families."""
        yield from ()

    def note(self, collection: Collection, name: str) -> str:  # noqa: ARG002 - as in all forms
        """Return the numbers of private mutations and of their programs, if the family was checked."""
        return self._notes.get(name, "")

    def set_report(self, collection: Collection) -> tuple[list[str], list[GateFault]]:  # noqa: ARG002
        """Return nothing: a pack is no data set of its own."""
        return [], []

    def set_files(
        self, made: Sequence[FamilyTask], suite: str, dataset: str, folder: Path
    ) -> tuple[dict[Path, bytes], list[Task]]:
        """Return the pictures of tasks, by path below ``folder``, and the tasks."""
        return pictures_and_tasks(made, suite, dataset, folder)

    def write(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
        family: PackedFamily,
        judge: JudgesSamples,  # noqa: ARG002
    ) -> list[Path]:
        """Refuse to build public tasks.

        Raises:
            BadInput: always.
        """
        problem = f"{family.name} would get private mutations in the public data set"
        raise BadInput("--private", "", problem, "add --seed: a private pack is for fresh sets only")

    def built_version(self, collection: Collection, name: str) -> int | None:  # noqa: ARG002 - as in all forms
        """Return None: nothing is built next to the families."""
        return None

    def write_sheet(self, made: Sequence[FamilyTask], out: Path) -> list[Path]:
        """Write a sheet with a family's pictures, and each alone; return their paths."""
        return preview.write_sheet(made, out)

    def preview_page(self, groups: Sequence[Sequence[FamilyTask]]) -> bytes:
        """Return an HTML page with everything about the tasks of families."""
        return preview.preview_page(groups)
