"""The verdicts of each table to download: a line per model and task.

A line has the number of samples with each status. Samples of a task are exchangeable, so nothing that can be
computed from single samples is lost, and a table with 20 samples per task is not 20 times as long. With one
sample per task, as in most tables, a line is a verdict.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from benchmark.leaderboard.downloads.records import LICENCE, VerdictRecord, VerdictsFile
from benchmark.leaderboard.downloads.tables import table_path
from benchmark.leaderboard.inputs.facts import group_title
from benchmark.leaderboard.inputs.failures import FirstFailure, failures
from benchmark.leaderboard.inputs.licences import licence_of
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row

VERDICTS_SCHEMA = "download-verdicts"  #: name of the published schema
Value = TypeVar("Value")

_CSV, _PARQUET = ".csv.gz", ".parquet"
_MIXED = "mixed"  #: verdict of a task whose samples have different statuses


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictTable:
    """The verdicts of one table to download, in all formats."""

    path: str  #: path in the site without a file ending
    files: tuple[tuple[str, str], ...]  #: name of the format, and path
    suite: str
    title: str
    about: str
    lines: int
    blocks: Callable[[], Iterator[Block]]  #: the lines of each row


def verdict_tables(sources: Sources) -> Iterator[VerdictTable]:
    """Yield the verdicts of each table that has a file of its own."""
    for groups in sources.groups.values():
        for group in groups:
            yield VerdictTable(
                path=_path(group),
                files=verdict_files_of(group),
                suite=group.key.suite,
                title=group_title(group.key),
                about=conditions(group.key).with_ids,
                lines=sum(len(sources.counts[row.id].tasks) for row in group.newest),
                blocks=partial(_blocks, sources, group),
            )


def verdict_files_of(group: RowGroup) -> tuple[tuple[str, str], ...]:
    """Return the formats and paths of the verdicts of a table."""
    path = _path(group)
    files = (("CSV (gzip)", path + _CSV), ("Parquet", path + _PARQUET))
    return files if has_parquet() else files[:1]


def _path(group: RowGroup) -> str:
    return f"{table_path(group.key)}-verdicts"


def verdict_contents(table: VerdictTable, sources: Sources) -> dict[str, bytes]:
    """Return the content of all files of a table's verdicts by path; it is made once.

    The page of downloads needs it, too, to say how large the files are.
    """
    return sources.once(("verdicts", table.path), partial(_make_contents, table, sources))


def _make_contents(table: VerdictTable, sources: Sources) -> dict[str, bytes]:
    """Make all files together, so that verdicts are read only once."""
    files: dict[str, GzippedCsvLines | ParquetLines] = {}
    for _, path in table.files:
        if path.endswith(_PARQUET):
            files[path] = ParquetLines(VerdictRecord, _file_head(table, path, sources))
        else:
            files[path] = GzippedCsvLines(VerdictRecord)
    for block in table.blocks():
        for file in files.values():
            file.add(block)
    return {path: file.content() for path, file in files.items()}


def _file_head(table: VerdictTable, path: str, sources: Sources) -> dict[str, str]:
    return {
        "schema": str(VerdictsFile.model_fields["schema_"].default),
        "title": f"{table.title}: {table.about}",
        "address": sources.where.base + path,
        "as_of": max((row.run.started for row in sources.light_rows), default=""),
        "licence": LICENCE,
    }


_UNKNOWN = FirstFailure("", "", "")


def _blocks(sources: Sources, group: RowGroup) -> Iterator[Block]:
    licence = licence_of(group.key.suite, group.key.dataset)
    for row in group.newest:
        yield _block(row, sources.counts[row.id], _failures(sources, row, licence))


def _block(row: Row, counts: Counts, first: Mapping[str, FirstFailure]) -> Block:
    """Return the lines of a row, in natural order of task ids."""
    order = places_in_order(counts.tasks)
    result, size = row.result, len(order)
    same = {
        "row": row.id,
        "suite": result.suite,
        "dataset": result.dataset,
        "setting": result.setting,
        "protocol": result.protocol,
        "prompt": result.prompt.name,
        "slug": result.submission.slug,
        "name": result.submission.name,
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
