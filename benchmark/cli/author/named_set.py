"""The open data set and the seed that options of `sightbench author` name."""

from pathlib import Path

from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput, shown
from benchmark.files.bounded import MIB, read_bytes
from benchmark.suites.open_collections import AUTHORED


def collection_of(suite: str) -> Collection:
    """The open data set of a suite.

    Raises:
        BadInput: when it has none.
    """
    if suite not in AUTHORED:
        problem = f"{shown(suite)} has no families here"
        raise BadInput("--suite", "", problem, f"use one of: {', '.join(AUTHORED)}")
    return AUTHORED[suite]


def seed_of(given: str | None) -> str | None:
    """A seed as given, or the first line of the file that ``@FILE`` names."""
    if given is None or not given.startswith("@"):
        return given
    return read_bytes(Path(given[1:]), MIB).decode("utf-8", "replace").strip()
