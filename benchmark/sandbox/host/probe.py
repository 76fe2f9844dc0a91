"""Tests that the sandbox works on this machine; otherwise nothing is judged here.

The probe also measures how fast the machine is. Time limits are scaled by that, so that they allow the same
work on every machine.
"""

import contextlib
import fcntl
import functools
import importlib.metadata
import json
import os
import resource
import signal
import socket
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import Any

import benchmark
from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.sandbox.guest import shapes
from benchmark.sandbox.host import broker, kernel, wall
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.runtime import (
    ALLOWED,
    ENVIRONMENT,
    EXTRAS,
    GUEST,
    installed_libraries,
    is_installed,
    runtime,
)
from benchmark.sandbox.host.wall import close_off, give_up_root
from benchmark.sandbox.host.zygote import FILE_MB, TMP_MB, Child, Zygote, started

_MEMORY_MB = 200
_SECONDS = 0.2
#: Programs that a limit must stop, by what they try.
_LIMIT_PROGRAMS = {
    "use more memory than its limit": f"def f():\n    return len(bytearray({_MEMORY_MB + 50} << 20))\n",
    "compute longer than its limit": "def f():\n    while True:\n        pass\n",
    "sleep longer than its limit": "import time\ndef f():\n    time.sleep(60)\n",
}

#: CPU seconds that the work of :mod:`benchmark.sandbox.guest.calibration` takes in CPython 3.11 on one core
#: of an AMD EPYC of family 26 (Zen 5) at 2.6 GHz nominal: the median of 150 calibrations.
REFERENCE_SECONDS = 0.00122
#: Runs per calibration, of which the fastest counts. Together they take 25 ms of CPU on the reference machine
#: and 75 ms on a machine that is three times slower.
PIECES = 20
#: Bounds of the time factor.
_LOWEST, _HIGHEST = 1.0, 3.0


#: End of what must not be possible behind the second wall.
_BEHIND_WALL = "once inside the judging process"


@dataclass(frozen=True, slots=True)
class ProbeFinding:
    """Whether one of the two walls prevents one thing that an answer must not do."""

    what: str  #: what must not be possible, as in "an answer must not …"
    kept_out: bool  #: whether the wall prevents it


@dataclass(frozen=True, slots=True)
class Calibration:
    """The time that a machine takes for the fixed piece of work, in the Python of the sandbox."""

    seconds: float  #: CPU seconds of the fastest run

    @property
    def time_factor(self) -> float:
        """The factor for time limits, from 1 to 3.

        It is 1 on a machine faster than the reference, where the same limit allows more work.
        """
        return round(min(max(self.seconds / REFERENCE_SECONDS, _LOWEST), _HIGHEST), 2)


def quick_probe() -> tuple[tuple[ProbeFinding, ...], Calibration]:
    """Try everything that needs no waiting, and measure the machine's speed.

    It runs twice, because the second run finds anything that the first one left behind.

    Raises:
        SandboxFailure: if the sandbox cannot be started, or the probe itself fails.
    """
    with contextlib.closing(Zygote("plain")) as zygote:
        findings = tuple(_try_findings(zygote)) and tuple(_try_findings(zygote))
        with zygote.start("function", Limits(seconds=10)) as child:
            seconds = _call(child, _guest_source("calibration"), "fastest", [PIECES])
    return (*findings, *_quick_findings_of_wall()), Calibration(float(seconds))


def probe() -> tuple[tuple[ProbeFinding, ...], Calibration]:
    """Try everything and measure the machine's speed, in about two seconds."""
    findings, calibration = started(quick_probe)
    with contextlib.closing(started(lambda: Zygote("plain"))) as zygote:
        findings = (*findings, *_try_fatal_calls(zygote), *_try_limits(zygote))
    findings = (*findings, *_of_wall(try_rest()))
    return tuple(sorted(findings, key=lambda finding: finding.what.endswith(_BEHIND_WALL))), calibration


@functools.cache
def _quick_findings_of_wall() -> tuple[ProbeFinding, ...]:
    return tuple(_of_wall(try_quickly()))


def _of_wall(found: Iterable[tuple[str, bool]]) -> Iterator[ProbeFinding]:
    for what, possible in found:
        yield ProbeFinding(f"{what} {_BEHIND_WALL}", kept_out=not possible)


def _try_findings(zygote: Zygote) -> Iterator[ProbeFinding]:
    arguments = [[*ENVIRONMENT, "PWD", "LC_CTYPE"], FILE_MB, TMP_MB]
    with zygote.start("function", Limits(seconds=10)) as child:
        found = _call(child, _guest_source("findings"), "findings", arguments)
    for what, possible in found["v"]:
        yield ProbeFinding(str(what), kept_out=possible is False)


def _try_fatal_calls(zygote: Zygote) -> Iterator[ProbeFinding]:
    """Make each forbidden system call in its own child, which the kernel must kill."""
    with zygote.start("function", Limits()) as child:
        names = _call(child, _guest_source("findings"), "fatal", [])
    for name in names:
        with zygote.start("function", Limits()) as child:
            try:
                _call(child, _guest_source("findings"), "attempt", [name])
                end = None
            except SandboxFailure:
                end = child.wait()
            yield ProbeFinding(str(name), kept_out=end is not None and end.signal == signal.SIGSYS)


def _try_limits(zygote: Zygote) -> Iterator[ProbeFinding]:
    for what, program in _LIMIT_PROGRAMS.items():
        kept_out = True
        with (
            zygote.start("function", Limits(seconds=_SECONDS, memory_mb=_MEMORY_MB)) as child,
            contextlib.suppress(SandboxFailure),
        ):
            _call(child, program, "f", [])
            kept_out = False
        yield ProbeFinding(what, kept_out=kept_out)


def _guest_source(module: str) -> str:
    return (GUEST / f"{module}.py").read_text(encoding="utf-8")


def _call(child: Child, program: str, name: str, args: Sequence[object]) -> Any:
    """Load a program in a child, and return what one of its functions returns."""
    reply: object = None
    call = {"op": "call", "on": name, "args": tuple(args), "kwargs": ()}
    try:
        for request in ({"op": "load", "program": program}, call):
            child.channel.send_bytes(shapes.request(request, "probe"))
            reply = child.channel.receive()
    except GuestFault as fault:
        raise SandboxFailure(f"the probe of the sandbox failed: {fault.reason}") from fault
    if not isinstance(reply, dict) or "ok" not in reply:
        raise SandboxFailure(f"the probe of the sandbox failed: {reply}")
    return reply["ok"]


@functools.cache
def calibration() -> Calibration:
    """Run the quick probe and return this machine's speed, measured once per process.

    Raises:
        SandboxFailure: if the sandbox does not prevent something; the message names it.
    """
    findings, calibration = started(quick_probe)
    _refuse_open_doors(findings)
    return calibration


def check_wall() -> None:
    """Check that a process can be put behind the second wall here; tried once per process.

    Raises:
        SandboxFailure: if it cannot, or the wall does not prevent something; the message names it.
    """
    _refuse_open_doors(_quick_findings_of_wall())


def _refuse_open_doors(findings: Iterable[ProbeFinding]) -> None:
    open_doors = [finding.what for finding in findings if not finding.kept_out]
    if open_doors:
        raise SandboxFailure(
            f"an answer could {', '.join(open_doors)} on this machine, so nothing is judged",
            "run sightbench doctor --sandbox to see what the sandbox blocks",
        )


def extra_versions(extra: str) -> dict[str, str]:
    """Return the version of the library that names an extra of the sandbox; empty if it is not installed."""
    name = next(iter(EXTRAS[extra]))
    return {name: importlib.metadata.version(name)} if is_installed(extra) else {}


def guest_python() -> str:
    """Return the version of Python that answers run on, such as ``3.12``: that of this process."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


@functools.cache
def guest_versions() -> dict[str, str]:
    """Run the quick probe and return the versions of Python and of the libraries in the sandbox."""
    calibration()
    return {"python": guest_python()} | {
        name: importlib.metadata.version(name) for name in sorted(installed_libraries(ALLOWED))
    }


_WALL_SECONDS = 60.0  #: time for everything that one process tries
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
        data = os.read(ours, 1 << 16) if select([ours], (), (), _WALL_SECONDS)[0] else b""
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
            "see the environment": {*os.environ} != {*wall.ENVIRONMENT} or _succeeds(environment.read_bytes),
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
