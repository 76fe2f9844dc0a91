"""The forms of families, and what the commands `sightbench author …` need of each."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from benchmark.authoring.chart_families.form import ChartForm
from benchmark.authoring.collection import Collection
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.picture_form import PictureForm
from benchmark.authoring.problem_families.form import ProblemForm
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task


class Form(Protocol):
    """A form of families: how a module is read, and what is made of it.

    The value of a family and those of its tasks are the form's own; a caller only hands them on.
    """

    def family(self, collection: Collection, name: str) -> Any:
        """Read a family from its module.

        Raises:
            BadInput: if it does not exist or is not valid.
        """

    def make(self, collection: Collection, family: Any, seed: str | None) -> tuple[Any, ...]:
        """Make the tasks of a family; without a seed the public ones.

        Raises:
            BadInput: if a part of the family fails, or no instance makes twins.
        """

    def fresh(self, family: Any, seed: str) -> tuple[Any, ...]:
        """Make the tasks that a fresh set has of a family.

        Raises:
            BadInput: if a part of the family fails, or no instance makes twins.
        """

    def faults(
        self, collection: Collection, family: Any, made: Sequence[Any], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults of a family and its tasks.

        Raises:
            SandboxFailure: if programs cannot be judged on this machine.
        """

    def measured_faults(
        self, collection: Collection, made: Sequence[Any], judge: JudgesSamples
    ) -> Iterator[GateFault]:
        """Yield the faults that are found by measuring what the pins say; this may take a minute.

        Raises:
            SandboxFailure: if programs cannot be judged on this machine.
        """

    def changing(
        self, collection: Collection, made: Mapping[str, Sequence[Any]]
    ) -> dict[str, list[GateFault]]:
        """Return the faults of families, by name, whose tasks another process makes differently."""

    def file_faults(self, collection: Collection, family: Any, made: Sequence[Any]) -> Iterator[GateFault]:
        """Yield the faults of a family's built files and reviews."""

    def note(self, collection: Collection, name: str) -> str:
        """Return what a check prints about a built family besides its faults; empty if there is nothing."""

    def set_report(self, collection: Collection) -> tuple[list[str], list[GateFault]]:
        """Return lines about the whole built data set, and its faults.

        Raises:
            BadInput: if a file of pins is not valid.
        """

    def set_files(
        self, made: Sequence[Any], suite: str, dataset: str, folder: Path
    ) -> tuple[dict[Path, bytes], list[Task]]:
        """Return the files that tasks need next to the task file, by path below ``folder``, and the tasks."""

    def write(self, collection: Collection, family: Any, judge: JudgesSamples) -> list[Path]:
        """Build a family's public tasks; return the paths of files that were written or removed.

        Raises:
            BadInput: if a part of the family fails, or no instance makes twins.
            SandboxFailure: if programs cannot be judged on this machine.
        """

    def built_version(self, collection: Collection, name: str) -> int | None:
        """Return the version of a family's built files; None if it has not been built."""

    def write_sheet(self, made: Sequence[Any], out: Path) -> list[Path]:
        """Write a sheet with a family's pictures, and each alone; return their paths."""

    def preview_page(self, groups: Sequence[Sequence[Any]]) -> bytes:
        """Return an HTML page with everything about the tasks of families."""


def form_of(collection: Collection) -> Form:
    """Return the form of a collection's families."""
    match collection.form:
        case "pictures":
            return PictureForm()
        case "charts":
            return ChartForm()
        case "problems":
            return ProblemForm()
