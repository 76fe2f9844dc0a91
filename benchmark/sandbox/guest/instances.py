"""Objects that both sides know by a number: twins of instances of the task's classes, and the answer's own.

The host's module of the same name explains how they travel. Inside the answer its own definition of a class
counts. The task's definition is run in the answer's module before the answer, so that an answer need not
repeat it.
"""

import collections
import contextlib
import enum
import functools
import types
from collections.abc import Mapping
from typing import Any

from . import claims
from .shapes import OF_FUNCTION, SYNCHRONISED_LIMIT, StubAttribute

_mro = type.__dict__["__mro__"].__get__
_name = type.__dict__["__name__"].__get__
#: Levels of instances inside instances that are sent in place; deeper ones follow at the end of the message.
DEPTH = 40
#: What a test may read of a function's code.
_OF_CODE = (
    *("co_name", "co_flags", "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_varnames"),
    *("co_names", "co_freevars", "co_firstlineno"),
)


class GuestInstances:
    """The objects that one conversation knows."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self._ways: dict[str, str] = {}
        #: Stubs of the test's own classes, by the name that the host gives them, and names and ways by stub.
        self._stubs: dict[str, type] = {}
        self._of_stubs: dict[type, tuple[str, str]] = {}
        self._objects: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._followed: dict[int, object] = {}  #: objects of which the host has the fields
        #: Whether the message that is being encoded has too many levels for parsers that call themselves.
        self.is_deep = False
        #: Functions of the test: id → number and function.
        self.lent: dict[int, tuple[int, object]] = {}
        #: Libraries whose values the test gets as they are: ``numpy``, and perhaps ``pandas``.
        self.exact: tuple[str, ...] = ()
        self._made = 0
        #: Names of the items of the task's named tuples, by class.
        self._items: dict[str, tuple[str, ...]] = {}
        #: Initialisers of the task's own classes, which set no field that the host does not send.
        self._initialisers: set[object] = set()

    def share(self, ways: Mapping[str, str]) -> None:
        """Let instances of classes travel: ``ways`` is the name of each class → how its instances do."""
        self._ways |= ways

    def define(self, name: str, described: Mapping[str, Any]) -> None:
        """Make a stub of a class of the test; the host's ``encoding`` explains what describes it."""
        stub = _make_stub(described)
        self._stubs[name] = stub
        self._of_stubs[stub] = name, described["way"]

    def remember_own_classes(self) -> None:
        """Note how the task's own classes initialise their objects, before the answer is loaded."""
        classes = {name: self._module.__dict__.get(name) for name in self._ways}
        self._initialisers = {_initialiser(kind) for kind in classes.values()}
        self._items = {name: tuple(getattr(kind, "_fields", ())) for name, kind in classes.items()}

    def begin(self, instance: object, fields: Mapping[str, object]) -> None:
        """Give a new instance its fields; if the answer wrote another initialiser, run it first."""
        kind = type(instance)
        if kind not in self._of_stubs and _initialiser(kind) not in self._initialisers:
            initialise(instance, fields)
        for name, value in fields.items():
            object.__setattr__(instance, name, value)

    def name_and_way(self, kind: type) -> tuple[str, str]:
        """Return the name of a class whose instances travel, and how they do; two empty texts for others.

        An instance of a class that extends such a class travels as an instance of that class. If that class
        is abstract, it has no instances, and the methods of the answer's class count: the object stays here.
        """
        if kind in self._of_stubs:
            return self._of_stubs[kind]
        if self._ways:
            for base in _mro(kind):
                name = _name(base)
                if name in self._ways and base is self._module.__dict__.get(name):
                    if base.__dict__.get("__abstractmethods__"):
                        break
                    return name, self._ways[name]
        return "", ""

    def number_of(self, value: object) -> int:
        """Return the number of an object; a new one gets the next odd number."""
        number = self._numbers.get(id(value))
        if number is None:
            number = 2 * self._made + 1
            self._made += 1
            self._keep(number, value)
        return number

    def follow(self, number: int) -> None:
        """Report later changes of an object's fields to the host."""
        self._followed[number] = self._objects[number]

    def __getitem__(self, number: int) -> object:
        return self._objects[number]

    def find_or_make(self, number: int, name: str) -> tuple[object, bool]:
        """Return the instance with this number, and whether it is new and so has no fields yet."""
        known = self._objects.get(number)
        if known is not None:
            return known, False
        kind: Any = self.kind(name)
        made: object = object.__new__(kind) if kind.__new__ is object.__new__ else kind.__new__(kind)
        self._keep(number, made)
        self.follow(number)
        return made, True

    def make_tuple(self, number: int, name: str, fields: Mapping[str, object]) -> bool:
        """Make a new instance if the answer defines its class as a named tuple, which cannot be filled later.

        Return whether it was made.
        """
        if number in self._objects or not issubclass(self.kind(name), tuple):
            return False
        self._keep(number, self.kind(name)(**fields))
        self.follow(number)
        return True

    def items_of(self, value: Any, name: str) -> list[object]:
        """Return the items of an object that stands for a named tuple of the task, whatever its class is."""
        if isinstance(value, tuple):
            return [*tuple.__iter__(value)]
        try:
            return [getattr(value, item) for item in self._items[name]]
        except AttributeError as error:
            raise TypeError(str(error)) from None

    def fields_of(self, instance: object) -> dict[str, object]:
        """Return the fields that the host gets: of an object of the answer's own, none that holds a function.

        Otherwise a test could call such a field like a method.
        """
        fields = fields_of(instance)
        if self.name_and_way(type(instance))[1]:
            return fields
        shown = {name: item for name, item in fields.items() if claims.is_shown(name, item)}
        return shown | {
            name: item for name, item in claims.constants(type(instance)).items() if name not in fields
        }

    def set_fields(self, instance: Any, fields: Mapping[str, object]) -> None:
        """Give an instance exactly these fields, even if its class is frozen; a tuple keeps its items."""
        if isinstance(instance, tuple | types.CodeType):
            return
        for name in self.fields_of(instance):
            if name not in fields:
                object.__delattr__(instance, name)
        own, constants = fields_of(instance), claims.constants(type(instance))
        for name, value in fields.items():
            if name in own or name not in constants or constants[name] != value:
                object.__setattr__(instance, name, value)

    def synchronised_instances(self) -> dict[int, object]:
        """Return the instances whose changes every message brings: all, or none above the limit."""
        return {**self._followed} if len(self._followed) <= SYNCHRONISED_LIMIT else {}

    def _keep(self, number: int, value: object) -> None:
        self._objects[number] = value
        self._numbers[id(value)] = number

    def kind(self, name: str) -> type:
        """Return the class of the answer's module with this name.

        Raises:
            NameError: if the answer has deleted it or replaced it by something else.
        """
        found = self._stubs.get(name) or self._module.__dict__.get(name)
        if not isinstance(found, type):
            raise NameError(f"the answer does not define the class {name!r}")  # noqa: TRY004 - as Python does
        return found


def _initialiser(kind: object) -> object:
    """Return the code of a class's initialiser, without line numbers and annotations, for comparisons."""
    codes = (getattr(getattr(kind, name, None), "__code__", None) for name in ("__init__", "__post_init__"))
    return tuple(code and (code.co_code, code.co_consts, code.co_names) for code in codes)


def initialise(instance: Any, fields: Mapping[str, object]) -> None:
    """Initialise a new instance as the test did, as far as the fields tell how.

    The answer's class may set fields that the task's class does not have. So its ``__init__`` is called if
    each parameter that it requires is the name of a field; an exception of it is ignored.
    """
    function = type(instance).__init__
    if isinstance(function, types.FunctionType):
        code = function.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        first_optional = code.co_argcount - len(function.__defaults__ or ())
        optional = {*code.co_varnames[first_optional : code.co_argcount], *(function.__kwdefaults__ or {})}
        if all(name in fields or name in optional for name in names):
            with contextlib.suppress(Exception):
                function(instance, **{name: fields[name] for name in names if name in fields})


def fields_of(instance: Any) -> dict[str, object]:
    """Return the fields of an instance: its ``__dict__`` and its slots that have a value."""
    if isinstance(instance, tuple):  # the answer defines the class as a named tuple
        return dict(zip(getattr(instance, "_fields", ()), tuple.__iter__(instance), strict=False))
    if type(instance) is types.CodeType:
        return {name: getattr(instance, name) for name in _OF_CODE}
    fields: dict[str, object] = {}
    if type(instance) is types.FunctionType:
        fields |= {name: getattr(instance, name) for name in OF_FUNCTION if hasattr(instance, name)}
    try:
        inside = object.__getattribute__(instance, "__dict__")
    except AttributeError:
        inside = {}
    if type(inside) is dict:
        fields |= {
            name: value for name, value in inside.items() if type(name) is str and name != "__orig_class__"
        }
    kind: Any = type(instance)
    for name, slot in _slots(kind):
        try:
            fields[name] = slot.__get__(instance)
        except AttributeError:
            continue
    return fields


@functools.cache
def _slots(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, slot)
        for base in _mro(kind)
        if "__slots__" in type.__dict__["__dict__"].__get__(base)  # not a type that is written in C
        for name, slot in type.__dict__["__dict__"].__get__(base).items()
        if type(slot) is types.MemberDescriptorType and slot.__objclass__ is base
    )


def _make_stub(described: Mapping[str, Any]) -> type:
    """Return a class like one of the test, whose methods and properties call functions on the host."""
    bases = described["bases"]
    name = described["name"]
    attributes: dict[str, object] = {"__module__": "test", "__qualname__": name}
    for attribute, style, value in described["attributes"]:
        match style:
            case StubAttribute.STATIC:
                attributes[attribute] = staticmethod(value)
            case StubAttribute.PROPERTY:
                attributes[attribute] = property(*value)
            case _:
                attributes[attribute] = value
    if "fields" in described:
        bases = (collections.namedtuple(name, described["fields"]), *bases)
    if "members" not in described:
        try:
            stub = types.new_class(name, bases, exec_body=lambda namespace: namespace.update(attributes))
        except TypeError:  # the stub extends classes of the answer that do not fit together
            stub = type(name, (), attributes)
        if getattr(stub, "__abstractmethods__", None):
            stub.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]  # the test's class is complete
        return stub

    def fill(namespace: Any) -> None:
        for key, value in (*attributes.items(), *described["members"]):
            namespace[key] = value

    return types.new_class(name, bases or (enum.Enum,), exec_body=fill)
