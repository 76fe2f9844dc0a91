"""What the gates said of a family, kept until something that decides it changes."""

import json
import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from benchmark.authoring.collection import Collection
from benchmark.authoring.extra import PACKAGES
from benchmark.authoring.gates.fault import GateFault
from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.files.atomic import write_atomic

#: Rooms whose code decides what a gate says.
_ROOMS = ("authoring", "core", "extraction", "files", "judging", "sandbox")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """What the gates said of a family."""

    name: str
    tasks: int
    faults: tuple[GateFault, ...]
    cpu_seconds: float  #: of the process that checked it; the sandbox and the second process left out
    cached: bool = False


class GateCacheEntry:
    """The place of one family's result. Its name holds a digest of all that decides it.

    Args:
        folder: of all results; it may be removed at any time.
        collection: of the family.
        name: of the family.
        seed: None for the public tasks.
    """

    def __init__(self, folder: Path, collection: Collection, name: str, seed: str | None) -> None:
        key = digest_lines([_framework(), _family(collection, name), "" if seed is None else seed])
        self.path = folder / f"{collection.suite}-{name}-{key[:32]}.json"

    def read(self) -> GateResult | None:
        """The result, or None when there is none for these very files."""
        try:
            record = json.loads(self.path.read_text(encoding="utf-8"))
            faults = tuple(GateFault(**fault) for fault in record.pop("faults"))
            return replace(GateResult(faults=faults, **record), cached=True)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, checked: GateResult) -> None:
        """Keep a result."""
        record = {
            "name": checked.name,
            "tasks": checked.tasks,
            "cpu_seconds": checked.cpu_seconds,
            "faults": [
                {"where": one.where, "gate": one.gate, "problem": one.problem} for one in checked.faults
            ],
        }
        write_atomic(self.path, (json.dumps(record, indent=1) + "\n").encode())


@cache
def _framework() -> str:
    """Everything that decides but the family."""
    package = Path(str(files("benchmark")))
    paths = sorted(path for room in _ROOMS for path in (package / room).rglob("*") if path.is_file())
    digests = [
        sha256_hex(path.read_bytes()) for path in paths if path.suffix in (".py", ".toml", ".ttf", ".json")
    ]
    return digest_lines([digests, [metadata.version(name) for name in PACKAGES.values()], sys.version])


def _family(collection: Collection, name: str) -> list[list[str]]:
    """A family's own files, and those beside it that it may import."""
    mark = name.replace("_", "-")
    paths = [collection.module(name), collection.page(name), *(collection.folder / "families").glob("_*.py")]
    for folder in ("tasks", "pins", "reviews"):
        paths += (collection.folder / folder).glob(f"{name}.*")
    paths += (collection.folder / "pictures").glob(f"{mark}-*")
    return [[path.name, sha256_hex(path.read_bytes())] for path in sorted(paths) if path.is_file()]
