"""Calls a function in the sandbox, to compute expected values that no file holds."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.core.task import Limits
from benchmark.judging.conversation.exceptions import RaisedInGuest
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.zygote import Zygote


class CallError(Exception):
    """The program cannot be loaded; the message says why."""


@dataclass(frozen=True, slots=True)
class NoResult:
    """A call without a result: it raised an exception, or its process broke a limit or the protocol."""

    reason: str  #: the exception with its text, or the name of the fault


def results(
    zygote: Zygote, program: str, entry_point: str, inputs: Sequence[Sequence[object]], limits: Limits
) -> list[object]:
    """Return what the function returns for each of ``inputs``, called one after the other in one child.

    Plain values are rebuilt here. Any other object is useful for ``is None`` only.
    After a call that reaches a limit, the remaining calls run in a fresh child.

    Args:
        zygote: a sandbox with the libraries that the program needs.
        program: the source text that defines the function.
        entry_point: the function's name.
        inputs: the arguments of each call; they are not changed.
        limits: limits for all calls of one child together.

    Returns:
        One value or :class:`NoResult` per call.

    Raises:
        CallError: if the program cannot be loaded.
        SandboxFailure: if the sandbox itself fails.
    """
    values: list[object] = []
    while len(values) < len(inputs):
        with zygote.start("function", limits) as child:
            session = Session(child.channel)
            try:
                session.load(program)
                function = session.entry(entry_point)
            except RaisedInGuest as raised:
                raise CallError(f"{raised.class_name}: {raised}") from None
            except GuestFault as fault:
                raise CallError(type(fault).__name__) from None
            try:
                for arguments in inputs[len(values) :]:
                    values.append(_result(function, arguments))  # noqa: PERF401 - a fault keeps earlier values
            except GuestFault as fault:
                values.append(NoResult(type(fault).__name__))
            child.channel.close()
    return values


def _result(function: Any, arguments: Sequence[object]) -> object:
    try:
        return function(*copy.deepcopy(list(arguments)))
    except RaisedInGuest as raised:
        return NoResult(f"{raised.class_name}: {raised}")
