"""Twins of instances of the task's classes; the host's module of the same name explains how they travel.

Inside the answer its own definition of a class counts: an instance that arrives is an object of the class that
the answer's module has under this name. If it has none, the task's definition is run for it.
"""

import enum
import types
from collections.abc import Mapping
from typing import Any

#: Levels of instances inside instances that are sent in place; deeper ones follow at the end of the message.
DEPTH = 40


class GuestInstances:
    """The instances that one conversation knows.

    Args:
        module: the answer's module.
    """

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self._starter: types.ModuleType | None = None
        self._source = ""
        self._ways: dict[str, str] = {}
        self._objects: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._made = 0

    def share(self, ways: Mapping[str, str], starter: str) -> None:
        """Let instances of classes travel.

        Args:
            ways: name of each class → ``object``, ``record`` or ``member``.
            starter: the task's starter code, for classes that the answer does not define.
        """
        self._ways |= ways
        self._source = starter

    def name_and_way(self, kind: type) -> tuple[str, str]:
        """Return the name of a class whose instances travel, and how they do; two empty texts for others.

        An instance of a class that extends such a class travels as an instance of that class.
        """
        if not self._ways:
            return "", ""
        for base in type.__dict__["__mro__"].__get__(kind):
            name = str(type.__dict__["__name__"].__get__(base))
            if name in self._ways and (base is self._own(name) or base is self._tasks(name)):
                return name, self._ways[name]
        return "", ""

    def number_of(self, value: object) -> int:
        """Return the number of an instance; a new one gets the next odd number."""
        number = self._numbers.get(id(value))
        if number is None:
            number = 2 * self._made + 1
            self._made += 1
            self._keep(number, value)
        return number

    def find_or_make(self, number: int, name: str) -> tuple[object, bool]:
        """Return the instance with a number, and whether it is new and so without fields."""
        known = self._objects.get(number)
        if known is not None:
            return known, False
        kind = self.kind(name)
        made: object = object.__new__(kind) if kind.__new__ is object.__new__ else kind.__new__(kind)
        self._keep(number, made)
        return made, True

    def _keep(self, number: int, value: object) -> None:
        self._objects[number] = value
        self._numbers[id(value)] = number

    def kind(self, name: str) -> type:
        """Return the class of the answer's module with this name, or else the task's own."""
        return self._own(name) or self._tasks(name, define=True)  # type: ignore[return-value]  # the host has run it

    def _own(self, name: str) -> type | None:
        found = self._module.__dict__.get(name)
        return found if isinstance(found, type) else None

    def _tasks(self, name: str, *, define: bool = False) -> type | None:
        if self._starter is None:
            if not define:
                return None
            self._starter = types.ModuleType("answer")
            exec(compile(self._source, "starter.py", "exec"), self._starter.__dict__)  # noqa: S102 - in the sandbox
        found = self._starter.__dict__.get(name)
        return found if isinstance(found, type) else None


def begin(instance: Any, fields: Mapping[str, object]) -> None:
    """Initialise a new instance as the test did, as far as its fields say how, and give it its fields.

    The answer's class may set fields that the task's class does not have. So its ``__init__`` is called if
    each parameter that it requires is the name of a field; an exception of it is ignored.
    """
    function = type(instance).__init__
    if isinstance(function, types.FunctionType):
        code = function.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        names = code.co_varnames[1:count]
        optional = {*names[len(names) - len(function.__defaults__ or ()) :], *(function.__kwdefaults__ or {})}
        if code.co_kwonlyargcount and function.__defaults__:
            end = code.co_argcount
            optional = {
                *code.co_varnames[end - len(function.__defaults__) : end],
                *(function.__kwdefaults__ or {}),
            }
        if all(name in fields or name in optional for name in names):
            try:
                function(instance, **{name: fields[name] for name in names if name in fields})
            except Exception:  # noqa: BLE001 - the fields are set below, whatever it does
                pass
            for name, value in fields.items():
                object.__setattr__(instance, name, value)
            return
    set_fields(instance, fields)


def set_fields(instance: Any, fields: Mapping[str, object]) -> None:
    """Give an instance exactly these fields, also if its class is frozen."""
    for name in fields_of(instance):
        if name not in fields:
            object.__delattr__(instance, name)
    for name, value in fields.items():
        object.__setattr__(instance, name, value)


def fields_of(instance: object) -> dict[str, object]:
    """Return the fields of an instance: its ``__dict__`` and its slots that have a value."""
    fields: dict[str, object] = {}
    try:
        inside = object.__getattribute__(instance, "__dict__")
    except AttributeError:
        inside = {}
    if type(inside) is dict:
        fields |= {
            name: value for name, value in inside.items() if type(name) is str and name != "__orig_class__"
        }
    for base in type.__dict__["__mro__"].__get__(type(instance)):
        for name, slot in list(type.__dict__["__dict__"].__get__(base).items()):
            if type(slot) is types.MemberDescriptorType and slot.__objclass__ is base:
                try:
                    fields[name] = slot.__get__(instance)
                except AttributeError:
                    continue
    return fields


def record(kind: type, items: tuple[object, ...]) -> object:
    """Return a named tuple of a class."""
    return tuple.__new__(kind, items) if issubclass(kind, tuple) else kind(*items)


def member(kind: Any, name: str) -> object:
    """Return a member of an enumeration."""
    return kind.__members__[name] if issubclass(kind, enum.Enum) else getattr(kind, name)
