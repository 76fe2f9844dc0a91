"""Extracts answers in separate processes: a text may be written to slow down or crash its reader."""

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TypeVar

from benchmark.core.errors import OurFailure
from benchmark.core.sample import NO_ANSWERS, Answer, Completion, RawSample, Sample
from benchmark.core.suite import Extraction, JudgedExtraction
from benchmark.core.task import Task
from benchmark.files.stored_completions import LazySequence, by_key, keys_of
from benchmark.pipeline.judge import helper_process
from benchmark.pipeline.judge.helper_process import HelperProcess
from benchmark.pipeline.judge.worker import READY, extract, prepare
from benchmark.sandbox.host.wall import close_off
from benchmark.sandbox.host.zygote import START_PAUSES

_AHEAD = 64  #: values that are taken before the first of them is done, so that no thread waits for the next

Given = TypeVar("Given")
Result = TypeVar("Result")


def bounded_map(
    pool: ThreadPoolExecutor, function: Callable[[Given], Result], values: Iterable[Given]
) -> Iterator[Result]:
    """Yield the results in the order of the values, which are taken in the thread of the caller."""
    waiting: deque[Future[Result]] = deque()
    for value in values:
        waiting.append(pool.submit(function, value))
        if len(waiting) > _AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


#: Detail of a sample whose text crashes every process that reads it.
CRASHED = "the text cannot be extracted: it crashes the process that reads it"
_TRIES = 2  #: tries of a text whose process dies; after that it has no answer
#: Wall seconds for a text, so long that no text reaches it: the longest takes less than ten CPU seconds.
#: A process has as many to start.
EXTRACTING_SECONDS = _START_SECONDS = 180.0
_SAMPLES_PER_PROCESS = 500  #: a further process takes 0.2 s to start; with fewer samples it is not worth it


class RawSamples(LazySequence[Sample | RawSample]):
    """One sample per completion, made when it is needed.

    Args:
        tasks: the tasks, by id.
        completions: the completions.
        extraction: the extraction rule.
    """

    def __init__(
        self, tasks: Mapping[str, Task], completions: Sequence[Completion], extraction: Extraction
    ) -> None:
        self._tasks = tasks
        self._completions = completions
        self._extraction = extraction

    def __len__(self) -> int:
        return len(self._completions)

    def value(self, place: int) -> Sample | RawSample:
        """Return the sample at a place."""
        completion = self._completions[place]
        return _raw_sample(self._tasks[completion.task_id], completion, self._extraction)


def raw_samples(
    tasks: Mapping[str, Task], completions: Iterable[Completion], extraction: Extraction
) -> RawSamples:
    """Return one sample per completion, sorted by task id and draw.

    A completion that the API refused or filtered has an empty answer, whatever its text is. All others are
    raw samples. If the rule brings its own form of tasks, the samples have that.
    """
    ordered = by_key(completions)
    if isinstance(extraction, JudgedExtraction):
        answered = {task_id for task_id, _ in keys_of(ordered)}
        tasks = {task_id: extraction.judged(tasks[task_id]) for task_id in answered}
    return RawSamples(tasks, ordered, extraction)


def _raw_sample(task: Task, completion: Completion, extraction: Extraction) -> Sample | RawSample:
    if completion.finish_reason in NO_ANSWERS:
        notes = (f"no answer: {completion.finish_reason}",)
        answer = Answer(code="", program="", notes=notes, nothing="refused")
        return Sample(task=task, draw=completion.draw, answer=answer)
    return RawSample(
        task=task,
        draw=completion.draw,
        text=completion.text,
        extraction=extraction,
        finish_reason=completion.finish_reason,
    )


def extract_all(
    samples: Sequence[Sample | RawSample],
    *,
    workers: int,
    progress: Callable[[int, int], None] | None = None,
) -> list[Sample]:
    """Return all samples with their answers, in the same order.

    Args:
        samples: samples, of which the raw ones are extracted.
        workers: maximum number of processes; each starts only when needed.
        progress: called after each sample with two numbers: samples done, and all samples.

    Raises:
        OurFailure: if a process cannot start.
    """
    done: list[Sample] = []
    for sample in extract_each(samples, workers=workers):
        done.append(sample)
        if progress is not None:
            progress(len(done), len(samples))
    return done


def extract_each(
    samples: Sequence[Sample | RawSample], *, workers: int, before: Callable[[], object] | None = None
) -> Iterator[Sample]:
    """Yield the samples of :func:`extract_all`; only a few of them are in memory at a time.

    ``before`` is called first in each process: it can load what a rule of others needs, which may be slow.
    """
    cores = len(os.sched_getaffinity(0))  # a cluster has more workers than this machine has cores
    number = max(1, min(workers, cores, len(samples) // (1 if before else _SAMPLES_PER_PROCESS)))
    readers = [_ReaderProcess(before) for _ in range(number)]
    idle: SimpleQueue[_ReaderProcess] = SimpleQueue()
    for reader in readers:
        idle.put(reader)

    def answered(sample: Sample | RawSample) -> Sample:
        if isinstance(sample, Sample):
            return sample
        reader = idle.get()
        try:
            return reader.read(sample)
        finally:
            idle.put(reader)

    with ThreadPoolExecutor(len(readers)) as pool:
        try:
            yield from bounded_map(pool, answered, samples)
        finally:
            pool.shutdown(cancel_futures=True)
            for reader in readers:
                reader.close()


def read_apart(function: Callable[[Given], str], values: Iterable[Given]) -> list[str]:
    """Return what a function of a module says of each value, in a process that is closed off.

    It is an empty text for a value that crashes that process. No process starts if there are no values.
    """
    with contextlib.closing(_ReaderProcess(function=function)) as reader:
        said = [reader.ask(function, value) for value in values]
    return [text if isinstance(text, str) else "" for text in said]


class _ReaderProcess:
    """A process that reads texts of answers, started when first needed and again when it has died.

    Args:
        before: is called first in the process; it can load what a rule of others needs.
        function: what the process will be asked, besides extracting.
    """

    def __init__(
        self, before: Callable[[], object] | None = None, function: Callable[..., object] | None = None
    ) -> None:
        # As an argument, so that its module is imported at the start: behind the wall it cannot be found.
        self._helper = HelperProcess(_work, lambda: (before or list, function))
        self._ready = False

    def read(self, sample: RawSample) -> Sample:
        """Return the sample with its answer; the answer is empty if the text crashes the process."""
        answer = self.ask(extract, sample, sample.text)
        return sample.answered(answer) if isinstance(answer, Answer) else sample.failed(CRASHED)

    def ask(
        self, function: Callable[[Given], helper_process.Message], value: Given, text: str | None = None
    ) -> helper_process.Message | None:
        """Return what a function of a module says of a value; None if the value crashes the process.

        An answer is received only if it is an extract of ``text``.
        """
        for _ in range(_TRIES):
            connection = self._connection()
            with contextlib.suppress(EOFError, OSError):
                connection.send((function, value))
                if connection.poll(EXTRACTING_SECONDS):
                    return helper_process.receive(connection, text=text)
            self.close()
        return None

    def _connection(self) -> Connection:
        """Return the connection to a process that is ready; a start that fails is tried again."""
        for pause in (*START_PAUSES, 0.0):
            connection = self._helper.connection()
            with contextlib.suppress(EOFError, OSError):
                if not self._ready and connection.poll(_START_SECONDS):
                    self._ready = helper_process.receive(connection) == READY
            if self._ready:
                return connection
            self.close()
            time.sleep(pause)
        raise OurFailure(
            "a process that extracts answers does not start",
            "free some memory, then run the same command again",
        )

    def close(self) -> None:
        """End the process."""
        self._helper.close()
        self._ready = False


def _work(
    connection: Connection, before: Callable[[], object], _function: Callable[..., object] | None
) -> None:
    """Read texts of answers until the other end closes. Runs in the new process."""
    before()
    prepare()
    close_off(connection.fileno())
    try:
        helper_process.send(connection, READY)
        while True:
            function, value = connection.recv()
            helper_process.send(connection, function(value))
    except (EOFError, OSError):  # the parent has ended or closed the connection
        pass
