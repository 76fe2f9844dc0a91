"""A sample that times out while processes are stopped is judged again, alone."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.judging.checks.case_result import is_near
from benchmark.judging.conversation.session import Session
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes, SampleJob
from benchmark.pipeline.judge.pauses import Clocks, PauseWatch, was_stopped
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.zygote import Child, Zygote

from ...processes import Process, descendants, workers

_SECONDS = 0.15  #: CPU seconds of each sample; the wall-clock limit is four times that
_NAMES = ("the foreground group", "all processes", "a worker", "the first process")
_JUDGE = """
import json, sys
from benchmark.core.executor import Shard
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.pipeline.judge.test_pauses import samples
shard = Shard(index=0, samples=tuple(samples(sys.argv[1])))
pool = LocalPool(1, grace_seconds=0.2)
pool.run([shard], lambda _, found: print(json.dumps([[o.task_id, o.status, o.judged_again] for o in found])))
"""


def samples(folder: str) -> list[Sample]:
    """Return right answers. In the first judging their tests wait for a file ``go``."""
    found = []
    for name in _NAMES:
        place = f"pathlib.Path({folder!r}, {name!r})"
        test = (
            f"import pathlib, time\nplace = {place}\nplace.with_suffix('.begun').touch()\n"
            "while not place.with_suffix('.go').exists(): time.sleep(0.01)\nassert f(2) == 4"
        )
        program = "def f(x): return 2 * x"
        task = Task(
            id=name, entry_point="f", check=FunctionCheck(tests=(test,)), limits=Limits(seconds=_SECONDS)
        )
        found.append(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    return found


@pytest.fixture(scope="module")
def judged() -> Iterator[dict[str, tuple[str, bool]]]:
    """Status of each sample and whether it was judged again, after a pause in its first judging."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)  # the worker is not root
        yield _judged(Path(name))


def _judged(folder: Path) -> dict[str, tuple[str, bool]]:
    wall = calibration().time_factor * Limits(seconds=_SECONDS).wall_seconds
    command, root = [sys.executable, "-c", _JUDGE, str(folder)], Path(__file__).parents[3]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=root)
    try:
        for name in _NAMES:
            while not (folder / f"{name}.begun").exists():
                assert run.poll() is None
                time.sleep(0.005)
            stopped = _processes(name, run.pid)
            for process in stopped:
                process.send(signal.SIGSTOP)
            time.sleep(wall + 0.2)
            (folder / f"{name}.go").touch()
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


@pytest.mark.gate
@pytest.mark.parametrize("name", _NAMES)
def test_a_sample_that_times_out_during_a_pause_is_judged_again(
    name: str, judged: dict[str, tuple[str, bool]]
) -> None:
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
        time.sleep(0.2)
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


@pytest.mark.parametrize(
    ("passed", "pause", "without_pauses"),
    [
        ((0.1, 0.1, 0.0), 0.0, 0.1),
        ((0.19, 0.19, 0.0), 0.0, 0.19),
        ((7.1, 7.1, 0.0), 7.0, 0.1),
        ((7.1, 7.1, 7.0), 0.0, 7.1),
        ((7.1, 7.1, 3.0), 4.0, 3.1),
        ((3600.1, 0.1, 0.0), 3600.0, 0.0),
    ],
    ids=["a tick", "a late tick", "stopped", "computed", "computed and stopped", "the machine slept"],
)
def test_a_gap_that_the_process_did_not_compute_in_is_a_pause(
    passed: tuple[float, float, float], pause: float, without_pauses: float
) -> None:
    now = _Time()
    watch = PauseWatch(now.clocks())
    begun = watch.clock()
    now.wall, now.monotonic, now.cpu = now.wall + passed[0], now.monotonic + passed[1], now.cpu + passed[2]
    assert watch.look() == pytest.approx(pause)
    assert watch.now - begun == pytest.approx(without_pauses)
    assert watch.clock() == watch.now
    assert watch.look() == 0.0


def test_a_second_judging_that_a_pause_spoils_is_repeated_five_times() -> None:
    sample = dataclasses.replace(samples("/")[0], draw=0)
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
    sample = samples("/")[0]
    settled: list[Outcome] = []
    collected = CollectedOutcomes(lambda _, outcomes: settled.extend(outcomes), lambda: 0.0)
    verdict = Verdict(task_id=sample.task.id, draw=0, status=status)
    collected.put(SampleJob(Shard(index=0, samples=(sample,)), 0, paused=True), verdict)
    assert settled == [verdict]
