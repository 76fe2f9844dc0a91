"""Describes values for the detail of a verdict, in bounded size and time and without asking the guest."""

import builtins
import dataclasses
import enum
import io
import pickle
from collections.abc import Iterable
from typing import Any

from benchmark.judging.codec.encoding import library_object
from benchmark.judging.codec.instances import fields_of
from benchmark.judging.conversation.answer_values import AnswerValue
from benchmark.judging.conversation.reference import Method, Reference
from benchmark.judging.conversation.session import Call

TEST_MODULE = "test"  #: module of the classes that a test or the task's starter code defines
_SHOWN_CHARACTERS = 300  #: maximum characters of one description
_INT_DIGITS = 60  #: longer whole numbers are described by their size
_DEPTH = 8  #: levels of nested containers that are shown


def describe(value: object) -> str:
    """Describe a value like ``repr``, cut at 300 characters. Runs no code of the answer and never fails."""
    return clip(_describe(value, _SHOWN_CHARACTERS, _DEPTH))


def describe_call(call: Call) -> str:
    """Describe a call and its result, if there is one: ``f(1, x=2) gave 3``.

    The arguments are those of the request, because the call may have changed them since.
    """
    try:
        args, kwargs = _SentArguments(call).arguments()
    except Exception:  # noqa: BLE001 - a detail is no reason to fail
        shown = "…"
    else:
        shown = ", ".join([*map(describe, args), *(f"{name}={describe(value)}" for name, value in kwargs)])
    gave = "".join(f" gave {describe(value)}" for value in call.returned)
    return clip(f"{call.label}({shown})") + gave


@dataclasses.dataclass(frozen=True, slots=True)
class _Label:
    """Stands for what stays with the answer or cannot be shown."""

    text: str = "…"


class _SentArguments(pickle.Unpickler):
    """Reads the arguments of a call from its request, which this process has pickled."""

    def __init__(self, call: Call) -> None:
        super().__init__(io.BytesIO(call.message))
        self._classes = call.instances
        self._made: dict[int, object] = {}

    def arguments(self) -> tuple[tuple[object, ...], tuple[tuple[str, object], ...]]:
        """Return the positional arguments, and pairs of name and value of the others."""
        _, count = self.load()
        for _ in range(count):
            number, name, _, fields = self.load()
            if name:
                self._classes.set_fields(self._instance(number, name), dict(fields))
        message = dict(self.load())
        return message["args"], message["kwargs"]

    def _instance(self, number: int, name: str) -> object:
        if number not in self._made:
            self._made[number] = object.__new__(self._classes.kind(name))
        return self._made[number]

    def persistent_load(self, persistent_id: Any) -> object:  # noqa: PLR0911 - one return per tag
        """Return a value, or the label of one that is not here."""
        match persistent_id:
            case "object", _, _, label:
                return _Label(label)
            case "name", label:
                return _Label(label)
            case "library", path:
                return library_object(path)
            case "made", path, args:
                return library_object(path)(*args)
            case "pickled", number, *body:
                if body:
                    self._made[number] = pickle.loads(body[0])  # noqa: S301 - this process has pickled it
                return self._made[number]
            case "class", name, _:
                return self._classes.kind(name)
            case "record", kind, items:
                return tuple.__new__(kind, items)
            case "member", kind, member:
                return kind(member) if type(member) is int else kind[member]
            case "instance", number, name, _:
                return self._instance(number, name)
            case "exception", name, args:
                return getattr(builtins, name)(*args)
            case _:
                return _Label()


def clip(text: str) -> str:
    """Cut a text at 300 characters."""
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def describe_exception(error: BaseException) -> str:
    """Describe an exception like the last line of a traceback, by the rules of :func:`describe`."""
    words = ", ".join(arg if type(arg) is str else describe(arg) for arg in error.args[:3])
    name = type(error).__name__
    return clip(f"{name}: {words}" if words else name)


def _describe(value: object, budget: int, depth: int) -> str:  # noqa: PLR0911, PLR0912 - one return per type
    match value:
        case Reference():
            return value.sightbench_label()
        case Method():
            return f"{value.sightbench_owner.sightbench_label()}.{value.__name__}"
        case _Label():
            return value.text
        case AnswerValue() if not dataclasses.is_dataclass(value):
            return f"<{type(value).__name__}>"
        case None | bool():
            return repr(value)
        case int():
            return _describe_int(value)
        case str() | bytes() | bytearray():
            return repr(value[:budget])
        case list():
            return f"[{_describe_items(value, budget, depth)}]"
        case tuple():
            return f"({_describe_items(value, budget, depth)}{',' if len(value) == 1 else ''})"
        case dict():
            pairs = (
                f"{_describe(k, budget, depth - 1)}: {_describe(v, budget, depth - 1)}"
                for k, v in value.items()
            )
            return f"{{{_join(pairs, budget)}}}" if depth else "{…}"
        case set() | frozenset():
            return f"{{{_describe_items(value, budget, depth)}}}" if value else "set()"
        case float() | complex() | range():
            return repr(value)
        case enum.Enum():
            return f"{type(value).__name__}.{value.name}"
        case _ if type(value).__module__ == TEST_MODULE or isinstance(value, AnswerValue):
            fields = (
                f"{name}={_describe(item, budget, depth - 1)}" for name, item in fields_of(value).items()
            )
            return f"{type(value).__name__}({_join(fields, budget) if depth else '…'})"
        case _ if type(value).__module__ == "numpy":
            return _describe_numpy(value, budget, depth)
        case _:
            return f"<{type(value).__name__}>"


def _describe_numpy(value: Any, budget: int, depth: int) -> str:
    """Describe the first elements of an array, and a scalar in full."""
    if type(value).__name__ != "ndarray" or not value.ndim:
        return clip(repr(value))
    shown = value[tuple(slice(max(1, _SHOWN_CHARACTERS // 10**axis)) for axis in range(value.ndim))]
    return f"array({_describe(shown.tolist(), budget, depth)})"


def _describe_int(value: int) -> str:
    bits = value.bit_length()
    return int.__repr__(value) if bits <= _INT_DIGITS * 3 else f"<whole number of {bits} bits>"


def _describe_items(values: Iterable[object], budget: int, depth: int) -> str:
    return _join((_describe(value, budget, depth - 1) for value in values), budget) if depth else "…"


def _join(parts: Iterable[str], budget: int) -> str:
    joined: list[str] = []
    for part in parts:
        if budget <= 0:
            joined.append("…")
            break
        joined.append(part)
        budget -= len(part) + 2
    return ", ".join(joined)
