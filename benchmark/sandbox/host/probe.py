"""Whether the sandbox keeps its promises on this machine; nothing is judged where it does not."""

import functools
import importlib.metadata
import sys
from dataclasses import dataclass

from benchmark.core.errors import SandboxFailure
from benchmark.core.task import Limits
from benchmark.sandbox.host.bubblewrap import ENVIRONMENT
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.runtime import GUEST, installed_libraries
from benchmark.sandbox.host.zygote import Zygote


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
    program = (GUEST / "findings.py").read_text(encoding="utf-8")
    environment = [*ENVIRONMENT, "PWD", "LC_CTYPE"]
    try:
        with zygote.start("function", Limits()) as child:
            child.channel.send({"id": "load", "op": "load", "preamble": "", "program": program})
            child.channel.receive()
            child.channel.send(
                {"id": "ask", "op": "call", "on": {"name": "findings"}, "args": [environment], "kwargs": {}}
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
            f"the sandbox does not keep out: {', '.join(open_doors)}", "see sightbench sandbox probe"
        )
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python} | {
        name: importlib.metadata.version(name) for name in sorted(installed_libraries())
    }
