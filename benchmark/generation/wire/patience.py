"""How long an outage is waited for: one loop of retries for all providers."""

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
    """When to try again, and when to give up. All times in seconds."""

    attempts: int = 6  #: of one call, the first included
    wait_initial: float = 1.0  #: before the second attempt; doubles with each
    wait_max: float = 60.0  #: between two attempts, where the server does not say
    retry_after_max: float = 120.0  #: a server that asks for more is not waited for
    breaker_after: int = 16  #: failed attempts in a row, over all calls, that make everything pause
    breaker_pause: float = 5.0  #: the first pause; doubles with each, up to ``wait_max``
    breaker_pauses: int = 6  #: pauses without a success between them, after which the run ends


async def patiently(
    attempt: Callable[[], Awaitable[Result]], patience: Patience, again: Callable[[Outage], bool]
) -> Result:
    """The result of ``attempt``, tried again after outages: exponential back-off with jitter.

    Args:
        attempt: makes one call.
        patience: how often and how long.
        again: told of each outage that could be retried; False gives up.

    Raises:
        CallFailed: of the last attempt.
    """
    import stamina

    def backoff(error: Exception) -> bool | float:
        if not isinstance(error, Outage):
            return False
        wait = error.retry_after
        if wait is not None and wait > patience.retry_after_max:
            return False
        if not again(error):
            return False
        # Zero says nothing: to come back at once would use up all attempts within a second.
        # A tenth on top, so that all who were told the same do not come back at once.
        return True if not wait else wait * (1 + random.random() / 10)  # noqa: S311 - no secret

    async for turn in stamina.retry_context(
        on=backoff,
        attempts=patience.attempts,
        timeout=None,
        wait_initial=patience.wait_initial,
        wait_max=patience.wait_max,
        wait_jitter=patience.wait_initial,
    ):
        with turn:
            return await attempt()
    raise AssertionError("stamina ends with a result or the last exception")
