"""Checks the files on the branch of results: paths, schemas, ids and digests."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.slug import is_slug
from benchmark.files import strict_json
from benchmark.files.bounded import JSON_LIMIT
from benchmark.files.edge import validate_record
from benchmark.results import layout, retraction, rubric_soundness
from benchmark.results.attestation import AttestationChecker
from benchmark.results.history import HistoryFinding
from benchmark.results.ledger import check_place, parse_row
from benchmark.results.money import MONEY_LIMIT, SETTLED, parse_money
from benchmark.results.nightly.checking import check_nightly
from benchmark.results.objects import FILE, ReadFiles, TreeEntry
from benchmark.results.owners import OWNERS_LIMIT, is_owners_file, parse_owners
from benchmark.results.retraction import parse_retraction
from benchmark.results.row import Row, RowFile
from benchmark.results.status import RunStatus, status_path

_ID = r"[0-9a-f]{64}"
_ROW = re.compile(rf"({_ID})\.json")
_BUNDLE = re.compile(rf"({_ID}){re.escape(layout.BUNDLE_ENDING)}")
_ROW_FILE = re.compile(rf"({_ID})(?:\.[a-z0-9]+)+")
_STATUS_LIMIT = 1 << 20  #: maximum bytes of a status
_MONEY = re.compile(rf"{_ID}(?:\.settled)?\.json")
_ROW_DEPTH, _RETRACTION_DEPTH, _STATUS_DEPTH, _OWNERS_DEPTH = 5, 3, 3, 2  # number of parts of a path
_MONEY_DEPTH = 3


class CheckedFiles(NamedTuple):
    """The result of checking the files of the branch."""

    findings: list[HistoryFinding]  #: sorted by path
    rows: int
    attested: int  #: rows with a valid bundle
    panels: int  #: panels of nightly runs
    attested_panels: int  #: panels with a valid bundle


@dataclass(slots=True)
class _Progress:
    """The findings, rows and retractions so far."""

    checker: AttestationChecker
    findings: list[HistoryFinding] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)  #: rows by path
    digests: dict[str, str] = field(default_factory=dict)  #: SHA-256 of rows by path
    retractions: dict[str, str] = field(default_factory=dict)  #: path of the withdrawn row by path
    attested: int = 0  #: rows with a valid bundle

    def refuse(self, path: str, problem: str) -> None:
        self.findings.append(HistoryFinding(path, problem))


def check_files(entries: Iterable[TreeEntry], read: ReadFiles, checker: AttestationChecker) -> CheckedFiles:
    """Return all findings in the files of the branch, and how many rows it has.

    Args:
        entries: all files of the branch.
        read: reads the contents of files.
        checker: checks the bundles of rows. Neither a row without a bundle nor a bundle that cannot be
            checked on this machine is a finding.
    """
    seen = _Progress(checker)
    kinds = ("row", "row file", "rubric", "bundle", "retraction", "owners", "status", "nightly", "money")
    by_kind: dict[str, list[TreeEntry]] = {kind: [] for kind in kinds}
    for entry in entries:
        kind = _kind(entry)
        if kind in by_kind:
            by_kind[kind].append(entry)
        elif kind:
            seen.refuse(entry.path, kind)
    _read_each(seen, by_kind["row"], read, _check_row)
    _read_each(seen, by_kind["retraction"], read, _check_retraction)
    _read_each(seen, by_kind["owners"], read, _check_owners)
    _read_each(seen, by_kind["status"], read, _check_status)
    _read_each(seen, by_kind["money"], read, _check_money)
    _check_settlements(seen, by_kind["money"])
    _check_withdrawn_rows(seen)
    _read_each(seen, by_kind["bundle"], read, _check_bundle)
    _check_row_files(seen, by_kind["row file"], read)
    seen.findings += rubric_soundness.check_rubrics(by_kind["rubric"], read, seen.rows)
    nightly = check_nightly(by_kind["nightly"], read, checker)
    findings = sorted((*seen.findings, *nightly.findings), key=lambda finding: finding.place)
    return CheckedFiles(findings, len(seen.rows), seen.attested, nightly.panels, nightly.attested)


def _kind(entry: TreeEntry) -> str:
    """Return the kind of a file, such as ``row``; "" for the README; else the problem."""
    parts = PurePosixPath(entry.path).parts
    if parts[0] == layout.NIGHTLY:
        return "nightly"
    if entry.mode != FILE:
        return f"is not a plain file (mode {entry.mode})"
    if parts == (layout.README,):
        return ""
    limit, kind = JSON_LIMIT, "does not belong on this branch"
    if parts[:2] == (layout.ROWS, retraction.FOLDER):
        if len(parts) == _RETRACTION_DEPTH and _ROW.fullmatch(parts[-1]):
            limit, kind = retraction.RETRACTION_LIMIT, "retraction"
    elif parts[0] == layout.ROWS and len(parts) == _ROW_DEPTH and all(map(is_slug, parts[1:4])):
        kind = "row" if _ROW.fullmatch(parts[-1]) else "row file" if _ROW_FILE.fullmatch(parts[-1]) else kind
        if rubric_soundness.is_rubric_file(parts[-1]):
            kind = "rubric"
        if _BUNDLE.fullmatch(parts[-1]):
            limit, kind = layout.BUNDLE_LIMIT, "bundle"
    elif parts[0] == layout.OWNERS and len(parts) == _OWNERS_DEPTH and is_owners_file(parts[1]):
        limit, kind = OWNERS_LIMIT, "owners"
    elif parts[0] == layout.MONEY and len(parts) == _MONEY_DEPTH and _MONEY.fullmatch(parts[-1]):
        limit, kind = MONEY_LIMIT, "money"
    elif (
        parts[0] == layout.STATUS
        and len(parts) == _STATUS_DEPTH
        and is_slug(parts[1])
        and parts[-1].endswith(".json")
    ):
        limit, kind = _STATUS_LIMIT, "status"
    return kind if entry.size <= limit else f"has {entry.size:,} bytes, more than {limit:,}"


def _read_each(
    seen: _Progress,
    entries: Sequence[TreeEntry],
    read: ReadFiles,
    check: Callable[[_Progress, str, bytes], None],
) -> None:
    for entry, data in zip(entries, read(entries), strict=True):
        try:
            check(seen, entry.path, data)
        except ManyBadInputs as error:
            seen.findings += [
                HistoryFinding(entry.path, _problem_text(problem)) for problem in error.problems
            ]
        except BadInput as error:
            seen.refuse(entry.path, _problem_text(error))


def _problem_text(error: BadInput) -> str:
    return ": ".join(filter(None, (error.place, error.problem)))


def _check_row(seen: _Progress, path: str, data: bytes) -> None:
    row = parse_row(data, Path(path))
    check_place(Path(layout.ROWS), Path(path), row)
    seen.rows[path] = row
    seen.digests[path] = sha256_hex(data)


def _check_bundle(seen: _Progress, path: str, data: bytes) -> None:
    row = f"{path.removesuffix(layout.BUNDLE_ENDING)}.json"
    if row not in seen.rows:
        seen.refuse(path, "is the signature of a row that does not exist")
        return
    found = seen.checker.check(data, seen.digests[row], seen.rows[row].run.commit)
    seen.attested += found.holds
    if found.state == "refused":
        seen.refuse(path, f"the row's signature is refused: {found.reason}")


def _check_retraction(seen: _Progress, path: str, data: bytes) -> None:
    found = parse_retraction(data, Path(path))
    seen.retractions[path] = f"{layout.ROWS}/{found.suite}/{found.dataset}/{found.slug}/{found.row}.json"


def _check_owners(_: _Progress, path: str, data: bytes) -> None:
    parse_owners(data, Path(path))


def _check_status(seen: _Progress, path: str, data: bytes) -> None:
    status = validate_record(RunStatus, strict_json.loads(data, Path(path)), path)
    if status_path(Path(layout.STATUS), status) != Path(path):
        seen.refuse(path, "the file's name does not match its content")


def _check_money(_: _Progress, path: str, data: bytes) -> None:
    parse_money(data, Path(path))


def _check_settlements(seen: _Progress, entries: Sequence[TreeEntry]) -> None:
    paths = {entry.path for entry in entries}
    for path in paths:
        if path.endswith(SETTLED) and f"{path.removesuffix(SETTLED)}.json" not in paths:
            seen.refuse(path, "settles a reservation that does not exist")


def _check_withdrawn_rows(seen: _Progress) -> None:
    for path, row in seen.retractions.items():
        if row not in seen.rows:
            seen.refuse(path, f"row: withdraws a row that does not exist: {row}")


def _check_row_files(seen: _Progress, entries: Sequence[TreeEntry], read: ReadFiles) -> None:
    described = _expected_files(seen.rows)
    sound = []
    for entry in entries:
        if entry.path not in described:
            seen.refuse(entry.path, "does not belong to any row")
        elif entry.size != described[entry.path].bytes:
            wanted = described[entry.path].bytes
            seen.refuse(entry.path, f"has {entry.size:,} bytes, but its row says {wanted:,}")
        else:
            sound.append(entry)
    for entry, data in zip(sound, read(sound), strict=True):
        if sha256_hex(data) != described[entry.path].sha256:
            seen.refuse(entry.path, "has another SHA-256 than its row says")
    there = {entry.path for entry in entries}
    for path, file in described.items():
        if path not in there and file.bytes <= layout.ROW_FILE_LIMIT:
            seen.refuse(path, "is missing, but its row lists it")


def _expected_files(rows: Mapping[str, Row]) -> dict[str, RowFile]:
    """Return the records of all files of rows, by path."""
    return {
        f"{path.rpartition('/')[0]}/{file.name}": file
        for path, row in rows.items()
        for _, file in row.run.files
    }
