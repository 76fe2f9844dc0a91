"""The title and the authors of this benchmark, read from ``CITATION.cff`` at the top of the checkout."""

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field

from benchmark.core.errors import BadInput
from benchmark.files.edge import Record, validate_record
from benchmark.files.shipped import SHIPPED
from benchmark.files.strict_yaml import read_yaml

FILE_NAME = "CITATION.cff"
_SIZE_LIMIT = 64 * 1024

_Text = Annotated[str, Field(min_length=1, max_length=500)]


class CitedAuthor(Record):
    """An author: an organisation or group with a name, or a person with a family name."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    name: str = Field(default="", max_length=500)
    family_names: str = Field(default="", alias="family-names", max_length=200)
    given_names: str = Field(default="", alias="given-names", max_length=200)


class CitationFile(Record):
    """The fields of a Citation File Format file that citations need; others are ignored."""

    model_config = ConfigDict(extra="ignore")

    title: _Text
    authors: Annotated[list[CitedAuthor], Field(min_length=1)]


@cache
def citation_file(path: Path | None = None) -> CitationFile:
    """Return the title and the authors.

    Args:
        path: the file; by default the one at the top of this package's checkout, or its copy in a wheel.

    Raises:
        BadInput: if the file does not exist, or has no title or authors.
    """
    found = path or SHIPPED / FILE_NAME
    if not found.is_file():
        fix = "add the file with `title` and `authors`, see citation-file-format.github.io"
        raise BadInput(found, "", "not found", fix)
    return validate_record(CitationFile, read_yaml(found, _SIZE_LIMIT).value, found)
