"""Addresses of servers."""

from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(url: str | None) -> bool:
    """Whether a URL leads to this machine."""
    return url is not None and urlsplit(url).hostname in LOOPBACK
