"""Samples near a limit, or that time out while processes are stopped, are judged again, alone."""

import dataclasses
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.judging.checks.case_result import is_near
from benchmark.judging.conversation.session import Session
from benchmark.pipeline.judge import local_pool
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes, SampleJob, SecondRound
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.worker_processes import Clocks, PauseWatch, was_stopped
from benchmark.sandbox.host.probe import REFERENCE_SECONDS, Calibration, calibration
from benchmark.sandbox.host.zygote import Child, Zygote
from tests.case_files import read_text, table
from tests.judged import CountedTest, note
from tests.sampling import gate_of

from ...processes import Process, descendants, workers

_SECONDS = 0.15  #: CPU seconds of each sample; the wall-clock limit is four times that
_NAMES = ("the foreground group", "all processes", "a worker", "the first process")
_JUDGE = read_text("programs/judge_paused.py")


def samples() -> list[Sample]:
    """Return right answers. In the first judging their tests say that they begin, and do not end."""
    found = []
    for name in _NAMES:
        test = CountedTest(
            # It uses the answer first: what is late before that is compared with other programs at once.
            f"import time\nassert f(2) == 4\nif {{sent}} == 1: {note(name)}\n"
            "while {sent} == 1: time.sleep(0.01)"
        )
        program = "def f(x): return 2 * x"
        task = Task(
            id=name, entry_point="f", check=FunctionCheck(tests=(test,)), limits=Limits(seconds=_SECONDS)
        )
        found.append(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    return found


@pytest.fixture(scope="module")
def judged() -> dict[str, tuple[str, bool]]:
    """Status of each sample and whether it was judged again, after a pause in its first judging."""
    wall = calibration().time_factor * Limits(seconds=_SECONDS).wall_seconds
    command, root = [sys.executable, "-c", _JUDGE], Path(__file__).parents[3]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=root
    )
    assert run.stderr is not None
    try:
        for name in _NAMES:
            assert run.stderr.readline() == f"{name}\n"
            stopped = _processes(name, run.pid)
            for process in stopped:
                process.send(signal.SIGSTOP)
            time.sleep(wall + 0.2)
            for process in stopped:
                process.send(signal.SIGCONT)
        out, _ = run.communicate(timeout=60)
    finally:
        run.kill()
        run.wait()
    return {name: (status, again) for name, status, again in json.loads(out)}


def _processes(name: str, pid: int) -> list[Process]:
    everything = [process for process in descendants(os.getpid()) if process.pid == pid] + descendants(pid)
    match name:
        case "the foreground group":  # what Ctrl-Z stops; sandboxes have sessions of their own
            return [process for process in everything if os.getpgid(process.pid) == pid]
        case "all processes":
            return everything
        case "a worker":
            return workers(pid)
        case _:
            return everything[:1]


@gate_of("sandbox")
@pytest.mark.parametrize("name", _NAMES)
def test_a_sample_that_times_out_during_a_pause_is_judged_again(name, judged) -> None:
    assert judged[name] == ("passed", True)


@pytest.fixture
def zygote() -> Iterator[Zygote]:
    zygote = Zygote("plain")
    yield zygote
    zygote.close()


def _zygote_process(zygote: Zygote) -> Process:
    (found,) = [process for process in descendants(zygote._process.pid) if process.depth == 2]
    return found


def _child_process(zygote: Zygote) -> Process:
    while True:
        found = [process for process in descendants(zygote._process.pid) if process.depth == 3]
        if found:
            return found[0]


_LATE = Limits(seconds=0.05)


def _load(child: Child, program: str = "") -> None:
    """Load a program; when the child has replied, it is isolated."""
    Session(child.channel).load(program)


def _killed_when_late(child: Child) -> bool:
    time.sleep(_LATE.wall_seconds)
    return is_near(dataclasses.replace(child.kill(), cpu_seconds=0.0), _LATE)


def test_a_late_child_that_was_stopped_is_near_its_limit(zygote: Zygote) -> None:
    with zygote.start("function", Limits()) as child:
        _load(child)
        process = _child_process(zygote)
        process.send(signal.SIGSTOP)
        while not process.stopped():  # otherwise the next signal cancels this one
            time.sleep(0.001)
        process.send(signal.SIGCONT)
        assert _killed_when_late(child)
    with zygote.start("function", Limits()) as child:
        _load(child)
        _child_process(zygote).send(signal.SIGSTOP)
        assert _killed_when_late(child)


def test_a_child_that_starts_late_because_the_zygote_was_stopped_is_near_its_limit(zygote: Zygote) -> None:
    process = _zygote_process(zygote)
    process.send(signal.SIGSTOP)
    with zygote.start("function", Limits()) as child:
        time.sleep(0.05)
        process.send(signal.SIGCONT)
        _load(child)
        assert _killed_when_late(child)


def test_an_answer_cannot_stop_itself_to_be_judged_again(zygote: Zygote) -> None:
    program = (
        "import os, signal, threading\n"
        "def stop():\n"
        "    for name in ('STOP', 'TSTP', 'TTIN', 'TTOU', 'CONT'):\n"
        "        number = signal.Signals['SIG' + name]\n"
        "        for target in (os.getpid(), 0, -1):\n"
        "            try: os.kill(target, number)\n"
        "            except OSError: pass\n"
        "        signal.raise_signal(number)\n"
        "        signal.pthread_kill(threading.get_ident(), number)\n"
        "thread = threading.Thread(target=stop)\n"
        "thread.start()\n"
        "thread.join()\n"
        "stop()\n"
    )
    with zygote.start("function", Limits()) as child:
        _load(child, program)
        time.sleep(0.6)  # waiting for a core on a loaded machine takes a part of it
        end = child.kill()
    assert end.waited_seconds < end.wall_seconds / 2


def test_a_stop_and_a_continuation_of_a_child_are_noticed_once() -> None:
    process = subprocess.Popen(["sleep", "60"])
    try:
        assert not was_stopped(process.pid)
        for number in (signal.SIGSTOP, signal.SIGCONT):
            process.send_signal(number)
            while not was_stopped(process.pid):
                time.sleep(0.001)
            assert not was_stopped(process.pid)
    finally:
        process.kill()
        process.wait()
    assert not was_stopped(process.pid)


@dataclasses.dataclass
class _Time:
    """The clocks of a machine in a test."""

    wall: float = 1000.0
    monotonic: float = 5.0
    cpu: float = 1.0

    def clocks(self) -> Clocks:
        return Clocks(wall=lambda: self.wall, monotonic=lambda: self.monotonic, cpu=lambda: self.cpu)


@table("pipeline")
def test_a_gap_that_the_process_did_not_compute_in_is_a_pause(passed, pause, without_pauses) -> None:
    now = _Time()
    watch = PauseWatch(now.clocks())
    begun = watch.clock()
    now.wall, now.monotonic, now.cpu = now.wall + passed[0], now.monotonic + passed[1], now.cpu + passed[2]
    assert watch.look() == pytest.approx(pause)
    assert watch.now - begun == pytest.approx(without_pauses)
    assert watch.clock() == watch.now
    assert watch.look() == 0.0


def test_a_second_judging_that_a_pause_spoils_is_repeated_five_times() -> None:
    sample = dataclasses.replace(samples()[0], draw=0)
    settled: list[Outcome] = []
    collected = CollectedOutcomes(lambda _, outcomes: settled.extend(outcomes), lambda: 0.0)
    late = Verdict(task_id=sample.task.id, draw=0, status=Status.TIMEOUT)
    job = SampleJob(Shard(index=0, samples=(sample,)), 0, paused=True)
    queue: deque[SampleJob] = deque()
    for _ in range(5):
        collected.put(job, late)
        assert collected.queue_second_judging(queue)
        job = queue.popleft()
        assert job.alone
        assert not job.paused
        job.paused = True
    assert not settled
    collected.put(job, late)
    assert settled == [dataclasses.replace(late, judged_again=True)]


@pytest.mark.parametrize("status", [Status.PASSED, Status.WRONG_ANSWER, Status.RUNTIME_ERROR])
def test_a_pause_does_not_matter_to_a_sample_that_was_not_late(status: Status) -> None:
    sample = samples()[0]
    settled: list[Outcome] = []
    collected = CollectedOutcomes(lambda _, outcomes: settled.extend(outcomes), lambda: 0.0)
    verdict = Verdict(task_id=sample.task.id, draw=0, status=status)
    collected.put(SampleJob(Shard(index=0, samples=(sample,)), 0, paused=True), verdict)
    assert settled == [verdict]


BURN = "import time\ndef f(seconds):\n    while time.thread_time() < seconds: pass\n    return seconds\n"
VERDICT = Verdict(task_id="t", draw=0, status=Status.TIMEOUT, near_limit=True)


def burning(task: Task, factor: float | None = None) -> Sample:
    """Return an answer that uses as many CPU seconds as its test requests, with a limit of 0.5 CPU seconds.

    The CPU seconds do not depend on the machine, so the limit is divided by the time factor with which it
    will be multiplied: that of this machine, unless ``factor`` is given.
    """
    seconds = 0.5 / (factor or calibration().time_factor)
    limited = dataclasses.replace(task, limits=Limits(seconds=seconds, wall_factor=60))
    return Sample(task=limited, draw=0, answer=Answer(code=BURN, program=BURN))


def judged_by_task(samples: list[Sample], workers: int = 2) -> dict[str, Verdict]:
    outcomes: tuple[Outcome, ...] = judge_samples(samples, executor=LocalPool(workers))
    return {outcome.task_id: outcome for outcome in outcomes if isinstance(outcome, Verdict)}


@gate_of("sandbox")
def test_the_second_verdict_counts(make_task: Callable[..., Task]) -> None:
    """Tests run on the host; this one requests more CPU time in the first judging."""
    test = CountedTest("assert f(0.6 if {sent} == 1 else 0.1)")
    found = judged_by_task([burning(make_task("near", test)), burning(make_task("far", "assert f(0.1)"))])
    assert (found["near"].status, found["near"].judged_again) == (Status.PASSED, True)
    assert (found["far"].status, found["far"].judged_again) == (Status.PASSED, False)


@gate_of("sandbox")
def test_a_second_judging_runs_alone_and_there_is_no_third(make_task, capfd) -> None:
    def noted(name: str, seconds: float) -> Sample:
        test = f"{note('+' + name)}\ntry:\n    assert f({seconds})\nfinally:\n    {note('-' + name)}\n"
        return burning(make_task(name, test))

    found = judged_by_task(
        [noted("a", 0.45), noted("b", 0.45), noted("c", 0.02), noted("d", 0.02)], workers=3
    )
    assert {name for name, verdict in found.items() if verdict.judged_again} == {"a", "b"}
    lines = capfd.readouterr().err.split()
    assert sorted(lines[:8]) == sorted(f"{sign}{name}" for sign in "+-" for name in "abcd")
    assert lines[8:] in (["+a", "-a", "+b", "-b"], ["+b", "-b", "+a", "-a"])


@gate_of("sandbox")
def test_a_second_judging_is_tried_once_more_if_its_worker_dies(make_task) -> None:
    test = CountedTest("import os\nif {sent} == 2: os._exit(9)\nassert f(0.45)")
    found = judged_by_task([burning(make_task("near", test))])
    assert (found["near"].status, found["near"].judged_again) == (Status.PASSED, True)
    assert test.sent == 3


@gate_of("sandbox")
@pytest.mark.usefixtures("no_halts")
def test_an_endless_loop_is_judged_once(make_task: Callable[..., Task]) -> None:
    test = CountedTest("assert f(60)")
    endless = burning(make_task("endless", test))
    # The kernel ends it after a whole second, which it counts in ticks: five limits, so never near one.
    limits = Limits(seconds=0.4 * endless.task.limits.seconds, wall_factor=150)
    endless = dataclasses.replace(endless, task=dataclasses.replace(endless.task, limits=limits))
    found = judged_by_task([endless])
    assert (found["endless"].status, found["endless"].judged_again) == (Status.TIMEOUT, False)
    assert test.sent == 1


@pytest.mark.parametrize(("first_round", "judged_again"), [(5.0, 30), (600.0, 60)])
def test_the_second_round_takes_no_longer_than_the_first_or_five_minutes(first_round, judged_again) -> None:
    times = itertools.chain([0.0, first_round, first_round], itertools.count(first_round, 10.0))
    again: SecondRound[int] = SecondRound(lambda: next(times))
    for number in range(100):
        again.put(number, VERDICT)
    assert list(iter(again.next, None)) == list(range(judged_again))
    assert [job for job, _ in again.remaining()] == list(range(judged_again, 100))


@gate_of("sandbox")
def test_all_workers_of_a_slow_machine_give_more_time(make_task, monkeypatch) -> None:
    monkeypatch.setattr(local_pool, "calibration", lambda: Calibration(2.0 * REFERENCE_SECONDS))
    found = judged_by_task([burning(make_task(name, "assert f(0.6)"), 1.0) for name in ("a", "b")])
    outcomes = {(verdict.status, verdict.judged_again) for verdict in found.values()}
    assert outcomes == {(Status.PASSED, False)}
