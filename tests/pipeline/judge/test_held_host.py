"""No answer can hold the processes that judge: the kernel ends them. What they say must fit their sample."""

import dataclasses
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing

import pytest

from benchmark.core.sample import RawSample, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.extraction.own import extract
from benchmark.judging.judge import HOST_SECONDS, Judge
from benchmark.pipeline.judge import helper_process, worker_processes
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.sandbox.host.probe import calibration
from tests.case_files import read_cases
from tests.judged import sample_of, verdict_of
from tests.sampling import gate_of

MakeTask = Callable[..., Task]

#: Case → answer, test and status.
CASES: dict[str, tuple[str, str, str]] = read_cases("held_host.yaml")
_SHARED = "def f(x):\n    v = []\n    for _ in range(70): v = [v, v]\n    return v\n"
_FAST = ("compares-shared-lists", "sum")
_RIGHT = "def f(x): return 2 * x"
#: An answer that says in which sandbox it runs, and a test that says in which process.
_WHERE = "import os\ndef f(x): return os.readlink('/proc/self/ns/uts')"
_SHOW = "import os\nassert f(2) == 4, os.getpid()"
#: A test that has got hold of its worker and lets it send a message.
_FORGE = """\
import sys
from benchmark.core.sample import Answer
from benchmark.core.verdict import Status, Verdict
from benchmark.pipeline.judge import helper_process
assert f(2) == 4
frame = sys._getframe()
while frame.f_code.co_name != 'work':
    frame = frame.f_back
helper_process.send(frame.f_locals['connection'], {message})
"""


def held(name: str, seconds: float) -> Sample:
    """Return a case whose limit on the wall clock no machine under load reaches."""
    program, test, _ = CASES[name]
    task = Task(
        id=name,
        entry_point="f",
        check=FunctionCheck(tests=(test,)),
        limits=Limits(seconds=seconds, wall_factor=40),
    )
    return sample_of(task, program.replace("@SHARED", _SHARED))


def assert_as_expected(outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        assert isinstance(outcome, Verdict), outcome
        assert outcome.status == CASES[outcome.task_id][2], outcome
        assert not outcome.judged_again, "a test that computes for too long leaves no doubt"


def where(outcome: Outcome) -> tuple[str, str]:
    """Return the sandbox and the process that the outcome of ``_SHOW`` names."""
    assert isinstance(outcome, Verdict)
    found = re.search(r"'(uts:\[\d+\])'.*; (\d+)", outcome.detail)
    assert found, outcome
    return found[1], found[2]


@pytest.fixture
def short(make_task: MakeTask) -> MakeTask:
    """A function that makes a task with little CPU time, so that the kernel soon ends its process."""
    return lambda name, *tests: dataclasses.replace(
        make_task(name), check=FunctionCheck(tests=tests), limits=Limits(seconds=0.1, wall_factor=40)
    )


@pytest.mark.gate
@pytest.mark.usefixtures("no_halts")
@pytest.mark.parametrize("name", _FAST)
def test_an_answer_cannot_hold_the_host(name: str) -> None:
    assert_as_expected(judge_samples([held(name, 0.1)], executor=LocalPool(1)))


@gate_of("sandbox")
@pytest.mark.usefixtures("no_halts")
def test_no_answer_can_hold_the_host_and_others_are_judged_meanwhile(make_task: MakeTask) -> None:
    samples: list[Sample] = []
    for name in CASES:
        samples += [held(name, 0.5), sample_of(make_task(f"after {name}"), _RIGHT)]
    outcomes = judge_samples(samples, executor=LocalPool(2))
    assert_as_expected(outcomes[::2])
    assert {getattr(outcome, "status", None) for outcome in outcomes[1::2]} == {Status.PASSED}


@gate_of("sandbox")
def test_a_test_that_is_slow_before_it_uses_the_answer_is_broken(short: MakeTask) -> None:
    task = short("t", "sum(range(10 ** 15))\nassert f(2) == 4")
    (outcome,) = judge_samples([sample_of(task, _RIGHT)], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert outcome.certain
    assert outcome.reason == (
        "the test of this task is broken: more than 1.1 s of CPU time before it uses the answer"
    )


@gate_of("sandbox")
def test_each_test_of_a_sample_has_the_whole_limit(short: MakeTask) -> None:
    """Six tests compute for 0.7 s each in one process, which may take 1.1 s to 2.1 s at a time.

    In between they sleep, so that the clock of the kernel's limit falls behind the CPU time of the process.
    """
    work = (
        "import resource, time\nassert f(2) == 4\n"
        "begun, clock = time.process_time(), time.clock_gettime(-8)\n"
        "left = resource.getrlimit(resource.RLIMIT_CPU)[0] - clock\n"
        f"assert 1.0 < left < {0.1 * calibration().time_factor + HOST_SECONDS + 1}\n"
        "while time.process_time() - begun < 0.7:\n"
        "    until = time.process_time() + 0.0005\n"
        "    while time.process_time() < until: pass\n"
        "    time.sleep(0.0005)\n"
    )
    task = dataclasses.replace(short("t", *[work] * 6), limits=Limits(seconds=0.1, wall_factor=400))
    (outcome,) = judge_samples([sample_of(task, _RIGHT)], executor=LocalPool(1))
    assert getattr(outcome, "status", None) is Status.PASSED, outcome


@pytest.mark.gate
def test_a_test_that_takes_too_long_fails_wherever_the_seconds_of_the_kernel_fall(
    judge: Judge, short: MakeTask
) -> None:
    """The judge of this process has no limit by the kernel."""
    work = (
        "import time\nassert f(2) == 4\nbegun = time.process_time()\n"
        "while time.process_time() - begun < %r: pass\n"
    )
    task = dataclasses.replace(short("t", work % 0.9), limits=Limits(seconds=0.3, wall_factor=40))
    assert verdict_of(judge, task, _RIGHT).status is Status.PASSED
    task = dataclasses.replace(short("t", work % 1.35), limits=Limits(seconds=0.3, wall_factor=40))
    assert verdict_of(judge, task, _RIGHT).status is Status.TIMEOUT


@gate_of("sandbox")
def test_a_spare_worker_with_sandboxes_of_its_own_goes_on(
    short: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was started before the other one ended."""
    ends: list[float] = []
    made: list[float] = []
    outcome_of_end, spawn = worker_processes.outcome_of_end, worker_processes.spawn
    monkeypatch.setattr(
        worker_processes,
        "outcome_of_end",
        lambda *given: (ends.append(time.monotonic()), outcome_of_end(*given))[1],
    )
    monkeypatch.setattr(
        worker_processes, "spawn", lambda *given: (made.append(time.monotonic()), spawn(*given))[1]
    )
    task = short("endless", "assert sum(range(f(2))) == 4")
    task = dataclasses.replace(task, limits=Limits(seconds=2, wall_factor=40))  # a busy host pauses
    endless = sample_of(task, "def f(x): return 10 ** 15")
    before, after, last = (sample_of(short(name, _SHOW), _WHERE) for name in ("before", "after", "last"))
    outcomes = judge_samples([before, endless, after, last], executor=LocalPool(1))
    assert isinstance(outcomes[1], Verdict)
    assert outcomes[1].status is Status.TIMEOUT
    assert len(made) == 2, "one worker, and a spare one"
    assert made[1] < ends[0], "the spare one was there when it was needed"
    first, second, third = (where(outcomes[place]) for place in (0, 2, 3))
    assert first[0] != second[0]
    assert first[1] != second[1]
    assert second == third


@gate_of("sandbox")
def test_a_worker_ends_after_a_test_that_evaluated_a_text_of_the_answer(short: MakeTask) -> None:
    evaluated = f"assert eval(str(f(2))[:0] + '1') == 1\n{_SHOW}"
    tests = {"a": _SHOW, "b": evaluated, "c": _SHOW, "d": _SHOW}
    samples = [sample_of(short(name, test), _WHERE) for name, test in tests.items()]
    first, second, third, fourth = map(where, judge_samples(samples, executor=LocalPool(1)))
    assert first == second
    assert third == fourth
    assert not set(first) & set(third), "neither the process nor its sandbox is used again"


@gate_of("sandbox")
@pytest.mark.parametrize("form", ["{'t': 'no such tag'}", "{'id': 7}", "[]", "b'not JSON'"])
def test_a_reply_off_the_protocol_ends_neither_worker_nor_sandbox(form: str, short: MakeTask) -> None:
    program = (
        "import json, os, stat, struct\n"
        "def f(x):\n"
        "    for number in range(3, 64):\n"
        "        try:\n"
        "            if stat.S_ISSOCK(os.fstat(number).st_mode): break\n"
        "        except OSError: pass\n"
        f"    body = {form}\n"
        "    body = body if isinstance(body, bytes) else json.dumps(body).encode()\n"
        "    os.write(number, struct.pack('>I', len(body)) + body)\n"
    )
    samples = [sample_of(short("a", _SHOW), _WHERE), sample_of(short("b", "assert f(2) == 4"), program)]
    samples.append(sample_of(short("c", _SHOW), _WHERE))
    before, forged, after = judge_samples(samples, executor=LocalPool(1))
    assert isinstance(forged, Verdict)
    assert (forged.status, forged.exception) == (Status.RUNTIME_ERROR, "ProtocolFault")
    assert where(before) == where(after)


_FORGED = {
    "verdict of another task": "Verdict(task_id='other', draw=0, status=Status.PASSED)",
    "verdict of another draw": "Verdict(task_id='forger', draw=1, status=Status.PASSED)",
    "answer to nobody": "Answer(code='', program='')",
    "unknown word": "'no such word'",
    "second start": "'ready'",
}


@gate_of("sandbox")
@pytest.mark.parametrize("message", _FORGED.values(), ids=_FORGED.keys())
def test_a_message_about_another_sample_ends_its_worker_and_not_the_run(
    message: str, make_task: MakeTask
) -> None:
    """The sample counts as one whose worker has died: tried again, then alone, then compared."""
    forger = dataclasses.replace(make_task("forger", _FORGE.format(message=message)), reference=_RIGHT)
    other = make_task("other", "assert f(2) == 5")
    outcomes = judge_samples([sample_of(forger, _RIGHT), sample_of(other, _RIGHT)], executor=LocalPool(1))
    assert isinstance(outcomes[0], MissingSample)
    assert outcomes[0].reason == "a worker process sent a message that does not belong to its sample"
    assert isinstance(outcomes[1], Verdict)
    assert outcomes[1].status is Status.WRONG_ANSWER


@gate_of("sandbox")
def test_a_forged_outcome_cannot_come_before_the_answer_is_extracted(make_task: MakeTask) -> None:
    raw = RawSample(task=make_task("t"), draw=0, text=f"```python\n{_RIGHT}\n```", extraction=forge)
    (outcome,) = judge_samples([raw], executor=LocalPool(1))  # type: ignore[list-item]
    assert getattr(outcome, "status", None) is not Status.PASSED


def forge(task: Task, text: str) -> object:
    """An extraction rule that has been taken over: it sends a verdict first."""
    frame = sys._getframe()
    while frame.f_code.co_name != "work":
        assert frame.f_back is not None
        frame = frame.f_back
    forged = Verdict(task_id=task.id, draw=0, status=Status.PASSED)
    helper_process.send(frame.f_locals["connection"], forged)
    return extract(task, text)


@gate_of("sandbox")
def test_a_second_outcome_changes_nothing(make_task: MakeTask) -> None:
    """It is read when the worker has the next job, whose outcome it is not."""
    message = "Verdict(task_id='forger', draw=0, status=Status.WRONG_ANSWER)"
    forged = make_task("forger", _FORGE.format(message=message))
    (first, second) = judge_samples(
        [sample_of(forged, _RIGHT), sample_of(make_task("other"), _RIGHT)], executor=LocalPool(1)
    )
    assert isinstance(first, Verdict)
    assert first.status is Status.WRONG_ANSWER, "it came first, and is final"
    assert isinstance(second, Verdict)
    assert second.status is Status.PASSED


@gate_of("sandbox")
def test_a_process_that_judges_for_a_command_has_the_same_limit(short: MakeTask) -> None:
    endless = sample_of(short("endless", "assert sum(range(f(2))) == 4"), "def f(x): return 10 ** 15")
    slow = sample_of(short("slow", "sum(range(10 ** 15))\nassert f(2) == 4"), _RIGHT)
    with closing(JudgeProcess()) as process:
        late, broken = process.judge(endless), process.judge(slow)
        right = process.judge(sample_of(short("right", "assert f(2) == 4"), _RIGHT))
    assert isinstance(late, Verdict)
    assert late.status is Status.TIMEOUT
    assert isinstance(broken, MissingSample)
    assert "before it uses the answer" in broken.reason
    assert isinstance(right, Verdict)
    assert right.status is Status.PASSED
