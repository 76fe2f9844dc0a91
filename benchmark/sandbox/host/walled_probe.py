"""Tries, in a process behind the second wall, what code of an answer must not do that gets there."""

import fcntl
import functools
import json
import os
import resource
import signal
import socket
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from select import select

import benchmark
from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import broker, kernel
from benchmark.sandbox.host.account import give_up_root
from benchmark.sandbox.host.runtime import runtime
from benchmark.sandbox.host.wall import ENVIRONMENT, close_off

_SECONDS = 60.0  #: time for everything that one process tries
_PACKAGE = Path(benchmark.__file__).parent
_PR_SET_PDEATHSIG = 1
_BASE = Path(os.path.realpath(sys.base_prefix))  #: the interpreter, which may lie in a home
_READ_ONLY = ("/", "/usr", "/dev", "/proc", _BASE)
#: Standard streams, the connection, the broker's socket, two of this probe, and the folder that is listed.
_DESCRIPTORS = 8
#: System calls for which the filter must kill the process.
_FATAL: dict[str, Callable[[], object]] = {
    "trace a process": lambda: kernel.call("ptrace", 0, 0, 0, 0),
    "read the memory of a process": lambda: kernel.call("process_vm_readv", os.getpid(), None, 0, None, 0, 0),
    "make a namespace": lambda: kernel.call("unshare", 0x10000000),
    "mount a file system": lambda: kernel.call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, None),
    "join a namespace": lambda: kernel.call("setns", 0, 0),
}


def try_quickly() -> Iterator[tuple[str, bool]]:
    """Yield what must be impossible, and whether it is possible: what takes no time to try.

    Raises:
        SandboxFailure: if the wall cannot be built; the fix says how to allow it.
    """
    found, ended_by = _run_behind_wall(_findings)
    if not isinstance(found, dict):
        raise SandboxFailure(f"the probe of the second wall failed: its process ended with signal {ended_by}")
    yield from found.items()


def try_rest() -> Iterator[tuple[str, bool]]:
    """Yield what :func:`try_quickly` does not try, each thing in its own process."""
    for what, action in _FATAL.items():
        yield what, _run_behind_wall(action)[1] != signal.SIGSYS
    for what, requests in (
        ("start a sandbox of no known profile", [{"profile": "none"}]),
        ("start thirteen sandboxes", [{"profile": "plain"}] * 13),
        ("end a process that is not a sandbox", [{"end": os.getpid()}]),
    ):
        # A broker that ends takes the process along, which then returns nothing.
        yield what, _run_behind_wall(functools.partial(_are_served, requests))[0] is True


def _run_behind_wall(function: Callable[[], object]) -> tuple[object, int]:
    """Return what a function returns in a process behind the wall, and the signal that ended the process."""
    runtime("")  # here and not in the new process, so that it is prepared only once
    ours, theirs = os.pipe()
    data = b""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for this process only
    with warnings.catch_warnings():
        # From Python 3.12 on, a fork next to threads warns. The new process takes no lock that they may hold.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if process == 0:
        try:
            give_up_root()
            kernel.control(_PR_SET_PDEATHSIG, signal.SIGKILL)
            try:
                close_off(theirs)
                reply = {"found": function()}
            except SandboxFailure as error:
                reply = {"problem": str(error), "fix": error.fix}
            os.write(theirs, json.dumps(reply).encode())
        except BaseException:  # noqa: BLE001 - the code of our caller must not go on in this process
            traceback.print_exc()
        finally:
            os._exit(0)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(theirs)
        data = os.read(ours, 1 << 16) if select([ours], (), (), _SECONDS)[0] else b""
    finally:
        os.close(ours)
        if not data:
            os.kill(process, signal.SIGKILL)  # does nothing if it has ended
        _, status = os.waitpid(process, 0)
    reply = json.loads(data or b"{}")
    if "problem" in reply:
        raise SandboxFailure(reply["problem"], reply["fix"])
    return reply.get("found"), os.WTERMSIG(status)


def _findings() -> dict[str, bool]:
    """Return whether each thing that must be impossible is possible. Runs behind the wall."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    interfaces = Path("/proc/self/net/dev").read_text().splitlines()[2:]
    environment = Path("/proc/self/environ")
    homes = [*Path("/home").glob("*"), *Path("/root").glob("*")]
    own, (one, other) = os.getpid(), socket.socketpair()
    with one, other:
        return {
            "start a process": _gets_through(lambda: os.fork() or os._exit(0)),
            "run a shell": os.system("true") == 0,  # noqa: S605
            "run a program": _gets_through(lambda: os.posix_spawn("/bin/true", ["true"], {})),
            "become another program": _gets_through(lambda: os.execv("/none-such", ["x"])),  # noqa: S606
            "read the list of accounts": _succeeds(Path("/etc/passwd").read_bytes),
            "see our own files and tasks": _PACKAGE.exists(),
            "see a home folder": any(not _BASE.is_relative_to(path) for path in homes),
            "write outside its own /tmp": any(_succeeds(Path(path, "x").touch) for path in _READ_ONLY),
            "open a socket": _succeeds(lambda: socket.socket().close()),
            "connect to a server on this machine": _gets_through(lambda: one.connect("\0none-such")),
            "see a network": [line.split(":")[0].strip() for line in interfaces] != ["lo"],
            # A process may signal to itself in any case, unless the filter refuses the call.
            "send a signal to a process": _gets_through(lambda: os.kill(own, 0)),
            "send a signal to all processes": _gets_through(lambda: os.kill(-1, 0)),
            "send a signal to a thread": _gets_through(lambda: signal.raise_signal(signal.SIGCHLD)),
            "hold a process to signal to it": _gets_through(lambda: os.close(os.pidfd_open(own))),
            "let a socket signal to a process": _gets_through(lambda: fcntl.fcntl(one, fcntl.F_SETOWN, own)),
            "limit another process": _gets_through(lambda: resource.prlimit(own, resource.RLIMIT_CPU)),
            "slow another process down": _gets_through(lambda: os.setpriority(os.PRIO_PROCESS, 0, 19)),
            "see another process": {path.name for path in Path("/proc").iterdir()} != {"self", "thread-self"},
            "see the environment": {*os.environ} != {*ENVIRONMENT} or _succeeds(environment.read_bytes),
            "use a file that was open": len([*Path("/proc/self/fd").iterdir()]) > _DESCRIPTORS,
            "use a capability": int(status["CapEff"], 16) != 0 or status["NoNewPrivs"].strip() != "1",
        }


def _are_served(requests: Iterable[Mapping[str, object]]) -> bool:
    """Whether the broker replies to all requests. Runs behind the wall."""
    for request in requests:
        broker.ask(request)
    return True


def _succeeds(action: Callable[[], object]) -> bool:
    try:
        action()
    except OSError:
        return False
    return True


def _gets_through(action: Callable[[], object]) -> bool:
    """Whether a system call is not refused with EPERM; it may fail for another reason, such as a bad path."""
    try:
        action()
    except PermissionError:
        return False
    except OSError:
        pass
    return True
