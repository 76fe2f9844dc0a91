"""The verdicts of each table to download: a line per model and task.

A line has the number of samples with each status. Samples of a task are exchangeable, so nothing that can be
computed from single samples is lost, and a table with 20 samples per task is not 20 times as long. With one
sample per task, as in most tables, a line is a verdict.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import TypeVar

from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import RowGroup, is_baseline
from benchmark.core.counts import Counts
from benchmark.core.order import places_in_order
from benchmark.core.suite_facts import Licence
from benchmark.core.verdict import POINTS_DECIMALS, Status
from benchmark.leaderboard.downloads.encodings import Block, GzippedCsvLines, ParquetLines, has_parquet
from benchmark.leaderboard.downloads.records import VerdictRecord
from benchmark.leaderboard.downloads.tables import asked_fields, file_head, table_path
from benchmark.leaderboard.inputs.facts import group_title
from benchmark.leaderboard.inputs.failures import FirstFailure, failures
from benchmark.leaderboard.inputs.licences import licence_of
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row

VERDICTS_SCHEMA = "download-verdicts"  #: name of the published schema
Value = TypeVar("Value")

_CSV, _PARQUET = ".csv.gz", ".parquet"
_MIXED = "mixed"  #: verdict of a task whose samples have different statuses


@dataclass(frozen=True, slots=True)
class VerdictTable:
    """The verdicts of one table to download, in all formats."""

    group: RowGroup
    lines: int

    @property
    def path(self) -> str:
        """The path in the site without a file ending."""
        return f"{table_path(self.group.key)}-verdicts"

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name of each format, and its path."""
        files = (("CSV (gzip)", self.path + _CSV), ("Parquet", self.path + _PARQUET))
        return files if has_parquet() else files[:1]


def verdict_tables(sources: Sources) -> Iterator[VerdictTable]:
    """Yield the verdicts of each table that has a file of its own."""
    for group in sources.tables:
        yield VerdictTable(group, sum(len(sources.counts[row.id].tasks) for row in group.newest))


def verdict_files_of(group: RowGroup) -> tuple[tuple[str, str], ...]:
    """Return the formats and paths of the verdicts of a table."""
    return VerdictTable(group, 0).files


def verdict_contents(table: VerdictTable, sources: Sources) -> dict[str, bytes]:
    """Return the content of all files of a table's verdicts by path; it is made once.

    The page of downloads needs it, too, to say how large the files are.
    """
    return sources.once(("verdicts", table.path), partial(_make_contents, table, sources))


def _make_contents(table: VerdictTable, sources: Sources) -> dict[str, bytes]:
    """Make all files together, so that verdicts are read only once."""
    key = table.group.key
    files: dict[str, GzippedCsvLines | ParquetLines] = {}
    for _, path in table.files:
        if path.endswith(_PARQUET):
            title = f"{group_title(key)}: {conditions(key).with_ids}"
            files[path] = ParquetLines(VerdictRecord, file_head(VERDICTS_SCHEMA, title, path, sources))
        else:
            files[path] = GzippedCsvLines(VerdictRecord)
    for block in verdict_blocks(table, sources):
        for file in files.values():
            file.add(block)
    return {path: file.content() for path, file in files.items()}


_UNKNOWN = FirstFailure("", "", "")


def verdict_blocks(table: VerdictTable, sources: Sources) -> Iterator[Block]:
    """Yield the lines of each row of a table."""
    licence = licence_of(table.group.key.suite, table.group.key.dataset)
    for row in table.group.newest:
        yield _block(row, sources.counts[row.id], _failures(sources, row, licence))


def _block(row: Row, counts: Counts, first: Mapping[str, FirstFailure]) -> Block:
    """Return the lines of a row, in natural order of task ids."""
    order = places_in_order(counts.tasks)
    size = len(order)
    same = {
        **asked_fields(row),
        "row": row.id,
        "name": row.result.submission.name,
        "baseline": is_baseline(row),
    }
    tasks = _pick(counts.tasks, order)
    statuses = {status: _pick(column, order) for status, column in counts.statuses.items()}
    judged, missing = _pick(counts.judged, order), _pick(counts.missing, order)
    passed = statuses.get(Status.PASSED, (0,) * size)
    found = [first.get(task, _UNKNOWN) for task in tasks]
    return {
        **{name: (value,) * size for name, value in same.items()},
        **{status.value: statuses.get(status, (0,) * size) for status in Status},
        "task": tasks,
        "stem": _pick(counts.stems, order),
        "samples": list(map(add, judged, missing)),
        "verdict": _verdicts(statuses, judged, missing),
        "passed": [number if of else None for number, of in zip(passed, judged, strict=True)],
        "missing": missing,
        "points": _mean_points(counts, order),
        "error_type": [failure.error_type for failure in found],
        "exception": [failure.exception for failure in found],
        "check": [failure.check for failure in found],
    }


def _pick(column: Sequence[Value], order: Sequence[int]) -> list[Value]:
    return [column[place] for place in order]


def _verdicts(
    statuses: Mapping[Status, Sequence[int]], judged: Sequence[int], missing: Sequence[int]
) -> list[str]:
    """Return the verdict of each task: the status of all its samples, or that they differ."""
    found = ["missing"] * len(judged)
    for status, column in statuses.items():
        for place, number in enumerate(column):
            if number:
                alone = number == judged[place] and not missing[place]
                found[place] = status.value if alone else _MIXED
    return found


def _mean_points(counts: Counts, order: Sequence[int]) -> list[float | None]:
    if not counts.graded:
        return [None] * len(order)
    return [
        round(counts.points[place] / counts.graded[place], POINTS_DECIMALS) if counts.graded[place] else None
        for place in order
    ]


def _failures(sources: Sources, row: Row, licence: Licence) -> Mapping[str, FirstFailure]:
    """Return by task the first failed sample, without what would reveal tasks."""
    if licence.kept_back:
        return {}
    found = failures(sources).first(row)
    if licence.shows:
        return found
    return {task: failure._replace(check="") for task, failure in found.items()}
