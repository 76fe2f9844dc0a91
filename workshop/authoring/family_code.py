"""Digests of code, so that what was computed from a family is valid until that code changes."""

import ast
from collections.abc import Sequence
from pathlib import Path

from benchmark.core.digest import digest_lines, sha256_hex
from workshop.family_collection import FamilyCollection

_ROOT = Path(__file__).parents[2]


def code_digest(collection: FamilyCollection, name: str, parts: Sequence[str]) -> str:
    """Return a digest of a family's module, the helpers that it names, and code that works with it.

    Import statements do not count: a module that moves to another package does the same as before.

    Args:
        collection: the families.
        name: the family.
        parts: paths below the root of the clone.
    """
    paths = [*_modules(collection, name), *(_ROOT / part for part in parts)]
    return digest_lines([[], *([path.name, sha256_hex(_without_imports(path))] for path in paths)])


def _without_imports(path: Path) -> bytes:
    """Return the source of a module without its import statements and without empty lines."""
    source = path.read_text(encoding="utf-8")
    imports = {
        number
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(source.splitlines(), start=1)
    return "\n".join(line for number, line in lines if line and number not in imports).encode()


def _modules(collection: FamilyCollection, name: str) -> list[Path]:
    """Return the family's module and the helpers next to it that it names, or that these name."""
    helpers = set((collection.workbench / "families").glob("_*.py"))
    found = [collection.module(name)]
    for path in found:
        text = path.read_text(encoding="utf-8")
        found += sorted(helper for helper in helpers - {*found} if helper.stem in text)
    return found
