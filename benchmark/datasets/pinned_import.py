"""Imports a downloaded data set: checks it against its pin, turns rows into tasks, and stores them."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.lock import Pin
from benchmark.datasets.official import OfficialSet, OfficialTask, Row
from benchmark.datasets.rows import content_digest
from benchmark.datasets.store import FORM, RECORD, TASKS, FetchedSet, folder_of
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.jsonl import dump_records
from benchmark.files.tasks import task_record


@dataclass(frozen=True, slots=True)
class DownloadedSet:
    """The content of a downloaded data set, not yet checked against its pin."""

    official: OfficialSet
    rows: Sequence[Row]
    files: Sequence[Path]
    texts: Mapping[str, bytes]

    def check_against(self, pin: Pin, lock: Path) -> Pin:
        """Check the data against the pin, and return the pin with the digest of the content.

        Raises:
            BadInput: if the data are not what ``lock`` pins.
        """
        official, where = self.official, ", ".join(map(str, self.files))
        if len(self.rows) != pin.rows:
            problem = f"has {len(self.rows)} rows, but {official.dataset} has {pin.rows}"
            raise BadInput(where, "", problem, "check that this is the right data set")
        keys = [str(row[official.key]) for row in self.rows]
        for key in keys:
            if keys.count(key) > 1:
                raise BadInput(where, official.key, f"{quote_value(key)} is repeated", "fetch it again")
        content = content_digest(self.rows, official.key)
        if pin.content not in ("", content):
            problem = f"the rows have the SHA-256 {content}, but the lock pins {pin.content}"
            fix = "use the pinned data; nothing was imported"
            raise BadInput(where, "", problem, fix)
        for text in pin.texts:
            if text.path in self.texts and sha256_hex(self.texts[text.path]) != text.sha256:
                problem = f"has another SHA-256 than {lock} pins"
                fix = "use the pinned file; nothing was imported"
                raise BadInput(f"{text.repository}/{text.path}", text.commit, problem, fix)
        return pin.model_copy(update={"content": content})

    def tasks(self) -> Iterator[OfficialTask]:
        """Yield one task per row."""
        where = ", ".join(map(str, self.files))
        for row in self.rows:
            yield self.official.task(row, where)


def write_dataset(found: DownloadedSet, pin: Pin, revision: str, source: str) -> FetchedSet:
    """Store a data set in one step, replacing an earlier version.

    Args:
        found: the data, already checked against the pin.
        pin: pin of the data set.
        revision: commit that was fetched; empty for a folder or file.
        source: the folder or file that the data were read from; empty for the hub.

    Raises:
        BadInput: if a row is not a valid task, or a file cannot be written.
        OurFailure: if an earlier version cannot be replaced.
    """
    official = found.official
    place = folder_of(official.suite, official.dataset)
    make_folder(place.parent)
    with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as scratch:
        folder = Path(scratch) / "new"
        records = []
        for official_task in found.tasks():
            records.append(task_record(official_task.task))
            for path, data in official_task.pictures.items():
                write_atomic(folder / path, data)
        lines = dump_records(folder / TASKS, records)
        texts = {path: data.decode("utf-8") for path, data in found.texts.items()}
        said = FetchedSet(
            form=FORM,
            suite=official.suite,
            dataset=official.dataset,
            revision=revision,
            source=source,
            content=pin.content,
            tasks=len(records),
            tasks_sha256=sha256_hex(lines),
            prompts=dict(official.prompts(texts)),
        )
        write_atomic(folder / TASKS, lines)
        write_atomic(folder / RECORD, (said.model_dump_json(indent=1) + "\n").encode())
        try:
            if place.exists():
                place.rename(Path(scratch) / "old")
            folder.rename(place)
        except OSError as error:
            fix = "remove the folder, and fetch the data set again"
            raise OurFailure(f"{place} cannot be replaced: {error.strerror}", fix) from None
    return said
