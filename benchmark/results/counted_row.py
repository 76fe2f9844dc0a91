"""Rows with their verdicts counted, and a cache of them: a table needs counts, not 2.4 million statuses.

The cache is a folder of files that can be made again from the rows at any time. An entry is named by the
digest of the row file's bytes, so it cannot be stale; one that does not read as it should is made anew, and
one that nobody used for long is removed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sys import intern

from pydantic import ValidationError

from benchmark.core.counts import Counts
from benchmark.core.digest import sha256_hex
from benchmark.core.verdict import Status
from benchmark.files import bounded, regenerated
from benchmark.files.atomic import write_atomic
from benchmark.results.ledger import check_place, read_row_in_place, row_files, withdrawn_ids
from benchmark.results.row import Row

_FORMAT = 1  #: of a cache entry; others are made anew


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A row without the status of each sample, and these counted by task."""

    row: Row  #: its ``result.statuses`` is empty
    counts: Counts


def count_row(row: Row) -> CountedRow:
    """Count a row's statuses, tasks in order of id."""
    result = row.result
    tasks = sorted(result.statuses)
    by_task = [Counter(result.statuses[task]) for task in tasks]
    seen = {status for counted in by_task for status in counted}
    statuses = {status.value: [counted[status] for counted in by_task] for status in Status if status in seen}
    counts = _counts(row, tasks, statuses, [counted["missing"] for counted in by_task])
    light = row.model_copy(update={"result": result.model_copy(update={"statuses": {}})})
    return CountedRow(light, counts)


def read_counted(
    directory: Path, cache: Path | None, slugs: Iterable[str] | None = None, as_of: str | None = None
) -> tuple[CountedRow, ...]:
    """The rows below a folder that count, oldest first, as in ``read_rows``; an absent folder has none.

    Args:
        directory: of the rows.
        cache: folder of counted rows, added to; None reads every row in full.
        slugs: submissions to read; None for all.
        as_of: rows that were withdrawn later than at this instant count, too; None stands for now.

    Raises:
        BadInput: as ``read_rows``.
    """
    gone = withdrawn_ids(directory, as_of)
    read = [_read(directory, path, cache) for path in row_files(directory, slugs)]
    found = [one for one in read if one.row.id not in gone]
    if cache is not None:
        regenerated.prune(cache)
    return tuple(sorted(found, key=lambda one: (one.row.run.started, one.row.id)))


def _read(directory: Path, path: Path, cache: Path | None) -> CountedRow:
    if cache is None:
        return count_row(read_row_in_place(directory, path))
    entry = regenerated.entry_path(cache, sha256_hex(bounded.read_bytes(path)))
    known = _entry(entry)
    if known is None:
        known = count_row(read_row_in_place(directory, path))
        write_atomic(entry, json.dumps(_record(known), separators=(",", ":")).encode())
    else:
        check_place(directory, path, known.row)
    return known


def _record(counted: CountedRow) -> dict[str, object]:
    counts = counted.counts
    return {
        "format": _FORMAT,
        "row": counted.row.model_dump(mode="json", by_alias=True),
        "tasks": counts.tasks,
        "statuses": counts.statuses,
        "missing": counts.missing,
    }


def _entry(path: Path) -> CountedRow | None:
    """What the cache knows; None where it knows nothing that can be used."""
    try:
        record = json.loads(regenerated.read(path))
        if record["format"] != _FORMAT:
            return None
        row = Row.model_validate(record["row"])
        return CountedRow(row, _counts(row, record["tasks"], record["statuses"], record["missing"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ValidationError):
        return None


def _counts(
    row: Row, tasks: Sequence[str], statuses: Mapping[str, Sequence[int]], missing: Sequence[int]
) -> Counts:
    place = {task: number for number, task in enumerate(tasks)}
    stems = row.result.tasks.stems
    return Counts(
        tasks=tuple(map(intern, tasks)),  # rows of a table name the same ones
        stems=tuple(intern(stems.get(task, task)) for task in tasks),
        statuses={Status(status): tuple(column) for status, column in statuses.items()},
        missing=tuple(missing),
        categories={
            name: tuple(place[task] for task in members if task in place)
            for name, members in row.result.tasks.categories.items()
        },
    )
