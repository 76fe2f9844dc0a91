"""Types of the library that are a thin cover around a plain value, which says all of them."""

import array
import collections
import types
from collections.abc import Callable
from typing import Any

#: By tag: the class, how its plain value is read, and how it is made from one.
_COVERS: dict[str, tuple[type, Callable[[Any], object], Callable[[Any], object]]] = {
    "userlist": (
        collections.UserList,
        lambda value: value.data,
        lambda data: _around(data, collections.UserList()),
    ),
    "userdict": (
        collections.UserDict,
        lambda value: value.data,
        lambda data: _around(data, collections.UserDict()),
    ),
    "userstring": (collections.UserString, lambda value: value.data, collections.UserString),
    "mappingproxy": (types.MappingProxyType, dict, types.MappingProxyType),
    "chainmap": (collections.ChainMap, lambda value: value.maps, lambda maps: collections.ChainMap(*maps)),
    "machine_array": (
        array.array,
        lambda value: [value.typecode, value.tolist()],
        lambda parts: array.array(*parts),
    ),
    "keys": (type({}.keys()), list, lambda items: dict.fromkeys(items).keys()),
    "items": (type({}.items()), list, lambda items: dict(items).items()),
}
_INSIDE = {"userdict": dict, "userstring": str, "mappingproxy": dict}
TAGS = frozenset(_COVERS)


def unwrapped(value: object) -> tuple[str, object] | None:
    """Tag and plain value of a cover, None for everything else."""
    for tag, (kind, unwrap, _) in _COVERS.items():
        if isinstance(value, kind):
            return tag, unwrap(value)
    return None


def wrapped(tag: str, plain: object) -> object:
    """The cover around a plain value.

    Raises:
        TypeError: when the value is none of its kind; also ValueError, from the class itself.
    """
    if not _fits(tag, plain):
        raise TypeError(f"no value for a {tag}")
    return _COVERS[tag][2](plain)


def _fits(tag: str, plain: object) -> bool:
    match plain:
        case list() if tag == "machine_array":
            return [type(part) for part in plain] == [str, list]  # anything else could be of any length
        case list() if tag == "chainmap":
            return all(type(part) is dict for part in plain)
        case _:
            return type(plain) is _INSIDE.get(tag, list)


def _around(data: object, made: object) -> object:
    """A cover around the data itself: a copy of what is cyclic would be half done."""
    vars(made)["data"] = data
    return made
