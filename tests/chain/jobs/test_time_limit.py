"""What a stranger makes long has an end."""

import signal
import time

import pytest

from benchmark.chain.jobs.time_limit import TimeIsUpError, at_most


def test_what_takes_longer_is_broken_off() -> None:
    before = signal.getsignal(signal.SIGALRM)
    begun = time.monotonic()
    with pytest.raises(TimeIsUpError), at_most(0.02):
        time.sleep(30)
    assert time.monotonic() - begun < 20
    assert signal.getsignal(signal.SIGALRM) is before


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_what_is_done_in_time_has_no_alarm_behind_it(seconds: float | None) -> None:
    with at_most(seconds):
        assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == (seconds is not None)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
