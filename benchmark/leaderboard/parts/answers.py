"""Shards: files with the completions of 50 or more tasks of a row, loaded when a reader opens a task.

A shard is a script (see ``plain_json.shard``) with::

    {"row": "<id>", "first": 50, "tasks": [
      {"task": "HumanEval-65", "draws": 1, "answers": [
        {"draw": 0, "status": "wrong_answer", "text": "the completion, shortened", "kept": [[1, 6]],
         "gaps": [[9, 120]], "notes": ["…"], "code": "…", "finish": "length",
         "failed": {"call": "f(1)", "expected": "'a'", "got": "'b'", "check": "assert …", "message": "…"}}]}]}

- ``tasks``: tasks of the row in natural order of their ids, beginning with number ``first``, counted from 0.
- ``draws``: number of samples of the task. Of several, the first with each status is stored, at most four.
- ``kept``: ranges of lines of ``text`` that extraction kept, counted from 0, ends excluded. An empty list
  means that no line was kept; without the field it is unknown which were.
- ``gaps``: pairs of a line of ``text`` and the number of lines left out before it. A line number equal to the
  number of lines stands for the end of the text.
- ``notes``: what extraction did.
- ``code``: the judged code, if it is not a range of whole lines of the text.
- ``failed``: the known parts of the first failed check.
- ``kinds``: the status of each kind of tests, if the task has several.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.order import places_in_order
from benchmark.core.sample import SampleKey
from benchmark.core.task import Task
from benchmark.files import regenerated
from benchmark.files.shipped import code_digest
from benchmark.leaderboard.inputs import plain_json
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.leaderboard.inputs.failures import failed_check
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.stored_samples import (
    StoredAnswer,
    StoredVerdict,
    stored_answers,
    stored_verdicts,
)
from benchmark.leaderboard.parts.marked_answer import ANSWER_CHARACTERS, AnswerMarker, answer_marker
from benchmark.leaderboard.parts.site_page import PlainFile
from benchmark.results.row import Row

#: Tasks per shard; shards of short answers have a multiple of it.
TASKS_PER_SHARD = 50
#: Bytes of compressed completions and verdicts that a shard is made from, unless those of 50 tasks have more.
SHARD_SOURCE_BYTES = 24_000
#: Maximum bytes of a shard, of which three quarters are transferred; texts of a larger one are shortened
#: until it fits.
MAX_SHARD_BYTES = 53_000

_CACHE = "answers"  #: folder of packed shards in the cache
_MAX_ANSWERS = 4  #: stored completions per task
_ID_DIGITS = 12  #: digits of a row's id in the path of its shards
_MIN_CHARACTERS = 256  #: texts are not shortened further than to this length


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerShards:
    """The shards of a row."""

    row: str  #: id of the row
    folder: str  #: ``d/a/code-vision/official/gpt-4o/6f4b202f75b9``
    tasks: tuple[str, ...]  #: ids of the row's tasks in natural order
    size: int  #: tasks per shard

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of all shards, for ``link`` in templates."""
        return tuple(self.path(first) for first in range(0, len(self.tasks), self.size))

    def path(self, place: int) -> str:
        """Return the path of the shard that has task number ``place``, counted from 0."""
        return f"{self.folder}/{place // self.size:02d}.js"

    def place(self, task: str) -> int:
        """Return the number of a task, counted from 0."""
        return _places(self.tasks)[task]


def answer_shards(sources: Sources) -> dict[str, AnswerShards]:
    """Return shards by row id, for the newest row of each model in each table.

    A row has none if its completions or verdicts are not on this machine, or if its tasks are kept back:
    completions would reveal them. They are found once.
    """
    return sources.once("shards of answers", partial(_find_shards, sources))


def _find_shards(sources: Sources) -> dict[str, AnswerShards]:
    rows = [
        row
        for group in sources.tables
        for row in group.newest
        if not licence_of(group.key.suite, group.key.dataset).kept_back
        and sources.file_path(row, row.run.completions_file)
        and sources.file_path(row, row.run.verdicts_file)
    ]
    counts = sources.counts
    return {
        row.id: AnswerShards(
            row=row.id,
            folder="/".join(("d/a", row.result.suite, row.result.dataset, row.slug, row.id[:_ID_DIGITS])),
            tasks=_sort_tasks(counts[row.id].tasks),
            size=shard_size(
                len(counts[row.id].tasks),
                sum(file.bytes for file in (row.run.completions_file, row.run.verdicts_file) if file),
            ),
        )
        for row in rows
    }


@lru_cache(8)  # rows of a table share one tuple
def _sort_tasks(tasks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tasks[place] for place in places_in_order(tasks))


@lru_cache(8)
def _places(tasks: tuple[str, ...]) -> dict[str, int]:
    return {task: place for place, task in enumerate(tasks)}


def shard_size(tasks: int, size: int) -> int:
    """Return the tasks per shard of a row whose compressed completions and verdicts have ``size`` bytes."""
    return max(1, SHARD_SOURCE_BYTES * tasks // (max(1, size) * TASKS_PER_SHARD)) * TASKS_PER_SHARD


def answer_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield every shard as a file; a row's shards are made, or read, when the first one is written."""
    if sources.where.cache is not None:
        regenerated.prune(sources.where.cache / _CACHE)
    rows = {row.id: row for row in sources.light_rows}
    # The shards of a row are written one after the other, so the last row is enough.
    packed = lru_cache(1)(lambda of: _row_shards(sources, rows[of.row], of))
    for shards in answer_shards(sources).values():
        for number, path in enumerate(shards.paths):
            yield PlainFile(path, partial(lambda of, number: packed(of)[number], shards, number))


def _row_shards(sources: Sources, row: Row, of: AnswerShards) -> list[bytes]:
    """Return the shards of a row: those in the cache if nothing they are made from has changed.

    A row has one entry, whose first line is a digest of what made it and one of the other lines, the shards.
    """
    made_from = "" if sources.where.cache is None else _origin(sources, row, of)
    entry = regenerated.entry_path((sources.where.cache or Path()) / _CACHE, row.id, "js")
    with suppress(OSError):
        head, _, known = (regenerated.read(entry) if made_from else b"").partition(b"\n")
        if head and head.decode("ascii", "replace") == f"{made_from} {sha256_hex(known)}":
            return known.splitlines(keepends=True)
    samples = _row_samples(sources, row)
    firsts = range(0, len(of.tasks), of.size)
    packed = [_packed_shard(sources, row, samples, of, first) for first in firsts]
    if made_from:
        whole = b"".join(packed)
        regenerated.write(entry, f"{made_from} {sha256_hex(whole)}\n".encode() + whole)
    return packed


def _origin(sources: Sources, row: Row, of: AnswerShards) -> str:
    """Return a digest of what a row's shards are made from: its files, its tasks, and our code."""
    name = row.result.suite, row.result.dataset

    def tasks_digest() -> str:
        here = sources.tasks[name].tasks if name in sources.tasks else {}
        return sha256_hex(repr([here.get(task) for task in of.tasks]).encode("utf-8", "surrogatepass"))

    tasks = sources.once(("digest of tasks", name, of.tasks), tasks_digest)
    files = [file.sha256 for file in (row.run.completions_file, row.run.verdicts_file) if file]
    # Much of the code makes them, so no change of it may be forgotten.
    return digest_lines([row.id, files, tasks, of.size, sources.once("digest of code", code_digest)])


class _RowSamples(NamedTuple):
    """The samples of a row that shards store."""

    draws: Counter[str]  #: number of all samples of a task
    verdicts: Mapping[str, list[StoredVerdict]]  #: the first with each status, in order of draws
    answers: Mapping[SampleKey, StoredAnswer]


def _row_samples(sources: Sources, row: Row) -> _RowSamples:
    stored: dict[str, list[StoredVerdict]] = {}
    files = row.run.verdicts_file, row.run.completions_file
    verdicts, completions = (sources.file_path(row, file) for file in files)
    if verdicts is None or completions is None:
        return _RowSamples(Counter(), stored, {})
    judged = [*stored_verdicts(verdicts)]
    for verdict in judged:
        if (known := stored.get(verdict.task)) is None:
            stored[verdict.task] = [verdict]
        elif len(known) < _MAX_ANSWERS and verdict.status not in [seen.status for seen in known]:
            known.append(verdict)
    wanted = None
    if len(stored) < len(judged):
        wanted = {(task, verdict.draw) for task, known in stored.items() for verdict in known}
    found = {(answer.task, answer.draw): answer for answer in stored_answers(completions, wanted)}
    return _RowSamples(Counter(verdict.task for verdict in judged), stored, found)


def _packed_shard(sources: Sources, row: Row, samples: _RowSamples, of: AnswerShards, first: int) -> bytes:
    result, limit = row.result, ANSWER_CHARACTERS
    here = sources.tasks.get((result.suite, result.dataset))
    while True:
        mark = answer_marker(result.suite, result.extraction, limit, setting=result.setting)
        packed = plain_json.shard(_shard_value(samples, here.tasks if here else {}, mark, of, first))
        if limit <= _MIN_CHARACTERS or len(packed) <= MAX_SHARD_BYTES:
            return packed
        limit //= 2


def _shard_value(
    samples: _RowSamples, known: Mapping[str, Task], mark: AnswerMarker, of: AnswerShards, first: int
) -> dict[str, object]:
    tasks = [
        {
            "task": task,
            "draws": samples.draws[task],
            "answers": [
                _answer_record(verdict, samples.answers.get((task, verdict.draw)), known.get(task), mark)
                for verdict in samples.verdicts.get(task, ())
            ],
        }
        for task in of.tasks[first : first + of.size]
    ]
    return {"row": of.row, "first": first, "tasks": tasks}


def _answer_record(
    verdict: StoredVerdict, answer: StoredAnswer | None, task: Task | None, mark: AnswerMarker
) -> dict[str, object]:
    record: dict[str, object] = {"draw": verdict.draw, "status": verdict.status}
    if answer is not None:
        record |= mark(task, answer.text).record
        if answer.finish not in ("", "stop"):
            record["finish"] = answer.finish
    if verdict.detail and (failed := failed_check(verdict.status, verdict.detail, verdict.exception).record):
        record["failed"] = failed
    if len(verdict.kinds) > 1:
        record["kinds"] = verdict.kinds
    return record
