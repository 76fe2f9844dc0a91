"""Ends what is left of a sandbox that was killed while it was being started.

bubblewrap is two processes. The inner one waits for the outer one before it sees to it that it dies with that
one; when the outer one is killed in that moment, the inner one would wait for ever, for nobody.
"""

import contextlib
import os
import signal
from pathlib import Path


def kill_holders(socket_number: int) -> None:
    """Kill every process but this one that holds a socket, known by its inode number."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):  # it has gone, or is somebody else's
            descriptor = os.pidfd_open(int(entry.name))
            try:
                if _holds(entry, socket_number):  # looked at after the number was bound to the process
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
