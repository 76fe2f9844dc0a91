"""How a suite describes its official data: where they come from, their columns, and how rows become tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.datasets.store import FetchedSet

#: The lock file of this package.
LOCK = Path(__file__).parent / "datasets.lock"
#: Kind of a column. In tables: text, picture (``{"bytes": …, "path": …}``), or lists (lists of texts by
#: name). In records: text, pictures (a list of pictures), or json (any value of JSON, or the text of one).
Kind = Literal["text", "picture", "lists", "pictures", "json"]
#: A row's values by column: texts, the bytes of pictures, lists of texts by name, tuples of
#: ``benchmark.datasets.pictures.PngPicture``, or values of JSON.
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
    repairs: Sequence[str] = ()  #: what was repaired in the row, one sentence each


class RefusedRowError(ValueError):
    """A row cannot become a task; the message says why. The import leaves it out, and reports it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialPart:
    """A part of a data set that is stored as a data set of its own, with its own entry in the lock."""

    dataset: str
    belongs: Callable[[Row], bool]  #: whether a row is in this part


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
    parts: Sequence[OfficialPart] = ()

    @property
    def command(self) -> str:
        """The command that fetches this data set."""
        version = f" --version {self.version}" if self.version else ""
        return f"sightbench dataset fetch {self.suite}{version}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSet(OfficialSet):
    """An official data set of JSON records.

    ``task`` may raise :class:`RefusedRowError`; then the row counts, but has no task.
    """

    published: str = ""  #: what the authors say of the number of pictures, for the report


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRequest:
    """The options of ``sightbench dataset fetch``."""

    suite: str
    source: Path | None = None  #: a folder or file with the data; None for the network
    again: bool = False  #: whether to fetch data that are already here
    version: str | None = None  #: None for the latest
    record: bool = False  #: whether to fill empty fields of the lock
    revision: str = ""  #: commit to record if the lock has none
    lock: Path = LOCK
    check_counts: bool = False  #: whether to refuse other numbers than the paper's


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPictures:
    """Pictures that are fetched apart from their tasks."""

    fetch: Callable[[], None]  #: stores them on this machine, unless they are here
    are_here: Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialSource:
    """Where the official data of a suite come from: the attribute ``SOURCE`` of its module ``official``.

    ``fetch`` stores the data on this machine, calls its second argument with a line of text per step, and
    returns the data sets with test scripts, which have to be tried. It raises ``BadInput`` if the data are
    not the right ones, and ``OurFailure`` if a server cannot be reached.
    """

    fetch: Callable[[FetchRequest, Callable[[str], None]], Mapping[str, FetchedSet]]
    options: frozenset[str] = frozenset()  #: fields of the request that it takes, besides source and again
    reason: str = ""  #: why it takes no other ones, such as ``, whose files are pinned``
    #: Data set → function that fetches it from pinned addresses, unless it is here. CI calls it by itself.
    by_address: Mapping[str, Callable[[], FetchedSet]] = field(default_factory=dict)
    #: Data set and setting → the pictures which a model is shown, if the tasks come without them.
    pictures: Mapping[tuple[str, str], FetchedPictures] = field(default_factory=dict)
    #: Version → module with a record ``SOURCE`` of figures, which are drawn and checked in the sandbox.
    figures: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, OfficialSet] = field(
        default_factory=dict
    )  #: pinned in the lock; the first is latest
