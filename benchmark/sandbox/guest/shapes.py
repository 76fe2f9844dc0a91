"""The shapes of values between host and guest: tags, fields, types, names and limits, each stated once.

Both sides import this module, and no other module of the guest is imported on the host. The host never reads
the guest's copy, so an answer that changes that copy only breaks its own replies. A table says what may be
sent; whether it may be believed, the host's reader decides (``benchmark/judging/codec``).
"""

import array
import builtins
import collections
import datetime
import decimal
import fractions
import io
import math
import pickle
import re
import struct
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

LEVELS = 12_000  #: maximum levels of values inside of values, in both directions
#: A reply with more levels is sent without nesting, since C's parsers of JSON call themselves.
FLAT_LEVELS = 200
PREFIX = struct.Struct(">I")  #: length of a message, before it
BIG_INT_BITS = 2000  #: larger ints are sent in hexadecimal, because decimal digits take long to read
TEXT_LIMIT = 4096  #: maximum characters of a value that is sent as text; paths on Linux have the same
#: Up to this number of instances in a conversation, each message brings the changes of all of them.
SYNCHRONISED_LIMIT = 1000

#: Tag of a value of the guest → names of its fields; those after ``v`` that may be missing are in OPTIONAL.
FIELDS: dict[str, tuple[str, ...]] = {}
#: Tag of a persistent id of the host → names of its parts.
PARTS: dict[str, tuple[str, ...]] = {}


def _tag(name: str, *more: str) -> str:
    FIELDS[name] = ("v", *more)
    return name


def _id(name: str, *parts: str) -> str:
    PARTS[name] = parts
    return name


class Tag:
    """Tags of the values that the guest sends, ``{"t": tag, "v": content, …}``."""

    # Containers of this message and of the request, by number, and functions of the test.
    REF, ARG, FUNCTION = _tag("ref"), _tag("arg"), _tag("function")
    # Containers that keep their identity; a list is a list of JSON.
    DICT, ORDERED_DICT, COUNTER = _tag("dict"), _tag("ordereddict"), _tag("counter")
    DEFAULT_DICT = _tag("defaultdict", "factory")
    SET, DEQUE, BYTE_ARRAY = _tag("set"), _tag("deque", "maxlen"), _tag("bytearray")
    # Values that cannot change. A small whole number is a number of JSON.
    INT, FLOAT, COMPLEX, BYTES = _tag("int"), _tag("float"), _tag("complex"), _tag("bytes")
    TUPLE, FROZEN_SET = _tag("tuple"), _tag("frozenset")
    NAMED_TUPLE = _tag("named_tuple", "type", "names")
    RANGE, SLICE, CONSTANT = _tag("range"), _tag("slice"), _tag("constant")
    # Instances of the task's classes, by the number of the object, by its items, or by the member's name.
    INSTANCE = _tag("instance", "class", "fields")
    RECORD, MEMBER = _tag("record", "class"), _tag("member", "class")
    # What is of the answer's own classes.
    OBJECT = _tag(
        *("object", "type", "live", "as", "can", "is_class", "bases", "dataclass", "params", "of", "fields")
    )
    ENUM = _tag("enum", "of", "type", "kind", "mixin", "members")
    RAISED, EXCEPTION_CLASS = _tag("raised"), _tag("exception_class", "type", "bases", "own")
    # Numbers of sympy.
    SYMPY_INTEGER, SYMPY_RATIONAL = _tag("sympy_integer"), _tag("sympy_rational")
    SYMPY_FLOAT, SYMPY_EXPRESSION = _tag("sympy_float"), _tag("sympy_expression")
    # Values of numpy and pandas, and the state of a generator of random numbers.
    ARRAY, SCALAR = _tag("ndarray", "dtype", "shape"), _tag("numpy_scalar", "dtype", "shape")
    DTYPE, NUMPY_CLASS = _tag("dtype"), _tag("numpy_class")
    FRAME, SERIES, INDEX, TEXT_ARRAY = _tag("frame"), _tag("series"), _tag("index"), _tag("text_array")
    TIMESTAMP, TIMEDELTA = _tag("timestamp"), _tag("pandas_timedelta")
    PANDAS_CONSTANT = _tag("pandas_constant")
    RANDOM = _tag("random", "kind", "gauss")


#: Fields that a value need not have.
OPTIONAL = {
    Tag.INSTANCE: {"fields"},
    Tag.OBJECT: {*FIELDS[Tag.OBJECT]} - {"v", "type"},
    Tag.ENUM: {"type", "kind", "mixin", "members"},
}


class Id:
    """Tags of persistent ids: what a message of the host names instead of pickling it."""

    ARG, OBJECT = _id(Tag.ARG, "number"), _id(Tag.OBJECT, "number", "has_fields", "label")
    NAME, METHOD = _id("name", "name"), _id("method", "owner", "name")
    FUNCTION, ITERATOR = _id(Tag.FUNCTION, "number", "about"), _id("iterator", "number", "of")
    AWAITABLE, EXCEPTION = _id("awaitable", "number"), _id("exception", "name", "args")
    LIBRARY, MADE = _id("library", "path"), _id("made", "path", "args")
    WRAPPED = _id("wrapped", "path", "data")
    PICKLED = _id("pickled", "number", "body", "read_only")
    OBJECTS = _id("objects", "number", "shape", "items", "read_only")
    CLASS, INSTANCE = _id("class", "name", "described"), _id(Tag.INSTANCE, "number", "name", "described")
    RECORD, MEMBER = _id(Tag.RECORD, "kind", "items"), _id(Tag.MEMBER, "kind", "member")
    ENUM = _id(Tag.ENUM, "number", "member")


#: What the guest sends instead of a method that a test reads from its object.
METHOD = {"t": Id.METHOD}


class Header:
    """First words of a message of the host: of a request, and of the reply to a question."""

    REQUEST, REPLY = "id", "reply_to"


def request(message: Mapping[str, object], identifier: str, containers: tuple[object, ...] = ()) -> bytes:
    """Return a request of plain values as the host sends it; the guest's ``decoding`` lists the parts."""
    body = io.BytesIO()
    pickler = pickle.Pickler(body)
    for part in (((Header.REQUEST, identifier), 0), tuple(message.items()), (), containers):
        pickler.dump(part)
    return body.getvalue()


def identifier_in_batch(first: str, left: int) -> str:
    """Return the identifier of a request of a batch; all identifiers have the same length.

    Args:
        first: identifier of the request that brought the batch.
        left: number of requests after this one.
    """
    return f"{first[:-4]}{left:04}"


class Way:
    """How the instances of a class travel: as an object with fields, as items, or as a member's name."""

    OBJECT, RECORD, MEMBER = Tag.OBJECT, Tag.RECORD, Tag.MEMBER


class StubAttribute:
    """How a stub of a class of the test has an attribute."""

    VALUE, METHOD, STATIC, PROPERTY = "value", Id.METHOD, "static", "property"


class Can:
    """What an object of the answer can do."""

    CALL, NEXT, AWAIT, WITH = "call", "next", "await", "with"
    ASYNC_WITH, ASYNC_FOR = "async with", "async for"
    ITER = "iter"  #: has items: an object that keeps its methods
    LEN, LOOP = "len", "loop"  #: only values of objects that are not iterators


#: Operators with two operands that have a reflected form and one in place, by the names of their methods.
BINARY = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "matmul"),
    *("and", "or", "xor", "lshift", "rshift"),
)
#: Builtin exception class, by id → its name. An answer may give its own classes the same names.
EXCEPTIONS = {
    id(kind): name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
#: What a test may read of a function, besides its own fields.
OF_FUNCTION = (
    *("__name__", "__qualname__", "__doc__", "__defaults__", "__kwdefaults__", "__annotations__", "__code__"),
    "__wrapped__",
)


def is_special(name: str) -> bool:
    """Whether Python, numpy, pandas or our code would use an object by a field of this name."""
    return name.startswith(("__", "sightbench_")) or name == "_typ"


#: Types of containers that keep their identity across the channel.
WITH_IDENTITY = (list, dict, set, bytearray, collections.deque)
#: Other builtin types that the answer's classes may extend and that are sent as values.
IMMUTABLE = (int, float, str, bytes, complex, tuple, frozenset)
#: Factories of a defaultdict that both sides can call.
FACTORIES: dict[str, type] = {kind.__name__: kind for kind in (int, list, set, dict, str, float)}

# numpy and pandas. An array is a dtype of the table, a shape, and its elements in C order and little-endian,
# as base64. A column is an array or ``{"text": [text or None, ...], "missing": name}``.

#: Units of datetime64 and timedelta64.
UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")
#: Code of a dtype in messages → bytes of one element.
ITEM_BYTES = (
    {"b1": 1, "f2": 2, "f4": 4, "f8": 8, "c8": 8, "c16": 16}
    | {f"{kind}{size}": size for kind in "iu" for size in (1, 2, 4, 8)}
    | {f"{kind}8{unit and f'[{unit}]'}": 8 for kind in "Mm" for unit in ("", *UNITS)}
)
OBJECT_CODE = "O"  #: code of an array of Python's own values
TEXT_CODE = re.compile(r"([US])([1-9][0-9]{0,7})", re.ASCII)
#: Types of the elements that an array of Python's own values may have.
PLAIN = frozenset(
    {
        *(type(None), bool, int, float, complex, str, bytes, decimal.Decimal, fractions.Fraction),
        *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
    }
)


class Frame:
    """Parts of frames, series and indexes: their fields, kinds of an index, and missing values."""

    INDEX, COLUMNS, DATA, NAME, KIND, STEP = "index", "columns", "data", "name", "kind", "step"
    RANGE, MULTI, COLUMN = Tag.RANGE, "multi", "plain"
    TEXT, MISSING, NAN, NOT_AVAILABLE, NOT_A_TIME = "text", "missing", "nan", "NA", "NaT"


def is_code(code: str) -> bool:
    """Whether this is the code of a dtype that can be sent."""
    return code in ITEM_BYTES or code == OBJECT_CODE or TEXT_CODE.fullmatch(code) is not None


def is_plain(value: object) -> bool:
    """Whether a value can be an element of an array of objects, or a name in a frame."""
    kind = type(value)
    if kind in PLAIN:
        return True
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if numpy is not None and kind.__module__ == "numpy" and issubclass(kind, numpy.generic):
        return True
    return pandas is not None and (
        kind in (pandas.Timestamp, pandas.Timedelta) or value is pandas.NaT or value is pandas.NA
    )


# Generators of random numbers. A state is a list of whole numbers, and a stored normal deviate, if there is
# one (normal deviates are computed in pairs).

_WORDS = 624  #: number of 32-bit words of the Mersenne Twister; its state also has a position, at most 624
_WORD = 1 << 32


class Random:
    """Kinds of generators: the class of the module ``random``, and numpy's old and new one."""

    PYTHON, LEGACY, GENERATOR = "Random", "RandomState", "Generator"


#: Kind → exclusive limits of its numbers. For numpy, only the default algorithm of each kind can be sent.
GENERATORS = {
    Random.PYTHON: (*[_WORD] * _WORDS, _WORDS + 1),
    Random.LEGACY: (*[_WORD] * _WORDS, _WORDS + 1, 2),
    Random.GENERATOR: (1 << 128, 1 << 128, 2, _WORD),
}


def generator_kind(kind: type) -> str:
    """Return which of :data:`GENERATORS` a class is, and an empty text for any other class."""
    standard, numpy = sys.modules.get("random"), sys.modules.get("numpy.random")
    if standard is not None and kind is standard.Random:
        return Random.PYTHON
    return kind.__name__ if numpy is not None and kind in (numpy.Generator, numpy.RandomState) else ""


def state_of(generator: Any) -> tuple[list[int], float | None]:
    """Return the numbers of a generator's state, and its stored normal deviate."""
    match generator_kind(type(generator)):
        case Random.PYTHON:
            _, words, gauss = generator.getstate()
            return list(words), gauss
        case Random.LEGACY:
            _, words, position, waits, gauss = generator.get_state(legacy=True)
            return [*words.tolist(), int(position), int(waits)], gauss
        case _:
            state = generator.bit_generator.state
            numbers = [state["state"][part] for part in ("state", "inc")]
            return [*numbers, state["has_uint32"], state["uinteger"]], None


def set_state(generator: Any, numbers: list[int], gauss: float | None) -> None:
    """Give a generator a state of its kind, whose numbers are within their limits."""
    match generator_kind(type(generator)):
        case Random.PYTHON:
            generator.setstate((generator.VERSION, tuple(numbers), gauss))
        case Random.LEGACY:
            words = sys.modules["numpy"].array(numbers[:_WORDS], "u4")
            generator.set_state(("MT19937", words, *numbers[_WORDS:], gauss or 0.0))
        case _:
            state, increment, waits, waiting = numbers
            generator.bit_generator.state = {
                "bit_generator": "PCG64",
                "state": {"state": state, "inc": increment},
                "has_uint32": waits,
                "uinteger": waiting,
            }


# Scenes: what a figure shows, as plain data.

SCENE_POINTS = 20_000  #: maximum points of all marks of a figure
SCENE_AXES = 50  #: maximum pairs of axes of a figure
SCENE_TEXTS = 2_000  #: maximum ticks of an axis, entries of a legend, texts outside of the axes
SCENE_CHARACTERS = 500  #: maximum characters of one text
SCENE_NUMBER = 1e200  #: largest number; products of two stay finite
OUTSIDE = "a mark outside of the limits"  #: the text that stands for such a mark


class Mark:
    """First entry of a mark, which is a list; the host's ``judging/scenes/decoding.py`` has the others."""

    STROKE, POINTS, BAR, AREA = "stroke", "points", "bar", "area"
    WEDGE, TEXT, ARROW = "wedge", "text", "arrow"
    WITH_PLACES = (STROKE, POINTS, AREA)  #: marks whose second entry is a list of places


# Types of the standard library that are sent as a plain value: numbers, dates, texts, wrappers. A value of a
# subclass is read with the methods of the type that it extends, because its own may lie.


class Wrapper(NamedTuple):
    """One of these types; ``make`` gets whatever the guest sends, of the type ``plain``."""

    kind: type
    plain: type  #: the type of the plain value
    read: Callable[[Any], object]  #: returns the plain value of a value, or None if it has none
    make: Callable[[Any], object]  #: returns the value; raises TypeError, ValueError or ArithmeticError
    limit: float = math.inf  #: maximum characters of the plain value


class AnswerBytes(bytes):
    """What a view of the answer's memory shows. It can go back to the answer; a view of the test cannot."""


def _wrapping(kind: type, inside: type) -> Wrapper:
    """Describe a UserList, UserDict or UserString; a copy of a cyclic value would be incomplete."""

    def read(value: object) -> object:
        data: object = object.__getattribute__(value, "__dict__").get("data")
        return data if issubclass(type(data), inside) else None

    def make(data: object) -> object:
        wrapper: object = kind()
        vars(wrapper)["data"] = data
        return wrapper

    return Wrapper(kind, inside, read, make if inside is not str else kind)


def _parts_of_timedelta(value: datetime.timedelta) -> list[int]:
    kind = datetime.timedelta
    return [part.__get__(value) for part in (kind.days, kind.seconds, kind.microseconds)]


def _timezone(text: str) -> datetime.tzinfo | None:
    return datetime.UTC if text == "UTC" else datetime.datetime.strptime(text, "UTC%z").tzinfo


def _chain(maps: list[Any]) -> object:
    if not all(type(part) is dict for part in maps):
        raise TypeError("must be dicts")
    return collections.ChainMap(*maps)


def _machine_array(parts: list[object]) -> object:
    if [type(part) for part in parts] != [str, list]:
        raise TypeError("must be a type and a list")  # anything else could be of any length
    return array.array(*parts)  # type: ignore[call-overload]  # checked above, else a TypeError


def _keys(items: list[object]) -> object:
    keys: dict[object, None] = {}
    for item in items:  # one by one: no signal can stop a slow call of C with equal hashes
        keys[item] = None
    return keys.keys()


#: Tags of a fraction, whose parts are two whole numbers in hexadecimal, and of a decimal number.
FRACTION, DECIMAL = "fraction", "decimal"
#: Tag → view of a dict.
VIEWS = {
    "keys": Wrapper(type({}.keys()), list, list, _keys),
    "items": Wrapper(type({}.items()), list, list, lambda items: dict(items).items()),
    "values": Wrapper(type({}.values()), list, list, lambda items: dict(enumerate(items)).values()),
}
#: Tag → how a type is sent. A type stands before those that it extends.
WRAPPERS = {
    FRACTION: Wrapper(
        fractions.Fraction,
        list,
        lambda value: [hex(value._numerator), hex(value._denominator)],
        lambda parts: fractions.Fraction(*(int(part, 16) for part in parts)),
    ),
    DECIMAL: Wrapper(decimal.Decimal, str, decimal.Decimal.__str__, decimal.Decimal),
    **{
        kind.__name__: Wrapper(kind, str, kind.isoformat, kind.fromisoformat, TEXT_LIMIT)
        for kind in (datetime.datetime, datetime.date, datetime.time)
    },
    "timedelta": Wrapper(
        datetime.timedelta, list, _parts_of_timedelta, lambda parts: datetime.timedelta(*map(int, parts))
    ),
    "timezone": Wrapper(
        datetime.timezone,
        str,
        lambda value: str(datetime.timezone(value.utcoffset(None))),  # str(value) may be a name instead
        _timezone,
        TEXT_LIMIT,
    ),
    "userlist": _wrapping(collections.UserList, list),
    "userdict": _wrapping(collections.UserDict, dict),
    "userstring": _wrapping(collections.UserString, str),
    "mappingproxy": Wrapper(types.MappingProxyType, dict, dict, types.MappingProxyType),
    "chainmap": Wrapper(collections.ChainMap, list, lambda value: list(value.maps), _chain),
    "memoryview": Wrapper(
        memoryview,
        str,
        lambda view: view.tobytes().hex() if view.format == "B" and view.ndim == 1 else None,
        lambda text: memoryview(AnswerBytes.fromhex(text)),
    ),
    "machine_array": Wrapper(array.array, list, lambda value: [value.typecode, list(value)], _machine_array),
    **VIEWS,
}
#: Tag → module and name of a type that is sent as its text; the guest imports none of these modules.
TEXTS = {
    name.lower(): (module, name)
    for module, names in {
        "uuid": ("UUID",),
        "pathlib": ("PosixPath", "PurePosixPath", "PureWindowsPath"),
        "ipaddress": ("IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network"),
    }.items()
    for name in names
}
for _wrapped in (*WRAPPERS, *TEXTS):
    _tag(_wrapped)
