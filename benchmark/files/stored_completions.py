"""Completions whose texts are in a temporary file: a run may have hundreds of thousands of them."""

import dataclasses
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence

from benchmark.core.lazy import LazySequence, Selected
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.spool import Spool

#: Names of the fields that are in the file; the task id and the draw stay in memory.
_IN_FILE = tuple(
    field.name for field in dataclasses.fields(Completion) if field.name not in ("task_id", "draw")
)


class StoredCompletions(LazySequence[Completion]):
    """Completions in a :class:`Spool`, in the order in which they were added; a few bytes each in memory."""

    def __init__(self) -> None:
        self._spool: Spool[tuple[object, ...]] = Spool()
        self._task_ids: list[str] = []
        self._draws = array("q")

    def __len__(self) -> int:
        return len(self._draws)

    def append(self, completion: Completion) -> None:
        """Add a completion.

        Raises:
            OurFailure: if the temporary file cannot be written.
        """
        self._spool.append(tuple(getattr(completion, name) for name in _IN_FILE))
        self._task_ids.append(sys.intern(completion.task_id))
        self._draws.append(completion.draw)

    def value(self, place: int) -> Completion:
        """Return the completion at a place."""
        rest = dict(zip(_IN_FILE, self._spool.value(place), strict=True))
        return Completion(task_id=self._task_ids[place], draw=self._draws[place], **rest)  # type: ignore[arg-type]  # its own fields

    def keys(self) -> Iterator[SampleKey]:
        """Yield task id and draw of each completion, without reading its text."""
        return zip(self._task_ids, self._draws, strict=True)


def keys_of(completions: Iterable[Completion]) -> Iterator[SampleKey]:
    """Yield task id and draw of each completion; texts that are in a file are not read."""
    if isinstance(completions, StoredCompletions):
        return completions.keys()
    if isinstance(completions, Selected):
        keys = tuple(keys_of(completions.source))
        return map(keys.__getitem__, completions.places)
    return (completion.key for completion in completions)


def draws_per_task(completions: Sequence[Completion]) -> int:
    """Return the number of samples per task; the completions must be complete."""
    return max(draw for _, draw in keys_of(completions)) + 1


def by_key(completions: Iterable[Completion]) -> Sequence[Completion]:
    """Return completions sorted by task id and draw; texts stay in their file."""
    given = completions if isinstance(completions, Sequence) else tuple(completions)
    keys = list(keys_of(given))
    return Selected(given, sorted(range(len(keys)), key=keys.__getitem__))
