"""Rebuilds what an answer returned from plain data, as Python's own types.

So an object that lies about its equality, hash or size never reaches a comparison. Any fault in a reply is
the answer's fault, and so is a value that would cost the host too much time or memory.
"""

import builtins
import collections
import contextlib
import decimal
import fractions
import importlib
import math
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from benchmark.judging.codec import random_states
from benchmark.judging.codec.instances import HostInstances
from benchmark.judging.codec.libraries import LibraryMissing
from benchmark.sandbox.guest import shapes
from benchmark.sandbox.guest.shapes import Tag
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
#: Maximum values of a reply, each counted wherever it is used. A reply of 16 MiB without references holds
#: fewer. Of lists that contain the next one twice, 70 levels deep, only 71 cross, and they stay shared, as
#: in plain Python. But a test that compares, prints, copies or encodes them would visit 2**70.
VALUES_LIMIT = 10_000_000
INT_BITS_LIMIT = 1 << 22  #: maximum bits of a whole number
FRACTION_LIMIT = 50_000  #: maximum hexadecimal digits of a fraction, which Python reduces
DECIMAL_LIMIT = 100_000  #: maximum digits of a decimal number, and maximum size of its exponent
RANGE_LIMIT = 4_000_000  #: maximum elements of a range, which a test may turn into a list
TABLES_LIMIT = 5000  #: maximum frames, series and indexes of a reply; an empty one takes up to 8 KB
#: Tag → type of a container, its bytes, and those of each of its parts. Two hexadecimal digits make a byte.
_CONTAINERS: dict[str, tuple[type, int, int]] = {
    Tag.DICT: (dict, DICT_BYTES, PAIR_BYTES),
    Tag.ORDERED_DICT: (collections.OrderedDict, DICT_BYTES, PAIR_BYTES),
    Tag.COUNTER: (collections.Counter, DICT_BYTES, PAIR_BYTES),
    Tag.DEFAULT_DICT: (collections.defaultdict, DICT_BYTES, PAIR_BYTES),
    Tag.SET: (set, SET_BYTES, MEMBER_BYTES),
    Tag.DEQUE: (collections.deque, DEQUE_BYTES, ITEM_BYTES),
    Tag.BYTE_ARRAY: (bytearray, OBJECT_BYTES, 1),
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
        if type(value) is not list and type(value) is not dict:
            return value
        with _decoding():
            return self._decode(value)

    def change(self, number: int, content: object) -> None:
        """Copy to an argument of the request the content that its copy in the guest has now."""
        with _decoding():
            container = self._arguments[_require_whole(number)]
            match container:
                case _ if type(content) is dict and content["t"] in _MUTABLE:
                    self._replace(container, content)
                case _ if type(content) is dict and content["t"] == Tag.RANDOM:
                    random_states.replace(container, content)
                case list() if type(content) is list:
                    container[:] = [self._decode(item) for item in content]
                case dict() | set() | bytearray() | collections.deque() if type(content) is dict:
                    self._refill(container, content)
                case _:
                    raise OffProtocol

    def fill_waiting(self, instances: object) -> None:
        """Set the fields of instances, by number, at the end of a message; then none may lack its fields."""
        if instances == [] and not self._empty:
            return
        with _decoding():
            for number, fields in instances:  # type: ignore[attr-defined]  # must be pairs, else a fault
                empty = self._empty.get(number)
                # Not `or`: that would ask a class with a `__len__` of its own for fields that it has not yet.
                waiting = self._answer.known_object(number) if empty is None else empty
                self._fill(_require_whole(number), waiting, fields)
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
        if value["t"] == Tag.OBJECT:
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

        new = self._scientific(content)
        (arrays if content["t"] == Tag.ARRAY else tables).replace(container, new)

    def _refill(self, container: Any, content: dict[str, Any]) -> None:
        kind, fixed, each = _CONTAINERS[content["t"]]
        self._spend(fixed + each * len(content["v"]))
        if isinstance(container, dict) and issubclass(kind, dict):
            pairs = [(self._decode(key), self._decode(item)) for key, item in content["v"]]
            container.clear()
            for key, value in pairs:  # one by one: no signal can stop a slow call of C with equal hashes
                container[key] = value
        elif isinstance(container, bytearray) and kind is bytearray:
            container[:] = bytes.fromhex(content["v"])
        elif kind in (set, collections.deque) and isinstance(container, kind):
            items = [self._decode(item) for item in content["v"]]
            container.clear()
            add = getattr(container, "add" if kind is set else "append")
            for item in items:
                add(item)
        else:
            raise OffProtocol

    def _decode(self, value: object) -> object:
        if type(value) is list:
            items: list[object] = []
            number, before = self._begin(items), self._values
            self._values += len(value)
            # Only now: the list has its number before its items, which may refer to it (`a.append(a)`).
            items.extend([self._decode(item) for item in value])
            self._sizes[number] += self._values - before
            return items
        if type(value) is not dict:
            return value
        tag = value["t"]
        return _DECODERS.get(tag, HostDecoder._scientific)(self, value)

    def _enum(self, value: dict[str, Any]) -> object:
        self._spend(STAND_IN_BYTES * (1 + len(value.get("members", ()))))
        return self._answer.classes.member(value, self._decode)

    def _exception(self, value: dict[str, Any]) -> object:
        self._spend(STAND_IN_BYTES)
        if value["t"] == Tag.RAISED:
            return self._answer.exceptions.make(value["v"], self._decode)
        return self._answer.exception_class(_require_whole(value["v"]), value)

    def _frozen_set(self, value: dict[str, Any]) -> object:
        self._spend(SET_BYTES + MEMBER_BYTES * len(value["v"]))
        return frozenset([self._decode(item) for item in value["v"]])

    def _wrapped(self, value: dict[str, Any]) -> object:
        tag, plain = value["t"], self._decode(value["v"])
        parts = len(plain) if tag in shapes.VIEWS and type(plain) is list else 0
        self._spend(OBJECT_BYTES + PAIR_BYTES * parts)
        return _wrap(tag, plain)

    def _scientific(self, value: dict[str, Any]) -> object:
        """Rebuild a value of numpy, or of pandas if the test uses it."""
        from benchmark.judging.codec import arrays, tables  # few tests need them

        tag = value["t"]
        if tag in tables.TAGS and "pandas" in self._exact:
            self._tables += 1
            if self._tables > TABLES_LIMIT:
                raise ReplyTooLong(f"a reply of more than {TABLES_LIMIT} frames, series and indexes")
            found = tables.decode(tag, value["v"], self._decode)
        else:
            if type(fields := value.get("dtype")) is list:
                self._spend(2 * OBJECT_BYTES + PAIR_BYTES * len(fields))
            found = arrays.DECODERS[tag](value, self._decode)
        if tag in _MUTABLE:
            self._begin(found)
        return found

    def _container(self, value: dict[str, Any]) -> object:
        tag = value["t"]
        kind, *_ = _CONTAINERS[tag]
        if tag == Tag.DEFAULT_DICT:
            container = kind(shapes.FACTORIES[value["factory"]])
        elif tag == Tag.DEQUE and value["maxlen"] is not None:
            container = kind(maxlen=_require_whole(value["maxlen"]))
        else:
            container = kind()
        number, before = self._begin(container), self._values
        self._refill(container, value)
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
    # Without this check the guest could hand `eval` or `open` to the test.
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
) -> Callable[[HostDecoder, dict[str, Any]], object]:
    def decoder(self: HostDecoder, value: dict[str, Any]) -> object:
        plain = self._decode(value["v"])
        if type(plain) is not wanted:
            raise TypeError(f"must be {wanted.__name__}")
        return kind(plain)

    return decoder


def _whole_number(text: str) -> int:
    if len(text) > INT_BITS_LIMIT // 4:
        raise ReplyTooLong(f"a whole number of more than {INT_BITS_LIMIT} bits")
    # Hexadecimal, because decimal text takes quadratic time, and Python refuses more than 4,300 digits.
    return int(text, 16)


def _wrap(tag: str, plain: Any) -> object:
    """Make a value of a type of the standard library, unless it would cost too much."""
    (wanted, make, limit), given = _MAKERS[tag], type(plain)
    if given is not wanted:
        raise TypeError(f"must be the {wanted.__name__} of a {tag}")
    if len(plain) > limit:
        raise ReplyTooLong(f"a value whose text has more than {shapes.TEXT_LIMIT} characters")
    if tag == shapes.FRACTION and sum(map(len, plain)) > FRACTION_LIMIT:
        raise ReplyTooLong(f"a fraction of more than {FRACTION_LIMIT} digits")
    value = make(plain)
    if isinstance(value, decimal.Decimal) and (
        len(plain) > DECIMAL_LIMIT or (value.is_finite() and abs(value.adjusted()) > DECIMAL_LIMIT)
    ):
        raise ReplyTooLong(f"a decimal number of more than {DECIMAL_LIMIT} digits")
    return value


#: A path of the answer becomes a pure path, which equals it and reaches no file.
_PURE = {"PosixPath": "PurePosixPath"}
#: Tag → type of the plain value, the function that makes the value, and maximum characters.
_MAKERS: dict[str, tuple[type, Callable[[Any], object], float]] = {
    tag: (wrapper.plain, wrapper.make, wrapper.limit) for tag, wrapper in shapes.WRAPPERS.items()
} | {
    tag: (str, getattr(importlib.import_module(module), _PURE.get(name, name)), shapes.TEXT_LIMIT)
    for tag, (module, name) in shapes.TEXTS.items()
}
#: Tag → the function that rebuilds its values; values of all other tags are of numpy or pandas.
_DECODERS: dict[str, Callable[[HostDecoder, dict[str, Any]], object]] = {
    Tag.REF: lambda self, value: self._reference(_require_whole(value["v"])),
    Tag.ARG: lambda self, value: self._arguments[_require_whole(value["v"])],
    Tag.FUNCTION: lambda self, value: self._functions[_require_whole(value["v"])],
    **dict.fromkeys(_CONTAINERS, HostDecoder._container),
    Tag.INT: lambda _, value: _whole_number(value["v"]),
    Tag.FLOAT: lambda _, value: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[value["v"]],
    Tag.COMPLEX: lambda _, value: complex(float(value["v"][0]), float(value["v"][1])),
    Tag.TUPLE: lambda self, value: tuple([self._decode(item) for item in value["v"]]),
    Tag.FROZEN_SET: HostDecoder._frozen_set,
    Tag.BYTES: lambda _, value: bytes.fromhex(value["v"]),
    Tag.RANGE: lambda _, value: _decode_range(value["v"]),
    Tag.SLICE: lambda self, value: slice(*[self._decode(item) for item in value["v"]]),
    Tag.CONSTANT: lambda _, value: _decode_constant(value["v"]),
    Tag.NAMED_TUPLE: lambda self, value: self._answer.classes.named_tuple(
        value["type"], value["names"], [self._decode(item) for item in value["v"]]
    ),
    Tag.INSTANCE: HostDecoder._instance,
    Tag.OBJECT: HostDecoder._instance,
    Tag.ENUM: HostDecoder._enum,
    Tag.RAISED: HostDecoder._exception,
    Tag.EXCEPTION_CLASS: HostDecoder._exception,
    Tag.RECORD: lambda self, value: self._instances.record(
        value["class"], tuple([self._decode(item) for item in value["v"]])
    ),
    Tag.MEMBER: lambda self, value: self._instances.member(value["class"], value["v"]),
    Tag.SYMPY_INTEGER: _symbolic_decoder(SympyInteger, int),
    Tag.SYMPY_RATIONAL: _symbolic_decoder(SympyRational, fractions.Fraction),
    Tag.SYMPY_FLOAT: _symbolic_decoder(SympyFloat, float),
    Tag.SYMPY_EXPRESSION: _symbolic_decoder(SympyExpression, float),
    **dict.fromkeys(_MAKERS, HostDecoder._wrapped),
}
#: Tags of arrays and tables that can be changed in place.
_MUTABLE = frozenset({Tag.ARRAY, Tag.FRAME, Tag.SERIES})
