"""Names of files without the endings of their formats."""

from pathlib import Path

_ENDINGS = (".gz", ".jsonl", ".json")


def bare_name(path: Path) -> str:
    """Return the file's name without the endings of our formats: ``gpt-4.1`` for ``gpt-4.1.jsonl.gz``."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name
