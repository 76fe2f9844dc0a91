"""Fixtures of the tests that judge in worker processes."""

import pytest

from benchmark.pipeline.judge.worker_processes import PauseWatch


@pytest.fixture
def no_halts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no gap count as a pause.

    A loaded machine that leaves this process without a core for 0.2 s looks like one that was frozen, and a
    late answer would rightly be judged again.
    """

    def look(self: PauseWatch) -> float:
        self.now = self.clock()
        return 0.0

    monkeypatch.setattr(PauseWatch, "look", look)
