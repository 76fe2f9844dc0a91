"""What a program gives for some arguments: expected values that no file holds, computed in the sandbox."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmark.core.task import Limits
from benchmark.judging.proxies.session import RaisedInGuest, Session
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.zygote import Zygote


class CallError(Exception):
    """The program cannot be loaded; says why."""


@dataclass(frozen=True, slots=True)
class NoResult:
    """A call that gave nothing that can be carried here."""

    said: str  #: the exception, or the limit


def results(
    zygote: Zygote, program: str, entry_point: str, inputs: Sequence[Sequence[object]], limits: Limits
) -> list[object]:
    """What the function gives for each of ``inputs``, one after the other in one child.

    Plain values are rebuilt here; another object is a stand-in for it, good for ``is None`` and no more.
    After a call that runs into a limit, the rest goes on in a fresh child.

    Args:
        zygote: with the libraries that the program needs.
        program: defines the function.
        entry_point: its name.
        inputs: the arguments of each call; they are not changed.
        limits: for the calls of one child together.

    Returns:
        A value a call, or :class:`NoResult`.

    Raises:
        CallError: when the program cannot be loaded.
        SandboxFailure: when the sandbox itself fails.
    """
    values: list[object] = []
    while len(values) < len(inputs):
        with zygote.start("function", limits) as child:
            session = Session(child.channel)
            try:
                session.load(program)
                function = session.entry(entry_point, is_class=False)
            except RaisedInGuest as raised:
                raise CallError(f"{raised.class_name}: {raised}") from None
            except GuestFault as fault:
                raise CallError(type(fault).__name__) from None
            try:
                for arguments in inputs[len(values) :]:
                    values.append(_result(function, arguments))  # noqa: PERF401 - kept up to a fault
            except GuestFault as fault:
                values.append(NoResult(type(fault).__name__))
            child.channel.close()
    return values


def _result(function: Callable[..., object], arguments: Sequence[object]) -> object:
    try:
        return function(*copy.deepcopy(list(arguments)))
    except RaisedInGuest as raised:
        return NoResult(f"{raised.class_name}: {raised}")
