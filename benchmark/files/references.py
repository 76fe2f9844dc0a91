"""References to files that others publish: an https address that never changes, and the file's SHA-256.

The registered kinds of address are those whose content cannot change unnoticed: a file at a commit, or a
file of a release. The digest is checked in any case. Where nobody could compute it yet, a file at a commit on
GitHub may go without: the first evaluation records it in the row, and later ones must find the same.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field, model_validator

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.edge import Name, Record
from benchmark.files.wording import refusal

#: Name of a format of referenced answers; each has an importer in ``benchmark/suites/importers.py``.
AnswerFormat = Literal["code-vision-outputs", "sightbench"]
FORMATS: tuple[AnswerFormat, ...] = get_args(AnswerFormat)
FILES_LIMIT = 16  #: maximum files of one reference

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?"
_FILE = r"[A-Za-z0-9_@+=-][A-Za-z0-9._@+=-]{0,199}"
_COMMIT = "[0-9a-f]{40}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressKind:
    """A registered kind of address that never changes."""

    example: str  #: as messages show it
    pattern: re.Pattern[str]  #: matches the whole address
    #: Hosts that the address may redirect to, because they store its files; a name that begins with a dot
    #: stands for every host below it.
    stores: tuple[str, ...] = ()
    #: Whether the commit in the address decides the bytes. GitHub refuses branches and tags that are named
    #: like a commit; the hub may not, and the file of a release can be replaced.
    is_content: bool = False


#: The registered kinds of address.
ADDRESSES: tuple[AddressKind, ...] = (
    AddressKind(
        example="https://raw.githubusercontent.com/OWNER/REPO/COMMIT/PATH",
        pattern=re.compile(rf"https://raw\.githubusercontent\.com/{_NAME}/{_NAME}/{_COMMIT}(?:/{_FILE})+"),
        is_content=True,
    ),
    AddressKind(
        example="https://github.com/OWNER/REPO/releases/download/TAG/FILE",
        pattern=re.compile(rf"https://github\.com/{_NAME}/{_NAME}/releases/download/{_FILE}/{_FILE}"),
        stores=("release-assets.githubusercontent.com", "objects.githubusercontent.com"),
    ),
    AddressKind(
        example="https://huggingface.co/[datasets/]OWNER/REPO/resolve/COMMIT/PATH",
        pattern=re.compile(
            rf"https://huggingface\.co/(?:datasets/)?{_NAME}/{_NAME}/resolve/{_COMMIT}(?:/{_FILE})+"
        ),
        stores=("huggingface.co", ".huggingface.co", ".hf.co"),
    ),
)


_NOT_REGISTERED = "must be the address of a file at a commit or of a release, which never changes"
_REGISTERED = (
    f"use {', '.join(kind.example for kind in ADDRESSES)}; COMMIT has 40 digits and letters a to f, and is no"
    " branch or tag"
)


def address_kind(url: str) -> AddressKind | None:
    """Return the kind of an address; None if it is not a registered kind."""
    return next((kind for kind in ADDRESSES if kind.pattern.fullmatch(url)), None)


def check_address(url: str, place: str) -> str:
    """Return an address of a registered kind; BadInput for another, which names ``place``."""
    if address_kind(url) is None:
        raise BadInput(place, "", f"{quote_value(url)} {_NOT_REGISTERED}", _REGISTERED)
    return url


def _check_address(value: str) -> str:
    if address_kind(value) is None:
        raise refusal(_NOT_REGISTERED, _REGISTERED)
    return value


class ReferencedFile(Record):
    """A file that others publish."""

    url: Annotated[
        str,
        Field(
            max_length=500,
            description="https address of a file at a commit, or of a file of a release",
            json_schema_extra={"anyOf": [{"pattern": f"^{kind.pattern.pattern}$"} for kind in ADDRESSES]},
        ),
        AfterValidator(_check_address),
    ]
    sha256: Annotated[
        str,
        Field(
            pattern="^([0-9a-f]{64})?$",
            exclude_if=lambda digest: not digest,
            description="SHA-256 of the file as it is served. A file at a commit on GitHub may go without:"
            " the first evaluation records it in the row, and other bytes are refused from then on",
        ),
    ] = ""

    @model_validator(mode="after")
    def _digest_or_commit(self) -> "ReferencedFile":
        kind = address_kind(self.url)
        if not self.sha256 and (kind is None or not kind.is_content):
            fix = "`sightbench submit reference` prints it; only a file at a commit on GitHub may go without"
            raise refusal("sha256: this field is required", fix, show=False)
        return self


class ReferencedAnswers(Record):
    """Answers that others publish, and the format of their files."""

    format: AnswerFormat = Field(description="the registered importer that reads the files")
    files: Annotated[list[ReferencedFile], Field(min_length=1, max_length=FILES_LIMIT)]
    doubled: list[Name] = Field(
        default_factory=list,
        exclude_if=lambda tasks: not tasks,
        description="only in rows: tasks that a file answers on several lines, of which the first counts",
    )

    @model_validator(mode="after")
    def _each_once(self) -> "ReferencedAnswers":
        for name in ("url", "sha256"):
            values = [value for file in self.files if (value := getattr(file, name))]
            if len(set(values)) < len(values):
                raise refusal(f"files: two have the same {name}", "name each file once", show=False)
        return self

    @property
    def is_pinned(self) -> bool:
        """Whether the digest of every file is known."""
        return all(file.sha256 for file in self.files)
