"""A circuit breaker: pauses all calls when the server is down, and tries one call after each pause."""

import asyncio

from benchmark.core.errors import OurFailure
from benchmark.generation.wire.patience import Patience


class ServerGone(OurFailure):
    """The server has been down for so long that the run ends."""


class Breaker:
    """Opens after several failures in a row: all calls pause, then one call probes the server.

    A success closes it; a failed probe doubles the pause.
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._failures = 0
        self._pauses = 0
        self._openings = 0  # so far; failures of calls admitted before the last opening are ignored
        self._resume_at = 0.0  # time on the loop's clock
        self._probing = False
        self._changed = asyncio.Event()
        self.reason = ""  #: the last failure that counted

    @property
    def is_open(self) -> bool:
        """Whether calls have to wait."""
        return self._pauses > 0

    @property
    def wait(self) -> float:
        """Seconds until the next call may try the server; 0 if one may now."""
        return max(0.0, self._resume_at - _now()) if self.is_open else 0.0

    async def admit(self) -> int:
        """Wait while the breaker is open. Return a mark for :meth:`record_failure` and :meth:`record_end`."""
        while self.is_open:
            wait = self._resume_at - _now()
            if wait <= 0 and not self._probing:
                self._probing = True
                break
            self._changed.clear()
            try:
                # While another call probes there is no time to wait for: its end wakes the others.
                await asyncio.wait_for(self._changed.wait(), wait if wait > 0 else None)
            except TimeoutError:
                continue
        return self._openings

    def record_success(self) -> None:
        """Close the breaker after a call that succeeded."""
        self._failures = self._pauses = 0
        self._probing = False
        self._changed.set()

    def record_end(self, mark: int) -> None:
        """Record that a call ended. If a probe gave no result, allow another probe."""
        if self.is_open and mark == self._openings and self._probing:
            self._probing = False
            self._changed.set()

    def record_failure(self, mark: int, reason: str) -> None:
        """Record that a call failed because of an outage.

        Args:
            mark: as returned by :meth:`admit`.
            reason: why the call failed, for the message at the end.

        Raises:
            ServerGone: if all pauses have passed without a success.
        """
        if mark != self._openings:
            return
        self._failures += 1
        self.reason = reason
        if not self.is_open and self._failures < self._patience.breaker_after:
            return
        if self._pauses >= self._patience.breaker_pauses:
            raise ServerGone(
                f"no call succeeded after {self._pauses} pauses; the last failure: {reason}",
                "run the same command again when the server is back; it resumes where this run stopped",
            )
        pause = self._patience.breaker_pause * 2**self._pauses
        self._resume_at = _now() + min(pause, self._patience.wait_max)
        self._pauses += 1
        self._openings += 1
        self._probing = False
        self._changed.set()


def _now() -> float:
    return asyncio.get_running_loop().time()
