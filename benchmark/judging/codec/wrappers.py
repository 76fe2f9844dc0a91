"""Types of the standard library that only wrap a plain value, such as UserList and views of a dict."""

import array
import collections
import types
from collections.abc import Callable
from typing import Any

#: Tag → the class, a function that returns its plain value, and one that makes it from a plain value.
_WRAPPERS: dict[str, tuple[type, Callable[[Any], object], Callable[[Any], object]]] = {
    "userlist": (
        collections.UserList,
        lambda value: value.data,
        lambda data: _wrap_data(data, collections.UserList()),
    ),
    "userdict": (
        collections.UserDict,
        lambda value: value.data,
        lambda data: _wrap_data(data, collections.UserDict()),
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
    "values": (type({}.values()), list, lambda items: dict(enumerate(items)).values()),
}
#: Tag → type of the plain value; a list for all other tags.
_PLAIN_TYPES = {"userdict": dict, "userstring": str, "mappingproxy": dict}
TAGS = frozenset(_WRAPPERS)


def unwrap(value: object) -> tuple[str, object] | None:
    """Return the tag and plain value of a wrapper, and None for any other value."""
    for tag, (kind, unwrap, _) in _WRAPPERS.items():
        if isinstance(value, kind):
            return tag, unwrap(value)
    return None


def wrap(tag: str, plain: object) -> object:
    """Wrap a plain value in the type that the tag names.

    Raises:
        TypeError: if the type cannot wrap such a value.
        ValueError: if the type's constructor refuses the value.
    """
    if not _is_wrappable(tag, plain):
        raise TypeError(f"{tag} cannot wrap such a value")
    return _WRAPPERS[tag][2](plain)


def _is_wrappable(tag: str, plain: object) -> bool:
    match plain:
        case list() if tag == "machine_array":
            return [type(part) for part in plain] == [str, list]  # anything else could be of any length
        case list() if tag == "chainmap":
            return all(type(part) is dict for part in plain)
        case _:
            return type(plain) is _PLAIN_TYPES.get(tag, list)


def _wrap_data(data: object, wrapper: object) -> object:
    """Put the data itself into a wrapper; a copy of a cyclic value would be incomplete."""
    vars(wrapper)["data"] = data
    return wrapper
