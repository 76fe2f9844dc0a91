"""A sandbox whose interpreter loads modules once, and the children that it forks."""

import array
import ast
import contextlib
import dataclasses
import functools
import json
import math
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from benchmark.core.errors import SandboxFailure, SandboxStartFailure
from benchmark.core.task import Limits
from benchmark.sandbox.host import broker, seccomp
from benchmark.sandbox.host.broker import StartedSandbox
from benchmark.sandbox.host.channel import Channel
from benchmark.sandbox.host.runtime import (
    ALLOWED,
    LIBRARIES,
    UNPRIVILEGED_ID,
    command,
    namespace_advice,
    runtime,
)

#: Profile → modules that a zygote loads before it forks, if they are installed.
PROFILES: dict[str, tuple[str, ...]] = {
    "plain": (),
    # numpy adds 100 memory mappings; pandas takes 0.3 s of CPU and 40 MB to load.
    "symbolic": tuple(name for name in LIBRARIES if name not in ("numpy", "pandas")),
    "scientific": tuple(name for name in LIBRARIES if name != "pandas"),
    "tabular": tuple(LIBRARIES),
    "rare": ("numpy", "scipy", "scipy.stats", "networkx"),  # scipy.stats loads most other parts
    "figure": ("numpy", "matplotlib", "matplotlib.pyplot", "mpl_toolkits.mplot3d"),
    "lint": (),  # only pylint, which reads the libraries but imports none
}
_EXTRAS = {
    "rare": "scientific",
    "lint": "pylint",
    "figure": "figure",
}  #: profile → extra whose libraries are mounted too
_PREAMBLE_LIMIT = 8192  #: maximum characters of a preamble that a zygote runs
_START_SECONDS = 60.0  #: maximum time for a sandbox to start
#: Seconds before each further try to start what was killed meanwhile. Together they outlast five seconds in
#: which something kills every process that we start.
START_PAUSES = (0.5, 1.5, 3.0)
_CPU_SLACK = 1.6  #: the kernel kills at this multiple of a CPU limit
_STACK_FIX = (
    "raise it: a line `* hard stack unlimited` in /etc/security/limits.conf and a new login; in a container,"
    " --ulimit stack=-1; `ulimit -Hs` prints it"
)
_KILL_SECONDS = 20.0  #: maximum time for a process or a sandbox to end
FILE_MB = 16  #: maximum MiB of one file inside
TMP_MB = 64  #: maximum MiB of all files inside
#: Maximum MiB of the stack of a process's first thread; the memory limit if that is less. Contest sites allow
#: as much as the memory: a right answer may call itself 40,000 levels deep through ``functools.lru_cache``.
STACK_MB = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildExit:
    """How a child ended, as the kernel reports it."""

    code: int | None  #: exit code
    signal: int | None  #: signal that killed it
    cpu_seconds: float
    memory_mb: float  #: highest resident size in MiB
    wall_seconds: float = 0.0  #: time from the request to start it
    #: Wall time in which the child or the host was ready to run but had no core, or the child or the zygote
    #: was stopped; 0 unless the child was killed.
    waited_seconds: float = 0.0


class Child:
    """A forked process that runs one answer. Use it as a context manager, which ends the process."""

    def __init__(self, zygote: "Zygote", request_id: int, connection: socket.socket, limits: Limits) -> None:
        self._zygote = zygote
        self._id = request_id
        self._started, self._waited = time.monotonic(), waited_seconds("thread-self")
        self.deadline = self._started + limits.wall_seconds
        self.channel = Channel(connection, self.deadline)
        self._exit: ChildExit | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.channel.close()
        # After an interrupt the whole sandbox is closed, and may have ended already.
        if self._exit is None and not isinstance(error, SandboxFailure | KeyboardInterrupt):
            # An exception may end the child before it is isolated. A failure to isolate must not replace it.
            with contextlib.suppress(*([] if error is None else [SandboxFailure])):
                self.kill()

    def kill(self) -> ChildExit:
        """End the child and everything that it started, at once."""
        if self._exit is None:
            host_waited = waited_seconds("thread-self") - self._waited
            self._zygote.order_kill(self._id)
            end = self._report(time.monotonic() + _KILL_SECONDS)
            if end is None:
                raise SandboxFailure(f"the sandbox did not end a process within {_KILL_SECONDS:g} s")
            self._exit = dataclasses.replace(end, waited_seconds=end.waited_seconds + host_waited)
        return self._exit

    def wait(self) -> ChildExit | None:
        """Wait until the child ends by itself; return None if the wall-clock deadline passes first."""
        if self._exit is None:
            self._exit = self._report(self.deadline)
        return self._exit

    def _report(self, deadline: float) -> ChildExit | None:
        end = self._zygote.wait_for_exit(self._id, deadline)
        return end and dataclasses.replace(end, wall_seconds=time.monotonic() - self._started)


class Zygote:
    """A sandbox of one profile, for one thread and one child at a time.

    Args:
        profile: names the modules that are loaded before children are forked; see :data:`PROFILES`.
        preamble: imports that run once before the first child; must satisfy :func:`only_imports`.

    Raises:
        SandboxFailure: if the sandbox cannot be started; the fix says how to allow it.
    """

    def __init__(self, profile: str, preamble: str = "") -> None:
        self._process = broker.start(profile) or launch(profile)
        self._control, self._stderr = self._process.control, self._process.stderr
        self._poller = select.poll()
        self._poller.register(self._control, select.POLLIN)
        self._count = 0
        greeting = {
            "profile": profile,
            "modules": self._process.modules,
            "preamble": preamble,
            "filter": _filter(),
        }
        try:
            with contextlib.suppress(OSError):  # if the process has ended, the next line finds out
                self._control.send(json.dumps(greeting).encode())
            #: The preamble that has run in the zygote, so that children need not run it; or None.
            self.warm_preamble = preamble if self._wait_until_ready() else None
        except BaseException:
            self.close()
            raise

    def _wait_until_ready(self) -> bool:
        """Wait for the zygote's first message, or bubblewrap's end; return whether the preamble has run."""
        poller = select.poll()
        poller.register(self._control, select.POLLIN)
        poller.register(self._process.pidfd, select.POLLIN)
        poller.poll(_START_SECONDS * 1000)
        message = self._receive(time.monotonic())
        if message is None or "ready" not in message:
            self._process.end()
            output = self._stderr.read().decode("utf-8", "replace").strip()[-2000:]
            raise SandboxStartFailure(
                f"the sandbox could not be started: {output or 'bubblewrap printed no error'}",
                namespace_advice(output),
            )
        return message["warm"] is True

    def start(self, kind: str, limits: Limits, streams: tuple[int, ...] = ()) -> Child:
        """Fork a child of ``kind`` (``function``, ``stdio``, ``lint`` or ``drawing``) within ``limits``.

        Args:
            kind: which function of the guest serves the child's requests.
            limits: CPU seconds and memory of this child.
            streams: descriptors for its standard input, output and error; if empty, the null device.

        Raises:
            SandboxFailure: if the sandbox has ended.
        """
        self._count += 1
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        request = {
            "id": self._count,
            "kind": kind,
            # The judge compares the exact time itself. The kernel should kill only processes that are beyond
            # doubt over their limit, and it counts this limit in ticks, up to a fifth too fast.
            "cpu_seconds": math.ceil(_CPU_SLACK * limits.seconds),
            "memory_mb": limits.memory_mb,
            "file_mb": FILE_MB,
            "tmp_mb": TMP_MB,
            "stack_mb": min(STACK_MB, limits.memory_mb),
            "sent": time.monotonic(),
        }
        descriptors = array.array("i", [theirs.fileno(), *streams])
        try:
            self._control.sendmsg(
                [json.dumps(request).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)]
            )
        except OSError as error:
            ours.close()
            raise self._failure() from error
        finally:
            theirs.close()
        return Child(self, self._count, ours, limits)

    def order_kill(self, request_id: int) -> None:
        """Tell the zygote to kill a child; does nothing if the child has ended."""
        try:
            self._control.send(json.dumps({"kill": request_id}).encode())
        except OSError as error:
            raise self._failure() from error

    def wait_for_exit(self, request_id: int, deadline: float) -> ChildExit | None:
        """Return the report on a child, or None if it does not end before the deadline.

        Raises:
            SandboxFailure: if the zygote has ended, or could not isolate the child.
        """
        while True:
            message = self._receive(deadline)
            if message is None:
                return None
            if message.get("id") != request_id:
                continue
            if "fault" in message:
                raise SandboxFailure(f"the sandbox could not isolate a process: {message['fault']}")
            return ChildExit(
                code=message["exit"],  # type: ignore[arg-type]
                signal=message["signal"],  # type: ignore[arg-type]
                cpu_seconds=float(str(message["cpu_seconds"])),
                memory_mb=float(str(message["memory_mb"])),
                waited_seconds=float(str(message["waited_seconds"])),
            )

    def _receive(self, deadline: float) -> dict[str, object] | None:
        if not self._poller.poll(max(0.0, deadline - time.monotonic()) * 1000):
            return None
        try:
            packet = self._control.recv(1 << 16)
        except OSError:  # the zygote ended before it had read all messages
            packet = b""
        if not packet:
            if self._count == 0:
                return None
            raise self._failure()
        message: dict[str, object] = json.loads(packet)
        return message

    def _failure(self) -> SandboxFailure:
        """Return the failure of a sandbox that has ended, with its exit status and its last words."""
        if self._stderr.closed:
            return SandboxFailure("the sandbox is closed")
        status = self._process.wait(1.0)
        how = "it closed its socket" if status is None else f"exit status {status}"
        output = self._stderr.read().decode("utf-8", "replace").strip()[-1000:]
        return SandboxFailure(f"the sandbox ended unexpectedly ({how}): {output or 'it printed no error'}")

    def close(self) -> None:
        """End the sandbox and everything that runs in it."""
        if self._stderr.closed:
            return
        self._control.close()
        self._stderr.close()
        self._process.wait(_KILL_SECONDS)
        self._process.end()
        os.close(self._process.pidfd)


def launch(profile: str) -> StartedSandbox:
    """Start bubblewrap with a zygote of a profile, which then waits for its first message.

    Raises:
        SandboxFailure: if bubblewrap or a library is missing.
    """
    prepared = runtime(_EXTRAS.get(profile, ""))
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    as_root = os.geteuid() == 0
    with (
        contextlib.ExitStack() as unless_started,
        contextlib.closing(theirs),
        tempfile.TemporaryFile() as stderr,  # and not a pipe, because nobody reads it while the sandbox runs
        _limits_of_guest(),
    ):
        unless_started.callback(ours.close)
        process = subprocess.Popen(
            command(prepared, theirs.fileno()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            pass_fds=[theirs.fileno()],
            cwd="/",
            env={},
            user=UNPRIVILEGED_ID if as_root else None,
            group=UNPRIVILEGED_ID if as_root else None,
            extra_groups=[] if as_root else None,
            start_new_session=True,  # so that Ctrl-C reaches us only, and we end the sandbox in order
        )
        unless_started.pop_all()
        number = os.fstat(theirs.fileno()).st_ino
        # Opened again, so that who reads it cannot write to it.
        output = Path(f"/proc/self/fd/{stderr.fileno()}").open("rb")  # noqa: SIM115 - read until it is closed

    def kill() -> int:
        process.kill()
        status = process.wait()
        if status != 0:
            _kill_holders(number)
        return status

    return StartedSandbox(
        control=ours,
        stderr=output,
        modules=[name for name in PROFILES[profile] if name.partition(".")[0] in prepared.libraries],
        pid=process.pid,
        pidfd=os.pidfd_open(process.pid),
        kill=kill,
    )


@functools.cache
def _filter() -> str:
    return seccomp.build().hex()


Started = TypeVar("Started")


def started(start: Callable[[], Started]) -> Started:
    """Return what ``start`` returns, which starts a sandbox; try up to four times if that is killed.

    Raises:
        SandboxFailure: if all tries fail; or at once, with a fix, if the machine refuses sandboxes.
    """
    was_refused = False
    for pause in START_PAUSES:
        try:
            return start()
        except SandboxFailure as failure:
            # A refusal is tried once more: a process that is killed while bubblewrap maps its user looks like
            # one. Other failures with a fix, such as a missing program, leave no doubt.
            if failure.fix and (was_refused or not isinstance(failure, SandboxStartFailure)):
                raise
            was_refused = bool(failure.fix)
        if not was_refused:
            time.sleep(pause)
    return start()


def only_imports(preamble: str) -> bool:
    """Whether a preamble is short and only imports the standard library and the allowed libraries.

    Only such a preamble may run in the zygote, which is trusted. A long one does not fit into its first
    message.
    """
    if len(preamble) > _PREAMBLE_LIMIT:
        return False
    try:
        body = ast.parse(preamble).body
    except (SyntaxError, ValueError):
        return False
    names = []
    for node in body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module != "__future__":
            names.append(node.module or "")
        else:
            return False
    return {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | set(ALLOWED)


def waited_seconds(process: int | str) -> float:
    """Return the seconds for which the first thread of a process was ready to run but had no core.

    The process is a number, or another name of a folder in /proc, such as ``thread-self``. The result is 0 if
    the kernel does not count the seconds or the process has ended.
    """
    try:
        # Called twice per sample, so without the cost of a file object.
        descriptor = os.open(f"/proc/{process}/schedstat", os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        return int(os.read(descriptor, 100).split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _limits_of_guest() -> Iterator[None]:
    """Set this process's soft limits that a process started meanwhile inherits: of memory and of its stack.

    The kernel decides where a program's stack ends when it starts the program: it keeps as much room free
    below the stack as the soft limit says at that moment, and at least 128 MB. So the interpreter must be
    started with the limit that its children get.

    Raises:
        SandboxStartFailure: if the hard limit of the stack is lower.
    """
    memory, stack = resource.getrlimit(resource.RLIMIT_DATA), resource.getrlimit(resource.RLIMIT_STACK)
    if stack[1] != resource.RLIM_INFINITY and stack[1] < STACK_MB << 20:
        raise SandboxStartFailure(
            f"the hard limit of the stack is {stack[1] >> 10} KiB on this machine, and answers may need"
            f" {STACK_MB << 10}; their verdicts would differ from those of other machines",
            _STACK_FIX,
        )
    resource.setrlimit(resource.RLIMIT_DATA, (memory[1], memory[1]))
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_MB << 20, stack[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, memory)
        resource.setrlimit(resource.RLIMIT_STACK, stack)


def _kill_holders(socket_number: int) -> None:
    """Kill every other process that holds the socket with this inode number.

    bubblewrap has two processes. The inner one first waits for the outer one, and only then arranges to die
    with it. If the outer process is killed before that, the inner one would wait forever.
    """
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):  # the process has ended, or belongs to another user
            descriptor = os.pidfd_open(int(entry.name))
            try:
                # Checked after opening, so the id cannot be reused meanwhile.
                if _holds(entry, socket_number):
                    signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            finally:
                os.close(descriptor)


def _holds(process: Path, socket_number: int) -> bool:
    wanted = f"socket:[{socket_number}]"
    for link in (process / "fd").iterdir():
        with contextlib.suppress(OSError):
            if str(link.readlink()) == wanted:
                return True
    return False
