"""Results of slow gates, kept for a further run of the same code on the same content.

They lie in the folder that SIGHTBENCH_KEPT names, by default ``build/gates``; ``lab/release/check_data.py``
names one in the user's cache folder, which all clones share. Nothing restores them from another machine.
"""

import json
import os
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.files.atomic import write_atomic

ROOT = Path(__file__).resolve().parents[1]
#: One kept result in so many is found again, by chance.
AGAIN = 50
#: What decides a verdict: our code with its data, and the libraries.
_DECIDES = ("core", "extraction", "files", "judging", "sandbox", "suites", "pipeline/judge")


def deciding_digest() -> str:
    """Return a digest of the code that judges, the lock of its libraries, and the version of Python."""
    package = ROOT / "benchmark"
    files = [file for name in _DECIDES for file in sorted((package / name).rglob("*.py"))]
    digests = [sha256_hex(file.read_bytes()) for file in (*files, ROOT / "locks" / "tests.txt")]
    return digest_lines([digests, sys.version])


class KeptResults:
    """The kept results of one gate.

    Args:
        name: name of the gate.
        decides: digest of all that decides a result, next to the content that its key stands for.
    """

    def __init__(self, name: str, decides: str) -> None:
        folder = Path(os.environ.get("SIGHTBENCH_KEPT") or ROOT / "build" / "gates")
        self._path = folder / f"{name}-{decides[:16]}.json"
        self._kept: dict[str, str] = json.loads(self._path.read_bytes()) if self._path.exists() else {}

    def of(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the kept results of keys, without those that are found again by chance."""
        chance = random.SystemRandom()
        return {key: self._kept[key] for key in keys if key in self._kept and chance.randrange(AGAIN)}

    def add(self, found: Mapping[str, str]) -> None:
        """Keep results.

        Raises:
            AssertionError: if one was kept with another value.
        """
        changed = {
            key: (self._kept[key], now) for key, now in found.items() if self._kept.get(key, now) != now
        }
        assert not changed, f"kept results are wrong: {changed}; delete {self._path}"
        self._kept |= found
        write_atomic(self._path, json.dumps(self._kept, indent=0, sort_keys=True).encode())
