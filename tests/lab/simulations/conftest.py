import importlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from benchmark.leaderboard.build.build import checkout

SIMULATIONS = checkout() / "lab" / "simulations"


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """Import a module of the folder ``simulations``; its modules are forgotten after the test."""
    monkeypatch.syspath_prepend(str(SIMULATIONS))
    yield importlib.import_module
    for path in SIMULATIONS.glob("*.py"):
        sys.modules.pop(path.stem, None)
