"""Stops asking a server that has gone away, and looks now and then whether it is back."""

import asyncio

from benchmark.core.errors import OurFailure
from benchmark.generation.wire.patience import Patience


class ServerGone(OurFailure):
    """The server has not answered for so long that the run ends."""


class Breaker:
    """Opens after a row of failures: all pause, then one call tries.

    A success closes it, a failure doubles the pause.
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._failures = 0
        self._pauses = 0
        self._opened = 0  # how often, so that what began before tells nothing about what is now
        self._resume = 0.0
        self._probing = False
        self._changed = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether calls have to wait."""
        return self._pauses > 0

    async def admit(self) -> int:
        """Wait while it is open. Gives a mark to hand to :meth:`failed`."""
        while self.is_open:
            wait = self._resume - _now()
            if wait <= 0 and not self._probing:
                self._probing = True
                break
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), wait if wait > 0 else None)
            except TimeoutError:
                continue
        return self._opened

    def succeeded(self) -> None:
        """A call came through."""
        self._failures = self._pauses = 0
        self._probing = False
        self._changed.set()

    def left(self, mark: int) -> None:
        """A call that was let in is over, however it ended; one that told nothing lets the next one try."""
        if self.is_open and mark == self._opened and self._probing:
            self._probing = False
            self._changed.set()

    def failed(self, mark: int, reason: str) -> None:
        """A call failed through an outage.

        Args:
            mark: of :meth:`admit`.
            reason: of the failure, for the message at the end.

        Raises:
            ServerGone: when all pauses have passed without a success.
        """
        if mark != self._opened:
            return
        self._failures += 1
        if not self.is_open and self._failures < self._patience.breaker_after:
            return
        if self._pauses >= self._patience.breaker_pauses:
            raise ServerGone(
                f"the server has answered nothing through {self._pauses} pauses; the last failure: {reason}",
                "run the same command again when it is back; it goes on where this one stopped",
            )
        pause = self._patience.breaker_pause * 2**self._pauses
        self._resume = _now() + min(pause, self._patience.wait_max)
        self._pauses += 1
        self._opened += 1
        self._probing = False
        self._changed.set()


def _now() -> float:
    return asyncio.get_running_loop().time()
