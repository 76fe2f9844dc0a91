"""Work on untrusted input has a time limit."""

import signal
import time

import pytest

from benchmark.chain.pull_request.validating import TimeIsUpError, at_most


def test_work_over_the_time_limit_is_interrupted() -> None:
    before = signal.getsignal(signal.SIGALRM)
    begun = time.monotonic()
    with pytest.raises(TimeIsUpError), at_most(0.02):
        time.sleep(30)
    assert time.monotonic() - begun < 20
    assert signal.getsignal(signal.SIGALRM) is before


def test_work_within_the_time_limit_leaves_no_alarm() -> None:
    with at_most(60.0):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
