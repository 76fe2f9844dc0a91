"""Serves calls of the host on the functions and objects of one answer.

    host → guest   {"id", "op": "preamble", "preamble"}, unless the zygote has run it, and then
                   {"id", "op": "load", "program"}
                   {"id", "op": "call", "on": target, "args": [...], "kwargs": {name: ...}}
                   {"id", "op": one of OPERATORS, "on": target, "args": [...]}
                   {"id", "op": "advance" or "cancel", "on": target, "args": []}, for an awaitable
    guest → host   {"id", "ok": value} or {"id", "error": report}, and "changed": [[number, content], ...]
                   {"ask": function, "number", "args": [...], "kwargs": {name: ...}}, in the middle of a call
    host → guest   {"reply_to": number, "ok": value} or {"reply_to": number, "error": exception}

A target is ``{"name": entry point}`` or ``{"handle": number}``. Identifiers are random: a reply cannot be
prepared before its request has come. ``changed`` holds the containers among the arguments that the call
altered.
"""

import contextlib
import json
import operator
import socket
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import claims, decoding, encoding, frames, load
from .operators import OPERATORS

if TYPE_CHECKING:
    from . import awaiting

_CODEC_DEPTH = 8000  #: frames that a nested value may need beyond what the answer's own limit allows
_SAID = 1 << 16  #: characters of JSON that an exception may bring along


def serve(channel: socket.socket) -> int:
    """Answer requests until the host closes the channel or the code ends the process."""
    sys.argv = ["answer.py"]
    _Conversation(channel).answer_until(None)
    return 0


class _Conversation:
    """What is said on one channel. A call may ask the host in the middle, and be asked in turn."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._module = load.module(warm=True)
        self._handles = decoding.Handles()
        self._asked = 0
        self._depth = 0
        self._told: set[str] = set()
        self._awaiting: awaiting.GuestEventLoop | None = None

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
        decoder = decoding.GuestDecoder(self._handles, self._ask, self._module)
        try:
            with _deep():
                args = [decoder.decode(value) for value in message["args"]]  # type: ignore[attr-defined]  # a list
                named = {name: decoder.decode(value) for name, value in message.get("kwargs", {}).items()}  # type: ignore[attr-defined]  # a dict
        except (NameError, ImportError) as error:  # what the test passes is not there
            return {"error": load.report(error, "run")}
        before = [decoding.parts_of(container) for container in decoder.met]
        encoder = encoding.GuestEncoder(self._handles, decoder.met)
        reply: dict[str, object]
        told: dict[str, object] = {}
        try:
            target = self._target(message["on"])
            told = self._tell(message["on"], target)
            result = self._result(message, target, args, named)
            with _deep():
                if message["op"] == "plain":
                    reply = {"ok": encoder.plain(result)}
                elif message["op"] == "call" and self._is_made(result, target):
                    reply = {"ok": encoder.by_handle(result)}
                else:
                    reply = {"ok": encoder.encode(result)}
        except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
            encoder = encoding.GuestEncoder(self._handles, decoder.met)
            report = load.report(error, "run")
            reply = {"error": report}
            try:
                with _deep():
                    reply = {"error": report | self._brought(error, str(report["text"]), encoder)}
            except BaseException:  # noqa: BLE001 - an exception of the model's making
                encoder = encoding.GuestEncoder(self._handles, decoder.met)
        changed = []
        for number, container in enumerate(decoder.met):
            after = decoding.parts_of(container)
            if len(after) != len(before[number]) or not all(map(operator.is_, after, before[number])):
                with _deep():
                    changed.append([number, encoder.content(container)])
        if changed:
            reply["changed"] = changed
        return reply | told

    def _result(
        self, message: dict[str, object], target: object, args: list[object], named: dict[str, object]
    ) -> object:
        match message["op"]:
            case "call":
                return target(*args, **named)  # type: ignore[operator]  # else it raises, as it should
            case "advance" | "cancel" as wanted:
                if self._awaiting is None:
                    from .awaiting import GuestEventLoop  # few answers need it, and asyncio takes 15 ms

                    self._awaiting = GuestEventLoop()
                return getattr(self._awaiting, wanted)(message["on"]["handle"], target)  # type: ignore[index]
            case name:
                return OPERATORS[str(name)](target, *args)

    @staticmethod
    def _is_made(result: object, target: object) -> bool:
        """Whether the test has made an object of the answer's class: it keeps its methods.

        Values that have a plain form and no operators of their own need no handle.
        """
        if type(result) is not target or target.__module__ != "answer":
            return False
        return not (issubclass(target, (int, float, str, tuple)) and claims.is_plain(target))

    def _brought(
        self, error: BaseException, text: str, encoder: encoding.GuestEncoder, depth: int = 2
    ) -> dict[str, object]:
        """What an exception holds beside its text; it must not be much."""
        found: dict[str, object] = {"own": claims.own(type(error))}
        args = BaseException.args.__get__(error)  # type: ignore[attr-defined]  # a descriptor
        if not (len(args) == 1 and type(args[0]) is str and args[0] == text):
            found["args"] = [encoder.encode(value) for value in args]
        cause = error.__cause__
        if cause is not None and depth:
            report = load.report(cause, "run")
            found["cause"] = report | self._brought(cause, str(report["text"]), encoder, depth - 1)
        if error.__dict__:
            found["state"] = {name: encoder.encode(value) for name, value in error.__dict__.items()}
        if self._depth:  # the test's function may let it through to the answer
            found["handle"] = self._handles.keep(error)
        if len(json.dumps(found)) > _SAID:
            raise ValueError("too much")
        return found

    def _ask(self, function: int, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        """Call a function of the host in the middle of a call."""
        self._asked += 1
        number = self._asked
        encoder = encoding.GuestEncoder(self._handles)
        with _deep():
            question = {
                "ask": function,
                "number": number,
                "args": [encoder.encode(value) for value in args],
                "kwargs": {name: encoder.encode(value) for name, value in kwargs.items()},
            }
            frames.send(self._channel, question)
        self._depth += 1
        try:
            reply = self.answer_until(number)
        finally:
            self._depth -= 1
        with _deep():
            value = decoding.GuestDecoder(self._handles, self._ask, self._module).decode(
                reply.get("error", reply.get("ok"))
            )
        if "error" in reply:
            raise value  # type: ignore[misc]  # an exception
        return value

    def _tell(self, on: Any, target: object) -> dict[str, object]:
        """The handle of what a name stands for, once: the host may meet it again."""
        if "handle" in on or on["name"] in self._told:
            return {}
        self._told.add(on["name"])
        return {"named": [on["name"], self._handles.keep(target)]}

    def _target(self, on: object) -> object:
        assert isinstance(on, dict)  # noqa: S101 - the host's own frame
        if "handle" in on:
            return self._handles[on["handle"]]
        name = str(on["name"])
        if name not in self._module.__dict__:
            raise NameError(f"the answer does not define {name!r}")
        return self._module.__dict__[name]


@contextlib.contextmanager
def _deep() -> Iterator[None]:
    """Room for nested values, whatever the answer has done to the limit of recursion."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _CODEC_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
