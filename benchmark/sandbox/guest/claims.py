"""Describes the class of an object of the answer. Reads its type, because ``__class__`` may lie.

The host uses the description to build a value, or an object that the test can call, loop over or await.
"""

import functools
import sys
import types
from typing import Any

from .shapes import EXCEPTIONS, OF_FUNCTION, Can, is_special

_mro = type.__dict__["__mro__"].__get__
_name = type.__dict__["__name__"].__get__
_inside = type.__dict__["__dict__"].__get__
#: Modules of classes that an answer defines; ``make_dataclass`` and ``new_class`` name the second.
_OWN_MODULES = frozenset({"answer", "types", "__main__"})
_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    functools.partial,
    type(functools.cache(len)),
)
_PLAIN = (type(None), bool, int, float, str, bytes)
#: What an object can do → the methods that its class must have.
_ABILITIES = {
    Can.CALL: {"__call__"},
    Can.NEXT: {"__next__"},
    Can.AWAIT: {"__await__"},
    Can.WITH: {"__enter__", "__exit__"},
    Can.ASYNC_WITH: {"__aenter__", "__aexit__"},
    Can.ASYNC_FOR: {"__aiter__", "__anext__"},
}
#: The same for what a value of an object of the answer's own class can do, unless it is an iterator.
_OF_VALUES = {Can.LEN: {"__iter__", "__len__"}, Can.LOOP: {"__iter__"}}


def class_name(kind: type) -> str:
    """Return the name of a class without asking its metaclass."""
    return str(_name(kind))[:100]


def is_own(kind: type) -> bool:
    """Whether the answer defines a class, perhaps with an invented name of a module."""
    module = _inside(kind).get("__module__")
    return module in _OWN_MODULES or (type(module) is str and module not in sys.modules)


def has_method(value: object, name: str) -> bool:
    """Whether a name of an object is a method of its class, so that reading it runs no code of the answer."""
    kinds = [_inside(kind) for kind in _mro(type(value))[:-1]]  # without ``object``
    if any("__getattribute__" in inside for inside in kinds):
        return False
    found = next((inside[name] for inside in kinds if name in inside), None)
    return type(found) is types.FunctionType and name not in getattr(value, "__dict__", ())


def has_fields(kind: type) -> bool:
    """Whether the host gets the fields of the objects of a class."""
    return is_own(kind) or kind in (types.SimpleNamespace, types.CodeType) or issubclass(kind, _FUNCTIONS)


def constants(kind: type) -> dict[str, object]:
    """Return the plain values that a class of the answer gives to all its objects."""
    return {
        name: value
        for base in reversed(_mro(kind))
        if is_own(base)
        for name, value in _inside(base).items()
        if type(value) in _PLAIN and not name.startswith("__")
    }


def is_shown(name: str, value: object) -> bool:
    """Whether the host gets a field of an object: no function or class, which would be a method for the test.

    Special names are not sent either, because numpy and Python would use the object by them.
    """
    if is_special(name):
        return name in OF_FUNCTION
    kind = type(value)
    return not (
        issubclass(kind, (type, *_FUNCTIONS)) or any("__call__" in _inside(base) for base in _mro(kind))
    )


def builtin_exception_names(kind: type) -> list[str]:
    """Return the names of the builtin exception classes that a class extends, nearest first."""
    return [EXCEPTIONS[id(base)] for base in _mro(kind) if id(base) in EXCEPTIONS]


def own_exception_names(kind: type) -> list[str]:
    """Return the names of an exception class and its bases, up to the first builtin one."""
    names = []
    for base in _mro(kind):
        if id(base) in EXCEPTIONS:
            break
        names.append(class_name(base))
    return names


def own_bases(kind: Any, *, with_itself: bool) -> list[str]:
    """Return the names of the answer's classes that a class extends, and its own name if that is wanted."""
    return [class_name(base) for base in _mro(kind)[not with_itself :] if is_own(base)]


def dataclass(kind: type) -> dict[str, object]:
    """Return the fields of a dataclass and how its objects compare; nothing for any other class."""
    for base in _mro(kind):
        fields, given = (_inside(base).get(f"__dataclass_{part}__") for part in ("fields", "params"))
        if type(fields) is dict:
            described = [
                [name, bool(field.init)]
                for name, field in fields.items()
                if type(name) is str and repr(field._field_type) == "_FIELD"
            ]
            return {
                "dataclass": described,
                "params": {part: bool(getattr(given, part)) for part in ("eq", "order", "frozen")},
            }
    return {}


# Attacks among the test cases replace this function, so neither it nor this module can be renamed alone.
def claims(kind: type) -> dict[str, object]:
    """Return the builtin type that a class extends (``as``), and what its objects can do (``can``)."""
    names: set[str] = set()
    extends = ""
    for base in _mro(kind):
        if base is not object:
            names.update(_inside(base))
            if base.__module__ == "builtins" and not extends:
                extends = class_name(base)
    if issubclass(kind, type):
        return {"as": extends, "can": []}
    can = [word for word, wanted in _ABILITIES.items() if wanted <= names]
    if is_own(kind) and Can.NEXT not in can:
        can += [word for word, wanted in _OF_VALUES.items() if wanted <= names]
    return {"as": extends, "can": [*can, Can.ITER] if names & {"__iter__", "__getitem__"} else can}


def is_copied(can: Any) -> bool:
    """Whether an object with these abilities is a value, which stays as it was when the test got it."""
    return {Can.ITER, *_OF_VALUES}.issuperset(can)
