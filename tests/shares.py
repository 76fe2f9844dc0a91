"""Gives each worker of pytest-xdist its own test files, with ``--dist each``.

In the other modes each worker collects all files, which takes as long as a third of the fast tests.
"""

import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if _is_of_another_worker(collection_path, config) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out files that the command line names, which pytest never ignores."""
    items[:] = [item for item in items if not _is_of_another_worker(item.path, config)]


def _is_of_another_worker(path: Path, config: pytest.Config) -> bool:
    given = getattr(config, "workerinput", {})
    if path.suffix != ".py" or "each" not in given.get("mainargv", ()):
        return False
    share = zlib.crc32(str(path.relative_to(ROOT)).encode()) % given["workercount"]
    return given["workerid"] != f"gw{share}"
