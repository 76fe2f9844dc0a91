"""A cache of the gates' results for each family, valid until a file that can change them changes."""

import json
import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from benchmark.authoring.collection import Collection
from benchmark.authoring.extra import AUTHORING_PACKAGES
from benchmark.authoring.gates.fault import GateFault
from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.files.atomic import write_atomic

#: Packages whose code can change the result of a gate.
_PACKAGES = ("authoring", "core", "extraction", "files", "judging", "sandbox")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """The faults that the gates found in a family."""

    name: str  #: name of the family
    tasks: int  #: number of tasks that were checked
    faults: tuple[GateFault, ...]
    cpu_seconds: float  #: CPU time of the checking process alone, without the sandbox and `redraw`
    note: str = ""  #: what else is printed about the family
    cached: bool = False  #: whether the result comes from the cache


class GateCacheEntry:
    """The cache file of one family. Its name contains a digest of everything that can change the result.

    Args:
        folder: the cache; it can be deleted at any time.
        collection: the collection that the family belongs to.
        name: name of the family.
        seed: seed of a fresh set; None for the public tasks.
    """

    def __init__(self, folder: Path, collection: Collection, name: str, seed: str | None) -> None:
        key = digest_lines(
            [_framework_digest(), _family_digests(collection, name), "" if seed is None else seed]
        )
        self.path = folder / f"{collection.suite}-{name}-{key[:32]}.json"

    def read(self) -> GateResult | None:
        """Return the cached result; None if there is none for the files as they are now."""
        try:
            record = json.loads(self.path.read_text(encoding="utf-8"))
            faults = tuple(GateFault(**fault) for fault in record.pop("faults"))
            return replace(GateResult(faults=faults, **record), cached=True)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, result: GateResult) -> None:
        """Write a result to the cache."""
        record = {
            "name": result.name,
            "tasks": result.tasks,
            "cpu_seconds": result.cpu_seconds,
            "note": result.note,
            "faults": [
                {"where": fault.where, "gate": fault.gate, "problem": fault.problem}
                for fault in result.faults
            ],
        }
        write_atomic(self.path, (json.dumps(record, indent=1) + "\n").encode())


@cache
def _framework_digest() -> str:
    """Return a digest of everything that can change a result, except the family itself."""
    root = Path(str(files("benchmark")))
    paths = sorted(path for package in _PACKAGES for path in (root / package).rglob("*") if path.is_file())
    digests = [
        sha256_hex(path.read_bytes()) for path in paths if path.suffix in (".py", ".toml", ".ttf", ".json")
    ]
    return digest_lines(
        [digests, [metadata.version(name) for name in AUTHORING_PACKAGES.values()], sys.version]
    )


def _family_digests(collection: Collection, name: str) -> list[list[str]]:
    """Return the names and digests of a family's files, and of the helper modules that it may import."""
    stem = name.replace("_", "-")
    paths = [collection.module(name), collection.page(name), *(collection.folder / "families").glob("_*.py")]
    for folder in ("tasks", "pins", "programs", "reviews"):
        paths += (collection.folder / folder).glob(f"{name}.*")
    paths += (collection.folder / "pictures").glob(f"{stem}-*")
    return [[path.name, sha256_hex(path.read_bytes())] for path in sorted(paths) if path.is_file()]
