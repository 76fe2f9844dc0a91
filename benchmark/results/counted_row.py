"""Rows with counted verdicts, and a cache of them: tables need counts, not 2.4 million statuses.

The cache is a folder of files that can be computed again from the rows at any time. The name of an entry is
the digest of the row's file, so an entry is never out of date. Damaged entries are written again, and unused
ones are removed after some time.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern

from pydantic import ValidationError

from benchmark.core.counts import Counts
from benchmark.core.digest import sha256_hex
from benchmark.core.verdict import Status
from benchmark.files import bounded, plain_json, regenerated
from benchmark.results.ledger import check_place, read_row_in_place, row_files, withdrawn_ids
from benchmark.results.row import Row, row_age

_FORMAT = 2  #: version of the format; entries of another version are written again


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A row without the status of each sample, and the counts of its statuses per task."""

    row: Row  #: the row, with empty ``result.statuses`` and ``result.points``
    counts: Counts


def count_row(row: Row) -> CountedRow:
    """Count a row's statuses per task, with tasks sorted by id."""
    result = row.result
    tasks = sorted(result.statuses)
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(tasks))
    for place, task in enumerate(tasks):
        for status in result.statuses[task]:
            found[status][place] += 1
    statuses = {status.value: found[status] for status in Status if status in found}
    counts = _build_counts(row, tasks, statuses, found["missing"])
    if result.points:
        graded = [[value for value in result.points.get(task, ()) if value is not None] for task in tasks]
        counts = replace(
            counts, graded=tuple(map(len, graded)), points=tuple(math.fsum(values) for values in graded)
        )
    light = row.model_copy(update={"result": result.model_copy(update={"statuses": {}, "points": {}})})
    return CountedRow(light, counts)


def read_counted(
    directory: Path, cache: Path | None, slugs: Iterable[str] | None = None, as_of: str | None = None
) -> tuple[CountedRow, ...]:
    """Read the rows of a folder that are not withdrawn, oldest first; none if the folder does not exist.

    Args:
        directory: folder of the rows.
        cache: folder of the cache, which is updated; None means no cache.
        slugs: submissions to read; None means all.
        as_of: ignore retractions after this instant; None means now.

    Raises:
        BadInput: for the reasons of ``read_rows``.
    """
    withdrawn = withdrawn_ids(directory, as_of)
    shared: dict[str, CountedRow] = {}
    counted = [_share_tasks(_read(directory, path, cache), shared) for path in row_files(directory, slugs)]
    found = [entry for entry in counted if entry.row.id not in withdrawn]
    if cache is not None:
        regenerated.prune(cache)
    return tuple(sorted(found, key=lambda entry: row_age(entry.row)))


def _read(directory: Path, path: Path, cache: Path | None) -> CountedRow:
    if cache is None:
        return count_row(read_row_in_place(directory, path))
    entry = regenerated.entry_path(cache, sha256_hex(bounded.read_bytes(path)))
    known = _read_entry(entry)
    if known is None:
        known = count_row(read_row_in_place(directory, path))
        regenerated.write(entry, json.dumps(_record(known), separators=(",", ":")).encode())
    else:
        check_place(directory, path, known.row)
    return known


def _share_tasks(counted: CountedRow, shared: dict[str, CountedRow]) -> CountedRow:
    """Return a row that uses the tasks, stems and categories of the first row with the same tasks.

    The rows of a table have the same tasks; with copies, 200 rows of 3,200 tasks need 190 MB more.

    Args:
        counted: the row.
        shared: the first row by digest of its tasks, which is updated.
    """
    result, counts = counted.row.result, counted.counts
    first = shared.setdefault(result.tasks.digest, counted)
    tasks, known = first.row.result.tasks, first.counts
    if first is counted or tasks != result.tasks or known.tasks != counts.tasks:
        return counted
    row = counted.row.model_copy(update={"result": result.model_copy(update={"tasks": tasks})})
    return CountedRow(row, replace(counts, tasks=known.tasks, stems=known.stems, categories=known.categories))


def _record(counted: CountedRow) -> dict[str, object]:
    counts = counted.counts
    return {
        "format": _FORMAT,
        "row": counted.row.model_dump(mode="json", by_alias=True),
        "tasks": counts.tasks,
        "statuses": counts.statuses,
        "missing": counts.missing,
        "graded": counts.graded,
        "points": counts.points,
    }


def _read_entry(path: Path) -> CountedRow | None:
    """Read an entry of the cache; None if there is no usable one."""
    try:
        record = plain_json.loads(regenerated.read(path))
        if record["format"] != _FORMAT:
            return None
        row = Row.model_validate(record["row"])
        counts = _build_counts(row, record["tasks"], record["statuses"], record["missing"])
        graded, points = tuple(map(int, record["graded"])), tuple(map(float, record["points"]))
        return CountedRow(row, replace(counts, graded=graded, points=points))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ValidationError):
        return None


def _build_counts(
    row: Row, tasks: Sequence[str], statuses: Mapping[str, Sequence[int]], missing: Sequence[int]
) -> Counts:
    place = {task: number for number, task in enumerate(tasks)}
    stems = row.result.tasks.stems
    return Counts(
        tasks=tuple(map(intern, tasks)),  # saves memory: all rows of a table have the same tasks
        stems=tuple(intern(stems.get(task, task)) for task in tasks),
        statuses={Status(status): tuple(column) for status, column in statuses.items()},
        missing=tuple(missing),
        categories={
            name: tuple(place[task] for task in members if task in place)
            for name, members in row.result.tasks.categories.items()
        },
    )
