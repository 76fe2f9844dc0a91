"""Tries what an answer must not be able to do. The host runs this file like an answer."""

import ctypes
import os
import socket
import sys
from collections.abc import Callable

_MIB = 1 << 20
_ADD_KEY = {"x86_64": 248, "aarch64": 217}
_BPF = {"x86_64": 321, "aarch64": 280}
_FORBIDDEN_FOLDERS = ("/x", "/usr/x", "/dev/x", "/dev/shm/x", "/etc/x")  # noqa: S108
_libc = ctypes.CDLL(None, use_errno=True)

#: System calls for which the filter must kill the process.
_FATAL: dict[str, Callable[[], object]] = {
    "create a user namespace": lambda: _libc.unshare(0x10000000),
    "mount a file system": lambda: _libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None),
    "trace a process": lambda: _libc.ptrace(0, 0, 0, 0),
    "load a program into the kernel": lambda: _libc.syscall(_BPF[os.uname().machine], 0, 0, 0),
}


def fatal() -> list[str]:
    """Return the names that :func:`attempt` accepts."""
    return list(_FATAL)


def attempt(name: str) -> str:
    """Make a system call that must end this process; return its name if the process still runs."""
    _FATAL[name]()
    return name


def findings(environment: list[str], file_mb: int, tmp_mb: int) -> dict[str, bool]:
    """Return whether each thing that must be impossible is possible; the arguments are what is allowed."""
    status = dict(line.split(":", 1) for line in _read("/proc/self/status").splitlines())
    interfaces = [line.split(":")[0].strip() for line in _read("/proc/net/dev").splitlines()[2:]]
    processes = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    left = os.listdir("/tmp") + os.listdir("/dev/shm")  # noqa: PTH208, S108
    open("/tmp/left", "w").close()  # noqa: PTH123, S108 - the next child must not find this file
    account = _read(
        "/proc/self/uid_map"
    ).split()  # per line: first id inside, first id outside, number of ids
    return {
        "be root outside the sandbox": "0" in account[1::3],
        "reach a network": _succeeds(_connect) or interfaces != ["lo"],
        "write outside its own /tmp": any(map(_can_make_folder, _FORBIDDEN_FOLDERS)),
        "see a home folder": _has_foreign_files("/home") or _has_foreign_files("/root"),
        "see the host's environment": bool(set(os.environ) - set(environment)),
        "see another process": len(processes) > 1 or os.getpid() != 1,
        "start a process": _succeeds(_fork),
        "use a capability": int(status["CapEff"], 16) != 0 or int(status["CapPrm"], 16) != 0,
        "gain privileges": status["NoNewPrivs"].strip() != "1",
        "make system calls without a filter": status["Seccomp"].strip() != "2",
        "store a key in the kernel": _libc.syscall(_ADD_KEY[os.uname().machine], b"user", b"x", b"x", 1, -4)
        > 0,
        "find files that another sample left": bool(left),
        "write a file larger than its limit": _succeeds(lambda: _fill("/tmp/one", file_mb + 1)),  # noqa: S108
        "write more data than its limit": _succeeds(lambda: _fill_all(tmp_mb // file_mb + 1, file_mb)),
        "open a thousand files at once": _succeeds(
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


def _can_make_folder(path: str) -> bool:
    return _succeeds(lambda: os.mkdir(path))  # noqa: PTH102


def _succeeds(action: Callable[[], object]) -> bool:
    try:
        action()
    except OSError:
        return False
    return True


def _has_foreign_files(folder: str) -> bool:
    """Whether a home folder contains anything except the folders that lead to the interpreter."""
    if folder == sys.base_prefix or not os.path.isdir(folder):  # noqa: PTH112
        return False
    if not sys.base_prefix.startswith(f"{folder}/"):
        return True
    inside = [f"{folder}/{name}" for name in os.listdir(folder)]  # noqa: PTH208
    return any(_has_foreign_files(path) if os.path.isdir(path) else True for path in inside)  # noqa: PTH112
