"""Rows with counted verdicts, and a cache of them: tables need counts, not 2.4 million statuses.

The cache is a folder of files that can be computed again from the rows at any time. The name of an entry is
a digest of the row's file and of the code, so an entry is never out of date. Damaged entries are written
again, and unused ones are removed after some time.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter

from benchmark.core.counts import Counts
from benchmark.core.digest import sha256_hex
from benchmark.core.verdict import Status
from benchmark.files import bounded, regenerated
from benchmark.results.branch_record import read_record
from benchmark.results.ledger import row_files, withdrawn_ids
from benchmark.results.row import Row, row_age


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A row whose statuses of samples are replaced by their counts per task."""

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
    place_of = {task: place for place, task in enumerate(tasks)}
    # A missing sample has the points null.
    graded = [[value for value in result.points.get(task, ()) if value is not None] for task in tasks]
    counts = Counts(
        tasks=tuple(tasks),
        stems=tuple(result.tasks.stems.get(task, task) for task in tasks),
        statuses={status: tuple(found[status]) for status in Status if status in found},
        missing=tuple(found["missing"]),
        categories={
            name: tuple(place_of[task] for task in members if task in place_of)
            for name, members in result.tasks.categories.items()
        },
        graded=tuple(map(len, graded)) if result.points else (),
        points=tuple(map(math.fsum, graded)) if result.points else (),
    )
    light = row.model_copy(update={"result": result.model_copy(update={"statuses": {}, "points": {}})})
    return CountedRow(light, counts)


def read_counted(
    directory: Path, cache: Path | None, slugs: Iterable[str] | None = None
) -> tuple[CountedRow, ...]:
    """Read the rows of a folder that are not withdrawn, oldest first; none if the folder does not exist.

    The folder ``cache`` is updated; None means no cache. ``slugs`` are the submissions to read; None means
    all.
    """
    withdrawn = withdrawn_ids(directory)
    shared: dict[str, CountedRow] = {}
    counted = [_share_tasks(_read(directory, path, cache), shared) for path in row_files(directory, slugs)]
    found = [entry for entry in counted if entry.row.id not in withdrawn]
    if cache is not None:
        regenerated.prune(cache)
    return tuple(sorted(found, key=lambda entry: row_age(entry.row)))


_ENTRY = TypeAdapter(CountedRow)


def _read(directory: Path, path: Path, cache: Path | None) -> CountedRow:
    content = [] if cache is None else ["row", sha256_hex(bounded.read_bytes(path))]
    counted = regenerated.once(cache, content, _ENTRY, lambda: count_row(read_record(Row, path, directory)))
    # The entry is found by content alone: a copy of the row's file may be in a wrong folder.
    counted.row.check_path(path, directory)
    return counted


def _share_tasks(counted: CountedRow, shared: dict[str, CountedRow]) -> CountedRow:
    """Let rows share memory: return the row with the task lists of the first row that has the same tasks.

    The rows of a table have the same tasks; with copies, 200 rows of 3,200 tasks need 190 MB more. ``shared``
    has the first row of each digest of tasks.
    """
    result, counts = counted.row.result, counted.counts
    first = shared.setdefault(result.tasks.digest, counted)
    tasks, known = first.row.result.tasks, first.counts
    if first is counted or tasks != result.tasks or known.tasks != counts.tasks:
        return counted
    row = counted.row.model_copy(update={"result": result.model_copy(update={"tasks": tasks})})
    return CountedRow(row, replace(counts, tasks=known.tasks, stems=known.stems, categories=known.categories))
