"""The failed samples of rows: each file of verdicts is read once, and the first failure of each task is kept.

A missing sample has no verdict, so it has not failed and has no failed check.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.failed_check import FailedCheck, failed_check
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.stored_samples import StoredVerdict, stored_verdicts, verdicts_path
from benchmark.results.row import Row

CHECK_CHARACTERS = 110


class FirstFailure(NamedTuple):
    """The first failed sample of a task."""

    error_type: str  #: such as ``input-parsing``; empty if that was not asked
    exception: str  #: class of the exception; empty for none
    check: str  #: the first failed check, on one line


def failures(sources: Sources) -> "Failures":
    """Return the failures of the rows of a site."""
    return sources.once("failures", partial(Failures, sources))


class Failures:
    """Reads failed samples, and keeps the first failure of each task, which several pages and files need."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        #: By row: one entry per task, in the order of its counts, which takes less memory than a mapping.
        self._first: dict[str, tuple[FirstFailure | None, ...]] = {}

    def samples(self, row: Row) -> Iterator[StoredVerdict]:
        """Yield a row's failed samples in the order of its file; none if that is not on this machine.

        Raises:
            BadInput: if the file cannot be read.
        """
        path = verdicts_path(self._sources, row)
        if path is None:
            return
        first: dict[str, FirstFailure] = {}
        for verdict in stored_verdicts(path, passed=False):
            if verdict.status == "missing":
                continue
            if verdict.task not in first:
                first[verdict.task] = _first_failure(
                    verdict.status, verdict.detail, verdict.exception, verdict.error_type
                )
            yield verdict
        self._first[row.id] = tuple(map(first.get, self._sources.counts[row.id].tasks))

    def first(self, row: Row) -> Mapping[str, FirstFailure]:
        """Return the first failure of each task of a row that has one.

        Raises:
            BadInput: if the file of verdicts cannot be read.
        """
        if row.id not in self._first:
            deque(self.samples(row), maxlen=0)
        tasks, found = self._sources.counts[row.id].tasks, self._first.get(row.id, ())
        return {task: failure for task, failure in zip(tasks, found, strict=False) if failure is not None}


@lru_cache(16_384)  # many models fail in the same way
def _first_failure(status: str, detail: str, exception: str, error_type: str) -> FirstFailure:
    return FirstFailure(error_type, exception, one_line(failed_check(status, detail, exception)))


def one_line(failed: FailedCheck) -> str:
    """Return a failed check on one line, such as ``circular_shift(97, 8) gave '97', expected '79'``."""
    if failed.call and failed.got:
        expected = f", expected {failed.expected}" if failed.expected else ""
        text = f"{failed.call} gave {failed.got}{expected}"
    else:
        text = ": ".join(part for part in (failed.call, failed.message or failed.check) if part)
    return clean(text, CHECK_CHARACTERS)
