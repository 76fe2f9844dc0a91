"""Limits concurrency and rate of calls: to those of the config, and lower when the server answers 429."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiolimiter import AsyncLimiter

_MINUTE = 60.0
_BURST = 15.0  #: seconds; the tokens that the limit allows in this period may be used at once


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """A provider's limits for one API key; None for no known limit."""

    concurrency: int = 16
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


class Pacer:
    """Decides when calls may begin.

    Halves the concurrency when the server answers 429 or is overloaded, and raises it by one after each full
    round of successful calls.
    """

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits
        self._allowed = float(limits.concurrency)
        self._busy = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._resume_at = 0.0  # time on the loop's clock
        self._halved_at = 0.0  # time on the loop's clock
        self._requests = _request_limiter(limits.requests_per_minute)
        self._tokens = _token_limiter(limits.tokens_per_minute)

    @property
    def allowed(self) -> int:
        """Number of calls that may be in flight at present."""
        return max(1, int(self._allowed))

    @property
    def wait(self) -> float:
        """Seconds that the server asked all calls to wait from now on; 0 if it did not ask."""
        return max(0.0, self._resume_at - _now())

    @asynccontextmanager
    async def turn(self, tokens: int) -> AsyncIterator[float]:
        """Wait until a call may begin, and hold a slot for it. Yield the time at which it began.

        Args:
            tokens: tokens that the call is expected to use, prompt and answer together.
        """
        await self._enter()
        try:
            if self._requests is not None:
                await self._requests.acquire()
            if self._tokens is not None:
                await self._tokens.acquire(min(tokens, self._tokens.max_rate))
            while (wait := self._resume_at - _now()) > 0:
                await asyncio.sleep(wait)
            yield _now()
        finally:
            self._leave()

    def slow_down(self, began: float, wait: float | None) -> None:
        """Halve the concurrency after a refused call.

        Args:
            began: time at which that call began.
            wait: seconds that the server asks to wait; None if it does not ask.
        """
        if wait is not None:
            self._resume_at = max(self._resume_at, _now() + wait)
        if began >= self._halved_at:  # calls from before the last halving tell nothing new
            self._allowed = max(1.0, self._allowed / 2)
            self._halved_at = _now()

    def speed_up(self) -> None:
        """Raise the concurrency a little after a successful call."""
        if self._allowed < self._limits.concurrency:
            self._allowed = min(self._limits.concurrency, self._allowed + 1 / self._allowed)
            self._wake()

    async def _enter(self) -> None:
        while self._busy >= self.allowed:
            ticket = asyncio.get_running_loop().create_future()
            self._waiting.append(ticket)
            try:
                await ticket
            except asyncio.CancelledError:
                if ticket.done() and not ticket.cancelled():
                    self._wake()  # give the slot to the next call
                raise
        self._busy += 1

    def _leave(self) -> None:
        self._busy -= 1
        self._wake()

    def _wake(self) -> None:
        free = self.allowed - self._busy
        while free > 0 and self._waiting:
            ticket = self._waiting.popleft()
            if not ticket.done():
                ticket.set_result(None)
                free -= 1


def _now() -> float:
    return asyncio.get_running_loop().time()


def _request_limiter(per_minute: int | None) -> "AsyncLimiter | None":
    """Spread requests evenly: a bucket for a whole minute would allow twice the limit in the first minute."""
    if per_minute is None:
        return None
    from aiolimiter import AsyncLimiter

    return AsyncLimiter(max(1.0, per_minute / _MINUTE), max(1.0, _MINUTE / per_minute))


def _token_limiter(per_minute: int | None) -> "AsyncLimiter | None":
    if per_minute is None:
        return None
    from aiolimiter import AsyncLimiter

    return AsyncLimiter(max(1.0, per_minute * _BURST / _MINUTE), _BURST)
