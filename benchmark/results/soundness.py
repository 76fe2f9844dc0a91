"""Checks the branch of results: commits only add files, and all files are valid.

Checked are paths, schemas, ids, digests, references and signatures.
"""

import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, printable_text
from benchmark.files.bounded import JSON_LIMIT
from benchmark.results import layout
from benchmark.results.attestation import AttestationChecker
from benchmark.results.bill import BILLS, Reconciliation
from benchmark.results.branch_record import BranchRecord, parse_record
from benchmark.results.git import FILE, Git, TreeEntry, blobs, commit_id, entries
from benchmark.results.ledger import Retraction
from benchmark.results.money import (
    MoneyEntry,
    MonthSum,
    Reservation,
    Settlement,
    StartedRun,
    check_settles,
    check_sum,
)
from benchmark.results.nights import (
    KINDS,
    NIGHTLY_STEM,
    NamedRecord,
    Panel,
    check_turns,
    completions_name,
    read_completions,
)
from benchmark.results.owners import OwnersRecord
from benchmark.results.row import Row, RowFile, StoredFile
from benchmark.results.rubric import RubricScores, check_belongs
from benchmark.results.status import RunStatus

Kind = TypeVar("Kind")

_ID = r"[0-9a-f]{64}"
_ROW = rf"{layout.ROWS}/[^/]+/[^/]+/[^/]+/{_ID}"
_PANEL = rf"{layout.NIGHTLY}/{Panel.folder}/[^/]+/[^/]+/[^/]+/{NIGHTLY_STEM}"
_CHANGES = {"M": "changes", "D": "deletes", "T": "changes the kind of", "R": "renames", "C": "copies"}
_SHOWN_ID = 12
_ADD_ONLY = "add the file again, unchanged"
_RESTORE = "restore the file"


class BranchFinding(NamedTuple):
    """A problem on the branch of results."""

    place: str  #: a path, or a commit
    problem: str

    def __str__(self) -> str:
        """Return the finding as one printable line."""
        return f"{printable_text(self.place)}: {printable_text(self.problem)}"


class CheckedBranch(NamedTuple):
    """The result of a check of the results branch."""

    findings: list[BranchFinding]  #: problems; those in files are sorted by path
    rows: int
    attested: int  #: rows with a valid bundle
    panels: int  #: panels of nightly runs
    attested_panels: int  #: panels with a valid bundle
    tip: str  #: newest commit
    commits: int = 0
    rewritten: bool = False  #: whether the history lacks a commit that an earlier check saw


class _FileKind(NamedTuple):
    """Where files of one kind are, and how they are checked."""

    path: str  #: regular expression
    kind: type[BranchRecord] | None  #: class of its record; None for files that a record describes
    folder: str = ""  #: the folder of the kind; the file must be where its content belongs in it
    limit: int = 0  #: maximum bytes of a file that is not read as a record


_MARK, _BUNDLE = re.escape(layout.RUBRIC_MARK), re.escape(layout.BUNDLE_ENDING)
#: The kinds of files; of several that fit a path, the first counts.
_PLACES = (
    _FileKind(re.escape(layout.README), None, limit=JSON_LIMIT),
    _FileKind(rf"{_ROW}\.json", Row, layout.ROWS),
    _FileKind(rf"{layout.ROWS}/{layout.RETRACTIONS}/{_ID}\.json", Retraction, layout.ROWS),
    _FileKind(rf"{layout.OWNERS}/[^/]+\.json", OwnersRecord, layout.OWNERS),
    _FileKind(rf"{layout.STATUS}/[^/]+/[^/]+\.json", RunStatus, layout.STATUS),
    _FileKind(rf"{_ROW}{_MARK}{_ID}\.json", RubricScores),
    _FileKind(rf"{layout.MONEY}/[^/]+/{_ID}\.json", Reservation, layout.MONEY),
    _FileKind(rf"{BILLS}/[^/]+/[^/]+\.json", Reconciliation, BILLS),
    _FileKind(rf"{layout.MONEY}/[^/]+/{re.escape(layout.SUM)}", MonthSum, layout.MONEY),
    *(
        _FileKind(rf"{layout.MONEY}/[^/]+/{_ID}{re.escape(kind.ending)}", kind, layout.MONEY)
        for kind in (Settlement, StartedRun)
    ),
    *(
        _FileKind(rf"{layout.NIGHTLY}/{folder}/(?:[^/]+/)*{NIGHTLY_STEM}\.json", kind, layout.NIGHTLY)
        for folder, kind in KINDS.items()
    ),
    _FileKind(rf"(?:{_ROW}|{_PANEL}){_BUNDLE}", None, limit=layout.BUNDLE_LIMIT),
    _FileKind(rf"{_ROW}(?:\.[a-z0-9]+)+", None, limit=JSON_LIMIT),
    _FileKind(rf"{_PANEL}\.completions\.jsonl\.gz", None, limit=layout.ROW_FILE_LIMIT),
)


#: The record that describes a file, and its description.
_Attached = tuple[Row | Panel | RubricScores, RowFile | StoredFile]


@dataclass(slots=True)
class _Branch:
    """The findings, and the valid records, so far."""

    findings: list[BranchFinding] = field(default_factory=list)
    records: dict[str, object] = field(default_factory=dict)  #: valid records by path
    digests: dict[str, str] = field(default_factory=dict)  #: SHA-256 of their files

    def refuse(self, path: str, *parts: str) -> None:
        self.findings.append(BranchFinding(path, "; ".join(filter(None, parts))))

    def add(self, path: str, error: BadInput) -> None:
        for problem in error.problems:
            self.refuse(path, problem.located, problem.fix)

    def of(self, kind: type[Kind]) -> dict[str, Kind]:
        """Return the valid records of a class, by path."""
        return {path: record for path, record in self.records.items() if isinstance(record, kind)}


def check_branch(
    git: Git, branch: str, seen: Collection[str], accepted: str, checker: AttestationChecker
) -> CheckedBranch:
    """Check that files were only added, and that every file is valid, in a repository with the whole branch.

    The history must contain the commits ``seen`` by an earlier check, unless its newest commit is
    ``accepted``: that of a new history that replaced the old one on purpose; empty for none.
    """
    tip = commit_id(git, f"refs/heads/{branch}")
    commits = git.text("rev-list", tip, "--").split()
    missed = [] if tip == accepted else [commit for commit in seen if commit not in commits]
    rewritten = "was on the branch and is missing now: the history was rewritten"
    found = check_files(git, tip, checker)
    findings = [BranchFinding(commit[:_SHOWN_ID], rewritten) for commit in missed]
    findings += [*check_history(git, commits), *found.findings]
    return found._replace(findings=findings, commits=len(commits), rewritten=bool(missed))


def check_history(git: Git, commits: Sequence[str]) -> list[BranchFinding]:
    """Return every change in these commits that does more than add a file."""
    found = []
    feed = "".join(f"{commit}\n" for commit in commits).encode("ascii")
    # Merges are compared with each parent, and the first commit with an empty tree.
    options = ("-r", "-m", "--root", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=a")
    listed = git.run("diff-tree", "--stdin", *options, feed=feed).decode("utf-8", "backslashreplace")
    commit, fields = "", iter(listed.split("\0")[:-1])
    for part in fields:
        if part.startswith(":"):
            path = next(fields)
            change = _CHANGES.get(part.rsplit(" ", 1)[1][:1], "makes an unknown change to")
            found.append(BranchFinding(f"commit {commit[:_SHOWN_ID]}", f"{change} {path}"))
        else:
            commit = part.split()[0]
    return found


def check_files(git: Git, tip: str, checker: AttestationChecker) -> CheckedBranch:
    """Check the files of the branch at its newest commit, ``tip``.

    Neither a row without a bundle nor a bundle that cannot be checked on this machine is a finding.
    """
    seen = _Branch()
    read: list[tuple[TreeEntry, type[BranchRecord], str]] = []
    others: dict[str, TreeEntry] = {}
    for entry in entries(git, tip):
        place = next((place for place in _PLACES if re.fullmatch(place.path, entry.path)), None)
        if entry.mode != FILE:
            seen.refuse(entry.path, f"is not a plain file (mode {entry.mode})", "add only plain files")
        elif place is None:
            named = f"use {layout.NIGHTLY}/<kind>/…/<date>.<id>.json, with a kind of {', '.join(KINDS)}"
            fix = named if entry.path.startswith(f"{layout.NIGHTLY}/") else ""
            seen.refuse(entry.path, "does not belong on this branch", fix)
        # Git knows the size without reading the content, so nothing large gets into memory.
        elif entry.size > (limit := place.limit or (place.kind or BranchRecord).limit):
            seen.refuse(entry.path, f"has {entry.size:,} bytes, more than {limit:,}")
        elif place.kind is not None:
            read.append((entry, place.kind, place.folder))
        elif entry.path != layout.README:
            others[entry.path] = entry
    for (entry, kind, folder), data in zip(read, _contents(git, (file for file, *_ in read)), strict=True):
        path = Path(entry.path)
        try:
            record = parse_record(kind, data, path)
            if folder:
                record.check_path(path, Path(folder))
            seen.records[entry.path] = record
        except BadInput as error:
            seen.add(entry.path, error)
        seen.digests[entry.path] = sha256_hex(data)
    _check_references(seen)
    bundles = [others.pop(path) for path in list(others) if path.endswith(layout.BUNDLE_ENDING)]
    signed = zip(bundles, _contents(git, bundles), strict=True)
    # By class of the proved record; a bundle that proves none counts under NoneType, which nobody reads.
    attested = Counter(type(_checked_bundle(seen, entry.path, data, checker)) for entry, data in signed)
    _check_attached(seen, others, git)
    return CheckedBranch(
        sorted(seen.findings, key=lambda finding: finding.place),
        rows=len(seen.of(Row)),
        attested=attested[Row],
        panels=len(seen.of(Panel)),
        attested_panels=attested[Panel],
        tip=tip,
    )


def _contents(git: Git, files: Iterable[TreeEntry]) -> Iterator[bytes]:
    return blobs(git, [entry.id for entry in files])


def _check_references(seen: _Branch) -> None:
    """Find references to records that do not exist, and panels of one night with the same turn."""
    rows, panels = seen.of(Row), seen.of(Panel)
    for path, withdrawn in seen.of(Retraction).items():
        row = f"{layout.ROWS}/{withdrawn.suite}/{withdrawn.dataset}/{withdrawn.slug}/{withdrawn.row}.json"
        if row not in rows:
            seen.refuse(path, f"row: withdraws a row that does not exist: {row}")
    for path, scores in seen.of(RubricScores).items():
        try:
            check_belongs(scores, Path(path), rows.get(f"{path.partition(layout.RUBRIC_MARK)[0]}.json"))
        except BadInput as error:
            seen.add(path, error)
            # So its replies belong to no valid file, and are reported too.
            del seen.records[path]
    # Each of two panels is valid by itself, but the night would count twice.
    for wrong in check_turns((Path(path), panel) for path, panel in panels.items()):
        seen.add(str(wrong.file), wrong)
    nightly = seen.of(NamedRecord)
    known = {(record.folder, record.id) for record in nightly.values()}
    for path, record in nightly.items():
        for named in record.references():
            if (named.folder, named.id) not in known:
                folder = f"{layout.NIGHTLY}/{named.folder}"
                seen.refuse(
                    path, f"{named.field}: {folder} has no valid file with the id {named.id}", _ADD_ONLY
                )
    _check_money(seen)


def _check_money(seen: _Branch) -> None:
    """Find files without their reservation, and sums that are not those of their month's files."""
    reservations, settlements = seen.of(Reservation), seen.of(Settlement)
    entries: dict[str, list[MoneyEntry]] = defaultdict(list)
    for path, reservation in sorted(reservations.items()):
        settled = settlements.get(f"{path.removesuffix('.json')}{layout.SETTLED}")
        entries[str(Path(path).parent)].append(MoneyEntry(reservation, settled))
    for path, found in seen.of(MonthSum).items():
        try:
            check_sum(found, entries[str(Path(path).parent)], Path(path))
        except BadInput as error:
            seen.add(path, error)
    carried = {
        (each.carried.reservation, run.request, run.cents)
        for each in reservations.values()
        if each.carried is not None
        for run in each.runs
    }
    for path, about in {**settlements, **seen.of(StartedRun)}.items():
        reserved = reservations.get(f"{path.removesuffix(about.ending)}.json")
        if reserved is None:
            seen.refuse(path, f"is the {about.noun} of a reservation that does not exist", _ADD_ONLY)
        elif isinstance(about, Settlement):
            try:
                check_settles(about, reserved, Path(path))
                for run, cost in zip(reserved.runs, about.runs, strict=True):
                    if cost.how == "carried" and (reserved.id, run.request, run.cents) not in carried:
                        seen.refuse(path, "carried money that no reservation took over", _ADD_ONLY)
            except BadInput as error:
                seen.add(path, error)


def _noun(path: str) -> str:
    """Return the noun, for messages, of the record that describes a file or that a bundle signs."""
    if path.startswith(f"{layout.NIGHTLY}/"):
        return "panel"
    return "file of scores" if layout.RUBRIC_MARK in path else "row"


def _checked_bundle(seen: _Branch, path: str, data: bytes, checker: AttestationChecker) -> Row | Panel | None:
    """Check a signature, and return the row or panel that the signature proves."""
    signed = f"{path.removesuffix(layout.BUNDLE_ENDING)}.json"
    record = seen.records.get(signed)
    if not isinstance(record, Row | Panel):
        seen.refuse(path, f"is the signature of a {_noun(path)} that does not exist", _ADD_ONLY)
        return None
    found = checker.check(data, seen.digests[signed], record.run.commit)
    if found.state == "refused":
        seen.refuse(path, f"the {_noun(path)}'s signature is refused: {found.reason}", _RESTORE)
    return record if found.holds else None


def _check_attached(seen: _Branch, files: Mapping[str, TreeEntry], git: Git) -> None:
    """Check the files that rows, panels and scores by models describe, and find all others."""
    described = dict(_described(seen))
    sound = []
    for path, entry in files.items():
        if path not in described:
            seen.refuse(path, f"does not belong to any valid {_noun(path)} that names it", _ADD_ONLY)
        elif entry.size != (wanted := described[path][1].bytes):
            seen.refuse(path, f"has {entry.size:,} bytes, but its {_noun(path)} says {wanted:,}", _RESTORE)
        else:
            sound.append(entry)
    for entry, data in zip(sound, _contents(git, sound), strict=True):
        owner, file = described[entry.path]
        if sha256_hex(data) != file.sha256:
            seen.refuse(entry.path, f"has another SHA-256 than its {_noun(entry.path)} says", _RESTORE)
        elif isinstance(owner, Panel):
            with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
                # The reader of completions takes a file.
                copy = Path(folder) / "completions.jsonl.gz"
                copy.write_bytes(data)
                try:
                    read_completions(owner, copy)
                except BadInput as error:
                    seen.add(entry.path, error)
    for path, (_, file) in described.items():
        # A larger file is an asset of a release.
        if path not in files and file.bytes <= layout.ROW_FILE_LIMIT:
            seen.refuse(path, f"is missing, but its {_noun(path)} names it", _ADD_ONLY)


def _described(seen: _Branch) -> Iterator[tuple[str, _Attached]]:
    for path, row in seen.of(Row).items():
        for _, file in row.run.files:
            yield Path(path).with_name(file.name).as_posix(), (row, file)
    for path, scores in seen.of(RubricScores).items():
        yield f"{path.removesuffix('.json')}.jsonl.gz", (scores, scores.run.file)
    for path, panel in seen.of(Panel).items():
        if panel.run.completions_file is not None:
            name = Path(path).with_name(completions_name(panel)).as_posix()
            yield name, (panel, panel.run.completions_file)
