import os

import pytest

from benchmark.cli.shared.statistics import need_statistics


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("4", "4")])
def test_statistics_use_one_thread_unless_the_user_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, given: str | None, used: str
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", given or "")
    if given is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    need_statistics()
    assert os.environ["OPENBLAS_NUM_THREADS"] == used
