"""The folder of an open data set that is made of families: its built files, and how they are read.

The families are in the workshop, which nothing that reads these files needs.
"""

from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.order import natural_key
from benchmark.core.task import Picture, Task
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Count, Digest, Model, Name, Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.files.tasks import read_tasks

#: The name of the function that every open task of a function asks for.
ENTRY_POINT = "solution"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The package of an open data set, with a folder for each kind of file.

    ``tasks/``, ``pictures/``, ``pins/`` and ``programs/`` are built from families. People write ``reviews/``
    and, in ``families/``, the design page of each family.
    """

    suite: str
    dataset: str
    package: str  #: name for imports, such as ``benchmark.suites.humaneval_v.open``
    form: Literal["pictures", "charts", "problems"] = "pictures"  #: form of the families

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return Path(str(files(self.package)))

    def built_names(self) -> tuple[str, ...]:
        """The names of the families whose tasks were built, sorted."""
        return tuple(sorted(path.stem for path in (self.folder / "pins").glob("*.json")))

    def pages(self) -> tuple[str, ...]:
        """The names of the families that have a design page, sorted."""
        return tuple(sorted(path.stem for path in (self.folder / "families").glob("*.md")))

    def page(self, name: str) -> Path:
        """Return the path of a family's design page."""
        return self.folder / "families" / f"{name}.md"


def stem(family: str) -> str:
    """Return a family's name as it is written in task ids, with ``-`` for ``_``."""
    return family.replace("_", "-")


def read_json_record(model: type[Model], path: Path) -> Model | None:
    """Return the record in a file of at most 1 MiB; None if there is no such file.

    Raises:
        BadInput: if the file is not valid.
    """
    if not path.exists():
        return None
    return validate_record(model, loads(read_bytes(path, MIB), path), path)


class ProgramCount(Record):
    """The different programs of one family."""

    canary: str
    family: Name
    code: Digest = Field(description="SHA-256 over the family's module and the code that counts")
    seeds: Count = Field(
        description="number of seeds that were sampled; fewer if there are 200 programs before"
    )
    programs: Annotated[int, Field(ge=1)] = Field(description="different programs of all mutations")
    mutations: dict[str, int] = Field(description="mutation → its different programs")


def programs_path(collection: Collection, name: str) -> Path:
    """Return the path of a family's count of programs."""
    return collection.folder / "programs" / f"{name}.json"


def read_program_count(collection: Collection, name: str) -> ProgramCount | None:
    """Return the built count of a family; None if it has not been built.

    Raises:
        BadInput: if the file is not valid.
    """
    return read_json_record(ProgramCount, programs_path(collection, name))


def load_tasks(collection: Collection) -> tuple[Task, ...]:
    """Read the built tasks of all families, in the order of the families' names; pictures are not read.

    Raises:
        BadInput: if a task file is not valid.
    """
    found = (collection.folder / "tasks").glob("*.jsonl*")
    paths = sorted(found, key=lambda path: natural_key(path.name.partition(".")[0]))
    return tuple(
        _with_folder(task, collection.folder) for path in paths for task in read_tasks(path, compiled=True)
    )


def _with_folder(task: Task, folder: Path) -> Task:
    parts = tuple(replace(part, folder=folder) if isinstance(part, Picture) else part for part in task.parts)
    return replace(task, parts=parts)
