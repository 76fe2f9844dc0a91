"""Tests that the sandbox works on this machine; otherwise nothing is judged here.

The probe also measures how fast the machine is. Time limits are scaled by that, so that they allow the same
work on every machine.
"""

import contextlib
import functools
import importlib.metadata
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.sandbox.guest import shapes
from benchmark.sandbox.host import walled_probe
from benchmark.sandbox.host.bubblewrap import ENVIRONMENT
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.runtime import ALLOWED, EXTRAS, GUEST, installed_libraries, is_installed
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
    findings = (*findings, *_of_wall(walled_probe.try_rest()))
    return tuple(sorted(findings, key=lambda finding: finding.what.endswith(_BEHIND_WALL))), calibration


@functools.cache
def _quick_findings_of_wall() -> tuple[ProbeFinding, ...]:
    return tuple(_of_wall(walled_probe.try_quickly()))


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
