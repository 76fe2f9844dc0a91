"""Documents with other values, which cases write as ``{result.stage: 2}``."""

from collections.abc import Mapping
from typing import Any


def edit(document: Any, edits: Mapping[str, Any]) -> None:
    """Set the values of a document by their path, whose keys have no dots."""
    for path, value in edits.items():
        *above, last = path.split(".")
        found = document
        for key in above:
            found = found[key]
        found[last] = value
