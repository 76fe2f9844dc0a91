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
from collections.abc import Mapping
from dataclasses import dataclass
from io import FileIO

from benchmark.core.task import Limits, StdinKind, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Status
from benchmark.judging.checks import compare
from benchmark.judging.checks.case_result import (
    TIMED_OUT,
    CaseResult,
    Symptoms,
    result_of_exception,
    result_of_exit,
    symptoms_of_report,
)
from benchmark.judging.conversation.exceptions import class_name
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.runtime import UNPRIVILEGED_ID
from benchmark.sandbox.host.zygote import Child, ChildExit, Zygote

#: Maximum bytes of standard output, and of standard error.
OUTPUT_LIMIT = 16 << 20
_SHOWN_CHARACTERS = 200  #: characters of input, output and error text in a detail
#: A program that mentions one of these names cannot work with a file as standard input.
_NEEDS_PIPE = re.compile(r"\b(epoll|selectors|connect_read_pipe)\b")
_MFD_NOEXEC_SEAL = 8
# A program may open `/proc/self/fd/0` for writing: unsealed, the file would be memory beyond its limit.
_ALL_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


class _TooMuchOutput(Exception):  # noqa: N818 - a finding about the answer
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """What one run of a program wrote, and how it ended."""

    output: bytes
    end: ChildExit
    error: Mapping[str, object] | None = None  #: the exception that the guest reports; not to be trusted
    late: bool = False  #: whether it was killed at the wall-clock limit
    too_much: bool = False  #: whether it was killed because it wrote more than ``OUTPUT_LIMIT``


def run_case(task: Task, check: StdioCheck, case: StdioCase, zygote: Zygote, program: str) -> CaseResult:
    """Run the whole program once."""
    run = run_program(zygote, program, case.input, task.limits, check.stdin)
    return dataclasses.replace(_case_result(check, case, run, task.limits), exit=run.end)


def run_program(
    zygote: Zygote, program: str, text: str, limits: Limits, stdin: StdinKind = "auto"
) -> ProgramRun:
    """Run a program with ``text`` as its standard input."""
    with contextlib.ExitStack() as stack:
        (out, program_out), (err, program_err) = _open_pipe(stack), _open_pipe(stack)
        # Task files are JSON, which may hold half of a pair (`"\ud83d"`); plain UTF-8 refuses it.
        content = text.encode("utf-8", "surrogatepass")
        feed = None
        if stdin == "pipe" or (stdin == "auto" and _NEEDS_PIPE.search(program)):
            source, feed = _open_pipe(stack)
        else:
            source = _open_input_file(stack, content)
        streams = (source, program_out, program_err)
        descriptors = tuple(stream.fileno() for stream in streams)
        child = stack.enter_context(zygote.start("stdio", limits, descriptors))
        for stream in streams:  # the child has its own copies
            stream.close()
        output = b""
        try:
            child.channel.send({"program": program})
            output = _exchange(child, content, feed=feed, out=out, err=err)
        except _TooMuchOutput:
            return ProgramRun(output=b"", end=child.kill(), too_much=True)
        except GuestFault:
            pass  # the exit code below says how the program ended
        error = _reported_error(child)
        end = child.wait()
        if end is None:
            return ProgramRun(output=output, end=child.kill(), late=True)
    return ProgramRun(output=output, end=end, error=error)


def _case_result(check: StdioCheck, case: StdioCase, run: ProgramRun, limits: Limits) -> CaseResult:
    if run.too_much:
        return CaseResult(status=Status.OUTPUT_LIMIT, detail=f"more than {OUTPUT_LIMIT >> 20} MiB")
    if run.late or run.end.cpu_seconds > limits.seconds:
        return TIMED_OUT
    if run.end.code != 0:
        if run.error is None:
            return result_of_exit(run.end, limits, "the program ended early")
        text = str(run.error.get("text"))[:_SHOWN_CHARACTERS]
        return dataclasses.replace(
            result_of_exception(class_name(run.error), text, str(run.error.get("stage"))),
            symptoms=symptoms_of_report(run.error),
        )
    # Output that is not UTF-8 is a wrong answer, and no failure of the judge.
    got = run.output.decode("utf-8", "replace")
    if compare.outputs_match(case.output, got, check.compare, check.tolerance):
        return CaseResult(status=Status.PASSED)
    shown = slice(_SHOWN_CHARACTERS)
    detail = f"input {case.input[shown]!r}: expected {case.output[shown]!r}, got {got[shown]!r}"
    return CaseResult(
        status=Status.WRONG_ANSWER,
        detail=detail,
        symptoms=Symptoms(only_layout=_differs_only_in_layout(case.output, got, check.tolerance)),
    )


def _differs_only_in_layout(expected: str, got: str, tolerance: float) -> bool:
    try:
        return compare.differs_only_in_layout(expected, got, tolerance)
    except Exception:  # noqa: BLE001 - the output is wrong, whatever it does to the analysis
        return False


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


def _open_pipe(stack: contextlib.ExitStack) -> tuple[FileIO, FileIO]:
    """Return the ends of a pipe: the one to read from, and the one to write to."""
    read, write = os.pipe()
    if os.geteuid() == 0:  # otherwise the unprivileged child could not open /dev/stdin
        os.fchown(read, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    return stack.enter_context(FileIO(read, "r")), stack.enter_context(FileIO(write, "w"))


def _open_input_file(stack: contextlib.ExitStack, content: bytes) -> FileIO:
    """Return a file in memory with ``content``, sealed against changes and open for reading."""
    try:
        memory = os.memfd_create("stdin", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC | _MFD_NOEXEC_SEAL)
    except OSError:  # Linux before 6.3 lacks MFD_NOEXEC_SEAL
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
    # Both are read: a program that fills standard error (a pipe holds 64 KiB) would wait for ever.
    gathered = {out.fileno(): bytearray(), err.fileno(): bytearray()}
    output = gathered[out.fileno()]
    reading = set(gathered)
    poller = select.poll()
    if feed is not None:
        # A program that prints before it reads must not find us waiting for it to read.
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
