"""Rebuilds what an answer returned from plain data, as Python's own types.

So an object that lies about its equality, hash or size never reaches a comparison. Any fault in a reply is
the answer's fault, and so is a value that would cost the host too much time or memory.
"""

import builtins
import collections
import contextlib
import fractions
import math
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from benchmark.judging.codec import random_states, wrappers
from benchmark.judging.codec.instances import HostInstances
from benchmark.judging.codec.libraries import LibraryMissing
from benchmark.sandbox.host.channel import OffProtocol, ReplyTooLong

# The channel bounds the text of a reply and its JSON values (``REPLY_MEMORY_LIMIT``). What is built here from
# them can take more: an empty deque takes 700 bytes. The sizes are upper estimates for CPython on 64 bits.
#: Maximum bytes of what is built from one reply, in addition to its JSON values.
OBJECTS_LIMIT = 96 << 20
OBJECT_BYTES = 400  #: an object with a dict of its own, such as a UserList or a view of a dict
STAND_IN_BYTES = 600  #: a stand-in for an object that stays in the guest
DICT_BYTES, PAIR_BYTES = 300, 160  #: a dict of any kind, and each of its pairs
SET_BYTES, MEMBER_BYTES = 300, 80  #: a set, and each of its members
DEQUE_BYTES, ITEM_BYTES = 800, 16  #: a deque, and each of its items
#: Recursion limit while a reply is decoded: four frames for a dict, times the 12,000 levels that the guest
#: sends. Only functions of Python call each other here, which takes none of the C stack: no function of this
#: class is called through ``map`` or the like.
_FRAMES = 50_000
#: Factories of a defaultdict that both sides can call.
FACTORIES: dict[str, type] = {kind.__name__: kind for kind in (int, list, set, dict, str, float)}
#: Maximum values of a reply, each counted wherever it is used. A reply of 16 MiB without references holds
#: fewer. Of lists that contain the next one twice, 70 levels deep, only 71 cross, and they stay shared, as
#: in plain Python. But a test that compares, prints, copies or encodes them would visit 2**70.
VALUES_LIMIT = 10_000_000
RANGE_LIMIT = 4_000_000  #: maximum elements of a range, which a test may turn into a list
TABLES_LIMIT = 5000  #: maximum frames, series and indexes of a reply; an empty one takes up to 8 KB
#: Tag → type of a container, its bytes, and those of each of its parts. Two hexadecimal digits make a byte.
_CONTAINERS: dict[str, tuple[Callable[..., object], int, int]] = {
    "dict": (dict, DICT_BYTES, PAIR_BYTES),
    "ordereddict": (collections.OrderedDict, DICT_BYTES, PAIR_BYTES),
    "counter": (collections.Counter, DICT_BYTES, PAIR_BYTES),
    "defaultdict": (collections.defaultdict, DICT_BYTES, PAIR_BYTES),
    "set": (set, SET_BYTES, MEMBER_BYTES),
    "deque": (collections.deque, DEQUE_BYTES, ITEM_BYTES),
    "bytearray": (bytearray, OBJECT_BYTES, 1),
}


# sympy's numbers as tests see them. Since sympy 1.13 an exact number never equals a floating-point number
# (``Integer(2) != 2.0``), and an unevaluated expression equals no number at all (``sqrt(2) != 1.4142…``).
# Otherwise these classes behave like the plain numbers that they extend.


class _Symbolic:
    """A number that equals only numbers that are floats, too, or only those that are not."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) == isinstance(self, float) and super().__eq__(other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return super().__hash__()


class SympyInteger(_Symbolic, int):
    """An exact whole number, which never equals a float."""


class SympyRational(_Symbolic, fractions.Fraction):
    """An exact fraction, which never equals a float."""

    __hash__ = fractions.Fraction.__hash__


class SympyFloat(_Symbolic, float):
    """A floating-point number, which equals other floats only."""


class SympyExpression(_Symbolic, float):
    """An unevaluated number such as a root. It equals only itself, by identity."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = float.__hash__


class AnswerObjects(Protocol):
    """Builds what the guest describes of the answer's own classes; everything in a description may be a lie.

    The methods raise ValueError, TypeError or LookupError if a description is not valid.
    """

    classes: Any  #: builds members of enumerations and named tuples
    exceptions: Any  #: builds exceptions that the answer handed out as values

    def make_object(self, number: int, described: Mapping[str, Any]) -> tuple[object, bool | None]:
        """Return the object with this number, and whether it is new; None if the host keeps no fields."""

    def known_object(self, number: int) -> object:
        """Return an object whose fields have changed."""

    def exception_class(self, number: int, described: Mapping[str, Any]) -> type[BaseException]:
        """Return the host's class for an exception class of the answer."""


_Decode = Callable[[object], object]


class HostDecoder:
    """Decodes the values of one reply.

    Args:
        answer: builds what is of the answer's own classes.
        arguments: containers among the arguments of the request, by number.
        functions: functions of the test that the answer may call, by number.
        instances: the instances of the task's classes; None if none are expected.
        exact: libraries of :data:`.libraries.EXACT` that the test uses.
    """

    def __init__(
        self,
        answer: AnswerObjects,
        arguments: Sequence[object] = (),
        functions: Sequence[object] = (),
        instances: HostInstances | None = None,
        exact: Collection[str] = (),
    ) -> None:
        self._answer = answer
        self._arguments = arguments
        self._functions = functions
        self._exact = exact
        self._tables = 0
        self._left = OBJECTS_LIMIT  #: bytes that the objects of the reply may still take
        self._containers: list[object] = []
        self._sizes: list[int] = []  #: values in each container, itself included; 1 until it is complete
        self._values = 0  #: values so far, each counted wherever it is used
        self._instances = instances or HostInstances()
        self.found: dict[int, object] = {}  #: objects with fields in the message, by number
        self._empty: dict[int, object] = {}  #: new instances, by number, whose fields have not arrived

    def decode(self, value: object) -> object:
        """Return a value of the reply.

        Raises:
            OffProtocol: if the data does not follow the protocol.
            ReplyTooLong: if the value would cost the host too much memory.
        """
        with _decoding():
            return self._decode(value)

    def change(self, number: int, content: object) -> None:
        """Copy to an argument of the request the content that its copy in the guest has now."""
        with _decoding():
            container = self._arguments[_require_whole(number)]
            match container:
                case _ if type(content) is dict and content["t"] in ("ndarray", "frame", "series"):
                    self._replace(container, content)
                case _ if type(content) is dict and content["t"] == "random":
                    random_states.replace(container, content)
                case list() if type(content) is list:
                    container[:] = [self._decode(item) for item in content]
                case dict() | set() | bytearray() | collections.deque() if type(content) is dict:
                    self._refill(container, content)
                case _:
                    raise OffProtocol

    def fill_waiting(self, instances: object) -> None:
        """Set the fields of instances, by number, at the end of a message; then none may lack its fields."""
        with _decoding():
            for number, fields in instances:  # type: ignore[attr-defined]  # must be pairs, else a fault
                self._fill(
                    _require_whole(number),
                    self._empty.get(number) or self._answer.known_object(number),
                    fields,
                )
            if self._empty:
                raise OffProtocol

    def _spend(self, size: int) -> None:
        """Reserve memory for an object that is about to be built and will take at most ``size`` bytes.

        Raises:
            ReplyTooLong: if less than that is left. The answer is to blame.
        """
        self._left -= size
        if self._left < 0:
            raise ReplyTooLong(f"a reply whose objects take more than {OBJECTS_LIMIT >> 20} MiB")

    def _begin(self, container: object) -> int:
        """Add a container, to which references may point from now on; return its number."""
        self._containers.append(container)
        self._sizes.append(1)  # counts for references to it from inside: a cycle has no size
        return len(self._sizes) - 1

    def _reference(self, number: int) -> object:
        self._values += self._sizes[number]
        if self._values > VALUES_LIMIT:
            raise ReplyTooLong(f"a reply of more than {VALUES_LIMIT} values, with what it uses several times")
        return self._containers[number]

    def _instance(self, value: dict[str, Any]) -> object:
        number = _require_whole(value["v"])
        if value["t"] == "object":
            self._spend(STAND_IN_BYTES)
            instance, is_new = self._answer.make_object(number, value)
        else:
            instance, is_new = self._instances.find_or_make(
                number, self._instances.shared_class(value["class"])
            )
        if is_new:
            self._empty[number] = instance
        if "fields" in value and is_new is not None:
            self.found[number] = instance
            self._fill(number, instance, value["fields"])
        return instance

    def _fill(self, number: int, instance: object, fields: dict[str, Any]) -> None:
        self._spend(OBJECT_BYTES + PAIR_BYTES * len(fields))
        decoded = {name: self._decode(item) for name, item in fields.items()}
        self._instances.set_fields(instance, decoded)
        self._empty.pop(number, None)

    def _replace(self, container: object, content: dict[str, Any]) -> None:
        from benchmark.judging.codec import arrays, tables  # few tests need them

        new = self._decode_scientific(content["t"], content)
        (arrays if content["t"] == "ndarray" else tables).replace(container, new)

    def _refill(self, container: Any, content: dict[str, Any]) -> None:
        tag = content["t"]
        _, fixed, each = _CONTAINERS[tag]
        self._spend(fixed + each * len(content["v"]))
        if isinstance(container, dict) and tag in ("dict", "ordereddict", "counter", "defaultdict"):
            pairs = [(self._decode(key), self._decode(item)) for key, item in content["v"]]
            container.clear()
            for key, value in pairs:  # one by one: no signal can stop a slow call of C with equal hashes
                container[key] = value
        elif isinstance(container, bytearray) and tag == "bytearray":
            container[:] = bytes.fromhex(content["v"])
        elif (isinstance(container, set) and tag == "set") or (
            isinstance(container, collections.deque) and tag == "deque"
        ):
            items = [self._decode(item) for item in content["v"]]
            container.clear()
            if isinstance(container, set):
                for item in items:
                    container.add(item)
            else:
                container.extend(items)
        else:
            raise OffProtocol

    def _decode(self, value: object) -> object:  # noqa: PLR0911, PLR0912 - one return per tag
        if type(value) is list:
            items: list[object] = []
            number, before = self._begin(items), self._values
            self._values += len(value)
            items.extend([self._decode(item) for item in value])
            self._sizes[number] += self._values - before
            return items
        if type(value) is not dict:
            return value
        tag, body = value["t"], value["v"]
        match tag:
            case "ref":
                return self._reference(_require_whole(body))
            case "arg":
                return self._arguments[_require_whole(body)]
            case "function":
                return self._functions[_require_whole(body)]
            case "exception_class":
                self._spend(STAND_IN_BYTES)
                return self._answer.exception_class(_require_whole(body), value)
            case "raised":
                self._spend(STAND_IN_BYTES)
                return self._answer.exceptions.make(body, self._decode)
            case "enum":
                self._spend(STAND_IN_BYTES * (1 + len(value.get("members", ()))))
                return self._answer.classes.member(value, self._decode)
            case "named_tuple":
                return self._answer.classes.named_tuple(
                    value["type"], value["names"], [self._decode(item) for item in body]
                )
            case _ if tag in _CONTAINERS:
                return self._container(tag, value)
            case "instance" | "object":
                return self._instance(value)
            case "class":
                return self._instances.kind(body)
            case "record":
                return self._instances.record(value["class"], tuple([self._decode(item) for item in body]))
            case "member":
                return self._instances.member(value["class"], body)
            case "frozenset":
                self._spend(SET_BYTES + MEMBER_BYTES * len(body))
                return frozenset([self._decode(item) for item in body])
            case _ if tag in wrappers.TAGS:
                plain = self._decode(body)
                parts = len(plain) if tag in ("keys", "items", "values") and type(plain) is list else 0
                self._spend(OBJECT_BYTES + PAIR_BYTES * parts)
                return wrappers.wrap(tag, plain)
            case _ if tag in _DECODERS:
                return _DECODERS[tag](value, self._decode)
            case _:
                return self._decode_scientific(tag, value)

    def _decode_scientific(self, tag: str, value: dict[str, Any]) -> object:
        """Rebuild a value of numpy, or of pandas if the test uses it."""
        from benchmark.judging.codec import arrays, tables  # few tests need them

        if tag in tables.TAGS and "pandas" in self._exact:
            self._tables += 1
            if self._tables > TABLES_LIMIT:
                raise ReplyTooLong(f"a reply of more than {TABLES_LIMIT} frames, series and indexes")
            found = tables.decode(tag, value["v"], self._decode)
        else:
            if type(fields := value.get("dtype")) is list:
                self._spend(2 * OBJECT_BYTES + PAIR_BYTES * len(fields))
            found = arrays.DECODERS[tag](value, self._decode)
        if tag in ("ndarray", *tables.MUTABLE):
            self._begin(found)
        return found

    def _container(self, tag: str, value: dict[str, Any]) -> object:
        kind, *_ = _CONTAINERS[tag]
        if tag == "defaultdict":
            container = kind(FACTORIES[value["factory"]])
        elif tag == "deque" and value["maxlen"] is not None:
            container = kind(maxlen=_require_whole(value["maxlen"]))
        else:
            container = kind()
        number, before = self._begin(container), self._values
        self._refill(container, {**value, "t": tag})
        self._sizes[number] += self._values - before
        return container


@contextlib.contextmanager
def _decoding() -> Iterator[None]:
    """Allow deep values, and turn errors into :class:`OffProtocol`."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    except LibraryMissing as error:  # so the guest lacks the library, too
        raise OffProtocol from error
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise OffProtocol from error
    finally:
        sys.setrecursionlimit(before)


def _require_whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("must be a whole number of at least 0")
    return value


def _decode_constant(name: str) -> object:
    constant = getattr(builtins, name)
    if constant not in (Ellipsis, NotImplemented) and not isinstance(constant, type):
        raise TypeError("must be Ellipsis, NotImplemented or a builtin type")
    return constant


def _decode_range(body: list[object]) -> range:
    if not all(type(part) is int for part in body):
        raise TypeError("a range must have whole numbers")
    start, stop, step = (part for part in body if isinstance(part, int))
    value = range(start, stop, step)
    if value and (value[-1] - value[0]) // step >= RANGE_LIMIT:
        raise ReplyTooLong(f"a range of more than {RANGE_LIMIT} numbers")
    return value


def _symbolic_decoder(
    kind: Callable[[Any], object], wanted: type
) -> Callable[[dict[str, Any], _Decode], object]:
    def decoder(value: dict[str, Any], each: _Decode) -> object:
        plain = each(value["v"])
        if type(plain) is not wanted:
            raise TypeError(f"must be {wanted.__name__}")
        return kind(plain)

    return decoder


_DECODERS: dict[str, Callable[[dict[str, Any], _Decode], object]] = {
    "int": lambda value, _: wrappers.whole_number(value["v"]),
    "float": lambda value, _: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[value["v"]],
    "complex": lambda value, _: complex(float(value["v"][0]), float(value["v"][1])),
    "tuple": lambda value, each: tuple([each(item) for item in value["v"]]),
    "bytes": lambda value, _: bytes.fromhex(value["v"]),
    "range": lambda value, _: _decode_range(value["v"]),
    "sympy_integer": _symbolic_decoder(SympyInteger, int),
    "sympy_rational": _symbolic_decoder(SympyRational, fractions.Fraction),
    "sympy_float": _symbolic_decoder(SympyFloat, float),
    "sympy_expression": _symbolic_decoder(SympyExpression, float),
    "constant": lambda value, _: _decode_constant(value["v"]),
    "slice": lambda value, each: slice(*[each(item) for item in value["v"]]),
}
