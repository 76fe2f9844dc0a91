"""Serves the host's calls of the functions and objects of one answer.

    host → guest   {"id", "op": "preamble", "preamble"}, unless the zygote has run it, and then
                   {"id", "op": "load", "program", "exact": libraries whose values the test gets as they are}
                   {"id", "op": "call", "on": target, "args": [...], "kwargs": {name: ...}}
                   {"id", "op": one of OPERATORS, "on": target, "args": [...]}
                   {"id", "op": "share", "ways": {class: way}, "starter"}, before ``load``
                   {"id", "op": "advance" or "cancel", "on": target, "args": []}, for an awaitable
    guest → host   {"id", "ok": value} or {"id", "error": report}, and "changed": [[number, content], ...]
                   {"ask": function, "number", "args": [...], "kwargs": {name: ...}}, in the middle of a call
    host → guest   {"reply_to": number, "ok": value} or {"reply_to": number, "error": exception}

A target is ``{"name": entry point}`` or ``{"handle": number}``. Identifiers are random, so a reply cannot be
written before its request arrives. ``changed`` lists the containers among the arguments that the call
changed, with their new content. Requests, replies and questions can have ``"instances": [[number, fields],
...]`` for instances of the task's classes; :mod:`.instances` explains them. Requests say with ``capture``,
``stdin`` and ``builtins`` what the test has redirected; replies and questions then have ``printed``.
"""

import contextlib
import json
import socket
import sys
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from . import claims, console, decoding, encoding, frames, instances, load
from .operators import OPERATORS

if TYPE_CHECKING:
    from . import awaiting

_CODEC_DEPTH = 8000  #: frames that a nested value may need beyond what the answer's own limit allows
_EXCEPTION_LIMIT = 1 << 16  #: maximum characters of JSON for the content of an exception


def serve(channel: socket.socket, module: types.ModuleType | None = None) -> int:
    """Answer requests until the host closes the channel or the code ends the process.

    Args:
        channel: the connection to the host.
        module: runs the answer; None for the one in which the zygote has run the preamble.
    """
    sys.argv = ["answer.py"]
    _Conversation(channel, module or load.module(warm=True)).answer_until(None)
    return 0


class _Conversation:
    """The conversation on one channel. A call can ask the host, which can send requests before it replies."""

    def __init__(self, channel: socket.socket, module: types.ModuleType) -> None:
        self._channel = channel
        self._module = module
        self._handles = decoding.Handles()
        self._questions = 0
        self._depth = 0
        self._named: set[str] = set()
        self._printed: Callable[[], str] = (
            str  #: returns what the answer has printed since the last call of it
        )
        self._awaiting: awaiting.GuestEventLoop | None = None
        #: Containers of the request that is being served, and their items as the host knows them.
        self._containers: list[object] = []
        self._items_before: list[list[object]] = []
        self._names: dict[int, object] = {}

    def answer_until(self, number: int | None) -> dict[str, object]:
        """Answer requests until the host replies to our question ``number``, or closes the channel."""
        while True:
            with _deeper_recursion():
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
            with _deeper_recursion():
                frames.send(self._channel, reply)

    def _answer(self, message: dict[str, object]) -> dict[str, object]:
        match message["op"]:
            case "preamble":
                self._module = load.module(warm=False)
                error = load.run_preamble(self._module, str(message["preamble"]))
            case "load":
                self._handles.exact = tuple(message.get("exact", ()))  # type: ignore[arg-type]  # a list
                error = load.load(self._module, str(message["program"]))
            case "share":
                self._handles.instances = instances.GuestInstances(self._module)
                self._handles.instances.share(message["ways"])  # type: ignore[arg-type]  # a dict
                error = load.load(self._module, str(message["starter"]))
                self._handles.instances.remember_own_classes()
            case _:
                return self._perform(message)
        return {"ok": None} if error is None else {"error": error}

    def _perform(self, message: dict[str, object]) -> dict[str, object]:
        decoder = decoding.GuestDecoder(self._handles, self._ask, self._module)
        try:
            with _deeper_recursion():
                args = [decoder.decode(value) for value in message["args"]]  # type: ignore[attr-defined]  # a list
                kwargs = {name: decoder.decode(value) for name, value in message.get("kwargs", {}).items()}  # type: ignore[attr-defined]  # a dict
                for number, fields in message.get("instances", []):  # type: ignore[attr-defined]  # a list of pairs
                    decoder.fill(number, fields)
        except (NameError, ImportError) as error:  # the test passes a name that does not exist here
            return {"error": load.report(error, "run")}
        before = [decoding.container_items(container) for container in decoder.containers]
        watched = self._handles.instances.synchronised_instances() | decoder.instances
        fields_before = {number: instances.fields_of(value) for number, value in watched.items()}
        names = encoding.argument_names(decoder.containers)
        outer = self._containers, self._items_before, self._names
        self._containers, self._items_before, self._names = decoder.containers, before, names
        encoder = encoding.GuestEncoder(self._handles, names)
        reply: dict[str, object]
        introduction: dict[str, object] = {}
        try:
            target = self._target(message["on"])
            introduction = self._introduce(message["on"], target)
            with console.redirected(message, decoder.decode) as self._printed:
                try:
                    result = self._result(message, target, args, kwargs)
                finally:
                    self._containers, self._items_before, self._names = outer
                    introduction |= self._take_printed()
            with _deeper_recursion():
                if message["op"] == "plain":
                    reply = {"ok": encoder.encode_plain(result)}
                elif message["op"] == "call" and self._is_made(result, target):
                    reply = {"ok": encoder.encode_by_handle(result)}
                else:
                    reply = {"ok": encoder.encode(result)}
        except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
            encoder = encoding.GuestEncoder(self._handles, names)
            report = load.report(error, "run")
            reply = {"error": report}
            try:
                with _deeper_recursion():
                    reply = {"error": report | self._exception_content(error, str(report["text"]), encoder)}
            except BaseException:  # noqa: BLE001 - the model's exception may raise anything
                encoder = encoding.GuestEncoder(self._handles, names)
        try:
            with _deeper_recursion():
                reply |= _changes(decoder, watched, before, fields_before, encoder)
        except TypeError as error:  # the answer has put in something that cannot be sent
            return {"error": load.report(error, "run")} | introduction
        return reply | introduction

    def _result(
        self, message: dict[str, object], target: object, args: list[object], kwargs: dict[str, object]
    ) -> object:
        match message["op"]:
            case "call":
                return target(*args, **kwargs)  # type: ignore[operator]  # raises TypeError if not callable
            case "advance" | "cancel" as wanted:
                if self._awaiting is None:
                    from .awaiting import GuestEventLoop  # few answers need it, and asyncio takes 15 ms

                    self._awaiting = GuestEventLoop()
                return getattr(self._awaiting, wanted)(message["on"]["handle"], target)  # type: ignore[index]
            case name:
                return OPERATORS[str(name)](target, *args)

    @staticmethod
    def _is_made(result: object, target: object) -> bool:
        """Whether a call made an object of the answer's class, which then stays here and keeps its methods.

        A number, text or tuple of such a class needs no handle if the class defines no operators.
        """
        if type(result) is not target or target.__module__ != "answer":
            return False
        return not (issubclass(target, (int, float, str, tuple)) and claims.has_plain_operators(target))

    def _exception_content(
        self, error: BaseException, text: str, encoder: encoding.GuestEncoder, depth: int = 2
    ) -> dict[str, object]:
        """Return the classes, arguments, attributes and cause of an exception; fail if they are too long."""
        content: dict[str, object] = {"own": claims.own_exception_names(type(error))}
        args = BaseException.args.__get__(error)  # type: ignore[attr-defined]  # a descriptor
        if not (len(args) == 1 and type(args[0]) is str and args[0] == text):
            content["args"] = [encoder.encode(value) for value in args]
        cause = error.__cause__
        if cause is not None and depth:
            content["cause"] = self._member_report(cause, encoder, depth - 1)
        if isinstance(error, BaseExceptionGroup) and depth:
            members = BaseExceptionGroup.exceptions.__get__(error)
            content["message"] = str(BaseExceptionGroup.message.__get__(error))
            content["group"] = [self._member_report(member, encoder, depth - 1) for member in members]
        if error.__dict__:
            content["state"] = {name: encoder.encode(value) for name, value in error.__dict__.items()}
        if self._depth:  # the test's function may let the exception through to the answer
            content["handle"] = self._handles.keep(error)
        if len(json.dumps(content)) > _EXCEPTION_LIMIT:
            raise ValueError("the content of the exception is too long")
        return content

    def _member_report(
        self, error: BaseException, encoder: encoding.GuestEncoder, depth: int
    ) -> dict[str, object]:
        report = load.report(error, "run")
        return report | self._exception_content(error, str(report["text"]), encoder, depth)

    def _ask(self, function: int, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        """Call a function of the host while a call of the host is being served."""
        self._questions += 1
        number = self._questions
        encoder = encoding.GuestEncoder(self._handles, self._names)
        encoder.touched = {}
        with _deeper_recursion():
            question = {
                "ask": function,
                "number": number,
                "args": [encoder.encode(value) for value in args],
                "kwargs": {name: encoder.encode(value) for name, value in kwargs.items()},
                "changed": encoder.touched_contents(),
                "instances": encoder.waiting(),
            } | self._take_printed()
            for changed in encoder.touched:
                self._items_before[changed] = decoding.container_items(self._containers[changed])
            frames.send(self._channel, question)
        self._depth += 1
        try:
            reply = self.answer_until(number)
        finally:
            self._depth -= 1
        with _deeper_recursion():
            decoder = decoding.GuestDecoder(self._handles, self._ask, self._module)
            decoder.arguments = self._containers
            value = decoder.decode(reply.get("error", reply.get("ok")))
            for place, content in reply.get("changed", []):  # type: ignore[attr-defined]  # a list of pairs
                OPERATORS["become"](self._containers[place], decoder.decode(content))
                self._items_before[place] = decoding.container_items(self._containers[place])
            for changed, fields in reply.get("instances", []):  # type: ignore[attr-defined]  # a list of pairs
                decoder.fill(changed, fields)
        if "error" in reply:
            raise value  # type: ignore[misc]  # an exception
        return value

    def _take_printed(self) -> dict[str, object]:
        """Return the part of a message with what the answer has printed for the test."""
        printed = self._printed()
        return {"printed": printed} if printed else {}

    def _introduce(self, on: Any, target: object) -> dict[str, object]:
        """Return the handle of the object that a name refers to when it is first used; later, nothing.

        With the handle the host recognises the object when the answer returns it.
        """
        if "handle" in on or on["name"] in self._named:
            return {}
        self._named.add(on["name"])
        return {"named": [on["name"], self._handles.keep(target)]}

    def _target(self, on: object) -> object:
        assert isinstance(on, dict)  # noqa: S101 - the host is trusted
        if "handle" in on:
            return self._handles[on["handle"]]
        name = str(on["name"])
        if name not in self._module.__dict__:
            raise NameError(f"the answer does not define {name!r}")
        return self._module.__dict__[name]


def _changes(
    decoder: decoding.GuestDecoder,
    watched: dict[int, object],
    items_before: list[list[object]],
    fields_before: dict[int, dict[str, object]],
    encoder: encoding.GuestEncoder,
) -> dict[str, object]:
    """Return the part of a reply with what the call has changed in its arguments, and waiting instances."""
    changed: list[object] = []
    for number, container in enumerate(decoder.containers):
        if not decoding.are_same(decoding.container_items(container), items_before[number]):
            changed.append([number, encoder.encode_content(container)])
    for number, instance in watched.items():
        if _differ(instances.fields_of(instance), fields_before[number]):
            encoder.add_changed(number, instance)
    found = {"changed": changed, "instances": encoder.waiting()}
    return {name: part for name, part in found.items() if part}


def _differ(fields: dict[str, object], before: dict[str, object]) -> bool:
    return not decoding.are_same([*fields, *fields.values()], [*before, *before.values()])


@contextlib.contextmanager
def _deeper_recursion() -> Iterator[None]:
    """Raise the recursion limit while nested values are converted, whatever limit the answer has set."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _CODEC_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
