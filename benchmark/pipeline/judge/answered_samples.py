"""Samples whose answers are in a temporary file, like the texts from which they were extracted."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence

from benchmark.core.lazy import LazySequence
from benchmark.core.sample import Answer, RawSample, Sample, SampleKey
from benchmark.core.task import Task
from benchmark.files.spool import Spool

_GIVEN, _ABSENT = -1, -2  #: the sample was given with its answer; it has none yet


class AnsweredSamples(LazySequence[Sample]):
    """Samples with their answers; each is read when it is needed.

    Args:
        samples: the samples, of which the raw ones have no answers yet; no task and draw twice.
    """

    def __init__(self, samples: Sequence[Sample | RawSample]) -> None:
        self._samples = samples
        self.tasks: dict[str, Task] = {}  #: tasks of the samples, by id
        self._answers: Spool[Answer] = Spool()
        self._at = array("q")  #: place of each answer in the spool, or one of the constants
        self._task_ids: list[str] = []
        self._draws = array("q")
        for sample in samples:
            self._at.append(_GIVEN if isinstance(sample, Sample) else _ABSENT)
            self._task_ids.append(sample.task.id)
            self.tasks[sample.task.id] = sample.task
            self._draws.append(sample.draw)
        self._by_key = array("q", sorted(range(len(samples)), key=self._key))

    def __len__(self) -> int:
        return len(self._at)

    def value(self, place: int) -> Sample:
        """Return the sample at a place, which has an answer by now."""
        sample = self._samples[place]
        return sample if isinstance(sample, Sample) else sample.answered(self._answers[self._at[place]])

    def place(self, key: SampleKey) -> int:
        """Return the place of a sample. A dict of all keys would take ten times the memory."""
        return self._by_key[bisect_left(self._by_key, key, key=self._key)]

    def put(self, place: int, answer: Answer) -> None:
        """Keep the answer of a sample, unless it has one."""
        if self._at[place] == _ABSENT:
            self._at[place] = self._answers.append(answer)

    def unanswered(self) -> Sequence[int]:
        """Return the places of the samples that have no answer yet."""
        return array("q", (place for place, at in enumerate(self._at) if at == _ABSENT))

    def _key(self, place: int) -> SampleKey:
        return self._task_ids[place], self._draws[place]
