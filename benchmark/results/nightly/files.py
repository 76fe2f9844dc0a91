"""Files of nightly runs on disk: their names, reading them and adding them.

Two runs of one night may draw the same panel. The one that is pushed first counts; the other is not added.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug
from benchmark.files import strict_json
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import validate_record
from benchmark.results.layout import NIGHTLY, ROW_FILE_LIMIT, bundle_path
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.models_seen import ModelsSeen
from benchmark.results.nightly.named import NamedRecord, content_id, record_bytes, record_path
from benchmark.results.nightly.panel import Panel, completions_name

AnyRecord = Panel | ModelsSeen | NightlyEvent | Decision
Kind = TypeVar("Kind", bound=NamedRecord)

#: Maximum bytes of a file; a panel of 10,000 tasks has about 1 MiB.
NIGHTLY_LIMIT = 8 << 20
_RESTORE = "restore the file: files of nightly runs must not be edited"
#: The kinds by folder, and how many folders are between that folder and a file.
KINDS: Mapping[str, tuple[type[Panel | ModelsSeen | NightlyEvent | Decision], int]] = {
    Panel.folder: (Panel, 3),
    ModelsSeen.folder: (ModelsSeen, 1),
    NightlyEvent.folder: (NightlyEvent, 0),
    Decision.folder: (Decision, 1),
}
NIGHTLY_STEM = r"\d{4}-\d\d-\d\d\.[0-9a-f]{64}"
RECORD_NAME = re.compile(rf"{NIGHTLY_STEM}\.json")


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to add to the branch."""

    record: AnyRecord
    completions: bytes | None = field(default=None, repr=False)  #: the file of a panel, however large
    bundle: bytes | None = field(default=None, repr=False)  #: the signature of a panel

    @property
    def large(self) -> Mapping[str, bytes]:
        """The files by name that must be assets of a release, because they have more than 1 MB."""
        if isinstance(self.record, Panel) and len(self.completions or b"") > ROW_FILE_LIMIT:
            return {completions_name(self.record): self.completions or b""}
        return {}


def has_nightly_place(parts: Sequence[str]) -> bool:
    """Whether the folders of a path ``nightly/<kind>/…/<file>`` are those of its kind."""
    if len(parts) < 3 or parts[0] != NIGHTLY or parts[1] not in KINDS:  # noqa: PLR2004 - folder, kind, file
        return False
    between = parts[2:-1]
    return len(between) == KINDS[parts[1]][1] and all(map(is_slug, between))


def parse_record(kind: type[Kind], data: bytes, path: Path, directory: Path) -> Kind:
    """Parse and check the bytes of a record.

    Args:
        kind: the record's class.
        data: the bytes of its file.
        path: path of the file.
        directory: the folder ``nightly`` that contains it.

    Raises:
        BadInput: if the schema, the id, the path or the form is wrong, or fields contradict one another.
    """
    record = validate_record(kind, strict_json.loads(data, path), path)
    if (right := content_id(record)) != record.id:
        problem = f"{record.id} is not the digest of the {record.noun}'s content, {right}"
        raise BadInput(path, "id", problem, _RESTORE)
    if path != record_path(directory, record):
        fix = f"move it to {record_path(directory, record)}, or remove the copy"
        raise BadInput(path, "", "the file's path does not match its content", fix)
    for wrong in record.contradictions():
        raise BadInput(path, wrong.field, wrong.problem, wrong.fix)
    if data != record_bytes(record):
        raise BadInput(path, "", "is not written as RFC 8785 JSON and a line end", _RESTORE)
    return record


def read_records(directory: Path, kind: type[Kind], *folders: str) -> tuple[Kind, ...]:
    """Read all records of one kind, oldest night first; none if the folder does not exist.

    Args:
        directory: the folder ``nightly`` of a checkout of the branch.
        kind: the record's class.
        folders: the first folders below that of the kind, such as suite and data set; all if empty.

    Raises:
        BadInput: if a file is not valid, or has no valid name; it never counts as absent.
    """
    base = directory.joinpath(kind.folder, *folders)
    paths = sorted(path for path in base.rglob("*.json") if not path.name.endswith(".sigstore.json"))
    found = [_read(kind, path, directory) for path in paths]
    return tuple(sorted(found, key=lambda record: (record.night, record.id)))


def _read(kind: type[Kind], path: Path, directory: Path) -> Kind:
    return parse_record(kind, read_bytes(path, NIGHTLY_LIMIT), path, directory)


def check_turns(panels: Iterable[tuple[Path, Panel]]) -> Iterator[BadInput]:
    """Yield an error for each panel after the first of the same basis, night and stage."""
    first: dict[tuple[str, str, int], Path] = {}
    for path, panel in panels:
        before = first.setdefault(panel.turn, path)
        if before != path:
            problem = f"stage {panel.result.stage} of this night is also in {before.name}"
            fix = "one of them was pushed by hand: replace the history on purpose, without it"
            yield BadInput(path, "result.date", f"{quote_value(panel.night)}: {problem}", fix)


def nightly_paths(new: Iterable[NewRecord]) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_nightly` needs, for ``publish(needed=…)``."""
    patterns = set()
    for record in (entry.record for entry in new):
        path = record_path(Path(NIGHTLY), record)
        name = f"{record.night}.*.json" if isinstance(record, Panel) else path.name
        patterns.add((path.parent / name).as_posix())
    return tuple(sorted(patterns)) or (f"{NIGHTLY}/events",)


def add_nightly(
    new: Sequence[NewRecord], checkout: Path, report: Callable[[str], None] = lambda _line: None
) -> str | None:
    """Add records to a checkout of the branch; existing files are not changed.

    Signatures and completions of at most 1 MB are written next to their panel. Larger completions
    (:attr:`NewRecord.large`) must be uploaded before.

    Args:
        new: the records.
        checkout: the checkout.
        report: called with one line per record that is not added, because its night has one already.

    Returns:
        The message of the commit; None if there is nothing to add.

    Raises:
        BadInput: if an existing file is not valid, or completions are not those that their panel names.
    """
    directory = checkout / NIGHTLY
    added = []
    for entry in new:
        path = record_path(directory, entry.record)
        _check_completions(entry, path)
        if path.exists():
            _read(type(entry.record), path, directory)  # an unreadable one is an error, never overwritten
            continue
        if isinstance(entry.record, Panel) and (twin := _same_turn(entry.record, path.parent, directory)):
            report(f"{path.name}: not added, because {twin.name} has this night's draws already")
            continue
        make_folder(path.parent)
        if entry.completions is not None and not entry.large:
            (path.parent / f"{path.stem}.completions.jsonl.gz").write_bytes(entry.completions)
        if entry.bundle is not None:
            bundle_path(path).write_bytes(entry.bundle)
        path.write_bytes(record_bytes(entry.record))
        added.append(entry.record)
    if not added:
        return None
    lines = [f"{record.noun}: {record_path(Path(), record).as_posix()}" for record in added]
    return "\n".join([f"Add {len(added)} file(s) of the night", "", *lines])


def _same_turn(panel: Panel, folder: Path, directory: Path) -> Path | None:
    """Return the file of another panel with the same basis, night and stage."""
    for path in sorted(folder.glob(f"{panel.night}.*.json")):
        if RECORD_NAME.fullmatch(path.name) and _read(Panel, path, directory).turn == panel.turn:
            return path
    return None


def _check_completions(new: NewRecord, path: Path) -> None:
    described = new.record.run.completions_file if isinstance(new.record, Panel) else None
    if new.completions is None:
        if described is not None:
            raise BadInput(path, "run.completions_file", "names a file that is not given", "give it as well")
        return
    digest = sha256_hex(new.completions)
    if described is None or (described.sha256, described.bytes) != (digest, len(new.completions)):
        problem = f"does not name these completions, with SHA-256 {digest}"
        raise BadInput(path, "run.completions_file", problem, "record the file that is added")
