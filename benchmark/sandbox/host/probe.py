"""Whether the sandbox keeps its promises on this machine; nothing is judged where it does not."""

import functools
import importlib.metadata
import sys
from dataclasses import dataclass

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.runtime import installed_libraries
from benchmark.sandbox.host.zygote import Zygote

#: Runs inside: each finding is what an answer could do. The host knows what it should be.
_PROGRAM = """
import ctypes, os, socket, sys

def attempt(action):
    try:
        action()
    except OSError:
        return False
    return True

def findings():
    def connect():
        socket.create_connection(("192.0.2.1", 9), timeout=0.2).close()
    def interfaces():
        return [name for _, name in socket.if_nameindex() if name != "lo"]
    def strange(folder):  # anything of a home but the way to the interpreter
        way = sys.base_prefix.startswith(folder + "/")
        if folder == sys.base_prefix or not os.path.isdir(folder):
            return False
        return not way or any(strange(f"{folder}/{name}") if os.path.isdir(f"{folder}/{name}") else True
                              for name in os.listdir(folder))
    libc = ctypes.CDLL(None, use_errno=True)
    status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
    left = os.listdir("/tmp")
    open("/tmp/left", "w").close()
    return {
        "network reachable": attempt(connect) or bool(interfaces()),
        "root writable": any(attempt(lambda: os.mkdir(p + "/x")) for p in ("/", "/usr", "/dev", "/etc")),
        "home visible": strange("/home") or strange("/root"),
        "other processes": len(processes) > 1 or os.getpid() != 1,
        "capabilities": int(status["CapEff"], 16) != 0,
        "may gain privileges": status["NoNewPrivs"].strip() != "1",
        "new user namespace": libc.unshare(0x10000000) == 0,
        "new mount": libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None) == 0,
        "leftovers": bool(left),
        "environment": sorted(set(os.environ) - set(EXPECTED)) != [],
    }
"""
_ENVIRONMENT = (
    "HOME",
    "LANG",
    "PATH",
    "PWD",
    "PYTHONHASHSEED",
    "PYTHONPATH",
    "TZ",
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MPLBACKEND",
    "LC_CTYPE",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an answer must not be able to do."""

    what: str
    kept_out: bool


def probe() -> tuple[Finding, ...]:
    """Try everything from inside, twice, so that leftovers of the first would show.

    Raises:
        SandboxFailure: when the sandbox cannot be started.
    """
    zygote = Zygote("plain")
    try:
        return _ask(zygote) and _ask(zygote)
    finally:
        zygote.close()


def _ask(zygote: Zygote) -> tuple[Finding, ...]:
    program = f"EXPECTED = {_ENVIRONMENT!r}\n{_PROGRAM}"
    try:
        with zygote.start("function", Limits()) as child:
            child.channel.send({"id": "load", "op": "load", "preamble": "", "program": program})
            child.channel.receive()
            child.channel.send(
                {"id": "ask", "op": "call", "on": {"name": "findings"}, "args": [], "kwargs": {}}
            )
            reply = child.channel.receive()
    except GuestFault as fault:
        raise SandboxFailure(f"the sandbox's probe failed: {fault.reason}") from fault
    if not isinstance(reply, dict) or "ok" not in reply:
        raise SandboxFailure(f"the sandbox's probe failed: {reply}")
    return tuple(Finding(str(what), kept_out=possible is False) for what, possible in reply["ok"]["v"])


@functools.cache
def guest_versions() -> dict[str, str]:
    """Versions of what decides verdicts inside, once the probe has passed in this process.

    Raises:
        SandboxFailure: names what the sandbox would let an answer do.
    """
    open_doors = [finding.what for finding in probe() if not finding.kept_out]
    if open_doors:
        raise SandboxFailure(
            f"the sandbox does not keep out: {', '.join(open_doors)}\n  fix: see sightbench sandbox probe"
        )
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python} | {
        name: importlib.metadata.version(name) for name in sorted(installed_libraries())
    }
