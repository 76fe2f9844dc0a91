"""Starts helper processes of ours, each connected by a pipe. They read answers, so they get no secrets.

Their messages are JSON, because they have fewer rights than the process that started them, and unpickling
could run code.
"""

import contextlib
import dataclasses
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any, get_args

from benchmark.core.names import is_secret_name
from benchmark.core.sample import Answer
from benchmark.core.verdict import ErrorType, Lint, MissingSample, Status, Verdict
from benchmark.sandbox.host.probe import check_wall

Message = str | Verdict | MissingSample | Lint | Answer
_KINDS: dict[str, type[Verdict | MissingSample | Lint | Answer]] = {
    kind.__name__: kind for kind in (Verdict, MissingSample, Lint, Answer)
}
_LIMIT = 1 << 20  #: maximum bytes of a message; a verdict takes a few thousand
#: Maximum bytes of an answer, without those for the characters of its text. Upstream's rules add indentation.
_ANSWER_LIMIT = 64 << 20
_BYTES_PER_CHARACTER = 24  #: code and program of an answer, each with up to 12 bytes per character


def send(connection: Connection, message: Message) -> None:
    """Send a message; the other end calls :func:`receive`."""
    plain = message if isinstance(message, str) else [type(message).__name__, dataclasses.asdict(message)]
    connection.send_bytes(json.dumps(plain).encode("ascii"))


def receive(connection: Connection, *, text: str | None = None) -> Message:
    """Return the next message.

    Args:
        connection: our end of the connection.
        text: the text from which an answer is being extracted; None if no answer can come.

    Raises:
        EOFError: if the other end has closed the connection.
        OSError: if the connection broke, or the message is too long or invalid.
    """
    limit = _LIMIT if text is None else _ANSWER_LIMIT + len(text) * _BYTES_PER_CHARACTER
    try:
        plain = json.loads(connection.recv_bytes(limit))
        if isinstance(plain, str):
            return plain
        name, fields = plain
        if name == Verdict.__name__:
            return verdict_of(fields)
        if name == Lint.__name__:
            fields["messages"] = tuple(fields["messages"])
        if name == Answer.__name__:
            fields["notes"], fields["steps"] = tuple(fields["notes"]), tuple(fields["steps"])
            if fields["program"] == fields["code"]:
                fields["program"] = fields["code"]  # one text in memory, of many samples
        return _KINDS[name](**fields)
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise OSError("invalid message") from error


def verdict_of(fields: Mapping[str, Any]) -> Verdict:
    """Return the verdict whose fields have been converted to JSON and back.

    Raises:
        LookupError, TypeError, ValueError: if they are not those of a verdict.
    """
    if fields["error_type"] not in get_args(ErrorType):
        raise ValueError
    parts = {str(part): float(share) for part, share in dict(fields["parts"]).items()}
    kinds = {kind: Status(status) for kind, status in dict(fields["kinds"]).items()}
    steps = tuple(map(str, fields["steps"]))
    return Verdict(
        **{**fields, "status": Status(fields["status"]), "kinds": kinds, "parts": parts, "steps": steps}
    )


_HASH_SEED = "PYTHONHASHSEED"
_STARTING = threading.Lock()  #: held while the environment is changed for a new process
_END_SECONDS = 10.0  #: time for a process to end after its connection was closed


def spawn(work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """Start a process that calls ``work(connection, *arguments)`` and ends with this one.

    Ctrl-C is blocked in that process until it calls :func:`benchmark.pipeline.judge.worker.prepare`. Texts
    have the same hashes in all these processes, so sets of a test have the same order in every run.
    Variables that are named like secrets are not in their environment, and they do not run the user's script.

    Returns:
        The process, and our end of its connection.

    Raises:
        SandboxFailure: if the process could not be put behind the second wall on this machine.
    """
    check_wall()
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    # Decided here, in front of both walls: a process that reads answers cannot ask for its trace.
    if os.environ.get("SIGHTBENCH_TRACE") == "1":
        from benchmark.core.tracing import traced  # never loaded in normal use

        work = partial(traced, work)
    process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
    resource_tracker.ensure_running()  # otherwise the first start would unblock Ctrl-C
    with _no_interrupt(), _STARTING, _environment(), _no_main():
        process.start()
    theirs.close()
    return process, ours


class HelperProcess:
    """A process that is started when first needed, and again after it was closed. Close it at the end.

    Args:
        work: the function that runs in the process; see :func:`spawn`.
        arguments: returns further arguments of ``work``; called for each new process.
    """

    def __init__(self, work: Callable[..., None], arguments: Callable[[], tuple[object, ...]]) -> None:
        self._work, self._arguments = work, arguments
        self._running: tuple[BaseProcess, Connection] | None = None
        self.exit_code: int | None = None  #: of the last process that ended; negative for a signal

    def connection(self) -> Connection:
        """Return the connection to the process, which is started first if needed."""
        if self._running is None:
            self._running = spawn(self._work, *self._arguments())
        return self._running[1]

    @property
    def process(self) -> BaseProcess | None:
        """The running process; None if none was started."""
        return None if self._running is None else self._running[0]

    def close(self) -> None:
        """End the process and what it has started."""
        if self._running is not None:
            process, connection = self._running
            self._running = None
            connection.close()
            process.join(_END_SECONDS)
            process.kill()  # in case it is still running
            process.join()
            self.exit_code = process.exitcode


@contextlib.contextmanager
def _environment() -> Iterator[None]:
    """Fix the hash seed and hide secrets from a process that is started in this context."""
    changed = [name for name in os.environ if is_secret_name(name) or name == _HASH_SEED]
    before = {name: os.environ.pop(name) for name in changed}
    os.environ[_HASH_SEED] = "0"
    try:
        yield
    finally:
        del os.environ[_HASH_SEED]
        os.environ.update(before)


@contextlib.contextmanager
def _no_main() -> Iterator[None]:
    """Hide the program that runs from a process that is started in this context.

    multiprocessing would run it again there, to find functions in it; ours are in modules. A script that
    uses our library, without ``if __name__ == "__main__"``, would start itself again and again.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM until the end of this context: a process that is half started would complain.

    A process started meanwhile inherits the block of Ctrl-C. The block alone is not enough: the system may
    give the signal to another thread, such as one of numpy, and Python would then raise it here. So both are
    only noted, and sent again at the end.
    """
    noted: list[int] = []
    here = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM) if here}
    for number, handler in handlers.items():
        if handler is not None:
            signal.signal(number, lambda number, _: noted.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            if handler is not None:
                signal.signal(number, handler)
        for late in noted:
            signal.raise_signal(late)
