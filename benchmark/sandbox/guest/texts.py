"""Immutable values of the standard library that are sent as their text; the host explains them."""

import importlib
import sys
from typing import Any

#: Tag → module and name of the class. A module is imported when the host sends such a value.
_CLASSES = {
    "uuid": ("uuid", "UUID"),
    "purepath": ("pathlib", "PurePosixPath"),
    "path": ("pathlib", "PosixPath"),
    "windowspath": ("pathlib", "PureWindowsPath"),
    "ipv4address": ("ipaddress", "IPv4Address"),
    "ipv6address": ("ipaddress", "IPv6Address"),
    "ipv4network": ("ipaddress", "IPv4Network"),
    "ipv6network": ("ipaddress", "IPv6Network"),
    "timezone": ("datetime", "timezone"),
}
TAGS = frozenset(_CLASSES)
#: Names of these classes, which are compared before any module is looked up.
_NAMES = {name: (tag, module) for tag, (module, name) in _CLASSES.items()}
_name = type.__dict__["__name__"].__get__


def text_of(value: Any, kind: type) -> dict[str, object] | None:
    """Return such a value as JSON, and None for any other value."""
    tag, module = _NAMES.get(_name(kind), ("", ""))
    if not tag or getattr(sys.modules.get(module), _name(kind), None) is not kind:
        return None
    if tag == "timezone":  # its text may be a name
        value = type(value)(value.utcoffset(None))
    return {"t": tag, "v": str(value)}


def make(tag: str, text: str) -> object:
    """Return the value with a text."""
    module, name = _CLASSES[tag]
    if tag == "timezone":
        import datetime

        if text == "UTC":
            return datetime.UTC
        return datetime.datetime.strptime(text, "UTC%z").tzinfo
    kind: Any = getattr(importlib.import_module(module), name)
    return kind(text)
