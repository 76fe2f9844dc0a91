from collections.abc import Iterator

import pytest

from benchmark.judging.judge import Judge
from benchmark.sandbox.host.probe import calibration


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    judge = Judge(time_factor=calibration().time_factor)
    yield judge
    judge.close()
