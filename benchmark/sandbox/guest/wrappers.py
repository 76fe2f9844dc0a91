"""Types of the library that are a thin cover around a plain value, which says all of them."""

import array
import collections
import types
from collections.abc import Callable

_USER: dict[type, tuple[str, type]] = {
    collections.UserList: ("userlist", list),
    collections.UserDict: ("userdict", dict),
    collections.UserString: ("userstring", str),
}
_COVERS: dict[type, tuple[str, Callable[..., object]]] = {
    types.MappingProxyType: ("mappingproxy", dict),
    collections.ChainMap: ("chainmap", lambda value: list(value.maps)),
    array.array: ("machine_array", lambda value: [value.typecode, list(value)]),
    type({}.keys()): ("keys", list),
    type({}.items()): ("items", list),
    type(collections.OrderedDict().keys()): ("keys", list),
    type(collections.OrderedDict().items()): ("items", list),
}
_MAKERS: dict[str, Callable[..., object]] = {
    "mappingproxy": types.MappingProxyType,
    "chainmap": lambda maps: collections.ChainMap(*maps),
    "machine_array": lambda parts: array.array(*parts),
    "keys": lambda items: dict.fromkeys(items).keys(),
    "items": lambda items: dict(items).items(),
}


def unwrapped(value: object, kind: type) -> tuple[str, object] | None:
    """Tag and plain value of a cover, None for everything else. Subclasses are read past their methods."""
    if kind in _COVERS:
        tag, unwrap = _COVERS[kind]
        return tag, unwrap(value)
    for base, (tag, inside) in _USER.items():
        if issubclass(kind, base):
            data = object.__getattribute__(value, "__dict__").get("data")
            return (tag, data) if issubclass(type(data), inside) else None
    return None


def wrapped(tag: str, plain: object) -> object:
    """The cover around a plain value."""
    for base, (name, _) in _USER.items():
        if tag == name:
            made: object = object.__new__(base)
            vars(made)["data"] = plain
            return made
    return _MAKERS[tag](plain)


TAGS = frozenset(_MAKERS) | {tag for tag, _ in _USER.values()}
