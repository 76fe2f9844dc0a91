"""The form of families whose tasks show a flowchart; see :class:`benchmark.authoring.forms.Form`."""

import html
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring import family_files, preview
from benchmark.authoring.canary import CANARY
from benchmark.authoring.chart_families.chart_gates import chart_faults, difference_faults
from benchmark.authoring.chart_families.dataset import (
    chart_files,
    fresh_files,
    large_results,
    layout_of,
    pinned_results,
    read_chart_pins,
)
from benchmark.authoring.chart_families.family import ChartFamily
from benchmark.authoring.chart_families.family_module import read_chart_family
from benchmark.authoring.chart_families.instance import ChartTask, programs
from benchmark.authoring.chart_families.judged import judged_faults, measured_faults
from benchmark.authoring.chart_families.large import large_faults
from benchmark.authoring.chart_families.load import kept_layouts
from benchmark.authoring.chart_families.making import instance_faults, make_tasks, public_tasks, search
from benchmark.authoring.chart_families.text_gates import problem_faults, seed_faults, text_faults
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import write_changed
from benchmark.authoring.flowchart.drawn import page_svgs
from benchmark.authoring.gates.fault import GateFault
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task

#: A second seed that every family must have an instance of, as a fresh set will draw one.
OTHER_SEED = "another-1"
_PATIENCE = 4.0  # of a second measurement, which may be made on a slower machine
_SEEDED_PROGRAMS = 8  # instances of it, at least two of which must have different programs


class ChartForm:
    """Families of Code-Vision: several variants of a program, each shown by its flowchart."""

    def family(self, collection: Collection, name: str) -> ChartFamily:
        """Read a family from its module."""
        return read_chart_family(*collection.imported(name))

    def make(self, collection: Collection, family: ChartFamily, seed: str | None) -> tuple[ChartTask, ...]:
        """Make the tasks of a family; without a seed the public ones."""
        return public_tasks(collection, family) if seed is None else make_tasks(family, seed)

    def fresh(self, family: ChartFamily, seed: str) -> tuple[ChartTask, ...]:
        """Make the tasks that a fresh set has of a family."""
        return make_tasks(family, seed)

    def faults(
        self, collection: Collection, family: ChartFamily, made: Sequence[ChartTask], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults of a family and its tasks; of large calls, those without a pinned result."""
        yield from self.text_faults(collection, family, made)
        yield from seed_gates(family, made)
        yield from difference_faults(made)
        kept = kept_layouts(collection, family.name)
        for task in made:
            yield from chart_faults(task, kept)
        yield from instance_faults(made, family)
        if pinned_results(made, read_chart_pins(collection, family.name)) is None:
            yield from large_faults(made)
        yield from judged_faults(made, judge)

    def text_faults(
        self, collection: Collection, family: ChartFamily, made: Sequence[ChartTask]
    ) -> Iterator[GateFault]:
        """Yield the faults in the texts of a family's module."""
        if CANARY not in self.module_text(collection, family.name):
            yield GateFault(family.name, "canary", f"{family.name}.py lacks the canary: {CANARY}")
        yield from problem_faults(made)
        for task in made:
            yield from text_faults(task)

    def module_text(self, collection: Collection, name: str) -> str:
        """Return the source of a family's module."""
        return collection.module(name).read_text(encoding="utf-8")

    def measured_faults(
        self, collection: Collection, made: Sequence[ChartTask], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults of the large calls, all of which are made again."""
        pinned = pinned_results(made, read_chart_pins(collection, made[0].family))
        yield from large_faults(made, patience=1.0 if pinned is None else _PATIENCE)
        yield from measured_faults(made, judge)
        for task in made if pinned is not None else ():
            if pinned is not None and pinned[task.task_id] != large_results(task):
                yield GateFault(
                    task.task_id, "pinned", "the large calls have other results than the pins say"
                )

    def changing(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
        made: Mapping[str, Sequence[ChartTask]],  # noqa: ARG002
    ) -> dict[str, list[GateFault]]:
        """Return no faults: the gate `pinned` compares charts with those of the process that built them."""
        return {}

    def file_faults(
        self, collection: Collection, family: ChartFamily, made: Sequence[ChartTask]
    ) -> Iterator[GateFault]:
        """Yield the faults of a family's built files and reviews."""
        pinned = pinned_results(made, read_chart_pins(collection, family.name))
        if pinned is None:
            command = family_files.build_command(collection, family.name)
            problem = f"its programs are not built, or its large calls not measured; run `{command}`"
            yield GateFault(family.name, "pinned", problem)
            return
        files = chart_files(collection, made, pinned)
        yield from family_files.different_files(collection, family.name, files)
        yield from family_files.canary_faults(collection, family.name)
        yield from family_files.review_faults(collection, family.name, [task.task_id for task in made])

    def note(self, collection: Collection, name: str) -> str:  # noqa: ARG002 - as in all forms
        """Return nothing."""
        return ""

    def set_report(
        self,
        collection: Collection,  # noqa: ARG002 - as in all forms
    ) -> tuple[list[str], list[GateFault]]:
        """Return nothing: such a set has no rules of its own."""
        return [], []

    def set_files(
        self, made: Sequence[ChartTask], suite: str, dataset: str, folder: Path
    ) -> tuple[dict[Path, bytes], list[Task]]:
        """Return the pictures of tasks, by path below ``folder``, and the tasks."""
        return fresh_files(made, suite, dataset, folder)

    def write(self, collection: Collection, family: ChartFamily, judge: JudgesSamples) -> list[Path]:
        """Build a family's public tasks, and measure its large calls if the pins lack them.

        Raises:
            BadInput: if a large call has a fault, a part of the family fails, or no instance makes twins.
        """
        made = make_tasks(family, family.seed)
        results = pinned_results(made, read_chart_pins(collection, family.name))
        if results is None:
            for fault in [*large_faults(made), *measured_faults(made, judge)]:
                raise BadInput(f"family {family.name}", fault.where, f"{fault.gate}: {fault.problem}")
            results = {task.task_id: large_results(task) for task in made}
        files = chart_files(collection, made, results)
        return write_changed(files)

    def built_version(self, collection: Collection, name: str) -> int | None:
        """Return the version of a family's built files; None if it has not been built."""
        pins = read_chart_pins(collection, name)
        return None if pins is None else pins.version

    def write_sheet(self, made: Sequence[ChartTask], out: Path) -> list[Path]:
        """Write a sheet with a family's pictures, and each alone; return their paths."""
        drawings = [
            (f"{task.task_id}-{number}", f"{task.task_id}: {task.variant}", svg)
            for task in made
            for number, svg in enumerate(page_svgs(task.mermaid, layout_of(task, {}).layout), start=1)
        ]
        return preview.write_drawings(made[0].family, drawings, out)

    def preview_page(self, groups: Sequence[Sequence[ChartTask]]) -> bytes:
        """Return an HTML page with everything about the tasks of families."""
        body = []
        for made in groups:
            body.append(f"<h2>{html.escape(made[0].family)}</h2><pre>{html.escape(made[0].text)}</pre>")
            for task in made:
                parts = (task.reference, task.slow, task.large, task.tests)
                texts = "".join(f"<pre>{html.escape(part)}</pre>" for part in parts)
                pages = len(page_svgs(task.mermaid, layout_of(task, {}).layout))
                images = "".join(f"<img src='{task.task_id}-{page + 1}.png' alt=''>" for page in range(pages))
                body.append(
                    f"<h3>{task.task_id}: {html.escape(task.variant)}</h3>"
                    f"<p>{html.escape(task.problem)}</p>{images}"
                    f"<details><summary>programs, large calls, tests</summary>{texts}</details>"
                )
        return preview.html_page(body)


def seed_gates(family: ChartFamily, made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault if another seed makes no tasks, or the same ones."""
    yield from seed_faults(family)
    try:
        others = next(search(family, OTHER_SEED).twins())
    except BadInput as error:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes no tasks: {error.problem}")
        return
    if len({programs(family, OTHER_SEED, index) for index in range(_SEEDED_PROGRAMS)}) == 1:
        yield GateFault(family.name, "seeds", "all seeds make the same programs")
    if others[0].typical == made[0].typical:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same typical calls")
