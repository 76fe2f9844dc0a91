"""The form of families whose tasks are contest problems; see :class:`benchmark.authoring.forms.Form`."""

import html
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring import family_files, preview
from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import picture_paths, pins_path
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.problem_families.again import changed_faults
from benchmark.authoring.problem_families.dataset import (
    pictures_and_tasks,
    problem_files,
    problems_path,
    read_problem_pins,
    write_problem_files,
)
from benchmark.authoring.problem_families.family import ProblemFamily
from benchmark.authoring.problem_families.family_module import read_problem_family
from benchmark.authoring.problem_families.instance import ProblemTask
from benchmark.authoring.problem_families.judged import judged_faults
from benchmark.authoring.problem_families.making import gated_tasks, instance_faults, make_tasks, public_tasks
from benchmark.authoring.problem_families.set_gates import set_counts, set_faults, set_lines
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task
from benchmark.files.bounded import read_lines
from benchmark.files.pictures import MARK

#: A second seed that every family must have an instance of, as a fresh set will draw one.
OTHER_SEED = "another-1"


class ProblemForm:
    """Families of MMCode: two variants of a contest problem that differ in their pictures."""

    def family(self, collection: Collection, name: str) -> ProblemFamily:
        """Read a family from its module."""
        return read_problem_family(*collection.imported(name))

    def make(
        self, collection: Collection, family: ProblemFamily, seed: str | None
    ) -> tuple[ProblemTask, ...]:
        """Make the tasks of a family; without a seed the public ones."""
        return public_tasks(collection, family) if seed is None else make_tasks(family, seed)

    def fresh(self, family: ProblemFamily, seed: str) -> tuple[ProblemTask, ...]:
        """Make the tasks that a fresh set has of a family."""
        return make_tasks(family, seed)

    def faults(
        self, collection: Collection, family: ProblemFamily, made: Sequence[ProblemTask], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults of a family and its tasks."""
        yield from family_files.text_faults(collection, family.name, family.variants)
        yield from instance_faults(made, family)
        yield from seed_faults(family, made)
        yield from judged_faults(made, judge)

    def measured_faults(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
        made: Sequence[ProblemTask],  # noqa: ARG002
        judge: JudgesSamples,  # noqa: ARG002
    ) -> Iterator[GateFault]:
        """Yield no faults: every check measures what it needs."""
        yield from ()

    def changing(
        self, collection: Collection, made: Mapping[str, Sequence[ProblemTask]]
    ) -> dict[str, list[GateFault]]:
        """Return the faults of families, by name, whose tasks another process makes differently."""
        return changed_faults(collection, made) if made else {}

    def file_faults(
        self, collection: Collection, family: ProblemFamily, made: Sequence[ProblemTask]
    ) -> Iterator[GateFault]:
        """Yield the faults of a family's built files and reviews."""
        files = problem_files(collection, made)
        yield from family_files.different_files(collection, family.name, files)
        for path in picture_paths(collection, family.name):
            if path not in files:
                yield GateFault(family.name, "pinned", f"no task shows pictures/{path.name}")
        yield from _canary_faults(collection, family.name)
        yield from family_files.review_faults(collection, family.name, [task.task_id for task in made])

    def note(self, collection: Collection, name: str) -> str:  # noqa: ARG002 - as in all forms
        """Return nothing."""
        return ""

    def set_report(self, collection: Collection) -> tuple[list[str], list[GateFault]]:
        """Return lines about the whole built data set, and its faults once it is complete."""
        counts = set_counts(collection)
        return set_lines(counts), list(set_faults(counts))

    def set_files(
        self, made: Sequence[ProblemTask], suite: str, dataset: str, folder: Path
    ) -> tuple[dict[Path, bytes], list[Task]]:
        """Return the pictures of tasks, by path below ``folder``, and the tasks."""
        return pictures_and_tasks(made, suite, dataset, folder)

    def write(
        self,
        collection: Collection,
        family: ProblemFamily,
        judge: JudgesSamples,  # noqa: ARG002 - as in all forms
    ) -> list[Path]:
        """Build a family's public tasks; nothing is judged."""
        return write_problem_files(collection, make_tasks(family, family.seed))

    def built_version(self, collection: Collection, name: str) -> int | None:
        """Return the version of a family's built files; None if it has not been built."""
        pins = read_problem_pins(collection, name)
        return None if pins is None else pins.version

    def write_sheet(self, made: Sequence[ProblemTask], out: Path) -> list[Path]:
        """Write a sheet with a family's pictures, and each alone; return their paths."""
        drawings = [
            (f"{task.task_id}-{number}", f"{task.task_id}: {task.variant}, picture {number}", svg)
            for task in made
            for number, svg in enumerate(task.svgs, start=1)
        ]
        return preview.write_drawings(made[0].family, drawings, out)

    def preview_page(self, groups: Sequence[Sequence[ProblemTask]]) -> bytes:
        """Return an HTML page with everything about the tasks of families."""
        return preview.html_page([part for made in groups for task in made for part in _task_html(task)])


def _task_html(task: ProblemTask) -> Iterator[str]:
    categories = ", ".join(task.categories)
    yield f"<h2>{task.task_id}: {html.escape(task.variant)} ({task.level}; {categories})</h2>"
    for place, piece in enumerate(MARK.split(task.text)):
        shown = f"<img src='{task.task_id}-{piece}.png' alt=''>" if place % 2 else ""
        yield shown or f"<pre>{html.escape(piece.strip())}</pre>"
    cases = "\n".join(f"{case.input}→\n{case.output}" for case in task.cases)
    wrong = "\n\n".join(f"# {name}\n{source.strip()}" for name, source in task.wrong.items())
    texts = "".join(
        f"<pre>{html.escape(part)}</pre>" for part in (task.description, task.reference, wrong, cases)
    )
    summary = "descriptions, reference, wrong programs, hidden inputs"
    yield f"<details><summary>{summary}</summary>{texts}</details>"


def seed_faults(family: ProblemFamily, made: Sequence[ProblemTask]) -> Iterator[GateFault]:
    """Yield a fault if another seed makes no tasks, faulty ones, or the same pictures or inputs."""
    try:
        others, faultless = gated_tasks(family, OTHER_SEED)
    except BadInput as error:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes no tasks: {error.problem}")
        return
    if {task.svgs for task in others} == {task.svgs for task in made}:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same pictures")
    inputs, others_inputs = ([case.input for case in task.hidden["typical"]] for task in (made[0], others[0]))
    if inputs == others_inputs:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same typical inputs")
    for fault in () if faultless else instance_faults(others, family):
        yield GateFault(family.name, "seeds", f"with the seed {OTHER_SEED}: {fault}")


def _canary_faults(collection: Collection, name: str) -> Iterator[GateFault]:
    """Yield a fault for each built file without the canary; a task file needs it on every line."""
    tasks, pins = problems_path(collection, name), pins_path(collection, name)
    mark = CANARY.encode()
    if tasks.is_file() and any(mark not in line.data for line in read_lines(tasks) if line.data.strip()):
        yield GateFault(name, "canary", f"{tasks.name} lacks the canary")
    if pins.is_file() and mark not in pins.read_bytes():
        yield GateFault(name, "canary", f"{pins.name} lacks the canary")
