"""What the steps of a night share: their day, and the records that they read and write."""

import datetime
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.files import read_records
from benchmark.results.nightly.named import NamedRecord, record_bytes, record_path

Kind = TypeVar("Kind", bound=NamedRecord)


def day_of(text: str) -> datetime.date:
    """Return the day that ``--date`` names; today in UTC if it is empty.

    Raises:
        BadInput: if the text is not a date.
    """
    if not text:
        return datetime.datetime.now(datetime.UTC).date()
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise BadInput("--date", "", f"{quote_value(text)} is not a date", "write it like 2026-01-31")
    return day


def present_moment() -> str:
    """Return the present time as records have it."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def records_of(nightly: Path, out: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the records of a kind in the checkout, and those that an earlier call wrote to ``out``.

    Raises:
        BadInput: if a file is not valid.
    """
    found = {record.id: record for record in read_records(nightly, kind)}
    found |= {record.id: record for record in read_records(out / NIGHTLY, kind)}
    return tuple(sorted(found.values(), key=lambda record: (record.night, record.id)))


def write_records(out: Path, records: Iterable[NamedRecord]) -> None:
    """Write records below ``OUT/nightly``, as the branch has them."""
    for record in records:
        write_atomic(record_path(out / NIGHTLY, record), record_bytes(record))


def check_nightly_folder(folder: Path) -> None:
    """Check that the folder of a checkout exists; before the first night, only the checkout does.

    Raises:
        BadInput: if neither exists, or the folder has another name: then the option is probably wrong, and
            "no panels" would follow from it.
    """
    first = folder.name == NIGHTLY and folder.parent.is_dir() and not folder.exists()
    if not folder.is_dir() and not first:
        raise BadInput(folder, "", "is not a folder", "name the folder nightly of a checkout of the branch")
