"""What an answer could do here. The host runs this file as one, and knows what each finding should be."""

import ctypes
import os
import socket
import sys
from collections.abc import Callable

_MIB = 1 << 20
_ADD_KEY = {"x86_64": 248, "aarch64": 217}
_BPF = {"x86_64": 321, "aarch64": 280}
_libc = ctypes.CDLL(None, use_errno=True)

#: Calls that must end the process.
_FATAL: dict[str, Callable[[], object]] = {
    "make a user namespace": lambda: _libc.unshare(0x10000000),
    "make a mount": lambda: _libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None),
    "trace a process": lambda: _libc.ptrace(0, 0, 0, 0),
    "load a program into the kernel": lambda: _libc.syscall(_BPF[os.uname().machine], 0, 0, 0),
}


def fatal() -> list[str]:
    """Names for :func:`attempt`."""
    return list(_FATAL)


def attempt(name: str) -> str:
    """Make a call that must end this process; returns only where it does not."""
    _FATAL[name]()
    return name


def findings(environment: list[str], file_mb: int, tmp_mb: int) -> dict[str, bool]:
    """Whether each thing is possible that must not be.

    Args:
        environment: variables that may be set.
        file_mb: MiB that one file may hold.
        tmp_mb: MiB that all files may hold.
    """
    status = dict(line.split(":", 1) for line in _read("/proc/self/status").splitlines())
    interfaces = [line.split(":")[0].strip() for line in _read("/proc/net/dev").splitlines()[2:]]
    processes = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    left = os.listdir("/tmp") + os.listdir("/dev/shm")  # noqa: PTH208, S108
    open("/tmp/left", "w").close()  # noqa: PTH123, S108 - what the next child must not find
    account = _read("/proc/self/uid_map").split()  # rows of: here, outside, how many
    return {
        "be root outside": "0" in account[1::3],
        "reach a network": _succeeds(_connect) or interfaces != ["lo"],
        "write outside its /tmp": any(map(_makes_folder, ("/x", "/usr/x", "/dev/x", "/dev/shm/x", "/etc/x"))),  # noqa: S108
        "see a home": _strange("/home") or _strange("/root"),
        "see the host's environment": bool(set(os.environ) - set(environment)),
        "see another process": len(processes) > 1 or os.getpid() != 1,
        "start a process": _succeeds(_fork),
        "use a capability": int(status["CapEff"], 16) != 0 or int(status["CapPrm"], 16) != 0,
        "gain privileges": status["NoNewPrivs"].strip() != "1",
        "make any system call": status["Seccomp"].strip() != "2",
        "keep a key in the kernel": _libc.syscall(_ADD_KEY[os.uname().machine], b"user", b"x", b"x", 1, -4)
        > 0,
        "find what another sample left": bool(left),
        "write a larger file than it may": _succeeds(lambda: _fill("/tmp/one", file_mb + 1)),  # noqa: S108
        "fill the disk": _succeeds(lambda: _fill_all(tmp_mb // file_mb + 1, file_mb)),
        "hold a thousand files open": _succeeds(
            lambda: [os.open("/dev/null", os.O_RDONLY) for _ in range(1000)]
        ),
    }


def _read(path: str) -> str:
    with open(path) as file:  # noqa: PTH123 - pathlib is not loaded here
        return file.read()


def _connect() -> None:
    socket.create_connection(("192.0.2.1", 9), timeout=0.2).close()


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _fill(path: str, megabytes: int) -> None:
    with open(path, "wb") as file:  # noqa: PTH123
        file.writelines(bytes(_MIB) for _ in range(megabytes))


def _fill_all(files: int, megabytes: int) -> None:
    for number in range(files):
        _fill(f"/tmp/{number}", megabytes)  # noqa: S108


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
