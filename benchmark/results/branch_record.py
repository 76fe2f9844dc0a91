"""Records on the branch of results: one file each, whose name follows from its content.

No file is ever changed. A file that is not valid is an error (BadInput) for all who read it, and never
counts as absent.
"""

import datetime
from pathlib import Path
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import AfterValidator, Field

from benchmark.core.digest import canonical_json, digest_canonical
from benchmark.core.errors import BadInput
from benchmark.files import strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.files.wording import refusal
from benchmark.results.layout import RECORD_LIMIT

NO_ID = "0" * 64  #: id of a record before :meth:`BranchRecord.with_its_id`
RESTORE = "restore the file: files of this branch must not be edited"


def _check_date(value: str) -> str:
    try:
        datetime.datetime.fromisoformat(value)
    except ValueError:
        raise refusal("is not an existing date", "use a date of the calendar") from None
    return value


Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256, lower-case hexadecimal")]
Moment = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="UTC"),
    AfterValidator(_check_date),
]
#: The UTC date on which a night's plan was made, even if its jobs end on the next day.
Night = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\d$", description="UTC date on which the night's plan was made"),
    AfterValidator(_check_date),
]


def moment_of(when: datetime.datetime) -> str:
    """Return a time in UTC as a :data:`Moment`."""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def present_moment() -> str:
    """Return the present time as a :data:`Moment`."""
    return moment_of(datetime.datetime.now(datetime.UTC))


class BranchRecord(Record):
    """Base class of the records on the branch of results."""

    noun: ClassVar[str]  #: what messages call this kind of record
    limit: ClassVar[int] = RECORD_LIMIT  #: maximum bytes of a file
    canonical: ClassVar[bool] = False  #: whether files are RFC 8785 JSON; otherwise they are indented

    @property
    def place(self) -> str:
        """The file's path in the folder of the record's kind."""
        raise NotImplementedError

    def content(self) -> object:
        """Return the RFC 8785 JSON whose SHA-256 is the id; None for a kind without ids.

        The JSON holds only the field ``result`` if there is one, so that judging again elsewhere gives the
        same id; otherwise it holds all fields but the id.
        """
        if "id" not in type(self).model_fields:
            return None
        result = getattr(self, "result", None)
        if isinstance(result, Record):
            return result.model_dump(mode="json")
        return self.model_dump(mode="json", by_alias=True, exclude={"id"})

    def path(self, directory: Path) -> Path:
        """Return the path of the file below ``directory``, the folder of the record's kind."""
        return directory / self.place

    def check_path(self, path: Path, directory: Path | None = None) -> None:
        """Check that the file is at its path in ``directory``; without ``directory``, check only its name."""
        right = path.with_name(self.path(path).name) if directory is None else self.path(directory)
        if path != right:
            fix = f"restore the file, or move it to {right}"
            raise BadInput(path, "", "the file's path does not match its content", fix)

    @classmethod
    def new(cls, **fields: object) -> Self:
        """Return a record of these fields, with the id that follows from the content."""
        return cls.model_validate({"id": NO_ID, **fields}).with_its_id()

    def with_its_id(self) -> Self:
        """Return a copy with the id that follows from the content."""
        return self.model_copy(update={"id": digest_canonical(self.content())})

    def to_bytes(self) -> bytes:
        """Return the bytes of the file."""
        if self.canonical:
            return canonical_json(self.model_dump(mode="json", by_alias=True)) + b"\n"
        return self.model_dump_json(by_alias=True, indent=1).encode() + b"\n"


Kind = TypeVar("Kind", bound=BranchRecord)


def parse_record(kind: type[Kind], data: bytes, path: Path) -> Kind:
    """Parse and check the bytes of a file; ``path`` is only for messages.

    Raises:
        BadInput: if the bytes do not match schema, id or form; the error names file, field and problem.
    """
    document = strict_json.loads(data, path)
    fields = {field.alias or name for name, field in kind.model_fields.items()}
    # One sentence for a file of another kind, instead of an error per missing field.
    if isinstance(document, dict) and not fields & document.keys():
        raise BadInput(path, "", f"is not a {kind.noun}: it has none of its fields", f"name a {kind.noun}")
    record = validate_record(kind, document, path)
    try:
        given, right = getattr(record, "id", ""), digest_canonical(record.content())
    except ValueError:  # for an integer beyond 2**53, or half of a surrogate pair
        raise BadInput(path, "", "has a value that no digest can be computed of", RESTORE) from None
    if given and given != right:
        problem = f"{given} is not the digest of the {kind.noun}'s content, {right}"
        raise BadInput(path, "id", problem, RESTORE)
    # Other white space gives the same id, so the bytes are compared too.
    if given and kind.canonical and data != record.to_bytes():
        raise BadInput(path, "", "is not written as RFC 8785 JSON and a line end", RESTORE)
    return record


def read_record(kind: type[Kind], path: Path, directory: Path | None = None) -> Kind:
    """Read a file, and check its content and path; errors of ``parse_record`` and ``check_path``."""
    record = parse_record(kind, read_bytes(path, kind.limit), path)
    record.check_path(path, directory)
    return record


def add_record(directory: Path, record: BranchRecord) -> Path:
    """Write a file and return its path; if it exists already, check that it is valid, and change nothing."""
    path = record.path(directory)
    if path.exists():
        read_record(type(record), path, directory)
    else:
        write_atomic(path, record.to_bytes())
    return path
