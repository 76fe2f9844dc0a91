"""Digests of code, so that what was computed from a family is valid until that code changes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.authoring.collection import Collection
from benchmark.core.digest import digest_lines, sha256_hex

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  #: SHA-256 in hexadecimal digits

_AUTHORING = Path(__file__).parent


def code_digest(collection: Collection, name: str, parts: Sequence[str], rules: Sequence[str] = ()) -> str:
    """Return a digest of a family's module, the helpers that it names, and code that works with it.

    Args:
        collection: the families.
        name: the family.
        parts: paths below ``benchmark/authoring``.
        rules: further texts, such as the source of single functions.
    """
    paths = [*_modules(collection, name), *(_AUTHORING / part for part in parts)]
    return digest_lines([rules, *([path.name, sha256_hex(path.read_bytes())] for path in paths)])


def _modules(collection: Collection, name: str) -> list[Path]:
    """Return the family's module and the helpers next to it that it names, or that these name."""
    helpers = set((collection.folder / "families").glob("_*.py"))
    found = [collection.module(name)]
    for path in found:
        text = path.read_text(encoding="utf-8")
        found += sorted(helper for helper in helpers - {*found} if helper.stem in text)
    return found
