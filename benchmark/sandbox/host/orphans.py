"""Ends processes that are left of a sandbox which was killed while it started.

bubblewrap has two processes. The inner one first waits for the outer one, and only then arranges to die with
it. If the outer process is killed before that, the inner one would wait forever.
"""

import contextlib
import os
import signal
from pathlib import Path


def kill_holders(socket_number: int) -> None:
    """Kill every other process that holds the socket with this inode number."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):  # the process has ended, or belongs to another user
            descriptor = os.pidfd_open(int(entry.name))
            try:
                if _holds(
                    entry, socket_number
                ):  # checked after opening, so the id cannot be reused meanwhile
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
