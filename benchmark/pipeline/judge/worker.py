"""A worker process of the local pool: judges the samples that it receives, one after the other."""

import contextlib
import ctypes
import gc
import importlib
import math
import multiprocessing
import os
import pkgutil
import resource
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from multiprocessing.connection import Connection

from benchmark import judging, suites
from benchmark.core.errors import SandboxFailure, SandboxStartFailure
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import FunctionCheck, Limits
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.extraction import own
from benchmark.judging.checks.case_result import timeout_detail
from benchmark.judging.checks.error_types import verdict_without_run
from benchmark.judging.judge import HOST_SECONDS, Judge
from benchmark.pipeline.judge import helper_process
from benchmark.sandbox.host.runtime import is_installed
from benchmark.sandbox.host.wall import close_off, give_up_root

#: Sent once, by a new worker: from then on, a text that crashes it is to blame.
READY = "ready"
#: Sent before a sandbox is started, which may take long.
STARTING = "starting"
#: Sent after a sandbox was started and before each further test or case: from then on, the wall-clock limit
#: applies.
BEGUN = "begun"
#: Sent before the outcome of a sample after which the worker ends: one that left too much memory behind, or
#: whose test evaluated a text of the answer, which might have changed this process.
ENDING = "ending"
#: Sent before the outcome of a sample whose sandbox could not be started.
NO_SANDBOX = "no sandbox"

_PR_SET_PDEATHSIG = 1
#: The clock of RLIMIT_CPU and ITIMER_PROF for this process, which Python does not name. It counts ticks of
#: the kernel: a process that computes for a moment at a time has half of its ``process_time`` there.
_TICKS_CLOCK = -8
_TRIES = 2  #: tries of a sample whose sandbox breaks; after that it is missing
#: MiB that a worker may take on the host; :mod:`.local_pool` multiplies it by the number of workers.
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
            and before it :data:`STARTING`, :data:`BEGUN`, :data:`NO_SANDBOX` and :data:`ENDING`. For a raw
            sample it first sends the answer.
        time_factor: factor of this machine, by which time limits are multiplied.
    """
    prepare(needed_by_judge())
    close_off(connection.fileno(), extra_of_tests())
    judge = LimitedJudge(
        starting=lambda: helper_process.send(connection, STARTING),
        begun=lambda: helper_process.send(connection, BEGUN),
        time_factor=time_factor,
    )
    try:
        helper_process.send(connection, READY)
        while True:
            sample, patience = connection.recv()
            if isinstance(sample, RawSample):
                answer = extract(sample)
                helper_process.send(connection, answer)
                sample = sample.answered(answer)
            outcome = _judge(judge, sample, patience, lambda: helper_process.send(connection, NO_SANDBOX))
            ends = judge.text_evaluated or _has_grown()
            if ends:
                helper_process.send(connection, ENDING)
            helper_process.send(connection, outcome)
            if ends:
                break
    except (EOFError, OSError):  # the parent has ended or closed the connection
        pass
    finally:
        judge.close()


class LimitedJudge(Judge):
    """A judge in a process that the kernel ends when a test computes for too long.

    No signal reaches a test while C code runs, such as ``sum(range(f(3)))`` or ``math.factorial(f(3))``: only
    the kernel can stop it. Each test or case may use the CPU seconds of the task's limit and
    :data:`.judge.HOST_SECONDS`. See :func:`outcome_of_end` for what the end of the process means.
    """

    _limits: Limits | None = None  #: of the sample that is being judged
    _used = 0.0  #: CPU time of this process when its judging began

    def judge(self, sample: Sample, patience: float = 1.0) -> Verdict | MissingSample:
        """Judge a sample; the process may end meanwhile."""
        self._limits = sample.task.limits.scaled(self._time_factor, 1.0)
        self._used = time.clock_gettime(_TICKS_CLOCK)
        self._set_limit()
        if isinstance(sample.task.check, FunctionCheck):
            # The session stops this clock when the test first uses the answer. It has no other effect than
            # another signal: until then the test is slow with every answer.
            signal.setitimer(signal.ITIMER_PROF, self._limits.seconds + HOST_SECONDS)
        try:
            return super().judge(sample, patience)
        finally:
            self._limits = None
            signal.setitimer(signal.ITIMER_PROF, 0)
            limit_cpu(math.inf)

    def _starting(self) -> None:
        limit_cpu(math.inf)  # a sandbox would inherit it
        super()._starting()

    def _begun(self) -> None:
        self._set_limit()
        super()._begun()

    def _set_limit(self) -> None:
        if self._limits is not None:
            left = self._limits.seconds_together - (time.clock_gettime(_TICKS_CLOCK) - self._used)
            limit_cpu(max(0.0, min(self._limits.seconds, left)) + HOST_SECONDS)


def limit_cpu(seconds: float) -> None:
    """Let the kernel end this process, by SIGXCPU, when it has used that many CPU seconds from now on.

    RLIMIT_CPU is in whole seconds, so the process may use up to one second more. It counts all threads and
    all that this process does: the test, conversions of values, the collection of garbage. Its ticks may be
    up to a fifth too fast. Only the soft limit changes. Without a limit, ``seconds`` is infinite.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = hard if math.isinf(seconds) else math.ceil(time.clock_gettime(_TICKS_CLOCK) + seconds)
    resource.setrlimit(
        resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard)
    )


def outcome_of_end(sample: Sample, exit_code: int | None) -> Outcome | None:
    """Return the outcome of a sample if the kernel ended its process for CPU time, else None."""
    if exit_code == -signal.SIGXCPU:
        return verdict_without_run(sample, Status.TIMEOUT, timeout_detail(sample.task.limits))
    if exit_code == -signal.SIGPROF:
        limit = f"{sample.task.limits.seconds + HOST_SECONDS:g} s of CPU time"
        reason = f"the test of this task is broken: more than {limit} before it uses the answer"
        return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=reason, certain=True)
    return None


def extract(sample: RawSample) -> Answer:
    """Return the answer of a completion; if its text makes extraction fail, it is empty and says so."""
    try:
        answer = sample.extraction(sample.task, sample.text)
    except Exception as error:  # noqa: BLE001 - whatever the text does to extraction is its own fault
        return sample.failed(f"the text cannot be extracted: {type(error).__name__}").answer
    if not answer.steps and not answer.nothing:
        # A rule of upstream records no steps. Ours then say how far the answer is from the form that was
        # asked for, while upstream's rule decides what is judged. Only a text that kills or stops the process
        # that reads it has no answer by either rule; none is known that ours alone cannot read.
        with contextlib.suppress(Exception):
            answer = replace(answer, steps=own.extract(sample.task, sample.text).steps)
    return answer


def needed_by_judge() -> list[str]:
    """Return the extras that the sandboxes of a judge need, for :func:`prepare`."""
    return [extra for extra in ("scientific", "figure") if is_installed(extra)]


def extra_of_tests() -> str:
    """Return the extra with the libraries that tests may import in this process, for :func:`close_off`."""
    return "scientific" if is_installed("scientific") else ""


def prepare(more: Iterable[str] = ()) -> None:
    """Set this process up: no traceback on Ctrl-C, no rights of root, end with the parent, limited memory.

    The sandboxes of a worker end with it.

    Args:
        more: packages that the sandboxes of this process need too, such as ``pylint``.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # blocked by the parent until now
    suites.load_each()  # extraction rules; also :mod:`benchmark.extraction`
    for module in pkgutil.walk_packages(judging.__path__, f"{judging.__name__}."):
        importlib.import_module(module.name)  # now, since none of our modules can be read behind the wall
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
    for number in (signal.SIGXCPU, signal.SIGPROF):  # a parent may have ignored or blocked them
        signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    # SIGXCPU would write a core file, with the tests in it.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


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


def _judge(judge: Judge, sample: Sample, patience: float, no_sandbox: Callable[[], object]) -> Outcome:
    failure, certain = "", False
    for _ in range(_TRIES):
        try:
            return judge.judge(sample, patience)
        except SandboxFailure as error:
            failure = str(error)
            if error.fix or isinstance(error, SandboxStartFailure):  # it was tried again already
                no_sandbox()
                certain = True
                break
        except Exception as error:  # noqa: BLE001 - a bug of ours costs one sample, not the whole run
            failure = f"the judge failed: {type(error).__name__}: {error}"
        judge.close()
    return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=failure, certain=certain)
