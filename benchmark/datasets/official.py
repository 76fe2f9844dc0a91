"""How a suite describes an official data set: its columns, and how rows become tasks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.core.task import Task

#: Kind of a column: text, picture (``{"bytes": …, "path": …}``), or lists (lists of texts by name).
Kind = Literal["text", "picture", "lists"]
#: A row's values by column: texts, the bytes of pictures, or lists of texts by name.
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceColumn:
    """A required or optional column of a data set."""

    name: str
    kind: Kind
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialTask:
    """A task made from a row, with the bytes of its pictures by path."""

    task: Task
    pictures: Mapping[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialSet:
    """An official data set, and the functions that turn its rows into tasks."""

    suite: str
    dataset: str
    version: str  #: value of the option ``--version``; empty if there is only one version
    columns: Sequence[SourceColumn]
    key: str  #: the column with a unique value per row
    task: Callable[[Row, str], OfficialTask]  #: makes a task of a row; the text names its file in messages
    prompts: Callable[[Mapping[str, str]], Mapping[str, str]]  #: returns upstream's prompts from its sources

    @property
    def command(self) -> str:
        """The command that fetches this data set."""
        version = f" --version {self.version}" if self.version else ""
        return f"sightbench dataset fetch {self.suite}{version}"
