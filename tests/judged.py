"""Samples of single programs, and their verdicts."""

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Verdict
from benchmark.judging.judge import Judge


class CountedTest(str):  # noqa: SLOT000 - it counts
    """A test source that knows how often it was sent to a worker: ``{sent}`` in it becomes 1, 2 and so on.

    Tests run behind the second wall, so they can leave no file from which a later try would know.
    """

    sent = 0

    def __reduce__(self) -> tuple[object, ...]:
        self.sent += 1
        return str, (self.replace("{sent}", str(self.sent)),)


def note(text: str) -> str:
    """Return a statement of a test that prints a line to standard error, which ``capfd`` captures."""
    return f"__import__('os').write(2, b'{text}\\n')"


def sample_of(task: Task, program: str) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


def verdict_of(judge: Judge, task: Task, program: str) -> Verdict:
    """Judge a program; the sample must not be missing."""
    outcome = judge.judge(sample_of(task, program))
    assert isinstance(outcome, Verdict), outcome
    return outcome
