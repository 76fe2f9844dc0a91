"""Parameters that a vendor accepts and ignores, as ``ignored.toml`` lists them with their sources."""

import functools
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import urlsplit

from benchmark.generation.wire.request import Sampling, bare_id


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnoredLine:
    """A line of the file: what some models ignore."""

    models: Sequence[str]  #: patterns of ids, without the vendor in front
    ignored: Sequence[str]  #: fields of ``Sampling``
    source: str  #: address of the page that says it
    checked: date  #: the day on which the page was last read
    host: str = "*"  #: name of the server or of a domain above it, with a port if only that one is meant
    unless_thinking_is: str = ""  #: value of ``thinking`` with which they have an effect


@functools.cache
def ignored_lines() -> tuple[IgnoredLine, ...]:
    """Return the lines of the file."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return tuple(IgnoredLine(**line) for line in tomllib.loads(text)["line"])


def ignored_parameters(models: Collection[str], url: str, sampling: Sampling) -> tuple[str, ...]:
    """Return the parameters of a request that have no effect by the vendor's documents, sorted.

    Args:
        models: ids of the model: the requested one, and the one that answered, which an alias does not show.
        url: address of the server; empty for answers from a file and for a model of one's own.
        sampling: what is sent.

    >>> ignored_parameters(["gemini-4-argon"], "https://generativelanguage.googleapis.com", Sampling(top_k=1))
    ('top_k',)
    """
    if not url:
        return ()
    server = urlsplit(url)
    host = f".{server.hostname or ''}".rstrip(".")
    names = list(map(bare_id, models))
    found = {
        parameter
        for line in ignored_lines()
        if _is_at(line, host, server.port)
        and (sampling.thinking or "") != (line.unless_thinking_is or None)
        and any(fnmatchcase(name, pattern) for name in names for pattern in line.models)
        for parameter in line.ignored
    }
    return tuple(sorted(name for name in found if getattr(sampling, name) is not None))


def _is_at(line: IgnoredLine, host: str, port: int | None) -> bool:
    """Whether a line holds for a server; its name has a dot in front, so that no other domain ends alike."""
    name, _, own = line.host.partition(":")
    return (name == "*" or host.endswith(f".{name}")) and own in ("", str(port))
