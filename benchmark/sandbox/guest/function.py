"""Serves calls of the host on the functions and objects of one answer.

    host → guest   {"id", "op": "load", "preamble", "program"}
                   {"id", "op": "call", "on": target, "args": [...], "kwargs": {name: ...}}
                   {"id", "op": one of OPERATORS, "on": target, "args": [...]}
    guest → host   {"id", "ok": value, "changed": [[index, value], ...]}   or   {"id", "error": report}

A target is ``{"name": entry point}`` or ``{"handle": number}``. Identifiers are random: a reply cannot be
prepared before its request has come. ``changed`` holds list, dict and set arguments that the call altered.
"""

import operator
import socket
import types
from collections.abc import Callable

from . import codec, frames, load

_MUTABLE = (list, dict, set, bytearray)

OPERATORS: dict[str, Callable[..., object]] = {
    "getattr": getattr,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "contains": operator.contains,
    "len": len,
    "iter": iter,
    "next": next,
    "truth": operator.truth,
    "str": str,
    "int": int,
    "float": float,
}


def serve(channel: socket.socket) -> int:
    """Answer requests until the host closes the channel or the code ends the process."""
    module = types.ModuleType("answer")
    handles = codec.Handles()
    while True:
        request = frames.receive(channel)
        if not isinstance(request, dict):
            return 0
        if request["op"] == "load":
            preamble = str(request["preamble"])
            module = load.module_for(preamble)
            error = load.load(module, preamble, str(request["program"]))
            reply: dict[str, object] = {"ok": None} if error is None else {"error": error}
        else:
            reply = _perform(request, module, handles)
        reply["id"] = request["id"]
        frames.send(channel, reply)


def _perform(
    request: dict[str, object], module: types.ModuleType, handles: codec.Handles
) -> dict[str, object]:
    sent = request["args"]
    assert isinstance(sent, list)  # noqa: S101 - the host's own frame
    args = [codec.decode(item, handles) for item in sent]
    try:
        target = _target(request["on"], module, handles)
        if request["op"] == "call":
            named = request["kwargs"]
            assert isinstance(named, dict)  # noqa: S101
            result = target(*args, **{name: codec.decode(item, handles) for name, item in named.items()})  # type: ignore[operator]
        else:
            result = OPERATORS[str(request["op"])](target, *args)
        if isinstance(target, type) and type(result) is target:
            # An object asked for by its class keeps its methods, also when it could travel as a list.
            encoded = codec.by_handle(result, handles)
        else:
            encoded = codec.encode(result, handles)
        reply: dict[str, object] = {"ok": encoded}
    except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
        return {"error": load.report(error, "run")}
    changed = []
    for index, value in enumerate(args):
        if isinstance(value, _MUTABLE):
            after = codec.encode(value, handles)
            if after != sent[index]:
                changed.append([index, after])
    if changed:
        reply["changed"] = changed
    return reply


def _target(on: object, module: types.ModuleType, handles: codec.Handles) -> object:
    assert isinstance(on, dict)  # noqa: S101
    if "handle" in on:
        return handles[on["handle"]]
    name = str(on["name"])
    try:
        return module.__dict__[name]
    except KeyError:
        raise NameError(f"the answer does not define {name!r}") from None
