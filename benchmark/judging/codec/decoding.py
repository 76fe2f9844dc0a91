"""What an answer returned, rebuilt from scratch as Python's own types.

An object that lies about its equality, hash or size never reaches a comparison. Any fault in a reply is the
answer's fault, and so is a value that would cost the host more than it may.
"""

import builtins
import collections
import contextlib
import datetime
import decimal
import fractions
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.judging.codec import wrappers
from benchmark.judging.codec.encoding import FACTORIES
from benchmark.judging.codec.plain_array import PlainArray
from benchmark.judging.codec.symbolic import SympyExpression, SympyFloat, SympyInteger, SympyRational
from benchmark.sandbox.host.channel import OffProtocol, ReplyTooLong

RANGE_LIMIT = 10_000_000  #: elements; a test may turn it into a list
INT_BITS_LIMIT = 1 << 22
DECIMAL_LIMIT = 100_000  #: digits, and size of the exponent
OWN_CLASSES_LIMIT = 20  #: of one exception
#: What a value may be of which the guest also keeps a handle.
IMMUTABLE = (int, float, complex, str, bytes, tuple, frozenset)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestObject:
    """What the guest says of an object that stays there. All of it may be a lie."""

    number: int  #: of its handle
    class_name: str
    extends: str = ""  #: name of a builtin type
    protocol: str = ""  #: ``generator`` or ``awaitable``
    plain: object = None  #: its value, where it is a number, a text or a tuple of a class of the answer's own
    exception_bases: tuple[str, ...] = ()  #: for a class of exceptions: names of builtin ones, nearest first
    own_classes: tuple[str, ...] = ()  #: the names before those


#: Makes the stand-in for an object that stays in the guest.
MakeRemote = Callable[[GuestObject], object]

_Each = Callable[[object], object]


class HostDecoder:
    """Decodes the values of one reply.

    Args:
        make_remote: for objects that stay in the guest.
        arguments: containers of the request that is answered, by number.
        functions: that the test has lent, by number.
    """

    def __init__(
        self,
        make_remote: MakeRemote,
        arguments: Sequence[object] = (),
        functions: Sequence[Callable[..., object]] = (),
    ) -> None:
        self._make_remote = make_remote
        self._arguments = arguments
        self._functions = functions
        self._met: list[object] = []

    def decode(self, value: object) -> object:
        """A value of the reply.

        Raises:
            OffProtocol: for anything that no form allows, however it is broken.
            ReplyTooLong: for a value that stands for more than the host may be made to hold.
        """
        with _faults():
            return self._decode(value)

    def change(self, number: int, content: object) -> None:
        """Give an argument of the request the content that it has over there.

        Raises:
            OffProtocol: as :meth:`decode`, and for content that is not of its kind.
        """
        with _faults():
            container = self._arguments[_whole(number)]
            match container:
                case list() if type(content) is list:
                    container[:] = [self._decode(item) for item in content]
                case dict() | set() | bytearray() | collections.deque() if type(content) is dict:
                    self._refill(container, content)
                case _:
                    raise OffProtocol

    def _refill(self, container: Any, content: dict[str, Any]) -> None:
        tag = content["t"]
        if isinstance(container, dict) and tag in ("dict", "ordereddict", "counter", "defaultdict"):
            pairs = [(self._decode(key), self._decode(item)) for key, item in content["v"]]
            container.clear()
            container.update(pairs) if not isinstance(container, collections.Counter) else _count(
                container, pairs
            )
        elif isinstance(container, bytearray) and tag == "bytearray":
            container[:] = bytes.fromhex(content["v"])
        elif (isinstance(container, set) and tag == "set") or (
            isinstance(container, collections.deque) and tag == "deque"
        ):
            items = [self._decode(item) for item in content["v"]]
            container.clear()
            container.update(items) if isinstance(container, set) else container.extend(items)
        else:
            raise OffProtocol

    def _decode(self, value: object) -> object:  # noqa: PLR0911 - a line a kind
        if type(value) is list:
            made: list[object] = []
            self._met.append(made)
            made.extend([self._decode(item) for item in value])
            return made
        if type(value) is not dict:
            return value
        tag, body = value["t"], value["v"]
        match tag:
            case "ref":
                return self._met[_whole(body)]
            case "arg":
                return self._arguments[_whole(body)]
            case "function":
                return self._functions[_whole(body)]
            case "handle":
                return self._make_remote(
                    GuestObject(
                        number=_whole(body),
                        class_name=str(value["type"])[:100],
                        extends=str(value.get("as", "")),
                        protocol=str(value.get("is", "")),
                    )
                )
            case "own":
                plain, name = self._decode(body), str(value["type"])[:100]
                if type(plain) not in IMMUTABLE:
                    raise TypeError("a plain value is needed")
                return self._make_remote(
                    GuestObject(number=_whole(value["handle"]), class_name=name, plain=plain)
                )
            case "exception_class":
                return self._make_remote(
                    GuestObject(
                        number=_whole(body),
                        class_name=str(value["type"])[:100],
                        exception_bases=tuple(map(str, value["bases"])),
                        own_classes=tuple(map(str, value["own"][:OWN_CLASSES_LIMIT])),
                    )
                )
            case "dict" | "ordereddict" | "counter" | "defaultdict" | "set" | "deque" | "bytearray":
                return self._container(tag, value)
            case _ if tag in wrappers.TAGS:
                return wrappers.wrapped(tag, self._decode(body))
            case _:
                return _DECODERS[tag](value, self._decode)

    def _container(self, tag: str, value: dict[str, Any]) -> object:
        made = _empty(tag, value)
        self._met.append(made)
        self._refill(made, {**value, "t": tag})
        return made


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise OffProtocol from error


def _empty(tag: str, value: dict[str, Any]) -> object:  # noqa: PLR0911 - a line a kind
    match tag:
        case "dict":
            return {}
        case "ordereddict":
            return collections.OrderedDict()
        case "counter":
            return collections.Counter()
        case "defaultdict":
            return collections.defaultdict(FACTORIES[value["factory"]])
        case "set":
            return set()
        case "deque":
            maxlen = value["maxlen"]
            return collections.deque(maxlen=None if maxlen is None else _whole(maxlen))
        case _:
            return bytearray()


def _count(counter: Any, pairs: list[tuple[object, object]]) -> None:
    for key, count in pairs:
        counter[key] = count  # update would add


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a whole number is needed")
    return value


def _constant(name: str) -> object:
    found = getattr(builtins, name)
    if found not in (Ellipsis, NotImplemented) and not isinstance(found, type):
        raise TypeError("a constant or a builtin type is needed")
    return found


def _big_int(text: str) -> int:
    if len(text) > INT_BITS_LIMIT // 4:
        raise ReplyTooLong(f"a whole number of more than {INT_BITS_LIMIT} bits")
    return int(text, 16)


def _decimal(text: str) -> decimal.Decimal:
    value = decimal.Decimal(text)
    if len(text) > DECIMAL_LIMIT or (value.is_finite() and abs(value.adjusted()) > DECIMAL_LIMIT):
        raise ReplyTooLong(f"a decimal number of more than {DECIMAL_LIMIT} digits")
    return value


def _range(body: list[object]) -> range:
    if not all(type(part) is int for part in body):
        raise TypeError("a range of whole numbers is needed")
    start, stop, step = (part for part in body if isinstance(part, int))
    value = range(start, stop, step)
    if value and (value[-1] - value[0]) // step >= RANGE_LIMIT:
        raise ReplyTooLong(f"a range of more than {RANGE_LIMIT} numbers")
    return value


def _array(value: dict[str, Any], each: _Each) -> PlainArray:
    shape, encoded = value["v"]
    items = each(encoded)
    if not isinstance(items, list):
        raise TypeError("an array needs items")
    array = PlainArray(tuple(_whole(size) for size in shape), items)
    if not array.is_sound():
        raise ValueError("the shape is not that of the items")
    return array


def _symbolic(kind: Callable[[Any], object], wanted: type) -> Callable[[dict[str, Any], _Each], object]:
    def decoder(value: dict[str, Any], each: _Each) -> object:
        plain = each(value["v"])
        if type(plain) is not wanted:
            raise TypeError(f"{wanted.__name__} is needed")
        return kind(plain)

    return decoder


_DECODERS: dict[str, Callable[[dict[str, Any], _Each], object]] = {
    "int": lambda value, _: _big_int(value["v"]),
    "float": lambda value, _: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[value["v"]],
    "complex": lambda value, _: complex(float(value["v"][0]), float(value["v"][1])),
    "tuple": lambda value, each: tuple(map(each, value["v"])),
    "frozenset": lambda value, each: frozenset(map(each, value["v"])),
    "bytes": lambda value, _: bytes.fromhex(value["v"]),
    "range": lambda value, _: _range(value["v"]),
    "array": _array,
    "fraction": lambda value, _: fractions.Fraction(_big_int(value["v"][0]), _big_int(value["v"][1])),
    "decimal": lambda value, _: _decimal(value["v"]),
    "sympy_integer": _symbolic(SympyInteger, int),
    "sympy_rational": _symbolic(SympyRational, fractions.Fraction),
    "sympy_float": _symbolic(SympyFloat, float),
    "sympy_expression": _symbolic(SympyExpression, float),
    "constant": lambda value, _: _constant(value["v"]),
    "slice": lambda value, each: slice(*map(each, value["v"])),
    "date": lambda value, _: datetime.date.fromisoformat(value["v"]),
    "datetime": lambda value, _: datetime.datetime.fromisoformat(value["v"]),
    "time": lambda value, _: datetime.time.fromisoformat(value["v"]),
    "timedelta": lambda value, _: datetime.timedelta(*(int(part) for part in value["v"])),
}
