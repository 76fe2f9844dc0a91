"""Retries after outages: one loop for all providers."""

import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from benchmark.generation.wire.failure import Outage

Result = TypeVar("Result")

logging.getLogger("stamina").addHandler(logging.NullHandler())  # retries are counted and shown by us
logging.getLogger("stamina").propagate = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """When to retry and when to give up. All times are in seconds."""

    attempts: int = 6  #: maximum attempts per call, including the first
    wait_initial: float = 1.0  #: wait before the second attempt; doubles with each further attempt
    wait_max: float = 60.0  #: longest wait between two attempts, if the server does not ask for one
    retry_after_max: float = 120.0  #: give up if the server asks to wait longer than this
    breaker_after: int = 16  #: failed attempts in a row, over all calls, after which all calls pause
    breaker_pause: float = 5.0  #: the first pause; doubles with each further one, up to ``wait_max``
    breaker_pauses: int = 6  #: pauses in a row without a success, after which the run ends


async def with_retries(
    attempt: Callable[[], Awaitable[Result]],
    patience: Patience,
    may_retry: Callable[[Outage], bool],
    on_wait: Callable[[Outage, float], object] = lambda _outage, _seconds: None,
) -> Result:
    """Return the result of ``attempt``, retried after outages with exponential back-off and jitter.

    Args:
        attempt: makes one call.
        patience: number of attempts and waits between them.
        may_retry: called before each retry; False gives up.
        on_wait: called before each wait, with its reason and about how many seconds it takes.

    Raises:
        CallFailed: the failure of the last attempt.
    """
    import stamina

    def backoff(error: Exception) -> bool | float:
        if not isinstance(error, Outage):
            return False
        wait = error.retry_after
        if wait is not None and wait > patience.retry_after_max:
            return False
        if not may_retry(error):
            return False
        on_wait(error, wait or next_wait)
        # A wait of 0 is ignored: retrying at once would use up all attempts within a second.
        # Up to a tenth is added, so that calls with the same wait do not all retry at the same moment.
        return True if not wait else wait * (1 + random.random() / 10)  # noqa: S311 - not a secret

    next_wait = 0.0
    async for turn in stamina.retry_context(
        on=backoff,
        attempts=patience.attempts,
        timeout=None,
        wait_initial=patience.wait_initial,
        wait_max=patience.wait_max,
        wait_jitter=patience.wait_initial,
    ):
        next_wait = min(patience.wait_max, patience.wait_initial * 2.0 ** (turn.num - 1))
        with turn:
            return await attempt()
    raise AssertionError("stamina ends with a result or the last exception")
