"""The executor of one machine: a pool of worker processes, each with sandboxes of its own."""

import atexit
import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from benchmark.core.errors import OurFailure, SandboxFailure
from benchmark.core.executor import Shard
from benchmark.core.sample import Sample
from benchmark.core.verdict import Missing, Outcome
from benchmark.judging.judge import Judge

_PR_SET_PDEATHSIG = 1
_TRIES_A_SHARD = 3  #: when its worker is killed
_TRIES_A_SAMPLE = 2  #: when its sandbox breaks; then it is missing


class LocalPool:
    """Runs shards in ``workers`` processes; a shard whose worker is killed is judged again."""

    name = "local"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """See :class:`benchmark.core.executor.Executor`."""
        waiting = list(shards)
        for _ in range(_TRIES_A_SHARD):
            waiting = self._run_once(waiting, done)
            if not waiting:
                return
        raise OurFailure(
            f"worker processes were killed {_TRIES_A_SHARD} times; {len(waiting)} shard(s) are not judged",
            "look for a lack of memory, then run the same command with --resume",
        )

    def _run_once(self, shards: list[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> list[Shard]:
        """Judge what can be judged; returns the shards that were lost with a killed worker."""
        lost = []
        context = multiprocessing.get_context("spawn")
        size = min(self.workers, len(shards))
        with ProcessPoolExecutor(size, mp_context=context, initializer=_end_with_the_parent) as pool:
            try:
                running = {pool.submit(_judge_shard, shard): shard for shard in shards}
                while running:
                    finished, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in finished:
                        shard = running.pop(future)
                        try:
                            outcomes = future.result()
                        except BrokenProcessPool:
                            lost.append(shard)
                        else:
                            done(shard, outcomes)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return lost


_judge: Judge | None = None


def _end_with_the_parent() -> None:
    """In a worker: no traceback on Ctrl-C, and no life after the parent; bubblewrap follows the worker."""
    signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _judge_shard(shard: Shard) -> list[Outcome]:
    """In a worker: judge one sample after the other with the judge that the worker keeps."""
    return [_judge_sample(sample) for sample in shard.samples]


def _judge_sample(sample: Sample) -> Outcome:
    global _judge  # noqa: PLW0603 - one judge a worker process, made when first needed
    failure = ""
    for _ in range(_TRIES_A_SAMPLE):
        if _judge is None:
            _judge = Judge()
            atexit.register(_judge.close)
        try:
            return _judge.judge(sample)
        except SandboxFailure as error:
            failure = str(error)
            atexit.unregister(_judge.close)
            _judge.close()
            _judge = None
    return Missing(task_id=sample.task.id, draw=sample.draw, reason=failure)
