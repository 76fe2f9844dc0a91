"""Encodes values for the host.

None, booleans, numbers, strings and lists are the JSON values themselves. All other values are
``{"t": tag, "v": ...}``. A subclass of a builtin type is sent as the builtin type and read with its methods,
so an object cannot lie about its equality, size or text. A value that the test cannot get raises a TypeError,
here and in the modules for single libraries. The encoder reads the type of a value, never its
``__class__``. Any other object stays here and gets a number (tag ``object``); its fields are sent as values.
In a task for a class, objects of the answer's classes keep their methods: they are sent without fields.

Lists, dicts, sets, deques and bytearrays keep their identity. Both sides number them in the order in which
they appear in a message: ``{"t": "ref", "v": n}`` is the n-th of this message, ``{"t": "arg", "v": n}`` the
n-th of the request. So shared and cyclic containers stay shared and cyclic. Values inside of values can have
12,000 levels.
"""

import collections
import enum
import fractions
import math
import sys
import weakref
from collections.abc import Iterable, Mapping
from typing import Any

from . import arrays, claims, instances, load, random_states, shapes, tables
from .shapes import IMMUTABLE, WITH_IDENTITY, Can, Tag, Way

_PLAIN = frozenset({type(None), bool, str})
_PROXIES = (weakref.ProxyType, weakref.CallableProxyType)


class GuestEncoder:
    """Encodes the values of one message.

    Args:
        known: numbers the objects that stay here.
        arguments: how the message names the containers of its request: id of the container → its name.
        live: whether objects of the answer's classes keep their methods.
    """

    def __init__(
        self,
        known: instances.GuestInstances,
        arguments: Mapping[int, object] | None = None,
        *,
        live: bool = False,
    ) -> None:
        self._objects = known
        self._live = live
        self._arguments = arguments or {}
        self._known: dict[int, object] = {}
        self._containers: list[object] = []  # keeps containers alive, so that no other object gets their id
        self._sent: set[int] = set()  #: numbers of the instances in this message
        self._waiting: collections.deque[object] = collections.deque()
        #: Containers of the request that occur in a question, by number; None in a reply.
        self.touched: dict[int, object] | None = None
        self._depth = 0  #: number of instances around the value that is being encoded
        self._level = 0  #: number of containers around it

    def encode(self, value: object) -> object:  # noqa: PLR0911 - one return per type
        """Return a value as JSON."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is int:
            return _encode_int(value)  # type: ignore[arg-type]  # exactly an int
        if kind is float:
            return value if math.isfinite(value) else {"t": Tag.FLOAT, "v": repr(value)}  # type: ignore[arg-type]  # a float
        if self._objects.exact or arrays.is_of_numpy(kind):
            found = self._scientific(value, kind)
            if found is not None:
                return found
        name, way = self._objects.name_and_way(kind)
        if way:
            return self._instance(value, name, way)
        if self._live and claims.is_own(kind):
            return self.live_object(value)
        if issubclass(kind, WITH_IDENTITY):
            known = self._known.get(id(value)) or self._arguments.get(id(value))
            return self._encode_new(value) if known is None else self._touch(value, known)
        if kind not in IMMUTABLE and issubclass(kind, enum.Enum):
            return self._member(value, kind)
        if issubclass(kind, IMMUTABLE):
            return self._immutable(value)
        return self._other(value, kind)

    def _scientific(self, value: Any, kind: type) -> object:
        """Return a value of numpy or pandas; None for other values.

        If the test uses neither, it gets numpy's scalars as plain values, and no frames.
        """
        with_pandas = "pandas" in self._objects.exact
        if not self._objects.exact:
            value = arrays.plain(value, kind)
            kind = type(value)
            if not arrays.is_array(kind):
                return self.encode(value)
        if arrays.is_array(kind) or (with_pandas and tables.is_table(kind)):
            known = self._known.get(id(value)) or self._arguments.get(id(value))
            if known is not None:
                return self._touch(value, known)
            content = self._table_content(value, kind)
            if content is None:
                return self.encode(sys.modules["numpy"].ndarray.tolist(value))
            self._known[id(value)] = {"t": Tag.REF, "v": len(self._containers)}
            self._containers.append(value)
            return content
        exact = arrays.encode_other(value, kind, self.encode)
        return tables.encode(value, kind, self.encode) if exact is None and with_pandas else exact

    def _touch(self, value: object, known: Any) -> object:
        """Record that a question to the host names a container of the request: its content is then sent."""
        if self.touched is not None and known["t"] == Tag.ARG:
            self.touched.setdefault(known["v"], value)
        return known

    def touched_contents(self) -> list[list[object]]:
        """Return number and content of the containers of the request that occur in a question."""
        contents: list[list[object]] = []
        while self.touched and len(contents) < len(self.touched):
            number, value = [*self.touched.items()][len(contents)]
            contents.append([number, self.encode_content(value)])
        return contents

    def _table_content(self, value: object, kind: type) -> object:
        if arrays.is_array(kind):
            return arrays.encode(value, self.encode)
        return tables.encode(value, kind, self.encode)

    def encode_plain(self, value: object) -> object:
        """Return the plain value of an object whose class extends a builtin type; else the object."""
        kind = type(value)
        if issubclass(kind, WITH_IDENTITY):
            return self._encode_new(value)
        return self._immutable(value) if issubclass(kind, IMMUTABLE) else self.live_object(value)

    def live_object(self, value: object) -> object:
        """Return the number and the description of an object that keeps its methods."""
        kind = type(value)
        number = self._objects.number_of(value)
        described = {"t": Tag.OBJECT, "v": number, "type": claims.class_name(kind), "live": True}
        is_class = issubclass(kind, type)
        described |= {"can": [Can.CALL, Can.ITER], "is_class": True} if is_class else claims.claims(kind)
        if bases := claims.own_bases(value if is_class else kind, with_itself=is_class):
            described["bases"] = bases
        if fields := claims.dataclass(kind):
            described |= fields | {"of": self._objects.number_of(kind)}
        return described

    def _object(self, value: object, kind: type) -> object:
        """Return an object of the answer, with its fields when it first occurs in the message."""
        number = self._objects.number_of(value)
        described = {"t": Tag.OBJECT, "v": number, "type": claims.class_name(kind)}
        if number in self._sent:
            return described
        described |= {**claims.claims(kind), **claims.dataclass(kind)}
        if not claims.has_fields(kind):
            return described | {"fields": {}}
        if not claims.is_copied(described["can"]):
            self._objects.follow(number)
        return self._with_fields(number, value, described)

    def _instance(self, value: Any, name: str, way: str) -> object:
        """Return an instance of a class of the task, with its fields when it first occurs in the message."""
        if way == Way.RECORD:
            items = self._objects.items_of(value, name)
            return {"t": Tag.RECORD, "v": self._each(items), "class": name}
        if way == Way.MEMBER:
            shown: str | int = str(value._name_)
            if issubclass(type(value), enum.Flag) and shown not in type(value).__members__:
                shown = int.__add__(value._value_, 0)  # several flags, or none
            return {"t": Tag.MEMBER, "v": shown, "class": name}
        number = self._objects.number_of(value)
        described: dict[str, object] = {"t": Tag.INSTANCE, "v": number, "class": name}
        if number in self._sent:
            return described
        self._objects.follow(number)
        return self._with_fields(number, value, described)

    def _with_fields(self, number: int, value: object, described: dict[str, object]) -> object:
        """Add the fields of an object to its description, or let them wait until the end of the message."""
        self._sent.add(number)
        if self._depth == instances.DEPTH:
            self._waiting.append(value)
            return described
        self._depth += 1
        described["fields"] = self._fields(value)
        self._depth -= 1
        return described

    def _fields(self, value: object) -> dict[str, object]:
        return {name: self.encode(item) for name, item in self._objects.fields_of(value).items()}

    def add_changed(self, number: int, value: object) -> None:
        """Send the fields of an instance at the end of the message, if they are not in it yet."""
        if number not in self._sent:
            self._sent.add(number)
            self._waiting.append(value)

    @property
    def has_waiting(self) -> bool:
        """Whether fields of instances wait until the end of the message."""
        return bool(self._waiting)

    def waiting(self) -> list[list[object]]:
        """Return number and fields of the instances that have waited until the end of the message."""
        encoded = []
        while self._waiting:
            value = self._waiting.popleft()
            self._depth = 0
            encoded.append([self._objects.number_of(value), self._fields(value)])
        return encoded

    def _encode_new(self, value: object) -> object:
        self._known[id(value)] = {"t": Tag.REF, "v": len(self._containers)}
        self._containers.append(value)
        self._go_deeper()
        content = self.encode_content(value)
        self._level -= 1
        return content

    def _each(self, items: Iterable[object]) -> list[object]:
        """Return the items of a value that cannot change as JSON."""
        self._go_deeper()
        encoded = [self.encode(item) for item in items]
        self._level -= 1
        return encoded

    def _go_deeper(self) -> None:
        self._level += 1
        if self._level > shapes.FLAT_LEVELS:
            self._objects.is_deep = True
            if self._level > shapes.LEVELS:
                raise RecursionError(
                    f"a value with more than {shapes.LEVELS} levels cannot be sent to the test"
                )

    def encode_content(self, value: Any) -> object:  # noqa: PLR0911 - one return per type
        """Return a container with its items, even if it has a number already."""
        kind = type(value)
        if issubclass(kind, list):
            return [self.encode(item) for item in list.__iter__(value)]
        if issubclass(kind, dict):
            return self._dict(value)
        if issubclass(kind, set):
            return {"t": Tag.SET, "v": [self.encode(item) for item in set.__iter__(value)]}
        if issubclass(kind, collections.deque):
            maxlen = collections.deque.maxlen.__get__(value)
            items = [self.encode(item) for item in collections.deque.__iter__(value)]
            return {"t": Tag.DEQUE, "v": items, "maxlen": maxlen}
        if arrays.is_array(kind) or tables.is_table(kind):
            content = self._table_content(value, kind)
            if content is None:
                raise TypeError("the test cannot get the objects that its array now has")
            return content
        if random_states.is_generator(kind):
            return random_states.encode(value)
        return {"t": Tag.BYTE_ARRAY, "v": bytes.hex(bytes(memoryview(value)))}

    def _member(self, value: Any, kind: Any) -> object:
        """Return a member of an enumeration of the answer, which is described when it first occurs."""
        number = self._objects.number_of(kind)
        shown: str | int = str(value._name_)
        if issubclass(kind, enum.Flag) and shown not in kind._member_map_:
            shown = int.__add__(value._value_, 0)  # several flags, or none
        described: dict[str, object] = {"t": Tag.ENUM, "v": shown, "of": number}
        if number not in self._sent:
            self._sent.add(number)
            kinds = [base.__name__ for base in kind.__mro__ if base.__module__ == "enum"]
            mixin = kind._member_type_.__name__
            members = [
                [name, self.encode(each._value_) if mixin == "object" else self._immutable(each)]
                for name, each in kind._member_map_.items()
            ]
            described |= {
                "type": claims.class_name(kind),
                "kind": kinds[0],
                "mixin": mixin,
                "members": members,
            }
        return described

    def exception(self, error: BaseException, *, keep: bool = False, depth: int = 2) -> dict[str, object]:
        """Return the classes, text, arguments, fields and cause of an exception.

        Args:
            error: the exception, whose class the answer may have written.
            keep: whether the host may hand the exception back as the same object.
            depth: levels of causes and of members of groups to include.
        """
        content = load.report(error, "run")
        content["own"] = claims.own_exception_names(type(error))
        args = BaseException.args.__get__(error)  # type: ignore[attr-defined]  # a descriptor
        if not (len(args) == 1 and type(args[0]) is str and args[0] == content["text"]):
            content["args"] = self._each(args)
        if error.__cause__ is not None and depth:
            content["cause"] = self.exception(error.__cause__, depth=depth - 1)
        if isinstance(error, BaseExceptionGroup) and depth:
            content["message"] = str(BaseExceptionGroup.message.__get__(error))
            members = BaseExceptionGroup.exceptions.__get__(error)
            content["group"] = [self.exception(member, depth=depth - 1) for member in members]
        if state := self._objects.fields_of(error):
            content["state"] = {name: self.encode(value) for name, value in state.items()}
        if keep:
            content["number"] = self._objects.number_of(error)
        return content

    def _immutable(self, value: Any) -> object:  # noqa: PLR0911 - one return per type
        kind = type(value)
        if issubclass(kind, int):
            return _encode_int(int.__add__(value, 0))
        if issubclass(kind, float):
            return self.encode(float.__add__(value, 0.0) if value else float.__pos__(value))
        if issubclass(kind, str):
            return str.__getitem__(value, slice(None))[:] + ""
        if issubclass(kind, tuple):
            items = self._each(tuple.__iter__(value))
            names = getattr(kind, "_fields", None) or getattr(kind, "__match_args__", None)
            if kind is not tuple and type(names) is tuple and len(names) == len(items):
                return {"t": Tag.NAMED_TUPLE, "v": items, "type": claims.class_name(kind), "names": [*names]}
            return {"t": Tag.TUPLE, "v": items}
        if issubclass(kind, frozenset):
            return {"t": Tag.FROZEN_SET, "v": self._each(frozenset.__iter__(value))}
        if issubclass(kind, bytes):
            return {"t": Tag.BYTES, "v": bytes.hex(bytes(memoryview(value)))}
        parts = (complex.real.__get__(value), complex.imag.__get__(value))
        return {"t": Tag.COMPLEX, "v": [repr(part) for part in parts]}

    def _other(self, value: Any, kind: type) -> object:  # noqa: PLR0911 - one return per type
        if kind is range:
            return {
                "t": Tag.RANGE,
                "v": [self.encode(part) for part in (value.start, value.stop, value.step)],
            }
        if id(value) in self._objects.lent:
            return {"t": Tag.FUNCTION, "v": self._objects.lent[id(value)][0]}
        if value is Ellipsis or value is NotImplemented:
            return {"t": Tag.CONSTANT, "v": repr(value)}
        if issubclass(kind, type):
            return self._class(value, kind)
        if issubclass(kind, BaseException):
            return {"t": Tag.RAISED, "v": self.exception(value)}
        if kind is slice:
            return {"t": Tag.SLICE, "v": self._each((value.start, value.stop, value.step))}
        if kind in _PROXIES:
            return self._proxy(value)
        wrapper = _unwrap(value, kind)
        if wrapper is not None:
            return {"t": wrapper[0], "v": self.encode(wrapper[1])}
        symbolic = _symbolic(value, kind)
        if symbolic is not None:
            tag, plain = symbolic
            return {"t": tag, "v": self.encode(plain)} if tag else plain
        known = self._arguments.get(id(value))  # a generator of random numbers of the test
        return self._object(value, kind) if known is None else self._touch(value, known)

    def _class(self, value: type, kind: type) -> object:
        """Return a builtin class by name, an exception class with its bases' names, and others by number."""
        if kind is type and value.__module__ == "builtins":
            return {"t": Tag.CONSTANT, "v": value.__name__}
        if issubclass(value, BaseException):
            described = {
                "type": claims.class_name(value),
                "bases": claims.builtin_exception_names(value),
                "own": claims.own_exception_names(value),
            }
            return {"t": Tag.EXCEPTION_CLASS, "v": self._objects.number_of(value), **described}
        return self.live_object(value) if self._live and claims.is_own(value) else self._object(value, kind)

    def _proxy(self, value: object) -> object:
        """Return the plain value that a weak proxy refers to, or the proxy itself if there is none."""
        referent = getattr(getattr(value, "__init__", None), "__self__", value)
        same = type(referent) is type(value)
        return self._object(value, type(value)) if same else self.encode(referent)

    def _dict(self, value: Any) -> object:
        """Return the pairs of a dict in its order; an OrderedDict has an order of its own."""
        kind = type(value)
        items = dict.items(value)
        encoded: dict[str, object] = {"t": Tag.DICT}
        if issubclass(kind, collections.OrderedDict):
            encoded["t"] = Tag.ORDERED_DICT
            items = collections.OrderedDict.items(value)
        elif issubclass(kind, collections.Counter):
            encoded["t"] = Tag.COUNTER
        elif issubclass(kind, collections.defaultdict):
            for name, factory in shapes.FACTORIES.items():
                if collections.defaultdict.__dict__["default_factory"].__get__(value) is factory:
                    encoded |= {"t": Tag.DEFAULT_DICT, "factory": name}
        encoded["v"] = [[self.encode(key), self.encode(item)] for key, item in items]
        return encoded


def _encode_int(value: int) -> object:
    return value if value.bit_length() <= shapes.BIG_INT_BITS else {"t": Tag.INT, "v": hex(value)}


def _symbolic(value: Any, kind: type) -> tuple[str, object] | None:  # noqa: PLR0911 - one return per type
    """Return tag and plain value of a sympy number, whose rules of equality depend on its tag.

    The tag of sympy's booleans is empty; any other value gives None.
    """
    sympy = sys.modules.get("sympy")
    if sympy is None:
        return None
    if value is sympy.true or value is sympy.false:
        return "", value is sympy.true
    if issubclass(kind, sympy.Integer):
        return Tag.SYMPY_INTEGER, int(value)
    if issubclass(kind, sympy.Rational):
        return Tag.SYMPY_RATIONAL, fractions.Fraction(int(value.p), int(value.q))
    if issubclass(kind, sympy.Float):
        return Tag.SYMPY_FLOAT, float(value)
    if issubclass(kind, sympy.Expr) and value.is_number and value.is_real:
        return Tag.SYMPY_EXPRESSION, float(value)
    return None


def _unwrap(value: object, kind: type) -> tuple[str, object] | None:
    """Return the tag and plain value of a value of :data:`.shapes.WRAPPERS`, and None for any other value."""
    tag = claims.class_name(kind).lower()
    module, name = shapes.TEXTS.get(tag, ("", ""))
    if module and getattr(sys.modules.get(module), name, None) is kind:
        return tag, str(value)
    for tag, wrapper in shapes.WRAPPERS.items():
        if issubclass(kind, wrapper.kind):
            plain = wrapper.read(value)
            return None if plain is None else (tag, plain)
    return None
