"""Checks the files of nightly runs on the branch of results: names, schemas, ids, digests and duplicates."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.attestation import AttestationChecker
from benchmark.results.history import HistoryFinding
from benchmark.results.layout import BUNDLE_ENDING, BUNDLE_LIMIT, NIGHTLY, ROW_FILE_LIMIT
from benchmark.results.nightly.completions import read_completions
from benchmark.results.nightly.files import (
    COMPLETIONS_NAME,
    KINDS,
    NIGHTLY_LIMIT,
    RECORD_NAME,
    RESTORE,
    AnyRecord,
    check_turns,
    has_nightly_place,
    parse_record,
)
from benchmark.results.nightly.named import NamedRecord
from benchmark.results.nightly.panel import Panel, completions_name
from benchmark.results.objects import FILE, ReadFiles, TreeEntry

_NAME_FIX = f"use {NIGHTLY}/<kind>/…/<date>.<id>.json, with a kind of {', '.join(KINDS)}"
_ADD_ONLY = "add it again, as it was"


@dataclass(slots=True)
class CheckedNightly:
    """The result of checking the files of nightly runs."""

    findings: list[HistoryFinding] = field(default_factory=list)
    panels: int = 0
    attested: int = 0  #: panels with a valid bundle

    def refuse(self, path: str, problem: str, fix: str) -> None:
        """Add a finding."""
        self.findings.append(HistoryFinding(path, f"{problem}; {fix}"))


def check_nightly(
    entries: Iterable[TreeEntry], read: ReadFiles, checker: AttestationChecker
) -> CheckedNightly:
    """Check all files below the folder ``nightly``: one finding for each wrong file or field.

    Args:
        entries: the files.
        read: reads their contents.
        checker: checks the bundles of panels. A panel without a bundle is not a finding.
    """
    seen = CheckedNightly()
    by_kind: dict[str, list[TreeEntry]] = {"record": [], "completions": [], "bundle": []}
    for entry in entries:
        kind, limit = _kind(entry)
        if kind is None:
            seen.refuse(entry.path, "does not belong on this branch", _NAME_FIX)
        elif entry.mode != FILE:
            seen.refuse(entry.path, f"is not a plain file (mode {entry.mode})", "add only plain files")
        elif entry.size > limit:
            seen.refuse(entry.path, f"has {entry.size:,} bytes, more than {limit:,}", "keep it elsewhere")
        else:
            by_kind[kind].append(entry)
    records, digests = _read_records(seen, by_kind["record"], read)
    panels = {path: record for path, record in records.items() if isinstance(record, Panel)}
    seen.panels = len(panels)
    for error in check_turns((Path(path), panel) for path, panel in panels.items()):
        seen.findings += _findings(error.file, error)
    _check_references(seen, records)
    _check_completions(seen, panels, by_kind["completions"], read)
    for entry, data in zip(by_kind["bundle"], read(by_kind["bundle"]), strict=True):
        path = f"{entry.path.removesuffix(BUNDLE_ENDING)}.json"
        _check_bundle(seen, entry.path, data, panels.get(path), digests.get(path, ""), checker)
    return seen


def _kind(entry: TreeEntry) -> tuple[str | None, int]:
    """Return the kind of a file and the maximum of its bytes; None if its path is not one of ours."""
    parts = PurePosixPath(entry.path).parts
    if has_nightly_place(parts):
        if RECORD_NAME.fullmatch(parts[-1]):
            return "record", NIGHTLY_LIMIT
        if parts[1] == Panel.folder and COMPLETIONS_NAME.fullmatch(parts[-1]):
            return "completions", ROW_FILE_LIMIT
        ends = parts[-1].endswith(BUNDLE_ENDING)
        if parts[1] == Panel.folder and ends and RECORD_NAME.fullmatch(_record_name(parts[-1])):
            return "bundle", BUNDLE_LIMIT
    return None, 0


def _record_name(bundle: str) -> str:
    return f"{bundle.removesuffix(BUNDLE_ENDING)}.json"


def _read_records(
    seen: CheckedNightly, entries: Sequence[TreeEntry], read: ReadFiles
) -> tuple[dict[str, AnyRecord], dict[str, str]]:
    """Return the valid records, and the SHA-256 of their files, by path."""
    records: dict[str, AnyRecord] = {}
    digests: dict[str, str] = {}
    for entry, data in zip(entries, read(entries), strict=True):
        kind, _ = KINDS[PurePosixPath(entry.path).parts[1]]
        try:
            records[entry.path] = parse_record(kind, data, Path(entry.path), Path(NIGHTLY))
        except BadInput as error:
            seen.findings += _findings(entry.path, error)
        digests[entry.path] = sha256_hex(data)
    return records, digests


def _findings(path: str, error: BadInput) -> Iterator[HistoryFinding]:
    for problem in error.problems:
        yield HistoryFinding(path, "; ".join(filter(None, (problem.located, problem.fix))))


def _check_references(seen: CheckedNightly, records: Mapping[str, NamedRecord]) -> None:
    known = {(record.folder, record.id) for record in records.values()}
    for path, record in records.items():
        for named in record.references():
            if (named.folder, named.id) not in known:
                problem = f"{named.field}: {NIGHTLY}/{named.folder} has no valid file with the id {named.id}"
                seen.refuse(path, problem, _ADD_ONLY)


def _check_completions(
    seen: CheckedNightly, panels: Mapping[str, Panel], entries: Sequence[TreeEntry], read: ReadFiles
) -> None:
    described = {
        f"{path.rpartition('/')[0]}/{completions_name(panel)}": (panel, panel.run.completions_file.bytes)
        for path, panel in panels.items()
        if panel.run.completions_file is not None
    }
    known = [entry for entry in entries if entry.path in described]
    for entry in entries:
        if entry.path not in described:
            seen.refuse(entry.path, "does not belong to any valid panel that names it", _ADD_ONLY)
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        for entry, data in zip(known, read(known), strict=True):
            file = Path(folder) / "completions.jsonl.gz"
            file.write_bytes(data)
            try:
                read_completions(described[entry.path][0], file)
            except BadInput as error:
                seen.findings += _findings(entry.path, error)
    there = {entry.path for entry in entries}
    for path, (_, size) in described.items():
        if path not in there and size <= ROW_FILE_LIMIT:
            seen.refuse(path, "is missing, but its panel's run.completions_file names it", _ADD_ONLY)


def _check_bundle(  # noqa: PLR0917
    seen: CheckedNightly,
    path: str,
    data: bytes,
    panel: Panel | None,
    sha256: str,
    checker: AttestationChecker,
) -> None:
    if panel is None:
        seen.refuse(path, "is the signature of a panel that does not exist", _ADD_ONLY)
        return
    found = checker.check(data, sha256, panel.run.commit)
    seen.attested += found.holds
    if found.state == "refused":
        seen.refuse(path, f"the panel's signature is refused: {found.reason}", RESTORE)
