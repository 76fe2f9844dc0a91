"""What is killed while it starts is started again; what the machine refuses ends the run, with the fix."""

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure, SandboxStartFailure
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Status
from benchmark.pipeline.judge import worker_processes
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.sandbox.host import zygote as host_zygote
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.runtime import find_bubblewrap
from benchmark.sandbox.host.zygote import Zygote, started
from tests.judged import sample_of
from tests.processes import Killer, Process, no_orphans, workers
from tests.sampling import gate_of

MakeTask = Callable[..., Task]

_RIGHT = "def f(x): return 2 * x"
_REFUSED = "bwrap: setting up uid map: Permission denied"


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_zygote, "START_PAUSES", (0.0, 0.0, 0.0))
    monkeypatch.setattr(worker_processes, "START_PAUSES", (0.0, 0.0, 0.0))


@pytest.fixture
def bubblewrap(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A function that puts a script in the place of bubblewrap, which notes each start in a file.

    The function gets lines of a shell that run before bubblewrap, in which ``$n`` is the number of the
    start, and returns the file.
    """
    real, log = find_bubblewrap(), open_folder / "log"
    calibration()  # with the real one
    log.touch()
    log.chmod(0o666)

    def replace(lines: str) -> Path:
        script = open_folder / "bwrap"
        place = shlex.quote(str(log))
        script.write_text(f'#!/bin/sh\necho x >> {place}\nn=$(wc -l < {place})\n{lines}\nexec {real} "$@"\n')
        script.chmod(0o755)
        monkeypatch.setenv("PATH", f"{open_folder}:{os.environ['PATH']}")
        return log

    return replace


def starts(log: Path) -> int:
    return len(log.read_text().splitlines())


@pytest.mark.gate
@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    "lines",
    [
        "[ $n -lt 4 ] && kill -9 $$",
        f"[ $n -eq 1 ] && {{ echo '{_REFUSED}' >&2; exit 1; }}",  # killed while its user was mapped
    ],
)
def test_a_sandbox_that_is_killed_while_it_starts_is_started_again(lines, bubblewrap) -> None:
    log = bubblewrap(lines)
    started(lambda: Zygote("plain")).close()
    assert starts(log) == (4 if "kill" in lines else 2)


@pytest.mark.gate
@pytest.mark.usefixtures("no_pauses")
def test_a_sandbox_is_started_four_times_and_no_more(bubblewrap) -> None:
    log = bubblewrap("kill -9 $$")
    with pytest.raises(SandboxStartFailure, match="could not be started"):
        started(lambda: Zygote("plain"))
    assert starts(log) == 4


@gate_of("sandbox")
def test_a_sandbox_of_a_worker_that_is_killed_while_it_starts_costs_nothing(bubblewrap, make_task) -> None:
    log = bubblewrap("[ $n -lt 3 ] && kill -9 $$")
    (outcome,) = judge_samples([sample_of(make_task("t"), _RIGHT)], executor=LocalPool(1))
    assert getattr(outcome, "status", None) is Status.PASSED
    assert not outcome.judged_again
    assert starts(log) == 3


@gate_of("sandbox")
def test_a_refusal_of_the_kernel_ends_the_run_at_once_with_its_fix(bubblewrap, make_task) -> None:
    log = bubblewrap(f"echo '{_REFUSED}' >&2; exit 1")
    samples = [sample_of(make_task(f"t{number}"), _RIGHT) for number in range(40)]
    with no_orphans(), pytest.raises(SandboxStartFailure, match=_REFUSED) as caught:
        judge_samples(samples, executor=LocalPool(1))
    assert "user namespaces" in caught.value.fix
    assert starts(log) == 4, "twice in the worker, and twice in this process, which does not believe a worker"


@gate_of("sandbox")
def test_a_worker_that_cannot_start_sandboxes_does_not_end_the_run(bubblewrap, make_task) -> None:
    """This process can, so nothing shows that the machine refuses them: a worker may lie."""
    bubblewrap(f"[ $PPID -eq {os.getpid()} ] || {{ echo '{_REFUSED}' >&2; exit 1; }}")
    (outcome,) = judge_samples([sample_of(make_task("t"), _RIGHT)], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert outcome.certain
    assert _REFUSED in outcome.reason


@gate_of("sandbox")
def test_workers_that_are_killed_at_their_start_cost_no_try_of_a_sample(make_task) -> None:
    """Six kills: with two tries per sample, some sample would be judged again or missing."""

    def newborn() -> list[Process]:
        return [worker for worker in workers(os.getpid()) if not _has_judged(worker)]

    samples = [sample_of(make_task(f"t{number}"), _RIGHT) for number in range(10)]
    with no_orphans(), Killer(newborn, blows=6, pause=(0.05, 0.3)) as killer:
        outcomes = judge_samples(samples, executor=LocalPool(2))
    assert killer.landed >= 2
    assert {getattr(outcome, "status", None) for outcome in outcomes} == {Status.PASSED}
    assert not any(outcome.judged_again for outcome in outcomes)


def _has_judged(worker: Process) -> bool:
    """Whether a worker has begun to start a sandbox: until then it has not sent its first message."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
    return not children.exists() or bool(children.read_text())


def end_at_once(*_: object) -> None:
    """Do what a worker does that cannot import a module."""
    os._exit(1)


@gate_of("sandbox")
@pytest.mark.usefixtures("no_pauses")
def test_a_run_ends_if_workers_end_at_their_start_four_times_in_a_row(make_task, monkeypatch) -> None:
    made = []
    spawn = worker_processes.spawn
    monkeypatch.setattr(worker_processes, "spawn", lambda *given: (made.append(1), spawn(*given))[1])
    monkeypatch.setattr(worker_processes, "work", end_at_once)
    with pytest.raises(OurFailure, match=r"end before they begin to judge \(exit code 1\)"):
        judge_samples([sample_of(make_task("t"), _RIGHT)], executor=LocalPool(1))
    assert len(made) == 4
