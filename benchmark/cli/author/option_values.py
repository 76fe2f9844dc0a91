"""Turns the values of --suite, --seed and --private into an open data set, a seed and a private pack."""

from pathlib import Path

from benchmark.authoring.collection import Collection
from benchmark.authoring.packed_family import collection_pack
from benchmark.authoring.private_pack import SUITES, PrivatePack, pack_folder
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import SESSION, checkout_root
from benchmark.files.bounded import MIB, read_bytes
from benchmark.suites.open_collections import OPEN_COLLECTIONS


def collection_of(suite: str) -> Collection:
    """Return the families of a suite's open data set.

    Raises:
        BadInput: if this version has no families of the suite.
    """
    if suite not in OPEN_COLLECTIONS:
        problem = f"{quote_value(suite)} has no families here"
        raise BadInput("--suite", "", problem, f"use one of: {', '.join(OPEN_COLLECTIONS)}")
    return OPEN_COLLECTIONS[suite]


def check_clone(also: str = "") -> None:
    """Check that there is a clone for a command that writes families or their tasks.

    Args:
        also: what the command can do without a clone, after a semicolon.

    Raises:
        BadInput: if Sightbench was installed from a wheel.
    """
    if checkout_root() is None:
        problem = f"writes files of the repository, so it needs a clone{also}"
        fix = f"clone the repository, and run the same command there with ./noxw -s {SESSION} --"
        raise BadInput("this command", "", problem, f"{fix} instead of sightbench")


def seed_of(given: str | None) -> str | None:
    """Return the seed, or the content of the file that ``@FILE`` names, without surrounding space."""
    if given is None or not given.startswith("@"):
        return given
    return read_bytes(Path(given[1:]), MIB).decode("utf-8", "replace").strip()


def pack_of(collection: Collection, *, private: bool) -> PrivatePack | None:
    """Return the private pack in ``SIGHTBENCH_PRIVATE_PACK``; None without --private.

    Raises:
        BadInput: if the variable is not set, or the folder is not a valid pack with files for the suite.
    """
    return collection_pack(collection, pack_folder()) if private else None


def no_pack(suite: str, *, private: bool) -> None:
    """Check that --private is not given for a suite without families.

    Raises:
        BadInput: if it is.
    """
    if private:
        raise BadInput("--private", "", f"{suite} takes no private pack", f"use one of: {', '.join(SUITES)}")
