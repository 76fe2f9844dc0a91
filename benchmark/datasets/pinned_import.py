"""Rows that came are checked against their pin, become tasks, and take their place at once."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure, shown
from benchmark.datasets.lock import Pin
from benchmark.datasets.official import OfficialSet, OfficialTask, Row
from benchmark.datasets.rows import content_digest
from benchmark.datasets.store import FORM, SAID, TASKS, FetchedSet, folder_of
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.jsonl import dump_records
from benchmark.files.tasks import task_record


@dataclass(frozen=True, slots=True)
class DownloadedSet:
    """All that a data set is made of, read and not yet believed."""

    official: OfficialSet
    rows: Sequence[Row]
    files: Sequence[Path]
    texts: Mapping[str, bytes]

    def checked(self, pin: Pin, lock: Path) -> Pin:
        """The pin with the digest of the content.

        Raises:
            BadInput: when what was found is not what ``lock`` pins.
        """
        official, where = self.official, ", ".join(map(str, self.files))
        if len(self.rows) != pin.rows:
            problem = f"{len(self.rows)} rows, and {official.dataset} has {pin.rows}"
            raise BadInput(where, "", problem, "is this the data set that you mean?")
        keys = [str(row[official.key]) for row in self.rows]
        for key in keys:
            if keys.count(key) > 1:
                raise BadInput(where, official.key, f"{shown(key)} comes twice", "fetch it again")
        content = content_digest(self.rows, official.key)
        if pin.content not in ("", content):
            problem = f"the rows have the SHA-256 {content}, and {pin.content} is pinned"
            fix = "these are not the pinned data; nothing was taken"
            raise BadInput(where, "", problem, fix)
        for text in pin.texts:
            if text.path in self.texts and sha256_hex(self.texts[text.path]) != text.sha256:
                problem = f"is not what {lock} pins"
                raise BadInput(f"{text.repository}/{text.path}", text.commit, problem, "nothing was taken")
        return pin.model_copy(update={"content": content})

    def tasks(self) -> Iterator[OfficialTask]:
        """A task for each row."""
        where = ", ".join(map(str, self.files))
        for row in self.rows:
            yield self.official.task(row, where)


def write(found: DownloadedSet, pin: Pin, revision: str) -> FetchedSet:
    """Put a data set in its place at once, instead of an earlier one.

    Args:
        found: checked before.
        pin: of it.
        revision: that it was fetched at; empty for a folder.

    Raises:
        BadInput: for a row that is no task, and where nothing can be written.
        OurFailure: when an earlier one cannot be put aside.
    """
    official = found.official
    place = folder_of(official.suite, official.dataset)
    make_folder(place.parent)
    with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as scratch:
        folder = Path(scratch) / "new"
        records = []
        for one in found.tasks():
            records.append(task_record(one.task))
            for path, data in one.pictures.items():
                write_atomic(folder / path, data)
        lines = dump_records(folder / TASKS, records)
        texts = {path: data.decode("utf-8") for path, data in found.texts.items()}
        said = FetchedSet(
            form=FORM,
            suite=official.suite,
            dataset=official.dataset,
            revision=revision,
            content=pin.content,
            tasks=len(records),
            tasks_sha256=sha256_hex(lines),
            prompts=dict(official.prompts(texts)),
        )
        write_atomic(folder / TASKS, lines)
        write_atomic(folder / SAID, (said.model_dump_json(indent=1) + "\n").encode())
        try:
            if place.exists():
                place.rename(Path(scratch) / "old")
            folder.rename(place)
        except OSError as error:
            raise OurFailure(f"{place} cannot be replaced: {error.strerror}", "remove it") from None
    return said
