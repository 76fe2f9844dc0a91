"""What a file's name says beside its format."""

from pathlib import Path

_ENDINGS = (".gz", ".jsonl", ".json")


def bare_name(path: Path) -> str:
    """The file's name without the endings of our formats: ``gpt-4.1.jsonl.gz`` gives ``gpt-4.1``."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name
