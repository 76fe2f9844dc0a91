"""Immutable values of the standard library that are sent as their text: identifiers, paths, addresses.

A path of the answer becomes a pure path on the host, which equals it and reaches no file.
"""

import datetime
import ipaddress
import pathlib
import uuid
from collections.abc import Callable

from benchmark.sandbox.host.channel import ReplyTooLong

TEXT_LIMIT = 4096  #: maximum characters of such a text, as of a path on Linux
#: Class on the host → tag. The guest makes a path of the test one that can reach its own files.
_TAGS: dict[type, str] = {
    uuid.UUID: "uuid",
    pathlib.PurePosixPath: "purepath",
    pathlib.PosixPath: "path",
    pathlib.PureWindowsPath: "windowspath",
    ipaddress.IPv4Address: "ipv4address",
    ipaddress.IPv6Address: "ipv6address",
    ipaddress.IPv4Network: "ipv4network",
    ipaddress.IPv6Network: "ipv6network",
    datetime.timezone: "timezone",
}
_MAKERS: dict[str, Callable[[str], object]] = {
    "uuid": uuid.UUID,
    "purepath": pathlib.PurePosixPath,
    "path": pathlib.PurePosixPath,
    "windowspath": pathlib.PureWindowsPath,
    "ipv4address": ipaddress.IPv4Address,
    "ipv6address": ipaddress.IPv6Address,
    "ipv4network": ipaddress.IPv4Network,
    "ipv6network": ipaddress.IPv6Network,
    "timezone": lambda text: (
        datetime.datetime.strptime(text, "UTC%z").tzinfo if text != "UTC" else datetime.UTC
    ),
}
TAGS = frozenset(_MAKERS)


def text_of(value: object) -> tuple[str, str] | None:
    """Return the tag and text of such a value, and None for any other."""
    tag = _TAGS.get(type(value))
    if isinstance(value, datetime.timezone):  # its text may be a name
        value = datetime.timezone(value.utcoffset(None))
    return None if tag is None else (tag, str(value))


def make(tag: str, text: object) -> object:
    """Return the value with a text.

    Raises:
        TypeError: if the text is none.
        ValueError: if there is no such value.
        ReplyTooLong: if the text is too long.
    """
    if type(text) is not str:
        raise TypeError("must be a text")
    if len(text) > TEXT_LIMIT:
        raise ReplyTooLong(f"a {tag} of more than {TEXT_LIMIT} characters")
    return _MAKERS[tag](text)
