"""What an object that stays here is said to be. Types are asked, never ``__class__``, which may lie.

The host takes a claim for a hint of how to stand in for the object. None of them can make two values equal.
"""

import builtins
import enum

_mro = type.__dict__["__mro__"].__get__
_name = type.__dict__["__name__"].__get__
#: By identity: an answer may name its own classes like these.
_EXCEPTIONS = {
    id(kind): name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
_OPERATORS = frozenset(
    {
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__bool__", "__len__"),
        *("__contains__", "__iter__", "__getitem__", "__call__", "__index__", "__int__", "__float__"),
        *(
            "__complex__",
            "__neg__",
            "__pos__",
            "__abs__",
            "__invert__",
            "__round__",
            "__trunc__",
            "__floor__",
        ),
        *("__ceil__", "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__"),
        *(
            "__rtruediv__",
            "__floordiv__",
            "__rfloordiv__",
            "__mod__",
            "__rmod__",
            "__divmod__",
            "__rdivmod__",
        ),
        *("__pow__", "__rpow__", "__matmul__", "__rmatmul__", "__and__", "__rand__", "__or__", "__ror__"),
        *("__xor__", "__rxor__", "__lshift__", "__rlshift__", "__rshift__", "__rrshift__"),
    }
)


def class_name(kind: type) -> str:
    """The name of a class, whatever its metaclass says."""
    return str(_name(kind))[:100]


def bases(kind: type) -> list[str]:
    """Names of the builtin classes of exceptions that a class is made from, nearest first."""
    return [_EXCEPTIONS[id(base)] for base in _mro(kind) if id(base) in _EXCEPTIONS]


def own(kind: type) -> list[str]:
    """Names of the classes of an exception up to the first builtin one."""
    names = []
    for base in _mro(kind):
        if id(base) in _EXCEPTIONS:
            break
        names.append(class_name(base))
    return names


def is_plain(kind: type) -> bool:
    """Whether the operators of a class are those of the builtin type that it extends."""
    for base in _mro(kind):
        if base.__module__ == "builtins" or base is enum.Enum:
            return True
        if _OPERATORS.intersection(vars(base)):
            return False
    return True


def claims(kind: type) -> dict[str, str]:
    """The builtin type that objects of ``kind`` extend (``as``), and the protocol they follow (``is``)."""
    found = {}
    for base in _mro(kind):
        if base.__module__ == "builtins":
            if base is not object:
                found["as"] = class_name(base)
            break
    if hasattr(kind, "__await__"):
        found["is"] = "awaitable"
    elif hasattr(kind, "__next__") and hasattr(kind, "send") and hasattr(kind, "throw"):
        found["is"] = "generator"
    return found
