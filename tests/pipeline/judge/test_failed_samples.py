from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.pipeline.judge.collected_outcomes import FailedSamples, is_failure

FAILURE = MissingSample(task_id="t0", draw=0, reason="it broke")
VERDICT = Verdict(task_id="t0", draw=0, status=Status.WRONG_ANSWER)


def sample(number: int = 0) -> Sample:
    task = Task(id=f"t{number}", entry_point="f", check=FunctionCheck(tests=("assert f()",)))
    return Sample(task=task, draw=0, answer=Answer(code="x", program="x"))


def test_a_broken_test_is_not_judged_again() -> None:
    assert is_failure(FAILURE)
    assert not is_failure(MissingSample(task_id="t", draw=0, reason="broken", certain=True))
    assert not is_failure(VERDICT)


def test_a_task_is_compared_once_if_the_comparison_goes_well() -> None:
    failed: FailedSamples[int] = FailedSamples()
    assert failed.settled(sample(), FAILURE) is None
    first = failed.compared(sample(), FAILURE, VERDICT)
    assert isinstance(first, Verdict)
    assert first.status is Status.RUNTIME_ERROR
    assert failed.settled(sample(), FAILURE) == first
    assert failed.settled(sample(1), FAILURE) is None


def test_a_sample_is_missing_if_the_comparison_fails_too() -> None:
    failed: FailedSamples[int] = FailedSamples()
    assert failed.compared(sample(), FAILURE, FAILURE) is FAILURE
    assert failed.settled(sample(), FAILURE) is None


def test_an_outage_of_the_machine_ends_the_second_judging() -> None:
    """Otherwise a run on a broken machine would take three times as long."""
    failed: FailedSamples[int] = FailedSamples()
    failed.put(7, FAILURE)
    for number in range(5):
        failed.compared(sample(number), FAILURE, FAILURE)
    assert failed.next_alone() is None
    assert failed.settled(sample(), FAILURE) is FAILURE
    assert failed.remaining() == [(7, FAILURE)]
    assert failed.remaining() == []


def test_a_comparison_that_goes_well_ends_an_outage() -> None:
    failed: FailedSamples[int] = FailedSamples()
    failed.put(7, FAILURE)
    for number in range(4):
        failed.compared(sample(number), FAILURE, FAILURE)
    failed.compared(sample(9), FAILURE, VERDICT)
    failed.compared(sample(8), FAILURE, FAILURE)
    assert failed.next_alone() == 7
