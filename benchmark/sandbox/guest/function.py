"""Serves the host's calls of the functions and objects of one answer.

    host → guest   {"op": "preamble", "preamble"}, unless the zygote has run it, and then
                   {"op": "load", "program", "exact": libraries whose values the test gets as they are,
                    "then": further requests, each as a message; the last ones. Those with
                    "reads" stand for two: the first reads the ``method`` that the second calls}
                   {"op": "call", "on": target, "args": (...), "kwargs": pairs}
                   {"op": one of OPERATORS, "on": target, "args": (...)}
                   {"op": "share", "ways": {class: way}, "starter"}, before ``load``
                   {"op": "advance" or "cancel", "on": target, "args": ()}, for an awaitable
    guest → host   {"id", "ok": value} or {"id", "error": report}, and "changed": [[number, content], ...]
                   {"ask": function, "number", "args": [...], "kwargs": {name: ...}}, in the middle of a call
    host → guest   {"ok": value} or {"error": exception}, in reply to a question

Messages of the host are pickles, see :mod:`.decoding`; those of the guest are JSON, see :mod:`.encoding`.
A target is the name of the entry point or the number of an object; ``call`` can name a ``method`` of it.
``make`` says that the test makes an object of its class, and ``live`` that objects of the answer's classes
keep their methods. Identifiers are random, so a reply cannot be written before its request arrives. Those of
the requests in ``then`` start as that of ``load``, and end with the number of requests that are left. A reply
with an error ends such a conversation; it is null if a method is not simply read.
``changed`` lists the containers among the arguments that the call changed, with their new content. Requests,
replies and questions can have ``"instances": [[number, fields], ...]`` for objects whose fields both sides
know; :mod:`.instances` explains them. Requests say with ``capture``,
``stdin`` and ``builtins`` what the test has redirected; replies and questions then have ``printed``.
"""

import builtins
import contextlib
import io
import json
import socket
import sys
import types
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from . import claims, decoding, encoding, frames, instances, load, shapes
from .operators import OPERATORS
from .shapes import Tag

#: Frames that a nested value may need beyond what the answer's own limit allows: five for a dict, times the
#: levels that :mod:`.encoding` allows.
_CODEC_DEPTH = 65_000
_SLICE_SECONDS = 0.01  #: time that awaitables run per request
_EXCEPTION_LIMIT = 1 << 16  #: maximum characters of JSON for the content of an exception


def serve(channel: socket.socket, module: types.ModuleType | None = None) -> int:
    """Answer requests until the host closes the channel or the code ends the process.

    Without a module, the answer runs in the one in which the zygote has run the preamble.
    """
    sys.argv = ["answer.py"]
    _Conversation(channel, module or load.module(warm=True)).answer_until(None)
    return 0


class _Conversation:
    """The conversation on one channel. A call can ask the host, which can send requests before it replies."""

    def __init__(self, channel: socket.socket, module: types.ModuleType) -> None:
        self._channel = channel
        self._module = module
        self._objects = instances.GuestInstances(module)
        self._live = False  #: whether objects of the answer's classes keep their methods for the host
        self._questions = 0
        self._depth = 0
        self._printed: Callable[[], str] = (
            str  #: returns what the answer has printed since the previous call of this function
        )
        self._awaiting: _EventLoop | None = None
        #: Containers of the request that is being served, and their items as the host knows them.
        self._containers: tuple[object, ...] = ()
        self._items_before: list[list[object]] = []
        self._names: dict[int, object] = {}
        self._batch = ""  #: identifier of ``load``, if further requests came with it
        self._waiting: list[bytes] = []  #: those without a reply so far, the next one at the end

    def answer_until(self, number: int | None) -> decoding.GuestDecoder | None:
        """Answer requests until the host replies to our question ``number``; for None, until its end."""
        while True:
            in_batch = bool(self._batch) and number is None
            if in_batch and not self._waiting:
                return None
            body = self._waiting.pop() if in_batch else frames.receive_bytes(self._channel)
            if body is None:
                if number is None:
                    return None
                raise EOFError("the host has gone")
            decoder = decoding.GuestDecoder(body, self._objects, self._ask, self._module)
            if in_batch:
                decoder.identifier = shapes.identifier_in_batch(self._batch, len(self._waiting))
            if decoder.kind == shapes.Header.REPLY:
                if decoder.identifier == number:
                    return decoder
                continue
            reply = self._answer(decoder)
            reply["id"] = decoder.identifier
            self._send(reply)
            if "error" in reply:
                self._waiting.clear()

    def _send(self, message: dict[str, object]) -> None:
        is_deep, self._objects.is_deep = self._objects.is_deep, False
        with _deeper_recursion():
            frames.send(self._channel, message, flat=is_deep)

    def _answer(self, decoder: decoding.GuestDecoder) -> dict[str, object]:
        try:
            with _deeper_recursion():
                message = decoder.message()
        except Exception as missing:  # noqa: BLE001 - the test passes a name that does not exist here, or the answer's code fails
            return {"error": load.report(missing, "run")}
        match message["op"]:
            case "preamble":
                self._module = load.module(warm=False)
                self._objects = instances.GuestInstances(self._module)
                error = load.run_preamble(self._module, str(message["preamble"]))
            case "load":
                self._objects.exact = message.get("exact", ())
                if "then" in message:
                    self._batch, self._waiting = decoder.identifier, [*reversed(message["then"])]
                error = load.load(self._module, str(message["program"]))
            case "share":
                self._objects.share(message["ways"])
                error = load.load(self._module, str(message["starter"]))
                self._objects.remember_own_classes()
            case _:
                if "reads" in message and not self._reads_method(message):
                    return {"error": None}
                return self._perform(message, decoder)
        return {"ok": None} if error is None else {"error": error}

    def _reads_method(self, message: dict[str, Any]) -> bool:
        """Whether reading the method that a request calls gives a method and runs no code of the answer."""
        try:
            return claims.has_method(self._objects[message["on"]], message["method"])
        except KeyError:  # the answer has made no such object
            return False

    def _perform(self, message: dict[str, Any], decoder: decoding.GuestDecoder) -> dict[str, object]:
        self._live = bool(message.get("live"))
        before = [decoding.container_items(container) for container in decoder.containers]
        watched = self._objects.synchronised_instances() | decoder.instances
        fields_before = {number: self._objects.fields_of(value) for number, value in watched.items()}
        names: dict[int, object] = {
            id(container): {"t": Tag.ARG, "v": number} for number, container in enumerate(decoder.containers)
        }
        outer = self._containers, self._items_before, self._names
        self._containers, self._items_before, self._names = decoder.containers, before, names
        encoder = encoding.GuestEncoder(self._objects, names, live=self._live)
        reply: dict[str, object]
        printed: dict[str, object] = {}
        try:
            target = self._target(message["on"])
            with _NOTHING if _REDIRECTIONS.isdisjoint(message) else _redirected(message) as self._printed:
                try:
                    result = self._result(message, target)
                finally:
                    self._containers, self._items_before, self._names = outer
                    printed = self._take_printed()
            with _deeper_recursion():
                reply = {"ok": self._encode_result(message, target, result, encoder)}
        except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
            encoder = encoding.GuestEncoder(self._objects, names, live=self._live)
            reply = {"error": load.report(error, "run")}
            try:
                with _deeper_recursion():
                    content = encoder.exception(error, keep=self._depth > 0)  # the test may pass it on
                if len(json.dumps(content)) <= _EXCEPTION_LIMIT:
                    reply = {"error": content}
            except BaseException:  # noqa: BLE001 - the model's exception may raise anything
                encoder = encoding.GuestEncoder(self._objects, names, live=self._live)
        if not (decoder.containers or watched or encoder.has_waiting):
            return reply | printed
        try:
            with _deeper_recursion():
                reply |= self._changes(decoder, watched, before, fields_before, encoder)
        except TypeError as error:  # the answer has put in a value that cannot be sent
            return {"error": load.report(error, "run")} | printed
        return reply | printed

    @staticmethod
    def _encode_result(
        message: dict[str, object], target: object, result: object, encoder: encoding.GuestEncoder
    ) -> object:
        if message["op"] == "plain":
            return encoder.encode_plain(result)
        if message.get("make") and claims.is_own(type(result)):
            return encoder.live_object(result)
        if message["op"] == "getattr" and type(result) is types.MethodType and result.__self__ is target:
            return shapes.METHOD
        return encoder.encode(result)

    def _result(self, message: dict[str, Any], target: object) -> object:
        match message["op"]:
            case "call":
                function: Any = getattr(target, message["method"]) if "method" in message else target
                return function(*message["args"], **dict(message["kwargs"]))
            case "advance" | "cancel" as wanted:
                self._awaiting = self._awaiting or _EventLoop()
                return getattr(self._awaiting, wanted)(message["on"], target)
            case name:
                return OPERATORS[name](target, *message["args"])

    def _ask(self, function: int, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        """Call a function of the host while a call of the host is being served."""
        self._questions += 1
        number = self._questions
        live = self._live
        encoder = encoding.GuestEncoder(self._objects, self._names, live=live)
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
        self._send(question)
        self._depth += 1
        try:
            decoder = self.answer_until(number)
        finally:
            self._depth -= 1
            self._live = live
        assert decoder is not None  # noqa: S101 - else EOFError
        with _deeper_recursion():
            decoder.arguments = self._containers
            reply = decoder.message()
            for place, content in decoder.changed:
                OPERATORS["become"](self._containers[place], content)
                self._items_before[place] = decoding.container_items(self._containers[place])
        if "error" in reply:
            raise reply["error"]
        return reply["ok"]

    def _changes(
        self,
        decoder: decoding.GuestDecoder,
        watched: dict[int, object],
        items_before: list[list[object]],
        fields_before: dict[int, dict[str, object]],
        encoder: encoding.GuestEncoder,
    ) -> dict[str, object]:
        """Return the part of a reply with what the call has changed in its arguments, and waiting objects."""
        changed: list[object] = []
        for number, container in enumerate(decoder.containers):
            if not decoding.are_same(decoding.container_items(container), items_before[number]):
                changed.append([number, encoder.encode_content(container)])
        for number, instance in watched.items():
            now, then = self._objects.fields_of(instance), fields_before[number]
            if not decoding.are_same([*now, *now.values()], [*then, *then.values()]):
                encoder.add_changed(number, instance)
        found = {"changed": changed, "instances": encoder.waiting()}
        return {name: part for name, part in found.items() if part}

    def _take_printed(self) -> dict[str, object]:
        """Return the part of a message with what the answer has printed for the test."""
        printed = self._printed()
        return {"printed": printed} if printed else {}

    def _target(self, on: int | str) -> object:
        if isinstance(on, int):
            return self._objects[on]
        if on not in self._module.__dict__:
            raise NameError(f"the answer does not define {on!r}")
        return self._module.__dict__[on]


class _deeper_recursion:  # noqa: N801 - a function in all but speed: it runs several times per request
    """Raise the recursion limit while nested values are converted, whatever limit the answer has set."""

    def __enter__(self) -> None:
        self._limit = sys.getrecursionlimit()
        sys.setrecursionlimit(self._limit + _CODEC_DEPTH)

    def __exit__(self, *_: object) -> None:
        sys.setrecursionlimit(self._limit)


class _EventLoop:
    """The answer's event loop, for a test that has its own on the host.

    All awaitables share it, so those that a test gathers can wait for one another as in one process.
    """

    def __init__(self) -> None:
        import asyncio  # few answers need it, and it takes 15 ms

        self._asyncio = asyncio
        self._loop = asyncio.new_event_loop()
        self._tasks: dict[int, asyncio.Future[object]] = {}

    def advance(self, number: int, awaitable: Awaitable[object]) -> tuple[bool, object]:
        """Run all awaitables for a moment, or until this one is done; return if it is done, and its value.

        The first call starts it. ``number`` is its number among the objects that the host knows.
        """
        task = self._tasks.get(number)
        if task is None:
            task = self._tasks[number] = self._asyncio.ensure_future(_await(awaitable), loop=self._loop)
        if not task.done():
            self._loop.run_until_complete(self._asyncio.wait({task}, timeout=_SLICE_SECONDS))
        if not task.done():
            return False, None
        return True, self._tasks.pop(number).result()

    def cancel(self, number: int, _: Awaitable[object]) -> None:
        """Cancel an awaitable that the test no longer waits for."""
        task = self._tasks.pop(number, None)
        if task is not None:
            task.cancel()
            self._loop.run_until_complete(self._asyncio.wait({task}, timeout=_SLICE_SECONDS))


async def _await(awaitable: Awaitable[object]) -> object:
    return await awaitable


#: Parts of a request that redirect something, and what takes the place of :func:`_redirected` without them.
_REDIRECTIONS, _NOTHING = frozenset({"capture", "stdin", "builtins"}), contextlib.nullcontext(str)


@contextlib.contextmanager
def _redirected(message: dict[str, Any]) -> Iterator[Callable[[], str]]:
    """Redirect output and input as a request says; yield a function that returns new output."""
    replaced: tuple[tuple[str, object], ...] = message.get("builtins", ())
    before = sys.stdin, sys.stdout, {name: getattr(builtins, name) for name, _ in replaced}
    output = io.StringIO()
    if "capture" in message:
        sys.stdout = output
    if "stdin" in message:
        sys.stdin = _HostInput(message["stdin"])
    for name, function in replaced:
        setattr(builtins, name, function)

    def take() -> str:
        text = io.StringIO.getvalue(output)
        io.StringIO.seek(output, 0)
        io.StringIO.truncate(output, 0)
        return text

    try:
        yield take
    finally:
        sys.stdin, sys.stdout, functions = before
        for name, function in functions.items():
            setattr(builtins, name, function)


class _HostInput(io.TextIOBase):
    """Standard input that a test provides, line by line."""

    def __init__(self, line: Callable[[], str]) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]  # io's own has another name
        return self._line()

    def read(self, _size: int | None = -1, /) -> str:
        return "".join(iter(self._line, ""))
