"""Samples whose answers are in a temporary file, like the texts from which they were extracted."""

from array import array
from collections.abc import Sequence

from benchmark.core.lazy import LazySequence, Selected
from benchmark.core.sample import Answer, RawSample, Sample, SampleKey
from benchmark.files.spool import Spool

_GIVEN, _ABSENT = -1, -2  #: the sample was given with its answer; it has none yet


class AnsweredSamples(LazySequence[Sample]):
    """Samples with their answers; each is read when it is needed.

    Args:
        samples: the samples, of which the raw ones have no answers yet; no task and draw twice.
    """

    def __init__(self, samples: Sequence[Sample | RawSample]) -> None:
        self._samples = samples
        self._answers: Spool[Answer] = Spool()
        self._at = array("q")  #: place of each answer in the spool, or one of the constants
        self._places: dict[SampleKey, int] = {}
        for place, sample in enumerate(samples):
            self._places[sample.key] = place
            self._at.append(_GIVEN if isinstance(sample, Sample) else _ABSENT)

    def __len__(self) -> int:
        return len(self._at)

    def value(self, place: int) -> Sample:
        """Return the sample at a place, which has an answer by now."""
        sample = self._samples[place]
        return sample if isinstance(sample, Sample) else sample.answered(self._answers[self._at[place]])

    def place(self, key: SampleKey) -> int:
        """Return the place of a sample."""
        return self._places[key]

    def put(self, sample: Sample) -> None:
        """Keep the answer of a sample that has none yet."""
        place = self._places[sample.key]
        if self._at[place] == _ABSENT:
            self._at[place] = self._answers.append(sample.answer)

    def unanswered(self) -> Sequence[Sample | RawSample]:
        """Return the samples that have no answer yet."""
        return Selected(self._samples, [place for place, at in enumerate(self._at) if at == _ABSENT])

    def complete(self) -> Sequence[Sample]:
        """Return this object after the last answer, without what only :meth:`place` and :meth:`put` need."""
        self._places = {}
        return self
