"""One worker process of the local pool: judges the samples that it is sent, one after the other."""

import ctypes
import importlib
import multiprocessing
import os
import pkgutil
import resource
import signal
from collections.abc import Iterable
from multiprocessing.connection import Connection

from benchmark import judging
from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import Sample
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge import worker_messages
from benchmark.sandbox.host.account import give_up_root

#: Sent before a sandbox is started, which may take its time.
STARTING = "starting"
#: Sent when one has been started and before each further test or case: what follows may take its backstop
#: and no longer.
BEGUN = "begun"

_PR_SET_PDEATHSIG = 1
_TRIES = 2  #: of a sample whose sandbox breaks; then it is missing
_MEMORY_BYTES = 4 << 30  #: a test may not be made to hold more by what an answer returns


def work(connection: Connection, time_factor: float) -> None:
    """Judge until the other end closes.

    Args:
        connection: gives samples, each with the patience to have with it; takes an outcome for each, and
            :data:`STARTING` and :data:`BEGUN` before that.
        time_factor: of this machine.
    """
    prepare()
    judge = Judge(
        starting=lambda: worker_messages.send(connection, STARTING),
        begun=lambda: worker_messages.send(connection, BEGUN),
        time_factor=time_factor,
    )
    try:
        while True:
            worker_messages.send(connection, _judge(judge, *connection.recv()))
    except (EOFError, OSError):  # the parent has gone, or wants no more
        pass
    finally:
        judge.close()


def prepare(more: Iterable[str] = ()) -> None:
    """No traceback on Ctrl-C, no rights of root, no life after the parent, bounded memory.

    bubblewrap follows the worker.

    Args:
        more: see :func:`give_up_root`.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # blocked by the parent until now
    if os.geteuid() == 0:
        for module in pkgutil.walk_packages(judging.__path__, f"{judging.__name__}."):
            importlib.import_module(module.name)  # some are loaded when first needed, and may be root's alone
        give_up_root(more)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():  # it went before we asked to go with it
        os._exit(1)
    # The soft limit alone: the sandbox gives its children limits of their own.
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, hard))


def _judge(judge: Judge, sample: Sample, patience: float) -> Outcome:
    failure = ""
    for _ in range(_TRIES):
        try:
            return judge.judge(sample, patience)
        except SandboxFailure as error:
            failure = str(error)
            judge.close()
        except Exception as error:  # noqa: BLE001 - a fault of ours costs one sample, never the run
            failure = f"the judge failed: {type(error).__name__}: {error}"
            judge.close()
    return MissingSample(task_id=sample.task.id, draw=sample.draw, reason=failure)
