"""What an answer could do here. The host runs this file as one, and knows what each finding should be."""

import ctypes
import os
import socket
import sys
from collections.abc import Callable

_CLONE_NEWUSER = 0x10000000


def findings(environment: list[str]) -> dict[str, bool]:
    """Whether each thing is possible that must not be; ``environment`` names what may be set."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/self/status") as file:  # noqa: PTH123 - pathlib is not loaded here
        status = dict(line.split(":", 1) for line in file.read().splitlines())
    processes = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    left = os.listdir("/tmp")  # noqa: PTH208, S108
    open("/tmp/left", "w").close()  # noqa: PTH123, S108 - what the next child must not find
    return {
        "network reachable": _succeeds(_connect) or any(name != "lo" for _, name in socket.if_nameindex()),
        "root writable": any(map(_makes_folder, ("/x", "/usr/x", "/dev/x", "/etc/x"))),
        "home visible": _strange("/home") or _strange("/root"),
        "other processes": len(processes) > 1 or os.getpid() != 1,
        "capabilities": int(status["CapEff"], 16) != 0,
        "may gain privileges": status["NoNewPrivs"].strip() != "1",
        "new user namespace": libc.unshare(_CLONE_NEWUSER) == 0,
        "new mount": libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None) == 0,
        "leftovers": bool(left),
        "environment": bool(set(os.environ) - set(environment)),
    }


def _connect() -> None:
    socket.create_connection(("192.0.2.1", 9), timeout=0.2).close()


def _makes_folder(path: str) -> bool:
    return _succeeds(lambda: os.mkdir(path))  # noqa: PTH102


def _succeeds(action: Callable[[], object]) -> bool:
    try:
        action()
    except OSError:
        return False
    return True


def _strange(folder: str) -> bool:
    """Whether a home holds anything but the way to the interpreter."""
    if folder == sys.base_prefix or not os.path.isdir(folder):  # noqa: PTH112
        return False
    if not sys.base_prefix.startswith(f"{folder}/"):
        return True
    inside = [f"{folder}/{name}" for name in os.listdir(folder)]  # noqa: PTH208
    return any(_strange(path) if os.path.isdir(path) else True for path in inside)  # noqa: PTH112
