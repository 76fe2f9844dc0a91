"""The conversation with one child that runs one answer."""

import builtins
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Never

from benchmark.judging.decoding import Decoder
from benchmark.judging.encoding import Encoder, NotEncodableError
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
        #: An assertion that failed in a function which the answer called, and may have swallowed.
        self.failed: AssertionError | None = None
        #: Whether the test has asked anything of the answer.
        self.asked = False
        self.last_call: Call | None = None
        self._lent: list[Callable[..., object]] = []

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
        encoder = self._encoder()
        call = Call(
            target,
            [encoder.encode(value) for value in args],
            {name: encoder.encode(value) for name, value in kwargs.items()},
        )
        self.last_call = call
        request: dict[str, object] = {
            "op": "call",
            "on": target.sightbench_on(),
            "args": call.args,
            "kwargs": call.kwargs,
        }
        try:
            result = self._value(request, encoder.met)
        except (StopIteration, StopAsyncIteration) as error:
            if target.sightbench_shown().endswith((".__next__", ".send")):
                raise
            raise _escaped(error) from None
        call.gave.append(result)
        return result

    def operate(self, operator: str, target: Remote, *args: object) -> object:
        """Apply one of the guest's operators to an object there."""
        self.asked = True
        encoder = self._encoder()
        encoded = [encoder.encode(value) for value in args]
        request: dict[str, object] = {"op": operator, "on": target.sightbench_on(), "args": encoded}
        try:
            return self._value(request, encoder.met)
        except (StopIteration, StopAsyncIteration) as error:
            if operator == "next":
                raise
            raise _escaped(error) from None

    def remote(self, number: int, class_name: str) -> Remote:
        """The stand-in for an object behind a handle."""
        return Remote(self, {"handle": number}, f"<{class_name}>")

    def _encoder(self) -> Encoder:
        return Encoder(handle_of, self._lend)

    def _lend(self, function: Callable[..., object]) -> int:
        self._lent.append(function)
        return len(self._lent) - 1

    def _value(self, request: dict[str, object], arguments: Sequence[object]) -> object:
        return self._request(request, arguments)["ok"]

    def _request(self, request: dict[str, object], arguments: Sequence[object] = ()) -> dict[str, object]:
        """The reply, decoded, with the arguments changed as it says."""
        if self.fault is not None:
            raise self.fault
        # The identifier cannot be known before the request is read: no reply can be prepared in advance.
        request["id"] = secrets.token_hex(8)
        try:
            self._channel.send(request)
            reply = self._reply_to(request["id"])
            decoder = Decoder(self.remote, arguments, self._lent)
            if "error" not in reply:
                reply["ok"] = decoder.decode(reply["ok"])
            for number, content in reply.get("changed", []):  # type: ignore[attr-defined]  # else a fault
                decoder.change(number, content)
            if "error" in reply:
                _raise(reply["error"])
        except GuestFault as fault:
            raise self.faulted(fault) from fault
        except (LookupError, TypeError, ValueError) as error:
            if isinstance(error, RaisedInGuest | NotEncodableError):
                raise
            raise self.faulted(OffProtocol()) from error
        return reply

    def _reply_to(self, identifier: object) -> dict[str, object]:
        """The reply to a request; what the answer asks before is answered."""
        while True:
            message = self._channel.receive()
            if not isinstance(message, dict):
                raise OffProtocol
            if "ask" in message:
                self._channel.send({"reply_to": message.get("number"), **self._asked_for(message)})
            elif message.get("id") == identifier:
                return message
            else:
                raise OffProtocol

    def _asked_for(self, message: dict[str, object]) -> dict[str, object]:
        """Call a function that the test has lent; what it raises goes back to the answer."""
        decoder = Decoder(self.remote, (), self._lent)
        function = decoder.decode({"t": "function", "v": message["ask"]})
        args, kwargs = message.get("args"), message.get("kwargs")
        if not callable(function) or not isinstance(args, list) or not isinstance(kwargs, dict):
            raise OffProtocol
        given = [decoder.decode(value) for value in args]
        named = {str(name): decoder.decode(value) for name, value in kwargs.items()}
        try:
            return {"ok": self._encoder().encode(function(*given, **named))}
        except NotEncodableError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the test's own function raises
            if isinstance(error, AssertionError):
                self.failed = self.failed or error
            base = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
            return {"error": {"type": base.__name__, "text": str(error)[:_SHOWN]}}

    def faulted(self, fault: GuestFault) -> GuestFault:
        """Note that the conversation has broken; returns what broke it first."""
        self.fault = self.fault or fault
        return self.fault


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


def _escaped(error: Exception) -> RaisedInGuest:
    """As in a generator (PEP 479): it would end a loop of the test without a word."""
    return _marked(RuntimeError, "RuntimeError", f"{type(error).__name__} escaped", "run")


def class_name(error: Mapping[str, object]) -> str:
    """The class that the guest reports, if it is a name at all."""
    name = str(error.get("type"))[:100]
    return name if name.isidentifier() else "Exception"


def _marked(base: type[BaseException], name: str, text: str, stage: str) -> RaisedInGuest:
    """An exception of ``base``; its own methods make and show it, so special constructors are never run."""
    bases = (RaisedInGuest,) if base is BaseException else (base, RaisedInGuest)
    kind = type(name, bases, {"__init__": lambda _self, *_: None, "__str__": lambda _: text})
    raised: RaisedInGuest = base.__new__(kind)
    raised.args = (text,)
    raised.class_name = name
    raised.stage = stage
    return raised
