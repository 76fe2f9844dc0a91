"""Serves calls of the host on the functions and objects of one answer.

    host → guest   {"id", "op": "preamble", "preamble"}, then {"id", "op": "load", "program"}
                   {"id", "op": "call", "on": target, "args": [...], "kwargs": {name: ...}}
                   {"id", "op": one of OPERATORS, "on": target, "args": [...]}
    guest → host   {"id", "ok": value} or {"id", "error": report}, and "changed": [[place, value], ...]

A target is ``{"name": entry point}`` or ``{"handle": number}``. Identifiers are random: a reply cannot be
prepared before its request has come. ``changed`` holds the mutable arguments that the call altered; their
place is an index or a keyword.
"""

import collections
import contextlib
import json
import operator
import socket
import sys
import types
from collections.abc import Callable, Iterator

from . import codec, frames, load

_MUTABLE = (list, dict, set, bytearray, collections.deque)
_CODEC_DEPTH = 8000  #: frames that a nested value may need beyond what the answer's own limit allows

OPERATORS: dict[str, Callable[..., object]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "contains": operator.contains,
    "len": len,
    "iter": iter,
    "next": next,
    "truth": operator.truth,
    "str": str,
    "repr": repr,
    "int": int,
    "float": float,
    "eq": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}


def serve(channel: socket.socket) -> int:
    """Answer requests until the host closes the channel or the code ends the process."""
    module = types.ModuleType("answer")
    handles = codec.Handles()
    while True:
        with _deep():
            request = frames.receive(channel)
        if not isinstance(request, dict):
            return 0
        error: dict[str, object] | None
        reply: dict[str, object]
        match request["op"]:
            case "preamble":
                module = load.module_for(str(request["preamble"]))
                error = load.run_preamble(module, str(request["preamble"]))
                reply = {"ok": None} if error is None else {"error": error}
            case "load":
                error = load.load(module, str(request["program"]))
                reply = {"ok": None} if error is None else {"error": error}
            case _:
                reply = _perform(request, module, handles)
        reply["id"] = request["id"]
        with _deep():
            frames.send(channel, reply)


def _perform(
    request: dict[str, object], module: types.ModuleType, handles: codec.Handles
) -> dict[str, object]:
    sent: dict[int | str, object] = dict(enumerate(request["args"]))  # type: ignore[arg-type]  # a list
    sent.update(request.get("kwargs", {}))  # type: ignore[call-overload]  # a dict
    with _deep():
        given = {place: codec.decode(value, handles) for place, value in sent.items()}
    args = [value for place, value in given.items() if isinstance(place, int)]
    named = {place: value for place, value in given.items() if isinstance(place, str)}
    reply: dict[str, object]
    try:
        target = _target(request["on"], module, handles)
        function = target if request["op"] == "call" else OPERATORS[str(request["op"])]
        result = function(*args, **named) if request["op"] == "call" else function(target, *args)  # type: ignore[operator]
        # An object asked for by its class keeps its methods, also when it could travel as a list.
        by_class = isinstance(target, type) and type(result) is target
        with _deep():
            reply = {"ok": codec.by_handle(result, handles) if by_class else codec.encode(result, handles)}
    except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
        reply = {"error": load.report(error, "run")}
    changed = []
    for place, value in given.items():
        if isinstance(value, _MUTABLE):
            with _deep():
                after = codec.encode(value, handles)
                if json.dumps(after) != json.dumps(sent[place]):  # 1 and True are equal, and not the same
                    changed.append([place, after])
    if changed:
        reply["changed"] = changed
    return reply


@contextlib.contextmanager
def _deep() -> Iterator[None]:
    """Room for nested values, whatever the answer has done to the limit of recursion."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _CODEC_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _target(on: object, module: types.ModuleType, handles: codec.Handles) -> object:
    assert isinstance(on, dict)  # noqa: S101 - the host's own frame
    if "handle" in on:
        return handles[on["handle"]]
    name = str(on["name"])
    try:
        return module.__dict__[name]
    except KeyError:
        raise NameError(f"the answer does not define {name!r}") from None
