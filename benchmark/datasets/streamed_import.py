"""Imports a data set row by row: memory does not grow with the number of rows."""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.datasets.lock import Pin
from benchmark.datasets.official import OfficialSet, OfficialTask, RecordSet, RefusedRowError, Row
from benchmark.datasets.pictures import PngPicture
from benchmark.datasets.problem_records import read_problems
from benchmark.datasets.rows import read_rows
from benchmark.datasets.store import (
    FORM,
    TASKS,
    FetchedSet,
    folder_of,
    replace_stored,
    write_record,
    write_unfinished,
)
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import MIB
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import task_record

_FILE_BYTES = 64 * MIB  #: a task file ends with the task that makes it larger than this
_ROWS_LIMIT = 20_000
_WORDS = 200  #: characters of a reported sentence
_SHORT_BITS = 10_000  #: bits of an integer that Python writes in decimal digits
_FIX = "check that this is the right data set"


@dataclass(slots=True)
class _Writer:
    """Writes the tasks of one data set to a new folder, and collects what its record says."""

    dataset: str
    folder: Path
    contents: list[tuple[str, object]] = field(default_factory=list)  #: key of each row, and what is hashed
    tasks: int = 0
    files: dict[str, str] = field(default_factory=dict)  #: task file → SHA-256 of the finished ones
    repaired: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    bytes: int = 0  #: size of the task file that is being written
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    def add(self, key: str, content: object, made: OfficialTask | str) -> None:
        """Add a row: its task, or the reason why it has none."""
        self.contents.append((key, content))
        if isinstance(made, str):
            self.left_out[key] = made[:_WORDS]
            return
        task = replace(made.task, dataset=self.dataset)
        try:
            line = dump_records(self.folder / TASKS, [task_record(task)])
        except BadInput as error:  # a line of a task file would be too long
            self.left_out[key] = error.problem
            return
        for path, data in made.pictures.items():
            write_unfinished(self.folder / path, data, "wb")
        if self.bytes > _FILE_BYTES:
            self.finish_file()
        write_unfinished(self.folder / self.name, line, "ab")
        self.digest.update(line)
        self.bytes += len(line)
        self.tasks += 1
        if made.repairs:
            self.repaired[key] = "; ".join(made.repairs)[:_WORDS]

    @property
    def name(self) -> str:
        """The name of the task file that is being written."""
        return TASKS if not self.files else f"tasks-{len(self.files) + 1}.jsonl"

    def finish_file(self) -> None:
        """End a task file; the next task begins another one."""
        self.files[self.name] = self.digest.hexdigest()
        self.bytes, self.digest = 0, hashlib.sha256()

    def content(self) -> str:
        """Return the SHA-256 over all rows; it does not depend on their order or on the files."""
        return digest_lines(content for _, content in sorted(self.contents, key=lambda pair: pair[0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamedImport:
    """A data set that is being imported, and where it comes from."""

    official: OfficialSet
    files: Sequence[Path]
    texts: Mapping[str, bytes]
    lock: Path  #: the lock file, for messages
    revision: str  #: commit that was fetched; empty for a folder or file
    source: str  #: the folder or file that the data were read from; empty for the hub

    def run(self, pins: Mapping[str, Pin]) -> tuple[list[FetchedSet], dict[str, Pin], int]:
        """Store the data set and its parts, replacing earlier versions.

        Args:
            pins: the pin of the data set and of each part, by data set.

        Returns:
            The record of each stored data set, the pins with the digests of the content, and the number of
            pictures of the whole.

        Raises:
            BadInput: if the data are not what the lock pins, a file is not valid, or one cannot be written.
            OurFailure: if an earlier version cannot be replaced.
        """
        self._check_texts(pins[self.official.dataset])
        place = folder_of(self.official.suite, self.official.dataset).parent
        make_folder(place)
        with ExitStack() as stack:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=".import-", dir=place)))
            writers = [_Writer(dataset, scratch / dataset) for dataset in pins]
            pictures = self._write_all(writers, scratch)
            found = {writer.dataset: self._checked(writer, pins[writer.dataset]) for writer in writers}
            records = [self._record(writer, found[writer.dataset]) for writer in writers]
            for writer in writers:
                # After all checks, so that a refused import leaves the earlier data in place.
                replace_stored(folder_of(self.official.suite, writer.dataset), writer.folder, scratch)
        return records, found, pictures

    def _write_all(self, writers: Sequence[_Writer], scratch: Path) -> int:
        """Write every row to the data sets that it belongs to, and return the number of pictures."""
        belongs = {part.dataset: part.belongs for part in self.official.parts}
        pictures = 0
        seen: set[str] = set()
        if isinstance(self.official, RecordSet):
            rows = read_problems(self.files, self.official.columns, scratch)
        else:
            rows = read_rows(self.files, self.official.columns)
        for place, row in rows:
            key = str(row[self.official.key])
            if key in seen:
                raise BadInput(place, self.official.key, f"{quote_value(key)} is repeated", _FIX)
            seen.add(key)
            if len(seen) > _ROWS_LIMIT:
                raise BadInput(place, "", f"there are more than {_ROWS_LIMIT:,} rows", _FIX)
            pictures += sum(len(given) for given in _pictures(row))
            made = self._task(row, place)
            content: object = _plain(row)
            if isinstance(self.official, RecordSet):  # tests of these records may be long
                content = {"key": key, "sha256": _digest(content)}
            for writer in writers:
                if writer.dataset not in belongs or belongs[writer.dataset](row):
                    writer.add(key, content, made)
        return pictures

    def _task(self, row: Row, place: str) -> OfficialTask | str:
        try:
            return self.official.task(row, place)
        except RefusedRowError as error:
            return str(error)

    def _check_texts(self, pin: Pin) -> None:
        for text in pin.texts:
            if text.path in self.texts and sha256_hex(self.texts[text.path]) != text.sha256:
                problem = f"has another SHA-256 than {self.lock} pins"
                fix = "use the pinned file; nothing was imported"
                raise BadInput(f"{text.repository}/{text.path}", text.commit, problem, fix)

    def _checked(self, writer: _Writer, pin: Pin) -> Pin:
        where = ", ".join(map(str, self.files))
        if len(writer.contents) != pin.rows:
            problem = f"has {len(writer.contents)} rows, but {writer.dataset} has {pin.rows}"
            raise BadInput(where, "", problem, _FIX)
        if not writer.tasks:
            reason = next(iter(writer.left_out.values()))
            raise BadInput(where, "", f"no row of {writer.dataset} can become a task: {reason}", _FIX)
        content = writer.content()
        if pin.content not in ("", content):
            problem = (
                f"the rows of {writer.dataset} have the SHA-256 {content}, but the lock pins {pin.content}"
            )
            raise BadInput(where, "", problem, "use the pinned data; nothing was imported")
        return pin.model_copy(update={"content": content})

    def _record(self, writer: _Writer, pin: Pin) -> FetchedSet:
        writer.finish_file()
        first, *more = writer.files.items()
        said = FetchedSet(
            form=FORM,
            suite=self.official.suite,
            dataset=writer.dataset,
            revision=self.revision,
            source=self.source,
            content=pin.content,
            tasks=writer.tasks,
            tasks_sha256=first[1],
            more=dict(more),
            repaired=writer.repaired,
            left_out=writer.left_out,
            prompts=dict(
                self.official.prompts({path: data.decode("utf-8") for path, data in self.texts.items()})
            ),
        )
        write_record(writer.folder, said)
        return said


def _pictures(row: Row) -> Iterator[tuple[PngPicture, ...]]:
    for value in row.values():
        if isinstance(value, tuple):
            yield value


def _plain(row: Row) -> dict[str, object]:
    """Return a row as JSON values, with digests in place of pictures."""
    plain: dict[str, object] = {}
    for name, value in row.items():
        if isinstance(value, tuple):
            plain[name] = [picture.pixels for picture in value]
        else:
            plain[name] = {"sha256": sha256_hex(value)} if isinstance(value, bytes) else value
    return plain


def _digest(plain: object) -> str:
    try:
        return digest_lines([plain])
    except ValueError:  # Python writes no integer of more than 4,300 digits
        return digest_lines([_with_short_numbers(plain)])


def _with_short_numbers(value: object) -> object:
    match value:
        case dict():
            return {name: _with_short_numbers(item) for name, item in value.items()}
        case list():
            return [_with_short_numbers(item) for item in value]
        case int() if value.bit_length() > _SHORT_BITS:
            return {"hexadecimal": hex(value)}
        case _:
            return value
