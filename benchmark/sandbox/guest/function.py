"""Serves calls of the host on the functions and objects of one answer.

    host → guest   {"id", "op": "preamble", "preamble"}, unless the zygote has run it, and then
                   {"id", "op": "load", "program"}
                   {"id", "op": "call", "on": target, "args": [...], "kwargs": {name: ...}}
                   {"id", "op": one of OPERATORS, "on": target, "args": [...]}
    guest → host   {"id", "ok": value} or {"id", "error": report}, and "changed": [[number, content], ...]
                   {"ask": function, "number", "args": [...], "kwargs": {name: ...}}, in the middle of a call
    host → guest   {"reply_to": number, "ok": value} or {"reply_to": number, "error": {"type", "text"}}

A target is ``{"name": entry point}`` or ``{"handle": number}``. Identifiers are random: a reply cannot be
prepared before its request has come. ``changed`` holds the containers among the arguments that the call
altered.
"""

import builtins
import contextlib
import operator
import socket
import sys
from collections.abc import Callable, Iterator

from . import decoding, encoding, frames, load

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
    "radd": lambda one, other: other + one,
    "rsub": lambda one, other: other - one,
    "rmul": lambda one, other: other * one,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "matmul": operator.matmul,
    "neg": operator.neg,
    "abs": operator.abs,
    "hash": hash,
}


def serve(channel: socket.socket) -> int:
    """Answer requests until the host closes the channel or the code ends the process."""
    _Conversation(channel).answer_until(None)
    return 0


class _Conversation:
    """What is said on one channel. A call may ask the host in the middle, and be asked in turn."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._module = load.module(warm=True)
        self._handles = decoding.Handles()
        self._asked = 0

    def answer_until(self, number: int | None) -> dict[str, object]:
        """Answer requests; ends with the host's reply to our question ``number``, or when it has gone."""
        while True:
            with _deep():
                message = frames.receive(self._channel)
            if not isinstance(message, dict):
                if number is None:
                    return {}
                raise EOFError("the host has gone")
            if "op" not in message:
                if message.get("reply_to") == number:
                    return message
                continue
            reply = self._answer(message)
            reply["id"] = message["id"]
            with _deep():
                frames.send(self._channel, reply)

    def _answer(self, message: dict[str, object]) -> dict[str, object]:
        match message["op"]:
            case "preamble":
                self._module = load.module(warm=False)
                error = load.run_preamble(self._module, str(message["preamble"]))
            case "load":
                error = load.load(self._module, str(message["program"]))
            case _:
                return self._perform(message)
        return {"ok": None} if error is None else {"error": error}

    def _perform(self, message: dict[str, object]) -> dict[str, object]:
        decoder = decoding.Decoder(self._handles, self._ask)
        with _deep():
            args = [decoder.decode(value) for value in message["args"]]  # type: ignore[attr-defined]  # a list
            named = {name: decoder.decode(value) for name, value in message.get("kwargs", {}).items()}  # type: ignore[attr-defined]  # a dict
        before = [decoding.parts_of(container) for container in decoder.met]
        encoder = encoding.Encoder(self._handles, decoder.met)
        reply: dict[str, object]
        try:
            target = self._target(message["on"])
            if message["op"] == "call":
                result = target(*args, **named)  # type: ignore[operator]  # else it raises, as it should
            else:
                result = OPERATORS[str(message["op"])](target, *args)
            # An object asked for by its class keeps its methods, also when it could travel as a list.
            by_class = isinstance(target, type) and type(result) is target
            with _deep():
                reply = {"ok": encoder.by_handle(result) if by_class else encoder.encode(result)}
        except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
            reply = {"error": load.report(error, "run")}
            encoder = encoding.Encoder(self._handles, decoder.met)
        changed = []
        for number, container in enumerate(decoder.met):
            after = decoding.parts_of(container)
            if len(after) != len(before[number]) or not all(map(operator.is_, after, before[number])):
                with _deep():
                    changed.append([number, encoder.content(container)])
        if changed:
            reply["changed"] = changed
        return reply

    def _ask(self, function: int, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        """Call a function of the host in the middle of a call."""
        self._asked += 1
        number = self._asked
        encoder = encoding.Encoder(self._handles)
        with _deep():
            question = {
                "ask": function,
                "number": number,
                "args": [encoder.encode(value) for value in args],
                "kwargs": {name: encoder.encode(value) for name, value in kwargs.items()},
            }
            frames.send(self._channel, question)
        reply = self.answer_until(number)
        if "error" in reply:
            raise _raised(reply["error"])  # type: ignore[arg-type]  # a report
        with _deep():
            return decoding.Decoder(self._handles, self._ask).decode(reply["ok"])

    def _target(self, on: object) -> object:
        assert isinstance(on, dict)  # noqa: S101 - the host's own frame
        if "handle" in on:
            return self._handles[on["handle"]]
        name = str(on["name"])
        try:
            return self._module.__dict__[name]
        except KeyError:
            raise NameError(f"the answer does not define {name!r}") from None


def _raised(error: dict[str, str]) -> BaseException:
    """An exception of the host's function, by its builtin class."""
    kind = getattr(builtins, error["type"], Exception)
    try:
        made = kind(error["text"])
    except TypeError:  # a class with another constructor
        made = Exception(error["text"])
    return made if isinstance(made, BaseException) else Exception(error["text"])


@contextlib.contextmanager
def _deep() -> Iterator[None]:
    """Room for nested values, whatever the answer has done to the limit of recursion."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _CODEC_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
