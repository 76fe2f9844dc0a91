"""Describes the class of an object that stays in the guest. Reads its type, because ``__class__`` may lie.

The host uses the description to choose a stand-in for the object. It cannot make two values equal.
"""

import builtins
import enum

_mro = type.__dict__["__mro__"].__get__
_name = type.__dict__["__name__"].__get__
_inside = type.__dict__["__dict__"].__get__
#: Methods that ``callable`` and ``hasattr(x, "__iter__")`` look for; a loop also takes the last one.
_SHOWN_BY_PYTHON = frozenset({"__call__", "__iter__", "__getitem__"})
#: Builtin exception classes by id, because an answer may give its own classes the same names.
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
    """Return the name of a class without asking its metaclass."""
    return str(_name(kind))[:100]


def builtin_exception_names(kind: type) -> list[str]:
    """Return the names of the builtin exception classes that a class extends, nearest first."""
    return [_EXCEPTIONS[id(base)] for base in _mro(kind) if id(base) in _EXCEPTIONS]


def own_exception_names(kind: type) -> list[str]:
    """Return the names of an exception class and its bases, up to the first builtin one."""
    names = []
    for base in _mro(kind):
        if id(base) in _EXCEPTIONS:
            break
        names.append(class_name(base))
    return names


def has_plain_operators(kind: type) -> bool:
    """Whether a class uses the operators of the builtin type that it extends, and defines none itself."""
    for base in _mro(kind):
        if base.__module__ == "builtins" or base is enum.Enum:
            return True
        if _OPERATORS.intersection(vars(base)):
            return False
    return True


def dataclass_fields(kind: type) -> list[list[object]]:
    """Return name, and whether the initialiser takes it, of each field of a dataclass; else nothing."""
    for base in _mro(kind):
        fields = _inside(base).get("__dataclass_fields__")
        if type(fields) is dict:
            return [
                [name, bool(field.init)]
                for name, field in fields.items()
                if type(name) is str and repr(field._field_type) == "_FIELD"
            ]
    return []


def lacks(kind: type) -> str:
    """Return what objects of a class cannot do: ``call``, ``iter`` or both, separated by a space."""
    names = {name for base in _mro(kind) for name in _SHOWN_BY_PYTHON & _inside(base).keys()}
    missing = [] if "__call__" in names else ["call"]
    return " ".join(missing if names - {"__call__"} else [*missing, "iter"])


# Attacks among the test cases replace this function, so neither it nor this module can be renamed alone.
def claims(kind: type) -> dict[str, str]:
    """Return the builtin type that a class extends (``as``), and the protocol of its objects (``is``)."""
    description = {}
    for base in _mro(kind):
        if base.__module__ == "builtins":
            if base is not object:
                description["as"] = class_name(base)
            break
    if hasattr(kind, "__await__"):
        description["is"] = "awaitable"
    elif hasattr(kind, "__next__") and hasattr(kind, "send") and hasattr(kind, "throw"):
        description["is"] = "generator"
    return description
