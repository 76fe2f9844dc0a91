"""Shards of answers: what models wrote, a file for about 50 tasks of a row, loaded when somebody asks.

A shard is gzipped JSON, because a site has 800 MB and its host packs nothing that it stores::

    {"row": "<id>", "first": 50, "tasks": [
      {"task": "HumanEval-65", "draws": 1, "answers": [
        {"draw": 0, "status": "wrong_answer", "text": "whole answer, clipped", "kept": [[1, 6]],
         "gaps": [[9, 120]], "notes": ["…"], "code": "…", "finish": "length",
         "failed": {"call": "f(1)", "expected": "'a'", "got": "'b'", "check": "assert …", "message": "…"}}]}]}

``tasks`` are those of the row in natural order of their ids, from the ``first``-th on (from 0). ``kept`` are
lines of ``text``, from 0, each range without its end; no ``kept``: not known which lines were kept; an empty
list: none were. ``gaps`` say in front of which line of ``text`` how many lines were left out (the number of
lines: behind the last). ``notes``: what extraction did. ``code``: what was judged, where that is not whole
lines of the text. ``failed``: the first check that failed, its parts as far as they are known. ``draws`` is
the number of samples; of many the first of each status are kept, up to four.
"""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial

from benchmark.core.order import places_in_order
from benchmark.leaderboard.rows.failed_check import failed_check
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.stored_samples import (
    StoredAnswer,
    StoredVerdict,
    completions_path,
    stored_answers,
    stored_verdicts,
    verdicts_path,
)
from benchmark.leaderboard.shared.licences import licence_of
from benchmark.leaderboard.shared.marked_answer import ANSWER_CHARACTERS, MarkedAnswer, answer_marker
from benchmark.leaderboard.shared.page import PlainFile
from benchmark.results.row import Row

#: Tasks of a shard, where the site has room for that many files.
TASKS_PER_SHARD = 50
#: Shards of the whole site; with more answers, a shard holds more tasks.
MAX_SHARDS = 5_000
#: Bytes of a shard as it is sent, gzipped; longer answers are clipped further until it fits.
MAX_SHARD_BYTES = 40_000

_MAX_ANSWERS = 4  #: answers of a task that are kept
_COMPRESSION_LEVEL = 5
_ID_DIGITS = 12  #: digits of a row's id
_MIN_CHARACTERS = 256  #: characters of an answer that are shown in any case


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerShards:
    """Where the answers of a row are."""

    row: str  #: its id
    folder: str  #: ``d/a/code-vision/official/gpt-4o/6f4b202f75b9``
    tasks: tuple[str, ...]  #: in natural order of their ids
    size: int  #: tasks of a shard

    @property
    def paths(self) -> tuple[str, ...]:
        """Of all shards; ``link(path)`` of a template takes them."""
        return tuple(self.path(first) for first in range(0, len(self.tasks), self.size))

    def path(self, place: int) -> str:
        """The shard with the ``place``-th task, from 0."""
        return f"{self.folder}/{place // self.size:02d}.json.gz"


def answer_shards(sources: Sources) -> dict[str, AnswerShards]:
    """By id of the row: the newest of each model in each table whose completions and verdicts are here.

    Sets of tasks that are kept back have none: answers would give them away.
    """
    rows = [
        row
        for groups in sources.groups.values()
        for group in groups
        for row in group.newest
        if not licence_of(group.key.suite, group.key.dataset).kept_back
        and completions_path(sources, row)
        and verdicts_path(sources, row)
    ]
    counts = sources.counts
    size = shard_size([len(counts[row.id].tasks) for row in rows])
    return {
        row.id: AnswerShards(
            row=row.id,
            folder=_shard_folder(row),
            tasks=_sort_tasks(counts[row.id].tasks),
            size=size,
        )
        for row in rows
    }


@lru_cache(8)  # rows of a table share the one tuple
def _sort_tasks(tasks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tasks[place] for place in places_in_order(tasks))


def shard_size(tasks: list[int]) -> int:
    """Tasks of a shard, so that rows of so many tasks make no more files than the site has room for."""
    size = TASKS_PER_SHARD
    while sum(-(-count // size) for count in tasks) > MAX_SHARDS:
        size += TASKS_PER_SHARD // 2
    return size


def answer_files(sources: Sources) -> Iterator[PlainFile]:
    """Every shard; a row is read when its first one is written."""
    reader = _RowReader(sources)
    for one in answer_shards(sources).values():
        for first in range(0, len(one.tasks), one.size):
            yield PlainFile(one.path(first), partial(_packed_shard, reader, one, first))


@dataclass(slots=True)
class _Samples:
    """What is shown of a task."""

    draws: int = 0
    verdicts: list[StoredVerdict] = field(default_factory=list)  #: in order of draws
    answers: dict[int, StoredAnswer] = field(default_factory=dict)  #: by draw


class _RowReader:
    """Reads rows, and remembers the last one: its shards are written one after the other."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._rows = {row.id: row for row in sources.light}
        self._last: tuple[str, Mapping[str, _Samples]] = ("", {})

    def samples(self, row_id: str) -> Mapping[str, _Samples]:
        """Of a row, by task."""
        if self._last[0] != row_id:
            self._last = (row_id, self._read(self._rows[row_id]))
        return self._last[1]

    def marker(self, row_id: str, limit: int) -> Callable[[str, str], MarkedAnswer]:
        """Marks the answers of a row, by task."""
        result = self._rows[row_id].result
        tasks = self._sources.tasks.get((result.suite, result.dataset))
        mark = answer_marker(result.suite, result.extraction, limit)
        return lambda task, text: mark(None if tasks is None else tasks.tasks.get(task), text)

    def _read(self, row: Row) -> dict[str, _Samples]:
        verdicts, completions = verdicts_path(self._sources, row), completions_path(self._sources, row)
        found: dict[str, _Samples] = {}
        if verdicts is None or completions is None:
            return found
        for verdict in stored_verdicts(verdicts):
            samples = found.setdefault(verdict.task, _Samples())
            samples.draws += 1
            if _is_new_status(samples.verdicts, verdict):
                samples.verdicts.append(verdict)
        wanted = None
        if any(samples.draws > len(samples.verdicts) for samples in found.values()):
            wanted = {(task, one.draw) for task, samples in found.items() for one in samples.verdicts}
        for answer in stored_answers(completions, wanted):
            if answer.task in found:
                found[answer.task].answers[answer.draw] = answer
        return found


def _is_new_status(known: list[StoredVerdict], verdict: StoredVerdict) -> bool:
    return not known or (len(known) < _MAX_ANSWERS and all(one.status != verdict.status for one in known))


def _packed_shard(reader: _RowReader, of: AnswerShards, first: int) -> bytes:
    limit = ANSWER_CHARACTERS
    while True:
        packed = gzip.compress(_shard_json(reader, of, first, limit), _COMPRESSION_LEVEL, mtime=0)
        if limit <= _MIN_CHARACTERS or len(packed) <= MAX_SHARD_BYTES:
            return packed
        limit //= 2


def _shard_json(reader: _RowReader, of: AnswerShards, first: int, limit: int) -> bytes:
    samples, mark = reader.samples(of.row), reader.marker(of.row, limit)
    tasks = [
        {
            "task": task,
            "draws": samples[task].draws,
            "answers": [_answer_record(samples[task], verdict, mark) for verdict in samples[task].verdicts],
        }
        if task in samples
        else {"task": task, "draws": 0, "answers": []}
        for task in of.tasks[first : first + of.size]
    ]
    record = {"row": of.row, "first": first, "tasks": tasks}
    return json.dumps(record, separators=(",", ":")).encode("ascii")


def _answer_record(
    samples: _Samples, verdict: StoredVerdict, mark: Callable[[str, str], MarkedAnswer]
) -> dict[str, object]:
    answer = samples.answers.get(verdict.draw)
    record: dict[str, object] = {"draw": verdict.draw, "status": verdict.status}
    if answer is not None:
        record |= mark(verdict.task, answer.text).record
        if answer.finish not in ("", "stop"):
            record["finish"] = answer.finish
    failed = failed_check(verdict.status, verdict.detail, verdict.exception).record
    return record | {"failed": failed} if failed else record


def _shard_folder(row: Row) -> str:
    result = row.result
    return f"d/a/{result.suite}/{result.dataset}/{result.submission.slug}/{row.id[:_ID_DIGITS]}"
