"""What a suite says of an official data set that is fetched."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.core.task import Task

#: A picture is ``{"bytes": …, "path": …}``, as the hub's library stores one; lists are texts by name.
Kind = Literal["text", "picture", "lists"]
#: A row as it was read: texts, the bytes of pictures, lists of texts by name.
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceColumn:
    """A column that the data set must have, or may."""

    name: str
    kind: Kind
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialTask:
    """A row as a task, with the pictures that it shows by their paths."""

    task: Task
    pictures: Mapping[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialSet:
    """How an official data set becomes tasks."""

    suite: str
    dataset: str
    version: str  #: as the command line names it; empty where there is one only
    columns: Sequence[SourceColumn]
    key: str  #: the column that tells rows apart
    task: Callable[[Row, str], OfficialTask]  #: of a row, and where it stands, for messages
    prompts: Callable[[Mapping[str, str]], Mapping[str, str]]  #: upstream's, from its sources by path

    @property
    def command(self) -> str:
        """What fetches it."""
        version = f" --version {self.version}" if self.version else ""
        return f"sightbench dataset fetch {self.suite}{version}"
