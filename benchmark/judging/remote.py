"""Stand-ins on the host for what lives in the guest."""

import builtins
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Never

from benchmark.judging.codec import decode, encode
from benchmark.sandbox.host.channel import Channel, OffProtocol

_SHOWN = 300


class RaisedInGuest(Exception):  # noqa: N818 - named for what happened
    """Marks the exceptions that the answer raised, beside their builtin class."""

    class_name: str
    stage: str


@dataclass(slots=True)
class _Call:
    """One call, its arguments as they were sent: the call may change the originals."""

    target: "Remote"
    args: list[object]
    kwargs: dict[str, object]
    gave: tuple[object, ...] = ()  #: the result, once there is one


class Session:
    """The conversation with one child that has loaded one answer."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._last_call: _Call | None = None

    def load(self, preamble: str, program: str) -> None:
        """Run the answer's module; raises what it raises, marked :class:`RaisedInGuest`."""
        self._request({"op": "load", "preamble": preamble, "program": program})

    def entry(self, name: str) -> "Remote":
        """The stand-in for a module-level name of the answer."""
        return Remote(self, {"name": name}, name)

    def call(self, target: "Remote", args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
        """Call a function, class or method of the answer; changed arguments are changed here as well."""
        call = _Call(
            target,
            [encode(value, _handle_of) for value in args],
            {name: encode(value, _handle_of) for name, value in kwargs.items()},
        )
        self._last_call = call
        reply = self._request({"op": "call", "on": target._on, "args": call.args, "kwargs": call.kwargs})
        changed = reply.get("changed", [])
        if not isinstance(changed, list):
            raise OffProtocol
        for change in changed:
            _copy_back(args, change, self._remote)
        call.gave = (self._decode(reply),)
        return call.gave[0]

    def last_call(self) -> str:
        """The last call and what it gave, for people; empty when nothing was called."""
        if self._last_call is None:
            return ""
        call = self._last_call
        shown = [clipped(decode(value, self._remote)) for value in call.args]
        shown += [f"{name}={clipped(decode(value, self._remote))}" for name, value in call.kwargs.items()]
        gave = "".join(f" gave {clipped(value)}" for value in call.gave)
        return clipped_text(f"{call.target._shown}({', '.join(shown)})") + gave

    def operate(self, operator: str, target: "Remote", *args: object) -> object:
        """Apply one of the guest's operators to an object there."""
        request: dict[str, object] = {
            "op": operator,
            "on": target._on,
            "args": [encode(value, _handle_of) for value in args],
        }
        return self._decode(self._request(request))

    def _decode(self, reply: dict[str, object]) -> object:
        return decode(reply["ok"], self._remote)

    def _remote(self, number: int, class_name: str) -> "Remote":
        return Remote(self, {"handle": number}, f"<{class_name}>")

    def _request(self, request: dict[str, object]) -> dict[str, object]:
        # The identifier cannot be known before the request is read: no reply can be prepared in advance.
        request["id"] = secrets.token_hex(8)
        self._channel.send(request)
        reply = self._channel.receive()
        if not isinstance(reply, dict) or reply.get("id") != request["id"]:
            raise OffProtocol
        if "error" in reply:
            _raise(reply["error"])
        if "ok" not in reply:
            raise OffProtocol
        return reply


def _handle_of(value: object) -> int | None:
    if isinstance(value, Remote) and "handle" in value._on:
        number = value._on["handle"]
        return number if isinstance(number, int) else None
    return None


class Remote:
    """A function, class or object of the answer. Equal to itself only; the guest is never asked."""

    def __init__(self, session: Session, on: dict[str, object], shown: str) -> None:
        self._session = session
        self._on = on
        self._shown = shown

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run it in the guest; what comes back is plain, or another stand-in."""
        return self._session.call(self, args, kwargs)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # what Python itself looks for is answered here or not at all
        value = self._session.operate("getattr", self, name)
        if isinstance(value, Remote):
            value._shown = f"{self._shown}.{name}"
        return value

    def __getitem__(self, key: object) -> object:
        return self._session.operate("getitem", self, key)

    def __setitem__(self, key: object, value: object) -> None:
        self._session.operate("setitem", self, key, value)

    def __contains__(self, item: object) -> bool:
        return self._session.operate("contains", self, item) is True

    def __len__(self) -> int:
        return _as_int(self._session.operate("len", self))

    def __bool__(self) -> bool:
        return self._session.operate("truth", self) is True

    def __iter__(self) -> Iterator[object]:
        iterator = self._session.operate("iter", self)
        if not isinstance(iterator, Remote):
            raise OffProtocol
        return iterator

    def __next__(self) -> object:
        return self._session.operate("next", self)

    def __int__(self) -> int:
        return _as_int(self._session.operate("int", self))

    def __float__(self) -> float:
        value = self._session.operate("float", self)
        return value if isinstance(value, float) else float(_as_int(value))

    def __str__(self) -> str:
        return str(self._session.operate("str", self))

    def __repr__(self) -> str:
        return self._shown


def _as_int(value: object) -> int:
    if type(value) is not int:
        raise OffProtocol
    return value


def _copy_back(args: tuple[object, ...], change: object, make_remote: object) -> None:
    if not isinstance(change, list) or len(change) != 2 or type(change[0]) is not int:  # noqa: PLR2004 - index, value
        raise OffProtocol
    index, after = change
    if not 0 <= index < len(args):
        raise OffProtocol
    before, value = args[index], decode(after, make_remote)  # type: ignore[arg-type]
    match before, value:
        case (list(), list()) | (bytearray(), bytearray()):
            before[:] = value  # type: ignore[index]
        case (dict(), dict()) | (set(), set()):
            before.clear()  # type: ignore[attr-defined]
            before.update(value)  # type: ignore[attr-defined]
        case _:
            raise OffProtocol


def _raise(error: object) -> Never:
    """Raise what the guest reports as a builtin class that the test can catch."""
    if not isinstance(error, dict) or not isinstance(error.get("bases"), list):
        raise OffProtocol
    class_name, text = str(error.get("type"))[:100], str(error.get("text"))[:_SHOWN]
    if not class_name.isidentifier():
        class_name = "Exception"
    base: type[BaseException] = Exception
    for name in error["bases"]:
        found = getattr(builtins, name, None) if isinstance(name, str) else None
        if isinstance(found, type) and issubclass(found, BaseException):
            base = found
            break
    # A subclass whose own methods make and show it: the special constructors of some builtins
    # (UnicodeDecodeError, ExceptionGroup) are never run.
    if issubclass(base, BaseExceptionGroup) or not issubclass(base, Exception):
        base = Exception
    bases = (RaisedInGuest,) if base is Exception else (base, RaisedInGuest)
    marked = type(class_name, bases, {"__init__": lambda _self, *_: None, "__str__": lambda _: text})
    raised: RaisedInGuest = base.__new__(marked)
    raised.args = (text,)
    raised.class_name = class_name
    raised.stage = str(error.get("stage"))
    raise raised


def clipped(value: object) -> str:
    """A value for people: at most 300 characters."""
    return clipped_text(repr(value))


def clipped_text(text: str) -> str:
    """Text for people: at most 300 characters."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
