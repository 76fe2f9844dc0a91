"""The conversation with one child that runs one answer."""

import builtins
import collections
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Never

from benchmark.judging.decoding import decode
from benchmark.judging.encoding import encode
from benchmark.judging.remote import Remote, handle_of
from benchmark.sandbox.host.channel import Channel, GuestFault, OffProtocol

_SHOWN = 300


class RaisedInGuest(BaseException):
    """Marks the exceptions that the answer raised, beside their builtin class."""

    class_name: str
    stage: str


@dataclass(slots=True)
class Call:
    """One call, its arguments as they were sent: the call may change the originals."""

    target: Remote
    args: list[object]
    kwargs: dict[str, object]
    gave: list[object] = field(default_factory=list)  #: the result, once there is one


class Session:
    """The conversation with one child that runs one answer.

    Args:
        channel: to the child.
        by_class: the task asks for a class, so its objects may be compared by their own methods.
    """

    def __init__(self, channel: Channel, *, by_class: bool = False) -> None:
        self._channel = channel
        self.by_class = by_class
        #: What ended the conversation; whatever the test made of it, it decides.
        self.fault: GuestFault | None = None
        #: Whether the test has asked anything of the answer.
        self.asked = False
        self.last_call: Call | None = None

    def run_preamble(self, preamble: str) -> None:
        """Run the task's preamble; the answer is not there yet, so what it raises is the task's fault."""
        self._request({"op": "preamble", "preamble": preamble})

    def load(self, program: str) -> None:
        """Run the answer's module; raises what it raises, marked :class:`RaisedInGuest`."""
        self._request({"op": "load", "program": program})

    def entry(self, name: str) -> Remote:
        """The stand-in for a module-level name of the answer."""
        return Remote(self, {"name": name}, name)

    def call(self, target: Remote, args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
        """Call a function, class or method of the answer; changed arguments are changed here as well."""
        self.asked = True
        given: dict[int | str, object] = dict(enumerate(args))
        given.update(kwargs)
        call = Call(
            target,
            [encode(value, handle_of) for value in args],
            {name: encode(value, handle_of) for name, value in kwargs.items()},
        )
        self.last_call = call
        try:
            result = self._value(
                {"op": "call", "on": target.sightbench_on(), "args": call.args, "kwargs": call.kwargs}, given
            )
        except (StopIteration, StopAsyncIteration) as error:
            if target.sightbench_shown().endswith((".__next__", ".send")):
                raise
            # As in a generator (PEP 479): it would end a loop of the test without a word.
            raise _marked(RuntimeError, "RuntimeError", f"{type(error).__name__} escaped", "run") from None
        call.gave.append(result)
        return result

    def operate(self, operator: str, target: Remote, *args: object) -> object:
        """Apply one of the guest's operators to an object there."""
        self.asked = True
        encoded = [encode(value, handle_of) for value in args]
        return self._value({"op": operator, "on": target.sightbench_on(), "args": encoded}, {})

    def remote(self, number: int, class_name: str) -> Remote:
        """The stand-in for an object behind a handle."""
        return Remote(self, {"handle": number}, f"<{class_name}>")

    def _value(self, request: dict[str, object], given: Mapping[int | str, object]) -> object:
        reply = self._request(request, given)
        try:
            return decode(reply["ok"], self.remote)
        except GuestFault as fault:
            raise self._faulted(fault) from fault

    def _request(
        self, request: dict[str, object], given: Mapping[int | str, object] | None = None
    ) -> dict[str, object]:
        if self.fault is not None:
            raise self.fault
        # The identifier cannot be known before the request is read: no reply can be prepared in advance.
        request["id"] = secrets.token_hex(8)
        try:
            self._channel.send(request)
            reply = self._channel.receive()
            if not isinstance(reply, dict) or reply.get("id") != request["id"]:
                raise OffProtocol
            _copy_back(given or {}, reply.get("changed", []), self)
            if "error" in reply:
                _raise(reply["error"])
            if "ok" not in reply:
                raise OffProtocol
        except GuestFault as fault:
            raise self._faulted(fault) from fault
        return reply

    def _faulted(self, fault: GuestFault) -> GuestFault:
        self.fault = self.fault or fault
        return self.fault


def _copy_back(given: Mapping[int | str, object], changes: object, session: Session) -> None:
    if not isinstance(changes, list):
        raise OffProtocol
    for change in changes:
        match change:
            case [int() | str() as place, encoded]:
                before, after = given.get(place), decode(encoded, session.remote)
            case _:
                raise OffProtocol
        match before, after:
            case (list(), list()) | (bytearray(), bytearray()):
                before[:] = after  # type: ignore[index]  # of one of these two types
            case (dict(), dict()) | (set(), set()):
                before.clear()  # type: ignore[attr-defined]  # likewise
                before.update(after)  # type: ignore[attr-defined]
            case (collections.deque(), collections.deque()):
                before.clear()
                before.extend(after)
            case _:
                raise OffProtocol


def _raise(error: object) -> Never:
    """Raise what the guest reports as a builtin class that the test can catch."""
    if not isinstance(error, dict) or not isinstance(error.get("bases"), list):
        raise OffProtocol
    base: type[BaseException] = Exception
    for name in error["bases"]:
        found = getattr(builtins, name, None) if isinstance(name, str) else None
        if isinstance(found, type) and issubclass(found, BaseException):
            base = found
            break
    if issubclass(base, BaseExceptionGroup):
        base = Exception
    raise _marked(base, class_name(error), str(error.get("text"))[:_SHOWN], str(error.get("stage")))


def class_name(error: Mapping[str, object]) -> str:
    """The class that the guest reports, if it is a name at all."""
    name = str(error.get("type"))[:100]
    return name if name.isidentifier() else "Exception"


def _marked(base: type[BaseException], name: str, text: str, stage: str) -> RaisedInGuest:
    """An exception of ``base``; its own methods make and show it, so special constructors are never run."""
    kind = type(name, (base, RaisedInGuest), {"__init__": lambda _self, *_: None, "__str__": lambda _: text})
    raised: RaisedInGuest = base.__new__(kind)
    raised.args = (text,)
    raised.class_name = name
    raised.stage = stage
    return raised
