"""Whether the files of the branch are what they should be: places, schemas, ids, digests."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.slug import is_slug
from benchmark.files import strict_json
from benchmark.files.bounded import JSON_LIMIT
from benchmark.files.edge import validate_record
from benchmark.results import layout, retraction
from benchmark.results.history import HistoryFinding
from benchmark.results.ledger import check_place, parse_row
from benchmark.results.objects import FILE, TreeEntry
from benchmark.results.retraction import parse_retraction
from benchmark.results.row import Row, RowFile
from benchmark.results.status import RunStatus, status_path

_ID = r"[0-9a-f]{64}"
_ROW = re.compile(rf"({_ID})\.json")
_BESIDE = re.compile(rf"({_ID})(?:\.[a-z0-9]+)+")
_NOTE_LIMIT = 1 << 20  #: bytes of a status, or of what nightly runs keep
_ROW_DEPTH, _RETRACTION_DEPTH, _STATUS_DEPTH = 5, 3, 3  # parts of a path

#: The contents of files, in the order of the entries asked for.
Read = Callable[[Sequence[TreeEntry]], Iterator[bytes]]


@dataclass(slots=True)
class _Seen:
    """What has been found so far."""

    findings: list[HistoryFinding] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)  #: by path
    retractions: dict[str, str] = field(default_factory=dict)  #: path of the row by path

    def refuse(self, path: str, problem: str) -> None:
        self.findings.append(HistoryFinding(path, problem))


def check_files(entries: Iterable[TreeEntry], read: Read) -> tuple[list[HistoryFinding], int]:
    """Everything wrong with the files of the branch, in order of path, and the number of rows.

    Args:
        entries: all files, from its top.
        read: gives their contents.
    """
    seen = _Seen()
    by_kind: dict[str, list[TreeEntry]] = {"row": [], "beside": [], "retraction": [], "note": []}
    for entry in entries:
        kind = _kind(entry)
        if kind in by_kind:
            by_kind[kind].append(entry)
        elif kind:
            seen.refuse(entry.path, kind)
    _read_each(seen, by_kind["row"], read, _check_row)
    _read_each(seen, by_kind["retraction"], read, _check_retraction)
    _read_each(seen, by_kind["note"], read, _check_note)
    _check_withdrawn(seen)
    _check_beside(seen, by_kind["beside"], read)
    return sorted(seen.findings, key=lambda one: one.place), len(seen.rows)


def _kind(entry: TreeEntry) -> str:
    """Row, beside, retraction or note; nothing for the README; else what is wrong with it."""
    parts = PurePosixPath(entry.path).parts
    if entry.mode != FILE:
        return f"is no plain file (mode {entry.mode})"
    if parts == (layout.README,):
        return ""
    limit, kind = JSON_LIMIT, "is nothing that belongs on this branch"
    if parts[:2] == (layout.ROWS, retraction.FOLDER):
        if len(parts) == _RETRACTION_DEPTH and _ROW.fullmatch(parts[-1]):
            limit, kind = retraction.RETRACTION_LIMIT, "retraction"
    elif parts[0] == layout.ROWS and len(parts) == _ROW_DEPTH and all(map(is_slug, parts[1:4])):
        kind = "row" if _ROW.fullmatch(parts[-1]) else "beside" if _BESIDE.fullmatch(parts[-1]) else kind
    elif (
        parts[0] in (layout.STATUS, layout.NIGHTLY)
        and parts[-1].endswith(".json")
        and (parts[0] != layout.STATUS or (len(parts) == _STATUS_DEPTH and is_slug(parts[1])))
    ):
        limit, kind = _NOTE_LIMIT, "note"
    return kind if entry.size <= limit else f"has {entry.size:,} bytes, more than {limit:,}"


def _read_each(
    seen: _Seen, entries: Sequence[TreeEntry], read: Read, check: Callable[[_Seen, str, bytes], None]
) -> None:
    for entry, data in zip(entries, read(entries), strict=True):
        try:
            check(seen, entry.path, data)
        except ManyBadInputs as error:
            seen.findings += [HistoryFinding(entry.path, _said(one)) for one in error.problems]
        except BadInput as error:
            seen.refuse(entry.path, _said(error))


def _said(error: BadInput) -> str:
    return ": ".join(filter(None, (error.place, error.problem)))


def _check_row(seen: _Seen, path: str, data: bytes) -> None:
    row = parse_row(data, Path(path))
    check_place(Path(layout.ROWS), Path(path), row)
    seen.rows[path] = row


def _check_retraction(seen: _Seen, path: str, data: bytes) -> None:
    one = parse_retraction(data, Path(path))
    seen.retractions[path] = f"{layout.ROWS}/{one.suite}/{one.dataset}/{one.slug}/{one.row}.json"


def _check_note(seen: _Seen, path: str, data: bytes) -> None:
    value = strict_json.loads(data, Path(path))
    if path.startswith(f"{layout.STATUS}/"):
        if status_path(Path(layout.STATUS), validate_record(RunStatus, value, path)) != Path(path):
            seen.refuse(path, "its name is not that of what it holds")
    elif not isinstance(value, dict) or not str(value.get("schema", "")).startswith("sightbench/"):
        seen.refuse(path, "schema: is none of ours")


def _check_withdrawn(seen: _Seen) -> None:
    for path, row in seen.retractions.items():
        if row not in seen.rows:
            seen.refuse(path, f"row: withdraws a row that is not there: {row}")


def _check_beside(seen: _Seen, entries: Sequence[TreeEntry], read: Read) -> None:
    described = _described(seen.rows)
    sound = []
    for entry in entries:
        if entry.path not in described:
            seen.refuse(entry.path, "belongs to no row that is here")
        elif entry.size != described[entry.path].bytes:
            wanted = described[entry.path].bytes
            seen.refuse(entry.path, f"has {entry.size:,} bytes, its row says {wanted:,}")
        else:
            sound.append(entry)
    for entry, data in zip(sound, read(sound), strict=True):
        if sha256_hex(data) != described[entry.path].sha256:
            seen.refuse(entry.path, "has another SHA-256 than its row says")
    there = {entry.path for entry in entries}
    for path, file in described.items():
        if path not in there and file.bytes <= layout.BESIDE_LIMIT:
            seen.refuse(path, "is not there, and its row names it")


def _described(rows: Mapping[str, Row]) -> dict[str, RowFile]:
    """What rows say of the files beside them, by path."""
    return {
        f"{path.rpartition('/')[0]}/{file.name}": file
        for path, row in rows.items()
        for _, file in row.run.files
    }
