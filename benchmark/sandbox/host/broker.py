"""Starts sandboxes for a process that can start no program itself, because it is behind the second wall.

The broker is forked before the wall is built; see :mod:`.wall`. It reads no answer and no reply, and knows
two requests, on a socket with one JSON object per packet:

    process → broker   {"profile": name}     start a sandbox
                       {"end": process id}   end a sandbox that it started
    broker → process   {"modules": [name, ...], "pid"} + control socket, standard error, pidfd
                       {"status": exit status}
                       {"problem", "fix", "start": whether bubblewrap was refused}

Any other request, or one for a thirteenth sandbox, ends the broker, and with it its sandboxes.
"""

import contextlib
import json
import os
import select
import socket
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from benchmark.core.errors import SandboxFailure, SandboxStartFailure, printable_text

_MOST_SANDBOXES = 12  #: a judge has one per profile, and up to four for preambles
_PACKET_BYTES = 1 << 16
_MESSAGE_BYTES = 1 << 16  #: maximum bytes of the walled process's standard error that are shown

#: In a walled process: the socket on which its broker listens.
_connection: socket.socket | None = None


@dataclass(slots=True)
class StartedSandbox:
    """A bubblewrap that was started."""

    control: socket.socket  #: to the zygote
    stderr: BinaryIO  #: what it has printed, open for reading
    modules: list[str]  #: modules that the zygote is to load
    pid: int
    pidfd: int
    kill: Callable[[], int]  #: ends it if it still runs, and returns its exit status
    status: int | None = field(default=None, init=False)  #: exit status, if it is known

    def wait(self, seconds: float) -> int | None:
        """Return the exit status; None if it still runs after that time."""
        if self.status is None:
            poller = select.poll()
            poller.register(self.pidfd, select.POLLIN)
            if poller.poll(seconds * 1000):
                self.end()
        return self.status

    def end(self) -> None:
        """End it if it still runs."""
        if self.status is None:
            self.status = self.kill()


def use(connection: socket.socket) -> None:
    """Let :func:`start` ask the broker at the other end, from now on."""
    global _connection  # noqa: PLW0603 - a process builds its wall once
    _connection = connection


def start(profile: str) -> StartedSandbox | None:
    """Let the broker start a sandbox; return None if this process is not behind the wall.

    Raises:
        SandboxFailure: if it could not be started.
    """
    if _connection is None:
        return None
    reply, descriptors = ask({"profile": profile})
    if "problem" in reply:
        kind = SandboxStartFailure if reply["start"] else SandboxFailure
        raise kind(reply["problem"], reply["fix"])
    control, stderr, pidfd = descriptors
    return StartedSandbox(
        control=socket.socket(fileno=control),
        stderr=os.fdopen(stderr, "rb"),
        modules=reply["modules"],
        pid=reply["pid"],
        pidfd=pidfd,
        kill=lambda: int(ask({"end": reply["pid"]})[0]["status"]),
    )


def ask(request: Mapping[str, object]) -> tuple[dict[str, Any], list[int]]:
    """Send a request to the broker; return its reply, and the descriptors that came with it.

    Without a broker this process can judge nothing more, so it ends. The main process starts another one.
    """
    assert _connection is not None  # noqa: S101 - only a walled process asks
    with contextlib.suppress(OSError):
        _connection.send(json.dumps(request).encode())
        packet, descriptors, _, _ = socket.recv_fds(_connection, _PACKET_BYTES, 3)
        if packet:
            return json.loads(packet), descriptors
    os._exit(1)


def serve(
    connection: socket.socket,
    messages: int,
    launch: Callable[[str], StartedSandbox],
    profiles: Collection[str],
) -> None:
    """Serve requests until the walled process has ended, or sends anything else.

    Args:
        connection: the socket for requests.
        messages: the walled process's standard error, which is copied to ours.
        launch: starts a sandbox of a profile.
        profiles: the profiles that may be named.
    """
    running: dict[int, StartedSandbox] = {}
    left = _MESSAGE_BYTES
    poller = select.poll()
    poller.register(connection, select.POLLIN)
    poller.register(messages, select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poller.poll()}
        if messages in ready:  # first, since the last words of a process arrive together with its end
            copied = _copy(messages, left)
            left -= copied
            if copied == 0 or left == 0:
                poller.unregister(messages)
            continue
        packet = connection.recv(_PACKET_BYTES)
        match json.loads(packet) if packet else None:
            case {"profile": str(profile)} if profile in profiles and len(running) < _MOST_SANDBOXES:
                try:
                    started = launch(profile)
                except SandboxFailure as error:
                    refused = isinstance(error, SandboxStartFailure)
                    _reply(connection, {"problem": str(error), "fix": error.fix, "start": refused})
                    continue
                running[started.pid] = started
                passed = [started.control.fileno(), started.stderr.fileno(), started.pidfd]
                _reply(connection, {"modules": started.modules, "pid": started.pid}, passed)
                # Otherwise the sandbox would not notice that the walled process has closed its end.
                started.control.close()
                started.stderr.close()
            case {"end": int(pid)} if pid in running:
                started = running.pop(pid)
                started.end()
                os.close(started.pidfd)
                _reply(connection, {"status": started.status})
            case _:
                return


def _copy(messages: int, limit: int) -> int:
    """Copy what a walled process has printed, without control characters; return the number of bytes."""
    data = os.read(messages, limit)
    with contextlib.suppress(OSError):
        sys.stderr.write("\n".join(map(printable_text, data.decode("utf-8", "replace").split("\n"))))
        sys.stderr.flush()
    return len(data)


def _reply(connection: socket.socket, reply: dict[str, object], descriptors: Collection[int] = ()) -> None:
    socket.send_fds(connection, [json.dumps(reply).encode()], list(descriptors))
