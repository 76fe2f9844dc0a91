"""The conversation with one child that runs one answer."""

import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from benchmark.judging.codec.decoding import OWN_CLASSES_LIMIT, HostDecoder
from benchmark.judging.codec.encoding import HostEncoder, NotEncodableError
from benchmark.judging.proxies.operators import IN_PLACE
from benchmark.judging.proxies.questions import GuestQuestions
from benchmark.judging.proxies.reference import Origin, Reference, reference_to
from benchmark.judging.proxies.remote import Remote
from benchmark.judging.proxies.stand_ins import StandIns, builtin_exception
from benchmark.judging.proxies.watched_containers import WatchedContainers
from benchmark.sandbox.host.channel import Channel, GuestFault, OffProtocol

_SHOWN = 300
#: Operators that may end a loop.
_MAY_END = frozenset({"next", "send", "throw"})
_MAY_END_ASYNC = frozenset({"advance"})


class RaisedInGuest(BaseException):
    """Marks the exceptions that the answer raised, beside their builtin class."""

    class_name: str
    stage: str
    sightbench_number: int | None  #: of its handle, where the answer may meet it again


@dataclass(slots=True)
class Call:
    """One call, its arguments as they were sent: the call may change the originals."""

    target: Reference
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
        #: Whether a context manager of the answer may take an exception, which ends the block in this frame.
        self.may_take: Callable[[BaseException, FrameType], bool] = lambda _error, _frame: False
        #: What ended the conversation; whatever the test made of it, it decides.
        self.fault: GuestFault | None = None
        #: An assertion that failed in a function which the answer called, and may have swallowed.
        self.failed: AssertionError | None = None
        #: Whether the test has asked anything of the answer.
        self.asked = False
        self.last_call: Call | None = None
        self._requests = 0
        self._lent: list[Callable[..., object]] = []
        self.stand_ins = StandIns(self)
        self._written_back = WatchedContainers()

    def run_preamble(self, preamble: str) -> None:
        """Run the task's preamble; the answer is not there yet, so what it raises is the task's fault."""
        self._request({"op": "preamble", "preamble": preamble})

    def load(self, program: str) -> None:
        """Run the answer's module; raises what it raises, marked :class:`RaisedInGuest`."""
        self._request({"op": "load", "program": program})

    def entry(self, name: str, *, is_class: bool = False) -> Remote:
        """The stand-in for a module-level name of the answer; a class whose objects a test makes, or not."""
        return self.stand_ins.entry(name, is_class=is_class)

    def call(self, target: Reference, args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
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
            result = self._value(request, encoder.met, target)
        except (StopIteration, StopAsyncIteration) as error:
            raise _escaped(error) from None
        call.gave.append(result)
        return result

    def operate(self, operator: str, target: Reference, *args: object) -> object:
        """Apply one of the guest's operators to an object there."""
        self.asked = True
        encoder = self._encoder()
        encoded = [encoder.encode(value) for value in args]
        request: dict[str, object] = {"op": operator, "on": target.sightbench_on(), "args": encoded}
        try:
            value = self._value(request, encoder.met, target)
        except (StopIteration, StopAsyncIteration) as error:
            if operator in (_MAY_END if isinstance(error, StopIteration) else _MAY_END_ASYNC):
                raise
            raise _escaped(error) from None
        self._written_back.watch(target, operator, args, value)
        return value

    def _encoder(self) -> HostEncoder:
        return HostEncoder(reference_to, self._lend)

    def _lend(self, function: Callable[..., object]) -> int:
        self._lent.append(function)
        return len(self._lent) - 1

    def _value(self, request: dict[str, object], arguments: Sequence[object], target: Reference) -> object:
        for owner, *place in self._written_back.changed():
            args = [self._encoder().encode(part) for part in place]
            with contextlib.suppress(RaisedInGuest):
                self._request({"op": "refill", "on": owner.sightbench_on(), "args": args})
        return self._request(request, arguments, target)["ok"]

    def _request(
        self, request: dict[str, object], arguments: Sequence[object] = (), target: Reference | None = None
    ) -> dict[str, object]:
        """The reply, decoded, with the arguments changed as it says."""
        if self.fault is not None:
            raise self.fault
        # The identifier cannot be known before the request is read: no reply can be prepared in advance.
        request["id"] = secrets.token_hex(8)
        self._requests += 1
        try:
            self._channel.send(request)
            reply = self._reply_to(request["id"])
            decoder = HostDecoder(self.stand_ins.make, arguments, self._lent)
            if "named" in reply:
                self.stand_ins.named(*reply["named"])  # type: ignore[misc]  # else a fault
            if "error" not in reply:
                reply["ok"] = self._gift(reply["ok"], decoder, str(request["op"]), target)
            else:
                error = self._raised(reply["error"], decoder)
            for number, content in reply.get("changed", []):  # type: ignore[attr-defined]  # else a fault
                decoder.change(number, content)
            if "error" in reply:
                raise error
        except GuestFault as fault:
            raise self.faulted(fault) from fault
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, RaisedInGuest | NotEncodableError):
                raise
            raise self.faulted(OffProtocol()) from error
        return reply

    def _gift(self, encoded: object, decoder: HostDecoder, operator: str, target: Reference | None) -> object:
        """The value of a reply. What the test has made stands apart until the answer hands it out again."""
        before = None if target is None else target.sightbench_standing()
        self.stand_ins.forget_newest()
        value = decoder.decode(encoded)
        if target is None or not isinstance(value, Remote):
            return value
        if operator == "call" and self.stand_ins.is_newest(value) and target.sightbench_makes():
            value.sightbench_stand(Origin.MADE)
        elif operator in IN_PLACE and value is target and before is Origin.MADE:
            value.sightbench_stand(before)
        return value

    def _reply_to(self, identifier: object) -> dict[str, object]:
        """The reply to a request; what the answer asks before is answered."""
        questions = GuestQuestions()
        while True:
            message = self._channel.receive()
            if not isinstance(message, dict):
                raise OffProtocol
            if "ask" in message:
                answer = self._asked_for(message, questions)
                self._channel.send({"reply_to": message.get("number"), **answer})
            elif message.get("id") == identifier:
                self.failed = self.failed or questions.failed
                return message
            else:
                raise OffProtocol

    def _asked_for(self, message: dict[str, object], questions: GuestQuestions) -> dict[str, object]:
        """Call a function that the test has lent; what it raises goes back to the answer."""
        decoder = HostDecoder(self.stand_ins.make, (), self._lent)
        function = decoder.decode({"t": "function", "v": message["ask"]})
        args, kwargs = message.get("args"), message.get("kwargs")
        if not callable(function) or not isinstance(args, list) or not isinstance(kwargs, dict):
            raise OffProtocol
        given = [decoder.decode(value) for value in args]
        named = {str(name): decoder.decode(value) for name, value in kwargs.items()}
        requests = self._requests
        try:
            value = function(*given, **named)
        except NotEncodableError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the test's own function raises
            if isinstance(error, RaisedInGuest):
                if error.sightbench_number is not None:  # its own exception, as it knows it
                    return {"error": {"t": "handle", "v": error.sightbench_number}}
            elif isinstance(error, AssertionError):
                questions.fails(error)
            return {"error": self._encoder().exception(error)}
        else:
            questions.gives()
            return {"ok": self._encoder().encode(value)}
        finally:
            questions.asks(function, told=bool(given or named or requests != self._requests))

    def _raised(self, report: object, decoder: HostDecoder) -> RaisedInGuest:
        """What the guest reports, as a builtin class that the test can catch or one that it has met."""
        if not isinstance(report, dict):
            raise OffProtocol
        own = report.get("own", [])[:OWN_CLASSES_LIMIT]
        base = self.stand_ins.exception_class(own, builtin_exception(report.get("bases")))
        error = _marked(base, class_name(report), str(report.get("text"))[:_SHOWN], str(report.get("stage")))
        if "args" in report:
            error.args = tuple(map(decoder.decode, report["args"]))
        if "cause" in report:
            error.__cause__ = self._raised(report["cause"], decoder)
        if "state" in report:
            for name, value in report["state"].items():
                if name.isidentifier() and not hasattr(error, name):
                    setattr(error, name, decoder.decode(value))
        number = report.get("handle")
        error.sightbench_number = number if type(number) is int else None
        _fill(error)
        return error

    def faulted(self, fault: GuestFault) -> GuestFault:
        """Note that the conversation has broken; returns what broke it first."""
        self.fault = self.fault or fault
        return self.fault


def _fill(error: BaseException) -> None:
    """What the constructor, which is not run, would have read from the arguments."""
    value: Any = error.args[0] if error.args else None
    match error:
        case StopIteration():
            error.value = value
        case SystemExit():
            error.code = value
        case OSError() if len(error.args) > 1:
            error.errno, error.strerror = error.args[:2]
        case _:
            pass


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
    raised.sightbench_number = None
    return raised
