"""What all files of nightly runs have in common: a night, an id made from the content, and a path."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple, Self

from pydantic import AfterValidator, Field

from benchmark.core.digest import canonical_json, digest_canonical
from benchmark.files.edge import Record
from benchmark.files.wording import refusal
from benchmark.results.row import Digest
from benchmark.results.status import Moment


def _check_date(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise refusal("is not an existing date", "write it as 2026-01-31") from None
    return value


#: The UTC date on which a night's plan was made, even if its jobs end on the next day.
Night = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\d$", description="UTC date on which the night's plan was made"),
    AfterValidator(_check_date),
]


class Contradiction(NamedTuple):
    """Two fields of a record that cannot both be true."""

    field: str
    problem: str
    fix: str


class Reference(NamedTuple):
    """A record that another one names by its id."""

    field: str
    folder: str  #: folder of the named record's kind
    id: str


class NamedRecord(Record):
    """A record whose id follows from its content, and whose path follows from its id."""

    folder: ClassVar[str]  #: folder of the kind, below ``nightly``
    noun: ClassVar[str]  #: the kind in messages

    id: Digest

    @property
    def night(self) -> str:
        """The UTC date in the file's name."""
        raise NotImplementedError

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders between that of the kind and the file."""
        return ()

    def content(self) -> object:
        """Return the part of the record from which its id is computed."""
        return self.model_dump(mode="json", by_alias=True, exclude={"id"})

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the fields that contradict one another; the schema is already checked."""
        yield from ()

    def references(self) -> Iterator[Reference]:
        """Yield the other records that this one names; they must be on the branch, too."""
        yield from ()

    def with_its_id(self) -> Self:
        """Return a copy with the id that follows from the content.

        Raises:
            ValueError: if its fields contradict one another.
        """
        for wrong in self.contradictions():
            raise ValueError(f"{wrong.field}: {wrong.problem}")
        return self.model_copy(update={"id": content_id(self)})


class DatedRecord(NamedRecord):
    """A record that was made on one day."""

    date: Night
    when: Moment = Field(description="when it was made")

    @property
    def night(self) -> str:
        """The day."""
        return self.date


NO_ID = "0" * 64  #: id of a record before :meth:`NamedRecord.with_its_id`


def content_id(record: NamedRecord) -> str:
    """Return the SHA-256 of the record's content as RFC 8785 JSON."""
    return digest_canonical(record.content())


def record_bytes(record: NamedRecord) -> bytes:
    """Return the bytes of a record's file: RFC 8785 JSON and a line end."""
    return canonical_json(record.model_dump(mode="json", by_alias=True)) + b"\n"


def record_path(directory: Path, record: NamedRecord) -> Path:
    """Return the path of a record in the folder ``nightly``: ``<kind>/<folders>/<night>.<id>.json``."""
    name = f"{record.night}.{record.id}.json"
    return directory.joinpath(record.folder, *record.folders, name)
