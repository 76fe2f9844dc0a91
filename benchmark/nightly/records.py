"""Records that the steps of a night write into folders, and their way to the branch of results."""

import contextlib
import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.nightly.alarms import Alarm, open_alarms
from benchmark.results.branch_record import read_record
from benchmark.results.git import Git, entries
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import (
    KINDS,
    RECORD_NAME,
    AnyRecord,
    Decision,
    Kind,
    NamedRecord,
    NewRecord,
    NightlyEvent,
    Panel,
    add_nightly,
    check_turns,
    read_records,
    without_repeated,
)

FindAcceptance = Callable[[Alarm], Decision | None]  #: a person's acceptance of the present level, if any

_FIX = "run the step again, so that it writes its folder anew"


def day_of(text: str) -> datetime.date:
    """Return the day that ``--date`` names, today in UTC if it is empty; BadInput if it is not a date."""
    if not text:
        return datetime.datetime.now(datetime.UTC).date()
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        with contextlib.suppress(ValueError):
            return datetime.date.fromisoformat(text)
    raise BadInput("--date", "", f"{quote_value(text)} is not a date", "write it like 2026-01-31")


def check_nightly_folder(folder: Path) -> None:
    """Check that the folder of a checkout exists; before the first night, only the checkout does.

    Raises:
        BadInput: if neither exists, or the folder has another name: then the option is probably wrong, and
            the night would seem to have no panels.
    """
    first = folder.name == NIGHTLY and folder.parent.is_dir() and not folder.exists()
    if not folder.is_dir() and not first:
        raise BadInput(folder, "", "is not a folder", "name the folder nightly of a checkout of the branch")


def records_of(nightly: Path, out: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the records of a kind in the checkout, and in ``out``, where earlier calls wrote them."""
    found = {
        record.id: record for folder in (nightly, out / NIGHTLY) for record in read_records(folder, kind)
    }
    return tuple(sorted(found.values(), key=lambda record: (record.night, record.id)))


def write_records(out: Path, records: Iterable[NamedRecord]) -> None:
    """Write records below ``OUT/nightly``, at their paths on the branch."""
    for record in records:
        write_atomic(record.path(out / NIGHTLY), record.to_bytes())


def read_found(folders: Sequence[Path]) -> tuple[NewRecord, ...]:
    """Read all records in folders.

    Each folder has the folder ``nightly`` of the branch's layout, or one folder per step that has it. A
    missing folder has no records, because a step that found nothing writes none.

    Raises:
        BadInput: if a file does not belong there, such as a panel, a record is damaged, or two decisions are
            about the same series and day.
    """
    found: dict[str, tuple[Path, AnyRecord]] = {}
    for folder in folders:
        if folder.exists() and not folder.is_dir():
            raise BadInput(folder, "", "is not a folder", "name the folder that a step wrote")
        for directory in (folder / NIGHTLY, *sorted(folder.glob(f"*/{NIGHTLY}"))):
            for path in sorted(directory.rglob("*")):
                if path.is_symlink() or not path.is_dir():
                    record = _read_file(path, directory)
                    found.setdefault(record.id, (path, record))
    for error in check_turns(each for each in found.values() if isinstance(each[1], Decision)):
        raise error
    return tuple(NewRecord(record) for _, record in found.values())


def _read_file(path: Path, directory: Path) -> AnyRecord:
    """Read a file of a folder ``nightly`` that a step wrote."""
    kind = KINDS.get(path.relative_to(directory).parts[0])
    if path.is_symlink() or not path.is_file():
        raise BadInput(path, "", "is not a regular file", _FIX)
    if kind is None:
        raise BadInput(path, "", "is in the wrong folder", _FIX)
    if kind is Panel:
        raise BadInput(path, "", "belongs to a nightly run", "remove it: `sightbench ci record` adds it")
    if not RECORD_NAME.fullmatch(path.name):
        raise BadInput(path, "", "is not the file of a record", _FIX)
    return read_record(kind, path, directory)


@dataclass(slots=True)
class NightWriter:
    """Adds records to a checkout of the branch; the argument ``write`` of ``results.branch.publish``."""

    found: Sequence[NewRecord]
    accepted: FindAcceptance = lambda _alarm: None
    report: Callable[[str], None] = lambda _line: None  #: called with a line per record that is not added
    decided: list[Decision] = field(default_factory=list)  #: new baselines of the last attempt

    #: The paths of the branch that are checked out.
    needed = (f"{NIGHTLY}/{Decision.folder}", f"{NIGHTLY}/{NightlyEvent.folder}")

    def __call__(self, checkout: Path) -> str | None:
        """Add the records to a checkout, and return the message of the commit; None if there is nothing new.

        Raises:
            BadInput: if an existing file is not valid, or a record names another one that does not exist.
        """
        directory = checkout / NIGHTLY
        new = without_repeated(self.found, directory, self.report)
        known = {*record_paths(checkout), *(entry.record.id for entry in new)}
        for entry in new:
            for named in entry.record.references():
                if named.id not in known:
                    problem = f"there is no file with the id {named.id} below {NIGHTLY}/{named.folder}"
                    fix = "publish the records that it names first"
                    raise BadInput(entry.record.path(Path(NIGHTLY)), named.field, problem, fix)
        decisions = (entry.record for entry in new if isinstance(entry.record, Decision))
        all_decisions = {each.id: each for each in (*read_records(directory, Decision), *decisions)}
        answers = map(self.accepted, open_alarms(all_decisions.values()))
        self.decided = [decision for decision in answers if decision is not None]
        return add_nightly([*new, *map(NewRecord, self.decided)], checkout, self.report)


def record_paths(checkout: Path) -> Mapping[str, str]:
    """Return the path of each record of nights in the commit of a checkout, by id."""
    paths = [Path(entry.path) for entry in entries(Git(checkout), "HEAD", NIGHTLY)]
    return {path.name.split(".")[1]: path.as_posix() for path in paths if RECORD_NAME.fullmatch(path.name)}
