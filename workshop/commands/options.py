"""The options of the workshop's commands, and what they name."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.cli.shared.options import preset_option, preset_path
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import MIB, read_bytes

if TYPE_CHECKING:
    from workshop.family_collection import FamilyCollection

suite_option = preset_option("--suite", default="humaneval-v", help="Suite of the open data set.")

cache_option = preset_path(
    "--cache",
    default="build/gates",
    help="Folder for results of unchanged families; may be deleted at any time.",
)


def collection_of(suite: str) -> "FamilyCollection":
    """Return the families of a suite's open data set.

    Raises:
        BadInput: if this version has no families of the suite.
    """
    from workshop.suites import COLLECTIONS

    if suite not in COLLECTIONS:
        problem = f"{quote_value(suite)} has no families here"
        raise BadInput("--suite", "", problem, f"use one of: {', '.join(COLLECTIONS)}")
    return COLLECTIONS[suite]


def check_no_families(suite: str, names: Sequence[str], sample: int | None = None) -> None:
    """Refuse names or a sample of families for a suite that has none.

    Raises:
        BadInput: if there are names, or a sample.
    """
    for given, value in (("NAMES", names), ("--sample", sample)):
        if value:
            problem = f"{suite} has no families: one generator makes all of its samples"
            raise BadInput(given, "", problem, f"leave {given} out")


def seed_of(given: str | None) -> str | None:
    """Return the seed, or the content of the file that ``@FILE`` names, without surrounding space."""
    if given is None or not given.startswith("@"):
        return given
    # Editors end a file with a line end, which would be another seed.
    return read_bytes(Path(given[1:]), MIB).decode("utf-8", "replace").strip()
