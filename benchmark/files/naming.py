"""Names of files without the endings of their formats, and whether a file may be written."""

import os
from collections.abc import Iterable
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value

_ENDINGS = (".gz", ".jsonl", ".json")


def bare_name(path: Path) -> str:
    """Return the file's name without the endings of our formats: ``gpt-4.1`` for ``gpt-4.1.jsonl.gz``."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name


def check_target(path: Path, inputs: Iterable[Path | None]) -> None:
    """Check that verdicts can be written to a file: it must not be one of those to read.

    Raises:
        BadInput: if it is, or if it is not a regular file.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - these never raise
        raise BadInput("--verdicts", "", f"{quote_value(str(path))} is not a regular file", "name a file")
    if any(os.path.realpath(path) == os.path.realpath(other) for other in inputs if other is not None):
        problem = f"{quote_value(str(path))} is one of the files to read"
        raise BadInput("--verdicts", "", problem, "name another file: the verdicts would replace this one")
