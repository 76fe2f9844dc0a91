"""Gives each worker of pytest-xdist its own folders of tests, with ``--dist each``.

In the other modes each worker collects all files, which takes as long as a third of the fast tests.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent
#: Folders of one worker, which starts the judge or imports providers' packages once; a third has the rest.
SHARES = (
    ("extraction", "judging", "pipeline", "sandbox", "suites"),
    ("chain", "cli", "generation", "results", "submissions"),
)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if _is_of_another_worker(collection_path, config) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out files that the command line names, which pytest never ignores."""
    items[:] = [item for item in items if not _is_of_another_worker(item.path, config)]


def _is_of_another_worker(path: Path, config: pytest.Config) -> bool:
    given = getattr(config, "workerinput", {})
    if path.suffix != ".py" or "each" not in given.get("mainargv", ()):
        return False
    folder = path.relative_to(ROOT).parts[0]
    share = next((number for number, names in enumerate(SHARES) if folder in names), len(SHARES))
    return given["workerid"] != f"gw{share % given['workercount']}"
