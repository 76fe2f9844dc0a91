"""Types of the standard library that only wrap a plain value, such as UserList and views of a dict."""

import array
import collections
import types
from collections.abc import Callable

_USER_TYPES: dict[type, tuple[str, type]] = {
    collections.UserList: ("userlist", list),
    collections.UserDict: ("userdict", dict),
    collections.UserString: ("userstring", str),
}
_WRAPPERS: dict[type, tuple[str, Callable[..., object]]] = {
    types.MappingProxyType: ("mappingproxy", dict),
    collections.ChainMap: ("chainmap", lambda value: list(value.maps)),
    array.array: ("machine_array", lambda value: [value.typecode, list(value)]),
    type({}.keys()): ("keys", list),
    type({}.items()): ("items", list),
    type({}.values()): ("values", list),
    type(collections.OrderedDict().keys()): ("keys", list),
    type(collections.OrderedDict().items()): ("items", list),
    type(collections.OrderedDict().values()): ("values", list),
}
_MAKERS: dict[str, Callable[..., object]] = {
    "mappingproxy": types.MappingProxyType,
    "chainmap": lambda maps: collections.ChainMap(*maps),
    "machine_array": lambda parts: array.array(*parts),
    "keys": lambda items: dict.fromkeys(items).keys(),
    "items": lambda items: dict(items).items(),
    "values": lambda items: dict(enumerate(items)).values(),
}


def unwrap(value: object, kind: type) -> tuple[str, object] | None:
    """Return the tag and plain value of a wrapper, and None for any other value.

    The value of a subclass is read without its methods, which may lie.
    """
    if kind in _WRAPPERS:
        tag, read = _WRAPPERS[kind]
        return tag, read(value)
    for base, (tag, inside) in _USER_TYPES.items():
        if issubclass(kind, base):
            data = object.__getattribute__(value, "__dict__").get("data")
            return (tag, data) if issubclass(type(data), inside) else None
    return None


def wrap(tag: str, plain: object) -> object:
    """Wrap a plain value in the type that the tag names."""
    for base, (name, _) in _USER_TYPES.items():
        if tag == name:
            wrapper: object = object.__new__(base)
            vars(wrapper)["data"] = plain
            return wrapper
    return _MAKERS[tag](plain)


TAGS = frozenset(_MAKERS) | {tag for tag, _ in _USER_TYPES.values()}
