"""How many calls, and how fast: limits that a config states, and what 429s teach beyond them."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiolimiter import AsyncLimiter

_MINUTE = 60.0
_BURST = 15.0  #: seconds' worth of tokens that may go out at once


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """What a provider lets one key do; None for no limit that is known."""

    concurrency: int = 16
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


class Pacer:
    """Lets calls begin.

    Halves the concurrency when the server says 429 or that it is overloaded, and lets it grow again by one
    for each round of calls that went well.
    """

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits
        self._allowed = float(limits.concurrency)
        self._busy = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._resume = 0.0  # on the loop's clock
        self._cut = 0.0
        self._requests = _requests(limits.requests_per_minute)
        self._tokens = _tokens(limits.tokens_per_minute)

    @property
    def allowed(self) -> int:
        """Calls that may be under way at the same time now."""
        return max(1, int(self._allowed))

    @asynccontextmanager
    async def turn(self, tokens: int) -> AsyncIterator[float]:
        """Wait until a call may begin, and hold its place. Gives the time at which it began.

        Args:
            tokens: that the call is expected to take, prompt and answer together.
        """
        await self._enter()
        try:
            if self._requests is not None:
                await self._requests.acquire()
            if self._tokens is not None:
                await self._tokens.acquire(min(tokens, self._tokens.max_rate))
            while (wait := self._resume - _now()) > 0:
                await asyncio.sleep(wait)
            yield _now()
        finally:
            self._leave()

    def too_fast(self, began: float, wait: float | None) -> None:
        """A call that began at ``began`` was turned away, and the server asks to ``wait`` seconds."""
        if wait is not None:
            self._resume = max(self._resume, _now() + wait)
        if began >= self._cut:  # those that were under way at the last cut say nothing new
            self._allowed = max(1.0, self._allowed / 2)
            self._cut = _now()

    def went_well(self) -> None:
        """A call succeeded."""
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
                    self._wake()  # its place goes to the next
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


def _requests(a_minute: int | None) -> "AsyncLimiter | None":
    """Evenly spread: a bucket of a whole minute would let twice the limit through in the first one."""
    if a_minute is None:
        return None
    from aiolimiter import AsyncLimiter

    return AsyncLimiter(max(1.0, a_minute / _MINUTE), max(1.0, _MINUTE / a_minute))


def _tokens(a_minute: int | None) -> "AsyncLimiter | None":
    if a_minute is None:
        return None
    from aiolimiter import AsyncLimiter

    return AsyncLimiter(max(1.0, a_minute * _BURST / _MINUTE), _BURST)
