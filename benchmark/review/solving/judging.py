"""A judge that threads may share."""

from concurrent.futures import ThreadPoolExecutor
from typing import Self

from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Sample
from benchmark.core.verdict import Outcome


class SharedJudge:
    """Judges all samples in one thread of its own.

    The system ends a sandbox with the thread that started it, and a server has a new thread for each request.

    Args:
        judge: judges the samples.
    """

    def __init__(self, judge: JudgesSamples) -> None:
        self._judge = judge
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="judge")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def judge(self, sample: Sample) -> Outcome:
        """Judge one sample.

        Raises:
            SandboxFailure: if the sandbox fails.
        """
        return self._thread.submit(self._judge.judge, sample).result()
