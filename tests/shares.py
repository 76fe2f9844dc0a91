"""Leaves out files of which a process needs no tests: collecting all takes a third of the time of the tests.

With ``--dist each``, each worker of pytest-xdist has its own files. Gates need only the files that have some.
"""

import re
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_GATES = re.compile(
    "gate|weekly|first_of|sampled"
)  #: the marks, and the functions of ``sampling`` that set them


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of other workers, and with ``-m`` for gates those that name no mark of gates."""
    if _is_of_another_worker(collection_path, config) or _has_no_gates(collection_path, config):
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out files that the command line names, which pytest never ignores."""
    items[:] = [item for item in items if not _is_of_another_worker(item.path, config)]


def _is_of_another_worker(path: Path, config: pytest.Config) -> bool:
    given = getattr(config, "workerinput", {})
    if path.suffix != ".py" or "each" not in given.get("mainargv", ()):
        return False
    share = zlib.crc32(str(path.relative_to(ROOT)).encode()) % given["workercount"]
    return given["workerid"] != f"gw{share}"


def _has_no_gates(path: Path, config: pytest.Config) -> bool:
    if not path.name.startswith("test_") or not config.option.markexpr.startswith("gate"):
        return False
    return not _GATES.search(path.read_text(encoding="utf-8"))
