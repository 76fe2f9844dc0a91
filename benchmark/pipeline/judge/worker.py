"""A worker process of the local pool: judges the samples that it receives, one after the other."""

import ctypes
import gc
import importlib
import multiprocessing
import os
import pkgutil
import resource
import signal
from collections.abc import Iterable
from multiprocessing.connection import Connection

from benchmark import judging
from benchmark.core.errors import SandboxFailure, SandboxStartFailure
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge import worker_messages
from benchmark.sandbox.host.account import give_up_root
from benchmark.sandbox.host.runtime import is_installed

#: Sent once, by a new worker: from then on, a text that crashes it is to blame.
READY = "ready"
#: Sent before a sandbox is started, which may take long.
STARTING = "starting"
#: Sent after a sandbox was started and before each further test or case: from then on, the wall-clock limit
#: applies.
BEGUN = "begun"
#: Sent before the outcome of a sample that left too much memory behind; the worker then ends.
ENDING = "ending"

_PR_SET_PDEATHSIG = 1
_TRIES = 2  #: tries of a sample whose sandbox breaks; after that it is missing
#: MiB that a worker may take on the host; :mod:`.machine_memory` multiplies it by the number of workers.
WORKER_MB = 512
#: MiB of these that a worker may allocate. The rest is for its stack and the files that it has mapped, 52 MiB
#: with numpy and pandas.
_ALLOCATED_MB = 416
#: MiB of its stack, whatever the limit of the shell is: a test that calls itself through C code takes up to 6
#: KB per level.
_STACK_MB = 64
#: A worker that has more MiB than this allocated after a sample ends, so that the next sample finds the
#: memory that one reply may take. With numpy and pandas it has 107.
_KEPT_MB = 192


def work(connection: Connection, time_factor: float) -> None:
    """Judge samples until the other end closes.

    Args:
        connection: receives samples, each with a factor for its wall-clock limit; sends an outcome for each,
            and before it :data:`STARTING`, :data:`BEGUN` and :data:`ENDING`. For a raw sample it
            first sends the answer.
        time_factor: factor of this machine, by which time limits are multiplied.
    """
    prepare(needed_by_judge())
    judge = Judge(
        starting=lambda: worker_messages.send(connection, STARTING),
        begun=lambda: worker_messages.send(connection, BEGUN),
        time_factor=time_factor,
    )
    try:
        worker_messages.send(connection, READY)
        while True:
            sample, patience = connection.recv()
            if isinstance(sample, RawSample):
                answer = extract(sample)
                worker_messages.send(connection, answer)
                sample = sample.answered(answer)
            outcome = _judge(judge, sample, patience)
            ends = _has_grown()
            if ends:
                worker_messages.send(connection, ENDING)
            worker_messages.send(connection, outcome)
            if ends:
                break
    except (EOFError, OSError):  # the parent has ended or closed the connection
        pass
    finally:
        judge.close()


def extract(sample: RawSample) -> Answer:
    """Return the answer of a completion; if its text makes extraction fail, it is empty and says so."""
    try:
        return sample.extraction(sample.task, sample.text)
    except Exception as error:  # noqa: BLE001 - whatever the text does to extraction is its own fault
        return sample.failed(f"the text cannot be extracted: {type(error).__name__}").answer


def needed_by_judge() -> list[str]:
    """Return the extras that the sandboxes of a judge need, for :func:`prepare`."""
    return [extra for extra in ("scientific", "figure") if is_installed(extra)]


def prepare(more: Iterable[str] = ()) -> None:
    """Set this process up: no traceback on Ctrl-C, no rights of root, end with the parent, limited memory.

    The sandboxes of a worker end with it.

    Args:
        more: packages that the sandboxes of this process need too, such as ``pylint``.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # blocked by the parent until now
    if os.geteuid() == 0:
        importlib.import_module("benchmark.suites")  # extraction rules; also :mod:`benchmark.extraction`
        for module in pkgutil.walk_packages(judging.__path__, f"{judging.__name__}."):
            importlib.import_module(module.name)  # now, since only root may be able to read the module
        give_up_root(more)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():  # the parent ended before the call of prctl
        os._exit(1)
    # Only the soft limits, which a sandbox lifts for its own processes.
    for kind, size in ((resource.RLIMIT_DATA, _ALLOCATED_MB), (resource.RLIMIT_STACK, _STACK_MB)):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(
            kind, (size << 20 if hard == resource.RLIM_INFINITY else min(size << 20, hard), hard)
        )


def _has_grown() -> bool:
    """Whether this process has too much memory allocated to judge another sample."""
    if _allocated_mb() <= _KEPT_MB:
        return False
    gc.collect()  # an exception and the frames in its traceback refer to each other
    return _allocated_mb() > _KEPT_MB


def _allocated_mb() -> float:
    descriptor = os.open("/proc/self/statm", os.O_RDONLY)  # once per sample, so without a file object
    try:
        return int(os.read(descriptor, 200).split()[5]) * resource.getpagesize() / (1 << 20)
    finally:
        os.close(descriptor)


def _judge(judge: Judge, sample: Sample, patience: float) -> Outcome:
    failure, certain = "", False
    for _ in range(_TRIES):
        try:
            return judge.judge(sample, patience)
        except SandboxFailure as error:
            failure, certain = str(error), isinstance(error, SandboxStartFailure)
            judge.close()
        except Exception as error:  # noqa: BLE001 - a bug of ours costs one sample, not the whole run
            failure, certain = f"the judge failed: {type(error).__name__}: {error}", False
            judge.close()
    return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=failure, certain=certain)
