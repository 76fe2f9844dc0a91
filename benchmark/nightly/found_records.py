"""Read and check the records that the steps of a night wrote into folders, before anything is pushed."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files.bounded import read_bytes
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.files import (
    KINDS,
    NIGHTLY_LIMIT,
    RECORD_NAME,
    AnyRecord,
    NewRecord,
    has_nightly_place,
    parse_record,
)
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel

_FIX = "let the step write its folder again"


def read_found(folders: Sequence[Path]) -> tuple[NewRecord, ...]:
    """Read all records in folders.

    Each folder has the folder ``nightly`` of the branch's layout, or one folder per step that has it. One
    that does not exist has no records: a step that found nothing leaves none.

    Raises:
        BadInput: if a file does not belong there, such as a panel, a record is damaged, or two records
            contradict one another.
    """
    found: dict[tuple[str, str], tuple[Path, NewRecord]] = {}
    for directory in _nightly_folders(folders):
        for path, new in _read_folder(directory):
            found.setdefault((new.record.folder, new.record.id), (path, new))
    records = [new for _, new in found.values()]
    _check_decisions((path, new.record) for path, new in found.values())
    order = list(KINDS)
    return tuple(
        sorted(records, key=lambda new: (order.index(new.record.folder), new.record.night, new.record.id))
    )


def decision_turn(decision: Decision) -> tuple[object, ...]:
    """Return what only one decision may have: its series, its day, and whether it ends the baseline."""
    names = () if decision.level == "model" else decision.names
    return decision.level, decision.slug, names, decision.date, decision.outcome == "new-baseline"


def _nightly_folders(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        if folder.exists() and not folder.is_dir():
            raise BadInput(folder, "", "is not a folder", "name the folder that a step wrote")
        here = [folder / NIGHTLY, *(sorted(folder.glob(f"*/{NIGHTLY}")) if folder.is_dir() else ())]
        yield from (path for path in here if path.is_dir())


def _read_folder(directory: Path) -> Iterator[tuple[Path, NewRecord]]:
    """Yield the records below a folder ``nightly`` with their paths."""
    for path in sorted(directory.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            continue
        parts = (NIGHTLY, *path.relative_to(directory).parts)
        if path.is_symlink() or not path.is_file() or not has_nightly_place(parts):
            raise BadInput(path, "", "does not belong into the folder of a night", _FIX)
        kind, _ = KINDS[parts[1]]
        if kind is Panel:
            raise BadInput(path, "", "belongs to a panel", "leave it out; `sightbench ci record` adds panels")
        if not RECORD_NAME.fullmatch(path.name):
            raise BadInput(path, "", "is not the file of a record", _FIX)
        yield path, NewRecord(parse_record(kind, read_bytes(path, NIGHTLY_LIMIT), path, directory))


def _check_decisions(records: Iterable[tuple[Path, AnyRecord]]) -> None:
    first: dict[tuple[object, ...], Path] = {}
    for path, record in records:
        if isinstance(record, Decision):
            before = first.setdefault(decision_turn(record), path)
            if before != path:
                problem = f"{before.name} is another decision of this day about the same series"
                raise BadInput(path, "date", problem, "keep one of them")


def record_file(record: AnyRecord) -> str:
    """Return the path of a record on the branch."""
    return record_path(Path(NIGHTLY), record).as_posix()
