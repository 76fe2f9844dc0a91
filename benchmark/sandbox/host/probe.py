"""Whether the sandbox keeps its promises on this machine; nothing is judged where it does not.

The same look at the machine finds out how fast it is.
"""

import functools
import importlib.metadata
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.sandbox.host.bubblewrap import ENVIRONMENT
from benchmark.sandbox.host.calibration import PIECES, Calibration
from benchmark.sandbox.host.channel import Channel, GuestFault, GuestLate
from benchmark.sandbox.host.runtime import GUEST, installed_libraries
from benchmark.sandbox.host.zygote import FILE_MB, TMP_MB, Zygote

_MEMORY_MB = 200
_SECONDS = 0.2
_LIMIT_PROGRAMS = {
    "hold more memory than it may": f"def f():\n    return len(bytearray({_MEMORY_MB + 50} << 20))\n",
    "compute longer than it may": "def f():\n    while True:\n        pass\n",
    "sleep longer than it may": "import time\ndef f():\n    time.sleep(60)\n",
}


@dataclass(frozen=True, slots=True)
class ProbeFinding:
    """One thing that an answer must not be able to do."""

    what: str
    kept_out: bool


def quick_probe() -> tuple[tuple[ProbeFinding, ...], Calibration]:
    """Try what can be tried without waiting, twice, so that leftovers of the first would show; take the time.

    Raises:
        SandboxFailure: when the sandbox cannot be started, or the probe itself fails in it.
    """
    zygote = Zygote("plain")
    try:
        found = tuple(_try_findings(zygote)) and tuple(_try_findings(zygote))
        return found, _calibrate(zygote)
    finally:
        zygote.close()


def probe() -> tuple[tuple[ProbeFinding, ...], Calibration]:
    """Try everything, and take the time; takes about two seconds.

    Raises:
        SandboxFailure: as :func:`quick_probe`.
    """
    found, calibration = quick_probe()
    zygote = Zygote("plain")
    try:
        return (*found, *_try_fatal_calls(zygote), *_try_limits(zygote)), calibration
    finally:
        zygote.close()


def _try_findings(zygote: Zygote) -> Iterator[ProbeFinding]:
    limits = Limits(seconds=10)
    with zygote.start("function", limits) as child:
        _load(child.channel, _findings_source())
        environment = [*ENVIRONMENT, "PWD", "LC_CTYPE"]
        found = _call(child.channel, "findings", [environment, FILE_MB, TMP_MB])
    if not isinstance(found, dict):
        raise SandboxFailure(f"the sandbox's probe failed: {found}")
    for what, possible in found["v"]:
        yield ProbeFinding(str(what), kept_out=possible is False)


def _calibrate(zygote: Zygote) -> Calibration:
    with zygote.start("function", Limits(seconds=10)) as child:
        _load(child.channel, (GUEST / "calibration.py").read_text(encoding="utf-8"))
        seconds = _call(child.channel, "fastest", [PIECES])
    if not isinstance(seconds, float):
        raise SandboxFailure(f"the sandbox's calibration failed: {seconds}")
    return Calibration(seconds)


def _try_fatal_calls(zygote: Zygote) -> Iterator[ProbeFinding]:
    """Each in a child of its own, which it must end."""
    with zygote.start("function", Limits()) as child:
        _load(child.channel, _findings_source())
        names = _call(child.channel, "fatal", [])
    if not isinstance(names, list):
        raise SandboxFailure(f"the sandbox's probe failed: {names}")
    for name in names:
        with zygote.start("function", Limits()) as child:
            _load(child.channel, _findings_source())
            try:
                _call(child.channel, "attempt", [name])
            except SandboxFailure:
                end = child.wait()
                yield ProbeFinding(str(name), kept_out=end is not None and end.signal == signal.SIGSYS)
            else:
                yield ProbeFinding(str(name), kept_out=False)


def _try_limits(zygote: Zygote) -> Iterator[ProbeFinding]:
    for what, program in _LIMIT_PROGRAMS.items():
        with zygote.start("function", Limits(seconds=_SECONDS, memory_mb=_MEMORY_MB)) as child:
            _load(child.channel, program)
            try:
                reply = _call_reply(child.channel, "f", [])
            except GuestLate:
                child.kill()
                yield ProbeFinding(what, kept_out=True)
            else:
                yield ProbeFinding(what, kept_out="ok" not in reply)


def _findings_source() -> str:
    return (GUEST / "findings.py").read_text(encoding="utf-8")


def _load(channel: Channel, program: str) -> None:
    _request(channel, {"op": "load", "program": program})


def _call(channel: Channel, name: str, args: list[object]) -> object:
    try:
        reply = _call_reply(channel, name, args)
    except GuestFault as fault:
        raise SandboxFailure(f"the sandbox's probe failed: {fault.reason}") from fault
    if "ok" not in reply:
        raise SandboxFailure(f"the sandbox's probe failed: {reply.get('error')}")
    return reply["ok"]


def _call_reply(channel: Channel, name: str, args: list[object]) -> dict[str, object]:
    return _request(channel, {"op": "call", "on": {"name": name}, "args": args, "kwargs": {}})


def _request(channel: Channel, request: dict[str, object]) -> dict[str, object]:
    channel.send({"id": "probe", **request})
    reply = channel.receive()
    if not isinstance(reply, dict):
        raise SandboxFailure("the sandbox's probe failed: it answers in another form")
    return reply


@functools.cache
def calibration() -> Calibration:
    """How fast this machine is, once the quick probe has passed; measured once a process.

    Raises:
        SandboxFailure: names what the sandbox would let an answer do.
    """
    findings, calibration = quick_probe()
    open_doors = [finding.what for finding in findings if not finding.kept_out]
    if open_doors:
        raise SandboxFailure(
            f"here an answer could {', '.join(open_doors)}; nothing is judged", "see sightbench sandbox probe"
        )
    return calibration


@functools.cache
def guest_versions() -> dict[str, str]:
    """Versions of what decides verdicts inside, once the quick probe has passed.

    Raises:
        SandboxFailure: as :func:`calibration`.
    """
    calibration()
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python} | {
        name: importlib.metadata.version(name) for name in sorted(installed_libraries())
    }
