"""Whole-program checks: the program reads standard input, and the host compares what it writes.

Standard input is a file, as after ``python answer.py < input.txt``: programs ask for its size, seek in it and
map it. The kernel's epoll accepts no files, so a program that mentions epoll, or a module that uses it, gets
a pipe. A check can choose either.
"""

import contextlib
import dataclasses
import fcntl
import os
import re
import select
import time
from io import FileIO
from typing import NamedTuple

from benchmark.core.task import Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Status
from benchmark.judging.checks import compare
from benchmark.judging.checks.case_result import (
    CaseResult,
    result_of_exception,
    result_of_exit,
    timeout_result,
)
from benchmark.judging.proxies.answer_exceptions import class_name
from benchmark.sandbox.host.bubblewrap import UNPRIVILEGED_ID
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.zygote import Child, ChildExit, Zygote

#: Maximum bytes of standard output, and of standard error.
OUTPUT_LIMIT = 16 << 20
_SHOWN_CHARACTERS = 200  #: characters of input, output and error text in a detail
#: A program that mentions one of these names cannot work with a file as standard input.
_NEEDS_PIPE = re.compile(r"\b(epoll|selectors|connect_read_pipe)\b")
_MFD_NOEXEC_SEAL = 8
_ALL_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


class _TooMuchOutput(Exception):  # noqa: N818 - a finding about the answer
    pass


def run_case(zygote: Zygote, task: Task, check: StdioCheck, program: str, case: StdioCase) -> CaseResult:
    """Run the whole program once.

    Raises:
        SandboxFailure: if the sandbox itself fails.
    """
    with contextlib.ExitStack() as stack:
        out, err = _open_pipe(stack), _open_pipe(stack)
        text = case.input.encode("utf-8", "surrogatepass")
        feed = None
        if check.stdin == "pipe" or (check.stdin == "auto" and _NEEDS_PIPE.search(program)):
            stdin, feed = _open_pipe(stack)
        else:
            stdin = _open_input_file(stack, text)
        streams = (stdin, out.write, err.write)
        descriptors = tuple(stream.fileno() for stream in streams)
        child = stack.enter_context(zygote.start("stdio", task.limits, descriptors))
        for stream in streams:  # the child has its own copies
            stream.close()
        output = b""
        try:
            child.channel.send({"program": program})
            output = _exchange(child, text, feed=feed, out=out.read, err=err.read)
        except _TooMuchOutput:
            detail = f"more than {OUTPUT_LIMIT >> 20} MiB"
            return CaseResult(status=Status.OUTPUT_LIMIT, detail=detail, exit=child.kill())
        except GuestFault:
            pass  # the exit code below says how the program ended
        error = _reported_error(child)
        end = child.wait()
        if end is None:
            return dataclasses.replace(timeout_result(), exit=child.kill())
    return dataclasses.replace(_case_result(check, case, output, error, end, task.limits), exit=end)


def _case_result(  # noqa: PLR0917 - all facts about one run
    check: StdioCheck,
    case: StdioCase,
    output: bytes,
    error: dict[str, object] | None,
    end: ChildExit,
    limits: Limits,
) -> CaseResult:
    if end.cpu_seconds > limits.seconds:
        return timeout_result()
    if end.code != 0:
        if error is None:
            return result_of_exit(end, limits, "the program ended early")
        return result_of_exception(
            class_name(error), str(error.get("text"))[:_SHOWN_CHARACTERS], str(error.get("stage"))
        )
    got = output.decode("utf-8", "replace")
    if compare.outputs_match(case.output, got, check.compare, check.tolerance):
        return CaseResult(status=Status.PASSED)
    shown = slice(_SHOWN_CHARACTERS)
    detail = f"input {case.input[shown]!r}: expected {case.output[shown]!r}, got {got[shown]!r}"
    return CaseResult(status=Status.WRONG_ANSWER, detail=detail)


def _reported_error(child: Child) -> dict[str, object] | None:
    """Return the exception that the guest reports, for the detail only: exit code and output decide."""
    try:
        message = child.channel.receive()
    except GuestFault:
        return None
    error = message.get("error") if isinstance(message, dict) else None
    if not isinstance(error, dict) or error.get("stage") not in ("compile", "run"):
        return None
    return error


class _Pipe(NamedTuple):
    read: FileIO
    write: FileIO


def _open_pipe(stack: contextlib.ExitStack) -> _Pipe:
    read, write = os.pipe()
    if os.geteuid() == 0:  # otherwise the unprivileged child could not open /dev/stdin
        os.fchown(read, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    return _Pipe(
        stack.enter_context(FileIO(read, "r")),
        stack.enter_context(FileIO(write, "w")),
    )


def _open_input_file(stack: contextlib.ExitStack, content: bytes) -> FileIO:
    """Return a file in memory with ``content``, sealed against changes and open for reading."""
    try:
        memory = os.memfd_create("stdin", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC | _MFD_NOEXEC_SEAL)
    except OSError:  # before Linux 6.3
        memory = os.memfd_create("stdin", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
    with FileIO(memory, "w") as writer:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(memory, rest) :]
        fcntl.fcntl(memory, fcntl.F_ADD_SEALS, _ALL_SEALS)
        return stack.enter_context(FileIO(os.open(f"/proc/self/fd/{writer.fileno()}", os.O_RDONLY), "r"))


def _exchange(child: Child, text: bytes, *, feed: FileIO | None, out: FileIO, err: FileIO) -> bytes:
    """Write standard input if it is a pipe, and read standard output until the program closes it."""
    rest = memoryview(text)
    gathered = {out.fileno(): bytearray(), err.fileno(): bytearray()}
    output = gathered[out.fileno()]
    reading = set(gathered)
    poller = select.poll()
    if feed is not None:
        os.set_blocking(feed.fileno(), False)
        poller.register(feed, select.POLLOUT)
    for descriptor in reading:
        poller.register(descriptor, select.POLLIN)
    while reading:
        left = child.deadline - time.monotonic()
        ready = poller.poll(left * 1000) if left > 0 else []
        if not ready:
            break
        for descriptor, events in ready:
            if descriptor in reading:
                part = os.read(descriptor, 1 << 16)
                gathered[descriptor] += part
                if len(gathered[descriptor]) > OUTPUT_LIMIT:
                    raise _TooMuchOutput
                if not part:
                    poller.unregister(descriptor)
                    reading.discard(descriptor)
            elif feed is not None:
                rest = _feed(descriptor, rest, events)
                if not rest:
                    poller.unregister(descriptor)
                    feed.close()
    return bytes(output)


def _feed(descriptor: int, rest: memoryview, events: int) -> memoryview:
    if events & (select.POLLERR | select.POLLHUP):
        return rest[:0]
    try:
        return rest[os.write(descriptor, rest[: 1 << 16]) :]
    except BlockingIOError:
        return rest
    except BrokenPipeError:
        return rest[:0]
