"""Stand-ins on the host for what lives in the guest."""

import builtins
import collections
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Never

from benchmark.judging.decoding import decode
from benchmark.judging.encoding import encode
from benchmark.sandbox.host.channel import Channel, GuestFault, OffProtocol

_SHOWN = 300


class RaisedInGuest(BaseException):
    """Marks the exceptions that the answer raised, beside their builtin class."""

    class_name: str
    stage: str


@dataclass(slots=True)
class Call:
    """One call, its arguments as they were sent: the call may change the originals."""

    target: "Remote"
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

    def entry(self, name: str) -> "Remote":
        """The stand-in for a module-level name of the answer."""
        return Remote(self, {"name": name}, name)

    def call(self, target: "Remote", args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
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

    def operate(self, operator: str, target: "Remote", *args: object) -> object:
        """Apply one of the guest's operators to an object there."""
        self.asked = True
        encoded = [encode(value, handle_of) for value in args]
        return self._value({"op": operator, "on": target.sightbench_on(), "args": encoded}, {})

    def remote(self, number: int, class_name: str) -> "Remote":
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


def handle_of(value: object) -> int | None:
    """The handle number of a stand-in for an object, None for everything else."""
    if not isinstance(value, Remote):
        return None
    number = value.sightbench_on().get("handle")
    return number if isinstance(number, int) else None


class Remote:
    """A function, class or object of the answer.

    It is equal to itself only. Where the task asks for a class, two of the answer's objects are compared by
    the answer's own methods, and ``in`` asks them; elsewhere ``in`` compares here, element after element.
    """

    def __init__(self, session: Session, on: dict[str, object], shown: str) -> None:
        for name, value in (("session", session), ("on", on), ("shown", shown)):
            object.__setattr__(self, f"_Remote__{name}", value)

    __session: Session
    __on: dict[str, object]
    __shown: str

    def sightbench_on(self) -> dict[str, object]:
        """How requests name it."""
        return self.__on

    def sightbench_shown(self) -> str:
        """How details name it."""
        return self.__shown

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run it in the guest; what comes back is plain, or another stand-in."""
        return self.__session.call(self, args, kwargs)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__") and name not in ("__name__", "__doc__", "__next__"):
            raise AttributeError(name)  # what Python itself looks for is answered here or not at all
        value = self.__session.operate("getattr", self, name)
        if isinstance(value, Remote):
            object.__setattr__(value, "_Remote__shown", f"{self.__shown}.{name}")
        return value

    def __setattr__(self, name: str, value: object) -> None:
        self.__session.operate("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        self.__session.operate("delattr", self, name)

    def __getitem__(self, key: object) -> object:
        return self.__session.operate("getitem", self, key)

    def __setitem__(self, key: object, value: object) -> None:
        self.__session.operate("setitem", self, key, value)

    def __delitem__(self, key: object) -> None:
        self.__session.operate("delitem", self, key)

    def __contains__(self, item: object) -> bool:
        if self.__session.by_class:
            return self.__session.operate("contains", self, item) is True
        return any(one is item or one == item for one in self)

    def __len__(self) -> int:
        return _as_int(self.__session.operate("len", self))

    def __bool__(self) -> bool:
        return self.__session.operate("truth", self) is True

    def __iter__(self) -> Iterator[object]:
        iterator = self.__session.operate("iter", self)
        if not isinstance(iterator, Remote):
            raise OffProtocol
        return iterator

    def __next__(self) -> object:
        return self.__session.operate("next", self)

    def __int__(self) -> int:
        return _as_int(self.__session.operate("int", self))

    def __float__(self) -> float:
        value = self.__session.operate("float", self)
        return value if isinstance(value, float) else float(_as_int(value))

    def __str__(self) -> str:
        return str(self.__session.operate("str", self))

    def __repr__(self) -> str:
        return str(self.__session.operate("repr", self))

    def __eq__(self, other: object) -> bool:
        if self is other or not self.__session.by_class or handle_of(other) is None:
            return self is other
        return self.__session.operate("eq", self, other) is True

    __hash__ = object.__hash__

    def __lt__(self, other: object) -> object:
        return self.__by_class("lt", other)

    def __le__(self, other: object) -> object:
        return self.__by_class("le", other)

    def __gt__(self, other: object) -> object:
        return self.__by_class("gt", other)

    def __ge__(self, other: object) -> object:
        return self.__by_class("ge", other)

    def __add__(self, other: object) -> object:
        return self.__by_class("add", other)

    def __sub__(self, other: object) -> object:
        return self.__by_class("sub", other)

    def __mul__(self, other: object) -> object:
        return self.__by_class("mul", other)

    def __by_class(self, operator: str, other: object) -> object:
        """An operator that would show the answer what the test compares with, unless the task is a class."""
        if not self.__session.by_class:
            raise TypeError(f"a {self.__shown} of the answer has no operator {operator} here")
        return self.__session.operate(operator, self, other)


def _as_int(value: object) -> int:
    if type(value) is not int:
        raise OffProtocol
    return value


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
