"""One sandbox with a warm interpreter, and the children that it forks."""

import array
import contextlib
import dataclasses
import json
import math
import os
import select
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.sandbox.host.bubblewrap import UNPRIVILEGED_ID, command
from benchmark.sandbox.host.channel import Channel
from benchmark.sandbox.host.orphans import kill_holders
from benchmark.sandbox.host.runtime import LIBRARIES, runtime

#: What a zygote has loaded before it forks: profile → modules, as far as they are installed.
PROFILES: dict[str, tuple[str, ...]] = {
    "plain": (),
    "symbolic": tuple(name for name in LIBRARIES if name != "numpy"),  # the lighter by a hundred mappings
    "scientific": tuple(LIBRARIES),
    "figure": ("numpy", "matplotlib", "matplotlib.pyplot", "mpl_toolkits.mplot3d"),
    "lint": (),  # pylint alone, which reads the libraries and imports none
}
_EXTRAS = {"lint": "pylint", "figure": "figure"}  #: what else is mounted for a profile
_START_SECONDS = 60.0
_CPU_SLACK = 1.6
_KILL_SECONDS = 20.0
FILE_MB = 16  #: MiB of one file inside
TMP_MB = 64  #: MiB of all files inside


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildExit:
    """How a child ended, as the kernel reports it."""

    code: int | None
    signal: int | None
    cpu_seconds: float
    memory_mb: float  #: highest resident size, MiB
    wall_seconds: float = 0.0  #: from the request for it
    #: Of these, how long it or the host was ready to run while others had the cores; 0 unless it was killed.
    waited_seconds: float = 0.0


class Child:
    """One forked process that runs one answer; use it as a context, which ends it."""

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
        # Who interrupts us closes the sandbox as well, and may have ended it already.
        if self._exit is None and not isinstance(error, SandboxFailure | KeyboardInterrupt):
            self.kill()

    def kill(self) -> ChildExit:
        """End the child and everything that it started, now."""
        if self._exit is None:
            here = waited_seconds("thread-self") - self._waited
            self._zygote.order_kill(self._id)
            self._exit = self._report(time.monotonic() + _KILL_SECONDS)
            if self._exit is None:
                raise SandboxFailure("the sandbox did not end a process")
            self._exit = dataclasses.replace(self._exit, waited_seconds=self._exit.waited_seconds + here)
        return self._exit

    def wait(self) -> ChildExit | None:
        """How it ended by itself, or None when the wall-clock deadline passes first."""
        if self._exit is None:
            self._exit = self._report(self.deadline)
        return self._exit

    def _report(self, deadline: float) -> ChildExit | None:
        end = self._zygote.wait_for_exit(self._id, deadline)
        return end and dataclasses.replace(end, wall_seconds=time.monotonic() - self._started)


class Zygote:
    """A sandbox of one profile. Not shared between threads; one child at a time.

    Args:
        profile: what is loaded before children are forked; see :data:`PROFILES`.
        preamble: imports that are run once beforehand; must satisfy
            :func:`~benchmark.sandbox.host.preamble.only_imports`.
    """

    def __init__(self, profile: str, preamble: str = "") -> None:
        prepared = runtime(_EXTRAS.get(profile, ""))
        modules = [name for name in PROFILES[profile] if name.partition(".")[0] in prepared.libraries]
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # A file, not a pipe: nobody reads it while the sandbox works.
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._poller = select.poll()
        self._poller.register(self._control, select.POLLIN)
        self._process: subprocess.Popen[bytes] | None = None
        self._count = 0
        as_root = os.geteuid() == 0
        try:
            self._process = subprocess.Popen(
                command(prepared, theirs.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._stderr,
                pass_fds=[theirs.fileno()],
                cwd="/",
                env={},
                user=UNPRIVILEGED_ID if as_root else None,
                group=UNPRIVILEGED_ID if as_root else None,
                extra_groups=[] if as_root else None,
                start_new_session=True,  # Ctrl-C is for us, who end it in order
            )
            number = os.fstat(theirs.fileno()).st_ino
            theirs.close()
            greeting = {"profile": profile, "modules": modules, "preamble": preamble}
            with contextlib.suppress(OSError):  # it has ended already: that is found next
                self._control.send(json.dumps(greeting).encode())
            #: The preamble that its children need not run, if any.
            self.warm_preamble = preamble if self._wait_until_ready(number) else None
        except BaseException:
            theirs.close()
            self.close()
            raise

    def _wait_until_ready(self, socket_number: int) -> bool:
        """Wait for the first message, or the end of bubblewrap, whose socket has this inode number.

        Returns:
            Whether it has run its preamble.
        """
        assert self._process is not None  # noqa: S101 - it has just been started
        ended = os.pidfd_open(self._process.pid)
        try:
            poller = select.poll()
            poller.register(self._control, select.POLLIN)
            poller.register(ended, select.POLLIN)
            poller.poll(_START_SECONDS * 1000)
        finally:
            os.close(ended)
        message = self._receive(time.monotonic())
        if message is None or "ready" not in message:
            kill_holders(socket_number)
            self._stderr.seek(0)
            said = self._stderr.read(2000).decode("utf-8", "replace").strip()
            raise SandboxFailure(
                f"the sandbox could not be started: {said or 'it said nothing'}", _fix_of(said)
            )
        return message["warm"] is True

    def start(self, kind: str, limits: Limits, streams: tuple[int, ...] = ()) -> Child:
        """Fork a child of ``kind`` (``function``, ``stdio`` or ``lint``) within ``limits``.

        Args:
            kind: which loop of the guest serves it.
            limits: CPU seconds and memory of this child alone.
            streams: descriptors for its standard input, output and error; the null device when empty.
        """
        self._count += 1
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        request = {
            "id": self._count,
            "kind": kind,
            # The judge compares exact time. What is killed shall be far enough beyond its limit to be beyond
            # doubt, and the kernel counts this one in ticks, up to a fifth too fast.
            "cpu_seconds": math.ceil(_CPU_SLACK * limits.seconds),
            "memory_mb": limits.memory_mb,
            "file_mb": FILE_MB,
            "tmp_mb": TMP_MB,
        }
        descriptors = array.array("i", [theirs.fileno(), *streams])
        try:
            self._control.sendmsg(
                [json.dumps(request).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)]
            )
        except OSError as error:
            ours.close()
            raise SandboxFailure(f"the sandbox has ended: {error}") from error
        finally:
            theirs.close()
        return Child(self, self._count, ours, limits)

    def order_kill(self, request_id: int) -> None:
        """Tell the zygote to kill a child; harmless when it has ended."""
        try:
            self._control.send(json.dumps({"kill": request_id}).encode())
        except OSError as error:
            raise SandboxFailure(f"the sandbox has ended: {error}") from error

    def wait_for_exit(self, request_id: int, deadline: float) -> ChildExit | None:
        """The report on a child, or None at the deadline.

        Raises:
            SandboxFailure: when the zygote has died, or could not shut the child in.
        """
        while True:
            message = self._receive(deadline)
            if message is None:
                return None
            if message.get("id") != request_id:
                continue
            if "fault" in message:
                raise SandboxFailure(f"the sandbox could not shut a process in: {message['fault']}")
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
        except OSError:  # it ended before it had read all
            packet = b""
        if not packet:
            if self._count == 0:
                return None
            raise SandboxFailure("the sandbox ended by itself")
        message: dict[str, object] = json.loads(packet)
        return message

    def close(self) -> None:
        """End the sandbox and whatever runs in it."""
        self._control.close()
        self._stderr.close()
        if self._process is None:
            return
        try:
            self._process.wait(timeout=_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def waited_seconds(process: int | str) -> float:
    """Seconds for which the first thread of a process was ready to run while others had the cores.

    Args:
        process: its number, or another name of it below /proc.

    Returns:
        0 where the kernel does not count them, or the process has gone.
    """
    try:
        descriptor = os.open(f"/proc/{process}/schedstat", os.O_RDONLY)  # twice a sample: no file object
    except OSError:
        return 0.0
    try:
        return int(os.read(descriptor, 100).split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0
    finally:
        os.close(descriptor)


def _fix_of(said: str) -> str:
    """What helps when bubblewrap may not make namespaces."""
    if "uid map" in said or "No permissions to create" in said or "Operation not permitted" in said:
        command = "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
        return f"allow unprivileged user namespaces; on Ubuntu 24.04 and later: {command}"
    return ""
