"""The form of families whose tasks show a drawn picture; see :class:`benchmark.authoring.forms.Form`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring import family_files, preview
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import (
    has_same_content,
    pictures_and_tasks,
    public_tasks,
    read_pins,
    write_dataset_files,
)
from benchmark.authoring.family import Family
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.gates.levels import result_type
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.programs import program_faults, program_file, read_program_count
from benchmark.authoring.redraw import drawing_digests, redraw
from benchmark.authoring.seeded_tasks import fresh_mutations, make_tasks, task_faults
from benchmark.authoring.twins import cross_judge, twin_groups
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task

#: What is counted → the minimum number of hard families. This is the only place that states them.
MINIMUMS: Mapping[str, int] = {
    "hard families": 20,
    "of type Validation that return a bool": 6,
    "that return floats or tuples": 3,
    "that return lists of lists": 3,
}


def hard_counts(families: Iterable[Family]) -> dict[str, int]:
    """Count the hard families, by the same names as :data:`MINIMUMS`."""
    hard = [family for family in families if family.level == "hard"]
    types = [(family.task_type, result_type(family)) for family in hard]
    return dict(
        zip(
            MINIMUMS,
            (
                len(hard),
                sum((kind, result) == ("Validation", "bool") for kind, result in types),
                sum("float" in result or "tuple" in result for _, result in types),
                sum("list[list[" in result for _, result in types),
            ),
            strict=True,
        )
    )


def hard_lines(families: Iterable[Family]) -> list[str]:
    """Return a line per count, with the minimum; empty if no family is hard."""
    counts = hard_counts(families)
    return (
        [f"{name}: {counts[name]} of {least}" for name, least in MINIMUMS.items()]
        if any(counts.values())
        else []
    )


class PictureForm:
    """Families of HumanEval-V: several mutations of a rule, each shown by a drawn picture."""

    def family(self, collection: Collection, name: str) -> Family:
        """Read a family from its module."""
        return collection.family(name)

    def make(self, collection: Collection, family: Family, seed: str | None) -> tuple[FamilyTask, ...]:
        """Make the tasks of a family; without a seed the public ones."""
        return public_tasks(collection, family) if seed is None else make_tasks(family, seed)

    def fresh(self, family: Family, seed: str) -> tuple[FamilyTask, ...]:
        """Make the tasks that a fresh set has of a family."""
        return make_tasks(family, seed, mutations=fresh_mutations(family, seed))

    def faults(
        self, collection: Collection, family: Family, made: Sequence[FamilyTask], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults of a family and its tasks."""
        for task in made:
            yield from task_faults(task, family)
        _, tasks = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
        yield from twin_faults(family, tasks, judge)
        yield from family_files.text_faults(collection, family.name, family.mutations)

    def measured_faults(
        self,
        collection: Collection,
        made: Sequence[FamilyTask],
        judge: JudgesSamples,  # noqa: ARG002 - as in all forms
    ) -> Iterator[GateFault]:
        """Count the programs again, and yield a fault if the built count is another one."""
        family = collection.family(made[0].family)
        for path, data in program_file(collection, family, anew=True).items():
            if not has_same_content(path, data):
                problem = f"counted again, they are others than in {path.relative_to(collection.folder)}"
                fix = f"delete that file and run `{family_files.build_command(collection, family.name)}`"
                yield GateFault(family.name, "programs", f"{problem}; {fix}")

    def changing(
        self, collection: Collection, made: Mapping[str, Sequence[FamilyTask]]
    ) -> dict[str, list[GateFault]]:
        """Return the faults of families, by name, whose pictures another process draws differently."""
        instances = {name: (tasks[0].seed, tasks[0].index) for name, tasks in made.items()}
        redrawn = redraw(collection, instances) if made else {}
        return {name: list(redraw_faults(tasks, redrawn[name])) for name, tasks in made.items()}

    def file_faults(
        self, collection: Collection, family: Family, made: Sequence[FamilyTask]
    ) -> Iterator[GateFault]:
        """Yield the faults of a family's built files and reviews."""
        yield from family_files.pin_faults(collection, made)
        counted = program_file(collection, family)
        yield from family_files.different_files(collection, family.name, counted)
        yield from program_faults(collection, family.name)
        yield from family_files.canary_faults(collection, family.name)
        yield from family_files.review_faults(collection, family.name, [task.task_id for task in made])

    def note(self, collection: Collection, name: str) -> str:
        """Return the number of programs of a built family."""
        count = read_program_count(collection, name)
        return "" if count is None else f"{count.programs} programs"

    def set_report(self, collection: Collection) -> tuple[list[str], list[GateFault]]:
        """Return the numbers of hard families with their minimums, if there are any; no faults."""
        return hard_lines(map(collection.family, collection.names())), []

    def set_files(
        self, made: Sequence[FamilyTask], suite: str, dataset: str, folder: Path
    ) -> tuple[dict[Path, bytes], list[Task]]:
        """Return the pictures of tasks, by path below ``folder``, and the tasks."""
        return pictures_and_tasks(made, suite, dataset, folder)

    def write(
        self,
        collection: Collection,
        family: Family,
        judge: JudgesSamples,  # noqa: ARG002 - as in all forms
    ) -> list[Path]:
        """Build a family's public tasks; nothing is judged."""
        return write_dataset_files(collection, family)

    def built_version(self, collection: Collection, name: str) -> int | None:
        """Return the version of a family's built files; None if it has not been built."""
        pins = read_pins(collection, name)
        return None if pins is None else pins.version

    def write_sheet(self, made: Sequence[FamilyTask], out: Path) -> list[Path]:
        """Write a sheet with a family's pictures, and each alone; return their paths."""
        return preview.write_sheet(made, out)

    def preview_page(self, groups: Sequence[Sequence[FamilyTask]]) -> bytes:
        """Return an HTML page with everything about the tasks of families."""
        return preview.preview_page(groups)


def twin_faults(family: Family, tasks: Sequence[Task], judge: JudgesSamples) -> Iterator[GateFault]:
    """Check with the judge that each reference passes its own tests and fails those of every twin."""
    for group in twin_groups(tasks):
        for name in group.without_twin:
            yield GateFault(name, "twins", "has no twin: no task expects another result for the same call")
        for pair in group.pairs:
            if not pair.same_calls:
                yield GateFault(family.name, "twins", f"{pair.first} and {pair.second} make different calls")
    for judgement in cross_judge(tasks, judge):
        if judgement.is_expected:
            continue
        if judgement.passed:
            problem = f"the reference of {judgement.reference_of} passes its tests"
            yield GateFault(judgement.task, "twins", problem)
        else:
            problem = f"does not pass its own tests: {judgement.detail}"
            yield GateFault(judgement.task, "reference", problem)


def redraw_faults(made: Sequence[FamilyTask], redrawn: Mapping[str, tuple[str, str]]) -> Iterator[GateFault]:
    """Yield a fault for each task whose picture has other digests in another process."""
    for task, digests in drawing_digests(made).items():
        if redrawn.get(task) != digests:
            yield GateFault(task, "redrawn", "another process draws a different picture")
